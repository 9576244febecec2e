"""A command: what the parser and HELP see of it, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.app.unit_of_work import UnitOfWork
from pbem.mail.message.inbound_message import InboundMessage
from pbem.orders.order import Order, Spec


@dataclass(frozen=True, slots=True)
class Command:
    """`run` does the order and adds its answers, or raises `Refused` with nothing done.

    What it returns, if anything, is a letter that waited to be confirmed and is carried out next.
    """

    spec: Spec
    run: Callable[[UnitOfWork, Order], InboundMessage | None]
