"""What is bid for before the play, and what follows from the highest bid (§7.2, §8.15, §8.19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pbem.cards import Suit
from pbem.hearts.entries import Bid, Score
from pbem.hearts.play.deal import Deal
from pbem.hearts.refusal import BadBid, BidTooLow, Refused
from pbem.hearts.rules.card_values import value_table
from pbem.hearts.scoring.arithmetic import plus


def least_bid(deal: Deal) -> int:
    """The lowest amount that the next bidder may name."""
    named = [bid.amount + 1 for bid in deal.bids if bid.amount is not None]
    return max([AUCTIONS[deal.rules.auction].least(deal), *named])


def highest_bid(deal: Deal) -> Bid | None:
    """The last that is no pass: each is higher than the one before."""
    return next((b for b in reversed(deal.bids) if b.amount is not None), None)


def bid(deal: Deal, entry: Bid) -> bool:
    """One bid each, higher than the last, or none; the highest wins. True when it is over."""
    auction = AUCTIONS[deal.rules.auction]
    if entry.amount is not None:
        if (entry.suit in (0, 1, 2, 3)) != auction.suit:
            raise Refused(BadBid(suit=entry.suit))
        if entry.amount < least_bid(deal):
            raise Refused(BidTooLow(least=least_bid(deal)))
        if entry.amount > auction.most(deal):
            raise Refused(BadBid(amount=entry.amount))
    elif entry.suit is not None:
        raise Refused(BadBid(suit=entry.suit))
    deal.bids.append(entry)
    if len(deal.bids) < deal.rules.players and not (auction.single and entry.amount is not None):
        return False
    auction.won(deal, highest_bid(deal))
    return True


def capot_broken(deal: Deal) -> bool:
    """Whether somebody has undertaken to take every trick, and has not: then the deal is decided (§8.19)."""
    return deal.rules.auction == "capot" and deal.control is not None and not _has_all(deal)


def _has_all(deal: Deal) -> bool:
    return all(trick.winner == deal.control for trick in deal.tricks)


def _dummy_won(deal: Deal, best: Bid | None) -> None:
    """If all pass, the dealer plays the dummy for nothing (house rule, §7.2)."""
    deal.control = best.seat if best else deal.base.dealer


def _bid_added(_: Deal, best: Bid, scores: list[Score]) -> list[Score]:
    """The bidder takes the amount as points (§7.2)."""
    out = list(scores)
    out[best.seat] = plus(out[best.seat], best.amount or 0)
    return out


def _suit_won(deal: Deal, best: Bid | None) -> None:
    """The named suit counts one a card; if all pass, hearts do and nobody pays (house rule, §8.15)."""
    deal.control = best.seat if best else None
    deal.named_suit = Suit(best.suit) if best and best.suit is not None else Suit.HEARTS
    deal.penalties = value_table(f"{deal.named_suit.letter}=1")


def _as_they_are(_: Deal, __: Bid, scores: list[Score]) -> list[Score]:
    """The bid is paid in chips, see `scoring.deal_end`."""
    return scores


def _capot_won(deal: Deal, best: Bid | None) -> None:
    deal.control = best.seat if best else None


def _capot_scored(deal: Deal, best: Bid, scores: list[Score]) -> list[Score]:
    """Every trick: the amount to each of the others; not: to the bidder. Nothing else counts then (§8.19 Polignac)."""
    made, worth = _has_all(deal), best.amount or 0
    return [worth if made != (seat == best.seat) else 0 for seat in range(len(scores))]


class AuctionRule(NamedTuple):
    """An auction: what may be bid, and what the highest bid does before the play and when the deal is scored."""

    won: Callable[[Deal, Bid | None], None]
    scored: Callable[[Deal, Bid, list[Score]], list[Score]]
    least: Callable[[Deal], int]
    most: Callable[[Deal], int]
    suit: bool = False  # a suit is named with the amount
    single: bool = False  # the first who bids has it


def _all_points(deal: Deal) -> int:
    return deal.rules.penalty_sum


AUCTIONS: dict[str, AuctionRule] = {
    "dummy": AuctionRule(_dummy_won, _bid_added, lambda _: 0, lambda deal: min(100, deal.rules.penalty_sum)),
    "suit": AuctionRule(_suit_won, _as_they_are, lambda _: 1, lambda _: 100, suit=True),
    "capot": AuctionRule(_capot_won, _capot_scored, _all_points, _all_points, single=True),
}
