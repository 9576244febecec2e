"""`pbem arena A B`: two levels of robots against each other on the same deals, the seats changed over."""

from __future__ import annotations

import os
from dataclasses import asdict

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pbem.cli.reports import Facts, NotThere, grid
from pbem.hearts.rules.presets import PRESETS
from pbem.robots import LEVELS
from pbem.robots.arena import duel


def arena(a: str, b: str, deals: int, variant: str, seed: int, alone: bool, quiet: bool) -> Facts:
    """The duel's figures; `NotThere` for a level or a variant that there is not."""
    for level in (a, b):
        if level not in LEVELS:
            raise NotThere(f"there is no robot {level!r}: there are {', '.join(LEVELS)}")
    if variant not in PRESETS:
        raise NotThere(f"there is no variant {variant!r}: `pbem variants` lists them")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=quiet) as bar:
        task = bar.add_task(f"{a} against {b}", total=deals)
        result = duel(
            LEVELS[a],
            LEVELS[b],
            deals,
            PRESETS[variant],
            seed,
            processes=os.cpu_count() or 1,
            progress=lambda done: bar.update(task, completed=done),
            alone=alone,
        )
    return {"a": a, "b": b, "variant": variant, "seed": seed, "alone": alone, **asdict(result)}


def arena_text(found: Facts) -> None:
    """The figures as a table, and what they say."""
    a, b = found["a"], found["b"]
    rows = []
    for side, name in (("a", a), ("b", b)):
        moons = found[f"{side}_moons"] / found[f"{side}_hands"]
        rows.append((f"{name} ({side})", f"{found[f'{side}_points']:.2f}", f"{100 * moons:.1f} %"))
    grid(("robot", "points a deal", "moons shot"), rows, "")
    margin = f"{found['difference']:+.2f} ± {found['standard_error']:.2f}"
    Console(highlight=False).print(
        f"{found['deals']} deals of {found['variant']}, each in every seating: a seat of {a} takes {margin} points "
        f"a deal against one of {b} (fewer is better; ± is one standard error)."
    )
