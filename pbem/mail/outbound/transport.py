"""What every way out has in common: a mail goes in, a receipt comes back, and no failure raises."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Fate(StrEnum):
    """What became of a mail handed to a transport."""

    SENT = "sent"
    LATER = "later"  # try again
    NEVER = "never"  # the address or the mail is refused for good
    UNSURE = "unsure"  # it may have arrived: nobody heard the answer to the last dot, so a retry may be a second copy


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to one mail.

    `whole`: it is the route that fails (server away, login refused), not this mail: stop the batch, blame no address.
    `after_dot`: a refusal that came after the whole mail had been heard: it is what it holds, not the address.
    """

    fate: Fate
    code: int
    text: str
    whole: bool = False
    after_dot: bool = False


class Transport(Protocol):
    """A way out for mails, used by one thread at a time."""

    def send(self, sender: str, recipient: str, message: bytes) -> Receipt:
        """Hand over one mail for one recipient; `sender` is the envelope's, "" for the null sender."""
        ...

    def close(self) -> None:
        """End of the batch: let go of connections. `send` may be called again later."""
        ...
