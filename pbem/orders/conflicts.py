"""All the orders of a letter beside one another: the same twice is one, and two answers to one question are none."""

from __future__ import annotations

from dataclasses import replace

from pbem.orders.arguments import CARD_ARGS
from pbem.orders.grammar import ReadOrder
from pbem.orders.order import Args, Asked, Misread, Order, Why

GAME = "GAME"
"""The verb that turns to another game: what stands behind it answers other questions."""

SEVERAL = "*"
"""The question of a verb that a letter may hold several times, though cards follow it."""

_ONE_ANSWER = CARD_ARGS | {Args.CHOICE, Args.BID, Args.WAYS}
_NUMBERS = frozenset({Args.NUMBER, Args.NUMBER_OR_NONE})


def question(said: ReadOrder, asked: Asked) -> str:
    """What the order answers; "" for an order of which a letter may hold several."""
    verb = said.order.verb
    if verb in (asked.yes, asked.no) and verb != asked.verb:
        return f"yes or no: {asked.yes} {asked.no}"
    spec = said.spec
    if spec is None:
        return verb
    if spec.question:
        return spec.question.removeprefix(SEVERAL)
    return verb if spec.args in _ONE_ANSWER or (spec.args in _NUMBERS and verb == asked.verb) else ""


def resolve_conflicts(all_said: list[ReadOrder], asked: Asked) -> tuple[list[Order], list[Misread]]:
    """The orders that stand, in the letter's order, and the contradictions, none of whose sides stands."""
    orders: list[Order] = []
    clashes: list[Misread] = []
    section: list[ReadOrder] = []
    for said in [*all_said, None]:
        if said is None or said.order.verb == GAME:
            done, wrong = _section(section, asked)
            orders += done
            clashes += wrong
            section = []
        if said is not None:
            section.append(said)
    return orders, clashes


def _section(section: list[ReadOrder], asked: Asked) -> tuple[list[Order], list[Misread]]:
    groups: dict[str, list[ReadOrder]] = {}
    for n, said in enumerate(section):
        groups.setdefault(question(said, asked) or f"#{n}", []).append(said)
    orders: list[Order] = []
    clashes: list[Misread] = []
    for group in groups.values():
        order = _agreed(group, asked)
        if order is not None:
            orders.append(order)
        else:
            first = group[0]
            other = next(said for said in group if _meaning(said.order) != _meaning(first.order))
            clashes.append(Misread(Why.TWO_PLAYS, other.order.line, first.order.line))
    return _once(orders), clashes


def _agreed(group: list[ReadOrder], asked: Asked) -> Order | None:
    """The one answer that a group of orders gives; None if they differ."""
    first = group[0].order
    if len({_meaning(said.order) for said in group}) == 1 and not _adds_up(group, asked):
        return first
    if first.verb != asked.verb or any(said.order.verb != first.verb or not said.order.cards for said in group):
        return None
    if _adds_up(group, asked):
        return _sum(group)
    # The same card on two lines is the same line twice, unless two packs made the count right just above.
    distinct = list({_meaning(said.order): said for said in group}.values())
    return _sum(distinct) if _adds_up(distinct, asked, short=True) else None


def _adds_up(group: list[ReadOrder], asked: Asked, short: bool = False) -> bool:
    """Whether the lines are the parts of one list: fewer cards than were asked for on each, and together just these.

    With `short`, fewer together will do (the rules will say how many are missing), if no card stands twice.
    Any number may be asked (count 0): then lines of bare cards are a list, and lines with a verb are answers.
    """
    cards = [card for said in group for card in said.order.cards]
    if len(group) < 2 or group[0].order.verb != asked.verb:
        return False
    if asked.count == 0:
        return short and all(said.bare for said in group) and len(set(cards)) == len(cards)
    if any(len(said.order.cards) >= asked.count for said in group):
        return False
    return len(cards) == asked.count or (short and len(cards) < asked.count and len(set(cards)) == len(cards))


def _sum(group: list[ReadOrder]) -> Order:
    cards = tuple(card for said in group for card in said.order.cards)
    return replace(group[0].order, cards=cards, line=" / ".join(said.order.line for said in group))


def _meaning(order: Order) -> tuple[object, ...]:
    return order.verb, order.cards, order.text, order.number


def _once(orders: list[Order]) -> list[Order]:
    once: dict[tuple[object, ...], Order] = {}
    for order in orders:
        once.setdefault(_meaning(order), order)
    return list(once.values())
