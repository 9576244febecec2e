"""What a usual turn's mail must tell: fewer words than it had, and no fact less, in both parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from pbem.orders.normalise import OURS
from tests.bench.words import Counted, played
from tests.render import inert, samples

FACTS = {
    "whose turn it is": r"Your turn",
    "which trick": r"Trick 4",
    "what was led, and by whom": r"Robot 1 led 7♦",
    "the hand": r"A ?♠.*K ?♠.*10 ?♠|♠ A K 10 4",
    "what may be played": r"You may play:",
    "until when": r"Tuesday 3 March, 19:07 \(UTC\+1\)",
    "how long that is": r"You have 2 days",
    "the scores before this deal": r"before 26 4 31 17",
    "the points in this deal": r"this deal 0 0 0 13",
    "how far the game goes": r"Points to 100",
    "the last trick: who led it, who played what": r"you led 5♠, bob K♠, carol Q♠ \(stand-in\), Robot 1 A♠",
    "who took it, and its points": r"Robot 1, 13",
    "who is replaced by a robot": r"A robot plays on here for carol",
    "how to get help": r"\[HELP\]",
    "how to end all mails": r"\[STOP\]",
}


@pytest.mark.parametrize("fact", FACTS)
def test_both_parts_of_a_turns_mail_tell(fact: str) -> None:
    mail = samples.renderer().render(samples.table(new_tricks=samples.TRICKS[2:]), samples.ALICE)
    for part in (mail.text, inert.html_text(mail.html).replace(OURS, "").replace("\ufe0e", "")):
        assert re.search(FACTS[fact], " ".join(part.split()))


@pytest.fixture(scope="module")
def counted() -> Iterator[Counted]:
    """The first deal of four people who answer at random: the one with explanations."""
    with played(1) as found:
        yield found


def test_a_turns_mail_has_ninety_words_and_a_deal_thirteen_hundred_a_player(counted: Counted) -> None:
    assert len(counted.turns) > 30
    assert sum(counted.turns) / len(counted.turns) <= 90
    assert max(counted.deals.values()) <= 1300


def sentences(text: str) -> list[str]:
    """Whole sentences that tell no card, number or name of this deal: what is said for its own sake."""
    body = text.partition("\n-- \n")[0]
    told = [" ".join(part.split()) for part in re.split(r"\n\s*\n|(?<=[.:])\s+", body)]
    return [one for one in told if len(one.split()) > 6 and not re.search(r"\d|[♠♥♦♣]|Ann|Ben|Cleo|Dan", one)]


def test_no_explanation_is_read_three_times(counted: Counted) -> None:
    times = Counter((mail.to, one) for mail in counted.mails for one in sentences(mail.text))
    assert any("New to Hearts" in one or "Just answer this mail" in one for _, one in times)
    assert {told: count for told, count in times.items() if count > 2} == {}
