"""How punctual people were, and who sat where once."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, func, insert, select

from pbem.db.models import FormerRow, LapseRow, SeatRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.ids import GameId, PlayerId
from pbem.table.seat import Seat

_SEAT, _FORMER, _LAPSE = table(SeatRow).c, table(FormerRow).c, table(LapseRow).c
_ON_SEATS = Prepared(select(func.sum(_SEAT.turns)).where(_SEAT.player_id == bindparam("player")))
_BEFORE = Prepared(select(func.sum(_FORMER.turns)).where(_FORMER.player_id == bindparam("player")))


def turns(session: Session, player_id: PlayerId) -> int:
    """How many answers in time this person has given, and how many turns were let pass."""
    on_seats = run(session, _ON_SEATS, {"player": player_id}).scalar() or 0
    before = run(session, _BEFORE, {"player": player_id}).scalar() or 0
    return int(on_seats) + int(before) + lapses(session, player_id)


def lapses(session: Session, player_id: PlayerId, after: int = 0, since: datetime | None = None) -> int:
    """How many turns this person let pass: of those beyond number `after`, and since then."""
    query = select(func.count()).select_from(table(LapseRow)).where(_LAPSE.player_id == player_id)
    query = query.where(_LAPSE.number > after)
    return int(run(session, query if since is None else query.where(_LAPSE.at >= since)).scalar())


_LAPSED = Prepared(insert(table(LapseRow)))


def note_lapse(session: Session, player_id: PlayerId, at: datetime) -> None:
    """Note a turn that was let pass."""
    run(session, _LAPSED, {"player_id": player_id, "at": at, "number": turns(session, player_id) + 1})


_SAT = Prepared(
    select(_FORMER.turns).where(_FORMER.game_id == bindparam("game"), _FORMER.player_id == bindparam("player"))
)


def sat(session: Session, game_id: GameId, player_id: PlayerId) -> bool:
    """Whether this person had a seat at the table once."""
    return run(session, _SAT, {"game": game_id, "player": player_id}).first() is not None


_LEFT = Prepared(insert(table(FormerRow)))


def note_former(session: Session, seat: Seat) -> None:
    """Another is to sit there: the answers of who sits there now are kept."""
    if seat.player_id is not None:
        run(session, _LEFT, {"game_id": seat.game_id, "player_id": seat.player_id, "turns": seat.turns})
