"""What our mails offer in brackets works when it is done: copied into an answer by the mail's reader, at that time."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from tests.answers.letters import Hand
from tests.answers.scenes import Scene
from tests.app.setting import EAST, NORTH, SOUTH
from tests.app.test_play import moon
from tests.table import Bench, Sent

Benches = Callable[..., Bench]
FREE = {"limits": {"mails_per_hour_per_sender": 10_000, "error_answers_per_hour": 1000, "error_answers_per_day": 1000}}
ZOE = "zoe@example.com"
CARD = re.compile(r"\b(?:10|[2-9TJQKA])[CDHS]\b")
FORM = re.compile(r"[a-z]{3}")  # "SAY your words" is to be filled in


class Reader:
    """Copies each order once, from the newest mail of somebody, and puts all back."""

    def __init__(self) -> None:
        self.tried: set[str] = set()

    def tries(self, bench: Bench, *readers: str) -> None:
        for reader in readers:
            mail = bench.mail(reader)
            new = [order for order in offers(mail) if CARD.sub("QS", order) not in self.tried]
            self.tried |= {CARD.sub("QS", order) for order in new}
            scene = Scene(bench, reader, mail, Hand("AC", "6C", "KS"), game=False) if new else None
            for order in new if scene is not None else ():
                assert scene is not None
                scene.put_back()
                answer = scene.writes(f"[{order}]")
                assert answer is not None, (order, mail.subject, scene.outcome())
                told_of = order in ("YES", "NO") and "help" in mail.subject  # where nothing is asked of its reader
                assert told_of or FORM.search(order) or not scene.outcome().startswith("misread"), (order, answer.text)
            if scene is not None:
                scene.put_back()


def offers(mail: Sent) -> list[str]:
    """The orders in brackets, those that a line's end divides too; `[Hearts 12]` is our mark."""
    found = re.findall(r"\[([^\[\]]{1,80})\]", " ".join(mail.text.split()))
    return [order for order in dict.fromkeys(found) if not order.startswith("Hearts")]


def test_what_a_newcomers_mails_offer_works(benches: Benches) -> None:
    bench, reader = benches(**FREE), Reader()
    for letter in ("hi", "REGISTER"):
        bench.writes(f"Zoe <{ZOE}>", letter, proven=False)
        reader.tries(bench, ZOE)
    for letter in ("REGISTER", "HELP", "HELP ALL", "SET", "TABLES", "VARIANTS", "RULES", "NEW wbe", "ADDRESS", "frob",
                   "NEVER", "FORGET ME", "unsubscribe", "TUTORIAL", "GAMES", "RESIGN", "VACATION 10 days"):  # fmt: skip
        bench.writes(f"North <{NORTH}>", letter)
        reader.tries(bench, NORTH)
    assert {"TUTORIAL", "REGISTER", "GAME 1", "YES", "HELP"} <= reader.tried


def test_what_the_mails_of_a_game_offer_works(benches: Benches) -> None:
    bench, reader = benches(**FREE), Reader()
    bench.writes(f"North <{NORTH}>", f"NEW hints=on WITH {EAST} {SOUTH} SAY hello")
    reader.tries(bench, NORTH, EAST)
    bench.writes(EAST, "hmm", answering=bench.mail(EAST))
    reader.tries(bench, EAST)
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    bench.passes(timedelta(days=3, hours=1))
    reader.tries(bench, SOUTH, NORTH)
    bench.writes(NORTH, "START")
    for order in ("", "HINT", "REVIEW", "AUTO", "REMIND", "2C 3C", "queen of spaeds", "I give up", "HISTORY", "SCORE"):
        bench.writes(NORTH, order, answering=bench.mail(NORTH))
        reader.tries(bench, NORTH, EAST)
    bench.passes(timedelta(days=1, hours=20))
    reader.tries(bench, NORTH, EAST)
    assert {"JOIN", "DECLINE", "START", "VACATION 10 days"} <= reader.tried


def test_what_the_end_of_a_deal_and_of_a_game_offers_works(benches: Benches) -> None:
    bench, reader = benches(**FREE), Reader()
    moon(bench)
    reader.tries(bench, NORTH)
    solo = benches(**FREE)
    mail = solo.writes(f"North <{NORTH}>", "NEW domino target=5 hints=on WITH 3 robots")
    while mail is not None and "Final standings" not in mail.text:
        order = " ".join(mail.hand[:3]) if mail.to_pass else mail.legal[0] if mail.legal else "MOON ADD"
        mail = solo.writes(NORTH, order, answering=mail)
        if mail is not None and mail.to_pass:
            reader.tries(solo, NORTH)
    reader.tries(solo, NORTH)
    for order in ("HISTORY", "REMATCH"):
        solo.writes(NORTH, order, answering=mail)
        reader.tries(solo, NORTH)
    assert {"MOON ADD", "MOON SUBTRACT", "REVIEW", "REMATCH"} <= reader.tried
