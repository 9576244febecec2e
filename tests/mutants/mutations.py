"""Where a module can be made wrong by a small change, as a programmer's slip would."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARE: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Div: "*", ast.Mod: "+", ast.BitOr: "&",
    ast.BitAnd: "|",
}  # fmt: skip


@dataclass(frozen=True)
class Mutation:
    """One change: this part of the file's bytes becomes another text."""

    file: Path
    line: int
    start: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def shown(self, source: bytes) -> str:
        """`was -> is`, each in one line."""
        was, now = (" ".join(part.split()) for part in (source[self.start : self.end].decode(), self.text))
        return f"{was[:60]} -> {now[:60]}"


class _Finder(ast.NodeVisitor):
    def __init__(self, file: Path, source: bytes) -> None:
        self.file, self.source = file, source
        self.starts = [0]
        for row in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(row))
        self.found: list[Mutation] = []

    def place(self, node: ast.AST) -> tuple[int, int]:
        at = vars(node)
        start = self.starts[at["lineno"] - 1] + at["col_offset"]
        return start, self.starts[at["end_lineno"] - 1] + at["end_col_offset"]

    def text(self, node: ast.AST) -> str:
        start, end = self.place(node)
        return self.source[start:end].decode()

    def add(self, node: ast.AST, text: str) -> None:
        self.found.append(Mutation(self.file, vars(node)["lineno"], *self.place(node), text))

    def visit_Compare(self, node: ast.Compare) -> None:  # named by ast
        sides = [node.left, *node.comparators]
        for at, op in enumerate(node.ops):
            words = [self.text(sides[0])]
            for number, (kind, side) in enumerate(zip(node.ops, node.comparators, strict=True)):
                words += [COMPARE[type(kind)] if number == at else _WRITTEN[type(kind)], self.text(side)]
            if type(op) in COMPARE:
                self.add(node, f"({' '.join(words)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:  # named by ast
        joined = isinstance(node.left, ast.JoinedStr | ast.Constant) and not _number(node.left)
        if type(node.op) in ARITHMETIC and not joined:
            self.add(node, f"({self.text(node.left)} {ARITHMETIC[type(node.op)]} {self.text(node.right)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:  # named by ast
        other = " or " if isinstance(node.op, ast.And) else " and "
        self.add(node, "(" + other.join(f"({self.text(value)})" for value in node.values) + ")")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:  # named by ast
        if isinstance(node.op, ast.Not):
            self.add(node, f"bool({self.text(node.operand)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:  # named by ast
        if isinstance(node.value, bool):
            self.add(node, str(not node.value))
        elif isinstance(node.value, int):
            self.add(node, str(node.value + 1))

    def visit_If(self, node: ast.If) -> None:  # named by ast
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.add(node.test, f"(not ({self.text(node.test)}))")
            self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:  # named by ast
        if isinstance(node.value, ast.Call):
            self.add(node, "pass")
        if not isinstance(node.value, ast.Constant):  # a docstring has nothing to be wrong
            self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:  # named by ast
        if node.value is not None:  # its annotation says nothing to the program
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:  # named by ast
        for part in (*node.decorator_list, node.args, *node.body):  # what it returns is said to mypy alone
            self.visit(part)

    def visit_arguments(self, node: ast.arguments) -> None:
        for default in (*node.defaults, *filter(None, node.kw_defaults)):
            self.visit(default)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:  # named by ast
        """The places within are not told before Python 3.12."""


_WRITTEN: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip


def _number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def mutations(file: Path) -> Iterator[Mutation]:
    """All of this module, in order."""
    source = file.read_bytes()
    finder = _Finder(file, source)
    finder.visit(ast.parse(source))
    yield from finder.found
