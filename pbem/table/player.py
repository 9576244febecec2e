"""A person who plays here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.ids import PlayerId
from pbem.table.absence import Absence
from pbem.table.preferences import USUAL, BounceScore, PersonalSettings, Preferences


@dataclass(slots=True)
class Player:
    """Name, address of record, and what the person has set. One of a number in a unit of work."""

    id: PlayerId
    name: str
    address: str  # where mails go; one of the person's addresses; "" once the person is forgotten
    created_at: datetime
    language: str = "en"
    zone: str = "UTC"
    preferences: Preferences = USUAL
    zone_set: bool = False  # at the person's word
    vacation: Absence | None = None  # announced last; it may be over
    bounces: BounceScore | None = None  # of mails that came back, since the last letter from there
    explained: tuple[str, ...] = ()  # the questions whose answering has been explained
    acknowledged: int = 0  # how many of the first moves have been acknowledged at once
    paused: str = ""  # why no mail goes to this person now (a bounce's text); "" when it does

    @property
    def reachable(self) -> bool:
        """Whether mails go to this person."""
        return bool(self.address) and not self.paused

    @property
    def settings(self) -> PersonalSettings:
        """What is stored together."""
        return PersonalSettings(self.preferences, self.zone_set, self.vacation, self.bounces, self.explained)

    def explain(self, what: str) -> bool:
        """Whether it is to be explained with the mail that goes out now: once a person."""
        if what in self.explained:
            return False
        self.explained += (what,)
        return True

    @property
    def zone_is_known(self) -> bool:
        """Whether the person has said which zone is the right one."""
        return self.zone_set or not (self.zone == "UTC" or self.zone[:1] in ("+", "-"))

    def prefer(self, key: str, word: str) -> None:
        """Set one preference, as SET names it; ValueError for a word that it does not take."""
        self.preferences = self.preferences.with_word(key, word)

    def set_zone(self, zone: str) -> None:
        """At the person's word. From now on letters teach us no other one."""
        self.zone, self.zone_set = zone, True

    def learn_zone(self, offset: str) -> None:
        """What the Date of a letter says, `+0100`, until the person says otherwise.

        A program that writes `+0000` may simply not know: that is no news.
        """
        if offset not in ("+0000", "-0000", "") and not self.zone_is_known:
            self.zone = offset

    def forget(self) -> None:
        """Nothing of the person is left but the number, which finished games point to."""
        self.name, self.address, self.paused = "", "", "forgotten"
        self.language, self.zone = "en", "UTC"
        self.preferences, self.zone_set, self.vacation, self.bounces, self.explained = PersonalSettings()
