"""Who sits down where somebody has left gets nothing of theirs: no vacation, no remark, no deadline, no mail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.table import Bench, Sent

NEXT = "next@example.net"


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def flat(mail: Sent) -> str:
    return " ".join(mail.text.split())


def until(mail: Sent) -> str:
    return flat(mail).partition("Please answer by ")[2].partition(" (UTC")[0]


def test_the_next_guest_inherits_no_vacation_and_no_deadline(bench: Bench) -> None:
    bench.writes(f"East <{EAST}>", "REGISTER")
    bench.writes(EAST, "VACATION 2026-03-03 2026-03-12 in hospital, tell nobody")
    bench.writes(f"North <{NORTH}>", f"NEW clock=2d WITH {EAST} {SOUTH} {WEST}")
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    bench.writes(EAST, "LEAVE")
    bench.writes(NORTH, f"INVITE {NEXT}")
    before = len(bench.post.sent)
    bench.writes(f"Next <{NEXT}>", "yes", answering=bench.mail(NEXT))
    for guest in (SOUTH, WEST):
        bench.writes(guest, "yes", answering=bench.mail(guest))
    dealt = {guest: bench.mail(guest) for guest in (NORTH, NEXT, SOUTH, WEST)}
    assert all(mail.to_pass == 3 for mail in dealt.values())
    later = bench.post.sent[before:]
    assert not [mail for mail in later if "hospital" in mail.text or " away" in flat(mail)]
    assert len({until(mail) for mail in dealt.values()}) == 1


def test_an_old_invitation_opens_nothing_after_its_guest_has_left(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH} {WEST}")
    offer = bench.mail(EAST)
    bench.writes(EAST, "yes", answering=offer)
    bench.writes(EAST, "LEAVE")
    bench.writes(NORTH, f"INVITE {NEXT}")
    bench.writes(EAST, "yes", answering=offer)
    bench.writes(f"Next <{NEXT}>", "yes", answering=bench.mail(NEXT))
    seats = flat(bench.mail(NORTH))
    assert "Next" in seats
    assert "East" not in seats
