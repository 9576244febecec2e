"""Arithmetic of scores: whole numbers, and in Complex Hearts pairs of them (§8.10)."""

from __future__ import annotations

from pbem.hearts.entries import Score


def _pair(score: Score) -> tuple[int, int]:
    return score if isinstance(score, tuple) else (score, 0)


def plus(a: Score, b: Score) -> Score:
    """The sum; a pair if one of them is."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    (x, y), (u, v) = _pair(a), _pair(b)
    return (x + u, y + v)


def times(a: Score, b: Score) -> Score:
    """The product, of complex numbers where there are pairs."""
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    (x, y), (u, v) = _pair(a), _pair(b)
    return (x * u - y * v, x * v + y * u)


def minus(a: Score) -> Score:
    """The opposite."""
    return -a if isinstance(a, int) else (-a[0], -a[1])


def size(a: Score) -> int:
    """What scores are compared by: the number, or a pair's squared magnitude (exact, so that ties are ties)."""
    return a if isinstance(a, int) else a[0] * a[0] + a[1] * a[1]
