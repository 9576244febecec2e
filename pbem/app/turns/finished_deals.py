"""Finished deals, read again from the log: open, since all that was hidden is told at a deal's end."""

from __future__ import annotations

from collections.abc import Iterable

from pbem import seals
from pbem.app.table import Table
from pbem.db.database import Session
from pbem.db.queries import game_log
from pbem.facts.play_refusals import NoSuchDeal
from pbem.hearts.entries import Dealt, Entry, Hinted
from pbem.hearts.events import DealRecord
from pbem.hearts.game import fold
from pbem.hearts.refusal import Refused


def entries(session: Session, table: Table, number: int) -> list[Entry]:
    """The game's opening and a finished deal's part of the log; raises `Refused` where that deal is not over."""
    rows = {row.number: row for row in game_log.deals(session, table.id)}
    if number not in rows:
        raise Refused(NoSuchDeal(deal=number))
    begun, following = rows[number].seq, rows.get(number + 1)
    end = following.seq if following is not None else _end(table.log.last_deal, begun)
    return [game_log.opening(session, table.id), *game_log.log(session, table.id, begun, end)]


def finished(session: Session, table: Table, number: int) -> tuple[DealRecord, str]:
    """The record of a deal, and what opens its seal; raises `Refused` where that deal is not over."""
    log = entries(session, table, number)
    record = fold(log).record()
    if record is None:
        raise Refused(NoSuchDeal(deal=number))
    opened = next((seals.opened_text(table.id, entry) for entry in log if isinstance(entry, Dealt)), "")
    return record, opened


def hints(session: Session, table: Table, number: int) -> tuple[int, ...]:
    """By seat how many hints it was given in that deal."""
    asked = [entry.seat for entry in entries(session, table, number) if isinstance(entry, Hinted)]
    return tuple(asked.count(seat.number) for seat in table.seats)


def missed(session: Session, table: Table, numbers: Iterable[int]) -> tuple[DealRecord, ...]:
    """Those of these deals that are over, for a mail that tells of them late."""
    over = {row.number for row in game_log.deals(session, table.id)}
    return tuple(finished(session, table, number)[0] for number in numbers if number in over)


def _end(base_seq: int, seq: int) -> int | None:
    """Where the last finished deal ends: at the running deal's beginning, or at the log's end."""
    return base_seq if base_seq > seq else None
