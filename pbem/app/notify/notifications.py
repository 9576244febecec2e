"""Notifications: who hears what of a unit of work. One mail for each reader, from the reader's own view.

Mailed are: who wrote and is owed an answer; who is newly asked; and whom else it concerns, as much as each wants to
hear (`news_levels.py`). The others hear with their next mail: a seat remembers up to where it has been told.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.app.accounts import suggestions
from pbem.app.notify import combined_mail, digest, news_levels
from pbem.app.notify.table_facts import table_facts
from pbem.app.table import Table
from pbem.app.tables import tutorial
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import digests, talk
from pbem.facts import mails, notices
from pbem.facts.table import TableFacts, TalkFacts
from pbem.table.player import Player
from pbem.table.preferences import NewsLevel
from pbem.table.seat import Seat
from pbem.table.states import GamePhase


def notify_all(uow: UnitOfWork) -> None:
    """Add the mails that follow from it all: to the tables' seats first, then whatever its author is still owed."""
    for table in uow.tables.values():
        if table.game is not None:
            for seat in table.seats:
                _tell_seat(uow, table, seat, news_levels.news_level(uow, table, seat))
        if table.phase is GamePhase.CANCELLED and table.record.ended_at == uow.now:
            _tell_last_words(uow, table)
    if uow.answers:
        _answer_author(uow)
    combined_mail.merge(uow)


def _tell_seat(uow: UnitOfWork, table: Table, seat: Seat, level: NewsLevel) -> None:
    author = uow.author.player if uow.author is not None else None
    is_author = author is not None and author.id == seat.player_id and uow.game_id == table.id
    shown = is_author and not table.held and any(answer.shows_table for answer in uow.answers)
    owed = shown and (seat.joined or seat.resigned)
    if not owed and not (seat.joined and news_levels.concerns(uow, table, seat, level)):
        news_levels.withdraw(uow, table, seat)
        return
    player = uow.player_of(seat)
    if player is None or (player.paused and not is_author):
        return
    if level is NewsLevel.DIGEST and not owed:
        digest.add_to_digest(uow, table, seat, player)
        return
    if level is NewsLevel.DIGEST:
        digests.drop_news(uow.session, player.id, table.id)
    facts = table_facts(uow, table, seat)
    answers = suggestions.brief(uow.answers) if is_author else ()
    facts = replace(facts, novice=not player.acknowledged, lessons=tutorial.lessons(uow, table, facts))
    facts = replace(facts, teach=_explains(player, facts))
    if is_author:
        uow.answers = []
        facts = replace(facts, full=shown)
    combined_mail.send_table(uow, table, seat, player, facts, answers)


def _tell_last_words(uow: UnitOfWork, table: Table) -> None:
    """Talk that waits for the next mail about a table that is closed: there will be none."""
    for seat in table.seats:
        player = uow.reachable(seat) if seat.joined else None
        if player is None:
            continue
        for line in talk.untold(uow.session, table.id, player.id):
            said = TalkFacts(line.name, line.text, line.alone, line.id)
            uow.send(notices.SaidNotice(table.id, said), player, table).talk = (line.id,)


def _explains(player: Player, facts: TableFacts) -> bool:
    """Whether the mail explains how to answer: for each kind of question once a person."""
    what = str(facts.view.ask) if facts.view.ask else "early" if facts.early else ""
    return bool(what) and player.explain(what)


def _answer_author(uow: UnitOfWork) -> None:
    """The answers that no table mail has carried."""
    author = uow.author
    if author is None:
        return
    suggestions.lead_on(uow)
    table = uow.tables.get(uow.game_id) if uow.game_id is not None else None
    mail = mails.AnswersAloneMail(answers=tuple(uow.answers))
    if table is not None:
        begun = table.game is not None and table.log.length > 1
        mail = replace(mail, game=table.id, deal=table.playing().base.number if begun else 0)
    to, token = author.player or author.address, uow.answers_reply_token()
    uow.send(mail, to, table, address=author.address, token=token, answers_letter=True)
    uow.answers = []


def reminder(uow: UnitOfWork, table: Table, seat: Seat, nudged_by: str = "") -> None:
    """Ask again who has not answered yet, perhaps at a fellow player's word."""
    player = uow.player_of(seat)
    if player is None:
        return
    facts = replace(table_facts(uow, table, seat), reminder=True, nudged_by=nudged_by)
    combined_mail.send_table(uow, table, seat, player, facts)
