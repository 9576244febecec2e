"""The fast core: one deal's play on bitboards, driven by tables, for every variant that masks can express.

It repeats the rules of `hearts/` and may not differ from them: a test plays random deals in both and compares every
set of legal cards and all points. It knows nothing of scores over deals, of passing or of who may see what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from pbem.robots.bits import STRIDE, SUIT, each


@dataclass(frozen=True)
class Tables:
    """A variant's rules of play as masks and values; `tables.py` makes them from `Rules`."""

    seats: int
    pack: int
    classes: tuple[tuple[int, int], ...]  # (cards, points each), only cards that count
    hearts: int  # the suit that may not be led until it is broken; 0 where any lead goes
    breakers: int  # the cards that break it
    any_first_lead: bool  # the first lead of the deal is free of that rule
    queen: int
    queen_must_lead: bool  # with only hearts and the queen left, she is led
    first_ban: int  # what may not be played to the first trick, while there is something else
    first_lead: int  # the cards of which the lowest held must open; 0: eldest opens with any card
    first_lead_suit: bool  # the opener may lead any card of that suit
    forced: int  # the guards over which the queen must be played at once; 0: no forced queen
    moon_set: int  # what a shooter must hold; 0: no moon
    moon_value: int
    moon: str  # how it is paid
    penalties: int = 0  # what costs its taker
    bonuses: int = 0  # what its taker is glad of
    heavy: int = 0  # penalties like the queen, worth ducking by themselves
    guards: int = 0  # the cards over a heavy one in its suit
    sign: int = 1  # +1 where points are bad
    teams: bool = False
    no_trick: int = 0  # what a seat without a trick adds to its points
    floor: bool = False  # a bonus never takes a deal's points below 0
    levels: tuple[int, ...] = field(default=())  # cards of each rank, high to low, for discards


def legal(t: Tables, hand: int, led: int, table: int, first: bool, broken: bool) -> int:
    """The cards of `hand` that may be played: the order of filters is the rules' own, none may leave nothing."""
    if led:
        cards = hand & led or hand
        if first and t.first_ban:
            cards = cards & ~t.first_ban or cards
        safe = not hand & led or (led & t.queen and table & t.forced)
        if t.forced and cards & t.queen and safe and not (first and t.queen & t.first_ban):
            return t.queen
        return cards
    if first:
        return _opening(t, hand, broken)
    if broken or not hand & t.hearts:
        return hand
    cards = hand & ~t.hearts
    if cards == t.queen and not t.queen_must_lead:
        return hand
    return cards or hand


def _opening(t: Tables, hand: int, broken: bool) -> int:
    """What may be led to the first trick: the low card, or what eldest may."""
    if t.first_lead:
        suit = hand & t.first_lead
        return suit if t.first_lead_suit else suit & -suit
    cards = hand & ~t.first_ban or hand
    if t.any_first_lead or broken:
        return cards
    return cards & ~t.hearts or cards


def opener(t: Tables, hands: Sequence[int], dealer: int) -> int:
    """Who leads first: the holder of the lowest card of the opening suit, or eldest."""
    if not t.first_lead:
        return (dealer + 1) % t.seats
    held = [hand & t.first_lead for hand in hands]
    return min((h & -h, seat) for seat, h in enumerate(held) if h)[1]


def points(t: Tables, taken: Sequence[int]) -> list[int]:
    """What each seat adds to its score, from the cards it has taken; a shooter's moon paid by the table's way."""
    scores = [sum([value * (cards & mine).bit_count() for cards, value in t.classes]) for mine in taken]
    if t.moon_set:
        for seat, mine in enumerate(taken):
            if mine & t.moon_set == t.moon_set:
                return moon_paid(t, scores, seat)
    return scores


def moon_paid(t: Tables, scores: list[int], shooter: int) -> list[int]:
    """The scores after a moon; where there is a choice the others pay (the difference is the same)."""
    others = t.moon_value if t.moon != "subtract" else 0
    own = 0 if others else -t.moon_value
    held = sum(v * (m & t.moon_set).bit_count() for m, v in t.classes)
    return [
        s - held + own if seat == shooter else s + others  # what the shooter holds beside the moon's cards stays
        for seat, s in enumerate(scores)
    ]


_ONES: dict[int, tuple[int, ...]] = {}


def ones(low: int) -> tuple[int, ...]:
    """The single bits of one suit's fourteen, remembered."""
    found = _ONES.get(low)
    if found is None:
        found = _ONES[low] = tuple(each(low))
    return found


def random_deal(t: Tables, rng: Random) -> list[int]:
    """Hands of equal size, dealt at random."""
    cards = each(t.pack)
    rng.shuffle(cards)
    size = len(cards) // t.seats
    return [sum(cards[s * size : (s + 1) * size]) for s in range(t.seats)]


_SHIFT = {SUIT[s]: s * STRIDE for s in range(4)}
