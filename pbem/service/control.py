"""The operator's hand on the boxes: a mail is tried again, or let go."""

from __future__ import annotations

from pbem.service.house import House
from pbem.store.database import Session
from pbem.store.rows import InboxRow, OutboxRow

WORD = "control"
"""Begins the subject of an operator's letter that is such an order."""


def control(session: Session, house: House, subject: str) -> str:
    """`control inbox retry 12`; returns what was done, for the operator."""
    words = subject.split()
    if len(words) != 4 or words[1] not in ("inbox", "outbox") or words[2] not in ("retry", "drop"):
        return "not an order to the boxes"
    _, box, verb, number = words
    if box == "inbox":
        letter = session.get(InboxRow, int(number))
        if letter is None:
            return f"there is no letter {number}"
        letter.state, letter.tries = ("new", 0) if verb == "retry" else ("dropped", letter.tries)
    else:
        mail = session.get(OutboxRow, int(number))
        if mail is None:
            return f"there is no mail {number}"
        mail.state, mail.next_at = ("waiting", house.clock()) if verb == "retry" else ("dropped", mail.next_at)
        mail.tries = 0 if verb == "retry" else mail.tries
    return f"{box} {number}: {'is tried again' if verb == 'retry' else 'dropped'}"
