"""Fair and seen to be fair: each deal is sealed in its first mails, opened at its end, and anybody can check it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from pbem.cards import cards
from pbem.hearts.entries import Base, Dealt
from pbem.seals import opened_text, seal_of, seal_text, verify
from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.render import inert
from tests.table import Bench, Sent

DEALT = Dealt(
    Base(3, 1, (0, 0)), (cards("2C 3C 10H"), cards("4D JK 5R")), cards("QS 2H"), "abcdefghijklmnopqrstuvwxyz234567"
)


def deal_to_the_end(bench: Bench, asked: Sent) -> Sent:
    """North plays the lowest legal cards until the first deal is over; the mail that tells it."""
    mail: Sent | None = asked
    for _ in range(40):
        assert mail is not None
        if "End of deal 1" in mail.text:
            return mail
        order = " ".join(mail.hand[:3]) if mail.to_pass else mail.legal[0] if mail.legal else "HAND"
        mail = bench.writes(NORTH, order, answering=mail)
    raise AssertionError("the deal has no end")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, new_database: Path) -> Iterator[tuple[Bench, Sent, Sent, Sent]]:
    """A server, the first and the last mail of a deal there, and the one that opens its seal."""
    folder = tmp_path_factory.mktemp("fair")
    copyfile(new_database, folder / "pbem.db")
    bench = Bench(folder)
    first = setting.solo(bench)
    end = deal_to_the_end(bench, first)
    opened = bench.writes(NORTH, "HISTORY 1", answering=end)
    assert opened is not None
    yield bench, first, end, opened
    bench.close()


@pytest.fixture
def played(table: tuple[Bench, Sent, Sent, Sent]) -> tuple[Sent, Sent]:
    return table[1], table[3]


def test_the_first_mail_of_a_deal_carries_its_seal_to_every_seat_and_in_both_parts(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    firsts = [bench.mail(each) for each in setting.FOUR]
    seals = {seal for mail in firsts for seal in re.findall(r"sha256=([0-9a-f]{64})", mail.text + mail.html)}
    assert len(seals) == 1
    assert all(mail.text.count("sha256=") == mail.html.count("sha256=") == 1 for mail in firsts)


def test_later_mails_of_the_deal_do_not_repeat_the_seal(bench: Bench) -> None:
    assert "sha256=" not in setting.begun(bench).text


def test_nothing_opens_the_seal_while_the_deal_is_played(bench: Bench) -> None:
    asked = setting.begun(bench)
    bench.writes(NORTH, "HISTORY 1", answering=asked)
    bench.writes(NORTH, "HAND", answering=asked)
    bench.writes(NORTH, "EXPORT", answering=asked)
    with bench.worker.database.read():
        salt = setting.entries(bench, 1)[1].salt
    assert len(salt) == 32
    assert not any(salt in mail.raw.decode() for mail in bench.post.sent)


def test_the_history_of_a_deal_opens_what_its_first_mail_sealed(played: tuple[Sent, Sent]) -> None:
    first, last = played
    (checked,) = verify([first.text, last.text])
    assert (checked.game, checked.deal, checked.holds) == (1, 1, True)
    (shown,) = verify([first.text, inert.html_text(last.html)])
    assert shown == checked


def test_the_end_of_the_deal_says_in_one_line_what_opens_its_seal(table: tuple[Bench, Sent, Sent, Sent]) -> None:
    end = table[2]
    assert "All hands of deal 1, and what opens its seal: [HISTORY 1]." in end.text
    assert "salt=" not in end.text + end.html
    assert "body=HISTORY%201" in end.html


def test_the_opened_text_gives_the_hands_that_were_dealt(played: tuple[Sent, Sent]) -> None:
    first, last = played
    opened = " ".join(last.text.split())
    for code in first.hand:
        rank, suit = code[:-1], code[-1]
        assert re.search(rf"hand1 [^h]*\b{suit}=(?:\w+\.)*{rank}\b", opened)


def test_a_card_changed_after_the_deal_shows(played: tuple[Sent, Sent]) -> None:
    first, last = played
    forged = re.sub(r"(pbem-deal-1[^h]*hand1\s+C=)(\w+)", r"\g<1>\g<2>.2", last.text)
    assert forged != last.text
    assert [deal.holds for deal in verify([first.text, forged])] == [False]


def test_a_mail_that_is_quoted_and_broken_anew_still_proves_it(played: tuple[Sent, Sent]) -> None:
    quoted = ["> > " + line.replace(" ", "  ") + "\r\n" for mail in played for line in mail.text.split("\n")]
    assert [deal.holds for deal in verify(["".join(quoted)])] == [True]


def test_without_the_first_mail_there_is_nothing_to_compare_with(played: tuple[Sent, Sent]) -> None:
    assert [deal.holds for deal in verify([played[1].text.split("The seal of this deal")[0]])] == [None]


def test_standard_tools_come_to_the_same_sum(played: tuple[Sent, Sent]) -> None:
    first, last = played
    opened = re.search(r"^pbem-deal-1.*?salt=\w{32}", last.text, re.MULTILINE | re.DOTALL)
    assert opened is not None
    shell = "tr -d '>[:space:]' | sha256sum"
    found = subprocess.run(["sh", "-c", shell], input=opened[0], capture_output=True, text=True, check=True)
    assert found.stdout.split()[0] in first.text


def test_the_lines_of_proof_are_no_orders(played: tuple[Sent, Sent]) -> None:
    for mail in played:
        proof = mail.text.partition("seal")[2]
        assert inert.orders_in(proof) == []
        assert inert.lines_like_orders(proof) == []


def test_the_same_cards_with_another_salt_have_another_seal() -> None:
    other = Dealt(DEALT.base, DEALT.hands, DEALT.rest, DEALT.salt[::-1])
    assert seal_text(7, DEALT) != seal_text(7, other)
    assert seal_text(7, DEALT).replace("table=7", "table=8") != seal_text(8, DEALT)


def test_every_pack_and_the_order_of_a_stock_are_told() -> None:
    text = opened_text(7, DEALT)
    assert "hand1 C=2.3 H=10 hand2 D=4 J=x R=5 rest S=Q H=2 salt=" in text
    assert seal_of(text) in seal_text(7, DEALT)
    turned = Dealt(DEALT.base, DEALT.hands, DEALT.rest[::-1], DEALT.salt)
    assert seal_of(opened_text(7, turned)) != seal_of(text)


def test_a_deal_of_older_days_has_no_seal_and_no_fault() -> None:
    assert opened_text(7, Dealt(DEALT.base, DEALT.hands)) == seal_text(7, Dealt(DEALT.base, DEALT.hands)) == ""


def test_salts_differ_from_game_to_game(bench: Bench) -> None:
    for _ in range(3):
        bench.writes(f"North <{NORTH}>", "NEW WITH 3 ROBOTS")
    dealt = [setting.entries(bench, game)[1] for game in (1, 2, 3)]
    assert len({entry.salt for entry in dealt if isinstance(entry, Dealt)}) == 3


def test_the_seal_is_all_that_tells_two_deals_apart_which_differ_in_hidden_cards(
    benches: Callable[..., Bench],
) -> None:
    deck = setting.DECK
    mails = []
    for swapped in (False, True):
        bench = benches()
        hands = [list(deck[n::4]) for n in range(4)]
        if swapped:
            hands[1][-1], hands[2][-1] = hands[2][-1], hands[1][-1]
        setting.lay(bench, hands, salt="abcdefghijklmnopqrstuvwxyz234567")
        bench.writes(NORTH, "HAND")
        mails.append([mail.subject + mail.text + mail.html for mail in bench.mails(NORTH)])
    seals = [set(re.findall(r"sha256=([0-9a-f]{64})", "".join(one))) for one in mails]
    assert len(seals[0]) == len(seals[1]) == 1
    assert seals[0] != seals[1]
    plain = [[re.sub(r"[0-9a-f]{64}", "seal", mail) for mail in one] for one in mails]
    assert plain[0] == plain[1]


def test_the_lines_of_the_documentation_prove_a_deal_and_refuse_a_forged_one(
    played: tuple[Sent, Sent], tmp_path: Path
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")
    lines = re.search(r"```sh\n(.*?)```", page, re.DOTALL)
    assert lines is not None
    first, last = (re.split(r"\nThe seal of this deal", mail.text)[n] for n, mail in ((1, played[0]), (0, played[1])))
    (tmp_path / "first.txt").write_text(first)
    for said, text in (("this is the deal that was sealed\n", last), ("", last.replace("hand1 C=", "hand1 C=14."))):
        (tmp_path / "last.txt").write_text("> " + text.replace("\n", "\n> "))
        done = subprocess.run(["sh", "-c", lines[1]], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.stdout == said
