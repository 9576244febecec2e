"""The first moves of a person are acknowledged at once, counted instead of noted once.

Who had been told that cards are taken in silence has no more of them to come.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("player", sa.Column("acknowledged", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE player SET acknowledged = 3 WHERE greeted")
    op.drop_column("player", "greeted")
