"""A line of chat as words with their meanings: cards wherever they stand, and what the words beside them do.

Unlike the grammar, which wants every word of a line to fit, the scan finds cards between any words of any language;
what it finds becomes an order only where `clauses` says that the line is plain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pbem.cards import FRENCH, Card, Rank
from pbem.orders.card_words import Pack, pack
from pbem.orders.chat_words import SPEECH
from pbem.orders.chat_words.language import fold
from pbem.orders.nearest_word import nearest
from pbem.orders.vocabulary import DOUBTS, ENGLISH

MOST_WORDS = 80
"""Words of a line that are looked at; a longer line is a story."""

_TOKEN = re.compile(r"[^\W_]+[♠♥♦♣]?(?:['-][^\W_]+)*'?|[♠♥♦♣][^\W_]*|\.{2,}|\S")
_DOTTED = re.compile(r"(?<![\w.♠♥♦♣])(10|[2-9tjqka])[.\-]([shdc♠♥♦♣])(?![\w])\.?")
_SIGN_BEHIND = re.compile(r"[^\w♠♥♦♣]*(?:the )?(10|[2-9tjqka]) ([♠♥♦♣])[^\w♠♥♦♣]*(?:please|thanks)?")
_NUMBERED = re.compile(r"(?<![^\s,;])(?:\(?([1-9])[.):]+|#([1-9])[.):]?) ")
_HEARTFELT = re.compile(r"<3+|^~(?=\w)(?!.*~)")
"""A heart of signs, and the dash of a signature."""

_STOPS = frozenset(",;:!.?…()-–—")
_STRUCK = frozenset("~\u0335\u0336\u0337\u0338🚫❌👎🤔")
_ELISIONS = ("l'", "d'", "j'", "n'")


class Kind(StrEnum):
    """What a word does to a card beside it."""

    CARD = "card"
    STOP = "stop"  # a mark between clauses
    MARK = "mark"  # any other sign: nothing
    FILLER = "filler"
    ACT = "act"
    PERSON = "person"
    ASIDE = "aside"
    WISH = "wish"  # "happy birthday": a courtesy of its own begins
    TAKEBACK = "takeback"
    DENIAL = "denial"
    DOUBT = "doubt"
    CONDITION = "condition"
    TALE = "tale"
    OTHER = "other"


HAZARDS = frozenset({Kind.TAKEBACK, Kind.DENIAL, Kind.DOUBT, Kind.CONDITION})
"""What makes a line with a card no plain answer, wherever it stands."""

_IN_ORDER = (  # where two languages differ about a word, the more careful reading holds
    (Kind.TAKEBACK, SPEECH.takebacks),
    (Kind.DENIAL, SPEECH.denials | (DOUBTS - {"hmm"})),
    (Kind.DOUBT, SPEECH.doubts),
    (Kind.CONDITION, SPEECH.conditions),
    (Kind.TALE, SPEECH.tales),
    (Kind.ACT, SPEECH.acts),
    (Kind.PERSON, SPEECH.persons),
    (Kind.WISH, SPEECH.wishes),
    (Kind.FILLER, SPEECH.fillers),
)


@dataclass(frozen=True, slots=True)
class Word:
    """One word, mark, card or known phrase of a line."""

    text: str  # folded
    kind: Kind
    written: str = ""
    card: Card | None = None
    tabular: bool = False  # "Hearts 7", "7 hearts": a card only for one who holds it, else a heading or a count


def _kinds() -> dict[tuple[str, ...], Kind]:
    table: dict[tuple[str, ...], Kind] = {}
    for kind, phrases in ((Kind.ASIDE, SPEECH.asides), *_IN_ORDER):
        for phrase in phrases:
            table.setdefault(tuple(phrase.split()), kind)
    return table


_KINDS = _kinds()
_LONGEST = max(len(phrase) for phrase in _KINDS)
_FIRST = frozenset(phrase[0] for phrase in _KINDS if len(phrase) > 1)
_WHOLE = frozenset(
    word
    for phrase in {*SPEECH.yes, *SPEECH.no, *SPEECH.leaves, *SPEECH.stops, *(" ".join(key) for key in _KINDS)}
    for word in phrase.split()
    if "'" in word or "-" in word
)
"""Words that an apostrophe or a hyphen does not divide: "d'accord", "peut-être"."""

_COMPOUNDS = {
    suit + rank: Card(SPEECH.suits[suit], SPEECH.ranks[rank])
    for suit in SPEECH.suits
    for rank in SPEECH.ranks
    if len(suit) > 2
}
_RANKS: dict[str, Rank] = {**{str(n): Rank(n) for n in range(2, 11)}, **SPEECH.ranks}
_LETTERS = {"t": Rank.TEN, "j": Rank.JACK, "q": Rank.QUEEN, "k": Rank.KING, "a": Rank.ACE}
_ENGLISH_SUITS = ("club", "diamond", "spade", "heart", "clubs", "diamonds", "spades", "hearts")
_SIGNS = {suit.symbol: suit for suit in FRENCH}
_PLURALS = _ENGLISH_SUITS[4:]
_SUIT_LETTERS = {"c": "clubs", "d": "diamonds", "s": "spades", "h": "hearts"}


@lru_cache(maxsize=256)
def words_of(plain: str) -> tuple[Word, ...]:
    """The words of a line, with cards and phrases put together."""
    text = fold(plain)
    text = _HEARTFELT.sub(" ", text)
    text = _DOTTED.sub(r" \1\2 ", _unnumbered(text))
    if (split := _SIGN_BEHIND.fullmatch(text)) is not None:
        text = split[1] + split[2]
    tokens = _tokens(text)
    return tuple(_phrased(_carded(tokens, _loud(plain), pack(ENGLISH))))


def _unnumbered(text: str) -> str:
    """A list on one line without its numbers: "1) KH 2) QS", "#1 KH, #2 QS"."""
    numbers = [found[1] or found[2] for found in _NUMBERED.finditer(text)]
    counted = numbers == [str(n) for n in range(1, len(numbers) + 1)]
    return _NUMBERED.sub(" , ", text).strip(" ,") if len(numbers) > 1 and counted else text


def _tokens(text: str) -> list[str]:
    found: list[str] = []
    for token in _TOKEN.findall(text)[:MOST_WORDS]:
        if token[:2] in _ELISIONS and len(token) > 2 and token not in _WHOLE:
            found += [token[:2], token[2:]]
        elif "-" in token and len(token) > 1 and token not in _WHOLE:
            found += [part for part in token.split("-") if part]
        else:
            found.append(token)
    return found


def _loud(plain: str) -> frozenset[str]:
    return frozenset(fold(word) for word in re.findall(r"[^\W_]+", plain) if word.isupper())


def _carded(tokens: list[str], loud: frozenset[str], cards: Pack) -> list[Word]:
    words: list[Word] = []
    at = 0
    while at < len(tokens):
        card, behind, tabular = _card_at(tokens, at, loud, cards)
        if card is not None:
            words.append(Word(" ".join(tokens[at:behind]), Kind.CARD, card=card, tabular=tabular))
            at = behind
            continue
        token = tokens[at]
        if token in _STOPS or token.startswith(".."):
            words.append(Word(token, Kind.STOP))
        elif token in _STRUCK or any(c in _STRUCK for c in token):
            words.append(Word(token, Kind.TAKEBACK))
        elif not any(map(str.isalnum, token)):
            words.append(Word(token, Kind.MARK))
        else:
            words.append(Word(token, Kind.OTHER))
        at += 1
    return words


def _card_at(tokens: list[str], at: int, loud: frozenset[str], cards: Pack) -> tuple[Card | None, int, bool]:
    """The card that begins at this token, the place behind it, and whether only a holder can mean it."""
    token = tokens[at]
    them = [*tokens[at + 1 : at + 4], "", "", ""]
    rank = _RANKS.get(token) or (_LETTERS.get(token) if them[0] == "of" or them[0] in SPEECH.suits else None)
    if rank is not None:
        of = them[0] in SPEECH.of
        name = them[1] if of else them[0]
        if of and name in SPEECH.articles:
            name, of = them[2], True
        suit = SPEECH.suits.get(name, _SIGNS.get(name) if token in SPEECH.ranks else None)
        if suit is None and of and them[0] == "of" and name in _SUIT_LETTERS:
            suit = SPEECH.suits[_SUIT_LETTERS[name]]
        plain = token not in ("a", "as") or of or (token == "a" and token in loud and name in _PLURALS)
        if suit is not None and plain:
            counted = not of and (token.isdecimal() or rank <= Rank.TEN)
            behind = tokens.index(name, at + 1) + 1
            return Card(suit, rank), behind, counted and name not in ("club", "diamond", "spade", "heart")
    if token in _SIGNS and them[0] in SPEECH.ranks:
        return Card(_SIGNS[token], SPEECH.ranks[them[0]]), at + 2, False
    if token in SPEECH.suits:
        skip = them[0] in SPEECH.of
        word = them[1] if skip else them[0]
        rank = _RANKS.get(word) or _LETTERS.get(word)
        if rank is not None:
            english = token in _ENGLISH_SUITS and (word.isdecimal() or word in _LETTERS)
            return Card(SPEECH.suits[token], rank), at + 2 + skip, english
    if token in _COMPOUNDS:
        return _COMPOUNDS[token], at + 1, False
    short = cards.short.get(token)
    normal = short is not None and short.text.casefold() == token
    everyday = token in cards.words.ordinary and not (token in loud and normal)
    return (None if everyday else short), at + 1, False


def _phrased(words: list[Word]) -> list[Word]:
    """Known phrases put together, the longest first; each other word with its kind."""
    out: list[Word] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word.kind is not Kind.OTHER:
            out.append(word)
            at += 1
            continue
        size = _phrase_at(words, at)
        texts = tuple(w.text for w in words[at : at + size])
        out.append(Word(" ".join(texts), _KINDS.get(texts, Kind.OTHER)))
        at += size
    return out


def _phrase_at(words: list[Word], at: int) -> int:
    if words[at].text in _FIRST:
        texts = tuple(w.text for w in words[at : at + _LONGEST])
        for size in range(len(texts), 1, -1):
            if texts[:size] in _KINDS:
                return size
    return 1


def cards_in(words: tuple[Word, ...], hand: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """The different cards among the words, in their order; those of headings and counts only if they are held."""
    held = frozenset(hand)
    found = (w.card for w in words if w.card is not None and (not w.tabular or w.card in held))
    return tuple(dict.fromkeys(found))


def greets(words: tuple[Word, ...]) -> bool:
    """Whether the line begins with a greeting."""
    return _begins(words, SPEECH.greetings)


def excuses(words: tuple[Word, ...]) -> bool:
    """Whether the line begins with an apology: what follows takes nothing back."""
    return _begins(words, SPEECH.apologies)


def _begins(words: tuple[Word, ...], phrases: frozenset[str]) -> bool:
    text = " ".join(word.text for word in words[:4] if word.kind is not Kind.STOP) + " "
    return any(text.startswith(phrase + " ") for phrase in phrases)


@lru_cache(maxsize=64)
def mended(plain: str) -> str:
    """The line with slips in card words set right, for a suggestion: `queen of spaeds`; "" if there is none."""
    known = [*SPEECH.suits, *SPEECH.ranks]
    tokens = _TOKEN.findall(fold(plain))[:MOST_WORDS]
    out: list[str] = []
    for token in tokens:
        fits = () if token in SPEECH.suits or token in SPEECH.ranks or (token,) in _KINDS else nearest(token, known)
        out.append(fits[0] if fits else token)
    return " ".join(out) if out != tokens else ""
