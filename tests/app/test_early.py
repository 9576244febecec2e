"""Asked early: who has yet to follow answers when the card is led, and the answer waits for its turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from pbem.cards import Card, cards
from pbem.db.models import GameRow
from pbem.hearts.entries import Played
from pbem.mail.outbound.transport import Fate, Receipt
from tests.app.setting import EAST, FOUR, NORTH, SOUTH, WEST, entries, lay
from tests.table import Bench, Sent

HANDS = tuple(
    cards(hand)
    for hand in (
        "2C 5C KC 4D 9D 3S 7S QS 2H 6H 9H JH KH",
        "3C 6C AC 5D 10D 4S 8S KS 3H 7H 10H QH AH",
        "4C 7C 9C 6D JD AD 5S 9S JS AS 4H 5H 8H",
        "8C 10C JC QC 2D 3D 7D 8D QD KD 2S 6S 10S",
    )
)


def led(bench: Bench, hands: Sequence[Sequence[Card]] = HANDS) -> int:
    """A table of four people at which North has led the two of clubs."""
    game = lay(bench, hands)
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    return game


def played(bench: Bench, game: int) -> list[str]:
    return [entry.card.text for entry in entries(bench, game) if isinstance(entry, Played)]


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def counts(bench: Bench) -> list[int]:
    return [len(bench.mails(who)) for who in FOUR]


def test_everybody_who_has_yet_to_follow_is_asked_when_the_card_is_led(bench: Bench) -> None:
    led(bench)
    assert bench.mail(EAST).legal == ["3C", "6C", "AC"]
    assert "Your turn." in bench.mail(EAST).text
    for who, legal in ((SOUTH, ["4C", "7C", "9C"]), (WEST, ["8C", "10C", "JC", "QC"])):
        mail = bench.mail(who)
        assert mail.legal == legal
        assert "You are asked early" in mail.text
        assert "It is East's turn." in mail.text


def test_an_early_answer_waits_and_is_played_at_its_turn(bench: Bench) -> None:
    game = led(bench)
    bench.writes(WEST, "8C", answering=bench.mail(WEST))
    bench.writes(SOUTH, "9C", answering=bench.mail(SOUTH))
    assert played(bench, game) == ["2C"]
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "3C", "9C", "8C"]


def test_who_was_asked_early_and_has_not_answered_is_told_when_the_turn_comes(bench: Bench) -> None:
    led(bench)
    before = counts(bench)
    bench.now += timedelta(hours=5)
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    south, west = counts(bench)[2:]
    assert (south, west) == (before[2] + 1, before[3])
    mail = bench.mail(SOUTH)
    assert "Your turn. Trick 1: North led 2♣, East 3♣." in flat(mail)
    assert "You were asked early, and now your turn is there" in flat(mail)
    assert "Please answer by Wednesday 4 March, 14:00 (UTC)." in flat(mail)
    assert mail.legal == ["4C", "7C", "9C"]
    assert mail.hand == bench.mails(SOUTH)[before[2] - 1].hand


def test_who_has_answered_early_is_not_asked_at_the_turn(bench: Bench) -> None:
    game = led(bench)
    bench.writes(SOUTH, "9C", answering=bench.mail(SOUTH))
    south = counts(bench)[2]
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "3C", "9C"]
    assert counts(bench)[2] == south


def test_the_turn_is_told_once_and_not_again_with_what_others_write_meanwhile(bench: Bench) -> None:
    led(bench)
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    south = counts(bench)[2]
    bench.writes(WEST, "8C", answering=bench.mail(WEST))
    bench.writes(EAST, "HAND", answering=bench.mail(EAST))
    assert counts(bench)[2] == south


def test_an_early_question_that_still_waits_to_go_out_is_overtaken_by_the_turns(bench: Bench) -> None:
    lay(bench, HANDS)
    bench.post.refusing[SOUTH] = Receipt(Fate.LATER, 451, "try later")
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    bench.post.refusing.clear()
    bench.passes(timedelta(hours=1))
    (mail,) = [mail for mail in bench.mails(SOUTH) if mail.legal]
    assert "Your turn. Trick 1: North led 2♣, East 3♣." in flat(mail)


def test_an_early_answer_that_crosses_the_turns_mail_counts_and_the_same_card_twice_is_no_refusal(
    bench: Bench,
) -> None:
    game = led(bench)
    early = bench.mail(SOUTH)
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    turn = bench.mail(SOUTH)
    assert turn.raw != early.raw
    bench.writes(SOUTH, "9C", answering=early)
    assert played(bench, game) == ["2C", "3C", "9C"]
    again = bench.writes(SOUTH, "9C", answering=turn)
    assert "We have that answer from you already: 9C." in flat(again)
    assert "over" not in flat(again)
    other = bench.writes(SOUTH, "7C", answering=turn)
    assert "That turn is over" in flat(other)
    assert played(bench, game) == ["2C", "3C", "9C"]


@pytest.mark.parametrize("tricks", [1, 2])
def test_a_kept_card_that_comes_again_after_it_was_played_is_no_refusal(bench: Bench, tricks: int) -> None:
    game = led(bench)
    early = bench.mail(SOUTH)
    bench.writes(SOUTH, "9C", answering=early)
    bench.writes(EAST, "AC", answering=bench.mail(EAST))
    bench.writes(WEST, "8C", answering=bench.mail(WEST))
    if tricks == 2:
        for who, card in ((EAST, "5D"), (SOUTH, "6D"), (WEST, "2D"), (NORTH, "4D")):
            bench.writes(who, card, answering=bench.mail(who))
    before = played(bench, game)
    assert len(before) == 4 * tricks
    again = bench.writes(SOUTH, "9C", answering=early)
    assert "We have that answer from you already: 9C." in flat(again)
    assert played(bench, game) == before


def test_a_card_written_afresh_a_second_time_is_no_refusal_either(bench: Bench) -> None:
    game = led(bench)
    again = bench.writes(NORTH, "2C")
    assert "We have that answer from you already: 2C." in flat(again)
    assert played(bench, game) == ["2C"]


def test_the_same_pass_twice_is_no_refusal_before_and_after_all_have_passed(bench: Bench) -> None:
    game = lay(bench, HANDS, number=1)
    mails = {who: bench.mail(who) for who in FOUR}
    three = {who: " ".join(mails[who].hand[:3]) for who in FOUR}
    turned = " ".join(reversed(mails[NORTH].hand[:3]))
    bench.writes(NORTH, three[NORTH], answering=mails[NORTH])
    length = len(entries(bench, game))
    assert "We have that answer from you already" in flat(bench.writes(NORTH, turned, answering=mails[NORTH]))
    assert len(entries(bench, game)) == length
    for who in (EAST, SOUTH, WEST):
        bench.writes(who, three[who], answering=mails[who])
    length = len(entries(bench, game))
    assert "We have that answer from you already" in flat(bench.writes(NORTH, turned, answering=mails[NORTH]))
    others = " ".join(mails[NORTH].hand[3:6])
    assert "That turn is over" in flat(bench.writes(NORTH, others, answering=mails[NORTH]))
    assert len(entries(bench, game)) == length


def test_the_time_for_an_answer_begins_with_the_turn_and_not_with_the_early_question(bench: Bench) -> None:
    game = led(bench)
    bench.passes(timedelta(hours=40))
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    bench.passes(timedelta(hours=40))
    assert played(bench, game) == ["2C", "3C"]
    bench.passes(timedelta(hours=9))
    assert len(played(bench, game)) == 3  # South's time was up 48 hours after East's card


def test_a_later_early_answer_replaces_an_earlier_one(bench: Bench) -> None:
    game = led(bench)
    mail = bench.mail(SOUTH)
    bench.writes(SOUTH, "9C", answering=mail)
    changed = bench.writes(SOUTH, "7C", answering=mail)
    assert changed is not None
    assert "7C is kept now" in changed.text
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "3C", "7C"]


def test_an_answer_to_the_early_mail_counts_at_the_turn_too(bench: Bench) -> None:
    game = led(bench)
    early = bench.mail(SOUTH)
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    bench.writes(SOUTH, "9C", answering=early)
    assert played(bench, game) == ["2C", "3C", "9C"]


def test_an_early_answer_after_its_trick_is_late(bench: Bench) -> None:
    game = led(bench)
    early = bench.mail(SOUTH)
    bench.writes(SOUTH, "9C", answering=early)
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    bench.writes(WEST, "8C", answering=bench.mail(WEST))
    assert len(played(bench, game)) == 4
    again = bench.writes(SOUTH, "7C", answering=early)
    assert again is not None
    assert "That turn is over" in again.text
    assert len(played(bench, game)) == 4


def test_a_card_that_is_not_possible_is_refused_at_once(bench: Bench) -> None:
    led(bench)
    refused = bench.writes(SOUTH, "AD", answering=bench.mail(SOUTH))
    assert refused is not None
    assert "You must follow suit" in refused.text
    assert refused.legal == ["4C", "7C", "9C"]


VOID_EAST = tuple(
    cards(hand)
    for hand in (
        "2C 5C KC 4D 9D 3S 7S KS 2H 6H 9H JH KH",
        "QD 5D 10D 4S 8S QS AS 3H 7H 10H QH AH 6S",
        "3C 4C 7C 9C 6D JD AD 5S 9S JS 4H 5H 8H",
        "6C 8C 10C JC QC AC 2D 3D 7D 8D KD 2S 10S",
    )
)


def test_when_the_queen_falls_who_had_answered_early_is_asked_again(bench: Bench) -> None:
    game = led(bench, VOID_EAST)
    bench.writes(SOUTH, "9C", answering=bench.mail(SOUTH))
    bench.writes(EAST, "QS", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "QS"]
    mail = bench.mail(SOUTH)
    assert "Your early answer 9C was not played" in mail.text
    assert mail.legal == ["3C", "4C", "7C", "9C"]
    bench.writes(SOUTH, "3C", answering=mail)
    assert played(bench, game) == ["2C", "QS", "3C"]


def test_when_the_queen_falls_who_had_not_answered_is_told(bench: Bench) -> None:
    led(bench, VOID_EAST)
    before = counts(bench)
    bench.writes(EAST, "QS", answering=bench.mail(EAST))
    assert counts(bench)[2] == before[2] + 1
    assert "East Q♠" in bench.mail(SOUTH).text


def test_anyway_is_played_whatever_falls(bench: Bench) -> None:
    game = led(bench, VOID_EAST)
    bench.writes(SOUTH, "ANYWAY 9C", answering=bench.mail(SOUTH))
    bench.writes(EAST, "QS", answering=bench.mail(EAST))
    assert played(bench, game) == ["2C", "QS", "9C"]


def test_a_table_may_ask_at_the_turn_only(bench: Bench) -> None:
    game = led(bench)
    with bench.worker.database.begin() as session:
        row = session.get(GameRow, game)
        assert row is not None
        row.options = '{"ask":"turn"}'
    for who in (EAST, SOUTH, WEST):
        bench.writes(who, {EAST: "AC", SOUTH: "4C", WEST: "8C"}[who], answering=bench.mail(who))
    before = counts(bench)
    bench.writes(EAST, "5D", answering=bench.mail(EAST))
    assert counts(bench)[3] == before[3]
    assert counts(bench)[2] == before[2] + 1


def test_each_player_may_choose_to_be_asked_at_the_turn(bench: Bench) -> None:
    lay(bench, HANDS)
    bench.writes(WEST, "SET EARLY OFF")
    before = counts(bench)
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    assert counts(bench)[2:] == [before[2] + 1, before[3]]
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
    assert bench.mail(WEST).legal == ["8C", "10C", "JC", "QC"]
    assert "You are asked early" not in bench.mail(WEST).text


@pytest.mark.parametrize("who", [SOUTH, WEST])
def test_an_early_answer_changes_no_letter_of_the_others_mails(benches: Callable[..., Bench], who: str) -> None:
    texts = []
    for early in (True, False):
        bench = benches()
        led(bench)
        if early:
            bench.writes(who, {SOUTH: "4C", WEST: "8C"}[who], answering=bench.mail(who))
        bench.writes(EAST, "AC", answering=bench.mail(EAST))
        for late, card in ((SOUTH, "4C"), (WEST, "8C")):
            if not (early and late == who):
                bench.writes(late, card, answering=bench.mail(late))
        texts.append([(mail.to, mail.text) for mail in bench.post.sent if mail.to in {*FOUR} - {who}])
    for other in {*FOUR} - {who}:
        assert [t for to, t in texts[0] if to == other] == [t for to, t in texts[1] if to == other]
