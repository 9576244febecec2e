"""Whole games over real sockets and real processes, by people who read nothing but the text of their mails."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.office import Office, Person, finals, play
from tests.e2e.program import as_json, ok, serving

FOUR = ["ann@people.example", "bob@people.example", "cleo@people.example", "dan@people.example"]


def relay(office: Office) -> dict[str, object]:
    return {"host": "127.0.0.1", "port": office.port, "tls": "none"}


def test_four_people_finish_a_game_over_smtp(tmp_path: Path) -> None:
    people = [Person(address) for address in FOUR]
    with Office() as office, serving(tmp_path, courier_smtp=relay(office)) as (config, port):
        play(office, port, people, f"NEW american target=50 WITH {' '.join(FOUR[1:])}")
        (game,) = as_json(config, "games")
        assert (game["id"], game["variant"], game["phase"]) == (1, "american", "finished")
        told = sorted(zip(game["places"], game["scores"], strict=True))
        assert max(game["scores"]) >= 50
        for person in people:
            assert person.final is not None
            assert sorted(finals(person.final.text)) == told
        assert "0 faults" in ok(config, "check")
        assert as_json(config, "check") == {"games": 1, "faults": []}
        status = as_json(config, "status")
        assert status["stuck"] == []
        assert status["inbox"]["new"] == status["inbox"]["quarantined"] == status["outbox"]["failed"] == 0


def test_one_person_finishes_a_game_with_three_robots(tmp_path: Path) -> None:
    me = Person(FOUR[0])
    with Office() as office, serving(tmp_path, courier_smtp=relay(office)) as (config, port):
        play(office, port, [me], "NEW web target=30 WITH 3 robots")
        (game,) = as_json(config, "games")
        assert (game["variant"], game["phase"]) == ("web", "finished")
        assert me.final is not None
        assert sorted(finals(me.final.text)) == sorted(zip(game["places"], game["scores"], strict=True))
        assert as_json(config, "check")["faults"] == []
        assert {mail.to for mail in office.mails} == {me.address}
