"""How templates become code: Jinja's way, without what our templates do not need. Half the time of its own.

A fact is read as an attribute and nothing else; a macro that is told all it wants is called at once; what is safe
already, or has nothing to escape, is not made safe again. What a template says is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, MutableMapping
from functools import lru_cache
from keyword import iskeyword
from types import BuiltinMethodType
from typing import Any

from jinja2 import Environment, Template, filters, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup
from markupsafe import escape as made_safe

_UNSAFE = re.compile("[&<>'\"]")

FORM = 1
"""Goes up with each change of what is written here: code of another form is not taken from the kept files."""


def escape(value: object) -> str:
    """The value for HTML: itself, where it is safe already."""
    if isinstance(value, str) and (isinstance(value, Markup) or _UNSAFE.search(value) is None):
        return value
    return made_safe(value)


class _Safe(Markup):
    """What a macro of HTML has said: safe as it is, and made without a look at it."""

    __slots__ = ()
    __new__ = str.__new__  # type: ignore[assignment]  # it is a text already


class Facts(dict[str, Any]):
    """Facts that a template wrote down itself, read like those of a class."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class _Macro(Macro):
    """A macro. One without surprises (no `caller`, no arguments that it does not name) is a plain function."""

    def __init__(
        self, environment: Environment, func: Callable[..., str], name: str, arguments: list[str], *rest: Any
    ) -> None:
        super().__init__(environment, func, name, arguments, *rest)
        self.function = func
        self.missing = (missing,) * len(arguments)
        self.plain = not (self.catch_kwargs or self.catch_varargs or self.caller)


_PASSED = frozenset(("_block_vars", "_loop_vars"))
"""What Jinja passes on to who asks for the context."""

_AT_ONCE = ("first", "join", "list", "map", "reject", "rejectattr", "select", "selectattr", "sum")
"""Filters that ask each time whether they are awaited."""

_MEMO = type(lru_cache(lambda: None))


class _Context(Context):
    """What one template knows."""

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: Mapping[str, Any],
        globals: object = None,  # noqa: ARG002  # Jinja's name for it
    ) -> None:
        # not Jinja's: that makes a set of all globals each time, to find out that ours are the same everywhere
        self.parent = parent
        self.vars = {}
        self.environment = environment
        self.eval_ctx = EvalContext(environment, name)
        self.exported_vars = set()
        self.name = name
        self.globals_keys = set()
        self.blocks = {name: [block] for name, block in blocks.items()}

    def call(self, called: Any, /, *args: Any, **named: Any) -> Any:
        """Call a macro or a function."""
        kind = type(called)
        if kind is _Macro and called.plain and len(args) <= len(called.missing) and _PASSED.issuperset(named):
            said = called.function(*args, *called.missing[len(args) :])
            return _Safe(said) if self.eval_ctx.autoescape else said
        if (kind is _MEMO or kind is BuiltinMethodType) and _PASSED.issuperset(named):
            return called(*args)
        return super().call(called, *args, **named)


class _Code(CodeGenerator):
    """Python's code of a template."""

    _asking = False  # whether there is such a fact at all

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        """The whole; its names are then ours."""
        super().visit_Template(node, frame)
        self.writeline("escape, Macro = environment.escape, environment.macro")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """A fact."""
        if self._asking or iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:
        """Facts that the template writes down."""
        self.write("environment.told_facts(")
        super().visit_Dict(node, frame)
        self.write(")")

    def visit_Const(self, node: nodes.Const, frame: Frame) -> None:
        """The same, where they are known already."""
        known = isinstance(node.value, dict)
        self.write("environment.told_facts(" if known else "")
        super().visit_Const(node, frame)
        self.write(")" if known else "")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:
        """`is defined`, and the others."""
        self._with(node.name in ("defined", "undefined"), super().visit_Test, node, frame)

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:
        """`default`, and the others."""
        self._with(node.name in ("default", "d"), super().visit_Filter, node, frame)

    def _with(self, asking: bool, visit: Callable[..., None], node: nodes.Node, frame: Frame) -> None:
        before, self._asking = self._asking, asking
        visit(node, frame)
        self._asking = before


class TemplateEnvironment(Environment):
    """Jinja's, with one dict of globals for all templates: its own chain of two is copied, slowly, for every part."""

    code_generator_class = _Code
    context_class = _Context
    macro = _Macro
    escape = staticmethod(escape)
    told_facts = Facts

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._found: dict[str, Template] = {}
        self.filters.update({name: getattr(filters, f"sync_do_{name}") for name in _AT_ONCE})

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What a template knows besides what it is told."""
        return {**self.globals, **d} if d else self.globals

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """The template of this name: read once."""
        found = self._found.get(name) if isinstance(name, str) else name
        if found is None or globals:
            found = super().get_template(name, parent, globals)
            if isinstance(name, str):
                self._found[name] = found
        return found

    def say(self, name: str, known: dict[str, Any]) -> str:
        """What the template says to who knows this, which has all globals in it; it is not copied.

        Where it fails, the fault's traceback shows the template's own lines.
        """
        template = self.get_template(name)
        try:
            return self.concat(template.root_render_func(template.new_context(known, shared=True)))
        except Exception:  # noqa: BLE001  # raised again
            self.handle_exception()
