"""What the search says in many positions, as lines: for two builds of the same program to be held to each other.

`python -m tests.robots.choices` prints first where the playouts come from, then a line a choice.
"""

from __future__ import annotations

import random
import sys

from pbem.hearts.entries import Choice
from pbem.hearts.game import Game
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import Ask
from pbem.robots import LEVELS
from pbem.robots.arena import play_deal
from pbem.robots.engine import playouts
from pbem.robots.evaluation import evaluate_cards, evaluate_passes
from pbem.robots.levels.hard import Budget

GAMES: tuple[Rules, ...] = (
    preset("web"),
    preset("omnibus"),
    preset("pooled"),
    preset("kitty"),
    preset("hartenjagen"),
    preset("golden-ten"),
    preset("forced-queen"),
    preset("web", players=6),
    preset("draw"),
    preset("domino"),
)
QUICK = Budget(worlds=12, playouts=100)


def choices() -> list[str]:
    """A line for every choice of a deal of each game: the game, the turn, and what each card or pass was worth."""
    lines: list[str] = []
    for rules in GAMES:

        def watch(game: Game, choice: Choice, rules: Rules = rules) -> None:
            view, rng = game.view(choice.seat), random.Random(len(lines))
            if view.ask is Ask.PLAY and len(view.legal) > 1:
                found = [(e.card.text, e.worth) for e in evaluate_cards(view, QUICK, rng)]
                lines.append(f"{rules.name} {len(view.plays)} {found}")
            elif view.ask is Ask.PASS and view.pass_to:
                passes = evaluate_passes(view, QUICK, rng)
                lines.append(f"{rules.name} pass {[([c.text for c in cards], worth) for worth, cards in passes]}")

        play_deal(rules, [LEVELS["medium"]] * rules.players, "choices", "choices", 0, watch)
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join([playouts.__file__, *choices()]) + "\n")
