"""Erasure of a person: the name, the addresses, the letters. Finished games stay readable, with "a former player"."""

from __future__ import annotations

from pbem.app.tables import seats, substitutes
from pbem.app.unit_of_work import Author, UnitOfWork, pk
from pbem.db.models import PlayerRow
from pbem.db.queries import erasure as store
from pbem.db.queries import game_log, people
from pbem.facts import account_answers
from pbem.render.renderer import FALLBACK


def forget(uow: UnitOfWork, player: PlayerRow | None) -> None:
    """Take the person out of all that is kept. Running games go on with a robot, gathering ones without the person.

    What stays: the moves of the games, under no name; and that an address wants no invitations, which is its wish.
    """
    if player is None or not player.address or uow.author is None:
        return
    player_id, written = pk(player.id), uow.author.address
    mine = people.addresses(uow.session, player_id)
    for row in game_log.games_of(uow.session, player_id):
        table = uow.table(pk(row.id))
        seat = table.seat_of(player_id)
        if seat is None:
            continue
        if row.phase == "gathering":
            seats.leave(uow, table, seat, player)
        elif seat.state == "joined":
            substitutes.resign(uow, table, seat)
    for address in mine:
        for offer in game_log.invited(uow.session, address):
            table = uow.table(offer.game_id)
            seats.decline(uow, table, table.seats[offer.seat])
    uow.drafts = [draft for draft in uow.drafts if draft.player is not player]
    uow.session.flush()
    store.forget(uow.session, player_id, mine, uow.services.renderer.words_of(FALLBACK).former, uow.inbox_id)
    uow.author = Author(written)
    uow.game_id = None
    uow.answer(account_answers.Forgotten())
