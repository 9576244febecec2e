"""What a person has set, and what else is kept with it: the zone's origin, a vacation, how mails came back.

All of it is one JSON text in the database, which says only what is not as for everybody.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from pbem.table.absence import Absence, absence_from_json, absence_to_json


class NewsLevel(StrEnum):
    """How much news a person wants."""

    EVERY = "every"
    TRICK = "trick"
    TURN = "turn"
    DEAL = "deal"
    DIGEST = "digest"


class ChatTime(StrEnum):
    """When a person hears what is said at a table: with the next mail, or at once."""

    LATER = "later"
    NOW = "now"


class MoonHabit(StrEnum):
    """What is done when a person has shot the moon."""

    ADD = "add"
    SUBTRACT = "subtract"
    ASK = "ask"


class SuitColours(StrEnum):
    """How many colours the suits have in a mail."""

    TWO = "two"
    FOUR = "four"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What SET sets, a field a key, besides zone and language. The defaults stand here and nowhere else."""

    news: NewsLevel = NewsLevel.TURN
    digest: str = "18:00"  # hours, as `app/notify/digest.py` reads them
    merge: bool = False  # all games that wait in one mail
    confirm: bool = False  # each move is acknowledged at once
    chat: ChatTime = ChatTime.LATER
    remind: bool = True
    auto: bool = True  # an only card is played without a question
    early: bool = True  # asked before the turn
    moon: MoonHabit = MoonHabit.ASK
    suits: SuitColours = SuitColours.TWO

    def words(self) -> dict[str, str]:
        """By key, as SET writes them."""
        return {one.name: _word(getattr(self, one.name)) for one in fields(self)}

    def with_word(self, key: str, word: str) -> Preferences:
        """The same with this key set; ValueError for a word that it does not take."""
        if word not in (allowed(key) or (word,)):
            raise ValueError(word)
        return replace(self, **{key: _value(key, word)})


USUAL = Preferences()
"""Those of who has set nothing."""


def allowed(key: str) -> tuple[str, ...]:
    """The words that a key takes; none where they are not counted."""
    kind = type(getattr(USUAL, key))
    if kind is bool:
        return ("on", "off")
    return tuple(map(str, kind)) if issubclass(kind, StrEnum) else ()


def _word(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _value(key: str, word: str) -> Any:
    kind = type(getattr(USUAL, key))
    return word == "on" if kind is bool else kind(word)


@dataclass(frozen=True, slots=True)
class BounceScore:
    """How much of a person's mail has come back for good and for now, and when that was reckoned."""

    hard: float
    soft: float
    at: datetime


class PersonalSettings(NamedTuple):
    """What is kept together of one person."""

    preferences: Preferences = USUAL
    zone_set: bool = False  # the person has said which zone is the right one
    vacation: Absence | None = None  # announced last; it may be over
    bounces: BounceScore | None = None
    explained: tuple[str, ...] = ()  # which questions have been explained to the person, once for all


@lru_cache(maxsize=256)
def settings_to_text(settings: PersonalSettings) -> str:
    """As they are stored."""
    usual = USUAL.words()
    body: dict[str, Any] = {key: word for key, word in settings.preferences.words().items() if word != usual[key]}
    if settings.zone_set:
        body["zone_set"] = True
    if settings.vacation is not None:
        body["vacation"] = absence_to_json(settings.vacation)
    if settings.bounces is not None:
        score = settings.bounces
        body["bounces"] = {"hard": score.hard, "soft": score.soft, "at": score.at.isoformat()}
    if settings.explained:
        body["explained"] = " ".join(settings.explained)
    return json.dumps(body)


@lru_cache(maxsize=256)
def settings_from_text(text: str) -> PersonalSettings:
    """As they were stored; a key of a newer program is let go."""
    body = json.loads(text)
    preferences = replace(USUAL, **{key: _value(key, body[key]) for key in USUAL.words() if key in body})
    score, vacation = body.get("bounces"), body.get("vacation")
    return PersonalSettings(
        preferences,
        bool(body.get("zone_set")),
        absence_from_json(vacation) if vacation else None,
        BounceScore(score["hard"], score["soft"], datetime.fromisoformat(score["at"])) if score else None,
        tuple(body.get("explained", "").split()),
    )
