"""News: who hears what of a case. One mail for each reader, from the reader's own view.

Mailed are: who is newly asked, at the turn or early; who wrote and is owed an answer; who lapsed; and everybody when a
deal or the game ends.
The others hear with their next mail: a seat remembers up to where it has been told.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from pbem.hearts.events import DealBegan, DealEnded, DealRecord, GameEnded, Trick
from pbem.hearts.view import SeatView
from pbem.render.post import Post, TableFacts
from pbem.service import absence, commitment, plans, tutorial
from pbem.service.case import Case, Mail
from pbem.service.mailing import reply_token
from pbem.service.table import Table, played_count
from pbem.store import outbox, people
from pbem.store.rows import PlayerRow, SeatRow


def tell(case: Case) -> None:
    """Add the mails that follow from the case: to the tables' seats first, then whatever its author is still owed."""
    for table in case.tables.values():
        if table.game is not None:
            for seat in table.seats:
                _tell_seat(case, table, seat)
    if case.answers:
        _answer_author(case)


def _tell_seat(case: Case, table: Table, seat: SeatRow) -> None:
    author = case.author.player if case.author is not None else None
    is_author = author is not None and author.id == seat.player_id and case.game_id == table.id
    owed = is_author and bool(case.answers) and case.full and seat.state in ("joined", "resigned")
    if not owed and not (seat.state == "joined" and _concerns(case, table, seat)):
        return
    player = people.player(case.session, seat.player_id)
    if player is None or (player.paused and not is_author):
        return
    facts = table_facts(case, table, seat)
    answers = tuple(case.answers) if is_author else ()
    facts = replace(facts, novice=not player.greeted, lessons=tutorial.lessons(case, table, facts))
    if is_author:
        case.answers = []
        facts = replace(facts, full=case.full)
    _post(case, table, seat, player, Post("table", answers=answers, table=facts))


def _concerns(case: Case, table: Table, seat: SeatRow) -> bool:
    """Whether what happened must be told to this seat now."""
    if any(isinstance(e, DealEnded | GameEnded) for e in table.events) or seat.seat in table.lapsed:
        return True
    if table.game is None or seat.seat not in table.game.to_act:
        return plans.ask_early(case, table, seat)
    if table.veiled:
        return False
    newly = seat.seat not in table.asked_before or table.turn() != table.turn_before
    return newly and not plans.asked_before_turn(table, seat)


def table_facts(case: Case, table: Table, seat: SeatRow) -> TableFacts:
    """What the seat's next mail tells, up to now."""
    view = table.view(seat.seat)
    ended = next((e.record for e in reversed(table.events) if isinstance(e, DealEnded)), None)
    told = (seat.told_deal, seat.told_plays)
    about = f"{table.id}/{seat.seat}/{view.base.number}"
    before = outbox.overtake(case.session, about)
    if before is not None:
        told = min(told, before)
        seat.told_deal, seat.told_plays = told
    return TableFacts(
        game=table.id,
        seats=absence.shown(table.seat_facts(seat.seat), table, case.now),
        view=view,
        due_at=_due(table, seat),
        new_tricks=_new_tricks(view.tricks, told[1]) if told[0] == view.base.number and ended is None else (),
        passes_new=bool(view.gave or view.got) and (told[0] != view.base.number or told[1] < 0),
        ended_deal=ended,
        ended_tricks=_ended_tricks(ended, told),
        lapsed=seat.seat in table.lapsed,
        moved=_moved(seat),
        first=any(isinstance(e, DealBegan) and e.number == 1 for e in table.events),
        early=plans.early_offer(case, table, seat),
        plan=plans.plan_facts(table, seat.seat),
        rest=table.rest,
        seal=_seal(table, view) if told[0] != view.base.number else "",
        opened=_opened(table, ended),
    )


def _seal(table: Table, view: SeatView) -> str:
    dealt = table.dealt.get(view.base.number)
    return commitment.seal_text(table.id, dealt) if dealt is not None and view.phase != "finished" else ""


def _opened(table: Table, ended: DealRecord | None) -> str:
    dealt = table.dealt.get(ended.number) if ended is not None else None
    return commitment.opened_text(table.id, dealt) if dealt is not None else ""


def _due(table: Table, seat: SeatRow) -> datetime | None:
    """When the reader's time is up; for who is not asked, when the table's is."""
    return (seat.due_at or table.row.due_at) if table.game is not None and table.game.to_act else None


def _moved(seat: SeatRow) -> timedelta | None:
    """By how much the server's absence moved the deadlines, once."""
    moved, seat.moved = seat.moved, 0
    return timedelta(seconds=moved) if moved else None


def _new_tricks(tricks: tuple[Trick, ...], told_plays: int) -> tuple[Trick, ...]:
    """The complete tricks of which this reader has not seen every card."""
    new, seen = [], 0
    for trick in tricks:
        seen += len(trick.plays)
        if seen > told_plays:
            new.append(trick)
    return tuple(new)


def _ended_tricks(record: DealRecord | None, told: tuple[int, int]) -> tuple[Trick, ...]:
    if record is None:
        return ()
    return _new_tricks(record.tricks, told[1] if told[0] == record.number else -1)


def _post(case: Case, table: Table, seat: SeatRow, player: PlayerRow, post: Post) -> None:
    view = post.table.view if post.table is not None else table.view(seat.seat)
    replaceable = not post.answers and post.table is not None and post.table.ended_deal is None
    told_before = (seat.told_deal, seat.told_plays)
    if post.table is not None and post.table.early:
        seat.early_seq = table.length()
    case.mails.append(
        Mail(
            post,
            player.address,
            player.name,
            player,
            table,
            token=reply_token(case, player, table.id, table.row.seq),
            about=f"{table.id}/{seat.seat}/{view.base.number}" if replaceable else "",
            told=told_before,
            answers_letter=bool(post.answers),
        )
    )
    passed = view.phase not in ("pass", "call", "bid", "charge")
    seat.told_deal, seat.told_plays = view.base.number, played_count(view) if passed else -1


def _answer_author(case: Case) -> None:
    """The answers that no table mail has carried."""
    author = case.author
    if author is None:
        return
    table = case.tables.get(case.game_id) if case.game_id is not None else None
    facts: dict[str, object] = {}
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
    _post(case, table, seat, player, Post("table", table=facts))
