"""What RULES says may be played: positions answered by who has read the text, in files by family; and the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.cards import cards, cards_text
from pbem.hearts.rules.contracts import under
from pbem.hearts.rules.presets import PRESETS, preset
from tests.hearts.tables import may_play

HERE = Path(__file__).parent / "positions"


class Position(NamedTuple):
    """A line of a file."""

    variant: str
    hand: str
    on: str
    been: str
    answer: str


def positions() -> Iterator[Position]:
    """All that are written."""
    for path in sorted(HERE.glob("*.txt")):
        variants: list[str] = []
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("["):
                variants = line.strip("[]").split()
            elif line and not line.startswith("#"):
                hand, on, been, answer = (part.strip() for part in line.split("|"))
                answer = hand if answer == "all" else answer
                yield from (Position(variant, hand, on, been, answer) for variant in variants)


POSITIONS = list(positions())


def circumstances(text: str) -> dict[str, str]:
    """`first; played QS 2H; charged JD` by its words."""
    return dict((part.strip().partition(" ")[::2]) for part in text.split(";") if part.strip())


@pytest.mark.parametrize("variant", dict.fromkeys(p.variant for p in POSITIONS))
def test_what_the_rules_say_may_be_played_is_what_may_be_played(variant: str) -> None:
    wrong = []
    for one in (p for p in POSITIONS if p.variant == variant):
        been = circumstances(one.been)
        rules = preset(variant)
        answer = may_play(
            under(rules, been["contract"]) if "contract" in been else rules,
            one.hand,
            one.on,
            first=bool(been.keys() & {"first", "opening"}),
            opening="opening" in been,
            played=been.get("played", ""),
            charged=been.get("charged", ""),
            led_before=been.get("led", ""),
        )
        if answer != cards_text(sorted(cards(one.answer))):
            wrong.append((one, answer))
    assert wrong == []


def test_every_variant_has_ten_positions() -> None:
    counted = Counter(p.variant for p in POSITIONS)
    assert {name: counted[name] for name in PRESETS if counted[name] < 10} == {}
