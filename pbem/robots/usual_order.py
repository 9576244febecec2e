"""Games with an order of ranks of their own, played under other names for their cards, in the usual order.

In Polignac the king is high and the ace below the jack: to a robot the ace is high, and it is the queens that count.
Each order of ranks is such another name for the usual one (`rank_table`), so that nothing here need know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from pbem.cards import Card, Rank
from pbem.hearts.entries import Choice
from pbem.hearts.phase import Phase
from pbem.hearts.rules.card_values import WIDTH
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView

_BY_NAME = ("force_queen", "charge", "refusable", "jokers")
"""Fields of rules that speak of a card by its name in code: with these, cards keep their names."""


@dataclass(frozen=True)
class Names:
    """The cards' other names, and back."""

    rules: Rules  # as they read with the other names
    there: Mapping[Card, Card]
    back: Mapping[Card, Card]


def names_of(rules: Rules) -> Names | None:
    """The other names of a game's cards; None where they keep their own."""
    plain = rules.trick == "plain" and rules.breakers == "heart" and not any(getattr(rules, f) for f in _BY_NAME)
    return _names(rules) if rules.ranks and plain and rules.first_lead == "dealer-left" else None


@lru_cache(maxsize=64)
def _names(rules: Rules) -> Names:
    full = {*rules.deck(), *rules.removed}
    there = {card: Card(card.suit, Rank(rules.powers.ranks[card.suit * WIDTH + card.rank])) for card in full}
    usual = replace(
        rules,
        ranks="",
        removed=tuple(there[card] for card in rules.removed),
        values=_values(there, rules.penalties),
        bonus=_values(there, rules.bonuses),
    )
    return Names(usual, there, {other: card for card, other in there.items()})


def _values(there: Mapping[Card, Card], table: tuple[int, ...]) -> str:
    amounts = {other: table[card.suit * WIDTH + card.rank] for card, other in there.items()}
    return " ".join(f"{card}={amount}" for card, amount in sorted(amounts.items()) if amount)


def renamed(value: Any, table: Mapping[Card, Card], rules: Rules, ordered: bool = True) -> Any:
    """A copy of whatever holds cards, with their other names, and with the rules as they read then.

    `ordered`: cards that lie in order lie in order again; what a seat says of its cards keeps the order it says.
    """
    if isinstance(value, Card):
        return table[value]
    if isinstance(value, Rules):
        return rules
    if isinstance(value, tuple):
        out = tuple(renamed(one, table, rules, ordered) for one in value)
        hand = ordered and all(isinstance(one, Card) for one in value) and list(value) == sorted(value)
        return tuple(sorted(out)) if hand else out
    if isinstance(value, dict):
        return {key: renamed(one, table, rules, ordered) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, table, rules, ordered) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        return type(value)(
            **{f.name: renamed(getattr(value, f.name), table, rules, ordered) for f in fields(value) if f.init}
        )
    return value


def unbid(view: SeatView) -> SeatView:
    """A game in which somebody may undertake to take every trick, and nobody has: the same without that."""
    bid = view.auction is not None and view.auction.winner is not None
    if view.rules.auction != "capot" or view.phase is not Phase.PLAY or bid:
        return view
    return replace(view, rules=_without_auction(view.rules), auction=None)


@lru_cache(maxsize=64)
def _without_auction(rules: Rules) -> Rules:
    return replace(rules, auction="none")


def in_usual_order(choose: Callable[[Any, SeatView, Random], Choice]) -> Callable[[Any, SeatView, Random], Choice]:
    """Lets a robot see its seat with the cards in the usual order, and gives its answer back in the game's own."""

    def chosen(self: Any, view: SeatView, rng: Random) -> Choice:
        view = unbid(view)
        names = names_of(view.rules)
        if names is None:
            return choose(self, view, rng)
        said = choose(self, renamed(view, names.there, names.rules), rng)
        answer: Choice = renamed(said, names.back, view.rules, ordered=False)
        return answer

    return chosen
