"""Tables: NEW, invitations and the answers to them, START, LEAVE, INVITE. Letters in, letters out."""

from __future__ import annotations

import pytest

from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST, gather, resigns
from tests.table import Bench


def test_one_person_with_three_robots_is_asked_at_once(bench: Bench) -> None:
    asked = setting.solo(bench)
    assert asked.to_pass == 3
    assert len(asked.hand) == 13
    assert "it is game 1" in asked.text


def test_an_invitation_tells_the_host_the_rules_and_who_is_there(bench: Bench) -> None:
    bench.writes("North <north@example.org>", f"NEW web target=50 WITH {EAST} robot robot")
    invitation = bench.mail(EAST)
    assert invitation.subject == "[Hearts 1] Invitation from North"
    for words in ("Web Hearts", "to 50 points", "North (host)", "Rivet (robot)", "[JOIN]", "[DECLINE]", "[NEVER]"):
        assert words in invitation.text


@pytest.mark.parametrize("word", ["yes", "JOIN", "Yes, please!", "ok", "I accept"])
def test_an_invitation_is_accepted_in_any_of_these_words(bench: Bench, word: str) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    answer = bench.writes(EAST, word, answering=bench.mail(EAST), proven=False)
    assert answer is not None
    assert answer.to_pass == 3
    assert bench.mail(NORTH).to_pass == 3


def test_the_table_begins_when_the_last_one_has_joined(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    assert [bench.mail(each).to_pass for each in setting.FOUR] == [3, 3, 3, 3]


def test_the_host_sees_who_has_not_answered(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} {SOUTH} robot")
    bench.writes("East <east@example.com>", "yes", answering=bench.mail(EAST))
    told = bench.mail(NORTH)
    assert f"{SOUTH}, invited, no answer yet" in told.text
    assert "Still to answer: 1." in told.text


def test_only_the_host_sees_the_addresses_of_those_who_are_invited(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} {SOUTH} {WEST}")
    bench.writes("East <east@example.com>", "yes", answering=bench.mail(EAST))
    for address in (EAST, SOUTH, WEST):
        for mail in bench.mails(address):
            assert not any(f"{other}" in mail.text + mail.html for other in {EAST, SOUTH, WEST} - {address})
    assert "south, invited" in bench.mail(EAST).text


def test_a_decline_frees_the_seat_and_the_host_is_told(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    answer = bench.writes(EAST, "no, thanks", answering=bench.mail(EAST))
    assert answer is not None
    assert "You have declined" in answer.text
    assert "declined" in bench.mail(NORTH).text
    bench.writes(NORTH, f"INVITE {SOUTH}", answering=bench.mail(NORTH))
    assert "Invitation" in bench.mail(SOUTH).subject


def test_an_invitation_that_was_given_to_another_opens_nothing(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    old = bench.mail(EAST)
    bench.writes(EAST, "no", answering=old)
    bench.writes(NORTH, f"INVITE {SOUTH}", answering=bench.mail(NORTH))
    bench.writes(EAST, "JOIN", answering=old)
    assert "invited, no answer yet" in str(bench.writes(NORTH, "SCORE", answering=bench.mail(NORTH)).text)


def test_never_declines_and_keeps_all_further_invitations_away(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    answer = bench.writes(EAST, "NEVER", answering=bench.mail(EAST))
    assert answer is not None
    assert "no invitation reaches this address" in answer.text
    count = len(bench.mails(EAST))
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    bench.writes("South <south@example.org>", f"NEW WITH {EAST} 2 robots")
    bench.writes(NORTH, "GAME 2\nSTART")
    bench.writes(SOUTH, "LEAVE")
    assert len(bench.mails(EAST)) == count


def test_who_registers_after_never_is_invited_again(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    told = bench.writes(EAST, "NEVER", answering=bench.mail(EAST))
    bench.writes(EAST, "REGISTER East", answering=told)
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    assert "Invitation" in bench.mail(EAST).subject


def test_start_gives_the_free_seats_to_robots_and_tells_who_was_invited(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} {SOUTH}")
    bench.writes("East <east@example.com>", "yes", answering=bench.mail(EAST))
    answer = bench.writes(NORTH, "START", answering=bench.mail(NORTH))
    assert answer is not None
    assert answer.to_pass == 3
    assert "has begun without you" in bench.mail(SOUTH).text
    late = bench.writes(SOUTH, "yes", answering=bench.mails(SOUTH)[0])
    assert late is not None
    assert "has begun" in late.text


def test_only_the_host_may_start_or_invite(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} {SOUTH}")
    joined = bench.writes(EAST, "yes", answering=bench.mail(EAST))
    for order in ("START", f"INVITE {WEST}"):
        answer = bench.writes(EAST, order, answering=joined)
        assert answer is not None
        assert "Only the host" in answer.text
    assert bench.mails(WEST) == []


def test_a_guest_who_leaves_frees_the_seat(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} {SOUTH}")
    joined = bench.writes(EAST, "yes", answering=bench.mail(EAST))
    left = bench.writes(EAST, "LEAVE", answering=joined)
    assert left is not None
    assert "You have left" in left.text
    assert "Seat 2: open" in bench.mail(NORTH).text


def test_a_host_who_leaves_closes_the_table(bench: Bench) -> None:
    asked = bench.writes(NORTH, f"NEW WITH {EAST} {SOUTH}")
    bench.writes(NORTH, "LEAVE", answering=asked)
    assert "closed by its host" in bench.mail(EAST).text
    late = bench.writes(SOUTH, "JOIN", answering=bench.mails(SOUTH)[0])
    assert late is not None
    assert late.to_pass == 0


def test_what_cannot_be_made_is_refused_with_the_reason(bench: Bench) -> None:
    for order, words in (
        ("NEW wbe WITH 3 robots", "Did you mean web"),
        ("NEW targte=50 WITH 3 robots", "target"),
        (f"NEW WITH {EAST} {SOUTH} {WEST} robot", "4 seats"),
        (f"NEW WITH {EAST} {EAST} robot", "Already at this table"),
        ("NEW deadline=1s WITH 3 robots", "at least five minutes"),
        ("NEW WITH nobody", "Nobody here is called"),
        (f"NEW WITH {NORTH} robot", "Already at this table"),
        ("NEW WITH hearts@example.net robot", "Nobody here is called"),
    ):
        answer = bench.writes(NORTH, order)
        assert answer is not None
        assert words in " ".join(answer.text.split()), order
    assert bench.mails(EAST) == []


def test_resign_gives_the_seat_to_a_robot_and_the_others_are_told(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    answer = resigns(bench, EAST)
    assert answer is not None
    assert "A robot plays on" in answer.text
    assert "given up in game 1" in " ".join(bench.mail(SOUTH).text.split())
    again = bench.writes(EAST, "RESIGN", answering=bench.mail(EAST))
    assert again is not None
    assert "A robot plays in your seat" in again.text


def test_people_can_be_invited_by_name_and_their_address_stays_their_own(bench: Bench) -> None:
    bench.writes("Bob <secret@elsewhere.example>", "REGISTER")
    answer = bench.writes(NORTH, "NEW WITH Bob 2 robots")
    assert answer is not None
    assert "Bob, invited" in answer.text
    assert "elsewhere.example" not in answer.text + answer.html
    assert "Invitation" in bench.mail("secret@elsewhere.example").subject
