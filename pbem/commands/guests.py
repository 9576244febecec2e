"""Guests as a host names them: addresses, names of people who play here, robots."""

from __future__ import annotations

import re

from pbem.app.tables.seats import Guest
from pbem.app.unit_of_work import UnitOfWork
from pbem.facts.table_refusals import UnknownPlayer
from pbem.hearts.refusal import Refused
from pbem.mail.message.email_address import canonical
from pbem.robots import LEVELS

MOST = 12
"""More guests than any table seats: what comes after is not read."""


def guests(uow: UnitOfWork, text: str) -> list[Guest]:
    """`alice@example.org Bob robot`, with commas where names have blanks; `3 robots`, `robot x3`, `2 hard robots`."""
    found: list[Guest] = []
    for item in _items(text):
        if not isinstance(item, re.Match):
            found.append(_person(uow, item))
            continue
        before = (item["before"] or "").lower()
        count = int(_NUMBERS.get(before, before) or item["after"] or 1)
        level = (item["level"] or item["late"] or uow.services.policy.robot).lower()
        found += [Guest("robot", robot=level)] * min(count, MOST)
    return found[:MOST]


_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNTS = "|".join(_NUMBERS)
_LEVELS = "|".join(LEVELS)
_ROBOTS = re.compile(
    rf"(?<![\w@.-])(?:(?P<before>\d{{1,2}}|{_COUNTS}) ?x? ?)?(?:(?P<level>{_LEVELS}) )?robots?(?![\w@.-])"
    rf"(?: ?x ?(?P<after>\d{{1,2}})\b)?(?: (?P<late>{_LEVELS})\b(?! robot))?",
    re.IGNORECASE,
)
"""Some robots: how many, of what level."""


def _items(text: str) -> list[str | re.Match[str]]:
    """What is named, in its order: robots as found, people as written."""
    items: list[str | re.Match[str]] = []
    text, at = " ".join(text.split()), 0
    for match in _ROBOTS.finditer(text):
        items += [*_people(text[at : match.start()], "," in text), match]
        at = match.end()
    return [*items, *_people(text[at:], "," in text)][:MOST]


def _people(text: str, commas: bool) -> list[str]:
    parts = text.split(",") if commas else text.split()
    items = [re.sub(r"^(?:and|with|&) | (?:and|&)$", "", " ".join(part.split()), flags=re.IGNORECASE) for part in parts]
    return [item for item in items if item and item.lower() not in ("and", "with", "&")]


def _person(uow: UnitOfWork, item: str) -> Guest:
    if "@" in item:
        address = canonical(item.strip("<>"))
        if not address or uow.services.own.holds(address):
            raise Refused(UnknownPlayer(given=item[:60]))
        return Guest(address=address)
    player = uow.person_named(item)
    if player is None or not player.address:
        raise Refused(UnknownPlayer(given=item[:60]))
    return Guest(player.name, player.address)
