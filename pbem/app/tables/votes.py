"""Votes of a table: pause, resume, extend, end, cancel. Silence is a yes after the time that the mail states.

Only persons vote, and only those to whom mails go. A pause, its end and an extension need more yes than no; to end or
cancel the game nobody may say no, and where the result counts neither can be asked for at all.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from pbem.app.clock import seat_clocks
from pbem.app.table import Table, dump
from pbem.app.tables import substitutes
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork, pk
from pbem.db.models import PlayerRow, QuestionRow, SeatRow, VoteRow
from pbem.db.queries import alarms
from pbem.db.queries import votes as store
from pbem.facts import mails, notices, table_answers
from pbem.facts.play_refusals import AlreadyPaused, BadLength, NothingAsked, NotPaused, Rated, SeatResigned, VoteOpen
from pbem.facts.table import Motion
from pbem.hearts.entries import Stopped
from pbem.hearts.refusal import GameOver, Refused
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.timecontrol.calendar import later

UNANIMOUS = ("end", "cancel")
"""What one no is enough to prevent."""

PAUSE, LONGEST_PAUSE = timedelta(days=7), timedelta(days=60)
LONGEST_EXTENSION = timedelta(days=30)


def ask(uow: UnitOfWork, kind: str, length: timedelta | None = None) -> bool:
    """Put something to the table; who asks says yes with it. True if it is decided already."""
    table, seat = _voter(uow)
    row = table.row
    if kind in UNANIMOUS and table.pace.rated:
        raise Refused(Rated())
    if (kind == "resume") != (row.paused_until is not None) and kind in ("pause", "resume"):
        raise Refused(NotPaused() if kind == "resume" else AlreadyPaused())
    if store.open_vote(uow.session, table.id) is not None:
        raise Refused(VoteOpen())
    vote = VoteRow(game_id=table.id, kind=kind, seat=seat.seat, seconds=_seconds(table, kind, length))
    voters = [(s, p) for s in table.persons() if s is not seat and (p := uow.reachable(s)) is not None]
    if not voters or (kind == "resume" and row.paused_by == seat.seat):
        _carry_out(uow, table, vote)
        return True
    vote.ballots = dump({str(seat.seat): True} | {str(s.seat): None for s, _ in voters})
    uow.session.add(vote)
    uow.session.flush()
    time = timedelta(seconds=table.pace.vote)
    until = max(later(seat_clocks.calendar(uow, table, s), uow.now, time) for s, _ in voters)
    alarms.set_alarms(uow.session, table.id, {"vote": until})
    for _, player in voters:
        _question(uow, table, seat, player, vote, until)
    uow.answer(table_answers.VoteAsked(motion(vote), until))
    return False


def _voter(uow: UnitOfWork) -> tuple[Table, SeatRow]:
    table, seat = uow.at_play()
    if table.row.phase != "playing":
        raise Refused(GameOver())
    if seat.state != "joined":
        raise Refused(SeatResigned())
    return table, seat


def _seconds(table: Table, kind: str, length: timedelta | None) -> int:
    if kind == "pause":
        length, most = length or PAUSE, LONGEST_PAUSE
    elif kind == "extend":
        length, most = length or timedelta(seconds=table.pace.deadline), LONGEST_EXTENSION
    else:
        return 0
    if not timedelta(0) < length <= most:
        raise Refused(BadLength(days=most.days))
    return int(length.total_seconds())


def motion(vote: VoteRow) -> Motion:
    """What a vote is about."""
    return Motion(vote.kind, timedelta(seconds=vote.seconds))


def _question(uow: UnitOfWork, table: Table, seat: SeatRow, player: PlayerRow, vote: VoteRow, until: datetime) -> None:
    author = uow.author.address if uow.author is not None else ""
    row = QuestionRow(
        kind="vote",
        address=player.address,
        author=author,
        inbox_id=pk(uow.inbox_id),
        player_id=player.id,
        game_id=table.id,
        asked_at=uow.now,
    )
    uow.session.add(row)
    uow.session.flush()
    token = token_text(uow.services.key, TokenKind.QUESTION, pk(row.id))
    uow.send(mails.Vote(table.id, seat.name, motion(vote), until), player, table, token=token)


def answered(uow: UnitOfWork, question: QuestionRow, yes: bool) -> None:
    """A word on the mail that asked."""
    uow.game_id = question.game_id
    ballot(uow, yes)


def ballot(uow: UnitOfWork, yes: bool) -> None:
    """The author's word; it may be changed while the vote is open. Raises `Refused` where nothing is asked."""
    table, seat = _voter(uow)
    vote = store.open_vote(uow.session, table.id)
    ballots = json.loads(vote.ballots) if vote is not None else {}
    if vote is None or str(seat.seat) not in ballots:
        raise Refused(NothingAsked())
    ballots[str(seat.seat)] = yes
    vote.ballots = dump(ballots)
    words = list(ballots.values())
    lost = vote.kind in UNANIMOUS and False in words
    if lost or None not in words:
        _decide(uow, table, vote)
    else:
        uow.answer(table_answers.Voted(motion(vote), yes))


def ring(uow: UnitOfWork, table: Table) -> None:
    """The time of the vote is over: who has said nothing has said yes."""
    vote = store.open_vote(uow.session, table.id)
    if vote is not None:
        _decide(uow, table, vote)


def _decide(uow: UnitOfWork, table: Table, vote: VoteRow) -> None:
    words = list(json.loads(vote.ballots).values())
    no = words.count(False)
    passed = no == 0 if vote.kind in UNANIMOUS else len(words) - no > no
    store.close(uow.session, vote)
    alarms.drop(uow.session, table.id, ("vote",))
    if passed:
        _carry_out(uow, table, vote)
    else:
        _tell(uow, table, vote, passed=False)


def _tell(uow: UnitOfWork, table: Table, vote: VoteRow, passed: bool) -> None:
    """Everybody hears how it went; who wrote hears it in the answer."""
    author = uow.author.player if uow.author is not None else None
    until = table.row.paused_until
    for seat in table.persons():
        player = uow.reachable(seat)
        if author is not None and seat.player_id == author.id:
            uow.answer(table_answers.VoteResult(motion(vote), passed, until))
        elif player is not None:
            uow.send(notices.VoteResult(table.id, motion(vote), passed, until), player, table)


def _carry_out(uow: UnitOfWork, table: Table, vote: VoteRow) -> None:
    row, length = table.row, timedelta(seconds=vote.seconds)
    if vote.kind == "pause":
        row.paused_until, row.paused_by = uow.now + length, vote.seat
        seat_clocks.halt(uow, table)
        alarms.set_alarms(uow.session, table.id, {"resume": row.paused_until})
    elif vote.kind == "resume":
        _resume(uow, table)
    elif vote.kind == "extend":
        seat_clocks.extend(uow, table, length)
    _tell(uow, table, vote, passed=True)
    if vote.kind == "end":
        table.apply(Stopped())
        advance(uow, table)
    elif vote.kind == "cancel":
        substitutes.shut(uow, table)


def _resume(uow: UnitOfWork, table: Table) -> None:
    table.row.paused_until = table.row.paused_by = None
    alarms.drop(uow.session, table.id, ("resume",))
    seat_clocks.go_on(uow, table)


def resume_now(uow: UnitOfWork, table: Table) -> None:
    """The time of a pause is over; who is waited for is asked again."""
    _resume(uow, table)
    table.asked_before.clear()
