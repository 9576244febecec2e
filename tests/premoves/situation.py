"""A seat's view at its turn, with chosen cards in its hand and on the table."""

from __future__ import annotations

from dataclasses import replace

from pbem.cards import Card
from pbem.hearts.entries import Base, Dealt, Opened
from pbem.hearts.events import Play, Trick
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import Ask, SeatView


def situation(hand: tuple[Card, ...], table: tuple[Card, ...], tricks: tuple[Trick, ...] = ()) -> SeatView:
    """Seat 3 is to play; as many others as there are cards on the table have played before it."""
    rules = Rules()
    game = Game()
    game.apply(Opened(rules))
    deck = rules.deck()
    game.apply(Dealt(Base(4, 0, (0, 0, 0, 0)), tuple(deck[n * 13 : n * 13 + 13] for n in range(4))))
    plays = tuple(Play(3 - len(table) + n, card) for n, card in enumerate(table))
    led = table[0].suit if table else None
    following = tuple(card for card in hand if card.suit == led)
    left = len(hand)
    played = {play.seat for play in plays}
    return replace(
        game.view(3),
        phase=Phase.PLAY,
        ask=Ask.PLAY,
        to_act=(3,),
        acts_for=3,
        hand=tuple(sorted(hand)),
        legal=tuple(sorted(following or hand)),
        hand_sizes=tuple(left - (seat in played) for seat in range(4)),
        tricks=tricks,
        trick=Trick(len(tricks) + 1, plays[0].seat, plays) if plays else None,
        leader=plays[0].seat if plays else 3,
        hearts_broken=True,
    )
