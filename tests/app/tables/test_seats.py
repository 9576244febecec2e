from __future__ import annotations

import pytest

from pbem.app.table import Table
from pbem.app.tables import seats
from pbem.app.tables.seats import Guest
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms, people
from pbem.facts.mails import InvitationMail, LobbyMail
from pbem.facts.notices import BegunWithoutYouNotice, CancelledNotice
from pbem.facts.table_answers import MailboxFullAnswer, TableBegunAnswer, TableMadeAnswer
from pbem.facts.table_refusals import AlreadyBegun, AlreadyThere, NotInvited, TableFull, TooManySeats
from pbem.hearts.refusal import Refused
from pbem.hearts.rules.presets import AMERICAN
from pbem.ids import PlayerId
from pbem.table.options import TableOptions
from pbem.table.player import Player
from pbem.table.states import AlarmKind, GamePhase, SeatState
from tests.app import memory

ROBOT = Guest(robot="easy")


def guest(name: str) -> Guest:
    return Guest(address=memory.address(name))


@pytest.fixture
def ann(uow: UnitOfWork) -> Player:
    found = memory.person(uow, "Ann")
    memory.writes(uow, found)
    return found


def made(uow: UnitOfWork, *guests: Guest) -> Table:
    return seats.make_table(uow, "american", AMERICAN, TableOptions(), list(guests))


def states(table: Table) -> list[str]:
    return [str(seat.state) for seat in table.seats]


def test_the_host_sits_first_and_the_guests_in_their_order(uow: UnitOfWork, ann: Player) -> None:
    table = made(uow, guest("Ben"), ROBOT)
    assert states(table) == ["joined", "invited", "robot", "open"]
    assert [to for to, _ in memory.told(uow, InvitationMail)] == ["ben"]
    assert uow.game_id == table.id


@pytest.mark.parametrize(
    ("guests", "refusal"),
    [
        ([ROBOT] * 4, TooManySeats(seats=4, given=5)),
        ([guest("Ben"), guest("Ben")], AlreadyThere(name="ben@people.example")),
        ([guest("Ann")], AlreadyThere(name="ann@people.example")),
        ([Guest(name="Ann", address="other@people.example")], AlreadyThere(name="Ann")),
    ],
)
def test_a_table_that_cannot_be_is_not_made(uow: UnitOfWork, ann: Player, guests: list[Guest], refusal: object) -> None:
    with pytest.raises(Refused) as refused:
        made(uow, *guests)
    assert refused.value.refusal == refusal
    assert (uow.tables, uow.drafts) == ({}, [])


def test_a_full_table_begins_at_once_and_another_waits(uow: UnitOfWork, ann: Player) -> None:
    seats.answer_made(uow, made(uow, ROBOT))
    seats.answer_made(uow, full := made(uow, ROBOT, ROBOT, ROBOT))
    assert [type(answer) for answer in uow.answers] == [TableMadeAnswer, TableBegunAnswer]
    assert full.phase is GamePhase.PLAYING


def test_more_guests_than_free_seats_invite_nobody(uow: UnitOfWork, ann: Player) -> None:
    table = made(uow, ROBOT, ROBOT)
    with pytest.raises(Refused) as refused:
        seats.invite_all(uow, table, [guest("Ben"), guest("Cleo")])
    assert isinstance(refused.value.refusal, TableFull)
    assert seats.invite_all(uow, table, [guest("Ben")]) == ()


def test_a_guest_who_wants_none_of_the_hosts_tables_gets_no_mail_and_looks_invited(
    uow: UnitOfWork, ann: Player
) -> None:
    people.block(uow.session, memory.address("Ben"), PlayerId(0), uow.now)
    assert states(made(uow, guest("Ben")))[1] == "invited"
    assert uow.drafts == []


def test_a_mailbox_that_had_enough_invitations_today_gets_no_more(uow: UnitOfWork, ann: Player) -> None:
    for _ in range(5):
        made(uow, guest("Ben"))
    assert states(made(uow, guest("Ben")))[1] == "open"
    assert uow.answers == [MailboxFullAnswer(("ben@people.example",), 5)]
    assert len(memory.told(uow, InvitationMail)) == 5


def test_the_last_to_join_begins_the_game(uow: UnitOfWork, ann: Player) -> None:
    table = made(uow, ROBOT, guest("Ben"), guest("Cleo"))
    ben, cleo = memory.person(uow, "Ben"), memory.person(uow, "Cleo")
    assert not seats.join(uow, table, table.seats[2], ben)
    assert seats.join(uow, table, table.seats[3], cleo)
    assert table.phase is GamePhase.PLAYING
    with pytest.raises(Refused) as refused:
        seats.join(uow, table, table.seats[3], cleo)
    assert refused.value.refusal == AlreadyBegun(game=table.id)


def test_nobody_sits_down_twice(uow: UnitOfWork, ann: Player) -> None:
    table = made(uow, guest("Ben"))
    with pytest.raises(Refused) as refused:
        seats.join(uow, table, table.seats[1], ann)
    assert refused.value.refusal == AlreadyThere(name="Ann")


def test_a_no_frees_the_seat_and_the_host_hears_it(uow: UnitOfWork, ann: Player) -> None:
    table = made(uow, guest("Ben"))
    memory.writes(uow, memory.person(uow, "Ben"))
    seats.decline(uow, table, table.seats[1])
    assert (table.seats[1].free, [to for to, _ in memory.told(uow, LobbyMail)]) == (True, ["ann"])
    with pytest.raises(Refused) as refused:
        seats.decline(uow, table, table.seats[1])
    assert isinstance(refused.value.refusal, NotInvited)


def test_the_game_begins_without_who_has_not_answered_and_says_so(uow: UnitOfWork, ann: Player) -> None:
    table = made(uow, guest("Ben"))
    seats.begin(uow, table)
    assert states(table) == ["joined", "robot", "robot", "robot"]
    assert [to for to, _ in memory.told(uow, BegunWithoutYouNotice)] == ["ben"]
    assert alarms.when(uow.session, table.id, AlarmKind.UNBEGUN) is None


def test_a_guest_who_leaves_frees_the_seat(uow: UnitOfWork, ann: Player) -> None:
    table, ben = made(uow, guest("Ben")), memory.person(uow, "Ben")
    seats.join(uow, table, table.seats[1], ben)
    assert not seats.leave(uow, table, table.seats[1], ben)
    assert table.seats[1].state is SeatState.OPEN


def test_a_host_who_leaves_closes_the_table_and_all_others_hear_it(uow: UnitOfWork, ann: Player) -> None:
    table, ben = made(uow, guest("Ben"), guest("Cleo")), memory.person(uow, "Ben")
    seats.join(uow, table, table.seats[1], ben)
    assert seats.leave(uow, table, table.seats[0], ann)
    assert [to for to, _ in memory.told(uow, CancelledNotice)] == ["ben", "cleo"]
    assert table.phase is GamePhase.CANCELLED


def test_nobody_leaves_a_game_that_has_begun(uow: UnitOfWork, ann: Player) -> None:
    table = memory.playing(uow, ann)
    with pytest.raises(Refused) as refused:
        seats.leave(uow, table, table.seats[0], ann)
    assert refused.value.refusal == AlreadyBegun(game=table.id)
