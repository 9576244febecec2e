"""News: who hears what of a case. One mail for each reader, from the reader's own view.

Mailed are: who wrote and is owed an answer; who is newly asked; and whom else it concerns, as much as each wants to
hear (`hearing.py`). The others hear with their next mail: a seat remembers up to where it has been told.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.app.notify import combined_mail, digest, levels
from pbem.app.notify.compose import reply_token
from pbem.app.notify.table_facts import table_facts as table_facts
from pbem.app.table import Table
from pbem.app.tables import tutorial
from pbem.app.unit_of_work import Mail, UnitOfWork, pk
from pbem.db.models import SeatRow
from pbem.db.queries import digests, people
from pbem.render.facts import Post


def tell(uow: UnitOfWork) -> None:
    """Add the mails that follow from the case: to the tables' seats first, then whatever its author is still owed."""
    for table in uow.tables.values():
        if table.game is not None:
            wanted = levels.levels(uow, table)
            for seat in table.seats:
                _tell_seat(uow, table, seat, wanted.get(seat.seat, levels.DEFAULT))
    if uow.answers:
        _answer_author(uow)
    combined_mail.merge(uow)


def _tell_seat(uow: UnitOfWork, table: Table, seat: SeatRow, level: str) -> None:
    author = uow.author.player if uow.author is not None else None
    is_author = author is not None and author.id == seat.player_id and uow.game_id == table.id
    owed = is_author and bool(uow.answers) and uow.full and seat.state in ("joined", "resigned")
    if not owed and not (seat.state == "joined" and levels.concerns(uow, table, seat, level)):
        levels.withdraw(uow, table, seat)
        return
    player = people.player(uow.session, seat.player_id)
    if player is None or (player.paused and not is_author):
        return
    if level == "digest" and not owed:
        digest.collect(uow, table, seat, player)
        return
    if level == "digest":
        digests.told(uow.session, pk(player.id), table.id)
    facts = table_facts(uow, table, seat)
    answers = tuple(uow.answers) if is_author else ()
    facts = replace(facts, novice=not player.greeted, lessons=tutorial.lessons(uow, table, facts))
    if is_author:
        uow.answers = []
        facts = replace(facts, full=uow.full)
    combined_mail.post(uow, table, seat, player, Post("table", answers=answers, table=facts))


def _answer_author(uow: UnitOfWork) -> None:
    """The answers that no table mail has carried."""
    author = uow.author
    if author is None:
        return
    table = uow.tables.get(uow.game_id) if uow.game_id is not None else None
    facts: dict[str, object] = {}
    if table is not None and table.game is not None and table.row.seq > 1:
        facts = {"game": table.id, "deal": table.game.base.number}
    player = author.player
    length = table.row.seq if table is not None else 0
    token = reply_token(uow, player, table.id if table is not None else None, length)
    uow.mails.append(
        Mail(
            Post("answers", facts, tuple(uow.answers)),
            author.address,
            player.name if player is not None else "",
            player,
            table,
            token=token,
            answers_letter=True,
        )
    )
    uow.answers = []


def reminder(uow: UnitOfWork, table: Table, seat: SeatRow, nudged_by: str = "") -> None:
    """Ask again who has not answered yet, perhaps at a fellow player's word."""
    player = people.player(uow.session, seat.player_id)
    if player is None:
        return
    facts = replace(table_facts(uow, table, seat), reminder=True, nudged_by=nudged_by)
    combined_mail.post(uow, table, seat, player, Post("table", table=facts))
