"""Games played to the end by players who choose at random among what they are offered."""

from __future__ import annotations

import random
from collections.abc import Callable

from pbem.cards import Suit
from pbem.hearts.entries import (
    Bid,
    Called,
    Charged,
    Choice,
    Dealt,
    Discarded,
    Entry,
    MoonChosen,
    Opened,
    Passed,
    Played,
    Stopped,
)
from pbem.hearts.game import Game
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import Ask, SeatView


def _call(view: SeatView, rng: random.Random) -> Choice:
    rules = view.rules
    if rng.random() < 0.3 and rules.dummy == "none":
        return Called(view.seat, (), rules.pass_count)
    offset = rng.randrange(1, rules.players)
    return Called(view.seat, ((offset, rules.pass_count),))


def _bid(view: SeatView, rng: random.Random) -> Choice:
    assert view.auction is not None
    least = view.auction.least
    if rng.random() < 0.5 or least > 20 or least > view.rules.penalty_sum:
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


def next_entry(game: Game, rng: random.Random) -> Entry:
    """What comes next: chance, or the choice of one of those who are waited for."""
    if game.needs_chance:
        order = list(game.to_shuffle())
        rng.shuffle(order)
        return game.chance(tuple(order))
    view = game.view(rng.choice(game.to_act))
    assert view.ask is not None
    return ANSWERS[view.ask](view, rng)


def play_out(
    rules: Rules, seed: int, watch: Callable[[Game, Entry], None] | None = None, most: int = 400
) -> tuple[Game, list[Entry]]:
    """The game and its log; at most `most` deals; a game that time ends is stopped at some moment."""
    rng = random.Random(seed)
    game = Game()
    log: list[Entry] = [Opened(rules)]
    game.apply(log[0])
    deals, time = 0, rng.randrange(60, 400)
    while game.phase != "finished":
        entry = next_entry(game, rng)
        if isinstance(entry, Dealt):
            deals += 1
            assert deals <= most, "the game does not end"
        if rules.end_when == "time" and len(log) == time:
            entry = Stopped()
        log.append(entry)
        game.apply(entry)
        if watch:
            watch(game, entry)
    return game, log
