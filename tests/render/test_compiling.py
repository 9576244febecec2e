"""Our templates' code says what Jinja's own code says, in every way that a template may ask for something."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup

from pbem.render.compiling import TemplateEnvironment

WORDS = {
    "macros": "{% macro plain(a, b='<b>') %}{{ a }}{{ b }}{% endmacro %}"
    "{% macro all() %}{{ varargs|join('+') }}{{ kwargs|length }}{% endmacro %}"
    "{% macro around() %}[{{ caller('x') }}]{% endmacro %}"
    "{% macro nested(rows) %}{% for row in rows %}{{ plain(row) }}{{ ', ' if not loop.last }}{% endfor %}"
    "{% endmacro %}",
    "page.html": "{% import 'macros' as m %}{{ m.plain('<a>') }} {{ m.plain('a', b='&') }} {{ m.plain('a', '&') }}",
    "calls.html": "{% import 'macros' as m %}{{ m.all(1, 2, x=3) }}{% call(y) m.around() %}<i>{{ y }}</i>{% endcall %}",
    "loops.html": "{% import 'macros' as m with context %}{{ m.nested(['<', 'b', fact.name]) }}",
    "facts.html": "{% set f = {'one': '<1>', 'two': fact} %}{{ f.one }}{{ f['one'] }}"
    "{{ f.two.name }}{{ f.three is defined }}",
    "defined.html": "{{ fact.none is defined }}{{ fact.none|default('no') }}{{ fact.name is defined and fact.name }}",
    "safe.html": "{{ safe }}{{ safe ~ fact.name }}{{ (safe, '<')|join('<') }}{{ 12 }}{{ none }}"
    "{{ fact.name|upper|safe }}",
    "lists.html": "{{ rows|map(attribute='name')|list }}{{ rows|selectattr('on')|map(attribute='name')|join(', ') }}"
    "{{ [3, 1]|sum }}{{ rows|first is mapping }}{{ rows|rejectattr('on')|list|length }}",
    "base.html": "<p>{% block inner %}base{% endblock %}</p>{{ fact.name }}",
    "child.html": "{% extends 'base.html' %}{% import 'macros' as m %}"
    "{% block inner %}{{ super() }}{{ m.plain('<') }}{% endblock %}",
}


def known() -> dict[str, Any]:
    fact = SimpleNamespace(name="Ann & <Bob>", on=True)
    return {"fact": fact, "safe": Markup("<em>"), "rows": [fact, SimpleNamespace(name='"q"', on=False)]}


def environment(kind: type[Environment]) -> Environment:
    escaped = {
        "loader": DictLoader(WORDS),
        "undefined": StrictUndefined,
        "autoescape": lambda n: n and n.endswith(".html"),
    }
    return kind(**escaped)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [name for name in WORDS if name != "macros"])
def test_a_template_says_what_it_says_in_jinjas_own_words(name: str) -> None:
    ours, theirs = environment(TemplateEnvironment), environment(Environment)
    assert ours.get_template(name).render(known()) == theirs.get_template(name).render(known())
    assert isinstance(ours, TemplateEnvironment)
    assert ours.say(name, {**ours.globals, **known()}) == theirs.get_template(name).render(known())


def test_an_unknown_fact_fails() -> None:
    for asked in ("{{ fact.none }}", "{{ none_such.name }}", "{{ {'a': 1}.b }}", "{{ fact.none.more is defined }}"):
        with pytest.raises((AttributeError, UndefinedError)):
            TemplateEnvironment(undefined=StrictUndefined).from_string(asked).render(known())


def test_a_fault_names_the_line_of_its_template() -> None:
    env = TemplateEnvironment(loader=DictLoader({"late.txt": "one\ntwo\n{{ fact.none }}"}), undefined=StrictUndefined)
    with pytest.raises(AttributeError) as fault:
        env.say("late.txt", known())
    assert fault.traceback[-1].lineno == 2  # counted from none
