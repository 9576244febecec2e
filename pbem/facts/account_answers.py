"""The answers about a person's account: registration, settings, absence, addresses, and what mails are wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from pbem.facts.kinds import Answer
from pbem.facts.table import ShortenedAbsence
from pbem.table.absence import Absence


@dataclass(frozen=True, slots=True)
class RegisteredAnswer(Answer):
    """A stranger has become a player."""

    template: ClassVar[str] = "registered"
    name: str
    address: str
    by_the_way: bool = False  # for the order that is answered next: nothing else needs to be said
    asked: bool = False  # a plain yes to the mail begins the tutorial


@dataclass(frozen=True, slots=True)
class AlreadyRegisteredAnswer(Answer):
    """REGISTER by one who plays here."""

    template: ClassVar[str] = "already-registered"
    name: str


@dataclass(frozen=True, slots=True)
class NamedAnswer(Answer):
    """NAME: the new name."""

    template: ClassVar[str] = "named"
    name: str


@dataclass(frozen=True, slots=True)
class SettingChangedAnswer(Answer):
    """SET key value."""

    template: ClassVar[str] = "set"
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class SettingsAnswer(Answer):
    """SET alone."""

    template: ClassVar[str] = "settings"
    settings: Mapping[str, str]
    name: str
    address: str
    languages: tuple[str, ...]
    learned: bool = False  # the zone was taken from the reader's letters


@dataclass(frozen=True, slots=True)
class VacationAnswer(Answer):
    """VACATION."""

    template: ClassVar[str] = "vacation"
    away: Absence | None
    short: tuple[ShortenedAbsence, ...] = ()
    asked: bool = False  # it was only looked at


@dataclass(frozen=True, slots=True)
class BackAnswer(Answer):
    """BACK."""

    template: ClassVar[str] = "back"
    shows_table: ClassVar[bool] = True
    vacation: bool  # one has ended
    games: tuple[int, ...]  # whose seats were taken back


@dataclass(frozen=True, slots=True)
class AddressesAnswer(Answer):
    """ADDRESS alone."""

    template: ClassVar[str] = "addresses"
    addresses: tuple[str, ...]
    used: str


@dataclass(frozen=True, slots=True)
class AddressAskedAnswer(Answer):
    """ADDRESS ADD: the new address is asked."""

    template: ClassVar[str] = "address-asked"
    address: str


@dataclass(frozen=True, slots=True)
class AddressChangeAskedAnswer(Answer):
    """ADDRESS ADD or REMOVE: the person's first address is asked."""

    template: ClassVar[str] = "address-change-asked"
    address: str
    until: datetime  # then its silence agrees


@dataclass(frozen=True, slots=True)
class AddressAddedAnswer(Answer):
    """The new address has said yes."""

    template: ClassVar[str] = "address-added"
    address: str


@dataclass(frozen=True, slots=True)
class AddressRemovedAnswer(Answer):
    """ADDRESS REMOVE."""

    template: ClassVar[str] = "address-removed"
    address: str
    used: str


@dataclass(frozen=True, slots=True)
class AddressUsedAnswer(Answer):
    """ADDRESS USE."""

    template: ClassVar[str] = "address-used"
    address: str


@dataclass(frozen=True, slots=True)
class BlockedAnswer(Answer):
    """NEVER."""

    template: ClassVar[str] = "blocked"


@dataclass(frozen=True, slots=True)
class BlockedHostAnswer(Answer):
    """BLOCK."""

    template: ClassVar[str] = "blocked-host"
    name: str


@dataclass(frozen=True, slots=True)
class UnblockedAnswer(Answer):
    """UNBLOCK."""

    template: ClassVar[str] = "unblocked"
    name: str  # "" for everybody


@dataclass(frozen=True, slots=True)
class StoppedAnswer(Answer):
    """STOP."""

    template: ClassVar[str] = "stopped"


@dataclass(frozen=True, slots=True)
class MailsAgainAnswer(Answer):
    """A letter has ended a pause of all mails."""

    template: ClassVar[str] = "mails-again"
    shows_table: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ForgottenAnswer(Answer):
    """FORGET ME, confirmed."""

    template: ClassVar[str] = "forgotten"


@dataclass(frozen=True, slots=True)
class StopAskedAnswer(Answer):
    """To somebody who is no player and wants no mails from here: it is done at a yes."""

    invited: bool  # to a seat, which is free again then
    template: ClassVar[str] = "stop-asked"


@dataclass(frozen=True, slots=True)
class NothingChangedAnswer(Answer):
    """A no to the question whether to leave."""

    template: ClassVar[str] = "nothing-changed"


@dataclass(frozen=True, slots=True)
class QuestionClosedAnswer(Answer):
    """The question that was answered asks nothing any more."""

    template: ClassVar[str] = "question-closed"
