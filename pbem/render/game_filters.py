"""What templates ask for beside the plain game: other kinds of scores, partners, equal cards, names of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from math import isqrt
from typing import Any

from pbem.cards import FRENCH, Rank, Suit
from pbem.facts.table import SeatFacts
from pbem.hearts.entries import Score
from pbem.hearts.events import Play, Trick
from pbem.hearts.rules.contracts import contracts_of
from pbem.hearts.rules.rank_orders import ordered
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import OptionFault, switch
from pbem.hearts.scoring.arithmetic import plus, size
from pbem.hearts.view import Auction

UNSPOKEN = ("name", "house", "seatings")
"""Fields of the rules that have no sentence."""


def is_zero(points: Score | None) -> bool:
    """Whether a score is none, of either kind (in JSON a pair is a list)."""
    return points is None or not any(points if isinstance(points, Sequence) else (points,))


def magnitude(points: Score) -> str:
    """The size of a complex score, cut to one figure behind the point: `98.9` (§8.10)."""
    tenths = isqrt(size((points[0], points[1]) if isinstance(points, Sequence) else points) * 100)
    return f"{tenths // 10}.{tenths % 10}"


def team_scores(scores: Sequence[Score], rules: Rules) -> list[tuple[tuple[int, int], Score]]:
    """Partners' seats and what they have together; [] without partners. A pooled pile counts once (§5)."""
    if not rules.fixed_teams:
        return []
    pooled = rules.teams == "pooled"
    return [((a, a + 2), scores[a] if pooled else plus(scores[a], scores[a + 2])) for a in (0, 1)]


def partner_of(seats: Sequence[SeatFacts], rules: Rules) -> int | None:
    """The seat of the reader's partner."""
    mine = next((s.seat for s in seats if s.is_you), None)
    return None if mine is None else rules.partner(mine)


def is_cancelled(play: Play, trick: Trick) -> bool:
    """Whether the card's twin lies in the same trick; only asked where equal cards cancel (§8.3)."""
    return play.card.suit is not Suit.JOKER and Counter(p.card for p in trick.plays)[play.card] > 1


def player_range(rules: Rules) -> str:
    """For how many players the game of that name is meant: `4`, `3-7`, `3, 5-7`."""
    runs: list[list[int]] = []
    for count in rules.player_counts:
        if runs and count == runs[-1][1] + 1:
            runs[-1][1] = count
        else:
            runs.append([count, count])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def ranks_left(rules: Rules) -> list[str]:
    """The ranks that each suit has, where whole ranks have left a French pack: what remains is the shorter list."""
    whole = {rank for rank in Rank if sum(one.rank is rank for one in rules.removed) == len(FRENCH)}
    if len(whole) < 3 or len(whole) * len(FRENCH) != len(rules.removed):
        return []
    return [one.rank_text for one in rules.deck() if one.suit is FRENCH[0]]


def rank_order(ranks: str, suit: str) -> list[str]:
    """The ranks of a suit from the highest down, where a game has an order of its own (§8.19)."""
    return [rank.text for rank in ordered(ranks, next(one for one in FRENCH if one.letter == suit))]


def contract(rules: Rules, name: str) -> dict[str, int]:
    """What a contract of these rules counts, as its sentence in `contracts.txt` has it (§8.20)."""
    first, second = contracts_of(rules.contracts)[name]
    return {"first": first, "second": second}


def contracts_told(rules: Rules) -> list[tuple[str, dict[str, int]]]:
    """All contracts of these rules, in their order."""
    return [(name, contract(rules, name)) for name in contracts_of(rules.contracts)]


def contract_in_play(rules: Rules) -> dict[str, int]:
    """The same of the deal that is being played: its rules are the contract's."""
    values, tricks = rules.penalties, rules.tricks
    least = min((value for value in values if value), default=0)
    first, second = tricks.each or tricks.second_last, tricks.each or tricks.last
    return {"first": first or least, "second": second or max(values)}


def counts_hearts(rules: Rules) -> bool:
    """Whether most hearts count: then leading them is worth a word."""
    hearts = [card for card in rules.deck() if card.suit is Suit.HEARTS]
    return sum(rules.points(card) > 0 for card in hearts) > len(hearts) / 2


def option_of(field: str) -> str:
    """What a host writes for a field of the rules."""
    try:
        return switch(field).option
    except OptionFault:
        return field


def calls(rules: Rules) -> list[str]:
    """Ways that a dealer may call, as orders: a few that fit the table (§4.2)."""
    n, count = rules.players, rules.pass_count
    ways = ["CALL LEFT"]
    if n > 2:
        ways.append("CALL RIGHT")
    if n > 3 and n % 2 == 0:
        ways.append("CALL ACROSS")
    if n > 2 and count > 1:
        ways.append(f"CALL {count - 1} LEFT 1 RIGHT")
    if n > 3 and count == n - 1:
        ways.append("CALL SCATTER")
    return [*ways, "CALL KITTY"] if rules.dummy == "none" else ways


def least_offers(auction: Auction, rules: Rules) -> list[str]:
    """The bids a mail offers: the least that is possible, in each suit where one is bid for."""
    if rules.auction != "suit":
        return [f"BID {auction.least}"]
    return [f"BID {auction.least} {suit}" for suit in ("CLUBS", "DIAMONDS", "SPADES", "HEARTS")]


_SAID_BY = {"target": "end_when", "hand": "players", "moon_pays": "moon"}
"""Fields whose sentence is another field's."""


def differences(rules: Rules) -> list[str]:
    """The fields whose sentences tell how the rules differ from american's, whatever they are called."""
    plain = Rules()
    other = (f.name for f in fields(Rules) if getattr(rules, f.name) != getattr(plain, f.name))
    return list(dict.fromkeys(_SAID_BY.get(name, name) for name in other if name not in UNSPOKEN))


def house_fields(rules: Rules) -> set[str]:
    """The fields whose sentences tell what is a house rule."""
    said = {_SAID_BY.get(name, name) for name in rules.house}
    # what the moon needs is told only where it is not the usual
    return said | {"moon"} if "moon_set" in said and rules.moon_set == Rules.moon_set else said


FILTERS: Iterable[Callable[..., Any]] = (
    is_zero,
    magnitude,
    team_scores,
    partner_of,
    is_cancelled,
    differences,
    house_fields,
    option_of,
    ranks_left,
    counts_hearts,
    rank_order,
    contract,
    contracts_told,
    contract_in_play,
    player_range,
    calls,
    least_offers,
)
