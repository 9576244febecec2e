"""Letters for workers that share a database."""

from __future__ import annotations

from pbem.db.queries import inbox
from pbem.db.queries.inbox import InboxState
from pbem.ids import LetterId
from pbem.mail.message.raw_message import RawMessage
from tests.table import Bench

ANN, BEN = "ann@people.example", "ben@people.example"


def keeps(worker: Bench, author: str, *texts: str) -> list[LetterId]:
    """Letters come in at this worker; their numbers."""
    proven = {"Authentication-Results": "mx.example.net; dmarc=pass header.from=people.example"}
    letters = [worker.letter(author, words, headers=proven) for words in texts]
    worker.worker.keep([RawMessage(raw, "smtp", author, ()) for raw in letters])
    with worker.worker.database.read() as session:
        return inbox.in_state(session, InboxState.NEW)
