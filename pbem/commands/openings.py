"""TABLES, SEEK, REMATCH: finding a table."""

from __future__ import annotations

from pbem.app.tables import open_tables
from pbem.app.unit_of_work import UnitOfWork, pk
from pbem.commands.command import Command
from pbem.db.queries import lobby as store
from pbem.orders.order import Args, Order, Spec

TABLES = Spec("TABLES", Args.NONE, topic="tables")
SEEK = Spec("SEEK", Args.WORDS, aliases=("SEEK TABLE",), topic="tables", fits=lambda rest: rest.count(" ") == 0)
REMATCH = Spec("REMATCH", Args.NONE, where="seat", topic="tables")


def tables(uow: UnitOfWork, order: Order) -> None:
    """The tables with a seat for the author."""
    found = open_tables.listed(uow, uow.player())
    uow.answer("tables", tables=open_tables.facts(uow, found), count=len(found), variant="")


def seek(uow: UnitOfWork, order: Order) -> None:
    """A mail when a table of this kind has a free seat; with OFF none any more."""
    variant = order.text.strip().lower()
    if variant in ("off", "none", "nothing"):
        store.stop_seeking(uow.session, pk(uow.player().id))
        uow.answer("seeks-none")
        return
    variant = "" if variant in ("any", "anything") else variant
    found = open_tables.seek(uow, variant)
    uow.answer("seeking", variant=variant, within=open_tables.SOUGHT)
    if found:
        uow.answer("tables", tables=open_tables.facts(uow, found), count=len(found), variant=variant)


def rematch(uow: UnitOfWork, order: Order) -> None:
    """The same people, by the same rules, the next dealer first."""
    open_tables.rematch(uow)


COMMANDS = (Command(TABLES, tables), Command(SEEK, seek), Command(REMATCH, rematch))
