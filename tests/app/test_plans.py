"""Queues and plans by letters: shown back exactly, played at the turn, and as secret as a hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.cards import cards
from pbem.hearts.entries import Played
from tests.app.setting import EAST, FOUR, NORTH, SOUTH, WEST, entries, lay
from tests.app.test_early import HANDS, VOID_EAST, led
from tests.table import Bench


def played(bench: Bench, game: int) -> list[str]:
    return [entry.card.text for entry in entries(bench, game) if isinstance(entry, Played)]


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_plan_is_shown_back_in_its_exact_spelling(bench: Bench) -> None:
    led(bench)
    shown = bench.writes(SOUTH, "ALWAYS duck; dump queen of spades, dump highest heart", answering=bench.mail(SOUTH))
    assert shown is not None
    assert 'Your plan for this deal: "DUCK", then "DUMP QS", then "DUMP HIGHEST HEARTS".' in flat(shown.text)


def test_several_lines_of_one_letter_are_one_plan(bench: Bench) -> None:
    led(bench)
    shown = bench.writes(SOUTH, "DUCK\nDUMP QS\nIF QS falls LOW", answering=bench.mail(SOUTH))
    assert shown is not None
    assert 'Your plan for your next card: "DUCK", then "DUMP QS", then "IF QS FALLS LOW".' in flat(shown.text)


def test_a_plan_plays_at_its_turn_and_its_owner_is_not_asked(bench: Bench) -> None:
    game = led(bench)
    bench.writes(SOUTH, "ALWAYS DUCK, DUMP HIGHEST", answering=bench.mail(SOUTH))
    before = len(bench.mails(SOUTH))
    bench.writes(EAST, "6C", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "6C", "4C"]
    bench.writes(WEST, "QC", answering=bench.mail(WEST))
    bench.writes(WEST, "2D", answering=bench.mail(WEST))
    assert len(bench.mails(SOUTH)) == before


def test_a_plan_for_the_next_card_is_over_when_that_card_is_played(bench: Bench) -> None:
    game = led(bench)
    bench.writes(SOUTH, "HIGH", answering=bench.mail(SOUTH))
    bench.writes(EAST, "6C", answering=bench.mail(EAST))
    assert played(bench, game)[-1] == "9C"
    bench.writes(WEST, "QC", answering=bench.mail(WEST))
    bench.writes(WEST, "2D", answering=bench.mail(WEST))
    assert bench.mail(SOUTH).legal == ["6D", "JD", "AD"]
    assert "Your plan" not in bench.mail(SOUTH).text


def test_what_a_plan_cannot_decide_is_asked(bench: Bench) -> None:
    game = led(bench)
    bench.writes(SOUTH, "ALWAYS IF diamonds led DUCK", answering=bench.mail(SOUTH))
    bench.writes(EAST, "6C", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "6C"]
    bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
    bench.writes(WEST, "QC", answering=bench.mail(WEST))
    bench.writes(WEST, "8D", answering=bench.mail(WEST))
    bench.writes(NORTH, "9D", answering=bench.mail(NORTH))
    bench.writes(EAST, "5D", answering=bench.mail(EAST))
    assert played(bench, game)[-1] == "6D"


def test_a_plan_given_at_the_turn_plays_at_once(bench: Bench) -> None:
    game = led(bench)
    bench.writes(EAST, "LOW", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "3C"]


def test_a_queue_is_played_card_by_card(bench: Bench) -> None:
    game = led(bench)
    bench.writes(SOUTH, "QUEUE 9C AD", answering=bench.mail(SOUTH))
    bench.writes(EAST, "6C", answering=bench.mail(EAST))
    bench.writes(WEST, "QC", answering=bench.mail(WEST))
    bench.writes(WEST, "8D", answering=bench.mail(WEST))
    bench.writes(NORTH, "9D", answering=bench.mail(NORTH))
    bench.writes(EAST, "5D", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "6C", "9C", "QC", "8D", "9D", "5D", "AD"]


def test_a_queue_ends_with_a_card_that_is_not_possible(bench: Bench) -> None:
    game = led(bench)
    bench.writes(SOUTH, "QUEUE AD 9C", answering=bench.mail(SOUTH))
    bench.writes(EAST, "6C", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "6C"]
    assert "Your queue has ended" in bench.mail(SOUTH).text
    bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
    assert played(bench, game)[-1] == "4C"


def test_an_early_card_comes_before_the_queue_and_the_plans(bench: Bench) -> None:
    game = led(bench)
    bench.writes(SOUTH, "ALWAYS LOW", answering=bench.mail(SOUTH))
    bench.writes(SOUTH, "7C", answering=bench.mail(SOUTH))
    bench.writes(EAST, "6C", answering=bench.mail(EAST))
    assert played(bench, game)[-1] == "7C"


def test_cancel_drops_all_of_it(bench: Bench) -> None:
    game = led(bench)
    bench.writes(SOUTH, "ALWAYS LOW\nQUEUE 9C", answering=bench.mail(SOUTH))
    bench.writes(SOUTH, "CANCEL", answering=bench.mail(SOUTH))
    bench.writes(EAST, "6C", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "6C"]


def test_a_plan_is_shown_in_every_mail_to_its_owner(bench: Bench) -> None:
    led(bench)
    bench.writes(SOUTH, "ALWAYS IF hearts led DUCK", answering=bench.mail(SOUTH))
    shown = bench.writes(SOUTH, "HAND", answering=bench.mail(SOUTH))
    assert shown is not None
    assert 'Your plan for this deal: "IF HEARTS LED DUCK".' in flat(shown.text)


@pytest.mark.parametrize("text", ["PLAN DUK", "ALWAYS something nice", "IF spaeds led DUCK", "dukc"])
def test_what_has_no_exact_meaning_is_refused_and_nothing_is_kept(bench: Bench, text: str) -> None:
    led(bench)
    refused = bench.writes(SOUTH, text, answering=bench.mail(SOUTH))
    assert refused is not None
    assert "Not done" in refused.text or "Not understood" in refused.text
    assert "Your plan" not in refused.text


def test_chatter_that_begins_like_a_plan_is_chatter_beside_a_card(bench: Bench) -> None:
    game = led(bench)
    bench.writes(EAST, "3C\n\nIf you like we can talk tomorrow.\nHigh five!\n", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "3C"]


def test_the_last_card_and_every_only_card_are_played_without_a_question(bench: Bench) -> None:
    one = (
        cards("2C 5C KC 4D 9D 3S 7S QS 2H 6H 9H JH KH"),
        cards("6C 7D 5D 10D 4S 8S KS 3H 7H 10H QH AH 2D"),
        cards("4C 7C 9C 6D JD AD 5S 9S JS AS 4H 5H 8H"),
        cards("3C 8C 10C JC QC AC 3D 8D QD KD 2S 6S 10S"),
    )
    game = led(bench, one)
    assert played(bench, game) == ["2C", "6C"]
    assert bench.mails(EAST) == []


def test_who_wants_to_be_asked_even_then_is_asked(bench: Bench) -> None:
    one = (
        cards("2C 5C KC 4D 9D 3S 7S QS 2H 6H 9H JH KH"),
        cards("6C 7D 5D 10D 4S 8S KS 3H 7H 10H QH AH 2D"),
        cards("4C 7C 9C 6D JD AD 5S 9S JS AS 4H 5H 8H"),
        cards("3C 8C 10C JC QC AC 3D 8D QD KD 2S 6S 10S"),
    )
    game = lay(bench, one)
    bench.writes(EAST, "AUTO FORCED OFF")
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    assert played(bench, game) == ["2C"]
    assert bench.mail(EAST).legal == ["6C"]


def test_a_newcomer_is_told_how_to_be_asked_for_every_card(bench: Bench) -> None:
    led(bench)
    assert "[AUTO FORCED OFF]" in bench.mail(EAST).text
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    for who, text in ((SOUTH, "4C"), (WEST, "8C"), (WEST, "2D")):
        bench.writes(who, text, answering=bench.mail(who))
    assert bench.mail(EAST).legal != []
    assert "[AUTO FORCED OFF]" not in bench.mail(EAST).text


def _others(bench: Bench, who: str) -> dict[str, list[str]]:
    return {other: [mail.text for mail in bench.mails(other)] for other in FOUR if other != who}


@pytest.mark.parametrize("early", ["ALWAYS LOW", "QUEUE 4C", "LOW", "4C", "ANYWAY 4C"])
def test_the_others_mails_do_not_tell_how_a_card_was_chosen(benches: Callable[..., Bench], early: str) -> None:
    seen = []
    for said in (early, ""):
        bench = benches()
        led(bench)
        if said:
            bench.writes(SOUTH, said, answering=bench.mail(SOUTH))
        bench.writes(EAST, "3C", answering=bench.mail(EAST))
        if not said:
            bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
        bench.writes(WEST, "QC", answering=bench.mail(WEST))
        seen.append((_others(bench, SOUTH), played(bench, 1)))
    assert seen[0] == seen[1]


def test_a_card_that_was_the_only_one_is_told_like_any_other(benches: Callable[..., Bench]) -> None:
    seen = []
    for east in ("6C 7D 5D 10D 4S 8S KS 3H 7H 10H QH AH 2D", "6C 7C 5D 10D 4S 8S KS 3H 7H 10H QH AH 2D"):
        mine = cards(east)
        south = cards("4C 7C 9C 6D JD AD 5S 9S JS AS 4H 5H 8H".replace("7C", "7D" if "7C" in east else "7C"))
        hands = (HANDS[0], mine, south, cards("3C 8C 10C JC QC AC 3D 8D QD KD 2S 6S 10S"))
        bench = benches()
        game = led(bench, hands)
        if len(played(bench, game)) == 1:
            bench.writes(EAST, "6C", answering=bench.mail(EAST))
        seen.append((played(bench, game), bench.mail(NORTH).text, bench.mail(WEST).legal))
    assert seen[0] == seen[1]


def test_a_plan_of_another_changes_no_letter_of_a_mail(benches: Callable[..., Bench]) -> None:
    seen = []
    for plan in ("ALWAYS IF hearts led DUCK, IF clubs led LOW", "ALWAYS IF spades led HIGH, IF clubs led LOW"):
        bench = benches()
        game = led(bench, VOID_EAST)
        bench.writes(SOUTH, plan, answering=bench.mail(SOUTH))
        bench.writes(EAST, "QS", answering=bench.mail(EAST))
        bench.writes(WEST, "6C", answering=bench.mail(WEST))
        seen.append((_others(bench, SOUTH), played(bench, game)))
    assert seen[0] == seen[1]


def test_the_moons_payment_can_be_said_beforehand(bench: Bench) -> None:
    lay(bench, HANDS)
    shown = bench.writes(NORTH, "AUTO MOON ADD", answering=bench.mail(NORTH))
    assert shown is not None
    assert "the points go to everybody else" in flat(shown.text)
