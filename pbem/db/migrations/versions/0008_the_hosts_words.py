"""What a host says to the guests is kept until the game begins: a reminder and a later invitation say it too."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("game", sa.Column("host_words", sa.String(), nullable=False, server_default=""))
