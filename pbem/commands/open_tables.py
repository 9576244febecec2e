"""TABLES, SEEK, REMATCH, WANTED, SUBSTITUTE: finding a table, or a seat that was given up."""

from __future__ import annotations

from pbem.app.tables import open_tables, substitutes
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries import seekers
from pbem.facts import table_answers
from pbem.facts.table import WantedSeat
from pbem.ids import GameId
from pbem.orders.order import Args, Order, Spec

TABLES = Spec("TABLES", Args.NONE, topic="tables")
SEEK = Spec("SEEK", Args.WORDS, aliases=("SEEK TABLE",), topic="tables", fits=lambda rest: rest.count(" ") == 0)
REMATCH = Spec("REMATCH", Args.NONE, topic="tables")
WANTED = Spec("WANTED", Args.NONE, topic="tables")
SUBSTITUTE = Spec("SUBSTITUTE", Args.NUMBER, topic="tables")


def tables(uow: UnitOfWork, order: Order) -> None:
    """The tables with a seat for the author."""
    found = open_tables.listed(uow, uow.author_player())
    uow.answer(table_answers.TablesAnswer(open_tables.lobbies(uow, found), len(found)))


def seek(uow: UnitOfWork, order: Order) -> None:
    """A mail when a table of this kind has a free seat; with OFF none any more."""
    variant = order.text.strip().lower()
    if variant in ("off", "none", "nothing"):
        seekers.stop_seeking(uow.session, uow.author_player().id)
        uow.answer(table_answers.SeeksNoneAnswer())
        return
    variant = "" if variant in ("any", "anything") else variant
    found = open_tables.seek(uow, variant)
    uow.answer(table_answers.SeekingAnswer(variant, open_tables.SOUGHT))
    if found:
        uow.answer(table_answers.TablesAnswer(open_tables.lobbies(uow, found), len(found), variant))


def rematch(uow: UnitOfWork, order: Order) -> None:
    """The same people, by the same rules, the next dealer first."""
    open_tables.rematch(uow)


def wanted(uow: UnitOfWork, order: Order) -> None:
    """The seats that were given up, each with the score that goes along."""
    uow.author_player()
    found = tuple(
        WantedSeat(
            game=game.id,
            variant=game.variant,
            deal=game.log.deal,
            scores=game.log.scores,
            seat=seat.number,
            reliability=game.options.reliability,
        )
        for game, seat in substitutes.wanted(uow)
    )
    uow.answer(table_answers.WantedAnswer(found))


def substitute(uow: UnitOfWork, order: Order) -> None:
    """Take one, with its cards and its score. From then on the seat's mails are the author's."""
    table = substitutes.substitute(uow, GameId(order.number or 0))
    uow.answer(table_answers.SubstitutedAnswer(table.id))


COMMANDS = (
    Command(TABLES, tables),
    Command(SEEK, seek),
    Command(REMATCH, rematch),
    Command(WANTED, wanted),
    Command(SUBSTITUTE, substitute),
)
