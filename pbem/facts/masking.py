"""Refusals without the words of a stranger: nobody has us write their text to somebody else's mailbox."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from pbem.hearts.refusal import Refusal
from pbem.hearts.rules.faults import RulesFaultItem

WRITTEN = ("given", "value", "word")
"""The facts of a refusal that hold what somebody wrote."""

Fault = TypeVar("Fault", Refusal, RulesFaultItem)


def masked(refusal: Fault) -> Fault:
    """The refusal with a mark for what somebody wrote, in single faults too."""
    changes: dict[str, Any] = {}
    for field in fields(refusal):
        value = getattr(refusal, field.name)
        if field.name in WRITTEN and isinstance(value, str) and value:
            changes[field.name] = "…"
        elif field.name == "faults":
            changes[field.name] = tuple(map(masked, value))
    return replace(refusal, **changes)
