"""Worlds: they agree with what is known, and each that does is as likely as the next."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

from pbem.cards import cards
from pbem.robots.engine.bitboards import SUIT, bits, each
from pbem.robots.engine.worlds import Sampler, Unknown


def test_every_world_that_agrees_is_as_likely_as_the_next() -> None:
    hidden = cards("2C 3C 4D 5D 6S")
    unknown = Unknown(bits(hidden), (2, 2, 1), (SUIT[0], 0, SUIT[1]), (0, 0, 0))
    agreeing = set()
    for order in permutations(hidden):
        hands = (bits(order[:2]), bits(order[2:4]), bits(order[4:]))
        if not hands[0] & SUIT[0] and not hands[2] & SUIT[1]:
            agreeing.add(hands)
    rng = random.Random(1)
    sampler = Sampler(unknown)
    drawn = Counter(tuple(sampler.draw(rng)) for _ in range(8000))
    assert set(drawn) == agreeing
    expected = 8000 / len(agreeing)
    chi = sum((drawn[world] - expected) ** 2 / expected for world in agreeing)
    assert chi < 3 * len(agreeing)


def test_a_card_that_is_known_stays_where_it_is() -> None:
    unknown = Unknown(bits(cards("2C 3C 4C")), (1, 1, 1), (0, 0, 0), (bits(cards("QS")), 0, 0))
    rng = random.Random(2)
    for _ in range(20):
        hands = Sampler(unknown).draw(rng)
        assert hands[0] & bits(cards("QS"))
        assert [h.bit_count() for h in hands] == [2, 1, 1]


def test_a_single_card_can_be_barred() -> None:
    unknown = Unknown(bits(cards("QS 2S 3S")), (1, 1, 1), (bits(cards("QS")), bits(cards("QS")), 0), (0, 0, 0))
    rng = random.Random(3)
    assert all(Sampler(unknown).draw(rng)[2] == bits(cards("QS")) for _ in range(20))


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(ValueError, match="no deal agrees"):
        Sampler(Unknown(bits(cards("2C 3C")), (1, 1), (SUIT[0], 0), (0, 0)))


def test_many_hands_and_many_voids_are_dealt_in_bounded_work() -> None:
    hidden = bits(cards(" ".join(r + s for s in "CDSH" for r in ("2", "3", "4", "5", "6", "7", "8", "9", "10"))))
    barred = (SUIT[0], SUIT[1], SUIT[2], SUIT[3], SUIT[0] | SUIT[1], 0)
    sampler = Sampler(Unknown(hidden, (6,) * 6, barred, (0,) * 6))
    hands = sampler.draw(random.Random(4))
    assert all(not hand & bar for hand, bar in zip(hands, barred, strict=True))
    assert [len(each(hand)) for hand in hands] == [6] * 6
