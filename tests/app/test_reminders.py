"""Reminders: at half of the time and before its end, of all games in one mail, never at night; and a fellow's word."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.app.setting import EAST, NORTH, SOUTH, WEST, gather, solo
from tests.app.test_clocks import goes_by
from tests.app.test_vacations import flat
from tests.table import START, Bench, Sent

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def when(mail: Sent) -> datetime:
    return datetime.strptime(str(mail.message["Date"]), "%a, %d %b %Y %H:%M:%S %z").astimezone(UTC)


def reminders(bench: Bench, who: str = NORTH) -> list[datetime]:
    """When this person was reminded."""
    return [when(mail) for mail in bench.mails(who) if "A reminder" in mail.text or "kind word" in mail.text]


def test_a_turn_is_reminded_of_at_half_of_its_time_and_before_its_end(bench: Bench) -> None:
    solo(bench, "NEW clock=48h WITH 3 ROBOTS")
    goes_by(bench, 47 * HOUR)
    assert reminders(bench) == [START + 24 * HOUR, START + 47 * HOUR]  # 43:12 would be in the night: in the morning


def test_a_reminder_shows_the_hand_and_asks_again(bench: Bench) -> None:
    solo(bench, "NEW clock=48h WITH 3 ROBOTS")
    goes_by(bench, 25 * HOUR)
    mail = bench.mail(NORTH)
    assert "A reminder: this turn still waits for you." in flat(mail)
    assert mail.to_pass == 3
    assert len(mail.hand) == 13


def test_night_is_where_the_player_is(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", "REGISTER North\nSET ZONE Asia/Tokyo")
    solo(bench, "NEW clock=12h WITH 3 ROBOTS")  # asked at 18:00 there, to be answered by 06:00
    goes_by(bench, 11 * HOUR)
    assert reminders(bench) == [datetime(2026, 3, 2, 12, tzinfo=UTC)]  # 21:00 there, the evening before


def test_in_the_morning_after_the_clocks_went_forward_it_is_eight_by_the_new_time(bench: Bench) -> None:
    bench.now = datetime(2026, 3, 28, 16, tzinfo=UTC)
    bench.writes(f"North <{NORTH}>", "REGISTER North\nSET ZONE Europe/Berlin")
    solo(bench, "NEW clock=24h WITH 3 ROBOTS")
    goes_by(bench, 16 * HOUR)
    assert reminders(bench) == [datetime(2026, 3, 29, 6, tzinfo=UTC)]


def test_who_answers_is_not_reminded(bench: Bench) -> None:
    asked = solo(bench, "NEW clock=48h WITH 3 ROBOTS")
    goes_by(bench, 20 * HOUR)
    bench.writes(NORTH, " ".join(asked.hand[:3]), answering=asked)
    goes_by(bench, 10 * HOUR)
    assert reminders(bench) == []


def test_who_wants_no_reminders_gets_none(bench: Bench) -> None:
    solo(bench, "NEW clock=24h WITH 3 ROBOTS")
    bench.writes(NORTH, "SET REMIND OFF")
    goes_by(bench, 23 * HOUR)
    assert reminders(bench) == []


def test_nobody_is_reminded_while_away_or_on_a_day_off(bench: Bench) -> None:
    bench.now = datetime(2026, 3, 6, 12, tzinfo=UTC)
    solo(bench, "NEW clock=24h off=sat,sun WITH 3 ROBOTS")
    bench.writes(NORTH, "VACATION 2026-03-09 2026-03-11")
    goes_by(bench, 5 * DAY, 3 * HOUR)
    assert reminders(bench) == []
    goes_by(bench, DAY)
    assert reminders(bench)


def test_several_games_that_wait_are_one_mail_that_can_be_answered_at_once(bench: Bench) -> None:
    for hours in (48, 50, 52):
        solo(bench, f"NEW clock={hours}h WITH 3 ROBOTS")
    before = len(bench.mails(NORTH))
    goes_by(bench, 30 * HOUR)
    mails = bench.mails(NORTH)[before:]
    assert [mail.subject for mail in mails] == ["3 games wait for you"]
    text = mails[0].text
    assert text.count("Your hand:") == 3
    assert text.count("To pass: 3 cards, to ") == 3
    hands = [part.split("To pass:")[0] for part in text.split("Your hand:")[1:]]
    letters = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    lines = []
    for game, hand in enumerate(hands, 1):
        suits = [line.split() for line in hand.splitlines() if line[:1] in letters]
        cards = [rank + letters[suit[0]] for suit in suits for rank in suit[1:]]
        lines += [f"GAME {game}", " ".join(cards[:3])]
    answers = len(bench.mails(NORTH))
    bench.writes(NORTH, "\n".join(lines), answering=mails[0])
    asked = [mail for mail in bench.mails(NORTH)[answers:] if mail.legal]
    assert len(asked) == 3


def test_a_fellow_player_may_have_the_late_ones_reminded_once_a_day(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    for who in (NORTH, SOUTH):
        bench.writes(who, " ".join(bench.mail(who).hand[:3]), answering=bench.mail(who))
    assert "goes to East and West" in flat(bench.writes(NORTH, "REMIND"))
    assert "A kind word from North" in flat(bench.mail(EAST))
    assert bench.mail(EAST).to_pass == 3
    assert "Less than a day ago" in flat(bench.writes(SOUTH, "REMIND East"))
    assert len(reminders(bench, EAST)) == 1
    goes_by(bench, 25 * HOUR, 5 * HOUR)
    assert "goes to East;" in flat(bench.writes(SOUTH, "REMIND east"))


def test_a_fellow_players_word_waits_for_the_morning(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    bench.writes(EAST, "SET ZONE America/Los_Angeles")  # there it is one in the night
    bench.writes(NORTH, "REMIND East")
    assert reminders(bench, EAST) == []
    goes_by(bench, 8 * HOUR)
    assert reminders(bench, EAST) == [START + 7 * HOUR]
    assert "A kind word from North" in flat(bench.mails(EAST)[-1])


def test_nobody_reminds_the_own_seat_or_one_that_is_not_waited_for(bench: Bench) -> None:
    gather(bench, EAST, "2 ROBOTS")
    bench.writes(EAST, " ".join(bench.mail(EAST).hand[:3]), answering=bench.mail(EAST))
    assert "Nobody else is waited for" in flat(bench.writes(NORTH, "REMIND"))
    assert 'Nobody is waited for here who is called "East"' in flat(bench.writes(NORTH, "REMIND East"))


def test_talk_of_reminding_is_no_order(bench: Bench) -> None:
    asked = solo(bench)
    answer = bench.writes(NORTH, f"{' '.join(asked.hand[:3])}\nremind me to call you", answering=asked)
    assert answer is not None
    assert "is waited for" not in answer.text
