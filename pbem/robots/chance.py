"""The kernel playing at random: what its speed is measured by, and the play that every robot must beat."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from pbem.robots.bits import STRIDE, SUIT, each
from pbem.robots.kernel import Tables, legal
from pbem.robots.playout import Position

_SUIT_AT = tuple(SUIT[max(0, length - 1) // STRIDE] for length in range(4 * STRIDE + 1))
"""By the bit length of a card: its suit's mask."""


class _Ones(dict[int, tuple[int, ...]]):
    """The single bits of a suit's cards, told once for each set of them."""

    def __missing__(self, cards: int) -> tuple[int, ...]:
        self[cards] = found = tuple(each(cards))
        return found


_ONES = _Ones()


def play_at_random(t: Tables, at: Position, rng: Random) -> list[int]:
    """Plays on from a lead to the end, each legal card as likely as the next; returns the cards taken by each seat."""
    throw = rng.random
    while at.first or (at.hands[at.seat] and (t.forced or not t.queen_must_lead)):  # rare rules are asked for each time
        at.play(t, _pick(legal(t, at.hands[at.seat], at.led, at.table, at.first, at.broken), throw()))
    hands, taken, seat, held_back = at.hands, at.taken, at.seat, 0 if at.broken else t.hearts
    ones_of, others = _ONES, _others(t.after)
    while hand := hands[seat]:
        one = hand & ~held_back or hand
        for _ in range(int(throw() * one.bit_count())):
            one &= one - 1
        one &= -one
        hands[seat] = hand ^ one
        led = _SUIT_AT[one.bit_length()]
        best = table = one
        owner = seat
        for other in others[seat]:
            hand = hands[other]
            one = hand & led
            if one:
                ones = ones_of[one]
                one = ones[int(throw() * len(ones))]
                if one > best:
                    best, owner = one, other
            else:
                one = hand
                for _ in range(int(throw() * one.bit_count())):
                    one &= one - 1
                one &= -one
            hands[other] = hand ^ one
            table |= one
        taken[owner] |= table
        if held_back and table & t.breakers:
            held_back = 0
        seat = owner
    return taken


def _pick(cards: int, chance: float) -> int:
    """One of the cards."""
    for _ in range(int(chance * cards.bit_count())):
        cards &= cards - 1
    return cards & -cards


@lru_cache(maxsize=16)
def _others(after: tuple[int, ...]) -> list[tuple[int, ...]]:
    """By seat the others in the order of play."""
    orders = []
    for seat in range(len(after)):
        order, at = [], after[seat]
        while at != seat:
            order.append(at)
            at = after[at]
        orders.append(tuple(order))
    return orders
