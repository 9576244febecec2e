"""What a player says for later turns: kept with the seat, for this deal."""

from __future__ import annotations

from dataclasses import replace

from pbem.app.table import Table
from pbem.app.turns import premove_choices
from pbem.app.turns.play import is_stale
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import Card
from pbem.facts.play_refusals import LongPlan, SeatResigned, Stale
from pbem.hearts.refusal import GameOver, Refused, need_held
from pbem.premoves.kept import Premoves
from pbem.premoves.parse_plan import MOST
from pbem.premoves.steps import Steps
from pbem.table.seat import Seat
from pbem.table.states import GamePhase


def queue(uow: UnitOfWork, cards: tuple[Card, ...]) -> None:
    """One card at each of the next turns, in this order; instead of any queue before."""
    table, seat = _seat(uow)
    need_held(table.view(seat.number).hand, cards)
    _keep(table, seat, replace(premove_choices.kept(table, seat.number), queue=cards))


def plan(uow: UnitOfWork, steps: Steps, lasting: str) -> None:
    """A plan for the next card ("once") or for the deal ("always"), instead of one before.

    Further plans of one letter are further steps of the same plan.
    """
    table, seat = _seat(uow)
    if lasting == "once" and is_stale(uow, table, seat):
        raise Refused(Stale())
    now = premove_choices.kept(table, seat.number)
    before = now.steps if lasting == "once" else now.always
    if (seat.number, lasting) in table.planned:
        steps = before + steps
    if len(steps) > MOST:
        raise Refused(LongPlan(most=MOST))
    table.planned.add((seat.number, lasting))
    _keep(table, seat, replace(now, steps=steps) if lasting == "once" else replace(now, always=steps))


def drop(uow: UnitOfWork) -> None:
    """Nothing of it counts any more; the choice of the moon stays."""
    table, seat = _seat(uow)
    premove_choices.keep(table, seat.number, Premoves(moon=premove_choices.kept(table, seat.number).moon))


def moon(uow: UnitOfWork, choice: str) -> None:
    """How the moon is to be paid in this game, if this seat shoots it."""
    table, seat = _seat(uow)
    premove_choices.keep(table, seat.number, replace(premove_choices.kept(table, seat.number), moon=choice))


def _seat(uow: UnitOfWork) -> tuple[Table, Seat]:
    table, seat = uow.at_play()
    if table.phase is not GamePhase.PLAYING:
        raise Refused(GameOver())
    if seat.resigned:
        raise Refused(SeatResigned())
    token = uow.author.token if uow.author is not None else None
    if token is not None and token.length is not None and token.length < table.log.last_deal:
        raise Refused(Stale())  # a mail of an earlier deal: its cards are gone
    return table, seat


def _keep(table: Table, seat: Seat, what: Premoves) -> None:
    premove_choices.keep(table, seat.number, what)
    seat.lapses = 0
