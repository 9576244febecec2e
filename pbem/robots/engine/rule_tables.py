"""Which variants bitboards can express, and their rules as tables."""

from __future__ import annotations

from functools import lru_cache

from pbem.cards import Card, Rank, Suit
from pbem.hearts.play.trick_winner import BREAKERS
from pbem.hearts.rules.card_values import QUEEN
from pbem.hearts.rules.record import Rules
from pbem.robots.engine.bitboard_rules import RuleTables
from pbem.robots.engine.bitboards import STRIDE, SUIT, bit, bits
from pbem.robots.engine.card_costs import costs_of

_OPENING = {"low-club": Suit.CLUBS, "low-club-any": Suit.CLUBS}


UNDERSTOOD = frozenset({
    "name", "house", "seatings", "players", "direction", "pack", "removed", "hand", "kitty", "kitty_to",
    "kitty_use", "pass_cycle", "pass_count", "pass_optional", "mix_kitty", "refusable", "first_lead",
    "first_trick_points", "heart_lead", "breakers", "only_hearts_and_queen", "force_queen", "values", "bonus",
    "bonus_floor", "moon", "moon_set", "slam_replaces_bonus", "moon_pays", "sun", "no_trick_bonus", "target",
    "end_when", "deals", "exact", "tie", "winner", "teams", "settle", "phases", "early_end",
})  # fmt: skip
"""The fields of `Rules` that the tables express, or that do not bear on the play of a deal and its points."""

BEYOND = frozenset({
    "jokers", "charge", "charge_most", "trick", "boost", "scorer", "auction", "dummy", "ranks", "trick_values",
    "trump", "contracts", "contract_by",
})  # fmt: skip
"""The fields that masks cannot express: with one of them away from its default, the rules themselves are searched."""


def serves(rules: Rules) -> bool:
    """Whether masks and tables can express the variant: one pack, and nothing altered that they do not know.

    A field that is added later is not known until somebody has taught it to the tables.
    """
    return (
        rules.altered <= UNDERSTOOD
        and rules.pack in ("52", "40", "32", "rook56")
        and rules.teams != "found"
        and rules.moon != "own"
        and rules.heart_lead != "never"
        and rules.moon_set != "points"
        and (rules.kitty == "none" or rules.kitty_use == "pile")
    )


@lru_cache(maxsize=64)
def tables_of(rules: Rules, taking: bool = False) -> RuleTables:
    """The tables of a variant that is served; `taking` in the phase where points are good (§8.7)."""
    deck = rules.deck()
    costs = costs_of(rules, taking)
    pack = bits(deck)
    values = {value: bits(c for c in deck if rules.points(c) == value) for value in {rules.points(c) for c in deck}}
    hearts = SUIT[Suit.HEARTS] & pack if rules.pack != "rook56" else 0
    queen = bit(QUEEN) if QUEEN in deck else 0
    penalty = bits(c for c in deck if rules.points(c) > 0)
    bonus = bits(c for c in deck if rules.points(c) < 0)
    heavy = bits(costs.heavy)
    opening = _OPENING.get(rules.first_lead)
    return RuleTables(
        seats=rules.players,
        after=tuple((s + rules.step) % rules.players for s in range(rules.players)),
        pack=pack,
        classes=tuple((cards, value) for value, cards in sorted(values.items()) if value),
        hearts=0 if rules.heart_lead == "any" else hearts,
        breakers=bits(c for c in deck if BREAKERS[rules.breakers](c, rules.penalties)),
        any_first_lead=rules.heart_lead == "any-first-lead",
        queen=queen,
        queen_must_lead=rules.only_hearts_and_queen == "must-lead-queen",
        first_ban={"allowed": 0, "forbidden": penalty, "forbidden-bonus": penalty | bonus}[rules.first_trick_points],
        first_lead=0 if opening is None else SUIT[opening] & pack,
        first_lead_suit=rules.first_lead == "low-club-any",
        forced=bits([Card(Suit.SPADES, Rank.KING), Card(Suit.SPADES, Rank.ACE)]) if rules.force_queen else 0,
        moon=rules.moon,
        moon_set=penalty | bonus if rules.moon_set == "penalties-and-bonus" else penalty,
        moon_value=rules.moon_value,
        sun_value=rules.sun_value,
        slam_is_all=rules.slam_replaces_bonus,
        penalties=bits(c for c in deck if costs.of[c] > 0),
        bonuses=bits(c for c in deck if costs.of[c] < 0),
        counting=pack if rules.sun_value or rules.no_trick_bonus or rules.kitty_size else penalty | bonus,
        heavy=heavy,
        guards=_guards(heavy, pack),
        sign=-1 if taking else 1,
        pooled=rules.teams == "pooled",
        no_trick=rules.no_trick_bonus,
        kitty_trick={"first-trick": pack, "first-penalty": penalty}.get(rules.kitty_to, 0),
        floor=rules.bonus_floor,
        levels=_levels(pack),
    )


def _guards(heavy: int, pack: int) -> int:
    """The cards that would have to take a heavy one of their suit."""
    above = 0
    for suit in SUIT:
        low = heavy & suit
        if low:
            above |= suit & pack & ~((low & -low) - 1)
    return above & ~heavy


def _levels(pack: int) -> tuple[int, ...]:
    """The cards of each rank, the highest rank first."""
    columns = (sum(1 << (s * STRIDE + r) for s in range(4)) & pack for r in range(STRIDE - 1, -1, -1))
    return tuple(column for column in columns if column)
