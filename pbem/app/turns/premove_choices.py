"""What is played for a person without a question: forced cards, early answers, queues, plans. And who is asked early.

A card played so is an entry like any other: nothing in the log or in a mail tells how it was chosen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import Card
from pbem.facts.table import PlanFacts, PremoveNote
from pbem.hearts.entries import Choice, MoonChosen, Played
from pbem.hearts.phase import Phase
from pbem.hearts.refusal import FollowSuit, IllegalCard, NotInHand, Refused
from pbem.hearts.view import SeatView
from pbem.premoves.kept import Premoves, rule
from pbem.premoves.steps import Steps
from pbem.table.preferences import USUAL, MoonHabit, Preferences
from pbem.table.seat import Seat


def _preferences(uow: UnitOfWork, seat: Seat) -> Preferences:
    """What the person on this seat has set."""
    player = uow.player_of(seat)
    return player.preferences if player is not None else USUAL


def kept(table: Table, seat: int) -> Premoves:
    """What the seat has said in advance, as far as it still stands."""
    return table.seats[seat].premoves.at(table.view(seat))


def keep(table: Table, seat: int, what: Premoves) -> None:
    """Keep what the seat has said in advance."""
    table.seats[seat].premoves = what


class Own(NamedTuple):
    """A choice that needs no question."""

    seat: int
    choice: Choice
    held: Premoves | None = None  # what is kept after it, where that changes
    answered: bool = False  # the person chose just this, early


def automatic(uow: UnitOfWork, table: Table) -> Own | None:
    """The choice that needs no question of the person who is to act; None if it must be asked."""
    game = table.playing()
    if game.phase not in (Phase.PLAY, Phase.MOON) or table.person_id(game.to_act[0]) is None:
        return None
    seat = game.to_act[0]
    if game.phase is Phase.MOON:
        choice = table.seats[seat].premoves.moon or _preferences(uow, table.seats[seat]).moon
        if choice == MoonHabit.ASK:
            return None
        return Own(seat, MoonChosen(seat, "add" if choice == MoonHabit.ADD else "subtract"), answered=True)
    legal = game.legal_cards(seat)
    if legal[0] == legal[-1] and _preferences(uow, table.seats[seat]).auto:
        return Own(seat, Played(table.view(seat).acts_for, legal[0]))
    if not table.seats[seat].premoves.any:
        return None
    now = kept(table, seat)
    ruling = rule(table.view(seat), now)
    if ruling.card is not None:
        return Own(seat, Played(seat, ruling.card), ruling.held, answered=now.card is not None)
    if ruling.note is not None:
        keep(table, seat, ruling.held)
        table.premove_notes[seat] = PremoveNote(ruling.note, ruling.cards)
    return None


def answer_early(table: Table, seat: int, card: Card, anyway: bool) -> bool:
    """Keep a card for the seat's turn in this trick; True if that replaces an earlier one."""
    view = table.view(seat)
    if card not in view.early:
        raise _refusal(view, card)
    before = kept(table, seat)
    seen = len(view.table)
    keep(table, seat, replace(before, card=card, seen=seen, anyway=anyway))
    return before.card not in (None, card)


def _refusal(view: SeatView, card: Card) -> Refused:
    if card not in view.hand:
        return Refused(NotInHand(cards=(card,), legal=view.early))
    led = view.led
    if card.suit != led and any(one.suit == led for one in view.early):
        return Refused(FollowSuit(card=card, suit=led, legal=view.early))
    return Refused(IllegalCard(card=card, legal=view.early))


def early_offer(uow: UnitOfWork, table: Table, seat: Seat) -> tuple[Card, ...]:
    """The cards that a mail to this seat offers before its turn."""
    if table.options.ask != "early" or table.person_id(seat.number) is None:
        return ()
    view = table.view(seat.number)
    return view.early if view.early and _preferences(uow, seat).early else ()


def ask_early(uow: UnitOfWork, table: Table, seat: Seat) -> bool:
    """Whether the seat is to be asked now, before its turn: once a trick, and only if nothing answers for it."""
    if table.game is None or table.game.phase is not Phase.PLAY or _asked_in_trick(table, seat):
        return False
    early = early_offer(uow, table, seat)
    if not early or (early[0] == early[-1] and _preferences(uow, seat).auto):
        return False
    return (
        not seat.premoves.any
        or rule(replace(table.view(seat.number), legal=early), kept(table, seat.number)).card is None
    )


def turn_came(table: Table, seat: Seat) -> bool:
    """Whether the seat was asked early in this trick, has not answered, and now is waited for."""
    if table.game is None or table.game.phase is not Phase.PLAY or seat.number in table.premove_notes:
        return False
    return seat.number in table.game.to_act and _asked_in_trick(table, seat)


def _lead(table: Table, view: SeatView) -> int:
    """Where the running trick begins in the log."""
    return table.length() - len(view.table)


def _asked_in_trick(table: Table, seat: Seat) -> bool:
    return (
        seat.told.early_length > _lead(table, table.view(seat.number)) and seat.told.early_length >= seat.acted_length
    )


def plan_facts(table: Table, seat: int) -> PlanFacts | None:
    """What a mail to this seat says of its own early card, queue and plans; None if there is nothing to say."""
    note = table.premove_notes.get(seat)
    if not table.seats[seat].premoves.any and note is None:
        return None
    now = kept(table, seat)
    if now.empty and note is None:
        return None
    return PlanFacts(now.card, now.anyway, now.queue, _spelt(now.steps), _spelt(now.always), note)


def _spelt(steps: Steps) -> tuple[str, ...]:
    return tuple(step.text for step in steps)
