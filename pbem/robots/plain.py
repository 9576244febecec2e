"""The search on the rules themselves, for variants that masks cannot express: fewer worlds, fewer candidates.

A world is a game of `hearts/` set up again with the unknown cards dealt anew and played to the present turn. What a
world says goes only beyond chance against the medium player's own choice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import sqrt

from pbem.cards import Card, Suit
from pbem.hearts.entries import Bid, Charged, Discarded, MoonChosen, Played
from pbem.hearts.events import Play, TrickTaken
from pbem.hearts.game import Game
from pbem.hearts.refusal import Refused
from pbem.hearts.view import Ask, SeatView
from pbem.robots.again import set_up
from pbem.robots.aims import deal_aim
from pbem.robots.costs import sized
from pbem.robots.medium import best_card, price
from pbem.robots.reading import Reading, led_suit

_CANDIDATES = 4
_DRAWS = 4  # so many draws at most for each world that is wanted


def choose_card(view: SeatView, worlds: int, rng: random.Random) -> Card:
    """The medium player's card, unless the worlds speak for another of its likely ones beyond chance."""
    reading = Reading(view)
    favourite = best_card(reading, rng)
    if view.rules.kitty_use in ("draw", "follow"):
        return favourite  # the order of a stock is not known again
    others = sorted({c for c in view.legal if c != favourite}, key=lambda c: (price(reading, c), c))
    candidates = [favourite, *others[: _CANDIDATES - 1]]
    values: list[list[float]] = [[] for _ in candidates]
    maker = Maker(view, reading)
    for _ in range(worlds * _DRAWS):
        if len(values[0]) < worlds:
            _try_world(maker, candidates, values, rng.random())
    return candidates[_beyond_chance(values)]


def _try_world(maker: Maker, candidates: Sequence[Card], values: list[list[float]], chance: float) -> None:
    """Plays every candidate out in one world; none if the draw did not agree with what has been played."""
    worths = []
    for card in candidates:
        game = maker.game(random.Random(chance))
        if game is None:
            return
        worths.append(maker.worth(game, card))
    for told, worth in zip(values, worths, strict=True):
        told.append(worth)


def _beyond_chance(values: Sequence[Sequence[float]]) -> int:
    """Which candidate is clearly better than the first: by more than a standard error."""
    n = len(values[0])
    if n < 2:
        return 0
    best, margin = 0, 0.0
    for at in range(1, len(values)):
        gaps = [a - b for a, b in zip(values[at], values[0], strict=True)]
        mean = sum(gaps) / n
        error = sqrt(sum((g - mean) ** 2 for g in gaps) / (n - 1) / n)
        if mean + error < margin:
            best, margin = at, mean + error
    return best


class Maker:
    """Makes games that the seat cannot tell from the true one."""

    def __init__(self, view: SeatView, reading: Reading) -> None:
        self.view = view
        self.costs = reading.costs
        self.tricks = (*view.tricks, *((view.trick,) if view.trick else ()))
        self.exchange = view.rules.kitty_use == "exchange"
        self.known = self._known()
        self.barred = {(s, suit) for s, suit in reading.voids if not (self.exchange and s == view.kitty_taker)}
        self.hidden = self._hidden()
        self.aside: tuple[Card, ...] = tuple(view.facts.get("set_aside", ()))
        sides = [s % 2 if view.rules.teams != "none" else s for s in range(view.rules.players)]
        self.aim = deal_aim(view.seat, sides)

    def _known(self) -> list[tuple[Card, ...]]:
        """By seat the cards known to be in the hand: the own, open ones, those passed on, and charged ones."""
        view = self.view
        played = Counter(p.card for trick in self.tricks for p in trick.plays)
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
        left.subtract(p.card for trick in self.tricks for p in trick.plays)
        if not self.exchange or self.view.kitty_taker != self.view.seat:
            left.subtract(self.view.kitty)
        left.subtract(self.view.facts.get("set_aside", ()))
        return sorted(left.elements())

    def game(self, rng: random.Random) -> Game | None:
        """The game at the present turn in one world; None if the draw did not come out."""
        dealt = self._deal(rng)
        if dealt is None:
            return None
        hands, kitty = dealt
        view = self.view
        game = set_up(view.rules, view.base, self._first_hands(hands, kitty), sorted(kitty))
        try:
            self._before_play(game)
            for play in (p for trick in self.tricks for p in trick.plays):
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
        for play in (p for trick in self.tricks for p in trick.plays):
            first[play.seat].append(play.card)
        if self.exchange and self.view.kitty_taker == self.view.seat:
            mine = first[self.view.seat]
            mine += self.aside
            for card in kitty:
                mine.remove(card)
        return first

    def _before_play(self, game: Game) -> None:
        """The auction and the charges, as they were told."""
        view = self.view
        for seat, amount in view.facts.get("bids", ()) if game.phase == Ask.BID else ():
            suit = int(view.facts.get("suit", Suit.HEARTS)) if amount and view.rules.auction == "suit" else None
            game.apply(Bid(seat, amount, suit))
        for seat in range(view.rules.players) if game.phase == Ask.CHARGE else ():
            game.apply(Charged(seat, view.charged.get(seat, ())))

    def _discard(self, game: Game, kitty: list[Card]) -> None:
        """What the taker of an exchange kitty laid aside: the own cards, or as another's are unknown, the kitty."""
        if game.phase == Ask.DISCARD:
            taker = game.to_act[0]
            game.apply(Discarded(taker, self.aside if taker == self.view.seat else tuple(sorted(kitty))))

    def worth(self, game: Game, card: Card) -> float:
        """What the deal brings when the card is played now and all go on by simple rules; the lower the better."""
        view = self.view
        table = list(view.trick.plays) if view.trick else []
        choice: Card | None = card
        while (record := game.record()) is None:
            seat = game.to_act[0]
            if game.phase == Ask.MOON:
                game.apply(MoonChosen(seat, "add"))
                continue
            if game.phase == Ask.DISCARD:
                hand = sorted(game.view(seat).hand, key=lambda c: (self.costs.of[c] <= 0, c.rank))
                game.apply(Discarded(seat, tuple(hand[-len(game.view(seat).kitty) :])))
                continue
            legal = game.legal_cards(seat)
            mover = game.view(seat).acts_for if view.rules.dummy != "none" else seat
            one = choice or simple_card(legal, table, len(view.hand_sizes), self.costs.of)
            choice = None
            table.append(Play(mover, one))
            if any(isinstance(event, TrickTaken) for event in game.apply(Played(mover, one))):
                table.clear()
        sign = -1 if view.rules.winner == "highest" else 1
        return self.aim([sign * sized(p) for p in record.points])


def simple_card(legal: Sequence[Card], table: Sequence[Play], seats: int, costs: dict[Card, float]) -> Card:
    """Leads low, goes under with the highest that does, takes a clean trick when last, throws what costs most."""
    if len(legal) == 1:
        return legal[0]
    led = led_suit(tuple(p.card for p in table))
    if led is None:
        return min(legal, key=lambda c: c.rank)
    same = [c for c in legal if c.suit is led]
    if not same:
        return max(legal, key=lambda c: (costs[c], c.rank))
    best = max(p.card.rank for p in table if p.card.suit is led)
    under = [c for c in same if c.rank < best]
    if len(table) == seats - 1 and sum(costs[p.card] for p in table) <= 0:
        return max(same, key=lambda c: (costs[c] <= 0, c.rank))
    return under[-1] if under else same[0]
