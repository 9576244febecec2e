"""Differences measured on the same worlds or deals: their mean, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt


def mean_and_error(differences: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error; 0 for the error of a single one."""
    n = len(differences)
    mean = sum(differences) / n
    variance = sum((difference - mean) ** 2 for difference in differences) / max(1, n - 1)
    return mean, sqrt(variance / n)
