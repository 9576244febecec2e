"""The soak: many games by mail while every server is cut again and again: `python -m tests.soak.soak --minutes 60`.

Half of the people write through Postfix (LMTP to us), half into a mailbox on Dovecot (IMAP); all mails go out through
Postfix, behind a relay that lies now and then. The mailbox is dead for ten minutes of the server's time, again and
again; with `--postgresql` the database restarts too. In the end each game's log is that of the same game undisturbed,
and every letter is accounted for.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from queue import Empty

from pbem.mail import maildir
from tests.e2e.office import Person
from tests.soak.noise import noise
from tests.soak.reckoning import (
    Reckoning,
    games_alike,
    games_in_order,
    letters_accounted,
    mails_accounted,
    undisturbed,
)
from tests.soak.scene import PATIENCE, Scene, Trouble, scene
from tests.table import SERVER, Sent

OPENINGS = (
    ("american target=10", 4), ("web target=10", 4), ("american target=12", 2), ("american target=8", 3),
)  # fmt: skip
"""A game's variant and how many of its four are people."""
ORDERS, ORDERS_APART = 3, 4.0
"""So often, and so many seconds apart, what a relay refused is tried again: the first order may come too early."""
_PLAYED = ("done", "refused")
"""A player's letter is acted on; where a mail was overtaken on its way, its answer is told that the turn is over."""


@dataclass
class Game:
    """One table: who sits there, the letter that began it, and the number that the server has given it.

    PostgreSQL leaves out numbers where a transaction has failed.
    """

    number: int
    people: list[Person]
    opening: str
    table: int = 0

    @property
    def over(self) -> bool:
        return all(person.final is not None for person in self.people)


def address(name: str, number: int) -> str:
    """Each game's people have a domain of their own: one domain's hosts may invite sixty people a day, and a soak's day
    lasts for 48 minutes.
    """
    return f"{name}{number}@people{number}.example"


def game(number: int) -> Game:
    """The same number is always the same game."""
    variant, count = OPENINGS[number % len(OPENINGS)]
    people = [Person(address(name, number)) for name in ("ann", "bob", "cleo", "dan")[:count]]
    guests = [*(person.address for person in people[1:]), *["robot"] * (4 - count)]
    return Game(number, people, f"NEW {variant} WITH {' '.join(guests)}")


def filler(number: int) -> tuple[list[Person], str]:
    """A game that takes up a number."""
    return [Person(address("filler", number))], "NEW web target=1 WITH 3 robots"


@dataclass
class Soak:
    """The people of all games, and what they have written. They answer their mails until the last game is over."""

    scene: Scene
    seed: str
    at_once: int
    pace: float  # letters a second at most
    games: list[Game] = field(default_factory=list)
    expected: dict[str, tuple[str, ...]] = field(default_factory=dict)  # Message-ID: how its outcome may begin
    copies: int = 0

    def __post_init__(self) -> None:
        self._chance = random.Random(f"{self.seed}/noise")
        self._writers = ThreadPoolExecutor(4, "writer")
        self._sent: deque[Future[None]] = deque()
        self._people: dict[str, Person] = {}
        self._opening = False
        self._letters = 0
        self._heard = time.monotonic()
        self._noes = self._orders_due = 0
        self._ordered = time.monotonic()

    def play(self, enough: Callable[[], bool]) -> None:
        """Begin games until it is enough, and play them."""
        while not enough():
            if not self._opening and self._in_play() < self.at_once:
                self._open()
            self._step()

    def finish(self) -> None:
        """Play until the last game is over."""
        while self._in_play():
            self._step()
        self._writers.shutdown()
        for letter in self._sent:
            letter.result()

    def _step(self) -> None:
        """Read one mail, and answer it."""
        self._wonder()
        try:
            self._read(self.scene.office.arrived.get(timeout=0.5))
            self._heard = time.monotonic()
        except Empty:
            if time.monotonic() - self._heard > PATIENCE:
                self.scene.tell_where_it_stands()
                raise TimeoutError(f"no mail for {PATIENCE:.0f} seconds; in play: {self._open_games()}") from None

    def _wonder(self) -> None:
        """Who waits in vain for a mail that was thrown away asks how things stand; what was refused, the operator
        has tried again.
        """
        with suppress(Empty):
            while True:
                to, raw = self.scene.liar.missing.get_nowait()
                number = Sent(to, raw, "").subject.partition("[Hearts ")[2].partition("]")[0]
                person = self._people[to]
                self._write(person, *person.letter(f"GAME {number}\nHAND"))
        noes = self.scene.liar.told["never"]
        self._orders_due += ORDERS * (noes - self._noes)
        self._noes = noes
        if self._orders_due and time.monotonic() - self._ordered > ORDERS_APART:
            self._order("control outbox retry all")

    def _order(self, subject: str) -> None:
        """Into the operator's box, for the server that runs."""
        self._orders_due -= 1
        self._ordered = time.monotonic()
        name = f"<order{self._orders_due}.{self._ordered}@operator.invalid>"
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"], letter["Message-ID"] = SERVER, SERVER, subject, name
        letter.set_content("")
        self.expected[name] = ("outbox: ",)
        maildir.deliver(self.scene.config.parent / "data" / "operator", letter.as_bytes())

    def _in_play(self) -> int:
        return sum(not game.over for game in self.games)

    def _open_games(self) -> list[int]:
        return [game.number for game in self.games if not game.over]

    def _open(self) -> None:
        """The next game. One is opened at a time, so that their numbers are in their order."""
        new = game(len(self.games) + 1)
        self.games.append(new)
        self._people.update((person.address, person) for person in new.people)
        self._opening = True
        self._write(new.people[0], *new.people[0].letter(new.opening))

    def _read(self, mail: Sent) -> None:
        new = self.games[-1]
        table = re.match(r"\[Hearts (\d+)\]", mail.subject)
        if self._opening and table is not None and mail.to in [person.address for person in new.people]:
            new.table = int(table[1])
            self._opening = False
        person = self._people.get(mail.to)
        letter = person.reply(mail) if person is not None else None
        if person is not None and letter is not None:
            self._write(person, *letter)
        if self._chance.random() < 0.05:
            sender, to, raw, outcome = noise(self._chance, self._letters, mail)
            self._post(self._chance.choice((self.scene.by_postfix, self.scene.by_dovecot)), sender, to, raw, (outcome,))

    def _write(self, person: Person, to: str, raw: bytes) -> None:
        """By the person's own way; now and then a copy comes by the other one."""
        ways = [self.scene.by_postfix, self.scene.by_dovecot]
        if sum(person.address.encode()) % 2:
            ways.reverse()
        self._post(ways[0], person.address, to, raw, _PLAYED)
        if self._chance.random() < 0.03:
            self.copies += 1
            self._post(ways[1], person.address, to, raw, _PLAYED)

    def _post(self, way: object, sender: str, to: str, raw: bytes, outcome: tuple[str, ...]) -> None:
        self._letters += 1
        name = raw.partition(b"Message-ID: ")[2].partition(b"\n")[0].strip().decode()
        self.expected[name] = outcome
        self._sent.append(self._writers.submit(way, sender, to, raw))  # type: ignore[arg-type]
        while self._sent and self._sent[0].done():
            self._sent.popleft().result()
        time.sleep(1 / self.pace)


@dataclass(frozen=True)
class Length:
    """How long games are begun: for so many minutes, and until so many games have begun and so many cuts were made."""

    minutes: float = 0
    games: int = 0
    cuts: int = 0


def soak(
    folder: Path, length: Length, seed: str, at_once: int = 6, pace: float = 12,
    pauses: tuple[float, float] = (4, 20), postgresql: bool = False, dead: float = 20,
) -> Reckoning:  # fmt: skip
    """One soak in an empty folder; what came of it. Raises only if something does not end."""
    with scene(folder, seed, postgresql, dead) as there:
        soaked = Soak(there, seed, at_once, pace)
        trouble = Trouble(there, seed, *pauses)
        began = time.monotonic()

        def enough() -> bool:
            time_is_up = time.monotonic() - began >= length.minutes * 60
            return time_is_up and len(soaked.games) >= length.games and trouble.cuts.total() >= length.cuts

        trouble.start()
        try:
            soaked.play(enough)
        finally:
            trouble.end()
        soaked.finish()
        there.settle()
        lasted = time.monotonic() - began
        found = Reckoning()
        _reckon(found, folder, there, soaked)
    found.facts.update({"seed": seed, "minutes": f"{lasted / 60:.1f}", "games": len(soaked.games)})
    found.facts.update({f"cuts of {kind}": count for kind, count in sorted(trouble.cuts.items())})
    found.facts.update({"letters written": len(soaked.expected), "copies of letters": soaked.copies})
    found.facts.update({f"lies of the relay: {kind}": count for kind, count in sorted(there.liar.told.items())})
    return found


def _reckon(found: Reckoning, folder: Path, there: Scene, soaked: Soak) -> None:
    """While the servers run: a database of theirs is gone with them."""
    tables = {g.table: (game(g.number).people, g.opening) for g in soaked.games}
    plays = [tables.get(n, filler(n)) for n in range(1, max(tables) + 1)]
    calm = undisturbed(folder / "calm", soaked.seed, plays)
    games_alike(found, there.database, calm, tables)
    games_in_order(found, there.config)
    letters_accounted(found, there.database, soaked.expected)
    mails_accounted(found, there.database, list(there.office.mails), there.liar.lost)


def main() -> int:
    """Run one soak and print what came of it; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60, help="how long games are begun [60]")
    parser.add_argument("--games", type=int, default=6, help="games at the same time [6]")
    parser.add_argument("--pace", type=float, default=12, help="letters a second at most [12]")
    parser.add_argument("--seed", default="", help="the same seed deals the same cards and cuts alike")
    parser.add_argument("--folder", type=Path, help="where all is kept [a new folder]")
    parser.add_argument("--postgresql", action="store_true", help="keep the games in a PostgreSQL that restarts too")
    given = parser.parse_args()
    seed = given.seed or str(random.SystemRandom().randrange(10**6))
    folder = given.folder or Path(tempfile.mkdtemp(prefix="pbem-soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    print(f"seed {seed}, kept in {folder}", flush=True)  # noqa: T201
    found = soak(folder, Length(given.minutes), seed, given.games, given.pace, postgresql=given.postgresql)
    print(found.table())  # noqa: T201
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
