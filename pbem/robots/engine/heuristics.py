"""Rules of thumb on bitboards: how the medium robot plays, and with it everybody in the search's playouts.

Each sees its own hand, the table, and which cards are out, as a player who counts would.
"""

from __future__ import annotations

from pbem.robots.engine.bitboard_rules import RuleTables
from pbem.robots.engine.bitboards import SUIT, suit_of


def lead(t: RuleTables, allowed: int, hand: int, others: int) -> int:
    """A low card of the suit in which most are higher; a spade under the queen, to draw her."""
    heavy = t.heavy & others
    if heavy and not hand & (t.guards | t.heavy):
        flush = allowed & suit_of(heavy) & (heavy - 1)
        if flush:
            return 1 << flush.bit_length() - 1
    best, choice = 99.0, 0
    for suit in SUIT:
        cards = allowed & suit
        if cards:
            one = cards & -cards
            rest = others & suit
            if rest:
                risk = (rest & (one - 1)).bit_count() * 4.0 + cards.bit_count() - rest.bit_count() * 0.3
                if hand & t.heavy & suit:
                    risk += 12.0
            else:
                risk = 40.0
            if risk < best:
                best, choice = risk, one
    return choice


def follow(t: RuleTables, cards: int, best: int, table: int, waiting: int, rest: int) -> int:
    """Under the best card with the highest that goes under; else low, or high where the trick is harmless.

    `rest`: the cards of the suit in the other hands.
    """
    under = cards & (best - 1)
    if under & t.heavy:
        return 1 << (under & t.heavy).bit_length() - 1
    if waiting == 1:
        if not table & t.penalties or table & t.bonuses:
            free = cards & ~t.penalties
            if free:
                return 1 << free.bit_length() - 1
        if under:
            return 1 << under.bit_length() - 1
        light = cards & ~t.heavy
        return 1 << (light or cards).bit_length() - 1
    if under:
        return 1 << under.bit_length() - 1
    light = cards & ~t.heavy or cards
    if rest.bit_count() > 2 * waiting and not (table | rest) & t.penalties:
        return 1 << light.bit_length() - 1
    return light & -light


def discard(t: RuleTables, hand: int, others: int) -> int:
    """The queen first, then what would catch her, then the card that others can best go under."""
    cards = hand & t.heavy
    if cards:
        return 1 << cards.bit_length() - 1
    if t.heavy & others:
        cards = hand & t.guards
        if cards:
            return 1 << cards.bit_length() - 1
    if t.bonuses:
        hand = hand & ~t.bonuses or hand
    most, choice = -99.0, 0
    for suit in SUIT:
        cards = hand & suit
        if cards:
            top = 1 << cards.bit_length() - 1
            rest = others & suit
            lower = (rest & (top - 1)).bit_count()
            if lower:
                urge = lower * (3.0 / rest.bit_count() + 0.3) - 0.4 * cards.bit_count()
                if top & t.penalties:
                    urge += 1.0
            else:
                urge = -0.4 if top & t.penalties else -0.5
            if urge > most:
                most, choice = urge, top
    return choice


def withhold(t: RuleTables, hand: int, others: int) -> int:
    """Thrown on a trick of a shooter's: neither what may yet take a trick from it, nor a penalty, if there is else."""
    keepers = 0
    for suit in SUIT:
        cards = hand & suit
        if cards:
            top = 1 << cards.bit_length() - 1
            if top > others & suit:
                keepers |= top
    return discard(t, hand & ~(keepers | t.penalties) or hand & ~keepers or hand, others)


def strong_lead(allowed: int, others: int) -> int:
    """A shooter's lead: a card that nobody can beat, else the top of what is left."""
    top = 0
    for suit in SUIT:
        cards = allowed & suit
        if cards:
            top = 1 << cards.bit_length() - 1
            if top > others & suit:
                return top
    return top


def overtake(cards: int, best: int, last: bool) -> int:
    """A shooter follows to win: as cheaply as can be when last, else with the highest; losing, with the lowest."""
    over = cards & -(best << 1)
    if not over:
        return cards & -cards
    return over & -over if last else 1 << over.bit_length() - 1


def keep(t: RuleTables, hand: int) -> int:
    """A shooter discards the lowest card that is no penalty."""
    cards = hand & ~t.penalties or hand
    for level in reversed(t.levels):
        low = cards & level
        if low:
            return low & -low
    return cards & -cards
