"""The words that make an order, in each language: a new language is one more table in `LANGUAGES`.

A player writes in the language that he has set, and in English. What people say around a card, which makes no order,
stands in `pbem/orders/chat_words/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from pbem.cards import FRENCH, ROOK, Rank, Suit


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words of one language, all case-folded. What a language leaves out is simply not said in it."""

    suits: Mapping[str, Suit] = field(default_factory=dict)  # "spade"
    suits_plural: Mapping[str, Suit] = field(default_factory=dict)  # "spades": with a number before it, maybe a count
    numbers: Mapping[str, int] = field(default_factory=dict)  # 1 to 14 of the Rook pack, 2 to 10 of the other
    courts: Mapping[str, Rank] = field(default_factory=dict)  # "queen"
    suit_letters: Mapping[str, Suit] = field(default_factory=dict)  # for the short spellings, "q" + "s"
    rank_letters: Mapping[str, Rank] = field(default_factory=dict)  # of the court cards and the ten
    jokers: frozenset[str] = frozenset()
    suit_first: frozenset[Suit] = frozenset()  # suits that stand before the rank: "red 5"; in German all of them
    of: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    ands: frozenset[str] = frozenset()
    verbs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # verb -> its words, beside the Spec's aliases
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # code -> its words, beside the code
    yes: frozenset[str] = frozenset()
    no: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()  # no cards
    no_bid: frozenset[str] = frozenset()  # passing in an auction
    all_tricks: frozenset[str] = frozenset()  # bidding for every trick
    card_words: frozenset[str] = frozenset()  # "2 cards left"
    greetings: tuple[str, ...] = ()  # may stand before an order of cards: "ok, QS"
    before_verb: tuple[str, ...] = ()  # "I will" PLAY QS
    before_cards: tuple[str, ...] = ()  # "my card is" QS
    courtesies: tuple[str, ...] = ()  # may stand behind an order: "QS please"
    hedges: frozenset[str] = frozenset()  # with one of these no line is an order, and no card in it is suggested
    prose: frozenset[str] = frozenset()  # a verb of words with one of these behind it is a sentence: "Name is Bob"
    ordinary: frozenset[str] = frozenset()  # words that are also short spellings of cards: "as", "ha"


def phrases(text: str) -> tuple[str, ...]:
    """The phrases of a table's entry, which stand between bars."""
    return tuple(phrase.strip() for phrase in text.split("|"))


def _numbers(text: str) -> dict[str, int]:
    return {word: n for n, word in enumerate(text.split(), 1)}


ENGLISH = Vocabulary(
    suits={"club": Suit.CLUBS, "diamond": Suit.DIAMONDS, "spade": Suit.SPADES, "heart": Suit.HEARTS}
    | {"red": Suit.RED, "yellow": Suit.YELLOW, "green": Suit.GREEN, "black": Suit.BLACK},
    suits_plural={"clubs": Suit.CLUBS, "diamonds": Suit.DIAMONDS, "spades": Suit.SPADES, "hearts": Suit.HEARTS},
    numbers=_numbers("one two three four five six seven eight nine ten eleven twelve thirteen fourteen") | {"deuce": 2},
    courts={"jack": Rank.JACK, "knave": Rank.JACK, "queen": Rank.QUEEN, "king": Rank.KING, "ace": Rank.ACE},
    suit_letters={s.letter.casefold(): s for s in FRENCH + ROOK} | {s.symbol: s for s in FRENCH},
    rank_letters={"t": Rank.TEN, "j": Rank.JACK, "q": Rank.QUEEN, "k": Rank.KING, "a": Rank.ACE},
    jokers=frozenset({"joker", "jk"}),
    suit_first=frozenset(ROOK),  # not the French suits: "Hearts 7" is a table of ours
    of=frozenset({"of"}),
    articles=frozenset({"the", "my"}),
    ands=frozenset({"and"}),
    verbs={
        "PLAY": phrases("lead | throw"),
        "CHARGE": phrases("expose"),
        "GAMES": phrases("my games"),
        "HELP": phrases("? | help?"),
        "REGISTER": phrases("register me | sign me up | sign up"),
    },
    choices={
        "add": phrases(
            "others | the others | to others | to the others | add to others | add to the others | them | plus"
            " | add to everyone else | everyone else"
        ),
        "subtract": phrases(
            "me | mine | minus | my score | from me | from mine | from my score | subtract from me"
            " | subtract from mine | subtract from my score | take off | deduct"
        ),
        "none": phrases("nothing | neither"),
        "left": phrases("to the left | to left | to my left | leftwards"),
        "right": phrases("to the right | to right | to my right | rightwards"),
        "across": phrases("opposite | to the one across | across the table"),
        "partner": phrases("to the partner | to my partner"),
        "second-left": phrases("second to the left | to the second on the left"),
        "second-right": phrases("second to the right | to the second on the right"),
        "scatter": phrases("each | to each | to everybody | to everyone"),
        "mix": phrases("kitty | the kitty | kitty pass | in the middle"),
        "hold": phrases("no pass | nothing | none"),
        "tricks": phrases("no tricks"),
        "hearts": phrases("no hearts"),
        "queens": phrases("no queens"),
        "men": phrases("no men | kings jacks | no kings jacks"),
        "king": phrases("no king | the king | king of hearts | no king of hearts | barbu | no barbu"),
        "last-two": phrases("no last two | the last two | last two tricks"),
    },
    yes=frozenset(
        phrases(
            "yes | y | yes please | yes, please | yep | yeah | yes i do | yes, i do | ok | okay | sure | i accept"
            " | accept | accepted | i agree | agreed | of course | i'm in | i am in | count me in"
        )
    ),
    no=frozenset(
        phrases(
            "no | n | nope | no thanks | no, thanks | no thank you | no, thank you | not me | i decline | i refuse"
            " | no way"
        )
    ),
    none=frozenset(phrases("none | nothing | no cards | no card | none of them")),
    no_bid=frozenset(phrases("pass | i pass | no bid")),
    all_tricks=frozenset(phrases("capot | general | every trick | all tricks | all the tricks")),
    card_words=frozenset({"card", "cards"}),
    greetings=phrases(
        "hello all | hello everyone | hi all | hi everyone | hello | hi | okay | ok | yes | well | then | alright"
        " | all right | fine | please | now"
    ),
    before_verb=phrases("i | i'll | i will | i'd like to | i would like to | i want to | let me | let's | please"),
    before_cards=phrases(
        "my card is | my card | my play is | my play | my cards are | my cards | my pass is | my pass | i choose"
    ),
    courtesies=phrases(
        "please | pls | thanks | thank you | thx | cheers | it is | then | now | :) | :-) | ;) | ;-) | 🙂 | 😀 | 👍"
    ),
    hedges=frozenset(
        phrases(
            "no | not | never | don't | dont | won't | can't | cannot | or | if | unless | wait | but | cancel | undo"
            " | instead | joking | kidding | oops | scratch | later | except | without"
        )
    ),
    prose=frozenset(
        phrases(
            "is | was | are | were | the | a | an | it | its | it's | that | this | these | those | to | in | on | of"
            " | for | from | up | out | here | there | you | your | we | our | and | or | but | has | have | had | will"
            " | would | can | could | should | if | when | some | any | more | i | he | she"
        )
    ),
    ordinary=frozenset(phrases("a | as | ah | ad | ha | da | sa | ca | dj | hq")),
)

DOUBTS = frozenset(
    phrases(
        "no | not | non | ne | pas | nicht | nein | kein | niet | nee | geen | nej | inte | ikke | nie | não | не | нет"
        " | maybe | perhaps | possibly | probably | think | guess | suppose | hmm"
        " | peut-être | vielleicht | misschien"
    )
)
"""What takes an order back or doubts it: in any language, since a remark may be in another than the player's own."""

LANGUAGES: dict[str, Vocabulary] = {"en": ENGLISH}
"""Every language that players may write in. English is understood beside each: our codes and HELP's verbs are in it."""


@lru_cache(maxsize=32)
def words(language: str) -> Vocabulary:
    """The words understood from a player of this language: its own over the English ones."""
    own = LANGUAGES.get(language.partition("-")[0].casefold())
    return ENGLISH if own is None or own is ENGLISH else joined(own, ENGLISH)


def joined(own: Vocabulary, base: Vocabulary) -> Vocabulary:
    """Two languages at once; where both have a word, `own` says what it means."""
    return Vocabulary(**{f.name: _both(getattr(own, f.name), getattr(base, f.name)) for f in fields(Vocabulary)})


def _both(own: Any, base: Any) -> Any:
    if isinstance(own, frozenset):
        return own | base
    if isinstance(own, tuple):
        return own + base
    both = {k: (*own[k], *base[k]) for k in own if k in base and isinstance(own[k], tuple)}
    return dict(base) | dict(own) | both
