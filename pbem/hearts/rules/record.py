"""One frozen record of every option of a game: comparable, printable, stored whole in the game's first entry (§10).

A rule that is data stands here as a value; one that is a procedure, as the name of a hook (`validation.ALLOWED`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any

from pbem.cards import JOKER, Card, cards, cards_text
from pbem.hearts.rules.card_values import WIDTH, value_table
from pbem.hearts.rules.decks import pack_cards
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.player_counts import seatings
from pbem.hearts.rules.rank_orders import Powers, rank_table
from pbem.hearts.rules.trick_values import TrickValues, trick_values

MONEY = ("pool", "howell", "average", "super")
"""The settlements whose scores are chips: the more the better."""

THIRDS = ("thirds", "thirds-dropped")
"""The scorers whose values are thirds of a point (§8.19 Ciapanò)."""


@dataclass(frozen=True)
class Rules:
    """Every option of a game, checked when made; the numbers are the switches of §10."""

    name: str = "american"
    house: tuple[str, ...] = ()  # which parts are house rules: no source gives them
    players: int = 4  # 1
    pack: str = "52"  # 2
    jokers: int = 0  # 2
    removed: tuple[Card, ...] = ()  # 3
    ranks: str = ""  # 32: a text of `rank_orders.py`; "": the ace is high
    hand: int = 0  # 4: cards in a hand; 0 is as many as the pack gives
    kitty: str = "none"  # 4: "none": every card is dealt; "rest": what is left over lies apart
    kitty_to: str = "none"  # 5
    kitty_use: str = "pile"  # 6; "draw": a stock that trick winners draw from; "follow": until one can follow
    pass_cycle: tuple[str, ...] = ("left", "right", "across", "hold")  # 7: words of `passing.TARGETS`
    pass_count: int = 3  # 8
    pass_optional: bool = False  # 9
    mix_kitty: bool = False  # 7: a mix takes the kitty in (§4.1)
    refusable: tuple[Card, ...] = ()  # 7: who is passed one of these may hand it back for another card (§4.2)
    first_lead: str = "low-club"  # 10
    first_trick_points: str = "allowed"  # 11
    heart_lead: str = "broken"  # 12
    breakers: str = "heart"  # 13
    only_hearts_and_queen: str = "must-lead-queen"  # 14
    force_queen: bool = False  # 15
    trump: str = "none"  # 34: "turned": the card that is left over shows the trumps
    contracts: str = ""  # 36: a text of `contracts.py`: what counts changes from deal to deal
    contract_by: str = "cycle"  # 37: who says which: "declarer", "twice"
    values: str = "H=1 QS=13"  # 16: a text of `card_values.py`
    trick_values: str = ""  # 33: a text of `trick_values.py`
    bonus: str = ""  # 17: such a text too; its values are negative
    bonus_floor: bool = False  # 18: the bonus takes no deal below 0
    moon: str = "choice"  # 19
    moon_set: str = "penalties"  # 20
    slam_replaces_bonus: bool = False  # 20: the moon is all: no bonus beside it (Bicycle)
    moon_pays: str = "sum"  # 21: or a number
    sun: str = "off"  # 22: "double", or a number
    early_end: bool = False  # 35: a deal is over as soon as nothing is left in it to count
    target: int = 100  # 23; below 0: the game ends when a score falls to it
    end_when: str = "at-least"  # 24
    deals: int = 0  # 24: the game ends after so many deals at the latest; 0: no such end
    exact: str = "off"  # 25
    tie: str = "share"  # 26
    winner: str = "lowest"  # 27
    teams: str = "none"  # 28
    no_trick_bonus: int = 0  # 29: 0 or less, for who takes no trick
    settle: str = "points"  # 30
    direction: str = "clockwise"  # 31
    scorer: str = "sum"  # hook (§10.2)
    trick: str = "plain"  # hook: who wins a trick
    boost: str = "none"  # hook: when a trick gets a second round
    charge: tuple[Card, ...] = ()  # phase: what may be laid open before the first lead
    charge_most: int = 0  # how many a seat may charge; 0: any
    auction: str = "none"  # phase: what is bid for
    dummy: str = "none"  # a hand more than players
    phases: int = 1  # 2: from the target back to 0 (§8.7)
    seatings: str = field(default="", compare=False)  # the numbers of players it is for, see `player_counts.py`

    def __post_init__(self) -> None:
        from pbem.hearts.rules.validation import faults_of  # the hooks that it knows stand on this record

        found = tuple(faults_of(self))
        if found:
            raise RulesFault(found)

    @cached_property
    def altered(self) -> frozenset[str]:
        """The fields that are not at their default: what whoever has a short cut for the rules must know of."""
        return frozenset(f.name for f in fields(self) if getattr(self, f.name) != f.default)

    @property
    def player_counts(self) -> tuple[int, ...]:
        """For how many players the game is meant, by itself or with what `seatings` changes."""
        return tuple(seatings(self.seatings)) or (self.players,)

    @property
    def hands(self) -> int:
        """How many hands are dealt: the players' and a dummy's, whose seat comes after theirs."""
        return self.players + (self.dummy != "none")

    @cached_property
    def _deck(self) -> tuple[Card, ...]:
        left = sorted(pack_cards(self.pack) + (JOKER,) * self.jokers)
        for gone in self.removed:
            if gone in left:
                left.remove(gone)
        return tuple(left)

    def deck(self) -> tuple[Card, ...]:
        """The cards in play, sorted."""
        return self._deck

    @cached_property
    def hand_size(self) -> int:
        """Cards dealt to each hand."""
        return self.hand or len(self._deck) // self.hands

    @cached_property
    def kitty_size(self) -> int:
        """Cards not dealt out: a kitty's, or a stock's."""
        return len(self._deck) - self.hand_size * self.hands

    def partner(self, seat: int) -> int | None:
        """Who wins and loses with this seat: across the table, where there are partners (§5)."""
        return (seat + 2) % 4 if self.fixed_teams else None

    @property
    def fixed_teams(self) -> bool:
        """Whether partners sit across from each other for the whole game."""
        return self.teams in ("pooled", "summed")

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together: partners, or each alone (§5)."""
        return ((0, 2), (1, 3)) if self.fixed_teams else tuple((seat,) for seat in range(self.players))

    @property
    def piles(self) -> tuple[tuple[int, ...], ...]:
        """The seats whose tricks are counted together: those of a side, unless its points are only added up (§5).

        Partners who are found in the play are known to the deal alone: `Deal.piles_together`.
        """
        return self.sides if self.teams == "pooled" else tuple((seat,) for seat in range(self.players))

    @property
    def step(self) -> int:
        """1 clockwise, -1 the other way: what to add to a seat for the next one."""
        return 1 if self.direction == "clockwise" else -1

    @cached_property
    def penalties(self) -> tuple[int, ...]:
        """The values without the bonus, by `card_values.index`."""
        return value_table(self.values)

    @cached_property
    def bonuses(self) -> tuple[int, ...]:
        """The bonus values, by `card_values.index`."""
        return value_table(self.bonus)

    def points(self, one: Card) -> int:
        """What the card counts, penalty or bonus."""
        at = one[0] * WIDTH + one[1]
        return self.penalties[at] + self.bonuses[at]

    @cached_property
    def tricks(self) -> TrickValues:
        """What tricks count by themselves."""
        return trick_values(self.trick_values)

    @cached_property
    def powers(self) -> Powers:
        """Which cards are higher, before a trump is known."""
        return Powers(rank_table(self.ranks))

    @cached_property
    def card_sum(self) -> int:
        """All penalties in play that are cards."""
        return sum(self.penalties[c[0] * WIDTH + c[1]] for c in self._deck)

    @cached_property
    def penalty_sum(self) -> int:
        """All penalties in play; what the moon needs, in points."""
        return self.card_sum + self.tricks.all(self.hand_size)

    @property
    def unit(self) -> int:
        """How many of what the cards are valued in make a point."""
        return 3 if self.scorer in THIRDS else 1

    @property
    def point_sum(self) -> int:
        """All that a deal brings, in whole points."""
        return self.penalty_sum // self.unit

    @cached_property
    def moon_value(self) -> int:
        """What a moon pays: the sum of the penalties in play unless a number is set (§4.4)."""
        return self.point_sum if self.moon_pays == "sum" else int(self.moon_pays)

    @cached_property
    def sun_value(self) -> int:
        """What taking every trick pays instead of the moon's value; 0 where there is no sun (§4.4)."""
        if self.sun == "off":
            return 0
        return 2 * self.moon_value if self.sun == "double" else int(self.sun)

    @property
    def money(self) -> bool:
        """Whether the scores are chips, won and lost."""
        return self.settle in MONEY


_CARDS = ("removed", "charge", "refusable")
_WORDS = ("house", "pass_cycle")
_NAMES = tuple(f.name for f in fields(Rules))


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """Every field, as numbers, booleans and texts only."""
    body: dict[str, Any] = {name: getattr(rules, name) for name in _NAMES}
    for name in _CARDS:
        body[name] = cards_text(body[name])
    for name in _WORDS:
        body[name] = " ".join(body[name])
    return body


def rules_from_json(body: dict[str, Any]) -> Rules:
    """The record that was written; a key that is no field stops it. Fields that came later have their default."""
    return _read(tuple(body.items()))


@lru_cache(maxsize=512)
def _read(items: tuple[tuple[str, Any], ...]) -> Rules:
    """Made once for all games with the same rules: checking a record costs more than folding a deal's entry."""
    body = dict(items)
    unknown = sorted(set(body) - set(_NAMES))
    if unknown:
        raise ValueError(f"not fields of the rules: {', '.join(unknown)}")
    for name in _CARDS:
        if name in body:
            body[name] = cards(body[name])
    for name in _WORDS:
        if name in body:
            body[name] = tuple(body[name].split())
    return Rules(**body)
