"""A unit of work on a database in memory: use cases are called as commands call them, and nothing else is started.

The tables are made once; a test's transaction is rolled back at its end. Where it is about a conversation, the bench
of `tests/table.py` is the place: letters in, letters out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TypeVar

from pbem.app.services import Services
from pbem.app.table import Table
from pbem.app.tables.robot_names import robot_name
from pbem.app.turns.advance import save_table
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.db.database import Database, open_database
from pbem.db.queries import inbox
from pbem.hearts.entries import Base, Dealt, Opened
from pbem.hearts.rules.presets import AMERICAN
from pbem.hearts.rules.record import Rules
from pbem.ids import GameId
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.tokens import Token
from pbem.randomness import SeededRandomness
from pbem.server.bootstrap import make_services
from pbem.settings import Settings
from pbem.table.game_record import GameRecord
from pbem.table.options import TableOptions
from pbem.table.player import Player
from tests.hearts.hand_notation import hands_from_text
from tests.table import SERVER, START

T = TypeVar("T")

HANDS = "AKQ2.KQ3.AKQ.AK2 | JT9.AJT9.JT9.QJT | 876.876.876.9876 | 543.542.5432.543"  # seat 0 leads the lowest club
LED_BY_SEAT_0 = 4  # the number of a deal without passing


@cache
def _services() -> Services:
    settings = Settings.model_validate(
        {"server": {"address": SERVER, "data": "/nowhere"}, "courier": {"maildir": {"path": "/nowhere/out"}}},
        context={"folder": None},
    )
    return make_services(settings, lambda: START, SeededRandomness("memory"), b"key")


@cache
def _database() -> Database:
    return open_database("sqlite://", START)


@contextmanager
def unit_of_work() -> Iterator[UnitOfWork]:
    """A unit of work that leaves nothing behind."""
    with suppress(_Undone), _database().begin() as session:
        yield UnitOfWork(session, _services(), START)
        raise _Undone


class _Undone(Exception):
    """Ends a transaction, and with it all that was done."""


def person(uow: UnitOfWork, name: str) -> Player:
    """A person who plays here: Ann is ann@people.example."""
    return uow.add_person(name, address(name), "en")


def address(name: str) -> str:
    return f"{name.lower()}@people.example"


def writes(uow: UnitOfWork, player: Player, table: Table | None = None, token: Token | None = None) -> None:
    """A letter of this person, about this table, is what is being handled."""
    raw = RawMessage(f"From: {player.address}\r\n\r\nhello {player.id}".encode(), "smtp", None, (SERVER,))
    inbox.keep(uow.session, {f"letter {player.id}": raw}, uow.now)
    uow.inbox_id = inbox.newest(uow.session, 1)[0].id
    uow.author = Author(player.address, player.name, player, token)
    uow.game_id = table.id if table is not None else None
    uow.said_by = player.address


def gathering(uow: UnitOfWork, host: Player, rules: Rules = AMERICAN, options: TableOptions | None = None) -> Table:
    """A table that gathers, with its host on the first seat."""
    table = uow.add_table(GameRecord(GameId(0), rules.name, rules, host.id, options or TableOptions(), uow.now))
    table.seats[0].seat_person(host)
    uow.flush()
    return table


def playing(
    uow: UnitOfWork,
    *people: Player,
    rules: Rules = AMERICAN,
    options: TableOptions | None = None,
    number: int = LED_BY_SEAT_0,
    hands: str = HANDS,
) -> Table:
    """A table at which these people play, robots on the other seats; the deal is laid out, and nobody has acted."""
    table = gathering(uow, people[0], rules, options)
    for seat, player in zip(table.seats[1:], people[1:], strict=False):
        seat.seat_person(player)
    for seat in table.seats[len(people) :]:
        seat.seat_robot("easy", robot_name(uow, table, seat))
    table.start(Opened(rules))
    table.apply(Dealt(Base(number, rules.players - 1, (0,) * rules.players), hands_from_text(hands)))
    saved(uow, table)
    return table


def saved(uow: UnitOfWork, table: Table) -> None:
    """What has happened at the table is written, and counts as told: what follows is new."""
    save_table(uow, table)
    uow.flush()
    table.events.clear()
    table.lapsed.clear()
    table.turn_before = table.turn()
    table.asked_before = set(table.playing().to_act)


def told(uow: UnitOfWork, kind: type[T]) -> list[tuple[str, T]]:
    """The mails of this kind that are on their way: to whom, and their facts."""
    return [(draft.address.partition("@")[0], draft.mail) for draft in uow.drafts if isinstance(draft.mail, kind)]
