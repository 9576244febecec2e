"""A third attack: what a token, a flood or an envelope can do that nobody had tried. Letters in, letters out."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.mail.message.raw_message import RawMessage
from tests.app import setting
from tests.app.setting import EAST, NORTH
from tests.app.test_security import acted
from tests.table import SERVER, Bench

HOUR = timedelta(hours=1)
PROVEN = "Authentication-Results: mx.example.net; dmarc=pass header.from={}"


def raw(author: str, text: str, *fields: str, number: int = 1) -> bytes:
    head = "".join(f"{field}\r\n" for field in fields)
    return f"{head}From: {author}\r\nMessage-ID: <{number}@evil.example>\r\n\r\n{text}\r\n".encode()


def test_a_token_opens_nothing_in_the_subject_the_text_or_a_quotation(bench: Bench) -> None:
    turn = setting.begun(bench)
    card, token = turn.legal[0], turn.reply_to
    named = str(turn.message["Message-ID"])
    for number, (fields, text) in enumerate(
        [
            ((f"Subject: {token}",), card),
            ((f"Subject: Re: {turn.subject} {named}",), card),
            ((), f"{token}\r\n{card}"),
            ((), f"{card}\r\n> To: {token}\r\n> Message-ID: {named}"),
            ((f"Reply-To: {token}",), card),
            ((f"Bcc: {token}",), card),
            ((f"Sender: {token}", f"X-Token: {token}"), card),
            ((f"Comments: {named}", f"Resent-Message-ID: {named}"), card),
            ((f"To: {token.replace('@', '@evil.example,x@')}",), card),
            ((f'To: "{token}" <{SERVER}>',), card),
        ]
    ):
        to = () if any(field.startswith("To:") for field in fields) else (f"To: {SERVER}",)
        bench.takes(raw(NORTH, f"GAME 1\r\n{text}", *to, *fields, number=number))
        bench.now += HOUR
        assert not acted(bench), (fields, text)


def test_a_token_is_its_own_however_it_is_written_and_no_other(bench: Bench) -> None:
    turn = setting.begun(bench)
    token = turn.reply_to.partition("+")[2].partition("@")[0]
    wrong = [
        token[:-1], token + "a", "t" + token, token[::-1], token.replace("x", "", 1), "p" + token[1:], "q" + token[1:],
        "x".join(reversed(token.split("x"))), token[:-16] + "a" * 16, token[:-16], token[-16:], "\uff54" + token[2:],
    ]  # fmt: skip
    for number, text in enumerate(wrong):
        bench.takes(raw(NORTH, turn.legal[0], f"To: hearts+{text}@example.net", number=number))
        bench.now += HOUR
        assert not acted(bench), text
    bench.takes(raw(NORTH, turn.legal[0], f"To: hearts+{token.upper()}@EXAMPLE.net", number=99))
    assert acted(bench)


@pytest.mark.parametrize("days", [8, 60, 400])
def test_a_turns_token_is_of_no_use_in_another_game_or_once_its_own_is_over(bench: Bench, days: int) -> None:
    turn = setting.begun(bench, "NEW deadline=30d WITH 3 ROBOTS")
    bench.writes(NORTH, "yes", answering=bench.writes(NORTH, "RESIGN", answering=turn))
    bench.passes(30 * HOUR)
    second = setting.begun(bench, "NEW deadline=30d WITH 3 ROBOTS")  # of another day: its mails are the newest
    bench.now += timedelta(days=days)
    bench.worker.pulse()
    for order in (f"GAME 2\n{second.legal[0]}", "GAME 2\nRESIGN", "NEW WITH 3 ROBOTS", "GAME 2\nSAY hello"):
        before = setting.entries(bench, 2)
        bench.writes(NORTH, order, answering=turn, proven=False)
        assert setting.entries(bench, 2) == before, order
    assert "2" in (bench.writes(NORTH, "GAMES") or turn).text


def test_sixty_forged_letters_an_hour_for_a_day_cost_a_proven_player_nothing_and_bring_six_mails(bench: Bench) -> None:
    turn = setting.begun(bench)
    before = len(bench.mails(NORTH))
    orders = [
        "RESIGN",
        "FORGET ME",
        "NAME Evil",
        "STOP",
        "NEVER",
        "HELP",
        "SAY x",
        "nonsense",
        "ADDRESS ADD e@evil.example",
    ]
    for number in range(4 * 60):
        bench.worker.keep([RawMessage(raw(NORTH, orders[number % 9], f"To: {SERVER}", number=number), "smtp")])
        if number % 60 == 59:
            bench.runs()
            bench.now += 6 * HOUR
            bench.worker.pulse()
    assert len(bench.mails(NORTH)) - before <= 6 + 1  # and perhaps a reminder
    assert not acted(bench)
    bench.takes(bench.letter(NORTH, turn.legal[0], answering=turn))
    assert acted(bench)


@pytest.mark.parametrize("envelope", ["a\0b@x.example", "a\ud800@x.example", "\udcff", "\0" * 3, "x" * 70_000])
def test_no_envelope_keeps_a_mail_from_being_kept(bench: Bench, envelope: str) -> None:
    letter = raw(EAST, "HELP", f"To: {SERVER}", PROVEN.format("example.com"))
    bench.worker.keep([RawMessage(letter, "pipe", envelope, (SERVER, envelope))])
    bench.runs()
    assert len(bench.mails(EAST)) == 1
