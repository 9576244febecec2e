"""A realistic table of Specs and what mails ask, for the tests of the language."""

from __future__ import annotations

from pbem.cards import cards
from pbem.orders.order import Args, Asked, Order, Reading, Spec
from pbem.orders.parse import parse

SPECS = (
    Spec("HELP", Args.WORDS, strangers=True, topic="people"),
    Spec("REGISTER", Args.WORDS, strangers=True, topic="people"),
    Spec("NAME", Args.WORDS, topic="people"),
    Spec("ADDRESS ADD", Args.WORDS, topic="people"),
    Spec("SET", Args.WORDS, topic="people"),
    Spec("VACATION", Args.WORDS, topic="people"),
    Spec("BACK", Args.NONE, topic="people"),
    Spec("FORGET ME", Args.NONE, topic="people"),
    Spec("CONFIRM", Args.NONE, topic="people"),
    Spec("NEW", Args.WORDS, topic="tables"),
    Spec("JOIN", Args.NONE, topic="tables", question="join"),
    Spec("DECLINE", Args.NONE, topic="tables", question="join"),
    Spec("LEAVE", Args.NONE, topic="tables"),
    Spec("INVITE", Args.WORDS, topic="tables"),
    Spec("START", Args.NONE, topic="tables"),
    Spec("GAMES", Args.NONE, topic="looking"),
    Spec("RESIGN", Args.NONE, topic="tables"),
    Spec("STOP", Args.NONE, strangers=True, topic="people"),
    Spec("GAME", Args.NUMBER, topic="tables"),
    Spec("PASS", Args.CARDS, question="pass"),
    Spec("KEEP", Args.NONE, question="pass"),
    Spec("PLAY", Args.CARD),
    Spec("MOON", Args.CHOICE, choices=("add", "subtract")),
    Spec("CHARGE", Args.CARDS_OR_NONE),
    Spec("BID", Args.BID),
    Spec("CALL", Args.WAYS, choices=("left", "right", "across", "second-left", "scatter", "mix", "hold")),
    Spec("DISCARD", Args.CARDS),
    Spec("QUEUE", Args.CARDS, question="*"),
    Spec("AUTO", Args.WORDS),
    Spec("HAND", Args.NONE, topic="looking"),
    Spec("SCORE", Args.NONE, aliases=("SCORES", "SCOREBOARD"), topic="looking"),
    Spec("HISTORY", Args.NUMBER_OR_NONE, topic="looking"),
    Spec("LAST", Args.NONE, aliases=("LAST TRICK",), topic="looking"),
    Spec("RULES", Args.WORDS, topic="looking"),
    Spec("SAY", Args.TEXT, topic="talk"),
    Spec("TELL", Args.TEXT, topic="talk"),
)

NOTHING = Asked()
PLAY = Asked("PLAY", 1)
PASS = Asked("PASS", 3)
CHARGE = Asked("CHARGE")
DISCARD = Asked("DISCARD", 4)
BID = Asked("BID")
CALL = Asked("CALL")
MOON = Asked("MOON", choices=("add", "subtract"))
INVITED = Asked(yes="JOIN", no="DECLINE")
EVERY_STATE = (NOTHING, PLAY, PASS, CHARGE, DISCARD, BID, CALL, MOON, INVITED)

DISCLAIMER = (
    "________________________________",
    "This e-mail is confidential. If it is not for you, delete it.",
    "Play your part for the planet: think before you print.",
    "Pass on a copy only with our consent.",
)


def reading(text: str, asked: Asked = PLAY, subject: str = "", language: str = "en") -> Reading:
    """How a letter with this text reads."""
    return parse(text.split("\n"), subject, asked, SPECS, language)


def written(order: Order) -> str:
    """An order in one line, to compare: `PLAY QS`, `GAME 12`, `SAY hello`."""
    number = "" if order.number is None else str(order.number)
    return " ".join(part for part in (order.verb, *(c.text for c in order.cards), order.text, number) if part)


def orders(text: str, asked: Asked = PLAY, subject: str = "", language: str = "en") -> list[str]:
    """The orders of a letter with this text."""
    return [written(order) for order in reading(text, asked, subject, language).orders]


def missed(text: str, asked: Asked = PLAY, subject: str = "") -> tuple[str, str] | None:
    """Why a letter without orders has none: the reason and the suggestion; None if there are orders."""
    read = reading(text, asked, subject)
    if read.orders:
        return None
    (miss,) = read.misread
    return miss.why.value, miss.suggestion


def rank_suit(text: str) -> tuple[int, int]:
    """The rank and suit of a card in its normal form."""
    (card,) = cards(text)
    return card.rank, card.suit
