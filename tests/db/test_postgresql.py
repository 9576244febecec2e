"""The same server on PostgreSQL: the migrations, a whole deal by mail, and the check of its log."""

from __future__ import annotations

from pathlib import Path

from pbem.db.queries import game_log
from pbem.hearts.game import fold
from tests.servers.postgres import postgresql  # noqa: F401  # a fixture
from tests.table import Bench

NORTH = "north@example.org"


def test_a_game_is_played_on_postgresql_and_folds_from_its_log(tmp_path: Path, postgresql: str) -> None:  # noqa: F811
    bench = Bench(tmp_path, options={"database": {"url": postgresql}, "limits": {"mails_per_hour_per_sender": 10_000}})
    bench.writes(f"North <{NORTH}>", "REGISTER North")
    mail = bench.writes(NORTH, "NEW web target=20 WITH 3 robots")
    for _ in range(200):
        assert mail is not None
        if "Final standings:" in mail.text:
            break
        answer = " ".join(mail.hand[: mail.to_pass]) if mail.to_pass else mail.legal[0]
        mail = bench.writes(NORTH, answer, answering=mail)
    assert "Final standings:" in bench.mail(NORTH).text
    with bench.worker.database.read() as session:
        row = game_log.game(session, 1)
        assert row is not None
        assert row.phase == "finished"
        assert fold(game_log.log(session, 1)) == fold(game_log.latest(session, row))
    bench.restart()
    assert bench.writes(NORTH, "GAMES") is not None
    bench.close()


def test_a_letter_that_comes_again_is_written_once_on_postgresql(tmp_path: Path, postgresql: str) -> None:  # noqa: F811
    bench = Bench(tmp_path, options={"database": {"url": postgresql}})
    raw = bench.letter("Eve <eve@example.org>", "HELP")
    bench.takes(raw)
    bench.takes(raw)
    assert len(bench.mails("eve@example.org")) == 1
    bench.close()
