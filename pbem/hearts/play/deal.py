"""One deal while it is played out: plain state. Only the stages change it, and only after they have checked."""

from __future__ import annotations

from collections.abc import Callable

from pbem.cards import Card, Suit
from pbem.hearts.entries import Base, Bid, MoonPay
from pbem.hearts.events import DealRecord, Play, Trick
from pbem.hearts.phase import Phase
from pbem.hearts.play.passing import Packet, Pairs
from pbem.hearts.rules.contracts import by_turn, under
from pbem.hearts.rules.record import Rules


def rotation(rules: Rules, dealer: int) -> tuple[int, ...]:
    """The seats in the order of play from the dealer's left. A bid-for dummy sits on the dealer's other side (§7.2)."""
    seats = [(dealer + rules.step * i) % rules.players for i in range(1, rules.players + 1)]
    if rules.dummy == "bid":
        seats.insert(-1, rules.players)
    return tuple(seats)


class Deal:
    """All there is to know of a deal, hidden things too: nobody at the table sees it, see `build_view.py`."""

    __slots__ = (
        "base",
        "bids",
        "broken",
        "charged",
        "chosen",
        "contract",
        "control",
        "dealt",
        "filters",
        "gave_back",
        "handed_back",
        "hands",
        "kitty",
        "kitty_taker",
        "leader",
        "led",
        "led_suits",
        "mix",
        "moon",
        "moon_choice",
        "must_lead",
        "named_suit",
        "offer",
        "order",
        "packets",
        "pairs",
        "penalties",
        "piles",
        "plays",
        "powers",
        "queue",
        "record",
        "refusing",
        "rest",
        "rounds",
        "rules",
        "set_aside",
        "shooter",
        "stage",
        "tricks",
        "waiting",
    )

    def __init__(self, rules: Rules, base: Base, hands: tuple[tuple[Card, ...], ...], rest: tuple[Card, ...]) -> None:
        players = rules.players
        self.contract = ""  # where a compendium has one for each deal
        if rules.contracts and rules.contract_by == "cycle":
            self.contract = by_turn(rules, base.number)
            rules = under(rules, self.contract)
        self.rules = rules
        self.base = base
        self.stage = Phase.DEALING
        self.order = rotation(rules, base.dealer)
        self.dealt = hands
        self.hands: list[list[Card]] = [list(hand) for hand in hands]
        self.kitty = rest  # as it first lay there, or after a mix
        self.rest: list[Card] = list(rest)  # what still lies there
        self.kitty_taker: int | None = None
        self.set_aside: tuple[Card, ...] = ()  # what the taker discarded for it
        # the pass
        self.pairs: Pairs = ()
        self.mix = 0
        self.chosen: list[tuple[Card, ...] | None] = [None] * players
        self.refusing: list[tuple[Card, ...] | None] = [None] * players  # what each will not take, if it has said so
        self.handed_back: list[Packet] = []
        self.packets: list[Packet] = []
        self.gave_back: tuple[tuple[Card, ...], ...] = ()
        # before the first lead
        self.bids: list[Bid] = []
        self.control: int | None = None  # who won the auction
        self.named_suit: Suit | None = None
        self.charged: list[tuple[Card, ...] | None] = [None] * players
        # the play
        self.penalties = rules.penalties
        self.powers = rules.powers
        self.filters: tuple[Callable[[Deal, int, list[Card]], list[Card]], ...] = ()  # of legal cards, see `legal.py`
        self.offer: list[Card] = []  # the legal cards of whose turn it is
        self.leader = -1
        self.must_lead: tuple[Card, ...] = ()
        self.queue: list[int] = []  # who still plays to the trick, the next one first
        self.plays: list[Play] = []
        self.rounds = 0
        self.led: Suit | None = None
        self.led_suits: set[Suit] = set()
        self.broken = False
        self.tricks: list[Trick] = []
        self.piles: list[list[Card]] = [[] for _ in hands]
        self.waiting: list[Card] = []  # of tricks that nobody won
        # the end
        self.shooter: int | None = None
        self.moon: str | None = None
        self.moon_choice: MoonPay | None = None
        self.record: DealRecord | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Deal.__slots__)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def to_act(self) -> tuple[int, ...]:
        """The seats that are waited for."""
        stage = self.stage
        if stage is Phase.PLAY:
            return (self.actor(),)
        if stage is Phase.PASS:
            return tuple(s for s, chosen in enumerate(self.chosen) if chosen is None)
        if stage is Phase.REPLACE:
            return self.to_replace()
        if stage is Phase.CHARGE:
            return tuple(s for s, charged in enumerate(self.charged) if charged is None)
        if stage is Phase.BID:
            return (self.bidders()[len(self.bids)],)
        if stage is Phase.DISCARD and self.kitty_taker is not None:
            return (self.kitty_taker,)
        if stage is Phase.MOON and self.shooter is not None:
            return (self.shooter,)
        return (self.base.dealer,) if stage is Phase.CALL else ()

    @property
    def turned(self) -> Card | None:
        """The card that lies open and shows the trumps (§8.19 Knaves)."""
        return self.kitty[0] if self.rules.trump == "turned" and self.kitty else None

    def piles_together(self) -> tuple[tuple[int, ...], ...]:
        """The seats whose tricks are counted together. The first two who took a trick are partners, where partners are
        found in the play; until there are two, each stands alone (§5).
        """
        rules = self.rules
        if rules.teams != "found":
            return rules.piles
        takers = list(dict.fromkeys(trick.winner for trick in self.tricks if trick.winner is not None))[:2]
        if len(takers) < 2:
            return rules.piles
        return tuple(sorted(takers)), tuple(seat for seat in range(rules.players) if seat not in takers)

    def name_contract(self, contract: str) -> None:
        """From now on the deal is played by the rules of this contract (§8.20)."""
        self.contract = contract
        self.rules = under(self.rules, contract)
        self.penalties = self.rules.penalties

    def to_replace(self) -> tuple[int, ...]:
        """Who still has a card among the passed ones that was handed back, and must pass another (§4.2)."""
        return tuple(
            sorted({giver for giver, _, back in self.handed_back if set(back) & set(self.chosen[giver] or ())})
        )

    def bidders(self) -> tuple[int, ...]:
        """The players from the dealer's left, the dealer last: one bid each."""
        return tuple(seat for seat in self.order if seat < self.rules.players)

    def actor(self) -> int:
        """Who decides on the card that is due: its seat, or for a dummy its controller."""
        seat = self.queue[0]
        if seat < self.rules.players:
            return seat
        return self.other_than_leader() if self.control is None else self.control

    def other_than_leader(self) -> int:
        """Of two players the one who follows: the shared dummy is played by that one (§7.1)."""
        return 1 - self.leader

    def owner(self, seat: int) -> int:
        """Whose pile a trick goes to that this hand wins: the shared dummy wins for the follower (§7.1)."""
        return self.other_than_leader() if self.rules.dummy == "shared" and seat == self.rules.players else seat
