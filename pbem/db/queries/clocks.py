"""The clocks of all tables at once, for when the server's own time was lost; and how punctual people were."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, update
from sqlmodel import Session, col, select

from pbem.db.models import FormerRow, GameRow, LapseRow, PlayerRow, SeatRow


def running(session: Session) -> list[tuple[SeatRow, GameRow, PlayerRow]]:
    """Every seat whose clock runs, with its game and its player."""
    query = (
        select(SeatRow, GameRow, PlayerRow)
        .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
        .join(PlayerRow, col(PlayerRow.id) == col(SeatRow.player_id))
        .where(col(SeatRow.due_at).is_not(None), GameRow.phase == "playing")
    )
    return list(session.exec(query))


def move(session: Session, seconds: int) -> None:
    """Every person in a game with a running clock is to be told that the deadlines have moved."""
    games = select(GameRow.id).where(GameRow.phase == "playing", col(GameRow.due_at).is_not(None))
    concerned = update(SeatRow).where(col(SeatRow.game_id).in_(games), col(SeatRow.state) == "joined")
    session.execute(concerned.values(moved=col(SeatRow.moved) + seconds))
    session.expire_all()


def waits_for(session: Session, player_id: int) -> list[int]:
    """The games in which this person's clock runs, the most urgent first."""
    query = (
        select(SeatRow.game_id)
        .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
        .where(SeatRow.player_id == player_id, SeatRow.state == "joined", GameRow.phase == "playing")
        .where(col(SeatRow.due_at).is_not(None))
        .order_by(col(SeatRow.due_at))
    )
    return list(session.exec(query))


def turns(session: Session, player_id: int) -> int:
    """How many answers in time this person has given, and how many turns were let pass."""
    seats = session.exec(select(func.sum(SeatRow.turns)).where(SeatRow.player_id == player_id)).one() or 0
    former = session.exec(select(func.sum(FormerRow.turns)).where(FormerRow.player_id == player_id)).one() or 0
    return int(seats) + int(former) + lapses(session, player_id)


def lapses(session: Session, player_id: int, after: int = 0, since: datetime | None = None) -> int:
    """How many turns this person let pass: of those beyond number `after`, and since then."""
    query = select(func.count()).select_from(LapseRow).where(LapseRow.player_id == player_id)
    query = query.where(col(LapseRow.number) > after)
    return session.exec(query if since is None else query.where(col(LapseRow.at) >= since)).one()


def lapsed(session: Session, player_id: int, at: datetime) -> None:
    """Note a turn that was let pass."""
    session.flush()
    session.add(LapseRow(player_id=player_id, at=at, number=turns(session, player_id) + 1))
    session.flush()


def sat(session: Session, game_id: int, player_id: int) -> bool:
    """Whether this person had a seat at the table once."""
    return session.get(FormerRow, (game_id, player_id)) is not None


def leaves(session: Session, seat: SeatRow, at: datetime) -> None:
    """Another sits there now; the answers of who sat there before are kept."""
    if seat.player_id is not None:
        session.add(FormerRow(game_id=seat.game_id, player_id=seat.player_id, turns=seat.turns, left_at=at))


def wanted(session: Session, most: int) -> list[tuple[SeatRow, GameRow]]:
    """The seats that others may take, longest waiting first."""
    query = (
        select(SeatRow, GameRow)
        .join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
        .where(SeatRow.state == "resigned", col(SeatRow.wanted_at).is_not(None), GameRow.phase == "playing")
        .where(col(GameRow.held).is_(False))
        .order_by(col(SeatRow.wanted_at), col(SeatRow.game_id))
        .limit(most)
    )
    return list(session.exec(query))
