"""The rest of a deal at once: settled by itself, claimed and proven, or claimed and agreed to."""

from __future__ import annotations

import json
from datetime import timedelta

from pbem.cards import Card, card, cards
from pbem.db.models import GameRow
from pbem.hearts.entries import Played
from tests.app.setting import DECK, EAST, FOUR, NORTH, SOUTH, WEST, entries, lay, outcomes, plays, resigns
from tests.table import Bench


def hands(*three: str) -> list[tuple[Card, ...]]:
    """The hands of three seats from North on, and West's: all the other cards."""
    mine = [cards(text) for text in three]
    held = [one for hand in mine for one in hand]
    return [*mine, tuple(one for one in DECK if one not in held)]


# North has all the clubs; the points go within five tricks if everybody throws them.
CLUBS = hands(
    "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
    "2H 3H 4H 5H 6H 2D 3D 4D 5D 6D 7D 8D 9D",
    "7H 8H 9H 10H QS 10D JD QD KD AD 2S 3S 4S",
)
POINTS = "2C 2H 7H JH 3C 3H 8H QH 4C 4H 9H KH 5C 5H 10H AH"
# East has the two of clubs, North every other one and a low diamond.
NEARLY = hands(
    "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D",
    "2C 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
    "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
)


def so_far(bench: Bench, game: int, text: str, first: int = 0) -> None:
    """These cards are played, each trick in seat order from the seat `first`, which takes them all."""
    plays(bench, game, [Played((first + n) % 4, card(word)) for n, word in enumerate(text.split())])


def pace(bench: Bench, game: int, **options: object) -> None:
    with bench.worker.database.begin() as session:
        row = session.get(GameRow, game)
        assert row is not None
        row.options = json.dumps(options)


def played(bench: Bench, game: int) -> list[Played]:
    return [entry for entry in entries(bench, game) if isinstance(entry, Played)]


def nearly(bench: Bench) -> int:
    """North, who has taken the first trick, leads to the second, with one card that others may beat."""
    game = lay(bench, NEARLY)
    plays(bench, game, [Played(1, card("2C")), Played(2, card("2S")), Played(3, card("2H")), Played(0, card("AC"))])
    return game


def test_a_deal_ends_by_itself_when_no_card_that_counts_is_left(bench: Bench) -> None:
    game = lay(bench, CLUBS)
    bench.writes(NORTH, "SET MOON ADD")
    so_far(bench, game, POINTS)
    bench.writes(NORTH, "6C", answering=bench.mail(NORTH))
    bench.writes(EAST, "6H", answering=bench.mail(EAST))
    bench.writes(SOUTH, "QS", answering=bench.mail(SOUTH))
    bench.writes(WEST, "5S", answering=bench.mail(WEST))
    assert len(played(bench, game)) == 52
    for who in FOUR:
        text = " ".join(bench.mail(who).text.split())
        assert "No card that counts was left, so the last 8 tricks were played out at once" in text
        assert "End of deal 4: " in text


def test_a_table_may_play_every_deal_to_the_last_card(bench: Bench) -> None:
    game = lay(bench, CLUBS)
    pace(bench, game, rest=False)
    so_far(bench, game, POINTS)
    for who, text in ((NORTH, "6C"), (EAST, "6H"), (SOUTH, "QS"), (WEST, "5S")):
        bench.writes(who, text, answering=bench.mail(who))
    assert len(played(bench, game)) == 20


def test_a_deal_does_not_end_while_a_point_is_out(bench: Bench) -> None:
    game = lay(bench, CLUBS)
    so_far(bench, game, POINTS)
    for who, text in ((NORTH, "6C"), (EAST, "6H"), (SOUTH, "AD"), (WEST, "5S")):
        bench.writes(who, text, answering=bench.mail(who))
    assert len(played(bench, game)) == 20


def test_the_rest_is_the_claimers_at_once_when_the_cards_seen_prove_it(bench: Bench) -> None:
    game = lay(bench, CLUBS)
    so_far(bench, game, "2C 2H 7H JH")
    bench.writes(NORTH, "CLAIM REST", answering=bench.mail(NORTH))
    assert len(played(bench, game)) == 52
    assert "You have shot the moon" in bench.mail(NORTH).text


def test_the_rest_can_be_claimed_only_on_lead(bench: Bench) -> None:
    lay(bench, CLUBS)
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    refused = bench.writes(EAST, "CLAIM REST", answering=bench.mail(EAST))
    assert refused is not None
    assert "The rest can be claimed when it is your turn" in refused.text


def test_a_claim_that_is_not_proven_is_put_to_the_others_with_the_claimers_hand(bench: Bench) -> None:
    game = nearly(bench)
    asked = bench.writes(NORTH, "CLAIM REST", answering=bench.mail(NORTH))
    assert asked is not None
    assert "The others are asked" in asked.text
    for who in (EAST, SOUTH, WEST):
        assert "who holds 2D KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C" in " ".join(bench.mail(who).text.split())
    assert len(played(bench, game)) == 4


def test_when_all_agree_the_rest_is_played_out(bench: Bench) -> None:
    game = nearly(bench)
    bench.writes(NORTH, "CLAIM REST", answering=bench.mail(NORTH))
    for who, word in ((EAST, "yes"), (SOUTH, "AGREE")):
        bench.writes(who, word, answering=bench.mail(who))
        assert len(played(bench, game)) == 4
    bench.writes(WEST, "yes", answering=bench.mail(WEST))
    assert len(played(bench, game)) == 52
    assert "The rest was claimed by North" in bench.mail(EAST).text


def test_silence_agrees_after_the_tables_time(bench: Bench) -> None:
    game = nearly(bench)
    bench.writes(NORTH, "CLAIM REST", answering=bench.mail(NORTH))
    bench.passes(timedelta(hours=23))
    assert len(played(bench, game)) == 4
    bench.passes(timedelta(hours=2))
    assert len(played(bench, game)) == 52


def test_one_no_is_enough_and_the_deal_goes_on(bench: Bench) -> None:
    game = nearly(bench)
    bench.writes(NORTH, "CLAIM REST", answering=bench.mail(NORTH))
    bench.writes(SOUTH, "no", answering=bench.mail(SOUTH))
    assert "was not agreed to" in bench.mail(NORTH).text
    bench.passes(timedelta(hours=30))
    assert len(played(bench, game)) == 4
    again = bench.writes(NORTH, "CLAIM REST")
    assert again is not None
    assert "the game goes on" in again.text


def test_a_card_takes_the_claim_back(bench: Bench) -> None:
    game = nearly(bench)
    asked = bench.mail(NORTH)
    bench.writes(NORTH, "CLAIM REST", answering=asked)
    bench.writes(NORTH, "KC", answering=asked)
    claimed = bench.mails(EAST)[-1]
    bench.writes(EAST, "yes", answering=claimed)
    bench.passes(timedelta(hours=30))
    assert len(played(bench, game)) < 52


def test_who_proves_to_take_nothing_more_is_not_asked_again(bench: Bench) -> None:
    low = hands(
        "2D 3D 2S 3S 4S 5S 6S 2H 3H 4H 5H 6H 7H",
        "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
        "4D 5D 6D 7D 8D 9D 10D JD QD KD AD 7S 8S",
    )
    game = lay(bench, low)
    bench.writes(EAST, "2C", answering=bench.mail(EAST))
    safe = bench.writes(NORTH, "CLAIM NONE", answering=bench.mail(NORTH))
    assert safe is not None
    assert "you take none of the rest" in safe.text
    mails = len(bench.mails(NORTH))
    bench.writes(SOUTH, "8S", answering=bench.mail(SOUTH))
    bench.writes(WEST, "8H", answering=bench.mail(WEST))
    assert played(bench, game)[-1] == Played(0, card("7H"))
    assert len(bench.mails(NORTH)) == mails


def test_a_claim_of_none_that_is_not_proven_is_refused(bench: Bench) -> None:
    lay(bench, CLUBS)
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    refused = bench.writes(SOUTH, "CLAIM NONE", answering=bench.mail(SOUTH))
    assert refused is not None
    assert "does not prove" in refused.text


def test_a_robot_agrees_to_nothing_that_is_not_proven(bench: Bench) -> None:
    game = nearly(bench)
    resigns(bench, WEST)
    refused = bench.writes(NORTH, "CLAIM REST", answering=bench.mail(NORTH))
    assert refused is not None
    assert "the game goes on" in refused.text
    assert len(played(bench, game)) == 4


def test_to_end_a_deal_that_does_not_matter_any_more_the_others_are_asked(bench: Bench) -> None:
    game = nearly(bench)
    bench.writes(EAST, "CLAIM OPEN")
    for who in (NORTH, SOUTH, WEST):
        assert "A proposal to end this deal here comes from East" in bench.mail(who).text
        bench.writes(who, "ok", answering=bench.mail(who))
    assert len(played(bench, game)) == 52


def test_a_robot_that_takes_all_the_rest_says_so_instead_of_leading_card_by_card(bench: Bench) -> None:
    game = lay(bench, CLUBS)
    so_far(bench, game, "2C 2H 7H JH")
    resigns(bench, NORTH)
    assert len(played(bench, game)) == 52
    assert "The rest was claimed by" in " ".join(bench.mail(EAST).text.split())


def test_a_robot_claims_nothing_at_a_table_that_plays_to_the_last_card(bench: Bench) -> None:
    game = lay(bench, CLUBS)
    pace(bench, game, rest=False)
    so_far(bench, game, "2C 2H 7H JH")
    resigns(bench, NORTH)
    assert 4 < len(played(bench, game)) < 10


def test_a_late_card_while_the_shooter_chooses_is_of_a_turn_that_is_over_and_no_error(bench: Bench) -> None:
    game = lay(bench, CLUBS)
    so_far(bench, game, POINTS)
    bench.writes(NORTH, "6C", answering=bench.mail(NORTH))
    asked = bench.mail(EAST)
    for who, text in ((EAST, "6H"), (SOUTH, "QS"), (WEST, "5S")):
        bench.writes(who, text, answering=bench.mail(who))
    assert "MOON ADD" in bench.mail(NORTH).text
    for _ in range(2):
        late = bench.writes(EAST, "6H", answering=asked)
        assert late is not None
        assert "That turn is over" in late.text
        assert outcomes(bench)[-1] == "refused"
