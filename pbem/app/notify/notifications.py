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
from pbem.app.unit_of_work import Case, Mail, pk
from pbem.db.models.rows import SeatRow
from pbem.db.queries import digests, people
from pbem.render.facts import Post


def tell(case: Case) -> None:
    """Add the mails that follow from the case: to the tables' seats first, then whatever its author is still owed."""
    for table in case.tables.values():
        if table.game is not None:
            wanted = levels.levels(case, table)
            for seat in table.seats:
                _tell_seat(case, table, seat, wanted.get(seat.seat, levels.DEFAULT))
    if case.answers:
        _answer_author(case)
    combined_mail.merge(case)


def _tell_seat(case: Case, table: Table, seat: SeatRow, level: str) -> None:
    author = case.author.player if case.author is not None else None
    is_author = author is not None and author.id == seat.player_id and case.game_id == table.id
    owed = is_author and bool(case.answers) and case.full and seat.state in ("joined", "resigned")
    if not owed and not (seat.state == "joined" and levels.concerns(case, table, seat, level)):
        levels.withdraw(case, table, seat)
        return
    player = people.player(case.session, seat.player_id)
    if player is None or (player.paused and not is_author):
        return
    if level == "digest" and not owed:
        digest.collect(case, table, seat, player)
        return
    if level == "digest":
        digests.told(case.session, pk(player.id), table.id)
    facts = table_facts(case, table, seat)
    answers = tuple(case.answers) if is_author else ()
    facts = replace(facts, novice=not player.greeted, lessons=tutorial.lessons(case, table, facts))
    if is_author:
        case.answers = []
        facts = replace(facts, full=case.full)
    combined_mail.post(case, table, seat, player, Post("table", answers=answers, table=facts))


def _answer_author(case: Case) -> None:
    """The answers that no table mail has carried."""
    author = case.author
    if author is None:
        return
    table = case.tables.get(case.game_id) if case.game_id is not None else None
    facts: dict[str, object] = {}
    if table is not None and table.game is not None and table.row.seq > 1:
        facts = {"game": table.id, "deal": table.game.base.number}
    player = author.player
    length = table.row.seq if table is not None else 0
    token = reply_token(case, player, table.id if table is not None else None, length)
    case.mails.append(
        Mail(
            Post("answers", facts, tuple(case.answers)),
            author.address,
            player.name if player is not None else "",
            player,
            table,
            token=token,
            answers_letter=True,
        )
    )
    case.answers = []


def reminder(case: Case, table: Table, seat: SeatRow, nudged_by: str = "") -> None:
    """Ask again who has not answered yet, perhaps at a fellow player's word."""
    player = people.player(case.session, seat.player_id)
    if player is None:
        return
    facts = replace(table_facts(case, table, seat), reminder=True, nudged_by=nudged_by)
    combined_mail.post(case, table, seat, player, Post("table", table=facts))
