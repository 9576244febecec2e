"""The variants on offer, as the operator sees them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console

from pbem.app.tables.new_table import variant_named
from pbem.cli.reports import Facts, NotThere, grid
from pbem.facts.information_answers import VariantRulesAnswer
from pbem.facts.mails import AnswersAloneMail
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.rules.record import Rules, rules_to_json
from pbem.hearts.rules.switches import SWITCHES
from pbem.paths import templates_folder
from pbem.render.reader import Reader, Site
from pbem.render.renderer import Renderer
from pbem.settings import SettingsFault, find, load
from pbem.settings.house_rules import variants as all_variants


def variant_list(config: Path | None) -> list[Facts]:
    """All variants, the operator's own too where there is a configuration."""
    told = _renderer()
    return [
        {
            "name": name,
            "players": rules.players,
            "counts": rules.player_counts,
            "target": rules.target,
            "deals": rules.deals,
            "summary": told.sentence("rules/summary.txt", name, {"rules": rules}),
        }
        for name, rules in offered(config).items()
    ]


def variants_text(found: list[Facts]) -> None:
    """The variants as a table."""
    grid(
        ("variant", "players", "target", "what it is"),
        [(v["name"], " ".join(map(str, v["counts"])), _goal(v), v["summary"]) for v in found],
        "There are none.",
    )


def _goal(found: Facts) -> str:
    return str(found["target"]) if found["target"] else f"{found['deals']} deals"


def _renderer() -> Renderer:
    return Renderer([templates_folder()], Site("Hearts by mail", "hearts@example.org", ""))


def variant(config: Path | None, name: str) -> Facts:
    """One variant's record and its rules in words; `NotThere` if there is none."""
    known = offered(config)
    found = variant_named(known, name)
    if found is None:
        raise NotThere(f"there is no variant {name}: `pbem variants` lists them")
    rules = known[found]
    page = AnswersAloneMail(answers=(VariantRulesAnswer(rules, found),))
    text = _renderer().render(page, Reader("")).text.partition("\n-- \n")[0].strip()
    options = [
        {"option": row.option, "value": row.write(getattr(rules, row.field)), "possible": row.allowed}
        for row in SWITCHES
    ]
    return {"name": found, "rules": rules_to_json(rules), "options": options, "text": text}


def variant_text(found: Facts) -> None:
    """The rules in words, and every option as it is written in NEW and in the file of house rules."""
    Console(highlight=False).print(found["text"], markup=False)
    Console().print()
    rows = [(o["option"], o["value"], ", ".join(o["possible"])) for o in found["options"]]
    grid(("option", "here", "possible, or an example"), rows, "")


def offered(config: Path | None) -> Mapping[str, Rules]:
    """The operator's where there is a configuration; before there is one, the presets."""
    try:
        return all_variants(load(config, os.environ))
    except SettingsFault:
        if find(config, os.environ) is not None:
            raise
        return PRESETS
