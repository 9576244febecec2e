"""A move that was taken can be seen to be: the first three at once, later ones in the next mail, by setting always."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from pbem import cards as pack
from pbem.app.unit_of_work import UnitOfWork
from pbem.render.filters import with_sign
from tests.app import reader, setting
from tests.app.setting import EAST, FOUR, NORTH, SOUTH, WEST, lay
from tests.app.test_early import HANDS
from tests.table import Bench, Sent

ORDER = ((NORTH, "2C"), (EAST, "3C"), (SOUTH, "4C"), (WEST, "8C"))


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def signed(code: str) -> str:
    """The card as a trick shows it."""
    return with_sign(pack.card(code))


def acknowledged(bench: Bench, who: str, moves: int = 3) -> None:
    """As after so many moves of this person."""
    with bench.worker.database.begin() as session:
        uow = UnitOfWork(session, bench.worker.services, bench.now)
        player = uow.person_at(who)
        assert player is not None
        player.acknowledged = moves
        uow.flush()


def test_the_first_three_moves_are_acknowledged_at_once_and_later_ones_in_the_next_mail(bench: Bench) -> None:
    asked = setting.solo(bench)
    answers = [bench.writes(NORTH, " ".join(asked.hand[:3]), answering=asked)]
    cards = []
    for _ in range(3):
        asked = bench.mail(NORTH)
        cards.append(asked.legal[0])
        answers.append(bench.writes(NORTH, cards[-1], answering=asked))
    assert "Your first three moves are acknowledged at once" in flat(answers[0])
    for card, answer in zip(cards[:2], answers[1:3], strict=True):
        assert f"Played: {card}." in flat(answer)
    assert "Played:" not in flat(answers[3])
    assert f"you {signed(cards[2])}" in flat(answers[3]) or f"you led {signed(cards[2])}" in flat(answers[3])


def test_a_kept_card_is_acknowledged_too(bench: Bench) -> None:
    lay(bench, HANDS)
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    kept = bench.writes(WEST, "8C", answering=bench.mail(WEST))
    assert "Kept for your turn: 8C." in flat(kept)
    assert "Your first three moves are acknowledged at once" in flat(kept)


def test_the_third_says_that_the_next_mail_will_tell_and_how_to_be_told_at_once(bench: Bench) -> None:
    lay(bench, HANDS)
    acknowledged(bench, NORTH, 2)
    third = bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    assert "Played: 2C. From now on the next mail says that your move was taken." in flat(third)
    assert "[SET CONFIRM ON]" in flat(third)


def test_after_three_moves_the_next_mail_says_that_the_move_was_taken(bench: Bench) -> None:
    lay(bench, HANDS)
    for who in FOUR:
        bench.writes(who, "HAND")
        acknowledged(bench, who)
    assert bench.writes(NORTH, "2C", answering=bench.mail(NORTH)) is None
    assert bench.writes(WEST, "8C", answering=bench.mail(WEST)) is None
    bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
    bench.writes(EAST, "AC", answering=bench.mail(EAST))
    assert "Last: North led 2♣, you A♣" in flat(bench.mail(EAST))
    bench.writes(EAST, "5D", answering=bench.mail(EAST))
    for who, card in ((WEST, "8C"), (SOUTH, "4C"), (NORTH, "2C")):
        assert re.search(f"you (led )?{signed(card)}", flat(bench.mail(who)))


def test_set_confirm_on_or_always_acknowledges_every_move_at_once(bench: Bench) -> None:
    lay(bench, HANDS)
    for who, value in ((NORTH, "ON"), (WEST, "always")):
        assert "confirm is on now" in flat(bench.writes(who, f"SET CONFIRM {value}"))
        acknowledged(bench, who)
    assert "Played: 2C." in flat(bench.writes(NORTH, "2C", answering=bench.mail(NORTH)))
    kept = flat(bench.writes(WEST, "8C", answering=bench.mail(WEST)))
    assert "Kept for your turn: 8C." in kept
    assert "first three" not in kept


def test_what_a_stand_in_played_is_not_told_as_the_readers_move(bench: Bench) -> None:
    lay(bench, HANDS)
    for who in FOUR:
        acknowledged(bench, who)
    bench.passes(timedelta(hours=49))
    told = flat(bench.mail(NORTH))
    assert "a robot stood in for you" in told
    assert "you led 2♣ (stand-in)" in told


def test_an_acknowledgement_goes_to_its_author_alone_and_changes_no_letter_of_the_others(
    benches: Callable[..., Bench],
) -> None:
    seen = []
    for confirm in ("ON", "OFF"):
        bench = benches()
        lay(bench, HANDS)
        for who in FOUR:
            acknowledged(bench, who)
        bench.writes(WEST, f"SET CONFIRM {confirm}")
        bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
        bench.writes(WEST, "8C", answering=bench.mail(WEST))
        bench.writes(EAST, "AC", answering=bench.mail(EAST))
        bench.writes(SOUTH, "4C", answering=bench.mail(SOUTH))
        seen.append([[mail.text + mail.html for mail in bench.mails(who)] for who in (NORTH, EAST, SOUTH)])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_a_pass_is_a_move(bench: Bench, moves: int) -> None:
    lay(bench, HANDS, number=1)
    acknowledged(bench, NORTH, moves)
    asked = bench.mail(NORTH)
    passed = flat(bench.writes(NORTH, " ".join(asked.hand[:3]), answering=asked))
    assert "You pass" in passed
    assert ("Your first three moves" in passed) == (moves == 0)
    assert ("From now on the next mail" in passed) == (moves == 2)


def test_who_wins_the_trick_is_told_of_the_move_with_the_next_question(bench: Bench) -> None:
    asked = setting.begun(bench)
    acknowledged(bench, NORTH)
    following = bench.writes(NORTH, asked.legal[0], answering=asked)
    assert re.search(f"you (led )?{signed(asked.legal[0])}", flat(following))


def test_what_is_said_before_the_first_card_is_acknowledged_by_the_next_mail(bench: Bench) -> None:
    setting.gather(bench, EAST, "robot", "robot", order="NEW gong-zhu")
    for who in (NORTH, EAST):
        acknowledged(bench, who)
    asked = {who: bench.mail(who) for who in (NORTH, EAST)}
    assert reader.asked(asked[NORTH]) == "charge"
    assert bench.writes(NORTH, "none", answering=asked[NORTH]) is None
    told = flat(bench.writes(NORTH, "HAND", answering=asked[NORTH]))
    assert "You laid nothing open." in told
    bench.writes(EAST, "none", answering=asked[EAST])
    assert any("You laid nothing open." in flat(mail) for mail in bench.mails(EAST)[2:])
    assert "You laid nothing open." not in flat(bench.mails(NORTH)[0])


@pytest.mark.parametrize(("bid", "told"), [("none", "You made no bid."), ("5", "Your bid of 5 was taken.")])
def test_a_bid_is_acknowledged_by_the_next_mail(benches: Callable[..., Bench], bid: str, told: str) -> None:
    bench = benches("bids")
    setting.gather(bench, EAST, SOUTH, order="NEW dummy players=3 pass=hold")
    for who in (NORTH, EAST, SOUTH):
        acknowledged(bench, who)
    first = next(who for who in (NORTH, EAST, SOUTH) if reader.asked(bench.mail(who)) == "bid")
    said = f"BID {bid}"
    bench.writes(first, said, answering=bench.mail(first))
    assert told in flat(bench.writes(first, "HAND"))


def test_a_call_is_acknowledged_by_the_next_mail(bench: Bench) -> None:
    setting.gather(bench, EAST, "robot", "robot", order="NEW nasty")
    acknowledged(bench, NORTH)
    called = bench.writes(NORTH, "left", answering=bench.mail(NORTH))
    assert "The pass goes as you called it." in flat(called)
    assert "The pass goes as you called it." not in bench.mail(EAST).text
