"""How a mail looks and is read aloud, and that it stays inert in the forms that programs flatten its HTML to."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace

import pytest

from pbem.cards import card, cards
from pbem.commands import SPECS
from pbem.facts.mails import AboutTableMail
from pbem.facts.table import SeatFacts, SeatKind
from pbem.facts.table_picture import table_picture
from pbem.hearts.rules.presets import PRESETS
from pbem.orders.brackets import copied
from pbem.orders.order import Asked
from pbem.orders.parse import parse
from tests.render import inert, looks, samples

RENDERER = samples.renderer()
POSTS = samples.everything()
GAMES = {name: post for name, post in POSTS.items() if not name.startswith(("answer ", "table with "))}
FOUR = replace(samples.ALICE, four=True)
MAILS = {name: RENDERER.render(post, samples.ALICE) for name, post in GAMES.items()}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("reader", [samples.ALICE, FOUR], ids=["two colours", "four"])
def test_every_text_stands_out_from_what_is_behind_it(reader: object, dark: bool) -> None:
    pairs: dict[tuple[str, str], str] = {}
    for post in GAMES.values():
        pairs |= looks.colours(RENDERER.render(post, reader).html, dark)  # type: ignore[arg-type]
    assert len(pairs) > 8
    assert {pair: told for pair, told in pairs.items() if looks.contrast(*pair) < 4.5} == {}


def test_four_colours_are_by_setting() -> None:
    two, four = (RENDERER.render(GAMES["play"], reader).html for reader in (samples.ALICE, FOUR))
    shown = [{ink for ink, _ in looks.colours(html, dark=False)} for html in (two, four)]
    assert len(shown[1] - shown[0]) >= 2


@pytest.mark.parametrize("name", MAILS)
def test_nothing_is_fetched_from_anywhere(name: str) -> None:
    html = MAILS[name].html
    assert not re.search(r"\b(?:src|background|srcset)=|url\(|https?:|@import|@font-face|<(?:img|link|script)", html)
    assert all(target.startswith("mailto:") for target in inert.links(html))


@pytest.mark.parametrize("name", sorted(samples.tables()))
def test_a_game_has_headings_faces_with_names_and_tables_with_heads(name: str) -> None:
    html = MAILS[name].html
    assert html.count("<h1") == 1
    faces = re.findall(r'<span class="(?:card|dim)"[^>]*>', html)
    assert all('role="img"' in face and "aria-label=" in face for face in faces)
    for table in re.findall(r"<table(?![^>]*presentation).*?</table>", html, re.DOTALL):
        assert 'scope="row"' in table


def test_a_card_that_may_be_played_is_as_large_as_a_thumb_and_no_link_where_it_may_not() -> None:
    html = MAILS["play"].html
    linked = re.findall(
        r"<a [^>]*aria-label=\"([^\"]+)\"[^>]*><span[^>]*width:(\d+)px;height:(\d+)px;padding:(\d+)px", html
    )
    assert [name for name, *_ in linked] == ["king of diamonds", "three of diamonds"]
    assert all(int(width) + 4 >= 44 and int(height) + int(pad) + 4 >= 44 for _, width, height, pad in linked)
    assert len(re.findall(r'class="dim"', html)) == 8


def test_cards_stand_in_one_order_everywhere() -> None:
    """In the hand, among what may be played, and in what was passed: spades first, from the highest down."""
    mail = MAILS["play"]
    assert "[KD] [3D]" in mail.text
    assert "You got AS KS 4S" in mail.text
    hand = re.findall(r'role="listitem">.*?aria-label="([^"]+)"', mail.html, re.DOTALL)
    assert hand[:6] == [
        "ace of spades", "king of spades", "ten of spades", "four of spades", "ace of hearts", "two of hearts",
    ]  # fmt: skip


@pytest.mark.parametrize("players", range(2, 11))
def test_the_table_has_every_seat_once_in_the_order_of_the_table_with_the_reader_below(players: int) -> None:
    rules = replace(PRESETS["cancellation"], players=max(players, 6)) if players > 5 else PRESETS["american"]
    seats = max(players, 6) if players > 5 else 4
    picture = table_picture(samples.view(rules=rules, hand_sizes=(5,) * seats, seat=1))
    places = [place for row in picture.rows for place in row if place is not None]
    assert sorted(place.seat for place in places) == list(range(seats))
    last = picture.rows[-1][1]
    assert last is not None
    assert last.reader
    left = [row[0].seat for row in reversed(picture.rows) if row[0]]
    assert left == [(1 + step) % seats for step in range(1, len(left) + 1)]


def test_the_picture_says_who_led_who_is_due_and_who_has_yet_to_play() -> None:
    picture = table_picture(samples.view())
    by_seat = {place.seat: place for row in picture.rows for place in row if place is not None}
    assert [by_seat[seat].leads for seat in range(4)] == [False, False, False, True]
    assert [by_seat[seat].due for seat in range(4)] == [True, False, False, False]
    assert [by_seat[seat].waits for seat in range(4)] == [True, True, True, False]
    words = inert.html_text(MAILS["play"].html).replace("\u200c", "")
    assert "▶ you" in words
    assert words.count("to come") == 2


@pytest.mark.slow
def test_no_line_of_a_flattened_mail_is_an_order() -> None:
    """Quoted or not, as it stands or wrapped anew, whatever was asked."""
    whole: set[str] = set()
    torn: set[str] = set()
    for mail in MAILS.values():
        for form in looks.flattened(mail.html):
            whole.update(form)
            for width in (40, 56, 72, 80):
                torn.update(piece for line in form for piece in textwrap.wrap(line, width))
    found = [
        (line, asked.verb)
        for line in whole | torn
        if not copied(line)
        for asked in inert.ASKED
        for order in inert.taken(line, asked)
        if line in whole or order.cards or order.verb in ("BID", *inert.GRAVE)
    ]
    assert found == []


@pytest.mark.parametrize("name", sorted(samples.tables()))
def test_a_whole_flattened_mail_is_no_order(name: str) -> None:
    for form in looks.flattened(MAILS[name].html):
        for asked in (inert.WHOLE, Asked(verb="BID"), Asked(verb="PASS", count=3)):
            assert parse(form, "", asked, SPECS).orders == ()


def test_an_answer_above_a_flattened_mail_without_marks_is_read() -> None:
    view = samples.view()
    asked = Asked(verb="PLAY", count=1, hand=view.hand, legal=view.legal)
    for form in looks.flattened(MAILS["play"].html):
        (order,) = parse(["3D", "", *form], "", asked, SPECS).orders
        assert order.cards == (card("3D"),)


def test_a_face_copied_from_our_mail_is_an_answer_where_a_letter_begins_with_it() -> None:
    view = samples.view()
    asked = Asked(verb="PLAY", count=1, hand=view.hand, legal=view.legal)
    (order,) = parse(["K\u200c♦\ufe0e"], "", asked, SPECS).orders
    assert order.cards == cards("KD")
    (order,) = parse(["Hello all,", "K\u200c♦\ufe0e"], "", asked, SPECS).orders
    assert order.cards == cards("KD")
    assert parse(["It lay there when Ben had led to it:", "K\u200c♦\ufe0e"], "", asked, SPECS).orders == ()


def test_words_between_arabic_letters_keep_their_joiners() -> None:
    (order,) = parse(["SAY می\u200cخواهم بازی کنم"], "", Asked(), SPECS).orders
    assert order.text == "می\u200cخواهم بازی کنم"


def test_names_that_are_orders_stay_inert_in_every_form() -> None:
    names = ("QS", "Yes", "Pass", "26")
    seats = tuple(SeatFacts(n, name, SeatKind.PERSON, is_you=n == 0) for n, name in enumerate(names))
    for post in (samples.tables()["play"], samples.tables()["finished"], samples.tables()["moon"]):
        mail = RENDERER.render(AboutTableMail(replace(post.table, seats=seats)), samples.ALICE)
        for form in looks.flattened(mail.html):
            for asked in inert.ASKED:
                assert [parse([line], "", asked, SPECS).orders for line in form if not copied(line)] == [()] * len(
                    [line for line in form if not copied(line)]
                )


def test_a_name_of_two_words_is_broken_at_its_blank_and_not_within_a_word() -> None:
    seats = tuple(replace(seat, name="Anna Berg") if seat.name == "bob" else seat for seat in samples.SEATS)
    mail = samples.table(new_tricks=samples.TRICKS)
    html = RENDERER.render(replace(mail, table=replace(mail.table, seats=seats)), samples.ALICE).html
    cells = re.findall(r"<(?:td|th|b)\b[^>]*>([^<]*Berg[^<]*)<", html)
    assert len(cells) >= 3  # the table, the sheet, the tricks
    assert [cell for cell in cells if "Anna Berg" not in cell] == []
