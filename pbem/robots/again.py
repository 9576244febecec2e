"""A deal set up again at its first lead, the pass behind it: for the teacher, and for worlds of the plain core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pbem.cards import Card
from pbem.hearts.entries import Base, Dealt, Opened, Score
from pbem.hearts.events import DealRecord
from pbem.hearts.game import Game
from pbem.hearts.rules import Rules
from pbem.hearts.view import Transfer


@lru_cache(maxsize=64)
def without_pass(rules: Rules) -> Rules:
    """The same game with every deal held."""
    return replace(rules, pass_cycle=("hold",), pass_optional=False, mix_kitty=False)


def set_up(rules: Rules, base: Base, hands: Sequence[Sequence[Card]], kitty: Sequence[Card]) -> Game:
    """A game at this deal, with these hands as they were after the pass."""
    game = Game()
    game.apply(Opened(without_pass(rules)))
    game.apply(Dealt(base, tuple(tuple(sorted(hand)) for hand in hands), tuple(kitty)))
    return game


def hands_after_pass(record: DealRecord) -> list[tuple[Card, ...]]:
    """The hands of a finished deal once cards had changed hands."""
    after = []
    for hand, gone, came in zip(record.hands, record.passed, record.received, strict=True):
        left = list(hand)
        for card in gone:
            left.remove(card)
        after.append(tuple(sorted([*left, *came])))
    return after


def transfers(record: DealRecord, seat: int) -> tuple[tuple[Transfer, ...], tuple[Transfer, ...]]:
    """What the seat gave and got, and to and from whom, as it knew it."""
    others = [s for s in range(len(record.hands)) if s != seat]
    gave = [(s, tuple(c for c in record.passed[seat] if c in record.received[s])) for s in others]
    got = [(s, tuple(c for c in record.received[seat] if c in record.passed[s])) for s in others]
    return (
        tuple(Transfer(s, cards) for s, cards in gave if cards),
        tuple(Transfer(s, cards) for s, cards in got if cards),
    )


def scores_before(record: DealRecord) -> tuple[Score, ...]:
    """The scores that the deal stood on."""
    pairs = zip(record.scores, record.points, strict=True)
    return tuple(s - p if isinstance(s, int) and isinstance(p, int) else 0 for s, p in pairs)
