"""Alembic's entry: runs in the connection that `database.py` hands over, in its transaction."""

from alembic import context

from pbem.db.models import Row

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
