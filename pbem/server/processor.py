"""The processor: one message from the inbox to the outbox, in one transaction. Read this file first.

    read -> screen -> identify -> parse -> run each order -> advance -> tell -> outbox -> close     and only then commit

What crashes on the way rolls back whole, is tried again, and is set aside after three tries; the next letter goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from pbem.app import limits
from pbem.app.accounts import confirmations, identity, leaving, mail_pause
from pbem.app.accounts.identity import Standing, identify
from pbem.app.guard import guarded
from pbem.app.inbound import bounces
from pbem.app.inbound.interpret import readings
from pbem.app.inbound.operator_orders import WORD, control
from pbem.app.notify import notifications
from pbem.app.notify.compose import write_to_outbox
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import Services
from pbem.app.table import Table
from pbem.app.tables import open_tables, substitutes
from pbem.app.turns.advance import save_table
from pbem.app.turns.play import is_stale
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.commands.command import Command
from pbem.db.database import Database, Session
from pbem.db.queries import inbox
from pbem.db.queries.inbox import InboxState, Letter
from pbem.facts import account_answers, mails, play_answers
from pbem.facts.masking import masked
from pbem.facts.play_refusals import Stale
from pbem.hearts.refusal import Refusal, Refused
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.screening import screen
from pbem.orders.order import Order, Reading, Why

log = logging.getLogger(__name__)

PAUSES = (timedelta(minutes=1), timedelta(minutes=10))
"""A letter is tried again this long after its first and its second crash."""


@dataclass(frozen=True, slots=True)
class Processor:
    """Handles letters. `commands` maps a verb to what it does; `paused` says until when a letter that crashed waits."""

    database: Database
    services: Services
    commands: Mapping[str, Command]
    paused: dict[int, datetime] = field(default_factory=dict)

    def work(self, most: int = 32) -> int:
        """Handle the letters that wait, oldest first; returns how many there were."""
        now = self.services.clock()
        with self.database.read() as session:
            found = inbox.waiting(session, most + len(self.paused))
        waiting = [inbox_id for inbox_id in found if self.paused.get(inbox_id, now) <= now][:most]
        for inbox_id in waiting:
            self.handle(inbox_id)
        return len(waiting)

    def handle(self, inbox_id: int) -> None:
        """One letter, one transaction. Never raises for what the letter holds."""
        self.paused.pop(inbox_id, None)
        done: Letter | None = None
        trouble = partial(mails.LetterQuarantined, letter=inbox_id)
        with (
            guarded(self.database, self.services, trouble, f"letter {inbox_id}", partial(self._set_back, inbox_id)),
            self.database.begin() as session,
        ):
            letter = inbox.letter(session, inbox_id)
            if letter is not None and letter.state is InboxState.NEW:
                done = self._handle(session, letter)
        if done is not None:
            way = done.message.source
            facts = {"letter": inbox_id, "game": done.game_id, "player": done.player_id, "way": way}
            log.info("letter %d: %s", inbox_id, done.outcome, extra=facts)

    def _set_back(self, inbox_id: int, uow: UnitOfWork, cause: str) -> bool:
        """A letter that crashed is tried again after a pause; after some it is set aside, and the operator told."""
        letter = inbox.letter(uow.session, inbox_id)
        if letter is None:
            return False
        tries, outcome = letter.tries + 1, f"crashed: {cause.partition(': ')[2]}"[:500]
        set_aside = inbox.set_back(uow.session, inbox_id, tries, outcome)
        if not set_aside:
            self.paused[inbox_id] = uow.now + PAUSES[tries - 1]
        return set_aside

    def _handle(self, session: Session, letter: Letter) -> Letter:
        message = parse_message(letter.message, self.services.own)
        uow = UnitOfWork(session, self.services, self.services.clock(), letter.id, message)
        uow.noted_author = message.sender
        outcome = self._outcome(uow, message, letter.message)
        player = uow.author.player if uow.author is not None else None
        done = replace(
            letter,
            state=InboxState.DONE,
            outcome=outcome,
            author=uow.noted_author,
            player_id=player.id if player is not None else None,
            game_id=uow.game_id,
        )
        inbox.close(session, done)
        finish(uow)
        return done

    def _outcome(self, uow: UnitOfWork, message: InboundMessage, raw: RawMessage) -> str:
        """What is done with the letter, as one word for the record."""
        if raw.source == "operator":
            return self._operator(uow, message)
        bounce = bounces.note_bounce(uow, raw, message)
        if bounce:
            return f"ignored: {bounce}"
        ignore = screen(message, self.services.own)
        if ignore is not None and ignore.certain:
            return f"ignored: {ignore.cause}"
        if limits.too_many_letters(uow, message):
            return "ignored: too many letters"
        who = identify(uow, message)
        uow.author, uow.proven = who.author, who.proven
        mark = bounces.mark_of(uow, message) or (str(ignore.cause) if ignore is not None else "")
        if mark and not (who.by_own_token and _orders_something(uow, message)):
            return f"ignored: {mark}"
        match who.standing:
            case Standing.FORGED:
                return "ignored: forged"
            case Standing.FOREIGN:
                return confirmations.ask_owner(uow, who.owner)
            case Standing.UNPROVEN if _orders_something(uow, message):
                return confirmations.ask_author(uow)
            case Standing.STRANGER if limits.stranger_spent(uow, message.sender):
                return "ignored: stranger limit"
            case _:
                paused = mail_pause.heard_from(uow)
                outcome = self.carry_out(uow, message)
                if mark:
                    _take_back_errors(uow)
                if paused:
                    mail_pause.welcome_back(uow)
                if uow.author.player is not None:
                    uow.author.player.learn_zone(message.offset)
                return outcome

    def _operator(self, uow: UnitOfWork, message: InboundMessage) -> str:
        """A letter from the operator's own box: an order to the boxes, or one in a player's name."""
        if message.subject.split()[:1] == [WORD]:
            return control(uow, message.subject)
        uow.author = Author(message.sender, player=uow.person_at(message.sender))
        uow.proven = uow.by_operator = True
        return self.carry_out(uow, message)

    def carry_out(self, uow: UnitOfWork, message: InboundMessage) -> str:
        """Run the letter's orders for its author, whoever that has been found to be."""
        any_order = unread = False
        confirmed: InboundMessage | None = None
        for reading in readings(uow, message):
            for place, order in enumerate(reading.orders):
                any_order = True
                known = uow.author is not None and uow.author.player is not None
                try:
                    confirmed = self._run(uow, order) or confirmed
                except Refused as refused:
                    _refuse(uow, order, refused.refusal, known)
                    rest = tuple(o.line for o in reading.orders[place + 1 :])
                    if rest:
                        uow.answer(play_answers.NotDone(rest))
                    return "refused"
            unread = unread or bool(reading.misread)
            if reading.misread and (outcome := self._misread(uow, message, reading, any_order)):
                return outcome
        if confirmed is not None:
            return self.carry_out(uow, confirmed)
        if uow.by_operator and unread:
            return "misread"
        return "done" if any_order else "misread"

    def _run(self, uow: UnitOfWork, order: Order) -> InboundMessage | None:
        """Run one order. Returns the letter that it has confirmed, if any, to be carried out next."""
        command = self.commands[order.verb]
        author = uow.author
        if (author is None or author.player is None) and not command.spec.strangers and uow.proven:
            newcomer = identity.register(uow)
            uow.answer(account_answers.Registered(newcomer.name, newcomer.address))
        return command.run(uow, order)

    def _misread(self, uow: UnitOfWork, message: InboundMessage, reading: Reading, any_order: bool) -> str:
        """Tell the author what could not be read. Returns what that makes of the letter, "" if it is not decided."""
        if not any_order and limits.enough_errors(uow, reading.misread):
            return "ignored: error limit"
        farewell = next((m.meant for m in reading.misread if m.meant and m.meant.verb in leaving.KINDS), None)
        if farewell is not None and not any_order and uow.author is not None and uow.author.player is not None:
            return self._farewell(uow, farewell)
        stale = self._stale(uow)
        if uow.author is not None and uow.author.player is None and uow.author.invitation is None:
            uow.answer(play_answers.Stranger())
        elif stale:
            uow.answer(play_answers.Refused(Stale()))
        elif message.fault is not None and not any_order:
            uow.answer(play_answers.Unreadable(message.fault))
        else:
            for misread in reading.misread[:3]:
                uow.answer(play_answers.Misread(misread.why, misread.line[:60], misread.suggestion))
        late = stale and not any_order and any(misread.why is not Why.NOTHING for misread in reading.misread)
        return "refused" if late else ""

    def _farewell(self, uow: UnitOfWork, order: Order) -> str:
        """Leaving in other words than the order's: one question, and a yes to it does it."""
        try:
            table: Table | None = None
            if order.verb == "RESIGN":
                table, seat = uow.at_play()
                substitutes.may_resign(table, seat)
            elif order.verb == "LEAVE":
                table, _ = uow.seat()
            leaving.ask(uow, order.verb, table)
        except Refused as refused:
            _refuse(uow, order, refused.refusal, known=True)
            return "refused"
        return "asked: leaving"

    def _stale(self, uow: UnitOfWork) -> bool:
        """Whether the letter answers a turn that is over, so that its bare cards could not be read."""
        if uow.game_id is None or uow.author is None or uow.author.player is None:
            return False
        table = uow.table(uow.game_id)
        seat = table.seat_of(uow.author.player.id or 0)
        return seat is not None and table.game is not None and is_stale(uow, table, seat)


def _orders_something(uow: UnitOfWork, message: InboundMessage) -> bool:
    return any(reading.orders for reading in readings(uow, message))


def _take_back_errors(uow: UnitOfWork) -> None:
    """Say nothing of what went wrong with a letter that bears a program's marks: a program would answer that."""
    uow.answers = [answer for answer in uow.answers if not answer.failed]


def _refuse(uow: UnitOfWork, order: Order, refusal: Refusal, known: bool) -> None:
    """Say why the order was not carried out. The words of one who was a stranger are never sent back."""
    if known:
        uow.answer(play_answers.Refused(refusal, order.line, order.verb))
    else:
        uow.answer(play_answers.Refused(masked(refusal), verb=order.verb))


def finish(uow: UnitOfWork) -> None:
    """What every unit of work ends with: tables written, people told, mails in the outbox."""
    for table in uow.tables.values():
        save_table(uow, table)
    open_tables.announce(uow)
    notifications.tell(uow)
    write_to_outbox(uow)
    uow.flush()
    for fault in uow.faults:
        tell_operator(uow.session, uow.services, mails.TemplateBroken(fault))
