"""The first tables."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""

    op.create_table(
        "block",
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("host_id", sa.Integer(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("address", "host_id", name=op.f("pk_block")),
    )
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("fingerprint", AutoString(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("source", AutoString(), nullable=False),
        sa.Column("sender", AutoString(), nullable=True),
        sa.Column("recipients", AutoString(), nullable=False),
        sa.Column("arrived_at", UTCDateTime(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("outcome", AutoString(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("author", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint("fingerprint", name=op.f("uq_inbox_fingerprint")),
    )
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.create_index("ix_inbox_author", ["author", "arrived_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_inbox_state"), ["state"], unique=False)

    op.create_table(
        "meta",
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("value", AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", AutoString(), nullable=False),
        sa.Column("recipient", AutoString(), nullable=False),
        sa.Column("envelope", AutoString(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_at", UTCDateTime(), nullable=False),
        sa.Column("detail", AutoString(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("template", AutoString(), nullable=False),
        sa.Column("about", AutoString(), nullable=False),
        sa.Column("told_deal", sa.Integer(), nullable=False),
        sa.Column("told_plays", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("message_id", name=op.f("uq_outbox_message_id")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_about"), ["about"], unique=False)
        batch_op.create_index("ix_outbox_due", ["state", "next_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbox_recipient"), ["recipient"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("language", AutoString(), nullable=False),
        sa.Column("zone", AutoString(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("greeted", sa.Boolean(), nullable=False),
        sa.Column("paused", AutoString(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
    )
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_player_name"), ["name"], unique=False)

    op.create_table(
        "address",
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("added_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_address_player_id_player")),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_address")),
    )
    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_address_player_id"), ["player_id"], unique=False)

    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("variant", AutoString(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("host_id", sa.Integer(), nullable=False),
        sa.Column("pace", AutoString(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("phase", AutoString(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("base_seq", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("asks", AutoString(), nullable=False),
        sa.Column("to_act", AutoString(), nullable=False),
        sa.Column("scores", AutoString(), nullable=False),
        sa.Column("places", AutoString(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=True),
        sa.Column("due_at", UTCDateTime(), nullable=True),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.Column("paused_until", UTCDateTime(), nullable=True),
        sa.Column("paused_by", sa.Integer(), nullable=True),
        sa.Column("claim", sa.Text(), nullable=False),
        sa.Column("usual", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["host_id"], ["player.id"], name=op.f("fk_game_host_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_due_at"), ["due_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_game_host_id"), ["host_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_game_phase"), ["phase"], unique=False)

    op.create_table(
        "lapse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_lapse_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lapse")),
    )
    with op.batch_alter_table("lapse", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_lapse_player_id"), ["player_id"], unique=False)

    op.create_table(
        "question",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("author", AutoString(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_question_inbox_id_inbox")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_question")),
    )
    op.create_table(
        "roundup",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), server_default="[]", nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_roundup_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roundup")),
    )
    with op.batch_alter_table("roundup", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_roundup_player_id"), ["player_id"], unique=False)

    op.create_table(
        "seek",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("variant", AutoString(), nullable=False),
        sa.Column("until", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seek_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", "variant", name=op.f("pk_seek")),
    )
    op.create_table(
        "alarm",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("due_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_alarm_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "kind", name=op.f("pk_alarm")),
    )
    with op.batch_alter_table("alarm", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_alarm_due_at"), ["due_at"], unique=False)

    op.create_table(
        "collected",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("due_at", UTCDateTime(), nullable=False),
        sa.Column("lapsed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_collected_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_collected_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", "game_id", name=op.f("pk_collected")),
    )
    with op.batch_alter_table("collected", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_collected_due_at"), ["due_at"], unique=False)

    op.create_table(
        "deal",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("points", AutoString(), nullable=False),
        sa.Column("scores", AutoString(), nullable=False),
        sa.Column("shooter", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_deal_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_deal")),
    )
    op.create_table(
        "entry",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_entry_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_entry")),
    )
    op.create_table(
        "former",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("left_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_former_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_former_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_former")),
    )
    with op.batch_alter_table("former", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_former_player_id"), ["player_id"], unique=False)

    op.create_table(
        "job",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("stand_in", sa.Boolean(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("made_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_job_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "kind", "seat", "deal", name=op.f("pk_job")),
    )
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_job_made_at"), ["made_at"], unique=False)

    op.create_table(
        "lesson",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("told", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_lesson_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_lesson")),
    )
    op.create_table(
        "rematch",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("next_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_rematch_game_id_game")),
        sa.ForeignKeyConstraint(["next_id"], ["game.id"], name=op.f("fk_rematch_next_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_rematch")),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("invitation", sa.Integer(), nullable=False),
        sa.Column("robot", AutoString(), nullable=False),
        sa.Column("told_deal", sa.Integer(), nullable=False),
        sa.Column("told_plays", sa.Integer(), nullable=False),
        sa.Column("acted_seq", sa.Integer(), nullable=False),
        sa.Column("lapses", sa.Integer(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("early_seq", sa.Integer(), nullable=False),
        sa.Column("clock_at", UTCDateTime(), nullable=True),
        sa.Column("clock_left", sa.Integer(), nullable=False),
        sa.Column("bank", sa.Integer(), nullable=True),
        sa.Column("due_at", UTCDateTime(), nullable=True),
        sa.Column("remind_at", UTCDateTime(), nullable=True),
        sa.Column("nudged_by", AutoString(), nullable=False),
        sa.Column("nudged_at", UTCDateTime(), nullable=True),
        sa.Column("moved", sa.Integer(), nullable=False),
        sa.Column("away", AutoString(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("wanted_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_player_id"), ["player_id"], unique=False)

    op.create_table(
        "vote",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ballots", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_vote_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_vote")),
    )
