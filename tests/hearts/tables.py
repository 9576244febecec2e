"""Tables set up in one line, in the middle of things."""

from __future__ import annotations

from pbem.cards import Card, card, cards, cards_text
from pbem.hearts.entries import NOTHING, Base, Carry, MoonPay, Played, Score
from pbem.hearts.events import DealRecord, Play, Trick, led_suit
from pbem.hearts.phase import Phase
from pbem.hearts.play import trick_winner, tricks
from pbem.hearts.play.deal import Deal
from pbem.hearts.play.legal import filters_of, legal
from pbem.hearts.play.opening_lead import FIRST_LEADS
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring import moon
from pbem.hearts.scoring.deal_end import end_deal
from pbem.hearts.scoring.standing import Standing, starting
from tests.hearts.hand_notation import hand_from_text

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


def deal_of(
    rules: Rules, *hands: str, rest: str = "", scores: tuple[Score, ...] = (), number: int = 1, carry: Carry = NOTHING
) -> Deal:
    """A deal with these hands, from seat 0; seats not named hold nothing. Dealer is the last seat: seat 0 is eldest."""
    held = [hand_from_text(hand) for hand in hands]
    held += [()] * (rules.hands - len(held))
    base = Base(number, rules.players - 1, scores or starting(rules), carry)
    return Deal(rules, base, tuple(held), cards(rest))


def may_play(
    rules: Rules,
    hand: str,
    on: str = "",
    *,
    first: bool = False,
    opening: bool = False,
    played: str = "",
    charged: str = "",
    led_before: str = "",
) -> str:
    """The legal cards of a hand, sorted: on this trick (or leading), after the cards `played` in earlier tricks."""
    deal = deal_of(rules, hand)
    deal.stage = Phase.PLAY
    if not first:
        before = tuple(Play(1, c) for c in cards(played)) or (Play(1, card("2C")),)
        deal.tricks.append(Trick(1, 1, before, 1, 0))
    breaks = trick_winner.BREAKERS[rules.breakers]
    deal.broken = any(breaks(c, deal.penalties) for c in cards(played))
    deal.plays = [Play(1 + at, c) for at, c in enumerate(cards(on))]
    deal.led = led_suit(deal.plays)
    deal.charged[0] = cards(charged)
    deal.led_suits = {c.suit for c in cards(led_before)}
    deal.queue = [0]
    if opening:  # the cards that may be led first of all, if this hand has the lead
        deal.must_lead = FIRST_LEADS[rules.first_lead](deal)[1]
    deal.filters = filters_of(rules)
    return cards_text(sorted(legal(deal, 0)))


def played(rules: Rules, hands: tuple[str, ...], them: str, leader: int = 0) -> Deal:
    """A deal of these hands after these cards."""
    return play_on(deal_of(rules, *hands), them, leader)


def play_on(deal: Deal, them: str, leader: int = 0) -> Deal:
    """The deal after these cards, from the leader on; the first lead's rules do not count."""
    deal.stage = Phase.PLAY
    tricks.start(deal, leader)
    for c in cards(them):
        tricks.play(deal, Played(deal.queue[0], c), [])
    return deal


def trick(rules: Rules, them: str, leader: int = 0, extra: str = "2C 3C 4C 5C 6C 7C 8C 9C 10C") -> Deal:
    """The deal after one trick of these cards, one from each seat; each seat holds another card still."""
    at = cards(them)
    more = cards(extra)
    hands = [""] * rules.players
    for place, c in enumerate(at):
        seat = (leader + place) % rules.players
        hands[seat] = f"{hands[seat]} {c}" if hands[seat] else f"{c} {more[seat]}"
    return played(rules, tuple(hands), them, leader)


def scored(
    rules: Rules,
    *piles: str,
    choice: MoonPay | None = None,
    charged: str = "",
    winners: tuple[int, ...] = (),
    scores: tuple[Score, ...] = (),
    number: int = 1,
    carry: Carry = NOTHING,
) -> tuple[DealRecord, Standing]:
    """The record and the standing when the deal's piles are these; `winners` of its tricks, where that matters."""
    deal = deal_of(rules, scores=scores, number=number, carry=carry)
    for seat, pile in enumerate(piles):
        deal.piles[seat] = list(cards(pile))
    deal.charged = [cards(charged), *deal.charged[1:]]
    won = winners or tuple(seat for seat, pile in enumerate(piles) if pile)
    deal.tricks = [Trick(at + 1, 0, (), winner) for at, winner in enumerate(won)]
    deal.stage = Phase.MOON
    if moon.begin(deal, []):
        deal.moon_choice = choice
    standing = end_deal(deal, [], False)
    assert deal.record is not None
    return deal.record, standing


def points(rules: Rules, *piles: str, **more: object) -> tuple[Score, ...]:
    """What the deal brings each player when the piles are these."""
    return scored(rules, *piles, **more)[0].points  # type: ignore[arg-type]


def without(hand: str, *gone: str) -> str:
    """The cards without some of them."""
    return " ".join(c for c in hand.split() if c not in gone)


def texts(them: list[Card] | tuple[Card, ...]) -> str:
    """The cards' texts, sorted."""
    return cards_text(sorted(them))
