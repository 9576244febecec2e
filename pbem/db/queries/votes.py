"""The vote that is open at a table."""

from __future__ import annotations

import json
from datetime import timedelta

from sqlalchemy import bindparam, delete, select

from pbem.db.mapping import dump
from pbem.db.models import VoteRow
from pbem.db.queries import questions
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.db.upsert import upsert
from pbem.ids import GameId
from pbem.table.states import VoteKind
from pbem.table.vote import Vote

_TABLE = table(VoteRow)
_OPEN = Prepared(select(_TABLE).where(_TABLE.c.game_id == bindparam("game")))
_CLOSE = Prepared(delete(_TABLE).where(_TABLE.c.game_id == bindparam("game")))


def open_vote(session: Session, game_id: GameId) -> Vote | None:
    """The table's open vote."""
    row = run(session, _OPEN, {"game": game_id}).first()
    if row is None:
        return None
    ballots = tuple((int(seat), said) for seat, said in json.loads(row.ballots).items())
    return Vote(row.game_id, VoteKind(row.kind), row.seat, timedelta(seconds=row.seconds), ballots)


def save(session: Session, vote: Vote) -> None:
    """Write the vote down as it stands."""
    values = {
        "game_id": vote.game_id,
        "kind": vote.kind,
        "seconds": int(vote.length.total_seconds()),
        "seat": vote.seat,
        "ballots": dump({str(seat): said for seat, said in vote.ballots}),
    }
    upsert(session, VoteRow, [values], ("game_id",))


def close(session: Session, game_id: GameId) -> None:
    """The vote is decided: its mails ask nothing any more."""
    questions.close_votes(session, game_id)
    run(session, _CLOSE, {"game": game_id})
