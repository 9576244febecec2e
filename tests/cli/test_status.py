"""`pbem status` knows what is stuck and says so by its exit status; `pbem trace` follows a letter to each delivery."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.cli.running import Shell


def change(config: Path, statement: str) -> None:
    with closing(sqlite3.connect(config.parent / "data" / "pbem.db")) as line, line:
        line.execute(statement)


def test_a_server_on_which_nothing_is_stuck_ends_with_0(run: Shell, config: Path) -> None:
    done = run(config, "status", "--json")
    assert (done.code, done.json["stuck"]) == (0, [])


LONG_AGO = "next_at = '2026-01-01 00:00:00.000000' WHERE id = 1"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE inbox SET state = 'quarantined' WHERE id = 1", "letter in quarantine: 1"),
        (
            f"UPDATE outbox SET state = 'sending', {LONG_AGO}",
            "in hand for more",
        ),
        (f"UPDATE outbox SET state = 'waiting', {LONG_AGO}", "due for more"),
    ],
)
def test_what_is_stuck_is_told_with_exit_status_1(run: Shell, config: Path, statement: str, said: str) -> None:
    change(config, statement)
    done = run(config, "status", "--json")
    assert done.code == 1
    assert any(said in line for line in json.loads(done.out)["stuck"])
    assert "pbem_stuck 1" in run(config, "status", "--prometheus").out.splitlines()


def test_an_address_that_refuses_its_mail_is_told_and_no_alarm(run: Shell, config: Path) -> None:
    change(config, "UPDATE outbox SET state = 'failed' WHERE id = 1")
    done = run(config, "status")
    assert (done.code, "could not be sent: 1" in done.out) == (0, True)


def test_a_mail_that_waits_for_its_time_is_not_stuck(run: Shell, config: Path) -> None:
    change(config, "UPDATE outbox SET state = 'waiting', next_at = '2999-01-01 00:00:00.000000' WHERE id = 1")
    assert run(config, "status").code == 0


def test_prometheus_gets_every_count_as_a_number(run: Shell, config: Path) -> None:
    lines = run(config, "status", "--prometheus").out.splitlines()
    assert 'pbem_games{phase="playing"} 1' in lines
    assert all(float(line.rpartition(" ")[2]) >= 0 for line in lines if not line.startswith("#"))


def test_a_letter_is_followed_to_its_mails_by_its_number_and_by_any_of_their_message_ids(
    run: Shell, config: Path
) -> None:
    found = run(config, "trace", "1", "--json").json
    assert (found["letter"], found["way"], found["outcome"], found["game"]) == (1, "maildir", "done", 1)
    assert [mail["state"] for mail in found["mails"]] == ["sent"]
    name = found["mails"][0]["message_id"]
    assert run(config, "trace", f"<{name}>", "--json").json == found
    assert name in run(config, "trace", "1").out
    assert run(config, "trace", "999").code == 1


FAILS = '{"worked": "2026-03-02T09:00:00+00:00", "since": "2026-03-02T09:01:00+00:00", "fault": "no", "told": true}'


@pytest.mark.parametrize("part", ["imap", "relay", "pipe"])
def test_a_part_that_fails_is_stuck_and_told_with_when_it_last_worked(run: Shell, config: Path, part: str) -> None:
    change(config, f"INSERT OR REPLACE INTO meta VALUES ('health:{part}', '{FAILS}')")
    done = run(config, "status")
    assert done.code == 1
    assert f"{part} has failed since 2026-03-02 09:01 UTC: no" in done.out
    assert "last worked: 2026-03-02 09:00 UTC" in done.out
    assert f'pbem_part_failing{{part="{part}"}} 1' in run(config, "status", "--prometheus").out


def test_a_mailbox_that_a_living_server_has_not_looked_at_for_long_is_stuck(run: Shell, config: Path) -> None:
    box = '\n[intake.imap]\nhost = "127.0.0.1"\nuser = "u"\npassword = "p"\npoll = "5m"\n'
    config.write_text(config.read_text() + box)
    for minutes, code in ((14, 0), (16, 1)):
        change(
            config,
            "INSERT OR REPLACE INTO meta VALUES ('health:server', '{\"worked\": \"2026-03-02T10:00:00+00:00\"}')",
        )
        seen = f"2026-03-02T09:{60 - minutes}:00+00:00"
        change(config, f"INSERT OR REPLACE INTO meta VALUES ('health:imap', '{{\"worked\": \"{seen}\"}}')")
        assert run(config, "status").code == code


def test_a_server_that_gives_no_sign_of_life_is_told_with_the_last_one(run: Shell, config: Path) -> None:
    change(config, "UPDATE meta SET value = '2026-01-01T00:00:00+00:00' WHERE key = 'alive'")
    change(config, "UPDATE meta SET value = '{\"worked\": \"2026-01-01T09:00:00+00:00\"}' WHERE key = 'health:server'")
    done = run(config, "status")
    assert (done.code, "no sign of life since 2026-01-01 09:00 UTC" in done.out) == (1, True)
    change(config, "DELETE FROM meta WHERE key IN ('alive', 'health:server')")
    done = run(config, "status")
    assert (done.code, "no sign of life at all" in done.out) == (1, True)


def test_a_letter_that_nobody_handles_for_ten_minutes_is_told(run: Shell, config: Path) -> None:
    for ago, code in ((timedelta(minutes=8), 0), (timedelta(minutes=12), 1)):
        at = f"{datetime.now(UTC) - ago:%Y-%m-%d %H:%M:%S.%f}"
        change(config, f"UPDATE inbox SET state = 'new', arrived_at = '{at}' WHERE id = 1")
        done = run(config, "status")
        assert (done.code, "a letter waits since" in done.out) == (code, bool(code))


def test_a_letter_that_crashed_and_is_tried_again_is_told_until_it_is_handled(run: Shell, config: Path) -> None:
    at = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S.%f}"
    change(config, f"UPDATE inbox SET state = 'new', tries = 1, arrived_at = '{at}' WHERE id = 1")
    done = run(config, "status")
    assert (done.code, "crashed and is tried again: 1" in done.out) == (1, True)
    change(config, "UPDATE inbox SET state = 'done' WHERE id = 1")
    assert run(config, "status").code == 0


def test_of_many_whose_mail_came_back_twenty_are_named(run: Shell, config: Path) -> None:
    columns = "language, zone, settings, acknowledged, created_at"
    for number in range(20):
        change(
            config,
            f"INSERT INTO player (name, name_key, address, paused, {columns})"
            f" SELECT 'P{number}', 'p{number}', 'p{number}@example.org', '550', {columns} FROM player WHERE id = 1",
        )
    more = "and there are more to whom none goes"
    notes = run(config, "status", "--json").json["notes"]
    assert [note for note in notes if note.startswith("no mail goes to P")] == [
        f"no mail goes to P{number}: it came back" for number in range(20)
    ]
    assert more not in notes
    change(config, "UPDATE player SET paused = '550' WHERE id = 1")
    assert more in run(config, "status", "--json").json["notes"]
