"""The desk: one letter from the inbox to the outbox, in one transaction. Read this file first.

    read -> screen -> identify -> parse -> run each order -> advance -> tell -> outbox -> close     and only then commit

What crashes on the way rolls back whole, is tried again, and is set aside after three tries; the next letter goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.app import limits
from pbem.app.accounts import confirmations, identity, mail_pause
from pbem.app.accounts.identity import Standing, identify
from pbem.app.inbound import bounces
from pbem.app.inbound.interpret import readings
from pbem.app.inbound.operator_orders import WORD, control
from pbem.app.notify import notifications
from pbem.app.notify.compose import send_all
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.refusals import Wrong
from pbem.app.services import House
from pbem.app.tables import open_tables
from pbem.app.turns.advance import settle
from pbem.app.turns.play import is_stale
from pbem.app.unit_of_work import Author, Case
from pbem.commands.command import Command
from pbem.db.database import Database, Session
from pbem.db.models.rows import InboxRow
from pbem.db.queries import inbox
from pbem.db.queries.people import by_address
from pbem.hearts.refusal import Refused
from pbem.hearts.rules.record import RulesFaultItem
from pbem.mail.message.inbound_message import Letter
from pbem.mail.message.parse import read
from pbem.mail.message.screening import screen
from pbem.orders.order import Misread, Order, Reading, Why

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Desk:
    """Handles letters. `commands` maps a verb to what it does."""

    database: Database
    house: House
    commands: Mapping[str, Command]

    def work(self, most: int = 32) -> int:
        """Handle the letters that wait, oldest first; returns how many there were."""
        with self.database.read() as session:
            waiting = inbox.waiting(session, most)
        for inbox_id in waiting:
            self.handle(inbox_id)
        return len(waiting)

    def handle(self, inbox_id: int) -> None:
        """One letter, one transaction. Never raises for what the letter holds."""
        try:
            with self.database.begin() as session:
                row = session.get(InboxRow, inbox_id)
                if row is not None and row.state == "new":
                    self._handle(session, row)
        except Exception as crash:  # whatever it is: the letter is kept, the operator told, and the next one goes on
            log.exception("letter %d could not be handled", inbox_id)
            self._set_back(inbox_id, crash)

    def _handle(self, session: Session, row: InboxRow) -> None:
        letter = read(inbox.arrival(row), self.house.own)
        case = Case(session, self.house, self.house.clock(), row.id, letter)
        row.author = letter.sender
        row.outcome = self._outcome(case, letter, row)
        row.state = "done"
        if case.author is not None and case.author.player is not None:
            row.player_id = case.author.player.id
        row.game_id = case.game_id
        finish(case)

    def _outcome(self, case: Case, letter: Letter, row: InboxRow) -> str:
        """What is done with the letter, as one word for the record."""
        if row.source == "operator":
            return self._operator(case, letter)
        bounce = bounces.note_bounce(case, inbox.arrival(row), letter)
        if bounce:
            return f"ignored: {bounce}"
        ignore = screen(letter, self.house.own)
        if ignore is not None:
            return f"ignored: {ignore.cause}"
        if limits.too_many_letters(case, letter):
            return "ignored: too many letters"
        who = identify(self.house, case.session, letter)
        case.author, case.proven = who.author, who.proven
        match who.standing:
            case Standing.FORGED:
                return "ignored: forged"
            case Standing.FOREIGN:
                return confirmations.ask_owner(case, who.owner)
            case Standing.UNPROVEN if any(reading.orders for reading in readings(case, letter)):
                return confirmations.ask_author(case)
            case Standing.STRANGER if limits.stranger_spent(case, letter.sender):
                return "ignored: stranger limit"
            case _:
                paused = mail_pause.heard_from(case)
                outcome = self.carry_out(case, letter)
                if paused:
                    mail_pause.welcome_back(case)
                return outcome

    def _operator(self, case: Case, letter: Letter) -> str:
        """A letter from the operator's own box: an order to the boxes, or one in a player's name."""
        if letter.subject.split()[:1] == [WORD]:
            return control(case, letter.subject)
        case.author = Author(letter.sender, player=by_address(case.session, letter.sender))
        case.proven = True
        return self.carry_out(case, letter)

    def carry_out(self, case: Case, letter: Letter) -> str:
        """Run the letter's orders for its author, whoever that has been found to be."""
        any_order = False
        for reading in readings(case, letter):
            for place, order in enumerate(reading.orders):
                any_order = True
                if not self._run(case, order):
                    rest = tuple(o.line for o in reading.orders[place + 1 :])
                    if rest:
                        case.answer("not-done", lines=rest)
                    return "refused"
            if reading.misread and (outcome := self._misread(case, letter, reading, any_order)):
                return outcome
        kept, case.kept = case.kept, None
        if kept is not None:
            return self.carry_out(case, kept)
        return "done" if any_order else "misread"

    def _run(self, case: Case, order: Order) -> bool:
        """Run one order; False if it was refused."""
        command = self.commands[order.verb]
        author = case.author
        known = author is not None and author.player is not None
        try:
            if not known and command.spec.who != "anyone" and case.proven:
                newcomer = identity.register(case)
                case.answer("registered", name=newcomer.name, address=newcomer.address)
            command.run(case, order)
        except Refused as refused:
            line, facts = order.line, refused.facts
            if not known:  # a stranger's text is never sent back
                line, facts = "", masked(facts)
            case.answer("refused", reason=str(refused.reason), facts=facts, line=line, verb=order.verb)
            case.full = refused.reason != Wrong.HELD and (case.full or case.game_id is not None)
            return False
        return True

    def _misread(self, case: Case, letter: Letter, reading: Reading, any_order: bool) -> str:
        """Tell the author what could not be read. Returns what that makes of the letter, "" if it is not decided."""
        if not any_order and limits.enough_errors(case, reading.misread):
            return "ignored: error limit"
        stale = self._stale(case)
        if case.author is not None and case.author.player is None and case.author.invitation is None:
            case.answer("stranger")
        elif stale:
            case.answer("refused", reason="stale", facts={}, line="", verb="")
        elif letter.fault is not None and not any_order:
            case.answer("fault", fault=str(letter.fault))
        else:
            for misread in reading.misread[:3]:
                case.answer("misread", why=str(misread.why), line=_short(misread), suggestion=misread.suggestion)
        case.full = case.game_id is not None
        late = stale and not any_order and any(misread.why is not Why.NOTHING for misread in reading.misread)
        return "refused" if late else ""

    def _stale(self, case: Case) -> bool:
        """Whether the letter answers a turn that is over, so that its bare cards could not be read."""
        if case.game_id is None or case.author is None or case.author.player is None:
            return False
        table = case.table(case.game_id)
        seat = table.seat_of(case.author.player.id or 0)
        return seat is not None and table.game is not None and is_stale(case, table, seat)

    def _set_back(self, inbox_id: int, crash: Exception) -> None:
        with self.database.begin() as session:
            row = session.get(InboxRow, inbox_id)
            if row is None:
                return
            row.tries += 1
            row.outcome = f"crashed: {type(crash).__name__}: {crash}"[:500]
            if row.tries >= inbox.MAX_TRIES:
                row.state = "quarantined"
                tell_operator(session, self.house, "quarantine", letter=inbox_id, cause=row.outcome)


_WRITTEN = ("given", "value", "word")
"""The facts of a refusal that hold what somebody wrote."""


def masked(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts without the words of a stranger, those of single faults too."""
    found = {key: "…" if key in _WRITTEN else value for key, value in facts.items()}
    if "faults" in found:
        found["faults"] = tuple(_masked_fault(fault) for fault in found["faults"])
    return found


def _masked_fault(fault: Any) -> Any:
    if isinstance(fault, RulesFaultItem):
        return RulesFaultItem(fault.code, masked(fault.facts))
    code, facts = fault
    return code, masked(facts)


def _short(misread: Misread) -> str:
    return misread.line[:60]


def finish(case: Case) -> None:
    """What every case ends with: tables written, people told, mails in the outbox."""
    for table in case.tables.values():
        settle(case, table)
    open_tables.announce(case)
    notifications.tell(case)
    send_all(case)
    for fault in case.faults:
        tell_operator(case.session, case.house, "template", cause=fault)
