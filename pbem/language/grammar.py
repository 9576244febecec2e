"""The grammar of one line: which order it is, if its every word fits; half a fit is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from pbem.language.cardwords import Pack, pack, read
from pbem.language.normalise import Line, relined
from pbem.language.order import Args, Asked, Order, Spec
from pbem.language.words import Words, words

CARD_ARGS = frozenset({Args.CARD, Args.CARDS, Args.CARDS_OR_NONE})
_COLON_ARGS = CARD_ARGS | {Args.TEXT}
_SHORT_ARGS = CARD_ARGS | {Args.NONE}


@dataclass(frozen=True, slots=True)
class Said:
    """An order that a line is. `bare`: an answer without its verb; `open`: its text is still to come."""

    order: Order
    spec: Spec | None  # None for a verb that is asked but has no Spec
    bare: bool = False
    open: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """A verb at a line's beginning and the rest behind it."""

    spec: Spec
    rest: str  # plain, case kept
    words: int  # of the verb as written
    colon: bool = False


class Grammar:
    """All the orders of a table of Specs in the words of one language."""

    def __init__(self, specs: Iterable[Spec], words: Words) -> None:
        self.words = words
        self.pack: Pack = pack(words)
        self.specs = {spec.verb: spec for spec in specs}
        self.verbs: dict[str, Spec] = {}
        for spec in self.specs.values():
            for phrase in (spec.verb, *spec.aliases, *words.verbs.get(spec.verb, ())):
                # A Spec's own verb and aliases come before another verb's words in some language.
                self.verbs.setdefault(phrase.casefold(), spec)
        self.verbs |= {verb.casefold(): spec for verb, spec in self.specs.items()}
        self.longest = max((phrase.count(" ") + 1 for phrase in self.verbs), default=0)
        self._readers: dict[Args, Callable[[Spec, str], Order | None]] = {
            Args.NONE: self._nothing,
            Args.CARD: self._cards,
            Args.CARDS: self._cards,
            Args.CARDS_OR_NONE: self._cards_or_none,
            Args.CHOICE: self._choice,
            Args.NUMBER: self._number,
            Args.NUMBER_OR_NONE: self._number,
            Args.WORDS: self._words,
        }

    def read(self, line: Line, asked: Asked, first: bool = True) -> Said | None:
        """The order that the line is; None if it is anything else. `first`: it is the letter's first written line."""
        if line.inert or not line.whole:
            return self._talk(line)
        return self._exact(line, asked, first) or self._signed_off(line, asked) or self._talk(line)

    def head(self, plain: str) -> Head | None:
        """The longest verb that the text begins with."""
        first = plain.split(" ", self.longest)
        for n in range(min(self.longest, len(first)), 0, -1):
            phrase = " ".join(word.strip("*_\"'`") for word in first[:n]).casefold()
            spec = self.verbs.get(phrase.removesuffix(":"))
            if spec is not None:
                return Head(spec, " ".join(first[n:]), n, phrase.endswith(":"))
        return None

    def cards_behind(self, spec: Spec, text: str) -> Order | None:
        """The verb's order if the text is cards for it."""
        return self._cards(spec, text) if spec.args in CARD_ARGS else None

    def fits(self, spec: Spec, rest: str) -> Order | None:
        """The verb's order if the rest of the line fits it; not for talk."""
        reader = self._readers.get(spec.args)
        return None if reader is None else reader(spec, rest)

    def _exact(self, line: Line, asked: Asked, first: bool) -> Said | None:
        return self._answer(line, asked, first) or self._command(line.plain) or self._polite(line, asked)

    def _command(self, plain: str, among: frozenset[Args] | None = None) -> Said | None:
        head = self.head(plain)
        if head is None or (among is not None and head.spec.args not in among):
            return None
        if head.colon and head.spec.args not in _COLON_ARGS:
            return None
        order = self.fits(head.spec, head.rest)
        return None if order is None else Said(order, head.spec)

    def _answer(self, line: Line, asked: Asked, first: bool) -> Said | None:
        """What needs no verb, since the mail asked for it."""
        text = line.folded
        spec = self.specs.get(asked.verb)
        if asked.verb:
            if spec is not None and spec.args is Args.NUMBER_OR_NONE and text in self.words.no_bid:
                return Said(Order(asked.verb), spec, bare=True)
            if spec is not None and spec.args in (Args.NUMBER, Args.NUMBER_OR_NONE) and text:
                order = self._number(spec, text)
                if order is not None:
                    return Said(order, spec, bare=True)
            if spec is not None and spec.args is Args.CARDS_OR_NONE and text in self.words.none:
                return Said(Order(asked.verb), spec, bare=True)
            if not self._ordinary(line, first):
                bare = self._bare(text, asked)
                if bare is not None:
                    return bare
        if asked.yes and text in self.words.yes:
            return Said(Order(asked.yes), self.specs.get(asked.yes), bare=True)
        if asked.no and text in self.words.no:
            return Said(Order(asked.no), self.specs.get(asked.no), bare=True)
        return self._bare_choice(text, asked)

    def _bare(self, text: str, asked: Asked) -> Said | None:
        spec = self.specs.get(asked.verb, Spec(asked.verb, Args.CARD if asked.count == 1 else Args.CARDS))
        order = self.cards_behind(spec, text)
        return None if order is None else Said(order, self.specs.get(asked.verb), bare=True)

    def _bare_choice(self, text: str, asked: Asked) -> Said | None:
        if not asked.choices:
            return None
        named = self.specs.get(asked.verb)
        spec = named if named is not None and named.args is Args.CHOICE else self._chooser(asked.choices)
        if spec is None:
            return None
        order = self._choice(spec, text, asked.choices)
        return None if order is None else Said(order, spec, bare=True)

    def _chooser(self, codes: tuple[str, ...]) -> Spec | None:
        able = (s for s in self.specs.values() if s.args is Args.CHOICE and set(codes) <= set(s.choices))
        return next(able, None)

    def _ordinary(self, line: Line, first: bool) -> bool:
        """Whether a line is everyday words and only by chance the short spellings of cards: "Ha!", "ah", "as".

        A card's normal form, alone and unstressed, is the card where it stands first in the letter or in capitals.
        """
        if any(word not in self.words.ordinary for word in line.folded.replace(",", " ").split()):
            return False
        card = self.pack.short.get(line.folded)
        normal = card is not None and card.text.casefold() == line.folded
        return not normal or line.stressed or not (first or line.plain.isupper())

    def _polite(self, line: Line, asked: Asked) -> Said | None:
        """An order with a few words of politeness around it, from the language's tables."""
        text = self._without_courtesies(line.folded)
        front = self._without_greetings(text)
        for phrase in self.words.before_verb:
            if front.startswith(phrase + " "):
                said = self._command(front[len(phrase) + 1 :], CARD_ARGS)
                if said is not None:
                    return said
        if asked.verb:
            for phrase in self.words.before_cards:
                if front.startswith((phrase + " ", phrase + ": ")):
                    said = self._bare(front[len(phrase) :].lstrip(": "), asked)
                    if said is not None:
                        return said
        if front == line.folded:
            return None
        if asked.verb and any(word not in self.words.ordinary for word in front.split()):
            bare = self._bare(front, asked)
            if bare is not None:
                return bare
        return self._command(front, CARD_ARGS if front != text else _SHORT_ARGS)

    def _without_courtesies(self, text: str) -> str:
        for _ in range(2):
            for phrase in self.words.courtesies:
                if text.endswith(" " + phrase):
                    text = text[: -len(phrase)].rstrip(" ,.!-")
                    break
        return text

    def _without_greetings(self, text: str) -> str:
        for _ in range(2):
            for phrase in self.words.greetings:
                if text.startswith((phrase + " ", phrase + ",", phrase + "!", phrase + ":")):
                    text = text[len(phrase) :].lstrip(" ,!:-")
                    break
        return text

    def _signed_off(self, line: Line, asked: Asked) -> Said | None:
        """`PLAY QS - South`: an order, a dash and a name of one or two capitalised words."""
        front, dash, name = line.plain.replace(" -- ", " - ").rpartition(" - ")
        them = name.split()
        if not dash or not 1 <= len(them) <= 2 or not all(word.isalpha() and word.istitle() for word in them):
            return None
        if any(word.casefold() in self.words.hedges or word.casefold() in self.pack.short for word in them):
            return None
        said = self._exact(relined(line, front), asked, first=False)
        return said if said is not None and (said.bare or said.spec is None or said.spec.args in _SHORT_ARGS) else None

    def _talk(self, line: Line) -> Said | None:
        """SAY and TELL: what stands behind the verb, as written. Only in talk may square brackets stand."""
        head = self.head(line.plain)
        if head is None or head.spec.args is not Args.TEXT or line.plain.startswith(">"):
            return None
        text = _as_written(line.written, head.words)
        if text.startswith("["):
            return None
        return Said(Order(head.spec.verb, text=text), head.spec, open=not text)

    def _nothing(self, spec: Spec, rest: str) -> Order | None:
        return None if rest else Order(spec.verb)

    def _cards(self, spec: Spec, rest: str) -> Order | None:
        one = spec.args is Args.CARD
        cards = read(rest.casefold(), self.pack, one)
        if cards is None or (one and len(set(cards)) > 1):
            return None
        return Order(spec.verb, cards=cards[:1] if one else cards)

    def _cards_or_none(self, spec: Spec, rest: str) -> Order | None:
        if not rest or rest.casefold() in self.words.none:
            return Order(spec.verb)
        return self._cards(spec, rest)

    def _choice(self, spec: Spec, rest: str, among: tuple[str, ...] = ()) -> Order | None:
        text = rest.casefold()
        for code in among or spec.choices:
            if text in (code.casefold(), code.casefold().replace("-", " ")) or text in self.words.choices.get(code, ()):
                return Order(spec.verb, text=code)
        return None

    def _number(self, spec: Spec, rest: str) -> Order | None:
        text = rest.casefold()
        if spec.args is Args.NUMBER_OR_NONE and (not text or text in self.words.none or text in self.words.no_bid):
            return Order(spec.verb)
        digits = text.removeprefix("#")
        if digits.isdecimal() and len(digits) <= 9:
            return Order(spec.verb, number=int(digits))
        number = self.words.numbers.get(text)
        return None if number is None else Order(spec.verb, number=number)

    def _words(self, spec: Spec, rest: str) -> Order | None:
        first = rest.partition(" ")[0].rstrip(",:;").casefold()
        # "Name is Bob", "Set the table": the verb is a word of a sentence. "Name?" asks, and is none either.
        if first in self.words.prose or rest.endswith("?"):
            return None
        return Order(spec.verb, text=_without_autolinks(rest))


@lru_cache(maxsize=32)
def grammar(specs: tuple[Spec, ...], language: str) -> Grammar:
    """The grammar of these Specs in that language, made once."""
    return Grammar(specs, words(language))


def _as_written(written: str, words_of_verb: int) -> str:
    start = next((i for i, char in enumerate(written) if char.isalnum()), len(written))
    marks = written[:start].strip()
    behind = written[start:].split(None, words_of_verb)[words_of_verb:]
    text = behind[0].strip() if behind else ""
    # "*SAY hello*" and "“SAY hello”": what was opened before the verb is closed behind the text.
    closing = {"*": "*", "_": "_", '"': '"', "'": "'", "“": "”", "‘": "’", "„": "“", "«": "»"}
    return text.removesuffix(closing.get(marks[-1:], "")).rstrip() if marks else text


def _without_autolinks(text: str) -> str:
    """`bob@example.org<mailto:bob@example.org>`, as some mail programs write an address, is the address."""
    front, found, tail = text.partition("<mailto:")
    while found:
        text = front.rstrip() + " " + tail.partition(">")[2].lstrip()
        front, found, tail = text.partition("<mailto:")
    return text.strip()
