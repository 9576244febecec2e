"""The faults that `python -m tests.mutants` draws are faults: another program that still compiles."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants.__main__ import CHECKOUT, TESTS, drawn, equivalents, room_of
from tests.mutants.mutations import mutations


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("x = a < b", ["(a <= b)"]),
        ("x = a == b != c", ["(a != b != c)", "(a == b == c)"]),
        ("x = a + 1", ["(a - 1)", "2"]),
        ("x = 'a' + b", []),
        ("x = a and not b", ["((a) or (not b))", "bool(b)"]),
        ("if a:\n    f(1)", ["(not (a))", "pass", "2"]),
        ("if TYPE_CHECKING:\n    import a", []),
        ('"""1 < 2"""', []),
        ("def f(a: int = 1, *, b: bool = True) -> None: ...", ["2", "False"]),
        ("x: dict[int, 'a | b'] = {}", []),
        ("def f() -> int | None: ...", []),
        ("é = 'ü' if a in b else c", ["(a not in b)"]),
    ],
)
def test_each_slip_has_its_place(tmp_path: Path, source: str, texts: list[str]) -> None:
    file = tmp_path / "module.py"
    file.write_text(source, "utf-8")
    found = list(mutations(file))
    assert [one.text for one in found] == texts
    for one in found:
        assert ast.dump(ast.parse(one.applied(source.encode()))) != ast.dump(ast.parse(source))


def test_the_same_seed_draws_the_same_faults_and_each_is_another_program() -> None:
    first = drawn(60, "a seed", [])
    assert drawn(60, "a seed", []) == first != drawn(60, "another", [])
    for one in first:
        source = one.file.read_bytes()
        assert ast.dump(ast.parse(one.applied(source))) != ast.dump(ast.parse(source)), one


def test_every_room_has_its_tests() -> None:
    assert [tests for room in TESTS.values() for tests in room.split() if not (CHECKOUT / tests).exists()] == []
    assert {room_of(one.file) for one in drawn(20, "rooms", ["pbem/orders"])} == {"pbem/orders"}


def test_what_is_called_equivalent_is_still_in_the_code() -> None:
    written = (tuple(name.split(": ", 1)) for name in equivalents())
    lost = [
        (file, change)
        for file, change in written
        if change not in {one.shown((CHECKOUT / file).read_bytes()) for one in mutations(CHECKOUT / file)}
    ]
    assert lost == []
