"""What people say around a card, in every language at once: a new language is one more table in `CHAT`.

They make no order: they tell whether a line that is no order means a card, denies it, doubts it or tells of an earlier
one, and so what is asked back. Nobody says in which language he chats, so all are understood together. What makes an
order in the player's own language stands in `pbem/orders/vocabulary.py`.
"""

from __future__ import annotations

from dataclasses import fields

from pbem.orders.chat_words.dutch import DUTCH_CHAT
from pbem.orders.chat_words.english import ENGLISH_CHAT
from pbem.orders.chat_words.french import FRENCH_CHAT
from pbem.orders.chat_words.german import GERMAN_CHAT
from pbem.orders.chat_words.language import ChatWords

CHAT: dict[str, ChatWords] = {"en": ENGLISH_CHAT, "de": GERMAN_CHAT, "fr": FRENCH_CHAT, "nl": DUTCH_CHAT}
"""Every language that players chat in: those that have a vocabulary of orders, and more."""


def _all(name: str) -> frozenset[str]:
    return frozenset().union(*(getattr(one, name) for one in CHAT.values()))


_WORDS = {f.name: _all(f.name) for f in fields(ChatWords) if f.name not in ("suits", "ranks", "compounds")}

SPEECH = ChatWords(
    suits={word: suit for one in CHAT.values() for word, suit in one.suits.items()},
    ranks={word: rank for one in CHAT.values() for word, rank in one.ranks.items()},
    compounds=True,
    **_WORDS,
)
"""Every language at once: what one denies is denied, whoever wrote it."""
