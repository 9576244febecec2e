"""The play of the cards: tricks one after another, the kitty to whom it goes, the stock (§4.1, §7, §8)."""

from __future__ import annotations

from collections.abc import Callable

from pbem.cards import Card, Suit
from pbem.hearts.entries import Discarded, Played, Score
from pbem.hearts.events import Event, Play, Trick, TrickTaken
from pbem.hearts.phase import Phase
from pbem.hearts.play import legal
from pbem.hearts.play.auctions import capot_broken
from pbem.hearts.play.deal import Deal
from pbem.hearts.play.opening_lead import FIRST_LEADS
from pbem.hearts.play.trick_winner import BOOSTS, BREAKERS, TRICKS
from pbem.hearts.refusal import DiscardCount, Refused, need_held
from pbem.hearts.rules.card_values import WIDTH
from pbem.hearts.scoring.arithmetic import plus
from pbem.hearts.scoring.points import SCORERS
from pbem.hearts.scoring.standing import starting


def begin(deal: Deal, _: list[Event]) -> bool:
    """The first lead is due."""
    if deal.turned is not None:  # it takes no part in the play (§8.19)
        deal.powers, deal.rest = deal.powers._replace(trump=deal.turned.suit), []
    leader, deal.must_lead = FIRST_LEADS[deal.rules.first_lead](deal)
    start(deal, leader)
    return True


def start(deal: Deal, leader: int) -> None:
    """The first trick, and whose turn it is."""
    deal.filters = legal.filters_of(deal.rules)
    _new_trick(deal, leader)
    _turn(deal)


def play(deal: Deal, entry: Played, events: list[Event]) -> bool:
    """A card is played; True when it was the deal's last."""
    seat, card = entry.seat, entry.card
    if card not in deal.offer:
        raise legal.refusal(deal, seat, card)
    deal.hands[seat].remove(card)
    deal.plays.append(Play(seat, card, entry.stand_in))
    deal.queue.pop(0)
    if deal.led is None and card[0] != Suit.JOKER:
        deal.led = card[0]
    if not deal.queue:
        if _boosted(deal):
            deal.rounds += 1
            deal.queue = _round(deal, deal.leader)
        elif _end_trick(deal, events):
            return True
    if deal.stage is Phase.PLAY:
        _turn(deal)
    return False


def _boosted(deal: Deal) -> bool:
    """Whether the trick goes round once more; never when somebody has no card for it (§8.2)."""
    boost = BOOSTS[deal.rules.boost]
    round_over = deal.plays[-(len(deal.plays) // deal.rounds) :]
    return boost(round_over, deal.led, deal.rounds) and all(deal.hands[seat] for seat in deal.order)


def discard(deal: Deal, entry: Discarded, _: list[Event]) -> bool:
    """The taker of an exchange kitty lays as many cards face down on the own pile (§4.1); the play goes on."""
    need_held(deal.hands[entry.seat], entry.cards)
    if len(entry.cards) != len(deal.kitty):
        raise Refused(DiscardCount(needed=len(deal.kitty), given=len(entry.cards)))
    for card in entry.cards:
        deal.hands[entry.seat].remove(card)
    deal.piles[entry.seat] += entry.cards
    deal.set_aside = tuple(sorted(entry.cards))
    deal.stage = Phase.PLAY
    _next_trick(deal)  # the deal cannot be over: the kitty is taken before the last trick only
    _turn(deal)
    return False


def _round(deal: Deal, leader: int) -> list[int]:
    """Who plays to a trick led from here: all that still hold cards, in the order of play."""
    at = deal.order.index(leader) if leader in deal.order else 0
    seats = deal.order[at:] + deal.order[:at]
    if deal.rules.dummy == "shared":
        seats += (deal.rules.players,)  # the follower plays the dummy's card after the own one (§7.1)
    return [s for s in seats if deal.hands[s]]


def _new_trick(deal: Deal, leader: int) -> None:
    deal.queue = _round(deal, leader)
    deal.leader = deal.queue[0] if deal.queue else leader
    deal.plays = []
    deal.rounds = 1
    deal.led = None


def _turn(deal: Deal) -> None:
    """It is the next one's turn. In Domino Hearts who cannot follow draws until that is possible, or the stock is gone
    (§8.15).
    """
    if deal.rules.kitty_use == "follow" and deal.rest and deal.led is not None:
        hand = deal.hands[deal.queue[0]]
        while deal.rest and not any(c[0] in (deal.led, Suit.JOKER) for c in hand):
            hand.append(deal.rest.pop(0))
        hand.sort()
    deal.offer = legal.legal(deal, deal.queue[0])


def _end_trick(deal: Deal, events: list[Event]) -> bool:
    rules = deal.rules
    plays = tuple(deal.plays)
    cards = [p.card for p in plays]
    last = not any(deal.hands)
    rule = TRICKS[rules.trick]
    at = rule.winner(plays, deal.led, deal.powers)
    if at is None and last:
        at = rule.last(plays, deal.led)
    winner = None if at is None else deal.owner(plays[at].seat)
    deal.waiting += cards
    number = len(deal.tricks) + 1
    points: Score = 0
    if winner is not None:
        worth = rules.tricks.of(number, rules.hand_size)
        points = plus(SCORERS[rules.scorer].trick(deal, deal.waiting), worth)
    trick = Trick(number, deal.leader, plays, winner, points)
    deal.tricks.append(trick)
    events.append(TrickTaken(trick))
    if deal.led is not None:
        deal.led_suits.add(deal.led)
    if not deal.broken:
        breaks = BREAKERS[rules.breakers]
        deal.broken = any(breaks(c, deal.penalties) for c in cards)
    if winner is not None:
        taken, deal.waiting = deal.waiting, []
        deal.piles[winner] += taken
        if deal.rest:
            _undealt(deal, winner, taken, last)
    return deal.stage is Phase.PLAY and _next_trick(deal)


def _next_trick(deal: Deal) -> bool:
    """The next trick, if there is one; in Domino Hearts who alone holds cards keeps them as taken (§8.15)."""
    before = deal.tricks[-1]
    holding = [seat for seat, hand in enumerate(deal.hands) if hand]
    if len(holding) == 1 and deal.rules.kitty_use == "follow":
        deal.piles[holding[0]] += deal.hands[holding[0]]
        deal.hands[holding[0]] = []
        holding = []
    if holding and _nothing_left(deal):
        deal.hands, holding = [[] for _ in deal.hands], []
    if not holding:
        deal.plays, deal.queue, deal.led = [], [], None
        return True
    _new_trick(deal, deal.leader if before.winner is None else before.winner)
    return False


def _nothing_left(deal: Deal) -> bool:
    """Whether the deal's result stands, and the rules end it then: all that counts has been taken, or who undertook
    to take every trick has lost one (§8.19, §8.19).
    """
    rules = deal.rules
    if capot_broken(deal):
        return True
    if not rules.early_end or deal.rest or deal.waiting:
        return False
    held = (card for hand in deal.hands for card in hand)
    return not any(map(rules.points, held)) and not rules.tricks.left(len(deal.tricks), rules.hand_size)


def _undealt(deal: Deal, winner: int, taken: list[Card], last: bool) -> None:
    """A trick was won while a kitty or a stock lies there."""
    rules = deal.rules
    if rules.kitty_use == "draw":  # the winner first, then the others (§7.3)
        for seat in _after(deal, winner):
            if deal.rest:
                deal.hands[seat].append(deal.rest.pop(0))
                deal.hands[seat].sort()
    elif rules.kitty_use != "follow" and (last or TRIGGERS[rules.kitty_to](deal, taken)):
        deal.kitty_taker = winner
        if rules.kitty_use == "exchange" and not last:
            deal.hands[winner] = sorted(deal.hands[winner] + deal.rest)
            deal.stage = Phase.DISCARD
        else:
            deal.piles[winner] += deal.rest
        deal.rest = []


def _after(deal: Deal, seat: int) -> tuple[int, ...]:
    at = deal.order.index(seat)
    return deal.order[at:] + deal.order[:at]


def _first_penalty(deal: Deal, taken: list[Card]) -> bool:
    return any(deal.penalties[c[0] * WIDTH + c[1]] > 0 for c in taken)


TRIGGERS: dict[str, Callable[[Deal, list[Card]], bool]] = {
    "none": lambda *_: False,
    "first-trick": lambda *_: True,
    "first-penalty": _first_penalty,
    "last-trick": lambda *_: False,
}
"""Which trick takes the kitty (§4.1); the last one does if none did before."""


def points_so_far(deal: Deal) -> tuple[Score, ...]:
    """By player what the tricks alone brought: a kitty or a discard is not told of."""
    out = list(starting(deal.rules))
    for trick in deal.tricks:
        if trick.winner is not None and trick.winner < len(out):
            out[trick.winner] = plus(out[trick.winner], trick.points)
    return tuple(out)
