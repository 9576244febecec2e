"""Robots' jobs: what takes a robot a while is computed outside of every transaction, and put to the game afterwards.

A job is a row. Its task is made from what the game looks like now, is worked off anywhere (here, or in a process of
its own), and its result is put to the game only if the game still stands where it stood.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pbem.app.jobs.robot_requests import level_of
from pbem.app.services import Services
from pbem.app.table import Table
from pbem.app.tables import substitutes
from pbem.app.turns import finished_deals
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import Suit
from pbem.db.database import Session
from pbem.db.models import JobRow
from pbem.db.queries import game_log, jobs
from pbem.db.queries.jobs import Key
from pbem.facts import mails, notices
from pbem.facts.message import Mail
from pbem.hearts.entries import Choice, Hinted
from pbem.robots import DEFAULT, tasks
from pbem.robots.review.deal_review import Review

TRIES = 3
"""A job that failed so often is given up; a robot's turn is then played by the level that never searches.

If that fails too, any legal answer is given: a game must not stand still because a robot is broken.
"""


@dataclass(frozen=True, slots=True)
class RobotTask:
    """What a job asks for: `function(*arguments)`, all of it picklable, so that another process can run it."""

    key: Key
    function: Callable[..., object]  # of `robots/tasks.py`
    arguments: tuple[Any, ...]


def task(session: Session, services: Services, key: Key) -> RobotTask | None:
    """What is to be thought for a job; None if it is gone. A job whose game has gone on is let go with its result."""
    row, game = jobs.job(session, key), game_log.game(session, key[0])
    if row is None or game is None:
        return None
    return _PREPARE[row.kind](services, session, Table(session, game), row, key)


def _turn(services: Services, _: Session, table: Table, row: JobRow, key: Key) -> RobotTask:
    if not _still_asked(table, row):
        return RobotTask(key, tasks.nothing, ())
    view = table.view(row.seat)
    if row.tries > TRIES:
        return RobotTask(key, tasks.anything, (view,))
    level = DEFAULT if row.tries == TRIES else level_of(services, table, row.seat, row.stand_in)
    return RobotTask(key, tasks.ponder, (level, view, _seed(services, row)))


def _review(services: Services, session: Session, table: Table, row: JobRow, key: Key) -> RobotTask:
    log = finished_deals.entries(session, table, row.deal)
    return RobotTask(key, tasks.look_back, (log, row.seat, _seed(services, row)))


def _hint(services: Services, _: Session, table: Table, row: JobRow, key: Key) -> RobotTask:
    if not _still_asked(table, row):
        return RobotTask(key, tasks.nothing, ())
    return RobotTask(key, tasks.ponder, ("hard", table.view(row.seat), _seed(services, row)))


def _still_asked(table: Table, row: JobRow) -> bool:
    """Whether the game stands where it stood when the job was made, and asks this seat."""
    return table.game is not None and row.seat in table.game.to_act and table.length() == row.length


def _seed(services: Services, row: JobRow) -> str:
    """Of what was asked, not of when it is worked off: the same after a crash, and not foreseeable."""
    asked = f"deal {row.deal}" if row.deal else str(row.length)
    return f"{services.key.hex()}/{row.game_id}/{asked}/{row.seat}"


def conclude(uow: UnitOfWork, task: RobotTask, result: Any) -> None:
    """Put a result to the game, if the game still stands where it stood."""
    row = jobs.job(uow.session, task.key)
    jobs.done(uow.session, task.key)
    if row is not None:
        _CONCLUDE[row.kind](uow, uow.table(row.game_id), row, result)


def failed(uow: UnitOfWork, key: Key) -> bool:
    """A thought failed. True if the operator is to hear of it, since it has failed often enough.

    A turn then gets two more tries, each by something simpler; who asked for a review or a hint is told of it.
    """
    row = jobs.job(uow.session, key)
    if row is None:
        return True
    row.tries += 1
    if row.tries >= TRIES + (2 if row.kind == "turn" else 0):
        jobs.done(uow.session, key)
        if row.kind != "turn":
            _send(uow, uow.table(row.game_id), row, notices.NoThought(row.game_id, row.kind))
    return row.tries >= TRIES


def _play(uow: UnitOfWork, table: Table, row: JobRow, choice: Choice) -> None:
    if not _still_asked(table, row) or table.row.held:
        advance(uow, table)  # it is asked again where it is still its turn
        return
    table.choose(replace(choice, stand_in=True) if row.stand_in else choice, row.seat)
    if row.stand_in:
        table.lapsed.add(row.seat)
        substitutes.note_lapse(uow, table, table.seats[row.seat])
    advance(uow, table)


def _tell_review(uow: UnitOfWork, table: Table, row: JobRow, review: Review | None) -> None:
    _send(uow, table, row, mails.Review(table.id, row.deal, table.seat_facts(row.seat), review))


def _tell_hint(uow: UnitOfWork, table: Table, row: JobRow, choice: Choice | None) -> None:
    if choice is None or not _still_asked(table, row):
        return  # the turn is over meanwhile, and with it the question
    card, suit = getattr(choice, "card", None), getattr(choice, "suit", None)
    hint = mails.Hint(
        table.id,
        str(table.view(row.seat).ask),
        cards=(card,) if card is not None else getattr(choice, "cards", ()),
        amount=getattr(choice, "amount", None),
        suit=Suit(suit).letter if suit is not None else "",
        choice=getattr(choice, "choice", ""),
        count=sum(count for _, count in getattr(choice, "passing", ())),
    )
    table.apply(Hinted(row.seat))
    _send(uow, table, row, hint)


def _send(uow: UnitOfWork, table: Table, row: JobRow, mail: Mail) -> None:
    """To whom the job is for. The reply counts from what the log holds now: a hint stands in it too."""
    player = uow.reachable(table.seats[row.seat])
    if player is not None:
        uow.send(mail, player, table, token=uow.reply_token(player, table, table.length()))


_PREPARE: dict[str, Callable[[Services, Session, Table, JobRow, Key], RobotTask]] = {
    "turn": _turn,
    "review": _review,
    "hint": _hint,
}
_CONCLUDE: dict[str, Callable[[UnitOfWork, Table, JobRow, Any], None]] = {
    "turn": _play,
    "review": _tell_review,
    "hint": _tell_hint,
}
