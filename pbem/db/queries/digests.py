"""What is told together: news that waits for its reader's hour, mails of several games, and mails that pile up."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, insert, update
from sqlalchemy import select as sql_select
from sqlmodel import col, select

from pbem.db.models import CollectedRow, CombinedMailRow, OutboxRow
from pbem.db.queries.outbox import OutboxMail, OutboxState, mail_of
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.db.upsert import upsert
from pbem.ids import CombinedMailId, GameId, PlayerId

Games = dict[GameId, tuple[int, int, int]]
"""By game: the log's length when a mail told of it, and up to where the seat had been told before (deal, plays)."""

KEPT = timedelta(days=90)
"""A reply to a mail of several games that is older is no reply to a turn any more."""


_NEWS = table(CollectedRow).c
_COLLECTED = Prepared(
    sql_select(_NEWS.due_at, _NEWS.lapsed).where(
        _NEWS.player_id == bindparam("player"), _NEWS.game_id == bindparam("game")
    )
)


def add(session: Session, player_id: PlayerId, game_id: GameId, due_at: datetime, lapsed: bool) -> None:
    """A game's news waits for this person, until then at the latest."""
    row = run(session, _COLLECTED, {"player": player_id, "game": game_id}).first()
    if row is not None:
        due_at, lapsed = min(due_at, row.due_at), lapsed or row.lapsed
    values = {"player_id": player_id, "game_id": game_id, "due_at": due_at, "lapsed": lapsed}
    upsert(session, CollectedRow, [values], ("player_id", "game_id"))


_DUE = Prepared(
    sql_select(_NEWS.player_id)
    .where(_NEWS.due_at <= bindparam("now"))
    .order_by(_NEWS.due_at, _NEWS.player_id)
    .limit(bindparam("most"))
)


def due(session: Session, now: datetime, most: int = 100) -> list[PlayerId]:
    """The people whose hour has come, each once, the earliest first; of so much news."""
    found = run(session, _DUE, {"now": now, "most": most})
    return list(dict.fromkeys(PlayerId(row.player_id) for row in found))


_TAKE = Prepared(
    delete(table(CollectedRow)).where(_NEWS.player_id == bindparam("player")).returning(_NEWS.game_id, _NEWS.lapsed)
)


def take(session: Session, player_id: PlayerId) -> dict[GameId, bool]:
    """The games whose news waits for this person, which waits no more; and whether a stand-in has chosen there."""
    return {GameId(row.game_id): row.lapsed for row in sorted(run(session, _TAKE, {"player": player_id}))}


def drop_news(session: Session, player_id: PlayerId, game_id: GameId) -> None:
    """This person knows how that game stands."""
    where = (col(CollectedRow.player_id) == player_id, col(CollectedRow.game_id) == game_id)
    session.execute(delete(CollectedRow).where(*where))


def reschedule(session: Session, player_id: PlayerId, due_at: datetime) -> None:
    """What waits for this person is due then."""
    session.execute(update(CollectedRow).where(col(CollectedRow.player_id) == player_id).values(due_at=due_at))


_ADD_COMBINED = Prepared(insert(table(CombinedMailRow)).returning(table(CombinedMailRow).c.id))


def add_combined(
    session: Session, player_id: PlayerId, games: Games, notes: Sequence[str], at: datetime
) -> CombinedMailId:
    """A mail of several games: up to where it tells of each, and the texts of short mails that it holds."""
    old = (col(CombinedMailRow.player_id) == player_id, col(CombinedMailRow.at) < at - KEPT)
    session.execute(delete(CombinedMailRow).where(*old))
    values = {"player_id": player_id, "games": json.dumps(games), "notes": json.dumps(notes), "at": at}
    return CombinedMailId(run(session, _ADD_COMBINED, values).scalar())


def combined(session: Session, number: CombinedMailId) -> Games:
    """What a mail of several games told; {} if there is none of this number."""
    row = session.get(CombinedMailRow, number)
    return {} if row is None else _games(row)


def combined_of(session: Session, player_id: PlayerId, at: Collection[datetime]) -> list[tuple[Games, list[str]]]:
    """The mails of several games that were written to this person at these moments, and their short mails."""
    query = select(CombinedMailRow).where(CombinedMailRow.player_id == player_id, col(CombinedMailRow.at).in_(at))
    return [(_games(row), json.loads(row.notes)) for row in session.exec(query.order_by(col(CombinedMailRow.id)))]


def _games(row: CombinedMailRow) -> Games:
    return {GameId(int(game)): (told[0], told[1], told[2]) for game, told in json.loads(row.games).items()}


_MAIL = table(OutboxRow).c
_NEXT = (
    sql_select(_MAIL.player_id)
    .where(_MAIL.state == OutboxState.WAITING, _MAIL.next_at <= bindparam("now"))
    .order_by(_MAIL.next_at)
    .limit(bindparam("most"))
)
_PILED_UP = Prepared(
    sql_select(_MAIL.player_id)
    .where(_MAIL.state == OutboxState.WAITING, _MAIL.player_id.in_(_NEXT.scalar_subquery()))
    .group_by(_MAIL.player_id)
    .having(func.count() > 1, func.min(_MAIL.created_at) < bindparam("before"))
)


def piled_up(session: Session, now: datetime, before: datetime, most: int = 32) -> list[PlayerId]:
    """Of the people to whom the next mails go: those for whom several wait, the oldest since before then."""
    found = run(session, _PILED_UP, {"now": now, "before": before, "most": most})
    return [PlayerId(row.player_id) for row in found]


def waiting(session: Session, player_id: PlayerId, templates: Sequence[str]) -> list[OutboxMail]:
    """The mails of these kinds that wait for this person, oldest first; not those that answer a letter."""
    query = select(OutboxRow).where(OutboxRow.player_id == player_id, OutboxRow.state == OutboxState.WAITING)
    query = query.where(col(OutboxRow.template).in_(templates), col(OutboxRow.about).not_like("answer/%"))
    if session.shared:  # whoever has them in hand already sends them
        query = query.with_for_update(skip_locked=True)
    return [mail_of(row) for row in session.exec(query.order_by(col(OutboxRow.id)))]
