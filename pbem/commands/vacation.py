"""VACATION from to [remark]: when you are away. BACK [game]: you are here, and your seat is yours again."""

from __future__ import annotations

from dataclasses import asdict

from pbem.app.clock import absence, vacations
from pbem.app.refusals import Wrong
from pbem.app.tables import substitutes
from pbem.app.unit_of_work import Case, pk
from pbem.commands.command import Command
from pbem.hearts.refusal import Refused
from pbem.orders.dates import days
from pbem.orders.order import Args, Order, Spec
from pbem.render.dates import zone


def dated(text: str) -> bool:
    """Without a figure there is no date, and the line is talk."""
    return not text or any(letter.isdecimal() for letter in text)


VACATION = Spec("VACATION", Args.WORDS, aliases=("HOLIDAY", "AWAY"), topic="people", fits=dated)
BACK = Spec("BACK", Args.NUMBER_OR_NONE, topic="people")


def vacation(case: Case, order: Order) -> None:
    """Whole days in the author's own zone. Alone it shows what is planned."""
    player = case.player()
    if not order.text:
        planned = absence.planned(case, player)
        case.answer("vacation", away=asdict(planned) if planned is not None else None, short=(), asked=True)
        return
    today = case.now.astimezone(zone(player.zone)).date()
    found = days(order.text, today, case.house.renderer.words_of(player.language).months)
    if found is None:
        raise Refused(Wrong.BAD_VACATION, given=order.text[:60])
    away, short = vacations.go(case, found.first, found.last, found.rest)
    case.answer("vacation", away=asdict(away), short=tuple(short), asked=False)


def back(case: Case, order: Order) -> None:
    """Of one game if it is named or the letter is about it; else everything that the author has been away from."""
    player = case.player()
    ended = vacations.end(case)
    named = order.number if order.number is not None else case.game_id
    tables = [t for t in substitutes.given_up(case, player) if named in (None, t.id)]
    if order.number is None and not tables:
        tables = substitutes.given_up(case, player)
    if not ended and not tables:
        raise Refused(Wrong.NOT_AWAY)
    for table in tables:
        seat = table.seat_of(pk(player.id))
        if seat is not None:
            substitutes.come_back(case, table, seat)
    if len(tables) == 1:
        case.game_id = tables[0].id
    case.full = case.full or case.game_id is not None
    case.answer("back", vacation=ended, games=tuple(t.id for t in tables))


COMMANDS = (Command(VACATION, vacation), Command(BACK, back))
