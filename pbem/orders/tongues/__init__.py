"""All languages that anyone may chat in, as one: a new language is one more table in `TONGUES`."""

from __future__ import annotations

from dataclasses import fields

from pbem.orders.tongues.dutch import DUTCH
from pbem.orders.tongues.english import ENGLISH
from pbem.orders.tongues.french import FRENCH
from pbem.orders.tongues.german import GERMAN
from pbem.orders.tongues.tongue import Tongue

TONGUES: tuple[Tongue, ...] = (ENGLISH, GERMAN, FRENCH, DUTCH)


def _all(name: str) -> frozenset[str]:
    return frozenset().union(*(getattr(tongue, name) for tongue in TONGUES))


_WORDS = {f.name: _all(f.name) for f in fields(Tongue) if f.name not in ("suits", "ranks", "compounds")}

SPEECH = Tongue(
    suits={word: suit for tongue in TONGUES for word, suit in tongue.suits.items()},
    ranks={word: rank for tongue in TONGUES for word, rank in tongue.ranks.items()},
    compounds=True,
    **_WORDS,
)
"""Every language at once: what one denies is denied, whoever wrote it."""
