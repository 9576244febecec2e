"""Playing: a person's choice at a table, checked for its time and put to the rules."""

from __future__ import annotations

from enum import StrEnum

from pbem.app.table import Table
from pbem.app.turns import premove_choices, timing_mask
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import Card
from pbem.db.queries import game_log
from pbem.facts.play_refusals import SeatResigned, Stale
from pbem.hearts.entries import Charged, Choice, Dealt, MoonChosen, MoonPay, Passed, Played
from pbem.hearts.phase import Phase
from pbem.hearts.refusal import GameOver, Refused
from pbem.hearts.view import Ask, SeatView
from pbem.table.seat import Seat


class Taken(StrEnum):
    """What became of a choice of cards."""

    PLAYED = "played"  # or passed
    KEPT = "kept"  # for the turn
    CHANGED = "changed"  # instead of another that was chosen before, and could still be changed
    REPEATED = "repeated"  # it had been chosen before: one letter crossed another, or came twice


def play(uow: UnitOfWork, card: Card, anyway: bool = False) -> Taken:
    """Play a card: from the own hand, or from the dummy's where that is asked. Before the turn it is kept for it.

    `anyway`: a card that is kept is played whatever falls before.
    """
    table, seat = at_turn(uow)
    view = table.view(seat.number)
    entry = Played(_hand_of(table, seat), card)
    if _had_chosen(uow, table, seat, entry) or _had_played(view, card):
        return Taken.REPEATED
    if view.ask is None and view.early:
        if is_stale(uow, table, seat):
            raise Refused(Stale())
        changed = premove_choices.answer_early(table, seat.number, card, anyway)
        seat.lapses = 0
        return Taken.CHANGED if changed else Taken.KEPT
    choose(uow, table, seat, entry)
    return Taken.PLAYED


def pass_cards(uow: UnitOfWork, cards: tuple[Card, ...]) -> Taken:
    """Pass cards on; while others have yet to pass, another choice replaces the one before."""
    table, seat = at_turn(uow)
    view = table.view(seat.number)
    before = view.passing if view.phase is Phase.PASS else ()
    entry = Passed(seat.number, cards)
    if (before and sorted(before) == sorted(cards)) or _had_chosen(uow, table, seat, entry):
        return Taken.REPEATED
    choose(uow, table, seat, entry)
    return Taken.CHANGED if before else Taken.PLAYED


def _had_played(view: SeatView, card: Card) -> bool:
    """Whether the seat has played this card in this deal, and holds no other like it."""
    return card not in view.hand and any(play.seat == view.seat and play.card == card for play in view.plays)


def _had_chosen(uow: UnitOfWork, table: Table, seat: Seat, entry: Played | Passed) -> bool:
    """Whether the letter answers a mail of a turn that is over, and says what the seat chose there."""
    author = uow.author
    if author is None or author.token is None or author.token.length is None or not is_stale(uow, table, seat):
        return False
    chosen: Played | Passed | None = None
    for one in game_log.log(uow.session, table.id, author.token.length):
        if isinstance(one, Dealt) and chosen is not None:
            break
        if isinstance(one, Played | Passed) and type(one) is type(entry) and one.seat == entry.seat:
            chosen = one
            if isinstance(one, Played):
                break  # of passes the last one counts
    if isinstance(chosen, Passed) and isinstance(entry, Passed):
        return sorted(chosen.cards) == sorted(entry.cards)
    return isinstance(chosen, Played) and isinstance(entry, Played) and chosen.card == entry.card


def choose_moon(uow: UnitOfWork, choice: MoonPay) -> None:
    """The shooter's choice."""
    table, seat = at_turn(uow)
    choose(uow, table, seat, MoonChosen(seat.number, choice))


def choose(uow: UnitOfWork, table: Table, seat: Seat, entry: Choice) -> None:
    """Put a person's choice to the rules, unless the mail it answers is of a turn that is over."""
    if is_stale(uow, table, seat):
        raise Refused(Stale())
    if isinstance(entry, Played):
        timing_mask.note_answer(uow, table)
    table.choose(entry, seat.number)
    seat.lapses = 0


def is_stale(uow: UnitOfWork, table: Table, seat: Seat) -> bool:
    """Whether the letter answers a mail of a turn that this seat has had already.

    A token tells how long the log was when its mail was written. A pass may be changed until the last seat has passed,
    so for a pass any mail of this deal will do; for charges, any mail since they were first asked for.
    """
    token = uow.author.token if uow.author is not None else None
    told = token.length if token is not None and token.game == table.id else None
    if told is None:
        return False
    if table.game is not None and table.game.phase is Phase.PASS:
        return told <= table.log.last_deal
    if table.game is not None and table.game.phase is Phase.CHARGE:
        return told < _charging_since(uow, table)
    acted = seat.acted_length
    # several cards in one letter are one answer: what this letter did itself does not make it late
    return told < acted <= table.log.length


def _charging_since(uow: UnitOfWork, table: Table) -> int:
    """How long the log was when this deal's charges were first asked for."""
    seq = table.log.length
    log = game_log.log(uow.session, table.id, table.log.last_deal)
    while log and isinstance(log.pop(), Charged):
        seq -= 1
    return seq


def at_turn(uow: UnitOfWork) -> tuple[Table, Seat]:
    """The table and the author's seat, where a choice may be made."""
    table, seat = uow.at_play()
    if table.game is None or table.game.phase is Phase.FINISHED:
        raise Refused(GameOver())
    if seat.resigned:
        raise Refused(SeatResigned())
    return table, seat


def _hand_of(table: Table, seat: Seat) -> int:
    view = table.view(seat.number)
    return view.acts_for if view.ask is Ask.PLAY else seat.number
