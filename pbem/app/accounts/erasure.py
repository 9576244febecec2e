"""Forgetting a person: the name, the addresses, the letters. Finished games stay readable, with "a former player"."""

from __future__ import annotations

from pbem.app.tables import seats, substitutes
from pbem.app.unit_of_work import Author, Case, pk
from pbem.db.models.rows import PlayerRow
from pbem.db.queries import erasure as store
from pbem.db.queries import game_log, people
from pbem.render.renderer import FALLBACK


def forget(case: Case, player: PlayerRow | None) -> None:
    """Take the person out of all that is kept. Running games go on with a robot, gathering ones without the person.

    What stays: the moves of the games, under no name; and that an address wants no invitations, which is its wish.
    """
    if player is None or not player.address or case.author is None:
        return
    player_id, written = pk(player.id), case.author.address
    mine = people.addresses(case.session, player_id)
    for row in game_log.games_of(case.session, player_id):
        table = case.table(pk(row.id))
        seat = table.seat_of(player_id)
        if seat is None:
            continue
        if row.phase == "gathering":
            seats.leave(case, table, seat, player)
        elif seat.state == "joined":
            substitutes.resign(case, table, seat)
    for address in mine:
        for offer in game_log.invited(case.session, address):
            table = case.table(offer.game_id)
            seats.decline(case, table, table.seats[offer.seat])
    case.mails = [mail for mail in case.mails if mail.player is not player]
    case.session.flush()
    store.forget(case.session, player_id, mine, case.house.renderer.words_of(FALLBACK).former, case.inbox_id)
    case.author = Author(written)
    case.game_id = None
    case.answer("forgotten")
