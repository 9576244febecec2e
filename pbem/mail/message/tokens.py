"""Reply tokens: what a reply address carries, so that nobody has to remember a game's number or a password.

A token is a kind, numbers, and a keyed hash of them (80 bits): lower-case letters and digits only, since mail systems
change case and strip marks. It is bound to what it is for, so that one mail's token opens nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from pbem.ids import CombinedMailId, GameId, LetterId, PlayerId, QuestionId

_MAC_CHARS = 16  # 80 bits in base 32


class TokenKind(StrEnum):
    """What a token is for; the first letter of its text."""

    TURN = "t"  # player, game, log length when the mail was written
    PLAYER = "p"  # player
    INVITATION = "i"  # game, seat, number of the invitation
    QUESTION = "q"  # number of the question
    COMBINED = "d"  # player, and a number of the mail that told of several games
    BOUNCE = "b"  # player, and a number of the mail
    RETURN = "r"  # where an invitation comes back to: the numbers of INVITATION
    STRANGER = "s"  # nobody yet


_NUMBERS = {
    TokenKind.TURN: 3,
    TokenKind.PLAYER: 1,
    TokenKind.INVITATION: 3,
    TokenKind.QUESTION: 1,
    TokenKind.COMBINED: 2,
    TokenKind.BOUNCE: 2,
    TokenKind.RETURN: 3,
    TokenKind.STRANGER: 1,
}


DATED = (TokenKind.TURN, TokenKind.PLAYER, TokenKind.COMBINED)
"""These carry the day of their mail as one more number: what a mail can do besides its turn ends after a while."""


_OF_A_PLAYER = (*DATED, TokenKind.BOUNCE)


class Offer(NamedTuple):
    """A seat that was offered, and how often it had been offered then."""

    game: GameId
    seat: int
    invitation: int


@dataclass(frozen=True, slots=True)
class Token:
    """What a token says, once its hash has been found right."""

    kind: TokenKind
    numbers: tuple[int, ...]

    @property
    def player(self) -> PlayerId | None:
        """Whose mail it was in; None where it names nobody."""
        return PlayerId(self.numbers[0]) if self.kind in _OF_A_PLAYER else None

    @property
    def game(self) -> GameId | None:
        """The one game that it is about: of a turn, or of an invitation."""
        if self.offer is not None:
            return self.offer.game
        return GameId(self.numbers[1]) if self.kind is TokenKind.TURN else None

    @property
    def length(self) -> int | None:
        """Of a turn: the log's when its mail was written."""
        return self.numbers[2] if self.kind is TokenKind.TURN else None

    @property
    def offer(self) -> Offer | None:
        """Of an invitation, or of the mail that brings it."""
        if self.kind not in (TokenKind.INVITATION, TokenKind.RETURN):
            return None
        game, seat, invitation = self.numbers
        return Offer(GameId(game), seat, invitation)

    @property
    def question(self) -> QuestionId | None:
        """The question that it answers."""
        return QuestionId(self.numbers[0]) if self.kind is TokenKind.QUESTION else None

    @property
    def combined_mail(self) -> CombinedMailId | None:
        """The mail of several games that it was in."""
        return CombinedMailId(self.numbers[1]) if self.kind is TokenKind.COMBINED else None

    @property
    def letter(self) -> LetterId | None:
        """Of a stranger: the letter whose answer it was in."""
        return LetterId(self.numbers[0]) if self.kind is TokenKind.STRANGER else None

    @property
    def day(self) -> int | None:
        """The day of its mail, counted from 1970; None where that is not known."""
        count = _NUMBERS[self.kind]
        return self.numbers[count] if self.kind in DATED and len(self.numbers) > count else None


def token_text(key: bytes, kind: TokenKind, *numbers: int) -> str:
    """The token's text for a reply address or a Message-ID."""
    if len(numbers) - _NUMBERS[kind] not in ((0, 1) if kind in DATED else (0,)):
        raise ValueError(f"a token of kind {kind.name} carries {_NUMBERS[kind]} numbers")
    body = kind.value + "x".join(str(n) for n in numbers)
    return f"{body}x{_mac(key, body)}"


def read_token(key: bytes, text: str) -> Token | None:
    """What the text says if we made it; None for anything else."""
    text = text.strip().lower()
    body, mac = text[: -_MAC_CHARS - 1], text[-_MAC_CHARS:]
    if not body or text[-_MAC_CHARS - 1] != "x" or not mac.isascii() or not hmac.compare_digest(_mac(key, body), mac):
        return None
    return Token(TokenKind(body[0]), tuple(int(n) for n in body[1:].split("x")))


@lru_cache(maxsize=1024)  # a letter's token is read for each thing that it may be of
def _mac(key: bytes, body: str) -> str:
    digest = hmac.digest(key, body.encode("utf-8", "replace"), hashlib.sha256)
    return base64.b32encode(digest[:10]).decode("ascii").lower()
