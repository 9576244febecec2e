"""Every crash point there is: the process dies before and after each statement, commit and hand-over, and recovers."""

from __future__ import annotations

import gc
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from pbem.db.session import KeptConnection
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.outbound.transport import Receipt
from pbem.server.worker import Worker
from tests.e2e.logs import game_log, inbox, outbox
from tests.table import SERVER, Bench, Post

Calm = tuple[int, tuple[Any, ...]]

HOST = "ann@people.example"
PROOF = {"Authentication-Results": "mx.example.net; dmarc=pass header.from=people.example"}


class Death(BaseException):
    """The power goes. No `except Exception` of ours may hear of it."""


class Moment:
    """Counts the points at which the process can die, and dies at one of them."""

    def __init__(self, fatal: int | None = None) -> None:
        self.fatal = fatal
        self.count = 0
        self._connections: list[Any] = []

    def __call__(self, *_: object) -> None:
        self.count += 1
        if self.count == self.fatal:
            raise Death

    @contextmanager
    def watching(self, bench: Bench) -> Iterator[None]:
        """Before and after each statement, whether the ORM or we hand it to the driver, before each commit, and round
        each mail handed over.
        """
        engine = bench.worker.database.engine
        hooks: list[tuple[str, Callable[..., Any]]] = [
            ("checkout", lambda connection, *_: self._connections.append(connection)),
            ("before_cursor_execute", self),
            ("after_cursor_execute", self),
            ("commit", self),
        ]
        bench.worker.database.hang_up()  # the connections that it opens from now on are seen
        for name, hook in hooks:
            event.listen(engine, name, hook)
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(KeptConnection, "execute", self._around(KeptConnection.execute))
                patch.setattr(KeptConnection, "execute_many", self._around(KeptConnection.execute_many))
                patch.setattr(KeptConnection, "commit", self._around(KeptConnection.commit))
                yield
        except Death:
            for connection in self._connections:  # what a dead process held open and had not committed
                with suppress(sqlite3.ProgrammingError):  # closed already
                    connection.rollback()
                    connection.close()
            raise
        finally:
            for name, hook in hooks:
                event.remove(engine, name, hook)

    def _around(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any) -> Any:
            self()
            done = method(*arguments)
            self()
            return done

        return watched


class FragilePost(Post):
    """A way out on which the process may die before or after a mail is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.moment: Callable[[], None] = lambda: None

    def send(self, sender: str, recipient: str, message: bytes) -> Receipt:
        self.moment()
        receipt = super().send(sender, recipient, message)
        self.moment()
        return receipt


class FragileBench(Bench):
    """A bench whose way out survives a restart, as the world does."""

    points = 0

    def _build(self) -> Worker:
        if not isinstance(self.post, FragilePost):
            self.post = FragilePost()
        return super()._build()

    def dies_at(self, fatal: int | None, work: Callable[[], None]) -> None:
        """Do this work, and die at that point of it."""
        assert isinstance(self.post, FragilePost)
        self.post.moment = moment = Moment(fatal)
        with moment.watching(self):
            work()
        self.points = moment.count


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A game in which one card ends a trick, so that robots play and mails go out; and the letter that plays it."""
    folder = tmp_path_factory.mktemp("prepared")
    bench = Bench(folder)
    bench.writes(HOST, "NEW american WITH 3 robots")
    asked = bench.mail(HOST)
    bench.writes(HOST, " ".join(asked.hand[:3]), answering=asked)
    asked = bench.mail(HOST)
    raw = bench.letter(HOST, asked.legal[0], answering=asked, headers=PROOF)
    bench.close()
    return folder, raw


def one_life(prepared: tuple[Path, bytes], folder: Path, fatal: int | None, again: int | None = None) -> FragileBench:
    """The letter arrives on a copy of the game; the process dies at these points, comes back, and the mail server
    delivers again what it heard no yes for.
    """
    shutil.copytree(prepared[0], folder)
    bench = FragileBench(folder)
    heard_yes = False

    def live() -> None:
        nonlocal heard_yes
        if not heard_yes:
            bench.worker.keep([RawMessage(prepared[1], "smtp", HOST, (SERVER,))])
            heard_yes = True
        bench.runs()

    for deadly in (fatal, again, None):
        try:
            bench.dies_at(deadly, live)
        except Death:
            died = True
        else:
            died = False
        if died:  # not before the exception is gone: its frames hold cursors open, and they the database
            gc.collect()
            bench.restart()
    bench.now += timedelta(minutes=2)  # mails that were in hand have been put back for a minute
    bench.runs()
    return bench


def end_state(bench: FragileBench) -> tuple[Any, ...]:
    """What must not depend on when anything died."""
    database = bench.folder / "pbem.db"
    rows = outbox(database)
    assert {state for state, *_ in rows} == {"sent"}
    arrived: dict[str, set[bytes]] = {}
    for mail in bench.post.sent:
        arrived.setdefault(str(mail.message["Message-ID"]).strip("<>"), set()).add(mail.raw)
    assert all(len(copies) == 1 for copies in arrived.values())
    new = {name for *_, name, _ in rows[-len(arrived) :]}
    assert set(arrived) == new, "each mail at least once, and none that is not in the outbox"
    return game_log(database), inbox(database), [(to, body) for _, to, _, body in rows], sorted(arrived)


@pytest.fixture(scope="module")
def calm(prepared: tuple[Path, bytes], tmp_path_factory: pytest.TempPathFactory) -> Calm:
    """How many points there are to die at, and how it ends where nothing dies."""
    folder = tmp_path_factory.mktemp("calm") / "life"
    shutil.copytree(prepared[0], folder)
    bench = FragileBench(folder)
    bench.worker.keep([RawMessage(prepared[1], "smtp", HOST, (SERVER,))])
    bench.dies_at(None, bench.runs)
    bench.close()
    return bench.points, end_state(bench)


def test_whenever_the_process_dies_the_letter_acts_once_and_its_mails_go_out(
    prepared: tuple[Path, bytes], calm: Calm, tmp_path: Path
) -> None:
    points, wanted = calm
    assert points > 30
    for fatal in range(1, points + 8):  # the count is without those of keeping the letter
        bench = one_life(prepared, tmp_path / str(fatal), fatal)
        assert end_state(bench) == wanted, f"died at point {fatal} of {points}"
        bench.close()


def test_a_second_death_during_the_recovery_changes_nothing(
    prepared: tuple[Path, bytes], calm: Calm, tmp_path: Path
) -> None:
    points, wanted = calm
    for fatal in range(3, points, 9):
        for again in range(2, points, 17):
            bench = one_life(prepared, tmp_path / f"{fatal}-{again}", fatal, again)
            assert end_state(bench) == wanted, f"died at points {fatal} and {again}"
            bench.close()
