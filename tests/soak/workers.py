"""The soak of workers: many games on one PostgreSQL while workers are killed, frozen and cut off.

`python -m tests.soak.workers --workers 4 --games 60 --minutes 10`: every few seconds a worker is killed and begun
again; PostgreSQL crashes twice, and one worker is frozen for so long that the others hold it for dead. In the end each
game's log is that of the same game undisturbed, every letter is accounted for, and every mail came at least once under
its Message-ID.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from queue import Empty

from tests.e2e.office import Office, Person
from tests.e2e.workers import Scene
from tests.servers.machine import short_folder, wait_until
from tests.servers.postgres import Postgres
from tests.soak.reckoning import (
    Reckoning,
    games_alike,
    games_in_order,
    letters_accounted,
    mails_accounted,
    undisturbed,
)
from tests.soak.soak import Game, filler, game
from tests.table import Sent

SILENCE = 180.0
"""Seconds without a mail after which it stands still."""

PAUSES = (2.0, 8.0)
"""Seconds between two troubles, at the least and at the most."""


class Trouble(threading.Thread):
    """Kills, at moments drawn from a seed; at a quarter of the time one freezes, later PostgreSQL crashes twice."""

    def __init__(self, scene: Scene, seed: str, seconds: float) -> None:
        super().__init__(name="trouble")
        self._scene, self._chance, self._seconds = scene, random.Random(seed), seconds
        self._over = threading.Event()
        self.fault: Exception | None = None

    def run(self) -> None:
        began = time.monotonic()
        plan = [(1 / 4, self._scene.freeze), (1 / 2, self._scene.restart), (3 / 4, self._scene.restart)]
        try:
            while not self._over.wait(self._chance.uniform(*PAUSES)) or plan:
                due = plan and (self._over.is_set() or time.monotonic() - began >= plan[0][0] * self._seconds)
                step = plan.pop(0)[1] if due else self._scene.kill
                step()
                self._scene.done.append(step.__name__)
        except Exception as fault:  # noqa: BLE001  # it fails the soak, not only this thread
            self.fault = fault

    def end(self) -> None:
        """No more of it; whatever was down is up again when this returns."""
        self._over.set()
        self.join()
        if self.fault is not None:
            raise self.fault
        wait_until(lambda: not self._scene.frozen, "the frozen one to wake up")


class Soak:
    """The people of all games, who answer their mails until the last game is over."""

    def __init__(self, scene: Scene, at_once: int) -> None:
        self._scene, self._at_once = scene, at_once
        self.games: list[Game] = []
        self._people: dict[str, Person] = {}
        self._heard = time.monotonic()

    def play(self, least: int, seconds: float) -> None:
        """Begin games for so long, and so many; then play the last ones to their end."""
        until = time.monotonic() + seconds
        while time.monotonic() < until or len(self.games) < least:
            if self._in_play() < self._at_once and (not self.games or self.games[-1].table):
                self._open()
            self._step()
        while self._in_play():
            self._step()

    def _in_play(self) -> int:
        return sum(not one.over for one in self.games)

    def _open(self) -> None:
        """One game is opened at a time, so that their numbers are in their order."""
        new = game(len(self.games) + 1)
        self.games.append(new)
        self._people.update((person.address, person) for person in new.people)
        self._scene.send(new.people[0].address, *new.people[0].letter(new.opening))

    def _step(self) -> None:
        try:
            mail = self._scene.office.arrived.get(timeout=0.5)
        except Empty:
            if time.monotonic() - self._heard > SILENCE:
                logs = "\n".join(worker.log[-2000:] for worker in self._scene.workers)
                raise TimeoutError(f"no mail for {SILENCE:.0f} seconds: {logs}") from None
            return
        self._heard = time.monotonic()
        person = self._people.get(mail.to)
        if person is None:
            return
        self._note_number(mail)
        letter = person.reply(mail)
        if letter is not None:
            self._scene.send(mail.to, *letter)

    def _note_number(self, mail: Sent) -> None:
        new, table = self.games[-1], re.match(r"\[Hearts (\d+)\]", mail.subject)
        if table is not None and not new.table and mail.to in [person.address for person in new.people]:
            new.table = int(table[1])


def soak(folder: Path, workers: int, games: int, minutes: float, seed: str, at_once: int = 12) -> Reckoning:
    """One soak in an empty folder; what came of it. Raises only if something does not end."""
    began, found = time.monotonic(), Reckoning()
    with ExitStack() as stack:
        postgres = Postgres(stack.enter_context(short_folder("pg")))
        postgres.start()
        stack.callback(postgres.stop)
        office = stack.enter_context(Office())
        scene = Scene(folder, postgres, office, (seed, seed), workers, ("done", "refused"))
        stack.callback(scene.stop)
        scene.start()
        people = Soak(scene, at_once)
        trouble = Trouble(scene, seed, minutes * 60)
        trouble.start()
        try:
            people.play(games, minutes * 60)
        finally:
            trouble.end()
        wait_until(scene.at_rest, "all mail to come to rest")
        lasted = time.monotonic() - began
        _reckon(found, folder, scene, people, seed)
    troubles = Counter(scene.done)
    found.facts.update({"seed": seed, "workers": workers, "minutes": f"{lasted / 60:.1f}", "games": len(people.games)})
    found.facts.update({"letters written": len(scene.written), "mails that came": len(office.mails)})
    found.facts.update({f"times that one did {kind}": count for kind, count in sorted(troubles.items())})
    return found


def _reckon(found: Reckoning, folder: Path, scene: Scene, people: Soak, seed: str) -> None:
    tables = {one.table: (game(one.number).people, one.opening) for one in people.games}
    plays = [tables.get(number, filler(number)) for number in range(1, max(tables) + 1)]
    games_alike(found, scene.postgres.url, undisturbed(folder / "calm", seed, plays), tables)
    games_in_order(found, scene.config)
    letters_accounted(found, scene.postgres.url, scene.written)
    mails_accounted(found, scene.postgres.url, list(scene.office.mails))


def main() -> int:
    """Run one soak and print what came of it; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--workers", type=int, default=4, help="how many workers [4]")
    parser.add_argument("--games", type=int, default=60, help="how many games at the least [60]")
    parser.add_argument("--at-once", type=int, default=12, help="games at the same time [12]")
    parser.add_argument("--minutes", type=float, default=10, help="how long games are begun [10]")
    parser.add_argument("--seed", default="", help="the same seed deals the same cards")
    given = parser.parse_args()
    seed = given.seed or str(random.SystemRandom().randrange(10**6))
    folder = Path(tempfile.mkdtemp(prefix="pbem-workers-"))
    print(f"seed {seed}, kept in {folder}", flush=True)  # noqa: T201
    found = soak(folder, given.workers, given.games, given.minutes, seed, given.at_once)
    print(found.table())  # noqa: T201
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
