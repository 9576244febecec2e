"""Which games there are: of a person, in the lobby, for an invitation, waiting for a substitute."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import bindparam, func, or_, select

from pbem.db.mapping import GAME, SEAT
from pbem.db.models import GameRow, SeatRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.ids import GameId, PlayerId
from pbem.table.game_record import GameRecord
from pbem.table.seat import Seat
from pbem.table.states import RUNNING, GamePhase, SeatState

_GAME, _SEAT = table(GameRow).c, table(SeatRow).c
_SITS = (SeatState.JOINED, SeatState.RESIGNED)

_OF = (
    select(_GAME.id)
    .join(table(SeatRow), _SEAT.game_id == _GAME.id)
    .where(_SEAT.player_id == bindparam("player"), or_(*(_SEAT.state == state for state in _SITS)))
    .order_by(_GAME.id)
)
_RUNNING_OF = Prepared(_OF.where(or_(*(_GAME.phase == phase for phase in RUNNING))))
_PLAYING_OF = Prepared(_OF.where(_GAME.phase == GamePhase.PLAYING))


def running(session: Session, player_id: PlayerId) -> list[GameId]:
    """The games in the lobby or in play in which this person has (or had) a seat, oldest first."""
    return [row.id for row in run(session, _RUNNING_OF, {"player": player_id})]


def playing(session: Session, player_id: PlayerId) -> list[GameId]:
    """Those of them that are in play."""
    return [row.id for row in run(session, _PLAYING_OF, {"player": player_id})]


_TAKE = Prepared(select(_GAME.id).where(_GAME.id == bindparam("game")).with_for_update(skip_locked=True))


def take(session: Session, game_id: GameId) -> bool:
    """Keep other workers from this game until the transaction ends. False if one is at it."""
    return not session.shared or run(session, _TAKE, {"game": game_id}).first() is not None


_FINISHED_OF = Prepared(
    _OF.order_by(None)
    .where(_GAME.phase == GamePhase.FINISHED)
    .order_by(_GAME.ended_at.desc(), _GAME.id.desc())
    .limit(bindparam("most"))
)


def finished(session: Session, player_id: PlayerId, most: int) -> list[GameId]:
    """The games with a result in which this person had a seat to the end, the newest first."""
    return [row.id for row in run(session, _FINISHED_OF, {"player": player_id, "most": most})]


_EVER = Prepared(select(_SEAT.game_id).where(_SEAT.player_id == bindparam("player")).order_by(_SEAT.game_id))


def ever(session: Session, player_id: PlayerId) -> list[GameId]:
    """All games in which the person has or had a seat."""
    return [row.game_id for row in run(session, _EVER, {"player": player_id})]


def concerning(session: Session, player_id: PlayerId, addresses: Collection[str]) -> list[GameId]:
    """All games in which the person has a seat, or one was offered to these addresses."""
    mine = or_(_SEAT.player_id == player_id, _SEAT.address.in_(addresses))
    return sorted(row.game_id for row in run(session, select(_SEAT.game_id).where(mine).distinct()))


_INVITED = Prepared(
    select(_SEAT.game_id, _SEAT.seat).where(_SEAT.address == bindparam("address"), _SEAT.state == SeatState.INVITED)
)


def invited(session: Session, address: str) -> list[tuple[GameId, int]]:
    """Game and number of the seats that wait for an answer from this address."""
    return [(row.game_id, row.seat) for row in run(session, _INVITED, {"address": address})]


_LOBBY = Prepared(
    select(_GAME.id)
    .where(_GAME.phase == GamePhase.LOBBY, _GAME.held.is_(False))
    .order_by(_GAME.id)
    .limit(bindparam("most"))
)


def in_lobby(session: Session, most: int) -> list[GameId]:
    """The tables that gather, oldest first."""
    return [row.id for row in run(session, _LOBBY, {"most": most})]


_WANTED = Prepared(
    select(_SEAT.game_id, _SEAT.seat)
    .join(table(GameRow), _GAME.id == _SEAT.game_id)
    .where(_SEAT.state == SeatState.RESIGNED, _SEAT.wanted_at.is_not(None))
    .where(_GAME.phase == GamePhase.PLAYING, _GAME.held.is_(False))
    .order_by(_SEAT.wanted_at, _SEAT.game_id)
    .limit(bindparam("most"))
)


def wanted(session: Session, most: int) -> list[tuple[GameId, int]]:
    """Game and number of the seats that others may take, longest waiting first."""
    return [(row.game_id, row.seat) for row in run(session, _WANTED, {"most": most})]


_WAITS_FOR = Prepared(
    select(_SEAT.game_id)
    .join(table(GameRow), _GAME.id == _SEAT.game_id)
    .where(_SEAT.player_id == bindparam("player"), _SEAT.state == SeatState.JOINED)
    .where(_GAME.phase == GamePhase.PLAYING, _SEAT.due_at.is_not(None))
    .order_by(_SEAT.due_at)
)


def waits_for(session: Session, player_id: PlayerId) -> list[GameId]:
    """The games in which this person's clock runs, the most urgent first."""
    return [row.game_id for row in run(session, _WAITS_FOR, {"player": player_id})]


def page(session: Session, phases: Sequence[GamePhase] | None, first: int, most: int) -> list[GameRecord]:
    """So many games from the `first` on (0 is the oldest); of these phases if given. To look at only."""
    query = GAME.select.where(_GAME.id > 0).order_by(_GAME.id).offset(first).limit(most)
    return [GAME.read(row) for row in run(session, query if phases is None else query.where(_GAME.phase.in_(phases)))]


_LATE = (_GAME.phase == GamePhase.PLAYING, _GAME.due_at < bindparam("now"))
_OVERDUE = Prepared(select(_GAME.id).where(*_LATE).order_by(_GAME.due_at, _GAME.id).limit(bindparam("most")))
_HOW_MANY_LATE = Prepared(select(func.count()).select_from(table(GameRow)).where(*_LATE))


def overdue(session: Session, now: datetime, most: int) -> tuple[list[GameId], int]:
    """The games whose deadline is over, and nothing has come of it: the longest waiting, and how many in all."""
    found = [row.id for row in run(session, _OVERDUE, {"now": now, "most": most})]
    return found, len(found) if len(found) < most else int(run(session, _HOW_MANY_LATE, {"now": now}).scalar())


_HAS_LOG = select(_GAME.id).where(_GAME.id > bindparam("after"), _GAME.seq > 0).order_by(_GAME.id)
_BEGUN = Prepared(_HAS_LOG.limit(bindparam("most")))
_LATELY = Prepared(
    _HAS_LOG.where(or_(_GAME.phase == GamePhase.PLAYING, _GAME.ended_at >= bindparam("since"))).limit(bindparam("most"))
)


def begun(session: Session, after: GameId, most: int, since: datetime | None = None) -> list[GameId]:
    """The next games that have a log; if given, of those that have been in play since then."""
    values = {"after": after, "most": most}
    found = run(session, _BEGUN, values) if since is None else run(session, _LATELY, {**values, "since": since})
    return [row.id for row in found]


_IN_PHASE = Prepared(
    select(_GAME.id)
    .where(_GAME.phase == bindparam("phase"), _GAME.id > bindparam("after"))
    .order_by(_GAME.id)
    .limit(bindparam("most"))
)


def in_phase(session: Session, phase: GamePhase, after: GameId, most: int) -> list[GameId]:
    """The next games in this phase after this one, in order."""
    return [row.id for row in run(session, _IN_PHASE, {"phase": phase, "after": after, "most": most})]


def count(session: Session, phase: GamePhase) -> int:
    """How many games are in this phase."""
    return int(run(session, select(func.count()).select_from(table(GameRow)).where(_GAME.phase == phase)).scalar())


_SEATS = Prepared(SEAT.select.where(_SEAT.game_id == bindparam("game")).order_by(_SEAT.seat))


def seats(session: Session, game_id: GameId) -> list[Seat]:
    """A game's seats in order. To look at only."""
    return [SEAT.read(row) for row in run(session, _SEATS, {"game": game_id})]
