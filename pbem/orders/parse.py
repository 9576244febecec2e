"""A letter's lines -> orders. A line is an order if its every word fits, else it is chatter; nothing is guessed.

Chatter beside orders is ignored. A letter without any order is answered with its likeliest near miss.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from pbem.cards import cards_text
from pbem.orders.arguments import CARD_ARGS
from pbem.orders.brackets import opened
from pbem.orders.choosing import choice
from pbem.orders.clauses import hear
from pbem.orders.conflicts import GAME, question, resolve_conflicts
from pbem.orders.consent import Consent, consent
from pbem.orders.forms import form_in
from pbem.orders.grammar import Grammar, ReadOrder, grammar
from pbem.orders.letter import Place, moves, objection, without_signatures
from pbem.orders.line_layout import rejoined
from pbem.orders.misread import Miss, forgiven, near_miss
from pbem.orders.normalise import Line, normalise, unmasked
from pbem.orders.order import Args, Asked, Misread, Order, Reading, Spec, Why
from pbem.orders.scan import Kind, cards_in, greets, words_of
from pbem.orders.sentences import sentences, set_off
from pbem.orders.subject import game_in_subject, order_in_subject
from pbem.orders.suggest import card_meant, held_back, leave_in, unclear

__all__ = ["game_in_subject", "parse"]

MAX_LINES = 200
"""Written lines of a letter that are read; no one writes more orders, and a hostile letter costs no more."""

MAX_TALK = 2000
"""Characters of a text to the table."""

_MAX_BLANK = 2000
_OUR_DEAL = re.compile(r"Deal \d{1,4}(?:[:,.]?\s+(?=\S)|$)")
"""What our own subject says before the order that somebody has put behind it."""

_WRAPPED = 60
"""A line at least this long that has a next one was probably broken by the mail program."""


def parse(lines: Sequence[str], subject: str, asked: Asked, specs: Sequence[Spec], language: str = "en") -> Reading:
    """All orders of a letter, in order, and what was misread.

    The subject counts only where the body holds no order and nothing near one.
    """
    rules = grammar(tuple(specs), language)
    written = opened(rejoined(_written(lines)), asked.answered)
    forms = [form for line in written if (form := form_in(line, rules)) is not None]
    if forms:
        return Reading((), (forms[0],))
    places = without_signatures(_walk(written, asked, rules), asked)
    said = [place.said for place in places if place.said is not None]
    chatter = [place.line for place in places if place.said is None and place.line.plain]
    against = objection(places)
    if against is not None:
        return _taken_back(said, against, asked)
    if asked.yes and not any(one.spec is None or one.order.cards for one in said):
        answer = _consented(written, said, asked, rules)
        if answer is not None:
            return answer
    chosen = choice(written, said, asked) if asked.choices else None
    if chosen is not None:
        return chosen
    if not said:
        looks = (forgiven(line, rules) for line in chatter)
        said = [order for order in looks if order is not None][:1]
    if said:
        return _reading(said, chatter, asked, rules)
    return _question(chatter, subject, asked, rules)


def _taken_back(said: list[ReadOrder], against: Line, asked: Asked) -> Reading:
    """The orders that no line speaks against, and the question whether the card was meant."""
    gone = [one for one in said if moves(one)]
    rest = [one for one in said if not moves(one) and one.order.line != against.written]
    meant = gone[0].order
    other = hear(against.plain, asked).cards
    if other and set(other) != set(meant.cards) and len(other) == len(meant.cards) and not held_back(against):
        meant = replace(meant, cards=other, line=against.written)
    elif len({one.order.cards for one in gone}) > 1:
        clash = next(one.order for one in gone if one.order.cards != meant.cards)
        return Reading(tuple(one.order for one in rest), (Misread(Why.TWO_PLAYS, clash.line, meant.line),))
    text = f"{meant.verb} {cards_text(meant.cards)}"
    return Reading(tuple(one.order for one in rest), (Misread(Why.TAKEN_BACK, against.written, text, meant),))


def _consented(lines: list[Line], said: list[ReadOrder], asked: Asked, rules: Grammar) -> Reading | None:
    """The answer to a question of yes or no in any words; None if the letter gives none."""
    others = [one for one in said if one.order.verb not in (asked.yes, asked.no)]
    if (others and said == others) or len({one.order.verb for one in said}) > 1 + len(others):
        return None
    heard = consent(lines, asked.writer)
    if heard is Consent.NEITHER or (asked.verb and any(cards_in(words_of(line.plain)) for line in lines)):
        return None
    verb = asked.no if heard is Consent.NO else asked.yes
    clear = heard in (Consent.YES, Consent.NO) and verb
    line = next((line.written for line in lines if line.plain), "")
    if clear and not others:
        return _reading([ReadOrder(Order(verb, line=line), rules.specs.get(verb), bare=True)], [], asked, rules)
    if clear:
        return None
    return Reading(tuple(o.order for o in others), (Misread(Why.CLOSE, line, verb, Order(verb, line=line)),))


def _question(chatter: list[Line], subject: str, asked: Asked, rules: Grammar) -> Reading:
    """What is asked back where the letter holds no order."""
    miss = _likeliest(chatter, asked, rules)
    strong = miss is not None and miss.misread.why is not Why.UNKNOWN
    if not strong:
        reading = _from_subject(subject, asked, rules)
        if reading.orders or reading.misread[0].why is not Why.NOTHING:
            return reading
    leaving = leave_in(chatter or [normalise(subject)], asked, rules)
    if leaving is not None and (miss is None or not miss.strong):
        return Reading((), (leaving,))
    meant = None if strong and miss is not None and miss.strong else card_meant(chatter, asked)
    if meant is not None and (miss is None or miss.misread.why is not Why.MIXED_SCRIPT):
        return Reading((), (meant,))
    if miss is not None:
        return Reading((), (miss.misread,))
    return Reading((), (unclear(chatter, asked),))


def _written(lines: Sequence[str]) -> list[Line]:
    """The lines, normalised; blank ones are kept between, since they end a text."""
    read: list[Line] = []
    count = 0
    for raw in islice(lines, _MAX_BLANK):
        line = normalise(raw)
        read.append(line)
        count += bool(line.written)
        if count == MAX_LINES:
            break
    return read


def _walk(lines: list[Line], asked: Asked, rules: Grammar) -> list[Place]:
    places: list[Place] = []
    first, apart = True, True
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line.plain:
            if line.written:
                places.append(Place(line, None, apart))  # a ruled line: the letter may end there
            apart = apart or not line.written
            continue
        found = rules.read(line, asked, first) or _heard(line, asked, rules)
        first = False
        if found is not None and found.spec is not None and found.spec.args is Args.TEXT:
            found, at = _talk(found, lines, at, asked, rules)
        if found is None or found.open:
            places += _parted(line, apart, asked, rules) or [Place(line, None, apart)]
        else:
            places.append(Place(line, replace(found, order=replace(found.order, line=line.written)), apart))
        apart = False
    return places


def _parted(line: Line, apart: bool, asked: Asked, rules: Grammar) -> list[Place]:
    """The sentences of a line as lines of their own, where one of them is the answer; else nothing."""
    if not asked.count or line.inert or not line.whole:
        return []
    for parts, leads in ((sentences(line), False), (set_off(line), True)):
        said = [_heard(part, asked, rules) or rules.read(part, asked, first=False) for part in parts]
        answers = [
            one if one is not None and one.bare and one.order.cards and _sole(part) else None
            for part, one in zip(parts, said, strict=True)
        ]
        if any(answers[: 1 if leads else None]):
            return [
                Place(part, one and replace(one, order=replace(one.order, line=line.written)), apart and not at, at=at)
                for at, (part, one) in enumerate(zip(parts, answers, strict=True))
            ]
    return []


def _sole(part: Line) -> bool:
    """Whether a sentence is the answer and no more: "These are your settings, QS. Mails go to …" is one of ours."""
    words = words_of(part.plain)
    return greets(words) or all(word.kind is not Kind.OTHER for word in words)


def _heard(line: Line, asked: Asked, rules: Grammar) -> ReadOrder | None:
    """The cards that a line plainly means though the grammar does not know its words."""
    spec = rules.specs.get(asked.verb)
    if not asked.count or (spec is not None and spec.args not in CARD_ARGS) or line.inert or not line.whole:
        return None
    if unmasked(line) is not None:
        return None
    heard = hear(line.plain, asked)
    return ReadOrder(Order(asked.verb, cards=heard.cards), spec, bare=True) if heard.plain else None


def _talk(found: ReadOrder, lines: list[Line], at: int, asked: Asked, rules: Grammar) -> tuple[ReadOrder, int]:
    """The text of SAY or TELL, which ends with its line.

    It goes on where the verb stands alone (to the next blank line), and where its line is so long that a mail program
    broke it. An order ends it in each case: a move is never taken for talk, and never told to the table.
    """
    parts = [found.order.text] if found.order.text else []
    block = found.open
    before = lines[at - 1].written
    while at < len(lines) and (block or len(before) >= _WRAPPED):
        line = lines[at]
        if not line.plain or line.inert or line.plain == "--" or rules.read(line, asked, first=False) is not None:
            break
        parts.append(line.written)
        before = line.written
        at += 1
    text = " ".join(parts)[:MAX_TALK].strip()
    return replace(found, order=replace(found.order, text=text), open=not text), at


def _reading(said: list[ReadOrder], chatter: list[Line], asked: Asked, rules: Grammar) -> Reading:
    orders, clashes = resolve_conflicts(said, asked)
    misread = list(clashes)
    # The letter answers no question, yet a line of it can hardly be chatter ("SAY hi" and "PLYA QS"): tell both.
    if not clashes and not any(question(one, asked) for one in said if one.order.verb != GAME):
        miss = _likeliest(chatter, asked, rules)
        if miss is not None and miss.strong:
            misread.append(miss.misread)
    return Reading(tuple(orders), tuple(misread))


_LIKELIEST = (Why.MIXED_SCRIPT, Why.CLOSE, Why.NOT_A_CARD, Why.ARGS, Why.UNKNOWN)


def _likeliest(chatter: list[Line], asked: Asked, rules: Grammar) -> Miss | None:
    misses = [miss for line in chatter if (miss := near_miss(line, asked, rules)) is not None]
    return min(misses, key=lambda miss: (not miss.strong, _LIKELIEST.index(miss.misread.why)), default=None)


def _from_subject(subject: str, asked: Asked, rules: Grammar) -> Reading:
    line = normalise(_OUR_DEAL.sub("", order_in_subject(subject)))
    found = (rules.read(line, asked) or _heard(line, asked, rules)) if line.plain else None
    if found is not None and not found.open:
        return Reading((replace(found.order, line=line.written),))
    miss = near_miss(line, asked, rules) if line.plain else None
    if miss is not None and miss.strong:
        return Reading((), (miss.misread,))
    return Reading((), (Misread(Why.NOTHING),))
