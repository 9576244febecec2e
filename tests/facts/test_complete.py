"""Nothing that is told is missing a template, a sentence, a sample or a sender; and no template tells nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.commands import COMMANDS, SPECS
from pbem.facts.kinds import Answer, Mail, Notice, OperatorMail
from pbem.facts.masking import masked
from pbem.facts.table_refusals import BadRules, BadTerms, UnknownVariant
from pbem.hearts.refusal import CardRefusal, Refusal
from pbem.hearts.rules.faults import UnknownWord
from pbem.hearts.rules.presets import PRESETS
from tests.render import samples

EN = samples.PACKAGED / "en"
PBEM = Path(__file__).parents[2] / "pbem"
BASES = {"Answer", "ChoiceTakenAnswer", "Mail", "Notice", "OperatorMail", "Refusal", "CardRefusal"}


def kinds(base: type) -> list[Any]:
    """What is told of one sort, without the bases of others."""
    found: list[type] = samples.kinds(base)
    return [kind for kind in found if kind.__name__ not in BASES]


def macros(file: str) -> set[str]:
    """The codes that a file of sentences has words for."""
    return set(re.findall(r"{%-? macro (\w+)\(", (EN / file).read_text("utf-8"))) - {"other"}


@pytest.mark.parametrize(
    ("base", "attribute", "folder"),
    [(Answer, "template", "answers"), (Notice, "kind", "notice"), (Mail, "template", "")],
)
def test_each_class_has_its_template_and_each_template_its_class(base: type, attribute: str, folder: str) -> None:
    told = {getattr(kind, attribute) for kind in kinds(base)}
    there = {file.stem for file in (EN / folder).glob("*.txt")}
    if not folder:  # here the files of sentences stand too: a mail begins with its subject
        there = {name for name in there if (EN / f"{name}.txt").read_text("utf-8").lstrip().find("Subject:") >= 0}
    assert told == there
    if base is not Mail:
        assert len(told) == len(kinds(base))


def test_each_class_has_a_sample() -> None:
    shown = {type(told) for told in (*samples.everything().values(), *samples.answers().values())}
    assert set(kinds(Answer)) | set(kinds(Mail)) == shown


def test_each_refusal_has_its_sentence_and_each_sentence_its_refusal() -> None:
    codes = [kind.code.replace("-", "_") for kind in kinds(Refusal)]
    assert sorted(codes) == sorted(macros("refusals.txt") - {"maybe"})
    assert {type(one) for one in samples.refusals()} == set(kinds(Refusal))


def test_each_trouble_of_the_operators_has_its_words() -> None:
    troubles = {kind.kind for kind in kinds(OperatorMail)}
    assert macros("troubles.txt") == troubles | {f"{kind}_subject" for kind in troubles}


@cache
def names_made() -> frozenset[str]:
    """The names of the classes of facts that the program makes, outside of their own modules.

    Made is what is called, or handed on or chosen to be called. An import, an annotation and an `isinstance` make none.
    """
    trees = [ast.parse(path.read_text("utf-8")) for path in PBEM.rglob("*.py") if path.parent.name != "facts"]
    return frozenset(name for tree in trees for name in made_in(tree))


def made_in(tree: ast.AST) -> Iterator[str]:
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "slice"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.Call) and _last(node.func) in ("isinstance", "issubclass"):
                continue
            if isinstance(node, ast.expr) and not isinstance(tree, ast.Attribute | ast.Compare | ast.ExceptHandler):
                yield _last(node)
            if isinstance(node, ast.AST):
                yield from made_in(node)


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_an_import_an_annotation_and_a_look_make_nothing() -> None:
    text = "from f import A\ndef g(x: A) -> A:\n    if isinstance(x, A): pass\n"
    assert "A" not in set(made_in(ast.parse(text)))
    assert {"A", "B"} <= set(made_in(ast.parse("send(m.A(1))\nkind = B if x else C\n")))


@pytest.mark.parametrize("base", [Answer, Mail, Refusal])
def test_each_class_has_a_sender(base: type) -> None:
    assert [kind.__name__ for kind in kinds(base) if kind.__name__ not in names_made()] == []


def test_each_command_has_its_help_and_each_page_of_help_its_command() -> None:
    pages = {file.stem for file in (EN / "help").glob("*.txt")}
    assert pages == {spec.verb.replace(" ", "-") for spec in SPECS}


def test_each_command_stands_once_in_the_list() -> None:
    assert len({command.spec.verb for command in COMMANDS}) == len(COMMANDS)


def test_each_variant_has_its_title_and_its_summary() -> None:
    named = {name.replace("-", "_") for name in PRESETS}
    assert named - macros("rules/summary.txt") == set()
    assert named - macros("rules/titles.txt") == set()


def test_what_a_stranger_wrote_is_masked_in_every_refusal() -> None:
    item = UnknownWord("unknown-value", "moon", "SECRET", ("add",))
    refusal = BadTerms((UnknownVariant("SECRET", ("web",)), BadRules((item,))))
    assert "SECRET" in repr(refusal)
    assert "SECRET" not in repr(masked(refusal))
    assert "web" in repr(masked(refusal))
    assert isinstance(masked(samples.refusals()[0]), Refusal)
    assert CardRefusal in samples.kinds(Refusal)
