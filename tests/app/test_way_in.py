"""From the first contact to the first question: few letters and few words."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.app.setting import EAST, NORTH, SOUTH
from tests.table import Bench, Sent

WORDS = 300
"""What a newcomer reads at most before the first answer, footers included."""


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def words(mails: list[Sent]) -> int:
    return sum(len(mail.text.split()) for mail in mails)


def asked_after(bench: Bench, *letters: str, proven: bool = False) -> Sent:
    """North writes these letters, each in answer to the mail before, and is asked after the last of them only."""
    for place, letter in enumerate(letters, 1):
        told = bench.mails(NORTH)
        answered = bench.writes(f"North <{NORTH}>", letter, answering=told[-1] if told else None, proven=proven)
        assert answered is not None
        assert (answered.to_pass == 3) == (place == len(letters)), answered.text
    assert words(bench.mails(NORTH)) <= WORDS, words(bench.mails(NORTH))
    return bench.mail(NORTH)


def open_table(bench: Bench) -> None:
    bench.writes(f"South <{SOUTH}>", "NEW OPEN WITH 2 robots")


FIRST = ["NEW WITH 3 robots", "JOIN ANY", "TUTORIAL", "REGISTER\nNEW WITH 3 robots"]


@pytest.mark.parametrize("order", FIRST)
def test_a_stranger_from_a_proven_address_is_asked_after_one_letter(bench: Bench, order: str) -> None:
    open_table(bench)
    assert "Welcome, North!" in flat(asked_after(bench, order, proven=True))


@pytest.mark.parametrize(
    ("order", "yes"),
    [*zip(FIRST, ["yes", "Yes please!", "[YES]", "ja"], strict=True), ("REGISTER", "yes"), ("REGISTER", "[YES]"),
     ("REGISTER Old Tom", "Yes, thanks"), ("hi", "ok"), ("Can one play hearts here?", "yes please")],
)  # fmt: skip
def test_a_stranger_whom_nothing_proves_is_asked_after_two(bench: Bench, order: str, yes: str) -> None:
    """A bare REGISTER and a letter without any order are answered with the offer of a first deal at a plain yes."""
    open_table(bench)
    name = "Old Tom" if "Tom" in order else "North"
    assert f"Welcome, {name}!" in flat(asked_after(bench, order, yes))


@pytest.mark.parametrize("proven", [True, False])
def test_who_registers_is_asked_after_the_next_letter(bench: Bench, proven: bool) -> None:
    asked_after(bench, "REGISTER", "NEW WITH 3 robots", proven=proven)


def test_a_plain_yes_to_the_welcome_begins_the_tutorial(bench: Bench) -> None:
    assert "Your tutorial begins, as game 1" in flat(asked_after(bench, "REGISTER", "yes please", proven=True))


def test_who_only_wants_to_register_is_dealt_nothing(bench: Bench) -> None:
    first = bench.writes(f"North <{NORTH}>", "REGISTER", proven=False)
    assert "No game for now: [REGISTER]" in flat(first)
    welcome = bench.writes(f"North <{NORTH}>", "REGISTER", answering=first, proven=False)
    assert "You are registered here" in flat(welcome)
    assert welcome is not None
    assert welcome.to_pass == 0


@pytest.mark.parametrize("order", ["TUTORIAL", "[TUTORIAL]", "NEW WITH 3 ROBOTS"])
def test_what_our_first_mail_offers_is_dealt_at_once(bench: Bench, order: str) -> None:
    first = bench.writes(f"North <{NORTH}>", "hello, can one play hearts here?", proven=False)
    assert f"[{order.strip('[]')}]" in flat(first)
    second = bench.writes(f"North <{NORTH}>", order, answering=first, proven=False)
    assert "Welcome, North!" in flat(second)
    assert second is not None
    assert second.to_pass == 3
    assert words(bench.mails(NORTH)) <= WORDS


def test_a_welcome_asks_nothing_where_the_letter_orders_more(bench: Bench) -> None:
    welcome = bench.writes(f"North <{NORTH}>", "REGISTER\nSET ZONE Europe/Berlin")
    assert "a plain yes" not in flat(welcome)
    assert "tutorial" not in flat(bench.writes(NORTH, "yes", answering=welcome)).lower()


def test_no_to_the_welcome_begins_nothing_and_other_orders_are_carried_out(bench: Bench) -> None:
    welcome = bench.writes(f"North <{NORTH}>", "REGISTER", proven=True)
    assert "all goes on as before" in flat(bench.writes(NORTH, "no thanks", answering=welcome))
    assert "You are called Old Tom from now on" in flat(
        bench.writes(NORTH, "NAME Old Tom", answering=welcome, proven=False)
    )


def test_who_is_invited_is_asked_after_a_plain_yes(bench: Bench) -> None:
    bench.writes(f"Anna <{SOUTH}>", f"NEW hints=on WITH {NORTH} 2 robots SAY Hi Ed, shall we play?")
    asked_after(bench, "Yes, thanks!")
    assert len(bench.mails(NORTH)) == 2


@pytest.mark.parametrize("word", ["Deal!", "deal", "DEAL."])
def test_a_deal_is_a_yes_to_an_invitation(bench: Bench, word: str) -> None:
    bench.writes(f"Anna <{SOUTH}>", f"NEW WITH {NORTH} 2 robots")
    asked_after(bench, word)


def test_an_invitation_says_who_invites_in_the_hosts_own_words(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW hints=on WITH {EAST} 2 robots SAY Hi Ed, shall we play?")
    invited = bench.mail(EAST)
    assert f"The host is North ({NORTH})." in flat(invited)
    assert "The host says: Hi Ed, shall we play?" in flat(invited)
    for told in ("each heart that you take", "fifteen short mails", "2 days for each answer", "hints are allowed",
                 "A plain yes is enough", "At the table: North (host), you, Cog (robot), Rivet (robot)."):  # fmt: skip
        assert told in flat(invited)


def test_the_hosts_words_come_again_with_a_reminder_and_with_a_later_invitation(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} robot SAY Hi, shall we play?")
    bench.writes(NORTH, f"INVITE {SOUTH}", answering=bench.mail(NORTH))
    assert "The host says: Hi, shall we play?" in flat(bench.mail(SOUTH))
    bench.passes(timedelta(days=3, hours=1))
    assert len(bench.mails(EAST)) == 2
    assert "A reminder: you are invited" in flat(bench.mail(EAST))
    assert "The host says: Hi, shall we play?" in flat(bench.mail(EAST))


@pytest.mark.parametrize("order", ["START", "LEAVE"])
def test_the_hosts_words_are_kept_no_longer_than_the_table_gathers(bench: Bench, order: str) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} SAY Hi, shall we play?")
    bench.writes(NORTH, order, answering=bench.mail(NORTH))
    with bench.worker.database.read() as session:
        from pbem.db.queries import games

        assert [game.host_words for game in games.page(session, None, 0, 9)] == [""]


def test_who_is_invited_by_name_learns_no_address(bench: Bench) -> None:
    bench.writes(f"Ed <{EAST}>", "REGISTER Ed")
    bench.writes(f"North <{NORTH}>", "NEW WITH Ed 2 robots")
    assert NORTH not in bench.mail(EAST).text


def test_nothing_but_yes_and_no_is_a_button_of_an_invitation(bench: Bench) -> None:
    """NEVER beside NO would be pressed by mistake."""
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    shown = bench.mail(EAST).html.partition("Your address came from")[0]
    assert "body=JOIN" in shown
    assert "body=DECLINE" in shown
    assert "NEVER" not in shown
    assert "[NEVER]" in bench.mail(EAST).text.partition("\n-- \n")[2]


def test_the_first_deal_shows_a_newcomer_the_way_to_the_rules_and_the_tutorial(bench: Bench) -> None:
    first = bench.writes(f"North <{NORTH}>", "NEW WITH 3 robots")
    assert "[RULES] tells how it is played, [TUTORIAL] teaches it" in flat(first)
    lesson = bench.writes(f"East <{EAST}>", "TUTORIAL")
    assert "[TUTORIAL] teaches" not in flat(lesson)


def test_the_form_of_the_welcome_copied_as_it_stands_is_answered_with_what_to_put_there(bench: Bench) -> None:
    welcome = bench.writes("Zoe <zoe@people.example>", "REGISTER Zoe")
    assert welcome is not None
    assert "[NAME your name]" in welcome.text
    told = bench.writes("Zoe <zoe@people.example>", "[NAME your name]", answering=welcome)
    assert told is not None
    assert 'In the place of "your name" please write the name' in " ".join(told.text.split())
    assert "TUTORIAL" not in told.text
