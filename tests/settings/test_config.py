"""The operator's files under `config/` say what the program does."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from pbem import paths
from pbem.settings import Settings
from pbem.settings.house_rules import variants
from pbem.timespan import duration

CONFIG = paths.config_folder()
EXAMPLE = (CONFIG / "pbem.toml").read_text("utf-8")


def uncommented(text: str) -> dict[str, Any]:
    """The file as it reads with each commented key and section in force."""
    return tomllib.loads(re.sub(r"^# (?=[a-z_]+ = |\[[a-z.]+\]$)", "", text, flags=re.MULTILINE))


def sections(model: type[BaseModel], name: str = "") -> Iterator[tuple[str, type[BaseModel]]]:
    if name:
        yield name, model
    for key, field in model.model_fields.items():
        for kind in (field.annotation, *get_args(field.annotation)):
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from sections(kind, f"{name}.{key}".lstrip("."))


def tables(read: dict[str, Any], name: str = "") -> Iterator[str]:
    for key, value in read.items():
        if isinstance(value, dict):
            here = f"{name}.{key}".lstrip(".")
            yield here
            yield from tables(value, here)


SECTIONS = [(name, model) for name, model in sections(Settings) if name not in ("intake", "courier")]


@pytest.mark.parametrize(("name", "model"), SECTIONS)
def test_the_example_tells_of_every_key(name: str, model: type[BaseModel]) -> None:
    here = uncommented(EXAMPLE)
    for part in name.split("."):
        here = here[part]
    told = {key.removesuffix("_file") for key in here if key not in model.model_fields} | here.keys() & set(
        model.model_fields
    )
    assert told == set(model.model_fields)


def test_the_example_has_no_section_that_the_program_does_not_know() -> None:
    assert set(tables(uncommented(EXAMPLE))) <= {name for name, _ in sections(Settings)}


@pytest.mark.parametrize(("name", "model"), SECTIONS)
def test_a_commented_key_of_the_example_shows_its_default(name: str, model: type[BaseModel]) -> None:
    here, live = uncommented(EXAMPLE), tomllib.loads(EXAMPLE)
    for part in name.split("."):
        here, live = here[part], live.get(part, {})
    for key, field in model.model_fields.items():
        if key in live or field.is_required() or field.default_factory or field.default is None:
            continue
        shown = duration(here[key]) if isinstance(field.default, timedelta) else here[key]
        shown = tuple(here[key]) if isinstance(field.default, tuple) else shown
        assert (key, shown) == (key, str(field.default) if key == "data" else field.default)


def test_the_house_rules_of_the_example_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "variants.toml"
    file.write_text(
        re.sub("^# (?=[a-z_0-9]+ = |\\[)", "", (CONFIG / "variants.toml").read_text("utf-8"), flags=re.M), "utf-8"
    )
    least = {"server": {"address": "hearts@example.org"}, "courier": {"maildir": {"path": tmp_path}}}
    known = variants(Settings.model_validate(least | {"games": {"variants": file}}))
    assert known["thursday"].target == 50
    assert known["grandmother"].pass_cycle == ("hold",)
    assert known["tight"].first_trick_points == known["web"].first_trick_points


def test_the_house_rules_of_the_example_are_not_in_force_until_they_are_wanted() -> None:
    assert tomllib.loads((CONFIG / "variants.toml").read_text("utf-8")) == {}


def test_service_cron_and_pipe_run_the_same_program_with_the_same_configuration() -> None:
    command = "/opt/pbem/bin/pbem --config /etc/pbem/pbem.toml "
    for file, verb in (("systemd/pbem.service", "serve"), ("crontab", "tick"), ("postfix/master.cf", "receive")):
        assert command + verb in (CONFIG / file).read_text("utf-8")


def test_postfix_hands_over_where_the_example_listens() -> None:
    listen = uncommented(EXAMPLE)["intake"]["lmtp"]["listen"]
    assert f"lmtp:inet:{listen}" in (CONFIG / "postfix" / "transport").read_text("utf-8")
    assert "recipient_delimiter = +\n" in (CONFIG / "postfix" / "main.cf").read_text("utf-8")
