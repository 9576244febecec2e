"""HELP and SET: one screen for who is lost, and all of it for who asks."""

from __future__ import annotations

import re
import textwrap

import pytest

from pbem.commands import SPECS
from pbem.commands.settings import SETTINGS
from tests.app.setting import NORTH, solo
from tests.render.samples import PACKAGED
from tests.table import Bench, Sent

PHONE = 40
"""Columns of a telephone held upright."""

SCREEN = 30
"""Lines of it."""


def say(bench: Bench, text: str) -> Sent:
    said = bench.writes(NORTH, text)
    assert said is not None
    return said


def body(mail: Sent) -> str:
    return mail.text.partition("\n-- \n")[0].strip()


def flat(mail: Sent) -> str:
    return " ".join(mail.text.split())


@pytest.mark.parametrize("words", ["HELP", "help", "help me", "HELP ME!", "Help please", "?"])
def test_help_is_one_screen_of_a_phone(bench: Bench, words: str) -> None:
    shown = body(say(bench, words))
    paragraphs = re.split(r"\n\n|\n(?=- )", shown)
    lines = [line for text in paragraphs for line in textwrap.wrap(" ".join(text.split()), PHONE)]
    assert len(lines) + shown.count("\n\n") <= SCREEN, shown
    for word in ("QS", "[NEW WITH", "[GAMES]", "[RULES]", "[STOP]", "[HELP CARDS]"):
        assert word in shown


def test_help_all_has_every_word_at_the_beginning_of_its_own_line(bench: Bench) -> None:
    lines = say(bench, "HELP ALL").text.splitlines()
    assert [s.verb for s in SPECS if not any(re.match(rf"- \[{s.verb}\b", line) for line in lines)] == []


@pytest.mark.parametrize("words", ["cards", "play", "plans", "tables", "looking", "talk", "people", "robots", "all"])
def test_each_page_that_help_names_is_there(bench: Bench, words: str) -> None:
    assert re.search(rf"\b{words}\b", body(say(bench, "HELP")))
    assert "There is no help" not in say(bench, f"HELP {words}").text


def test_help_cards_says_how_a_card_is_written(bench: Bench) -> None:
    shown = flat(say(bench, "HELP cards"))
    assert '"QS" is the queen of spades' in shown
    assert "4C JD 10H" in shown


def test_set_tells_what_each_setting_means_and_what_it_can_be(bench: Bench) -> None:
    shown = say(bench, "SET")
    text = flat(shown)
    for word in ("time zone is UTC", "on or off", '"every"', '"trick"', '"turn"', '"deal"', '"digest"', '"subtract"'):
        assert word in text
    offered = re.findall(r"\[(SET [^\]]*)\]", text)
    assert {offer.split()[1].lower() for offer in offered} >= set(SETTINGS) - {"digest", "language"}
    for offer in offered:
        assert "Done: " in say(bench, offer).text, offer


def test_every_setting_has_its_sentence() -> None:
    known = set(re.findall(r"macro (\w+)\(", (PACKAGED / "en/settings.txt").read_text("utf-8")))
    assert known - {"other", "other_way"} == set(SETTINGS)


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("NEW clock=4m WITH 3 robots", '"48h", "3d" or "90m", at least five minutes and at most thirty days'),
        ("NEW deadline=soon WITH 3 robots", '"48h", "3d" or "90m"'),
        ("NEW rest=maybe WITH 3 robots", '"auto", "off".'),
        ("NEW off=sunday,x WITH 3 robots", '"sat,sun", "fri", "none".'),
        ("NEW standin=wild WITH 3 robots", '"easy", "medium", "hard".'),
        ("SET REMIND maybe", '"on", "off".'),
        ("SET NEWS all", '"every", "trick", "turn", "deal", "digest".'),
    ],
)
def test_a_wrong_value_is_answered_with_the_values(bench: Bench, order: str, told: str) -> None:
    assert told in flat(say(bench, order))


def test_help_comes_in_the_middle_of_a_game_too(bench: Bench) -> None:
    asked = solo(bench)
    answered = bench.writes(NORTH, "help me", answering=asked)
    assert answered is not None
    assert "[HELP CARDS]" in answered.text
