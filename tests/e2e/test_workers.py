"""Three workers on one PostgreSQL, killed, frozen and cut off: every game goes as if nothing had happened."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty

import pytest

from tests.e2e.logs import rows
from tests.e2e.office import PATIENCE, Office, Person
from tests.e2e.program import as_json
from tests.e2e.workers import Scene
from tests.servers.machine import short_folder, wait_until
from tests.servers.postgres import Postgres
from tests.soak.reckoning import Reckoning, games_alike, letters_accounted, mails_accounted, undisturbed

SEED, GAMES = "workers", 3
EVERY = 12
"""So many mails after one trouble the next comes."""


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """A server of this test's own, which may restart it."""
    with short_folder("pg") as root:
        server = Postgres(root)
        server.start()
        try:
            yield server
        finally:
            server.stop()


class Played(Scene):
    """Everybody answers, and there is trouble."""

    def troubles(self) -> list[Callable[[], None]]:
        return [self.kill, self.freeze, self.kill, self.restart, self.kill]

    def play(self, people: dict[str, Person]) -> None:
        """Everybody answers what comes, until all have read the final standings. Now and then there is trouble."""
        trouble, wanted = iter(self.troubles()), EVERY
        while any(person.final is None for person in people.values()):
            try:
                mail = self.office.arrived.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError("\n".join(worker.log[-2000:] for worker in self.workers)) from None
            letter = people[mail.to].reply(mail) if mail.to in people else None
            if letter is not None:
                self.send(mail.to, *letter)
            if len(self.office.mails) >= wanted and (step := next(trouble, None)) is not None:
                step()
                self.done.append(step.__name__)
                wanted = len(self.office.mails) + EVERY

    def open(self, people: list[Person], opening: str, number: int) -> None:
        """A game, which gets this number."""
        self.send(people[0].address, *people[0].letter(opening))
        wait_until(lambda: self.games() == number, "the table")

    def games(self) -> int:
        return int(rows(self.postgres.url, "SELECT count(*) FROM game")[0][0])


def test_workers_that_die_and_freeze_lose_and_double_nothing(tmp_path: Path, postgres: Postgres) -> None:
    seed = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**6)))
    print(f"CRASH_SEED={seed}")  # noqa: T201  # shown when the test fails, so that it can be run again
    tables = [[Person(f"{name}{n}@people.example") for name in ("ann", "bob", "cleo", "dan")] for n in range(GAMES)]
    plays = [
        (people, f"NEW american target=10 ask=turn WITH {' '.join(p.address for p in people[1:])}") for people in tables
    ]
    calm = undisturbed(tmp_path / "calm", SEED, [([Person(p.address) for p in who], words) for who, words in plays])
    everybody = {person.address: person for people in tables for person in people}
    with Office() as office:
        scene = Played(tmp_path, postgres, office, (SEED, str(seed)))
        scene.start()
        try:
            for number, (people, opening) in enumerate(plays, 1):
                scene.open(people, opening, number)
            scene.play(everybody)
            wait_until(scene.at_rest, "all mail to come to rest")
        finally:
            scene.stop()
    found = Reckoning()
    letters_accounted(found, postgres.url, scene.written)
    mails_accounted(found, postgres.url, office.mails)
    games_alike(found, postgres.url, calm, range(1, GAMES + 1))
    assert as_json(scene.config, "check") == {"games": GAMES, "faults": []}
    assert rows(postgres.url, "SELECT DISTINCT phase FROM game") == [("finished",)]
    assert found.faults == []
    assert sorted(scene.done) == ["freeze", "kill", "kill", "kill", "restart", "thaw"]
