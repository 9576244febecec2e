"""What is asked before and beside the play: calls, mixes, auctions, charges, discards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pbem.cards import Suit, card, cards
from pbem.hearts.entries import (
    Base,
    Bid,
    Called,
    Carry,
    Charged,
    Dealt,
    Discarded,
    Entry,
    Mixed,
    Opened,
    Passed,
    Played,
)
from pbem.hearts.events import Event, PassDone
from pbem.hearts.game import Game
from pbem.hearts.refusal import (
    BadBid,
    BadCall,
    BidTooLow,
    ChargedCard,
    DiscardCount,
    MayNotCharge,
    MayNotKeep,
    MayNotReturn,
    NotInHand,
    NotYourTurn,
    PassCount,
    Refusal,
    Refused,
    SameCardTwice,
    WasHandedBack,
)
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import Ask, Auction, SeatView
from tests.hearts.hand_notation import hands_from_text
from tests.hearts.playing import ANSWERS, next_entry

HANDS = "AKQ.2.432.A65432 | J109.3.AKQ.KQJ987 | 8765432.AKQJ10.5. | .987654.J109876.10"


def begun(rules: Rules, hands: str = "", rest: str = "", number: int = 1, seed: int = 1) -> Game:
    """The first deal of a game, with these hands or random ones; seat 3 deals, seat 0 is eldest."""
    game = Game()
    game.apply(Opened(rules))
    base = Base(number, rules.players - 1, (0,) * rules.players)
    if hands:
        game.apply(Dealt(base, hands_from_text(hands), cards(rest)))
    else:
        order = list(game.to_shuffle())
        random.Random(seed).shuffle(order)
        dealt = game.chance(tuple(order))
        assert isinstance(dealt, Dealt)
        game.apply(replace(dealt, base=base))
    return game


def why(game: Game, entry: Entry) -> type[Refusal]:
    """The reason why the entry is refused."""
    with pytest.raises(Refused) as caught:
        game.apply(entry)
    return type(caught.value.refusal)


def play_until(game: Game, phase: str, seed: int = 1) -> list[Event]:
    """Random entries until the phase is asked for."""
    rng, events = random.Random(seed), list[Event]()
    while game.phase != phase:
        events += game.apply(next_entry(game, rng))
    return events


# the dealer's call


def test_the_dealer_calls_the_pass_before_anybody_looks() -> None:
    game = begun(preset("dealers-call"), HANDS)
    assert (game.phase, game.to_act, game.view(3).hand, game.view(0).hand_sizes) == ("call", (3,), (), (13,) * 4)
    assert game.apply(Called(3, ((1, 2), (-1, 1)))) == ()
    assert (game.phase, game.view(0).count, game.view(0).pass_to) == ("pass", 3, ((1, 2), (3, 1)))
    game.apply(Passed(0, cards("AS KS AC")))
    for seat, text in ((1, "JS 10S 9S"), (2, "8S 7S 6S"), (3, "9H 8H 7H")):
        game.apply(Passed(seat, cards(text)))
    assert [(t.seat, t.cards) for t in game.view(0).gave] == [(1, cards("KS AS")), (3, cards("AC"))]
    assert [(t.seat, t.cards) for t in game.view(0).got] == [(1, cards("9S")), (3, cards("8H 9H"))]


@pytest.mark.parametrize(
    "call",
    [
        Called(3, ((1, 2),)),
        Called(3, ((0, 3),)),
        Called(3, ((1, 4), (2, -1))),
        Called(3, ((1, 2), (5, 1))),
        Called(3, (), 13),
        Called(3, ((1, 3),), 3),
        Called(3, ()),
    ],
)
def test_a_call_must_give_three_and_get_three(call: Called) -> None:
    assert why(begun(preset("dealers-call"), HANDS), call) is BadCall


def test_only_the_dealer_calls() -> None:
    assert why(begun(preset("dealers-call"), HANDS), Called(0, ((1, 3),))) is NotYourTurn


def test_the_kitty_pass_mixes_what_all_have_given() -> None:
    game = begun(preset("dealers-call"), HANDS)
    game.apply(Called(3, (), 3))
    given = ("AS KS QS", "JS 10S 9S", "8S 7S 6S", "9H 8H 7H")
    for seat, text in enumerate(given):
        game.apply(Passed(seat, cards(text)))
    assert (game.phase, game.needs_chance, game.to_act) == ("mixing", "mix", ())
    assert game.to_shuffle() == tuple(sorted(cards(" ".join(given))))
    with pytest.raises(ValueError, match="mixed"):
        game.apply(Mixed((cards("AS KS QS"),) * 4))
    mixed = game.chance(tuple(reversed(game.to_shuffle())))
    assert game.apply(mixed) == (PassDone(),)
    assert game.view(0).got[0].cards == cards("7H 8H 9H")
    assert game.view(0).gave[0].seat is None
    assert game.phase == "play"


def test_a_mix_may_take_the_kitty_in() -> None:
    rules = replace(preset("kitty"), pass_cycle=("mix",), mix_kitty=True)
    game = begun(rules)
    play_until(game, "mixing")
    assert len(game.to_shuffle()) == 16
    mixed = game.chance(tuple(reversed(game.to_shuffle())))
    assert isinstance(mixed, Mixed)
    game.apply(mixed)
    assert len(mixed.rest) == 4
    assert game.view(0).hand_sizes == (12,) * 4


def test_who_keeps_sends_on_what_comes() -> None:
    game = begun(preset("keep"), HANDS)
    game.apply(Passed(0, cards("AS KS QS")))
    for seat in (1, 2, 3):
        game.apply(Passed(seat, ()))
    assert [(t.seat, t.cards) for t in game.view(0).got] == [(0, cards("QS KS AS"))]
    assert game.view(2).kept == (1, 2, 3)


# a passed card that is handed back

KATE = "AKQ.2.432.65432 | J1094.3.AKQ.KQJ9 | 876532.AKQ.5.A8 | .987654.J10987.7"
LEFT = "6D 10C 10H JH"


def kate(*refusals: Passed) -> Game:
    """The Australian game: seat 0 passes the queen of spades to seat 1, after these refusals."""
    game = begun(preset("kate"), KATE, LEFT)
    for entry in (*refusals, Passed(0, cards("QS 2H")), Passed(1, cards("JS KC")), Passed(2, cards("8S AC"))):
        game.apply(entry)
    return game


def test_without_a_word_the_queen_is_taken() -> None:
    game = kate()
    assert game.apply(Passed(3, cards("9H 8H"))) == (PassDone(),)
    assert [(t.seat, t.cards) for t in game.view(1).got] == [(0, cards("QS 2H"))]
    assert (game.phase, game.to_act, game.view(2).handed_back) == ("play", (0,), ())


def test_who_has_said_so_hands_the_queen_back_and_gets_another_card() -> None:
    game = kate(Passed(1, (), refuse=cards("QS")))
    assert (game.view(1).refusing, game.view(0).refusable, game.view(1).refusable) == (cards("QS"), (), cards("QS"))
    assert game.apply(Passed(3, cards("9H 8H"))) == ()
    assert (game.phase, game.to_act) == ("replace", (0,))
    asked, other = game.view(0), game.view(3)
    assert (asked.ask, asked.count, asked.passing) == (Ask.REPLACE, 1, cards("QS 2H"))
    assert other.handed_back == asked.handed_back == ((0, 1, cards("QS")),)
    assert (asked.got, len(asked.hand)) == ((), 12)  # nobody has seen yet what comes
    assert why(game, Passed(0, cards("2H"))) is WasHandedBack
    assert why(game, Passed(0, cards("QS"))) is WasHandedBack
    assert why(game, Passed(0, cards("KS AS"))) is PassCount
    assert why(game, Passed(2, cards("7S"))) is NotYourTurn
    assert game.apply(Passed(0, cards("AS"))) == (PassDone(),)
    assert [(t.seat, t.cards) for t in game.view(1).got] == [(0, cards("AS 2H"))]
    assert card("QS") in game.view(0).hand
    assert (game.phase, game.to_act) == ("play", (0,))


def test_a_refusal_may_be_said_beside_the_cards_and_taken_back_until_all_have_passed() -> None:
    game = kate(Passed(1, cards("4S 9S"), refuse=cards("QS")), Passed(1, (), refuse=()))
    assert game.apply(Passed(3, cards("9H 8H"))) == (PassDone(),)
    assert game.view(1).got[0].cards == cards("QS 2H")


def test_all_whose_cards_came_back_give_others_before_the_cards_change_hands() -> None:
    game = begun(preset("kate", refusable=cards("QS AC")), KATE, LEFT)
    refusals = Passed(1, (), refuse=cards("QS")), Passed(3, (), refuse=cards("AC"))
    given = [Passed(seat, cards(text)) for seat, text in enumerate(("QS 2H", "JS KC", "8S AC", "9H 8H"))]
    for entry in (*refusals, *given):
        game.apply(entry)
    assert (game.phase, game.to_act) == ("replace", (0, 2))
    assert game.apply(Passed(2, cards("8C"))) == ()
    assert (game.phase, game.to_act) == ("replace", (0,))
    assert game.apply(Passed(0, cards("AS"))) == (PassDone(),)
    assert [game.view(seat).got[0].cards for seat in (1, 3)] == [cards("AS 2H"), cards("8C 8S")]


def test_only_the_card_that_the_rules_name_can_be_handed_back() -> None:
    game = begun(preset("kate"), KATE, LEFT)
    assert why(game, Passed(1, (), refuse=cards("AS"))) is MayNotReturn
    assert why(begun(preset("american"), HANDS), Passed(1, (), refuse=cards("QS"))) is MayNotReturn
    assert why(game, Passed(1, ())) is MayNotKeep


# auctions


def test_the_highest_bidder_names_the_suit_and_leads() -> None:
    game = begun(preset("auction"), HANDS)
    assert (game.phase, game.to_act, game.view(0).auction) == ("bid", (0,), Auction((), 1))
    game.apply(Bid(0, 2, int(Suit.SPADES)))
    assert why(game, Bid(1, 2, int(Suit.CLUBS))) is BidTooLow
    assert why(game, Bid(1, 3)) is BadBid
    assert why(game, Bid(1, None, 2)) is BadBid
    assert why(game, Bid(1, 101, 2)) is BadBid
    game.apply(Bid(1, 3, int(Suit.DIAMONDS)))
    game.apply(Bid(2, None))
    assert game.view(2).auction == Auction(((0, 2), (1, 3), (2, None)), 4)
    game.apply(Bid(3, None))
    heard = Auction(((0, 2), (1, 3), (2, None), (3, None)), 4, winner=1, suit=Suit.DIAMONDS)
    assert (game.to_act, game.view(0).auction, heard.best) == ((1,), heard, (1, 3))
    for seat, text in ((1, "AD"), (2, "5D"), (3, "6D"), (0, "2D")):
        game.apply(Played(seat, card(text)))
    assert game.view(0).points == (0, 4, 0, 0)


def test_the_bid_lies_in_the_pool() -> None:
    game = begun(preset("auction", deals=1), HANDS)
    for seat in range(4):
        game.apply(Bid(seat, 5, int(Suit.DIAMONDS)) if seat == 0 else Bid(seat, None))
    play_until(game, "finished")
    record = game.record()
    assert record is not None
    assert (record.bids, record.control, record.suit) == ((5, None, None, None), 0, Suit.DIAMONDS)
    assert sum(record.points) <= 0  # type: ignore[arg-type]
    assert -sum(record.points) in (0, 1, 2, 18)  # type: ignore[arg-type]


def test_if_all_pass_hearts_are_avoided_and_the_eldest_leads() -> None:
    game = begun(preset("auction"), HANDS)
    for seat in range(4):
        game.apply(Bid(seat, None))
    heard = Auction(tuple((seat, None) for seat in range(4)), 1, suit=Suit.HEARTS)
    assert (game.to_act, game.view(0).auction, heard.best) == ((0,), heard, None)


def test_the_dummy_is_played_by_who_won_it_and_its_tricks_count_for_nobody() -> None:
    game = begun(preset("dummy"), number=3)
    assert (game.phase, game.to_act, game.view(0).open_hands) == ("bid", (0,), {})
    game.apply(Bid(0, 4))
    game.apply(Bid(1, None))
    assert why(game, Bid(2, 27)) is BadBid
    assert why(game, Bid(2, 5, 1)) is BadBid
    game.apply(Bid(2, None))
    rng = random.Random(3)
    while game.phase == "play":
        for seat in range(3):
            assert len(game.view(seat).open_hands[3]) == game.view(seat).hand_sizes[3]
        view = game.view(game.to_act[0])
        assert view.acts_for in (view.seat, 3)
        assert view.acts_for != 3 or view.seat == 0
        game.apply(ANSWERS[Ask.PLAY](view, rng))
    record = game.record()
    assert record is not None
    dead = sum(int(str(t.points)) for t in record.tricks if t.winner == 3)
    assert sum(record.points) == 26 - dead + 4  # type: ignore[arg-type]


def test_the_dummy_sits_between_the_dealers_neighbour_and_the_dealer() -> None:
    game = begun(preset("dummy"), number=3)
    for seat in range(3):
        game.apply(Bid(seat, None))
    assert game.view(0).auction == Auction(((0, None), (1, None), (2, None)), 0, winner=2)
    order: list[int | None] = []
    while len(order) < 4:
        view = game.view(game.to_act[0])
        order.append(view.acts_for)
        game.apply(Played(view.acts_for, view.legal[0]))
    at = order.index(3)
    assert order[at:] + order[:at] == [3, 2, 0, 1]


# charging


def test_charges_are_seen_when_the_last_seat_has_answered() -> None:
    game = begun(preset("turbo"), HANDS, number=4)
    assert (game.phase, game.to_act) == ("charge", (0, 1, 2, 3))
    assert game.legal_cards(0) == cards("QS")
    assert game.legal_cards(3) == cards("10C JD")
    game.apply(Charged(0, cards("QS")))
    assert (game.view(0).charged, game.view(1).charged) == ({0: cards("QS")}, {})
    assert why(game, Charged(2, cards("KH"))) is MayNotCharge
    assert why(game, Charged(2, cards("QS"))) is NotInHand
    assert why(game, Charged(2, cards("AH AH"))) is SameCardTwice
    for seat in (1, 2):
        game.apply(Charged(seat, ()))
    game.apply(Charged(3, cards("JD 10C")))
    assert game.view(1).charged == {0: cards("QS"), 3: cards("10C JD")}
    assert game.view(1).charged == {0: cards("QS"), 3: cards("10C JD")}


def test_one_card_at_most_may_be_charged_where_the_rules_say_so() -> None:
    game = begun(preset("turbo", charge_most=1), HANDS, number=4)
    assert why(game, Charged(3, cards("JD 10C"))) is MayNotCharge
    game.apply(Charged(3, cards("JD")))
    game.apply(Charged(3, cards("10C")))
    assert game.view(3).charged == {3: cards("10C")}


def test_a_charged_card_is_told_when_its_suit_is_led_the_first_time() -> None:
    game = begun(preset("gong-zhu"), HANDS)
    for seat, text in enumerate(("QS", "", "", "")):
        game.apply(Charged(seat, cards(text)))
    assert game.to_act == (2,)  # who holds the two of spades leads
    game.apply(Played(2, card("2S")))
    game.apply(Played(3, card("9H")))
    assert why(game, Played(0, card("QS"))) is ChargedCard
    assert game.legal_cards(0) == cards("KS AS")


def test_who_took_the_pig_leads_the_next_deal_of_gong_zhu() -> None:
    game = begun(preset("gong-zhu"), HANDS)
    rng = random.Random(8)
    while game.phase != "dealing":
        game.apply(next_entry(game, rng))
    record = game.record()
    assert record is not None
    taker = next(t.winner for t in record.tricks if card("QS") in [p.card for p in t.plays])
    assert game.base.carry == Carry(pig=taker)
    game.apply(game.chance(game.to_shuffle()))
    for seat in range(4):
        game.apply(Charged(seat, ()))
    assert game.to_act == (taker,)
    assert len(game.legal_cards(game.to_act[0])) == 13


# kitties


def test_the_taker_of_an_exchange_kitty_discards_as_many() -> None:
    game = begun(preset("odd-exchange", pass_cycle=("hold",)), seed=4)
    play_until(game, "discard")
    taker = game.to_act[0]
    view = game.view(taker)
    assert (view.ask, view.count, view.kitty_taker, len(view.hand)) == (Ask.DISCARD, 1, taker, 17)
    assert set(view.kitty) <= set(view.hand)
    others = [game.view(seat) for seat in range(3) if seat != taker]
    assert all(other.kitty == () and other.kitty_taker == taker for other in others)
    assert why(game, Discarded(taker, view.hand[:2])) is DiscardCount
    assert why(game, Discarded(others[0].seat, others[0].hand[:1])) is NotYourTurn
    game.apply(Discarded(taker, view.hand[:1]))
    assert (game.phase, game.to_act) == ("play", (taker,))
    assert game.view(taker).discarded == view.hand[:1]
    assert game.view(others[0].seat).discarded == ()


def test_the_winner_of_a_trick_draws_first() -> None:
    game = begun(preset("draw"), seed=2)
    before: SeatView | None = None
    while not before or not before.tricks:
        seat = game.to_act[0]
        game.apply(Played(seat, game.legal_cards(seat)[0]))
        before = game.view(0)
    assert before.hand_sizes == (13, 13)
    assert before.kitty_size == 24


def test_a_stock_that_does_not_divide_ends_with_a_draw_for_the_first_only() -> None:
    game = begun(preset("draw", players=3, hand=10), seed=2)
    while game.view(0).kitty_size:
        seat = game.to_act[0]
        game.apply(Played(seat, game.legal_cards(seat)[0]))
    winner = game.view(0).tricks[-1].winner
    assert [size - (seat == winner) for seat, size in enumerate(game.view(0).hand_sizes)] == [9, 9, 9]
    assert len(game.view(0).tricks) == 8


def test_who_cannot_follow_in_domino_hearts_draws_until_it_is_possible() -> None:
    rest = "5C 6C 7C 8C 9C 10C JC QC KC AC 7D 8D 9D 10D JD QD KD AD 8S 9S 10S JS QS KS AS 8H 9H 10H"
    hands = "2C 2D 3D 4D 5D 6D | 2S 3S 4S 5S 6S 7S | 2H 3H 4H 5H 6H 7H | 3C 4C JH QH KH AH"
    game = begun(preset("domino"), hands, rest)
    game.apply(Played(0, card("2C")))
    assert (game.view(1).hand_sizes, game.legal_cards(1)) == ((5, 7, 6, 6), cards("5C"))
    game.apply(Played(1, card("5C")))
    assert game.legal_cards(2) == cards("6C")
    assert game.view(2).kitty_size == 26


def test_counter_clockwise_the_turn_and_the_deal_go_to_the_right() -> None:
    game = begun(preset("american", direction="counter-clockwise", pass_cycle=("hold",)), HANDS)
    game.apply(Played(0, card("2C")))
    assert game.to_act == (3,)
    play_until(game, "dealing")
    assert game.base.dealer == 2
