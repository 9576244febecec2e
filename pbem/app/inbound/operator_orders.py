"""The operator's hand: a mail is tried again or let go, a game is held or goes on, clocks are set right."""

from __future__ import annotations

from pbem.app.clock import seat_clocks, wrong_clock
from pbem.app.table import Table
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import inbox, outbox
from pbem.db.queries.inbox import InboxState
from pbem.db.queries.outbox import OutboxState
from pbem.facts import notices
from pbem.ids import GameId, LetterId, MailId
from pbem.table.states import RUNNING, GamePhase

WORD = "control"
"""Begins the subject of an operator's letter that is such an order."""


def control(uow: UnitOfWork, subject: str) -> str:
    """`control inbox retry 12`, `control game hold 7`; returns what was done, for the operator."""
    words = subject.split()
    if words[1:] == ["clocks", "fix"]:
        count = wrong_clock.put_right(uow)
        return f"clocks: {count} {'deadline' if count == 1 else 'deadlines'} set right"
    if words[2:] == ["retry", "all"] and words[1] in ("inbox", "outbox"):
        return _retry_all(uow, words[1])
    if len(words) != 4 or not words[3].isdecimal():
        return "not an order of the operator's"
    box, verb, number = words[1], words[2], int(words[3])
    match box, verb:
        case "inbox", "retry" | "drop":
            return _letter(uow, verb, LetterId(number))
        case "outbox", "retry" | "drop":
            return _mail(uow, verb, MailId(number))
        case "game", "hold" | "release":
            return _game(uow, verb, GameId(number))
    return "not an order of the operator's"


def _letter(uow: UnitOfWork, verb: str, number: LetterId) -> str:
    if inbox.letter(uow.session, number) is None:
        return f"there is no letter {number}"
    if verb == "retry":
        inbox.retry(uow.session, number)
    else:
        inbox.drop(uow.session, number)
    return f"inbox {number}: {'is tried again' if verb == 'retry' else 'dropped'}"


def _retry_all(uow: UnitOfWork, box: str) -> str:
    """Every letter that was set aside, or every mail that could not be sent."""
    if box == "inbox":
        numbers = [_letter(uow, "retry", number) for number in inbox.in_state(uow.session, InboxState.QUARANTINED)]
    else:
        numbers = [_mail(uow, "retry", number) for number in outbox.in_state(uow.session, OutboxState.FAILED)]
    return f"{box}: {len(numbers)} {'is' if len(numbers) == 1 else 'are'} tried again"


def _mail(uow: UnitOfWork, verb: str, number: MailId) -> str:
    if outbox.mail(uow.session, number) is None:
        return f"there is no mail {number}"
    if verb == "retry":
        outbox.retry(uow.session, number, uow.now)
    else:
        outbox.drop(uow.session, [number])
    return f"outbox {number}: {'is tried again' if verb == 'retry' else 'dropped'}"


def _game(uow: UnitOfWork, verb: str, number: GameId) -> str:
    """A held game takes no orders, its clock stands, and it sends no mail but the notice of it."""
    record = uow.records.game(number)
    if record is None or record.phase not in RUNNING:
        return f"there is no game {number} that goes on"
    if record.held == (verb == "hold"):
        return f"game {number}: is {'held' if record.held else 'not held'} already"
    table = uow.table(number)
    if verb == "hold":
        seat_clocks.halt(uow, table)
        record.held = True
    else:
        record.held = False
        _go_on(uow, table)
    for seat in table.seats_of_people():
        person = uow.reachable(seat)
        if person is not None:
            uow.send(notices.HeldNotice(number) if record.held else notices.ReleasedNotice(number), person, table)
    return f"game {number}: {'held' if record.held else 'goes on'}"


def _go_on(uow: UnitOfWork, table: Table) -> None:
    """Each open turn gets its whole time again."""
    turn = table.turn()
    advance(uow, table)
    if table.phase is GamePhase.PLAYING and turn is not None and table.turn() == turn and table.record.pause is None:
        seat_clocks.restart(uow, table)
