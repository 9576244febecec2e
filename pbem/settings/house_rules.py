"""The variants on offer: the presets, and the operator's house rules from `variants.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pbem.hearts.rules.faults import RulesFault, RulesFaultItem
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import OptionFault, options
from pbem.settings import Fault, Settings, SettingsFault


def variants(settings: Settings) -> Mapping[str, Rules]:
    """Every variant by name. House rules that cannot be played, and a [games] variant that is none, are told at start:
    raises `SettingsFault` with all of them.
    """
    known: dict[str, Rules] = dict(PRESETS)
    faults: list[Fault] = []
    path = settings.games.variants
    if path is not None:
        for name, row in _sections(path):
            try:
                known[name.lower()] = _house_rule(name, row, known)
            except _Unplayable as fault:
                faults.append(Fault(f"{path.name}: [{name}]", *fault.args))
    if settings.games.variant not in known and not faults:
        faults.append(Fault("games.variant", f"{settings.games.variant!r} is no variant", _near(settings, known)))
    if faults:
        raise SettingsFault(faults)
    return known


_MEND = "`pbem variants` lists them"


class _Unplayable(Exception):
    """What is wrong with a house rule, and what to do about it."""


def _sections(path: Path) -> Iterator[tuple[str, Any]]:
    try:
        yield from tomllib.loads(path.read_text("utf-8")).items()
    except (OSError, UnicodeDecodeError) as bad:
        raise SettingsFault([Fault(str(path), f"cannot be read: {bad}", "Save it as UTF-8 text")]) from None
    except tomllib.TOMLDecodeError as bad:
        raise SettingsFault(
            [Fault(str(path), f"is not TOML: {bad}", "Mend that line; texts stand in quotes")]
        ) from None


def _house_rule(name: str, row: Any, known: Mapping[str, Rules]) -> Rules:
    """The record of one section; it carries the name that players see. `base` may name a house rule further up."""
    if not isinstance(row, Mapping):
        raise _Unplayable("must be a section", f"Write [{name}] on a line, and its options below")
    if not name.replace("-", "").replace("_", "").isalnum():
        raise _Unplayable("cannot be written in a mail", "Name it in letters, digits and dashes, without blanks")
    base = str(row.get("base", "american")).lower()
    if base not in known:
        raise _Unplayable(f"stands on {base!r}, which is no variant", _MEND)
    texts = {option: _text(value) for option, value in row.items() if option != "base"}
    try:
        return replace(options(known[base], texts), name=name.lower())
    except OptionFault as fault:
        raise _Unplayable(*_told(fault)) from None
    except RulesFault as fault:
        causes = "; ".join(_cause(item) for item in fault.faults)
        raise _Unplayable(f"cannot be played: {causes}", "Change the options so that they go together") from None


def _text(value: Any) -> str:
    """A TOML value as a host would write it in NEW."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _told(fault: OptionFault) -> tuple[str, str]:
    near = f"Did you mean {' or '.join(fault.nearest)}?" if fault.nearest else ""
    if fault.value is None:
        return f"has an option {fault.option!r}, which is none", near or "`pbem variants NAME` shows the options"
    possible = f"Possible is {', '.join(fault.allowed)}" if fault.allowed else "Compare it with the example"
    return f"{fault.option} = {fault.value!r} is no value of it", near or possible


def _cause(item: RulesFaultItem) -> str:
    facts = ", ".join(f"{key} {value}" for key, value in asdict(item).items() if key != "code")
    return item.code.replace("-", " ") + (f" ({facts})" if facts else "")


def _near(settings: Settings, known: Mapping[str, Rules]) -> str:
    close = get_close_matches(settings.games.variant.lower(), known, n=1)
    return f"Did you mean {close[0]}?" if close else _MEND
