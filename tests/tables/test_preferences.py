"""What a person has set: one text in the database, typed fields everywhere else."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from pbem.commands.settings import SETTINGS
from pbem.ids import PlayerId
from pbem.table.absence import Absence
from pbem.table.player import Player
from pbem.table.preferences import (
    USUAL,
    BounceScore,
    MoonHabit,
    NewsLevel,
    PersonalSettings,
    allowed,
    settings_from_text,
    settings_to_text,
)

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_what_stands_in_a_database_of_older_days_is_read() -> None:
    old = {
        "news": "digest", "digest": "mon 8:00", "auto": "off", "remind": "on", "moon": "add", "zone_set": True,
        "vacation": None, "bounces": {"hard": 1.0, "soft": 0.25, "at": NOW.isoformat()}, "of a newer program": 1,
    }  # fmt: skip
    found = settings_from_text(json.dumps(old))
    assert (found.preferences.news, found.preferences.digest) == (NewsLevel.DIGEST, "mon 8:00")
    assert (found.preferences.auto, found.preferences.remind) == (False, True)
    assert found.preferences.moon is MoonHabit.ADD
    assert found.zone_set
    assert found.vacation is None
    assert found.bounces == BounceScore(1.0, 0.25, NOW)


def test_what_is_stored_is_read_again_and_says_only_what_differs() -> None:
    words = {"news": "every", "chat": "now", "confirm": "on", "early": "off"}
    preferences = USUAL
    for key, word in words.items():
        preferences = preferences.with_word(key, word)
    kept = PersonalSettings(preferences, True, Absence(NOW, NOW, "away"), BounceScore(2.0, 0.5, NOW))
    text = settings_to_text(kept)
    assert settings_from_text(text) == kept
    assert {key: value for key, value in json.loads(text).items() if key in SETTINGS} == words
    assert settings_to_text(PersonalSettings()) == "{}"


def test_every_key_of_set_has_a_field_and_takes_the_words_that_it_names() -> None:
    assert {"zone", "language", *USUAL.words()} == set(SETTINGS)
    for key in USUAL.words():
        for word in allowed(key):
            assert USUAL.with_word(key, word).words()[key] == word
        if allowed(key):
            with pytest.raises(ValueError, match="perhaps"):
                USUAL.with_word(key, "perhaps")


def test_nothing_is_left_of_who_is_forgotten() -> None:
    person = Player(PlayerId(1), "ann", "ann@example.org", NOW)
    person.set_zone("Europe/Berlin")
    person.preferences = USUAL.with_word("auto", "off")
    person.vacation, person.bounces = Absence(NOW, NOW), BounceScore(1.0, 0.0, NOW)
    person.forget()
    assert settings_to_text(person.settings) == "{}"
    assert (person.name, person.address, person.zone) == ("", "", "UTC")
