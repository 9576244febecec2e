"""The only source of chance. The rules ask for nothing random; who deals asks here."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Randomness(Protocol):
    """Where shuffles and secrets come from; `about` names what for ("game 12 deal 3")."""

    def shuffled(self, items: Sequence[T], about: str) -> tuple[T, ...]:
        """The items in an order that nobody can foresee."""
        ...

    def token(self, about: str) -> str:
        """Twenty lower-case letters and digits that nobody can guess."""
        ...

    def salt(self, about: str) -> str:
        """Thirty-two lower-case letters and digits that nobody can guess: 160 bits."""
        ...


class SystemRandomness:
    """The operating system's randomness; `about` plays no part."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def shuffled(self, items: Sequence[T], about: str) -> tuple[T, ...]:  # noqa: ARG002  # chance is about nothing
        """A fair shuffle."""
        return tuple(self._random.sample(items, len(items)))

    def token(self, about: str) -> str:  # noqa: ARG002  # chance is about nothing
        """100 bits, in base 32."""
        return "".join(secrets.choice(_ALPHABET) for _ in range(20))

    def salt(self, about: str) -> str:  # noqa: ARG002  # chance is about nothing
        """160 bits, in base 32."""
        return "".join(secrets.choice(_ALPHABET) for _ in range(32))


class SeededRandomness:
    """Chance that repeats: the same seed and the same `about` give the same, whatever came between.

    For tests, the demo's script and benchmarks; a game among strangers never uses it.
    """

    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed)
        self._asked = 0

    def shuffled(self, items: Sequence[T], about: str) -> tuple[T, ...]:
        """A shuffle drawn from seed and `about` alone."""
        return tuple(random.Random(f"{self._seed}/{about}").sample(items, len(items)))

    def token(self, about: str) -> str:
        """A token drawn from the seed, `about` and how many were asked before."""
        self._asked += 1
        digest = hashlib.sha256(f"{self._seed}/{about}/{self._asked}".encode()).digest()
        return "".join(_ALPHABET[b & 31] for b in digest[:20])

    def salt(self, about: str) -> str:
        """A salt drawn from seed and `about` alone."""
        digest = hashlib.sha256(f"{self._seed}/salt/{about}".encode()).digest()
        return "".join(_ALPHABET[b & 31] for b in digest[:32])


_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
