"""Who wins a trick, what breaks hearts, and when a trick goes round once more: pure, found by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.cards import Card, Rank, Suit
from pbem.hearts.events import Play
from pbem.hearts.rules.card_values import QUEEN, WIDTH
from pbem.hearts.rules.rank_orders import Powers

Winner = Callable[[Sequence[Play], Suit | None, Powers], int | None]
"""Plays in order, the suit led, and which card is higher -> the place of the winning play; None: nobody wins."""


def plain(plays: Sequence[Play], led: Suit | None, powers: Powers) -> int | None:
    """The highest trump, or the highest card of the suit led; of two equal ones the first. Only jokers: the leader
    (§8.15 Crawford).
    """
    best, high = 0, 0
    for at, play in enumerate(plays):
        power = powers.of(play.card, led)
        if power > high:
            best, high = at, power
    return best


def cancel(plays: Sequence[Play], led: Suit | None, powers: Powers) -> int | None:
    """Two equal cards in a trick cancel each other: neither can win (§8.3)."""
    cards = [play.card for play in plays]
    best, high = None, 0
    for at, one in enumerate(cards):
        power = powers.of(one, led)
        if power > high and cards.count(one) == 1:
            best, high = at, power
    return best if led is not None else 0


HEART_JOKER = Card(Suit.HEARTS, Rank.TWO)
"""The two of hearts, where it stands for the joker of Foster's game."""


def heart_joker(plays: Sequence[Play], led: Suit | None, powers: Powers) -> int | None:
    """The joker takes a trick of another suit, unless a higher heart lies there, which then takes it (§8.19)."""
    takes_hearts = any(play.card == HEART_JOKER for play in plays)
    return plain(plays, Suit.HEARTS if takes_hearts else led, powers)


def leader_takes(_: Sequence[Play], __: Suit | None) -> int:
    """The deal's last trick without a winner goes to who won the one before: that is who led (§8.3)."""
    return 0


def second_takes(plays: Sequence[Play], led: Suit | None) -> int:
    """It goes to the second of the two highest cards (§8.3, as encyclopedias have it)."""
    high = max((play.card[1] for play in plays if play.card[0] == led), default=Rank.ONE)
    return max((at for at, play in enumerate(plays) if play.card == (led, high)), default=0)


class TrickRule(NamedTuple):
    """Who wins a trick, and who gets the deal's last one if nobody does."""

    winner: Winner
    last: Callable[[Sequence[Play], Suit | None], int]


TRICKS: dict[str, TrickRule] = {
    "plain": TrickRule(plain, leader_takes),
    "cancel": TrickRule(cancel, leader_takes),
    "cancel-second": TrickRule(cancel, second_takes),
    "heart-joker": TrickRule(heart_joker, leader_takes),
}

Boost = Callable[[Sequence[Play], Suit | None, int], bool]
"""The plays of the round that is over, the suit led, how many rounds the trick has had -> whether there is another."""


def never(_: Sequence[Play], __: Suit | None, ___: int) -> bool:
    """Every trick has one round."""
    return False


def nines_again(plays: Sequence[Play], led: Suit | None, _: int) -> bool:
    """A nine led, or played following suit, and the same trick goes round again, each time (§8.2, an option)."""
    return any(play.card[1] == Rank.NINE and play.card[0] == led for play in plays)


def nines(plays: Sequence[Play], led: Suit | None, rounds: int) -> bool:
    """The same, but once a trick (§8.2)."""
    return rounds == 1 and nines_again(plays, led, rounds)


BOOSTS: dict[str, Boost] = {"none": never, "nines": nines, "nines-again": nines_again}


def heart(card: Card, _: tuple[int, ...]) -> bool:
    """A heart breaks hearts (§3)."""
    return card[0] == Suit.HEARTS


def heart_or_queen(card: Card, _: tuple[int, ...]) -> bool:
    """So does the queen of spades (§4.3)."""
    return card[0] == Suit.HEARTS or card == QUEEN


def penalty(card: Card, penalties: tuple[int, ...]) -> bool:
    """So does every card that counts against its taker (§10 switch 13)."""
    return card[0] == Suit.HEARTS or penalties[card[0] * WIDTH + card[1]] > 0


BREAKERS: dict[str, Callable[[Card, tuple[int, ...]], bool]] = {
    "heart": heart,
    "heart-or-queen": heart_or_queen,
    "penalty": penalty,
}
