"""What is asked back where a letter holds no order: the card that it may mean, a farewell, or the question."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.cards import cards_text
from pbem.orders.brackets import copied
from pbem.orders.chat_words import SPEECH
from pbem.orders.chat_words.language import entries, fold
from pbem.orders.clauses import clauses_of, hear, named_ranks, names
from pbem.orders.grammar import Grammar
from pbem.orders.normalise import Line, normalise
from pbem.orders.order import Asked, Misread, Order, Why
from pbem.orders.scan import Kind, Word, cards_in, mended, words_of

_OTHERWISE = frozenset({Kind.TALE, Kind.DENIAL, Kind.CONDITION, Kind.TAKEBACK})
_LONGEST = 14
_TABLES = entries("game | table | match | hand | spiel | partie | tisch | jeu | partij | spel | tafel")
_GOING_ON = entries(
    "play | playing | continue | go on | any more | anymore | spielen | weiterspielen | mitspielen | mehr | jouer"
    " | continuer | plus | spelen | meespelen | doorgaan | verder"
)
_WISHES = frozenset({"wish", "need"})  # "I wish I had no hearts to play"
_BARE = frozenset({"resign", "leave"})
_COURTESY = frozenset({Kind.STOP, Kind.MARK, Kind.FILLER, Kind.ASIDE, Kind.WISH})
_REMOVING = entries("remove me | take me off | take me out | delete me | unsubscribe")


def held_back(line: Line) -> bool:
    """Whether a line speaks against the very cards that it names, or tells of somebody's: not "no wait, KS"."""
    words = words_of(line.plain)
    if any(word.kind in (Kind.CONDITION, Kind.TALE) for word in words):
        return True
    own = [them for them, _ in clauses_of(words) if any(word.card is not None for word in them)]
    taken = [any(word.kind is Kind.TAKEBACK for word in them) for them in own]
    return any(word.kind is Kind.DENIAL for them, back in zip(own, taken, strict=True) if not back for word in them)


def card_meant(lines: list[Line], asked: Asked) -> Misread | None:
    """The cards that a line may have meant as the answer, typing errors in their words set right."""
    if not asked.count:
        return None
    returned = any(line.inert and not copied(line.plain) for line in lines)  # a mail of ours, with no mark of a quote
    for line in lines:
        text = line.plain
        if copied(text) and not returned:  # below other words nobody knows whose brackets they are: asking is safe
            text = text.replace("[", "").replace("]", "")
        elif line.inert or not line.whole:
            continue
        words = words_of(text)
        cards = hear(text, asked).cards or hear(mended(text), asked).cards
        if not cards:
            options = named_ranks(text, asked)
            cards = options if len(options) == asked.count else ()
        if len(cards) != asked.count or any(word.kind in _OTHERWISE for word in words):
            continue
        meant = Order(asked.verb, cards=cards, line=line.written)
        return Misread(Why.CLOSE, line.written, f"{asked.verb} {cards_text(cards)}", meant)
    return None


def leave_in(lines: list[Line], asked: Asked, rules: Grammar) -> Misread | None:
    """Leaving in other words: one question, whose yes is RESIGN, LEAVE or STOP."""
    for line in lines:
        words = words_of(line.plain)
        text = " " + " ".join(word.text for word in words) + " "
        if line.inert or text.count(" ") > _LONGEST:
            continue
        table = _holds(text, _TABLES)
        gone = _holds(text, SPEECH.leaves) or (table and _holds(text, _REMOVING)) or _wants_no_more(words, text)
        leaves = _leaving(asked) if gone and not cards_in(words) else ""
        stops = "STOP" if _holds(text, SPEECH.stops) or _ends_mails(words, text) else ""
        verb = next((one for one in ((leaves, stops) if table else (stops, leaves)) if one in rules.specs), "")
        if verb:
            return Misread(Why.CLOSE, line.written, verb, Order(verb, line=line.written))
    return None


def takes_leave(lines: Sequence[str], verb: str, writer: str) -> bool:
    """Whether a letter says once more, and besides courtesies nothing else, what our question of RESIGN, LEAVE or STOP
    is about: that is its yes.
    """
    written = [line for line in map(normalise, lines) if line.plain]
    end = next((at for at, line in enumerate(written) if line.inert or line.plain == "--"), len(written))
    words = words_of(" . ".join(line.plain for line in written[:end]))
    text = f" {' '.join(word.text for word in words)} "
    phrases = SPEECH.stops if verb == "STOP" else SPEECH.leaves | _BARE
    said = next((phrase for phrase in sorted(phrases, key=len, reverse=True) if f" {phrase} " in text), "")
    rest = words_of(text.replace(f" {said} ", " . ", 1))
    courteous = SPEECH.wants | SPEECH.yes | SPEECH.apologies | names(writer)
    return bool(said) and all((word.kind in _COURTESY and word.text != "?") or word.text in courteous for word in rest)


def _holds(text: str, phrases: frozenset[str]) -> bool:
    return any(f" {phrase} " in text for phrase in phrases)


def _wants_no_more(words: tuple[Word, ...], text: str) -> bool:
    """ "I dont want to go on": whatever the game, but not "I don't want to play the king"."""
    denied = any(word.kind is Kind.DENIAL for word in words)
    return denied and _holds(text, SPEECH.wants - _WISHES) and _holds(text, _GOING_ON)


def _ends_mails(words: tuple[Word, ...], text: str) -> bool:
    """Whether mails are said not to be wanted, in whatever words: "I don't want these mails any more"."""
    if not _holds(text, SPEECH.mails):
        return False
    denied = any(word.kind is Kind.DENIAL for word in words)
    return _holds(text, SPEECH.enough) or (denied and _holds(text, SPEECH.wants))


def _leaving(asked: Asked) -> str:
    if asked.verb:
        return "RESIGN"
    return "" if asked.yes else "LEAVE"


def unclear(lines: list[Line], asked: Asked) -> Misread:
    """Nothing can be made of it: to one who named a card, or a part of one, the question goes out again."""
    for line in lines:
        words = words_of(line.plain)
        parts = SPEECH.suits.keys() | SPEECH.ranks.keys()
        if cards_in(words, asked.hand) or any(set(fold(word.text).split()) & parts for word in words):
            return Misread(Why.UNCLEAR, line.written)
    return Misread(Why.NOTHING)
