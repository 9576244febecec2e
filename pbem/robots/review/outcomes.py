"""What comes of a card in worlds that fit: what it is worth, who takes the trick, and what lies in the end with whom.

The worlds are drawn once more: those by which a card was found best flatter it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.cards import Card
from pbem.hearts.events import DealRecord
from pbem.hearts.view import SeatView
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.bitboard_rules import counted, points
from pbem.robots.engine.bitboards import bit
from pbem.robots.engine.card_costs import deal_costs
from pbem.robots.engine.card_search import piles_after
from pbem.robots.engine.objectives import Objective
from pbem.robots.evaluation import card_decision, on_bitboards
from pbem.robots.generic.rules_search import DRAWS, WorldMaker
from pbem.robots.levels.hard import Budget


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A deal played out from a card on."""

    worth: float  # the lower the better for the seat
    takes: bool  # the seat takes the trick that the card is played to
    got: frozenset[Card]  # of the cards that are asked about, those in the seat's pile at the end
    shooter: int | None  # who has all that a moon needs


def outcomes(
    view: SeatView, cards: Sequence[Card], about: Sequence[Card], budget: Budget, rng: random.Random, goal: Objective
) -> list[list[PlayedOut]]:
    """For each card what came of it, one outcome a world, on the same worlds; `about`: the cards to look for."""
    if on_bitboards(view.rules):
        return _on_bitboards(view, cards, about, budget, rng, goal)
    return _on_the_rules(view, cards, about, budget, rng, goal)


def _on_bitboards(
    view: SeatView, cards: Sequence[Card], about: Sequence[Card], budget: Budget, rng: random.Random, goal: Objective
) -> list[list[PlayedOut]]:
    task = card_decision(view, budget, goal)
    t, seat = task.tables, task.seat
    asked = [(card, bit(card)) for card in about]
    found: list[list[PlayedOut]] = [[] for _ in cards]
    for piles_by_card in piles_after(task, [bit(card) for card in cards], budget.measured, rng):
        for at, piles in enumerate(piles_by_card):
            shot = [
                s for s, pile in enumerate(counted(t, piles)) if t.moon != "none" and pile & t.moon_set == t.moon_set
            ]
            got = frozenset(card for card, one in asked if piles[seat] & one)
            takes = bool(piles[seat] & bit(cards[at]))
            found[at].append(PlayedOut(task.objective(points(t, piles)), takes, got, shot[0] if shot else None))
    return found


def _on_the_rules(
    view: SeatView, cards: Sequence[Card], about: Sequence[Card], budget: Budget, rng: random.Random, goal: Objective
) -> list[list[PlayedOut]]:
    maker = WorldMaker(view, CardCounter(view), goal)
    found: list[list[PlayedOut]] = [[] for _ in cards]
    for _ in range(budget.plain_worlds * DRAWS):
        if len(found[0]) == budget.plain_worlds:
            break
        chance = rng.random()
        games = [maker.game(random.Random(chance)) for _ in cards]
        for at, game in enumerate(games):
            if game is not None:
                record = maker.record(game, cards[at])
                worth = maker.objective(deal_costs(game.rules, record))
                found[at].append(_outcome(view, record, about, worth))
    return found


def _outcome(view: SeatView, record: DealRecord, about: Sequence[Card], worth: float) -> PlayedOut:
    pile = {card for trick in record.tricks if trick.winner == view.seat for card in trick.cards}
    this = record.tricks[len(view.tricks)]
    takes = this.winner == view.seat == view.acts_for
    return PlayedOut(worth, takes, frozenset(pile & set(about)), record.shooter)
