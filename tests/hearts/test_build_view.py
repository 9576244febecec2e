"""Secrecy: what a seat cannot know may be shuffled, and its view stays the same."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable

import pytest

from pbem.cards import Card
from pbem.hearts.entries import Dealt, Entry, Opened
from pbem.hearts.game import Game
from pbem.hearts.play.deal import Deal
from pbem.hearts.rules.presets import PRESETS, preset
from tests.hearts.playing import play_out

TABLES = [(name, count) for name, rules in PRESETS.items() for count in {min(rules.player_counts), rules.players}]


def shuffled(game: Game, seat: int, rng: random.Random) -> Game:
    """The same game for this seat: all that it cannot place lies elsewhere."""
    other = copy.deepcopy(game)
    deal = other._deal
    assert deal is not None
    slots = list(_hidden(deal, seat))
    cards = [deal.hands[at][place] if at >= 0 else deal.rest[place] for at, place in slots]
    rng.shuffle(cards)
    for (at, place), card in zip(slots, cards, strict=True):
        (deal.hands[at] if at >= 0 else deal.rest)[place] = card
    for hand in deal.hands:
        hand.sort()
    deal.dealt = tuple(_any(deal, rng, len(hand)) for hand in deal.dealt)
    if deal.kitty_taker != seat and deal.turned is None:
        deal.kitty = _any(deal, rng, len(deal.kitty))
        deal.set_aside = _any(deal, rng, len(deal.set_aside))
    deal.chosen = [
        them if at == seat or not them else _any(deal, rng, len(them)) for at, them in enumerate(deal.chosen)
    ]
    deal.packets = [
        packet if seat in packet[:2] else (packet[0], packet[1], _any(deal, rng, len(packet[2])))
        for packet in deal.packets
    ]
    deal.gave_back = tuple(them if at == seat else _any(deal, rng, len(them)) for at, them in enumerate(deal.gave_back))
    if deal.stage == "charge":
        deal.charged = [them if at == seat or them is None else () for at, them in enumerate(deal.charged)]
    return other


def _hidden(deal: Deal, seat: int) -> Iterable[tuple[int, int]]:
    """(hand, place) of each card that the seat cannot place; hand -1 is what lies apart."""
    shown_dummy = deal.rules.dummy == "shared" or (
        deal.rules.dummy == "bid" and deal.stage not in ("call", "pass", "bid")
    )
    for at, hand in enumerate(deal.hands):
        own = at == seat and (deal.stage != "call" or deal.rules.contracts)
        if own or (at == deal.rules.players and shown_dummy):
            continue
        charged = () if deal.stage == "charge" or at >= deal.rules.players else deal.charged[at] or ()
        yield from ((at, place) for place, card in enumerate(hand) if card not in charged)
    if deal.turned is None:
        yield from ((-1, place) for place in range(len(deal.rest)))


def _any(deal: Deal, rng: random.Random, count: int) -> tuple[Card, ...]:
    return tuple(sorted(rng.sample(deal.rules.deck(), count)))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_view_holds_nothing_that_its_seat_cannot_know(name: str, players: int) -> None:
    rng = random.Random(name)
    looked: set[str] = set()

    def watch(game: Game, _: Entry) -> None:
        if game.needs_chance == "deal" or game.phase in ("finished", "moon") or game.base.number > 5:
            return
        if game.phase in looked and rng.random() > 0.04:
            return
        looked.add(game.phase)
        for seat in range(players):
            assert shuffled(game, seat, rng).view(seat) == game.view(seat)

    play_out(preset(name, players=players), seed=11, watch=watch)
    assert "play" in looked


def test_before_the_pass_a_view_depends_on_the_own_hand_alone() -> None:
    rules = preset("american")
    rng = random.Random(5)
    views = []
    for _ in range(2):
        game = Game()
        game.apply(Opened(rules))
        own, rest = rules.deck()[::4], [c for c in rules.deck() if c not in rules.deck()[::4]]
        rng.shuffle(rest)
        hands = (own, *(tuple(sorted(rest[at : at + 13])) for at in (0, 13, 26)))
        game.apply(Dealt(game.base, hands))
        views.append(game.view(0))
    assert views[0] == views[1]


def test_nobody_sees_a_hand_before_the_dealer_has_called() -> None:
    game, seen = Game(), []

    def watch(game: Game, entry: Entry) -> None:
        if isinstance(entry, Dealt):
            seen.append([game.view(seat).hand for seat in range(4)])

    play_out(preset("nasty"), seed=1, watch=watch)
    assert all(hand == () for hands in seen for hand in hands)
    assert game.to_act == ()


def test_only_the_taker_sees_the_kitty() -> None:
    looks: list[tuple[bool, bool]] = []

    def watch(game: Game, _: Entry) -> None:
        if game.phase != "play":
            return
        for seat in range(4):
            view = game.view(seat)
            if view.kitty_taker is not None:
                looks.append((view.kitty_taker == seat, bool(view.kitty)))

    play_out(preset("kitty"), seed=2, watch=watch)
    assert {(True, True), (False, False)} == set(looks)
