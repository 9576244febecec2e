"""The bitboards playing at random: what its speed is measured by, and the play that every robot must beat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from pbem.robots.engine.bitboard_rules import RuleTables, legal, opener
from pbem.robots.engine.bitboards import STRIDE, SUIT
from pbem.robots.engine.playouts import Position

_SUIT_AT = {1 << place: place // STRIDE for place in range(len(SUIT) * STRIDE)}
"""By the bit of a card: the number of its suit."""

Suits = tuple[list[int], ...]
"""A hand by suits, each in the order in which its cards will go."""


def play_at_random(
    t: RuleTables, dealt: Sequence[Sequence[int]], dealer: int, rng: Random
) -> tuple[list[int], list[int]]:
    """Plays a deal out, each legal card as likely as the next; returns what each seat took, and the cards as played.

    `dealt`: each hand as single bits in shuffled order. Of a suit the last that came goes first: of shuffled cards that
    is as good as drawing, and a draw is needed only where any suit may be played.
    """
    masks = [sum(cards) for cards in dealt]
    seat = opener(t, masks, dealer)
    if t.forced or not t.queen_must_lead:
        return _ask_each_time(t, Position(masks, [0] * t.seats, seat, False, True), rng)
    throw, suit_at, others = rng.random, _SUIT_AT, _others(t.after)
    hands = [_suits(cards) for cards in dealt]
    taken, played = [0] * t.seats, []
    hearts = suit_at[t.hearts & -t.hearts] if t.hearts else -1  # while they are held back
    first, barred = True, 0
    for left in range(len(dealt[seat]), 0, -1):
        if first:
            best = _taken_out(hands[seat], legal(t, masks[seat], 0, 0, True, False), throw())
            barred = t.first_ban & SUIT[suit_at[best]]
        else:
            hand, count = hands[seat], left
            if hearts >= 0 and len(hand[hearts]) < left:
                count -= len(hand[hearts])
                hand = hand[:hearts] + hand[hearts + 1 :]
            draw = int(throw() * count)
            for cards in hand:
                if draw < len(cards):
                    break
                draw -= len(cards)
            best = cards.pop()
        owner, table, led = seat, best, suit_at[best]
        played.append(best)
        for other in others[seat]:
            cards = hands[other][led]
            if cards and not barred:
                one = cards.pop()
            elif first:
                one = _taken_out(hands[other], legal(t, masks[other], SUIT[led], table, True, False), throw())
            else:
                draw = int(throw() * left)
                for cards in hands[other]:
                    if draw < len(cards):
                        break
                    draw -= len(cards)
                one = cards.pop()
                played.append(one)
                table |= one
                continue
            if one > best and suit_at[one] == led:
                best, owner = one, other
            played.append(one)
            table |= one
        taken[owner] |= table
        if hearts >= 0 and table & t.breakers:
            hearts = -1
        seat, first, barred = owner, False, 0
    return taken, played


def _ask_each_time(t: RuleTables, at: Position, rng: Random) -> tuple[list[int], list[int]]:
    """The same where a rare rule looks at more than suits: slower, the rules are asked before each card."""
    played: list[int] = []
    while mine := at.hands[at.seat]:
        played.append(_pick(legal(t, mine, at.led, at.table, at.first, at.broken), rng.random()))
        at.play(t, played[-1])
    return at.taken, played


def _taken_out(hand: Suits, allowed: int, chance: float) -> int:
    """One of the allowed cards, removed from the hand."""
    one = _pick(allowed, chance)
    hand[_SUIT_AT[one]].remove(one)
    return one


def _suits(cards: Sequence[int]) -> Suits:
    """The cards by suits, in the order they came."""
    suits: Suits = ([], [], [], [])
    for one in cards:
        suits[_SUIT_AT[one]].append(one)
    return suits


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
