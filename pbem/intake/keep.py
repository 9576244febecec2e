"""What an intake hands its mails to, and how it does so that one bad mail does not hold up the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.letters.arrival import Arrival

Keep = Callable[[Sequence[Arrival]], None]
"""Commits all given arrivals durably in one transaction, or raises and has kept none. It may be called twice with the
same mail (a crash after the commit, a client that never heard our "yes"): it must tell copies by itself."""


def keep_each(keep: Keep, arrivals: Sequence[Arrival], patience: int | None = None) -> list[Exception | None]:
    """Keep all together if possible, else one by one; what came of each: None, or why it was not kept.

    After `patience` failures with no success between them it is the store that fails, not a mail, and the rest is not
    tried (each try may wait for a lock).
    """
    if not arrivals:
        return []
    try:
        keep(arrivals)
    except Exception as fault:  # whatever it was, the caller answers "later" with it
        if len(arrivals) == 1:
            return [fault]
    else:
        return [None] * len(arrivals)
    outcomes: list[Exception | None] = []
    in_a_row = 0
    for arrival in arrivals:
        if patience is not None and in_a_row >= patience:
            outcomes.append(outcomes[-1])
            continue
        outcomes += keep_each(keep, [arrival])
        in_a_row = in_a_row + 1 if outcomes[-1] else 0
    return outcomes


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
