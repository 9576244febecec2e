"""Brackets that a person copied are orders; the same brackets in a mail of ours that came back are none."""

from __future__ import annotations

from pbem.cards import cards
from pbem.commands import SPECS
from pbem.orders.brackets import doubtful, packed
from pbem.orders.order import Asked
from pbem.orders.parse import parse

OURS = "Your turn: Dan led AS.\n\nYour hand:\n♠ Q\n♥ A K\n\nYou may play: [3S] [QS]\nYou have 2 days to answer."
ANSWERED = "".join(map(packed, OURS.splitlines()))
ASKED = Asked("PLAY", 1, legal=cards("3S QS"), hand=cards("3S QS AH KH"), answered=ANSWERED)


def played(text: str) -> list[str]:
    return [card.text for order in parse(text.split("\n"), "", ASKED, SPECS).orders for card in order.cards]


def test_brackets_below_a_persons_own_words_are_an_order() -> None:
    assert played("I was in Norway, it rained all week.\n\n[QS]\n\nSee you on Sunday!") == ["QS"]
    assert played("[QS]") == ["QS"]
    assert played("Hi Ben,\n♠ Q\nAnn") == ["QS"]


def test_only_the_mail_that_is_answered_tells_whose_a_line_of_brackets_is() -> None:
    assert all(map(doubtful, ("[QS]", "PLAY [QS]", "♠ Q")))
    assert not any(map(doubtful, ("QS", "I play [QS] now", "")))


def test_brackets_beside_the_words_of_the_mail_that_is_answered_are_none() -> None:
    wrapped = "Thanks!\n\nYou may play:\n[3S]\n[QS]\nYou have 2 days to\nanswer."
    for text in (
        OURS,
        f"Thanks!\n{OURS}",
        wrapped,
        "[QS]\nYou have 2 days to answer.",
        "Your hand:\n♠ Q\n♥ A K",
    ):
        assert played(text) == [], text
