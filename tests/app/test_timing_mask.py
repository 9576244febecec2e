"""The veil: a card that was forced or planned comes after a time like any other answer's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.app.turns import timing_mask
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import cards
from pbem.db.models import GameRow
from pbem.hearts.entries import Entry, Played
from pbem.ids import GameId
from pbem.randomness import SeededRandomness
from tests.app.setting import EAST, FOUR, NORTH, SOUTH, WEST, entries, lay, plays, solo
from tests.table import Bench

# East has one club only.
ONE = (
    cards("2C 5C KC 4D 9D 3S 7S QS 2H 6H 9H JH KH"),
    cards("6C 7D 5D 10D 4S 8S KS 3H 7H 10H QH AH 2D"),
    cards("4C 7C 9C 6D JD AD 5S 9S JS AS 4H 5H 8H"),
    cards("3C 8C 10C JC QC AC 3D 8D QD KD 2S 6S 10S"),
)
TIMES = [0, 0, 600, 1800, 3600, 7200, 7200, 20_000]


def veiled(bench: Bench, **usual: list[int]) -> int:
    """A table under the veil at which answers have taken these times so far, and North has led."""
    game = lay(bench, ONE)
    with bench.worker.database.begin() as session:
        row = session.get(GameRow, game)
        assert row is not None
        row.options, row.usual = json.dumps({"veil": True}), json.dumps(usual)
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    return game


def played(bench: Bench, game: int) -> list[str]:
    return [entry.card.text for entry in entries(bench, game) if isinstance(entry, Played)]


def test_a_forced_card_waits_and_its_owner_is_not_asked(bench: Bench) -> None:
    game = veiled(bench, follow=[7200] * 8)
    assert played(bench, game) == ["2C"]
    assert bench.mails(EAST) == []
    bench.passes(timedelta(minutes=105))
    assert played(bench, game) == ["2C"]
    bench.passes(timedelta(minutes=30))
    assert played(bench, game) == ["2C", "6C"]
    assert bench.mails(EAST) == []


def test_nobody_is_reminded_of_a_card_that_waits(bench: Bench) -> None:
    veiled(bench, follow=[150_000] * 8)
    bench.passes(timedelta(hours=30))
    assert bench.mails(EAST) == []


def test_what_others_do_meanwhile_draws_no_new_time(bench: Bench) -> None:
    game = veiled(bench, follow=[7200] * 8)
    bench.passes(timedelta(minutes=90))
    bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
    bench.writes(WEST, "HAND", answering=bench.mail(WEST))
    bench.passes(timedelta(minutes=45))
    assert played(bench, game) == ["2C", "6C", "4C"]


def test_a_planned_card_waits_and_an_early_answer_does_not(bench: Bench) -> None:
    game = veiled(bench, follow=[3600] * 8)
    bench.writes(SOUTH, "LOW", answering=bench.mail(SOUTH))
    bench.writes(WEST, "QC", answering=bench.mail(WEST))
    bench.passes(timedelta(minutes=75))
    assert played(bench, game) == ["2C", "6C"]
    bench.passes(timedelta(minutes=75))
    assert played(bench, game) == ["2C", "6C", "4C", "QC"]


def test_who_waits_may_still_choose_by_letter(bench: Bench) -> None:
    game = veiled(bench, follow=[7200] * 8)
    bench.writes(EAST, "6C")
    assert played(bench, game) == ["2C", "6C"]


def test_the_time_is_one_of_the_tables_own_answers(bench: Bench) -> None:
    game = veiled(bench, follow=TIMES)
    drawn = Counter(_draws(bench, game, 4000))
    assert set(drawn) == set(TIMES)
    for time, count in Counter(TIMES).items():
        assert abs(drawn[time] / 4000 - count / len(TIMES)) < 0.03


def test_it_ends_before_the_time_for_an_answer_does(bench: Bench) -> None:
    game = veiled(bench, follow=[900_000] * 8)
    assert set(_draws(bench, game, 5)) == {172_800 * 9 // 10}


def _draws(bench: Bench, game: int, count: int) -> list[int]:
    """Times drawn for the card that is due, by so many different dice."""
    with bench.worker.database.read() as session:
        table = UnitOfWork(session, bench.worker.services, bench.now).table(GameId(game))
        houses = (replace(bench.worker.services, randomness=SeededRandomness(seed)) for seed in range(count))
        return [timing_mask.draw(UnitOfWork(session, services, bench.now), table) for services in houses]


def test_how_long_answers_take_is_remembered_for_leads_and_for_the_others(bench: Bench) -> None:
    game = veiled(bench, follow=[0] * 8)
    bench.passes(timedelta(hours=2))
    bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
    with bench.worker.database.read() as session:
        row = session.get(GameRow, game)
        assert row is not None
        usual = json.loads(row.usual)
    assert usual["lead"] == [0]
    assert usual["follow"][-1] == 7200


def test_without_the_veil_a_forced_card_is_played_at_once(bench: Bench) -> None:
    game = lay(bench, ONE)
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    assert played(bench, game) == ["2C", "6C"]


def test_under_the_veil_the_others_mails_do_not_tell_a_forced_card(benches: Callable[..., Bench]) -> None:
    seen = []
    for forced in (True, False):
        bench = benches()
        veiled(bench, follow=[7200] * 8)
        if forced:
            bench.passes(timedelta(hours=2))
        else:
            bench.passes(timedelta(hours=2) - timedelta(minutes=15))
            bench.now += timedelta(minutes=15)
            bench.writes(EAST, "6C")
        bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
        bench.writes(WEST, "QC", answering=bench.mail(WEST))
        seen.append([(mail.to, mail.text) for mail in bench.post.sent if mail.to in set(FOUR) - {EAST}])
    assert seen[0] == seen[1]


LAST = (
    cards("2C 5C KC 4D 9D 3S 7S QS 2H 6H 9H JH KH"),
    cards("6C 7C 8C 10D QD 4S 8S KS 3H 7H 10H QH AH"),
    cards("3C 4C 9C 6D JD AD 5S 9S JS AS 4H 5H 8H"),
    cards("10C JC QC AC 2D 3D 5D 7D 8D KD 2S 6S 10S"),
)


def test_a_last_card_hides_nothing_and_comes_at_once(bench: Bench) -> None:
    """After twelve tricks everybody holds one card, and all know it."""
    game = lay(bench, LAST)
    chosen: list[Entry] = []
    with bench.worker.database.read() as session:
        table = UnitOfWork(session, bench.worker.services, bench.now).table(GameId(game))
        for _ in range(48):
            seat = table.playing().to_act[0]
            chosen.append(Played(seat, table.playing().legal_cards(seat)[-1]))
            table.apply(chosen[-1])
    with bench.worker.database.begin() as session:
        row = session.get(GameRow, game)
        assert row is not None
        row.options, row.usual = (
            json.dumps({"veil": True, "rest": False}),
            json.dumps({"follow": [7200] * 8, "lead": [7200] * 8}),
        )
    plays(bench, game, chosen[:-1])
    assert len(played(bench, game)) == 47
    last = chosen[-1]
    assert isinstance(last, Played)
    bench.writes(FOUR[last.seat], last.card.text)
    assert len(played(bench, game)) == 52


def test_with_nobody_to_hide_it_from_a_forced_card_comes_at_once(bench: Bench) -> None:
    asked = solo(bench, "NEW veil=on WITH 3 ROBOTS")
    bench.writes(NORTH, " ".join(asked.hand[:3]), answering=asked)
    for _ in range(60):
        asked = bench.mail(NORTH)
        if "End of deal 1" in asked.text:
            return
        assert asked.legal, asked.text
        bench.now += timedelta(minutes=2)
        bench.writes(NORTH, asked.legal[0], answering=asked)
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize("masked", [True, False])
def test_the_operator_says_whether_new_tables_are_masked_and_the_host_may_say_otherwise(
    benches: Callable[..., Bench], masked: bool
) -> None:
    bench = benches(games={"veil": masked})
    solo(bench)
    solo(bench, f"NEW veil={'off' if masked else 'on'} WITH 3 ROBOTS")
    with bench.worker.database.read() as session:
        tables = [UnitOfWork(session, bench.worker.services, bench.now).table(GameId(number)) for number in (1, 2)]
    assert [table.options.veil for table in tables] == [masked, not masked]
