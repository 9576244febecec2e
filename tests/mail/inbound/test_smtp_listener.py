"""SMTP on real sockets, the listener: group commit, caps on connections, and an end that loses nothing."""

from __future__ import annotations

import socket
from time import sleep

import pytest

from pbem.mail.inbound.listener_state import peer_of
from pbem.mail.inbound.smtp_listener import SessionLimits
from tests.mail.inbound.conftest import HeldShelf, Shelf, mail
from tests.mail.inbound.serving import EHLO, Client, send_all, serving


def test_several_mails_come_over_one_connection(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server:
        send_all(server.port, *(mail(number) for number in range(20)))
        assert shelf.raws == [mail(number) for number in range(20)]


def test_a_client_that_vanishes_while_its_mail_is_written_harms_nobody() -> None:
    shelf = HeldShelf()
    with serving("smtp", shelf) as server:
        with server.client(EHLO) as client:
            client.envelope("a@b.example", "hearts@example.org")
            client.say("DATA")
            client.send(mail(1) + b".\r\n")
            assert shelf.asked.wait(20)
        shelf.go_on.set()
        send_all(server.port, mail(2))
    assert shelf.raws == [mail(1), mail(2)]


def test_one_peer_gets_its_share_of_connections_and_no_more(shelf: Shelf) -> None:
    with serving("smtp", shelf, SessionLimits(connections_per_peer=2)) as server:
        with server.client(EHLO), server.client(EHLO):
            with server.client() as third:
                assert third.reply().startswith("421 4.7.0")
                assert third.silence()
            with Client(socket.create_connection(("127.0.0.1", server.port), 20, ("127.0.0.2", 0)), EHLO) as other:
                assert other.say("NOOP").startswith("250")
        while (again := server.client()).reply().startswith("421"):  # until the server has heard that the two are gone
            again.__exit__()
        with again:
            assert again.say("NOOP").startswith("250")


def test_the_house_takes_so_many_connections_and_no_more(shelf: Shelf) -> None:
    with serving("smtp", shelf, SessionLimits(connections=3)) as server:
        lines = [
            Client(socket.create_connection(("127.0.0.1", server.port), 20, (f"127.0.0.{n}", 0))) for n in (2, 3, 4)
        ]
        assert [line.reply()[:3] for line in lines] == ["220"] * 3
        with server.client() as fourth:
            assert fourth.reply().startswith("421 4.7.0")
        for line in lines:
            line.__exit__()


def from_peer(port: int, peer: str, greeting: str = EHLO) -> Client:
    return Client(socket.create_connection(("127.0.0.1", port), 20, (peer, 0)), greeting)


def test_who_says_nothing_gives_its_place_to_who_comes_when_the_listener_is_full(shelf: Shelf) -> None:
    limits = SessionLimits(connections=2, silence_when_full=0.3, pause_when_full=60)
    with (
        serving("smtp", shelf, limits) as server,
        from_peer(server.port, "127.0.0.2") as silent,
        from_peer(server.port, "127.0.0.3") as busy,
    ):
        sleep(0.4)
        busy.say("NOOP")
        with from_peer(server.port, "127.0.0.4") as newcomer:
            assert newcomer.say("NOOP").startswith("250")
            assert silent.reply().startswith("421 4.3.2")
            assert busy.say("NOOP").startswith("250")
            with server.client() as one_too_many:
                assert one_too_many.reply().startswith("421 4.7.0")


def test_one_address_cannot_hold_all_places_by_chatting(shelf: Shelf) -> None:
    limits = SessionLimits(connections=4, silence_when_full=60, pause_when_full=0.1)
    with serving("smtp", shelf, limits) as server:
        chatting = [from_peer(server.port, "127.0.0.2") for _ in range(4)]
        for _ in range(3):
            sleep(0.15)
            with from_peer(server.port, "127.0.0.3", "") as newcomer:
                assert newcomer.reply().startswith("220")
        for client in chatting:
            client.__exit__()


def test_a_mail_in_hand_is_not_cut_off_for_a_newcomer_but_a_dripping_one_is(shelf: Shelf) -> None:
    limits = SessionLimits(connections=1, silence_when_full=0.1, pause_when_full=0.1, mail_when_full=1)
    with serving("smtp", shelf, limits) as server, from_peer(server.port, "127.0.0.2") as slow:
        slow.envelope("a@b.example", "hearts@example.org")
        slow.say("DATA")
        sleep(0.3)
        slow.send(b"S")
        with from_peer(server.port, "127.0.0.3", "") as newcomer:
            assert newcomer.reply().startswith("421 4.7.0")
        sleep(1)
        slow.send(b"u")
        with from_peer(server.port, "127.0.0.3", "") as newcomer:
            assert newcomer.reply().startswith("220")
        assert slow.reply().startswith("421 4.3.2")
    assert shelf.raws == []


def test_full_smtp_leaves_lmtp_its_places(shelf: Shelf) -> None:
    limits = SessionLimits(connections=1)
    with (
        serving("smtp", shelf, limits) as server,
        server.client(EHLO),
        serving("lmtp", shelf, limits) as lmtp,
        lmtp.client("LHLO client.example") as client,
    ):
        assert client.say("NOOP").startswith("250")


@pytest.mark.parametrize(
    ("address", "peer"),
    [
        (("192.0.2.1", 25), "192.0.2.1"), (("2001:db8:1:2::1", 25, 0, 0), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::9", 25, 0, 0), "2001:db8:1:2::/64"), (("2001:db8:1:3::1", 25, 0, 0), "2001:db8:1:3::/64"),
        (("::ffff:192.0.2.1", 25, 0, 0), "192.0.2.1"), (("fe80::1%eth0", 25, 0, 2), "fe80::/64"),
        ("", ""), ("/run/lmtp", ""), (None, ""),
    ],
)  # fmt: skip
def test_a_whole_network_of_one_customer_is_one_peer(address: object, peer: str) -> None:
    assert peer_of(address) == peer


def test_mails_that_wait_together_are_committed_together() -> None:
    shelf = HeldShelf()
    with serving("smtp", shelf) as server:
        clients = [server.client(EHLO) for _ in range(10)]
        for number, client in enumerate(clients):
            client.envelope("a@b.example", "hearts@example.org")
            client.say("DATA")
            client.send(mail(number) + b".\r\n")
            if number == 0:
                assert shelf.asked.wait(20)
        while len(server.listener._state.group._waiting) < 9:
            sleep(0.005)
        shelf.go_on.set()
        for client in clients:
            assert client.reply().startswith("250 2.0.0")
            client.__exit__()
    assert shelf.calls == [1, 9]


def test_one_mail_that_cannot_be_kept_does_not_take_its_neighbours_with_it() -> None:
    shelf = HeldShelf()
    shelf.poison = b"poison"
    with serving("smtp", shelf) as server:
        clients = [server.client(EHLO) for _ in range(6)]
        for number, client in enumerate(clients):
            client.envelope("a@b.example", "hearts@example.org")
            client.say("DATA")
            client.send(mail(number, "poison" if number == 3 else "QS") + b".\r\n")
            if number == 0:
                assert shelf.asked.wait(20)
        shelf.go_on.set()
        replies = [client.reply()[:3] for client in clients]
        for client in clients:
            client.__exit__()
    assert replies == ["250", "250", "250", "451", "250", "250"]
    assert sorted(shelf.raws) == [mail(number) for number in (0, 1, 2, 4, 5)]


def test_closing_finishes_the_mail_in_hand_and_sends_the_idle_away() -> None:
    shelf = HeldShelf()
    with serving("smtp", shelf) as server, server.client(EHLO) as idle, server.client(EHLO) as busy:
        busy.envelope("a@b.example", "hearts@example.org")
        busy.say("DATA")
        busy.send(mail(1) + b".\r\n")
        assert shelf.asked.wait(20)
        server.close()
        assert idle.reply().startswith("421 4.3.2")
        assert idle.silence()
        shelf.go_on.set()
        assert busy.reply().startswith("250")
        assert busy.reply().startswith("421 4.3.2")
        assert busy.silence()
        with pytest.raises(ConnectionRefusedError):
            server.client()
    assert shelf.raws == [mail(1)]


def test_login_is_not_offered(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client() as client:
        client.reply()
        offers = client.say(EHLO)
        assert "AUTH" not in offers
        assert "SIZE 1048576" in offers
        assert client.say("AUTH PLAIN AGEAYQ==")[0] == "5"
