"""An order: one parsed command; and what could not be parsed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from pbem.cards import Card


class Args(StrEnum):
    """The shape of what follows a verb."""

    NONE = "none"  # nothing may follow
    CARD = "card"  # exactly one card
    CARDS = "cards"  # one or more cards
    CARDS_OR_NONE = "cards-or-none"  # cards, or the word for none
    CHOICE = "choice"  # one of Spec.choices, by its words in the language; Order.text holds the code
    NUMBER = "number"  # a whole number; Order.number
    NUMBER_OR_NONE = "number-or-none"
    BID = "bid"  # a number, perhaps with a suit (Order.text: its letter), or the word for none
    WAYS = "ways"  # one or more of Spec.choices, each perhaps with a number before it; Order.text: "2 left 1 right"
    WORDS = "words"  # words to the line's end, normalised (folded blanks, quotes straightened); may be empty
    TEXT = "text"  # free text as written, to the line's end; must not be empty


@dataclass(frozen=True, slots=True)
class Spec:
    """A command as the parser and HELP see it. The words that explain it are `templates/<lang>/help/<verb>.txt`."""

    verb: str  # upper case, "PLAY"; several words are allowed ("FORGET ME")
    args: Args
    aliases: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    strangers: bool = False  # it needs no player: who is not registered yet is not registered for it
    topic: str = "play"  # the HELP page it stands on: "people", "tables", "play", "looking", "talk"
    question: str = ""  # verbs of one question ("JOIN" and "DECLINE": "join") are answers that exclude each other;
    # "": a verb of cards or of a choice asks its own, others none; "*": none, a letter may hold several
    fits: Callable[[str], bool] | None = None  # WORDS: what they must be besides, else the line is chatter


@dataclass(frozen=True, slots=True)
class Asked:
    """What the mail that is being answered asked for: it lends bare cards and "yes" their meaning."""

    verb: str = ""  # the verb that bare cards mean here: "PLAY", "PASS", "CHARGE", "DISCARD"; "" for none
    count: int = 0  # how many cards, 0 if any number
    yes: str = ""  # the verb that a bare "yes" means ("JOIN", "CONFIRM"); "" for none
    no: str = ""  # the verb that a bare "no" means
    choices: tuple[
        str, ...
    ] = ()  # codes that of the verb may stand alone ("add", "subtract" when the moon is asked: MOON)
    legal: tuple[Card, ...] = ()  # the cards that may be played now; empty where that is not known
    hand: tuple[Card, ...] = ()  # the cards held
    answered: str | None = None  # the mail that is answered, `packed`: what tells its brackets from a person's
    writer: str = ""  # the name in From: its initials are no card


@dataclass(frozen=True, slots=True)
class Order:
    """One parsed command. `line` is the player's own line, for the answer that names it."""

    verb: str
    cards: tuple[Card, ...] = ()
    text: str = ""
    number: int | None = None
    line: str = ""


class Why(StrEnum):
    """Why a line that meant to be an order was not one; each has its sentence in `templates/<lang>/misread.txt`."""

    UNKNOWN = "unknown"  # close to nothing
    CLOSE = "close"  # a near miss: `suggestion` holds what may have been meant
    ARGS = "args"  # a known verb whose words do not fit: `suggestion` holds the verb
    NOT_A_CARD = "not-a-card"  # `suggestion` holds the word
    FORM = "form"  # a form of ours, copied as it stands: `suggestion` holds what is to be replaced
    MIXED_SCRIPT = "mixed-script"  # look-alike letters of another alphabet
    TWO_PLAYS = "two-plays"  # two different answers to one question
    TAKEN_BACK = "taken-back"  # another line speaks against the card: `line` is that line, `suggestion` the order
    UNCLEAR = "unclear"  # a card is named or asked for, and the letter plays none: the question goes out again
    NOTHING = "nothing"  # no order in the whole letter


@dataclass(frozen=True, slots=True)
class Misread:
    """A line that is no order though it looks meant as one, or (`NOTHING`) a letter without any."""

    why: Why
    line: str = ""
    suggestion: str = ""
    meant: Order | None = None  # what a plain "yes" to this question would carry out


@dataclass(frozen=True, slots=True)
class Reading:
    """All orders of a letter in order, and what was misread. Chatter beside orders is ignored."""

    orders: tuple[Order, ...]
    misread: tuple[Misread, ...] = ()
