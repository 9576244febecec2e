"""Lapses: a missed turn costs a move; later the seat is offered; robots, substitutes, the player's own return."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.db.models import GameRow
from pbem.hearts.entries import Passed, Played
from pbem.premoves.kept import Premoves
from tests.app.setting import EAST, NORTH, SOUTH, WEST, begun, entries, gather, resigns, solo
from tests.app.test_clocks import goes_by, lapsed, seat
from tests.app.test_vacations import flat
from tests.table import Bench, Sent

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NEW = "new@example.org"


def row(bench: Bench, game: int = 1) -> GameRow:
    with bench.worker.database.read() as session:
        found = session.get(GameRow, game)
        assert found is not None
        return found


def question(bench: Bench, address: str) -> Sent | None:
    """The last mail about a deal's state that this person got (no notice), if it asks for something."""
    shown = ("Points", "Your hand:", "Final standings:")
    mails = [mail for mail in bench.mails(address) if any(words in mail.text for words in shown)]
    return mails[-1] if mails and (mails[-1].to_pass or mails[-1].legal or "[MOON ADD]" in mails[-1].text) else None


def answer_to(mail: Sent) -> str:
    if mail.to_pass:
        return " ".join(mail.hand[: mail.to_pass])
    return mail.legal[0] if mail.legal else "MOON ADD"


def answers_all(bench: Bench, *who: str) -> None:
    """These people answer whatever they are asked, until nobody of them is."""
    answered: set[int] = set()
    while asked := [m for w in who if (m := question(bench, w)) is not None and id(m) not in answered]:
        for mail in asked:
            answered.add(id(mail))
            bench.writes(mail.to, answer_to(mail), answering=mail)


def test_a_lapse_costs_one_move_and_the_seat_stays_the_players(bench: Bench) -> None:
    begun(bench, "NEW clock=5h WITH 3 ROBOTS")
    goes_by(bench, 6 * HOUR)
    assert lapsed(bench) == 1
    assert seat(bench).state == "joined"
    mail = bench.mail(NORTH)
    assert "The seat is still yours." in flat(mail)
    answer = bench.writes(NORTH, mail.legal[0], answering=mail)
    assert answer is not None
    assert seat(bench).lapses == 0


def test_the_stand_ins_card_is_marked_for_everybody(bench: Bench) -> None:
    gather(bench, EAST, "2 ROBOTS", order="NEW clock=5h lapses=9 ask=turn")
    for who in (NORTH, EAST):
        bench.writes(who, " ".join(bench.mail(who).hand[:3]), answering=bench.mail(who))
    goes_by(bench, 12 * HOUR)
    assert any(isinstance(e, Played) and e.stand_in for e in entries(bench, 1))
    assert "(stand-in)" in flat(bench.writes(NORTH, "HAND")) + flat(bench.mail(EAST))


def test_after_so_many_lapses_in_a_row_a_robot_sits_down_and_everybody_is_told(bench: Bench) -> None:
    gather(bench, EAST, "2 ROBOTS", order="NEW clock=5h lapses=2 ask=turn")
    while seat(bench, number=1).state == "joined":
        answers_all(bench, NORTH)
        goes_by(bench, 4 * HOUR)
    assert seat(bench, number=1).state == "resigned"
    assert any("[BACK]" in mail.text and "2 turns in a row" in flat(mail) for mail in bench.mails(EAST))
    assert any("given up in game 1: the one of East. A robot plays on" in flat(mail) for mail in bench.mails(NORTH))
    assert seat(bench, number=0).state == "joined"


def test_a_table_of_four_of_whom_one_never_answers_finishes(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST, order="NEW target=20 clock=24h lapses=3")
    for _ in range(40):
        answers_all(bench, NORTH, EAST, SOUTH)
        if row(bench).phase == "finished":
            break
        goes_by(bench, timedelta(hours=25), 5 * HOUR)
    assert row(bench).phase == "finished"
    assert "Final standings:" in bench.mail(NORTH).text
    stands = [e for e in entries(bench, 1) if getattr(e, "stand_in", False)]
    assert len(stands) == 3
    assert isinstance(stands[0], Passed)


def test_a_table_whose_persons_are_all_silent_sleeps_and_is_closed_after_a_month(bench: Bench) -> None:
    gather(bench, EAST, "2 ROBOTS", order="NEW clock=12h lapses=2")
    goes_by(bench, 3 * DAY, 3 * HOUR)
    assert {seat(bench, number=n).state for n in (0, 1)} == {"resigned"}
    assert row(bench).phase == "playing"
    length = row(bench).seq
    mails = len(bench.post.sent)
    goes_by(bench, 27 * DAY, 9 * HOUR)
    assert (row(bench).seq, len(bench.post.sent)) == (length, mails)
    goes_by(bench, 2 * DAY, 9 * HOUR)
    assert row(bench).phase == "cancelled"
    assert "closed without a result" in flat(bench.mail(NORTH))


def test_who_comes_back_wakes_the_table(bench: Bench) -> None:
    begun(bench, "NEW clock=12h lapses=1 WITH 3 ROBOTS")
    goes_by(bench, DAY)
    assert "the cards wait for 30 days" in flat(bench.mail(NORTH))
    answer = bench.writes(NORTH, "BACK")
    assert "The robot has left your seat in game 1" in flat(answer)
    assert answer is not None
    assert answer.legal
    assert seat(bench).clock.due_at == bench.now + 12 * HOUR
    goes_by(bench, 32 * DAY, 9 * HOUR)
    assert row(bench).phase == "cancelled"  # silent again: it slept again, from then on


def test_where_the_result_counts_robots_play_a_deserted_game_to_its_end(bench: Bench) -> None:
    begun(bench, "NEW clock=5h lapses=1 target=20 rated=on standin=easy WITH 3 ROBOTS")
    goes_by(bench, 6 * HOUR)
    assert row(bench).phase == "finished"


def test_back_takes_the_seat_from_the_robot_while_the_others_play(bench: Bench) -> None:
    gather(bench, EAST, "2 ROBOTS", order="NEW clock=5h lapses=1 ask=turn")
    mail = bench.mail(EAST)
    bench.writes(EAST, " ".join(mail.hand[:3]), answering=mail)
    goes_by(bench, 6 * HOUR)
    assert seat(bench).state == "resigned"
    refused = bench.writes(NORTH, "HAND")
    assert refused is not None
    answer = bench.writes(NORTH, "BACK 1")
    assert seat(bench).state == "joined"
    assert "Welcome back!" in flat(answer)


def test_who_plays_a_card_while_the_robot_sits_there_is_told_of_back(bench: Bench) -> None:
    asked = begun(bench, "NEW clock=5h lapses=1 WITH 3 ROBOTS")
    goes_by(bench, 6 * HOUR)
    answer = bench.writes(NORTH, asked.legal[0], answering=asked)
    assert "[BACK]" in flat(answer)


def test_resign_offers_the_seat_at_once(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    resigns(bench, EAST)
    bench.writes(f"New <{NEW}>", "REGISTER New")
    wanted = bench.writes(NEW, "WANTED")
    assert "Number 1: American Hearts, deal 1." in flat(wanted)
    assert "[SUBSTITUTE 1]" in flat(wanted)


def taken_over(bench: Bench, order: str = "NEW") -> Sent:
    """East has resigned, and New has taken the seat: the mail that New got."""
    gather(bench, EAST, SOUTH, WEST, order=order)
    resigns(bench, EAST)
    answer = bench.writes(f"New <{NEW}>", "SUBSTITUTE 1")
    assert answer is not None
    return answer


def test_a_substitute_gets_the_seat_its_cards_and_its_score(bench: Bench) -> None:
    answer = taken_over(bench)
    assert "The seat in game 1 is yours now" in flat(answer)
    assert len(answer.hand) == 13
    assert seat(bench, number=1).state == "joined"
    assert seat(bench, number=1).name == "New"
    assert "has taken the seat" in flat(bench.mail(NORTH))
    assert "taken by another player, New" in flat(bench.mail(EAST))


def test_the_substitute_is_asked_and_answers_like_anybody(bench: Bench) -> None:
    gather(bench, EAST, "2 ROBOTS", order="NEW target=20 ask=turn")
    resigns(bench, EAST)
    bench.writes(f"New <{NEW}>", "SUBSTITUTE 1")
    answers_all(bench, NORTH, NEW)
    assert row(bench).phase == "finished"
    assert any("Final standings:" in mail.text for mail in bench.mails(NEW))
    assert not any("Final standings:" in mail.text for mail in bench.mails(EAST))


def test_the_former_player_may_neither_look_nor_come_back_nor_play(bench: Bench) -> None:
    taken_over(bench)
    old = bench.mails(EAST)[-2]
    for order in ("HAND", "BACK 1", "QS", "SUBSTITUTE 1"):
        answer = bench.writes(EAST, order, answering=old)
        assert answer is not None
        assert answer.hand == []
    assert seat(bench, number=1).name == "New"


def test_who_sits_at_the_table_or_sat_there_takes_no_second_seat(bench: Bench) -> None:
    taken_over(bench)
    resigns(bench, SOUTH)
    assert "no seat that you could take" in flat(bench.writes(EAST, "SUBSTITUTE 1"))
    assert "Already at this table" in flat(bench.writes(NORTH, "SUBSTITUTE 1"))


def test_a_table_may_keep_substitutes_out(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST, order="NEW substitutes=off")
    resigns(bench, EAST)
    answer = bench.writes(f"New <{NEW}>", "SUBSTITUTE 1\nWANTED")
    assert "no seat that you could take" in flat(answer)


def test_what_was_said_in_advance_goes_with_the_player(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    for who in (NORTH, SOUTH, WEST, EAST):
        bench.writes(who, " ".join(bench.mail(who).hand[:3]), answering=bench.mail(who))
    bench.writes(EAST, "ALWAYS LOW", answering=bench.mail(EAST))
    resigns(bench, EAST)
    assert seat(bench, number=1).premoves == Premoves()


# --- reliability


def answered(bench: Bench, count: int, address: str = NORTH) -> None:
    """Cards by cards until the person has given so many answers in time."""
    while seat(bench).turns < count:
        mail = question(bench, address)
        assert mail is not None
        bench.writes(address, answer_to(mail), answering=mail)


def test_a_newcomer_has_no_figure_and_is_welcome_everywhere(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST, order="NEW reliability=100")
    resigns(bench, EAST)
    answer = bench.writes(f"New <{NEW}>", "SUBSTITUTE 1")
    assert "is yours now" in flat(answer)
    assert "% in time" not in flat(bench.writes(NORTH, "GAMES"))


def test_the_share_of_turns_in_time_is_shown_and_forgiven_after_60_days(bench: Bench) -> None:
    solo(bench, "NEW clock=24h target=200 rest=off WITH 3 ROBOTS")
    bench.writes(NORTH, "AUTO FORCED OFF")
    answered(bench, 10)
    goes_by(bench, timedelta(hours=25), 5 * HOUR)
    answered(bench, 20)
    assert "you have answered 95 % in time" in flat(bench.writes(NORTH, "GAMES"))
    assert "95 % of turns in time" in flat(bench.writes(NORTH, "SCORE"))
    bench.writes(NORTH, f"NEW WITH {EAST}")
    assert "North (host, 95 % of turns in time)" in flat(bench.mail(EAST))
    bench.writes(NORTH, "GAME 1\nPAUSE 60d")
    goes_by(bench, timedelta(days=59), 12 * HOUR)
    assert "95 % in time" in flat(bench.writes(NORTH, "GAMES"))
    bench.writes(NORTH, "VACATION 10 days")
    goes_by(bench, timedelta(days=2), 12 * HOUR)
    assert "100 % in time" in flat(bench.writes(NORTH, "GAMES"))


def test_a_table_may_ask_for_a_share(bench: Bench) -> None:
    solo(bench, "NEW clock=24h target=200 rest=off lapses=9 WITH 3 ROBOTS")
    bench.writes(NORTH, "AUTO FORCED OFF")
    answered(bench, 19)
    goes_by(bench, timedelta(hours=25), 5 * HOUR)
    answered(bench, 20)
    gather(bench, SOUTH, WEST, "ROBOT", host=EAST, order="NEW reliability=96")
    resigns(bench, SOUTH)
    refused = flat(bench.writes(NORTH, "SUBSTITUTE 2"))
    assert "asks for 96 % of turns in time; of your last ones it is 95 %" in refused


# --- invitations


def test_a_silent_guest_is_reminded_once_and_then_the_host_is_asked(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 ROBOTS")
    goes_by(bench, 3 * DAY + HOUR)
    assert len(bench.mails(EAST)) == 2
    assert "A reminder: you are invited" in flat(bench.mail(EAST))
    goes_by(bench, 4 * DAY)
    assert len(bench.mails(EAST)) == 2
    asked = flat(bench.mail(NORTH))
    assert "no answer for a week" in asked
    for way in ("[INVITE address]", "[INVITE ROBOT]", "Or simply wait"):
        assert way in asked
    goes_by(bench, 10 * DAY, 6 * HOUR)
    assert row(bench).phase == "gathering"


def test_a_late_yes_still_counts(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 ROBOTS")
    goes_by(bench, 9 * DAY, 6 * HOUR)
    answer = bench.writes(EAST, "yes", answering=bench.mail(EAST))
    assert answer is not None
    assert answer.to_pass == 3
    assert row(bench).phase == "playing"


@pytest.mark.parametrize("way", ["silence", "no"])
def test_the_host_may_seat_another_or_a_robot_instead(bench: Bench, way: str) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 ROBOTS")
    if way == "no":
        bench.writes(EAST, "no", answering=bench.mail(EAST))
    else:
        goes_by(bench, 8 * DAY, 6 * HOUR)
    answer = bench.writes(NORTH, "INVITE ROBOT", answering=bench.mail(NORTH))
    assert answer is not None
    assert answer.to_pass == 3


def test_a_reminder_of_an_invitation_does_not_come_at_night(bench: Bench) -> None:
    goes_by(bench, 14 * HOUR)  # 23:00
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 ROBOTS")
    goes_by(bench, 3 * DAY)
    assert len(bench.mails(EAST)) == 1
    goes_by(bench, 9 * HOUR + HOUR / 2)
    assert len(bench.mails(EAST)) == 2


def test_a_table_that_nobody_begins_is_closed_after_a_month_and_all_are_told(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH}")
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    goes_by(bench, 31 * DAY, 12 * HOUR)
    assert row(bench).phase == "cancelled"
    assert "has waited for a month" in flat(bench.mail(NORTH))
    assert "closed by its host" in flat(bench.mail(EAST))
