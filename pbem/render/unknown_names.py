"""What a template of the operator's asks for that no mail can give: told before a mail comes to grief over it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from jinja2 import Environment, meta, nodes

from pbem.facts.kinds import Answer, Mail
from pbem.facts.table import TableFacts
from pbem.render.reader import Reader, Site

_ALWAYS = {"table", "names", "mail", "site", "reader", "subject", "told", "answers", "body", "footer"}
_TYPES: dict[str, tuple[type, ...]] = {"site": (Site,), "reader": (Reader,), "table": (TableFacts,)}
"""What is told to every template, and of which kind it is. What `mail` is depends on the template."""


def unknown_names(env: Environment, source: str, file: str, packaged: Path) -> Iterator[tuple[int, str]]:
    """The lines and names that this template asks for, and that neither a fact nor a packaged template has.

    `file` is its path within a language's folder, and `packaged` the packaged folder of templates.
    """
    tree = env.parse(source)
    known = _ALWAYS | set(env.globals) | _fields_for(file) | _used_in(env, packaged)
    undeclared = meta.find_undeclared_variables(tree)
    for name in sorted(undeclared - known):
        yield _line(tree, name), name
    types = {**_TYPES, "mail": _classes_of(file)}
    for asked in tree.find_all(nodes.Getattr):
        root = asked.node
        if not isinstance(root, nodes.Name) or root.name not in undeclared:
            continue
        kinds = types.get(root.name, ())
        if kinds and not any(asked.attr in dir(kind) for kind in kinds):
            yield asked.lineno, f"{root.name}.{asked.attr}"


def _line(tree: nodes.Template, name: str) -> int:
    return min((one.lineno for one in tree.find_all(nodes.Name) if one.name == name), default=0)


@cache
def _classes_of(file: str) -> tuple[type, ...]:
    """The mails, or answers, that this template puts in words; of a part that any of them may have, all."""
    name = file.rpartition(".")[0]
    mails = tuple(_below(Mail))
    if name.startswith("answers/"):
        own = tuple(kind for kind in _below(Answer) if getattr(kind, "template", "") == name.removeprefix("answers/"))
        return (*own, *mails)
    own = tuple(kind for kind in mails if getattr(kind, "template", "") == name)
    return own or (*mails, *_below(Answer))


@cache
def _fields_for(file: str) -> set[str]:
    return {name for kind in _classes_of(file) for name in dir(kind) if not name.startswith("_")}


def _below(kind: type) -> Iterator[type]:
    yield kind
    below: list[type] = kind.__subclasses__()
    for one in below:
        yield from _below(one)


def _used_in(env: Environment, packaged: Path) -> set[str]:
    """What the packaged templates themselves ask for: what a macro or a part is told, for one."""
    return set(_used(env, packaged))


@cache
def _used(env: Environment, packaged: Path) -> frozenset[str]:
    files = [file for file in packaged.glob("*/**/*") if file.suffix in (".txt", ".html")]
    trees = (env.parse(file.read_text("utf-8")) for file in files)
    return frozenset(name for tree in trees for name in meta.find_undeclared_variables(tree))
