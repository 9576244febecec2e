"""Puts the parts together from the settings: database, house, desk, ways in and out."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from pbem import paths
from pbem.app.clock import alarms as ringing
from pbem.app.inbound import bounces
from pbem.app.jobs import robot_jobs
from pbem.app.notify.batches import send_digests, unpile
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import Policy, Services
from pbem.app.unit_of_work import UnitOfWork
from pbem.clock import Clock, system_clock
from pbem.commands import BY_VERB, SPECS
from pbem.db.database import Database, open_database
from pbem.db.models import AlarmRow
from pbem.db.queries import alarms, inbox, jobs, outbox
from pbem.db.queries.jobs import Key
from pbem.mail import maildir
from pbem.mail.inbound.maildir_intake import take
from pbem.mail.message.email_address import to_ascii
from pbem.mail.message.fingerprint import fingerprint
from pbem.mail.message.own_addresses import OwnAddresses
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.outbound.delivery import Delivery
from pbem.mail.outbound.transport import Transport
from pbem.randomness import Randomness, SystemRandomness
from pbem.render.facts import Site
from pbem.render.renderer import Renderer
from pbem.robots import LEVELS, tasks
from pbem.server.folders import operator_box, ways_in
from pbem.server.processor import Processor, finish
from pbem.settings import Fault, Settings, SettingsFault
from pbem.settings.variants import variants

if TYPE_CHECKING:  # needed by those who sign only
    from pbem.mail.message.dkim_signing import Signer

log = logging.getLogger(__name__)

ALARM_PAUSE = timedelta(minutes=10)
"""An alarm that failed rings again after so long."""

THOUGHTS = 8
"""So many thoughts are had before letters and alarms are looked at again."""

KEEP_BYTES_DAYS = 60
"""So long the bytes of letters and mails that are done with are kept; the rows stay."""


@dataclass(frozen=True, slots=True)
class Worker:
    """The server's inside, ready to run. `keep` is what every way in hands its mails to."""

    settings: Settings
    database: Database
    services: Services
    processor: Processor
    courier: Delivery
    keep: Callable[[Sequence[RawMessage]], None]

    def take_folders(self) -> int:
        """Take in what lies in the spool, in the operator's box and in the Maildir that is watched.

        A folder that fails holds up neither the others nor the games; its fault is raised at the end.
        """
        size = self.settings.limits.message_bytes
        taken = 0
        fault: Exception | None = None
        for folder, source in ways_in(self.settings):
            try:
                taken += take(folder, self.keep, message_bytes=size, source=source)
            except Exception as trouble:
                log.error("no mail can be taken from %s: %s", folder, trouble)
                fault = trouble
        if fault is not None:
            raise fault
        return taken

    def work(self) -> int:
        """Handle every letter that waits, then every alarm that is due: who wrote in time, was in time."""
        return self.letters() + self.ring()

    def letters(self) -> int:
        """Handle every letter that waits; returns how many there were."""
        done = 0
        while handled := self.processor.work():
            done += handled
        return done

    def ring(self) -> int:
        """Ring the alarms that are due, each in its own transaction; returns how many there were.

        Before the first of them it is asked whether the server has slept: what fell due meanwhile is not due.
        """
        now = self.services.clock()
        with self.database.begin() as session:
            due = [(a.game_id, a.kind) for a in alarms.due(session, now)]
            if due and ringing.pulse(session, now, self.settings.games.downtime_grace):
                due = [(a.game_id, a.kind) for a in alarms.due(session, now)]
        for key in due:
            try:
                with self.database.begin() as session:
                    alarm = session.get(AlarmRow, key)
                    if alarm is not None and alarm.due_at <= now:
                        uow = UnitOfWork(session, self.services, now)
                        ringing.ring(uow, alarm)
                        finish(uow)
            except Exception as crash:  # one broken game must not stop the others' clocks
                log.exception("alarm %s of game %d failed", key[1], key[0])
                self._set_back(key, crash)
        return len(due) + send_digests(self.database, self.services)

    def any_thoughts(self) -> bool:
        """Whether anything waits to be thought about."""
        with self.database.read() as session:
            return jobs.count(session) > 0

    def think(self, pool: Executor | None = None, most: int = THOUGHTS) -> int:
        """Have the thoughts that wait, here or in the pool's processes; each result is put to its game by itself.

        No transaction is open while a robot thinks. Returns how many thoughts there were.
        """
        with self.database.read() as session:
            keys = jobs.waiting(session, most)
        running = []
        for key in keys:
            task = self._task(key)
            if task is not None:
                call = partial(getattr(tasks, task.function), *task.arguments)
                running.append((task, call if pool is None else pool.submit(call).result))
        for task, result in running:
            try:
                self._conclude(task, result())
            except Exception as crash:  # one thought that fails must not stop the others
                self._note_failure(task.key, crash)
        return len(keys)

    def _task(self, key: Key) -> robot_jobs.Task | None:
        try:
            with self.database.read() as session:
                return robot_jobs.task(session, self.services, key)
        except Exception as crash:  # a game that cannot be read: the others' robots think on
            self._note_failure(key, crash)
            return None

    def _conclude(self, task: robot_jobs.Task, result: object) -> None:
        with self.database.begin() as session:
            uow = UnitOfWork(session, self.services, self.services.clock())
            robot_jobs.conclude(uow, task, result)
            finish(uow)

    def _note_failure(self, key: Key, crash: Exception) -> None:
        log.error("the %s of game %d failed", key[1], key[0], exc_info=crash)
        with self.database.begin() as session:
            uow = UnitOfWork(session, self.services, self.services.clock())
            if robot_jobs.failed(uow, key):
                cause = f"game {key[0]}, {key[1]}: {type(crash).__name__}: {crash}"[:500]
                tell_operator(session, self.services, "thought", cause=cause)
            finish(uow)

    def _set_back(self, key: tuple[int, str], crash: Exception) -> None:
        """An alarm that failed rings again later, so that the broken game does not keep the server busy."""
        now = self.services.clock()
        with self.database.begin() as session:
            alarm = session.get(AlarmRow, key)
            if alarm is not None:
                alarm.due_at = now + ALARM_PAUSE
            cause = f"game {key[0]}: {type(crash).__name__}: {crash}"[:500]
            tell_operator(session, self.services, "alarm", cause=cause)

    def finish(self) -> int:
        """All there is to do now, to the last mail; returns how many letters, alarms and mails that were."""
        done = 0
        while worked := self.work() + self.think():
            done += worked
        while sent := self.courier.round():
            done += sent
        self.courier.transport.close()
        self.clean()
        return done

    def pulse(self) -> None:
        """Note that the server is alive; after a silence or a jump of the clock, see to it that nobody loses by it."""
        with self.database.begin() as session:
            jump = ringing.pulse(session, self.services.clock(), self.settings.games.downtime_grace)
        if jump:
            log.warning("the time has jumped by %s seconds: all deadlines are seen to", int(jump.total_seconds()))

    def clean(self) -> None:
        """Let go of the bytes of what was done with long ago."""
        with self.database.begin() as session:
            inbox.forget_old(session, self.services.clock(), KEEP_BYTES_DAYS)

    def close(self) -> None:
        """Close the database and the way out."""
        self.courier.transport.close()
        self.database.close()


def build(
    settings: Settings,
    clock: Clock = system_clock,
    randomness: Randomness | None = None,
    transport: Transport | None = None,
) -> Worker:
    """Open the database (the caller holds the writer's lock) and put everything together."""
    randomness = randomness or SystemRandomness()
    database = open_database(settings.database.url, clock())
    with database.begin() as session:
        key = alarms.meta(session, "key")
        if key is None:
            key = randomness.token("key") + randomness.token("key")
            alarms.note(session, "key", key)
        outbox.release(session)
    services = make_services(settings, clock, randomness, key.encode())
    for folder in (settings.server.spool, operator_box(settings)):
        maildir.create(folder)

    def keep(raw_messages: Sequence[RawMessage]) -> None:
        with database.begin() as session:
            inbox.keep(session, raw_messages, fingerprint, clock())

    processor = Processor(database, services, BY_VERB)
    courier = Delivery(
        database,
        transport or make_transport(settings),
        clock,
        partial(bounces.refused, services),
        partial(unpile, database, services),
    )
    return Worker(settings, database, services, processor, courier, keep)


def make_services(settings: Settings, clock: Clock, randomness: Randomness, key: bytes) -> Services:
    """Site, policy and words from the settings."""
    server, games, limits = settings.server, settings.games, settings.limits
    site = Site(server.name, server.address, server.operator)
    policy = Policy(
        variant=games.variant,
        deadline=games.deadline,
        remind=games.remind,
        trust=settings.security.unauthenticated == "trust",
        authserv_id=settings.security.authserv_id,
        letters_per_hour=limits.mails_per_hour_per_sender,
        error_answers_per_hour=limits.error_answers_per_hour,
        error_answers_per_day=limits.error_answers_per_day,
        stranger_answers_per_hour=limits.strangers_per_hour,
        games_per_player=limits.games_per_player,
    )
    folders = [f for f in (server.templates, paths.templates_folder()) if f is not None]
    own = OwnAddresses(server.address, server.delimiter)
    words = renderer(tuple(folders), site)
    return Services(
        site, own, policy, clock, randomness, words, key, variants(settings), LEVELS, SPECS, make_signer(settings)
    )


def make_signer(settings: Settings) -> Signer | None:
    """Who signs our mails by DKIM; None if the relay does. Raises `SettingsFault` for a key that signs nothing."""
    section = settings.dkim
    if section is None:
        return None
    try:
        from pbem.mail.message.dkim_signing import BadKey, Signer, read_key
    except ImportError:
        fault = Fault("dkim", "needs libraries that are not here", "Run: pip install 'pbem[dkim]'")
        raise SettingsFault([fault]) from None
    try:
        key = read_key(section.key_file.read_text("ascii"))
    except (OSError, UnicodeDecodeError, BadKey) as bad:
        mend = "Make one with: openssl genrsa -out FILE 2048, readable for the user that runs pbem"
        raise SettingsFault([Fault("dkim.key_file", f"cannot be used: {bad}", mend)]) from None
    domain = section.domain or settings.server.address.rpartition("@")[2]
    return Signer(to_ascii(f"@{domain}")[1:].lower(), section.selector, key)


@lru_cache(maxsize=8)
def renderer(folders: tuple[Path, ...], site: Site) -> Renderer:
    """The templates of these folders: compiled once in a process, however often the parts are put together."""
    return Renderer(folders, site)


def make_transport(settings: Settings) -> Transport:
    """The way out that the settings name."""
    if settings.courier.maildir is not None:
        from pbem.mail.outbound.maildir_transport import MaildirTransport

        return MaildirTransport(settings.courier.maildir.path)
    from pbem.mail.outbound.smtp_transport import Relay, SmtpTransport

    smtp = settings.courier.smtp
    if smtp is None:
        raise ValueError("the settings name no way out")
    password = smtp.password.get_secret_value() if smtp.password is not None else ""
    return SmtpTransport(Relay(smtp.host, smtp.port, smtp.tls, smtp.user, password))


__all__ = ["Worker", "build", "make_services", "make_signer", "make_transport"]
