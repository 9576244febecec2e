"""Each line of the lists through a whole server: a letter in, on a real game, and whatever mail comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.answers.letters import EVERY, GIVEN, Line
from tests.answers.scenes import SCENES, came
from tests.answers.test_combinations import letters
from tests.answers.test_reader import ORDINARY
from tests.table import Bench

PART = 8
"""One in so many of our own lines goes through the server."""

CLEAR = 0.95
"""The least part of the clear answers that are carried out at the first letter."""

Benches = Callable[..., Bench]


def _lines(kind: str, at: int, of: int) -> list[Line]:
    """The lines that a scene gets: all that were given, and its share of a part of our own.

    Which part changes with each line that is added; the reader has them all.
    """
    own = [line for line in EVERY[len(GIVEN) :] if line.asked == kind]
    return [line for line in GIVEN if line.asked == kind] + own[len(EVERY) % PART :: PART][at::of]


@pytest.mark.parametrize("kind", SCENES)
def test_each_letter_is_answered_as_the_list_says(benches: Benches, kind: str) -> None:
    """No wrong move, no silence; what is clear is carried out, and all else is answered with what to write."""
    measure: Counter[str] = Counter()
    wrong: list[tuple[str, str, str, str]] = []
    makers = SCENES[kind]
    for at, make in enumerate(makers):
        scene = make(benches())
        for line in _lines(kind, at, len(makers)):
            got, told = came(scene, kind, line.text, line.wants)
            clear = "ask" not in line.wants
            measure["clear"] += clear
            measure["done"] += clear and got in line.wants
            measure["silence"] += got == "silence"
            if got not in line.wants:
                wrong.append((make.__name__, scene.hand.fill(line.text), got, " ".join(told.split())[:200]))
    assert wrong == []
    assert measure["silence"] == 0
    assert measure["done"] >= CLEAR * measure["clear"] > 0


def test_kinds_of_letters_put_together_at_random_play_what_is_clear_and_nothing_else(benches: Benches) -> None:
    scenes = {kind: SCENES[kind][0](benches()) for kind in ("play", "pass")}
    measure: Counter[str] = Counter()
    for kind, _, text, want in letters(seed=11, count=80, filled=False):
        got, told = came(scenes[kind], kind, text, (want,))
        assert got in ("move", "ask"), (got, text, told)
        assert want == "move" or got == "ask", (text, told)
        measure[f"{want}, {got}"] += 1
    assert measure["move, move"] >= CLEAR * (measure["move, move"] + measure["move, ask"]) > 0


def test_ordinary_mail_plays_no_card_and_is_answered(benches: Benches) -> None:
    """Every tenth line of the five hundred; the reader has them all in each state."""
    scene = SCENES["play"][1](benches())
    for text in ORDINARY[::10]:
        scene.put_back()
        answer = scene.writes(text)
        assert scene.gave() == [], text
        assert answer is not None, text
