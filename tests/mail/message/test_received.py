"""When a mail reached our own server: its own topmost line says so, and nobody else's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.mail.message.received import received_at

OURS = b"Received: from out.example.com ([192.0.2.7])\r\n\tby mx.example.net (Postfix) with ESMTPS id 4F;\r\n"
DATE = b"\tTue, 3 Mar 2026 10:00:00 +0100 (CET)\r\n"
REST = b"From: north@example.com\r\n\r\nQS\r\n"
AT = datetime(2026, 3, 3, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "raw",
    [
        OURS + DATE + REST,
        (OURS + DATE + REST).replace(b"\r\n", b"\n"),
        b"Return-Path: <north@example.com>\r\nDelivered-To: hearts@example.net\r\n" + OURS + DATE + REST,
        OURS.replace(b"mx.example.net", b"MX.Example.NET") + DATE + REST,
        OURS + DATE.replace(b"+0100", b"-0000").replace(b"10:00", b"09:00") + REST,
    ],
)
def test_the_topmost_line_of_our_own_server_counts(raw: bytes) -> None:
    assert received_at(raw, "mx.example.net") == AT


@pytest.mark.parametrize(
    "raw",
    [
        REST,
        OURS.replace(b"mx.example.net", b"mx.example.net.evil.example") + DATE + REST,
        OURS.replace(b"by mx", b"for mx") + DATE + REST,
        b"Received: by other.example; Tue, 3 Mar 2026 12:00:00 +0000\r\n" + OURS + DATE + REST,
        b"X-Seen: yes\r\n" + OURS + DATE + REST,
        OURS + b"\tyesterday\r\n" + REST,
        OURS + b"\tTue, 3 Mar 99999 10:00:00 +0100\r\n" + REST,
        OURS.replace(b";", b"") + REST,
        b"Received: \xff\xfe by mx.example.net\xff; Tue, 3 Mar 2026 12:00:00 +0000\r\n" + REST,
    ],
)
def test_nothing_else_counts(raw: bytes) -> None:
    assert received_at(raw, "mx.example.net") is None


def test_without_a_server_of_our_own_nobody_is_believed() -> None:
    assert received_at(OURS + DATE + REST, "") is None
