"""Players' words -> steps. A text has one exact reading, which is shown back, or it is refused with what is near."""

from __future__ import annotations

import re
from difflib import get_close_matches

from pbem.cards import Card, Suit
from pbem.orders.card_words import pack, read
from pbem.orders.vocabulary import words
from pbem.premoves.steps import Act, Fact, If, Step, Steps

MOST = 12
"""Steps of a plan."""

_BETWEEN = re.compile(r"\s*(?:[,;.\n]|\b(?:then|else|otherwise)\b)\s*", re.IGNORECASE)
_FILLER = frozenset(
    {"the", "a", "an", "is", "are", "was", "were", "my", "it", "on", "table", "of", "in", "suit", "card", "to", "play"}
    | {"me", "i", "am", "have", "been", "has", "out"}
)
"""Words that change nothing of a step's meaning."""

_BARE = {"LOW": Act.LOW, "LOWEST": Act.LOW, "HIGH": Act.HIGH, "HIGHEST": Act.HIGH, "DUCK": Act.DUCK, "WIN": Act.WIN}
_RANKED = {
    ("DUMP", "HIGHEST"): Act.DUMP_HIGHEST,
    ("DUMP", "HIGH"): Act.DUMP_HIGHEST,
    ("LEAD", "LOWEST"): Act.LEAD_LOWEST,
    ("LEAD", "LOW"): Act.LEAD_LOWEST,
    ("LEAD", "HIGHEST"): Act.LEAD_HIGHEST,
    ("LEAD", "HIGH"): Act.LEAD_HIGHEST,
}
_ONE = {"PLAY": Act.PLAY, "DUMP": Act.DUMP, "LEAD": Act.LEAD, "DISCARD": Act.DUMP, "THROW": Act.DUMP}
_FACTS = {
    "LED": Fact.LED,
    "FALLS": Fact.FALLS,
    "FALL": Fact.FALLS,
    "FELL": Fact.FALLS,
    "FALLEN": Fact.FALLS,
    "GONE": Fact.GONE,
    "PLAYED": Fact.GONE,
    "CLEAN": Fact.CLEAN,
    "LAST": Fact.LAST,
    "VOID": Fact.VOID,
}
_KNOWN = sorted({*_BARE, *_ONE, *_FACTS, "HIGHEST", "LOWEST", "IF", "AND", "POINTS"} | {s.name for s in Suit})


class PlanFault(Exception):
    """A text that is no plan: the words that have no reading, and the nearest that have one."""

    def __init__(self, given: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(given)
        self.given = given
        self.near = near


def parse_plan(text: str, language: str = "en") -> Steps:
    """The steps of a plan; PlanFault for a text that has no exact reading, or none at all."""
    found: list[Step] = []
    waiting: tuple[If, ...] = ()
    for part in _BETWEEN.split(text.strip().rstrip(".!")):
        if not part:
            continue
        when, rest = _conditions(part, language)
        when = waiting + when
        if not rest:  # "IF spades led, DUCK": the comma only parts the condition from what is to be done
            if not when:
                raise _fault(part)
            waiting = when
            continue
        waiting = ()
        found.append(_act(rest, when, language))
    if waiting or not found or len(found) > MOST:
        raise PlanFault(text[:60])
    return tuple(found)


def is_plan(text: str) -> bool:
    """Whether a text has a reading: a line that begins with a word of plans and has none is chatter."""
    try:
        return bool(parse_plan(text))
    except PlanFault:
        return False


def _conditions(part: str, language: str) -> tuple[tuple[If, ...], list[str]]:
    """The conditions that a part begins with, and the words behind them."""
    them = [word.strip(":\"'“”()") for word in part.split()]
    if not them or them[0].upper() != "IF":
        return (), them
    found: list[If] = []
    at = 1
    while True:
        end = next((n for n in range(at, len(them)) if them[n].upper() in _FACTS), None)
        if end is None:
            raise _fault(" ".join(them[at:]) or part)
        found.append(_condition(them[at:end], _FACTS[them[end].upper()], part, language))
        at = end + 1
        while at < len(them) and them[at].lower() in _FILLER and them[at].lower() != "play":  # "on the table"
            at += 1
        if at >= len(them) or them[at].upper() != "AND":
            return tuple(found), them[at:]
        at += 1


def _condition(subject: list[str], fact: Fact, part: str, language: str) -> If:
    plain = [word for word in subject if word.lower() not in _FILLER]
    if fact is Fact.LED:
        if len(plain) == 1 and (suit := _suit(plain[0], language)) is not None:
            return If(fact, suit=suit)
        raise _fault(" ".join(plain) or part)
    if fact in (Fact.FALLS, Fact.GONE):
        if fact is Fact.FALLS and [word.upper() for word in plain] in (["POINTS"], ["POINT"]):
            return If(Fact.POINTS)
        return If(fact, card=_card(subject, language, part))
    if [word for word in plain if word.lower() != "trick"]:
        raise _fault(" ".join(plain))
    return If(fact)


def _act(them: list[str], when: tuple[If, ...], language: str) -> Step:
    upper = [word.upper() for word in them]
    behind = [word for word in them[2:] if word.lower() not in _FILLER]
    if upper == ["DUCK", "LAST"]:
        return Step(Act.DUCK_LAST, when=when)
    if len(upper) == 1 and upper[0] in _BARE:
        return Step(_BARE[upper[0]], when=when)
    ranked = _RANKED.get((upper[0], upper[1])) if len(upper) > 1 else None
    if ranked is not None:
        if not behind:
            return Step(ranked, when=when)
        suit = _suit(behind[0], language) if len(behind) == 1 else None
        if suit is None:
            raise _fault(" ".join(behind))
        return Step(ranked, suit=suit, when=when)
    if upper[0] in _ONE and len(them) > 1:
        return Step(_ONE[upper[0]], card=_card(them[1:], language, " ".join(them)), when=when)
    return Step(Act.PLAY, card=_card(them, language, " ".join(them)), when=when)


def _suit(word: str, language: str) -> Suit | None:
    low = word.lower()
    found = pack(words(language)).suits.get(low) if len(low) > 1 or low in "♠♥♦♣" else None
    return found if found is not None else pack(words("en")).suits.get(low) if len(low) > 1 else None


def _card(them: list[str], language: str, part: str) -> Card:
    text = " ".join(word for word in them if word.lower() not in _FILLER - {"of"}).casefold()
    found = (read(text, pack(words(language)), one=True) or read(text, pack(words("en")), one=True)) if text else None
    if found is None or len(set(found)) != 1:
        raise _fault(" ".join(them) or part)
    return found[0]


def _fault(text: str) -> PlanFault:
    odd = [word for word in text.split() if word.upper() not in _KNOWN and word.lower() not in pack(words("en")).suits]
    near = [match for word in odd for match in get_close_matches(word.upper(), _KNOWN, 1, 0.7)]
    return PlanFault(text[:60], tuple(dict.fromkeys(near)))
