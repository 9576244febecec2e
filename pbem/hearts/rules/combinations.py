"""What cannot go together in a record of rules (§10): partners, chips, charges, auctions, dummies, the relatives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.hearts.play.trick_winner import HEART_JOKER
from pbem.hearts.rules.contracts import deals_of
from pbem.hearts.rules.faults import (
    CardFault,
    PlayersFault,
    RulesFaultItem,
    ScorerFault,
    SettlementFault,
)
from pbem.hearts.scoring.points import SCORERS

if TYPE_CHECKING:
    from pbem.hearts.rules.record import Rules


def own_arithmetic(rules: Rules) -> bool:
    """Whether a deal's points are no plain sums (§8.8, §8.10)."""
    return SCORERS[rules.scorer].pig or rules.scorer == "complex"


def teams(rules: Rules) -> Iterator[RulesFaultItem]:
    """What partners need (§5)."""
    if rules.teams == "none":
        return
    if rules.players != 4:
        yield PlayersFault("teams-need-four", rules.players)
    if rules.scorer == "complex" or rules.settle != "points" or rules.winner == "smallest-positive":
        yield RulesFaultItem("teams-need-points")
    if rules.dummy != "none" or rules.moon == "win-game" or rules.phases == 2:
        yield RulesFaultItem("teams-stand-alone")


def settle(rules: Rules) -> Iterator[RulesFaultItem]:
    """What chips and match points need (§8.15, §9.1)."""
    if rules.settle == "matchpoints" and rules.moon in ("choice", "win-game"):
        yield RulesFaultItem("moon-choice-under-matchpoints")
    if not rules.money:
        return
    plain = rules.moon == "none" and rules.scorer == "sum"
    if rules.settle in ("average", "super"):
        plain = not own_arithmetic(rules) and rules.moon != "win-game"
    if not plain or rules.phases != 1 or rules.exact != "off":
        yield SettlementFault("money-needs-plain-points", rules.settle)
    if rules.end_when not in ("deals", "time"):
        yield SettlementFault("money-needs-deals", rules.settle)
    if rules.settle in ("pool", "howell") and (rules.bonus or rules.no_trick_bonus):
        yield SettlementFault("pool-takes-no-bonus", rules.settle)


def charging(rules: Rules) -> Iterator[RulesFaultItem]:
    """What cards laid open need (§8.1)."""
    for one in rules.charge:
        if one not in rules.deck():
            yield CardFault("not-in-pack", "charge", one)
    if rules.charge and not SCORERS[rules.scorer].charges:
        yield RulesFaultItem("charge-needs-scorer")
    if rules.charge_most and not rules.charge:
        yield RulesFaultItem("nothing-to-charge")


def auction(rules: Rules) -> Iterator[RulesFaultItem]:
    """What a bid needs (§7.2, §8.15, §8.19)."""
    if (rules.auction == "dummy") != (rules.dummy == "bid"):
        yield RulesFaultItem("dummy-needs-auction")
    if rules.auction == "suit" and (rules.settle != "pool" or rules.pack == "rook56"):
        yield RulesFaultItem("auction-needs-pool")
    if (rules.auction == "suit") != (rules.first_lead == "bidder"):
        yield RulesFaultItem("bidder-needs-auction")
    if rules.auction == "capot" and not _plain_points(rules):
        yield RulesFaultItem("capot-needs-plain-points")
    if rules.auction == "dummy" and (rules.scorer != "sum" or rules.money or rules.winner != "lowest"):
        yield RulesFaultItem("bid-needs-points")


def dummy(rules: Rules) -> Iterator[RulesFaultItem]:
    """What a dummy needs (§7)."""
    if rules.dummy == "shared" and rules.players != 2:
        yield PlayersFault("shared-dummy-needs-two", rules.players)
    if rules.dummy == "none":
        return
    if rules.charge or rules.kitty_use != "pile" or rules.boost != "none" or "mix" in rules.pass_cycle:
        yield RulesFaultItem("dummy-plays-plainly")


def _plain_points(rules: Rules) -> bool:
    """Each for oneself, and what the cards say is what counts."""
    return rules.scorer == "sum" and rules.moon == "none" and rules.teams == "none" and rules.settle == "points"


def _plain_tricks(rules: Rules) -> bool:
    """As many tricks as cards in a hand, and each has a taker."""
    stock = rules.kitty_use in ("draw", "follow")
    return not stock and rules.boost == "none" and rules.dummy == "none" and not rules.trick.startswith("cancel")


def relatives(rules: Rules) -> Iterator[RulesFaultItem]:
    """What the games beside Hearts need (§8.19)."""
    if rules.trick_values and (not _plain_tricks(rules) or own_arithmetic(rules) or SCORERS[rules.scorer].charges):
        yield RulesFaultItem("trick-values-need-plain-tricks")
    if rules.early_end and (not _plain_tricks(rules) or rules.moon != "none" or rules.no_trick_bonus):
        yield RulesFaultItem("early-end-needs-plain-deals")
    over = rules.kitty == "rest" and rules.kitty_size == 1 and rules.kitty_use == "pile" and not rules.jokers
    if rules.trump == "turned" and (not over or rules.trick != "plain" or rules.pack in ("rook56", "2x52")):
        yield RulesFaultItem("trump-needs-a-card-over")
    if rules.trick == "heart-joker" and HEART_JOKER not in rules.deck():
        yield RulesFaultItem("no-heart-joker")
    if rules.scorer == "merit" and (rules.winner != "highest" or rules.moon != "none" or rules.bonus or rules.money):
        yield ScorerFault("merit-stands-alone", rules.scorer)
    if rules.unit != 1 and (rules.bonus or rules.teams != "none" or rules.settle != "points" or rules.sun != "off"):
        yield ScorerFault("thirds-stand-alone", rules.scorer)
    if rules.moon_set == "points" and (own_arithmetic(rules) or SCORERS[rules.scorer].charges or rules.bonus):
        yield RulesFaultItem("moon-of-points-needs-sums")


def compendium(rules: Rules) -> Iterator[RulesFaultItem]:
    """What contracts need (§8.20): plain deals, since each of them says itself what counts."""
    if not rules.contracts:
        if rules.contract_by != "cycle":
            yield RulesFaultItem("no-contracts")
        return
    held = rules.pass_cycle == ("hold",) and rules.kitty == "none" and rules.auction == "none"
    plain = _plain_points(rules) and _plain_tricks(rules) and not rules.bonus and not rules.no_trick_bonus
    if not (held and plain) or rules.pack == "rook56" or rules.trump != "none" or rules.charge:
        yield RulesFaultItem("contracts-need-plain-deals")
    if rules.end_when != "deals" or (rules.contract_by != "cycle" and rules.deals > deals_of(rules)):
        yield RulesFaultItem("contracts-need-deals")
