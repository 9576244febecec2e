"""WANTED: the seats that were given up. SUBSTITUTE number: take one, with its cards and its score."""

from __future__ import annotations

import json

from pbem.app.tables import substitutes
from pbem.app.unit_of_work import Case
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec
from pbem.timecontrol.options import pace_from_json

WANTED = Spec("WANTED", Args.NONE, topic="tables")
SUBSTITUTE = Spec("SUBSTITUTE", Args.NUMBER, topic="tables")


def wanted(case: Case, order: Order) -> None:
    """Each with the score that goes along."""
    case.player()
    found = tuple(
        {
            "game": row.id,
            "variant": row.variant,
            "deal": row.deal,
            "scores": json.loads(row.scores),
            "seat": seat.seat,
            "since": seat.wanted_at,
            "reliability": pace_from_json(row.pace).reliability,
        }
        for seat, row in substitutes.wanted(case)
    )
    case.answer("wanted", seats_wanted=found)


def substitute(case: Case, order: Order) -> None:
    """From then on the seat's mails are the author's."""
    table = substitutes.substitute(case, order.number or 0)
    case.full = True
    case.answer("substituted", game=table.id)


COMMANDS = (Command(WANTED, wanted), Command(SUBSTITUTE, substitute))
