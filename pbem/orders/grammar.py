"""The grammar of one line: which order it is, if its every word fits; half a fit is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from pbem.orders.arguments import CARD_ARGS, Arguments
from pbem.orders.card_words import Pack, pack, scattered
from pbem.orders.normalise import Line, relined
from pbem.orders.order import Args, Asked, Order, Spec
from pbem.orders.vocabulary import DOUBTS, Vocabulary, words

_COLON_ARGS = CARD_ARGS | {Args.TEXT}
_WITHOUT_CARDS = frozenset({Args.NUMBER, Args.NUMBER_OR_NONE, Args.BID, Args.WAYS})
_SHORT_ARGS = CARD_ARGS | {Args.NONE}
_WORDS_OF_CONSENT = frozenset({"YES", "NO"})


@dataclass(frozen=True, slots=True)
class ReadOrder:
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


class Grammar:
    """All the orders of a table of Specs in the words of one language."""

    def __init__(self, specs: Iterable[Spec], words: Vocabulary) -> None:
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
        self.yes_or_no = words.yes | words.no
        self._doubts = DOUBTS | words.hedges
        self._arguments = Arguments(words, self.pack)

    def read(self, line: Line, asked: Asked, first: bool = True) -> ReadOrder | None:
        """The order that the line is; None if it is anything else. `first`: it is the letter's first written line."""
        if line.inert or not line.whole:
            return self._talk(line)
        said = self._exact(line, asked, first) or self._remarked(line, asked)
        if said is not None and said.order.verb in _WORDS_OF_CONSENT and self._unasked(said, line, asked):
            return None
        return said or self._talk(line)

    def _unasked(self, said: ReadOrder, line: Line, asked: Asked) -> bool:
        """ "Yes, thanks" where nothing was asked that YES answers: `consent` reads what it says to another question."""
        first = line.folded.replace(",", " ").split()[:1]
        return said.order.verb not in (asked.yes, asked.no) and bool(self.yes_or_no.intersection(first))

    def head(self, plain: str) -> Head | None:
        """The longest verb that the text begins with."""
        first = plain.split(" ", self.longest)
        for n in range(min(self.longest, len(first)), 0, -1):
            phrase = " ".join(word.strip("*_\"'`") for word in first[:n]).casefold()
            spec = self.verbs.get(phrase.removesuffix(":"))
            if spec is not None:
                rest = " ".join(first[n:])
                if not phrase.endswith(":"):
                    return Head(spec, rest, n)
                # "PLAY: QS" is an order; "Lead: 9S" may be told in any mail.
                own = phrase[:-1] in (name.casefold() for name in (spec.verb, *spec.aliases))
                return Head(spec, rest, n) if own and spec.args in _COLON_ARGS else None
        return None

    def cards_behind(self, spec: Spec, text: str) -> Order | None:
        """The verb's order if the text is cards for it."""
        return self._arguments.cards(spec, text) if spec.args in CARD_ARGS else None

    def fits(self, spec: Spec, rest: str) -> Order | None:
        """The verb's order if the rest of the line fits it; not for talk."""
        return self._arguments.fit(spec, rest)

    def _exact(self, line: Line, asked: Asked, first: bool) -> ReadOrder | None:
        return self._answer(line, asked, first) or self._verb(line, asked) or self._polite(line, asked)

    def _verb(self, line: Line, asked: Asked) -> ReadOrder | None:
        """A line that begins with its verb. "Yes!" and "no" are verbs only where they were asked for, else chatter."""
        said = self._command(line.plain)
        unasked = said is not None and said.order.verb not in (asked.yes, asked.no)
        return None if unasked and line.folded in self.yes_or_no else said

    def _command(self, plain: str, among: frozenset[Args] | None = None) -> ReadOrder | None:
        head = self.head(plain)
        if head is None or (among is not None and head.spec.args not in among):
            return None
        order = self.fits(head.spec, head.rest)
        return None if order is None else ReadOrder(order, head.spec)

    def _answer(self, line: Line, asked: Asked, first: bool) -> ReadOrder | None:
        """What needs no verb, since the mail asked for it."""
        text = line.folded
        said = self._asked(line, asked, first) if asked.verb else None
        if said is not None:
            return said
        if asked.yes and text in self.words.yes:
            return ReadOrder(Order(asked.yes), self.specs.get(asked.yes), bare=True)
        if asked.no and text in self.words.no:
            return ReadOrder(Order(asked.no), self.specs.get(asked.no), bare=True)
        return self._bare_choice(text, asked)

    def _asked(self, line: Line, asked: Asked, first: bool) -> ReadOrder | None:
        """Bare cards, a bare number, or the word for none of them."""
        text = line.folded
        spec = self.specs.get(asked.verb)
        args = None if spec is None else spec.args
        if args is Args.CARDS_OR_NONE and text in self.words.none:
            return ReadOrder(Order(asked.verb), spec, bare=True)
        if spec is not None and text and args in _WITHOUT_CARDS:
            # "to the left" may be what is left over of a sentence, on a line that a mail program broke.
            order = None if text.split()[0] in self.words.prose else self.fits(spec, text)
            return None if order is None else ReadOrder(order, spec, bare=True)
        return None if self._ordinary(line, first) else self._bare(text, asked)

    def _bare(self, text: str, asked: Asked) -> ReadOrder | None:
        spec = self.specs.get(asked.verb, Spec(asked.verb, Args.CARD if asked.count == 1 else Args.CARDS))
        order = self.cards_behind(spec, text)
        return None if order is None else ReadOrder(order, self.specs.get(asked.verb), bare=True)

    def _bare_choice(self, text: str, asked: Asked) -> ReadOrder | None:
        if not asked.choices or text.partition(" ")[0] in self.words.prose:
            return None  # "the others" may be the end of a sentence of ours, as above
        spec = self.specs[asked.verb]
        order = self._arguments.choice(spec, text, asked.choices)
        return None if order is None else ReadOrder(order, spec, bare=True)

    def _ordinary(self, line: Line, first: bool) -> bool:
        """Whether a line is everyday words and only by chance the short spellings of cards: "Ha!", "ah", "as".

        A card's normal form, alone and unstressed, is the card where it stands first in the letter or in capitals.
        """
        if any(word not in self.words.ordinary for word in line.folded.replace(",", " ").split()):
            return False
        text = line.folded.rstrip(" ,;")
        card = self.pack.short.get(text)
        normal = card is not None and card.text.casefold() == text
        return not normal or line.stressed or not (first or line.plain.isupper())

    def _polite(self, line: Line, asked: Asked) -> ReadOrder | None:
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
        if front in self.verbs and (front == text or (text.startswith("please ") and front not in self.yes_or_no)):
            return self._command(front)  # a verb that may stand alone: "register, please"
        return self._command(front, CARD_ARGS if front != text else _SHORT_ARGS)

    def _without_courtesies(self, text: str) -> str:
        for _ in range(2):
            for phrase in self.words.courtesies:
                if text.endswith(" " + phrase):
                    text = text[: -len(phrase)].rstrip(" ,!-").removesuffix(".")
                    break
        return text

    def _without_greetings(self, text: str) -> str:
        for _ in range(2):
            for phrase in self.words.greetings:
                if text.startswith((phrase + " ", phrase + ",", phrase + "!", phrase + ":")):
                    text = text[len(phrase) :].lstrip(" ,!:-")
                    break
        return text

    def _remarked(self, line: Line, asked: Asked) -> ReadOrder | None:
        """An order with a remark set off behind it: `PLAY QS – merci à tous`, `PASS 2C 3C 4C (sorry)`, `QS — South`.

        The remark must take nothing back: no "not" in any language, no question, no other card, few words. Behind bare
        cards only a name will do, one or two capitalised words.
        """
        front, remark = _split_remark(line.plain)
        them = [word.strip(",.!:") for word in remark.split()]
        if not front or not 1 <= len(them) <= 4 or "?" in remark:
            return None
        if any(word.casefold() in self._doubts for word in them) or scattered(remark, self.pack, one=True):
            return None
        said = self._exact(relined(line, front), asked, first=False)
        if said is None or (said.spec is not None and said.spec.args not in _SHORT_ARGS):
            return None
        named = len(them) <= 2 and all(word.isalpha() and word.istitle() for word in them)
        return said if named or not said.bare else None

    def _talk(self, line: Line) -> ReadOrder | None:
        """SAY and TELL: what stands behind the verb, as written. Only in talk may square brackets stand."""
        head = self.head(line.plain)
        if head is None or head.spec.args is not Args.TEXT or line.plain.startswith(">"):
            return None
        text = _as_written(line.written, head.words)
        if text.startswith("["):
            return None
        return ReadOrder(Order(head.spec.verb, text=text), head.spec, open=not text)


@lru_cache(maxsize=32)
def grammar(specs: tuple[Spec, ...], language: str) -> Grammar:
    """The grammar of these Specs in that language, made once."""
    return Grammar(specs, words(language))


def _split_remark(plain: str) -> tuple[str, str]:
    """What stands before a dash or a bracket, and the remark behind it; two empty texts where there is neither."""
    text = plain.replace(" -- ", " - ")
    front, dash, remark = text.partition(" - ")
    if not dash:
        front, dash, remark = text.removesuffix(")").partition(" (")
        dash = dash if text.endswith(")") else ""
    return (front, remark) if dash else ("", "")


def _as_written(written: str, words_of_verb: int) -> str:
    start = next((i for i, char in enumerate(written) if char.isalnum()), len(written))
    marks = written[:start].strip()
    behind = written[start:].split(None, words_of_verb)[words_of_verb:]
    text = behind[0].strip() if behind else ""
    # "*SAY hello*" and "“SAY hello”": what was opened before the verb is closed behind the text.
    closing = {"*": "*", "_": "_", '"': '"', "'": "'", "“": "”", "‘": "’", "„": "“", "«": "»"}
    return text.removesuffix(closing.get(marks[-1:], "")).rstrip() if marks else text
