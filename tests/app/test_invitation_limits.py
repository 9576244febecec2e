"""Invitations fill nobody's mailbox, and a name advertises nothing. Letters in, letters out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from pbem.db.queries import server
from tests.app.setting import NORTH
from tests.table import Bench, Sent


def invitations(bench: Bench) -> list[Sent]:
    return [mail for mail in bench.post.sent if "Invitation" in mail.subject]


@pytest.mark.parametrize(
    "spelling",
    ["victim+{}@example.com", "VICTIM+{}@Example.com", "victim@example.com"],
)
def test_one_mailbox_gets_five_invitations_a_day_from_all_hosts_however_it_is_spelled(
    bench: Bench, spelling: str
) -> None:
    for number in range(8):
        bench.writes(f"host{number}@h{number}.example", f"NEW WITH {spelling.format(number)} 2 robots")
    assert len(invitations(bench)) == 5


def test_a_host_is_told_whose_mailbox_has_had_enough_invitations_and_the_seat_is_free(bench: Bench) -> None:
    for number in range(5):
        bench.writes(f"host{number}@h{number}.example", "NEW WITH victim@example.com 2 robots")
    answer = bench.writes(NORTH, "NEW WITH victim@example.com friend@example.com 1 robot")
    assert answer is not None
    words = " ".join(answer.text.split())
    assert "No invitation was sent to victim@example.com" in words
    assert "Free seats: 1." in words
    assert bench.mail("friend@example.com").subject.endswith("Invitation from North")


def test_a_host_who_invites_later_is_told_so_too_and_a_robot_can_take_the_seat(bench: Bench) -> None:
    for number in range(5):
        bench.writes(f"host{number}@h{number}.example", "NEW WITH victim@example.com 2 robots")
    bench.writes(NORTH, "NEW WITH 2 robots friend@example.com")
    declined = bench.mail("friend@example.com")
    bench.writes("friend@example.com", "DECLINE", answering=declined)
    answer = bench.writes(NORTH, "INVITE victim+x@example.com")
    assert answer is not None
    assert "No invitation was sent to victim+x@example.com" in " ".join(answer.text.split())
    assert "Invited:" not in answer.text
    assert len(bench.mails("victim+x@example.com")) == 0
    begun = bench.writes(NORTH, "INVITE ROBOT")
    assert begun is not None
    assert begun.hand


def test_a_host_whom_the_guest_has_blocked_uses_up_none_of_the_guests_invitations(bench: Bench) -> None:
    bench.writes(NORTH, "NEW WITH victim@example.com 2 robots")
    bench.writes("victim@example.com", "BLOCK North", answering=bench.mail("victim@example.com"))
    for _ in range(6):
        bench.writes(NORTH, "NEW WITH victim@example.com 2 robots")
    assert len(invitations(bench)) == 1
    for number in range(5):
        bench.writes(f"host{number}@h{number}.example", "NEW WITH victim@example.com 2 robots")
    assert len(invitations(bench)) == 5


def test_counts_of_days_that_are_over_are_let_go(bench: Bench) -> None:
    bench.writes(NORTH, "NEW WITH victim@example.com 2 robots")
    bench.worker.clean()
    assert counts(bench)
    bench.now += timedelta(days=1)
    bench.worker.clean()
    assert not counts(bench)


def counts(bench: Bench) -> dict[str, str]:
    with bench.worker.database.read() as session:
        return server.get_prefix(session, "count:")


def test_dots_make_no_other_mailbox_at_gmail_and_do_elsewhere(bench: Bench) -> None:
    for number, local in enumerate(("a.bcdef", "ab.cdef", "abc.def", "abcd.ef", "abcde.f", "abcdef", "a.b.cdef")):
        bench.writes(f"host{number}@h{number}.example", f"NEW WITH {local}@gmail.com {local}@example.com 1 robot")
    assert len([m for m in invitations(bench) if m.to.endswith("@gmail.com")]) == 5
    assert len([m for m in invitations(bench) if m.to.endswith("@example.com")]) == 7


@pytest.mark.parametrize(
    ("domain", "most"),
    [
        ("swarm.example", 60),
        ("gmail.com", 66),
        ("at{}.swarm.example", 60),
        ("at{}.swarm.co.uk", 60),
        ("swarm{}.co.uk", 66),
    ],
)
def test_all_hosts_of_one_domain_send_sixty_invitations_a_day_unless_it_is_a_big_providers(
    benches: Callable[..., Bench], domain: str, most: int
) -> None:
    bench = benches()
    for number in range(22):
        guests = " ".join(f"g{number}{letter}@g{number}.example" for letter in "abc")
        bench.writes(f"host{number}@{domain.format(number)}", f"NEW WITH {guests}")
    assert len(invitations(bench)) == most


@pytest.mark.parametrize(
    "name",
    [
        "Visit evil.example now",
        "evil.example",
        "evil dot com",
        "EVIL . com",
        "Buy pills",
        "Call 0171 2345678",
        "www evil",
    ],
)
def test_a_name_that_is_a_link_or_an_advertisement_is_refused(bench: Bench, name: str) -> None:
    answer = bench.writes(f"Anna <{NORTH}>", f"REGISTER\nNAME {name}")
    assert answer is not None
    assert "is not possible" in " ".join(answer.text.split())
    bench.writes(NORTH, "NEW WITH guest@example.com 2 robots")
    assert "Invitation from Anna" in bench.mail("guest@example.com").subject


def test_a_display_name_that_advertises_is_not_taken_for_a_name(bench: Bench) -> None:
    bench.writes(f"Visit evil.example <{NORTH}>", "NEW WITH guest@example.com 2 robots")
    assert b"evil" not in bench.mail("guest@example.com").raw


@pytest.mark.parametrize("name", ["J.R. Smith", "Dr. Who", "St. John", "Old Tom", "Winnie", "Jean-Luc O'Neil"])
def test_names_of_people_are_possible(bench: Bench, name: str) -> None:
    answer = bench.writes(NORTH, f"REGISTER {name}")
    assert answer is not None
    assert f"Welcome, {name}!" in " ".join(answer.text.split())
