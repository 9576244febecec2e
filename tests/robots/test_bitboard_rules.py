"""The fast core against the rules: the same cards may be played, and a deal is worth the same, in each variant."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from pbem.cards import Card, Suit, cards, cards_text
from pbem.hearts.entries import Dealt, MoonChosen, Opened
from pbem.hearts.events import DealRecord
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.rules.presets import PRESETS, preset
from pbem.hearts.rules.record import Rules
from pbem.robots.engine.bitboard_rules import RuleTables, legal, opener, points
from pbem.robots.engine.bitboards import STRIDE, bits, each
from pbem.robots.engine.playouts import Position
from pbem.robots.engine.rule_tables import serves, tables_of
from tests.bench.random_play import play_at_random
from tests.hearts.playing import next_entry
from tests.hearts.tables import scored

FRENCH_BUT_HEARTS = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
SERVED = [name for name, rules in PRESETS.items() if serves(rules)]
EXTRA = {
    "low club any": preset("american", first_lead="low-club-any"),
    "hearts beside the queen": preset("american", only_hearts_and_queen="may-lead-hearts"),
    "queen forced, quiet first trick": preset("web", force_queen=True),
    "jack banned from the first trick": preset("omnibus", first_trick_points="forbidden-bonus"),
    "bonus floor": preset("omnibus", bonus_floor=True, moon="add"),
    "no trick": preset("web", no_trick_bonus=-5),
    "the other way round": preset("web", direction="counter-clockwise"),
    "five players": preset("web", players=5),
    "three players and a kitty to the last trick": preset("odd-kitty", kitty_to="last-trick"),
    "moon needs the jack": preset("omnibus", moon_set="penalties-and-bonus", moon="subtract"),
    "penalties break": preset("american", breakers="penalty"),
    "the jacks of Polignac": preset("polignac", auction="none", ranks=""),
    "forty cards": preset("american", pack="40", hand=10, moon="none"),
}


def _skewed(game: Game, rng: random.Random) -> tuple[Card, ...]:
    """A shuffle in which one hand has long suits, so that moons and hands without a choice come up."""
    order = list(game.to_shuffle())
    rng.shuffle(order)
    if rng.random() < 0.5:
        last = rng.choice([Suit.HEARTS, Suit.SPADES, Suit.CLUBS])
        order.sort(key=lambda c: (c.suit is not last) * rng.random() + (c.suit is not Suit.HEARTS) * rng.random())
    return tuple(order)


def _compare_a_deal(rules: Rules, seed: int) -> None:
    """Plays a deal at random in both; every legal set on the way is compared, and what it brings."""
    rng = random.Random(seed)
    t = tables_of(rules)
    game = Game()
    game.apply(Opened(rules))
    position: Position | None = None
    while (record := game.record()) is None:
        if game.needs_chance == "deal":
            dealt = game.chance(_skewed(game, rng))
            assert isinstance(dealt, Dealt)
            game.apply(replace(dealt, base=replace(dealt.base, number=seed + 1, dealer=seed % rules.players)))
            continue
        if game.phase is Phase.MOON:
            game.apply(MoonChosen(game.to_act[0], "add"))  # as the tables reckon
            continue
        if game.phase is Phase.PLAY:
            position = position or _begin(game, t)
            _compare_a_turn(game, t, position)
        entry = next_entry(game, rng)
        if game.phase is Phase.PLAY and position is not None:
            position.play(t, bits([entry.card]))
        game.apply(entry)
    assert position is not None
    _compare_points(record, t, position)


def _begin(game: Game, t: RuleTables) -> Position:
    hands = [bits(game.view(seat).hand) for seat in range(t.seats)]
    position = Position(hands, [0] * t.seats, opener(t, hands, game.base.dealer), False, True)
    position.kitty = t.pack & ~sum(hands)
    return position


def _compare_a_turn(game: Game, t: RuleTables, at: Position) -> None:
    seat = game.to_act[0]
    assert at.seat == seat
    mine = legal(t, at.hands[seat], at.led, at.table, at.first, at.broken)
    assert mine == bits(game.legal_cards(seat)), game.view(seat)


def _compare_points(record: DealRecord, t: RuleTables, position: Position) -> None:
    if position.kitty:
        position.taken[position.owner] |= position.kitty
    if record.moon != "win-game":  # that ends the game whatever the points
        assert points(t, position.taken) == list(record.taken)


@pytest.mark.parametrize("name", [name for name in SERVED if preset(name).moon not in ("none", "win-game")])
@pytest.mark.parametrize("all_tricks", [False, True])
def test_a_moon_is_paid_in_the_fast_rules_as_by_the_rules(name: str, all_tricks: bool) -> None:
    rules = preset(name)
    harmless = [c for c in rules.deck() if not rules.points(c)][:2]
    for shooter in range(rules.players):
        other = (shooter + 1) % rules.players
        lost = [] if all_tricks else harmless
        piles = [""] * rules.players
        piles[shooter] = cards_text([c for c in rules.deck() if c not in lost])
        piles[other] = cards_text(lost)
        record, _ = scored(rules, *piles, choice="add")
        assert record.moon is not None
        assert points(tables_of(rules), [bits(cards(pile)) for pile in piles]) == list(record.taken)


@pytest.mark.parametrize("name", SERVED)
def test_the_fast_rules_allows_and_counts_what_the_rules_do(name: str) -> None:
    for seed in range(30):
        _compare_a_deal(PRESETS[name], seed)


@pytest.mark.parametrize("name", EXTRA)
def test_the_fast_rules_knows_the_switches_that_no_preset_sets(name: str) -> None:
    for seed in range(30):
        _compare_a_deal(EXTRA[name], seed)


@pytest.mark.parametrize("name", SERVED)
def test_play_at_random_plays_every_card_of_a_deal_and_each_is_legal(name: str) -> None:
    t = tables_of(PRESETS[name])
    rng = random.Random(5)
    cards = each(t.pack)
    size = len(cards) // t.seats
    for dealer in range(20):
        rng.shuffle(cards)
        dealt = [cards[at * size : (at + 1) * size] for at in range(t.seats)]
        taken, played = play_at_random(t, dealt, dealer % t.seats, rng)
        hands = [sum(hand) for hand in dealt]
        again = Position(hands, [0] * t.seats, opener(t, hands, dealer % t.seats), False, True)
        for one in played:
            assert one & legal(t, again.hands[again.seat], again.led, again.table, again.first, again.broken)
            again.play(t, one)
        assert not any(again.hands)
        assert taken == again.taken


def test_at_random_means_that_each_legal_card_is_as_likely_as_the_next() -> None:
    t = tables_of(PRESETS["web"])
    rng = random.Random(6)
    followed: Counter[int] = Counter()
    discarded: Counter[int] = Counter()
    later: Counter[int] = Counter()
    clubs, diamonds, spades = ([1 << STRIDE * suit + rank for rank in range(1, 14)] for suit in FRENCH_BUT_HEARTS)
    opener_hand = [clubs[0], *clubs[8:12]]  # it must lead the two
    mixed = [*diamonds[:3], *spades[:2]]
    hands = [opener_hand, clubs[1:6], mixed, [clubs[6], clubs[7], *diamonds[4:7]]]
    for _ in range(4000):
        _, played = play_at_random(t, [rng.sample(hand, 5) for hand in hands], 0, rng)
        followed[played[1]] += 1
        discarded[next(one for one in played[:4] if one in mixed)] += 1
        led = played[4]
        if led in clubs:  # again the mixed hand is void
            later[next(one for one in played[4:8] if one in mixed)] += 1
    for counted in (followed, discarded, later):
        total = counted.total()
        assert len(counted) == 5
        assert all(abs(n / total - 0.2) < 0.035 for n in counted.values())


def test_most_presets_are_served() -> None:
    assert len(SERVED) >= 40
    assert {"american", "web", "omnibus", "hartenjagen", "golden-ten", "pooled"} <= set(SERVED)
