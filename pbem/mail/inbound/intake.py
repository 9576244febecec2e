"""What an intake hands its mails to, and how it does so that one bad mail does not hold up the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from pbem.mail.message.raw_message import RawMessage

log = logging.getLogger(__name__)

Keep = Callable[[Sequence[RawMessage]], None]
"""Commits all given arrivals durably in one transaction, or raises and has kept none. It may be called twice with the
same mail (a crash after the commit, a client that never heard our "yes"): it must tell copies by itself."""


PATIENCE = 50
"""This many failures in a row say that it is the store that fails, and not one mail after the other."""


def keep_each(keep: Keep, raw_messages: Sequence[RawMessage], patience: int = PATIENCE) -> list[Exception | None]:
    """Keep all together if possible, else one by one; what came of each: None, or why it was not kept.

    After `patience` failures in a row the rest is not tried, since each try may wait for a lock.
    """
    if not raw_messages:
        return []
    try:
        keep(raw_messages)
    except Exception as fault:  # noqa: BLE001  # whatever it was, the caller answers "later" with it
        if len(raw_messages) == 1:
            return [fault]
    else:
        return [None] * len(raw_messages)
    outcomes: list[Exception | None] = []
    in_a_row = 0
    for raw_message in raw_messages:
        if in_a_row >= patience:
            outcomes.append(outcomes[-1])
            continue
        outcomes += keep_each(keep, [raw_message])
        in_a_row = in_a_row + 1 if outcomes[-1] else 0
    return outcomes


Place = TypeVar("Place", bound=Hashable)


class IntakePass(Generic[Place]):
    """One pass through a box: what it has kept so far, and what went wrong. `Place` is where a mail lies in the box."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._failed_in_a_row = 0
        self.kept = 0
        self.fault: Exception | None = None

    @property
    def store_is_down(self) -> bool:
        """True if it makes no sense to go on."""
        return self._failed_in_a_row >= PATIENCE

    def keep(self, read: Mapping[Place, RawMessage]) -> list[Place]:
        """Keep these mails; the places of those that were kept. The others stay where they are, and are logged."""
        patience = PATIENCE - self._failed_in_a_row
        outcomes = dict(zip(read, keep_each(self._keep, list(read.values()), patience), strict=True))
        for outcome in outcomes.values():
            self._failed_in_a_row = self._failed_in_a_row + 1 if outcome else 0
            self.fault = outcome or self.fault
        failed = [place for place, outcome in outcomes.items() if outcome]
        if failed:
            log.error(
                "%d of %d mails were not kept and stay, %s first: %s", len(failed), len(read), failed[0], self.fault
            )
        kept = [place for place, outcome in outcomes.items() if outcome is None]
        self.kept += len(kept)
        return kept

    def result(self) -> int:
        """How many were kept; raises what went wrong if that is why there are none."""
        if self.fault is not None and not self.kept:
            raise self.fault
        return self.kept


def envelope_sender(raw: bytes) -> str | None:
    """The envelope sender that the last mail server wrote on top as `Return-Path:`; "" for `<>`, None if there is none.

    Only the topmost counts: one further down came with the mail, from anybody.
    """
    head = raw[:_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    for line in head.split(b"\n"):
        name, colon, value = line.partition(b":")
        if colon and name.strip().lower() == b"return-path":
            return value.decode("utf-8", "replace").strip().removeprefix("<").removesuffix(">").strip()
    return None


_HEAD = 65_536
