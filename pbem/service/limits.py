"""Limits: what keeps two machines from writing to each other for ever, and one person from flooding the house."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbem.language.order import Misread, Why
from pbem.letters.letter import Letter
from pbem.service.case import Case
from pbem.store import inbox, outbox

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


def too_many_letters(case: Case, letter: Letter) -> bool:
    """Whether this sender's hour is full. The letter stays in the inbox; nothing is answered."""
    most = case.house.policy.letters_per_hour
    return bool(letter.sender) and inbox.letters_since(case.session, letter.sender, case.now - _HOUR) > most


def enough_errors(case: Case, misread: Sequence[Misread]) -> bool:
    """Whether a letter without any order has been answered often enough: that is what answering machines send.

    A near miss is a person's; it is answered each time.
    """
    if case.author is None or any(m.why is not Why.NOTHING for m in misread):
        return False
    policy, address = case.house.policy, case.author.address
    hour = inbox.answers_since(case.session, address, "misread", case.now - _HOUR)
    day = inbox.answers_since(case.session, address, "misread", case.now - _DAY)
    return hour >= policy.error_answers_per_hour or day >= policy.error_answers_per_day


def stranger_spent(case: Case, address: str) -> bool:
    """Whether a stranger's address has had its share of answers for this hour."""
    most = case.house.policy.stranger_answers_per_hour
    return outbox.sent_to_stranger(case.session, address, case.now, _HOUR) >= most
