from __future__ import annotations

import pytest

from pbem.app.table import Table
from pbem.app.turns import claims
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import card
from pbem.db.queries import alarms
from pbem.facts.mails import ClaimMail
from pbem.facts.notices import ClaimRefusedNotice
from pbem.facts.play_refusals import ClaimNotAgreed, ClaimNotProven, ClaimOnLead, NothingAsked, SeatResigned
from pbem.hearts.entries import Played
from pbem.hearts.events import DealEnded
from pbem.hearts.refusal import NotNow, Refusal, Refused
from pbem.table.states import AlarmKind, RestKind
from tests.app import memory


def four(uow: UnitOfWork, trick: str = "2C JC 9C 5C", people: int = 4, number: int = memory.LED_BY_SEAT_0) -> Table:
    """A table at which these cards have been played from seat 0 on; seat 0 holds all that is high."""
    names = ("Ann", "Ben", "Cleo", "Dan")[:people]
    table = memory.playing(uow, *(memory.person(uow, name) for name in names), number=number)
    for seat, text in enumerate(trick.split()):
        table.choose(Played(seat, card(text)), seat)
    memory.saved(uow, table)
    return table


def writes(uow: UnitOfWork, table: Table, seat: int) -> None:
    player = uow.player_of(table.seats[seat])
    assert player is not None
    memory.writes(uow, player, table)


def refusal(uow: UnitOfWork, kind: RestKind | None) -> Refusal:
    """Of a claim of that kind; of none, of taking no trick."""
    with pytest.raises(Refused) as refused:
        claims.claim_none(uow) if kind is None else claims.claim(uow, kind)
    return refused.value.refusal


def test_what_the_own_view_does_not_prove_is_asked_of_all_others(uow: UnitOfWork) -> None:
    table = four(uow)
    before = table.seats[1].clock.due_at
    writes(uow, table, 1)
    assert claims.claim(uow, RestKind.REST if table.view(1).ask else RestKind.OPEN) == "asked"
    assert [to for to, _ in memory.told(uow, ClaimMail)] == ["ann", "cleo", "dan"]
    due = alarms.when(uow.session, table.id, AlarmKind.CLAIM)
    assert due is not None
    assert (due - uow.now).days == 1
    assert before is not None
    assert table.seats[1].clock.due_at == before + (due - uow.now)


def test_the_deal_ends_when_the_last_one_agrees(uow: UnitOfWork) -> None:
    table = four(uow)
    writes(uow, table, 1)
    claims.claim(uow, RestKind.OPEN)
    agreed = []
    for seat in (0, 2, 3):
        writes(uow, table, seat)
        agreed.append(claims.agree(uow))
    assert agreed == [False, False, True]
    assert any(isinstance(event, DealEnded) for event in table.events)
    assert table.rest is not None
    assert (table.rest.first, table.rest.tricks, table.rest.seat) == (2, 12, 1)


def test_one_no_ends_the_claim_and_its_claimer_cannot_ask_again_in_this_deal(uow: UnitOfWork) -> None:
    table = four(uow)
    writes(uow, table, 1)
    claims.claim(uow, RestKind.OPEN)
    writes(uow, table, 0)
    claims.object_to(uow)
    assert memory.told(uow, ClaimRefusedNotice) == [("ben", ClaimRefusedNotice(table.id))]
    assert not claims.time_is_up(table)
    writes(uow, table, 1)
    assert isinstance(refusal(uow, RestKind.OPEN), ClaimNotAgreed)


def test_silence_agrees(uow: UnitOfWork) -> None:
    table = four(uow)
    writes(uow, table, 1)
    claims.claim(uow, RestKind.OPEN)
    assert claims.time_is_up(table)
    assert any(isinstance(event, DealEnded) for event in table.events)


def test_a_card_that_is_played_meanwhile_ends_the_claim(uow: UnitOfWork) -> None:
    table = four(uow)
    writes(uow, table, 2)
    claims.claim(uow, RestKind.OPEN)
    table.choose(Played(1, table.playing().legal_cards(1)[0]), 1)
    assert claims.pending(table) is None
    assert not claims.time_is_up(table)


def test_robots_agree_to_nothing_that_is_not_proven(uow: UnitOfWork) -> None:
    table = four(uow, people=3)
    writes(uow, table, 2)
    assert isinstance(refusal(uow, RestKind.OPEN), ClaimNotAgreed)


def test_the_claimer_has_no_word_on_the_own_claim(uow: UnitOfWork) -> None:
    table = four(uow)
    writes(uow, table, 1)
    claims.claim(uow, RestKind.OPEN)
    for word in (claims.agree, claims.object_to):
        with pytest.raises(Refused) as refused:
            word(uow)
        assert isinstance(refused.value.refusal, NothingAsked)


def test_the_rest_is_claimed_on_lead_only(uow: UnitOfWork) -> None:
    table = four(uow, trick="2C")
    writes(uow, table, 1)
    assert isinstance(refusal(uow, RestKind.REST), ClaimOnLead)


def test_none_is_claimed_by_who_surely_takes_none(uow: UnitOfWork) -> None:
    table = four(uow)
    writes(uow, table, 1)
    assert isinstance(refusal(uow, None), ClaimNotProven)


def test_nothing_is_claimed_during_the_pass(uow: UnitOfWork) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"), number=1)
    writes(uow, table, 0)
    assert isinstance(refusal(uow, RestKind.REST), NotNow)


def test_who_has_given_up_the_seat_claims_nothing(uow: UnitOfWork) -> None:
    table = four(uow)
    table.seats[1].resign("easy", None)
    writes(uow, table, 1)
    assert isinstance(refusal(uow, RestKind.OPEN), SeatResigned)
