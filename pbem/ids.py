"""Numbers that name something, each a type of its own: a game's is no person's, and mypy says so.

The rows of `db/models` hold plain numbers; what leaves `db/` is typed.
"""

from __future__ import annotations

from typing import NewType

GameId = NewType("GameId", int)
PlayerId = NewType("PlayerId", int)
LetterId = NewType("LetterId", int)
"""A letter in the inbox."""
MailId = NewType("MailId", int)
"""A mail in the outbox."""
QuestionId = NewType("QuestionId", int)
CombinedMailId = NewType("CombinedMailId", int)
"""A mail that told of several games."""
