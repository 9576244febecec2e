"""Bounces: what comes back to the envelope address of one of our mails. Nothing else counts as one."""

from __future__ import annotations

from pbem.letters.address import tag_of
from pbem.letters.arrival import Arrival
from pbem.letters.bounce import Severity, bounce
from pbem.letters.letter import Letter
from pbem.service.case import Case
from pbem.service.tokens import Kind, read_token
from pbem.store import people

HARD_LIMIT = 3
"""After so many hard bounces in a row no mail goes to that person until a letter comes from there."""


def note_bounce(case: Case, arrival: Arrival, letter: Letter) -> str:
    """What the letter is if it came to one of our envelope addresses; "" if it did not."""
    own = case.house.own
    for address in letter.recipients:
        text = tag_of(address, own.address, own.delimiter)
        token = read_token(case.house.key, text) if text else None
        if token is None or token.kind is not Kind.BOUNCE:
            continue
        said = bounce(letter, arrival)
        if said is None:
            return "mail to a bounce address"
        if said.severity is Severity.HARD:
            _count(case, token.numbers[0], said.reason or said.code)
        return f"bounce, {said.severity}"
    return ""


def _count(case: Case, player_id: int, text: str) -> None:
    player = people.player(case.session, player_id)
    if player is None:
        return
    count = int(people.settings(player).get("bounces", 0)) + 1
    people.change(player, bounces=count)
    if count >= HARD_LIMIT:
        player.paused = text[:200] or "mail came back"


def heard_from(case: Case) -> None:
    """A letter from a person ends a pause: that address is alive."""
    player = case.author.player if case.author is not None else None
    if player is not None and (player.paused or people.settings(player).get("bounces")):
        player.paused = ""
        people.change(player, bounces=0)
