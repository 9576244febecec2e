"""A seat has one way out: what belongs to whoever sat there goes, whatever had been done there before."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pbem.premoves.kept import Premoves
from pbem.table.absence import Absence
from pbem.table.player import Player
from pbem.table.seat import Clock, Seat, Told
from pbem.table.states import SeatState

NOW = datetime(2026, 3, 2, tzinfo=UTC)
CHAIR = ("game_id", "number", "invitation")
"""What stays with the chair; a new field of `Seat` belongs to the occupant unless it is named here."""

moments = st.none() | st.integers(0, 10**6).map(lambda seconds: NOW + timedelta(seconds=seconds))
words = st.text(max_size=6)
counts = st.integers(-1, 60)
players = st.builds(Player, st.integers(1, 9), words, words, st.just(NOW))
absences = st.lists(st.builds(Absence, st.just(NOW), st.just(NOW + timedelta(days=9)), words), max_size=2).map(tuple)
DRAWN: dict[str, st.SearchStrategy[Any]] = {
    "game_id": st.integers(1, 9),
    "number": st.integers(0, 6),
    "invitation": st.integers(0, 5),
    "state": st.sampled_from(SeatState),
    "address": words,
    "offered_at": moments,
    "reminded_at": moments,
    "player_id": st.none() | st.integers(1, 9),
    "name": words,
    "robot": words,
    "clock": st.builds(Clock, moments, counts, moments, moments, st.none() | counts),
    "told": st.builds(Told, counts, counts, counts, counts),
    "premoves": st.builds(Premoves, counts, counts, moon=st.sampled_from(("", "add", "subtract"))),
    "absences": absences,
    "acted_length": counts,
    "lapses": counts,
    "turns": counts,
    "nudged_by": words,
    "nudged_at": moments,
    "wanted_at": moments,
}
seats = st.builds(Seat, **DRAWN)


def test_every_field_of_a_seat_is_drawn() -> None:
    assert set(DRAWN) == {one.name for one in fields(Seat)}


@given(seats)
def test_a_seat_that_is_vacated_is_a_fresh_one_but_for_the_chair(seat: Seat) -> None:
    chair = {name: getattr(seat, name) for name in CHAIR}
    seat.vacate()
    assert seat == Seat(**chair)


@given(seats, seats)
def test_two_seats_share_nothing_after_they_are_vacated(one: Seat, other: Seat) -> None:
    one.vacate()
    other.vacate()
    one.clock.left, one.told.deal = 7, 3
    assert (other.clock.left, other.told.deal) == (0, 0)


@given(seats, words, words)
def test_the_next_guest_inherits_nothing(seat: Seat, address: str, name: str) -> None:
    chair = {key: getattr(seat, key) for key in CHAIR}
    seat.invite(address, name, NOW)
    fresh = Seat(**chair)
    fresh.invite(address, name, NOW)
    assert seat == fresh
    assert seat.invitation == chair["invitation"] + 1


@given(seats, players)
def test_whoever_sits_down_inherits_the_offer_at_most(seat: Seat, player: Player) -> None:
    address, chair = seat.address, {key: getattr(seat, key) for key in CHAIR}
    seat.seat_person(player)
    assert seat == Seat(**chair, state=SeatState.JOINED, player_id=player.id, name=player.name, address=address)


@given(seats, players)
def test_a_substitute_inherits_the_chair_alone(seat: Seat, player: Player) -> None:
    chair = {key: getattr(seat, key) for key in CHAIR}
    seat.substitute(player)
    assert seat == Seat(**chair, state=SeatState.JOINED, player_id=player.id, name=player.name)
