"""Entries to JSON and back, for the log; and hands as one line, for tests and golden games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

from pbem.cards import Card, card, cards, cards_text
from pbem.hearts.entries import (
    NOTHING,
    Base,
    Bid,
    Called,
    Carry,
    Charged,
    Dealt,
    Discarded,
    Entry,
    Hinted,
    Mixed,
    MoonChosen,
    Opened,
    Passed,
    Played,
    Score,
    Stopped,
)
from pbem.hearts.rules.record import rules_from_json, rules_to_json

Body = dict[str, Any]


def _seat(entry: Any, **more: Any) -> Body:
    body = {"seat": entry.seat, **more}
    if entry.stand_in:
        body["stand_in"] = True
    return body


def _base_to(base: Base) -> Body:
    body: Body = {"number": base.number, "dealer": base.dealer, "scores": list(base.scores)}
    if base.carry != NOTHING:
        body["carry"] = {key: value for key, value in asdict(base.carry).items() if value != getattr(NOTHING, key)}
    return body


def _dealt(entry: Dealt) -> Body:
    body: Body = {"base": _base_to(entry.base), "hands": _hands_to(entry.hands), "rest": cards_text(entry.rest)}
    if entry.salt:
        body["salt"] = entry.salt
    return body


def _refusal(entry: Passed) -> Body:
    return {} if entry.refuse is None else {"refuse": cards_text(entry.refuse)}


def _contract(entry: Called) -> Body:
    return {"contract": entry.contract} if entry.contract else {}


def _score(value: Any) -> Score:
    return value if isinstance(value, int) else (int(value[0]), int(value[1]))


def _base_from(body: Body) -> Base:
    return Base(body["number"], body["dealer"], tuple(map(_score, body["scores"])), Carry(**body.get("carry", {})))


def _hands_to(hands: Sequence[Sequence[Card]]) -> list[str]:
    return [cards_text(hand) for hand in hands]


def _hands_from(texts: list[str]) -> tuple[tuple[Card, ...], ...]:
    return tuple(cards(text) for text in texts)


def _pairs(value: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((int(a), int(b)) for a, b in value)


_TO: dict[type, Callable[[Any], Body]] = {
    Opened: lambda e: {"rules": rules_to_json(e.rules)},
    Dealt: _dealt,
    Called: lambda e: _seat(e, passing=[list(pair) for pair in e.passing], mix=e.mix, **_contract(e)),
    Bid: lambda e: _seat(e, amount=e.amount, suit=e.suit),
    Passed: lambda e: _seat(e, cards=cards_text(e.cards), **_refusal(e)),
    Mixed: lambda e: {"gave": _hands_to(e.gave), "rest": cards_text(e.rest)},
    Charged: lambda e: _seat(e, cards=cards_text(e.cards)),
    Discarded: lambda e: _seat(e, cards=cards_text(e.cards)),
    Played: lambda e: _seat(e, card=e.card.text),
    MoonChosen: lambda e: _seat(e, choice=e.choice),
    Stopped: lambda _: {},
    Hinted: lambda e: {"seat": e.seat},
}

_FROM: dict[str, Callable[[Body], Entry]] = {
    "Played": lambda b: Played(b["seat"], card(b["card"]), b.get("stand_in", False)),
    "Passed": lambda b: Passed(
        b["seat"], cards(b["cards"]), b.get("stand_in", False), cards(b["refuse"]) if "refuse" in b else None
    ),
    "Dealt": lambda b: Dealt(
        _base_from(b["base"]), _hands_from(b["hands"]), cards(b.get("rest", "")), b.get("salt", "")
    ),
    "Opened": lambda b: Opened(rules_from_json(b["rules"])),
    "Called": lambda b: Called(
        b["seat"], _pairs(b["passing"]), b.get("mix", 0), b.get("stand_in", False), b.get("contract", "")
    ),
    "Bid": lambda b: Bid(b["seat"], b["amount"], b.get("suit"), b.get("stand_in", False)),
    "Mixed": lambda b: Mixed(_hands_from(b["gave"]), cards(b.get("rest", ""))),
    "Charged": lambda b: Charged(b["seat"], cards(b["cards"]), b.get("stand_in", False)),
    "Discarded": lambda b: Discarded(b["seat"], cards(b["cards"]), b.get("stand_in", False)),
    "MoonChosen": lambda b: MoonChosen(b["seat"], b["choice"], b.get("stand_in", False)),
    "Stopped": lambda _: Stopped(),
    "Hinted": lambda b: Hinted(b["seat"]),
}


def entry_to_json(entry: Entry) -> tuple[str, Body]:
    """The entry's kind and its fields as JSON values."""
    kind = type(entry)
    return kind.__name__, _TO[kind](entry)


def entry_from_json(kind: str, body: Body) -> Entry:
    """The entry that was written; a kind or a field that is not known stops it."""
    read = _FROM.get(kind)
    if read is None:
        raise ValueError(f"not a kind of entry: {kind!r}")
    unknown = body.keys() - _FIELDS[kind]
    if unknown:
        raise ValueError(f"not fields of {kind}: {', '.join(sorted(unknown))}")
    return read(body)


_FIELDS: dict[str, frozenset[str]] = {kind.__name__: frozenset(f.name for f in fields(kind)) for kind in _TO}
