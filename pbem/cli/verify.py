"""Checking that deals were what their first mails had promised: from saved mails, or from text that was copied."""

from __future__ import annotations

import email
import email.policy
import sys
from email.message import EmailMessage
from pathlib import Path

import typer

from pbem.cli.reports import Facts
from pbem.seals import verify

_WORDS = {
    True: "proven, as its first mail promised",
    False: "NOT the deal that its first mail promised",
    None: "opened; compare this with the seal in its first mail",
}


def examine(files: list[Path]) -> list[Facts]:
    """Every opened deal in these files (in standard input, where there is none)."""
    raw = [file.read_bytes() for file in files] or [sys.stdin.buffer.read()]
    texts = [text for one in raw for text in _texts(one)]
    return [
        {"game": deal.game, "deal": deal.deal, "sha256": deal.seal, "promised": deal.promised, "proven": deal.holds}
        for deal in verify(texts)
    ]


def text(found: list[Facts]) -> None:
    """One line a deal."""
    for deal in found:
        typer.echo(f"game {deal['game']}, deal {deal['deal']}: {_WORDS[deal['proven']]}")
        typer.echo(f"  sha256 {deal['sha256']}")
        if deal["proven"] is False:
            typer.echo(f"  promised was {deal['promised']}")


def _texts(raw: bytes) -> list[str]:
    """The text as it is, and as a mail program would show it if it is a mail."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    shown = [raw.decode("utf-8", "replace")]
    if isinstance(message, EmailMessage) and "content-type" in message:
        for part in message.walk():
            payload = part.get_payload(decode=True) if part.get_content_type() == "text/plain" else None
            if isinstance(payload, bytes):
                shown.append(payload.decode("utf-8", "replace"))
    return shown
