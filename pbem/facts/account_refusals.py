"""Why an order about a person's account was not carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.hearts.refusal import Refusal


@dataclass(frozen=True, slots=True)
class UnknownPerson(Refusal):
    """The letter is nobody's who plays here."""

    code: ClassVar[str] = "unknown-person"


@dataclass(frozen=True, slots=True)
class BadName(Refusal):
    """Nobody can be called so."""

    code: ClassVar[str] = "bad-name"
    given: str = ""


@dataclass(frozen=True, slots=True)
class NameTaken(Refusal):
    """Somebody else is called so."""

    code: ClassVar[str] = "name-taken"
    given: str


@dataclass(frozen=True, slots=True)
class UnknownSetting(Refusal):
    """No setting is called so."""

    code: ClassVar[str] = "unknown-setting"
    given: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BadSetting(Refusal):
    """The setting does not take that."""

    code: ClassVar[str] = "bad-setting"
    setting: str
    given: str
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnknownTopic(Refusal):
    """HELP has no such page."""

    code: ClassVar[str] = "unknown-topic"
    given: str


@dataclass(frozen=True, slots=True)
class Unproven(Refusal):
    """Anybody could have sent that."""

    code: ClassVar[str] = "unproven"
    verb: str


@dataclass(frozen=True, slots=True)
class BadAddress(Refusal):
    """No address that can be used."""

    code: ClassVar[str] = "bad-address"
    given: str


@dataclass(frozen=True, slots=True)
class TooManyAddresses(Refusal):
    """A person has so many addresses at most."""

    code: ClassVar[str] = "too-many-addresses"
    most: int


@dataclass(frozen=True, slots=True)
class NotYourAddress(Refusal):
    """The address is not one of the author's."""

    code: ClassVar[str] = "not-your-address"
    given: str


@dataclass(frozen=True, slots=True)
class LastAddress(Refusal):
    """The last address stays."""

    code: ClassVar[str] = "last-address"


@dataclass(frozen=True, slots=True)
class AddressTaken(Refusal):
    """The address is another player's."""

    code: ClassVar[str] = "address-taken"


@dataclass(frozen=True, slots=True)
class AskedEnough(Refusal):
    """Several questions wait for an answer already."""

    code: ClassVar[str] = "asked-enough"


@dataclass(frozen=True, slots=True)
class BadVacation(Refusal):
    """No days that one can be away."""

    code: ClassVar[str] = "bad-vacation"
    given: str


@dataclass(frozen=True, slots=True)
class NotAway(Refusal):
    """There is nothing to come back from."""

    code: ClassVar[str] = "not-away"
