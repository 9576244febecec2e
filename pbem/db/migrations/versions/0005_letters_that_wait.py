"""Letters know whether their author was proven, and may wait for another hour; a question may be looked at again.

Before, a limit counted whatever came from an address, so that forged letters used up the owner's share.
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("inbox", sa.Column("proven", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("inbox", sa.Column("next_at", UTCDateTime(), nullable=True))
    op.add_column("question", sa.Column("due_at", UTCDateTime(), nullable=True))
