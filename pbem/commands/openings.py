"""TABLES, SEEK, REMATCH: finding a table."""

from __future__ import annotations

from pbem.commands.command import Command
from pbem.language.order import Args, Order, Spec
from pbem.service import openings
from pbem.service.case import Case, pk
from pbem.store import openings as store

TABLES = Spec("TABLES", Args.NONE, topic="tables")
SEEK = Spec("SEEK", Args.WORDS, aliases=("SEEK TABLE",), topic="tables", fits=lambda rest: rest.count(" ") == 0)
REMATCH = Spec("REMATCH", Args.NONE, where="seat", topic="tables")


def tables(case: Case, order: Order) -> None:
    """The tables with a seat for the author."""
    found = openings.listed(case, case.player())
    case.answer("tables", tables=openings.facts(case, found), count=len(found), variant="")


def seek(case: Case, order: Order) -> None:
    """A mail when a table of this kind has a free seat; with OFF none any more."""
    variant = order.text.strip().lower()
    if variant in ("off", "none", "nothing"):
        store.stop_seeking(case.session, pk(case.player().id))
        case.answer("seeks-none")
        return
    variant = "" if variant in ("any", "anything") else variant
    found = openings.seek(case, variant)
    case.answer("seeking", variant=variant, within=openings.SOUGHT)
    if found:
        case.answer("tables", tables=openings.facts(case, found), count=len(found), variant=variant)


def rematch(case: Case, order: Order) -> None:
    """The same people, by the same rules, the next dealer first."""
    openings.rematch(case)


COMMANDS = (Command(TABLES, tables), Command(SEEK, seek), Command(REMATCH, rematch))
