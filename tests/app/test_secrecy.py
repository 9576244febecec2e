"""What a seat cannot know changes no byte of its mails."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.cards import Card, Suit, card
from pbem.ids import GameId
from tests.app import setting
from tests.app.setting import DECK, FOUR
from tests.table import Bench

NORTHS = [card(text) for text in ["2C", "9C", "KC", "3D", "8D", "QD", "AD", "4S", "QS", "KS", "2H", "7H", "AH"]]


def deal(swapped: bool) -> list[list[Card]]:
    """North's hand, and the other cards among the three others in one of two ways that follow suit alike."""
    rest = [c for c in DECK if c not in NORTHS]
    three = [rest[n::3] for n in range(3)]
    if swapped:  # two seats change a card of a suit that neither shows to north
        one, two = (next(c for c in hand if c.suit is Suit.SPADES and c.rank != 1) for hand in three[1:])
        three[1] = [two if c == one else c for c in three[1]]
        three[2] = [one if c == two else c for c in three[2]]
    return [NORTHS, *three]


def told(bench: Bench, seat: int, number: int, swapped: bool, letters: Callable[[Bench], None]) -> list[bytes]:
    """Every mail that this seat got, without its time-bound parts: there are none."""
    hands = deal(swapped)
    setting.lay(bench, [*hands[-seat:], *hands[:-seat]] if seat else hands, number=number)
    letters(bench)
    return [mail.raw for mail in bench.mails(FOUR[seat])]


def nothing(bench: Bench) -> None: ...


def everybody_looks(bench: Bench) -> None:
    """All write, in the same words, and nobody plays."""
    for address in FOUR:
        for order in ("HAND", "SCORE", "GAMES", "RULES", "LAST", "HISTORY", "DEAL", "SAY hello"):
            bench.writes(address, f"GAME 1\n{order}")


def clubs_and_looks(bench: Bench) -> None:
    """A trick of clubs, which all have alike, and then everybody looks."""
    for _ in range(4):
        with bench.worker.database.read() as session:
            from pbem.app.unit_of_work import UnitOfWork

            table = UnitOfWork(session, bench.worker.services, bench.now).table(GameId(1))
            seat = table.playing().to_act[0]
            legal = table.playing().legal_cards(seat)
        bench.writes(FOUR[seat], f"GAME 1\nPLAY {min(legal).text}")
    everybody_looks(bench)


def passes_and_looks(bench: Bench) -> None:
    """North passes, the others pass diamonds, and everybody looks before and after."""
    everybody_looks(bench)
    for seat, address in enumerate(FOUR):
        with bench.worker.database.read() as session:
            from pbem.app.unit_of_work import UnitOfWork

            hand = UnitOfWork(session, bench.worker.services, bench.now).table(GameId(1)).view(seat).hand
        three = [c.text for c in hand if c.suit is Suit.DIAMONDS][:3]
        bench.writes(address, f"GAME 1\nPASS {' '.join(three)}")
    bench.writes(FOUR[0], "GAME 1\nHAND")


@pytest.mark.parametrize(
    ("number", "letters"),
    [
        (4, nothing),
        (4, everybody_looks),
        (4, clubs_and_looks),
        (1, nothing),
        (1, everybody_looks),
        (1, passes_and_looks),
    ],
)
@pytest.mark.parametrize("seat", [0, 2])
def test_cards_that_a_seat_cannot_know_change_no_byte_of_its_mails(
    benches: Callable[..., Bench], seat: int, number: int, letters: Callable[[Bench], None]
) -> None:
    limits = {"mails_per_hour_per_sender": 1000}
    one, other = (told(benches(limits=limits), seat, number, swapped, letters) for swapped in (False, True))
    assert one
    assert one == other


def test_the_two_deals_differ_for_those_who_hold_the_cards(benches: Callable[..., Bench]) -> None:
    """Or the test above would say nothing."""
    one, other = (benches() for _ in range(2))
    for bench, swapped in ((one, False), (other, True)):
        setting.lay(bench, deal(swapped), number=1)
    assert [one.mail(each).hand == other.mail(each).hand for each in FOUR] == [True, True, False, False]
