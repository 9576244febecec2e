"""From the first contact to the first question: few letters and few words."""

from __future__ import annotations

from tests.app.setting import EAST, NORTH
from tests.table import Bench, Sent

WORDS = 300
"""What a newcomer reads at most before the first answer."""


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def words(mails: list[Sent]) -> int:
    """Of the mails without their footers."""
    return sum(len(mail.text.partition("\n-- \n")[0].split()) for mail in mails)


def test_who_writes_from_a_proven_address_is_asked_after_one_letter(bench: Bench) -> None:
    asked = bench.writes(f"North <{NORTH}>", "NEW WITH 3 robots")
    assert asked is not None
    assert asked.to_pass == 3
    assert words(bench.mails(NORTH)) <= WORDS, words(bench.mails(NORTH))


def test_who_is_invited_is_asked_after_a_plain_yes(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    bench.writes(f"East <{EAST}>", "Yes, thanks!", answering=bench.mail(EAST))
    assert bench.mail(EAST).to_pass == 3
    assert len(bench.mails(EAST)) == 2
    assert words(bench.mails(EAST)) <= WORDS, words(bench.mails(EAST))


def test_an_invitation_says_who_invites_in_the_hosts_own_words(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW hints=on WITH {EAST} 2 robots SAY Hi Ed, shall we play?")
    invited = bench.mail(EAST)
    assert f"The host is North ({NORTH})." in flat(invited)
    assert "The host says: Hi Ed, shall we play?" in flat(invited)
    for told in ("each heart that you take", "fifteen short mails", "2 days for each answer", "hints are allowed",
                 "A plain yes is enough"):  # fmt: skip
        assert told in flat(invited)


def test_who_is_invited_by_name_learns_no_address(bench: Bench) -> None:
    bench.writes(f"Ed <{EAST}>", "REGISTER Ed")
    bench.writes(f"North <{NORTH}>", "NEW WITH Ed 2 robots")
    assert NORTH not in bench.mail(EAST).text


def test_the_first_deal_shows_a_newcomer_the_way_to_the_rules_and_the_tutorial(bench: Bench) -> None:
    first = bench.writes(f"North <{NORTH}>", "NEW WITH 3 robots")
    assert "[RULES] tells how it is played, [TUTORIAL] teaches it" in flat(first)
    lesson = bench.writes(f"East <{EAST}>", "TUTORIAL")
    assert "[TUTORIAL] teaches" not in flat(lesson)
