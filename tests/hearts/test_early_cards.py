"""The cards that a seat could play before its turn."""

from __future__ import annotations

import pytest

from pbem.cards import Card
from pbem.hearts.entries import Entry, Played
from pbem.hearts.game import Game
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.rules.record import Rules
from tests.hearts.playing import play_out


def offers(rules: Rules, seed: int) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """What each seat was offered when its trick was led, and what it was offered at its turn."""
    waiting: dict[int, tuple[Card, ...]] = {}
    found: list[tuple[tuple[Card, ...], tuple[Card, ...]]] = []

    def watch(game: Game, entry: Entry) -> None:
        if not isinstance(entry, Played) or game.phase != "play":
            waiting.clear()
            return
        seat = game.to_act[0]
        if seat in waiting:
            found.append((waiting.pop(seat), game.legal_cards(seat)))
        if len(game.view(seat).trick.plays if game.view(seat).trick else ()) == 1:
            waiting.update({s: game.view(s).early for s in range(game.rules.players) if game.view(s).early})

    play_out(rules, seed, watch, most=60)
    return found


@pytest.mark.parametrize("name", ["american", "web", "omnibus", "turbo", "black-maria", "cancellation"])
def test_what_is_offered_early_is_what_is_offered_at_the_turn(name: str) -> None:
    found = offers(PRESETS[name], 7)
    assert len(found) > 50
    assert all(early == at_turn for early, at_turn in found)


@pytest.mark.parametrize("name", ["dummy", "domino"])
def test_nothing_is_offered_early_where_the_hand_may_change_before_the_turn(name: str) -> None:
    drawn = [pair for pair in offers(PRESETS[name], 7) if pair[0] and pair[0] != pair[1]]
    assert drawn == []


def test_nobody_is_offered_a_card_early_before_the_lead() -> None:
    seen = 0

    def watch(game: Game, _: Entry) -> None:
        nonlocal seen
        for seat in range(4):
            view = game.view(seat)
            if view.trick is None or view.ask is not None:
                seen += 1
                assert view.early == ()

    play_out(PRESETS["american"], 3, watch)
    assert seen > 100
