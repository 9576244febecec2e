"""Talk that rides with the next mail. A line counts as told by a mail, unless that is overtaken before it goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, insert, or_, select, update

from pbem.db.models import OutboxRow, TalkRow
from pbem.db.queries.outbox import OutboxState
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.ids import GameId, PlayerId


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A line of talk for one hearer."""

    id: int
    name: str
    text: str
    alone: bool


_TALK, _MAIL = table(TalkRow).c, table(OutboxRow).c
_ADD = Prepared(insert(table(TalkRow)))
_DROPPED = and_(_MAIL.message_id == _TALK.mail, _MAIL.state == OutboxState.DROPPED)
_UNTOLD = Prepared(
    select(_TALK.id, _TALK.name, _TALK.text, _TALK.alone)
    .select_from(table(TalkRow).outerjoin(table(OutboxRow), _DROPPED))
    .where(_TALK.hearer_id == bindparam("hearer"), _TALK.game_id == bindparam("game"))
    .where(or_(_TALK.mail == "", _MAIL.id.is_not(None)))
    .order_by(_TALK.id)
)
_TOLD = Prepared(update(table(TalkRow)).where(_TALK.id == bindparam("line")).values(mail=bindparam("message")))


def add(
    session: Session,
    game_id: GameId,
    hearer_id: PlayerId,
    speaker_id: PlayerId,
    name: str,
    text: str,
    alone: bool,
    at: datetime,
) -> None:
    """A line waits for the next mail to this hearer."""
    values = {"game_id": game_id, "hearer_id": hearer_id, "speaker_id": speaker_id, "name": name, "text": text}
    run(session, _ADD, values | {"alone": alone, "at": at, "mail": ""})


def untold(session: Session, game_id: GameId, hearer_id: PlayerId) -> list[TalkLine]:
    """The lines that no mail to this hearer tells yet, oldest first."""
    found = run(session, _UNTOLD, {"game": game_id, "hearer": hearer_id})
    return [TalkLine(row.id, row.name, row.text, row.alone) for row in found]


def note_told(session: Session, lines: Sequence[int], message_id: str) -> None:
    """These lines are in this mail."""
    run(session, _TOLD, [{"line": line, "message": message_id} for line in lines])
