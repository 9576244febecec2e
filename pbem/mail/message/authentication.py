"""What our own mail server says of a letter's sender: Authentication-Results (RFC 8601), its own and topmost only."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any

import authres  # type: ignore[import-untyped]

from pbem.mail.message.email_address import domain_of
from pbem.mail.message.headers import value, values
from pbem.mail.message.inbound_message import InboundMessage

MAX_VALUE = 4096
MAX_BRACKETS = 40  # authres goes down one call a bracket

_SERVER = re.compile(r"\s*([\w.-]+)")


class Verdict(StrEnum):
    """Whether the sender's domain stands behind the letter."""

    PASS = "pass"
    FAIL = "fail"
    NONE = "none"  # nobody says anything that we may believe


def verdict(message: InboundMessage, authserv_id: str) -> Verdict:
    """PASS for `dmarc=pass` of the From domain, or a good DKIM signature of it; FAIL for `dmarc=fail`.

    Only the topmost field that bears our server's name counts: whatever stands below it came in with the mail.
    """
    domain = domain_of(message.sender)
    results = _topmost(message, authserv_id) if domain and authserv_id else ()
    alone = value(message.headers, "from").count("@") == 1
    dmarc = [result.result for result in results if result.method == "dmarc" and _names(result, domain, alone=alone)]
    if "fail" in dmarc:
        return Verdict.FAIL
    signed = any(
        result.method == "dkim" and result.result == "pass" and _aligned(_signer(result), domain) for result in results
    )
    return Verdict.PASS if signed or "pass" in dmarc else Verdict.NONE


def _topmost(message: InboundMessage, authserv_id: str) -> tuple[Any, ...]:
    """The results in the topmost field of our server; none if it cannot be read: the next one is not asked instead."""
    for text in values(message.headers, "authentication-results"):
        server = _SERVER.match(text)
        if server is None or server[1].lower() != authserv_id.lower():
            continue
        if len(text) > MAX_VALUE or text.count("(") > MAX_BRACKETS:
            return ()
        try:
            return tuple(authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {text}").results)
        except authres.AuthResError:
            return ()
    return ()


def _properties(result: Any) -> dict[str, str]:
    return {f"{each.type}.{each.name}".lower(): str(each.value) for each in result.properties}


def _names(result: Any, domain: str, *, alone: bool) -> bool:
    """Does the result speak of the From domain that we read? Where it names none, From must hold no other.

    `south@example.org via List <list@example.net>`: programs differ in whom they see.
    """
    named = _properties(result).get("header.from", "")
    return domain_of("x@" + named.rpartition("@")[2]) == domain if named else alone


def _signer(result: Any) -> str:
    """The domain that signed: `header.d`, or that of `header.i`."""
    found = _properties(result)
    return domain_of("x@" + (found.get("header.d") or found.get("header.i", "").rpartition("@")[2]))


def _aligned(signer: str, domain: str) -> bool:
    """Signed by the From domain or one above it. One below it may be somebody else's (`evil.github.io`)."""
    return bool(signer) and (domain == signer or domain.endswith("." + signer))
