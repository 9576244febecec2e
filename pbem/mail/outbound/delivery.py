"""The courier's round: due mails from the outbox to the transport, each receipt in its own short transaction.

No transaction is open while a mail is handed over. A retry sends the same bytes under the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from pbem.clock import Clock
from pbem.db.database import Database, Session
from pbem.db.queries import outbox
from pbem.db.queries.outbox import Due
from pbem.mail.outbound.retry import next_try
from pbem.mail.outbound.transport import Fate, Receipt, Transport

log = logging.getLogger(__name__)

ROUTE_PAUSE = timedelta(minutes=1)
"""When the whole route is down, all wait that long."""

OLD = timedelta(minutes=10)
"""Mail that has waited for so long may have piled up."""

GROUP = 8
"""So many mails that went out are noted in one transaction: at most these go out again after a crash between."""

Refusal = Callable[[Session, Due, str], None]
"""What is done when an address refuses mail for good."""


def _detail(receipt: Receipt) -> str:
    return f"{receipt.code} {receipt.text}".strip()


def _nothing() -> None: ...


@dataclass(frozen=True, slots=True)
class Delivery:
    """Carries mails out. One at a time works on a database: the writer's lock sees to it.

    `before`: what is done first where mail has waited for long. The connection stays open from round to round: who
    runs the courier closes the transport when there is nothing to do.
    """

    database: Database
    transport: Transport
    clock: Clock
    refused: Refusal
    before: Callable[[], None] = _nothing

    def round(self, most: int = 32) -> int:
        """Hand over what is due, up to so many; returns how many mails were tried."""
        with self.database.read() as session:
            oldest = outbox.oldest_due(session, self.clock())
        if oldest is None:
            return 0
        if oldest < self.clock() - OLD:
            self.before()
        with self.database.begin() as session:
            rows = outbox.due(session, self.clock(), most)
        tried = 0
        sent: list[tuple[Due, Receipt]] = []
        try:
            for row in rows:
                receipt = self.transport.send(row.envelope, row.recipient, row.body)
                tried += 1
                if receipt.fate is Fate.SENT:
                    sent.append((row, receipt))
                    sent = self._mark(sent) if len(sent) >= GROUP else sent
                else:
                    self._note(row, receipt)
                if receipt.whole:
                    break
        finally:
            self._mark(sent)
            self._put_back(rows[tried:])
        return tried

    def _mark(self, sent: list[tuple[Due, Receipt]]) -> list[tuple[Due, Receipt]]:
        """Note that these have gone out; returns what is left to note."""
        if sent:
            with self.database.begin() as session:
                for row, receipt in sent:
                    outbox.close(session, row.id, "sent", _detail(receipt))
        return []

    def _note(self, row: Due, receipt: Receipt) -> None:
        detail = _detail(receipt)
        with self.database.begin() as session:
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
            outbox.put_back(session, [r.id for r in rows], self.clock() + ROUTE_PAUSE)
