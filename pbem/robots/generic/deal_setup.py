"""A deal set up again at its first lead, the pass behind it: for the worlds of the plain core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pbem.cards import Card
from pbem.hearts.entries import Base, Dealt, Opened
from pbem.hearts.game import Game
from pbem.hearts.rules.record import Rules


@lru_cache(maxsize=64)
def without_pass(rules: Rules) -> Rules:
    """The same game with every deal held."""
    return replace(rules, pass_cycle=("hold",), pass_optional=False, mix_kitty=False, refusable=())


def set_up(rules: Rules, base: Base, hands: Sequence[Sequence[Card]], kitty: Sequence[Card]) -> Game:
    """A game at this deal, with these hands as they were after the pass."""
    game = Game()
    game.apply(Opened(without_pass(rules)))
    game.apply(Dealt(base, tuple(tuple(sorted(hand)) for hand in hands), tuple(kitty)))
    return game
