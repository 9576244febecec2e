"""Mails of which nobody knows whether they went out: tried again, never called dropped, and settled by a report."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.db.queries import outbox, people
from pbem.db.records import Records
from pbem.ids import MailId
from pbem.mail.outbound.transport import Fate, Receipt
from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.app.test_bounces import returned
from tests.table import Bench

UNSURE = Receipt(Fate.UNSURE, 0, "TimeoutError: timed out", whole=True)
DOWN = Receipt(Fate.LATER, 0, "ConnectionRefusedError", whole=True)


def newest(bench: Bench, address: str = EAST) -> tuple[int, str, str, str]:
    """The newest mail to this address: its number, state, last receipt, and Message-ID."""
    with bench.worker.database.read() as session:
        row = next(row for row in outbox.newest(session, 50) if row.recipient == address)
        return row.id or 0, row.state, row.detail, row.message_id


def state(bench: Bench, number: int) -> str:
    with bench.worker.database.read() as session:
        return next(row.state for row in outbox.newest(session, 200) if row.id == number)


def unsure(bench: Bench) -> int:
    """A mail to east whose relay fell silent after the dot; its number."""
    setting.gather(bench, EAST, SOUTH, WEST)
    bench.writes(EAST, "SET CHAT now", answering=bench.mail(EAST))
    bench.post.refusing[EAST] = UNSURE
    bench.writes(NORTH, "SAY hello", answering=bench.mail(NORTH))
    number, at, detail, _ = newest(bench)
    assert (at, detail) == ("waiting", "unsure: 0 TimeoutError: timed out")
    return number


def test_a_mail_that_may_have_gone_out_is_tried_again_and_then_known_to_have(bench: Bench) -> None:
    number = unsure(bench)
    bench.post.refusing.clear()
    bench.passes(timedelta(minutes=10))
    assert state(bench, number) == "sent"


def test_a_later_failure_does_not_hide_that_it_may_have_gone_out(bench: Bench) -> None:
    unsure(bench)
    bench.post.refusing[EAST] = DOWN
    bench.passes(timedelta(minutes=10))
    _, at, detail, _ = newest(bench)
    assert (at, detail) == ("waiting", "unsure: 0 ConnectionRefusedError")


def test_what_is_overtaken_is_dropped_only_if_it_was_never_sent(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    states = {}
    for receipt in (UNSURE, DOWN):
        bench.post.refusing[EAST] = receipt
        bench.writes(EAST, "HAND", answering=bench.mail(EAST))
        number, *_ = newest(bench)
        with bench.worker.database.begin() as session:
            about = next(row.about for row in outbox.newest(session, 50) if row.id == number)
            assert about
            outbox.overtake(session, about)
        states[receipt.fate] = state(bench, number)
    assert states == {Fate.UNSURE: "unsure", Fate.LATER: "dropped"}


@pytest.mark.parametrize(("after_dot", "pauses"), [(True, False), (False, True)])
def test_a_refusal_of_what_a_mail_holds_is_not_held_against_the_address(
    bench: Bench, after_dot: bool, pauses: bool
) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    bench.writes(EAST, "SET CHAT now", answering=bench.mail(EAST))
    bench.post.refusing[EAST] = Receipt(Fate.NEVER, 550, "we do not like it", after_dot=after_dot)
    for n in range(4):
        bench.writes(NORTH, f"SAY hello number {n}", answering=bench.mail(NORTH))
    with bench.worker.database.read() as session:
        east = Records(session).player(people.owner(session, EAST))
        assert east is not None
        assert bool(east.paused) is pauses


def test_a_report_of_a_mail_that_may_have_gone_out_settles_it(bench: Bench) -> None:
    number = unsure(bench)
    with bench.worker.database.begin() as session:
        outbox.close(session, MailId(number), outbox.OutboxState.UNSURE, "unsure: 0 TimeoutError: timed out")
    returned(bench, f"<{newest(bench)[3]}>", 1)
    assert state(bench, number) == "failed"
