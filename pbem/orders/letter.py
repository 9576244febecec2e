"""The letter as a whole: does another line take the card back, and is the last line a card or a signature?

A bare card is an order only while nothing else in the letter speaks against it. A postscript about last week's king
does not; "no wait", another card in the next line, or "Ben said:" above it do. Then the writer is asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.cards import Card
from pbem.orders.arguments import CARD_ARGS, PLAY
from pbem.orders.brackets import copied
from pbem.orders.chat_words import SPEECH
from pbem.orders.chat_words.language import entries, fold
from pbem.orders.clauses import names
from pbem.orders.grammar import ReadOrder
from pbem.orders.normalise import Line
from pbem.orders.order import Asked
from pbem.orders.scan import Kind, Word, cards_in, excuses, greets, words_of

_OBJECTING = frozenset({"CANCEL", "STOP", "NO", "DECLINE", "PAUSE"})
"""Orders that, beside a card, may mean that card."""

_POINTING = frozenset({"it", "that", "this", "one", "yet", "das", "es", "die", "ca", "cela", "dat", "het", "so"})
_CHECKING = entries(
    "right | ok | okay | legal | allowed | correct | good | possible | or | oder | richtig | oui | toch | stimmt | das"
    " | klopt | dat | ca | juste | gut | goed"
)
_DEVICE = ("sent from", "sent via", "get outlook", "envoye de", "envoye depuis", "von meinem", "gesendet von",
           "verzonden vanaf", "verstuurd vanaf", "outlook")  # fmt: skip
_ASKED_WHEN = entries("when | wann | quand | wanneer")
_REVISING = entries(
    "change | change it | change that | changing | late | still | undo | legal | allowed | valid | andern | aendern"
    " | spat | spaet | noch | erlaubt | gultig | changer | tard | encore | permis | valable | wijzigen | veranderen"
    " | laat | nog | toegestaan | geldig"
)
"""In a question behind a card these are about the card."""

_WAS = entries("was | were | war | etait | had | hatte | avait")
_DISCLAIMING = (
    "intended recipient", "this e-mail", "this email", "this message", "confidential", "diese e-mail",
    "diese nachricht",
    "ce message", "ce courriel", "deze e-mail", "dit bericht", "vertraulich", "confidentiel", "vertrouwelijk",
    "the information in this",
)  # fmt: skip
_CONTACT = ("tel:", "tel.:", "fax:", "phone:", "mobile:", "mob:", "telefon:", "telefoon:", "www.", "http")
_TERMINATED = (".", "!", ")", "…", ";", ":)", ":-)", ";-)")
_LINKING = entries("is | was | would | were | should | could | might | ware | waere | serait | zou | ist | est")
_SHORT, _CURT, _QUESTION = 6, 4, 9
_RULED = re.compile(r"--|[-_=*#—–]{3,}")


@dataclass(frozen=True, slots=True)
class Place:
    """A written line of the letter and what it was read as. `apart`: a blank line stands above it."""

    line: Line
    said: ReadOrder | None
    apart: bool
    signed: bool = False  # initials or an exclamation that only looked like a card
    at: int | None = None  # which sentence of a line of several

    @property
    def words(self) -> tuple[Word, ...]:
        """The line's words, as the scan has them."""
        return words_of(self.line.plain)

    @property
    def ends(self) -> bool:
        """Whether a sentence ends with the line."""
        return self.line.written.rstrip("*_\"' ").endswith(_TERMINATED) or self.line.stressed


def moves(said: ReadOrder | None) -> bool:
    """Whether the order gives cards away: what must never happen by mistake."""
    if said is None or not said.order.cards:
        return False
    return said.bare or said.spec is None or (said.spec.args in CARD_ARGS and said.spec.topic == PLAY)


def without_signatures(places: list[Place], asked: Asked) -> list[Place]:
    """The letter with initials and small words that only look like cards read as what they are."""
    found = list(places)
    last = _last(found)
    for at, place in enumerate(found):
        if place.said is None and at and _signed(place):
            found[at] = Place(place.line, None, place.apart, signed=True, at=place.at)
        if place.said is None or not place.said.bare or not place.said.order.cards:
            continue
        if _exclaimed(found, at) or _dashed(place) or (at and _initials(found, at, last, asked)):
            found[at] = Place(place.line, None, place.apart, signed=True, at=place.at)
    return found


def objection(places: list[Place]) -> Line | None:
    """The first line that speaks against a card of the letter; None if none does."""
    at_move = [at for at, place in enumerate(places) if moves(place.said)]
    if not at_move:
        return None
    played = frozenset(c for at in at_move for said in [places[at].said] if said for c in said.order.cards)
    for place in places[: at_move[0]]:
        named = cards_in(place.words) if copied(place.line.plain) else ()
        if set(named) - played:
            return place.line  # an offer of ours that was copied, and then another card
    for at, place in enumerate(places):
        if at > at_move[-1] and (_RULED.fullmatch(place.line.written) or _disclaims(place)):
            break  # what stands below is a signature, an advertisement, a disclaimer
        if place.said is not None:
            wonders = at > at_move[-1] and not place.line.plain.strip("?! ")  # a lone "?" below a card
            if (place.said.order.verb in _OBJECTING or wonders) and not moves(place.said):
                return place.line
            continue
        if place.signed or place.line.inert or not place.line.plain:
            continue
        before = at < at_move[0]
        adjacent = (at + 1 in at_move and not places[at + 1].apart) or (at - 1 in at_move and not place.apart)
        if at + 1 in at_move and not _commands(places[at + 1], place) and _introduces_otherwise(place, adjacent):
            return place.line
        if _speaks_against(place, before, adjacent, played) or (adjacent and _tells_of_it(place, before)):
            return place.line
    return None


def _commands(move: Place, above: Place) -> bool:
    """Whether the move stands with its verb, `PLAY QS`, below a sentence that a colon ends: then it is its writer's."""
    verb = move.said.order.verb.casefold() if move.said is not None else ""
    colon = above.line.written.rstrip().endswith(":")
    told = any(word.kind in (Kind.TALE, Kind.DENIAL, Kind.CONDITION, Kind.DOUBT) for word in above.words)
    own = above.line.plain.count(" ") >= _SHORT or (move.apart and not told)
    return colon and own and move.line.folded.startswith(verb)


def _speaks_against(place: Place, before: bool, adjacent: bool, played: frozenset[Card]) -> bool:
    words = place.words
    kinds = {word.kind for word in words}
    cards = cards_in(words)
    count = sum(word.text.count(" ") + 1 for word in words if word.kind not in (Kind.STOP, Kind.MARK))
    if set(cards) - played and (adjacent or before or not _memory(words)):
        return True
    if Kind.TAKEBACK in kinds and (not before or cards):
        return True
    acts = any(word.kind is Kind.ACT and word.text != "be" for word in words)
    acting = acts or any(set(word.text.split()) & _POINTING for word in words)
    strange = sum(word.kind is Kind.OTHER for word in words)
    news = place.apart and bool(strange) and count >= _CURT and not acting  # "The dog is not well."
    if Kind.DENIAL in kinds and (cards or (not before and ((count <= _SHORT and not news) or acting))):
        return True
    if before:
        return False
    if Kind.DOUBT in kinds and (cards or count <= _CURT or acts):
        return True
    asks = any(word.text == "?" for word in words)
    first = next((word for word in words if word.kind not in (Kind.STOP, Kind.MARK)), None)
    chatter = place.apart and count > _SHORT and not acting  # "If you like, we can talk tomorrow."
    conditional = first is not None and first.kind is Kind.CONDITION and not chatter
    if asks and first is not None and first.text in _ASKED_WHEN:
        conditional = False
    if Kind.CONDITION in kinds and (cards or acts or conditional):
        return True
    if (
        adjacent
        and first is not None
        and place.line.written[:1].islower()
        and (first.text in _LINKING or first.kind in (Kind.TALE, Kind.DOUBT))
    ):
        return True
    revising = count <= _QUESTION and any(set(word.text.split()) & _REVISING for word in words)
    return asks and (revising or all(w.text in _CHECKING for w in words if w.kind not in (Kind.STOP, Kind.MARK)))


def _disclaims(place: Place) -> bool:
    text = fold(place.line.plain)
    if text.startswith(_CONTACT):
        return True
    return place.line.plain.count(" ") >= _SHORT and any(phrase in text for phrase in _DISCLAIMING)


def _tells_of_it(place: Place, before: bool) -> bool:
    """Whether a sentence beside the card's on one line tells of it, or forbids it: "QS. Ben played that last time."."""
    words = place.words
    if place.at is None or greets(words) or excuses(words):
        return False
    told = any(word.kind is Kind.TALE and word.text not in _WAS for word in words)
    if not before:
        return told and any(set(word.text.split()) & _POINTING for word in words)
    forbids = any(word.kind is Kind.DENIAL for word in words) and any(word.kind is Kind.ACT for word in words)
    wonders = any(word.text == "?" for word in words) and any(word.kind is Kind.DOUBT for word in words)
    return (told or forbids or wonders) and not _memory(words)


def _introduces_otherwise(place: Place, adjacent: bool) -> bool:
    """Whether the line directly above a card makes it something else than an answer: "I hold", "Ben said:"."""
    words = place.words
    if greets(words):
        return False
    kinds = {word.kind for word in words}
    colon = place.line.written.rstrip("*_ ").endswith(":")
    strange = Kind.OTHER in kinds
    if colon:
        return strange or bool(kinds & {Kind.TALE, Kind.DENIAL, Kind.DOUBT, Kind.CONDITION})
    if place.ends or excuses(words):
        return False
    if kinds & {Kind.TALE, Kind.DENIAL, Kind.DOUBT, Kind.CONDITION, Kind.TAKEBACK}:
        return True
    # "See you at⏎10H": the sentence goes on; a name alone or a line that ends in a comma does not
    return adjacent and strange and len(words) > 2 and not place.line.written.rstrip().endswith(",")


def _memory(words: tuple[Word, ...]) -> bool:
    return any(set(word.text.split()) & SPEECH.past for word in words)


def _last(places: list[Place]) -> int:
    """The letter's last line that is not a device's, and no quote."""
    at = len(places) - 1
    while at > 0 and (places[at].line.inert or fold(places[at].line.plain).startswith(_DEVICE)):
        at -= 1
    return at


def _exclaimed(places: list[Place], at: int) -> bool:
    """ "Ah" above the words that it begins, "ha" and "as" in a sentence of several lines."""
    place = places[at]
    if not place.line.plain.isalpha() or len(place.line.plain) != 2 or place.line.plain.isupper():
        return False
    if cards_in(words_of(place.line.plain.lower())):  # no everyday word
        return False
    follows = places[at + 1] if at + 1 < len(places) else None
    return follows is not None and not follows.apart and follows.said is None and len(follows.words) > 1


def _initials(places: list[Place], at: int, last: int, asked: Asked) -> bool:
    """Whether two letters at the letter's end are somebody's initials."""
    place, above = places[at], places[at - 1]
    if place.at:  # "That was quick! KS" is a card: who signs begins a line, unless the answer is still to come
        return _farewell(above) or any(_later(p.words) for p in places[:at])
    letters = place.line.plain.replace(".", "").replace(" ", "")
    if len(letters) != 2 or not letters.isalpha() or place.said is None:
        return False
    farewell = above.said is None and _farewell(above)
    if farewell:
        return True
    if at != last:
        return False
    others = [c for p in places[:at] if moves(p.said) and p.said for c in p.said.order.cards]
    if asked.count > 1 and 0 < len(others) < asked.count:
        return False  # the last of a list, one card a line
    dashed = place.line.written.lstrip()[:1] in ("-", "–", "—")
    own = "".join(name[0] for name in fold(asked.writer).split() if name[0].isalpha())
    if dashed or (len(own) > 1 and fold(letters) in (own, own[0] + own[-1])):
        return True
    if others:
        rival = place.said.order.cards[0]
        return place.apart and bool(asked.legal) and rival not in asked.legal and rival not in others
    return any(_talks(p, asked) for p in places[:at])


def _signed(place: Place) -> bool:
    """ "Cheers, AC" in one line."""
    words = [word for word in place.words if word.kind is not Kind.STOP]
    if not words or words[-1].card is None or len(words[-1].text) != 2 or not words[-1].text.isalpha():
        return False
    return " ".join(word.text for word in words[:-1]) in SPEECH.farewells


def _dashed(place: Place) -> bool:
    """ "— JS": a dash that is no list's."""
    return place.line.written.lstrip()[:1] in ("–", "—") and len(place.line.plain) == 2 and place.line.plain.isalpha()


def _farewell(place: Place) -> bool:
    text = " ".join(word.text for word in place.words if word.kind is not Kind.STOP)
    signed = place.line.written.rstrip().endswith((",", "!", "."))
    thanks = text.startswith(("thank", "thx", "danke", "merci", "bedankt", "dank"))
    return text in SPEECH.farewells and (signed or not thanks)


def _talks(place: Place, asked: Asked) -> bool:
    """Whether a line above lone initials says something, so that they are a signature: no greeting, no apology."""
    words = place.words
    if place.said is not None:
        return False
    if cards_in(words) or (place.ends and any(word.kind is Kind.ACT for word in words)):
        return True  # "Liebe Grüße, JS", "Throw it away."
    if greets(words):
        return False
    if excuses(words) and not _later(words) and all(word.kind is not Kind.TAKEBACK for word in words):
        return False
    return any(w.kind not in (Kind.FILLER, Kind.MARK, Kind.STOP, Kind.ACT, Kind.PERSON, Kind.ASIDE)
               and w.text not in names(asked.writer) for w in words)  # fmt: skip


def _later(words: tuple[Word, ...]) -> bool:
    text = " " + " ".join(word.text for word in words) + " "
    return any(f" {phrase} " in text for phrase in SPEECH.later)
