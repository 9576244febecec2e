"""The vote that is open at a table, and the questions by which it was mailed."""

from __future__ import annotations

from sqlalchemy import update
from sqlmodel import Session, col

from pbem.db.models import QuestionRow, VoteRow


def open_vote(session: Session, game_id: int) -> VoteRow | None:
    """The table's open vote."""
    return session.get(VoteRow, game_id)


def close(session: Session, vote: VoteRow) -> None:
    """The vote is decided: its mails ask nothing any more."""
    questions = (col(QuestionRow.kind) == "vote") & (col(QuestionRow.game_id) == vote.game_id)
    open_ones = update(QuestionRow).where(questions, col(QuestionRow.state) == "open")
    session.execute(open_ones.values(state="over"), execution_options={"synchronize_session": "fetch"})
    session.delete(vote)
    session.flush()
