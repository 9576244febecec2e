"""An invitation that comes back: the host hears it once, and invites somebody else. Nobody learns more from it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbem.mail.outbound.transport import Fate, Receipt
from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.app.test_bounces import in_words, paused, report
from tests.table import SERVER, Bench, Sent

RIGHT = "east@example.net"


def invite(bench: Bench, order: str = f"NEW WITH {EAST} {SOUTH} robot", guest: str = EAST) -> Sent:
    """North invites; the mail that comes back."""
    bench.writes(f"North <{NORTH}>", order)
    return bench.mail(guest)


def returns(bench: Bench, mail: Sent, status: str = "5.1.1", action: str = "failed", to: str = "") -> None:
    number = len(setting.outcomes(bench))
    bench.takes(report(to or mail.envelope, status, action, number, mail.to), (to or mail.envelope,), "")


def words(mail: Sent) -> str:
    return " ".join(mail.text.split())


def test_the_host_is_told_once_which_invitation_came_back_and_how_to_invite_another(bench: Bench) -> None:
    mail = invite(bench)
    before = len(bench.mails(NORTH))
    for _ in range(3):
        returns(bench, mail)
    assert setting.outcomes(bench)[-1] == "ignored: bounce, hard"
    assert len(bench.mails(NORTH)) == before + 1
    told = words(bench.mail(NORTH))
    assert f"The invitation to {EAST} came back" in told
    assert f"Seat 2: {EAST}, whose invitation came back" in told
    assert "Free seats: 1. Invite somebody else with [INVITE address], or a robot with [INVITE ROBOT]." in told


def test_the_next_guest_gets_the_seat_and_the_game_begins(bench: Bench) -> None:
    returns(bench, invite(bench, f"NEW WITH {EAST} 2 robots"))
    answer = bench.writes(NORTH, f"INVITE {RIGHT}", answering=bench.mail(NORTH))
    assert answer is not None
    assert "came back" not in answer.text
    assert f"Seat 2: {RIGHT}, invited" in words(answer)
    bench.writes(RIGHT, "yes", answering=bench.mail(RIGHT))
    assert bench.mail(RIGHT).to_pass == bench.mail(NORTH).to_pass == 3


def test_the_seat_of_who_was_spelt_wrong_is_given_away_before_one_that_is_open(bench: Bench) -> None:
    returns(bench, invite(bench, f"NEW WITH {EAST}"))
    answer = bench.writes(NORTH, f"INVITE {RIGHT}", answering=bench.mail(NORTH))
    assert answer is not None
    assert f"Seat 2: {RIGHT}, invited" in words(answer)


def test_a_relay_that_refuses_the_address_for_good_is_as_good_as_a_report(bench: Bench) -> None:
    bench.post.refusing[EAST] = Receipt(Fate.NEVER, 550, "5.1.1 no such user")
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    assert f"The invitation to {EAST} came back" in words(bench.mail(NORTH))


def test_a_refusal_is_told_where_the_mailbox_has_no_sub_addresses_too(benches: Callable[..., Bench]) -> None:
    bench = benches(security={"authserv_id": "mx.example.net"})
    server = {**bench.worker.settings.server.model_dump(mode="json", exclude_none=True), "delimiter": ""}
    bench.options["server"] = server
    bench.restart()
    bench.post.refusing[EAST] = Receipt(Fate.NEVER, 550, "5.1.1 no such user")
    assert invite(bench, guest=SOUTH).envelope == SERVER
    assert f"The invitation to {EAST} came back" in words(bench.mail(NORTH))


@pytest.mark.parametrize("name", ["qmail", "exim", "exchange", "german"])
def test_a_bounce_in_words_is_told_too(bench: Bench, name: str) -> None:
    mail = invite(bench)
    bench.takes(in_words(name, mail.envelope), (mail.envelope,), "")
    assert f"The invitation to {EAST} came back" in words(bench.mail(NORTH))


@pytest.mark.parametrize(("status", "action"), [("4.2.2", "failed"), ("5.2.2", "failed"), ("5.7.1", "failed"),
                                                ("4.4.1", "delayed"), ("2.0.0", "delivered")])  # fmt: skip
def test_what_may_still_arrive_is_not_told(bench: Bench, status: str, action: str) -> None:
    mail = invite(bench)
    before = len(bench.post.sent)
    for _ in range(3):
        returns(bench, mail, status, action)
    assert len(bench.post.sent) == before
    answer = bench.writes(NORTH, "SCORE", answering=bench.mail(NORTH))
    assert answer is not None
    assert f"{EAST}, invited, no answer yet" in answer.text


def test_a_refusal_for_what_a_mail_holds_frees_no_seat(bench: Bench) -> None:
    bench.post.refusing[EAST] = Receipt(Fate.NEVER, 554, "5.7.1 looks like spam")
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    assert "came back" not in words(bench.mail(NORTH))


def test_a_forged_report_does_nothing(bench: Bench) -> None:
    mail, other = invite(bench), bench.mail(SOUTH)
    south = bench.writes(SOUTH, "yes", answering=other)
    assert south is not None
    before = len(bench.post.sent)
    tag = mail.envelope.partition("@")[0].removeprefix("hearts+r")
    guesses = (f"r{tag.replace('x', 'x1', 1)}", f"b{tag}", f"i{tag}", "r1x1x1xaaaaaaaaaaaaaaaa")
    for to in (SERVER, mail.reply_to, south.reply_to, south.envelope, *(f"hearts+{g}@example.net" for g in guesses)):
        returns(bench, mail, to=to)
        bench.takes(in_words("qmail", to), (to,), "")
    told = [m for m in bench.post.sent[before:] if m.to in (NORTH, EAST)]
    assert told == []
    answer = bench.writes(NORTH, "SCORE", answering=bench.mail(NORTH))
    assert answer is not None
    assert f"{EAST}, invited, no answer yet" in answer.text


def test_what_a_report_says_of_addresses_is_not_believed(bench: Bench) -> None:
    mail = invite(bench)
    bench.takes(report(mail.envelope, recipient=SOUTH), (mail.envelope,), "")
    assert f"The invitation to {EAST} came back" in words(bench.mail(NORTH))
    assert f"{SOUTH}, invited, no answer yet" in bench.mail(NORTH).text


def test_a_registered_persons_address_comes_back_in_the_same_way(benches: Callable[..., Bench]) -> None:
    told = []
    for known in (True, False):
        for refused in (True, False):
            bench = benches()
            if known:
                bench.writes(f"East <{EAST}>", "REGISTER")
            if refused:
                bench.post.refusing[EAST] = Receipt(Fate.NEVER, 550, "5.1.1 no such user")
            bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH} robot")
            if not refused:
                returns(bench, bench.mail(EAST))
            told.append([re.sub(r"\+\w+@", "+TOKEN@", m.text) for m in bench.mails(NORTH)])
    assert told[0] == told[1] == told[2] == told[3]


def test_invitations_that_come_back_do_not_pause_the_mails_of_a_player(bench: Bench) -> None:
    """Otherwise a host could see by the notice "cannot be reached" whose address it is."""
    setting.gather(bench, EAST, SOUTH, WEST)
    for _ in range(4):
        bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
        returns(bench, bench.mail(EAST))
    assert not paused(bench)
    assert not [m for m in bench.mails(NORTH) if "cannot be reached" in words(m)]


def test_who_was_invited_by_name_is_told_of_by_name(bench: Bench) -> None:
    bench.writes(f"East <{EAST}>", "REGISTER East")
    returns(bench, invite(bench, "NEW WITH East 2 robots"))
    assert "The invitation to East came back" in words(bench.mail(NORTH))
    assert EAST not in bench.mail(NORTH).text


def test_the_others_see_an_open_seat_and_no_address(bench: Bench) -> None:
    mail = invite(bench)
    joined = bench.writes(SOUTH, "yes", answering=bench.mail(SOUTH))
    before = len(bench.mails(SOUTH))
    returns(bench, mail)
    assert len(bench.mails(SOUTH)) == before
    seen = bench.writes(SOUTH, "SCORE", answering=joined)
    assert seen is not None
    assert "Seat 2: open" in words(seen)
    assert "east" not in seen.text


def test_a_late_report_of_an_earlier_invitation_leaves_the_next_guest_alone(bench: Bench) -> None:
    mail = invite(bench)
    bench.writes(EAST, "no", answering=mail)
    bench.writes(NORTH, f"INVITE {WEST}", answering=bench.mail(NORTH))
    bench.writes(NORTH, f"INVITE {RIGHT}", answering=bench.mail(NORTH))
    before = len(bench.mails(NORTH))
    returns(bench, mail)
    assert len(bench.mails(NORTH)) == before


@pytest.mark.parametrize("then", ["yes", "no"])
def test_a_report_after_the_answer_changes_nothing(bench: Bench, then: str) -> None:
    mail = invite(bench)
    bench.writes(EAST, then, answering=mail)
    before = len(bench.post.sent)
    returns(bench, mail)
    assert len(bench.post.sent) == before


def test_a_report_after_the_beginning_changes_nothing(bench: Bench) -> None:
    mail = invite(bench)
    bench.writes(NORTH, "START", answering=bench.mail(NORTH))
    before = len(bench.post.sent)
    returns(bench, mail)
    assert len(bench.post.sent) == before


def test_a_late_yes_still_counts(bench: Bench) -> None:
    mail = invite(bench, f"NEW WITH {EAST} 2 robots")
    returns(bench, mail)
    answer = bench.writes(EAST, "yes", answering=mail)
    assert answer is not None
    assert answer.to_pass == 3


@pytest.mark.parametrize("refused", [True, False])
def test_at_an_open_table_those_who_seek_one_hear_of_the_seat(bench: Bench, refused: bool) -> None:
    bench.writes(f"West <{WEST}>", "SEEK")
    if refused:
        bench.post.refusing[EAST] = Receipt(Fate.NEVER, 550, "5.1.1 no such user")
    bench.writes(f"North <{NORTH}>", f"NEW OPEN WITH {EAST} 2 robots")
    if not refused:
        assert "[JOIN 1]" not in bench.mail(WEST).text
        returns(bench, bench.mail(EAST))
    assert "[JOIN 1]" in bench.mail(WEST).text
