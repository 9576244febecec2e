"""What the internet does to an open port, done to a running server: it keeps no lie, and goes on playing."""

from __future__ import annotations

import itertools
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.db.models.packed import unpack
from tests.e2e.office import Office, Person, send
from tests.e2e.program import as_json, serving
from tests.mail.inbound.serving import Client
from tests.servers.machine import free_port, need, run, wait_until
from tests.table import SERVER


class Open(NamedTuple):
    """A running server with both doors open, and the office that its mails go to."""

    config: Path
    smtp: int
    lmtp: int
    database: Path
    office: Office

    def client(self, greeting: str = "EHLO client.example", door: str = "smtp") -> Client:
        port = self.smtp if door == "smtp" else self.lmtp
        return Client(socket.create_connection(("127.0.0.1", port), timeout=20), greeting)

    def raws(self) -> list[bytes]:
        with closing(sqlite3.connect(self.database)) as line:
            return [unpack(raw) for (raw,) in line.execute("SELECT raw FROM inbox ORDER BY id")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    folder, lmtp = tmp_path_factory.mktemp("abused"), free_port()
    with (
        Office() as office,
        serving(
            folder,
            intake_lmtp={"listen": f"127.0.0.1:{lmtp}"},
            courier_smtp={"host": "127.0.0.1", "port": office.port, "tls": "none"},
        ) as (config, smtp),
    ):
        yield Open(config, smtp, lmtp, folder / "data/pbem.db", office)
        status = as_json(config, "status")
        assert (status["inbox"]["quarantined"], status["outbox"]["failed"], status["stuck"]) == (0, 0, [])


_NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def still_plays(server: Open) -> Iterator[None]:
    """After whatever was done to it, the server takes an honest letter and answers it; in the end nothing is stuck."""
    yield
    asker = Person(f"honest{next(_NUMBERS)}@people.example")
    before = len(server.office.mails)
    send(server.smtp, asker.address, *asker.letter("HELP"))
    wait_until(lambda: any(mail.to == asker.address for mail in server.office.mails[before:]), "an answer")


def letter(name: str, text: str = "is this on?") -> bytes:
    head = f"From: {name}@abuse.example\r\nMessage-ID: <{name}@abuse.example>\r\nSubject: {name}\r\n\r\n"
    return (head + text + "\r\n").encode()


def test_strangers_addresses_are_refused_in_the_session_and_not_bounced_later(server: Open) -> None:
    for door, greeting in (("smtp", "EHLO client.example"), ("lmtp", "LHLO client.example")):
        with server.client(greeting, door) as client:
            wrong = ["root@example.net", "hearts@example.org", "heartsx@example.net", "hearts+t1@elsewhere.example"]
            replies = client.envelope("a@abuse.example", *wrong)
            assert [reply[:9] for reply in replies[1:]] == ["550 5.1.1"] * len(wrong)
            assert client.say("DATA")[:1] == "5"
            assert client.say(f"RCPT TO:<{SERVER}>").startswith("250")


def test_the_server_is_no_relay_by_any_spelling(server: Open) -> None:
    with server.client() as client:
        client.say("MAIL FROM:<a@abuse.example>")
        for path in (
            "<victim@people.example>", "<@example.net:victim@people.example>", "<victim%people.example@example.net>",
            '<"victim@people.example"@example.net>', "<people.example!victim@example.net>",
        ):  # fmt: skip
            assert client.say(f"RCPT TO:{path}")[:1] == "5", path


@pytest.mark.parametrize("end", [b"\n.\n", b"\r\n.\n", b"\n.\r\n", b"\r.\r", b"\r\n.\r", b"\r\n\0.\r\n", b"\n\n.\r\n"])
def test_no_mail_is_smuggled_in_behind_another(server: Open, end: bytes) -> None:
    name = f"smuggler-{end.hex()}"
    inner = b"MAIL FROM:<king@people.example>\r\nRCPT TO:<" + SERVER.encode() + b">\r\nDATA\r\n" + letter("hidden")
    before = len(server.raws())
    with server.client() as client:
        client.envelope("a@abuse.example", SERVER)
        assert client.data(letter(name) + end + inner + b"\r\n.\r\n")[:3] in ("250", "554", "500")
        assert client.say("NOOP").startswith("250")
    kept = server.raws()[before:]
    assert len(kept) <= 1
    assert all(f"Message-ID: <{name}@".encode() in raw for raw in kept)


def test_a_line_of_64_kilobytes_is_taken_and_one_of_a_megabyte_breaks_nothing(server: Open) -> None:
    with server.client() as client:
        client.envelope("a@abuse.example", SERVER)
        assert client.data(letter("long", "x" * 60_000) + b".\r\n").startswith("250")
        client.envelope("a@abuse.example", SERVER)
        assert client.data(letter("longer", "x" * 1_000_000) + b".\r\n")[:1] == "5"
    with server.client() as client:
        client.send(b"MAIL FROM:<" + b"a" * 1_000_000 + b"@abuse.example>\r\n")
        assert client.reply()[:1] == "5"


def test_of_3000_recipients_no_more_are_taken_than_a_mail_may_have(server: Open) -> None:
    with server.client() as client:
        client.say("MAIL FROM:<a@abuse.example>")
        client.send(b"".join(f"RCPT TO:<hearts+{number}@example.net>\r\n".encode() for number in range(3_000)))
        codes = [client.reply()[:3] for _ in range(3_000)]
    assert codes.count("250") <= 100
    assert set(codes[100:]) == {"452"}


def test_who_goes_in_the_middle_has_sent_nothing(server: Open) -> None:
    before = len(server.raws())
    for cut in (b"", b"MAIL FROM:<a@abuse.example>\r\n", b"MAIL FROM:<a@abuse.example>\r\nRCPT TO:<hearts@exa"):
        with server.client() as client:
            client.send(cut)
    for finish in (socket.SHUT_WR, socket.SHUT_RDWR):
        with server.client() as client:
            client.envelope("a@abuse.example", SERVER)
            client.say("DATA")
            client.send(letter("half"))
            client.line.shutdown(finish)
            if finish == socket.SHUT_WR:
                assert not client.reply().startswith("250")
    assert server.raws()[before:] == []


def test_a_hundred_who_say_nothing_keep_nobody_waiting_and_have_their_limit(server: Open) -> None:
    idle = [socket.create_connection(("127.0.0.1", server.smtp), timeout=20) for _ in range(100)]
    try:
        greetings = [line.recv(100)[:3] for line in idle]
        assert greetings.count(b"220") == 50
        assert set(greetings) == {b"220", b"421"}
        with server.client("LHLO client.example", "lmtp") as other_door:
            assert other_door.say("NOOP").startswith("250")
    finally:
        for line in idle:
            line.close()


def test_all_at_once_without_waiting_for_the_answers(server: Open) -> None:
    before = len(server.raws())
    with server.client() as client:
        one = b"MAIL FROM:<a@abuse.example>\r\nRCPT TO:<" + SERVER.encode() + b">\r\nDATA\r\n"
        client.send(b"".join(one + letter(f"piped{number}") + b".\r\n" for number in range(3)) + b"QUIT\r\n")
        codes = [client.reply()[:3] for _ in range(13)]
    assert codes == ["250", "250", "354", "250"] * 3 + ["221"]
    assert [raw.count(b"Message-ID") for raw in server.raws()[before:]] == [1, 1, 1]


def test_what_is_said_before_an_encryption_that_is_not_offered_is_not_kept_for_after_it(server: Open) -> None:
    with server.client() as client:
        client.send(b"STARTTLS\r\nMAIL FROM:<a@abuse.example>\r\n")
        assert not client.reply().startswith("220")
        assert client.reply().startswith("250")
        assert client.say("AUTH PLAIN AGEAYQ==")[:1] == "5"
        assert client.say("VRFY hearts")[:3] in ("252", "502")
        assert client.say("EXPN hearts")[:1] == "5"


def test_a_web_browser_gets_nowhere(server: Open) -> None:
    before = len(server.raws())
    with closing(socket.create_connection(("127.0.0.1", server.smtp), timeout=20)) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: example.net\r\n\r\nMAIL FROM:<a@abuse.example>\r\nQUIT\r\n")
        said = b""
        while some := line.recv(1000):
            said += some
    assert b"250 " not in said.partition(b"\r\n")[0]
    assert server.raws()[before:] == []


def test_swaks_gets_a_letter_through_each_door(server: Open) -> None:
    need("swaks")
    before = len(server.raws())
    for door, port in (("ESMTP", server.smtp), ("LMTP", server.lmtp)):
        run("swaks", "--protocol", door, "--server", f"127.0.0.1:{port}", "--from", "swaks@abuse.example",
            "--to", SERVER, "--header", f"Subject: {door}", "--body", "hi", "--silent", "2")  # fmt: skip
    wait_until(lambda: len(server.raws()) == before + 2, "both letters")
