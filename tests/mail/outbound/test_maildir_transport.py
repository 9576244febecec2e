"""The Maildir as a way out."""

from __future__ import annotations

from pathlib import Path

from pbem.mail import maildir
from pbem.mail.outbound.maildir_transport import MaildirTransport


def test_the_envelope_lies_on_top_of_the_mail_in_its_own_line_ends(tmp_path: Path) -> None:
    for end in (b"\r\n", b"\n"):
        box = tmp_path / f"box{len(end)}"
        MaildirTransport(box).send("o.1@hearts.test", "north@example.org", b"Subject: x" + end + end + b"text" + end)
        lines = [
            b"Return-Path: <o.1@hearts.test>",
            b"Delivered-To: north@example.org",
            b"Subject: x",
            b"",
            b"text",
            b"",
        ]
        assert [path.read_bytes() for path in maildir.waiting(box)] == [end.join(lines)]
