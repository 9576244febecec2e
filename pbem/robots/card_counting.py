"""What a player who counts the cards reads from a view: what is out, who is void, what each card costs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from pbem.cards import Card, Rank, Suit
from pbem.hearts.events import Play
from pbem.hearts.play.trick_winner import TRICKS
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView
from pbem.robots.engine.card_costs import Costs, costs_of

_EARLY, _LATE = 0.05, 0.3  # the share of all penalties from which a moon is feared, of two sides and of more


class CardCounter:
    """A `SeatView` read by someone who has followed the play; every fact in it is one the seat may know."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.rules: Rules = view.rules
        self.costs: Costs = costs_of(view.rules, view.counting_down)
        own = view.seat == view.acts_for
        self.hand: tuple[Card, ...] = view.hand if own else view.open_hands[view.acts_for]
        self.suits: dict[Suit, list[Rank]] = by_suit(self.hand)
        self.table: tuple[Card, ...] = view.table
        self.led: Suit | None = view.led
        self.piles = view.piles or view.rules.piles

    @cached_property
    def out(self) -> dict[Suit, list[Rank]]:
        """The ranks by suit that other hands (or a kitty unseen) may still hold, low to high."""
        return by_suit(self.view.unseen(self.hand))

    @cached_property
    def voids(self) -> set[tuple[int, Suit]]:
        """Who has shown to be void of which suit, by not following it."""
        shown: set[tuple[int, Suit]] = set()
        for trick in self.view.all_tricks:
            led = trick.led
            for play in trick.plays:
                if led is not None and play.card.suit not in (led, Suit.JOKER):
                    shown.add((play.seat, led))
        return shown

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """The seats that still play to this trick after the acting one, in their order."""
        played = {p.seat for p in self.view.trick.plays} if self.view.trick else set()
        n = len(self.view.hand_sizes)
        order = ((self.view.acts_for + step) % n for step in range(1, n))
        return tuple(s for s in order if s not in played and self.view.hand_sizes[s] > 0)

    @cached_property
    def holders(self) -> int:
        """How many other hands still hold cards; at least one."""
        sizes = self.view.hand_sizes
        return max(1, sum(1 for s, size in enumerate(sizes) if size and s != self.view.acts_for))

    @cached_property
    def heavy_out(self) -> tuple[Card, ...]:
        """The cards that cost as much as a queen of spades and are in somebody else's hand."""
        return tuple(c for c in self.costs.heavy if c.rank in self.out.get(c.suit, ()))

    @cached_property
    def winning(self) -> Card | None:
        """The card that takes the trick on the table as it lies."""
        if self.led is None:
            return None
        if self.crossing and self.view.trick is not None:
            at = TRICKS[self.rules.trick].winner(self.view.trick.plays, self.led, self.view.powers)
            return None if at is None else self.table[at]
        return max(self.table, key=lambda c: self.view.powers.of(c, self.led))

    @cached_property
    def crossing(self) -> bool:
        """Whether a card may take a trick of another suit than its own."""
        return self.view.trump is not None or self.rules.trick == "heart-joker"

    @cached_property
    def trick_cost(self) -> float:
        """What the trick on the table costs by itself, whatever lies in it."""
        tricks, number = self.costs.tricks, len(self.view.tricks)
        return tricks[number] if number < len(tricks) else 0.0

    def beats(self, card: Card, other: Card) -> bool:
        """Whether the card is higher in this trick than the other."""
        powers = self.view.powers
        return powers.of(card, self.led) > powers.of(other, self.led)

    def wins_with(self, card: Card) -> bool:
        """Whether the card would be the best on the table."""
        plays = [*self.view.trick.plays, Play(self.view.acts_for, card)] if self.view.trick is not None else []
        return not plays or TRICKS[self.rules.trick].winner(plays, self.led, self.view.powers) == len(plays) - 1

    @cached_property
    def winner(self) -> int | None:
        """The seat of that card."""
        if self.view.trick is None or self.winning is None:
            return None
        return next(p.seat for p in self.view.trick.plays if p.card == self.winning)

    @cached_property
    def two_sides(self) -> bool:
        """Whether what one side does not take the other does: two players, or partners with one pile."""
        return len(self.piles) == 2

    @cached_property
    def allies(self) -> tuple[int, ...]:
        """The seats whose tricks are counted with the own ones, this one among them."""
        return next((pile for pile in self.piles if self.view.seat in pile), (self.view.seat,))

    @cached_property
    def threats(self) -> tuple[int, ...]:
        """The seats of another pile that holds every penalty taken so far, and enough of them to think of the moon."""
        if not self.costs.moon:
            return ()
        takers = [pile for pile in self.piles if any(self.taken[seat] > 0 for seat in pile)]
        if len(takers) != 1 or self.view.seat in takers[0]:
            return ()
        least = _EARLY if self.two_sides else _LATE
        return takers[0] if sum(self.taken[seat] for seat in takers[0]) >= self.costs.total * least else ()

    @cached_property
    def taken(self) -> list[float]:
        """The penalties that each seat has taken."""
        taken = [0.0] * len(self.view.hand_sizes)
        for trick in self.view.tricks:
            if trick.winner is not None:
                taken[trick.winner] += sum(max(self.costs.of[p.card], 0.0) for p in trick.plays)
        return taken


def by_suit(cards: Iterable[Card]) -> dict[Suit, list[Rank]]:
    """The cards' ranks by suit, low to high."""
    suits: dict[Suit, list[Rank]] = {}
    for card in sorted(cards):
        suits.setdefault(card.suit, []).append(card.rank)
    return suits
