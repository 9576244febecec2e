"""Yes and no in other words, with thanks, names and courtesy around them, in any of the languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from pbem.orders.chat_words import SPEECH
from pbem.orders.chat_words.language import entries
from pbem.orders.clauses import clauses_of, names
from pbem.orders.normalise import Line
from pbem.orders.scan import HAZARDS, Kind, Word, excuses, greets, words_of


class Consent(StrEnum):
    """What a letter says to a question of yes or no."""

    YES = "yes"
    NO = "no"
    PERHAPS = "perhaps"  # it says one of them, and something that speaks against it
    NEITHER = "neither"


_SLIPS = frozenset({"typo", "ups", "oops", "whoops"})
"""Beside a yes these tell what had gone wrong before it."""

_WHY_NOT = frozenset({"why not", "warum nicht", "pourquoi pas", "waarom niet"})
"""Questions that are a yes."""

_MOST_LINES = 12
_LONGEST = max(phrase.count(" ") + 1 for phrase in SPEECH.yes | SPEECH.no)
_SHORT = 6
_THANKS = ("thank", "thx", "danke", "merci", "bedankt", "dank")

_WEAK = entries(
    "good | great | right | in | play | join | fine | perfect | true | mine | super | top | prima | bitte | leuk"
    " | goed | correct | no | nein | non | nee | nope | wrong | sorry | never | that one | i did | i do | i will"
    " | i would | me too | go on | falsch | dabei | sicher | i did not | i didn't | don't | do not | can't | cannot"
    " | on | exact | exactement | juist | precies | entendu | somebody else | someone else | genau | zeker | y | n"
    " | it was | i was | it is | i have time | it wasn't | it was not | i wasn't | not really | don't want"
    " | do not want | that's it | that is it | not for me"
)
"""Words that mean yes or no only where nothing else stands in their clause."""

_ALSO_YES = frozenset("👍🙋✅✔👌🆗")
_ALSO_NO = frozenset("👎❌🚫")
_NEUTRAL = frozenset({Kind.FILLER, Kind.MARK, Kind.ASIDE, Kind.PERSON, Kind.WISH})
_ADVERBS = entries(
    "hell | heck | au | oh | ooh | very | really | truly | so | too | grand | tres | heel | erg | sehr | gern | gerne"
    " | graag | am | bin | suis | ben | much | honestly | totally | again | for the invitation | fur die einladung"
    " | pour l'invitation | voor de uitnodiging"
)
"""Words beside a yes or a no that only make it stronger, or its sentence whole."""

_BESIDE = _ADVERBS | _SLIPS
_DRAWL = re.compile(r"([^\W\d_])\1+")
_BUTS = frozenset({"but", "aber", "mais", "maar"})
_ELSE = entries(
    "something | else | another | different | other | one | a | the | card | etwas anderes | anderes | andere | eine"
    " | autre | chose | une | iets | anders | andere | een"
)
"""Beside a no these say only that it is something else."""

_DROPS = entries("ignore | disregard | forget it | forget that | cancel | delete | scratch that")
"""Beside a no these say it once more."""


def consent(lines: Sequence[Line], writer: str) -> Consent:
    """What the letter says, whole. A "yes" with a condition, a question or a "no" beside it is none."""
    said: list[Consent] = []
    doubt = waits = sorry = False
    written = [line for line in lines if line.plain][:_MOST_LINES]
    for place, line in enumerate(written):
        if line.inert or line.plain == "--":
            break
        clauses = clauses_of(words_of(line.plain))
        odd = [_strange(clause, names(writer)) for clause, _ in clauses]
        for at, (clause, stop) in enumerate(clauses):
            before = any(each and mark != "!" for each, (_, mark) in zip(odd[:at], clauses, strict=False))
            found, hazard, waiting = _clause(clause, names(writer), alone=not any(odd))
            if found is Consent.NO and _merely_sorry(clause):
                sorry, found, hazard, waiting = True, Consent.NEITHER, False, False
            # A yes in the middle of a sentence is none: "taken by Ben, no points"
            said.append(Consent.NEITHER if before and not any(s is not Consent.NEITHER for s in said) else found)
            near = place < 2 or len(clause) <= _SHORT
            doubt = doubt or (hazard and near) or (stop == "?" and near and _said(clause) not in _WHY_NOT)
            waits = waits or (waiting and any(s is not Consent.NEITHER for s in said))  # not "oops, yes"
    both = {Consent.YES, Consent.NO} <= set(said)
    answer = next((each for each in said if each is not Consent.NEITHER), Consent.NEITHER)
    if answer is Consent.NEITHER:
        return Consent.NO if sorry and not doubt else answer
    if both or Consent.PERHAPS in said:
        return Consent.PERHAPS
    return Consent.PERHAPS if waits or (doubt and answer is Consent.YES) else answer


def _clause(clause: list[Word], writer: frozenset[str], alone: bool) -> tuple[Consent, bool, bool]:
    """What one clause says, whether a word of it speaks against a yes, and whether one takes anything back."""
    texts = [_drawn_in(text) for word in clause for text in word.text.split()]
    said: list[Consent] = []
    rest: list[str] = []
    strong, at, leads = False, 0, True
    while at < len(texts):
        size = next((n for n in range(min(_LONGEST, len(texts) - at), 0, -1) if _known(texts[at : at + n])), 0)
        if size:
            phrase = " ".join(texts[at : at + size])
            at += size
            if said and phrase in SPEECH.apologies:
                continue  # "yes, sorry"
            leads = leads and (bool(said) or all(_neutral(text, writer) or text in _BUTS for text in rest))
            said.append(Consent.NO if phrase in SPEECH.no or phrase in _ALSO_NO else Consent.YES)
            strong = strong or phrase not in _WEAK
            continue
        rest.append(texts[at])
        at += 1
    left = words_of(" ".join(rest)) if rest else ()
    others = [w for w in left if w.kind not in _NEUTRAL and w.text not in writer and w.text not in _BESIDE]
    if set(said) == {Consent.NO} and not clause[0].text.startswith(_THANKS):
        others = [w for w in others if w.text not in _BUTS | _ELSE]  # "thanks, but no", "no, another one"
    hazards = [w for w in others if (w.kind in HAZARDS or w.kind is Kind.TALE) and w.text not in _SLIPS]
    hazard, waiting = bool(hazards), any(w.kind is Kind.TAKEBACK and w.text not in _DROPS for w in hazards)
    if not said or not leads or (not strong and (others or not alone)):
        return Consent.NEITHER, hazard, waiting
    if len(set(said)) > 1:
        # "no, it was me": the two speak against each other; "yes, no problem" has its second half in the asides
        return (said[0] if said[0] is Consent.NO and not strong else Consent.PERHAPS), hazard, waiting
    return said[0], hazard, waiting


def _merely_sorry(clause: list[Word]) -> bool:
    """Whether a clause says no only by its apology: a no alone, and a courtesy beside a yes."""
    texts = [text for word in clause for text in word.text.split()]
    rest = range(1, len(texts))
    return excuses(tuple(clause)) and not any(
        " ".join(texts[a : b + 1]) in SPEECH.no for a in rest for b in rest[a - 1 :]
    )


def _said(clause: list[Word]) -> str:
    return " ".join(word.text for word in clause)


def _strange(clause: list[Word], writer: frozenset[str]) -> bool:
    """Whether a clause is more than an answer, a greeting, a name or thanks."""
    if greets(tuple(clause)) or excuses(tuple(clause)) or (clause and clause[0].text.startswith(_THANKS)):
        return False
    texts = [text for word in clause for text in word.text.split()]
    if any(_known(texts[:n]) for n in range(1, min(_LONGEST, len(texts)) + 1)):
        return False
    plain = _SLIPS | _ELSE | writer
    return any(word.kind not in _NEUTRAL and word.text not in plain for word in clause)


def _neutral(text: str, writer: frozenset[str]) -> bool:
    return text in writer or text in _BESIDE or all(word.kind in _NEUTRAL for word in words_of(text))


def _drawn_in(text: str) -> str:
    """ "yesss" and "jaaa" as they are without their drawl."""
    short = _DRAWL.sub(r"\1", text)
    return short if short != text and not _known([text]) and _known([short]) else text


def _known(texts: list[str]) -> bool:
    phrase = " ".join(texts)
    return phrase in SPEECH.yes or phrase in SPEECH.no or phrase in _ALSO_YES or phrase in _ALSO_NO
