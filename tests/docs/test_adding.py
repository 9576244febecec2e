"""What is easily forgotten when something is added, and fails no other test; and the page that tells of it."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any, get_args

import pytest

from pbem.app.clock.alarms import HANDLERS
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.presets import AMERICAN
from pbem.hearts.rules.record import Rules
from pbem.mail.message.raw_message import Source
from pbem.orders.chat_words import CHAT
from pbem.orders.vocabulary import LANGUAGES
from pbem.paths import templates_folder
from pbem.premoves import rest_of_deal
from pbem.robots import LEVELS
from pbem.robots.engine import rule_tables
from pbem.settings import Intake
from pbem.table.states import AlarmKind
from tests.docs.pages import CHECKOUT
from tests.docs.recipes import RECIPES, New, Run, Step

PBEM = CHECKOUT / "pbem"


def test_each_language_is_written_and_understood() -> None:
    assert {folder.name for folder in templates_folder().iterdir() if folder.is_dir()} == set(LANGUAGES)


def test_each_language_is_known_in_chat_too() -> None:
    assert set(LANGUAGES) <= set(CHAT)


@pytest.mark.parametrize(("module", "known"), [(m.__name__, m) for m in (rule_tables, rest_of_deal)])
def test_each_field_of_the_rules_is_understood_by_a_short_cut_or_beyond_it(module: str, known: Any) -> None:
    """So that a rule that is added is thought of there, and until then is played by the rules themselves."""
    assert known.UNDERSTOOD.isdisjoint(known.BEYOND), module
    assert {f.name for f in fields(Rules)} == known.UNDERSTOOD | known.BEYOND, module


def test_what_a_short_cut_does_not_know_is_left_to_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    altered = replace(AMERICAN, no_trick_bonus=-5)
    assert rule_tables.serves(altered)
    monkeypatch.setattr(rule_tables, "UNDERSTOOD", rule_tables.UNDERSTOOD - {"no_trick_bonus"})
    assert rule_tables.serves(AMERICAN)
    assert not rule_tables.serves(altered)


@pytest.mark.parametrize("name", [f.name for f in fields(Rules) if type(f.default) is int])
def test_each_number_of_the_rules_has_its_bounds(name: str) -> None:
    beyond: Any = {name: 10**9}
    with pytest.raises(RulesFault):
        replace(AMERICAN, **beyond)


def test_each_way_in_is_opened_by_the_server() -> None:
    server = "".join(file.read_text("utf-8") for file in (PBEM / "server").glob("*.py"))
    assert [name for name in Intake.model_fields if not re.search(rf"intake\.{name}\b", server)] == []


def test_each_way_in_is_told() -> None:
    pages = "".join(page.read_text("utf-8") for page in (CHECKOUT / "docs" / "deploying").glob("*.md"))
    assert [name for name in Intake.model_fields if f"[intake.{name}]" not in pages] == []


def test_each_way_in_is_a_source_of_mails() -> None:
    assert set(Intake.model_fields) <= set(get_args(Source))


def test_each_level_of_robots_is_told() -> None:
    told = (templates_folder() / "en/answers/help-robots.txt").read_text("utf-8").lower()
    assert [level for level in LEVELS if level not in told] == []


def test_each_kind_of_alarm_has_its_handler() -> None:
    assert set(HANDLERS) == set(AlarmKind)


def _kinds_set() -> set[str]:
    """The names in `AlarmKind.NAME: moment` and `[AlarmKind.NAME] = moment`, as alarms are set."""
    texts = [file.read_text("utf-8") for file in PBEM.rglob("*.py") if file != PBEM / "app/clock/alarms.py"]
    return {name for text in texts for name in re.findall(r"\bAlarmKind\.(\w+)(?:: |\] = )", text)}


def test_each_kind_of_alarm_is_set_somewhere() -> None:
    assert {kind.name for kind in AlarmKind} == _kinds_set()


def test_each_level_of_robots_is_named_where_a_reader_looks_for_it() -> None:
    pages = ("README.md", "docs/playing.md")
    words = {page: (CHECKOUT / page).read_text("utf-8").lower() for page in pages}
    assert [(page, level) for page in pages for level in LEVELS if level not in words[page]] == []


@pytest.mark.parametrize("step", [step for recipe in RECIPES.values() for step in recipe.steps], ids=lambda s: s.path)
def test_each_step_can_still_be_taken(step: Step) -> None:
    """Whether it then does what is said is tried by: python -m tests.docs.try_recipes."""
    path = CHECKOUT / step.path
    old = path.read_text("utf-8") if path.exists() else ""
    taken = isinstance(step.change, New) and old  # somebody has added the very thing, with these words or better ones
    assert isinstance(step.change, Run) or taken or step.change(old) != old
    file, test = step.complains.partition("[")[0].split("::")
    recipe = next(recipe for recipe in RECIPES.values() if step in recipe.steps)
    if file not in {step.path for step in recipe.steps if isinstance(step.change, New)}:
        assert re.search(rf"^def {test}\(", (CHECKOUT / file).read_text("utf-8"), re.MULTILINE)
