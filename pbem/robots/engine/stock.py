"""Hands that are filled up from a stock: how a deal goes on from a position, by the rules of thumb (§7.3, §8.15).

In `draw` each seat draws a card after every trick, its taker first; in `follow` (Domino Hearts) who cannot follow draws
until that is possible, who has no card left drops out, and who alone holds cards keeps them as taken.
"""

from __future__ import annotations

from random import Random

from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView
from pbem.robots.engine.bitboard_rules import RuleTables, legal
from pbem.robots.engine.bitboards import bit, bits, each, suit_of
from pbem.robots.engine.card_search import PlayOn
from pbem.robots.engine.heuristics import discard, follow, lead
from pbem.robots.engine.playouts import Position
from pbem.robots.engine.rule_tables import UNDERSTOOD, tables_of
from pbem.robots.engine.worlds import Sampler, Unknown

_STOCKS = ("draw", "follow")


def unsearched(rules: Rules) -> bool:
    """Whether hands are filled up from a stock in a game that is not plain otherwise: no worlds are made for it."""
    return rules.kitty_use in _STOCKS and not stocked(rules)


def stocked(rules: Rules) -> bool:
    """Whether hands are filled up from a stock, and all else is plain."""
    return (
        rules.kitty_use in _STOCKS
        and rules.altered <= UNDERSTOOD
        and rules.pack in ("52", "32", "rook56")
        and not (rules.bonus_floor or rules.no_trick_bonus or rules.force_queen)
        and rules.moon == "none"
    )


def play_on(follows: bool) -> PlayOn:
    """How a candidate is played out where there is a stock; nobody shoots there."""
    return lambda t, at, card, *_: StockPlayout(t, at, follows).taken(card)


class StockSituation:
    """What a seat knows of a deal with a stock, as masks; it draws positions with the unknown cards filled in.

    Who could not follow may have drawn the suit since: only where nothing has been drawn after it, it is void of it.
    """

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.tables = tables_of(view.rules, view.counting_down)
        self.hand = bits(view.hand)
        self.unseen = self.tables.pack & ~self.hand & ~bits(play.card for play in view.plays)
        sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
        blank = (0,) * (len(sizes) + 1)
        self._sampler = Sampler(Unknown(self.unseen, (*sizes, view.kitty_size), (*self._voids(), 0), blank))

    @property
    def others(self) -> int:
        """The cards that are not in the hand and may still stand between two of its cards."""
        return self.unseen | bits(self.view.table)

    def _voids(self) -> list[int]:
        """By seat the suits that it cannot hold."""
        rules = self.view.rules
        drawing = -(-rules.kitty_size // rules.players) if rules.kitty_use == "draw" else 0  # tricks that end so
        barred = [0] * rules.players
        for trick in self.view.all_tricks:
            if trick.number > drawing or trick is self.view.trick:
                led = suit_of(bit(trick.plays[0].card))
                for play in trick.plays[1:]:
                    barred[play.seat] |= 0 if bit(play.card) & led else led
        return barred

    def draw(self, rng: Random) -> Position:
        """The position in a world that the seat cannot tell from the true one."""
        view = self.view
        *hands, stock = self._sampler.draw(rng)
        hands[view.seat] = self.hand
        at = Position(hands, [0] * self.tables.seats, view.acts_for, view.hearts_broken, not view.tricks)
        for trick in view.tricks:
            if trick.winner is not None:
                at.taken[trick.winner] |= bits(trick.cards)
        at.stock = tuple(sorted(each(stock), key=lambda _: rng.random()))
        plays = view.trick.plays if view.trick is not None else ()
        if plays:
            at.led, at.table = suit_of(bit(plays[0].card)), bits(view.table)
            winning = max((play for play in plays if bit(play.card) & at.led), key=lambda play: bit(play.card))
            at.best, at.owner = bit(winning.card), winning.seat
        at.waiting = sum(1 for seat, hand in enumerate(hands) if hand and all(play.seat != seat for play in plays))
        return at


class StockPlayout:
    """A deal with a stock, played to its end."""

    def __init__(self, t: RuleTables, at: Position, follows: bool) -> None:
        self.t = t
        self.at = at
        self.follows = follows  # drawn from by who cannot follow, not after each trick
        self.stock = list(at.stock)
        self.waiting = at.waiting

    def taken(self, first: int) -> list[int]:
        """The cards taken by each seat when this card is played now."""
        one = first
        while True:
            self._lay(one)
            if not self.waiting and self._trick_ends():
                return self.at.taken
            one = self._choose()

    def _choose(self) -> int:
        """The card that the seat to play puts down, by the rules of thumb."""
        at, t = self.at, self.t
        hand = at.hands[at.seat]
        if self.follows and at.led:
            while self.stock and not hand & at.led:
                hand |= self.stock.pop(0)
            at.hands[at.seat] = hand
        others = sum(at.hands) + sum(self.stock) - hand
        allowed = legal(t, hand, at.led, at.table, at.first, at.broken)
        if not at.led:
            return lead(t, allowed, hand, others)
        if allowed & at.led:
            return follow(t, allowed, at.best, at.table, self.waiting, others & at.led)
        return discard(t, allowed, others)

    def _lay(self, one: int) -> None:
        at = self.at
        if not at.led:
            self.waiting = sum(1 for hand in at.hands if hand)
            at.led = suit_of(one)
            at.best, at.owner = one, at.seat
        elif one & at.led and one > at.best:
            at.best, at.owner = one, at.seat
        at.hands[at.seat] ^= one
        at.table |= one
        self.waiting -= 1
        if self.waiting:
            at.seat = self._next(at.seat)

    def _next(self, seat: int) -> int:
        """The next seat that holds cards: whoever has played to this trick already is not before it in the order."""
        seat = self.t.after[seat]
        while not self.at.hands[seat]:
            seat = self.t.after[seat]
        return seat

    def _trick_ends(self) -> bool:
        """The trick goes to its taker; True where the deal is over, or nothing that counts is left."""
        at, t = self.at, self.t
        at.taken[at.owner] |= at.table
        at.broken = at.broken or bool(at.table & t.breakers)
        at.led = at.best = at.table = 0
        at.first = False
        at.seat = at.owner
        if not self.follows:
            seat = at.owner
            for _ in range(t.seats):
                if self.stock:
                    at.hands[seat] |= self.stock.pop(0)
                seat = t.after[seat]
        holding = [seat for seat, hand in enumerate(at.hands) if hand]
        if self.follows and len(holding) == 1:
            at.taken[holding[0]] |= at.hands[holding[0]]
            return True
        if not holding or not (sum(at.hands) | sum(self.stock)) & t.counting:
            return True
        if not at.hands[at.seat]:
            at.seat = self._next(at.seat)
        return False
