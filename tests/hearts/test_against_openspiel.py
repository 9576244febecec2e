"""Deal by deal against OpenSpiel's Hearts, which no one here wrote: legal cards at every turn, points at the end.

What the two do not share, and who is right:

- OpenSpiel knows one deal only, four players, and pays a moon to the others always: we play `moon=add`.
- Its returns are 26 minus the points, so that more is better.
- Its names for the passes are 1 left, 2 across, 3 right; without `pass_cards` only 0, hold, is legal, though its
  `chance_outcomes()` still offers all four: the legal actions are followed.
- It pays its bonus for no trick (5 off) only in a deal without a moon. No other source gives such a bonus at all, so we
  do the same.
- Where the jack of diamonds counts it is not needed for the moon, as pagat has it (Bicycle would need it; §4.4).

Nothing else differs. Every fourth deal is a skewed one (long suits), so that hands of penalty cards only, leads from
hearts and the queen, and moons come up.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pyspiel
import pytest

from pbem.cards import FRENCH, Card, Rank, Suit
from pbem.hearts.entries import Base, Dealt, Opened, Passed, Played
from pbem.hearts.events import DealEnded
from pbem.hearts.game import Game
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules

DEALS = 2000
THEIR_SUIT = {Suit.CLUBS: 0, Suit.DIAMONDS: 1, Suit.HEARTS: 2, Suit.SPADES: 3}
OUR_SUIT = {theirs: ours for ours, theirs in THEIR_SUIT.items()}
OURS = [Card(OUR_SUIT[at % 4], Rank(at // 4 + 2)) for at in range(52)]
_OFFSET = [THEIR_SUIT[suit] for suit in FRENCH]
DIRECTION = {1: 1, 2: 3, 3: 2, 4: 0}  # by the number of our deal: left, right, across, hold

DEFAULT = {
    "pass_cards": True,
    "no_pts_on_first_trick": True,
    "can_lead_any_club": False,
    "jd_bonus": False,
    "avoid_all_tricks_bonus": False,
    "must_break_hearts": True,
    "qs_breaks_hearts": True,
    "can_lead_hearts_instead_of_qs": False,
}

COMBINATIONS: tuple[dict[str, bool], ...] = (
    {},
    {"qs_breaks_hearts": False},
    {"no_pts_on_first_trick": False, "qs_breaks_hearts": False},
    {"can_lead_any_club": True},
    {"jd_bonus": True},
    {"avoid_all_tricks_bonus": True},
    {"must_break_hearts": False},
    {"can_lead_hearts_instead_of_qs": True, "qs_breaks_hearts": False},
    {"pass_cards": False},
    {"pass_cards": False, "jd_bonus": True, "avoid_all_tricks_bonus": True},
    {"can_lead_any_club": True, "no_pts_on_first_trick": False, "jd_bonus": True},
    {"must_break_hearts": False, "no_pts_on_first_trick": False, "can_lead_any_club": True},
    {"can_lead_hearts_instead_of_qs": True, "jd_bonus": True, "avoid_all_tricks_bonus": True},
    {name: not value for name, value in DEFAULT.items()},
)


def our_rules(switches: dict[str, bool]) -> Rules:
    """Our record for OpenSpiel's switches."""
    return replace(
        preset("american"),
        moon="add",
        pass_cycle=("left", "right", "across", "hold") if switches["pass_cards"] else ("hold",),
        first_trick_points="forbidden" if switches["no_pts_on_first_trick"] else "allowed",
        first_lead="low-club-any" if switches["can_lead_any_club"] else "low-club",
        bonus="JD=-10" if switches["jd_bonus"] else "",
        no_trick_bonus=-5 if switches["avoid_all_tricks_bonus"] else 0,
        heart_lead="broken" if switches["must_break_hearts"] else "any",
        breakers="heart-or-queen" if switches["qs_breaks_hearts"] else "heart",
        only_hearts_and_queen="may-lead-hearts" if switches["can_lead_hearts_instead_of_qs"] else "must-lead-queen",
    )


def their_index(card: Card) -> int:
    """OpenSpiel's number of the card."""
    return (card[1] - 2) * 4 + _OFFSET[card[0]]


def order_of(rng: random.Random, skewed: bool) -> list[int]:
    """The 52 cards as OpenSpiel deals them, one to each seat in turn."""
    order = list(range(52))
    if not skewed:
        rng.shuffle(order)
        return order
    by_suit = sorted(order, key=lambda at: (at % 4, at // 4))
    if rng.random() < 0.5:  # a hand of hearts and the queen
        by_suit.remove(43)
        by_suit.insert(rng.randrange(26, 39), 43)
    for _ in range(rng.randrange(0, 12)):
        a, b = rng.randrange(52), rng.randrange(52)
        by_suit[a], by_suit[b] = by_suit[b], by_suit[a]
    hands = [by_suit[at * 13 : at * 13 + 13] for at in range(4)]
    rng.shuffle(hands)
    return [hand[at] for at in range(13) for hand in hands]


def begin(rules: Rules, state: pyspiel.State, number: int, order: list[int]) -> Game:
    """Both games with the same cards dealt."""
    direction = DIRECTION[number] if len(rules.pass_cycle) > 1 else 0
    assert direction in state.legal_actions()
    state.apply_action(direction)
    for at in order:
        state.apply_action(at)
    game = Game()
    game.apply(Opened(rules))
    hands = tuple(tuple(sorted(OURS[at] for at in order[seat::4])) for seat in range(4))
    game.apply(Dealt(Base(number, 0, (0, 0, 0, 0)), hands))
    return game


def pass_cards(game: Game, state: pyspiel.State, rng: random.Random) -> None:
    """Three random cards from each seat, in both games."""
    if game.phase != "pass":
        return
    for seat in range(4):
        chosen = rng.sample(game.view(seat).hand, 3)
        for card in chosen:
            state.apply_action(their_index(card))
        game.apply(Passed(seat, tuple(chosen)))


def play_a_deal(rules: Rules, theirs: pyspiel.Game, rng: random.Random, number: int, skewed: bool) -> bool:
    """One deal in both; True if a moon was shot."""
    state = theirs.new_initial_state()
    game = begin(rules, state, number, order_of(rng, skewed))
    pass_cards(game, state, rng)
    greedy = skewed and rng.random() < 0.5  # high cards make moons
    while True:
        seat = state.current_player()
        legal = state.legal_actions()
        ours = game.legal_cards(seat)
        assert sorted(map(their_index, ours)) == legal
        card = max(ours, key=lambda c: c[1]) if greedy else rng.choice(ours)
        state.apply_action(their_index(card))
        events = game.apply(Played(seat, card))
        if state.is_terminal():
            break
    record = next(event.record for event in events if isinstance(event, DealEnded))
    assert [26 - won for won in state.returns()] == list(record.points)
    return record.shooter is not None


@pytest.mark.slow
@pytest.mark.parametrize("changed", COMBINATIONS, ids=lambda changed: "+".join(changed) or "default")
def test_legal_cards_and_points_are_those_of_openspiel(changed: dict[str, bool]) -> None:
    switches = DEFAULT | changed
    theirs = pyspiel.load_game("hearts", switches)
    rules = our_rules(switches)
    rng = random.Random(str(changed))
    moons = sum(play_a_deal(rules, theirs, rng, at % 4 + 1, at % 16 < 4) for at in range(DEALS))
    assert moons > 10
