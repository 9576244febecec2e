"""Letters with a program's marks: a person's own token makes them heard, and nothing that went wrong is answered."""

from __future__ import annotations

import pytest

from tests.app import setting
from tests.app.setting import DECK, NORTH
from tests.app.test_security import acted
from tests.table import SERVER, Bench

MARKS = {
    "a relay's Precedence": {"Precedence": "bulk"},
    "junk": {"Precedence": "junk"},
    "a mail service's way to unsubscribe": {"List-Unsubscribe": "<https://crm.example/u/1>"},
    "one click": {"List-Unsubscribe": "<https://x.example>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    "a forwarding rule of Exchange": {"X-MS-Exchange-Inbox-Rules-Loop": NORTH},
    "a return path that a forwarder emptied": {"Return-Path": "<>"},
    "all of them": {"Precedence": "bulk", "List-Unsubscribe": "<https://x.example>", "Return-Path": "<>"},
}


@pytest.mark.parametrize("mark", MARKS)
def test_a_marked_letter_with_its_authors_own_token_is_acted_on(bench: Bench, mark: str) -> None:
    turn = setting.begun(bench)
    bench.writes(NORTH, turn.legal[0], answering=turn, headers=MARKS[mark])
    assert acted(bench)


@pytest.mark.parametrize("mark", MARKS)
def test_a_marked_letter_that_cannot_be_read_or_is_refused_gets_no_answer(bench: Bench, mark: str) -> None:
    turn = setting.begun(bench)
    sent = len(bench.post.sent)
    bench.writes(NORTH, "I am away until the 20th", answering=turn, headers=MARKS[mark])
    bench.writes(NORTH, next(str(c) for c in DECK if str(c) not in turn.hand), answering=turn, headers=MARKS[mark])
    assert not acted(bench)
    assert len(bench.post.sent) == sent


@pytest.mark.parametrize("mark", MARKS)
def test_a_marked_letter_without_a_token_of_its_author_is_dropped_without_a_word(bench: Bench, mark: str) -> None:
    turn = setting.begun(bench)
    sent = len(bench.post.sent)
    bench.writes(NORTH, turn.legal[0], headers=MARKS[mark])
    bench.writes("friend@elsewhere.example", turn.legal[0], answering=turn, headers=MARKS[mark])
    bench.writes("friend@elsewhere.example", "HELP", headers=MARKS[mark])
    bench.takes(bench.letter(NORTH, turn.legal[0], to=f"hearts+t1x1x5x{'a' * 16}@example.net", headers=MARKS[mark]))
    assert not acted(bench)
    assert len(bench.post.sent) == sent


@pytest.mark.parametrize("mark", [{"Auto-Submitted": "auto-replied"}, {"List-Id": "<family.lists.example>"}])
def test_what_a_program_wrote_for_certain_is_not_acted_on_whatever_token_it_carries(
    bench: Bench, mark: dict[str, str]
) -> None:
    turn = setting.begun(bench)
    sent = len(bench.post.sent)
    bench.writes(NORTH, turn.legal[0], answering=turn, headers={"Precedence": "bulk", **mark})
    assert not acted(bench)
    assert len(bench.post.sent) == sent


def test_a_note_of_an_answering_machine_does_not_end_a_pause(bench: Bench) -> None:
    turn = setting.begun(bench)
    bench.writes(NORTH, "STOP", answering=turn)
    sent = len(bench.post.sent)
    bench.writes(NORTH, "I am away", answering=turn, headers={"Return-Path": "<>"})
    assert len(bench.post.sent) == sent
    assert bench.post.sent[-1].envelope.startswith(SERVER.partition("@")[0])
