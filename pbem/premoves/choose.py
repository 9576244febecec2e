"""A plan's card: the first step that can be taken says which. What no step decides is asked."""

from __future__ import annotations

from collections.abc import Callable

from pbem.cards import Card, Suit
from pbem.hearts.events import Play
from pbem.hearts.play.trick_winner import TRICKS
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
    if view.led is None:
        return True
    plays = [*view.trick.plays, Play(view.seat, card)] if view.trick is not None else []
    return TRICKS[view.rules.trick].winner(plays, view.led, view.powers) == len(plays) - 1


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
        return _of(view, step, step.act is Act.LEAD_LOWEST) if view.trick is None else None
    if led is None:
        return None
    mine = [card for card in view.legal if card.suit == led]
    if step.act in (Act.DUMP, Act.DUMP_HIGHEST):
        return None if mine else _of(view, step, lowest=False)
    return _follow(view, step.act, mine, led) if mine else None


def _of(view: SeatView, step: Step, lowest: bool) -> Card | None:
    """The step's card, or the lowest or highest of its suit, or of all: of equal ranks ♣ before ♦ before ♠ before ♥."""
    if step.card is not None:
        return step.card if step.card in view.legal else None
    among = [card for card in view.legal if step.suit in (None, card.suit)]
    if not among:
        return None
    key = _height(view)
    return min(among, key=key) if lowest else max(among, key=key)


def _height(view: SeatView) -> Callable[[Card], tuple[int, int]]:
    return lambda card: (view.height(card), card.suit)


def _follow(view: SeatView, act: Act, mine: list[Card], led: Suit) -> Card | None:
    key = _height(view)
    low, high = min(mine, key=key), max(mine, key=key)
    best = max(view.powers.of(card, led) for card in view.table)
    if act is Act.LOW:
        return low
    if act is Act.HIGH:
        return high
    if act is Act.WIN:
        winning = [card for card in mine if view.powers.of(card, led) > best]
        return (min(winning, key=key) if is_last(view) else high) if winning else None
    below = [card for card in mine if view.powers.of(card, led) < best]
    if below:
        return max(below, key=key)
    free = [card for card in mine if not counts(view, card)]
    if act is Act.DUCK_LAST and free and is_last(view) and not any(counts(view, card) for card in view.table):
        return max(free, key=key)
    return low
