"""`pbem arena A B`: two levels of robots against each other on the same deals, the seats changed over."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pbem.app.tables.new_table import variant_named
from pbem.cli.reports import Facts, NotThere, grid
from pbem.cli.variant_list import offered
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import OptionFault, options
from pbem.robots.arena import PLAYERS, Duel, duel

_SECOND = "phase=2"


def arena(
    config: Path | None,
    names: tuple[str, str],
    changes: Sequence[str],
    deals: int,
    variant: str,
    seed: int,
    alone: bool,
    quiet: bool,
) -> Facts:
    """The duel's figures; `NotThere` for a player, a variant or an option that there is not.

    `changes` are options of the variant as NEW takes them, and `phase=2` for the way back to 0 (§8.7).
    """
    for name in names:
        if name not in PLAYERS:
            raise NotThere(f"there is no robot {name!r}: there are {', '.join(PLAYERS)}")
    rules = _rules(config, variant, [change for change in changes if change != _SECOND])
    if _SECOND in changes and rules.phases < 2:
        raise NotThere(f"{variant} has no second phase")
    a, b = names
    match = Duel(PLAYERS[a], PLAYERS[b], rules, seed, alone, 2 if _SECOND in changes else 1)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=quiet) as bar:
        task = bar.add_task(f"{a} against {b}", total=deals)
        result = duel(match, deals, os.cpu_count() or 1, lambda done: bar.update(task, completed=done))
    told = {"a": a, "b": b, "variant": variant, "options": list(changes), "seed": seed, "alone": alone}
    found = told | asdict(result) | {"a_conceded": result.b_moons, "b_conceded": result.a_moons}
    return found | {"command": _command(found)}


def _rules(config: Path | None, variant: str, changes: Sequence[str]) -> Rules:
    """The variant, one of the operator's own too, with the options as NEW takes them."""
    known = offered(config)
    name = variant_named(known, variant)
    if name is None:
        raise NotThere(f"there is no variant {variant!r}: `pbem variants` lists them")
    pairs = [change.partition("=") for change in changes]
    for option, equals, _ in pairs:
        if not equals:
            raise NotThere(f"{option!r} is no option: options are written as players=5")
    try:
        return options(known[name], {option: value for option, _, value in pairs})
    except OptionFault as fault:
        wrong = fault.option if fault.value is None else f"{fault.option}={fault.value}"
        near = ", ".join(fault.nearest or fault.allowed)
        raise NotThere(f"{wrong!r} cannot be understood; possible or near: {near}") from None
    except RulesFault as fault:
        raise NotThere(f"that cannot be played: {', '.join(item.code for item in fault.faults)}") from None


def _command(found: Facts) -> str:
    """What to type to have the same figures again, on the same version."""
    words = ["pbem", "arena", found["a"], found["b"], *found["options"], "--deals", str(found["deals"])]
    words += ["--variant", found["variant"], "--seed", str(found["seed"])]
    return shlex.join(words + (["--alone"] if found["alone"] else []))


def arena_text(found: Facts) -> None:
    """The figures as a table, and what they say."""
    a, b = found["a"], found["b"]
    rows = []
    for side, name in (("a", a), ("b", b)):
        moons = found[f"{side}_moons"] / found[f"{side}_hands"]
        cost = f"{found[f'{side}_milliseconds']:.1f} ms"
        rows.append((f"{name} ({side})", f"{found[f'{side}_points']:.2f}", f"{100 * moons:.1f} %", cost))
    grid(("robot", "points a deal", "moons shot", "a choice"), rows, "")
    margin = f"{found['difference']:+.2f} ± {found['standard_error']:.2f}"
    game = " ".join([found["variant"], *found["options"]])
    console = Console(highlight=False)
    console.print(
        f"{found['deals']} deals of {game}, each in every seating: a seat of {a} takes {margin} points "
        f"a deal against one of {b} (fewer is better; ± is one standard error)."
    )
    console.print(f"The same again: {found['command']}", soft_wrap=True)
