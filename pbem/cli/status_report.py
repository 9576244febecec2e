"""`pbem status`: what runs, what waits, what is stuck."""

from __future__ import annotations

from datetime import datetime

from rich.console import Console
from rich.markup import escape

from pbem.cli.printable import printable
from pbem.cli.reports import Facts, reading
from pbem.clock import system_clock
from pbem.server.status import server_status
from pbem.settings import Settings


def status(settings: Settings) -> Facts:
    """How the server stands; see `server_status`."""
    with reading(settings) as session:
        return server_status(session, settings, system_clock())


def status_text(found: Facts) -> None:
    """The status as lines."""
    out = Console(highlight=False)
    out.print(f"[bold]{escape(found['address'])}[/bold]  last alive: {_utc(found['alive_at'])}")
    for name in ("games", "inbox", "outbox"):
        out.print(f"{name:9}" + "  ".join(f"{key} {value}" for key, value in found[name].items()))
    waits = [f"{what} since {_utc(at)}" for what, at in found["oldest"].items() if at is not None]
    if waits:
        out.print("oldest   " + "  ".join(waits))
    for one in found["workers"]:
        holds = [f"reads {way}" for way in one["reads"]]
        holds += [f"{one[what]} {what} in hand" for what in ("mails", "jobs") if one[what]]
        who = f"worker {one['id']} on {one['host']}, process {one['pid']}, since {_utc(one['since'])}"
        out.print(printable("  ".join([who, f"last alive: {_utc(one['alive_at'])}", *holds])), markup=False)
    for name, part in found["parts"].items():
        came = found["last_letter"].get(name)
        letter = f"  last letter: {_utc(came)}" if came is not None else ""
        out.print(printable(f"{name:9}last worked: {_utc(part['worked'])}{letter}"), markup=False)
    for name in sorted(set(found["last_letter"]) - set(found["parts"])):
        out.print(printable(f"{name:9}last letter: {_utc(found['last_letter'][name])}"), markup=False)
    if found["disk"]:
        out.print("disk     {free} MB free of {total}".format(**{k: v // 2**20 for k, v in found["disk"].items()}))
    for line in found["stuck"]:
        out.print(f"[red]![/red] {escape(printable(line))}")
    for line in found["notes"]:
        out.print(f"- {escape(printable(line))}")
    if not found["stuck"]:
        out.print("Nothing is stuck.")


def _utc(at: datetime | str | None) -> str:
    when = datetime.fromisoformat(at) if isinstance(at, str) else at
    return f"{when:%Y-%m-%d %H:%M} UTC" if when is not None else "never"
