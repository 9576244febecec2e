"""Who wins a trick, what breaks hearts, and when a trick goes round once more: pure, found by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.cards import Card, Rank, Suit
from pbem.hearts.events import Play
from pbem.hearts.faults import QUEEN
from pbem.hearts.values import WIDTH

Winner = Callable[[Sequence[Play], Suit | None], int | None]
"""Plays in order and the suit led -> the place of the winning play; None: nobody wins."""


def plain(plays: Sequence[Play], led: Suit | None) -> int | None:
    """The highest card of the suit led; of two equal ones the first. Only jokers: the leader (§8.15 Crawford)."""
    best, high = 0, 0
    for at, play in enumerate(plays):
        suit, rank = play.card
        if suit == led and rank > high:
            best, high = at, rank
    return best


def cancel(plays: Sequence[Play], led: Suit | None) -> int | None:
    """Two equal cards in a trick cancel each other: neither can win (§8.3)."""
    cards = [play.card for play in plays]
    best, high = None, 0
    for at, (suit, rank) in enumerate(cards):
        if suit == led and rank > high and cards.count(cards[at]) == 1:
            best, high = at, rank
    return best if led is not None else 0


WINNERS: dict[str, Winner] = {"plain": plain, "cancel": cancel}


def never(plays: Sequence[Play], led: Suit | None) -> bool:  # noqa: ARG001  the hook's shape
    """Every trick has one round."""
    return False


def nines(plays: Sequence[Play], led: Suit | None) -> bool:
    """A nine led, or played following suit, and the same trick goes round once more (§8.2)."""
    return any(play.card[1] == Rank.NINE and play.card[0] == led for play in plays)


BOOSTS: dict[str, Callable[[Sequence[Play], Suit | None], bool]] = {"none": never, "nines": nines}


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
