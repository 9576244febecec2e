"""Mail from a mailbox at a provider, by IMAP: fetched without a trace, kept, and only then moved away.

The folder is the queue: what lies in it is to do, whatever its flags (people read the box), and what was kept moves to
the done folder. Nothing is remembered by UID across a change of UIDVALIDITY, so that changes nothing.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from pbem.mail.inbound.imap_connection import Broken, ImapAccount, ImapConnection, Refused
from pbem.mail.inbound.intake import IntakePass, Keep, envelope_sender
from pbem.mail.message.raw_message import RawMessage

__all__ = ["ImapAccount", "ImapIntake"]

log = logging.getLogger(__name__)

_BATCH = 32  # mails a transaction
_LINES_A_PASS = 4  # connections that one pass may use up before it gives in
_BREAKS = 3  # so often may the line break on one mail before it is set aside: fewer than the above
_PAUSES = (5.0, 15.0, 60.0, 300.0)  # seconds, after that many failures in a row


class ImapIntake:
    """One mailbox, used by one thread; it keeps its connection between passes and makes a new one when that broke."""

    def __init__(self, mailbox: ImapAccount, jitter: Callable[[], float] = lambda: 0.5) -> None:
        self._box = mailbox
        self._jitter = jitter
        self._line: ImapConnection | None = None
        self._breaks: Counter[tuple[int, int]] = Counter()  # (UIDVALIDITY, UID): how often the line broke on it

    def take(self, keep: Keep, batch: int = _BATCH, stop: threading.Event | None = None) -> int:
        """Keep every mail in the folder, then move it to the done folder; how many were kept.

        A mail on which the line breaks comes last and alone from then on, and is moved to the failed folder if it does
        so again and again: it cannot hold up the others. What cannot be *kept* stays; if nothing can, that is raised.
        """
        return self._look(keep, batch, stop or threading.Event()).result()

    def watch(
        self,
        keep: Keep,
        stop: threading.Event,
        report: Callable[[Exception | None], None],
        look: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        """Take mail until told to stop: woken by IDLE where offered, and after a while in any case.

        `report` hears None after a pass that went well, else what went wrong; then comes a pause, longer each time.
        Each look goes on within a `look()`, which so knows when it began, and whether it came to its end.
        """
        failures = 0
        while not stop.is_set():
            try:
                with look():
                    run = self._look(keep, _BATCH, stop)
                while run.kept and not run.fault and not stop.is_set():  # what came meanwhile is not announced again
                    with look():
                        run = self._look(keep, _BATCH, stop)
                report(run.fault)
                failures = 0
                self._rest(stop)
            except Exception as fault:  # noqa: BLE001  # this thread has to outlive whatever a mailbox may do
                report(fault)
                self._drop()
                pause = _PAUSES[min(failures, len(_PAUSES) - 1)]
                failures += 1
                stop.wait(pause * (0.5 + self._jitter()))
        self.close()

    def close(self) -> None:
        """Log out, if there is still somebody to hear it."""
        line, self._line = self._line, None
        if line is not None:
            try:
                line.log_out()
            except (*Broken, Refused) as fault:
                log.debug("no goodbye from %s: %s", self._box.host, fault)
                line.hang_up()

    def _look(self, keep: Keep, batch: int, stop: threading.Event) -> IntakePass[int]:
        run: IntakePass[int] = IntakePass(keep)
        for lines_left in reversed(range(_LINES_A_PASS)):
            if self._line is None:
                self._line = ImapConnection(self._box)  # a server that is not there now is not there a moment later
            try:
                self._go_through(self._line, run, batch, stop)
                break
            except Broken as fault:
                self._drop()
                if not lines_left:
                    raise
                log.warning("the line to %s broke (%s), trying again", self._box.host, fault)
        return run

    def _go_through(self, line: ImapConnection, run: IntakePass[int], batch: int, stop: threading.Event) -> None:
        validity, uids = line.open_folder()
        sound = [uid for uid in uids if (validity, uid) not in self._breaks]
        suspect = [uid for uid in uids if (validity, uid) in self._breaks]
        groups = [sound[i : i + batch] for i in range(0, len(sound), batch)] + [[uid] for uid in suspect]
        for group in groups:
            if stop.is_set() or run.store_is_down:
                return
            self._take_group(line, run, validity, group)

    def _take_group(self, line: ImapConnection, run: IntakePass[int], validity: int, uids: Sequence[int]) -> None:
        sizes = line.sizes(uids)
        read: dict[int, RawMessage] = {}
        for uid in uids:
            if uid not in sizes:  # somebody else moved it
                continue
            size, arrived_at = sizes[uid]
            if size > self._box.message_bytes:
                self._set_aside(line, run, uid, f"it has {size} bytes")
            elif self._breaks[validity, uid] >= _BREAKS:
                self._set_aside(line, run, uid, f"the line broke on it {_BREAKS} times")
            elif raw := self._fetch(line, validity, uid):
                read[uid] = RawMessage(raw, "imap", envelope_sender(raw), arrived_at=arrived_at)
        kept = run.keep(read)
        if kept:
            self._move(line, run, kept, self._box.done_folder)

    def _fetch(self, line: ImapConnection, validity: int, uid: int) -> bytes | None:
        """One mail a call, so that a bad one cannot spoil the others; it is a suspect until its answer was read."""
        self._breaks[validity, uid] += 1
        try:
            raw = line.fetch(uid)
        except Broken:
            raise
        except (Refused, ValueError, LookupError) as fault:
            log.error("mail %d of %s cannot be fetched and stays: %s", uid, self._box.folder, fault)  # noqa: TRY400  # the fault says it all
            raw = None
        else:
            if raw is None:
                log.error("mail %d of %s came without its text and stays", uid, self._box.folder)
        del self._breaks[validity, uid]
        return raw

    def _set_aside(self, line: ImapConnection, run: IntakePass[int], uid: int, why: str) -> None:
        log.warning("mail %d of %s goes to %s: %s", uid, self._box.folder, self._box.failed_folder, why)
        self._move(line, run, [uid], self._box.failed_folder)

    def _move(self, line: ImapConnection, run: IntakePass[int], uids: Sequence[int], folder: str) -> None:
        """Move away; if that is refused they stay and come again as copies, and the others still have their turn."""
        try:
            line.move(uids, folder)
        except Broken:
            raise
        except Refused as fault:
            log.error("%d mails cannot be moved to %s: %s", len(uids), folder, fault)  # noqa: TRY400  # the fault says it all
            run.fault = fault

    def _rest(self, stop: threading.Event) -> None:
        if self._line is not None and self._box.idle and self._line.idles():
            self._line.wait_for_news(self._box.idle_seconds, stop)
        else:
            stop.wait(self._box.poll_seconds)

    def _drop(self) -> None:
        if self._line is not None:
            self._line.hang_up()
            self._line = None
