"""The server without a daemon: `pbem tick` from cron, mail by Maildir or by a pipe, and what runs at the same time."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from io import BytesIO
from pathlib import Path

from pbem.mail import maildir
from pbem.mail.inbound.pipe import receive
from pbem.server.tick import tick
from pbem.settings import load
from tests.e2e.logs import inbox, outbox
from tests.e2e.office import Person, finals
from tests.e2e.program import ENVIRON, as_json, configure, ok, pbem, serving
from tests.table import Sent

FOUR = ["ann@people.example", "bob@people.example", "cleo@people.example", "dan@people.example"]


def delivered(folder: Path) -> list[Sent]:
    """The mails in a Maildir, oldest first; each has its recipient on top."""
    found = []
    for path in maildir.waiting(folder):
        raw = path.read_bytes()
        mail = Sent("", raw, "")
        found.append(Sent(str(mail.message["Delivered-To"]), raw, str(mail.message["Return-Path"])))
        maildir.mark_taken(folder, path)
    return found


def test_four_people_finish_a_game_by_tick_and_maildir(tmp_path: Path) -> None:
    config = configure(tmp_path, intake_maildir={"path": "in"})
    people = {address: Person(address) for address in FOUR}
    _, opening = people[FOUR[0]].letter(f"NEW american target=5 WITH {' '.join(FOUR[1:])}")
    maildir.deliver(tmp_path / "in", opening)
    ok(config, "tick")
    while any(person.final is None for person in people.values()):
        tick(load(config, {}))
        mails = delivered(tmp_path / "out")
        assert mails
        for mail in mails:
            if letter := people[mail.to].reply(mail):
                maildir.deliver(tmp_path / "in", letter[1])
    (game,) = as_json(config, "games")
    told = people[FOUR[2]].final
    assert game["phase"] == "finished"
    assert told is not None
    assert sorted(finals(told.text)) == sorted(zip(game["places"], game["scores"], strict=True))
    assert as_json(config, "check") == {"games": 1, "faults": []}


def test_a_pipe_and_cron_are_enough_for_a_game(tmp_path: Path) -> None:
    config = configure(tmp_path)
    me = Person(FOUR[0])
    _, opening = me.letter("NEW american target=5 WITH 3 robots")
    ok(config, "receive", "-f", me.address, "hearts@example.net", stdin=opening)
    ok(config, "tick")
    while me.final is None:
        mails = delivered(tmp_path / "out")
        assert mails
        for mail in mails:
            if letter := me.reply(mail):
                receive(BytesIO(letter[1]), tmp_path / "data" / "spool", me.address, [letter[0]])
        tick(load(config, {}))
    (game,) = as_json(config, "games")
    assert game["phase"] == "finished"
    assert as_json(config, "check")["faults"] == []


def test_two_ticks_at_once_act_once_on_each_letter_and_send_each_mail_once(tmp_path: Path) -> None:
    config = configure(tmp_path, intake_maildir={"path": "in"})
    for number in range(200):
        person = Person(f"person{number}@people.example")
        maildir.deliver(tmp_path / "in", person.letter("REGISTER")[1])
    command = [sys.executable, "-m", "pbem", "--config", str(config), "tick", "--wait", "60"]
    passes = [subprocess.Popen(command, env=ENVIRON, stderr=subprocess.PIPE) for _ in range(2)]
    said = [one.communicate(timeout=120)[1].decode() for one in passes]
    assert [one.returncode for one in passes] == [0, 0], said
    database = tmp_path / "data" / "pbem.db"
    assert inbox(database) == Counter({"done": 200})
    assert len(as_json(config, "players")) == 200
    mails = delivered(tmp_path / "out")
    assert Counter(mail.to for mail in mails) == Counter(f"person{number}@people.example" for number in range(200))
    assert Counter(state for state, *_ in outbox(database)) == Counter({"sent": 200})


def test_a_tick_beside_a_running_server_leaves_politely(tmp_path: Path) -> None:
    with serving(tmp_path) as (config, _port):
        done = pbem(config, "tick", "--wait", "0.2")
        assert done.returncode == 0
        assert "another pbem is at work" in done.stderr


def test_what_is_piped_in_while_a_server_runs_is_taken_by_it(tmp_path: Path) -> None:
    me = Person(FOUR[0])
    with serving(tmp_path) as (config, _port):
        ok(config, "receive", stdin=me.letter("NEW american WITH 3 robots")[1])
        asked = None
        while asked is None:
            asked = next((mail for mail in delivered(tmp_path / "out") if mail.to_pass), None)
    assert asked.to == me.address
