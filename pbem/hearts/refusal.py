"""A refusal is a code with facts; the words for it live in the templates, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from pbem.cards import Card


class Reason(StrEnum):
    """Why an order was not carried out. The value is the name of its sentence in `templates/<lang>/refusals.txt`."""

    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_NOW = "not-now"  # the game asks for something else: facts: asked
    NOT_IN_HAND = "not-in-hand"  # facts: cards
    FOLLOW_SUIT = "follow-suit"  # facts: card, suit
    LEAD_LOW_CLUB = "lead-low-club"  # facts: card (that must be led)
    HEARTS_NOT_BROKEN = "hearts-not-broken"  # facts: card
    NO_POINTS_ON_FIRST_TRICK = "no-points-on-first-trick"  # facts: card
    CHARGED_CARD = "charged-card"  # facts: card
    MUST_PLAY_QUEEN = "must-play-queen"
    PASS_COUNT = "pass-count"  # facts: needed, given
    SAME_CARD_TWICE = "same-card-twice"  # facts: card
    NO_PASS = "no-pass"
    MAY_NOT_KEEP = "may-not-keep"
    MAY_NOT_CHARGE = "may-not-charge"  # facts: cards
    BID_TOO_LOW = "bid-too-low"  # facts: least
    BAD_BID = "bad-bid"
    BAD_CALL = "bad-call"
    DISCARD_COUNT = "discard-count"  # facts: needed, given
    MOON_CHOICE = "moon-choice"
    ILLEGAL_CARD = "illegal-card"  # any other card that may not be played now: facts: card


class Refused(Exception):
    """Not now, not yours, or against the rules. `facts` holds cards, seats, numbers and codes only.

    `legal` in the facts, where a card was asked, is the tuple of cards that may be played.
    """

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts


def need_held(hand: Sequence[Card], cards: Sequence[Card]) -> None:
    """Refuses cards that the hand does not hold, each as often as it is named."""
    missing = tuple(c for c in cards if c not in hand)
    if missing:
        raise Refused(Reason.NOT_IN_HAND, cards=missing)
    for c in cards:
        if cards.count(c) > 1 and cards.count(c) > hand.count(c):
            raise Refused(Reason.SAME_CARD_TWICE, card=c)
