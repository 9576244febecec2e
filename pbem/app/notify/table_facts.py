"""What a mail about a game tells one reader: everything from that seat's view, and nothing twice."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem import seals
from pbem.app.clock import absence
from pbem.app.table import Table
from pbem.app.turns import finished_deals, premove_choices
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import game_log, outbox, talk
from pbem.db.queries.talk import TalkLine
from pbem.facts.table import DealLine, OwnWord, TableFacts, TalkFacts
from pbem.hearts.events import DealBegan, DealEnded, DealRecord, Trick
from pbem.hearts.phase import Phase
from pbem.hearts.view import SeatView
from pbem.table.seat import Mark, Seat

MISSED = 6
"""At most this many of the deals that ended since the last mail are told; HISTORY has them all."""


def table_facts(uow: UnitOfWork, table: Table, seat: Seat) -> TableFacts:
    """What the seat's next mail tells, up to now."""
    view = table.view(seat.number)
    ended = next((e.record for e in reversed(table.events) if isinstance(e, DealEnded)), None)
    before = outbox.overtake(uow.session, about(table, seat))
    if before is not None:
        seat.told.rewind(before)
    told = seat.told.mark
    return TableFacts(
        game=table.id,
        seats=absence.with_absences(table.seat_facts(seat.number), table, uow.now),
        view=view,
        due_at=_due(table, seat),
        new_tricks=_tricks_of_view(view, told, ended),
        said=_said(view) if told.deal == view.base.number and told.plays < 0 else (),
        passes_new=bool(view.gave or view.got) and (told.deal != view.base.number or told.plays < 0),
        ended_deal=ended,
        ended_tricks=_ended_tricks(ended, told),
        lapsed=seat.number in table.lapsed,
        moved=_moved(seat),
        first=any(isinstance(e, DealBegan) and e.number == 1 for e in table.events),
        early=premove_choices.early_offer(uow, table, seat),
        turn_came=premove_choices.turn_came(table, seat),
        plan=premove_choices.plan_facts(table, seat.number),
        rest=table.rest,
        seal=_seal(table, view) if told.deal != view.base.number else "",
        deals=_deals(uow, table),
        talk=tuple(TalkFacts(line.name, line.text, line.alone, line.id) for line in _talk(uow, table, seat)),
        missed=_missed(uow, table, told, ended),
    )


def _talk(uow: UnitOfWork, table: Table, seat: Seat) -> list[TalkLine]:
    return talk.untold(uow.session, table.id, seat.player_id) if seat.player_id is not None else []


def about(table: Table, seat: Seat) -> str:
    """What a later mail to this seat overtakes, while it waits."""
    return f"{table.id}/{seat.number}"


def _missed(uow: UnitOfWork, table: Table, told: Mark, ended: DealRecord | None) -> tuple[DealRecord, ...]:
    """Deals that have ended since the reader's last mail, and before this one's."""
    end = ended.number if ended is not None else table.playing().base.number
    first = max(told.deal, end - MISSED, 1)
    return finished_deals.missed(uow.session, table, range(first, end)) if first < end else ()


def _seal(table: Table, view: SeatView) -> str:
    dealt = table.dealt.get(view.base.number)
    return seals.seal_text(table.id, dealt) if dealt is not None and view.phase is not Phase.FINISHED else ""


def _deals(uow: UnitOfWork, table: Table) -> tuple[DealLine, ...]:
    """A line for each finished deal, those of this unit of work too, which are not written yet."""
    known = game_log.deals(uow.session, table.id) if table.log.deal > 1 else []
    lines = {one.number: DealLine(one.number, one.points, one.scores) for one in known}
    ended = (event.record for event in table.events if isinstance(event, DealEnded))
    lines |= {one.number: DealLine(one.number, one.points, one.scores) for one in ended}
    return tuple(lines[number] for number in sorted(lines))


def _due(table: Table, seat: Seat) -> datetime | None:
    """When the reader's time is up; for who is not asked, when the table's is."""
    return (seat.clock.due_at or table.record.due_at) if table.game is not None and table.game.to_act else None


def _moved(seat: Seat) -> timedelta | None:
    """By how much the server's absence moved the deadlines, once."""
    moved, seat.told.moved = seat.told.moved, 0
    return timedelta(seconds=moved) if moved else None


def _tricks_of_view(view: SeatView, told: Mark, ended: DealRecord | None) -> tuple[Trick, ...]:
    """The complete tricks of the deal in view that have not been told; those of a deal that ended are told with it."""
    if ended is not None and ended.number == view.base.number:
        return ()
    return _new_tricks(view.tricks, told.plays if told.deal == view.base.number else -1)


def _new_tricks(tricks: tuple[Trick, ...], told_plays: int) -> tuple[Trick, ...]:
    """The complete tricks of which this reader has not seen every card."""
    new, seen = [], 0
    for trick in tricks:
        seen += len(trick.plays)
        if seen > told_plays:
            new.append(trick)
    return tuple(new)


def _said(view: SeatView) -> tuple[OwnWord, ...]:
    """The seat's own bid, charge and call in this deal."""
    said: list[OwnWord] = []
    if view.rules.pass_cycle == ("call",) and view.base.dealer == view.seat and view.phase != Phase.CALL:
        said.append(OwnWord("call"))
    bids = view.auction.bids if view.auction is not None else ()
    said += [OwnWord("bid", amount=amount) for seat, amount in bids if seat == view.seat]
    answered = view.phase == Phase.PLAY or (view.phase == Phase.CHARGE and view.ask is None)
    if view.rules.charge and answered:
        said.append(OwnWord("charge", view.charged.get(view.seat, ())))
    return tuple(said)


def _ended_tricks(record: DealRecord | None, told: Mark) -> tuple[Trick, ...]:
    if record is None:
        return ()
    return _new_tricks(record.tricks, told.plays if told.deal == record.number else -1)
