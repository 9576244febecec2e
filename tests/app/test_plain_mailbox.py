"""A mailbox without sub-addresses: the token travels in our Message-ID, and comes back in References."""

from __future__ import annotations

from pathlib import Path

from tests.table import SERVER, Bench


def test_a_game_is_played_without_sub_addresses(tmp_path: Path) -> None:
    server = {"address": SERVER, "data": str(tmp_path), "delimiter": ""}
    bench = Bench(tmp_path, options={"server": server})
    bench.writes("North <north@example.org>", "REGISTER North")
    mail = bench.writes("North <north@example.org>", "NEW web WITH 3 robots")
    assert mail is not None
    assert mail.reply_to == SERVER
    assert mail.envelope == SERVER
    played = bench.writes("North <north@example.org>", " ".join(mail.hand[:3]), answering=mail, proven=False)
    assert played is not None
    assert played.legal
    bench.close()


def test_without_the_thread_an_unproven_letter_is_asked_about(tmp_path: Path) -> None:
    server = {"address": SERVER, "data": str(tmp_path), "delimiter": ""}
    bench = Bench(tmp_path, options={"server": server})
    bench.writes("North <north@example.org>", "REGISTER North")
    mail = bench.writes("North <north@example.org>", "NEW web WITH 3 robots")
    assert mail is not None
    asked = bench.writes("North <north@example.org>", " ".join(mail.hand[:3]), proven=False)
    assert asked is not None
    assert "confirm" in asked.subject.lower()
    done = bench.writes("North <north@example.org>", "yes", answering=asked, proven=False)
    assert done is not None
    assert done.legal
    bench.close()
