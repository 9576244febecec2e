"""Two columns that were written and read by nobody: which letter asked for a search, and when a player left a seat."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.drop_column("job", "inbox_id")
    op.drop_column("former", "left_at")
