"""The medium robot: sound rules, every card counted, nothing looked ahead."""

from __future__ import annotations

import random

from pbem.cards import JOKER, Card
from pbem.hearts.entries import Choice, Played
from pbem.hearts.view import Ask, SeatView
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.bitboards import SUIT, bit, bits
from pbem.robots.engine.heuristics import discard, follow, lead
from pbem.robots.engine.rule_tables import serves, tables_of
from pbem.robots.levels import pass_heuristics, simple_answers
from pbem.robots.levels.capot import capot_card
from pbem.robots.levels.danger import danger
from pbem.robots.usual_order import in_usual_order


class Medium:
    """Plays by rules of thumb; by prices where a bonus, a shooter or an odd game makes them too coarse."""

    @in_usual_order
    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """An answer to what the seat is asked; the same for the same view and seed."""
        if view.ask is Ask.PLAY and len(view.legal) == 1:
            return Played(view.acts_for, view.legal[0])
        counter = CardCounter(view)
        if view.ask is Ask.PLAY:
            return Played(view.acts_for, capot_card(counter) or _by_heuristics(counter) or best_card(counter, rng))
        if view.ask is Ask.PASS:
            return simple_answers.passing(view, pass_heuristics.best_cards(counter, view.count))
        return simple_answers.answer(view, counter)


def _by_heuristics(counter: CardCounter) -> Card | None:
    """The card by the rules of thumb that the playouts use too; None where they are too coarse."""
    view = counter.view
    if not serves(view.rules) or counter.costs.prizes or counter.threats:
        return None
    t = tables_of(view.rules)
    hand, table, legal = bits(view.hand), bits(counter.table), bits(view.legal)
    others = bits(Card(suit, rank) for suit, ranks in counter.out.items() for rank in ranks)
    if counter.winning is None:
        one = lead(t, legal, hand, others)
    elif legal & SUIT[counter.winning.suit & 3]:
        waiting = len(view.hand_sizes) - len(counter.table)
        one = follow(t, legal, bit(counter.winning), table, waiting, others & SUIT[counter.winning.suit & 3])
    else:
        one = discard(t, legal, others)
    return next(c for c in view.legal if bit(c) == one)


def best_card(counter: CardCounter, rng: random.Random) -> Card:
    """The legal card with the lowest price; of equal ones the highest, then by lot."""
    legal = counter.view.legal
    return min(legal, key=lambda c: (round(price(counter, c), 6), -c.rank, rng.random()))


def price(counter: CardCounter, card: Card) -> float:
    """What playing `card` is expected to cost, against keeping it."""
    takes = _takes(counter, card)
    cost = _trick_cost(counter, card)
    relief = danger(
        card, counter.suits[card.suit], counter.out.get(card.suit, ()), counter.costs, bool(counter.heavy_out)
    )
    return takes * cost - 0.85 * relief + _lead_price(counter, card) + _moon_price(counter, card, takes)


def _takes(counter: CardCounter, card: Card) -> float:
    """The chance that `card` takes the trick: nobody behind plays higher, by force or because it is cheap."""
    if card == JOKER or (counter.led is not None and card.suit is not counter.led):
        return 1.0 if counter.crossing and counter.wins_with(card) else 0.0
    if counter.winning is not None and not counter.beats(card, counter.winning):
        return 0.0
    out = counter.out.get(card.suit, ())
    higher = sum(1 for r in out if r > card.rank)
    if not higher:
        return 1.0
    followers = [s for s in counter.rivals if (s, card.suit) not in counter.voids]
    each = len(out) / max(1, sum(1 for s in range(len(counter.view.hand_sizes)) if _may_hold(counter, s, card)))
    share = higher / len(out)
    forced = share ** max(each, 1.0)  # all of a rival's cards of the suit are higher
    willing = 0.0 if _costs_now(counter, card) > 0 else 0.35 * (1 - (1 - share) ** each)
    return float((1 - max(forced, willing)) ** len(followers))


def _may_hold(counter: CardCounter, seat: int, card: Card) -> bool:
    """Another seat with cards left that has not shown out of the card's suit."""
    view = counter.view
    return seat != view.acts_for and view.hand_sizes[seat] > 0 and (seat, card.suit) not in counter.voids


def _costs_now(counter: CardCounter, card: Card) -> float:
    """What lies on the table, with `card`."""
    return sum(counter.costs.of[c] for c in counter.table) + counter.costs.of[card] + counter.trick_cost


def _trick_cost(counter: CardCounter, card: Card) -> float:
    """What taking this trick with `card` would cost: what lies there, and what the rivals may still throw on it."""
    costs, view = counter.costs, counter.view
    suit = counter.led if counter.led is not None else card.suit
    out = counter.out.get(suit, ())
    heavy = [h for h in counter.heavy_out if h.suit is not suit]
    under = [h for h in counter.heavy_out if h.suit is suit and h.rank < card.rank]
    total = _costs_now(counter, card)
    quiet = costs.quiet_first_trick and not view.tricks
    for seat in counter.rivals:
        follows = 0.0 if (seat, suit) in counter.voids else 1 - 0.5 ** (len(out) / counter.holders)
        if out:
            mean = sum(max(costs.of[Card(suit, r)], 0.0) for r in out) / len(out)
            total += follows * (0.0 if under else mean * 0.8)
        total += sum(costs.of[h] for h in under) / counter.holders
        if not quiet:
            dumped = sum(costs.of[h] for h in heavy) / counter.holders
            total += (1 - follows) * (dumped + costs.usual_discard)
    return total


def _lead_price(counter: CardCounter, card: Card) -> float:
    """What speaks for or against leading the card: flushing the queen is good, opening her suit from above is not."""
    if counter.table:
        return 0.0
    costs = counter.costs
    out = counter.out.get(card.suit, ())
    if not out:
        return costs.per_trick  # nobody can follow: all the others discard, and the lead stays
    heavy = [h for h in counter.heavy_out if h.suit is card.suit]
    if heavy and all(Card(card.suit, r).rank < heavy[0].rank for r in counter.suits[card.suit]):
        return -0.08 * costs.heaviest
    own_heavy = any(h in counter.hand and h.suit is card.suit for h in costs.heavy)
    if own_heavy and card not in costs.heavy:
        return 0.25 * costs.heaviest  # it draws the owner's own guards
    return 0.0


def _moon_price(counter: CardCounter, card: Card, takes: float) -> float:
    """Against a seat that holds all the penalties: a cheap trick is worth taking, and nothing is given to it."""
    if not counter.threats:
        return 0.0
    share = sum(counter.taken[seat] for seat in counter.threats) / counter.costs.total
    alarm = counter.costs.total * (max(share, 0.5) if counter.two_sides else share**2)
    dear = _costs_now(counter, card) > 0
    if takes and dear:
        return -0.8 * takes * alarm
    if counter.winner in counter.threats and counter.costs.of[card] > 0 and not takes:
        return alarm * (0.4 + counter.costs.of[card] / counter.costs.heaviest)
    return 0.0
