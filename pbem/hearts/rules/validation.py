"""What is wrong with a record of rules: every fault at once, as codes with facts (§10 interaction rules)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING

from pbem.hearts.play.auctions import AUCTIONS
from pbem.hearts.play.opening_lead import FIRST_LEADS
from pbem.hearts.play.passing import TARGETS, parse_pass, pass_list
from pbem.hearts.play.trick_winner import BOOSTS, BREAKERS, TRICKS
from pbem.hearts.play.tricks import TRIGGERS
from pbem.hearts.rules import combinations
from pbem.hearts.rules.card_values import QUEEN, index, value_table
from pbem.hearts.rules.contracts import contracts_of
from pbem.hearts.rules.decks import pack_cards
from pbem.hearts.rules.faults import (
    CardFault,
    DealFault,
    FieldFault,
    OutOfRange,
    PassFault,
    RulesFaultItem,
    ScorerFault,
    TargetFault,
    UnknownPass,
    UnknownWord,
)
from pbem.hearts.rules.rank_orders import rank_table
from pbem.hearts.rules.trick_values import trick_values
from pbem.hearts.scoring.moon import MOONS
from pbem.hearts.scoring.points import SCORERS
from pbem.hearts.scoring.settlement import SETTLEMENTS

if TYPE_CHECKING:
    from pbem.hearts.rules.record import Rules

ALLOWED: dict[str, tuple[str, ...]] = {
    "pack": ("52", "40", "32", "2x52", "rook56"),
    "kitty": ("none", "rest"),
    "kitty_to": tuple(TRIGGERS),
    "kitty_use": ("pile", "exchange", "draw", "follow"),
    "first_lead": tuple(FIRST_LEADS),
    "first_trick_points": ("allowed", "forbidden", "forbidden-bonus"),
    "heart_lead": ("broken", "any", "any-first-lead", "never"),
    "breakers": tuple(BREAKERS),
    "only_hearts_and_queen": ("must-lead-queen", "may-lead-hearts"),
    "moon": tuple(MOONS),
    "moon_set": ("penalties", "penalties-and-bonus", "points"),
    "end_when": ("at-least", "over", "either-way", "deals", "time"),
    "exact": ("off", "50", "0", "wins"),
    "tie": ("share", "extra-deals"),
    "winner": ("lowest", "highest", "smallest-positive"),
    "teams": ("none", "pooled", "summed", "found"),
    "settle": tuple(SETTLEMENTS),
    "direction": ("clockwise", "counter-clockwise"),
    "scorer": tuple(SCORERS),
    "trick": tuple(TRICKS),
    "boost": tuple(BOOSTS),
    "auction": ("none", *AUCTIONS),
    "dummy": ("none", "shared", "bid"),
    "trump": ("none", "turned"),
    "contract_by": ("cycle", "declarer", "twice"),
}
"""The fields that are one of a few words. Those of a table are the names of its hooks: procedures, one for each word.

A hook that a finished game has used is never changed, since its log is folded again: a corrected one gets a new name.
"""


_NUMBERS = {
    "players": (2, 10),
    "jokers": (0, 4),
    "hand": (0, 52),
    "pass_count": (1, 13),
    "deals": (0, 1000),
    "charge_most": (0, 16),
    "phases": (1, 2),
    "no_trick_bonus": (-1000, 0),
    "target": (-1_000_000, 1_000_000),
}


def faults_of(rules: Rules) -> Iterator[RulesFaultItem]:
    """Every fault of the record; those of single values first: with one of these the others cannot be judged."""
    single = [*_types(rules), *_values(rules)]
    yield from single
    if not single:
        for check in (_pack, _kitty, _pass, _scoring, _end, *TOGETHER):
            yield from check(rules)


TOGETHER = (
    combinations.teams,
    combinations.settle,
    combinations.charging,
    combinations.auction,
    combinations.dummy,
    combinations.relatives,
    combinations.compendium,
)


def _types(rules: Rules) -> Iterator[RulesFaultItem]:
    for f in fields(rules):
        value = getattr(rules, f.name)
        kind = type(f.default)
        if type(value) is not kind:
            yield FieldFault("wrong-type", f.name, str(value))


def _values(rules: Rules) -> Iterator[RulesFaultItem]:
    for name, allowed in ALLOWED.items():
        if getattr(rules, name) not in allowed:
            yield UnknownWord("unknown-value", name, str(getattr(rules, name)), allowed)
    for name, (least, most) in _NUMBERS.items():
        value = getattr(rules, name)
        if not (isinstance(value, int) and least <= value <= most):
            yield OutOfRange("out-of-range", name, str(value), least, most)
    for name, words in (("moon_pays", ("sum",)), ("sun", ("off", "double"))):
        value = getattr(rules, name)
        if isinstance(value, str) and value not in words and not value.isdecimal():
            yield UnknownWord("unknown-value", name, value, (*words, "1…"))
    for name, code, read in TEXTS:
        try:
            read(getattr(rules, name))
        except (ValueError, AttributeError):
            yield FieldFault(code, name, str(getattr(rules, name)))


TEXTS: tuple[tuple[str, str, Callable[[str], object]], ...] = (
    ("values", "bad-card-values", value_table),
    ("bonus", "bad-card-values", value_table),
    ("ranks", "bad-ranks", rank_table),
    ("trick_values", "bad-trick-values", trick_values),
    ("contracts", "bad-contracts", contracts_of),
)
"""The fields that are small notations: the fault of a text that is none, and what reads it."""


def _pack(rules: Rules) -> Iterator[RulesFaultItem]:
    full = list(pack_cards(rules.pack))
    for gone in rules.removed:
        if gone not in full:
            yield CardFault("not-in-pack", "removed", gone)
        else:
            full.remove(gone)
    deck, hands = len(rules.deck()), rules.hands
    if rules.hand_size < 2 or rules.hand_size * hands > deck:
        yield DealFault("too-few-cards", deck, hands, rules.hand_size, 0)
    elif rules.kitty == "none" and rules.kitty_size:
        yield DealFault("pack-does-not-divide", deck, hands, rules.hand_size, rules.kitty_size)


def _kitty(rules: Rules) -> Iterator[RulesFaultItem]:
    stock = rules.kitty_use in ("draw", "follow")
    if rules.kitty == "none" and (rules.kitty_to != "none" or rules.kitty_use != "pile" or rules.mix_kitty):
        yield RulesFaultItem("no-kitty")
    elif rules.kitty == "rest" and not stock and (rules.kitty_to == "none") != (rules.trump == "turned"):
        yield RulesFaultItem("kitty-to-nobody")
    if stock and (rules.kitty_to != "none" or rules.mix_kitty):
        yield RulesFaultItem("stock-is-no-kitty")
    if rules.kitty_use == "exchange" and rules.kitty_to == "last-trick":
        yield RulesFaultItem("exchange-too-late")
    if rules.mix_kitty and "mix" not in rules.pass_cycle and "call" not in rules.pass_cycle:
        yield RulesFaultItem("no-mix")


def _pass(rules: Rules) -> Iterator[RulesFaultItem]:
    if not rules.pass_cycle:
        yield RulesFaultItem("no-pass-cycle")
    for word in rules.pass_cycle:
        if parse_pass(word) is None:
            yield UnknownPass("unknown-pass", word, tuple(TARGETS))
            continue
        pairs = pass_list(word, rules.players, rules.pass_count)
        if pairs is None:
            yield PassFault("no-seat-to-pass-to", word, rules.players, rules.hand_size)
        elif sum(count for _, count in pairs) + len(rules.refusable) > rules.hand_size:
            yield PassFault("pass-too-big", word, rules.players, rules.hand_size)
        elif rules.pass_optional and (len(pairs) > 1 or word in ("mix", "call")):
            yield PassFault("optional-pass-needs-one-target", word, rules.players, rules.hand_size)
    yield from _refusing(rules)
    if rules.pass_count + len(rules.refusable) > rules.hand_size:
        yield PassFault("pass-too-big", str(rules.pass_count), rules.players, rules.hand_size)


def _refusing(rules: Rules) -> Iterator[RulesFaultItem]:
    deck = rules.deck()
    for one in rules.refusable:
        if one not in deck:
            yield CardFault("not-in-pack", "refusable", one)
    passes = not rules.pass_optional and not set(rules.pass_cycle) <= {"hold", "mix"}
    if rules.refusable and (not passes or any(deck.count(one) > 1 for one in rules.refusable)):
        yield RulesFaultItem("refuse-needs-plain-pass")


def _scoring(rules: Rules) -> Iterator[RulesFaultItem]:
    deck = rules.deck()
    signs = any(value < 0 for value in (*rules.penalties, *rules.tricks))
    if signs or any(value > 0 for value in rules.bonuses):
        yield RulesFaultItem("wrong-sign")
    if not any(rules.tricks) and not any(rules.penalties[index(c)] for c in deck):
        yield RulesFaultItem("no-penalties")
    bonus = any(rules.bonuses[index(c)] for c in deck)
    if not bonus and (
        rules.bonus_floor or rules.slam_replaces_bonus or rules.moon_set == "penalties-and-bonus" or rules.bonus
    ):
        yield RulesFaultItem("no-bonus")
    if rules.moon == "none" and (rules.sun != "off" or rules.moon_pays != "sum" or rules.moon_set != "penalties"):
        yield RulesFaultItem("no-moon")
    if SCORERS[rules.scorer].pig and (rules.moon != "none" or rules.winner != "highest" or rules.bonus_floor):
        yield RulesFaultItem("pig-scoring-stands-alone")
    if combinations.own_arithmetic(rules) and (rules.phases != 1 or rules.exact != "off" or rules.no_trick_bonus):
        yield ScorerFault("scorer-needs-plain-end", rules.scorer)
    if rules.scorer == "complex" and (
        rules.sun != "off"
        or rules.winner != "lowest"
        or rules.moon not in ("choice", "add", "subtract", "none")
        or rules.moon_pays != "sum"
        or rules.bonus_floor
    ):
        yield RulesFaultItem("complex-moon")
    if rules.scorer != "sum" and rules.slam_replaces_bonus:
        yield ScorerFault("slam-needs-sums", rules.scorer)
    if rules.first_lead == "pig" and QUEEN not in deck:
        yield RulesFaultItem("no-queen")


def _end(rules: Rules) -> Iterator[RulesFaultItem]:
    if rules.target == 0 and rules.end_when != "deals":
        yield RulesFaultItem("no-target")
    if rules.end_when == "deals" and rules.deals == 0:
        yield RulesFaultItem("no-deals")
    if rules.end_when != "deals" and not _within_reach(rules):
        yield TargetFault("target-out-of-reach", rules.target)
    if rules.exact != "off" and (rules.target <= 50 or rules.end_when == "deals" or rules.phases == 2):
        yield RulesFaultItem("exact-needs-target")
    if rules.tie == "extra-deals" and (rules.end_when == "deals" or rules.settle != "points" or rules.phases == 2):
        yield RulesFaultItem("extra-deals-need-target")
    if rules.phases == 2 and rules.end_when not in ("at-least", "over"):
        yield RulesFaultItem("phases-need-target")
    if rules.phases == 2 and (rules.winner != "lowest" or rules.moon == "win-game"):
        yield RulesFaultItem("phases-need-lowest")


def _within_reach(rules: Rules) -> bool:
    """Whether the deals lead to the target, and not away from it."""
    per_deal = sum(map(rules.points, rules.deck())) + rules.no_trick_bonus * (rules.players - 1)
    tricks = rules.tricks.all(rules.hand_size)
    per_deal = tricks - per_deal if rules.scorer == "merit" else tricks + per_deal
    return per_deal > 0 and (rules.target < 0) == (SCORERS[rules.scorer].pig)
