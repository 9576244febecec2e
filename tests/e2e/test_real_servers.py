"""Games through the mail servers that people have: a provider's mailboxes by IMAP, and a Postfix of one's own."""

from __future__ import annotations

import smtplib
import time
from pathlib import Path

from imapclient import IMAPClient

from tests.e2e.office import PATIENCE, Office, Person, finals, play, send
from tests.e2e.program import Server, as_json, configure
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.machine import wait_until
from tests.servers.postfix import Postfix
from tests.table import Sent

NAMES = ("ann", "bob", "cleo", "dan")


class Provider(Office):
    """Takes mail by SMTP, and delivers it by LMTP into the mailboxes of a real Dovecot."""

    def __init__(self, dovecot: Dovecot) -> None:
        super().__init__()
        self._dovecot = dovecot

    def take(self, sender: str, recipients: list[str], raw: bytes) -> str:
        with smtplib.LMTP("127.0.0.1", self._dovecot.lmtp) as line:
            line.sendmail(sender, recipients, raw)
        return "250 ok"


def unread(client: IMAPClient, address: str) -> list[Sent]:
    """The new mails of a mailbox; they are read now."""
    client.noop()
    found = client.fetch(client.search("UNSEEN"), ["RFC822"])
    return [Sent(address, found[uid][b"RFC822"], "") for uid in sorted(found)]


def checked(config: Path, people: list[Person]) -> None:
    """The game is over, everyone has read the same standings, and they are the ones of the log."""
    (game,) = as_json(config, "games")
    assert game["phase"] == "finished"
    told = sorted(zip(game["places"], game["scores"], strict=True))
    for person in people:
        assert person.final is not None
        assert sorted(finals(person.final.text)) == told
    assert as_json(config, "check")["faults"] == []


def test_four_people_and_the_server_with_a_mailbox_each_finish_a_game(dovecot: Dovecot, tmp_path: Path) -> None:
    server = "hearts@provider.test"
    people = [Person(f"{name}@provider.test", server) for name in NAMES]
    box = {"host": "127.0.0.1", "port": dovecot.imap, "tls": "none", "user": server, "password": PASSWORD}
    with Provider(dovecot) as provider:
        config = configure(
            tmp_path,
            server={"address": server, "data": "data"},
            intake_imap={**box, "poll": "1s"},
            courier_smtp={"host": "127.0.0.1", "port": provider.port, "tls": "none"},
        )
        running = Server(config, provider.port)
        running.start()
        boxes = {person.address: IMAPClient("127.0.0.1", dovecot.imap, ssl=False) for person in people}
        try:
            for person in people:
                boxes[person.address].login(person.address, PASSWORD)
                boxes[person.address].select_folder("INBOX")
            others = " ".join(person.address for person in people[1:])
            send(provider.port, people[0].address, *people[0].letter(f"NEW american target=5 WITH {others}"))
            until = time.monotonic() + 2 * PATIENCE
            while any(person.final is None for person in people):
                assert time.monotonic() < until, running.log
                for person in people:
                    for mail in unread(boxes[person.address], person.address):
                        if letter := person.reply(mail):
                            send(provider.port, person.address, *letter)
            checked(config, people)
        finally:
            running.stop()
            for client in boxes.values():
                client.logout()


def test_four_people_finish_a_game_through_a_real_postfix(postfix: Postfix, tmp_path: Path) -> None:
    server = "hearts@hearts.test"
    people = [Person(f"{name}@away.test", server) for name in NAMES]
    with Office(postfix.away) as office:
        config = configure(
            tmp_path,
            server={"address": server, "data": "data"},
            intake_lmtp={"listen": f"127.0.0.1:{postfix.lmtp}"},
            courier_smtp={"host": "127.0.0.1", "port": postfix.port, "tls": "none"},
        )
        running = Server(config, postfix.port)
        running.start()
        try:
            wait_until(lambda: "serving" in running.log, "the server to open its door")
            others = " ".join(person.address for person in people[1:])
            play(office, postfix.port, people, f"NEW american target=5 WITH {others}")
            checked(config, people)
        finally:
            running.stop()
