"""Hands as a bridge column writes them, for tables that are set up in one line."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.cards import FRENCH, Card, card, cards, cards_text

_ORDER = (FRENCH[2], FRENCH[3], FRENCH[1], FRENCH[0])  # as a bridge column writes them: S.H.D.C


def hand_from_text(text: str) -> tuple[Card, ...]:
    """A hand written `AK.32.Q5.T4` (spades, hearts, diamonds, clubs) or as cards with blanks between; sorted."""
    if "." not in text:
        return tuple(sorted(cards(text)))
    return tuple(
        sorted(
            card(rank + suit.letter)
            for suit, ranks in zip(_ORDER, text.strip().split("."), strict=True)
            for rank in ranks.replace("10", "T")
        )
    )


def hands_from_text(text: str) -> tuple[tuple[Card, ...], ...]:
    """Several hands, from seat 0, with `|` between them."""
    return tuple(hand_from_text(part) for part in text.split("|"))


def hand_to_text(hand: Sequence[Card]) -> str:
    """The hand as `AK.32.Q5.T4`, high cards first; cards with blanks between if the pack is not the French one."""
    if any(c.suit not in _ORDER for c in hand):
        return cards_text(hand)
    return ".".join(
        "".join(c.rank_text.replace("10", "T") for c in sorted(hand, reverse=True) if c.suit is suit) for suit in _ORDER
    )
