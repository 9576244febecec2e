"""A step of a plan: what to do with the card that is due, and when. Its text is its one exact spelling."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.cards import Card, Suit


class Act(StrEnum):
    """What a step does; where it cannot do it, the next step is tried. The value is its word."""

    PLAY = "PLAY"  # this card, if it may be played
    LOW = "LOW"  # following suit: the lowest card of the led suit
    HIGH = "HIGH"  # following suit: the highest card of the led suit
    DUCK = "DUCK"  # following suit: the highest card below the best one on the table, else the lowest
    DUCK_LAST = (
        "DUCK LAST"  # the same; but last to a clean trick, if it must be won, with the highest that counts nothing
    )
    WIN = "WIN"  # following suit: last, the lowest card that wins; else the highest, if it wins so far
    DUMP = "DUMP"  # without the led suit: this card
    DUMP_HIGHEST = "DUMP HIGHEST"  # without the led suit: the highest card of a suit, or of all
    LEAD = "LEAD"  # leading: this card
    LEAD_LOWEST = "LEAD LOWEST"  # leading: the lowest card of a suit, or of all
    LEAD_HIGHEST = "LEAD HIGHEST"


class Fact(StrEnum):
    """What an IF asks. All that is asked is on the table, in the own hand, or was seen in this deal."""

    LED = "LED"  # this suit was led
    FALLS = "FALLS"  # this card lies on the table in this trick
    GONE = "GONE"  # this card has been played in this deal
    POINTS = "POINTS FALL"  # a card that counts lies on the table in this trick
    CLEAN = "CLEAN"  # none does
    LAST = "LAST"  # nobody plays to this trick after this seat
    VOID = "VOID"  # a suit was led, and the seat has none of it


@dataclass(frozen=True, slots=True)
class If:
    """One condition; `suit` for LED, `card` for FALLS and GONE."""

    fact: Fact
    suit: Suit | None = None
    card: Card | None = None

    @property
    def text(self) -> str:
        """As it is written after IF."""
        subject = self.suit.name if self.suit is not None else self.card.text if self.card is not None else ""
        return f"{subject} {self.fact.value}".strip()


@dataclass(frozen=True, slots=True)
class Step:
    """Do this if all conditions hold."""

    act: Act
    suit: Suit | None = None
    card: Card | None = None
    when: tuple[If, ...] = ()

    @property
    def text(self) -> str:
        """The step in its exact spelling, which reads back as this step."""
        what = self.card.text if self.card is not None else self.suit.name if self.suit is not None else ""
        condition = " AND ".join(one.text for one in self.when)
        return f"{f'IF {condition} ' if condition else ''}{self.act.value} {what}".strip()


Steps = tuple[Step, ...]
