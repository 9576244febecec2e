"""Positions in a few words: what a seat sees, without dealing the cards that it does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.cards import Card, cards
from pbem.hearts.entries import Base, Carry
from pbem.hearts.events import Play, Trick
from pbem.hearts.phase import Phase
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import Ask, SeatView, Transfer
from pbem.robots.engine.bitboard_rules import legal
from pbem.robots.engine.bitboards import bit, bits, suit_of
from pbem.robots.engine.rule_tables import tables_of

ME = 0


def trick(number: int, text: str, points: int = 0, over: bool = True) -> Trick:
    """`1: 2C AC 5C JC`: seat 1 leads, the others follow in turn."""
    leader, _, laid = text.partition(":")
    first = int(leader)
    plays = tuple(Play((first + at) % 4, one) for at, one in enumerate(cards(laid)))
    led = plays[0].card.suit
    winner = max((p for p in plays if p.card.suit is led), key=lambda p: p.card.rank).seat if over else None
    return Trick(number, first, plays, winner, points)


def seen(
    rules: Rules,
    hand: str,
    tricks: Sequence[str] = (),
    table: str = "",
    *,
    gave: str = "",
    scores: Sequence[int] = (0, 0, 0, 0),
    phase: int = 1,
) -> SeatView:
    """What seat 0 of four sees when a card is due; `gave` went to seat 1."""
    t = tables_of(rules)
    mine = tuple(sorted(cards(hand)))
    done = tuple(trick(at + 1, text) for at, text in enumerate(tricks))
    now = trick(len(done) + 1, table, over=False) if table else None
    laid = [p.card for p in now.plays] if now else []
    played = [p.card for one in done for p in one.plays]
    assert len({*mine, *laid, *played}) == len(mine) + len(laid) + len(played), "a card is told twice"
    assert len(mine) == rules.hand_size - len(done), "the hand has not the right size"
    broken = any(bit(c) & t.breakers for c in played)
    led = suit_of(bit(laid[0])) if laid else 0
    allowed = legal(t, bits(mine), led, bits(laid), not done, broken)
    return SeatView(
        rules=rules,
        seat=ME,
        base=Base(1, 3, tuple(scores), Carry(phase=phase)),
        phase=Phase.PLAY,
        to_act=(ME,),
        ask=Ask.PLAY,
        acts_for=ME,
        count=1,
        legal=tuple(c for c in mine if bit(c) & allowed),
        hand=mine,
        hand_sizes=tuple(_size(rules, seat, len(done), now) for seat in range(4)),
        open_hands={},
        pass_to=(),
        passing=(),
        gave=(Transfer(1, cards(gave)),) if gave else (),
        got=(),
        charged={},
        tricks=done,
        trick=now,
        leader=now.leader if now else ME,
        hearts_broken=broken,
        points=tuple(_points(rules, done, seat) for seat in range(4)),
        kitty_size=0,
        kitty=(),
        kitty_taker=None,
        scores=tuple(scores),
        places=(),
    )


def _size(rules: Rules, seat: int, done: int, now: Trick | None) -> int:
    return rules.hand_size - done - (now is not None and any(p.seat == seat for p in now.plays))


def _points(rules: Rules, done: Sequence[Trick], seat: int) -> int:
    return sum(rules.points(p.card) for one in done if one.winner == seat for p in one.plays)


def to_pass(rules: Rules, hand: str, to: int = 1) -> SeatView:
    """What seat 0 sees when three cards are to be passed."""
    mine: tuple[Card, ...] = tuple(sorted(cards(hand)))
    assert len(mine) == 13
    blank = seen(rules, hand)
    fields = {name: getattr(blank, name) for name in SeatView.__slots__}
    fields |= {"phase": "pass", "to_act": (0, 1, 2, 3), "ask": Ask.PASS, "count": 3, "legal": (), "leader": None}
    return SeatView(**fields | {"pass_to": ((to, 3),)})


def ending(hand: str, out: str, table: str = "", **switches: object) -> SeatView:
    """The last tricks, as a deal of just these cards: hearts may be led, and unless it is said there is no moon.

    So an end can be set up without telling the tricks before it, and a problem's answer can be reckoned by hand.
    """
    laid = table.partition(":")[2]
    deck = cards(f"{hand} {out} {laid}")
    options: dict[str, Any] = {"moon": "none", "first_lead": "dealer-left", "heart_lead": "any", "values": "H=1 QS=13"}
    options |= {"end_when": "deals", "deals": 1, "target": 0} | switches
    gone = tuple(c for c in preset("american").deck() if c not in deck)
    return seen(preset("american", removed=gone, pass_cycle=("hold",), pass_count=1, **options), hand, (), table)
