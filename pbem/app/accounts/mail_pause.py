"""Pausing a person's mails: because they come back, or at the person's word. The stand-in plays on at each deadline."""

from __future__ import annotations

from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import games
from pbem.facts import account_answers, notices
from pbem.table.player import Player

STOPPED = "asked to stop"
"""Why there is a pause that the person wanted; any other reason is the text of a bounce."""


def pause(uow: UnitOfWork, player: Player, reason: str) -> None:
    """No mail goes to this person until a letter comes from there. The hosts of the running games hear it."""
    told = bool(player.paused)
    player.paused = reason[:200]
    if told:
        return
    for game_id in games.running(uow.session, player.id):
        table = uow.table(game_id)
        seat = table.seat_of(player.id)
        host = uow.person_numbered(table.host_id)
        if seat is None or not seat.joined or host is None or host.id == player.id or host.paused:
            continue
        notice = notices.StoppedNotice if reason == STOPPED else notices.UnreachableNotice
        uow.send(notice(table.id, seat.name), host, table)


def heard_from(uow: UnitOfWork) -> bool:
    """A letter from a person ends a pause: that address is alive. True if there was one."""
    player = uow.author.player if uow.author is not None else None
    if player is None:
        return False
    player.bounces = None
    paused, player.paused = bool(player.paused), ""
    return paused


def welcome_back(uow: UnitOfWork) -> None:
    """After a pause: the state of every game that waits for this person, since the mails that asked were not sent."""
    player = uow.author.player if uow.author is not None else None
    if player is None or player.paused or not player.address:
        return
    uow.answer(account_answers.MailsAgainAnswer())
    for game_id in games.playing(uow.session, player.id):
        table = uow.table(game_id)
        seat = table.seat_of(player.id)
        if seat is not None and not table.held:
            table.asked_before.discard(seat.number)  # so the news asks again
