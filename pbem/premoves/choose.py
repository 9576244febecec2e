"""A plan's card: the first step that can be taken says which. What no step decides is asked."""

from __future__ import annotations

from pbem.cards import Card, Suit
from pbem.hearts.view import SeatView
from pbem.premoves.steps import Act, Fact, If, Step, Steps


def decide(view: SeatView, steps: Steps) -> Card | None:
    """The card that the steps choose among `view.legal`; None if no step can be taken."""
    if view.acts_for != view.seat or not view.legal:
        return None
    for step in steps:
        if all(_holds(view, one) for one in step.when):
            card = _card(view, step)
            if card is not None:
                return card
    return None


def counts(view: SeatView, card: Card) -> bool:
    """Whether the card counts anything, for or against its taker."""
    return view.rules.points(card) != 0


def would_take(view: SeatView, card: Card) -> bool:
    """Whether the card would be the best of the trick so far."""
    led = view.led
    return led is None or (card.suit == led and all(card.rank > one.rank for one in view.table if one.suit == led))


def is_last(view: SeatView) -> bool:
    """Whether nobody plays to this trick after this seat. With a second round nobody can know (§8.2)."""
    if view.trick is None or view.rules.boost != "none":
        return False
    done = {play.seat for play in view.trick.plays} | {view.seat}
    return all(seat in done or not size for seat, size in enumerate(view.hand_sizes))


def _holds(view: SeatView, one: If) -> bool:
    table = view.table
    led = view.led
    match one.fact:
        case Fact.LED:
            return led is not None and led == one.suit
        case Fact.FALLS:
            return one.card in table
        case Fact.GONE:
            return any(play.card == one.card for play in view.plays)
        case Fact.POINTS:
            return any(counts(view, card) for card in table)
        case Fact.CLEAN:
            return not any(counts(view, card) for card in table)
        case Fact.LAST:
            return is_last(view)
        case Fact.VOID:
            return led is not None and not any(card.suit == led for card in view.hand)


def _card(view: SeatView, step: Step) -> Card | None:
    if step.act is Act.PLAY:
        return step.card if step.card in view.legal else None
    led = view.led
    if step.act in (Act.LEAD, Act.LEAD_LOWEST, Act.LEAD_HIGHEST):
        return _of(view.legal, step, step.act is Act.LEAD_LOWEST) if view.trick is None else None
    if led is None:
        return None
    mine = [card for card in view.legal if card.suit == led]
    if step.act in (Act.DUMP, Act.DUMP_HIGHEST):
        return None if mine else _of(view.legal, step, lowest=False)
    return _follow(view, step.act, mine, led) if mine else None


def _of(legal: tuple[Card, ...], step: Step, lowest: bool) -> Card | None:
    """The step's card, or the lowest or highest of its suit, or of all: of equal ranks ♣ before ♦ before ♠ before ♥."""
    if step.card is not None:
        return step.card if step.card in legal else None
    among = [card for card in legal if step.suit in (None, card.suit)]
    if not among:
        return None
    return min(among, key=_rank) if lowest else max(among, key=_rank)


def _rank(card: Card) -> tuple[int, int]:
    return card.rank, card.suit


def _follow(view: SeatView, act: Act, mine: list[Card], led: Suit) -> Card | None:
    low, high = min(mine, key=_rank), max(mine, key=_rank)
    best = max(card.rank for card in view.table if card.suit == led)
    if act is Act.LOW:
        return low
    if act is Act.HIGH:
        return high
    if act is Act.WIN:
        winning = [card for card in mine if card.rank > best]
        return (min(winning, key=_rank) if is_last(view) else high) if winning else None
    below = [card for card in mine if card.rank < best]
    if below:
        return max(below, key=_rank)
    free = [card for card in mine if not counts(view, card)]
    if act is Act.DUCK_LAST and free and is_last(view) and not any(counts(view, card) for card in view.table):
        return max(free, key=_rank)
    return low
