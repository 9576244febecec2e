"""NEW [variant] [option=value …] [WITH address|name|robot …]: a table, in one mail."""

from __future__ import annotations

from pbem.app.tables import seats
from pbem.app.tables.new_table import read_terms
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.commands.guests import guests
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("NEW", Args.WORDS, aliases=("NEW GAME", "NEW TABLE"), topic="tables")


def run(uow: UnitOfWork, order: Order) -> None:
    """Make the table, seat the robots, invite the people; it starts at once if nobody is waited for."""
    before, _, after = _split(order.text)
    words = ["open=on" if word.lower() == "open" else word for word in before.split()]
    name, rules, pace = read_terms(uow, " ".join(words))
    table = seats.make_table(uow, name, rules, pace, guests(uow, after))
    uow.answer("table-made", **seats.gathering_facts(uow, table, table.seats[0], for_host=True))
    if all(s.state in ("joined", "robot") for s in table.seats):
        seats.begin(uow, table)
        uow.full = True


def _split(text: str) -> tuple[str, str, str]:
    words = text.split(" ")
    for place, word in enumerate(words):
        if word.upper() == "WITH":
            return " ".join(words[:place]), word, " ".join(words[place + 1 :])
    return text, "", ""


COMMAND = Command(SPEC, run)
