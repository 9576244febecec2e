"""Who chooses at random among what is legal: the yardstick below every level, in duels and benches."""

from __future__ import annotations

import random
from collections.abc import Callable

from pbem.cards import Suit
from pbem.hearts.entries import Bid, Called, Charged, Choice, Discarded, MoonChosen, Passed, Played
from pbem.hearts.view import Ask, SeatView


class Chance:
    """Chooses at random among what is legal."""

    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """A legal answer; the same for the same view and seed."""
        if view.ask is None:
            raise ValueError("this seat is asked nothing")
        return ANSWERS[view.ask](view, rng)


def _call(view: SeatView, rng: random.Random) -> Choice:
    rules = view.rules
    if view.contracts:
        return Called(view.seat, (), contract=rng.choice(view.contracts))
    if rng.random() < 0.3 and rules.dummy == "none":
        return Called(view.seat, (), rules.pass_count)
    offset = rng.randrange(1, rules.players)
    return Called(view.seat, ((offset, rules.pass_count),))


def _bid(view: SeatView, rng: random.Random) -> Choice:
    least = view.auction.least if view.auction else 0
    seldom = 0.95 if view.rules.auction == "capot" else 0.5
    if rng.random() < seldom or least > 20 or least > view.rules.penalty_sum:
        return Bid(view.seat, None)
    suit = int(rng.choice(list(Suit)[:4])) if view.rules.auction == "suit" else None
    return Bid(view.seat, least, suit)


def _pass(view: SeatView, rng: random.Random) -> Choice:
    if view.rules.pass_optional and rng.random() < 0.4:
        return Passed(view.seat, ())
    if view.refusable and view.refusing is None and rng.random() < 0.5:
        return Passed(view.seat, (), refuse=view.refusable)
    return Passed(view.seat, tuple(rng.sample(view.hand, view.count)))


def _replace(view: SeatView, rng: random.Random) -> Choice:
    return Passed(view.seat, tuple(rng.sample([c for c in view.hand if c not in view.passing], view.count)))


def _charge(view: SeatView, rng: random.Random) -> Choice:
    cards = [c for c in view.legal if rng.random() < 0.5]
    most = view.rules.charge_most or len(cards)
    return Charged(view.seat, tuple(cards[:most]))


ANSWERS: dict[Ask, Callable[[SeatView, random.Random], Choice]] = {
    Ask.CALL: _call,
    Ask.BID: _bid,
    Ask.PASS: _pass,
    Ask.REPLACE: _replace,
    Ask.CHARGE: _charge,
    Ask.DISCARD: lambda view, rng: Discarded(view.seat, tuple(rng.sample(view.hand, view.count))),
    Ask.PLAY: lambda view, rng: Played(view.acts_for, rng.choice(view.legal)),
    Ask.MOON: lambda view, rng: MoonChosen(view.seat, rng.choice(["add", "subtract"])),
}
