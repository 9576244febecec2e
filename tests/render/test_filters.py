"""What templates ask for: suits, offers, seats, scores, standings and the moon's two ways."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pbem.cards import Suit, cards
from pbem.hearts.events import Play, Trick
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.moon import moon_choices
from pbem.render import filters, game_filters
from tests.render import samples


def test_a_hand_is_told_by_suits_spades_first_and_high_cards_first() -> None:
    rows = filters.by_suit(cards("2C JC 3D AS 4S 10S 9H"))
    assert [(suit.symbol, filters.codes(row)) for suit, row in rows] == [
        ("♠", "AS 10S 4S"),
        ("♥", "9H"),
        ("♦", "3D"),
        ("♣", "JC 2C"),
    ]


def test_jokers_are_counted_beside_the_suits() -> None:
    assert filters.by_suit(cards("JK JK 3R")) == [(Suit.RED, list(cards("3R")))]
    assert filters.jokers(cards("JK JK 3R")) == 2


@pytest.mark.parametrize("count", range(1, 40))
def test_offers_fit_their_columns_and_no_card_stands_alone_on_a_later_line(count: int) -> None:
    deck = Rules().deck()
    lines = filters.offers(deck[:count], "You may play:").splitlines()
    assert lines[0].startswith("You may play: [")
    assert all(len(line) <= 72 for line in lines)
    assert all(line.count("[") >= 2 for line in lines[1:])
    assert " ".join(lines).count("[") == count


def test_two_equal_cards_are_offered_once() -> None:
    assert filters.offers(cards("2C 2C 3C"), "You may play:") == "You may play: [3C] [2C]"


def test_the_card_that_led_a_boosted_trick_is_known() -> None:
    turns = zip((2, 0, 1, 2, 0, 1), cards("9C 5C 6C 7C 8C 2C"), strict=True)
    trick = Trick(1, 2, tuple(Play(seat, card) for seat, card in turns))
    assert [p.card.text for p in trick.plays if filters.is_lead(p, trick)] == ["9C"]


def test_scores_are_numbers_or_complex_numbers() -> None:
    assert [filters.score(s) for s in (26, -10, 0, (3, 4), (0, -2))] == ["26", "-10", "0", "3+4i", "0-2i"]


def test_numbers_are_told_with_the_word_that_fits() -> None:
    assert [filters.counted(n, "day", "days") for n in (0, 1, 2)] == ["0 days", "1 day", "2 days"]


ALWAYS_MORE = ("f.worlds", "games|length", "f.v.rules.target", '"%.1f"|format')
"""What is never one, or told with decimals."""


def test_no_template_counts_points_or_days_without_looking_at_the_one() -> None:
    counts = re.compile(r"\{\{ ([^{}]*) \}\} (?:points|chips|days|games|lines|deals|tricks|mails)\b")
    found = [
        f"{path.name}: {count}"
        for path in sorted((samples.PACKAGED / "en").rglob("*.*"))
        for count in counts.findall(path.read_text())
        if not count.startswith(ALWAYS_MORE)
    ]
    assert found == []


def test_standings_go_by_place_and_say_what_is_shared() -> None:
    assert filters.standings((2, 1, 4, 2)) == [(1, 1, False), (2, 0, True), (2, 3, True), (4, 2, False)]


def test_the_moon_is_shown_with_its_effect_where_sums_decide() -> None:
    shot = samples.view(points=(26, 0, 0, 0))
    assert moon_choices(shot) == {"add": [26, 30, 57, 43], "subtract": [0, 4, 31, 17]}


def test_the_moons_effect_minds_a_bonus_card_in_another_hand() -> None:
    shot = samples.view(points=(26, -10, 0, 0), rules=Rules(bonus="JD=-10"))
    assert moon_choices(shot) == {"add": [26, 20, 57, 43], "subtract": [0, -6, 31, 17]}


def test_the_moons_effect_is_not_guessed_where_more_decides() -> None:
    assert moon_choices(samples.view(points=(26, 0, 0, 0), rules=Rules(teams="pooled"))) == {}
    assert moon_choices(samples.view(points=(26, 0, 0, 0), kitty_size=4)) == {}


def test_the_moons_effect_is_what_the_rules_then_do() -> None:
    from tests.render.games import finished_deal_with_a_moon

    for choice in ("add", "subtract"):
        shown, happened = finished_deal_with_a_moon(choice)
        assert moon_choices(shown)[choice] == list(happened)


def test_a_tables_differences_from_american_are_named() -> None:
    assert game_filters.differences(Rules()) == []
    web = Rules(name="web", moon="add", first_trick_points="forbidden")
    assert game_filters.differences(web) == ["first_trick_points", "moon"]
    assert "players" not in game_filters.differences(replace(Rules(), target=50))


def test_names_are_you_for_the_own_seat_and_a_dummy_has_one_too() -> None:
    from pbem.render import words

    english = words.load([samples.PACKAGED / "en"])
    names = filters.seat_names(samples.SEATS, english)
    assert names[0] == "you"
    assert names[3] == "Robot\xa01"
    assert names[4] == "the dummy"


def test_a_dealer_is_offered_calls_that_fit_the_number_of_players() -> None:
    offered = {players: game_filters.calls(preset("web", players=players)) for players in (4, 5)}
    assert {players: "CALL ACROSS" in ways for players, ways in offered.items()} == {4: True, 5: False}
