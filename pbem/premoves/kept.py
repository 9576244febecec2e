"""What a seat has said for its next turns, as it is kept: as secret as a hand, and over with the deal."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from pbem.cards import Card, card, cards, cards_text
from pbem.hearts.rules.card_values import QUEEN
from pbem.hearts.view import SeatView
from pbem.premoves.choose import counts, decide, would_take
from pbem.premoves.parse_plan import parse_plan
from pbem.premoves.steps import Steps


@dataclass(frozen=True, slots=True)
class Premoves:
    """An early card, a queue, a plan for the next card, one for the deal; and the moon's choice, which outlasts it."""

    deal: int = 0
    left: int = 0  # cards in the hand when `card` and `steps` were said: they are for the next card only
    card: Card | None = None  # an early answer
    seen: int = 0  # cards on the table when it was given
    anyway: bool = False  # it is played whatever falls before
    queue: tuple[Card, ...] = ()
    steps: Steps = ()
    always: Steps = ()
    moon: str = ""  # "", "add", "subtract" or "ask"

    def at(self, view: SeatView) -> Premoves:
        """What of it still stands."""
        if view.base.number != self.deal:
            return Premoves(view.base.number, len(view.hand), moon=self.moon)
        if len(view.hand) != self.left:
            return replace(self, left=len(view.hand), card=None, seen=0, anyway=False, steps=(), queue=self._rest(view))
        return self

    def _rest(self, view: SeatView) -> tuple[Card, ...]:
        return tuple(card for card in self.queue if card in view.hand)

    @property
    def empty(self) -> bool:
        """Whether nothing is kept for this deal."""
        return self.card is None and not (self.queue or self.steps or self.always)

    @property
    def any(self) -> bool:
        """Whether anything is kept, be it the moon's choice alone."""
        return bool(self.moon) or not self.empty


class PremoveOutcome(StrEnum):
    """What a player must be told of something that was said in advance."""

    HELD_BACK = "held-back"  # an early card was not played
    QUEUE_ENDED = "queue-ended"


class Ruling(NamedTuple):
    """What is played for a seat, if anything; what is kept after it; and what the player must be told."""

    card: Card | None
    held: Premoves
    note: PremoveOutcome | None = None
    cards: tuple[Card, ...] = ()


def rule(view: SeatView, held: Premoves) -> Ruling:
    """The card that the seat's own words choose among `view.legal`: early answer, queue, plans, in this order."""
    held = held.at(view)
    if view.acts_for != view.seat or not view.legal:
        return Ruling(None, held)
    if held.card is not None:
        after = replace(held, card=None, seen=0, anyway=False)
        if held.card in view.legal and (held.anyway or not _foolish(view, held)):
            return Ruling(held.card, after)
        return Ruling(None, after, PremoveOutcome.HELD_BACK, (held.card,))
    if held.queue:
        first, rest = held.queue[0], held.queue[1:]
        if first in view.legal:
            return Ruling(first, replace(held, queue=rest))
        return Ruling(None, replace(held, queue=()), PremoveOutcome.QUEUE_ENDED, held.queue)
    return Ruling(decide(view, held.steps) or decide(view, held.always), held)


def _foolish(view: SeatView, held: Premoves) -> bool:
    """Whether the early card would take the trick so far, and something of note has fallen since it was given."""
    return of_note(view, held.seen) and held.card is not None and would_take(view, held.card)


def of_note(view: SeatView, seen: int) -> bool:
    """Whether a card that counts, or the queen of spades, fell in this trick after so many cards."""
    return any(counts(view, one) or one == QUEEN for one in view.table[seen:])


def premoves_to_json(held: Premoves) -> str:
    """As it is kept; "" for nothing."""
    if not held.any:
        return ""
    body: dict[str, object] = {"deal": held.deal, "left": held.left}
    if held.card is not None:
        body |= {"card": held.card.text, "seen": held.seen, "anyway": held.anyway}
    for name in ("steps", "always"):
        if getattr(held, name):
            body[name] = "; ".join(step.text for step in getattr(held, name))
    if held.queue:
        body["queue"] = cards_text(held.queue)
    if held.moon:
        body["moon"] = held.moon
    return json.dumps(body, separators=(",", ":"))


@lru_cache(maxsize=512)
def premoves_from_json(text: str) -> Premoves:
    """As it was kept."""
    if not text:
        return Premoves()
    body = json.loads(text)
    return Premoves(
        deal=body["deal"],
        left=body["left"],
        card=card(body["card"]) if "card" in body else None,
        seen=body.get("seen", 0),
        anyway=body.get("anyway", False),
        queue=cards(body.get("queue", "")),
        steps=parse_plan(body["steps"]) if "steps" in body else (),
        always=parse_plan(body["always"]) if "always" in body else (),
        moon=body.get("moon", ""),
    )
