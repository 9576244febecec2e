"""The figures behind HELP STRATEGY: what hands cost medium robots. `python -m tests.bench.strategy [DEALS]`."""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Sequence
from statistics import mean

from pbem.cards import Card, Rank, Suit
from pbem.hearts.entries import Opened
from pbem.hearts.game import Game
from pbem.hearts.rules.card_values import QUEEN
from pbem.hearts.rules.presets import preset
from pbem.robots import LEVELS


def dealt_out(rng: random.Random) -> tuple[list[Sequence[Card]], list[int], int]:
    """The hands of a deal without a pass, what each scored, and who took the queen."""
    game, robot = Game(), LEVELS["medium"]
    game.apply(Opened(preset("american", pass_cycle=("hold",), moon="add")))
    order = list(game.to_shuffle())
    rng.shuffle(order)
    game.apply(game.chance(tuple(order)))
    hands = [game.view(seat).hand for seat in range(4)]
    while (record := game.record()) is None:
        seat = game.to_act[0]
        game.apply(robot.choose(game.view(seat), rng))
    taker = next(t.winner for t in record.tricks if QUEEN in t.cards)
    return list(hands), [int(str(p)) for p in record.points], taker or 0


def main(deals: int) -> None:
    """Prints a line for each kind of hand: how many, points a deal, and how often its seat took the queen."""
    found: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    rng = random.Random(1)
    for _ in range(deals):
        hands, points, taker = dealt_out(rng)
        for seat, hand in enumerate(hands):
            spades = [c.rank for c in hand if c.suit is Suit.SPADES]
            high = [rank for rank in spades if rank > Rank.QUEEN]
            kind = "queen" if QUEEN in hand else f"{len(high)} over her" if high else "low spades only"
            guards = min(sum(rank < Rank.QUEEN for rank in spades), 5)
            shortest = min(sum(c.suit is suit for c in hand) for suit in (Suit.CLUBS, Suit.DIAMONDS))
            for name in (f"{kind}, {guards} below", f"shortest of clubs and diamonds: {min(shortest, 4)}"):
                found[name].append((points[seat], seat == taker))
    for name, results in sorted(found.items()):
        took = mean(took for _, took in results)
        print(f"{name:<36} {len(results):>6} hands  {mean(p for p, _ in results):5.2f} points  {took:4.0%} queen")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
