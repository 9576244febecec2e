"""Games with a stock: what the search plays on is the rules' own deal, and its worlds are what the seat sees."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pbem.cards import Card
from pbem.hearts.entries import Dealt, Opened, Played
from pbem.hearts.game import Game
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import Ask
from pbem.robots import LEVELS
from pbem.robots.engine.bitboard_rules import legal, points
from pbem.robots.engine.bitboards import bit, bits, each
from pbem.robots.engine.playouts import Position
from pbem.robots.engine.rule_tables import tables_of
from pbem.robots.engine.stock import StockPlayout, StockSituation, stocked
from pbem.robots.levels.hard import Budget, Hard
from pbem.robots.review.deal_review import review
from tests.robots.playing import log_of, views

GAMES: tuple[Rules, ...] = (
    preset("draw"),
    preset("draw", heart_lead="broken", values="H=1 QS=13"),
    preset("domino"),
    preset("domino", players=6),
    preset("domino", players=3, heart_lead="broken"),
)


class AtRandom(StockPlayout):
    """Plays any legal card, and writes down which."""

    def begin(self, rng: random.Random) -> None:
        self.rng = rng
        self.played: list[tuple[int, int]] = []

    def _choose(self) -> int:
        super()._choose()  # draws
        at = self.at
        return self.rng.choice(each(legal(self.t, at.hands[at.seat], at.led, at.table, at.first, at.broken)))

    def _lay(self, one: int) -> None:
        self.played.append((self.at.seat, one))
        super()._lay(one)


@pytest.mark.parametrize("rules", GAMES, ids=lambda r: f"{r.name}-{r.players}-{r.heart_lead}")
def test_a_playout_is_a_deal_of_the_rules(rules: Rules) -> None:
    t, follows = tables_of(rules), rules.kitty_use == "follow"
    assert stocked(rules)
    cards: dict[int, Card] = {bit(c): c for c in rules.deck()}
    for seed in range(60):
        rng = random.Random(seed)
        game = Game()
        game.apply(Opened(rules))
        order = list(game.to_shuffle())
        rng.shuffle(order)
        dealt = game.chance(tuple(order))
        assert isinstance(dealt, Dealt)
        game.apply(dealt)
        at = Position([bits(hand) for hand in dealt.hands], [0] * rules.players, game.to_act[0], False, True)
        at.stock = tuple(bit(c) for c in dealt.rest)
        playing = AtRandom(t, at, follows)
        playing.begin(rng)
        taken = playing.taken(bit(rng.choice(game.legal_cards(at.seat))))
        for seat, one in playing.played:
            assert game.to_act == (seat,)
            game.apply(Played(seat, cards[one]))  # refused, it would stop here
        record = game.record()
        while record is None:  # nothing that counts is left: any card will do
            seat = game.to_act[0]
            game.apply(Played(seat, game.legal_cards(seat)[0]))
            record = game.record()
        assert list(record.points) == points(t, taken)


@pytest.mark.parametrize("name", ["draw", "domino"])
def test_worlds_agree_with_what_is_seen(name: str) -> None:
    rules = preset(name)
    for view in views(rules, LEVELS["medium"], 3):
        if view.ask is Ask.PLAY:
            at = StockSituation(view).draw(random.Random(1))
            assert [hand.bit_count() for hand in at.hands] == list(view.hand_sizes)
            assert at.hands[view.seat] == bits(view.hand)
            assert len(at.stock) == view.kitty_size
            everything = [*at.hands, *at.stock, bits(play.card for play in view.plays)]
            assert sum(everything) == bits(rules.deck())  # each card in one place


def test_a_deal_with_a_stock_is_reviewed_too() -> None:
    found = review(log_of(preset("draw"), LEVELS["easy"], "stock", 0), 0, 1, Budget(worlds=20, measured=20))
    assert found is not None
    assert len(found.turns) > 15
    assert found.luck + found.skill == pytest.approx(found.scored - found.par)


def test_what_a_seat_cannot_know_does_not_change_its_card() -> None:
    rules, robot = preset("draw"), Hard(Budget(worlds=16))
    game = Game()
    game.apply(Opened(rules))
    order = list(game.to_shuffle())
    random.Random(5).shuffle(order)
    dealt = game.chance(tuple(order))
    assert isinstance(dealt, Dealt)
    game.apply(dealt)
    seat = game.to_act[0]
    unseen = [c for c in order if c not in dealt.hands[seat]]
    random.Random(6).shuffle(unseen)
    other = tuple(sorted(unseen[:13]))
    hands = (dealt.hands[0], other) if seat == 0 else (other, dealt.hands[1])
    twin = Game()
    twin.apply(Opened(rules))
    twin.apply(replace(dealt, hands=hands, rest=tuple(unseen[13:])))
    choices = [robot.choose(one.view(seat), random.Random(1)) for one in (game, twin)]
    assert choices[0] == choices[1]
