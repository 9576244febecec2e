"""A database that commit b06bd5c wrote goes up: every game is what it was, and every old mail can still be answered.

`old/b06bd5c.sql.gz` was made once by that commit's own server: a lobby with invited and declined seats, a running game
with a queue and a plan, a pause and a vote on one, a seat that was given up, a tutorial, a claim, an early card, open
questions, waiting mails and a letter in quarantine. `old/b06bd5c.json` holds what it said of its games and mails.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from pbem.cli.checking import check
from pbem.db.models import OutboxRow
from pbem.db.queries import game_log, games, inbox, outbox
from pbem.db.queries.inbox import InboxState
from pbem.db.queries.outbox import OutboxState
from pbem.db.records import Records
from pbem.hearts.game import fold
from pbem.ids import GameId
from pbem.table.game_record import GameRecord
from pbem.table.seat import Seat
from pbem.table.states import GamePhase, SeatState
from tests.table import Bench, Sent

OLD = Path(__file__).parent / "old"
EXPECTED = json.loads((OLD / "b06bd5c.json").read_text())
GAMES: dict[str, Any] = EXPECTED["games"]
MAILS: dict[str, Any] = EXPECTED["mails"]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    line = sqlite3.connect(tmp_path / "pbem.db")
    line.executescript(gzip.decompress((OLD / "b06bd5c.sql.gz").read_bytes()).decode())
    line.close()
    bench = Bench(tmp_path, now=datetime.fromisoformat(EXPECTED["now"]))
    yield bench
    bench.close()


def game(bench: Bench, number: int) -> GameRecord:
    with bench.worker.database.read() as session:
        found = Records(session).game(GameId(number))
        assert found is not None
        return found


def seat(bench: Bench, number: int, seat: int) -> Seat:
    with bench.worker.database.read() as session:
        return games.seats(session, GameId(number))[seat]


def answers(bench: Bench, name: str, text: str, by_address: bool = True) -> Sent | None:
    """The reader of an old mail answers it: to its reply address, or as a client that drops the plus part does."""
    mail = MAILS[name]
    to = mail["reply_to"] if by_address else "hearts@example.net"
    headers = {"In-Reply-To": mail["message_id"]}
    before = len(bench.mails(mail["to"]))
    bench.takes(bench.letter(mail["to"], text, to=to, subject=f"Re: {mail['subject']}", headers=headers), (to,))
    mine = bench.mails(mail["to"])[before:]
    return mine[-1] if mine else None


@pytest.mark.parametrize("number", GAMES)
def test_every_game_is_what_it_was(bench: Bench, number: str) -> None:
    expected = GAMES[number]
    with bench.worker.database.read() as session:
        record = Records(session).game(GameId(int(number)))
        assert record is not None
        assert record.phase == expected["phase"]
        assert [f"{s.state} {s.name}".strip() for s in games.seats(session, GameId(int(number)))] == expected["seats"]
        if record.phase is GamePhase.LOBBY:
            return
        state = fold(game_log.log(session, GameId(int(number))))
    hands = [" ".join(card.text for card in state.view(n).hand) for n in range(len(state.scores))]
    found = {
        "length": record.log.length,
        "scores": list(state.scores),
        "places": list(state.places),
        "to_act": list(state.to_act),
        "game_phase": state.phase,
        "hands": hands,
    }
    assert found == {key: expected[key] for key in found}


def test_the_check_finds_nothing(bench: Bench) -> None:
    assert check(bench.worker.settings) == {"games": 8, "faults": []}


@pytest.mark.parametrize("name", ["turn-3", "turn-9", "turn-10"])
@pytest.mark.parametrize("by_address", [True, False])
def test_a_reply_to_an_old_mail_plays_the_card(bench: Bench, name: str, by_address: bool) -> None:
    number = int(name.partition("-")[2])
    before = game(bench, number).log.length
    answers(bench, name, MAILS[name]["legal"][0], by_address)
    assert game(bench, number).log.length > before


def test_a_claim_that_waited_waits_on_and_is_taken_back_by_a_card(bench: Bench) -> None:
    claim = game(bench, 9).claim
    assert claim is not None
    assert claim.kind == "open"
    answers(bench, "turn-9", MAILS["turn-9"]["legal"][0])
    assert game(bench, 9).log.length > claim.seq


def test_an_early_card_is_played_at_its_turn(bench: Bench) -> None:
    early = next(s for s in range(4) if seat(bench, 10, s).premoves.card is not None)
    card = seat(bench, 10, early).premoves.card
    answers(bench, "turn-10", MAILS["turn-10"]["legal"][0])
    with bench.worker.database.read() as session:
        state = fold(game_log.log(session, GameId(10)))
    bench.writes("south@example.org", f"GAME 10\n{state.legal_cards(2)[0].text}")
    with bench.worker.database.read() as session:
        played = [entry for entry in game_log.log(session, GameId(10)) if getattr(entry, "card", None) == card]
    assert [entry.seat for entry in played] == [early]


def test_a_queue_a_plan_and_a_vacation_are_kept(bench: Bench) -> None:
    south, east = seat(bench, 3, 2), seat(bench, 3, 1)
    assert [card.text for card in south.premoves.queue] == ["2C"]
    assert [step.text for step in south.premoves.always] == ["DUCK"]
    assert south.premoves.moon == "subtract"
    assert [one.remark for one in east.absences] == ["at the sea, tell nobody"]


def test_an_old_invitation_can_still_be_taken(bench: Bench) -> None:
    answers(bench, "rematch", "yes")
    assert seat(bench, 2, 3).joined
    answers(bench, "invitation", "yes")
    number = int(MAILS["invitation"]["subject"].partition("[Hearts ")[2].partition("]")[0])
    assert "West" in [one.name for one in (seat(bench, number, n) for n in range(4)) if one.joined]


def test_an_old_question_can_still_be_answered(bench: Bench) -> None:
    answers(bench, "vote", "yes")
    answers(bench, "confirm-order", "yes")
    answers(bench, "add", "yes")
    answers(bench, "foreign", "no")
    with bench.worker.database.read() as session:
        outcomes = [letter.outcome for letter in reversed(inbox.newest(session, 4))]
        kept = [letter for letter in inbox.newest(session, 500) if letter.outcome.startswith("confirmed by letter")]
    assert outcomes == ["done", "refused", "done", "done"]  # the order that is confirmed names none of several games
    assert len(kept) == 1


def test_who_gave_up_may_come_back(bench: Bench) -> None:
    answers(bench, "resigned", "BACK")
    assert seat(bench, 6, 1).joined
    assert seat(bench, 6, 1).wanted_at is None


def test_the_tutorial_goes_on(bench: Bench) -> None:
    before = game(bench, 7).log.length
    hand = GAMES["7"]["hands"][0].split()
    answers(bench, "tutorial", " ".join(hand[:3]))
    assert game(bench, 7).log.length > before


def test_waiting_mails_go_out_and_what_was_set_aside_stays_so(bench: Bench) -> None:
    with bench.worker.database.read() as session:
        waiting = list(session.exec(select(OutboxRow.recipient).where(OutboxRow.state == OutboxState.WAITING)))
        assert inbox.count(session, InboxState.QUARANTINED) == 1
    assert waiting
    bench.passes(timedelta(hours=1))
    assert bench.mails(waiting[0])
    with bench.worker.database.read() as session:
        assert outbox.count(session, OutboxState.WAITING) == 0


def test_a_seat_that_nobody_has_keeps_nothing_of_who_had_it(bench: Bench) -> None:
    seats = [seat(bench, 8, n) for n in range(4)]
    left = [one for one in seats if one.state is SeatState.OPEN]
    assert left
    for one in left:
        assert one == Seat(one.game_id, one.number, one.invitation)


def test_an_offer_keeps_its_time(bench: Bench) -> None:
    offers = [one for n in range(4) if (one := seat(bench, 2, n)).state is SeatState.INVITED]
    assert offers
    assert all(one.offered_at is not None and one.clock.since is None for one in offers)
