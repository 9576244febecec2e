"""`pbem doctor`: each thing that can be wrong with a configuration and its machine, and what to do about it."""

from __future__ import annotations

import socket
import sqlite3
import ssl
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from pbem import paths
from pbem.cli.doctor import access, machine
from pbem.cli.doctor.at_work import at_work
from pbem.cli.doctor.dkim import signature
from pbem.cli.doctor.findings import Finding
from pbem.cli.doctor.tls import encryption
from pbem.cli.reports import NotThere, NotUpToDate, reading
from pbem.clock import system_clock
from pbem.db.lock import Busy, WriterLock
from pbem.db.outages import DatabaseFault
from pbem.db.queries import server
from pbem.render.reader import Site
from pbem.render.renderer import Renderer
from pbem.server.folders import database_file, lock_path, ways_in
from pbem.settings import Settings, SettingsFault, find, load
from pbem.settings.house_rules import variants

PATIENCE = 10.0
"""Seconds to wait for a server to answer."""

SOUND_SQLITE = (3, 51, 3)
"""From here on two writers cannot damage a WAL database (sqlite.org/wal.html, "WAL-reset bug")."""

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def examine(config: Path | None, environ: Mapping[str, str], probe_seconds: float | None = None) -> dict[str, Any]:
    """Look at everything, and send a probe if told how long to wait for it; `ok` is false if there is a fault."""
    found = list(_findings(config, environ, probe_seconds))
    return {"ok": all(f.state != "fault" for f in found), "findings": [asdict(f) for f in found]}


def text(found: dict[str, Any]) -> None:
    """The findings as lines."""
    out = Console(highlight=False)
    marks = {"ok": "[green]ok[/green]   ", "note": "[yellow]note[/yellow] ", "fault": "[red]FAULT[/red]"}
    for one in found["findings"]:
        out.print(f"{marks[one['state']]} {escape(one['name'])}: {escape(one['said'])}")
        if one["mend"]:
            out.print(f"      {one['mend']}", markup=False)
    out.print("All is well." if found["ok"] else "There are faults.")


def _findings(config: Path | None, environ: Mapping[str, str], probe_seconds: float | None) -> Iterator[Finding]:
    try:
        settings = load(config, environ)
    except SettingsFault as faults:
        yield from (Finding(f.key, "fault", f.wrong, f.mend) for f in faults.faults)
        return
    found = find(config, environ)
    yield Finding("configuration", "ok", str(found or "from the environment"))
    yield from access.secrets(found, environ)
    yield from access.unwritable(found)
    yield from access.misspelt(environ)
    for look in LOOKS:
        yield from look(settings)
    if probe_seconds is not None:
        from pbem.cli.doctor.probe import probe

        yield from probe(settings, probe_seconds)


def _variants(settings: Settings) -> Iterator[Finding]:
    try:
        yield Finding("variants", "ok", f"{len(variants(settings))}, {settings.games.variant} if a host names none")
    except SettingsFault as faults:
        yield from (Finding(f.key, "fault", f.wrong, f.mend) for f in faults.faults)


def _people(settings: Settings) -> Iterator[Finding]:
    server = settings.server
    if server.operator.lower() in {each.lower() for each in (server.address, *server.aliases)}:
        said = "is the server's own address: what it is told comes back as a letter"
        yield Finding("server.operator", "fault", said, "Set it to an address that you read")
    elif server.operator:
        yield Finding("server.operator", "ok", server.operator)
    else:
        yield Finding("server.operator", "note", "is not set: nobody hears of trouble", "Set it to your own address")
    if not server.delimiter:
        plain = "no sub-addresses: tokens travel in Message-IDs only, and bounces are not told apart"
        yield Finding("server.delimiter", "note", plain, 'Set it to "+" if your mail server delivers such addresses')
        return
    sample = server.address.replace("@", f"{server.delimiter}TOKEN@")
    yield Finding(
        "server.delimiter",
        "ok",
        f"answers come to {sample}: your mail server must deliver such addresses to pbem",
    )


def _ways_in(settings: Settings) -> Iterator[Finding]:
    named = [name for name in type(settings.intake).model_fields if getattr(settings.intake, name) is not None]
    if named:
        yield Finding("intake", "ok", ", ".join(named))
    else:
        yield Finding("intake", "note", "mail comes in by `pbem receive` only", "Add an [intake.…] if none calls it")
    smtp, security = settings.intake.smtp, settings.security
    to_strangers = smtp is not None and smtp.listen.path is None and smtp.listen.host not in _LOOPBACK
    if security.unauthenticated == "trust" and (settings.intake.imap is not None or to_strangers):
        yield Finding(
            "security.unauthenticated",
            "note",
            "anybody who forges a sender's address is believed",
            'Write "confirm", unless nobody outside can send mail to this mailbox or port',
        )
    if security.authentication_results == "topmost":
        yield Finding(
            "security.authentication_results",
            "note",
            "the topmost Authentication-Results is believed, whoever wrote it: where your mail server adds none of its "
            "own, anybody can write any player's moves",
            'Write "named" and the server\'s name as authserv_id, unless your server (Exchange Online) writes no name',
        )
    if (security.authserv_id or security.authentication_results == "topmost") and to_strangers:
        server = security.authserv_id or "your mail server"
        said = f"whoever reaches intake.smtp can write {server}'s verdicts itself"
        mend = "Leave it empty, unless only your own mail server reaches it, and removes what others wrote"
        yield Finding("security.authserv_id", "note", said, mend)


def _folders(settings: Settings) -> Iterator[Finding]:
    folders = [settings.server.data, *(way.path for way in ways_in(settings))]
    if settings.courier.maildir is not None:
        folders.append(settings.courier.maildir.path)
    for folder in dict.fromkeys(folders):
        place = folder
        while not place.exists():
            place = place.parent
        try:
            with tempfile.TemporaryFile(dir=place):
                pass
        except OSError as fault:
            mend = f"Make {place} writable for the user that runs pbem"
            yield Finding(str(folder), "fault", f"cannot be written: {fault.strerror}", mend)
        else:
            yield Finding(str(folder), "ok", "can be written" if folder.exists() else "can be made")


def _database(settings: Settings) -> Iterator[Finding]:
    file = database_file(settings)
    if file is not None and not file.exists():
        yield Finding("database", "ok", f"{file} is made at the first start")
    else:
        try:
            with reading(settings) as session:
                alive = server.get(session, "alive")
                others = list(at_work(session)) if settings.database.workers else []
        except NotUpToDate as fault:
            yield Finding("database", "note", str(fault), "Nothing to do but that: an SQLite file is copied before")
        except NotThere as fault:
            yield Finding("database", "fault", str(fault), "Put a copy back: pbem restore FILE")
        except DatabaseFault as fault:
            yield Finding("database", "fault", fault.wrong, fault.mend)
        else:
            yield Finding("database", "ok", str(file or "opens"))
            yield from _pulse(settings, alive)
            yield from others
    if file is not None and sqlite3.sqlite_version_info < SOUND_SQLITE:
        said = f"{sqlite3.sqlite_version} can damage a database that two processes write; pbem lets only one"
        yield Finding("sqlite", "note", said, "Open the database with no other program while pbem runs")


def _pulse(settings: Settings, alive: str | None) -> Iterator[Finding]:
    if alive is None:
        return
    silent = system_clock() - datetime.fromisoformat(alive)
    if silent < -timedelta(minutes=1):
        yield Finding("clock", "fault", f"pbem was alive at {alive}, which is still to come", "Set the clock")
    elif silent > settings.games.downtime_grace:
        said = f"pbem was last alive at {alive}: nothing is played meanwhile"
        yield Finding("server", "note", said, "Start `pbem serve`, or let cron run `pbem tick`")
    else:
        yield Finding("server", "ok", f"alive at {alive}")


def _listeners(settings: Settings) -> Iterator[Finding]:
    """Whether the doors can be opened; not asked while a server holds them open."""
    try:
        with WriterLock(lock_path(settings)):
            pass
    except (Busy, OSError):  # a folder that cannot be written has its own finding
        return
    for name in ("smtp", "lmtp"):
        section = getattr(settings.intake, name)
        if section is None or section.listen.path is not None:
            continue
        at = section.listen
        try:
            family, _, _, _, place = socket.getaddrinfo(at.host, at.port, type=socket.SOCK_STREAM)[0]
            with socket.create_server(place[:2], family=family):
                pass
        except socket.gaierror as fault:
            yield Finding(
                f"intake.{name}.listen", "fault", f"{at}: {fault.strerror}", "Name an address of this machine"
            )
        except OSError as fault:
            yield Finding(f"intake.{name}.listen", "fault", f"{at}: {fault.strerror}", "Choose a free port above 1023")
        else:
            yield Finding(f"intake.{name}.listen", "ok", str(at))


def _mailbox(settings: Settings) -> Iterator[Finding]:
    if settings.intake.imap is None:
        return
    from pbem.mail.inbound.imap_connection import ImapConnection
    from pbem.server.mailbox import mailbox

    box = mailbox(settings)

    def look() -> str:
        line = ImapConnection(replace(box, timeout=PATIENCE))
        try:
            _, waiting = line.open_folder()
        finally:
            line.log_out()
        return f"{box.user} at {box.host}: {len(waiting)} mails in {box.folder}"

    mend = "Compare host, port, tls, user, password and folder with your provider's help"
    yield _tried("intake.imap", look, mend)


def _courier(settings: Settings) -> Iterator[Finding]:
    smtp = settings.courier.smtp
    if smtp is None:
        return
    from pbem.mail.outbound.smtp_transport import SmtpTransport
    from pbem.server.bootstrap import make_relay

    def look() -> str:
        transport = SmtpTransport(replace(make_relay(smtp), timeout=PATIENCE))
        transport.greet()
        transport.close()
        return f"{smtp.host}:{smtp.port} takes mail{' of ' + smtp.user if smtp.user else ''}"

    yield _tried("courier.smtp", look, "Compare host, port, tls, user and password with your provider's help")


def _tried(name: str, look: Callable[[], str], mend: str) -> Finding:
    try:
        return Finding(name, "ok", look())
    except ssl.SSLCertVerificationError as fault:
        said = f"its certificate is not believed: {fault.verify_message}"
        mend = "If an authority of your own signed it, name that one in ca_file; else have it renewed"
        return Finding(name, "fault", said, mend)
    except Exception as fault:  # noqa: BLE001  # whatever a server far away, or the way to it, may do
        return Finding(name, "fault", f"{type(fault).__name__}: {fault}", mend)


def _templates(settings: Settings) -> Iterator[Finding]:
    server = settings.server
    folders = [folder for folder in (server.templates, paths.templates_folder()) if folder is not None]
    renderer = Renderer(folders, Site(server.name, server.address, server.operator))
    faults = renderer.check()
    for fault in faults:
        yield Finding(
            "templates", "fault", str(fault), "Mend that line, or remove the file: the packaged one is used then"
        )
    if not faults:
        yield Finding("templates", "ok", f"all compile; languages: {', '.join(renderer.languages())}")


LOOKS = (
    _variants,
    _people,
    _ways_in,
    _folders,
    _database,
    access.data,
    _listeners,
    encryption,
    _mailbox,
    _courier,
    signature,
    access.own_words,
    _templates,
    machine.clock,
    machine.cron,
    machine.room_for_robots,
)
"""What is looked at, in this order."""
