"""A person who plays here."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.ids import PlayerId
from pbem.table.absence import Absence, absence_from_json, absence_to_json


@dataclass(slots=True)
class Player:
    """Name, address of record, and what the person has set. One of a number in a unit of work."""

    id: PlayerId
    name: str
    address: str  # where mails go; one of the person's addresses; "" once the person is forgotten
    created_at: datetime
    language: str = "en"
    zone: str = "UTC"
    settings: dict[str, Any] = field(default_factory=dict)  # by SET's keys; replaced as a whole, never changed
    acknowledged: int = 0  # so many of the first moves have been acknowledged at once
    paused: str = ""  # why no mail goes to this person now (a bounce's text); "" when it does

    @property
    def reachable(self) -> bool:
        """Whether mails go to this person."""
        return bool(self.address) and not self.paused

    def change(self, **values: Any) -> None:
        """Set some of the person's settings."""
        self.settings = self.settings | values

    @property
    def zone_is_set(self) -> bool:
        """Whether the person has said which zone is the right one."""
        return bool(self.settings.get("zone_set")) or not (self.zone == "UTC" or self.zone[:1] in ("+", "-"))

    def set_zone(self, zone: str) -> None:
        """At the person's word. From now on letters teach us no other one."""
        self.zone = zone
        self.change(zone_set=True)

    def learn_zone(self, offset: str) -> None:
        """What the Date of a letter says, `+0100`, until the person says otherwise.

        A program that writes `+0000` may simply not know: that is no news.
        """
        if offset not in ("+0000", "-0000", "") and not self.zone_is_set:
            self.zone = offset

    @property
    def vacation(self) -> Absence | None:
        """The vacation that was announced last; it may be over."""
        said = self.settings.get("vacation")
        return absence_from_json(said) if said else None

    def announce(self, vacation: Absence | None) -> None:
        """The person is away then, or is here again."""
        self.change(vacation=absence_to_json(vacation) if vacation is not None else None)

    def forget(self) -> None:
        """Nothing of the person is left but the number, which finished games point to."""
        self.name, self.address, self.paused = "", "", "forgotten"
        self.language, self.zone, self.settings = "en", "UTC", {}
