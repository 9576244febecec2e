"""Group commit: mails that wait at the same time share one transaction, and so one flush of the disk."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from pbem.mail.inbound.intake import Keep, keep_each
from pbem.mail.message.raw_message import RawMessage

_PATIENCE = 2  # failures in a row after which the store is taken to be down, and everybody told to come again


class GroupCommit:
    """Hands mails to `keep`, all that wait in one call, always from the same thread of its own.

    While one commit runs the next group gathers; nobody waits for a timer.
    """

    def __init__(self, keep: Keep, largest: int = 64) -> None:
        self._keep = keep
        self._largest = largest
        self._waiting: list[tuple[RawMessage, asyncio.Future[None]]] = []
        self._thread = ThreadPoolExecutor(1, "intake-keep")
        self._runner: asyncio.Task[None] | None = None

    async def keep(self, raw_message: RawMessage) -> None:
        """Return when the mail is committed; raise what `keep` raised if it is not."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((raw_message, done))
        if self._runner is None:
            self._runner = asyncio.create_task(self._run())
        await done

    async def close(self) -> None:
        """Finish what waits, then end the thread."""
        if self._runner is not None:
            await self._runner
        self._thread.shutdown()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            group, self._waiting = self._waiting[: self._largest], self._waiting[self._largest :]
            raw_messages = [raw_message for raw_message, _ in group]
            outcomes = await loop.run_in_executor(self._thread, keep_each, self._keep, raw_messages, _PATIENCE)
            for (_, done), outcome in zip(group, outcomes, strict=True):
                if done.done():  # its client went away while we wrote; the mail is kept all the same
                    continue
                if outcome is None:
                    done.set_result(None)
                else:
                    done.set_exception(outcome)
        self._runner = None
