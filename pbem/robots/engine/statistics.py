"""Differences measured on the same worlds or deals: their mean, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt


def mean_and_error(gaps: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error; 0 for the error of a single one."""
    n = len(gaps)
    mean = sum(gaps) / n
    variance = sum((gap - mean) ** 2 for gap in gaps) / max(1, n - 1)
    return mean, sqrt(variance / n)
