"""Answers to the questions that are asked beside passing and playing: simple, sound and the same at every level."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pbem.cards import Card, Suit
from pbem.hearts.entries import Bid, Called, Charged, Choice, Discarded, MoonChosen, MoonPay, Passed, Played
from pbem.hearts.rules.contracts import under
from pbem.hearts.view import Ask, SeatView
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.card_costs import sized
from pbem.robots.levels import pass_heuristics
from pbem.robots.levels.capot import is_sure
from pbem.robots.levels.danger import GUARDED, danger

ADD: MoonPay = "add"
SUBTRACT: MoonPay = "subtract"


def answer(view: SeatView, counter: CardCounter) -> Choice:
    """What the seat says when asked to call, bid, charge, discard, or choose how the moon is paid."""
    match view.ask:
        case Ask.CALL:
            return _contract(view) if view.contracts else _call(view)
        case Ask.BID:
            return _bid(view, counter)
        case Ask.REPLACE:
            return Passed(view.seat, _instead(view, pass_heuristics.urgent(counter, view.count)))
        case Ask.CHARGE:
            return Charged(view.seat, _worth_charging(counter))
        case Ask.DISCARD:
            return Discarded(view.seat, pass_heuristics.best_cards(counter, view.count))
        case Ask.MOON:
            return MoonChosen(view.seat, moon_choice(view))
        case _:
            raise ValueError(f"a robot was asked nothing it can answer: {view.ask}")


def _call(view: SeatView) -> Called:
    """The pass that goes to whoever stands best: nobody has looked at the cards, so the score is all there is."""
    rules = view.rules
    sign = -1 if rules.winner == "highest" or rules.money else 1
    ways = [way for way in range(1, rules.players) if (view.seat + way) % rules.players != rules.partner(view.seat)]
    standing = {way: sign * sized(view.scores[(view.seat + way) % rules.players]) for way in ways}
    return Called(view.seat, passing=((min(ways, key=lambda way: (standing[way], way)), rules.pass_count),))


def _contract(view: SeatView) -> Called:
    """The contract whose dangers lie least in this hand: by the share of all that counts that its cards may cost."""

    def risk(contract: str) -> float:
        counter = CardCounter(replace(view, rules=under(view.rules, contract)))
        urges = [
            danger(card, counter.suits[card.suit], counter.out.get(card.suit, ()), counter.costs, heavy_out=True)
            for card in view.hand
        ]
        return sum(urges) / counter.costs.total

    return Called(view.seat, passing=(), contract=min(view.contracts, key=lambda name: (round(risk(name), 6), name)))


def any_answer(view: SeatView) -> Choice:
    """What may be said to any question without a thought, where the robots' own thoughts have failed."""
    match view.ask:
        case Ask.PLAY:
            return Played(view.acts_for, view.legal[0])
        case Ask.PASS:
            return passing(view, view.hand[: view.count])
        case Ask.REPLACE:
            return Passed(view.seat, _instead(view, view.hand))
        case Ask.DISCARD:
            return Discarded(view.seat, view.hand[: view.count])
        case Ask.CHARGE:
            return Charged(view.seat, ())
        case Ask.BID:
            return Bid(view.seat, None)
        case Ask.CALL:
            pairs = () if view.contracts else ((1, view.rules.pass_count),)
            return Called(view.seat, passing=pairs, contract=view.contracts[0] if view.contracts else "")
        case _:
            return MoonChosen(view.seat, ADD)


def passing(view: SeatView, cards: tuple[Card, ...]) -> Passed:
    """The cards to pass, and what is handed back if it comes: all that may be, since the giver then keeps it (§4.2)."""
    return Passed(view.seat, cards, refuse=view.refusable or None)


def _instead(view: SeatView, wished: Iterable[Card]) -> tuple[Card, ...]:
    """The first of the wished cards that are not passed yet, in the place of those that were handed back."""
    return tuple([card for card in wished if card not in view.passing][: view.count])


def _bid(view: SeatView, counter: CardCounter) -> Bid:
    """The dummy for nothing, but not for points; the suit to avoid is one of low cards only, for what that spares.

    The prices are measured: by playing on at random deals from hands of each risk (a suit of risk 0.2 spared 4 chips,
    one of 0.5 little more than 1; to name a void does not pay, the others have the low cards of it).
    """
    least = view.auction.least if view.auction else 0
    if view.rules.auction == "dummy":
        return Bid(view.seat, None if least else 0)
    if view.rules.auction == "capot":
        first = (view.base.dealer + view.rules.step) % view.rules.players
        return Bid(view.seat, least if is_sure(counter, view.seat == first) else None)
    risk, suit = min((_suit_risk(counter, suit), suit) for suit in counter.suits if counter.suits[suit])
    return Bid(view.seat, least, suit) if least <= 5 - 8 * risk else Bid(view.seat, None)


def _suit_risk(counter: CardCounter, suit: Suit) -> float:
    """How many tricks the suit is likely to take against the owner's will."""
    mine, out = counter.suits[suit], counter.out.get(suit, ())
    return sum(
        sum(other < rank for other in out) / max(1, len(out)) * GUARDED ** sum(lower < rank for lower in mine)
        for rank in mine
    )


def _worth_charging(counter: CardCounter) -> tuple[Card, ...]:
    """Only bonus cards that are as good as home: the highest of a suit held with company."""
    view, costs = counter.view, counter.costs
    good = [c for c in view.legal if costs.of[c] < 0 and _will_win(counter, c)]
    most = view.rules.charge_most
    return tuple(good[:most] if most else good)


def _will_win(counter: CardCounter, card: Card) -> bool:
    """Few cards above it are out, and they cannot be drawn soon: the suit is long here."""
    above = sum(1 for r in counter.out.get(card.suit, ()) if r > card.rank)
    own_above = sum(1 for r in counter.suits[card.suit] if r > card.rank)
    return above <= own_above and len(counter.suits[card.suit]) >= 4


def moon_choice(view: SeatView) -> MoonPay:
    """Add, unless that would end the game with another seat in front; from behind subtract, to play on (§4.4)."""
    scores = [s if isinstance(s, int) else 0 for s in view.scores]
    mine = scores[view.seat]
    others = [s + view.rules.moon_value for i, s in enumerate(scores) if i != view.seat]
    ends = view.rules.target > 0 and max(others) >= view.rules.target
    return SUBTRACT if ends and min(others) <= mine else ADD
