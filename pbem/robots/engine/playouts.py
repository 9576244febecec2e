"""A deal played to its end by rules of thumb, all hands open: what the hard robot's search counts with.

Whoever holds every penalty so far, and a hand to go on with, may be taken to be after the moon: then it plays for it,
and the rest take its tricks and keep what can.
"""

from __future__ import annotations

from pbem.robots.engine.bitboard_rules import RuleTables
from pbem.robots.engine.bitboards import SUIT, suit_of
from pbem.robots.engine.heuristics import discard, follow, keep, lead, overtake, strong_lead, withhold


class Position:
    """Where a deal stands, with all hands known: the search copies it once for each world and card."""

    __slots__ = (
        "best",
        "broken",
        "first",
        "hands",
        "kitty",
        "led",
        "owner",
        "seat",
        "stock",
        "table",
        "taken",
        "waiting",
    )

    def __init__(self, hands: list[int], taken: list[int], seat: int, broken: bool, first: bool) -> None:
        self.hands = hands
        self.taken = taken
        self.seat = seat  # to play
        self.broken = broken
        self.first = first
        self.led = self.best = self.table = 0
        self.owner = seat  # of the best card
        self.waiting = len(hands)  # cards the trick still wants
        self.kitty = 0  # cards lying apart, for who takes the trick that the tables name
        self.stock: tuple[int, ...] = ()  # cards that hands are filled up from, in their order

    def copy(self) -> Position:
        """The same position, to play on from."""
        other = Position(self.hands.copy(), self.taken.copy(), self.seat, self.broken, self.first)
        other.led, other.best, other.table = self.led, self.best, self.table
        other.owner, other.waiting, other.kitty = self.owner, self.waiting, self.kitty
        other.stock = self.stock
        return other

    def play(self, t: RuleTables, one: int) -> None:
        """The seat to play puts the card of this bit down; a full trick goes to its taker, who leads."""
        self.hands[self.seat] ^= one
        if not self.led:
            self.led = suit_of(one)
            self.best, self.owner = one, self.seat
        elif one & self.led and one > self.best:
            self.best, self.owner = one, self.seat
        self.table |= one
        self.waiting -= 1
        if self.waiting:
            self.seat = t.after[self.seat]
            return
        self.taken[self.owner] |= self.table
        if self.kitty and self.table & t.kitty_trick:
            self.taken[self.owner] |= self.kitty
            self.kitty = 0
        self.broken = self.broken or bool(self.table & t.breakers)
        self.seat, self.waiting = self.owner, t.seats
        self.led = self.best = self.table = 0
        self.first = False


def playout(t: RuleTables, at: Position, aware: int, me: int = -1, trying: bool = False) -> list[int]:
    """Plays on to the end and returns the cards taken by each seat.

    `aware`: from how many penalties their only holder is feared: the others take tricks from it, and if it is not `me`
    it shoots; 0 for never. `trying`: `me` shoots from the start, as long as nobody else takes a penalty.
    """
    hands, taken, seats, after = at.hands, at.taken, t.seats, t.after
    seat, led, best, owner, table, waiting = at.seat, at.led, at.best, at.owner, at.table, at.waiting
    ban = t.first_ban if at.first else 0
    kitty = at.kitty
    held_back = 0 if at.broken else t.hearts
    live = 0
    for hand in hands:
        live |= hand
    feared, shooter, watching = roles(t, at, aware, me, trying)
    while True:
        hand = hands[seat]
        if not led:
            if not live & t.counting:
                taken[owner] |= kitty  # nobody's yet: the last trick's
                return taken
            allowed = hand & ~(held_back | ban) or hand
            others = live & ~hand
            one = strong_lead(allowed, others) if seat == shooter else lead(t, allowed, hand, others)
            led, best, owner = suit_of(one), one, seat
        else:
            cards = hand & led
            if cards:
                if ban:
                    cards = cards & ~ban or cards
                if seat == shooter:
                    one = overtake(cards, best, waiting == 1)
                elif owner == feared and cards > best:
                    one = overtake(cards, best, True)
                else:
                    one = follow(t, cards, best, table, waiting, live & led & ~hand)
                if one > best:
                    best, owner = one, seat
            elif seat == shooter:
                one = keep(t, hand)
            elif owner == feared:
                one = withhold(t, hand & ~ban or hand, live & ~hand)
            else:
                one = discard(t, hand & ~ban or hand, live & ~hand)
        hands[seat] = hand ^ one
        live ^= one
        table |= one
        waiting -= 1
        if waiting:
            seat = after[seat]
            continue
        taken[owner] |= table
        if kitty and table & t.kitty_trick:
            taken[owner] |= kitty
            kitty = 0
        if watching and table & t.penalties:
            feared, shooter, watching = roles(t, at, aware, me, trying)
        if table & t.breakers:
            held_back = 0
        seat, led, best, table, waiting, ban = owner, 0, 0, 0, seats, 0


def roles(t: RuleTables, at: Position, aware: int, me: int, trying: bool) -> tuple[int, int, bool]:
    """Who is feared to shoot, who plays for it (-1 for nobody), and whether a moon is still open."""
    alone = -1
    for seat, mine in enumerate(at.taken):
        if mine & t.penalties:
            if alone >= 0:
                return -1, -1, False
            alone = seat
    if alone < 0:
        return -1, me if trying else -1, bool(aware or trying)
    feared = -1
    if aware:
        count = sum([value * (cards & at.taken[alone]).bit_count() for cards, value in t.classes])
        if count >= aware and (alone == me or strong(at.hands, alone)):
            feared = alone
    if alone == me:
        return feared, me if trying else -1, True
    return feared, feared, bool(aware)


def strong(hands: list[int], seat: int) -> bool:
    """Whether a hand may take most of what is left: half of its cards are masters, or long beside them."""
    hand = hands[seat]
    others = 0
    for cards in hands:
        others |= cards
    others ^= hand
    sure = 0
    for suit in SUIT:
        mine = hand & suit
        if mine:
            rest = others & suit
            masters = (mine >> rest.bit_length()).bit_count()
            sure += mine.bit_count() if masters and mine.bit_count() >= rest.bit_count() else masters
    return 2 * sure >= hand.bit_count()
