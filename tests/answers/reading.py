"""What the reader alone makes of a letter, in the words of the lists."""

from __future__ import annotations

from pbem.cards import Card, card, cards
from pbem.commands import SPECS
from pbem.orders.order import Asked, Reading
from pbem.orders.parse import parse
from tests.answers.letters import Hand

WRITER = "Ann"
ASKED = {
    "invited": Asked(yes="JOIN", no="DECLINE", writer=WRITER),
    "confirm": Asked(yes="YES", no="NO", writer=WRITER),
    "suggested": Asked("PLAY", 1, yes="YES", no="NO", writer=WRITER),
    "stranger": Asked(writer=WRITER),
    "moon": Asked("MOON", choices=("add", "subtract"), writer=WRITER),
}


def asked_for(kind: str, hand: Hand) -> Asked:
    """What the mail asked, with the cards of that deal."""
    if kind == "play":
        legal = cards(f"{hand.c} {hand.d}")
        return Asked("PLAY", 1, legal=legal, hand=(*legal, card(hand.x), *cards("2S 6S")), answered="", writer=WRITER)
    if kind == "pass":
        held = cards(f"{hand.a} {hand.b} {hand.c} {hand.d} 2S 6S 8C")
        return Asked("PASS", 3, hand=held, answered="", writer=WRITER)
    return ASKED[kind]


def read(kind: str, text: str, hand: Hand, subject: str = "", writer: str = "") -> Reading:
    """How the letter reads."""
    asked = asked_for(kind, hand)
    return parse(text.split("\n"), subject, asked, SPECS)


def moved(reading: Reading) -> list[tuple[str, tuple[Card, ...]]]:
    """The orders that give cards away."""
    return [(order.verb, order.cards) for order in reading.orders if order.cards]


def came(kind: str, reading: Reading, hand: Hand) -> str:
    """What came of it: one of the words of the lists, or `wrong: …`."""
    verbs = [order.verb for order in reading.orders]
    if kind in ("play", "pass"):
        gone = moved(reading)
        if not gone:
            return "talk" if "SAY" in verbs else "ask"
        right = ("PLAY", (card(hand.c),)) if kind == "play" else ("PASS", tuple(map(card, (hand.a, hand.b, hand.c))))
        if len(gone) == 1 and gone[0][0] == right[0] and sorted(gone[0][1]) == sorted(right[1]):
            return "move"
        verb, them = gone[0]
        held = (hand.c, hand.d, hand.x) if kind == "play" else (hand.a, hand.b, hand.c, hand.d)
        refused = verb != right[0] or len(them) != len(right[1])
        refused = refused or any(c.text == hand.x or c.text not in held for c in them)
        return "ask" if refused and len(gone) == 1 else f"wrong: {gone}"
    if not verbs:
        return "ask"
    if verbs == ["MOON"]:
        return reading.orders[0].text
    answers = {"JOIN": "joined", "DECLINE": "declined", "NO": "not-done", "YES": "done"}
    answers |= {"REGISTER": "registered", "TUTORIAL": "begun", "NEW": "begun"}
    return answers.get(verbs[0], f"wrong: {verbs}")
