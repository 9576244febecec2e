"""A compendium's contracts: what counts in a deal, as a small notation (`tricks=2 hearts=2/6`), and its rules.

A contract is a patch of the record: a deal is played by the rules that it makes, and knows of no other one (§8.20).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.hearts.rules.record import Rules

Patch = dict[str, Any]


def _tricks(each: int, _: int) -> Patch:
    return {"values": "", "trick_values": f"each={each}"}


def _hearts(each: int, ace: int) -> Patch:
    return {"values": f"H={each} AH={ace}", "heart_lead": "never", "early_end": True}


def _ranked(*ranks: str) -> Callable[[int, int], Patch]:
    def patch(each: int, _: int) -> Patch:
        return {"values": " ".join(f"{r}{s}={each}" for r in ranks for s in "CDSH"), "early_end": True}

    return patch


def _king(amount: int, _: int) -> Patch:
    return {"values": f"KH={amount}", "heart_lead": "never", "early_end": True}


def _last_two(before: int, last: int) -> Patch:
    return {"values": "", "trick_values": f"second-last={before} last={last}"}


CONTRACTS: dict[str, Callable[[int, int], Patch]] = {
    "tricks": _tricks,
    "hearts": _hearts,
    "queens": _ranked("Q"),
    "men": _ranked("K", "J"),
    "king": _king,
    "last-two": _last_two,
}
"""By name what a contract makes of the rules: from its amount, and a second one, the same if none is written."""


@lru_cache(maxsize=64)
def contracts_of(spec: str) -> Mapping[str, tuple[int, int]]:
    """By name the amounts, in the order written; ValueError for text that is none."""
    found: dict[str, tuple[int, int]] = {}
    for word in spec.split():
        name, _, amounts = word.partition("=")
        first, _, second = amounts.partition("/")
        if name not in CONTRACTS or name in found or not first.isdecimal() or not (second or first).isdecimal():
            raise ValueError(f"no contract: {word!r}")
        found[name] = (int(first), int(second or first))
    return found


@lru_cache(maxsize=256)
def under(rules: Rules, contract: str) -> Rules:
    """The rules of a deal in which this contract is played."""
    patch = CONTRACTS[contract](*contracts_of(rules.contracts)[contract])
    return replace(rules, **patch, contracts="", contract_by=type(rules).contract_by)


def by_turn(rules: Rules, number: int) -> str:
    """The contract of the deal with this number, from 1, where they come in a fixed order."""
    names = tuple(contracts_of(rules.contracts))
    return names[(number - 1) % len(names)]


def left(rules: Rules, named: str, seat: int) -> tuple[str, ...]:
    """The contracts that this seat may still name; `named`: who has named what, as `noted` writes it.

    Each player names each once, or each is named twice in the game, by whomever.
    """
    names, said = tuple(contracts_of(rules.contracts)), named.split()
    if rules.contract_by == "twice":
        return tuple(name for name in names if sum(word.partition(":")[2] == name for word in said) < 2)
    return tuple(name for name in names if f"{seat}:{name}" not in said)


def noted(named: str, seat: int, contract: str) -> str:
    """The note of one more contract that was named."""
    return f"{named} {seat}:{contract}".strip()


def deals_of(rules: Rules) -> int:
    """How many deals it takes until no contract is left."""
    names = len(contracts_of(rules.contracts))
    return names * (2 if rules.contract_by == "twice" else rules.players)
