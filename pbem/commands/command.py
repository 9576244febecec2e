"""A command: what the parser and HELP see of it, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.app.unit_of_work import UnitOfWork
from pbem.orders.order import Order, Spec


@dataclass(frozen=True, slots=True)
class Command:
    """`run` does the order, adds its answers to the case, or raises `Refused` with nothing done."""

    spec: Spec
    run: Callable[[UnitOfWork, Order], None]
