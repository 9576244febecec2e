"""How a moon is paid, in a sentence: "take it off my score", "26 to everyone else".

Said once, and with nothing in the letter that denies, doubts or asks; the two ways in one letter are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.orders.chat_words.language import entries
from pbem.orders.clauses import clauses_of, names
from pbem.orders.grammar import ReadOrder
from pbem.orders.normalise import Line
from pbem.orders.order import Asked, Misread, Order, Reading, Why
from pbem.orders.scan import HAZARDS, Kind, Word, excuses, greets, words_of

ADD, SUBTRACT = "add", "subtract"
_UNCLEAR = "?"
_CURT = 6

_OTHERS = entries(
    "others | other players | other three | the rest | everybody else | everyone else | everybody | everyone | them"
    " | theirs | their | all three | anderen | andere | allen | den anderen | autres | aux autres | anderen"
)
_MINE = entries("me | mine | my | myself | mir | mich | mein | meine | meinem | moi | mon | mes | mij | mijn")
_ADDING = entries("add | adds | adding | addieren | addiere | ajouter | ajoute | ajoutez | optellen")
_TAKING = entries(
    "subtract | subtracts | subtracting | subtraction | deduct | deducting | decrease | abziehen | enlever"
    " | enleve | enlevez | soustraire | aftrekken"
)
_OFF = entries("minus | off | reduce | lower | less | down | ab | moins | eraf | af")
_MY = entries("my | mine | mein | meine | meinem | meinen | mon | mes | mijn")
"""Words of the first take points only beside one of the second, or beside points: "I'm off" takes none."""

_NUMBERS = entries("26 | 52 | +26 | +52 | -26 | -52")
_GIVING = entries("give | gives | get | gets | pay | pays | bekommen | geef | donne | donnez")
_POINTS = entries("26 | 52 | points | point | pts | score | scores | total | punkte | punkten | punten | score | sum")
_PLAIN = entries(
    "the | to | from | for | of | on | in | a | it | that | those | this | all | get | gets | have | pay | pays | make"
    " | away | by | with | want | would like | way | option | version | choice | own | each | else | other"
    " | three | players | rest | bitte | von | zu | de | aux"
    " | les | des | van | bij | aan | den | die | der | ich | je | ik | du | sie | es | ca | zieh | ziehe"
)
_KNOWN = frozenset({Kind.FILLER, Kind.ACT, Kind.PERSON, Kind.MARK, Kind.ASIDE})
_THANKS = ("thank", "thx", "danke", "merci", "bedankt", "dank")


def choice(lines: Sequence[Line], said: Sequence[ReadOrder], asked: Asked) -> Reading | None:
    """The way that the letter plainly says, or the question which one is meant; None if it says nothing of it.

    `said`: its orders as the grammar has them, of which one may be the bare word for a way.
    """
    if set(asked.choices) != {ADD, SUBTRACT} or any(one.order.verb != asked.verb for one in said):
        return None
    if len({one.order.text for one in said}) > 1:
        return None  # two answers, both plain: neither stands
    bare = {one.order.line: one.order.text for one in said}
    ways: list[str] = []
    against: Line | None = None
    for line in lines:
        if line.inert or line.plain == "--":
            break
        found, hazard = _of_line(line, names(asked.writer))
        found = {bare[line.written]} if line.written in bare else found
        ways += sorted(found - {_UNCLEAR})
        if _UNCLEAR in found or hazard or len(set(ways)) > 1:
            against = against or line
    if not ways:
        return None
    order = Order(asked.verb, text=ways[0], line=next(line.written for line in lines if line.plain))
    if against is None:
        return Reading((order,))
    meant = replace(order, text=ways[-1])
    return Reading((), (Misread(Why.TAKEN_BACK, against.written, f"{asked.verb} {ways[-1].upper()}", meant),))


def _of_line(line: Line, writer: frozenset[str]) -> tuple[set[str], bool]:
    """The ways that a line names, and whether it speaks against one."""
    words = words_of(line.plain)
    parts = [] if sum(word.text == '"' for word in words) > 1 else clauses_of(words)  # it quotes somebody, or us
    found = {way for clause, _ in parts if (way := _way(clause, writer))}
    curt = len(words) <= _CURT or bool(found)
    hazard = any(word.kind in HAZARDS for word in words) and curt and not excuses(words)
    return found, hazard or (bool(found) and any(stop == "?" for _, stop in parts))


def _way(clause: list[Word], writer: frozenset[str]) -> str:
    """What one clause says: a way, nothing of it, or something about it that is not plain."""
    texts = [text.strip("+'") for word in clause for text in word.text.split()]
    whole = f" {' '.join(texts)} "
    adding, taking, others = (_holds(whole, words) for words in (_ADDING, _TAKING, _OTHERS))
    counted, points = _holds(whole, _NUMBERS), _holds(whole, _POINTS)
    own = _holds(whole, _MY) or (points and _holds(whole, _MINE))
    taking = taking or (_holds(whole, _OFF) and (counted or own))
    if not (adding or taking or (others and (counted or (points and _holds(whole, _GIVING))))):
        return ""
    if greets(tuple(clause)) or whole.lstrip().startswith((*_THANKS, "and ")):  # "and 26 points for …" goes on
        return ""
    known = _NUMBERS | _GIVING | _OTHERS | _MINE | _ADDING | _TAKING | _OFF | _POINTS | _PLAIN | writer
    strange = [w for w in clause if w.kind not in _KNOWN and not set(w.text.split()) <= known]
    mine = _holds(whole.replace(" for me ", " ") if adding else whole, _MINE)
    if strange or (adding and mine) or (taking and (adding or others)):
        return _UNCLEAR
    return SUBTRACT if taking else ADD if adding or not mine else _UNCLEAR


def _holds(text: str, phrases: frozenset[str]) -> bool:
    return any(f" {phrase} " in text for phrase in phrases)
