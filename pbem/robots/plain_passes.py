"""The search for a pass on the rules themselves, for variants that masks cannot express."""

from __future__ import annotations

import random
from collections import Counter

from pbem.cards import Card
from pbem.hearts.entries import Dealt, Opened, Passed
from pbem.hearts.game import Game
from pbem.hearts.view import Ask, SeatView
from pbem.robots.aims import deal_aim, sides_of
from pbem.robots.passes import candidates
from pbem.robots.passing import best_cards
from pbem.robots.plain import Tried, deal_costs, favourite_first, play_out
from pbem.robots.reading import Reading

_CANDIDATES = 6


def try_passes(view: SeatView, worlds: int, rng: random.Random, also: tuple[Card, ...] = ()) -> list[Tried]:
    """The likely passes, and `also`, with their worth; the medium player's first, unless another is clearly better."""
    reading = Reading(view)
    favourite = best_cards(reading, view.count)
    likely = [c for c in candidates(reading, view.count) if set(c) not in (set(favourite), set(also))]
    more = [also] if also and set(also) != set(favourite) else []
    tried = [Tried(choice, []) for choice in (favourite, *more, *likely[: _CANDIDATES - 1])]
    aim = deal_aim(view.seat, sides_of(view))
    for _ in range(worlds):
        dealt = _dealt(view, reading, rng)
        others = _others_passes(view, dealt)
        if others is None:
            break
        for one in tried:
            game = _begun(view, dealt)
            for passed in sorted([*others, Passed(view.seat, one.choice)], key=lambda p: p.seat):
                game.apply(passed)
            one.values.append(aim(deal_costs(view.rules, play_out(game, reading.costs.of))))
    return favourite_first(tried)


def _dealt(view: SeatView, reading: Reading, rng: random.Random) -> Dealt:
    """A deal that agrees with what the seat knows before it passes."""
    left = Counter(reading.costs.pack)
    left.subtract(view.hand)
    hidden = sorted(left.elements())
    rng.shuffle(hidden)
    hands: list[tuple[Card, ...]] = []
    for seat, size in enumerate(view.hand_sizes):
        hands.append(tuple(sorted(view.hand if seat == view.seat else hidden[:size])))
        if seat != view.seat:
            hidden = hidden[size:]
    return Dealt(view.base, tuple(hands), tuple(hidden))


def _begun(view: SeatView, dealt: Dealt) -> Game:
    game = Game()
    game.apply(Opened(view.rules))
    game.apply(dealt)
    return game


def _others_passes(view: SeatView, dealt: Dealt) -> list[Passed] | None:
    """What the others pass in this world; None where something else comes before the pass."""
    game = _begun(view, dealt)
    if game.phase != Ask.PASS:
        return None
    views = [game.view(seat) for seat in game.to_act if seat != view.seat]
    return [Passed(other.seat, best_cards(Reading(other), other.count)) for other in views]
