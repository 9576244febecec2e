"""Mail from a mailbox, with a real Dovecot: kept first, moved then, and no mail or broken line holds up the rest."""

from __future__ import annotations

import dataclasses
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone

import pytest
from imapclient import IMAPClient

from pbem.mail.inbound.imap_connection import ImapConnection
from pbem.mail.inbound.imap_intake import ImapAccount, ImapIntake
from pbem.mail.message.raw_message import RawMessage
from tests.mail.inbound.conftest import Shelf, mail
from tests.servers.cutter import cutter
from tests.servers.dovecot import PASSWORD, Dovecot, token
from tests.servers.machine import wait_until


@contextmanager
def opened(mailbox: ImapAccount) -> Iterator[ImapIntake]:
    box = ImapIntake(mailbox)
    try:
        yield box
    finally:
        box.close()


@contextmanager
def person(server: Dovecot, user: str) -> Iterator[IMAPClient]:
    """Somebody who reads the box with a mail program."""
    client = IMAPClient("127.0.0.1", server.imap, ssl=False, timeout=20)
    client.login(user, PASSWORD)
    try:
        yield client
    finally:
        client.logout()


def count(server: Dovecot, user: str, folder: str) -> int:
    with person(server, user) as client:
        return int(client.folder_status(folder, ["MESSAGES"])[b"MESSAGES"]) if client.folder_exists(folder) else 0


@contextmanager
def watching(box: ImapIntake, keep: Callable[[Sequence[RawMessage]], None]) -> Iterator[list[Exception | None]]:
    """The box watched by its thread, as in the daemon; what it reports."""
    stop, reports = threading.Event(), list[Exception | None]()
    thread = threading.Thread(target=box.watch, args=(keep, stop, reports.append))
    thread.start()
    try:
        yield reports
    finally:
        stop.set()
        thread.join(30)
        assert not thread.is_alive()


def test_what_was_kept_moves_to_the_done_folder(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.put("moves", *(mail(number) for number in range(5)))
    with opened(dovecot.mailbox("moves")) as box:
        assert box.take(shelf, batch=2) == 5
        assert box.take(shelf) == 0
    assert sorted(shelf.raws) == [mail(number) for number in range(5)]
    assert {raw_message.source for raw_message in shelf.kept} == {"imap"}
    assert sorted(shelf.calls) == [1, 2, 2]
    assert (count(dovecot, "moves", "INBOX"), count(dovecot, "moves", "Processed")) == (0, 5)


def test_an_empty_mailbox_gives_nothing(dovecot: Dovecot, shelf: Shelf) -> None:
    with opened(dovecot.mailbox("empty")) as box:
        assert box.take(shelf) == 0
    assert shelf.calls == []


def test_flags_that_a_person_set_change_nothing_and_we_set_none(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.put("flags", mail(1), mail(2), mail(3))
    with person(dovecot, "flags") as reader:
        reader.select_folder("INBOX")
        uids = reader.search("ALL")
        reader.add_flags(uids[0], [rb"\Seen", rb"\Answered"])
        reader.add_flags(uids[1], [rb"\Flagged", rb"\Deleted"])
    with opened(dovecot.mailbox("flags")) as box:
        assert box.take(shelf) == 3
    with person(dovecot, "flags") as reader:
        reader.select_folder("Processed", readonly=True)
        seen = [rb"\Seen" in flags for flags in reader.get_flags(reader.search("ALL")).values()]
    assert sorted(seen) == [False, False, True]


def test_the_envelope_sender_comes_from_the_topmost_return_path(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.put("path", b"Return-Path: <>\r\n" + mail(1))
    with opened(dovecot.mailbox("path")) as box:
        box.take(shelf)
    assert shelf.kept[0].sender == ""


def test_what_is_not_kept_stays_in_the_folder(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.put("down", mail(1), mail(2))
    shelf.down = True
    with opened(dovecot.mailbox("down")) as box:
        with pytest.raises(OSError, match="No space"):
            box.take(shelf)
        assert count(dovecot, "down", "INBOX") == 2
        shelf.down = False
        assert box.take(shelf) == 2


@pytest.mark.parametrize("batch", [1, 4, 32])
def test_one_mail_that_cannot_be_kept_holds_up_no_other(dovecot: Dovecot, shelf: Shelf, batch: int) -> None:
    user = f"poison{batch}"
    dovecot.put(user, mail(0, "poison"), *(mail(number) for number in range(1, 10)))
    shelf.poison = b"poison"
    with opened(dovecot.mailbox(user)) as box:
        assert box.take(shelf, batch) == 9
        assert count(dovecot, user, "INBOX") == 1
        shelf.poison = None
        assert box.take(shelf, batch) == 1


def test_a_mail_is_fetched_once_though_the_line_breaks_in_its_middle(dovecot: Dovecot, shelf: Shelf) -> None:
    mails = [mail(number, size=60_000) for number in range(4)]
    dovecot.put("cut", *mails)
    with cutter(dovecot.imap) as line, opened(dovecot.mailbox("cut", port=line.port)) as box:
        line.after = [90_000]
        assert box.take(shelf, batch=1) == 4
        assert line.cuts == 1
    assert sorted(shelf.raws) == mails
    assert count(dovecot, "cut", "Processed") == 4


def test_a_mail_on_which_the_line_always_breaks_is_set_aside(dovecot: Dovecot, shelf: Shelf) -> None:
    """Every connection dies after 50 kB, and one mail has 100: the others come through, and it goes to Failed."""
    dovecot.put("curse", mail(0, size=100_000), *(mail(number) for number in range(1, 6)))
    with cutter(dovecot.imap) as line, opened(dovecot.mailbox("curse", port=line.port)) as box:
        line.after = [50_000] * 10
        assert box.take(shelf) == 5
        assert line.cuts == 3
    assert sorted(shelf.raws) == [mail(number) for number in range(1, 6)]
    assert (count(dovecot, "curse", "INBOX"), count(dovecot, "curse", "Failed")) == (0, 1)


def test_a_line_that_breaks_before_the_move_gives_a_copy_and_loses_nothing(dovecot: Dovecot) -> None:
    dovecot.put("copies", mail(1), mail(2))
    kept: list[bytes] = []
    with cutter(dovecot.imap) as line, opened(dovecot.mailbox("copies", port=line.port)) as box:

        def keep(raw_messages: Sequence[RawMessage]) -> None:
            if not kept:
                line.cut_all()
            kept.extend(raw_message.raw for raw_message in raw_messages)

        box.take(keep)
    assert sorted(kept) == sorted([mail(1), mail(2)] * 2)
    assert count(dovecot, "copies", "Processed") == 2


def test_where_nothing_can_be_moved_every_mail_is_kept_all_the_same(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.put("stuck", *(mail(number) for number in range(3)))
    with opened(dovecot.mailbox("stuck", done_folder="no//folder")) as box, watching(box, shelf) as reports:
        wait_until(lambda: bool(reports), "the first pass")
        assert isinstance(reports[0], IMAPClient.Error)
    assert {*shelf.raws} == {mail(number) for number in range(3)}
    assert count(dovecot, "stuck", "INBOX") == 3


def test_a_giant_is_not_fetched_but_set_aside(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.put("giant", mail(1, size=200_000), mail(2))
    with cutter(dovecot.imap) as line:
        with opened(dovecot.mailbox("giant", port=line.port, message_bytes=100_000)) as box:
            line.after = [50_000]
            assert box.take(shelf) == 1
        assert line.cuts == 0
    assert (count(dovecot, "giant", "INBOX"), count(dovecot, "giant", "Failed")) == (0, 1)


def test_of_a_thousand_waiting_mails_none_is_lost_or_taken_twice(dovecot: Dovecot, shelf: Shelf) -> None:
    """One of them cannot be kept, and the line breaks three times on the way."""
    dovecot.put("crowd", *(mail(number, "poison" if number == 500 else "QS", size=500) for number in range(1_000)))
    shelf.poison = b"poison"
    with cutter(dovecot.imap) as line, opened(dovecot.mailbox("crowd", port=line.port)) as box:
        line.after = [60_000, 200_000, 90_000]
        assert box.take(shelf) == 999
        assert line.cuts == 3
    assert len({*shelf.raws}) == len(shelf.raws) == 999
    assert (count(dovecot, "crowd", "INBOX"), count(dovecot, "crowd", "Processed")) == (1, 999)


def test_a_new_uidvalidity_changes_nothing(own_dovecot: Dovecot, shelf: Shelf) -> None:
    own_dovecot.put("validity", mail(1), mail(2, "poison"))
    shelf.poison = b"poison"
    with opened(own_dovecot.mailbox("validity")) as box:
        assert box.take(shelf) == 1
        own_dovecot.stop()
        for name in own_dovecot.folder("validity").glob("dovecot-uid*"):
            name.unlink()
        own_dovecot.start()
        own_dovecot.put("validity", mail(3))
        shelf.poison = None
        assert box.take(shelf) == 2
    assert sorted(shelf.raws) == sorted([mail(1), mail(2, "poison"), mail(3)])


def test_a_server_that_knows_neither_idle_nor_move_does_as_well(old_dovecot: Dovecot, shelf: Shelf) -> None:
    old_dovecot.put("old", *(mail(number) for number in range(3)))
    with opened(old_dovecot.mailbox("old", poll_seconds=0)) as box, watching(box, shelf) as reports:
        shelf.wait_for(3)
        old_dovecot.put("old", mail(3))
        shelf.wait_for(4)
    assert set(reports) == {None}
    assert sorted(shelf.raws) == [mail(number) for number in range(4)]
    assert (count(old_dovecot, "old", "INBOX"), count(old_dovecot, "old", "INBOX.Processed")) == (0, 4)


def test_idle_wakes_the_box_for_each_new_mail(dovecot: Dovecot, shelf: Shelf) -> None:
    with opened(dovecot.mailbox("idle")) as box, watching(box, shelf) as reports:
        for number in range(3):
            wait_until(lambda: bool(reports), "the first pass")
            dovecot.put("idle", mail(number))
            shelf.wait_for(number + 1)
    assert set(reports) == {None}
    assert shelf.raws == [mail(number) for number in range(3)]


def test_a_line_cut_in_the_middle_of_idle_is_made_anew(dovecot: Dovecot, shelf: Shelf) -> None:
    with cutter(dovecot.imap) as line:
        quick = ImapIntake(dovecot.mailbox("wake", port=line.port, idle_seconds=3), jitter=lambda: -0.499)
        with watching(quick, shelf) as reports:
            wait_until(lambda: bool(reports), "the first pass")
            line.cut_all()
            wait_until(lambda: line.connections > 1, "a new line")
            dovecot.put("wake", mail(1))
            shelf.wait_for(1)
    assert shelf.raws == [mail(1)]


def test_a_server_that_goes_and_comes_back_is_found_again(own_dovecot: Dovecot, shelf: Shelf) -> None:
    quick = ImapIntake(own_dovecot.mailbox("back", idle_seconds=3, timeout=2), jitter=lambda: -0.499)  # hardly a pause
    with watching(quick, shelf) as reports:
        wait_until(lambda: bool(reports), "the first pass")
        own_dovecot.stop()
        wait_until(lambda: any(isinstance(report, OSError) for report in reports), "the refusal")
        own_dovecot.put("back", mail(1))
        own_dovecot.start()
        shelf.wait_for(1)
    assert shelf.raws == [mail(1)]


def test_a_mailbox_that_cannot_be_kept_is_reported_and_watched_on(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.put("tell", mail(1, "poison"))
    shelf.poison = b"poison"
    with opened(dovecot.mailbox("tell")) as box, watching(box, shelf) as reports:
        wait_until(lambda: bool(reports), "the first pass")
        assert isinstance(reports[0], ValueError)
        dovecot.put("tell", mail(2))
        shelf.wait_for(1)
    assert shelf.raws == [mail(2)]


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_mail_comes_over_an_encrypted_line(dovecot: Dovecot, shelf: Shelf, tls: str) -> None:
    dovecot.put(tls, mail(1))
    port = dovecot.imaps if tls == "implicit" else dovecot.imap
    good = dovecot.mailbox(tls, tls=tls, port=port, tls_context=dovecot.tls_context())
    with opened(dataclasses.replace(good, tls_context=None)) as strict, pytest.raises(OSError, match="CERTIFICATE"):
        strict.take(shelf)  # nobody vouches for the certificate
    assert shelf.kept == []
    with opened(good) as box:
        assert box.take(shelf) == 1


def test_idle_works_over_an_encrypted_line(dovecot: Dovecot, shelf: Shelf) -> None:
    mailbox = dovecot.mailbox("secret", tls="implicit", port=dovecot.imaps, tls_context=dovecot.tls_context())
    with opened(mailbox) as box, watching(box, shelf) as reports:
        wait_until(lambda: bool(reports), "the first pass")
        dovecot.put("secret", mail(1))
        shelf.wait_for(1)
    assert set(reports) == {None}


def test_encryption_asked_for_is_never_left_out(old_dovecot: Dovecot, shelf: Shelf) -> None:
    """Somebody on the way has struck STARTTLS from what the server offers."""
    with opened(old_dovecot.mailbox("strip", tls="starttls")) as box, pytest.raises(IMAPClient.Error, match="STARTTLS"):
        box.take(shelf)


def test_a_token_from_the_operators_command_logs_in(dovecot: Dovecot, shelf: Shelf) -> None:
    dovecot.put("tokens", mail(1))
    command = f"echo {token('tokens')}"
    with opened(dovecot.mailbox("tokens", password="", oauth_token_command=command)) as box:
        assert box.take(shelf) == 1


def test_a_wrong_password_is_told_and_not_tried_again_and_again(dovecot: Dovecot, shelf: Shelf) -> None:
    with cutter(dovecot.imap) as line:
        wrong = dovecot.mailbox("wrong", port=line.port, password="guess")
        with opened(wrong) as box, pytest.raises(IMAPClient.Error, match="AUTHENTICATIONFAILED"):
            box.take(shelf)
        assert line.connections == 1


def test_a_mail_announced_in_one_breath_with_the_consent_to_idle_is_heard() -> None:
    """It is in the library's buffer then, where nobody who looks at the line can see it."""
    idles: list[str] = []

    def converse(line: socket.socket) -> None:
        with line, line.makefile("rb") as heard:
            line.sendall(b"* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n")
            while words := heard.readline().decode().split():
                if words[1:] == ["IDLE"]:
                    idles.append(words[0])
                    line.sendall(b"+ idling\r\n" + b"* 3 EXISTS\r\n" * (len(idles) == 2))
                else:
                    line.sendall(b"* CAPABILITY IMAP4rev1 IDLE\r\n" * (words[1:] == ["CAPABILITY"]))
                    line.sendall(f"{idles[-1] if words == ['DONE'] else words[0]} OK done\r\n".encode())

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=lambda: converse(listener.accept()[0]))
        server.start()
        box = ImapAccount("127.0.0.1", listener.getsockname()[1], "none", "north", "secret", timeout=10)
        line = ImapConnection(box)
        line.wait_for_news(240, threading.Event())
        line.hang_up()
        server.join(10)
    assert len(idles) == 2


def test_a_mail_came_when_it_reached_the_mailbox_and_not_when_it_was_fetched(dovecot: Dovecot, shelf: Shelf) -> None:
    came = datetime(2026, 3, 2, 9, 30, tzinfo=timezone(timedelta(hours=5)))
    with person(dovecot, "latecomer") as client:
        client.normalise_times = False
        client.append("INBOX", mail(1), msg_time=came)
    with opened(dovecot.mailbox("latecomer")) as box:
        assert box.take(shelf) == 1
    assert [one.arrived_at for one in shelf.kept] == [came]
