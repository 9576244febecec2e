"""What stands behind a verb: one reader for each shape that a Spec may want. All of it fits, or nothing."""

from __future__ import annotations

from collections.abc import Callable

from pbem.language.cardwords import Pack, read
from pbem.language.order import Args, Order, Spec
from pbem.language.words import Words

PLAY = "play"
"""The topic of the verbs that answer what a game asks."""

CARD_ARGS = frozenset({Args.CARD, Args.CARDS, Args.CARDS_OR_NONE})


class Arguments:
    """The readers, with the words and cards of one language."""

    def __init__(self, words: Words, pack: Pack) -> None:
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
        if not rest or rest.casefold() in self.words.none:
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

    def _words(self, spec: Spec, rest: str) -> Order | None:
        first = rest.partition(" ")[0].rstrip(",:;").casefold()
        # "Name is Bob", "Set the table": the verb is a word of a sentence. "Name?" asks, and is none either.
        sentence = first in self.words.prose if spec.fits is None else not spec.fits(rest)
        if sentence or rest.endswith("?"):
            return None
        return Order(spec.verb, text=_without_autolinks(rest).strip(' "'))


def _without_autolinks(text: str) -> str:
    """`bob@example.org<mailto:bob@example.org>`, as some mail programs write an address, is the address."""
    front, found, tail = text.partition("<mailto:")
    while found:
        text = front.rstrip() + " " + tail.partition(">")[2].lstrip()
        front, found, tail = text.partition("<mailto:")
    return text.strip()
