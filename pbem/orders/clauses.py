"""Whether a line says plainly which cards are meant, whatever the courtesy: "I'll play QS, haha, take that Ben!".

A line is plain if the clause of the card holds nothing but fillers and what a player does with a card, and the clauses
beside it neither deny, doubt, condition nor ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from pbem.cards import Card, Rank
from pbem.orders.chat_words import SPEECH
from pbem.orders.chat_words.language import fold
from pbem.orders.order import Asked
from pbem.orders.scan import HAZARDS, Kind, Word, cards_in, excuses, greets, words_of
from pbem.orders.vocabulary import ENGLISH

_FRAME = frozenset({Kind.CARD, Kind.FILLER, Kind.ACT, Kind.PERSON, Kind.ASIDE, Kind.MARK})
_LISTING = frozenset({Kind.CARD, Kind.FILLER, Kind.MARK, Kind.STOP})
"""What a line of a list of cards holds: "and the queen of spades"."""

_EMOJI = 0x2000
_STRANGE, _NAMED, _WISHED = 1, 2, 8
_THANKS = ("thank", "thx", "danke", "merci", "bedankt", "dank")
_LONG = 14
"""Words of a clause beside the card's own: a longer one tells a story."""

_TELLING = frozenset({"lead", "led"})  # "Lead: 9S" is what a mail of ours tells
_COUNTED = frozenset({"trick", "stich", "pli", "slag", "deal", "hand", "game", "round", "turn"})
_REQUESTS = frozenset({"could you", "would you", "can you", "will you"})
_ADVICE = "would you"
"""Only with a please behind it no question for advice."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The cards that a line names, and whether it plainly means them as the answer."""

    cards: tuple[Card, ...]
    plain: bool


def hear(text: str, asked: Asked) -> Heard:
    """The cards of a line without case or marks lost (`Line.plain`), and whether they are plainly meant."""
    words = words_of(text)
    cards = cards_in(words, asked.hand)
    if not cards:
        cards = _only_of_its_rank(words, asked)
        return Heard(cards, bool(cards) and _plain(words, asked, rank_only=True))
    if asked.count and len(cards) != asked.count:
        part = 0 < len(cards) < asked.count and all(w.kind in _LISTING for w in words)
        return Heard(cards, part and _plain(words, asked))
    return Heard(cards, _plain(words, asked))


def _asking(words: tuple[Word, ...]) -> bool:
    return any(word.text == "?" for word in words)


def _requests(words: tuple[Word, ...]) -> bool:
    """Whether a question asks us to play the card: "could you play it for me?"; not "would you play it?"."""
    first = words[0].text
    return first in _REQUESTS and (first != _ADVICE or any(w.text in ("please", "for me") for w in words))


def clauses_of(words: tuple[Word, ...]) -> list[tuple[list[Word], str]]:
    """The words between marks, each with the mark behind it."""
    found: list[tuple[list[Word], str]] = []
    clause: list[Word] = []
    for word in words:
        if word.kind is Kind.STOP:
            found.append((clause, word.text))
            clause = []
        elif clause and word.kind is Kind.MARK and len(word.text) == 1 and ord(word.text) > _EMOJI:
            found.append((clause, ","))
            clause = [word]
        elif word.kind is Kind.WISH and any(each.card is not None for each in clause):
            found.append((clause, ","))  # "QS and happy birthday Cleo!"
            clause = [word]
        else:
            clause.append(word)
    found.append((clause, ""))
    return [(them, stop) for them, stop in found if them or stop]


def _plain(words: tuple[Word, ...], asked: Asked, rank_only: bool = False) -> bool:
    if any(word.kind in HAZARDS for word in words) or (_asking(words) and not _requests(words)):
        return False
    if sum(word.text == '"' for word in words) > 1:
        return False  # it quotes somebody, as our mails quote a plan
    parts = clauses_of(words)
    full = [(them, stop) for them, stop in parts if them]
    for (them, stop), following in pairwise([*full, ([], "")]):
        if any(w.card is not None for w in them) or (rank_only and _ranks(them)):
            if not _framed(them, asked, rank_only):
                return False
        elif stop == ":" and following[0]:
            if not _labels(them, asked):
                return False
        elif not _remark(them):
            return False
    return _answers(words, full)


def _answers(words: tuple[Word, ...], full: list[tuple[list[Word], str]]) -> bool:
    """Whether two letters are a card here: not behind "Regards,", and an everyday word only where it stands alone."""
    card = next((w for w in words if w.card is not None), None)
    if card is None or len(card.text) != 2 or not card.text.isalpha():
        return True
    if card.text in ENGLISH.ordinary and any(w.kind is Kind.OTHER for w in words):
        return False
    if card.text in ENGLISH.ordinary and any(len(them) > 1 and card in them for them, _ in full):
        return False
    front = " ".join(w.text for w in words[: words.index(card)] if w.kind is not Kind.STOP)
    last = all(w.kind in (Kind.STOP, Kind.MARK) for w in words[words.index(card) + 1 :])
    if last and any(f" {phrase} " in f" {front} " for phrase in SPEECH.later):
        return False  # "Will answer tonight. KS"
    return not (last and front in SPEECH.farewells and not front.startswith(_THANKS))


def _remark(them: list[Word]) -> bool:
    """Whether a clause beside the card's is a courtesy or a cheer, and no statement of its own: "take that Ben"."""
    strange = [w for w in them if w.kind in (Kind.OTHER, Kind.WISH)]
    if them[0].kind is Kind.WISH:
        return all(w.kind is not Kind.TALE for w in them) and len(them) <= _WISHED
    if any(w.kind is Kind.TALE for w in them) or len(them) > _LONG:
        return False
    if len(strange) > _STRANGE + (len(them) >= 2 * _NAMED):
        return excuses(tuple(them)) or (greets(tuple(them)) and len(strange) <= _NAMED)
    return len(strange) < len(them) or len(them) == 1


def _framed(them: list[Word], asked: Asked, rank_only: bool) -> bool:
    """Whether the clause of a card holds nothing that says anything else of it."""
    writer = names(asked.writer)
    if them[0].text in ("is", "are") and not rank_only:
        return False  # the rest of a sentence
    for word in them:
        known = word.kind in _FRAME or word.text in writer or (rank_only and word.text in SPEECH.ranks)
        if not known:
            return False
    said = {word.kind for word in them}
    # "I QS" is half a sentence; a card behind "a" is any of its kind.
    return Kind.PERSON not in said or Kind.ACT in said or any(w.kind is Kind.FILLER and " to" in w.text for w in them)


def _labels(them: list[Word], asked: Asked) -> bool:
    """Whether the words before a colon lead to the card: "my card:", "here you go Ben:"; not "North:", not "Lead:"."""
    if any(w.text in _TELLING for w in them):
        return False
    if len(them) == _NAMED and them[0].text in _COUNTED and them[1].text.isdecimal():
        return True  # "Trick 3: QS"
    strange = [w for w in them if w.kind not in _FRAME and w.text not in names(asked.writer)]
    return (
        not strange
        or excuses(tuple(them))
        or (len(strange) == 1 and len(them) > 1 and any(w.kind is Kind.FILLER for w in them))
    )


def _ranks(them: list[Word]) -> list[Rank]:
    return [SPEECH.ranks[w.text] for w in them if w.text in SPEECH.ranks]


def _only_of_its_rank(words: tuple[Word, ...], asked: Asked) -> tuple[Card, ...]:
    """ "The king" where only one may be played."""
    if asked.count != 1 or not asked.legal:
        return ()
    said = [(at, SPEECH.ranks[w.text]) for at, w in enumerate(words) if w.text in SPEECH.ranks]
    if len(said) != 1:
        return ()
    at, rank = said[0]
    if not (at and words[at - 1].text in SPEECH.articles):
        return ()  # "King regards", "Ace!"
    fitting = [card for card in asked.legal if card.rank is rank]
    return tuple(fitting) if len(fitting) == 1 else ()


def named_ranks(text: str, asked: Asked) -> tuple[Card, ...]:
    """The cards that may be played of the ranks that a line names: what "the king" may mean."""
    said = {SPEECH.ranks[w.text] for w in words_of(text) if w.text in SPEECH.ranks}
    return tuple(card for card in asked.legal if card.rank in said)


def names(writer: str) -> frozenset[str]:
    """The words of the writer's own name."""
    return frozenset(fold(writer).replace(".", " ").split())
