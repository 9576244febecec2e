"""How much news a person wants: SET NEWS. What is asked reaches everybody; the rest is a matter of taste.

| news | a mail besides the answers to own letters |
|---|---|
| every | when asked, and after each card of somebody else |
| trick | when asked, and after each trick |
| turn | when asked, early and at the turn, when a stand-in has chosen, and when a deal ends (the default) |
| deal | when asked at the turn, and when a deal ends |
| digest | all of it together, at the hours that the person has chosen |
"""

from __future__ import annotations

from pbem.app.notify.table_facts import about
from pbem.app.table import Table
from pbem.app.turns import premove_choices
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import outbox
from pbem.hearts.events import DealEnded, GameEnded, TrickTaken
from pbem.hearts.phase import BEFORE_PLAY, Phase
from pbem.table.preferences import USUAL, NewsLevel
from pbem.table.seat import Seat


def news_level(uow: UnitOfWork, table: Table, seat: Seat) -> NewsLevel:
    """What this seat's person wants."""
    player = uow.person_numbered(table.person_id(seat.number))  # mostly known already
    return (player.preferences if player is not None else USUAL).news


def concerns(uow: UnitOfWork, table: Table, seat: Seat, level: NewsLevel) -> bool:
    """Whether what happened is told to this seat."""
    if any(isinstance(e, DealEnded | GameEnded) for e in table.events):
        return True
    if level is not NewsLevel.DEAL and seat.number in table.lapsed:
        return True
    if level is NewsLevel.TRICK and any(isinstance(e, TrickTaken) for e in table.events):
        return True
    if level is NewsLevel.EVERY and _others_have_played(table, seat):
        return True
    return _is_asked(uow, table, seat, early=level is not NewsLevel.DEAL)


def _is_asked(uow: UnitOfWork, table: Table, seat: Seat, early: bool) -> bool:
    """Whether the seat is newly asked, at its turn or before it."""
    if table.game is None or seat.number not in table.game.to_act:
        return early and premove_choices.ask_early(uow, table, seat)
    if table.masked:
        return False
    return seat.number not in table.asked_before or table.turn() != table.turn_before


def _others_have_played(table: Table, seat: Seat) -> bool:
    """Whether a card of another seat, or the pass of all, has not been told yet."""
    view = table.view(seat.number)
    if view.phase in (*BEFORE_PLAY, Phase.FINISHED):
        return False
    if view.base.number != seat.told.deal:
        return True
    plays = [
        play for trick in (*view.tricks, *((view.trick,) if view.trick is not None else ())) for play in trick.plays
    ]
    return any(play.seat != seat.number for play in plays[max(seat.told.plays, 0) :]) or (seat.told.plays < 0)


def withdraw(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """A question that is no question any more is not sent, if it still waits; what it told is told later."""
    if seat.number not in table.asked_before or table.game is None or seat.number in table.game.to_act:
        return
    before = outbox.overtake(uow.session, about(table, seat))
    if before is not None:
        seat.told.rewind(before)
