"""docs/rules.md: every section that the code names is there, and what it says can be played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.rules.switches import SWITCHES, Switch, read_option
from pbem.hearts.rules.validation import ALLOWED
from tests.docs.pages import CHECKOUT, anchors

PAGE = CHECKOUT / "docs" / "rules.md"
TEXT = PAGE.read_text("utf-8")
_HEADING = re.compile(r"^#{2,3} (\d+(?:\.\d+)?)\.? .*$", re.MULTILINE)
_CITED = re.compile(r"(RFC \d+ )?§(\d+(?:\.\d+)*)(?: switch (\d+))?")


def sections() -> dict[str, str]:
    """The text under each numbered heading; that of a chapter goes on into its parts."""
    found = list(_HEADING.finditer(TEXT))
    ends = [heading.start() for heading in found[1:]] + [len(TEXT)]
    texts = {heading[1]: TEXT[heading.end() : end] for heading, end in zip(found, ends, strict=True)}
    assert len(texts) == len(found), "two headings have the same number"
    return texts


SECTIONS = sections()


def cited(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Each § of our own in the Python files: where, its number, and its switch if it names one."""
    for path in sorted(folder.rglob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for rfc, section, switch in _CITED.findall(line):
                if not rfc and not re.search(r"RFC \d+ §\S+.*§" + re.escape(section), line):
                    yield f"{path.relative_to(CHECKOUT)}:{number}", section, switch


def test_every_section_that_the_code_names_is_in_the_rules() -> None:
    named = list(cited(CHECKOUT / "pbem"))
    assert len(named) > 150
    assert [(where, section) for where, section, _ in named if section not in SECTIONS] == []


def test_every_section_that_the_tests_and_the_page_itself_name_is_there() -> None:
    assert [(where, section) for where, section, _ in cited(CHECKOUT / "tests") if section not in SECTIONS] == []
    assert [section for _, section, _ in _CITED.findall(TEXT) if section not in SECTIONS] == []


def test_every_switch_that_the_code_names_by_number_is_listed() -> None:
    listed = set(re.findall(r"(?:^|· ?\n?)(\d+) [a-z]", SECTIONS["10"], re.MULTILINE))
    assert {switch for _, _, switch in cited(CHECKOUT / "pbem") if switch} <= listed
    record = (CHECKOUT / "pbem/hearts/rules/record.py").read_text("utf-8")
    assert set(re.findall(r"  # (\d+)", record)) <= listed


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.option)
def test_every_option_stands_in_the_section_that_it_names(switch: Switch) -> None:
    assert re.search(rf"`{switch.option}[=`]", SECTIONS[switch.source.removeprefix("§")])


def test_every_value_that_is_a_word_is_told() -> None:
    words = [(s.option, value) for s in SWITCHES for value in ALLOWED.get(s.field, ()) if value not in ("none", "off")]
    assert [f"{option}={value}" for option, value in words if f"`{option}={value}`" not in TEXT] == []


def test_every_option_with_a_value_is_one_that_new_takes() -> None:
    told = re.findall(r"`([a-z0-9-]+)=([^`\s]+)`", TEXT)
    assert len(told) > 60
    for option, value in told:
        read_option(option, value)


def test_every_variant_is_told() -> None:
    assert [name for name in PRESETS if f"`{name}`" not in TEXT] == []


def test_every_rule_names_a_source_or_says_that_it_is_ours() -> None:
    """Every section from 3 to 9 has a bracket, a source column or the words house rule."""
    marks = re.compile(r"\[[^\]]+\]|\| source \||house rule|Not found|§6\.2", re.IGNORECASE)
    own = [number for number in SECTIONS if re.match(r"[3-9]\.\d", number)]
    assert [number for number in own if not marks.search(SECTIONS[number])] == []


def test_the_links_within_the_page_lead_somewhere() -> None:
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= anchors(TEXT)
