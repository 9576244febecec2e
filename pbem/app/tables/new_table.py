"""What a host writes about a new table: which variant, and which options of the rules and of the table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from pbem.app.unit_of_work import UnitOfWork
from pbem.facts.table_refusals import (
    BadDeadline,
    BadOption,
    BadRules,
    BadTerms,
    OptionTwice,
    UnknownOption,
    UnknownVariant,
)
from pbem.hearts.refusal import Refusal, Refused
from pbem.hearts.rules.aliases import ALIASES
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import OptionFault, options, read_option, switch
from pbem.table.options import OPTIONS, TableOptions, with_option

_PLAYERS = re.compile(r"\b(\d{1,2}) players\b", re.IGNORECASE)
_EQUALS = re.compile(r"\s*=\s*")
_GENERIC = ("hearts", "game", "rules")
"""Words that may stand behind any variant's name: "omnibus hearts"."""


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
    return Refused(UnknownVariant(given=text[:40], near=tuple(names)))


def read_terms(uow: UnitOfWork, text: str) -> tuple[str, Rules, TableOptions]:
    """Variant, rules and pace of `black maria players=4 deadline=24h`. Refused with all that is wrong at once."""
    known = uow.services.variants
    words = _EQUALS.sub("=", _PLAYERS.sub(r"players=\1", text)).split()
    name, rest = _variant(known, words, uow.services.policy.variant)
    policy = uow.services.policy
    pace = TableOptions(deadline=int(policy.deadline.total_seconds()), veil=policy.veil)
    faults: list[Refusal] = []
    seen: set[str] = set()
    chosen: dict[str, str] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        key = key.lower()
        if not (equals and value) and not _is_option(key):
            faults.append(UnknownOption(word[:40], _near_option(key)))
        elif key in seen:
            faults.append(OptionTwice(key))
        elif key in OPTIONS:
            pace = _paced(pace, key, value.lower(), faults)
        else:
            chosen[key] = value
        seen.add(key)
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


def _rules(base: Rules, chosen: Mapping[str, str], faults: list[Refusal]) -> Rules:
    for option, value in chosen.items():
        try:
            read_option(option, value)
        except OptionFault as fault:
            faults.append(_told(fault, option, value))
    if len(faults) == 1:
        raise Refused(faults[0])
    if faults:
        raise Refused(BadTerms(faults=tuple(faults)))
    try:
        return options(base, chosen)
    except RulesFault as fault:
        raise Refused(BadRules(faults=fault.faults)) from None


def _told(fault: OptionFault, option: str, value: str) -> Refusal:
    """What is wrong with an option of the rules; what the host wrote is in `given` alone."""
    if fault.value is None:
        return UnknownOption(option[:40], tuple(dict.fromkeys((*_near_option(option), *fault.nearest))))
    return BadOption(fault.option, value[:40], fault.allowed, fault.nearest)


def _paced(pace: TableOptions, key: str, value: str, faults: list[Refusal]) -> TableOptions:
    try:
        return with_option(pace, key, value)
    except ValueError:
        faults.append(
            BadDeadline(value[:40])
            if key in ("deadline", "clock")
            else BadOption(key, value[:40], OPTIONS[key].allowed)
        )
        return pace


def _is_option(key: str) -> bool:
    try:
        return key in OPTIONS or bool(switch(key))
    except OptionFault:
        return False


def _near_option(word: str) -> tuple[str, ...]:
    return tuple(get_close_matches(word, OPTIONS, 2, 0.7))
