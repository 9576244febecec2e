"""Real games for tests of rendering: positions that must hold together."""

from __future__ import annotations

from pbem.cards import cards
from pbem.hearts.entries import Dealt, MoonChosen, MoonPay, Opened, Played, Score
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView

TOP = cards("KC AC QD KD AD JS QS KS AS JH QH KH AH")


def finished_deal_with_a_moon(choice: MoonPay) -> tuple[SeatView, tuple[Score, ...]]:
    """Seat 0 holds the tops of all suits and takes every trick: its view at the choice, and the scores after it."""
    rules = Rules(pass_cycle=("hold",))
    rest = [card for card in rules.deck() if card not in TOP]
    game = Game()
    game.apply(Opened(rules))
    hands = (TOP, *(tuple(sorted(rest[n::3])) for n in range(3)))
    game.apply(Dealt(game.base, hands, ()))
    while game.phase is Phase.PLAY:
        seat = game.to_act[0]
        view = game.view(seat)
        game.apply(Played(seat, max(view.legal, key=lambda card: (card.rank, card.suit))))
    view = game.view(0)
    game.apply(MoonChosen(0, choice))
    return view, game.scores
