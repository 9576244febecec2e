"""Options that are small notations: what a player writes, and the text that the record keeps; else ValueError."""

from __future__ import annotations

from pbem.hearts.rules.contracts import contracts_of
from pbem.hearts.rules.rank_orders import rank_table
from pbem.hearts.rules.trick_values import trick_values


def read_ranks(text: str) -> str:
    """`usual` is ace high."""
    found = "" if text == "usual" else text.upper().replace(",", " ").replace("10", "T")
    rank_table(found)
    return found


def write_ranks(value: str) -> str:
    """The order as an option has it."""
    return value.replace(" ", ",") or "usual"


def read_tricks(text: str) -> str:
    """`first=1,last=1`."""
    found = "" if text == "none" else text.replace(",", " ")
    trick_values(found)
    return found


def write_tricks(value: str) -> str:
    """The values, or the contracts, as an option has them."""
    return value.replace(" ", ",") or "none"


def read_contracts(text: str) -> str:
    """`tricks=2,hearts=2/6`."""
    found = "" if text == "none" else text.replace(",", " ")
    contracts_of(found)
    return found
