"""WANTED: the seats that were given up. SUBSTITUTE number: take one, with its cards and its score."""

from __future__ import annotations

import json

from pbem.app.tables import substitutes
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec
from pbem.timecontrol.options import table_options_from_json

WANTED = Spec("WANTED", Args.NONE, topic="tables")
SUBSTITUTE = Spec("SUBSTITUTE", Args.NUMBER, topic="tables")


def wanted(uow: UnitOfWork, order: Order) -> None:
    """Each with the score that goes along."""
    uow.player()
    found = tuple(
        {
            "game": row.id,
            "variant": row.variant,
            "deal": row.deal,
            "scores": json.loads(row.scores),
            "seat": seat.seat,
            "since": seat.wanted_at,
            "reliability": table_options_from_json(row.pace).reliability,
        }
        for seat, row in substitutes.wanted(uow)
    )
    uow.answer("wanted", seats_wanted=found)


def substitute(uow: UnitOfWork, order: Order) -> None:
    """From then on the seat's mails are the author's."""
    table = substitutes.substitute(uow, order.number or 0)
    uow.full = True
    uow.answer("substituted", game=table.id)


COMMANDS = (Command(WANTED, wanted), Command(SUBSTITUTE, substitute))
