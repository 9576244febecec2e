"""Votes of a table: pause, resume, extend, end, cancel. Silence is a yes after the time that the mail states.

Only persons vote, and only those to whom mails go. A pause, its end and an extension need more yes than no; to end or
cancel the game nobody may say no, and where the result counts neither can be asked for at all.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from pbem.app.clock import seat_clocks
from pbem.app.table import Table
from pbem.app.tables import substitutes
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms, questions, votes
from pbem.db.queries.questions import Question, QuestionKind
from pbem.facts import mails, notices, table_answers
from pbem.facts.play_refusals import AlreadyPaused, BadLength, NothingAsked, NotPaused, Rated, SeatResigned, VoteOpen
from pbem.facts.table import Motion
from pbem.hearts.entries import Stopped
from pbem.hearts.refusal import GameOver, Refused
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.table.calendar import later
from pbem.table.game_record import Pause
from pbem.table.player import Player
from pbem.table.seat import Seat
from pbem.table.states import AlarmKind, GamePhase, VoteKind
from pbem.table.vote import UNANIMOUS, Vote

PAUSE, LONGEST_PAUSE = timedelta(days=7), timedelta(days=60)
LONGEST_EXTENSION = timedelta(days=30)


def ask(uow: UnitOfWork, kind: VoteKind, length: timedelta | None = None) -> bool:
    """Put something to the table; who asks says yes with it. True if it is decided already."""
    table, seat = _voter(uow)
    pause = table.record.pause
    if kind in UNANIMOUS and table.options.rated:
        raise Refused(Rated())
    if kind is VoteKind.RESUME and pause is None:
        raise Refused(NotPaused())
    if kind is VoteKind.PAUSE and pause is not None:
        raise Refused(AlreadyPaused())
    if votes.open_vote(uow.session, table.id) is not None:
        raise Refused(VoteOpen())
    vote = Vote(table.id, kind, seat.number, _length(table, kind, length))
    voters = [(s, p) for s in table.seats_of_people() if s is not seat and (p := uow.reachable(s)) is not None]
    if not voters or (kind is VoteKind.RESUME and pause is not None and pause.seat == seat.number):
        _carry_out(uow, table, vote)
        return True
    vote = replace(vote, ballots=((seat.number, True), *((s.number, None) for s, _ in voters)))
    votes.save(uow.session, vote)
    time = timedelta(seconds=table.options.vote)
    until = max(later(seat_clocks.calendar(uow, table, s), uow.now, time) for s, _ in voters)
    alarms.set_alarms(uow.session, table.id, {AlarmKind.VOTE: until})
    for _, player in voters:
        _question(uow, table, seat, player, vote, until)
    uow.answer(table_answers.VoteAskedAnswer(motion(vote), until))
    return False


def _voter(uow: UnitOfWork) -> tuple[Table, Seat]:
    table, seat = uow.at_play()
    if table.phase is not GamePhase.PLAYING:
        raise Refused(GameOver())
    if not seat.joined:
        raise Refused(SeatResigned())
    return table, seat


def _length(table: Table, kind: VoteKind, length: timedelta | None) -> timedelta:
    if kind is VoteKind.PAUSE:
        length, most = length or PAUSE, LONGEST_PAUSE
    elif kind is VoteKind.EXTEND:
        length, most = length or timedelta(seconds=table.options.deadline), LONGEST_EXTENSION
    else:
        return timedelta(0)
    if not timedelta(0) < length <= most:
        raise Refused(BadLength(days=most.days))
    return length


def motion(vote: Vote) -> Motion:
    """What a vote is about."""
    return Motion(vote.kind, vote.length)


def _question(uow: UnitOfWork, table: Table, seat: Seat, player: Player, vote: Vote, until: datetime) -> None:
    author = uow.author.address if uow.author is not None else ""
    question = Question(
        QuestionKind.VOTE, player.address, author, uow.letter_id(), uow.now, player_id=player.id, game_id=table.id
    )
    number = questions.add(uow.session, question)
    token = token_text(uow.services.key, TokenKind.QUESTION, number)
    uow.send(mails.VoteMail(table.id, seat.name, motion(vote), until), player, table, token=token)


def answered(uow: UnitOfWork, question: Question, yes: bool) -> None:
    """A word on the mail that asked."""
    uow.game_id = question.game_id
    ballot(uow, yes)


def ballot(uow: UnitOfWork, yes: bool) -> None:
    """The author's word; it may be changed while the vote is open. Raises `Refused` where nothing is asked."""
    table, seat = _voter(uow)
    vote = votes.open_vote(uow.session, table.id)
    if vote is None or not vote.asks(seat.number):
        raise Refused(NothingAsked())
    vote = vote.with_ballot(seat.number, yes)
    if vote.decided:
        _decide(uow, table, vote)
        return
    votes.save(uow.session, vote)
    uow.answer(table_answers.VotedAnswer(motion(vote), yes))


def ring(uow: UnitOfWork, table: Table) -> None:
    """The time of the vote is over: who has said nothing has said yes."""
    vote = votes.open_vote(uow.session, table.id)
    if vote is not None:
        _decide(uow, table, vote)


def _decide(uow: UnitOfWork, table: Table, vote: Vote) -> None:
    votes.close(uow.session, table.id)
    alarms.drop(uow.session, table.id, AlarmKind.VOTE)
    if vote.passed:
        _carry_out(uow, table, vote)
    else:
        _tell(uow, table, vote, passed=False)


def _tell(uow: UnitOfWork, table: Table, vote: Vote, passed: bool) -> None:
    """Everybody hears how it went; who wrote hears it in the answer."""
    author = uow.author.player if uow.author is not None else None
    pause = table.record.pause
    until = pause.until if pause is not None else None
    for seat in table.seats_of_people():
        player = uow.reachable(seat)
        if author is not None and seat.player_id == author.id:
            uow.answer(table_answers.VoteResultAnswer(motion(vote), passed, until))
        elif player is not None:
            uow.send(notices.VoteResultNotice(table.id, motion(vote), passed, until), player, table)


def _carry_out(uow: UnitOfWork, table: Table, vote: Vote) -> None:
    match vote.kind:
        case VoteKind.PAUSE:
            until = uow.now + vote.length
            table.record.pause = Pause(until, vote.seat)
            seat_clocks.halt(uow, table)
            alarms.set_alarms(uow.session, table.id, {AlarmKind.RESUME: until})
        case VoteKind.RESUME:
            _resume(uow, table)
        case VoteKind.EXTEND:
            seat_clocks.extend(uow, table, vote.length)
    _tell(uow, table, vote, passed=True)
    if vote.kind is VoteKind.END:
        table.apply(Stopped())
        advance(uow, table)
    elif vote.kind is VoteKind.CANCEL:
        substitutes.cancel_game(uow, table)


def _resume(uow: UnitOfWork, table: Table) -> None:
    table.record.pause = None
    alarms.drop(uow.session, table.id, AlarmKind.RESUME)
    seat_clocks.go_on(uow, table)


def resume_now(uow: UnitOfWork, table: Table) -> None:
    """The time of a pause is over; who is waited for is asked again."""
    _resume(uow, table)
    table.asked_before.clear()
