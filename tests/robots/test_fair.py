"""Fairness: a robot's choice depends on what its seat may know, on the seed, and on nothing else."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pbem.cards import Card
from pbem.hearts.entries import Dealt, Opened, Played
from pbem.hearts.game import Game
from pbem.hearts.refusal import Refused
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules
from pbem.robots import LEVELS, Robot
from pbem.robots.levels.hard import Budget, Hard

ROBOTS: dict[str, Robot] = LEVELS | {"hard": Hard(Budget(worlds=16, playouts=160, plain_worlds=3))}
HELD = ("web", "omnibus", "booster", "pooled", "kitty")
HOLD = 4  # the number of a deal that is not passed


def _begun(rules: Rules, hands: tuple[tuple[Card, ...], ...], rest: tuple[Card, ...], number: int) -> Game:
    game = Game()
    game.apply(Opened(rules))
    game.apply(Dealt(replace(game.base, number=number), hands, rest))
    return game


def _twin(game: Game, rules: Rules, seat: int, entries: list[Played], rng: random.Random) -> Game | None:
    """The deal with the cards that the seat has not seen dealt anew, played to the same turn; None if it cannot be."""
    now = [game.view(s).hand for s in range(rules.players)]
    others = [s for s in range(rules.players) if s != seat]
    unseen = [c for s in others for c in now[s]]
    rng.shuffle(unseen)
    start = [list(game.view(seat).hand) if s == seat else [] for s in range(rules.players)]
    for s in others:
        start[s], unseen = unseen[: len(now[s])], unseen[len(now[s]) :]
    for entry in entries:
        start[entry.seat].append(entry.card)
    left = tuple(c for c in rules.deck() if not any(c in hand for hand in start))
    twin = _begun(rules, tuple(tuple(sorted(hand)) for hand in start), left, HOLD)
    try:
        for entry in entries:
            twin.apply(entry)
    except Refused:
        return None
    return twin


@pytest.mark.parametrize("name", HELD)
@pytest.mark.parametrize("level", ROBOTS)
def test_hidden_cards_do_not_change_a_card_played(level: str, name: str) -> None:
    rules, robot = preset(name), ROBOTS[level]
    rng = random.Random(7)
    compared = 0
    game = Game()
    game.apply(Opened(rules))
    order = list(game.to_shuffle())
    rng.shuffle(order)
    dealt = game.chance(tuple(order))
    assert isinstance(dealt, Dealt)
    game = _begun(rules, dealt.hands, dealt.rest, HOLD)
    entries: list[Played] = []
    while game.record() is None and len(entries) < 40:
        seat = game.to_act[0]
        choice = robot.choose(game.view(seat), random.Random(len(entries)))
        twin = next((t for _ in range(6) if (t := _twin(game, rules, seat, entries, rng))), None)
        if twin is not None:
            assert twin.view(seat) == game.view(seat)
            assert robot.choose(twin.view(seat), random.Random(len(entries))) == choice
            compared += 1
        assert isinstance(choice, Played)
        entries.append(choice)
        game.apply(choice)
    assert compared >= 5


@pytest.mark.parametrize("level", ROBOTS)
def test_hidden_cards_do_not_change_a_pass(level: str) -> None:
    rules = preset("web")
    deck = list(rules.deck())
    random.Random(3).shuffle(deck)
    own, others = deck[:13], deck[13:]
    answers = set()
    for seed in range(3):
        random.Random(seed).shuffle(others)
        hands = (own, others[:13], others[13:26], others[26:])
        game = _begun(rules, tuple(tuple(sorted(hand)) for hand in hands), (), 1)
        answers.add(ROBOTS[level].choose(game.view(0), random.Random(1)))
    assert len(answers) == 1
