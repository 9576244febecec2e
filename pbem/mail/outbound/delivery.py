"""Delivery: due mails from the outbox to the transport, each receipt in its own short transaction.

No transaction is open while a mail is handed over. A retry sends the same bytes under the same Message-ID.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from pbem.clock import Clock
from pbem.db.database import Database, Session
from pbem.db.outages import is_outage
from pbem.db.queries import outbox, sending
from pbem.db.queries.outbox import Due, OutboxState
from pbem.mail.outbound.retry import next_try
from pbem.mail.outbound.transport import Fate, Receipt, Transport

log = logging.getLogger(__name__)

ROUTE_PAUSE = timedelta(minutes=1)
"""When the whole route is down, all wait that long."""

OLD = timedelta(minutes=10)
"""Mail that has waited for so long may have piled up."""

GROUP = 8
"""This many mails that went out are noted in one transaction: at most these go out again after a crash between."""

Refusal = Callable[[Session, Due, str, bool], None]
"""What is done when mail is refused for good: why, and whether that came after the whole mail had been heard."""


def _detail(receipt: Receipt, before: str = "") -> str:
    """The receipt for the record. That a mail may have gone out is said until one is known to have, or to have not."""
    said = f"{receipt.code} {receipt.text}".strip()
    if receipt.fate is Fate.UNSURE or (receipt.fate is Fate.LATER and before.startswith(outbox.UNSURE)):
        return f"{outbox.UNSURE}{said}"
    return f"after the whole mail: {said}" if receipt.after_dot else said


def _ids(row: Due) -> dict[str, object]:
    """By what the mail can be followed in the log: the letter it came of, and the Message-ID that a relay's log has."""
    return {"mail": row.id, "letter": row.inbox_id, "player": row.player_id, "message_id": row.message_id}


def _unaddressed(row: Due, detail: str) -> str:
    """The relay's words for the log, which names nobody: who the mail is to stands in the outbox."""
    return re.sub(re.escape(row.recipient), "(its recipient)", detail, flags=re.IGNORECASE)


def _nothing() -> None: ...


def _nobody(_: Receipt) -> None: ...


def _alone() -> int:
    return 0


@dataclass(slots=True)
class InHand:
    """What the database may not know yet: mails that were taken and not tried, and receipts not written down.

    It outlives a round, so that a database that falters between a mail and its receipt costs neither a mail nor a
    second copy of one: the next round begins with what is still in hand.
    """

    me: int = 0  # the worker that has taken them; it gets another number if it was held for dead
    untried: list[Due] = field(default_factory=list)
    receipts: list[tuple[Due, Receipt]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Delivery:
    """Carries mails out. One at a time works on a database, or each of its workers has some mails in hand for a while.

    `me` is the worker's number, 0 where there is but one, None while it must take none. `before`: what is done first
    where mail has waited for long. `heard` gets each receipt, to know how the way out is doing. The connection stays
    open from round to round: who runs the delivery closes the transport when there is nothing to do.
    """

    database: Database
    transport: Transport
    clock: Clock
    refused: Refusal
    before: Callable[[], None] = _nothing
    heard: Callable[[Receipt], None] = _nobody
    me: Callable[[], int | None] = _alone
    in_hand: InHand = field(default_factory=InHand)

    def round(self, most: int = 32) -> int:
        """Hand over what is due, up to so many; returns how many mails were tried."""
        self._write_down()
        self._put_back()
        me = self.me()
        with self.database.read() as session:
            oldest = sending.oldest_due(session, self.clock())
        if oldest is None or me is None:
            return 0
        if oldest < self.clock() - OLD:
            self.before()
        with self.database.begin() as session:
            self.in_hand.untried = sending.claim(session, self.clock(), most, me)
            self.in_hand.me = me
        try:
            return self._send()
        finally:
            self._write_down()
            self._put_back()

    def _send(self) -> int:
        tried = 0
        while self.in_hand.untried and self.me() == self.in_hand.me:  # else others have taken them meanwhile
            row = self.in_hand.untried[0]
            receipt = self.transport.send(row.envelope, row.recipient, row.body)
            self.in_hand.receipts.append((self.in_hand.untried.pop(0), receipt))
            tried += 1
            if receipt.fate is not Fate.SENT or len(self.in_hand.receipts) >= GROUP:
                self._write_down()
            if receipt.whole:
                break
        return tried

    def _write_down(self) -> None:
        """Note the receipts: all that went out in one transaction, each of the others in its own."""
        sent = [one for one in self.in_hand.receipts if one[1].fate is Fate.SENT]
        if sent:
            with self.database.begin() as session:
                for row, receipt in sent:
                    self._close(session, row, OutboxState.SENT, _detail(receipt))
            self.heard(sent[-1][1])
            for row, receipt in sent:
                log.info("mail %d: sent, %s", row.id, _unaddressed(row, _detail(receipt)), extra=_ids(row))
            self.in_hand.receipts = [one for one in self.in_hand.receipts if one not in sent]
        while self.in_hand.receipts:
            self._note(*self.in_hand.receipts[0])
            del self.in_hand.receipts[0]

    def _note(self, row: Due, receipt: Receipt) -> None:
        detail = _detail(receipt, row.detail)
        # that the whole route is down is said once, by who hears of it
        level = logging.DEBUG if receipt.whole and receipt.fate is Fate.LATER else logging.WARNING
        log.log(level, "mail %d: %s, %s", row.id, receipt.fate, _unaddressed(row, detail), extra=_ids(row))
        self.heard(receipt)
        if receipt.fate is Fate.NEVER:
            self._note_refusal(row, detail, receipt.after_dot)
            return
        again = next_try(row.tries + 1, self.clock(), row.id)
        if receipt.whole and again is not None:
            again = max(again, self.clock() + ROUTE_PAUSE)
        given_up = OutboxState.UNSURE if detail.startswith(outbox.UNSURE) else OutboxState.FAILED
        with self.database.begin() as session:
            state = OutboxState.WAITING if again is not None else given_up
            self._close(session, row, state, detail, again)

    def _note_refusal(self, row: Due, detail: str, after_dot: bool) -> None:
        try:
            self.database.again(partial(self._refuse, row, detail, after_dot))
        except Exception as crash:
            if is_outage(crash):
                raise
            log.exception("what follows from the refusal of mail %s could not be done", row.id)
            with self.database.begin() as session:
                self._close(session, row, OutboxState.FAILED, detail)

    def _refuse(self, row: Due, detail: str, after_dot: bool, session: Session) -> None:
        if self._close(session, row, OutboxState.FAILED, detail):
            self.refused(session, row, detail, after_dot)

    def _close(
        self, session: Session, row: Due, state: OutboxState, detail: str, again: datetime | None = None
    ) -> bool:
        mine = sending.note(session, row.id, state, detail, again, self.in_hand.me)
        if not mine:
            log.warning("mail %d: another worker has taken it over meanwhile", row.id, extra=_ids(row))
        return mine

    def _put_back(self) -> None:
        """Mails that a round did not come to wait again; behind a dead route for a while."""
        if self.in_hand.untried:
            with self.database.begin() as session:
                again = self.clock() + ROUTE_PAUSE
                sending.put_back(session, [row.id for row in self.in_hand.untried], again, self.in_hand.me)
            self.in_hand.untried = []
