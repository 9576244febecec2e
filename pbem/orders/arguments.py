"""What stands behind a verb: one reader for each shape that a Spec may want. All of it fits, or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.cards import FRENCH
from pbem.orders.card_words import SEPARATOR, Pack, read, tokens
from pbem.orders.order import Args, Order, Spec
from pbem.orders.vocabulary import Vocabulary

PLAY = "play"
"""The topic of the verbs that answer what a game asks."""

CARD_ARGS = frozenset({Args.CARD, Args.CARDS, Args.CARDS_OR_NONE})


_NUMBER = Spec("", Args.NUMBER)
_COURTEOUS = re.compile(r"[ ,]+(?:please|pls|plz|thanks|thank you|bitte|svp|aub)$", re.IGNORECASE)
_OF_ONESELF = frozenset({"REGISTER"})


class Arguments:
    """The readers, with the words and cards of one language."""

    def __init__(self, words: Vocabulary, pack: Pack) -> None:
        self.words = words
        self.pack = pack
        self._readers: dict[Args, Callable[[Spec, str], Order | None]] = {
            Args.NONE: self._nothing,
            Args.CARD: self.cards,
            Args.CARDS: self.cards,
            Args.CARDS_OR_NONE: self._cards_or_none,
            Args.CHOICE: self.choice,
            Args.NUMBER: self.number,
            Args.NUMBER_OR_NONE: self.number,
            Args.BID: self.bid,
            Args.WAYS: self.ways,
            Args.WORDS: self._words,
        }

    def fit(self, spec: Spec, rest: str) -> Order | None:
        """The verb's order if `rest` is what it wants; never for talk, which is taken as written."""
        reader = self._readers.get(spec.args)
        return None if reader is None else reader(spec, rest)

    def _nothing(self, spec: Spec, rest: str) -> Order | None:
        return None if rest else Order(spec.verb)

    def cards(self, spec: Spec, rest: str) -> Order | None:
        """Cards and nothing else; exactly one, though maybe said twice, where one is wanted."""
        one = spec.args is Args.CARD
        cards = read(rest.casefold(), self.pack, one)
        if cards is None or (one and len(set(cards)) > 1):
            return None
        return Order(spec.verb, cards=cards[:1] if one else cards)

    def _cards_or_none(self, spec: Spec, rest: str) -> Order | None:
        # A bare CHARGE may mean the one card that could be charged as well as none.
        if rest.casefold() in self.words.none or (not rest and spec.topic != PLAY):
            return Order(spec.verb)
        return self.cards(spec, rest)

    def choice(self, spec: Spec, rest: str, among: tuple[str, ...] = ()) -> Order | None:
        """One of the choices, by its code or its words; of those in `among` if only they are asked."""
        text = rest.casefold()
        for code in among or spec.choices:
            if text in (code.casefold(), code.casefold().replace("-", " ")) or text in self.words.choices.get(code, ()):
                return Order(spec.verb, text=code)
        return None

    def number(self, spec: Spec, rest: str) -> Order | None:
        """A whole number, in digits or as a word."""
        text = rest.casefold().rstrip(":")
        said_none = text in self.words.none or text in self.words.no_bid
        # A bare BID is no bid of any kind; a bare HISTORY shows all of it.
        if spec.args is Args.NUMBER_OR_NONE and (said_none or (not text and spec.topic != PLAY)):
            return Order(spec.verb)
        digits = text.removeprefix("#")
        if digits.isdecimal() and len(digits) <= 9:
            return Order(spec.verb, number=int(digits))
        number = self.words.numbers.get(text)
        return None if number is None else Order(spec.verb, number=number)

    def bid(self, spec: Spec, rest: str) -> Order | None:
        """A number, and perhaps one of the four suits behind it: `5`, `3 hearts`, `4 of spades`, `4s`.

        Not before it: `♥ 10` is a line of a hand.
        """
        text = rest.casefold().rstrip(":")
        if text in self.words.none or text in self.words.no_bid:
            return Order(spec.verb)
        if text in self.words.all_tricks:
            return Order(spec.verb, text="capot")
        if text[:-1].isdecimal() and text[-1:] in self.pack.suits:
            text = f"{text[:-1]} {text[-1]}"
        amount, *them = [word for word in text.replace(",", " ").split() if word not in self.words.of] or [""]
        order = self.number(_NUMBER, amount)
        suit = self.pack.suits.get(them[0]) if them else None
        if order is None or len(them) > 1 or (them and suit not in FRENCH):
            return None
        return Order(spec.verb, number=order.number, text=suit.letter if suit is not None else "")

    def ways(self, spec: Spec, rest: str) -> Order | None:
        """Ways, each perhaps with how many: `left`, `2 left, 1 right`, `two to the left and one across`."""
        them = [word for word in tokens(rest.casefold(), self.words) if word != SEPARATOR]
        said: list[str] = []
        at = 0
        while at < len(them):
            count = self.number(_NUMBER, them[at])
            at += count is not None
            at += count is not None and at < len(them) and them[at] in self.words.card_words
            code, at = self._way(spec, them, at)
            if not code:
                return None
            said.append(code if count is None else f"{count.number} {code}")
        return Order(spec.verb, text=" ".join(said)) if said else None

    def _way(self, spec: Spec, them: list[str], at: int) -> tuple[str, int]:
        for size in range(min(5, len(them) - at), 0, -1):
            order = self.choice(spec, " ".join(them[at : at + size]))
            if order is not None:
                return order.text, at + size
        return "", at

    def _words(self, spec: Spec, rest: str) -> Order | None:
        first = rest.partition(" ")[0].rstrip(",:;").casefold()
        # "Name is Bob", "Set the table": the verb is a word of a sentence. "Name?" asks, and is none either.
        sentence = first in self.words.prose if spec.fits is None else not spec.fits(rest)
        asks = rest.endswith("?") and " say " not in f" {rest.casefold()} "  # what is said to guests may be a question
        if sentence or asks:
            return None
        rest = _COURTEOUS.sub("", f" {rest}").strip()
        if spec.verb in _OF_ONESELF and rest.casefold() in ("me", "us", "myself"):
            rest = ""  # "register me, please" is no name
        return Order(spec.verb, text=_without_autolinks(rest).strip(' "'))


def _without_autolinks(text: str) -> str:
    """`bob@example.org<mailto:bob@example.org>`, as some mail programs write an address, is the address."""
    front, found, tail = text.partition("<mailto:")
    while found:
        text = front.rstrip() + " " + tail.partition(">")[2].lstrip()
        front, found, tail = text.partition("<mailto:")
    return text.strip()
