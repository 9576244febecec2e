"""Finding a table: open seats, TABLES, JOIN number and JOIN ANY, SEEK, REMATCH."""

from __future__ import annotations

from datetime import timedelta

from pbem.db.queries import games
from pbem.hearts.entries import Dealt, Opened
from pbem.ids import GameId
from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.render import inert
from tests.table import Bench, Sent


def say(bench: Bench, who: str, text: str, **more: object) -> Sent:
    answer = bench.writes(f"{who.partition('@')[0].title()} <{who}>", text, **more)  # type: ignore[arg-type]
    assert answer is not None
    return answer


def test_an_open_table_is_listed_with_what_is_played_how_fast_and_what_it_needs(bench: Bench) -> None:
    say(bench, NORTH, "NEW web open target=50 deadline=24h reliability=80 WITH robot")
    told = " ".join(say(bench, EAST, "TABLES").text.split())
    assert "Number 1: Web Hearts for 4 players, 2 more needed. With North (host), Pixel." in told
    assert "1 day for each answer" in told
    assert "80 percent" in told
    assert "How it differs from American Hearts:" in told
    assert "[JOIN 1]" in told


def test_a_table_for_friends_is_not_listed(bench: Bench) -> None:
    say(bench, NORTH, f"NEW WITH {WEST}")
    assert "no table now with a free seat" in say(bench, EAST, "TABLES").text
    assert "no open invitation" in say(bench, EAST, "JOIN 1").text


def test_anybody_takes_a_seat_by_the_tables_number_and_the_last_one_begins_the_game(bench: Bench) -> None:
    say(bench, NORTH, "NEW open WITH robot")
    assert "Seat 3: East (you)" in say(bench, EAST, "JOIN 1").text
    assert "East" in bench.mail(NORTH).text
    assert say(bench, SOUTH, "JOIN 1").to_pass == 3
    assert bench.mail(NORTH).to_pass == bench.mail(EAST).to_pass == 3


def test_friends_are_invited_to_an_open_table_and_their_seats_are_kept(bench: Bench) -> None:
    say(bench, NORTH, f"NEW open WITH {EAST} robot")
    say(bench, SOUTH, "JOIN 1")
    assert "no open invitation" in say(bench, WEST, "JOIN 1").text
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    assert bench.mail(SOUTH).to_pass == 3


def test_a_declined_seat_of_an_open_table_is_free_for_anybody(bench: Bench) -> None:
    say(bench, NORTH, f"NEW open WITH {EAST} 2 robots")
    bench.writes(EAST, "no", answering=bench.mail(EAST))
    assert say(bench, WEST, "JOIN 1").to_pass == 3


def test_join_any_goes_where_the_fewest_are_missing(bench: Bench) -> None:
    say(bench, NORTH, "NEW open")
    say(bench, SOUTH, "NEW open WITH 2 robots")
    assert say(bench, EAST, "join any").subject.startswith("[Hearts 2]")
    assert "Seat 2: West" in say(bench, WEST, "JOIN ANY").text


def test_without_an_open_table_join_any_tells_of_seek(bench: Bench) -> None:
    assert "[SEEK]" in say(bench, EAST, "JOIN ANY").text


def test_a_stranger_whose_address_is_not_proven_takes_no_seat(bench: Bench) -> None:
    say(bench, NORTH, "NEW open WITH 2 robots")
    asked = bench.writes(EAST, "JOIN 1", proven=False)
    assert asked is not None
    assert "[JOIN 1]" in asked.text
    assert "East" not in say(bench, NORTH, "SCORE").text
    assert say(bench, EAST, "yes please", answering=asked, proven=False).to_pass == 3


def test_nobody_sits_twice_at_an_open_table(bench: Bench) -> None:
    say(bench, NORTH, "NEW open")
    assert "no table now" in say(bench, NORTH, "TABLES").text
    assert "JOIN 1" not in say(bench, NORTH, "JOIN ANY").text
    assert "Already at this table" in say(bench, NORTH, "JOIN 1").text


def test_who_seeks_hears_once_of_a_table_of_that_kind(bench: Bench) -> None:
    assert "Web Hearts" in say(bench, EAST, "SEEK web").text
    say(bench, NORTH, "NEW open")
    count = len(bench.mails(EAST))
    say(bench, NORTH, "NEW web open WITH 2 robots")
    assert len(bench.mails(EAST)) == count + 1
    assert "A free seat" in bench.mail(EAST).subject
    say(bench, SOUTH, "NEW web open")
    assert len(bench.mails(EAST)) == count + 1
    assert say(bench, EAST, "JOIN", answering=bench.mails(EAST)[-1]).to_pass == 3


def test_a_seat_that_becomes_free_is_told_to_those_who_seek(bench: Bench) -> None:
    say(bench, NORTH, f"NEW open WITH {EAST} 2 robots")
    say(bench, WEST, "SEEK")
    bench.writes(EAST, "no", answering=bench.mail(EAST))
    assert "A free seat" in bench.mail(WEST).subject


def test_a_search_ends_with_seek_off_with_a_seat_and_with_time(bench: Bench) -> None:
    say(bench, EAST, "SEEK")
    say(bench, EAST, "SEEK OFF")
    say(bench, WEST, "SEEK")
    bench.now += timedelta(days=31)
    bench.worker.pulse()
    before = len(bench.mails(EAST)), len(bench.mails(WEST))
    say(bench, NORTH, "NEW open")
    assert (len(bench.mails(EAST)), len(bench.mails(WEST))) == before


def test_seek_shows_at_once_what_is_there(bench: Bench) -> None:
    say(bench, NORTH, "NEW open")
    assert "[JOIN 1]" in say(bench, EAST, "SEEK").text


def test_who_wants_no_mails_hears_of_no_table(bench: Bench) -> None:
    say(bench, EAST, "SEEK")
    say(bench, EAST, "STOP")
    count = len(bench.mails(EAST))
    say(bench, NORTH, "NEW open")
    assert len(bench.mails(EAST)) == count


def finished(bench: Bench) -> int:
    """A game of North, East and two robots that is over, with its last mails sent."""
    say(bench, NORTH, f"NEW deals=1 deadline=24h WITH {EAST} 2 robots")
    bench.writes("East <east@example.com>", "yes", answering=bench.mail(EAST))
    for _ in range(60):
        for who in (NORTH, EAST):
            mail = bench.mail(who)
            if "Final standings" in mail.text:
                return 1
            if mail.to_pass or mail.legal:
                order = " ".join(mail.hand[:3]) if mail.to_pass else mail.legal[0]
                bench.writes(who, order, answering=mail)
    raise AssertionError("the game does not end")


def test_a_rematch_invites_the_same_people_and_the_next_dealer_deals(bench: Bench) -> None:
    finished(bench)
    assert "[REMATCH]" in bench.mail(NORTH).text
    say(bench, EAST, "REMATCH", answering=bench.mail(EAST))
    invitation = bench.mail(NORTH)
    assert "Invitation from East" in invitation.subject
    assert "(robot)" in invitation.text
    assert "No account is needed" not in invitation.text + invitation.html  # North plays here already
    assert "Your address came from" not in invitation.text + invitation.html
    assert "[NEVER]" in invitation.text
    joined = say(bench, NORTH, "yes", answering=invitation)
    assert joined.to_pass == 3
    log = setting.entries(bench, 2)
    assert log[0] == setting.entries(bench, 1)[0]
    assert isinstance(log[0], Opened)
    with bench.worker.database.read() as session:
        names = [seat.name for seat in games.seats(session, GameId(2))]
    assert names[0] == "East"  # on the seat after the one that dealt last
    assert names[3] == "North"
    dealt = log[1]
    assert isinstance(dealt, Dealt)
    assert dealt.base.dealer == 0


def test_who_asks_second_for_a_rematch_joins_the_table_of_the_first(bench: Bench) -> None:
    finished(bench)
    last = bench.mail(EAST)
    say(bench, NORTH, "REMATCH", answering=bench.mail(NORTH))
    assert say(bench, EAST, "rematch", answering=last).to_pass == 3
    with bench.worker.database.read() as session:
        assert len(games.page(session, None, 0, 9)) == 2


def test_a_rematch_written_afresh_is_of_the_last_game_that_ended(bench: Bench) -> None:
    finished(bench)
    assert "Your table is made" in " ".join(say(bench, EAST, "REMATCH").text.split())
    assert "Invitation from East" in bench.mail(NORTH).subject
    assert "You are in no game" in say(bench, WEST, "REMATCH").text


def test_there_is_no_rematch_before_the_end(bench: Bench) -> None:
    asked = setting.begun(bench)
    assert "is not over yet" in say(bench, NORTH, "REMATCH", answering=asked).text


def test_our_lists_of_tables_are_no_orders(bench: Bench) -> None:
    say(bench, NORTH, "NEW web open target=50 WITH robot")
    say(bench, WEST, "SEEK")
    for mail in (say(bench, EAST, "TABLES"), bench.mail(WEST), say(bench, EAST, "HELP tables")):
        for text in (mail.text, inert.html_text(mail.html)):
            assert inert.orders_in(text) == []
