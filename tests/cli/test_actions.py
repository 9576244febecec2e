"""What the operator does: orders for a player, the boxes, the check, backup and restore."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pbem.db.lock import WriterLock
from pbem.server.folders import lock_path
from pbem.settings import load
from tests.cli.running import Shell
from tests.e2e.program import Server, as_json, configure, ok
from tests.servers.machine import free_port


def change(config: Path, statement: str) -> None:
    with closing(sqlite3.connect(config.parent / "data" / "pbem.db")) as line, line:
        line.execute(statement)


def test_an_order_for_a_player_prints_what_the_player_is_answered(run: Shell, config: Path) -> None:
    found = run(config, "as", "ann", "HAND", "--game", "1", "--json").json
    assert found["outcome"] == "done"
    assert found["mails"][0]["to"] == "ann@people.example"
    assert "Your hand:" in found["mails"][0]["text"]
    assert "Your hand:" in run(config, "as", "ann@people.example", "HAND", "--game", "1").out


def test_a_refused_order_says_so(run: Shell, config: Path) -> None:
    done = run(config, "as", "Ann", "PLAY 2C", "--game", "1", "--json")
    found = json.loads(done.out)
    assert (done.code, found["outcome"]) == (1, "refused")
    assert found["mails"]


@pytest.mark.parametrize(
    ("order", "game", "code"),
    [("HAND", "1", 0), ("HAND", "99", 1), ("PLAY QX", "1", 1), ("RESIGN", "1", 0), ("YES", "1", 1)],
)
def test_what_was_not_carried_out_ends_with_1(run: Shell, config: Path, order: str, game: str, code: int) -> None:
    assert run(config, "as", "ann", order, "--game", game).code == code


def test_an_order_longer_than_a_letter_may_be_is_refused_and_left_nowhere(run: Shell, config: Path) -> None:
    config.write_text(config.read_text("utf-8").replace("[limits]", "[limits]\nmessage_bytes = 16384"), "utf-8")
    done = run(config, "as", "ann", "HELP\n" * 20_000)
    assert done.code == 1
    assert done.err == "pbem: the order is too long: a letter has at most 16384 bytes\n"
    assert not [path for path in (config.parent / "data" / "operator").rglob("*") if path.is_file()]
    assert run(config, "as", "ann", "HAND", "--game", "1").code == 0


@pytest.mark.parametrize("wait", ["nan", "-1", "inf", "1e9", "soon"])
@pytest.mark.parametrize("command", ["tick", "doctor"])
def test_a_time_to_wait_that_is_none_is_told(run: Shell, config: Path, command: str, wait: str) -> None:
    done = run(config, command, "--wait", wait)
    assert (done.code, "--wait" in done.err) == (2, True)


def test_an_order_while_a_server_runs_goes_through_that_server(config: Path) -> None:
    port = free_port()
    text = config.read_text("utf-8") + f'\n[intake.smtp]\nlisten = "127.0.0.1:{port}"\n'
    config.write_text(text, "utf-8")
    server = Server(config, port)
    server.start()
    try:
        server.wait()
        found = as_json(config, "as", "ann", "GAMES")
        assert found["outcome"] == "done"
        assert found["mails"][0]["to"] == "ann@people.example"
    finally:
        server.stop()


def test_a_game_is_held_and_goes_on(run: Shell, config: Path) -> None:
    assert "game 1: held" in run(config, "hold", "1").out
    assert json.loads(run(config, "as", "ann", "HAND", "--game", "1", "--json").out)["outcome"] == "refused"
    assert "game 1: goes on" in run(config, "release", "1").out
    for verb in ("hold", "release"):
        done = run(config, verb, "99")
        assert (done.code, "no game 99" in done.out) == (1, True)


def test_a_letter_in_quarantine_is_tried_again_on_demand(run: Shell, config: Path) -> None:
    change(config, "UPDATE inbox SET state = 'quarantined', tries = 3 WHERE id = 3")
    assert "letter in quarantine: 1 (pbem inbox)" in run(config, "status").out
    assert "is tried again" in run(config, "inbox", "retry", "3").out
    states = {letter["id"]: letter["state"] for letter in run(config, "inbox", "--json").json}
    assert states[3] == "done"


def test_a_letter_that_has_acted_is_not_tried_again(run: Shell, config: Path) -> None:
    done = run(config, "inbox", "retry", "1")
    assert done.code == 1
    assert "there is nothing to retry" in done.err
    assert len(run(config, "games", "--json").json) == 2


def test_a_mail_that_could_not_be_sent_is_dropped_or_sent_again_on_demand(run: Shell, config: Path) -> None:
    change(config, "UPDATE outbox SET state = 'failed'")
    assert "mails that could not be sent" in run(config, "status").out
    numbers = sorted(mail["id"] for mail in run(config, "outbox", "--json").json)
    assert "is tried again" in run(config, "outbox", "retry", str(numbers[0])).out
    assert "dropped" in run(config, "outbox", "drop", str(numbers[1])).out
    assert run(config, "tick").code == 0
    states = {mail["id"]: mail["state"] for mail in run(config, "outbox", "--json").json}
    assert (states[numbers[0]], states[numbers[1]]) == ("sent", "dropped")


def test_the_check_finds_a_row_that_is_not_what_the_log_says(run: Shell, config: Path) -> None:
    assert run(config, "check", "--json").json == {"games": 1, "faults": []}
    change(config, "UPDATE game SET scores = '[1, 0, 0, 0]' WHERE id = 1")
    done = run(config, "check")
    assert done.code == 1
    assert "game 1: scores stored [1, 0, 0, 0], folded [0, 0, 0, 0]" in done.out


def test_a_backup_is_put_back_and_the_game_goes_on_from_there(run: Shell, config: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert f"pbem restore {copy}" in run(config, "backup", str(copy)).out
    before = run(config, "show", "1", "--open", "--json").json
    cards = " ".join(before["hands"][0].split()[:3])
    assert run(config, "as", "ann", f"PASS {cards}", "--game", "1", "--json").json["outcome"] == "done"
    assert run(config, "show", "1", "--json").json["entries"] > before["entries"]
    assert "is the database now. The one before it is" in run(config, "restore", str(copy)).out
    assert run(config, "show", "1", "--open", "--json").json == before
    assert run(config, "check", "--json").json["faults"] == []
    assert run(config, "as", "ann", f"PASS {cards}", "--game", "1", "--json").json["outcome"] == "done"


def test_a_backup_writes_over_nothing_and_leaves_no_half_file(run: Shell, config: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("precious")
    assert run(config, "backup", str(there)).code == 1
    assert there.read_text() == "precious"
    assert run(config, "backup", str(tmp_path / "no" / "such" / "folder.db")).code == 1
    empty = configure(tmp_path)
    assert "there is no database" in run(empty, "backup", str(tmp_path / "new.db")).err
    assert not (tmp_path / "new.db").exists()
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("content", [b"", b"no database at all" * 1000])
def test_what_is_no_backup_is_not_put_in_the_databases_place(
    run: Shell, config: Path, tmp_path: Path, content: bytes
) -> None:
    bad = tmp_path / "bad.db"
    bad.write_bytes(content)
    done = run(config, "restore", str(bad))
    assert done.code == 1
    assert "is no database of pbem" in done.err
    assert len(run(config, "games", "--json").json) == 2


def test_nothing_is_restored_under_a_running_server(run: Shell, config: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    run(config, "backup", str(copy))
    with WriterLock(lock_path(load(config, {}))):
        done = run(config, "restore", str(copy))
    assert done.code == 75
    assert "stop it first" in done.err


def test_the_demo_plays_a_whole_game_and_keeps_its_mails(tmp_path: Path) -> None:
    said = ok(None, "demo", "--auto", "--target", "5", "--folder", str(tmp_path / "demo"))
    assert "Final standings:" in said
    assert "1st place" in said
    boxes = [box.name for box in (tmp_path / "demo" / "mail").iterdir()]
    assert sorted(boxes) == ["ada", "ben", "eva", "sam"]
    assert list((tmp_path / "demo" / "mail" / "sam" / "new").iterdir())


def test_deadlines_that_a_wrong_clock_moved_are_shown_first_and_set_right_only_if_asked(
    run: Shell, config: Path
) -> None:
    assert "No deadline is later" in run(config, "clocks").out
    year = "2040-01-01 00:00:00.000000"
    change(config, f"UPDATE seat SET due_at = '{year}', clock_at = '{year}' WHERE player_id = 1")
    change(config, f"UPDATE game SET due_at = '{year}' WHERE id = 1")
    (far,) = run(config, "clocks", "--json").json["deadlines"]
    assert far["game"] == 1
    assert far["due"].startswith("2040")
    assert run(config, "clocks", "--json").json["deadlines"] == [far]
    said = run(config, "clocks", "--fix").out
    assert said.index("due 2040") < said.index("clocks: 1 deadline set right")
    assert run(config, "clocks", "--json").json["deadlines"] == []
