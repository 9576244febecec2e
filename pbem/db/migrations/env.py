"""Alembic's entry: runs in the connection that `database.py` hands over, in its transaction."""

from alembic import context
from sqlmodel import SQLModel

from pbem.db.models import around, rows

assert rows.NAMING  # the imports fill the metadata
assert around.__doc__

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
