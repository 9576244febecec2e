"""What cards count: a small notation (`H=1 QS=13`) and the schemes that have a name (§10 switch 16)."""

from __future__ import annotations

from functools import lru_cache

from pbem.cards import Card, Rank, Suit, card

WIDTH = 15  # ranks 0..14 for each suit
SIZE = WIDTH * len(Suit)

SCHEMES: dict[str, str] = {
    "standard": "H=1 QS=13",  # (§3)
    "hearts": "H=1",  # the oldest form: no queen (§8.15)
    "spot-a": "H=pips QS=25",  # (§8.4 A)
    "spot-b": "H=pips JH=10 QH=10 KH=10 AH=15 QS=25",  # (§8.4 B)
    "spot": "H=pips",  # Foster's, without the queen (§8.15)
    "black-maria": "H=1 QS=13 KS=10 AS=7",  # (§8.5 b)
    "queens": "H=1 QH=13 QD=13 QC=13 QS=26",  # Da Nasty Fix (§8.6)
    "hartenjagen": "H=1 QS=5 JC=2",  # (§8.7)
    "super": "H=1 QS=7",  # (§8.11)
    "pig": "5H=10 6H=10 7H=10 8H=10 9H=10 10H=10 JH=20 QH=30 KH=40 AH=50 QS=100",  # (§8.8)
    "golden-ten": "R=1 5R=5 10R=10",  # (§8.9)
    "dirty": "H=1 QS=13 10D=10",  # Andrews (§8.15)
    "black-jack": "H=1 JS=10",  # Discard Hearts (§8.15)
    "kate": "H=1 QS=13 AS=10 KS=10",  # the Australian Rickety Kate of 46 points (§3)
    "jacks": "JC=1 JD=1 JS=2 JH=1",  # Polignac (§8.19)
    "slobberhannes": "QC=1",  # beside the first trick and the last (§8.19)
    "knaves": "JS=1 JC=2 JD=3 JH=4",  # (§8.19)
    "joker-of-hearts": "H=1 2H=5",  # Foster's Joker Hearts, the two standing for the joker (§8.19)
    "tressette": " ".join(  # in thirds of a point (§8.19)
        f"{rank}{suit}={value}" for suit in "CDSH" for rank, value in zip("A32KQJ", (3, 1, 1, 1, 1, 1), strict=True)
    ),
}

QUEEN = Card(Suit.SPADES, Rank.QUEEN)
"""The Black Lady, to whom rules of their own apply in many games (§3)."""

_SUITS = {suit.letter: suit for suit in Suit}


def index(one: Card) -> int:
    """The card's place in a table of values."""
    return one[0] * WIDTH + one[1]


@lru_cache(maxsize=256)
def value_table(spec: str) -> tuple[int, ...]:
    """The table of a scheme's text; ValueError for text that is none. A later word overrides an earlier one."""
    table = [0] * SIZE
    for word in spec.split():
        what, equals, amount = word.partition("=")
        if not equals:
            raise ValueError(f"no value: {word!r}")
        suit = _SUITS.get(what)
        if suit is None:
            table[index(card(what))] = int(amount)
            continue
        for rank in Rank:
            table[suit * WIDTH + rank] = int(rank) if amount == "pips" else int(amount)
    return tuple(table)


def scheme_name(spec: str) -> str:
    """The name of the scheme, or its text where it has none."""
    return next((name for name, text in SCHEMES.items() if text == spec), spec)
