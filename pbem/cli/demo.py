"""`pbem demo`: a game here and now. The server, its SMTP ports and the mails are real.

A small post office takes what the server sends (by SMTP) and puts it into one Maildir a person, so that any mail
program can open them. In a terminal a person answers; else four scripted correspondents play to the end.
"""

from __future__ import annotations

import asyncio
import queue
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.progress import BarColumn, Progress, TextColumn

from pbem.cli.correspondent import Correspondent, answer_to, read_mail
from pbem.cli.mail_page import MailPage, in_colour
from pbem.clock import system_clock
from pbem.mail import maildir
from pbem.mail.inbound.smtp_listener import listen
from pbem.mail.message.raw_message import RawMessage
from pbem.randomness import Randomness, SeededRandomness, SystemRandomness
from pbem.server.daemon import serve
from pbem.settings import Settings

SERVER = "hearts@demo.example"
PEOPLE = ("sam@demo.example", "ada@demo.example", "ben@demo.example", "eva@demo.example")
PATIENCE = 30.0
"""Seconds to wait for a mail before the demo says that something is wrong."""


@dataclass(slots=True)
class DemoStage:
    """Everything that runs: the server's port, the post office's letterboxes, and how to stop."""

    folder: Path
    port: int
    arrived: queue.Queue[tuple[str, bytes]]
    stop: Callable[[], None]


def run(auto: bool, folder: Path | None, variant: str, target: int, seed: str, browse: bool = False) -> int:
    """Play; returns the exit status."""
    folder = folder or Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    out = Console()
    stage = _raise(folder, SeededRandomness(seed) if seed else SystemRandomness())
    try:
        page = MailPage(stage.folder / "mail.html") if browse else None
        play = _play_by_script if auto else _play_by_hand
        ended = play(out, stage, variant, target, page)
    finally:
        stage.stop()
    out.print(f"\nThe mails are kept in {folder}/mail: one Maildir a person, for any mail program.", highlight=False)
    return 0 if ended else 1


def _raise(folder: Path, randomness: Randomness) -> DemoStage:
    """Start the post office and the server, each in a thread of its own, on free ports of the loopback."""
    arrived: queue.Queue[tuple[str, bytes]] = queue.Queue()
    office = _PostOffice(folder / "mail", arrived)
    office_port = office.start()
    settings = Settings.model_validate(
        {
            "server": {"address": SERVER, "data": str(folder / "server")},
            "intake": {"smtp": {"listen": "127.0.0.1:0"}},
            "courier": {"smtp": {"host": "127.0.0.1", "port": office_port, "tls": "none"}},
            "games": {"veil": False},  # nobody watches a demonstration for days
            "security": {"unauthenticated": "trust"},
            "limits": {"mails_per_hour_per_sender": 1_000_000},
        }
    )
    ready: queue.Queue[tuple[int, Callable[[], object]]] = queue.Queue()
    server = threading.Thread(
        target=serve,
        args=(settings, system_clock, randomness, lambda ports, stop: ready.put((ports["smtp"], stop))),
        name="server",
    )
    server.start()
    port, stop_server = ready.get(timeout=PATIENCE)

    def stop() -> None:
        stop_server()
        server.join()
        office.stop()

    return DemoStage(folder, port, arrived, stop)


class _PostOffice:
    """Takes mail by SMTP for everybody, and delivers it into Maildirs."""

    def __init__(self, folder: Path, arrived: queue.Queue[tuple[str, bytes]]) -> None:
        self._folder = folder
        self._arrived = arrived
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="post office")

    def start(self) -> int:
        self._thread.start()
        opened = asyncio.run_coroutine_threadsafe(listen("smtp", "127.0.0.1", 0, self._deliver), self._loop)
        self._listener = opened.result(PATIENCE)
        return self._listener.port

    def stop(self) -> None:
        async def close() -> None:
            self._listener.close()
            await self._listener.wait_closed(5)

        asyncio.run_coroutine_threadsafe(close(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _deliver(self, raw_messages: Sequence[RawMessage]) -> None:
        for raw_message in raw_messages:
            for recipient in raw_message.recipients:
                box = self._folder / recipient.partition("@")[0]
                maildir.create(box)
                maildir.deliver(box, raw_message.raw)
                self._arrived.put((recipient, raw_message.raw))


def _play_by_script(out: Console, stage: DemoStage, variant: str, target: int, page: MailPage | None) -> bool:
    """Four correspondents who read nothing but the text of their mails."""
    people = {address: Correspondent(address, stage.port, SERVER) for address in PEOPLE}
    host = people[PEOPLE[0]]
    host.write(f"NEW {variant} target={target} WITH {' '.join(PEOPLE[1:])}")
    final: dict[str, str] = {}
    with Progress(
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[mails]} mails"), console=out
    ) as bar:
        task = bar.add_task("Four people play", total=target, mails=0)
        mails = 0
        while len(final) < len(people):
            try:
                address, raw = stage.arrived.get(timeout=PATIENCE)
            except queue.Empty:
                out.print("No mail came for a while: something is wrong.", style="red")
                return False
            mails += 1
            mail = read_mail(raw)
            if page is not None and address == PEOPLE[0]:
                page.show(mail)
            if mail.is_final:
                final[address] = mail.text
            elif text := answer_to(mail):
                people[address].write(text, mail)
            bar.update(task, completed=min(target, max([0, *mail.scores])), mails=mails)
        bar.update(task, completed=target)
    for person in people.values():
        person.close()
    out.print(f"\nThe last mail to {PEOPLE[0]}:\n")
    out.print(in_colour(final[PEOPLE[0]]))
    return True


def _play_by_hand(out: Console, stage: DemoStage, variant: str, target: int, page: MailPage | None) -> bool:
    """A person answers in the terminal; three robots play along."""
    me = Correspondent(PEOPLE[0], stage.port, SERVER)
    out.print(
        "You play Hearts by mail against three robots. Below are the mails you get; type your answers as you would"
    )
    out.print("in a mail program: a card such as QS, three cards to pass, or HELP. QUIT ends the demo.")
    out.print(
        f"The newest is shown at {page.address}.\n" if page else "To see them as a mail program shows them: --browse.\n"
    )
    me.write(f"NEW {variant} target={target} WITH 3 robots")
    while True:
        try:
            _, raw = stage.arrived.get(timeout=PATIENCE)
        except queue.Empty:
            mail = None
            out.print("(No mail has come. Type something to write one.)", style="dim")
        else:
            mail = read_mail(raw)
            if page is not None:
                page.show(mail)
            shown = in_colour(mail.text.strip())
            out.print(Panel(shown, title=f"{mail.subject}", subtitle="to you", highlight=False, expand=False))
            if mail.is_final:
                return True
        if not stage.arrived.empty():
            continue
        try:
            text = input("Your answer: ").strip()
        except (EOFError, KeyboardInterrupt):
            return True
        if text.upper() == "QUIT":
            return True
        me.write(text or "HAND", mail)
