"""Talk waits for the next mail to each of its hearers."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables up to this version."""
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("hearer_id", sa.Integer(), nullable=False),
        sa.Column("speaker_id", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("alone", sa.Boolean(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("mail", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_talk_game_id_game")),
        sa.ForeignKeyConstraint(["hearer_id"], ["player.id"], name=op.f("fk_talk_hearer_id_player")),
        sa.ForeignKeyConstraint(["speaker_id"], ["player.id"], name=op.f("fk_talk_speaker_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_talk")),
    )
    op.create_index(op.f("ix_talk_hearer_id"), "talk", ["hearer_id"])
    op.create_index(op.f("ix_talk_speaker_id"), "talk", ["speaker_id"])
