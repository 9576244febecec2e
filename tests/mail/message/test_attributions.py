"""The person's own line is found in every style of answering, in any language, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.mail.message.attributions import (
    ABOVE_A_QUOTE,
    ABOVE_UNMARKED,
    bottom_post,
    inline,
    tight,
    top_post,
    unmarked,
)
from tests.mail.message.builder import letter, mail, orders


@pytest.mark.parametrize("style", [top_post, tight, bottom_post, inline])
@pytest.mark.parametrize("language", ABOVE_A_QUOTE)
def test_an_answer_beside_a_marked_quote_is_read(language: str, style: Callable[[str], str]) -> None:
    found = letter(mail(style(ABOVE_A_QUOTE[language])))
    assert found.fault is None
    assert orders(found.lines) == ["PLAY QS"]
    assert [line for line in found.lines if line.strip()] == ["PLAY QS"]


@pytest.mark.parametrize("program", ABOVE_UNMARKED)
def test_an_answer_above_an_unmarked_old_mail_is_read(program: str) -> None:
    found = letter(mail(unmarked(ABOVE_UNMARKED[program])))
    left = [line for line in found.lines if line.strip()]
    assert orders(found.lines) == ["PLAY QS"]
    assert left in (["PLAY QS"], ["PLAY QS", "Get Outlook for iOS"])


@pytest.mark.parametrize("language", ["danish", "italian, broken in the address", "korean", "russian, no verb"])
def test_an_old_mail_that_no_mark_shows_ends_at_an_attribution_with_our_address(language: str) -> None:
    found = letter(mail(unmarked(ABOVE_A_QUOTE[language])))
    assert [line for line in found.lines if line.strip()] == ["PLAY QS"]
