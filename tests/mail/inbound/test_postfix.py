"""Mail through a real Postfix: in by LMTP and through a pipe, our server gone and back, strangers refused."""

from __future__ import annotations

import json
import shutil
import smtplib
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.mail.inbound.maildir_intake import take
from tests.mail.inbound.conftest import Shelf, mail
from tests.mail.inbound.serving import serving
from tests.servers.machine import need, run, short_folder, wait_until
from tests.servers.postfix import Postfix

PIPE = """#!/bin/sh
exec {python} -c '
import sys
sys.path.insert(0, "{root}")
from pathlib import Path
from pbem.mail.inbound.pipe import receive
sys.exit(receive(sys.stdin.buffer, Path("{spool}"), sys.argv[1], sys.argv[2:]))
' "$@"
"""


def submit(postfix: Postfix, content: bytes, *recipients: str, sender: str = "north@example.org") -> None:
    with smtplib.SMTP("127.0.0.1", postfix.port, "client.example", timeout=30) as client:
        client.sendmail(sender, recipients, content)


def carries(shelf: Shelf, number: int) -> int:
    return sum(f"Message-ID: <{number}@example.org>".encode() in raw for raw in shelf.raws)


@contextmanager
def queue_empty_after(postfix: Postfix) -> Iterator[None]:
    yield
    wait_until(lambda: postfix.queue() == [], "Postfix to have nothing left")


def test_a_mail_to_several_of_our_addresses_is_one_mail_and_answered_for_each(postfix: Postfix, shelf: Shelf) -> None:
    with serving("lmtp", shelf, port=postfix.lmtp), queue_empty_after(postfix):
        submit(postfix, mail(1), "hearts+a@hearts.test", "hearts+b@hearts.test", "hearts+c@hearts.test")
        shelf.wait_for(1)
    assert len(shelf.kept) == 1
    assert shelf.kept[0].recipients == ("hearts+a@hearts.test", "hearts+b@hearts.test", "hearts+c@hearts.test")
    assert shelf.kept[0].sender == "north@example.org"


def test_a_bounce_keeps_its_null_sender(postfix: Postfix, shelf: Shelf) -> None:
    with serving("lmtp", shelf, port=postfix.lmtp), queue_empty_after(postfix):
        submit(postfix, mail(2), "hearts@hearts.test", sender="")
        shelf.wait_for(1)
    assert shelf.kept[0].sender == ""


def test_what_came_while_we_were_away_comes_when_we_are_back(postfix: Postfix, shelf: Shelf) -> None:
    for number in range(10, 15):
        submit(postfix, mail(number), "hearts@hearts.test")
    wait_until(lambda: len(postfix.queue()) == 5, "Postfix to have tried")
    with serving("lmtp", shelf, port=postfix.lmtp), queue_empty_after(postfix):
        postfix.flush()
        shelf.wait_for(5)
    assert [carries(shelf, number) for number in range(10, 15)] == [1] * 5


def test_what_could_not_be_kept_comes_again(postfix: Postfix, shelf: Shelf) -> None:
    shelf.down = True
    with serving("lmtp", shelf, port=postfix.lmtp), queue_empty_after(postfix):
        submit(postfix, mail(20), "hearts+a@hearts.test", "hearts+b@hearts.test")
        wait_until(lambda: bool(shelf.calls), "the first try")
        wait_until(lambda: any("451 4.3.0" in json.dumps(item) for item in postfix.queue()), "our answer")
        shelf.down = False
        postfix.flush()
        shelf.wait_for(1)
    assert carries(shelf, 20) == 1
    assert set(shelf.kept[0].recipients) == {"hearts+a@hearts.test", "hearts+b@hearts.test"}


def test_a_stranger_is_refused_and_our_own_get_their_mail(postfix: Postfix, shelf: Shelf) -> None:
    accept = lambda address: address.startswith("hearts")  # noqa: E731
    with serving("lmtp", shelf, port=postfix.lmtp, accept=accept), queue_empty_after(postfix):
        submit(postfix, mail(30), "hearts@hearts.test", "nobody@hearts.test", sender="")
        shelf.wait_for(1)
    assert shelf.kept[0].recipients == ("hearts@hearts.test",)
    assert "550 5.1.1" in postfix.log.read_text()


def test_many_mails_at_once_all_come_and_none_twice(postfix: Postfix, shelf: Shelf) -> None:
    def ten(first: int) -> None:
        for number in range(first, first + 10):
            submit(postfix, mail(number), "hearts@hearts.test")

    with serving("lmtp", shelf, port=postfix.lmtp), queue_empty_after(postfix):
        senders = [threading.Thread(target=ten, args=(n,)) for n in (100, 200, 300)]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join(60)
        shelf.wait_for(30)
    assert sorted(carries(shelf, n + i) for n in (100, 200, 300) for i in range(10)) == [1] * 30


@pytest.fixture
def spool(postfix: Postfix) -> Iterator[Path]:
    """A spool that the pipe's user may write to, and the program of the pipe, run with what that user may read."""
    with short_folder("spool") as folder:
        shutil.copytree(
            Path(__file__).parents[3] / "pbem", folder / "code/pbem", ignore=shutil.ignore_patterns("__pycache__")
        )
        run("chown", "-R", "nobody", str(folder))
        postfix.pipe.write_text(PIPE.format(python=_python_of_nobody(), root=f"{folder}/code", spool=f"{folder}/box"))
        postfix.pipe.chmod(0o755)
        yield folder


def _python_of_nobody() -> str:
    """A Python that the user nobody may run: ours often lies in somebody's home."""
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        try:
            subprocess.run(
                [python, "-c", ""], user="nobody", check=True, timeout=30, cwd="/", stderr=subprocess.DEVNULL
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        return python
    pytest.fail("no Python on this machine can be run by the user nobody")


def test_a_mail_through_the_pipe_lies_in_the_spool_with_its_envelope(
    postfix: Postfix, spool: Path, shelf: Shelf
) -> None:
    with queue_empty_after(postfix):
        submit(postfix, mail(40), "hearts+a@pipe.test", sender="north+x@example.org")
    assert take(spool / "box", shelf, source="pipe") == 1
    assert shelf.raws[0].startswith(b"Return-Path: <north+x@example.org>\nDelivered-To: hearts+a@pipe.test\n")
    assert (shelf.kept[0].sender, shelf.kept[0].source) == ("north+x@example.org", "pipe")


def test_a_spool_that_takes_nothing_makes_the_mail_wait(postfix: Postfix, spool: Path, shelf: Shelf) -> None:
    (spool / "box").write_text("a file where the spool should be")
    with queue_empty_after(postfix):
        submit(postfix, mail(41), "hearts@pipe.test")
        wait_until(lambda: any("temporary failure" in json.dumps(i) for i in postfix.queue()), "the pipe's answer")
        (spool / "box").unlink()
        postfix.flush()
    assert take(spool / "box", shelf) == 1


def test_swaks_gets_its_mail_through(postfix: Postfix, shelf: Shelf) -> None:
    need("swaks")
    with serving("lmtp", shelf, port=postfix.lmtp), queue_empty_after(postfix):
        run("swaks", "--server", f"127.0.0.1:{postfix.port}", "--from", "a@example.org", "--to", "hearts@hearts.test",
            "--header", "Subject: mail", "--body", "QS", "--silent", "2")  # fmt: skip
        shelf.wait_for(1)
    assert b"QS" in shelf.raws[0]
