"""The search on the rules themselves, for variants that masks cannot express: fewer worlds, fewer candidates.

A world is a game of `hearts/` set up again with the unknown cards dealt again and played to the present turn. What a
world says goes only beyond chance against the medium player's own choice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from pbem.cards import Card
from pbem.hearts.entries import Bid, Charged, Choice, Discarded, MoonChosen, Played
from pbem.hearts.events import DealRecord, Play, TrickTaken
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.refusal import Refused
from pbem.hearts.view import Ask, SeatView
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.card_costs import Costs, deal_costs
from pbem.robots.engine.objectives import Objective
from pbem.robots.engine.statistics import mean_and_error
from pbem.robots.engine.stock import unsearched
from pbem.robots.generic.deal_setup import set_up
from pbem.robots.generic.simple_play import Odds, simple_card
from pbem.robots.levels.medium import best_card, price
from pbem.robots.levels.simple_answers import answer

_CANDIDATES = 4
DRAWS = 4  # so many draws at most for each world that is wanted


@dataclass(frozen=True, slots=True)
class Tried:
    """A card and what the worlds said of it, one value a world; the lower the better."""

    card: Card
    values: list[float]

    @property
    def mean(self) -> float:
        """The mean worth; 0 where no world was drawn."""
        return sum(self.values) / len(self.values) if self.values else 0.0


def try_cards(
    view: SeatView, worlds: int, rng: random.Random, objective: Objective, also: Card | None = None
) -> list[Tried]:
    """The likely cards, and `also`, with their worth. First comes the medium player's card, unless another is better
    beyond chance; then the others by their means.
    """
    counter = CardCounter(view)
    favourite = best_card(counter, rng)
    if unsearched(view.rules):
        return [Tried(favourite, [])]
    others = sorted({c for c in view.legal if c != favourite}, key=lambda c: (c != also, price(counter, c), c))
    tried = [Tried(card, []) for card in (favourite, *others[: _CANDIDATES - 1])]
    maker = WorldMaker(view, counter, objective)
    for _ in range(worlds * DRAWS):
        if len(tried[0].values) < worlds:
            _try_world(maker, tried, rng.random())
    return _favourite_first(tried)


def _try_world(maker: WorldMaker, tried: Sequence[Tried], chance: float) -> None:
    """Plays every candidate out in one world; none if the draw did not agree with what has been played."""
    worths = []
    for one in tried:
        game = maker.game(random.Random(chance))
        if game is None:
            return
        worths.append(maker.worth(game, one.card))
    for one, worth in zip(tried, worths, strict=True):
        one.values.append(worth)


def _favourite_first(tried: Sequence[Tried]) -> list[Tried]:
    """The favourite, unless another is clearly better: by more than a standard error; then the rest by their means."""
    chosen, margin = tried[0], 0.0
    for other in tried[1:] if len(tried[0].values) > 1 else ():
        mean, error = mean_and_error([a - b for a, b in zip(other.values, tried[0].values, strict=True)])
        if mean + error < margin:
            chosen, margin = other, mean + error
    return [chosen, *sorted((t for t in tried if t is not chosen), key=lambda t: t.mean)]


def try_charges(view: SeatView, worlds: int, rng: random.Random, objective: Objective) -> tuple[Card, ...]:
    """The cards to lay open before the first lead: none, unless some are better beyond chance."""
    maker = WorldMaker(view, CardCounter(view), objective)
    most = min(view.rules.charge_most or len(view.legal), len(view.legal))
    ways = [way for count in range(most + 1) for way in combinations(view.legal, count)]
    values: list[list[float]] = [[] for _ in ways]
    for _ in range(worlds):
        chance = rng.random()
        for way, found in zip(ways, values, strict=True):
            game = maker.game(random.Random(chance), way)
            if game is not None:
                found.append(objective(deal_costs(view.rules, play_out(game, maker.costs))))
    best, margin = ways[0], 0.0
    for way, found in zip(ways[1:], values[1:], strict=True):
        mean, error = mean_and_error([a - b for a, b in zip(found, values[0], strict=True)])
        if mean + error < margin:
            best, margin = way, mean + error
    return best


class WorldMaker:
    """Makes games that the seat cannot tell from the true one."""

    def __init__(self, view: SeatView, counter: CardCounter, objective: Objective) -> None:
        self.view = view
        self.costs = counter.costs
        self.exchange = view.rules.kitty_use == "exchange"
        self.known = self._known()
        self.barred = {(s, suit) for s, suit in counter.voids if not (self.exchange and s == view.kitty_taker)}
        self.hidden = self._hidden()
        self.aside: tuple[Card, ...] = view.discarded
        self.objective = objective

    def _known(self) -> list[tuple[Card, ...]]:
        """By seat the cards known to be in the hand: the own, open ones, those passed on, and charged ones."""
        view = self.view
        played = Counter(play.card for play in view.plays)
        known: list[Counter[Card]] = [Counter(view.open_hands.get(s, ())) for s in range(len(view.hand_sizes))]
        known[view.seat] = Counter(view.hand)
        for transfer in view.gave:
            kept = not (self.exchange and transfer.seat == view.kitty_taker)  # it may have laid them aside
            if transfer.seat is not None and transfer.seat != view.seat and kept:
                known[transfer.seat] |= Counter(transfer.cards) - played
        for seat, cards in view.charged.items():
            known[seat] |= Counter(cards) - played
        return [tuple(sorted(cards.elements())) for cards in known]

    def _hidden(self) -> list[Card]:
        """The cards that may lie anywhere unseen."""
        left = Counter(self.costs.pack)
        for hand in self.known:
            left.subtract(hand)
        left.subtract(play.card for play in self.view.plays)
        if not self.exchange or self.view.kitty_taker != self.view.seat:
            left.subtract(self.view.kitty)
        left.subtract(self.view.discarded)
        return sorted(left.elements())

    def game(self, rng: random.Random, charging: tuple[Card, ...] = ()) -> Game | None:
        """The game at the present turn in one world; None if the draw did not come out. `charging`: what the seat lays
        open before the first lead, where that is its turn.
        """
        dealt = self._deal(rng)
        if dealt is None:
            return None
        hands, kitty = dealt
        view = self.view
        game = set_up(view.rules, view.base, self._first_hands(hands, kitty), sorted(kitty))
        try:
            self._before_play(game, charging)
            for play in self.view.plays:
                self._discard(game, kitty)
                game.apply(Played(play.seat, play.card))
            self._discard(game, kitty)
        except Refused:  # the draw cannot have led to these plays
            return None
        return game

    def _deal(self, rng: random.Random) -> tuple[list[list[Card]], list[Card]] | None:
        """The hands now, and the kitty; cards that few places may hold go first."""
        view = self.view
        hands = [list(cards) for cards in self.known]
        own_kitty = bool(view.kitty)
        kitty: list[Card] = list(view.kitty)
        room = [size - len(hand) for size, hand in zip(view.hand_sizes, hands, strict=True)]
        room.append(0 if own_kitty or view.rules.kitty == "none" else view.rules.kitty_size)
        places = [*hands, kitty]
        cards = self.hidden.copy()
        rng.shuffle(cards)
        cards.sort(key=lambda c: -sum((s, c.suit) in self.barred for s in range(len(hands))))
        for card in cards:
            free = [p for p in range(len(places)) if room[p] and (p, card.suit) not in self.barred]
            if not free:
                return None
            place = rng.choices(free, weights=[room[p] for p in free])[0]
            room[place] -= 1
            places[place].append(card)
        return hands, kitty

    def _first_hands(self, hands: list[list[Card]], kitty: list[Card]) -> list[list[Card]]:
        """The hands as they were at the first lead."""
        first = [list(hand) for hand in hands]
        for play in self.view.plays:
            first[play.seat].append(play.card)
        if self.exchange and self.view.kitty_taker == self.view.seat:
            mine = first[self.view.seat]
            mine += self.aside
            for card in kitty:
                mine.remove(card)
        return first

    def _before_play(self, game: Game, charging: tuple[Card, ...]) -> None:
        """The auction and the charges, as they were told; what others may still charge is not known, and none is."""
        view = self.view
        charged = view.charged | {view.seat: charging} if charging else view.charged
        auction = view.auction
        for seat, amount in auction.bids if auction and game.phase is Phase.BID else ():
            suit = None if auction is None or amount is None or auction.suit is None else int(auction.suit)
            game.apply(Bid(seat, amount, suit))
        for seat in range(view.rules.players) if game.phase is Phase.CHARGE else ():
            game.apply(Charged(seat, charged.get(seat, ())))

    def _discard(self, game: Game, kitty: list[Card]) -> None:
        """What the taker of an exchange kitty laid aside: the own cards, or as another's are unknown, the kitty."""
        if game.phase is Phase.DISCARD:
            taker = game.to_act[0]
            game.apply(Discarded(taker, self.aside if taker == self.view.seat else tuple(sorted(kitty))))

    def worth(self, game: Game, card: Card) -> float:
        """What the deal brings when the card is played now and all go on by simple rules; the lower the better."""
        return self.objective(deal_costs(game.rules, self.record(game, card)))

    def record(self, game: Game, card: Card) -> DealRecord:
        """The deal, played to its end."""
        table = self.view.trick.plays if self.view.trick else ()
        return play_out(game, self.costs, table, card, len(self.view.tricks))


def play_out(
    game: Game, costs: Costs, table: Sequence[Play] = (), first: Card | None = None, done: int = 0
) -> DealRecord:
    """The deal played on to its end by simple rules: `first` is played first, on what lies on the table; `done` tricks
    lie behind.
    """
    table, seats = list(table), game.rules.players
    powers = game.view(0).powers
    while (record := game.record()) is None:
        seat = game.to_act[0]
        if game.phase is not Phase.PLAY:
            game.apply(_simple_answer(game.view(seat), costs.of))
            continue
        mover = game.view(seat).acts_for if game.rules.dummy != "none" else seat
        trick = Odds(powers, game.rules.trick, costs.tricks[done] if done < len(costs.tricks) else 0.0)
        one = first or simple_card(game.legal_cards(seat), table, seats, costs.of, trick)
        first = None
        table.append(Play(mover, one))
        if any(isinstance(event, TrickTaken) for event in game.apply(Played(mover, one))):
            table.clear()
            done += 1
    return record


def _simple_answer(view: SeatView, costs: dict[Card, float]) -> Choice:
    """What is said to a question beside the play."""
    if view.ask is Ask.MOON:
        return MoonChosen(view.seat, "add")
    if view.ask is Ask.DISCARD:
        hand = sorted(view.hand, key=lambda c: (costs[c] <= 0, c.rank))
        return Discarded(view.seat, tuple(hand[-len(view.kitty) :]))
    return answer(view, CardCounter(view))
