"""`pbem status` and `pbem trace`: what runs, what waits, what is stuck; and what came of one letter."""

from __future__ import annotations

from datetime import datetime, timedelta

from rich.console import Console
from rich.markup import escape

from pbem.cli.printable import printable
from pbem.cli.reports import Facts, NotThere, reading
from pbem.clock import system_clock
from pbem.db.queries import games, inbox, outbox, people, server
from pbem.db.queries.inbox import InboxState
from pbem.db.queries.outbox import OutboxState
from pbem.ids import LetterId
from pbem.server import disk
from pbem.server.health import SERVER, PartHealth, noted_health
from pbem.settings import Settings
from pbem.table.states import GamePhase

IN_HAND = timedelta(minutes=10)
"""A mail that is being handed over for longer is stuck."""

DUE = timedelta(minutes=30)
"""So is one that could have gone for longer."""

SHORTEST_SILENCE = timedelta(minutes=10)
"""A mailbox that is polled more often may be silent for so long: a pause after a broken line takes its time."""


def status(settings: Settings) -> Facts:
    """Counts, the last pulse, and whatever needs a hand; `stuck` is empty if all is well."""
    now = system_clock()
    with reading(settings) as session:
        pulse = server.noted(session, "alive")
        counted: dict[str, dict[str, int]] = {
            "games": {p: games.count(session, p) for p in GamePhase},
            "inbox": {s: inbox.count(session, s) for s in InboxState},
            "outbox": {s: outbox.count(session, s) for s in OutboxState},
        }
        parts = noted_health(session)
        in_hand = outbox.overdue(session, OutboxState.SENDING, now - IN_HAND)
        due = outbox.overdue(session, OutboxState.WAITING, now - DUE)
        paused = [p.name for p in people.everybody(session) if p.paused]
        late = games.overdue(session, now)
    quarantined, failed = counted["inbox"]["quarantined"], counted["outbox"]["failed"]
    stuck = [f"letter in quarantine: {quarantined} (pbem inbox)"] if quarantined else []
    stuck += [f"mails in hand for more than 10 minutes: {in_hand} (pbem outbox)"] if in_hand else []
    stuck += [f"mails due for more than 30 minutes: {due}; does the way out work?"] if due else []
    stuck += [full] if (full := disk.trouble(settings.server.data)) else []
    stuck += _failing(settings, parts)
    stuck += [f"game {number} is past its deadline: is pbem running?" for number in late]
    ok = not stuck  # an address that refuses mail is its owner's matter, not the server's
    stuck += [f"mails that could not be sent: {failed} (pbem outbox)"] if failed else []
    stuck += [f"no mail goes to {name}: it came back" for name in paused]
    alive = parts[SERVER].worked if SERVER in parts else None
    return {
        "address": settings.server.address,
        "alive_at": alive.isoformat() if alive is not None else pulse,
        "ok": ok,
        **counted,
        "parts": {name: {"worked": part.worked, "fault": part.fault} for name, part in parts.items()},
        "stuck": stuck,
    }


def _failing(settings: Settings, parts: dict[str, PartHealth]) -> list[str]:
    """The parts that do not work, and a mailbox that was not looked at for three polls of a server that lives."""
    found = [f"{name} has failed since {p.since:%Y-%m-%d %H:%M} UTC: {p.fault}" for name, p in parts.items() if p.since]
    imap, box, server = settings.intake.imap, parts.get("imap"), parts.get(SERVER)
    if imap is None or box is None or box.since or box.worked is None or server is None or server.worked is None:
        return found
    silent = server.worked - box.worked
    return [*found, f"imap has been silent for {silent}"] if silent > max(3 * imap.poll, SHORTEST_SILENCE) else found


def status_text(found: Facts) -> None:
    """The status as lines."""
    out = Console()
    out.print(f"[bold]{found['address']}[/bold]  last alive: {found['alive_at'] or 'never'}")
    for name in ("games", "inbox", "outbox"):
        out.print(f"{name:8}" + "  ".join(f"{key} {value}" for key, value in found[name].items()))
    for name, part in found["parts"].items():
        worked = f"{part['worked']:%Y-%m-%d %H:%M} UTC" if part["worked"] else "never"
        out.print(f"{name:8}last worked: {worked}")
    for line in found["stuck"]:
        out.print(f"[red]![/red] {escape(line)}")
    if not found["stuck"]:
        out.print("Nothing is stuck.")


def prometheus(found: Facts) -> str:
    """The status in Prometheus' text format."""
    lines = ["# TYPE pbem_stuck gauge", f"pbem_stuck {len(found['stuck'])}"]
    if found["alive_at"]:
        alive = datetime.fromisoformat(found["alive_at"]).timestamp()
        lines += ["# TYPE pbem_alive_timestamp_seconds gauge", f"pbem_alive_timestamp_seconds {alive:.3f}"]
    lines += ["# TYPE pbem_part_failing gauge"] if found["parts"] else []
    lines += [f'pbem_part_failing{{part="{name}"}} {int(bool(p["fault"]))}' for name, p in found["parts"].items()]
    for name, label in (("games", "phase"), ("inbox", "state"), ("outbox", "state")):
        lines.append(f"# TYPE pbem_{name} gauge")
        lines += [f'pbem_{name}{{{label}="{key}"}} {value}' for key, value in found[name].items()]
    return "\n".join(lines)


def trace(settings: Settings, name: str) -> Facts:
    """One letter, by its number or by the Message-ID of a mail that came of it, and every mail that came of it."""
    with reading(settings) as session:
        number = LetterId(int(name)) if name.isdecimal() else outbox.letter_of(session, name.strip("<>"))
        letter = inbox.letter(session, number) if number is not None else None
        if letter is None:
            raise NotThere(
                f"there is no letter {name}: give a number of `pbem inbox`, or a Message-ID of `pbem outbox`"
            )
        mails = [
            {"id": m.id, "template": m.template, "state": m.state, "detail": m.detail, "tries": m.tries,
             "at": m.created_at, "game": m.game_id, "player": m.player_id, "message_id": m.message_id}
            for m in outbox.caused_by(session, letter.id)
        ]  # fmt: skip
        return {
            "letter": letter.id,
            "way": letter.message.source,
            "at": letter.arrived_at,
            "state": letter.state,
            "outcome": letter.outcome,
            "tries": letter.tries,
            "game": letter.game_id,
            "player": letter.player_id,
            "mails": mails,
        }


def trace_text(found: Facts) -> None:
    """One line for the letter, and one for each of its mails."""
    out = Console(highlight=False, soft_wrap=True)
    came = f"letter {found['letter']} came by {found['way']} at {found['at']:%Y-%m-%d %H:%M:%S} UTC"
    out.print(printable(f"{came}: {found['state']}, {found['outcome']}"), markup=False)
    for mail in found["mails"]:
        told = f"{mail['template']} to player {mail['player'] or '-'}, {mail['state']} {mail['detail']}".rstrip()
        out.print(printable(f"  mail {mail['id']} <{mail['message_id']}>: {told}"), markup=False)
    if not found["mails"]:
        out.print("  no mail came of it")
