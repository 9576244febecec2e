"""A correspondent who plays any variant with nothing but the text of the mails: reads what is asked, and answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from pbem.cards import card
from tests.table import Bench, Sent

SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"} | {letter: letter for letter in "RYGB"}


def hand(mail: Sent) -> list[str]:
    """The cards under `Your hand:`, of any pack."""
    _, _, below = mail.text.partition("Your hand:\n")
    cards: list[str] = []
    for line in below.split("\n\n")[0].splitlines():
        first, *ranks = line.split()
        if first in SUITS:
            cards += [rank + SUITS[first] for rank in ranks]
        elif "joker" in line:
            cards += ["JK"] * (1 if "the joker" in line else int(line.split()[1]))
    return cards


def offered(mail: Sent, phrase: str) -> list[str]:
    """The cards offered behind a phrase at a line's beginning."""
    found = re.search(rf"^{phrase}((?:\s*\[\w+\])+)", mail.text, re.MULTILINE)
    return re.findall(r"\[(\w+)\]", found[1]) if found else []


def asked(mail: Sent) -> str:
    """What the mail asks for: one of `ANSWERS`; "" for nothing."""
    text = " ".join(mail.text.split())
    for kind, sign in (
        ("play", "You may play:"),
        ("replace", "in the place of"),
        ("pass", "To pass:"),
        ("charge", "[CHARGE NONE]"),
        ("discard", "To lay aside:"),
        ("bid", "[BID NONE]"),
        ("call", "You say how cards are passed"),
        ("contract", "You name what counts in this deal"),
        ("moon", "You may choose how your moon is paid"),
    ):
        if sign in text:
            return kind
    return ""


def count(mail: Sent, phrase: str) -> int:
    """How many cards are asked for behind a phrase."""
    found = re.search(rf"^{phrase} (\d+) cards?", mail.text, re.MULTILINE)
    assert found is not None, mail.text
    return int(found[1])


ANSWERS: dict[str, Callable[[Sent], str]] = {
    "play": lambda mail: sorted(offered(mail, "You may play:"), key=card)[0],
    "pass": lambda mail: " ".join(hand(mail)[: count(mail, "To pass:")]),
    "replace": lambda mail: " ".join(hand(mail)[-count(mail, "To pass:") :]),
    "charge": lambda mail: " ".join(offered(mail, "You may lay open:")) or "none",
    "discard": lambda mail: " ".join(hand(mail)[: count(mail, "To lay aside:")]),
    "bid": lambda mail: re.findall(r"\[BID ([0-9A-Z ]+)\]", " ".join(mail.text.split()))[0],
    "call": lambda _: "left",
    "contract": lambda mail: re.findall(r"\[CALL ([A-Z ]+)\]", mail.text)[0],
    "moon": lambda _: "add",
}
"""A plain answer to each question: the first card offered, the first cards of the hand, all that may be laid open."""


def over(mail: Sent) -> bool:
    """Whether the mail tells the final standings."""
    return "Final standings" in mail.text


def plays_on(
    bench: Bench,
    address: str,
    mail: Sent,
    until: Callable[[Sent], bool] = over,
    answers: dict[str, Callable[[Sent], str]] = ANSWERS,
    most: int = 400,
) -> Sent:
    """Answers mail after mail until one is as wanted."""
    for _ in range(most):
        if until(mail):
            return mail
        kind = asked(mail)
        assert kind, mail.text
        before = len(bench.mails(address))
        bench.now += timedelta(minutes=2)  # nobody may write too many letters in an hour
        bench.writes(address, answers[kind](mail), answering=mail)
        got = bench.mails(address)[before:]
        assert got, f"no mail after {kind}: {mail.text}"
        mail = got[-1]
        assert not re.search("Not done|Not understood", mail.text), mail.text
    raise AssertionError(f"not there after {most} mails: {mail.text}")
