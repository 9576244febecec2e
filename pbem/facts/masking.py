"""Refusals without the words of a stranger: nobody has us write their text to somebody else's mailbox."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from pbem.hearts.refusal import Refusal
from pbem.hearts.rules.faults import RulesFaultItem

WRITTEN = ("given", "value", "word")
"""The facts of a refusal that hold what somebody wrote."""


def masked(refusal: Refusal) -> Refusal:
    """The refusal with a mark for what somebody wrote, in single faults too."""
    changes: dict[str, Any] = {}
    for field in fields(refusal):
        value = getattr(refusal, field.name)
        if field.name in WRITTEN and isinstance(value, str) and value:
            changes[field.name] = "…"
        elif field.name == "faults":
            changes[field.name] = tuple(_masked_fault(fault) for fault in value)
    return replace(refusal, **changes)


def _masked_fault(fault: Refusal | RulesFaultItem) -> Refusal | RulesFaultItem:
    if isinstance(fault, Refusal):
        return masked(fault)
    facts = {key: "…" if key in WRITTEN else value for key, value in fault.facts.items()}
    return RulesFaultItem(fault.code, facts)
