"""Robots' jobs: what takes a robot a while is computed outside of every transaction, and put to the game afterwards.

A job is a row. Its task is made from what the game looks like now, is worked off anywhere (here, or in a process of
its own), and its result is put to the game only if the game still stands where it stood.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pbem.app.jobs.robot_requests import robot_level
from pbem.app.services import Services
from pbem.app.table import Table
from pbem.app.tables import substitutes
from pbem.app.turns import finished_deals
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork, load_table
from pbem.cards import Suit
from pbem.db.database import Session
from pbem.db.queries import jobs
from pbem.db.queries.jobs import Job, JobKey
from pbem.db.records import Records
from pbem.facts import mails, notices
from pbem.facts.kinds import Mail
from pbem.hearts.entries import Choice, Hinted
from pbem.robots import ADVISER, DEFAULT, tasks
from pbem.robots.review.deal_review import Review
from pbem.table.states import JobKind

TRIES = 3
"""A job that failed so often is given up; a robot's turn is then played by the level that never searches.

If that fails too, any legal answer is given: a game must not stand still because a robot is broken.
"""


@dataclass(frozen=True, slots=True)
class RobotTask:
    """What a job asks for: `function(*arguments)`, all of it picklable, so that another process can run it."""

    key: JobKey
    function: Callable[..., object]  # of `robots/tasks.py`
    arguments: tuple[Any, ...]
    simple: bool = False  # takes no while, and needs no other process: those may be what failed


def task(session: Session, services: Services, key: JobKey) -> RobotTask | None:
    """What is to be searched for a job; None if it is gone. A job whose game has gone on is let go with its result."""
    job, table = jobs.job(session, key), load_table(session, Records(session), key.game_id)
    if job is None or table is None:
        return None
    return _PREPARE[job.kind](services, session, table, job, key)


def _turn(services: Services, _: Session, table: Table, job: Job, key: JobKey) -> RobotTask:
    if not _still_asked(table, job):
        return RobotTask(key, tasks.nothing, (), simple=True)
    view = table.view(job.seat)
    if job.tries > TRIES:
        return RobotTask(key, tasks.anything, (view,), simple=True)
    failed = job.tries == TRIES
    level = DEFAULT if failed else robot_level(services, table, job.seat, job.stand_in)
    return RobotTask(key, tasks.ponder, (level, view, _seed(services, job)), simple=failed)


def _review(services: Services, session: Session, table: Table, job: Job, key: JobKey) -> RobotTask:
    log = finished_deals.entries(session, table, job.deal)
    return RobotTask(key, tasks.look_back, (log, job.seat, _seed(services, job)))


def _hint(services: Services, _: Session, table: Table, job: Job, key: JobKey) -> RobotTask:
    if not _still_asked(table, job):
        return RobotTask(key, tasks.nothing, ())
    return RobotTask(key, tasks.ponder, (ADVISER, table.view(job.seat), _seed(services, job)))


def _still_asked(table: Table, job: Job) -> bool:
    """Whether the game stands where it stood when the job was made, and asks this seat."""
    return table.game is not None and job.seat in table.game.to_act and table.length() == job.length


def _seed(services: Services, job: Job) -> str:
    """Of what was asked, not of when it is worked off: the same after a crash, and not foreseeable."""
    asked = f"deal {job.deal}" if job.deal else str(job.length)
    return f"{services.key.hex()}/{job.game_id}/{asked}/{job.seat}"


def conclude(uow: UnitOfWork, task: RobotTask, result: Any, me: int = 0) -> None:
    """Put a result to the game, if the game still stands where it stood, and the job is still this worker's."""
    uow.table(task.key.game_id)  # nobody else is at the game from here on, nor at what it asks of robots
    job = jobs.job(uow.session, task.key)
    if job is not None and job.owner == me:
        jobs.done(uow.session, task.key)
        _CONCLUDE[job.kind](uow, uow.table(job.game_id), job, result)


def failed(uow: UnitOfWork, key: JobKey) -> bool:
    """A search failed. True if the operator is to hear of it, since it has failed often enough.

    A turn then gets two more tries, each by something simpler; who asked for a review or a hint is told of it.
    """
    job = jobs.job(uow.session, key)
    if job is None:
        return True
    jobs.note_failure(uow.session, key)
    tries = job.tries + 1
    if tries >= TRIES + (2 if job.kind is JobKind.TURN else 0):
        jobs.done(uow.session, key)
        if job.kind is not JobKind.TURN:
            _send(uow, uow.table(job.game_id), job, notices.NoThoughtNotice(job.game_id, job.kind))
    return tries >= TRIES


def _play(uow: UnitOfWork, table: Table, job: Job, choice: Choice) -> None:
    if not _still_asked(table, job) or table.held:
        advance(uow, table)  # it is asked again where it is still its turn
        return
    table.choose(replace(choice, stand_in=True) if job.stand_in else choice, job.seat)
    if job.stand_in:
        table.lapsed.add(job.seat)
        substitutes.note_lapse(uow, table, table.seats[job.seat])
    advance(uow, table)


def _tell_review(uow: UnitOfWork, table: Table, job: Job, review: Review | None) -> None:
    _send(uow, table, job, mails.ReviewMail(table.id, job.deal, table.seat_facts(job.seat), review))


def _tell_hint(uow: UnitOfWork, table: Table, job: Job, choice: Choice | None) -> None:
    if choice is None or not _still_asked(table, job):
        return  # the turn is over meanwhile, and with it the question
    card, suit = getattr(choice, "card", None), getattr(choice, "suit", None)
    hint = mails.HintMail(
        table.id,
        str(table.view(job.seat).ask),
        cards=(card,) if card is not None else getattr(choice, "cards", ()),
        amount=getattr(choice, "amount", None),
        suit=Suit(suit).letter if suit is not None else "",
        choice=getattr(choice, "choice", ""),
        count=sum(count for _, count in getattr(choice, "passing", ())),
    )
    table.apply(Hinted(job.seat))
    _send(uow, table, job, hint)


def _send(uow: UnitOfWork, table: Table, job: Job, mail: Mail) -> None:
    """To whom the job is for. The reply counts from what the log holds now: a hint stands in it too."""
    player = uow.reachable(table.seats[job.seat])
    if player is not None:
        uow.send(mail, player, table, token=uow.reply_token(player, table, table.length()))


_PREPARE: dict[JobKind, Callable[[Services, Session, Table, Job, JobKey], RobotTask]] = {
    JobKind.TURN: _turn,
    JobKind.REVIEW: _review,
    JobKind.HINT: _hint,
}
_CONCLUDE: dict[JobKind, Callable[[UnitOfWork, Table, Job, Any], None]] = {
    JobKind.TURN: _play,
    JobKind.REVIEW: _tell_review,
    JobKind.HINT: _tell_hint,
}
