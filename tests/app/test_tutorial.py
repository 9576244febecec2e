"""The tutorial: one deal with three robots; each step is explained once, from what the reader sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from pbem.app.tables.tutorial import LESSONS
from tests.app.setting import NORTH
from tests.render import inert
from tests.table import Bench, Sent


@pytest.fixture(scope="module", params=["bench", "tutor"])
def mails(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, new_database: Path
) -> Iterator[list[Sent]]:
    """All mails of a tutorial, played with the first card offered."""
    folder = tmp_path_factory.mktemp("tutorial")
    copyfile(new_database, folder / "pbem.db")
    bench = Bench(folder, seed=request.param)
    mail = bench.writes(f"North <{NORTH}>", "TUTORIAL")
    while mail is not None and "Final standings" not in mail.text:
        order = " ".join(mail.hand[:3]) if mail.to_pass else mail.legal[0] if mail.legal else "MOON ADD"
        mail = bench.writes(NORTH, order, answering=mail)
    yield bench.mails(NORTH)
    bench.close()


def flat(mail: Sent) -> str:
    return " ".join(mail.text.split())


def test_it_is_one_deal_with_three_robots_and_patience(mails: list[Sent]) -> None:
    assert "three patient robots" in flat(mails[0])
    assert mails[0].to_pass == 3
    assert "16 March, " in mails[0].text
    assert "End of deal 1" in mails[-1].text
    assert "That was the tutorial" in flat(mails[-1])


@pytest.mark.parametrize(
    "words",
    ["What it is about:", "Passing:", "The first trick:", "Following:", "Leading:", "Scoring:", "Shooting the moon:"],
)
def test_each_step_is_explained_exactly_once_in_both_parts(mails: list[Sent], words: str) -> None:
    told = [mail for mail in mails if words in mail.text]
    assert len(told) == 1
    assert words in told[0].html


def test_a_lesson_comes_with_the_first_mail_that_it_concerns(mails: list[Sent]) -> None:
    for mail in mails:
        if "Following:" in mail.text:
            led = re.search(r"led with (\w+)", flat(mail))
            assert led is not None
            assert {code[-1] for code in mail.legal} == {led[1][0].upper()}
        if "Discarding:" in mail.text:
            led = re.search(r"you have no (\w+)", flat(mail))
            assert led is not None
            assert led[1][0].upper() not in {code[-1] for code in mail.hand}
        if "has fallen" in mail.text:
            assert "QS" in mail.text.replace("Q♠", "QS")  # the trick that it fell to


def test_the_lessons_are_no_orders(mails: list[Sent]) -> None:
    for mail in mails:
        for text in (mail.text, inert.html_text(mail.html)):
            assert inert.lines_like_orders(text) == []
            assert inert.orders_in(text) == []
        assert max(len(line) for line in mail.text.splitlines()) <= 72


def test_the_points_of_the_last_lesson_are_the_deals(mails: list[Sent]) -> None:
    last = flat(mails[-1])
    points = re.search(r"End of deal 1: you (no|\d+) point", last)
    assert points is not None
    assert f"You took {points[1].replace('no', '0')} in this deal" in last


def test_every_lesson_has_its_words(mails: list[Sent]) -> None:
    text = (Path(__file__).parents[2] / "templates/en/lessons.txt").read_text("utf-8")
    assert {name.replace("_", "-") for name in re.findall(r"macro (\w+)\(", text)} == {*LESSONS, "other"}


def test_no_other_table_explains(bench: Bench) -> None:
    mail = bench.writes(NORTH, "NEW WITH 3 ROBOTS")
    assert mail is not None
    assert "What it is about" not in mail.text
    assert "[TUTORIAL]" in mail.text  # who registers is offered it


def test_who_looks_at_the_hand_again_is_not_taught_again(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", "tutorial")
    again = bench.writes(NORTH, "HAND", answering=bench.mail(NORTH))
    assert again is not None
    assert "Passing:" not in again.text
