"""Indexes for what would otherwise look at every row there is; a few that nothing asks for go."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_NEW = {
    "ix_outbox_about": ("outbox", ["about", "state"]),
    "ix_outbox_recipient": ("outbox", ["recipient", "created_at"]),
    "ix_outbox_player": ("outbox", ["player_id", "state"]),
    "ix_outbox_inbox_id": ("outbox", ["inbox_id"]),
    "ix_inbox_source": ("inbox", ["source"]),
    "ix_inbox_player_id": ("inbox", ["player_id"]),
    "ix_question_due": ("question", ["state", "due_at"]),
    "ix_question_address": ("question", ["address", "asked_at"]),
    "ix_question_player": ("question", ["player_id", "state"]),
    "ix_question_game": ("question", ["game_id", "state"]),
    "ix_game_due": ("game", ["phase", "due_at"]),
    "ix_player_name_key": ("player", ["name_key"]),
    "ix_talk_hearer": ("talk", ["hearer_id", "game_id"]),
}
_SOME = {
    "ix_seat_wanted": ("seat", "wanted_at", sa.text("wanted_at IS NOT NULL")),
    "ix_inbox_held": ("inbox", "arrived_at", sa.text("length(raw) > 0")),
    "ix_outbox_held": ("outbox", "created_at", sa.text("length(body) > 0")),
    "ix_player_paused": ("player", "id", sa.text("paused != ''")),
}
_GONE = {
    "ix_outbox_about": "outbox",
    "ix_outbox_recipient": "outbox",
    "ix_game_due_at": "game",
    "ix_player_name": "player",
    "ix_talk_hearer_id": "talk",
}


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.add_column("player", sa.Column("name_key", sa.String(), nullable=False, server_default=""))
    people = sa.table("player", sa.column("id"), sa.column("name"), sa.column("name_key"))
    line = op.get_bind()
    found = line.execute(sa.select(people.c.id, people.c.name)).all()
    if found:
        keyed = sa.update(people).where(people.c.id == sa.bindparam("the_id")).values(name_key=sa.bindparam("key"))
        line.execute(keyed, [{"the_id": number, "key": name.casefold()} for number, name in found])
    for name, table in _GONE.items():
        op.drop_index(name, table_name=table)
    for name, (table, columns) in _NEW.items():
        op.create_index(name, table, columns)
    for name, (table, column, where) in _SOME.items():
        op.create_index(name, table, [column], sqlite_where=where, postgresql_where=where)
