"""The folders are the architecture: what each module may import, and what only one place may do."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

PBEM = Path(__file__).parents[1] / "pbem"

# From the bottom up. A module imports from rows below its own, and from within its own room; never sideways.
# A room is a package, or a part of one that stands on its own row.
LAYERS = (
    {"cards", "clock", "ids", "randomness", "timespan", "zones", "paths"},
    {"mail.maildir"},
    {"hearts", "club", "orders", "mail.message"},
    {"robots", "premoves", "seals"},
    {"table"},
    {"facts"},
    {"render", "site", "db"},
    {"app", "mail.inbound", "mail.outbound"},
    {"commands"},
    {"settings"},
    {"server"},
    {"cli"},
    {"__main__"},
)
LAYER = {name: number for number, row in enumerate(LAYERS) for name in row}

THIRD_PARTY = {
    "sqlmodel": {"db"},
    "sqlalchemy": {"db"},
    "alembic": {"db"},
    "psycopg": {"db"},
    "pydantic": {"settings", "db"},
    "pydantic_core": {"settings"},
    "jinja2": {"render", "site"},
    "markupsafe": {"render", "site"},
    "aiosmtpd": {"mail.inbound"},
    "imapclient": {"mail.inbound"},
    "idna": {"mail.message"},
    "authres": {"mail.message"},
    "dkim": {"mail.message"},
    "flufl": {"mail.message"},
    "cryptography": {"mail.message"},
    "typer": {"cli"},
    "rich": {"cli"},
}

# The rules are pure: neither files nor network nor time, and of chance they are told.
NOT_IN_HEARTS = {
    "asyncio",
    "io",
    "os",
    "pathlib",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "threading",
    "time",
}

CLOCKS = {
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "date.today",
    "time.time",
    "time.time_ns",
    "time.localtime",
}
DICE = {"random", "secrets", "uuid"}
SEEDED = {"robots", "app"}  # who may choose by a random.Random with a seed: the same seed, the same card
CHANCE = {"os.urandom", "utils.make_msgid", "make_msgid"}

LONGEST_FILE = 300
LONGEST_FUNCTION = 40

# What may be longer, up to half as much again, and why.
LONGER = {
    "pbem.hearts.build_view.build_view": "one field of the view a line: what a seat may know, added up in one place",
    "pbem.hearts.play.deal.__init__": "the fields of a deal and where each comes from",
    "pbem.robots.engine.playouts.playout": "the innermost loop: a call costs more than the lines",
    "pbem.robots.engine.rule_tables.tables_of": "the tables that this loop reads, filled side by side",
    "pbem.render.filters.install": "the filters of a language, a line or two each, which close over its words",
}


class Module(NamedTuple):
    """A module's dotted name, whether it is a package's own file, its tree, and its number of lines."""

    name: str
    is_package: bool
    tree: ast.Module
    lines: int

    @property
    def room(self) -> str:
        return room_of(self.name)


def room_of(name: str) -> str:
    """The room that a module belongs to: `mail.inbound` for `pbem.mail.inbound.pipe`; "" if it stands in no layer."""
    parts = name.split(".")[1:]
    rooms = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((room for room in rooms if room in LAYER), "")


def module(name: str, text: str, is_package: bool = False) -> Module:
    return Module(name, is_package, ast.parse(text, name), len(text.splitlines()))


@cache
def modules() -> tuple[Module, ...]:
    found = []
    for path in sorted(PBEM.rglob("*.py")):
        parts = ("pbem", *path.relative_to(PBEM).with_suffix("").parts)
        is_package = parts[-1] == "__init__"
        found.append(module(".".join(parts[:-1] if is_package else parts), path.read_text("utf-8"), is_package))
    return tuple(found)


def imports(one: Module) -> Iterator[str]:
    """The dotted names of all that is imported, inside functions too; of `from pbem.y import x` it is `pbem.y.x`."""
    for node in ast.walk(one.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = one.name.split(".") if one.is_package else one.name.split(".")[:-1]
                base = ".".join(package[: len(package) - node.level + 1] + ([base] if base else []))
            ours = base == "pbem" or base.startswith("pbem.")
            yield from (f"{base}.{alias.name}" for alias in node.names) if ours else (base,)


def import_faults(one: Module) -> Iterator[str]:
    if one.name == "pbem":  # its public names are the rules', and nothing of the server's
        foreign = [name for name in imports(one) if name.partition(".")[0] not in ("__future__", "typing", "importlib")]
        yield from (f"pbem itself imports {name}" for name in foreign if room_of(name) not in ("hearts", "cards"))
        return
    if not one.room:
        if list(imports(one)):
            yield f"{one.name} stands in no layer: add it to LAYERS in its place"
        return
    for name in imports(one):
        first = name.partition(".")[0]
        if name == "pbem.__version__":
            continue
        if first == "pbem":
            target = room_of(name)
            if target != one.room and LAYER.get(target, len(LAYERS)) >= LAYER[one.room]:
                yield f"{one.name} imports {name}, which is not below it"
            if one.room == "hearts" and target not in ("hearts", "cards"):
                yield f"{one.name} imports {name}: the rules know cards and nothing else"
        elif first in sys.stdlib_module_names:
            if one.room == "hearts" and first in NOT_IN_HEARTS:
                yield f"{one.name} imports {name}: the rules are pure"
        elif one.room not in THIRD_PARTY.get(first, set()):
            yield f"{one.name} imports {name}, which belongs to {sorted(THIRD_PARTY.get(first, set()))}"


def dotted(node: ast.expr) -> str:
    """`datetime.now` for the expression `datetime.now` or `x.datetime.now`; "" for what is no plain name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value).rpartition(".")[2]
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def clock_faults(one: Module) -> Iterator[str]:
    if one.room == "clock":
        return
    for node in ast.walk(one.tree):
        if isinstance(node, ast.Attribute | ast.Name) and dotted(node) in CLOCKS:
            yield f"{one.name}:{node.lineno} reads the time with {dotted(node)}: it is told the time"
        if isinstance(node, ast.ImportFrom):
            for name in (f"{node.module}.{alias.name}" for alias in node.names):
                if name in CLOCKS and node.module == "time":
                    yield f"{one.name}:{node.lineno} imports {name}: it is told the time"


def chance_faults(one: Module) -> Iterator[str]:
    if one.room == "randomness":
        return
    seeded = {"random"} if one.room in SEEDED else set()
    for name in imports(one):
        if name.split(".")[0] in DICE - seeded:
            yield f"{one.name} imports {name}: chance comes from `randomness`"
    for node in ast.walk(one.tree):
        if isinstance(node, ast.Attribute | ast.Name) and dotted(node) in CHANCE:
            yield f"{one.name}:{node.lineno} uses {dotted(node)}: chance comes from `randomness`"
        if isinstance(node, ast.Attribute) and dotted(node).startswith("random.") and node.attr != "Random":
            yield f"{one.name}:{node.lineno} uses {dotted(node)}: a robot's chance has a seed"
        if isinstance(node, ast.ImportFrom) and node.module == "random" and [a.name for a in node.names] != ["Random"]:
            yield f"{one.name}:{node.lineno} takes more than Random from random: a robot's chance has a seed"
        if isinstance(node, ast.Call) and dotted(node.func) in ("random.Random", "Random") and not node.args:
            yield f"{one.name}:{node.lineno} makes a Random without a seed"


def size_faults(one: Module) -> Iterator[str]:
    if one.name.startswith("pbem.db.migrations.versions."):
        return  # a list of tables as they were on a day, never changed again: long, but nobody has to understand it
    if one.lines > LONGEST_FILE:
        yield f"{one.name} has {one.lines} lines and asks to be two"
    for node in ast.walk(one.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            longest = LONGEST_FUNCTION * 3 // 2 if f"{one.name}.{node.name}" in LONGER else LONGEST_FUNCTION
            if length > longest:
                yield f"{one.name}.{node.name} has {length} lines and asks to be two"


def test_no_function_that_is_short_is_excused_for_its_length() -> None:
    lengths: dict[str, int] = {}
    for one in modules():
        for node in ast.walk(one.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{one.name}.{node.name}"
                lengths[name] = max(lengths.get(name, 0), (node.end_lineno or node.lineno) - node.lineno + 1)
    assert {name for name in LONGER if lengths.get(name, 0) <= LONGEST_FUNCTION} == set()


def is_look_up(called: ast.expr) -> bool:
    """Whether a method is called that finds a value by its key."""
    return isinstance(called, ast.Attribute) and called.attr in ("get", "pop", "setdefault", "__getitem__")


def name_faults(one: Module) -> Iterator[str]:
    for node in ast.walk(one.tree):
        sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        subject = [node.subject] if isinstance(node, ast.Match) else []
        key = [node.slice] if isinstance(node, ast.Subscript) else []
        looked_up = node.args if isinstance(node, ast.Call) and is_look_up(node.func) else []
        if any(dotted(side) == "rules.name" for side in [*sides, *subject, *key, *looked_up]):
            yield f"{one.name}:{getattr(node, 'lineno', 0)} asks for a variant's name: ask for the rule that differs"


# What stands in one of these rooms may be called as its counterpart in the other: rows beside what is asked of them, an
# order beside its use case. And a module may have the name of the room that is about the same.
COUNTERPARTS = (
    {"db.models", "db.queries"}, {"commands", "app"}, {"commands", "cli"}, {"table", "app"}, {"table", "commands"},
    {"app", "db"}, {"commands", "db"},
)  # fmt: skip
ROOMS_BY_SUBJECT = {
    "clock", "game", "inbound", "jobs", "levels", "mail", "play", "premoves", "server", "settings", "table", "tables",
}  # fmt: skip


def doubled_classes(found: Sequence[Module]) -> Iterator[str]:
    """A class name that two modules define: one word with two meanings."""
    where: dict[str, set[str]] = {}
    for one in found:
        for node in one.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where.setdefault(node.name, set()).add(one.name)
    yield from (f"{name} is defined by {' and '.join(sorted(by))}" for name, by in where.items() if len(by) > 1)


def doubled_modules(found: Sequence[Module]) -> Iterator[str]:
    """A module name that stands in two rooms that are no counterparts."""
    where: dict[str, list[str]] = {}
    for one in found:
        path, _, leaf = one.name.removeprefix("pbem.").rpartition(".")
        if leaf not in ROOMS_BY_SUBJECT and not leaf.startswith("_"):
            where.setdefault(leaf, []).append(path)
    for leaf, paths in where.items():
        if not all(_counterparts(a, b) for a, b in combinations(paths, 2)):
            yield f"{leaf} is a module of {' and '.join(sorted(paths))}"


def _counterparts(one: str, other: str) -> bool:
    return any({_room_in(pair, one), _room_in(pair, other)} == pair for pair in COUNTERPARTS)


def _room_in(pair: set[str], path: str) -> str:
    return next((room for room in pair if path == room or path.startswith(f"{room}.")), "")


def test_no_name_means_two_things() -> None:
    assert list(doubled_classes(modules())) == []
    assert list(doubled_modules(modules())) == []


def test_a_name_with_two_meanings_is_found() -> None:
    two = [module("pbem.hearts.a", "class Trick: ..."), module("pbem.orders.b", "class Trick: ...")]
    assert list(doubled_classes(two))
    assert list(doubled_modules([module("pbem.hearts.rank", ""), module("pbem.render.rank", "")]))
    assert not list(doubled_modules([module("pbem.db.models.talk", ""), module("pbem.db.queries.talk", "")]))


@pytest.mark.parametrize("check", [import_faults, clock_faults, chance_faults, size_faults, name_faults])
def test_every_module_keeps_to_the_architecture(check: Callable[[Module], Iterable[str]]) -> None:
    assert len(modules()) > 10
    assert [fault for one in modules() for fault in check(one)] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pbem.hearts.play.deal", "from pbem.db import games"),
        ("pbem.hearts.play.deal", "def f():\n    import pbem.robots"),
        ("pbem.hearts.play.deal", "from pbem.orders.order import Order"),
        ("pbem.hearts.play.deal", "from pbem import clock"),
        ("pbem.hearts.play.deal", "import os.path"),
        ("pbem.render.text", "from ..store import rows"),
        ("pbem.app.turns.play", "import sqlmodel"),
        ("pbem.commands.play", "from pbem.server.processor import handle"),
        ("pbem.commands.play", "import numpy"),
        ("pbem.utils", "import os"),
        ("pbem.mail.message.parse_message", "from pbem.mail.inbound import imap"),
        ("pbem.mail.maildir", "from pbem.mail import message"),
        ("pbem.mail", "from pbem.mail import message"),
    ],
)
def test_an_import_that_is_not_downward_is_found(name: str, text: str) -> None:
    assert list(import_faults(module(name, text)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "pbem.hearts.play.deal",
            "from pbem.hearts.rules.record import Rules\nfrom pbem.cards import Card\nimport json",
        ),
        ("pbem.hearts.play.deal", "from . import rules\nfrom .rules import Rules"),
        ("pbem.db.models.mail", "from sqlmodel import Field\nfrom pbem.mail.message.inbound_message import Letter"),
        ("pbem.server.processor", "from pbem import app, commands"),
        ("pbem.cli.main", "import typer\nfrom pbem.server import daemon\nfrom pbem.settings import load"),
    ],
)
def test_a_downward_import_is_let_through(name: str, text: str) -> None:
    assert list(import_faults(module(name, text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "from datetime import datetime\nnow = datetime.now()",
        "import datetime\nnow = datetime.datetime.now(datetime.UTC)",
        "import datetime\nf = datetime.datetime.utcnow",
        "import time\nnow = time.time()",
        "from time import time",
    ],
)
def test_reading_the_time_outside_the_clock_is_found(text: str) -> None:
    assert list(clock_faults(module("pbem.app.turns.play", text)))
    assert list(clock_faults(module("pbem.clock", text))) == []


def test_a_wait_is_not_a_reading_of_the_time() -> None:
    text = "import time\nstart = time.monotonic()\ntime.sleep(1)"
    assert list(clock_faults(module("pbem.mail.outbound.smtp_transport", text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "import random\nx = random.random()",
        "from random import choice, Random",
        "import random\nx = random.Random()",
        "import secrets",
        "import os\nx = os.urandom(8)",
        "import email.utils\nx = email.utils.make_msgid()",
    ],
)
def test_chance_without_a_seed_is_found_in_robots_too(text: str) -> None:
    assert list(chance_faults(module("pbem.commands.play", text)))
    assert list(chance_faults(module("pbem.robots.levels.medium", text)))


def test_robots_may_be_given_a_random_or_make_one_with_a_seed() -> None:
    text = "import random\ndef choose(rng: random.Random) -> int:\n    return random.Random(7).choice([rng.random()])"
    assert list(chance_faults(module("pbem.robots.levels.medium", text))) == []
    assert list(chance_faults(module("pbem.commands.play", text)))


def test_a_long_file_and_a_long_function_are_found() -> None:
    body = "    x = 1\n"
    long = "def f():\n" + body * LONGEST_FILE
    assert list(size_faults(module("pbem.server.processor", "def f():\n" + body * (LONGEST_FUNCTION - 1)))) == []
    assert len(list(size_faults(module("pbem.server.processor", long)))) == 2
    assert list(size_faults(module("pbem.db.migrations.versions.0001_first", long))) == []


@pytest.mark.parametrize(
    "text",
    [
        "rules.name == 'omnibus'",
        "x = 'a' if self.rules.name in ('a', 'b') else 'c'",
        "match rules.name:\n    case 'a': pass",
        "own = SEATED.get(rules.name, {})",
        "own = COUNTS.setdefault(self.rules.name, ())",
        "own = TABLE[rules.name]",
        "own = TABLES[0][deal.rules.name].counts",
    ],
)
def test_asking_for_a_variants_name_is_found(text: str) -> None:
    assert list(name_faults(module("pbem.hearts.play.deal", text)))


def test_showing_a_variants_name_is_let_through() -> None:
    assert (
        list(
            name_faults(
                module(
                    "pbem.render.text",
                    "title = rules.name\nx = rules.names == 1\nword(rules.name)\nknown = {rules.name: rules}",
                )
            )
        )
        == []
    )
