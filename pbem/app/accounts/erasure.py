"""Erasure of a person: the name, the addresses, the letters. Finished games stay readable, with "a former player"."""

from __future__ import annotations

from pbem.app.tables import seats, substitutes
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.db.queries import games, people, personal_data
from pbem.facts import account_answers
from pbem.ids import PlayerId
from pbem.render.renderer import FALLBACK
from pbem.table.player import Player
from pbem.table.states import GamePhase

NOBODY = PlayerId(0)
"""No person has this number."""


def forget(uow: UnitOfWork, player: Player | None) -> None:
    """Take the person out of all that is kept. Running games go on with a robot, gathering ones without the person.

    What stays: the moves of the games, under no name; and that an address wants no invitations, which is its wish.
    """
    if player is None or not player.address or uow.author is None:
        return
    player_id, written = player.id, uow.author.address
    mine = people.addresses(uow.session, player_id)
    for game_id in games.running(uow.session, player_id):
        table = uow.table(game_id)
        seat = table.seat_of(player_id)
        if seat is None:
            continue
        if table.phase is GamePhase.LOBBY:
            seats.leave(uow, table, seat, player)
        else:
            substitutes.leave_for_good(uow, table, seat)
    for address in mine:
        _decline_all(uow, address)
    uow.drafts = [draft for draft in uow.drafts if draft.player is not player]
    _leave_no_name(uow, player_id, mine)
    player.forget()
    _empty(uow, player_id, mine, written)


def forget_guest(uow: UnitOfWork) -> None:
    """The same for an address that was only ever invited: no name is known of it, and no account is made for it."""
    author = uow.author
    if author is None:
        return
    _decline_all(uow, author.address)
    uow.drafts = [draft for draft in uow.drafts if draft.address != author.address]
    _leave_no_name(uow, NOBODY, [author.address])
    _empty(uow, NOBODY, [author.address], author.address)


def _decline_all(uow: UnitOfWork, address: str) -> None:
    for game_id, number in games.invited(uow.session, address):
        table = uow.table(game_id)
        seats.decline(uow, table, table.seats[number])


def _leave_no_name(uow: UnitOfWork, player_id: PlayerId, addresses: list[str]) -> None:
    uow.flush()
    former = uow.services.renderer.words_of(FALLBACK).former
    for game_id in games.concerning(uow.session, player_id, addresses):
        for seat in uow.records.seats(game_id):
            if (player_id and seat.player_id == player_id) or seat.address in addresses:
                seat.forget(player_id, former)


def _empty(uow: UnitOfWork, player_id: PlayerId, addresses: list[str], written: str) -> None:
    """Nothing of it stays in any row, and the answer goes to the address that asked."""
    personal_data.forget(uow.session, player_id, addresses, uow.letter_id())
    uow.noted_author = ""
    uow.author = Author(written)
    uow.game_id = None
    uow.answer(account_answers.ForgottenAnswer())
