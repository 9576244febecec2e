from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.app.table import Table
from pbem.app.tables import invitations, lobby
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms
from pbem.facts.mails import InvitationMail, LobbyMail
from pbem.facts.notices import UnbegunNotice
from pbem.table.states import AlarmKind, GamePhase, SeatState
from tests.app import memory

DAY = timedelta(days=1)


def invited(uow: UnitOfWork) -> Table:
    """Ann's table, at which Ben has been offered a seat."""
    table = memory.gathering(uow, memory.person(uow, "Ann"))
    table.seats[1].invite(memory.address("Ben"), "", uow.now)
    return table


@pytest.mark.parametrize(("days", "reminded"), [(2.9, False), (3, True), (6, True)])
def test_a_guest_is_reminded_once_after_three_days(uow: UnitOfWork, days: float, reminded: bool) -> None:
    table = invited(uow)
    uow.now += days * DAY
    for _ in range(2):
        invitations.ring(uow, table)
    assert [mail.reminder for _, mail in memory.told(uow, InvitationMail)] == [True] * reminded


def test_nobody_is_reminded_at_night(uow: UnitOfWork) -> None:
    table = invited(uow)
    uow.now += 3 * DAY + timedelta(hours=16)  # one in the morning
    invitations.ring(uow, table)
    assert uow.drafts == []
    assert alarms.when(uow.session, table.id, AlarmKind.INVITATION) == uow.now + timedelta(hours=7)


def test_a_week_of_silence_frees_the_seat_and_the_host_hears_it(uow: UnitOfWork) -> None:
    table = invited(uow)
    uow.now += 7 * DAY
    invitations.ring(uow, table)
    assert table.seats[1].state is SeatState.SILENT
    assert [to for to, _ in memory.told(uow, LobbyMail)] == ["ann"]


def test_an_invitation_that_comes_back_frees_the_seat_once(uow: UnitOfWork) -> None:
    table = invited(uow)
    for _ in range(2):
        invitations.invitation_bounced(uow, table.seats[1])
    assert table.seats[1].state is SeatState.RETURNED
    assert len(memory.told(uow, LobbyMail)) == 1


def test_a_table_that_never_begins_is_closed(uow: UnitOfWork) -> None:
    table = invited(uow)
    invitations.close(uow, table)
    assert memory.told(uow, UnbegunNotice) == [("ann", UnbegunNotice(table.id))]
    assert table.phase is GamePhase.CANCELLED


@pytest.mark.parametrize(("reminded", "days"), [(False, 3), (True, 7)])
def test_the_alarm_is_the_next_invitations(uow: UnitOfWork, reminded: bool, days: int) -> None:
    table = invited(uow)
    table.seats[1].reminded_at = uow.now if reminded else None
    lobby.waits(uow, table)
    assert alarms.when(uow.session, table.id, AlarmKind.INVITATION) == uow.now + days * DAY
    assert alarms.when(uow.session, table.id, AlarmKind.UNBEGUN) == uow.now + 30 * DAY
