"""Brackets of our offers, letter in and letter out: copied by a person they play, in a mail of ours they do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.answers.scenes import Scene, at_turn
from tests.render.inert import flattened, html_text, reshaped
from tests.table import Bench

ATTRIBUTION = "On Mon, 2 Mar 2026 at 09:00, Hearts by mail <hearts@example.net> wrote:"
OUTLOOK = "-----Original Message-----\nFrom: Hearts by mail\nSent: Monday\nTo: East\nSubject: [Hearts 1] Deal 4"


@pytest.fixture
def scene(benches: Callable[..., Bench]) -> Scene:
    """East is to follow with a club, and has the mail that offers them."""
    return at_turn(benches())


def quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def played(scene: Scene, letter: str) -> list[str]:
    """What the letter plays. It is answered in any case."""
    scene.put_back()
    assert scene.writes(letter) is not None, letter
    return scene.gave()


def text(scene: Scene) -> str:
    assert scene.asked is not None
    return scene.asked.text


def test_brackets_above_the_quote_play(scene: Scene) -> None:
    ours = text(scene)
    for own in (
        "[AC]",
        "Hi all,\n\n[AC]\n\nBest,\nAnn",
        "PLAY [AC]",
        "[PLAY AC]",
        "[AC] please",
        "Sorry for the delay.\n\n[AC]",
    ):
        for below in (f"{ATTRIBUTION}\n\n{quoted(ours)}", f"{OUTLOOK}\n\n{ours}", quoted(ours)):
            assert played(scene, f"{own}\n\n{below}") == ["AC"], (own, below[:40])


def test_brackets_in_the_quote_play_nothing(scene: Scene) -> None:
    ours = text(scene)
    assert "[AC]" in ours
    assert played(scene, f"{ATTRIBUTION}\n\n{quoted(ours)}") == []
    assert played(scene, f"{ATTRIBUTION}\n\n{quoted(ours)}\n> [AC]\n") == []
    assert played(scene, f"Thanks, what a hand!\n\n{OUTLOOK}\n\n{ours}") == []


def test_brackets_below_the_quote_are_the_persons_only_where_they_stand_alone(scene: Scene) -> None:
    """Below a marked quote one may answer; the last line of a mail that lost its marks is still the mail's."""
    ours = text(scene)
    assert played(scene, f"{ATTRIBUTION}\n\n{quoted(ours)}\n\n[AC]") == ["AC"]
    offers = next(line for line in ours.splitlines() if line.startswith("You may play:"))
    cut = ours[: ours.index(offers)] + "You may play:\n[AC]\n" + ours[ours.index(offers) + len(offers) + 1 :]
    assert played(scene, cut) == []


def test_our_mail_sent_back_without_marks_plays_nothing(scene: Scene) -> None:
    assert scene.asked is not None
    shown = html_text(scene.asked.html)
    for form in (scene.asked.text, shown, flattened(scene.asked.html, "outlook"), flattened(scene.asked.html, "gmail")):
        for shape in reshaped(form, (40, 57, 72)):
            assert played(scene, "\n".join(shape)) == [], shape[:5]
            assert played(scene, "\n".join(["Thanks, what a game!", "", *shape])) == [], shape[:5]
