"""Guests as a host names them: addresses, names of people who play here, robots."""

from __future__ import annotations

import re

from pbem.hearts.refusal import Refused
from pbem.letters.address import canonical
from pbem.service.case import Case
from pbem.service.reasons import Wrong
from pbem.service.seats import Guest
from pbem.store import people

_ROBOT = re.compile(r"(?:(\d{1,2}) ?x? ?)?robots?(?: ?x ?(\d{1,2}))?")
MOST = 12
"""More guests than any table seats: what comes after is not read."""


def guests(case: Case, text: str) -> list[Guest]:
    """`alice@example.org Bob robot`, or with commas where a name has blanks; `3 robots`, `robot x3`."""
    found: list[Guest] = []
    for item in _items(text):
        robots = _robots(case, item)
        found += robots if robots else [_person(case, item)]
    return found[:MOST]


def _items(text: str) -> list[str]:
    if "," in text:
        parts = text.split(",")
    else:
        parts = re.sub(r"\b(\d{1,2}) (robots?)\b", r"\1x\2", text, flags=re.IGNORECASE).split()
    items = [" ".join(p.split()) for p in parts]
    return [i for i in items if i and i.lower() not in ("and", "with", "&")][:MOST]


def _robots(case: Case, item: str) -> list[Guest]:
    levels = case.house.robots
    words = item.lower().split()
    level = next((w for w in words if w in levels), "")
    plain = " ".join(w for w in words if w not in levels) or ("robot" if level else "")
    match = _ROBOT.fullmatch(plain.replace("xrobot", " robot"))
    if match is None:
        return []
    count = int(match[1] or match[2] or 1)
    return [Guest("robot", robot=level or case.house.policy.robot)] * min(count, MOST)


def _person(case: Case, item: str) -> Guest:
    if "@" in item:
        address = canonical(item.strip("<>"))
        if not address or case.house.own.holds(address):
            raise Refused(Wrong.UNKNOWN_PLAYER, given=item[:60])
        return Guest(address=address)
    player = people.by_name(case.session, item)
    if player is None or not player.address:
        raise Refused(Wrong.UNKNOWN_PLAYER, given=item[:60])
    return Guest(player.name, player.address)
