"""VACATION from to [remark]: when you are away. BACK [game]: you are here, and your seat is yours again."""

from __future__ import annotations

from pbem.app.clock import absence, vacations
from pbem.app.tables import substitutes
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.facts import account_answers
from pbem.facts.account_refusals import BadVacation, NotAway
from pbem.hearts.refusal import Refused
from pbem.orders.dates import days
from pbem.orders.order import Args, Order, Spec
from pbem.zones import zone


def dated(text: str) -> bool:
    """Without a figure there is no date, and the line is talk."""
    return not text or any(character.isdecimal() for character in text)


VACATION = Spec("VACATION", Args.WORDS, aliases=("HOLIDAY", "AWAY"), topic="people", fits=dated)
BACK = Spec("BACK", Args.NUMBER_OR_NONE, topic="people")


def vacation(uow: UnitOfWork, order: Order) -> None:
    """Whole days in the author's own zone. Alone it shows what is planned."""
    player = uow.author_player()
    if not order.text:
        planned = absence.planned(uow, player)
        uow.answer(account_answers.VacationAnswer(planned, asked=True))
        return
    today = uow.now.astimezone(zone(player.zone)).date()
    found = days(order.text, today, uow.services.renderer.words_of(player.language).months)
    if found is None:
        raise Refused(BadVacation(given=order.text[:60]))
    away, short = vacations.go(uow, found.first, found.last, found.rest)
    uow.answer(account_answers.VacationAnswer(away, short))


def back(uow: UnitOfWork, order: Order) -> None:
    """Of one game if it is named or the letter is about it; else everything that the author has been away from."""
    player = uow.author_player()
    ended = vacations.end(uow)
    named = order.number if order.number is not None else uow.game_id
    tables = [t for t in substitutes.given_up(uow, player) if named in (None, t.id)]
    if order.number is None and not tables:
        tables = substitutes.given_up(uow, player)
    if not ended and not tables:
        raise Refused(NotAway())
    for table in tables:
        seat = table.seat_of(player.id)
        if seat is not None:
            substitutes.return_to_seat(uow, table, seat)
    if len(tables) == 1:
        uow.game_id = tables[0].id
    uow.answer(account_answers.BackAnswer(ended, tuple(t.id for t in tables)))


COMMANDS = (Command(VACATION, vacation), Command(BACK, back))
