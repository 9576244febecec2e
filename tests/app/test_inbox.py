"""What a person's inbox shows of a whole game: one sender, one subject a deal, and clear ones for all else."""

from __future__ import annotations

import email.header
import re
from datetime import timedelta

from tests.app.setting import EAST, NORTH, SOUTH, WEST, gather, lay
from tests.app.test_early import HANDS, led
from tests.table import Bench, Sent


def preheader(mail: Sent) -> str:
    found = re.search(r'<div style="display:none[^>]*>(.*?)</div>', mail.html, re.DOTALL)
    assert found is not None
    return " ".join(found[1].replace("&zwnj;", "").split())


def thread(mail: Sent) -> str:
    """The deal that the mail belongs to."""
    return str(mail.message["References"]).split()[0]


def test_every_mail_of_every_kind_has_the_same_sender_name(bench: Bench) -> None:
    gather(bench, EAST, "2 robots")
    for order in ("HELP", "SET", "GAMES", "SAY hello", "PLAY 7X", "EXPORT", "RESIGN"):
        bench.writes(EAST, f"GAME 1\n{order}")
    bench.writes("stranger@elsewhere.example", "what is this", proven=False)
    names = {str(email.header.make_header(email.header.decode_header(m.message["From"]))) for m in bench.post.sent}
    assert names == {"Hearts by mail <hearts@example.net>"}
    assert len(bench.post.sent) > 10


def test_help_settings_talk_and_errors_have_their_own_subjects_in_the_thread_of_the_deal(bench: Bench) -> None:
    lay(bench, HANDS)
    deal = bench.mail(NORTH)
    assert deal.subject == "[Hearts 1] Deal 4"
    for order, subject in (
        ("HELP", "[Hearts 1] Your help page"),
        ("SET CONFIRM ON", "[Hearts 1] Your settings"),
        ("SAY hello", "[Hearts 1] Your words to the table"),
        ("PLAY 7X", "[Hearts 1] Deal 4: Not understood"),
        ("PLAY AS", "[Hearts 1] Deal 4: Not carried out"),
        ("HAND", "[Hearts 1] Deal 4"),
    ):
        answer = bench.writes(NORTH, order, answering=deal)
        assert answer is not None
        assert answer.subject == subject
        assert thread(answer) == thread(deal)


def test_an_answer_under_any_of_these_subjects_is_still_about_its_game(bench: Bench) -> None:
    lay(bench, HANDS)
    helped = bench.writes(NORTH, "HELP", answering=bench.mail(NORTH))
    assert helped is not None
    played = bench.writes(NORTH, "2C", subject=f"Re: {helped.subject}")
    assert played is None or "Not " not in played.subject
    assert "North led 2♣" in bench.mail(EAST).text


def test_the_inbox_tells_who_is_asked_at_the_turn_and_who_early(bench: Bench) -> None:
    led(bench)
    assert preheader(bench.mail(EAST)).startswith("Your turn: North led 2♣. Until")
    for who in (SOUTH, WEST):
        assert preheader(bench.mail(who)) == "Asked early: North led 2♣. Your answer is kept for your turn."
    bench.writes(EAST, "3C", answering=bench.mail(EAST))
    assert preheader(bench.mail(SOUTH)).startswith("Your turn has come: North led 2♣, East 3♣. Until")
    bench.passes(timedelta(hours=26))
    assert preheader(bench.mail(SOUTH)).startswith("A reminder. Your turn: North led 2♣, East 3♣.")
