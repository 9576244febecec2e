"""Offers have times of their own, and a seat that nobody has keeps nothing of who had it.

Before, an offer's time stood in the columns of the clock, and a reminder of it in those of a fellow player's nudge.
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

OFFERED = "('invited', 'declined', 'silent', 'returned')"
LEFT_BEHIND = """
    player_id = NULL, name = '', address = '', robot = '', told_deal = 0, told_plays = -1, acted_seq = 0, lapses = 0,
    plan = '', early_seq = 0, clock_at = NULL, clock_left = 0, bank = NULL, due_at = NULL, remind_at = NULL,
    nudged_by = '', nudged_at = NULL, moved = 0, away = '', turns = 0, wanted_at = NULL
"""


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("seat", sa.Column("offered_at", UTCDateTime(), nullable=True))
    op.add_column("seat", sa.Column("reminded_at", UTCDateTime(), nullable=True))
    op.execute("ALTER TABLE game RENAME COLUMN pace TO options")
    op.execute(
        "UPDATE seat SET offered_at = clock_at, reminded_at = nudged_at, clock_at = NULL, nudged_at = NULL, away = '' "
        f"WHERE state IN {OFFERED}"
    )
    op.execute(f"UPDATE seat SET {LEFT_BEHIND} WHERE state = 'open'")
