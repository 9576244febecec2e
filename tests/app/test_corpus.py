"""Every letter of the corpus through the whole desk: acted on, answered with an error, or ignored without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.cli.checking import check
from pbem.hearts.entries import Passed, Played
from tests.app import setting
from tests.table import Bench

CORPUS = Path(__file__).parents[1] / "mail" / "message" / "corpus"
EXPECTED = Path(__file__).parent / "corpus.tsv"
SEATS = {"n": 0, "e": 1, "s": 2, "w": 3}


@dataclass(frozen=True)
class Expected:
    file: str
    sender: str
    outcome: str


def expected() -> list[Expected]:
    lines = EXPECTED.read_text(encoding="utf-8").splitlines()[1:]
    return [Expected(*line.split("\t")[:3]) for line in lines]


ALL = {each.file.removesuffix(".eml"): each for each in expected()}


def test_the_table_names_every_letter() -> None:
    assert set(ALL) == {path.stem for path in CORPUS.glob("*.eml")}


def people(each: Expected) -> tuple[str, ...]:
    """The four at the table; who has an unusual address sits in the north."""
    if each.sender.partition("@")[0] == "nørd" or "bücher" in each.sender:
        return (each.sender, *setting.FOUR[1:])
    return setting.FOUR


def laid(bench: Bench, each: Expected, raw: bytes) -> tuple[int, int]:
    """A table at which the letter's order is legal for its sender; its number, and the seat."""
    who = people(each)
    named = re.search(rb"hearts\+t7\.([nesw])\.|<t7\.12\.([nesw])\.", raw, re.IGNORECASE)
    letter = (named[1] or named[2]).decode().lower() if named else "n"
    seat = who.index(each.sender) if each.sender in who else SEATS[letter]
    verb, _, cards = each.outcome.partition(" ")
    if verb == "PASS":
        return setting.must_pass(bench, seat, cards, who), seat
    return setting.may_play(bench, seat, cards or "QS", who), seat


def with_our_tokens(bench: Bench, raw: bytes, game: int) -> bytes:
    """The letter with each seat's real reply token and Message-ID in place of the stand-ins."""
    for name, seat in SEATS.items():
        token, bounce = setting.tokens(bench, game, seat)
        ours = f"{token}.abcdefghijkl@example.net"
        raw = re.sub(rb"t7\.12\.%s\.[a-z0-9]{8}@example\.net" % name.encode(), ours.encode(), raw, flags=re.IGNORECASE)
        stand_in = rb"hearts\+t7\.%s\.[a-z0-9]{8}@" % name.encode()
        raw = re.sub(stand_in, f"hearts+{token}@".encode(), raw)
        raw = re.sub(stand_in, f"HEARTS+{token}@".upper().encode(), raw, flags=re.IGNORECASE)
        raw = raw.replace(b"[Hearts 1]", f"[Hearts {game}]".encode())
        raw = re.sub(rb"bounce\+t7\.%s\.[a-z0-9]{8}@" % name.encode(), f"hearts+{bounce}@".encode(), raw)
    return raw


def log_of(bench: Bench, game: int, seat: int) -> list[str]:
    return [
        f"{'PASS' if isinstance(entry, Passed) else 'PLAY'} {texts}"
        for entry in setting.entries(bench, game)
        if isinstance(entry, Played | Passed) and entry.seat == seat
        for texts in [" ".join(c.text for c in (entry.cards if isinstance(entry, Passed) else (entry.card,)))]
    ]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One server for all letters, each with a table of its own; it answers as many errors as come."""
    limits = {"error_answers_per_hour": 500, "error_answers_per_day": 500, "mails_per_hour_per_sender": 500}
    bench = Bench(tmp_path_factory.mktemp("corpus"), options={"limits": limits})
    yield bench
    assert check(bench.worker.settings)["faults"] == []
    bench.close()


@pytest.mark.parametrize("name", [n for n in ALL if not n.startswith(("088", "089"))])
def test_each_letter_has_its_outcome(server: Bench, name: str) -> None:
    bench, each = server, ALL[name]
    raw = (CORPUS / f"{name}.eml").read_bytes()
    game, seat = laid(bench, each, raw)
    who = people(each)
    before, sent = log_of(bench, game, seat), len(bench.post.sent)
    length = len(setting.entries(bench, game))

    bench.takes(with_our_tokens(bench, raw, game), source="maildir")

    new = bench.post.sent[sent:]
    outcome = setting.outcomes(bench)[-1]
    if each.outcome == "ignore":
        assert outcome.startswith("ignored: ")
        assert new == []
        assert len(setting.entries(bench, game)) == length
    elif each.outcome == "confirm":
        assert outcome.startswith("asked: ")
        assert [mail.to for mail in new] == [who[seat]]
        assert len(setting.entries(bench, game)) == length
    elif each.outcome == "error":
        assert len(setting.entries(bench, game)) == length
        owner = each.sender if each.sender in who else who[seat]  # to the address of record, not to a friend
        assert [mail.to for mail in new] == [owner]
        assert new[0].message["Auto-Submitted"] in ("auto-replied", "auto-generated")
    else:
        assert outcome == "done"
        added = log_of(bench, game, seat)[len(before) :]
        verb, *cards = each.outcome.split()
        assert added[0].split()[0] == verb
        assert sorted(added[0].split()[1:]) == sorted(cards)
        assert len(added) == 1
        assert all("Not done" not in mail.text for mail in new)


def test_two_copies_of_one_letter_act_once_and_the_second_is_not_answered(bench: Bench) -> None:
    raw = [(CORPUS / f"{name}.eml").read_bytes() for name in ("088-duplicate-copy-a", "089-duplicate-copy-b")]
    game, seat = laid(bench, ALL["088-duplicate-copy-a"], raw[0])
    first, second = (with_our_tokens(bench, each, game) for each in raw)

    bench.takes(first)
    played, sent = len(setting.entries(bench, game)), len(bench.post.sent)
    bench.restart()
    bench.takes(second, source="imap")

    assert log_of(bench, game, seat)[-1] == "PLAY QS"
    assert len(setting.entries(bench, game)) == played
    assert len(bench.post.sent) == sent
