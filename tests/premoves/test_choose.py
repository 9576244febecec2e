"""The exact meaning of each step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.cards import Card, cards
from pbem.hearts.entries import Played
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.rules.presets import PRESETS
from pbem.premoves.choose import decide
from pbem.premoves.parse_plan import parse_plan
from tests.hearts.playing import next_entry
from tests.premoves.situation import situation
from tests.premoves.test_parse_plan import STEPS

# plan, hand, table (the last card played last; with `last`, nobody plays after), the card that follows
MEANINGS = [
    ("LOW", "3C KC 5D", "7C", "3C"),
    ("LOW", "5D KD 2S", "7C", None),
    ("HIGH", "3C KC 5D", "7C", "KC"),
    ("DUCK", "3C 6C KC", "7C", "6C"),
    ("DUCK", "8C KC", "7C", "8C"),
    ("DUCK", "8C JC KC", "7C QC", "JC"),
    ("DUCK", "8C JC KC", "7C QD", "8C"),
    ("DUCK", "QS 2S", "KS", "QS"),
    ("DUCK LAST", "8C KC", "7C 2C 3C", "KC"),
    ("DUCK LAST", "8C KC", "7C 2C QH", "8C"),
    ("DUCK LAST", "8C KC", "7C 2C", "8C"),
    ("DUCK LAST", "QS JS", "7S 2S 3S", "JS"),
    ("DUCK LAST", "QS", "7S 2S 3S", "QS"),
    ("WIN", "8C JC KC", "7C", "KC"),
    ("WIN", "8C JC KC", "7C 2C 9C", "JC"),
    ("WIN", "3C 4C", "7C", None),
    ("DUMP QS", "QS 3H", "7C", "QS"),
    ("DUMP QS", "3H 4H", "7C", None),
    ("DUMP QS", "QS 3C", "7C", None),
    ("DUMP HIGHEST HEART", "QS 3H JH", "7C", "JH"),
    ("DUMP HIGHEST", "QS QH 3D", "7C", "QH"),
    ("DUMP HIGHEST", "QS QH 3D", "7D", None),
    ("LEAD LOWEST", "9D 3C 3D", "", "3C"),
    ("LEAD LOWEST DIAMOND", "9D 3C 4D", "", "4D"),
    ("LEAD HIGHEST CLUB", "9D 3C 4D", "", "3C"),
    ("LEAD 9D", "9D 3C", "", "9D"),
    ("LEAD 9D", "9D 3C", "7D", None),
    ("LOW", "9D 3C", "", None),
    ("5C", "5C 6C", "7C", "5C"),
    ("5C", "5C 6D", "7D", None),
    ("IF spades led DUCK", "3C 6C", "7C", None),
    ("IF spades led DUCK, LOW", "3C 6C", "7C", "3C"),
    ("IF clubs led DUCK, LOW", "3C 6C", "7C", "6C"),
    ("IF QS falls LOW", "3C 6C", "7C QS", "3C"),
    ("IF QS falls LOW", "3C 6C", "7C", None),
    ("IF QS gone HIGH", "3C 6C", "7C QS", "6C"),
    ("IF points fall LOW, HIGH", "3C 6C", "7C 2H", "3C"),
    ("IF points fall LOW, HIGH", "3C 6C", "7C 2D", "6C"),
    ("IF clean HIGH", "3C 6C", "7C 2D", "6C"),
    ("IF last HIGH", "3C 6C", "7C 2D 4D", "6C"),
    ("IF last HIGH", "3C 6C", "7C 2D", None),
    ("IF last LEAD LOWEST", "9D 3C", "", None),
    ("IF void DUMP QS", "QS 6D", "7C", "QS"),
    ("IF last AND clean WIN, DUCK", "3C 9C", "7C 2D 4D", "9C"),
]


@pytest.mark.parametrize(("plan", "hand", "table", "wanted"), MEANINGS)
def test_a_step_has_its_documented_meaning(plan: str, hand: str, table: str, wanted: str | None) -> None:
    view = situation(cards(hand), cards(table))
    found = decide(view, parse_plan(plan))
    assert (found.text if found is not None else None) == wanted


@settings(max_examples=25)
@given(st.lists(STEPS, min_size=1, max_size=6), st.integers(0, 10_000), st.sampled_from(["american", "turbo", "kitty"]))
def test_whatever_the_plan_its_card_is_legal_and_the_game_takes_it(steps: list[object], seed: int, name: str) -> None:
    import random

    rng = random.Random(seed)
    game = _opened(name)
    for _ in range(70):
        if game.phase == "finished":
            return
        entry = next_entry(game, rng)
        if game.phase is Phase.PLAY:
            seat = game.to_act[0]
            chosen = decide(game.view(seat), tuple(steps))  # type: ignore[arg-type]
            if chosen is not None:
                assert chosen in game.legal_cards(seat)
                entry = Played(seat, chosen)
        game.apply(entry)


def _opened(name: str) -> Game:
    from pbem.hearts.entries import Opened

    game = Game()
    game.apply(Opened(PRESETS[name]))
    return game


def test_an_unknown_hand_decides_nothing_without_legal_cards() -> None:
    none: tuple[Card, ...] = ()
    assert decide(situation(none, cards("7C")), parse_plan("LOW")) is None
