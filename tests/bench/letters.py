"""Where a letter's time goes, and whether it grows: CPU by step, by the length of the game, by the number of games.

In one process, by the server's own wiring on an SQLite file, with a transport that only counts. Milliseconds of CPU;
the noise of the machine is in them, so read the columns beside each other.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from pbem.app import table
from pbem.app.inbound import interpret
from pbem.app.notify import compose
from pbem.cli.correspondent import ReceivedMail, answer_to, read_mail
from pbem.db.database import Database
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.outbound.delivery import Delivery
from pbem.render.renderer import Renderer
from pbem.server import processor
from tests.table import SERVER, Bench

PEOPLE = tuple(f"{name}@people.example" for name in ("ann", "ben", "cleo", "dan"))
OPTIONS: dict[str, object] = {
    "security": {"unauthenticated": "trust"},
    "limits": {"mails_per_hour_per_sender": 1_000_000},
}

STEPS: tuple[tuple[str, Any, str], ...] = (
    ("read the mail", processor, "parse_message"),
    ("who wrote it", processor, "identify"),
    ("understand the order", interpret, "parse"),
    ("fold the game", table, "fold"),
    ("write the game", processor, "save_table"),
    ("words, text and HTML", Renderer, "render"),
    ("bytes of the mail", compose, "compose"),
    ("hand over and note", Delivery, "round"),
)
"""What is timed on its own; the rest of a letter is the database's reads, and its commits."""


class Players:
    """Four people at one table, who answer each mail at once; the CPU of every letter is kept."""

    def __init__(self, bench: Bench, target: int = 10_000) -> None:
        self.bench = bench
        self.seen: dict[str, int] = defaultdict(int)
        self.costs: list[float] = []
        bench.writes(PEOPLE[0], f"NEW american ask=turn target={target} WITH {' '.join(PEOPLE[1:])}")
        for person in PEOPLE[1:]:
            bench.writes(person, "yes", answering=bench.mail(person))

    def play(self, letters: int) -> list[float]:
        """So many more letters; the CPU seconds of each."""
        begun = len(self.costs)
        while len(self.costs) < begun + letters:
            for person in PEOPLE:
                mails = self.bench.mails(person)
                if self.seen[person] == len(mails):
                    continue
                self.seen[person] = len(mails)
                mail = read_mail(mails[-1].raw)
                if text := answer_to(mail):
                    self._write(person, text, mail)
        return self.costs[begun:]

    def _write(self, person: str, text: str, mail: ReceivedMail) -> None:
        quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
        body = f"{text}\n\nOn Monday, Hearts by mail <{SERVER}> wrote:\n{quoted}"
        raw = self.bench.letter(person, body, to=mail.reply_to, headers={"In-Reply-To": mail.message_id})
        raw_message = RawMessage(raw, "smtp", person, (mail.reply_to,))
        worker = self.bench.worker
        begun = time.process_time()
        worker.keep([raw_message])
        worker.processor.work()
        worker.delivery.round()
        self.costs.append(time.process_time() - begun)


@contextmanager
def timed(spent: dict[str, float]) -> Iterator[None]:
    """Clocks round the steps, for as long as this lasts."""
    kept = [(owner, name, getattr(owner, name)) for _, owner, name in STEPS]
    for step, owner, name in STEPS:
        setattr(owner, name, _clocked(getattr(owner, name), step, spent))
    try:
        yield
    finally:
        for owner, name, function in kept:
            setattr(owner, name, function)


def _clocked(function: Callable[..., Any], step: str, spent: dict[str, float]) -> Callable[..., Any]:
    def clocked(*args: Any, **named: Any) -> Any:
        begun = time.process_time()
        try:
            return function(*args, **named)
        finally:
            spent[step] += time.process_time() - begun

    return clocked


@contextmanager
def server() -> Iterator[Bench]:
    """A server on a new folder."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        bench = Bench(Path(folder), options=OPTIONS)
        try:
            yield bench
        finally:
            bench.close()


def steps(letters: int = 300) -> None:
    """The table of steps."""
    with server() as bench:
        players = Players(bench)
        players.play(60)
        spent: dict[str, float] = defaultdict(float)
        with timed(spent):
            costs = players.play(letters)
    whole = sum(costs) / len(costs) * 1e3
    for step, _, _ in STEPS:
        print(f"  {step:32}{spent[step] / letters * 1e3:8.2f} ms")
    print(f"  {'the rest: reads and commits':32}{whole - sum(spent.values()) / letters * 1e3:8.2f} ms")
    print(f"  {'a letter':32}{whole:8.2f} ms")


def by_length(deals: int = 16) -> None:
    """Early and late in a long game."""
    with server() as bench:
        players = Players(bench)
        early = players.play(110)
        players.play(56 * (deals - 4))
        late = players.play(110)
    print(f"  deals 1 and 2{median(early) * 1e3:27.2f} ms")
    print(f"  deals {deals - 1} and {deals}{median(late) * 1e3:25.2f} ms   ({median(late) / median(early):.2f} of it)")


def by_number(numbers: tuple[int, ...] = (10, 1_000, 100_000)) -> None:
    """With more and more games in the database."""
    first = 0.0
    with server() as bench:
        players = Players(bench)
        players.play(60)
        there = 1
        for number in numbers:
            fill(bench.worker.database, there, number)
            there = number
            costs = players.play(150)
            first = first or median(costs)
            print(f"  {number:7,} games{median(costs) * 1e3:26.2f} ms   ({median(costs) / first:.2f} of the first)")


def fill(database: Database, there: int, number: int) -> None:
    """Copies of game 1's first rows, so that there are so many games, seats, log entries, letters and mails."""
    numbers = f"WITH RECURSIVE n(i) AS (SELECT {there} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {number})"
    with database.engine.begin() as connection:
        known = [row[1] for row in connection.exec_driver_sql("PRAGMA table_info(game)")]
        names = ", ".join(name for name in known if name != "id")
        connection.exec_driver_sql(
            f"INSERT INTO game (id, {names}) {numbers} SELECT 1000 + i, {names} FROM n, game WHERE id = 1"
        )
        connection.exec_driver_sql(f"UPDATE game SET phase = 'finished' WHERE id > 1000 + {there - 1}")
        for table_name, key in (("entry", "seq"), ("seat", "seat")):
            info = [row[1] for row in connection.exec_driver_sql(f"PRAGMA table_info({table_name})")]
            names = ", ".join(name for name in info if name != "game_id")
            connection.exec_driver_sql(
                f"INSERT INTO {table_name} (game_id, {names}) {numbers} SELECT 1000 + i, {names} FROM n, {table_name} "
                f"WHERE game_id = 1 AND {key} < 20"
            )
        connection.exec_driver_sql("UPDATE seat SET player_id = NULL, state = 'robot' WHERE game_id > 1000")


def main() -> None:
    """Print the tables."""
    print("CPU of a letter, by step")
    steps()
    print("By the length of the game (median)")
    by_length()
    print("By the number of games in the database (median)")
    by_number()


if __name__ == "__main__":
    main()
