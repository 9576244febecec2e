"""Whatever dies, whenever: no letter is lost, none acts twice, and every mail goes out under one Message-ID."""

from __future__ import annotations

import os
import random
import threading
from pathlib import Path

from tests.e2e.logs import game_log, inbox, outbox
from tests.e2e.office import Office, Person, answer, play
from tests.e2e.program import Server, as_json, configure
from tests.servers.machine import free_port
from tests.table import Bench

FOUR = ["ann@people.example", "bob@people.example", "cleo@people.example", "dan@people.example"]
OPENING = f"NEW american target=10 ask=turn WITH {' '.join(FOUR[1:])}"
SEED = "crash"


def undisturbed(folder: Path) -> None:
    """The same game by the same people, with nothing in between that could fail."""
    bench = Bench(
        folder,
        SEED,
        {"security": {"unauthenticated": "trust"}, "limits": {"mails_per_hour_per_sender": 100_000}},
    )
    people = {address: Person(address) for address in FOUR}
    to, raw = people[FOUR[0]].letter(OPENING)
    bench.takes(raw, (to,), FOUR[0])
    done = 0
    while done < len(bench.post.sent):
        mail = bench.post.sent[done]
        done += 1
        if letter := people[mail.to].reply(mail):
            bench.takes(letter[1], (letter[0],), mail.to)
    assert all(person.final is not None for person in people.values())
    bench.close()


class Reaper(threading.Thread):
    """Kills the server and starts it again, each time a moment after so many more mails have come; all from a seed."""

    def __init__(self, server: Server, office: Office, seed: int) -> None:
        super().__init__(name="reaper")
        self._server = server
        self._office = office
        self._moments = random.Random(seed)
        self._over = threading.Event()
        self.kills = 0

    def run(self) -> None:
        wanted = self._moments.randint(1, 8)
        while not self._over.wait(0.005):
            if len(self._office.mails) < wanted:
                continue
            self._over.wait(self._moments.uniform(0, 0.1))
            wanted = len(self._office.mails) + self._moments.randint(1, 8)
            self._server.kill()
            self.kills += 1
            self._server.start()
            self._server.wait()

    def end(self) -> None:
        self._over.set()
        self.join()


def test_a_game_whose_server_is_killed_again_and_again_ends_like_an_undisturbed_one(tmp_path: Path) -> None:
    seed = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**6)))
    print(f"CRASH_SEED={seed}")  # noqa: T201  # shown when the test fails, so that it can be run again
    calm = tmp_path / "calm"
    undisturbed(calm)

    people = [Person(address) for address in FOUR]
    port = free_port()
    with Office() as office:
        config = configure(
            tmp_path,
            intake_smtp={"listen": f"127.0.0.1:{port}"},
            courier_smtp={"host": "127.0.0.1", "port": office.port, "tls": "none"},
        )
        server = Server(config, port, "tests.e2e.seeded", str(config), SEED)
        server.start()
        server.wait()
        reaper = Reaper(server, office, seed)
        reaper.start()
        try:
            play(office, port, people, OPENING)
        finally:
            reaper.end()
            server.stop()

    database = tmp_path / "data" / "pbem.db"
    assert reaper.kills > 2
    assert game_log(database) == game_log(calm / "pbem.db")
    assert inbox(database) == inbox(calm / "pbem.db")
    assert as_json(config, "check") == {"games": 1, "faults": []}
    arrived: dict[str, set[bytes]] = {}
    for mail in office.mails:
        arrived.setdefault(str(mail.message["Message-ID"]).strip("<>"), set()).add(mail.raw)
    assert all(len(copies) == 1 for copies in arrived.values()), "a mail went out in two forms"
    rows = outbox(database)
    assert {state for state, *_ in rows} <= {"sent", "dropped"}
    assert {name for state, _, name, _ in rows if state == "sent"} == set(arrived)


def test_the_people_of_these_tests_answer_what_is_asked(bench: Bench) -> None:
    asked = bench.writes("ann@people.example", "NEW american target=20 WITH 3 robots")
    assert asked is not None
    assert len(answer(asked).split()) == 3
