"""The fast core: one deal's play on bitboards, driven by tables, for every variant that masks can express.

It repeats the rules of `hearts/` and may not differ from them: a test plays random deals in both and compares every
set of legal cards and all points. It knows nothing of scores over deals, of passing or of who may see what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class RuleTables:
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
    moon: str  # how it is paid: the words of `Rules.moon`
    moon_set: int  # what a shooter must hold
    moon_value: int
    sun_value: int = 0  # what every trick pays instead; 0: no sun
    slam_is_all: bool = False  # the moon is all that its deal scores
    penalties: int = 0  # what costs its taker in this phase of the game
    bonuses: int = 0  # what its taker is glad of
    counting: int = 0  # while one of these is in a hand the deal is not decided
    heavy: int = 0  # penalties like the queen, worth ducking by themselves
    guards: int = 0  # the cards over a heavy one in its suit
    sign: int = 1  # +1 where points are bad
    pooled: bool = False  # partners' tricks are one pile
    no_trick: int = 0  # what a seat without a trick adds to its points
    kitty_trick: int = 0  # the first trick with one of these cards gets the kitty; 0: the last trick
    floor: bool = False  # a bonus takes no deal's points below 0
    after: tuple[int, ...] = (1, 2, 3, 0)  # who plays after each seat
    levels: tuple[int, ...] = ()  # the cards of each rank, high to low


def legal(t: RuleTables, hand: int, led: int, table: int, first: bool, broken: bool) -> int:
    """The cards of `hand` that may be played: the order of filters is the rules' own, none may leave nothing."""
    if led:
        cards = hand & led or hand
        if first and t.first_ban:
            cards = cards & ~t.first_ban or cards
        safe = not hand & led or (led & t.queen and table & t.forced)
        if t.forced and cards & t.queen and safe:
            return t.queen
        return cards
    if first:
        if t.first_lead:
            suit = hand & t.first_lead
            return suit if t.first_lead_suit else suit & -suit
        hand = hand & ~t.first_ban or hand
        if t.any_first_lead:
            return hand
    if broken or not hand & t.hearts:
        return hand
    cards = hand & ~t.hearts
    if cards & ~t.queen or t.queen_must_lead:
        return cards or hand
    return hand


def opener(t: RuleTables, hands: Sequence[int], dealer: int) -> int:
    """Who leads first: the holder of the lowest card of the opening suit, or eldest."""
    if not t.first_lead:
        return t.after[dealer]
    held = [hand & t.first_lead for hand in hands]
    return min((h & -h, seat) for seat, h in enumerate(held) if h)[1]


def points(t: RuleTables, taken: Sequence[int]) -> list[int]:
    """What each seat adds to its score, from the cards it has taken; a moon is paid by the table's way."""
    taken = counted(t, taken)
    scores = [sum([value * (cards & mine).bit_count() for cards, value in t.classes]) for mine in taken]
    if t.moon != "none":
        for seat, mine in enumerate(taken):
            if mine & t.moon_set == t.moon_set:
                return moon_paid(t, scores, taken, seat)
    if t.floor:
        scores = [s if s > 0 else 0 for s in scores]
    if t.no_trick:
        scores = [s if mine else s + t.no_trick for s, mine in zip(scores, taken, strict=True)]
    return scores


def counted(t: RuleTables, taken: Sequence[int]) -> Sequence[int]:
    """By seat the pile that is counted for it: its own, or that of both partners."""
    return [taken[0] | taken[2], taken[1] | taken[3]] * 2 if t.pooled else taken


def moon_paid(t: RuleTables, scores: Sequence[int], taken: Sequence[int], shooter: int) -> list[int]:
    """The scores after a moon; where the shooter may choose, the others pay: the difference is the same."""
    value = t.sun_value if t.sun_value and taken[shooter] == t.pack else t.moon_value
    held = sum(v * (m & t.penalties).bit_count() for m, v in t.classes)
    own = -value if t.moon in ("subtract", "flip") else 0
    others = 0 if own else value
    if t.moon == "win-game":
        others = WIN
    paid = []
    for seat, score in enumerate(scores):
        mine = taken[seat] == taken[shooter]
        beside = score - held if mine else score  # what a pile holds beside the moon's cards
        if t.slam_is_all or (t.floor and beside < 0):
            beside = 0
        paid.append(beside + (own if mine else others))
    return paid


WIN = 200
"""What a moon that wins the game at once is worth to the search."""
