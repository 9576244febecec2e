"""Votes of a table: pause, resume, extend, end, cancel. Silence is a yes after the time that the mail states.

Only persons vote, and only those to whom mails go. A pause, its end and an extension need more yes than no; to end or
cancel the game nobody may say no, and where the result counts neither can be asked for at all.
"""

from __future__ import annotations

import json
from datetime import timedelta

from pbem.app.clock import seat_clocks
from pbem.app.refusals import Wrong
from pbem.app.table import Table, dump
from pbem.app.tables import seats, substitutes
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import Case, Mail, pk
from pbem.db.models.rows import PlayerRow, QuestionRow, SeatRow, VoteRow
from pbem.db.queries import alarms, people
from pbem.db.queries import votes as store
from pbem.hearts.entries import Stopped
from pbem.hearts.refusal import Reason, Refused
from pbem.mail.message.tokens import Kind, token_text
from pbem.render.facts import Post
from pbem.timecontrol.calendar import later

UNANIMOUS = ("end", "cancel")
"""What one no is enough to prevent."""

PAUSE, LONGEST_PAUSE = timedelta(days=7), timedelta(days=60)
LONGEST_EXTENSION = timedelta(days=30)


def ask(case: Case, kind: str, length: timedelta | None = None) -> bool:
    """Put something to the table; who asks says yes with it. True if it is decided already."""
    table, seat = _voter(case)
    row = table.row
    if kind in UNANIMOUS and table.pace.rated:
        raise Refused(Wrong.RATED)
    if (kind == "resume") != (row.paused_until is not None) and kind in ("pause", "resume"):
        raise Refused(Wrong.NOT_PAUSED if kind == "resume" else Wrong.PAUSED)
    if store.open_vote(case.session, table.id) is not None:
        raise Refused(Wrong.VOTE_OPEN)
    vote = VoteRow(game_id=table.id, kind=kind, seat=seat.seat, seconds=_seconds(table, kind, length))
    voters = [(s, p) for s in table.persons() if s is not seat and (p := _mailed(case, s)) is not None]
    if not voters or (kind == "resume" and row.paused_by == seat.seat):
        _carry_out(case, table, vote)
        return True
    vote.ballots = dump({str(seat.seat): True} | {str(s.seat): None for s, _ in voters})
    case.session.add(vote)
    case.session.flush()
    time = timedelta(seconds=table.pace.vote)
    until = max(later(seat_clocks.calendar(case, table, s), case.now, time) for s, _ in voters)
    alarms.set_alarms(case.session, table.id, {"vote": until})
    for _, player in voters:
        _question(case, table, seat, player, vote, until)
    case.answer("vote-asked", until=until, **facts(vote))
    return False


def _voter(case: Case) -> tuple[Table, SeatRow]:
    table, seat = case.at_play()
    if table.row.phase != "playing":
        raise Refused(Reason.GAME_OVER)
    if seat.state != "joined":
        raise Refused(Wrong.RESIGNED)
    return table, seat


def _mailed(case: Case, seat: SeatRow) -> PlayerRow | None:
    player = people.player(case.session, seat.player_id)
    return player if player is not None and player.address and not player.paused else None


def _seconds(table: Table, kind: str, length: timedelta | None) -> int:
    if kind == "pause":
        length, most = length or PAUSE, LONGEST_PAUSE
    elif kind == "extend":
        length, most = length or timedelta(seconds=table.pace.deadline), LONGEST_EXTENSION
    else:
        return 0
    if not timedelta(0) < length <= most:
        raise Refused(Wrong.BAD_LENGTH, days=most.days)
    return int(length.total_seconds())


def facts(vote: VoteRow) -> dict[str, object]:
    """What a vote is about."""
    return {"what": vote.kind, "length": timedelta(seconds=vote.seconds)}


def _question(case: Case, table: Table, seat: SeatRow, player: PlayerRow, vote: VoteRow, until: object) -> None:
    author = case.author.address if case.author is not None else ""
    row = QuestionRow(
        kind="vote",
        address=player.address,
        author=author,
        inbox_id=pk(case.inbox_id),
        player_id=player.id,
        game_id=table.id,
        asked_at=case.now,
    )
    case.session.add(row)
    case.session.flush()
    post = Post("vote", {"game": table.id, "name": seat.name, "until": until, **facts(vote)})
    token = token_text(case.house.key, Kind.QUESTION, pk(row.id))
    case.mails.append(Mail(post, player.address, player.name, player, table, token=token))


def answered(case: Case, question: QuestionRow, yes: bool) -> None:
    """A word on the mail that asked."""
    case.game_id = question.game_id
    ballot(case, yes)


def ballot(case: Case, yes: bool) -> None:
    """The author's word; it may be changed while the vote is open. Raises `Refused` where nothing is asked."""
    table, seat = _voter(case)
    vote = store.open_vote(case.session, table.id)
    ballots = json.loads(vote.ballots) if vote is not None else {}
    if vote is None or str(seat.seat) not in ballots:
        raise Refused(Wrong.NOTHING_ASKED)
    ballots[str(seat.seat)] = yes
    vote.ballots = dump(ballots)
    words = list(ballots.values())
    lost = vote.kind in UNANIMOUS and False in words
    if lost or None not in words:
        _decide(case, table, vote)
    else:
        case.answer("voted", yes=yes, **facts(vote))


def ring(case: Case, table: Table) -> None:
    """The time of the vote is over: who has said nothing has said yes."""
    vote = store.open_vote(case.session, table.id)
    if vote is not None:
        _decide(case, table, vote)


def _decide(case: Case, table: Table, vote: VoteRow) -> None:
    words = list(json.loads(vote.ballots).values())
    no = words.count(False)
    passed = no == 0 if vote.kind in UNANIMOUS else len(words) - no > no
    store.close(case.session, vote)
    alarms.drop(case.session, table.id, ("vote",))
    if passed:
        _carry_out(case, table, vote)
    else:
        _tell(case, table, vote, passed=False)


def _tell(case: Case, table: Table, vote: VoteRow, passed: bool) -> None:
    """Everybody hears how it went; who wrote hears it in the answer."""
    author = case.author.player if case.author is not None else None
    said = {"passed": passed, "until": table.row.paused_until, **facts(vote)}
    for seat in table.persons():
        player = _mailed(case, seat)
        if author is not None and seat.player_id == author.id:
            case.answer("vote-result", **said)
        elif player is not None:
            seats.notice(case, table, "", player, "vote-result", **said)


def _carry_out(case: Case, table: Table, vote: VoteRow) -> None:
    row, length = table.row, timedelta(seconds=vote.seconds)
    if vote.kind == "pause":
        row.paused_until, row.paused_by = case.now + length, vote.seat
        seat_clocks.halt(case, table)
        alarms.set_alarms(case.session, table.id, {"resume": row.paused_until})
    elif vote.kind == "resume":
        _resume(case, table)
    elif vote.kind == "extend":
        seat_clocks.extend(case, table, length)
    _tell(case, table, vote, passed=True)
    if vote.kind == "end":
        table.apply(Stopped())
        advance(case, table)
    elif vote.kind == "cancel":
        substitutes.shut(case, table)


def _resume(case: Case, table: Table) -> None:
    table.row.paused_until = table.row.paused_by = None
    alarms.drop(case.session, table.id, ("resume",))
    seat_clocks.go_on(case, table)


def resume_now(case: Case, table: Table) -> None:
    """The time of a pause is over; who is waited for is asked again."""
    _resume(case, table)
    table.asked_before.clear()
