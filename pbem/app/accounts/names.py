"""What a person may be called: a name stands in other people's mails, in subjects too, so it advertises nothing."""

from __future__ import annotations

import re
import unicodedata

from pbem.facts.account_refusals import BadName
from pbem.hearts.refusal import Refused

_NAME = re.compile(r"[^\W_](?:[\w .'’-]{0,28}[\w.])?")
_LINK = re.compile(
    r"\w\.\w{2,}|\b(?:www|https?)\b|\b(?:dot|punkt|point)\s+\w{2,}|\w\s+\.\s*\w{2,}"  # evil.example, evil dot com
    r"|\b(?:com|net|org|example|biz|info|xyz|shop|online)\b|\d[\d .-]{5,}\d",  # what is left of one; a telephone number
    re.IGNORECASE,
)
_INITIALS = re.compile(r"(?:\b\w\. ?)+(?=\w|$)")
_ADVERTISES = re.compile(
    r"\b(?:visit|click|buy|order now|free|win|winner|prize|cash|earn|casino|crypto|bitcoin|viagra|cialis|pills|loans?"
    r"|discount|offer|deal now|sale|cheap|call now|subscribe|join us|besuche|klick|gratis|kaufen?|gewinne?"
    r"|visitez|cliquez|achetez|gratuit|bezoek|koop|telegram|whatsapp)\b",
    re.IGNORECASE,
)


def good_name(text: str) -> str:
    """A name as it may stand in a mail: letters, digits, blanks, a few marks; at most 30 characters.

    Refused is what could be taken for an address, a link, an advertisement or an order; raises `Refused`.
    """
    name = " ".join(text.split())
    plain = _INITIALS.sub("", unicodedata.normalize("NFKC", name))
    if (
        not _NAME.fullmatch(name)
        or name.lower().startswith("robot")
        or _LINK.search(plain)
        or _ADVERTISES.search(plain)
    ):
        raise Refused(BadName(given="" if _LINK.search(plain) else name[:40]))
    return name
