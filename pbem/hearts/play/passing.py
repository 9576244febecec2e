"""The pass: which list a deal has, and how the chosen cards change hands (§4.2, §6.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.cards import Card

Pairs = tuple[tuple[int, int], ...]
"""A deal's pass: (offset of the receiving seat, count), the same for every seat. Clockwise is positive."""

TARGETS: dict[str, int | None] = {
    "left": 1,
    "right": -1,
    "across": None,  # half way round; needs an even number
    "partner": None,
    "second-left": 2,
    "second-right": -2,
    "third-left": 3,
    "third-right": -3,
    "hold": 0,  # nothing is passed
    "scatter": 0,  # to each other seat alike
    "mix": 0,  # everybody's into the middle, shuffled and dealt again
    "call": 0,  # the dealer names the list
}
"""The words of a passing cycle. A list of one's own is written `+1x2&-1x1`: two to the left, one to the right."""

_OWN = re.compile(r"[+-]\d{1,2}x\d{1,2}(?:&[+-]\d{1,2}x\d{1,2})*\Z")


def parse_pass(word: str) -> Pairs | None:
    """The pairs of a list of one's own, () for a word of `TARGETS`, None for anything else."""
    if word in TARGETS:
        return ()
    if not _OWN.match(word):
        return None
    return tuple((int(part.split("x")[0]), int(part.split("x")[1])) for part in word.split("&"))


def pass_list(word: str, players: int, count: int) -> Pairs | None:
    """The deal's pass for a word of the cycle; () for hold, mix and call; None if it leads to no other seat.

    A scatter gives every other seat its share of the count and at least one card (3 players, 4 cards: 2 each, §6.3).
    """
    if word in ("hold", "mix", "call"):
        return ()
    if word == "scatter":
        share = max(1, count // (players - 1))
        return tuple((offset, share) for offset in range(1, players))
    pairs = parse_pass(word) or ((_offset(word, players), count),)
    return pairs if fits(pairs, players) else None


def _offset(word: str, players: int) -> int:
    offset = TARGETS[word]
    if offset is None:
        return players // 2 if players % 2 == 0 else 0
    return offset


def fits(pairs: Pairs, players: int) -> bool:
    """Whether each pair leads to another seat, each seat is named once, and each count is a number of cards."""
    ways = [offset % players for offset, _ in pairs]
    return 0 not in ways and len(set(ways)) == len(ways) and all(count > 0 for _, count in pairs)


def deal_word(cycle: Sequence[str], number: int) -> str:
    """The word of the cycle that holds for the deal with this number, from 1."""
    return cycle[(number - 1) % len(cycle)]


def targets(pairs: Pairs, seat: int, players: int) -> Pairs:
    """(receiving seat, count) for what this seat passes."""
    return tuple(((seat + offset) % players, count) for offset, count in pairs)


def shares(cards: tuple[Card, ...], pairs: Pairs, seat: int, players: int) -> list[tuple[int, tuple[Card, ...]]]:
    """The seat's passed cards, told apart by receiver in the order of the list."""
    out, at = [], 0
    for to, count in targets(pairs, seat, players):
        out.append((to, tuple(sorted(cards[at : at + count]))))
        at += count
    return out


Packet = tuple[int, int, tuple[Card, ...]]
"""(giver, receiver, cards)."""


def packets(choices: Sequence[tuple[Card, ...]], pairs: Pairs) -> list[Packet]:
    """Who gives what to whom when all have chosen; an empty choice is declining.

    What comes to a seat that declined goes on unseen the same way until a seat takes part (§4.2 optional passing).
    """
    players = len(choices)
    out = []
    for giver, chosen in enumerate(choices):
        if not chosen:
            continue
        for to, cards in shares(chosen, pairs, giver, players):
            receiver = to
            while not choices[receiver]:  # at the latest at the giver again
                receiver = (receiver + pairs[0][0]) % players
            out.append((giver, receiver, cards))
    return out
