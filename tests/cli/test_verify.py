"""`pbem verify`: what it says of saved mails."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cards import cards
from pbem.cli import app
from pbem.hearts.entries import Base, Dealt
from pbem.seals import opened_text, seal_text

DEALT = Dealt(Base(3, 1, (0, 0)), (cards("2C 3C"), cards("4D 5D")), (), "abcdefghijklmnopqrstuvwxyz234567")
FIRST = f"hello\n{seal_text(7, DEALT)}\n"
LAST = f"bye\n{opened_text(7, DEALT)}\n"


@pytest.mark.parametrize(
    ("mails", "says", "status"),
    [
        ((FIRST, LAST), "game 7, deal 3: proven", 0),
        ((LAST,), "game 7, deal 3: opened; compare this", 0),
        ((FIRST, LAST.replace("2.3", "2.4")), "game 7, deal 3: NOT the deal", 1),
        ((FIRST,), "there is no opened deal", 2),
    ],
)
def test_saved_mails_are_judged(tmp_path: Path, mails: tuple[str, ...], says: str, status: int) -> None:
    files = [tmp_path / f"{n}.txt" for n in range(len(mails))]
    for file, text in zip(files, mails, strict=True):
        file.write_text(text)
    done = CliRunner().invoke(app, ["verify", *map(str, files)])
    assert says in done.output
    assert done.exit_code == status


def test_a_saved_mail_is_read_through_its_encoding(tmp_path: Path) -> None:
    file = tmp_path / "last.eml"
    body = (FIRST + LAST).encode().replace(b"=", b"=3D").replace(b"hand1", b"ha=\nnd1")
    file.write_bytes(
        b"From: a@example.org\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        + body
    )
    done = CliRunner().invoke(app, ["verify", str(file)])
    assert "game 7, deal 3: proven" in done.output


def test_copied_text_comes_by_standard_input_and_goes_out_as_json() -> None:
    done = CliRunner().invoke(app, ["verify", "--json"], input=FIRST + LAST)
    assert '"proven": true' in done.output


@pytest.mark.parametrize(
    ("name", "says"), [("nosuch", "No such file"), (".", "Is a directory"), ("nosuch/in", "No such")]
)
def test_a_file_that_cannot_be_read_is_told_by_its_name(tmp_path: Path, name: str, says: str) -> None:
    done = CliRunner().invoke(app, ["verify", str(tmp_path / name)])
    assert done.exit_code == 2
    assert f"cannot read {tmp_path / name}: {says}" in done.output
