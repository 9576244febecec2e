"""After FORGET ME nothing waits for the forgotten person to come back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from pbem.db.queries import games
from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST, resigns
from tests.table import Bench, Sent


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def forget(bench: Bench, who: str) -> None:
    asked = bench.writes(who, "FORGET ME")
    assert asked is not None
    assert "removed from here" in flat(bench.writes(who, "yes", answering=asked))


def phase(bench: Bench) -> str:
    with bench.worker.database.read() as session:
        return str(games.page(session, None, 0, 9)[0].phase)


def test_the_table_is_told_that_nobody_comes_back(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    forget(bench, EAST)
    told = flat(bench.mail(SOUTH))
    assert "A player has left game 1 for good: East. A robot plays on in the seat, with its score." in told
    assert "Another player may take it with [SUBSTITUTE 1]." in told
    before = len(bench.post.sent)
    bench.passes(timedelta(days=8))
    assert not [m for m in bench.post.sent[before:] if "East comes back" in flat(m)]


def test_who_resigns_may_come_back_until_forgotten(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    resigns(bench, EAST)
    assert "until East comes back" in flat(bench.mail(SOUTH))
    forget(bench, EAST)
    assert "has left game 1 for good" in flat(bench.mail(SOUTH))


def test_the_seat_is_free_for_another(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    forget(bench, EAST)
    taken = bench.writes("Fred <fred@example.org>", "SUBSTITUTE 1")
    assert "The seat in game 1 is yours now" in flat(taken)


def test_a_table_that_only_the_forgotten_could_wake_is_closed_at_once(bench: Bench) -> None:
    setting.begun(bench)
    forget(bench, NORTH)
    assert phase(bench) == "cancelled"


def test_a_table_that_slept_for_the_forgotten_is_closed_too(bench: Bench) -> None:
    setting.begun(bench)
    resigns(bench, NORTH)
    assert phase(bench) == "playing"
    forget(bench, NORTH)
    assert phase(bench) == "cancelled"


def test_a_table_that_another_may_wake_sleeps_on(bench: Bench) -> None:
    setting.gather(bench, EAST, "2 robots")
    resigns(bench, EAST)
    forget(bench, NORTH)
    assert phase(bench) == "playing"
    assert "Welcome back" in flat(bench.writes(EAST, "BACK"))


def test_where_the_result_counts_the_robots_play_to_the_end(benches: Callable[..., Bench]) -> None:
    bench = benches()
    setting.begun(bench, "NEW rated=on target=10 WITH 3 ROBOTS")
    forget(bench, NORTH)
    assert phase(bench) == "finished"
