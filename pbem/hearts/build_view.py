"""Builds what one seat may know, by addition: each line adds something that the seat has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cards import Card
from pbem.hearts.events import Trick
from pbem.hearts.phase import PASSING, Phase
from pbem.hearts.play import stages
from pbem.hearts.play.auctions import least_bid
from pbem.hearts.play.deal import Deal
from pbem.hearts.play.early_cards import early_cards
from pbem.hearts.play.passing import targets
from pbem.hearts.play.tricks import points_so_far
from pbem.hearts.rules.contracts import left
from pbem.hearts.scoring.deal_end import exchanged
from pbem.hearts.scoring.standing import seat_lost, starting
from pbem.hearts.view import Ask, Auction, SeatView, Transfer

if TYPE_CHECKING:
    from pbem.hearts.game import Game


def build_view(game: Game, deal: Deal | None, seat: int) -> SeatView:
    """The view of a seat; `deal` None between deals."""
    if deal is None:
        return _between(game, seat)
    ask = game.ask(seat)
    acts_for = deal.queue[0] if ask is Ask.PLAY else seat
    gave, got = _transfers(deal, seat)
    return SeatView(
        rules=deal.rules,
        seat=seat,
        base=deal.base,
        phase=game.phase,
        to_act=game.to_act,
        ask=ask,
        acts_for=acts_for,
        count=_count(deal, seat, ask),
        legal=game.legal_cards(seat),
        hand=() if _unseen(deal) else tuple(deal.hands[seat]),
        hand_sizes=tuple(len(hand) for hand in deal.hands),
        open_hands=_open_hands(deal),
        pass_to=targets(deal.pairs, seat, deal.rules.players),
        passing=(deal.chosen[seat] or ()) if deal.stage in (Phase.PASS, Phase.REPLACE, Phase.MIXING) else (),
        gave=gave,
        got=got,
        charged=_charged(deal, seat),
        tricks=tuple(deal.tricks),
        trick=Trick(len(deal.tricks) + 1, deal.leader, tuple(deal.plays)) if deal.plays else None,
        leader=deal.leader if deal.stage in (Phase.PLAY, Phase.DISCARD) else None,
        hearts_broken=deal.broken,
        points=points_so_far(deal),
        kitty_size=len(deal.rest),
        kitty=deal.kitty if deal.kitty_taker == seat or deal.turned else (),
        kitty_taker=deal.kitty_taker,
        scores=game.scores,
        places=game.places,
        early=early_cards(deal, seat),
        auction=_auction(deal),
        refusable=_refusable(deal, seat),
        refusing=deal.refusing[seat],
        handed_back=tuple(deal.handed_back),
        kept=_kept(deal),
        discarded=deal.set_aside if deal.kitty_taker == seat else (),
        waiting=tuple(deal.waiting),
        boosted=deal.rounds > 1,
        seat_lost=_seat_lost(deal),
        piles=deal.piles_together(),
        trump=deal.powers.trump,
        contract=deal.contract,
        contracts=left(deal.rules, deal.base.carry.named, seat) if ask is Ask.CALL and deal.rules.contracts else (),
    )


def _unseen(deal: Deal) -> bool:
    """Whether nobody has looked at the cards: a pass is called before that, a contract is named after it."""
    return deal.stage is Phase.CALL and not deal.rules.contracts


def _between(game: Game, seat: int) -> SeatView:
    """No cards are dealt: the scores are all there is."""
    return SeatView(
        rules=game.rules,
        seat=seat,
        base=game.base,
        phase=game.phase,
        to_act=(),
        ask=None,
        acts_for=seat,
        count=0,
        legal=(),
        hand=(),
        hand_sizes=(0,) * game.rules.hands,
        open_hands={},
        pass_to=(),
        passing=(),
        gave=(),
        got=(),
        charged={},
        tricks=(),
        trick=None,
        leader=None,
        hearts_broken=False,
        points=starting(game.rules),
        kitty_size=0,
        kitty=(),
        kitty_taker=None,
        scores=game.scores,
        places=game.places,
        piles=game.rules.piles,
    )


def _count(deal: Deal, seat: int, ask: Ask | None) -> int:
    """How many cards are asked for."""
    if ask is Ask.PASS:
        return stages.pass_size(deal)
    if ask is Ask.REPLACE:
        return len(stages.to_pass_again(deal, seat))
    if ask is Ask.DISCARD:
        return len(deal.kitty)
    return 1 if ask is Ask.PLAY else 0


def _refusable(deal: Deal, seat: int) -> tuple[Card, ...]:
    """What may come to this seat and be handed back, while that can be said."""
    if deal.stage is not Phase.PASS or deal.mix:
        return ()
    return tuple(card for card in deal.rules.refusable if card not in deal.hands[seat])


def _open_hands(deal: Deal) -> dict[int, tuple[Card, ...]]:
    """A shared dummy lies open from the start (§7.1), one that is bid for when the auction is over (§7.2)."""
    dummy = deal.rules.players
    if deal.rules.dummy == "none" or deal.stage in (Phase.CALL, Phase.PASS, Phase.REPLACE, Phase.BID):
        shown = deal.rules.dummy == "shared" and deal.stage in (Phase.PASS, Phase.REPLACE)
    else:
        shown = True
    return {dummy: tuple(deal.hands[dummy])} if shown and len(deal.hands) > dummy else {}


def _transfers(deal: Deal, seat: int) -> tuple[tuple[Transfer, ...], tuple[Transfer, ...]]:
    """What the seat gave and got, once the pass is over."""
    if deal.gave_back:
        gave, got = exchanged(deal)
        return (Transfer(None, gave[seat]),), (Transfer(None, got[seat]),)
    return (
        tuple(Transfer(to, cards) for giver, to, cards in deal.packets if giver == seat),
        tuple(Transfer(giver, cards) for giver, to, cards in deal.packets if to == seat),
    )


def _charged(deal: Deal, seat: int) -> dict[int, tuple[Card, ...]]:
    """All see what is charged when the last seat has answered; before that each sees the own."""
    if deal.stage is Phase.CHARGE:
        own = deal.charged[seat]
        return {seat: own} if own else {}
    return {at: cards for at, cards in enumerate(deal.charged) if cards}


def _auction(deal: Deal) -> Auction | None:
    """What was bid and who won, from the first bid due on."""
    if deal.rules.auction == "none" or deal.stage in PASSING:
        return None
    bids = tuple((bid.seat, bid.amount) for bid in deal.bids)
    return Auction(bids, least_bid(deal), deal.control, deal.named_suit)


def _kept(deal: Deal) -> tuple[int, ...]:
    """Who passed nothing, known when all have answered."""
    if deal.stage in PASSING:
        return ()
    return tuple(seat for seat, chosen in enumerate(deal.chosen) if chosen == ())


def _seat_lost(deal: Deal) -> int | None:
    """Whose seat a moon that won the game has cost."""
    if deal.record is None or deal.moon != "win-game" or deal.shooter is None:
        return None
    return seat_lost(deal.rules, deal.shooter)
