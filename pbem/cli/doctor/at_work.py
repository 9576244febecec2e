"""Who is at work on a database that workers share."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.cli.doctor.findings import Finding
from pbem.db.database import Session
from pbem.db.queries import workers


def at_work(session: Session) -> Iterator[Finding]:
    """A finding for each worker."""
    now = workers.database_time(session)
    for one in workers.living(session):
        alive = f"process {one.pid} on {one.host}, alive at {one.alive_at:%Y-%m-%d %H:%M:%S} UTC"
        holds = "".join(f", reads {way}" for way in one.reads) + (f", {one.mails} mails in hand" if one.mails else "")
        if one.until > now:
            yield Finding(f"worker {one.id}", "ok", alive + holds)
        else:
            yield Finding(f"worker {one.id}", "note", alive + holds, "Start a worker: it takes over what this one had")
