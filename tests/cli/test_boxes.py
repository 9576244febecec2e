"""The boxes by person, state, game and age; one mail in detail; a letter followed by whatever name it has."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.cli.test_status import change

LONG_AGO = "'2026-01-01 00:00:00.000000'"


def numbers(run: Shell, config: Path, *words: str) -> list[int]:
    return [row["id"] for row in run(config, *words, "--json").json]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--person", "Ann"], [3, 2, 1]),
        (["--person", "ann@people.example"], [3, 2, 1]),
        (["--person", "1", "--game", "2"], [2]),
        (["--person", "nobody@people.example"], []),
        (["--state", "quarantined"], [2]),
        (["--state", "done", "--person", "Ann"], [3, 1]),
        (["--game", "77"], []),
        (["--older", "2d"], [1]),
        (["--newer", "2d"], [3, 2]),
        (["--newer", "1d12h", "--state", "quarantined"], [2]),
        (["--most", "1"], [3]),
    ],
)
def test_the_letters_of_a_person_a_state_a_game_and_an_age_are_found(
    run: Shell, config: Path, words: list[str], found: list[int]
) -> None:
    change(config, f"UPDATE inbox SET arrived_at = {LONG_AGO} WHERE id = 1")
    # a letter that always crashes: nobody has noted yet whose it is
    change(config, "UPDATE inbox SET state = 'quarantined', author = '' WHERE id = 2")
    assert numbers(run, config, "inbox", *words) == found


@pytest.mark.parametrize(
    ("words", "to"),
    [
        (["--person", "bob@people.example"], {"bob@people.example"}),
        (["--person", "ANN@people.example"], {"ann@people.example"}),
        (["--game", "2"], {"ann@people.example", "bob@people.example"}),
        (["--state", "unsure"], {"bob@people.example"}),
        (["--older", "5w"], set()),
    ],
)
def test_the_mails_of_a_person_a_game_and_a_state_are_found(
    run: Shell, config: Path, words: list[str], to: set[str]
) -> None:
    change(
        config,
        "UPDATE outbox SET state = 'unsure', detail = 'unsure: 0 cut off' WHERE recipient = 'bob@people.example'",
    )
    rows = run(config, "outbox", *words, "--json").json
    assert {row["to"] for row in rows} == to


@pytest.mark.parametrize("box", ["inbox", "outbox"])
@pytest.mark.parametrize(
    "words",
    [
        ["--state", "lost"],
        ["--newer", "3"],
        ["--older", "tomorrow"],
        ["show", "1", "--state", "done"],
        ["retry", "--all", "--game", "1"],
        ["list", "1"],
        ["show"],
        ["eat", "1"],
    ],
)
def test_an_option_that_means_nothing_is_told_in_a_line(run: Shell, config: Path, box: str, words: list[str]) -> None:
    done = run(config, box, *words)
    assert done.code == os.EX_USAGE
    assert len(done.err.splitlines()) == 1


def test_a_mail_that_may_have_gone_out_is_told_with_its_receipt(run: Shell, config: Path) -> None:
    change(config, "UPDATE outbox SET state = 'unsure', detail = 'unsure: 0 the line broke', tries = 1 WHERE id = 1")
    assert "may or may not have gone out: 1 (pbem outbox --state unsure)" in run(config, "status").out
    assert "unsure: 0 the line broke" in run(config, "outbox", "--state", "unsure").out
    shown = run(config, "outbox", "show", "1", "--json").json
    assert (shown["state"], shown["outcome"], shown["tries"]) == ("unsure", "unsure: 0 the line broke", 1)
    assert "Subject:" in shown["text"]
    assert "unsure: 0 the line broke" in run(config, "trace", str(shown["letter"])).out


def test_a_letter_is_followed_by_its_own_message_id_too(run: Shell, config: Path) -> None:
    own = run(config, "trace", "2", "--json").json["message_id"]
    assert own
    for name in (own, f"<{own}>", f" <{own}> "):
        assert run(config, "trace", name, "--json").json["letter"] == 2
    assert run(config, "trace", own[1:]).code == 1


def test_a_mail_that_no_letter_caused_is_followed_and_a_waiting_one_tells_when_it_goes(
    run: Shell, config: Path
) -> None:
    change(config, "UPDATE outbox SET inbox_id = NULL, state = 'waiting', next_at = '2999-01-01 00:00:00.000000'")
    name = run(config, "outbox", "--json").json[0]["message_id"]
    found = run(config, "trace", name, "--json").json
    assert (found["letter"], [mail["message_id"] for mail in found["mails"]]) == (None, [name])
    said = run(config, "trace", f"<{name}>").out
    assert "no letter" in said
    assert "again at 2999-01-01" in said


@pytest.mark.parametrize("unknown", ["99", str(2**31 - 1)])
@pytest.mark.parametrize(
    "words",
    [
        ["show"], ["hold"], ["release"], ["trace"],
        ["inbox", "show"], ["inbox", "retry"], ["inbox", "drop"],
        ["outbox", "show"], ["outbox", "retry"], ["outbox", "drop"],
    ],
)  # fmt: skip
def test_a_number_that_is_nobodys_is_an_error_in_every_command(
    run: Shell, config: Path, words: list[str], unknown: str
) -> None:
    done = run(config, *words, unknown)
    assert done.code == 1
    assert unknown in done.err + done.out
    assert "Traceback" not in done.err


@pytest.mark.parametrize("senseless", ["0", str(2**31), str(2**70), "one", "1.5", ""])
@pytest.mark.parametrize("words", [["show"], ["hold"], ["release"], ["inbox", "show"], ["outbox", "drop"]])
def test_what_is_no_number_is_a_fault_of_usage_in_every_command(
    run: Shell, config: Path, words: list[str], senseless: str
) -> None:
    done = run(config, *words, senseless)
    assert done.code == 2
    assert "Traceback" not in done.err


@pytest.mark.parametrize("name", ["99", str(2**70), "", "Zoe", "zoe@people.example", "\x1b[2J"])
def test_an_order_for_nobody_is_refused(run: Shell, config: Path, name: str) -> None:
    done = run(config, "as", name, "HAND")
    assert (done.code, "\x1b" in done.err) == (1, False)
    assert "nobody here is" in done.err
