"""The processor: one message from the inbox to the outbox, in one transaction. Read this file first.

    read -> screen -> identify -> parse -> run each order -> advance -> tell -> outbox -> close     and only then commit

What crashes on the way rolls back whole, is tried again, and is set aside after three tries; the next letter goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from pbem.app import limits
from pbem.app.accounts import addresses, confirmations, freshness, identity, mail_pause, suggestions
from pbem.app.accounts.identity import AuthorStanding, Identity, identify
from pbem.app.guard import guarded
from pbem.app.inbound import bounces, unread
from pbem.app.inbound.interpret import readings
from pbem.app.inbound.operator_orders import WORD, control
from pbem.app.notify import notifications
from pbem.app.notify.compose import write_to_outbox
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import Services
from pbem.app.tables import open_tables
from pbem.app.turns.advance import save_table
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.commands.command import Command
from pbem.db.contention import came_between
from pbem.db.database import Database, Session
from pbem.db.queries import games, inbox, questions
from pbem.db.queries.inbox import InboxState, Letter
from pbem.db.queries.questions import QuestionState
from pbem.facts import account_answers, mails, play_answers
from pbem.facts.masking import masked
from pbem.hearts.refusal import Refusal, Refused
from pbem.ids import LetterId, QuestionId
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.screening import screen
from pbem.orders.conflicts import GAME
from pbem.orders.order import Order
from pbem.table.states import GamePhase

log = logging.getLogger(__name__)

PAUSES = (timedelta(minutes=1), timedelta(minutes=10))
"""A letter is tried again this long after its first and its second crash; after the third it is set aside."""

MAKE_PLAYERS = ("REGISTER", "JOIN")
"""The orders of anybody's that make a stranger a player."""


@dataclass(frozen=True, slots=True)
class Processor:
    """Handles letters. `commands` maps a verb to what it does."""

    database: Database
    services: Services
    commands: Mapping[str, Command]

    def work(self, most: int = 32) -> int:
        """Handle the letters that wait, oldest first; returns how many there were."""
        for look in (inbox.waiting, inbox.firsts):
            with self.database.read() as session:
                waiting = look(session, self.services.clock(), most)
            handled = sum([self.handle(inbox_id) for inbox_id in waiting])
            if handled or len(waiting) < most:
                break  # else another worker is at the first of one author's many letters
        return handled

    def handle(self, inbox_id: LetterId) -> bool:
        """One letter, one transaction. Never raises for what it holds. False: another worker has it, or its game."""
        done: Letter | None = None
        trouble, set_back = partial(mails.LetterQuarantined, letter=inbox_id), partial(self._set_back, inbox_id)
        try:
            with guarded(self.database, self.services, trouble, f"letter {inbox_id}", set_back) as guard:
                done = self.database.again(partial(self._claim, inbox_id))
        except Exception as fault:
            if not came_between(fault):
                raise
            log.info("letter %d: waits for another worker", inbox_id)
            return False
        if done is not None:
            who = {"letter": inbox_id, "game": done.game_id, "player": done.player_id, "way": done.message.source}
            log.info("letter %d: %s", inbox_id, done.outcome, extra=who)
        return done is not None or guard.failed

    def _claim(self, inbox_id: LetterId, session: Session) -> Letter | None:
        letter = inbox.claim(session, inbox_id, self.services.clock())
        return self._handle(session, letter) if letter is not None else None

    def unanswered(self, question_id: QuestionId) -> None:
        """Nobody has answered a question in time, and something follows from that."""
        trouble, subject = mails.AlarmFailed, f"question {question_id}"
        with guarded(self.database, self.services, trouble, subject, partial(_later, question_id)):
            self.database.again(partial(self._go_on_unanswered, question_id))

    def _go_on_unanswered(self, question_id: QuestionId, session: Session) -> None:
        question = questions.question(session, question_id)
        if question is None or question.state is not QuestionState.OPEN:
            return
        uow = UnitOfWork(session, self.services, self.services.clock(), question.inbox_id)
        if (message := confirmations.unanswered(uow, question)) is not None:
            self.carry_out(uow, message)
        finish(uow)

    def _set_back(self, inbox_id: LetterId, uow: UnitOfWork, cause: str) -> bool:
        """A letter that crashed is tried again after a pause; after some it is set aside, and the operator told."""
        letter = inbox.letter(uow.session, inbox_id)
        if letter is None:
            return False
        tries, outcome = letter.tries + 1, f"crashed: {cause.partition(': ')[2]}"[:500]
        next_at = uow.now + PAUSES[tries - 1] if tries <= len(PAUSES) else None
        return inbox.set_back(uow.session, inbox_id, tries, outcome, next_at)

    def _handle(self, session: Session, letter: Letter) -> Letter:
        message = parse_message(letter.message, self.services.own)
        uow = UnitOfWork(session, self.services, self.services.clock(), letter.id, message, letter.arrived_at)
        uow.noted_author = message.sender
        outcome = self._outcome(uow, message, letter.message)
        if uow.again_at is not None:
            inbox.put_off(session, letter.id, uow.noted_author, outcome, uow.again_at)
            return replace(letter, outcome=outcome)
        player = uow.author.player if uow.author is not None else None
        done = replace(
            letter,
            state=InboxState.DONE,
            outcome=outcome,
            author=uow.noted_author,
            proven=uow.proven,
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
        who = identify(uow, message)
        uow.author, uow.proven, uow.fresh = who.author, who.proven, who.fresh
        uow.said_by = message.sender if who.signed else ""
        mark = bounces.mark_of(uow, message) or (str(ignore.cause) if ignore is not None else "")
        if mark and not (who.by_own_token and _orders(uow, message)):
            return f"ignored: {mark}"
        if who.standing is AuthorStanding.FORGED:
            return "ignored: forged"
        if not who.proven:
            return self._unproven(uow, message, who)
        full = limits.too_many_letters(uow, message.sender)
        if full and not any(order.verb in limits.ALWAYS for order in _orders(uow, message)):
            if not mark:
                limits.tell_full(uow, message.sender)
            return limits.TOO_MANY
        paused = mail_pause.heard_from(uow)
        outcome = self.carry_out(uow, message)
        if mark or full:  # nothing is said of what went wrong: a program would answer that
            uow.answers = [answer for answer in uow.answers if not answer.failed]
        if paused:
            mail_pause.welcome_back(uow)
        if uow.author.player is not None:
            uow.author.player.learn_zone(message.offset)
        return outcome

    def _unproven(self, uow: UnitOfWork, message: InboundMessage, who: Identity) -> str:
        """Anybody could have sent it in that name: at most a question is asked, or what is public told.

        It changes nothing of what is known of the person, and what it uses up is an allowance of its own.
        """
        author, owner = who.author, who.owner
        orders: Sequence[Order] = ()
        if owner is not None:
            uow.author = owner
            orders = _orders(uow, message)
            uow.author = author
            if not orders:  # nothing in it is about what the token is for
                author.token = author.invitation = owner = None
        orders = orders or _orders(uow, message)
        stranger = owner is None and author.player is None
        if limits.unproven_spent(uow, message.sender if owner is None else owner.address, stranger):
            uow.again_at = limits.next_hour(uow, message.sender)
            return "waits: limit for unproven letters" if uow.again_at is not None else "ignored: stranger limit"
        if owner is not None:
            return confirmations.ask_owner(uow, owner, orders)
        if author.player is not None and orders:
            return confirmations.ask_author(uow, orders)
        if [order.verb for order in orders] == ["JOIN"] and not games.invited(uow.session, message.sender):
            return self.carry_out(uow, message)  # there is nothing that a yes could do: what can be played is told
        if any(not self.commands[order.verb].spec.strangers or order.verb in MAKE_PLAYERS for order in orders):
            return confirmations.ask_newcomer(uow, orders)
        return self.carry_out(uow, message)

    def _operator(self, uow: UnitOfWork, message: InboundMessage) -> str:
        """A letter from the operator's own box: an order to the boxes, or one in a player's name."""
        if message.subject.split()[:1] == [WORD]:
            return control(uow, message.subject)
        uow.author = Author(message.sender, player=uow.person_at(message.sender))
        uow.proven = uow.fresh = uow.by_operator = True
        uow.said_by = addresses.eldest(uow)
        return self.carry_out(uow, message)

    def carry_out(self, uow: UnitOfWork, message: InboundMessage) -> str:
        """Run the letter's orders for its author, whoever that has been found to be."""
        any_order = done = misread = False
        confirmed: InboundMessage | None = None
        held: list[Order] = []
        for reading in readings(uow, message):
            for place, order in enumerate(reading.orders):
                any_order, done = True, done or order.verb != GAME
                if self._waits(uow, order, held):
                    continue
                known = uow.author is not None and uow.author.player is not None
                try:
                    confirmed = self._run(uow, order) or confirmed
                except Refused as refused:
                    _refuse(uow, order, refused.refusal, known)
                    rest = tuple(o.line for o in reading.orders[place + 1 :])
                    if rest:
                        uow.answer(play_answers.NotDoneAnswer(rest))
                    return "refused"
            misread = misread or bool(reading.misread)
            if reading.misread and (outcome := unread.answer_unread(uow, message, reading, done)):
                return outcome
        if any_order and not (done or misread or uow.by_operator):
            self._look(uow)
        if held:
            confirmations.ask_account(uow, held)
        if confirmed is not None:
            return self.carry_out(uow, confirmed)
        if uow.by_operator and misread:
            return "misread"
        return "done" if any_order else "misread"

    def _waits(self, uow: UnitOfWork, order: Order, held: list[Order]) -> bool:
        """Whether the order is passed over: it waits for a fresh proof, or has been run before those that waited."""
        beyond = freshness.needed(uow, order, self.commands[order.verb].spec)
        if beyond and not uow.fresh:
            held.append(order)
            return True
        return uow.only_held and not beyond

    def _look(self, uow: UnitOfWork) -> None:
        """A letter that only names a game is shown that game: `[GAME 12]`, as our mails offer it."""
        table, _ = uow.seat()
        verb = "HAND" if table.phase is GamePhase.PLAYING else "SCORE"
        self._run(uow, Order(verb, line=verb))

    def _run(self, uow: UnitOfWork, order: Order) -> InboundMessage | None:
        """Run one order. Returns the letter that it has confirmed, if any, to be carried out next."""
        command = self.commands[order.verb]
        author = uow.author
        if (author is None or author.player is None) and not command.spec.strangers and uow.proven:
            newcomer = identity.register(uow)
            uow.answer(account_answers.RegisteredAnswer(newcomer.name, newcomer.address, by_the_way=True))
        return command.run(uow, order)


def _later(question_id: QuestionId, uow: UnitOfWork, _: str) -> bool:
    questions.postpone(uow.session, question_id, uow.now + timedelta(hours=1))
    return True


def _orders(uow: UnitOfWork, message: InboundMessage) -> tuple[Order, ...]:
    return tuple(order for reading in readings(uow, message) for order in reading.orders)


def _refuse(uow: UnitOfWork, order: Order, refusal: Refusal, known: bool) -> None:
    """Say why the order was not carried out. The words of one who was a stranger are never sent back."""
    if known:
        meant = suggestions.mended(order, refusal)
        yes = suggestions.written(meant) if meant is not None and suggestions.ask(uow, meant) else ""
        uow.answer(play_answers.RefusedAnswer(refusal, order.line, order.verb, yes))
    else:
        uow.answer(play_answers.RefusedAnswer(masked(refusal), verb=order.verb))


def finish(uow: UnitOfWork) -> None:
    """What every unit of work ends with: tables written, people told, mails in the outbox."""
    for table in uow.tables.values():
        save_table(uow, table)
    open_tables.announce(uow)
    notifications.notify_all(uow)
    write_to_outbox(uow)
    uow.flush()
    for fault in uow.faults:
        tell_operator(uow.session, uow.services, mails.TemplateBroken(fault))
