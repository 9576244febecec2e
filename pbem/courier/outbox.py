"""The courier's round: due mails from the outbox to the transport, each receipt in its own short transaction.

No transaction is open while a mail is handed over. A retry sends the same bytes under the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from pbem.clock import Clock
from pbem.courier.retry import next_try
from pbem.courier.transport import Fate, Receipt, Transport
from pbem.store import outbox
from pbem.store.database import Database, Session
from pbem.store.outbox import Due

log = logging.getLogger(__name__)

ROUTE_PAUSE = timedelta(minutes=1)
"""When the whole route is down, all wait that long."""

Refusal = Callable[[Session, Due, str], None]
"""What is done when an address refuses mail for good."""


def _nothing() -> None: ...


@dataclass(frozen=True, slots=True)
class Courier:
    """Carries mails out. One at a time works on a database: the writer's lock sees to it.

    `before`: what is done with the mails that wait, before each round.
    """

    database: Database
    transport: Transport
    clock: Clock
    refused: Refusal
    before: Callable[[], None] = _nothing

    def round(self, most: int = 32) -> int:
        """Hand over what is due, up to so many; returns how many mails were tried."""
        self.before()
        with self.database.begin() as session:
            rows = outbox.due(session, self.clock(), most)
        tried = 0
        try:
            for row in rows:
                receipt = self.transport.send(row.envelope, row.recipient, row.body)
                tried += 1
                self._note(row, receipt)
                if receipt.whole:
                    break
        finally:
            self._put_back(rows[tried:])
            if rows:
                self.transport.close()
        return tried

    def _note(self, row: Due, receipt: Receipt) -> None:
        detail = f"{receipt.code} {receipt.text}".strip()
        with self.database.begin() as session:
            if receipt.fate is Fate.SENT:
                outbox.close(session, row.id, "sent", detail)
                return
            log.warning("mail %s to %s: %s (%s)", row.id, row.recipient, detail, receipt.fate)
            if receipt.fate is Fate.NEVER:
                outbox.close(session, row.id, "failed", detail)
                self.refused(session, row, detail)
                return
            again = next_try(row.tries + 1, self.clock(), row.id)
            if receipt.whole and again is not None:
                again = max(again, self.clock() + ROUTE_PAUSE)
            outbox.close(session, row.id, "waiting" if again is not None else "failed", detail, again)

    def _put_back(self, rows: list[Due]) -> None:
        """Mails that this round did not come to wait again; behind a dead route for a while."""
        if not rows:
            return
        with self.database.begin() as session:
            outbox.put_back(session, [r.id or 0 for r in rows], self.clock() + ROUTE_PAUSE)
