"""Forms of ours copied as they stand, "NAME your name", are answered with what to put there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.commands import SPECS
from pbem.orders.forms import FORMS
from pbem.orders.order import Asked, Misread, Why
from pbem.orders.parse import parse
from tests.render import samples

TEMPLATES = Path(__file__).parents[2] / "templates" / "en"
PLACES = ("address", "card", "cards", "key value", "name", "number", "words", "from to remark")
FORM = re.compile(rf"\[([A-Z][A-Z -]* (?:[a-z ]+ )?(?:{'|'.join(PLACES)})(?: SAY your words)?)\]")


def shown() -> list[str]:
    """Every form in the templates."""
    return sorted({form for file in TEMPLATES.rglob("*.txt") for form in FORM.findall(file.read_text("utf-8"))})


@pytest.mark.parametrize("form", shown())
def test_a_form_is_told_what_to_put_there_and_is_no_order(form: str) -> None:
    reading = parse([form], "", Asked(), SPECS)
    assert reading.orders == ()
    assert [misread.why for misread in reading.misread] == [Why.FORM]


def test_each_place_of_a_form_has_its_words() -> None:
    said = samples.renderer().sentence
    for form in shown():
        (misread,) = parse([form], "", Asked(), SPECS).misread
        facts = {"line": form, "suggestion": misread.suggestion}
        assert "please write your own." not in said("misread.txt", "form", facts)


def test_the_templates_show_a_form_of_each_verb() -> None:
    assert {form.split()[0] for form in shown()} == set(FORMS)


@pytest.mark.parametrize("line", ["[NAME your name]", "name Your Name.", "NAME your name"])
def test_a_copied_form_is_known_in_brackets_or_without_and_in_any_case(line: str) -> None:
    assert parse([line], "", Asked(yes="YES", no="NO"), SPECS).misread == (Misread(Why.FORM, line, "your name"),)


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("SAY your words are kind", "SAY"),
        ("SAY words", "SAY"),
        ("NEW WITH ann@example.org SAY mark your words", "NEW"),
        ("NAME Nameless", "NAME"),
    ],
)
def test_words_of_ones_own_are_none(line: str, verb: str) -> None:
    assert [order.verb for order in parse([line], "", Asked(), SPECS).orders] == [verb]
