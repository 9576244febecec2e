"""What the operator looks at, for people and for programs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.e2e.program import configure

LOOKS = (("status",), ("games",), ("players",), ("inbox",), ("outbox",), ("show", "1"), ("check",), ("variants",))


def test_a_game_for_programs_has_the_agreed_fields(run: Shell, config: Path) -> None:
    games = run(config, "games", "--json").json
    assert [(g["id"], g["variant"], g["phase"]) for g in games] == [(1, "american", "playing"), (2, "web", "gathering")]
    playing, gathering = games
    assert playing["scores"] == [0, 0, 0, 0]
    assert playing["places"] == []
    assert playing["to_act"] == ["Ann"]
    assert playing["due_at"] > playing["asked_at"]
    assert [seat["state"] for seat in playing["seats"]] == ["joined", "robot", "robot", "robot"]
    assert "invited" in [seat["state"] for seat in gathering["seats"]]


def test_a_list_for_people_names_the_same_games(run: Shell, config: Path) -> None:
    said = run(config, "games").out
    assert "american" in said
    assert "gathering" in said
    assert "Ann" in said


def test_one_game_is_shown_with_its_seats_and_only_on_demand_with_its_hands(run: Shell, config: Path) -> None:
    plain = run(config, "show", "1", "--json").json
    assert plain["entries"] > 0
    assert plain["deals"] == []
    assert "hands" not in plain
    opened = run(config, "show", "1", "--open", "--json").json
    assert [len(hand.split()) for hand in opened["hands"]] == [13, 13, 13, 13]
    assert opened["hands"][0] in run(config, "show", "1", "--open").out


def test_the_status_counts_and_names_what_is_stuck(run: Shell, config: Path) -> None:
    found = run(config, "status", "--json").json
    assert found["games"] == {"gathering": 1, "playing": 1, "finished": 0, "cancelled": 0}
    assert found["inbox"]["done"] == 3
    assert found["outbox"]["waiting"] == 0
    assert found["stuck"] == []
    assert "Nothing is stuck" in run(config, "status").out


def test_a_letter_can_be_followed_from_the_inbox_to_its_mails(run: Shell, config: Path) -> None:
    letters = run(config, "inbox", "--json").json
    mails = run(config, "outbox", "--json").json
    first = min(letter["id"] for letter in letters)
    assert {letter["from"] for letter in letters} == {"ann@people.example"}
    assert any(mail["letter"] == first for mail in mails)
    assert {mail["state"] for mail in mails} == {"sent"}
    raw = run(config, "outbox", "show", str(mails[0]["id"])).out
    assert mails[0]["message_id"] in raw
    assert "NEW american" in run(config, "inbox", "show", str(first)).out


def test_the_players_with_their_addresses_and_games(run: Shell, config: Path) -> None:
    (ann,) = run(config, "players", "--json").json
    assert (ann["name"], ann["addresses"], ann["games"]) == ("Ann", ["ann@people.example"], [1, 2])


def test_a_name_is_shown_as_it_is_whatever_brackets_it_has(run: Shell, config: Path) -> None:
    name = "[red]Ann[/blue]"
    with closing(sqlite3.connect(config.parent / "data" / "pbem.db")) as line, line:
        line.execute("UPDATE player SET name = ?", (name,))
        line.execute("UPDATE seat SET name = ? WHERE name = 'Ann'", (name,))
        line.execute("UPDATE player SET paused = '[/] no such user'")
    for words in (("players",), ("games",), ("show", "1"), ("status",)):
        done = run(config, *words)
        assert done.code == 0
        assert name in done.out, words


def test_variants_need_no_configuration(run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pbem.settings.reading.PLACES", ())
    names = {v["name"] for v in run(None, "variants", "--json").json}
    assert {"american", "web"} <= names
    one = run(None, "variants", "web", "--json").json
    assert one["rules"]["moon"] == "add"
    assert {o["option"]: o["value"] for o in one["options"]}["moon"] == "add"
    assert "Hearts may not be led until one has been played" in " ".join(run(None, "variants", "web").out.split())


def test_a_house_variant_is_listed_under_its_own_name(run: Shell, tmp_path: Path) -> None:
    (tmp_path / "variants.toml").write_text('[Thursday]\nbase = "web"\ntarget = 30\n')
    config = configure(tmp_path, games={"variants": "variants.toml", "variant": "thursday"})
    found = run(config, "variants", "thursday", "--json").json
    assert (found["name"], found["rules"]["name"], found["rules"]["target"]) == ("thursday", "thursday", 30)


@pytest.mark.parametrize("words", LOOKS[:-1])
def test_where_there_is_no_database_yet_that_is_said(run: Shell, tmp_path: Path, words: str) -> None:
    config = configure(tmp_path)
    done = run(config, *words)
    assert done.code == 1
    assert done.err.startswith("pbem: there is no database at")
    assert list(tmp_path.iterdir()) == [config]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "99"), "there is no game 99"),
        (("inbox", "show", "99"), "there is no mail 99 in the inbox"),
        (("outbox", "retry", "99"), "there is no mail 99 in the outbox"),
        (("as", "nobody", "HAND"), "nobody here is 'nobody'"),
        (("variants", "bridge"), "there is no variant bridge"),
    ],
)
def test_what_is_not_there_is_told_in_a_line(run: Shell, config: Path, words: str, said: str) -> None:
    done = run(config, *words)
    assert (done.code, done.out) == (1, "")
    assert said in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("words", [("inbox", "mend", "1"), ("outbox", "drop")])
def test_a_box_tells_what_can_be_done_with_it(run: Shell, config: Path, words: str) -> None:
    done = run(config, *words)
    assert done.code == 64
    assert "show|retry|drop NUMBER" in done.err


def test_a_list_has_pages_and_says_that_there_are_more(run: Shell, config: Path) -> None:
    first, second = run(config, "games", "--limit", "1").out, run(config, "games", "--limit", "1", "--page", "2").out
    assert "american" in first
    assert "--page 2" in first
    assert "american" not in second
    assert "gathering" in second
    assert "--page" not in second
    assert len(run(config, "games", "--json", "--limit", "1").json) == 1
    assert len(run(config, "games", "--json").json) == 2


def test_a_check_takes_some_at_random_or_those_of_late(run: Shell, config: Path) -> None:
    assert run(config, "check", "--json").json == {"games": 1, "faults": []}
    assert run(config, "check", "--json", "--sample", "1").json["games"] == 1
    assert run(config, "check", "--json", "--since", "2020-01-01").json["games"] == 1
