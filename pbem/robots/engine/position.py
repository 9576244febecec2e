"""A view as bitboards: the position as far as the seat knows it, and the worlds that agree with it."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from random import Random

from pbem.hearts.events import Trick
from pbem.hearts.view import SeatView
from pbem.robots.engine.bitboard_rules import RuleTables
from pbem.robots.engine.bitboards import bit, bits, suit_of
from pbem.robots.engine.playouts import Position
from pbem.robots.engine.rule_tables import tables_of
from pbem.robots.engine.worlds import Sampler, Unknown

_TRUST = 0.85  # how often a world follows what the others' play suggests


class Situation:
    """What a seat knows of the deal, as masks; it draws positions with the unknown cards filled in."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.seat = view.seat
        self.tables: RuleTables = tables_of(view.rules, view.counting_down)
        self.hand = bits(view.hand)
        self.tricks = view.all_tricks
        self.played = bits(play.card for play in view.plays)
        self.unknown = self._unknown()
        self._sampler = Sampler(self.unknown)
        self._guess = self._guessing()
        self._start = self._position()

    @property
    def others(self) -> int:
        """The cards that are not in the hand and may still stand between two of its cards."""
        return (self.tables.pack & ~self.hand & ~self.played) | bits(self.view.table)

    @property
    def may_shoot(self) -> bool:
        """Whether a moon pays and is still open to this seat: nobody else holds a penalty."""
        t = self.tables
        others = (mine for seat, mine in enumerate(self._start.taken) if seat != self.seat)
        return t.moon != "none" and t.sign > 0 and not any(mine & t.penalties for mine in others)

    def draw(self, rng: Random) -> Position:
        """The position in a world that the seat cannot tell from the true one."""
        guessed = self._guess is not None and rng.random() < _TRUST
        places = (self._guess if guessed and self._guess else self._sampler).draw(rng)
        position = self._start.copy()
        position.hands = places[: self.tables.seats]
        position.hands[self.seat] = self.hand
        hidden = places[-1] if len(places) > self.tables.seats else 0
        if hidden and self.view.kitty_taker is not None:
            position.taken[self.view.kitty_taker] |= hidden
        else:
            position.kitty = hidden
        return position

    def _unknown(self) -> Unknown:
        """The unseen cards, where some of them must be and some cannot be."""
        view, seats = self.view, self.tables.seats
        known = [bits(view.open_hands.get(s, ())) for s in range(seats)]
        for transfer in view.gave:
            if transfer.seat is not None and transfer.seat != self.seat:
                known[transfer.seat] |= bits(transfer.cards) & ~self.played
        sizes = [view.hand_sizes[s] - known[s].bit_count() for s in range(seats)]
        sizes[self.seat] = known[self.seat] = 0
        barred = [0] * seats
        for trick in self.tricks:
            led = suit_of(bit(trick.plays[0].card))
            for play in trick.plays[1:]:
                if not bit(play.card) & led:
                    barred[play.seat] |= led
        unseen = self.tables.pack & ~self.hand & ~self.played & ~sum(known) & ~bits(view.kitty)
        if view.rules.kitty_size and not view.kitty:
            sizes, known, barred = [*sizes, view.rules.kitty_size], [*known, 0], [*barred, 0]
        return Unknown(unseen, tuple(sizes), tuple(barred), tuple(known))

    def _guessing(self) -> Sampler | None:
        """Worlds in which nobody holds a queen that it would have been glad to play; None where that tells nothing."""
        doubts = self._doubts()
        barred = tuple(b | d for b, d in zip_longest(self.unknown.barred, doubts, fillvalue=0))
        if barred == self.unknown.barred:
            return None
        try:
            return Sampler(replace(self.unknown, barred=barred))
        except ValueError:  # somebody did hold her back
            return None

    def _doubts(self) -> list[int]:
        """By seat the heavy cards that it had a chance to be rid of and did not play."""
        t = self.tables
        doubts = [0] * t.seats
        for number, trick in enumerate(self.tricks):
            led = suit_of(bit(trick.plays[0].card))
            best = bit(trick.plays[0].card)
            for play in trick.plays[1:]:
                one = bit(play.card)
                if not one & led:
                    doubts[play.seat] |= t.heavy & ~(t.first_ban if number == 0 else 0)
                else:
                    doubts[play.seat] |= t.heavy & led & (best - 1)
                    best = max(best, one)
        return doubts

    def _position(self) -> Position:
        """The tricks taken and the trick on the table; the hands are missing."""
        view, t = self.view, self.tables
        taken = [0] * t.seats
        for trick in view.tricks:
            if trick.winner is not None:
                taken[trick.winner] |= bits(trick.cards)
        if view.kitty and view.kitty_taker is not None:
            taken[view.kitty_taker] |= bits(view.kitty)
        seat = view.acts_for if view.trick is None else view.trick.leader
        position = Position([0] * t.seats, taken, seat, view.hearts_broken, not view.tricks)
        if view.trick is not None:
            _lay(t, position, view.trick)
        return position


def _lay(t: RuleTables, position: Position, trick: Trick) -> None:
    """Puts the cards of an unfinished trick on the table."""
    for play in trick.plays:
        position.hands[position.seat] |= bit(play.card)
        position.play(t, bit(play.card))
