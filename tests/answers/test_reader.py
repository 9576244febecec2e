"""Each line of the lists, put to the reader on several deals; and ordinary mail, which moves nothing."""

from __future__ import annotations

import pytest

from pbem.cards import FRENCH, Card, Rank
from pbem.commands import SPECS
from pbem.orders.order import Asked
from pbem.orders.parse import parse
from tests.answers.letters import EVERY, HERE, PASSES, PLAYS
from tests.answers.reading import came, read

PACK = tuple(Card(suit, rank) for suit in FRENCH for rank in Rank if rank > Rank.ONE)
ORDINARY = (HERE / "ordinary.txt").read_text(encoding="utf-8").splitlines()
STATES = (
    Asked("PLAY", 1, legal=PACK, hand=PACK, writer="Ann Carter"),
    Asked("PLAY", 1),
    Asked("PASS", 3, hand=PACK, writer="Ann"),
    Asked("CHARGE", no="CHARGE", hand=PACK),
    Asked("DISCARD", 4, hand=PACK),
)
TALK = 5
INITIALS = ("JS", "KC", "AC", "QD", "TH", "KS")


@pytest.mark.parametrize("asked", sorted({line.asked for line in EVERY}))
def test_each_letter_reads_as_the_list_says(asked: str) -> None:
    for line in EVERY:
        if line.asked != asked:
            continue
        for hand in PASSES if line.asked == "pass" else PLAYS:
            text = hand.fill(line.text)
            assert came(line.asked, read(line.asked, text, hand), hand) in line.wants, text


def test_there_are_five_hundred_ordinary_lines() -> None:
    assert len(ORDINARY) == len(set(ORDINARY)) == 500


@pytest.mark.parametrize("asked", STATES, ids=lambda asked: f"{asked.verb}-{len(asked.hand)}")
def test_no_ordinary_mail_gives_a_card_away(asked: Asked) -> None:
    for at, text in enumerate(ORDINARY):
        signed = f"{text}\n\n{INITIALS[at % len(INITIALS)]}"
        pair = f"{text}\n{ORDINARY[(at * 7 + 3) % len(ORDINARY)]}"
        # "Good morning!" and two letters below it are a greeting and a card; below talk they are initials
        talk = len(text.split()) >= TALK
        for letter in (text, pair, *([signed] if talk else [])):
            assert [order for order in parse(letter.split("\n"), "", asked, SPECS).orders if order.cards] == [], letter
