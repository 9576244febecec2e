"""Several workers on one database: who they are, what each has in hand, and names that two cannot take at once."""

from itertools import count

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_NAMED = sa.text("name_key != ''")


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.create_table(
        "worker",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("host", AutoString(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.Column("alive_at", UTCDateTime(), nullable=False),
        sa.Column("until", UTCDateTime(), nullable=False),
        sa.Column("reads", AutoString(), nullable=False),
        sa.Column("heard_until", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_worker"),
    )
    for table in ("outbox", "job"):
        op.add_column(table, sa.Column("owner", sa.Integer(), nullable=False, server_default="0"))
    op.drop_index("ix_inbox_state", table_name="inbox")
    op.create_index("ix_inbox_state", "inbox", ["state", "id"])
    _tell_apart()
    op.drop_index("ix_player_name_key", table_name="player")
    op.create_index(
        "ix_player_name_key", "player", ["name_key"], unique=True, sqlite_where=_NAMED, postgresql_where=_NAMED
    )


def _tell_apart() -> None:
    """Of people who have one name, in any case, the later ones get a number behind it, as newcomers do."""
    people = sa.table("player", sa.column("id"), sa.column("name"), sa.column("name_key"))
    line = op.get_bind()
    keys = set(line.scalars(sa.select(people.c.name_key)))
    twice = sa.select(people.c.name_key).where(people.c.name_key != "").group_by(people.c.name_key)
    for key in line.scalars(twice.having(sa.func.count() > 1)).all():
        found = sa.select(people.c.id, people.c.name).where(people.c.name_key == key).order_by(people.c.id)
        for person, name in line.execute(found).all()[1:]:
            number = next(n for n in count(2) if f"{key} {n}" not in keys)
            keys.add(f"{key} {number}")
            other = {"name": f"{name} {number}", "name_key": f"{key} {number}"}
            line.execute(sa.update(people).where(people.c.id == person).values(other))
