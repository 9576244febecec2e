"""A suggestion ("did you mean PLAY QS?") is a question: its order, and how far the game had gone when it was made."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("question", sa.Column("words", sa.String(), nullable=False, server_default=""))
    op.add_column("question", sa.Column("told", sa.Integer(), nullable=True))
