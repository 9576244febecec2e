"""What a host writes about a new table: which variant, and which options of the rules and of the table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pbem.app.refusals import Wrong
from pbem.app.unit_of_work import UnitOfWork
from pbem.hearts.refusal import Refused
from pbem.hearts.rules.aliases import ALIASES
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import OptionFault, options, read_option
from pbem.timecontrol.options import OPTIONS, TableOptions, with_option

_PLAYERS = re.compile(r"\b(\d{1,2}) players\b", re.IGNORECASE)
_EQUALS = re.compile(r"\s*=\s*")
_GENERIC = ("hearts", "game", "rules")
"""Words that may stand behind any variant's name: "omnibus hearts"."""

Fault = tuple[str, Mapping[str, Any]]
"""A code with its facts, as of a refusal."""


def variant_named(known: Mapping[str, Rules], text: str) -> str | None:
    """The variant that is called so: by its name or another one, with blanks for dashes, "Hearts" behind it or not."""
    words = text.lower().replace("_", " ").replace("-", " ").split()
    while words:
        name = "-".join(words)
        name = name if name in known else ALIASES.get(name, "")
        if name in known:
            return name
        if words[-1] not in _GENERIC:
            return None
        words.pop()
    return None


def unknown_variant(known: Mapping[str, Rules], text: str) -> Refused:
    """The refusal of a name that nothing is called, with the names that are near it."""
    near = get_close_matches("-".join(text.lower().split()), [*known, *ALIASES], 3)
    names = dict.fromkeys(ALIASES.get(name, name) for name in near)
    return Refused(Wrong.UNKNOWN_VARIANT, given=text[:40], near=tuple(names))


def read_terms(uow: UnitOfWork, text: str) -> tuple[str, Rules, TableOptions]:
    """Variant, rules and pace of `black maria players=4 deadline=24h`. Refused with all that is wrong at once."""
    known = uow.services.variants
    words = _EQUALS.sub("=", _PLAYERS.sub(r"players=\1", text)).split()
    name, rest = _variant(known, words, uow.services.policy.variant)
    pace = TableOptions(deadline=int(uow.services.policy.deadline.total_seconds()))
    faults: list[Fault] = []
    chosen: dict[str, str] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        key = key.lower()
        if not equals or not value:
            faults.append((Wrong.UNKNOWN_OPTION, {"given": word[:40], "near": _near_option(key)}))
        elif key in chosen:
            faults.append((Wrong.OPTION_TWICE, {"option": key}))
        elif key in OPTIONS:
            pace = _paced(pace, key, value.lower(), faults)
        else:
            chosen[key] = value
    return name, _rules(known[name], chosen, faults), pace


def _variant(known: Mapping[str, Rules], words: Sequence[str], usual: str) -> tuple[str, Sequence[str]]:
    """The longest name that the words begin with, and the words behind it."""
    named = next((at for at, word in enumerate(words) if "=" in word), len(words))
    for size in range(named, 0, -1):
        found = variant_named(known, " ".join(words[:size]))
        if found is not None:
            return found, words[size:]
    if named:
        raise unknown_variant(known, " ".join(words[:named]))
    return usual, words


def _rules(base: Rules, chosen: Mapping[str, str], faults: list[Fault]) -> Rules:
    for option, value in chosen.items():
        try:
            read_option(option, value)
        except OptionFault as fault:
            faults.append((fault.code, _told(fault, option, value)))
    if len(faults) == 1:
        raise Refused(faults[0][0], **faults[0][1])
    if faults:
        raise Refused(Wrong.BAD_TERMS, faults=tuple(faults))
    try:
        return options(base, chosen)
    except RulesFault as fault:
        raise Refused(Wrong.BAD_RULES, faults=fault.faults) from None


def _told(fault: OptionFault, option: str, value: str) -> dict[str, Any]:
    """The facts of a fault; what the host wrote is in `given` alone."""
    nearest = tuple(fault.facts["nearest"])
    if fault.code == Wrong.UNKNOWN_OPTION:
        return {"given": option[:40], "near": tuple(dict.fromkeys((*_near_option(option), *nearest)))}
    known = {"option": fault.facts["option"], "allowed": fault.facts["allowed"]}
    return {**known, "given": value[:40], "near": nearest}


def _paced(pace: TableOptions, key: str, value: str, faults: list[Fault]) -> TableOptions:
    try:
        return with_option(pace, key, value)
    except ValueError:
        wrong = Wrong.BAD_DEADLINE if key == "deadline" else Wrong.BAD_OPTION
        faults.append((wrong, {"option": key, "given": value[:40], "allowed": OPTIONS[key].allowed}))
        return pace


def _near_option(word: str) -> tuple[str, ...]:
    return tuple(get_close_matches(word, OPTIONS, 2, 0.7))
