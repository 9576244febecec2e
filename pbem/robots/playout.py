"""A deal played to its end by quick rules of thumb, all hands open: what the hard robot's search counts with.

Each rule of thumb sees its own hand, the table and which cards are still out, as a player who counts would. Whoever
holds every penalty so far is taken to be after the moon and plays for it; the rest go on ducking.
"""

from __future__ import annotations

from pbem.robots.bits import SUIT, suit_of
from pbem.robots.kernel import Tables


class Position:
    """Where a deal stands, with all hands known: the search copies it once for each world and card."""

    __slots__ = ("best", "broken", "first", "hands", "kitty", "led", "owner", "seat", "table", "taken", "waiting")

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

    def copy(self) -> Position:
        """The same position, to play on from."""
        other = Position(self.hands.copy(), self.taken.copy(), self.seat, self.broken, self.first)
        other.led, other.best, other.table = self.led, self.best, self.table
        other.owner, other.waiting, other.kitty = self.owner, self.waiting, self.kitty
        return other

    def play(self, t: Tables, one: int) -> None:
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


def playout(t: Tables, at: Position, aware: int, me: int = -1, trying: bool = False) -> list[int]:
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


def roles(t: Tables, at: Position, aware: int, me: int, trying: bool) -> tuple[int, int, bool]:
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


def lead(t: Tables, allowed: int, hand: int, others: int) -> int:
    """A low card of the suit in which most are higher; a spade under the queen, to draw her."""
    heavy = t.heavy & others
    if heavy and not hand & (t.guards | t.heavy):
        flush = allowed & suit_of(heavy) & (heavy - 1)
        if flush:
            return 1 << flush.bit_length() - 1
    best, choice = 99.0, 0
    for suit in SUIT:
        cards = allowed & suit
        if cards:
            one = cards & -cards
            rest = others & suit
            if rest:
                risk = (rest & (one - 1)).bit_count() * 4.0 + cards.bit_count() - rest.bit_count() * 0.3
                if hand & t.heavy & suit:
                    risk += 12.0
            else:
                risk = 40.0
            if risk < best:
                best, choice = risk, one
    return choice


def follow(t: Tables, cards: int, best: int, table: int, waiting: int, rest: int) -> int:
    """Under the best card with the highest that goes under; else low, or high where the trick is harmless.

    `rest`: the cards of the suit in the other hands.
    """
    under = cards & (best - 1)
    if under & t.heavy:
        return 1 << (under & t.heavy).bit_length() - 1
    if waiting == 1:
        if not table & t.penalties or table & t.bonuses:
            free = cards & ~t.penalties
            if free:
                return 1 << free.bit_length() - 1
        if under:
            return 1 << under.bit_length() - 1
        light = cards & ~t.heavy
        return 1 << (light or cards).bit_length() - 1
    if under:
        return 1 << under.bit_length() - 1
    light = cards & ~t.heavy or cards
    if rest.bit_count() > 2 * waiting and not (table | rest) & t.penalties:
        return 1 << light.bit_length() - 1
    return light & -light


def discard(t: Tables, hand: int, others: int) -> int:
    """The queen first, then what would catch her, then the card that others can best go under."""
    cards = hand & t.heavy
    if cards:
        return 1 << cards.bit_length() - 1
    if t.heavy & others:
        cards = hand & t.guards
        if cards:
            return 1 << cards.bit_length() - 1
    if t.bonuses:
        hand = hand & ~t.bonuses or hand
    most, choice = -99.0, 0
    for suit in SUIT:
        cards = hand & suit
        if cards:
            top = 1 << cards.bit_length() - 1
            rest = others & suit
            lower = (rest & (top - 1)).bit_count()
            if lower:
                urge = lower * (3.0 / rest.bit_count() + 0.3) - 0.4 * cards.bit_count()
                if top & t.penalties:
                    urge += 1.0
            else:
                urge = -0.4 if top & t.penalties else -0.5
            if urge > most:
                most, choice = urge, top
    return choice


def strong_lead(allowed: int, others: int) -> int:
    """A shooter's lead: a card that nobody can beat, else the top of what is left."""
    top = 0
    for suit in SUIT:
        cards = allowed & suit
        if cards:
            top = 1 << cards.bit_length() - 1
            if top > others & suit:
                return top
    return top


def overtake(cards: int, best: int, last: bool) -> int:
    """A shooter follows to win: as cheaply as can be when last, else with the highest; losing, with the lowest."""
    over = cards & -(best << 1)
    if not over:
        return cards & -cards
    return over & -over if last else 1 << over.bit_length() - 1


def keep(t: Tables, hand: int) -> int:
    """A shooter discards the lowest card that is no penalty."""
    cards = hand & ~t.penalties or hand
    for level in reversed(t.levels):
        low = cards & level
        if low:
            return low & -low
    return cards & -cards
