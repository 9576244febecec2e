"""What a deal brings each seat: the cards counted, multiplied where the variant multiplies, and the moon (§4.4, §8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pbem.cards import Card, Rank, Suit
from pbem.hearts.entries import Score
from pbem.hearts.play.deal import Deal
from pbem.hearts.rules.card_values import QUEEN, WIDTH
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.arithmetic import minus, plus, times

ACE_H = Card(Suit.HEARTS, Rank.ACE)
JACK_D = Card(Suit.DIAMONDS, Rank.JACK)
TEN_C = Card(Suit.CLUBS, Rank.TEN)


@dataclass(frozen=True, slots=True)
class Count:
    """One pile counted: its score is (penalty + bonus) x factor, plus what another's moon adds."""

    penalty: Score
    bonus: Score = 0
    factor: Score = 1
    added: Score = 0

    @property
    def score(self) -> Score:
        """What the seat gets."""
        return plus(times(plus(self.penalty, self.bonus), self.factor), self.added)


class Scorer(NamedTuple):
    """How piles are counted: the whole pile, one trick's cards, and what a moon pays to others.

    `pig`: scores are the better the higher they are (§8.8); `charges`: cards laid open before the play count more.
    """

    tally: Callable[[Deal, Sequence[Card]], Count]
    trick: Callable[[Deal, Sequence[Card]], Score]
    pays: Callable[[Rules, Count, int], tuple[Score, Score]]  # -> (from the shooter's penalty, to each other)
    charges: bool = False
    pig: bool = False
    whole: Callable[[Deal, list[Count]], list[Count]] = lambda _, counts: counts  # what the piles make of each other


def _sum(deal: Deal, cards: Sequence[Card]) -> Count:
    """Penalties and bonus, added (§3, §4.4)."""
    penalties, bonuses = deal.penalties, deal.rules.bonuses
    penalty = bonus = 0
    for suit, rank in cards:
        penalty += penalties[suit * WIDTH + rank]
        bonus += bonuses[suit * WIDTH + rank]
    return Count(penalty, bonus)


def _sum_trick(deal: Deal, cards: Sequence[Card]) -> int:
    penalties, bonuses = deal.penalties, deal.rules.bonuses
    return sum(penalties[s * WIDTH + r] + bonuses[s * WIDTH + r] for s, r in cards)


def _sum_pays(_: Rules, __: Count, worth: int) -> tuple[Score, Score]:
    return worth, worth


def _open(deal: Deal) -> set[Card]:
    """The cards that were charged."""
    return {card for charged in deal.charged for card in charged or ()}


def _turbo_plain(deal: Deal, cards: Sequence[Card]) -> tuple[int, int]:
    """Charged Q♠ and J♦ count double, and a charged ace of hearts doubles every heart (§8.1)."""
    charged = _open(deal)
    penalty = bonus = 0
    for card in cards:
        at = card[0] * WIDTH + card[1]
        twice = 2 if card in charged or (card[0] == Suit.HEARTS and ACE_H in charged) else 1
        penalty += deal.penalties[at] * twice
        bonus += deal.rules.bonuses[at] * twice
    return penalty, bonus


def _turbo(deal: Deal, cards: Sequence[Card]) -> Count:
    """The 10♣ doubles all, or makes it fourfold when charged (§8.1)."""
    penalty, bonus = _turbo_plain(deal, cards)
    factor = (4 if TEN_C in _open(deal) else 2) if TEN_C in cards else 1
    return Count(penalty, bonus, factor)


def _turbo_trick(deal: Deal, cards: Sequence[Card]) -> int:
    return sum(_turbo_plain(deal, cards))


def _turbo_pays(rules: Rules, count: Count, worth: int) -> tuple[Score, Score]:
    """A moon is worth what its cards count, charges and all, unless a number is set (§8.1)."""
    amount = count.penalty if rules.moon_pays == "sum" and worth == rules.moon_value else worth
    return amount, amount


def _complex(deal: Deal, cards: Sequence[Card]) -> Count:
    """Hearts are real, the queen is imaginary, the 10♣ multiplies by 2i (§8.10)."""
    real = imaginary = bonus = 0
    for card in cards:
        at = card[0] * WIDTH + card[1]
        if card == QUEEN:
            imaginary += deal.penalties[at]
        else:
            real += deal.penalties[at]
        bonus += deal.rules.bonuses[at]
    return Count((real, imaginary), bonus, (0, 2) if TEN_C in cards else 1)


def _complex_trick(deal: Deal, cards: Sequence[Card]) -> Score:
    count = _complex(deal, cards)
    return plus(count.penalty, count.bonus)


def _complex_pays(_: Rules, count: Count, __: int) -> tuple[Score, Score]:
    """The whole penalty; the shooter's 10♣ multiplies what the others get as well (§8.10)."""
    return count.penalty, times(count.penalty, count.factor)


def _pig(deal: Deal, cards: Sequence[Card], pig_turns: bool = True) -> Count:
    """Gong Zhu, positive is good: pig, sheep, hearts, and the 10♣ that doubles or stands alone (§8.8)."""
    charged = _open(deal)
    twice = {card: 2 if card in charged else 1 for card in (QUEEN, JACK_D, TEN_C, ACE_H)}
    hearts = [c for c in cards if c[0] == Suit.HEARTS]
    total = -sum(deal.penalties[c[0] * WIDTH + c[1]] for c in hearts) * twice[ACE_H]
    pig = -deal.penalties[QUEEN[0] * WIDTH + QUEEN[1]] * twice[QUEEN] if QUEEN in cards else 0
    if len(hearts) == sum(c[0] == Suit.HEARTS for c in deal.rules.deck()):
        total, pig = -total, -pig if pig_turns else pig
    sheep = -deal.rules.bonuses[JACK_D[0] * WIDTH + JACK_D[1]] * twice[JACK_D] if JACK_D in cards else 0
    if TEN_C not in cards:
        return Count(total + pig, sheep)
    if hearts or QUEEN in cards or JACK_D in cards:
        return Count(total + pig, sheep, 2 * twice[TEN_C])
    return Count(0, 50 * twice[TEN_C])


def _pig_all(deal: Deal, cards: Sequence[Card]) -> Count:
    """The pig is good only together with all sixteen scoring cards (§8.8, an option)."""
    return _pig(deal, cards, pig_turns=JACK_D in cards and TEN_C in cards)


def _pig_trick(deal: Deal, cards: Sequence[Card]) -> Score:
    return _pig(deal, [c for c in cards if c != TEN_C]).score


def _merit(deal: Deal, cards: Sequence[Card]) -> Count:
    """The tricks count for their taker, and the cards against (§8.19 Knaves)."""
    return Count(-_sum_trick(deal, cards))


def _merit_trick(deal: Deal, cards: Sequence[Card]) -> int:
    return -_sum_trick(deal, cards)


def _thirds(deal: Deal, counts: list[Count]) -> list[Count]:
    """Thirds of a point make whole points; what is left over goes to who took the last trick, with its point
    (§8.19 Ciapanò).
    """
    points = [count.penalty // 3 for count in counts if isinstance(count.penalty, int)]
    last = next(at for at, side in enumerate(deal.piles_together()) if deal.tricks[-1].winner in side)
    points[last] += deal.rules.point_sum - sum(points)
    return [Count(one) for one in points]


def _thirds_dropped(_: Deal, counts: list[Count]) -> list[Count]:
    """What is left over in each pile counts for nobody; the point of the last trick is a whole one."""
    return [Count(count.penalty // 3) for count in counts if isinstance(count.penalty, int)]


SCORERS: dict[str, Scorer] = {
    "sum": Scorer(_sum, _sum_trick, _sum_pays),
    "turbo": Scorer(_turbo, _turbo_trick, _turbo_pays, charges=True),
    "pig": Scorer(_pig, _pig_trick, _sum_pays, charges=True, pig=True),
    "pig-all": Scorer(_pig_all, _pig_trick, _sum_pays, charges=True, pig=True),
    "complex": Scorer(_complex, _complex_trick, _complex_pays),
    "merit": Scorer(_merit, _merit_trick, _sum_pays),
    "thirds": Scorer(_sum, _sum_trick, _sum_pays, whole=_thirds),
    "thirds-dropped": Scorer(_sum, _sum_trick, _sum_pays, whole=_thirds_dropped),
}


def pile(deal: Deal, side: tuple[int, ...]) -> list[Card]:
    """All that the side took."""
    return deal.piles[side[0]] if len(side) == 1 else [card for seat in side for card in deal.piles[seat]]


def count_all(deal: Deal) -> list[Count]:
    """Each pile, counted, with what its tricks count by themselves."""
    scorer = SCORERS[deal.rules.scorer]
    counts = [scorer.tally(deal, pile(deal, side)) for side in deal.piles_together()]
    if deal.rules.trick_values:
        counts = [
            replace(count, penalty=plus(count.penalty, tricks_worth(deal, side)))
            for side, count in zip(deal.piles_together(), counts, strict=True)
        ]
    return scorer.whole(deal, counts)


def tricks_worth(deal: Deal, side: tuple[int, ...]) -> int:
    """What the tricks that the side took count by themselves."""
    values, total = deal.rules.tricks, deal.rules.hand_size
    return sum(values.of(trick.number, total) for trick in deal.tricks if trick.winner in side)


def floored(deal: Deal, count: Count) -> Count:
    """The bonus takes no deal below 0, where the rules say so (§10 switch 18). A moon's minus is no bonus."""
    if not deal.rules.bonus_floor or not isinstance(count.penalty, int) or not isinstance(count.bonus, int):
        return count
    return replace(count, bonus=max(count.bonus, -max(count.penalty, 0)))


def shoot(rules: Rules, counts: list[Count], shooter: int, how: str, worth: int) -> list[Count]:
    """The counts after the moon is paid, `shooter` the place of the pile that has it: `add` to the others, or off the
    shooter's own (§4.4), or `own`: the shooter has so many.
    """
    off, to_others = SCORERS[rules.scorer].pays(rules, counts[shooter], worth)
    own = replace(counts[shooter], penalty=off if how == "own" else times(off, 0) if how == "add" else minus(off))
    given = to_others if how == "add" else 0
    out = [own if at == shooter else replace(count, added=given) for at, count in enumerate(counts)]
    return [replace(count, bonus=0) for count in out] if rules.slam_replaces_bonus else out
