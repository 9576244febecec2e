"""The shipped templates: complete, within their columns, inert, and the two texts of a mail at one."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from functools import cache
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pbem.commands import SPECS
from pbem.hearts.rules import combinations, faults, validation
from pbem.hearts.rules.faults import RulesFaultItem
from pbem.mail.message.inbound_message import TextFault
from pbem.orders.normalise import OURS
from pbem.orders.order import Asked, Why
from pbem.orders.parse import parse
from pbem.orders.vocabulary import words
from pbem.render.layout import columns
from pbem.render.reader import Rendered
from tests.render import inert, samples

RENDERER = samples.renderer()
POSTS = samples.everything()
MAILS = {name: RENDERER.render(post, samples.ALICE) for name, post in POSTS.items()}
FILES = sorted(samples.PACKAGED.glob("en/**/*.*"))


def wrong(of_mail: Callable[[str, Rendered], object]) -> dict[str, object]:
    """What is wrong with which mail; a property holds if that is nothing. A loop: thousands of cases cost more."""
    assert len(MAILS) > 300
    found = ((name, of_mail(name, mail)) for name, mail in MAILS.items())
    return {name: fault for name, fault in found if fault}


@cache
def in_html(name: str) -> str:
    """What the HTML part says, as text."""
    return inert.html_text(MAILS[name].html)


def test_no_line_of_the_text_is_wider_than_72_columns() -> None:
    assert wrong(lambda _, mail: [line for line in mail.text.splitlines() if columns(line) > 72]) == {}


def test_no_offer_is_torn_apart() -> None:
    """What stands in brackets can be copied as it is, from one line."""
    assert wrong(lambda _, mail: [line for line in mail.text.splitlines() if line.count("[") != line.count("]")]) == {}


def test_no_line_of_either_part_looks_like_an_order() -> None:
    assert (
        wrong(lambda name, mail: [*inert.lines_like_orders(mail.text), *inert.lines_like_orders(in_html(name))]) == {}
    )


@pytest.mark.slow
def test_the_parser_finds_no_order_in_either_part() -> None:
    def orders(name: str, mail: Rendered) -> object:
        return not name.startswith("table with") and [*inert.orders_in(mail.text), *inert.orders_in(in_html(name))]

    assert wrong(orders) == {}


@pytest.mark.parametrize(
    "missing",
    [
        lambda html: not html.startswith("<!DOCTYPE html>"),
        lambda html: '<html lang="en">' not in html,
        lambda html: '<meta name="color-scheme" content="light dark">' not in html,
        lambda html: any(
            'role="presentation"' not in table.partition(">")[0] and 'scope="row"' not in table
            for table in re.findall(r"<table[^>]*>(?:(?!<table).)*", html, re.DOTALL)
        ),
        lambda html: len(html.encode()) >= 60_000,
    ],
    ids=["a document", "its language", "its colours", "layout told as such", "small"],
)
def test_the_html_says_what_it_is_and_stays_small(missing: Callable[[str], bool]) -> None:
    assert wrong(lambda _, mail: missing(mail.html)) == {}


def test_the_subject_is_one_line() -> None:
    assert wrong(lambda _, mail: not mail.subject or mail.subject != " ".join(mail.subject.split())) == {}


SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def told(text: str) -> set[str]:
    """All words of a text, with cards in one spelling and without the marks around words."""
    text = re.sub(r"^([♠♥♦♣RYGB]) (.*)$", lambda m: " ".join(rank + m[1] for rank in m[2].split()), text, flags=re.M)
    bare = re.sub(rf"{OURS}(?: (?=[♣♦♥♠★RYGB]))?", "", text).replace("\ufe0e", "")
    plain = re.sub(r"(10|[2-9JQKA])([♣♦♥♠])", lambda m: m[1] + SIGNS[m[2]], bare)
    return {word.strip("[]().,:;\"'…") for word in plain.replace("[", " ").replace("]", " ").split()} - {"", "--", "-"}


DRAWN = {"Last", "Laid", "until"}
"""Words for what HTML draws: the last trick and cards laid open lie on its table, a deadline stands by each hand."""


def test_html_tells_every_word_and_card_that_the_text_tells() -> None:
    assert wrong(lambda name, mail: told(mail.text) - told(in_html(name)) - DRAWN) == {}


def test_table_mails_of_a_deal_have_one_subject() -> None:
    assert {MAILS[name].subject for name in samples.tables()} == {"[Hearts 12] Deal 3"}


def test_every_legal_card_is_a_link_to_the_reply_address_with_the_order_in_it() -> None:
    bodies = []
    for link in inert.links(MAILS["play"].html):
        address, _, query = link.removeprefix("mailto:").partition("?")
        assert link.startswith("mailto:")
        assert "+" not in link
        assert unquote(address) == samples.ALICE.reply_to
        fields = parse_qs(query, strict_parsing=True)
        assert fields["subject"] == ["[Hearts 12] Deal 3"]
        bodies += fields["body"]
    assert bodies[:2] == ["PLAY KD", "PLAY 3D"]


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        ("invitation", {"JOIN", "DECLINE", "NEVER"}),
        ("moon", {"MOON ADD", "MOON SUBTRACT"}),
        ("pass", {"PASS "}),
        ("charge", {"CHARGE QS", "CHARGE JD", "CHARGE NONE"}),
    ],
)
def test_what_can_be_answered_is_offered_as_links(name: str, orders: set[str]) -> None:
    bodies = {parse_qs(urlsplit(link).query)["body"][0] for link in inert.links(MAILS[name].html)}
    assert orders <= bodies


def test_every_link_carries_an_order_that_the_parser_knows() -> None:
    known = {spec.verb for spec in SPECS}
    bodies = {parse_qs(urlsplit(link).query)["body"][0] for mail in MAILS.values() for link in inert.links(mail.html)}
    orders = {
        body
        for body in bodies
        if any(body.startswith(verb) for verb in known) and body.strip() not in ("PASS", "DISCARD")
    }
    later = bodies - orders - {"PASS ", "DISCARD "}
    assert later == set()
    for body in orders:
        said = parse(body.splitlines(), "", Asked(yes="YES", no="NO"), SPECS).orders
        assert len([order for order in said if order.verb != "GAME"] or said) == 1, body


def test_cards_are_read_aloud_by_name() -> None:
    assert 'aria-label="king of diamonds"' in MAILS["play"].html


def test_the_phrases_that_programs_read_stand_at_the_beginning_of_lines() -> None:
    lines = MAILS["play"].text.splitlines()
    hand = lines.index("Your hand:")
    assert lines[hand + 1 : hand + 5] == ["♠ A K 10 4", "♥ A 2", "♦ K 3", "♣ J 2"]
    assert "You may play: [KD] [3D]" in lines
    assert "To pass: 3 cards, to bob" in MAILS["pass"].text.splitlines()
    assert "To pass: 1 card, to carol" in MAILS["pass-one"].text.splitlines()


def test_the_table_tells_first_whose_turn_it_is_then_what_is_asked_then_the_scores_and_the_tricks_before() -> None:
    text = MAILS["play"].text
    order = [
        "Your turn",
        "Trick 4:",
        "You passed",
        "Your hand:",
        "You may play:",
        "Please answer by",
        "Points",
        "Trick 1:",
    ]
    places = [text.index(words) for words in order]
    assert places == sorted(places)


def test_a_trick_is_told_in_play_order_with_leader_stand_in_winner_and_points() -> None:
    text = " ".join(MAILS["play"].text.split())
    assert "Trick 3: you led 5♠, bob K♠, carol Q♠ (stand-in), Robot 1 A♠: Robot 1, 13" in text


def test_the_moon_choice_tells_what_each_way_does_to_every_score() -> None:
    lines = [line.split() for line in MAILS["moon"].text.splitlines()]
    at = lines.index(["Scores", "then", "you", "bob", "carol", "Robot", "1"])
    assert lines[at + 1 : at + 3] == [["added", "26", "30", "57", "43"], ["subtracted", "0", "4", "31", "17"]]


def test_the_last_mail_tells_every_place() -> None:
    lines = MAILS["finished"].text.splitlines()
    at = lines.index("Final standings:")
    assert lines[at + 1 : at + 5] == [
        "1st place, shared, 26 points: alice (you)",
        "1st place, shared, 26 points: bob",
        "3rd place, 40 points: Robot 1",
        "4th place, 104 points: carol",
    ]


def test_what_a_player_says_never_becomes_a_link_or_a_line_of_its_own() -> None:
    said = [mail for name, mail in MAILS.items() if name.startswith("notice-said")]
    assert "Said by bob: QS" in said[0].text
    mail = said[1]
    assert "[RESIGN] <b>" not in mail.text
    assert "<b>" not in mail.html.split("Said by carol")[1].split("</p>")[0]
    assert mail.html.count("body=RESIGN") == 0


def test_a_table_name_that_is_an_order_cannot_begin_a_line() -> None:
    seats = (
        samples.SEATS[0],
        *(samples.SeatFacts(n, name, samples.SeatKind.PERSON) for n, name in enumerate(("Say", "Pass", "QS"), 1)),
    )
    for post in samples.tables().values():
        mail = RENDERER.render(samples.table(post.table.view, seats=seats, new_tricks=samples.TRICKS), samples.ALICE)
        assert inert.orders_in(mail.text) == []


@pytest.mark.parametrize(
    ("file", "codes"),
    [
        ("misread.txt", list(map(str, Why))),
        ("faults.txt", list(map(str, TextFault))),
    ],
)
def test_every_code_has_its_sentence(file: str, codes: list[str]) -> None:
    text = (samples.PACKAGED / "en" / file).read_text(encoding="utf-8")
    known = set(re.findall(r"{% macro (\w+)\(", text))
    assert [code for code in codes if code.replace("-", "_") not in known] == []


def test_every_fault_of_the_rules_has_its_sentence() -> None:
    source = inspect.getsource(validation) + inspect.getsource(combinations).partition("annotations\n")[2]
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = {one.__name__ for one in vars(faults).values() if isinstance(one, type) and issubclass(one, RulesFaultItem)}
    said = [one.args[0] for one in calls if isinstance(one.func, ast.Name) and one.func.id in names]
    codes = {str(one.value) for one in said if isinstance(one, ast.Constant)} | {
        code for _, code, _ in validation.TEXTS
    }
    text = (samples.PACKAGED / "en/rules/faults.txt").read_text(encoding="utf-8")
    known = set(re.findall(r"{% macro (\w+)\(", text)) - {"other"}
    assert {code.replace("-", "_") for code in codes} == known


def test_wrapping_knows_every_word_that_begins_an_order() -> None:
    import tomllib

    known = tomllib.loads((samples.PACKAGED / "en/words.toml").read_text(encoding="utf-8"))["never_first"]
    verbs = {word.split()[0].casefold() for s in SPECS for word in (s.verb, *s.aliases)} - {"?"}
    known_words = words("en")
    before = {
        phrase.split()[0] for phrase in (*known_words.greetings, *known_words.before_verb, *known_words.before_cards)
    }
    assert (verbs | before) - set(known) == set()


def test_no_html_template_takes_in_a_text_template_unescaped() -> None:
    taken = r"{%-? *(?:include|import|extends|from) +\"([^\"]+)\""
    found = {file.name: re.findall(taken, file.read_text("utf-8")) for file in FILES if file.suffix == ".html"}
    assert {file: names for file, names in found.items() if any(not name.endswith(".html") for name in names)} == {}


def test_all_shipped_templates_compile() -> None:
    assert RENDERER.check() == []
