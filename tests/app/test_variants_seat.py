"""Dirty Nasty Filthy Hearts: a moon wins the game, and costs the shooter's left neighbour the seat (§8.6)."""

from __future__ import annotations

from dataclasses import replace

from pbem.db.queries import games
from pbem.hearts.rules.presets import PRESETS
from pbem.ids import GameId
from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.render.games import TOP
from tests.table import Bench, Sent

WAITING = "fifth@example.org"


def shot(bench: Bench) -> str:
    """North has shot the moon, and east is at the left. Returns what north was told."""
    rest = [card for card in setting.DECK if card not in TOP]
    rules = replace(PRESETS["nasty"], pass_cycle=("hold",))
    setting.lay(bench, [TOP, *(rest[n::3] for n in range(3))], rules=rules)
    for _ in range(60):
        for address in setting.FOUR:
            mail = bench.mails(address)[-1] if bench.mails(address) else None
            if mail is not None and mail.legal:
                card = max(mail.legal, key=lambda text: "23456789TJQKA".index(text[:-1].replace("10", "T")))
                bench.writes(address, card, answering=mail)
        if "Final standings" in bench.mail(NORTH).text:
            break
    return flat(bench.mail(NORTH))


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def names(bench: Bench, game: int) -> list[str]:
    with bench.worker.database.read() as session:
        return [seat.name for seat in games.seats(session, GameId(game))]


def test_the_shooter_wins_at_once_and_the_neighbour_is_named(bench: Bench) -> None:
    told = shot(bench)
    assert "The moon was shot by you, which wins the game at once." in told
    assert "1st place" in told
    assert "By the rules of this game East, at the shooter's left, gives up the seat" in told


def test_in_the_next_game_the_seat_is_offered_to_who_waits(bench: Bench) -> None:
    shot(bench)
    bench.writes(f"Fifth <{WAITING}>", "SEEK nasty")
    refused = bench.writes(EAST, "REMATCH", answering=bench.mail(EAST))
    assert "you have lost your seat" in flat(refused)
    bench.writes(NORTH, "REMATCH", answering=bench.mail(NORTH))
    assert sorted(names(bench, 2)) == ["Fifth", "North", "South", "West"]
    assert "Invitation from North" in bench.mail(WAITING).subject
    for address in (WAITING, SOUTH, WEST):
        bench.writes(address, "yes", answering=bench.mail(address))
    assert "[Hearts 2] Deal 1" in {mail.subject for mail in bench.mails(WAITING)}


def test_with_nobody_waiting_nothing_happens(bench: Bench) -> None:
    shot(bench)
    bench.writes(NORTH, "REMATCH", answering=bench.mail(NORTH))
    assert sorted(names(bench, 2)) == ["East", "North", "South", "West"]
