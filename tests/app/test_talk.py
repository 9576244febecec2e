"""Talk rides with the next mail to each hearer, and comes at once to who wants it so, or where no mail is near."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from pbem.mail.outbound.transport import Fate, Receipt
from tests.app.setting import EAST, FOUR, NORTH, SOUTH, WEST, lay
from tests.app.test_early import HANDS, led
from tests.table import Bench, Sent


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def counts(bench: Bench) -> list[int]:
    return [len(bench.mails(who)) for who in FOUR]


@pytest.mark.parametrize("order", ["SAY hello all", "chat hello all", "Chat: hello all"])
def test_what_is_said_comes_with_the_next_mail_and_not_alone(bench: Bench, order: str) -> None:
    led(bench)
    before = counts(bench)
    answer = bench.writes(WEST, order, answering=bench.mail(WEST))
    assert "Your words go to North, East and South, with the next mail to each." in flat(answer)
    assert counts(bench) == [*before[:3], before[3] + 1]
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    assert "Said by West: hello all" in bench.mail(SOUTH).text
    assert "Said by West: hello all" in bench.mail(SOUTH).html
    assert bench.mail(SOUTH).legal == ["4C", "7C", "9C"]


def test_it_is_told_once_and_in_the_order_in_which_it_was_said(bench: Bench) -> None:
    led(bench)
    bench.writes(WEST, "SAY first", answering=bench.mail(WEST))
    bench.writes(EAST, "SAY second", answering=bench.mail(EAST))
    told = flat(bench.writes(NORTH, "HAND"))
    assert told.index("Said by West: first") < told.index("Said by East: second")
    assert "Said by" not in flat(bench.writes(NORTH, "HAND"))


def test_words_beside_a_card_do_not_keep_it_from_being_played(bench: Bench) -> None:
    led(bench)
    bench.writes(EAST, "3C\nSAY your turn, South", answering=bench.mail(EAST))
    assert "Said by East: your turn, South" in bench.mail(SOUTH).text
    assert "East 3♣" in bench.mail(SOUTH).text


@pytest.mark.parametrize("value", ["NOW", "at once"])
def test_who_wants_it_at_once_gets_it_at_once_under_a_subject_of_its_own(bench: Bench, value: str) -> None:
    led(bench)
    assert "chat is now now" in flat(bench.writes(SOUTH, f"SET CHAT {value}"))
    before = counts(bench)
    bench.writes(WEST, "SAY hello", answering=bench.mail(WEST))
    assert counts(bench)[:3] == [before[0], before[1], before[2] + 1]
    assert bench.mail(SOUTH).subject == "[Hearts 1] Words from West"
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    assert "Said by" not in bench.mail(SOUTH).text
    assert "with your next mail" in flat(bench.writes(SOUTH, "SET CHAT LATER\nSET"))


def test_what_is_told_to_one_player_reaches_nobody_else(bench: Bench) -> None:
    led(bench)
    bench.writes(WEST, "TELL South a secret", answering=bench.mail(WEST))
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    assert "Said by West to you alone: a secret" in bench.mail(SOUTH).text
    for who in (NORTH, EAST, WEST):
        bench.writes(who, "HAND")
        assert all("a secret" not in mail.text for mail in bench.mails(who))


def test_before_the_game_begins_words_go_at_once(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH} {WEST}")
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    before = len(bench.mails(NORTH))
    answer = bench.writes(EAST, "GAME 1\nSAY hello")
    assert "Your words went to North." in flat(answer)
    assert "Said by East: hello" in "".join(mail.text for mail in bench.mails(NORTH)[before:])


def test_a_mail_that_was_overtaken_has_told_nothing(bench: Bench) -> None:
    led(bench)
    bench.writes(WEST, "SAY hello", answering=bench.mail(WEST))
    bench.post.refusing[SOUTH] = Receipt(Fate.LATER, 451, "try later")
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    bench.post.refusing.clear()
    told = [bench.writes(SOUTH, "HAND")]
    bench.passes(timedelta(hours=2))
    assert "Said by West: hello" in flat(told[0])
    assert sum("Said by West: hello" in mail.text for mail in bench.mails(SOUTH)) == 1


def test_words_come_with_the_digest_of_who_has_one(bench: Bench) -> None:
    lay(bench, HANDS)
    bench.writes(SOUTH, "SET DIGEST 18:00")
    before = len(bench.mails(SOUTH))
    bench.writes(NORTH, "SAY hello", answering=bench.mail(NORTH))
    assert len(bench.mails(SOUTH)) == before
    bench.passes(timedelta(hours=10))
    (digest,) = bench.mails(SOUTH)[before:]
    assert "Said by North: hello" in digest.text


def test_words_of_several_games_come_in_one_mail_of_several_games(bench: Bench) -> None:
    lay(bench, HANDS)
    bench.writes(SOUTH, "SET DIGEST 18:00")
    lay(bench, HANDS)
    for game in (1, 2):
        bench.writes(NORTH, f"GAME {game}\nSAY hello {game}")
    before = len(bench.mails(SOUTH))
    bench.passes(timedelta(hours=10))
    (digest,) = bench.mails(SOUTH)[before:]
    for game in (1, 2):
        assert f"Said by North: hello {game}" in digest.text
        assert f"hello {game}" in digest.html


def test_who_is_forgotten_leaves_no_words_behind(bench: Bench) -> None:
    led(bench)
    bench.writes(WEST, "SAY hello", answering=bench.mail(WEST))
    bench.writes(WEST, "FORGET ME")
    bench.writes(WEST, "yes", answering=bench.mail(WEST))
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    assert all("hello" not in mail.text for mail in bench.mails(SOUTH))


def test_words_are_no_orders_in_the_mail_that_tells_them(bench: Bench) -> None:
    led(bench)
    bench.writes(WEST, "SAY the word is [RESIGN]", answering=bench.mail(WEST))
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    mail = bench.mail(SOUTH)
    assert "Said by West: the word is (RESIGN)" in mail.text
    assert "body=RESIGN" not in mail.html.replace("[RESIGN] gives up", "").split("Said by West")[1].split("</p>")[0]


def test_words_that_wait_are_told_when_the_table_is_closed(bench: Bench) -> None:
    led(bench)
    bench.writes(WEST, "SAY farewell", answering=bench.mail(WEST))
    bench.writes(NORTH, "VOTE CANCEL", answering=bench.mail(NORTH))
    for who in (EAST, SOUTH, WEST):
        asked = [mail for mail in bench.mails(who) if "A question to the table" in mail.subject]
        bench.writes(who, "yes", answering=asked[-1])
    for who in (NORTH, EAST, SOUTH):
        assert sum("Said by West: farewell" in mail.text for mail in bench.mails(who)) == 1


def test_talk_changes_no_letter_of_who_does_not_hear_it(benches: Callable[..., Bench]) -> None:
    seen = []
    for talks in (True, False):
        bench = benches()
        led(bench)
        if talks:
            bench.writes(WEST, "TELL South a secret", answering=bench.mail(WEST))
        bench.writes(EAST, "3C", answering=bench.mail(EAST))
        bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
        seen.append([mail.text + mail.html for who in (NORTH, EAST) for mail in bench.mails(who)])
    assert seen[0] == seen[1]
