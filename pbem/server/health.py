"""How the parts that the server leans on are doing: its ways in, the relay, the disk, the database.

A change is one line in the log; a part that fails for a while is one mail to the operator, and one more when it works
again. What was seen last stands in the database, for `pbem status` and for the next pass of cron.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from pbem.app.clock.downtime import PULSE
from pbem.app.notify.operator_alerts import tell_of_part
from pbem.app.services import Services
from pbem.db.database import Database, Session
from pbem.db.queries import server
from pbem.db.queries.server import HEALTH

log = logging.getLogger(__name__)

PATIENCE = timedelta(minutes=5)
"""The operator is told of a part that has failed for so long: a line that breaks now and then is no news."""

RETRY = (timedelta(minutes=15), timedelta(minutes=70))
"""Who found us away tries again so late, at the least and at the most: mail servers wait longer the longer we are away,
Postfix for 67 minutes in the end.
"""

SERVER, RELAY, DISK, DATABASE, METRICS = "server", "relay", "disk", "database", "metrics"
"""The parts that are no way in; those bear the name of the way."""


@dataclass(slots=True)
class PartHealth:
    """How one part is doing: when it last worked, and since when and why it does not."""

    worked: datetime | None = None
    since: datetime | None = None
    fault: str = ""
    told: bool = False  # the operator knows that it fails

    def text(self) -> str:
        """For the database; "fault" stands in it only while there is one, which `idle_check` looks for."""
        facts: dict[str, Any] = {"worked": self.worked.isoformat()} if self.worked is not None else {}
        if self.since is not None:
            facts |= {"since": self.since.isoformat(), "fault": self.fault, "told": self.told}
        return json.dumps(facts)


def part_health(text: str) -> PartHealth:
    """The record of what `PartHealth.text` wrote."""
    facts = json.loads(text)
    worked, since = (datetime.fromisoformat(facts[key]) if key in facts else None for key in ("worked", "since"))
    return PartHealth(worked, since, facts.get("fault", ""), facts.get("told", False))


def noted_health(session: Session) -> dict[str, PartHealth]:
    """What the database knows of each part."""
    return {name: part_health(text) for name, text in server.get_prefix(session, HEALTH).items()}


@dataclass(frozen=True, slots=True)
class Missed:
    """While nobody could hand us a letter: what was written since then may come until then, by another try."""

    since: datetime
    until: datetime

    def text(self) -> str:
        """For the database."""
        return json.dumps([self.since.isoformat(), self.until.isoformat()])


def noted_missed(session: Session, now: datetime) -> Missed | None:
    """What is still to come; None if nothing is any more."""
    text = server.get(session, server.MISSED)
    if text is None:
        return None
    missed = Missed(*map(datetime.fromisoformat, json.loads(text)))
    return missed if missed.since <= now < missed.until else None


class Health:
    """What this process has seen of each part; asked and told by every thread."""

    def __init__(self, database: Database, services: Services, ways: tuple[str, ...]) -> None:
        self._database = database
        self._services = services
        self._ways = ways
        self._looked: dict[str, datetime] = {}
        self._seen: set[str] = set()  # the parts that this process has to do with
        self._lock = threading.Lock()  # nobody waits for the database with it: who writes there may ask for it
        with database.read() as session:
            self._parts = noted_health(session)
            self._missed = noted_missed(session, services.clock())

    def looked(self, way: str, began: datetime) -> None:
        """A look at a way in went well, and all that lay there when it began is in the inbox."""
        self.works(way)
        self._looked[way] = began

    def works(self, part: str) -> None:
        """The part has just worked. It is written down with the next pulse, or now if it did not work before."""
        with self._lock:
            known = self._parts.setdefault(part, PartHealth())
            self._seen.add(part)
            known.worked = self._services.clock()
            if known.since is None:
                return
            before = replace(known)
            known.since, known.fault, known.told = None, "", False
            text = known.text()
        try:
            self._note_return(part, before, text)
        except BaseException:
            with self._lock:  # it is told when the part works the next time
                known.since, known.fault, known.told = before.since, before.fault, before.told
            raise

    def _note_return(self, part: str, before: PartHealth, text: str) -> None:
        assert before.since is not None
        with self._database.begin() as session:
            server.put(session, HEALTH + part, text)
            if before.told:
                tell_of_part(session, self._services, part, before.fault, before.since, before.worked)
        log.warning("%s works again; it had failed since %s", part, f"{before.since:%Y-%m-%d %H:%M} UTC")

    def fails(self, part: str, why: object) -> None:
        """The part does not work, for now."""
        with self._lock:
            known = self._parts.setdefault(part, PartHealth())
            self._seen.add(part)
            fault = " ".join((str(why) or type(why).__name__).split())[:300]
            if known.since is not None and fault == known.fault:
                return
            known.since, known.fault = known.since or self._services.clock(), fault
            text = known.text()
        log.error("%s fails: %s", part, fault)
        if part != DATABASE:
            with self._database.begin() as session:
                server.put(session, HEALTH + part, text)

    def failing(self, part: str) -> PartHealth | None:
        """How a part is doing that does not work; None if it does."""
        known = self._parts.get(part)
        return known if known is not None and known.since is not None else None

    def was_away(self, since: datetime) -> None:
        """Since then, and until now, somebody could not hand us a letter, and will try again later."""
        now = self._services.clock()
        known = self._missed
        if known is not None and known.since <= now < known.until:  # it goes on, but holds up no deadline for ever
            since = min(since, max(known.since, now - RETRY[1]))
        if since <= now:
            self._missed = Missed(since, now + min(max(now - since, RETRY[0]), RETRY[1]))

    def was_closed(self) -> None:
        """The doors are open again: whoever has come in vain since the last sign of life tries again.

        Where another worker was alive just now, its doors were open.
        """
        with self._database.read() as session:
            alive = server.get(session, PULSE)
        since = datetime.fromisoformat(alive) if alive is not None else None
        if since is not None and not (self._database.shared and self._services.clock() - since < RETRY[0]):
            self.was_away(since)

    @property
    def deaf(self) -> bool:
        """Whether a way in fails: what players write there is not heard."""
        return any(self.failing(way) for way in self._ways)

    def heard_until(self, now: datetime, ways: Collection[str] | None = None) -> datetime | None:
        """Up to when all that was written to us is in the inbox; None if a way in fails, or was not looked at yet.

        After an absence of ours that is the beginning of it, until those who tried to reach us have tried again.
        `ways`: those that this worker reads, if others read the others.
        """
        ways = self._ways if ways is None else ways
        if any(self.failing(way) or way not in self._looked for way in ways):
            return None
        missed = self._missed
        begin = [missed.since] if missed is not None and missed.since <= now < missed.until else []
        return min([now, *begin, *(self._looked[way] for way in ways)])

    def write_down(self, session: Session) -> None:
        """With every pulse: what has worked since, and the mails about what has failed for a while."""
        now = self._services.clock()
        with self._lock:
            self._parts[SERVER] = PartHealth(worked=now)
            self._seen.add(SERVER)
            for part, known in self._parts.items():
                if self._database.shared and part not in self._seen:
                    continue  # another worker knows of it
                if known.since is not None and not known.told and now - known.since >= PATIENCE:
                    known.told = True
                    tell_of_part(session, self._services, part, known.fault, known.since)
                server.put(session, HEALTH + part, known.text())
        if self._missed is not None:
            server.put(session, server.MISSED, self._missed.text())
