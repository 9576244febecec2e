"""Whole games of every preset at every number of players, played at random."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from pbem.cards import Card, card, cards
from pbem.hearts.entries import Base, Dealt, Entry, MoonChosen, Opened, Passed, Played, Stopped
from pbem.hearts.events import DealEnded, DealRecord, GameEnded, MoonShot, PassDone, TrickTaken
from pbem.hearts.game import Game, fold
from pbem.hearts.notation import entry_from_json, entry_to_json
from pbem.hearts.refusal import (
    FollowSuit,
    GameOver,
    HeartsNotBroken,
    LeadLowClub,
    MayNotKeep,
    MoonChoice,
    NoPass,
    NoPointsOnFirstTrick,
    NotInHand,
    NotNow,
    NotYourTurn,
    PassCount,
    Refusal,
    Refused,
    SameCardTwice,
)
from pbem.hearts.rules.contracts import under
from pbem.hearts.rules.presets import PRESETS, preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.arithmetic import plus
from tests.hearts.hand_notation import hands_from_text
from tests.hearts.playing import play_out

EVERY_TABLE = [(name, count) for name, rules in PRESETS.items() for count in rules.player_counts]


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_every_named_game_comes_to_its_end_and_its_log_is_its_state(name: str, players: int) -> None:
    rules = preset(name, players=players)
    records: list[DealRecord] = []

    def watch(game: Game, _: Entry) -> None:
        record = game.record()
        if record is not None and (not records or records[-1].number != record.number):
            records.append(record)

    game, log = play_out(rules, seed=7, watch=watch)
    assert sorted(game.places)[0] == 1
    assert game.to_act == ()
    assert fold(log) == game
    assert [entry_from_json(kind, json.loads(json.dumps(body))) for kind, body in map(entry_to_json, log)] == log
    starts = [at for at, entry in enumerate(log) if isinstance(entry, Dealt)]
    for at in {starts[-1], starts[len(starts) // 2]}:
        assert fold([log[0], *log[at:]]) == game
    for record in records:
        played = under(rules, record.contract) if record.contract else rules
        _check_cards(played, record)
        _check_points(played, record)
    assert records[-1].scores == game.scores


def _check_cards(rules: Rules, record: DealRecord) -> None:
    """Every card was dealt once, and taken once unless it stayed in a stock."""
    deck = Counter(rules.deck())
    assert Counter([c for hand in record.hands for c in hand] + list(record.kitty)) == deck or rules.mix_kitty
    taken = Counter(play.card for trick in record.tricks for play in trick.plays)
    if rules.kitty_use == "pile":
        taken += Counter(record.kitty)
    taken += Counter(record.discarded)
    if rules.kitty_use in ("draw", "follow") or rules.early_end or rules.auction == "capot":
        assert taken <= deck
    else:
        assert taken == deck


def _check_points(rules: Rules, record: DealRecord) -> None:
    """Without a moon the deal brings what the cards that each one took are worth."""
    plain = rules.scorer == "sum" and not rules.bonus_floor and not rules.no_trick_bonus and rules.auction == "none"
    if not plain or record.shooter is not None or rules.kitty_use == "follow" or rules.teams in ("pooled", "found"):
        return
    expected = [0] * rules.players
    for trick in record.tricks:
        if trick.winner is not None:
            expected[trick.winner] += int(str(trick.points))
    if record.kitty_taker is not None:
        hidden = record.discarded or record.kitty
        expected[record.kitty_taker] += sum(map(rules.points, hidden))
    assert list(record.taken) == expected
    if rules.kitty_use != "draw":
        assert sum(expected) == sum(map(rules.points, rules.deck())) + rules.tricks.all(rules.hand_size)


def test_scores_add_up_from_deal_to_deal() -> None:
    game, log = play_out(preset("american"), seed=3)
    total = (0, 0, 0, 0)
    again = Game()
    for entry in log:
        for event in again.apply(entry):
            if isinstance(event, DealEnded):
                total = tuple(plus(a, b) for a, b in zip(total, event.record.points, strict=True))  # type: ignore[assignment]
    assert game.scores == total


# the door

HANDS = "AKQ.2.432.A65432 | J109.3.AKQ.KQJ987 | 8765432.AKQJ10.5. | .987654.J109876.10"


def opened(name: str = "american", hands: str = HANDS, number: int = 4, **changes: object) -> Game:
    """A game at its fourth deal: nothing is passed."""
    game = Game()
    rules = preset(name, **changes)
    game.apply(Opened(rules))
    game.apply(Dealt(Base(number, (number - 1) % 4, (0, 0, 0, 0)), hands_from_text(hands)))
    return game


def refused(game: Game, entry: Entry) -> Any:
    """The refusal of an entry, which leaves the game as it was."""
    before = [game.view(seat) for seat in range(4)]
    with pytest.raises(Refused) as caught:
        game.apply(entry)
    assert [game.view(seat) for seat in range(4)] == before
    return caught.value.refusal


def test_a_game_begins_with_opened_and_a_deal_of_the_whole_pack() -> None:
    game = Game()
    with pytest.raises(ValueError, match="not opened"):
        game.apply(Dealt(Base(1, 0, (0, 0, 0, 0)), hands_from_text(HANDS)))
    with pytest.raises(Refused):
        game.apply(Played(0, card("2C")))
    game.apply(Opened(preset("american")))
    assert (game.phase, game.needs_chance, game.base) == ("dealing", "deal", Base(1, 0, (0, 0, 0, 0)))
    with pytest.raises(ValueError, match="cards of the pack"):
        game.apply(Dealt(Base(1, 0, (0, 0, 0, 0)), hands_from_text(HANDS.replace("AKQ.2", "AKK.2"))))
    assert game.phase == "dealing"
    with pytest.raises(ValueError, match="opened already"):
        game.apply(Opened(preset("american")))


def test_a_deal_that_does_not_stand_on_the_one_before_is_none() -> None:
    game = opened()
    with pytest.raises(ValueError, match="no deal is due"):
        game.apply(Dealt(Base(5, 0, (0, 0, 0, 0)), hands_from_text(HANDS)))


def test_the_holder_of_the_two_of_clubs_is_asked_first_and_may_lead_nothing_else() -> None:
    game = opened()
    assert (game.phase, game.to_act, game.legal_cards(0), game.legal_cards(1)) == ("play", (0,), cards("2C"), ())
    refusal = refused(game, Played(0, card("3C")))
    assert (type(refusal), refusal.card) == (LeadLowClub, card("2C"))


def test_a_refusal_names_its_reason_and_the_legal_cards() -> None:
    game = opened()
    assert type(refused(game, Played(1, card("KC")))) is NotYourTurn
    assert refused(game, MoonChosen(0, "add")).asked == "play"
    assert type(refused(game, Passed(0, cards("2C 3C 4C")))) is NoPass
    assert type(refused(game, Played(0, card("KC")))) is NotInHand
    game.apply(Played(0, card("2C")))
    refusal = refused(game, Played(1, card("AD")))
    assert (type(refusal), refusal.legal) == (FollowSuit, cards("7C 8C 9C JC QC KC"))


def test_no_points_on_the_first_trick_is_told_as_such() -> None:
    game = opened("web")
    for seat, text in enumerate(("2C", "KC")):
        game.apply(Played(seat, card(text)))
    refusal = refused(game, Played(2, card("AH")))
    assert (type(refusal), refusal.card) == (NoPointsOnFirstTrick, card("AH"))


def test_hearts_may_not_be_led_before_they_are_broken() -> None:
    game = opened("web")
    for seat, text in enumerate(("2C", "KC", "5D", "10C")):
        game.apply(Played(seat, card(text)))
    assert type(refused(game, Played(1, card("3H")))) is HeartsNotBroken


def test_a_pass_may_be_changed_until_the_last_seat_has_passed() -> None:
    game = opened(number=1)
    assert (game.phase, game.to_act, game.view(0).pass_to) == ("pass", (0, 1, 2, 3), ((1, 3),))
    game.apply(Passed(0, cards("AS KS QS")))
    assert game.to_act == (1, 2, 3)
    game.apply(Passed(0, cards("2C 3C 4C")))
    assert game.view(0).passing == cards("2C 3C 4C")
    game.apply(Passed(1, cards("JS 10S 9S")))
    game.apply(Passed(2, cards("2S 3S 4S")))
    assert game.view(1).got == ()
    events = game.apply(Passed(3, cards("4H 5H 6H")))
    assert PassDone() in events
    assert [t.cards for t in game.view(1).got] == [cards("2C 3C 4C")]
    assert game.legal_cards(1) == cards("2C")
    assert type(refused(game, Passed(0, cards("2C 3C 4C")))) is NotNow


@pytest.mark.parametrize(
    ("cards_passed", "reason"),
    [
        ("AS KS", PassCount),
        ("AS KS KS", SameCardTwice),
        ("AS KS AH", NotInHand),
        ("", MayNotKeep),
    ],
)
def test_a_pass_that_is_none_is_refused(cards_passed: str, reason: type[Refusal]) -> None:
    assert type(refused(opened(number=1), Passed(0, cards(cards_passed)))) is reason


MOON = "AKQJ1098765432... | .AKQJ1098765432.. | ..AKQJ1098765432. | ...AKQJ1098765432"


def shot() -> Game:
    """Seat 1 holds all hearts, and takes the queen with them."""
    game = Game()
    rules = preset("american", heart_lead="any", first_lead="dealer-left", pass_cycle=("hold",), target=26)
    game.apply(Opened(rules))
    game.apply(Dealt(Base(1, 0, (0, 0, 0, 0)), hands_from_text(MOON)))
    events: list[object] = []
    while game.phase == "play":
        seat = game.to_act[0]
        events += game.apply(Played(seat, max(game.legal_cards(seat))))
    assert MoonShot(1) in events
    return game


def test_the_shooter_is_asked_how_the_moon_is_paid_and_nobody_else() -> None:
    game = shot()
    assert (game.phase, game.to_act, game.ask(1), game.ask(0)) == ("moon", (1,), "moon", None)
    assert type(refused(game, entry_from_json("MoonChosen", {"seat": 1, "choice": "both"}))) is MoonChoice
    assert type(refused(game, MoonChosen(0, "add"))) is NotYourTurn
    events = game.apply(MoonChosen(1, "add"))
    assert isinstance(events[0], DealEnded)
    assert (events[0].record.points, events[0].record.moon) == ((26, 0, 26, 26), "add")
    assert events[1] == GameEnded((2, 1, 2, 2), (26, 0, 26, 26))
    assert (game.phase, game.places) == ("finished", (2, 1, 2, 2))
    assert type(refused(game, Played(0, card("2C")))) is GameOver


def test_a_moon_subtracted_leaves_the_game_open() -> None:
    game = shot()
    game.apply(MoonChosen(1, "subtract"))
    assert (game.phase, game.scores, game.base) == ("dealing", (0, -26, 0, 0), Base(2, 1, (0, -26, 0, 0)))


def test_a_trick_is_told_with_its_winner_and_points() -> None:
    game = opened()
    events: tuple[object, ...] = ()
    for seat, text in enumerate(("2C", "KC", "AH", "10C")):
        events = game.apply(Played(seat, card(text)))
    assert [(e.trick.winner, e.trick.points) for e in events if isinstance(e, TrickTaken)] == [(1, 1)]
    assert game.to_act == (1,)
    assert game.view(2).hearts_broken


def test_chance_puts_shuffled_cards_in_hands_of_the_right_size() -> None:
    game = Game()
    game.apply(Opened(preset("cancellation")))
    order: tuple[Card, ...] = tuple(reversed(game.to_shuffle()))
    dealt = game.chance(order)
    assert isinstance(dealt, Dealt)
    assert [len(hand) for hand in dealt.hands] == [17] * 6
    assert len(dealt.rest) == 2
    game.apply(dealt)
    assert game.needs_chance is None


def test_when_time_is_up_the_deal_being_played_is_the_last() -> None:
    game = opened("mso")
    assert game.apply(Stopped()) == ()
    assert game.phase == "play"
    while game.phase == "play":
        seat = game.to_act[0]
        events = game.apply(Played(seat, game.legal_cards(seat)[0]))
    assert isinstance(events[-1], GameEnded)


def test_when_time_is_up_between_deals_the_game_is_over() -> None:
    game = Game()
    game.apply(Opened(preset("mso")))
    assert game.apply(Stopped()) == (GameEnded((1, 1, 1, 1), (0, 0, 0, 0)),)
    assert (game.phase, game.view(0).places, game.needs_chance) == ("finished", (1, 1, 1, 1), None)
    with pytest.raises(ValueError, match="no time"):
        game.apply(Stopped())
    with pytest.raises(ValueError, match="no deal is due"):
        game.apply(Dealt(Base(1, 0, (0, 0, 0, 0)), hands_from_text(HANDS)))
