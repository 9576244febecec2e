"""Games that are kept from letter to letter: always what the log says, whatever was rolled back between."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.app.folded_games import FoldedGames, folded
from pbem.db.queries import game_log
from pbem.db.records import Records
from pbem.hearts.entries import Entry
from pbem.ids import GameId
from pbem.server import processor
from pbem.table.game_record import GameRecord
from tests.bench.letters import OPTIONS, PEOPLE, Players
from tests.table import Bench


def logged(bench: Bench) -> list[Entry]:
    with bench.worker.database.read() as session:
        return game_log.log(session, GameId(1))


def record_of(bench: Bench) -> GameRecord:
    with bench.worker.database.read() as session:
        record = Records(session).game(GameId(1))
    assert record is not None
    return record


def agrees(bench: Bench) -> None:
    """What is kept of game 1 is what its log makes; looking takes it out."""
    record = record_of(bench)
    kept = bench.worker.services.folded.take(record)
    assert kept is not None
    again = folded(record, logged(bench))
    assert (kept.game, kept.dealt, kept.length, kept.last_deal) == (
        again.game,
        again.dealt,
        again.length,
        again.last_deal,
    )
    bench.worker.services.folded.keep(record.id, kept.game, kept.dealt, record.log)


def test_what_is_kept_is_what_the_log_says(tmp_path: Path) -> None:
    bench = Bench(tmp_path, options=OPTIONS)
    players = Players(bench)
    for _ in range(6):
        players.play(11)
        agrees(bench)
    bench.close()


def test_a_letter_that_crashed_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path, options=OPTIONS)
    players = Players(bench)
    players.play(10)
    before = logged(bench)
    with monkeypatch.context() as patch:
        patch.setattr(processor, "write_to_outbox", lambda uow: 1 // len(uow.message.headers[:0]))
        asked = next(person for person in PEOPLE if bench.mail(person).legal)
        bench.writes(asked, bench.mail(asked).legal[0], answering=bench.mail(asked))
    assert logged(bench) == before
    bench.now += processor.PAUSES[0]
    bench.runs()  # the letter is tried again
    assert len(logged(bench)) > len(before)
    agrees(bench)
    bench.close()


def test_the_game_of_another_log_is_not_taken(tmp_path: Path) -> None:
    bench = Bench(tmp_path, options=OPTIONS)
    Players(bench).play(10)
    record, kept = record_of(bench), bench.worker.services.folded
    assert kept.take(replace(record, log=replace(record.log, length=record.log.length + 1))) is None
    assert kept.take(record) is None  # it is gone all the same
    few = FoldedGames(most=2)
    one = folded(record, logged(bench))
    for number in (1, 2, 3):
        few.keep(GameId(number), one.game, one.dealt, record.log)
    assert [few.take(replace(record, id=GameId(number))) is not None for number in (1, 2, 3)] == [False, True, True]
    bench.close()
