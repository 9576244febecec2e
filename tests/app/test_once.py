"""Exactly once: two copies, a restart, a crash, a retry. Whatever happens, a letter acts once and none is lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from pbem.db.models import SeatRow
from pbem.db.queries import inbox, outbox
from pbem.db.queries.outbox import OutboxMail
from pbem.hearts.entries import Played
from pbem.mail.outbound.transport import Fate, Receipt
from pbem.server.processor import PAUSES
from tests.app import setting
from tests.app.setting import EAST, NORTH
from tests.table import SERVER, Bench

OPERATOR = "op@example.net"


def copies(bench: Bench) -> tuple[bytes, bytes]:
    """One letter with north's card, as it comes by two routes."""
    asked = setting.begun(bench)
    raw = bench.letter(NORTH, asked.legal[0], answering=asked)
    return raw, b"Received: from a.example by b.example; Mon, 2 Mar 2026 09:00:01 +0000\n" + raw + b"\n"


def own_plays(bench: Bench) -> int:
    return sum(isinstance(e, Played) and e.seat == 0 and not e.stand_in for e in setting.entries(bench, 1))


def test_two_copies_by_two_routes_act_once(bench: Bench) -> None:
    first, second = copies(bench)
    bench.takes(first, ("hearts@example.net",), "north@example.org", "smtp")
    sent, log = len(bench.post.sent), setting.entries(bench, 1)
    bench.takes(second, source="imap")
    assert len(bench.post.sent) == sent
    assert setting.entries(bench, 1) == log


def test_a_copy_that_comes_after_a_restart_is_known_again(bench: Bench) -> None:
    first, second = copies(bench)
    bench.takes(first)
    sent, log = len(bench.post.sent), setting.entries(bench, 1)
    bench.restart()
    bench.takes(second)
    assert (len(bench.post.sent), setting.entries(bench, 1)) == (sent, log)


def test_a_letter_that_was_kept_before_the_server_died_is_handled_after_the_restart(bench: Bench) -> None:
    first, _ = copies(bench)
    log = len(setting.entries(bench, 1))
    from pbem.mail.message.raw_message import RawMessage

    bench.worker.keep([RawMessage(first, "smtp")])
    bench.restart()
    bench.runs()
    assert len(setting.entries(bench, 1)) > log


def test_a_reused_message_id_with_another_text_is_another_letter(bench: Bench) -> None:
    asked = setting.begun(bench)
    raw = bench.letter(NORTH, "SCORE", answering=asked)
    bench.takes(raw)
    bench.takes(raw.replace(b"SCORE", b"HAND"))
    assert setting.outcomes(bench)[-2:] == ["done", "done"]


def break_the_table(bench: Bench, game: int = 1) -> None:
    """When who sits on its first seat is away cannot be read any more."""
    set_absences(bench, game, "{")


def mend_the_table(bench: Bench, game: int = 1) -> None:
    set_absences(bench, game, "")


def set_absences(bench: Bench, game: int, text: str) -> None:
    with bench.worker.database.begin() as session:
        row = session.get(SeatRow, (game, 0))
        assert row is not None
        row.away = text


def crash(bench: Bench) -> bytes:
    """A letter that cannot be handled, the third one: its table cannot be read."""
    asked = setting.begun(bench)
    raw = bench.letter(NORTH, asked.legal[0], answering=asked)
    break_the_table(bench)
    bench.takes(raw)
    for pause in PAUSES:
        bench.now += pause
        bench.runs()
    return raw


def test_a_letter_that_crashes_is_tried_again_after_a_pause_and_not_at_once(bench: Bench) -> None:
    asked = setting.begun(bench)
    break_the_table(bench)
    bench.takes(bench.letter(NORTH, asked.legal[0], answering=asked))
    assert setting.letter(bench, 3).tries == 1
    bench.now += PAUSES[0] - timedelta(seconds=1)
    bench.runs()
    assert setting.letter(bench, 3).tries == 1
    mend_the_table(bench)
    bench.now += timedelta(seconds=1)
    bench.runs()
    assert setting.letter(bench, 3).outcome == "done"


def test_a_restart_does_not_shorten_the_pause_of_a_letter_that_crashed(bench: Bench) -> None:
    asked = setting.begun(bench)
    break_the_table(bench)
    bench.takes(bench.letter(NORTH, asked.legal[0], answering=asked))
    for tries, pause in enumerate(PAUSES, 1):
        for _ in range(5):  # one pass of cron each
            bench.restart()
            bench.runs()
        assert setting.letter(bench, 3).tries == tries
        bench.now += pause
        bench.restart()
        bench.runs()
    assert (setting.letter(bench, 3).state, setting.letter(bench, 3).tries) == ("quarantined", 3)


def test_a_letter_that_crashed_waits_no_longer_when_the_clock_is_set_back(bench: Bench) -> None:
    asked = setting.begun(bench)
    bench.now += timedelta(days=400)
    bench.worker.pulse()
    break_the_table(bench)
    bench.takes(bench.letter(NORTH, asked.legal[0], answering=asked))
    mend_the_table(bench)
    bench.now -= timedelta(days=400)
    bench.worker.pulse()
    bench.now += PAUSES[0]
    bench.runs()
    assert setting.letter(bench, 3).state == "done"


def test_all_that_was_set_aside_is_tried_again_by_one_order(bench: Bench) -> None:
    crash(bench)
    mend_the_table(bench)
    assert order(bench, "control inbox retry all") == "inbox: 1 is tried again"
    assert setting.letter(bench, 3).outcome == "done"


def test_what_crashes_is_set_aside_after_three_tries_and_the_operator_is_told(bench: Bench) -> None:
    crash(bench)
    row = setting.letter(bench, 3)
    assert (row.state, row.tries) == ("quarantined", len(PAUSES) + 1)
    assert row.outcome.startswith("crashed: JSONDecodeError")
    assert "could not be handled" in bench.mail(OPERATOR).text
    assert len(bench.mails(OPERATOR)) == 1


def test_a_crash_leaves_nothing_half_done(bench: Bench) -> None:
    asked = setting.begun(bench)
    log, sent = setting.entries(bench, 1), len(bench.mails(NORTH))
    break_the_table(bench)
    bench.writes(NORTH, asked.legal[0], answering=asked)
    assert setting.entries(bench, 1) == log
    assert len(bench.mails(NORTH)) == sent


def test_the_next_letter_is_served_after_a_crash(bench: Bench) -> None:
    crash(bench)
    answer = bench.writes("East <east@example.com>", "NEW WITH 3 ROBOTS")
    assert answer is not None
    assert answer.to_pass == 3


def test_after_the_mend_the_operator_has_the_letter_tried_again_and_no_move_is_lost(bench: Bench) -> None:
    crash(bench)
    mend_the_table(bench)
    order(bench, "control inbox retry 3")
    assert setting.letter(bench, 3).outcome == "done"
    assert bench.mail(NORTH).legal


def order(bench: Bench, subject: str) -> str:
    """An order from the operator's own box; what came of it."""
    bench.takes(bench.letter(OPERATOR, "", subject=subject), source="operator")
    return setting.outcomes(bench)[-1]


def test_an_operators_order_counts_only_from_the_operators_own_box(bench: Bench) -> None:
    crash(bench)
    mend_the_table(bench)
    bench.writes(OPERATOR, "hello", subject="control inbox retry 3")
    assert setting.letter(bench, 3).state == "quarantined"


def test_what_the_operator_drops_stays_dropped(bench: Bench) -> None:
    crash(bench)
    assert order(bench, "control inbox drop 3") == "inbox 3: dropped"
    bench.runs()
    assert setting.letter(bench, 3).state == "dropped"
    assert order(bench, "control inbox retry 99") == "there is no letter 99"
    assert order(bench, "control nonsense").startswith("not an order")


def mail(bench: Bench, recipient: str) -> OutboxMail:
    with bench.worker.database.read() as session:
        return next(row for row in outbox.newest(session, 50) if row.recipient == recipient)


def test_a_mail_that_cannot_go_now_goes_later_in_the_same_bytes(bench: Bench) -> None:
    bench.post.refusing[NORTH] = Receipt(Fate.LATER, 451, "4.3.0 busy")
    setting.solo_without_mail(bench)
    waiting = mail(bench, NORTH)
    assert waiting.state == "waiting"
    bench.post.refusing.clear()
    from datetime import timedelta

    bench.passes(timedelta(hours=2))
    assert bench.mails(NORTH)[0].raw == waiting.body
    assert mail(bench, NORTH).state == "sent"


def test_a_mail_in_the_outbox_is_retried_or_dropped_by_the_operator(bench: Bench) -> None:
    bench.post.refusing[NORTH] = Receipt(Fate.NEVER, 554, "5.7.1 no")
    setting.solo_without_mail(bench)
    number = mail(bench, NORTH).id
    assert mail(bench, NORTH).state == "failed"
    bench.post.refusing.clear()
    assert "tried again" in order(bench, f"control outbox retry {number}")
    assert mail(bench, NORTH).state == "sent"
    assert order(bench, f"control outbox drop {number}") == f"outbox {number}: dropped"


def test_a_broken_template_of_the_operators_never_eats_a_move(
    benches: Callable[..., Bench], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("templates")
    (folder / "en").mkdir()
    (folder / "en" / "table.txt").write_text("Subject: x\n{{ no_such_fact }}\n")
    server = {"address": SERVER, "data": str(folder / "data"), "operator": OPERATOR, "templates": str(folder)}
    bench = benches(server=server)
    asked = setting.solo(bench)
    assert asked.to_pass == 3
    answer = bench.writes(NORTH, " ".join(asked.hand[:3]), answering=asked)
    assert answer is not None
    assert answer.legal
    assert "template" in bench.mail(OPERATOR).subject
    assert len(bench.mails(OPERATOR)) == 1


def test_every_letter_is_accounted_for(bench: Bench) -> None:
    crash(bench)
    bench.writes(EAST, "hello")
    bench.takes(b"no mail at all")
    bench.takes(b"\xff\xfe\x00" * 100)
    with bench.worker.database.read() as session:
        rows = inbox.newest(session, 100)
    assert all(row.state in ("done", "quarantined") and row.outcome for row in rows)
