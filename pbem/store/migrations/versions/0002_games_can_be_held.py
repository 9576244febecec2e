"""The operator can hold a game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("game", sa.Column("held", sa.Boolean(), nullable=False, server_default=sa.false()))
