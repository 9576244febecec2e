"""The end of a deal: what it brings, the open record, and what the next deal must remember."""

from __future__ import annotations

from dataclasses import replace

from pbem.cards import Card
from pbem.hearts.entries import Score
from pbem.hearts.events import DealEnded, DealRecord, Event, GameEnded
from pbem.hearts.play.auctions import AUCTIONS, highest_bid
from pbem.hearts.play.deal import Deal
from pbem.hearts.rules.card_values import QUEEN
from pbem.hearts.rules.contracts import noted
from pbem.hearts.scoring.arithmetic import minus, plus
from pbem.hearts.scoring.moon import pay_moon
from pbem.hearts.scoring.settlement import SETTLEMENTS, pooled
from pbem.hearts.scoring.standing import Standing, after_deal, after_instant_win


def end_deal(deal: Deal, events: list[Event], stopped: bool) -> Standing:
    """Scores the deal, writes its record, and says how the game stands."""
    rules, base = deal.rules, deal.base
    taken = _taken(deal)
    carry = base.carry
    won = taken
    if rules.money:
        won, jack = _chips(deal, taken)
        carry = replace(carry, jack=jack)
    elif carry.phase == 2:  # (§8.7)
        won = [minus(score) for score in taken]
    if rules.first_lead == "pig":
        carry = replace(carry, pig=next(seat for seat, pile in enumerate(deal.piles) if QUEEN in pile))
    if deal.contract:
        carry = replace(carry, named=noted(carry.named, base.dealer, deal.contract))
    if deal.moon == "win-game" and deal.shooter is not None:
        standing = after_instant_win(rules, base.scores, won, deal.shooter)
    else:
        standing = after_deal(rules, base.number, base.scores, won, carry, stopped)
    deal.record = _record(deal, won, taken, standing.scores)
    events.append(DealEnded(deal.record))
    if standing.over:
        events.append(GameEnded(standing.places, standing.scores))
    return standing


def _taken(deal: Deal) -> list[Score]:
    """The deal's points by player: the cards, the moon, the bonus for no trick (§10 switch 29), the bid (§7.2)."""
    rules = deal.rules
    out = pay_moon(deal)
    if rules.no_trick_bonus and deal.shooter is None:  # who shoots the moon leaves others none: no merit (OpenSpiel)
        winners = {trick.winner for trick in deal.tricks}
        for side in deal.piles_together():
            if winners.isdisjoint(side):
                for seat in side:
                    out[seat] = plus(out[seat], rules.no_trick_bonus)
    best = highest_bid(deal)
    return out if best is None else AUCTIONS[rules.auction].scored(deal, best, out)


def _chips(deal: Deal, taken: list[Score]) -> tuple[list[Score], int]:
    """What each wins or loses; an auction's bid lies in the pool as well (§8.15)."""
    points = [score for score in taken if isinstance(score, int)]
    jack = deal.base.carry.jack
    best = highest_bid(deal)
    if best is not None and best.amount is not None:
        paid = [best.amount if seat == best.seat else 0 for seat in range(len(points))]
        chips, jack = pooled(points, paid, jack)
    else:
        chips, jack = SETTLEMENTS[deal.rules.settle](points, jack)
    return list(chips), jack


def _record(deal: Deal, won: list[Score], taken: list[Score], scores: tuple[Score, ...]) -> DealRecord:
    passed, received = exchanged(deal)
    by_seat: dict[int, int | None] = {bid.seat: bid.amount for bid in deal.bids}
    return DealRecord(
        number=deal.base.number,
        dealer=deal.base.dealer,
        hands=deal.dealt,
        passed=passed,
        received=received,
        kitty=deal.kitty,
        kitty_taker=deal.kitty_taker,
        charged=tuple(cards or () for cards in deal.charged),
        tricks=tuple(deal.tricks),
        points=tuple(won),
        shooter=deal.shooter,
        moon=deal.moon,
        scores=scores,
        taken=tuple(taken),
        bids=tuple(by_seat.get(seat) for seat in range(deal.rules.players)) if by_seat else (),
        control=deal.control,
        discarded=deal.set_aside,
        contract=deal.contract,
        suit=None if deal.named_suit is None else int(deal.named_suit),
    )


def exchanged(deal: Deal) -> tuple[tuple[tuple[Card, ...], ...], tuple[tuple[Card, ...], ...]]:
    """By player the cards given and got in the pass or the mix, sorted."""
    players = range(deal.rules.players)
    if deal.gave_back:
        return tuple(tuple(sorted(chosen or ())) for chosen in deal.chosen), deal.gave_back
    gave = tuple(tuple(sorted(c for giver, _, cards in deal.packets if giver == s for c in cards)) for s in players)
    got = tuple(tuple(sorted(c for _, to, cards in deal.packets if to == s for c in cards)) for s in players)
    return gave, got
