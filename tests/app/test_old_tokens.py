"""A reply token acts for its turn; orders about the account need a fresh proof. Letters in, letters out."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH
from tests.app.test_bounces import paused
from tests.app.test_identity import HOME, flat, with_home
from tests.app.test_security import FAIL, acted
from tests.table import Bench, Sent

EVIL = "evil@elsewhere.example"
CHANGES = ["ADDRESS ADD evil@elsewhere.example", "NAME Mallory", "SET ZONE Europe/Berlin", "EXPORT", "FORGET ME"]


def aged(bench: Bench, days: int = 400) -> Sent:
    """The mail of a turn, that long ago; the game goes on, and a newer mail has gone out."""
    turn = setting.begun(bench, "NEW deadline=30d WITH 3 ROBOTS")
    bench.now += timedelta(days=days)
    bench.worker.pulse()
    bench.writes(NORTH, "HELP")
    return turn


@pytest.mark.parametrize("order", CHANGES)
def test_the_token_of_an_old_mail_changes_nothing_of_the_account(bench: Bench, order: str) -> None:
    turn = aged(bench)
    question = bench.writes(NORTH, order, answering=turn, proven=False)
    assert question is not None
    assert question.subject == "Please confirm: a change of your account"
    assert b"Mallory" not in question.raw
    assert bench.mails(EVIL) == []


@pytest.mark.parametrize("order", CHANGES)
def test_a_fresh_token_with_a_failed_proof_changes_nothing_of_the_account(bench: Bench, order: str) -> None:
    turn = setting.begun(bench)
    question = bench.writes(NORTH, order, answering=turn, proven=False, headers=FAIL)
    assert question is not None
    assert question.subject == "Please confirm: a change of your account"


def test_the_card_beside_is_played_at_once_and_the_yes_does_the_rest_once(bench: Bench) -> None:
    turn = aged(bench, 20)
    bench.writes(NORTH, f"{turn.legal[0]}\nNAME Polaris", answering=turn, proven=False)
    assert acted(bench)
    question = next(m for m in reversed(bench.mails(NORTH)) if "change of your account" in m.subject)
    answer = bench.writes(NORTH, "yes", answering=question, proven=False)
    assert "Polaris" in flat(answer)
    assert "Not done" not in flat(answer)


def test_the_token_of_the_newest_mail_is_fresh_however_old_it_is(bench: Bench) -> None:
    told = bench.writes(NORTH, "REGISTER North")
    bench.now += timedelta(days=300)
    assert "Polaris" in flat(bench.writes(NORTH, "NAME Polaris", answering=told, proven=False))


def test_an_old_token_begins_no_table_and_invites_nobody(bench: Bench) -> None:
    turn = aged(bench)
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots", answering=turn, proven=False)
    assert bench.mails(EAST) == []


def test_an_old_token_still_stops_the_mails_at_once(bench: Bench) -> None:
    turn = aged(bench)
    bench.writes(NORTH, "STOP", answering=turn, proven=False)
    assert paused(bench, NORTH)


def test_a_fresh_token_alone_adds_no_address_before_the_first_one_says_yes(bench: Bench) -> None:
    turn = setting.begun(bench)
    bench.writes(NORTH, f"ADDRESS ADD {HOME}", answering=turn, proven=False)
    assert bench.mails(HOME) == []
    question = next(m for m in reversed(bench.mails(NORTH)) if "change of your addresses" in m.subject)
    assert HOME in question.text
    bench.writes(NORTH, "yes", answering=question, proven=False)
    assert "named this address too" in flat(bench.mail(HOME))


def test_a_later_address_does_not_take_the_account_from_the_first_one(bench: Bench) -> None:
    turn = with_home(bench)
    bench.writes(HOME, f"ADDRESS USE {HOME}\nADDRESS REMOVE {NORTH}", answering=turn)
    question = next(m for m in reversed(bench.mails(NORTH)) if "change of your addresses" in m.subject)
    bench.writes(NORTH, "no", answering=question, proven=False)
    bench.passes(timedelta(days=8))
    assert NORTH in flat(bench.writes(HOME, "ADDRESS"))


def test_a_lost_mailbox_is_removed_after_two_notices_and_seven_days_without_a_word(bench: Bench) -> None:
    turn = with_home(bench)
    answer = bench.writes(HOME, f"ADDRESS REMOVE {NORTH}", answering=turn)
    assert "Without a word from there" in flat(answer)
    bench.passes(timedelta(days=6, hours=20))
    asked = [m for m in bench.mails(NORTH) if "change of your addresses" in m.subject]
    assert len(asked) == 2
    assert all(NORTH in m.text for m in asked)
    bench.passes(timedelta(hours=8))
    assert f"Letters from {NORTH} no longer count" in flat(bench.mail(HOME))
    assert NORTH not in flat(bench.writes(HOME, "ADDRESS"))


def test_the_operator_removes_a_lost_address_at_once(bench: Bench) -> None:
    with_home(bench)
    bench.takes(bench.letter(HOME, f"ADDRESS REMOVE {NORTH}"), source="operator")
    assert NORTH not in flat(bench.writes(HOME, "ADDRESS"))


def test_an_old_token_of_another_person_still_proves_nothing(bench: Bench) -> None:
    turn = aged(bench)
    bench.writes(SOUTH, "NAME Mallory", answering=turn)
    assert "Mallory" not in flat(bench.writes(NORTH, "SET"))
