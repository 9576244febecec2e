"""What is proven of the rest of a deal holds whatever is played."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable

import pytest

from pbem.cards import Card, cards
from pbem.hearts.entries import MoonChosen, Opened, Played
from pbem.hearts.events import DealEnded, DealRecord
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.view import Ask, SeatView
from pbem.premoves.choose import decide
from pbem.premoves.parse_plan import parse_plan
from pbem.premoves.rest_of_deal import is_decided, takes_all, takes_none, top_card
from tests.hearts.playing import next_entry
from tests.premoves.situation import situation

Choose = Callable[[SeatView], Card | None]
LOWEST = parse_plan("LOW; DUMP HIGHEST; LEAD LOWEST")


def to_the_end(game: Game, rng: random.Random, seat: int = -1, choose: Choose | None = None) -> DealRecord:
    """The deal played out: one seat by its rule, the others at random. The game itself stays as it was."""
    game = copy.deepcopy(game)
    while True:
        acting = game.to_act[0]
        view = game.view(acting)
        if view.ask is Ask.MOON:
            events = game.apply(MoonChosen(acting, "add"))
        else:
            chosen = choose(view) if choose is not None and acting == seat else rng.choice(view.legal)
            assert chosen is not None
            events = game.apply(Played(view.acts_for, chosen))
        ended = [event.record for event in events if isinstance(event, DealEnded)]
        if ended:
            return ended[0]


def positions(name: str, seed: int, deals: int, least: int = 5) -> list[Game]:
    """Positions of deals played at random, from the trick `least` on, one before each card."""
    rng = random.Random(seed)
    game = Game()
    game.apply(Opened(PRESETS[name]))
    found = []
    while deals and game.phase != "finished":
        if game.phase is Phase.PLAY and len(game.view(0).tricks) >= least:
            found.append(copy.deepcopy(game))
        deals -= any(isinstance(event, DealEnded) for event in game.apply(next_entry(game, rng)))
    return found


def test_who_takes_all_takes_all_whatever_the_others_play() -> None:
    rng = random.Random(1)
    proven = 0
    for game in positions("american", 5, 60, 7):
        seat = game.to_act[0]
        if not takes_all(game.view(seat)):
            continue
        proven += 1
        done = len(game.view(0).tricks)
        for _ in range(6):
            record = to_the_end(game, rng, seat, top_card)
            assert {trick.winner for trick in record.tricks[done:]} == {seat}
    assert proven > 10


def test_who_takes_none_takes_none_whatever_the_others_play() -> None:
    rng = random.Random(2)
    proven = 0
    for game in positions("american", 6, 12):
        for seat in range(4):
            if not takes_none(game.view(seat)):
                continue
            proven += 1
            done = len(game.view(0).tricks)
            for _ in range(3):
                record = to_the_end(game, rng, seat, lambda view: decide(view, LOWEST))
                assert seat not in {trick.winner for trick in record.tricks[done:]}
    assert proven > 30


@pytest.mark.parametrize("name", ["american", "omnibus", "sun", "web", "cancellation", "hartenjagen"])
def test_a_settled_deal_ends_the_same_whatever_is_played(name: str) -> None:
    rng = random.Random(3)
    for game in positions(name, 7, 8, 5):
        if game.view(0).trick is None and is_decided(game.view(0)):
            results = {to_the_end(game, rng).points for _ in range(4)}
            assert len(results) == 1


def test_some_deals_are_settled_before_their_last_trick() -> None:
    found = Counter(is_decided(game.view(0)) for game in positions("american", 8, 60, 9))
    assert found[True] > 5


def test_whether_a_deal_is_settled_is_the_same_for_every_seat() -> None:
    for game in positions("american", 9, 12, 8):
        assert len({is_decided(game.view(seat)) for seat in range(4)}) == 1


@pytest.mark.parametrize(
    ("hand", "table", "proven"),
    [
        ("2C 2D", "5C", True),
        ("2C 2D", "", False),
        ("2C 9D", "5C", False),
        ("", "5C", False),
    ],
)
def test_to_take_none_no_card_may_be_above_any_that_is_out(hand: str, table: str, proven: bool) -> None:
    assert takes_none(situation(cards(hand), cards(table))) is proven
