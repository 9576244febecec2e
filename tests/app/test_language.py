"""[server] language: in whose words the server speaks to those who have not chosen any."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.db.queries import people
from pbem.db.records import Records
from tests.table import SERVER, Bench

ANN, EVE, OPERATOR = "ann@people.example", "eve@strangers.example", "op@example.net"


@pytest.fixture
def danish(tmp_path: Path, benches: Callable[..., Bench]) -> Bench:
    """A server whose operator has chosen a language that has the words of the footer, and English for the rest."""
    words = tmp_path / "words" / "da"
    words.mkdir(parents=True)
    (words / "footer.txt").write_text("Skriv tilbage.\n")
    for name in ("invitation.txt", "operator.txt"):
        (words / name).write_text("Subject: Kom\nSkriv tilbage.\n")
    (words / "words.toml").write_text('code = "da"\n')
    server = {"address": SERVER, "operator": OPERATOR, "language": "da", "templates": str(words.parent)}
    return benches(server=server)


def test_a_new_player_is_written_to_in_the_servers_language(danish: Bench) -> None:
    danish.writes(ANN, "REGISTER Ann")
    danish.writes(ANN, "GAMES")
    assert all("Skriv tilbage." in mail.text for mail in danish.mails(ANN))
    with danish.worker.database.read() as session:
        ann = Records(session).player(people.owner(session, ANN))
        assert ann is not None
        assert ann.language == "da"


def test_a_stranger_is_answered_in_the_servers_language(danish: Bench) -> None:
    danish.writes(EVE, "HELP", proven=False)
    assert "Skriv tilbage." in danish.mail(EVE).text


def test_who_is_invited_and_the_operator_are_written_to_in_the_servers_language(danish: Bench) -> None:
    danish.writes(ANN, f"NEW WITH {EVE}")
    assert "Skriv tilbage." in danish.mail(EVE).text
    broken = danish.worker.settings.server.templates
    assert broken is not None
    (broken / "da" / "answers").mkdir()
    (broken / "da" / "answers" / "games.txt").write_text("{{ no_such_fact }}\n")
    danish.writes(ANN, "GAMES")
    assert "Skriv tilbage." in danish.mail(OPERATOR).text


def test_english_is_what_a_server_speaks_whose_operator_says_nothing(bench: Bench) -> None:
    bench.writes(EVE, "HELP", proven=False)
    assert "For help: [HELP]." in bench.mail(EVE).text
