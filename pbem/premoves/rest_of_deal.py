"""The rest of a deal: when nothing of it can change the result, and what a seat can prove of it. From a view alone.

What a seat proves from its own view is no news to it: so nobody learns about hidden cards by claiming.
"""

from __future__ import annotations

from collections import Counter

from pbem.cards import Card, Suit
from pbem.hearts.phase import Phase
from pbem.hearts.view import Ask, SeatView

UNDERSTOOD = frozenset({
    "name", "house", "seatings", "players", "direction", "pack", "jokers", "removed", "hand", "kitty",
    "kitty_to", "kitty_use", "pass_cycle", "pass_count", "pass_optional", "mix_kitty", "refusable", "charge",
    "charge_most", "auction", "first_lead", "first_trick_points", "heart_lead", "breakers",
    "only_hearts_and_queen", "force_queen", "trick", "boost", "values", "bonus", "bonus_floor", "moon",
    "moon_set", "slam_replaces_bonus", "moon_pays", "sun", "no_trick_bonus", "target", "end_when", "deals",
    "exact", "tie", "winner", "teams", "settle", "phases", "ranks", "trick_values", "trump", "early_end",
    "contracts", "contract_by",
})  # fmt: skip
"""The fields of `Rules` with which it is known when a deal is decided."""

BEYOND = frozenset({"scorer", "dummy"})
"""The fields with which no deal counts as decided before its last card."""


def is_decided(view: SeatView) -> bool:
    """Whether the deal's result is certain: every card that counts lies in a trick that somebody took.

    Not where tricks count by number and may still do so: a sun, or points for taking none (§4.4, §10 switch 29); and
    not with a rule that nobody has thought of here.
    """
    rules = view.rules
    if view.phase is not Phase.PLAY or not rules.altered <= UNDERSTOOD or view.kitty_size:
        return False
    tricks = list(view.tricks)
    while tricks and tricks[-1].winner is None:  # its cards go to who takes the next one (§8.3)
        tricks.pop()
    winners = {trick.winner for trick in tricks}
    if rules.sun_value and len({_side(view, winner) for winner in winners}) < 2:
        return False
    if rules.no_trick_bonus and len(winners) < rules.players:
        return False
    if rules.teams == "found" and len(winners) < 2:
        return False
    if rules.tricks.left(len(tricks), rules.hand_size) or _capot(view):
        return False
    taken = Counter(play.card for trick in tricks for play in trick.plays)
    return all(not rules.points(card) or taken[card] >= count for card, count in Counter(rules.deck()).items())


def _capot(view: SeatView) -> bool:
    """Whether somebody has undertaken to take every trick: as long as the deal goes on, that one has."""
    return view.rules.auction == "capot" and view.auction is not None and view.auction.winner is not None


def takes_all(view: SeatView) -> bool:
    """Whether the seat, on lead, takes every trick left whatever the others hold and play: it leads from the top.

    Its i-th card of a suit must beat the best that is out, unless fewer than i of the suit are out at all.
    """
    if view.ask is not Ask.PLAY or view.trick is not None or not view.tricks or view.rules.charge or not _plain(view):
        return False  # the first lead may be prescribed, and a card that lies open may not be led at once
    out = _out(view)
    for suit in {card.suit for card in view.hand}:
        theirs = [view.height(card) for card in out if card.suit == suit]
        mine = sorted((view.height(card) for card in view.hand if card.suit == suit), reverse=True)
        if any(len(theirs) > n and rank <= max(theirs) for n, rank in enumerate(mine)):
            return False
    return True


def takes_none(view: SeatView) -> bool:
    """Whether the seat takes no trick that is left whatever the others hold and play, if it plays its lowest.

    Not on lead, with no card above any that is out in its suit; a card on the table counts as out.
    """
    if view.phase is not Phase.PLAY or not view.hand or not _plain(view) or (view.ask and view.trick is None):
        return False
    if view.trick is not None and view.trick.plays and _leads_so_far(view):
        return False
    out = _out(view)
    return all(view.height(card) < view.height(other) for card in view.hand for other in out if card.suit == other.suit)


def _leads_so_far(view: SeatView) -> bool:
    """Whether the seat's own card is the best on the table: then it may take this trick."""
    plays = view.trick.plays if view.trick is not None else ()
    led = plays[0].card.suit
    best = max((play for play in plays if play.card.suit == led), key=lambda play: view.height(play.card))
    return best.seat == view.seat


def _plain(view: SeatView) -> bool:
    """Whether tricks go to the highest card of the led suit, one card each, and no card is apart."""
    rules = view.rules
    single = max(Counter(rules.deck()).values()) == 1 and not rules.jokers and rules.trump == "none"
    return single and rules.trick == "plain" and rules.boost == "none" and rules.dummy == "none" and not view.kitty_size


def _out(view: SeatView) -> list[Card]:
    """The cards that the seat has not seen taken and does not hold: in other hands, or on the table."""
    others = [play.card for play in view.trick.plays if play.seat != view.seat] if view.trick is not None else []
    return [*view.unseen(view.hand), *others]


def _side(view: SeatView, seat: int | None) -> tuple[int, ...]:
    """Whose tricks are counted together with this seat's."""
    return next((side for side in view.rules.piles if seat in side), ())


def top_card(view: SeatView) -> Card:
    """What a claimer of the rest plays: from the top, and hearts last, so that they may be led."""
    others = [card for card in view.legal if card.suit is not Suit.HEARTS]
    return max(others or view.legal, key=lambda card: (view.height(card), -card.suit))
