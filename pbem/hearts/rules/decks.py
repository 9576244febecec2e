"""The packs that games are played with (§10 switch 2)."""

from __future__ import annotations

from functools import lru_cache

from pbem.cards import FRENCH, ROOK, Card, Rank

_ITALIAN = tuple(rank for rank in Rank if Rank.TWO <= rank <= Rank.SEVEN or rank >= Rank.JACK)


@lru_cache(maxsize=8)
def pack_cards(pack: str) -> tuple[Card, ...]:
    """The cards of a pack by its name; none for a name that is no pack's."""
    if pack == "rook56":
        return tuple(Card(suit, rank) for suit in ROOK for rank in Rank)
    if pack == "40":
        return tuple(card for suit in FRENCH for rank in Rank if rank in _ITALIAN for card in [Card(suit, rank)])
    low = {"52": Rank.TWO, "2x52": Rank.TWO, "32": Rank.SEVEN}.get(pack)
    if low is None:
        return ()
    one = tuple(card for suit in FRENCH for rank in Rank if rank >= low for card in [Card(suit, rank)])
    return one + one if pack == "2x52" else one
