"""Players and engines that no one here wrote, where they are installed: OpenSpiel's Hearts and its ISMCTS player."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

try:
    import pyspiel
except ImportError:  # it is not among our dependencies
    pyspiel = None

from pbem.cards import FRENCH, Card, Rank, Suit
from pbem.hearts.entries import Opened, Played
from pbem.hearts.game import Game
from pbem.hearts.rules.presets import preset
from pbem.robots import LEVELS, Robot
from pbem.robots.arena import seatings
from pbem.robots.engine.card_costs import deal_costs
from pbem.robots.engine.statistics import mean_and_error

_OUR_SUIT = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
_OFFSET = {suit: _OUR_SUIT.index(suit) for suit in FRENCH}
RULES = preset("web", breakers="heart-or-queen", pass_cycle=("hold",))
"""OpenSpiel's defaults, but held: its ISMCTS player breaks down on passes."""


def open_spiel_deals(rng: random.Random) -> dict[str, Callable[[], object]]:
    """One random deal of OpenSpiel, held, in its two Python loops; nothing where it is not installed."""
    if pyspiel is None:
        return {}
    game = pyspiel.load_game("hearts", {"pass_cards": False})

    def asked() -> None:
        """As its examples do: any of the legal actions, of chance too."""
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))

    def fed() -> None:
        """The quickest that can be made of it: the cards are given to it from a shuffle."""
        state = game.new_initial_state()
        state.apply_action(0)
        for card in sorted(range(52), key=lambda _: rng.random()):
            state.apply_action(card)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))

    return {"OpenSpiel, Python loop, random": asked, "OpenSpiel, dealt from our shuffle, random": fed}


def _theirs(card: Card) -> int:
    return (card.rank - 2) * 4 + _OFFSET[card.suit]


def _ours(action: int) -> Card:
    return Card(_OUR_SUIT[action % 4], Rank(action // 4 + 2))


def _dealt(game: Game, theirs: Any) -> Any:
    """Their state with our hands, before the first lead."""
    state = theirs.new_initial_state()
    state.apply_action(0)  # held
    hands = [game.view(seat).hand for seat in range(4)]
    for at in range(52):
        state.apply_action(_theirs(hands[at % 4][at // 4]))
    return state


def _gap(robot: Robot, seats: tuple[bool, ...], number: int, simulations: int) -> float:
    """One deal: our seats' points less theirs. Their player is given its own state, and looks only where it may."""
    theirs = pyspiel.load_game("hearts", {"pass_cards": False})
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.ISMCTSBot(number, evaluator, 25.0, simulations, -1, policy, False, False)
    game = Game()
    game.apply(Opened(RULES))
    order = list(game.to_shuffle())
    random.Random(number).shuffle(order)
    game.apply(game.chance(tuple(order)))
    state = _dealt(game, theirs)
    while (record := game.record()) is None:
        seat = game.to_act[0]
        if seats[seat]:
            choice = robot.choose(game.view(seat), random.Random(f"{number}/{game.view(seat).hand_sizes}"))
            assert isinstance(choice, Played)
        else:
            choice = Played(seat, _ours(bot.step(state)))
        state.apply_action(_theirs(choice.card))
        game.apply(choice)
    costs = deal_costs(RULES, record)
    return sum(costs[seat] * (1 if ours else -1) for seat, ours in enumerate(seats)) / 2


def against_ismcts(robot: Robot, deals: int, simulations: int) -> tuple[float, float]:
    """The mean difference a deal of our robot's points less theirs, and its standard error; held deals, 2 against 2."""
    both = seatings(4)
    differences = [
        sum(_gap(robot, seats, number, simulations) for seats in both) / len(both) for number in range(deals)
    ]
    return mean_and_error(differences)


def report(deals: int) -> None:
    """One line for each player from outside."""
    if pyspiel is None:
        sys.stdout.write("OpenSpiel is not installed: no players from outside\n")
        return
    mean, error = against_ismcts(LEVELS["hard"], deals, 300)
    sys.stdout.write(f"hard - OpenSpiel ISMCTS (300 simulations), {deals} held deals: {mean:.2f} +- {error:.2f}\n")
