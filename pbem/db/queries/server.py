"""What the server remembers of itself: its secret key, when it was last alive, counts of this hour."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, select, text

from pbem.db.models import MetaRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.db.upsert import keep_first, upsert

_META = table(MetaRow).c
_NOTED = Prepared(select(_META.value).where(_META.key == bindparam("key")))


HEALTH = "health:"
"""Before the name of a part: how it is doing."""


JUMP = "jump"
"""A jump of the time that has not been seen to whole."""


MISSED = "missed"
"""From when on what was written to us while we were away may still come, and until when."""


PAUSES = 3
"""Of so many passes of cron, the newest, it is known how long after the pass before they came."""

_BETWEEN = "pauses"


def note_pause(session: Session, now: datetime) -> None:
    """A pass of cron begins: note how long it is since the last sign of life."""
    alive = get(session, "alive")
    if alive is not None:
        known = [*pauses(session), now - datetime.fromisoformat(alive)][-PAUSES:]
        put(session, _BETWEEN, " ".join(str(int(pause.total_seconds())) for pause in known))


def no_pauses(session: Session) -> None:
    """A server runs that is never away: cron is not what keeps the deadlines."""
    run(session, delete(table(MetaRow)).where(_META.key == _BETWEEN))


def pauses(session: Session) -> list[timedelta]:
    """The newest pauses between two passes of cron."""
    return [timedelta(seconds=int(seconds)) for seconds in (get(session, _BETWEEN) or "").split()]


def get(session: Session, key: str) -> str | None:
    """What the server has noted under this key."""
    found: str | None = run(session, _NOTED, {"key": key}).scalar()
    return found


def get_prefix(session: Session, prefix: str) -> dict[str, str]:
    """All that is noted under keys that begin so, by the rest of the key."""
    rows = run(session, _UNDER, {"prefix": prefix, "length": len(prefix)})
    return {row.key.removeprefix(prefix): row.value for row in rows}


def put(session: Session, key: str, value: str) -> None:
    """Note something under this key."""
    upsert(session, MetaRow, [{"key": key, "value": value}], ("key",))


_COUNT = text("""
    INSERT INTO meta (key, value) VALUES (:key, :window || ' ' || :more)
    ON CONFLICT (key) DO UPDATE SET value = CASE
        WHEN meta.value LIKE :window || ' %'
        THEN :window || ' ' || (CAST(substr(meta.value, length(:window) + 2) AS INTEGER) + CAST(:more AS INTEGER))
        ELSE excluded.value END
    RETURNING value
""")


def count(session: Session, key: str, window: int, more: int) -> int:
    """Count so many more in this window of time; how many these are in it now. One statement: two may count at once."""
    values = {"key": key, "window": str(window), "more": str(more)}
    noted: str = run(session, _COUNT, values).scalar()
    return int(noted.split()[1])


def first(session: Session, key: str, value: str) -> str:
    """What is noted under this key: this, unless something was before."""
    keep_first(session, MetaRow, [{"key": key, "value": value}], "key")
    return get(session, key) or value


def forget(session: Session, keys: Iterable[str]) -> None:
    """Nothing is noted under these keys any more."""
    for key in keys:
        run(session, _FORGET, {"key": key})


_UNDER = Prepared(
    # a locale may sort a colon as if it were not there: a range would not do
    select(_META.key, _META.value).where(func.substr(_META.key, 1, bindparam("length")) == bindparam("prefix"))
)
_FORGET = Prepared(delete(table(MetaRow)).where(_META.key == bindparam("key")))
