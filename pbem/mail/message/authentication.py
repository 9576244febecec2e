"""What our own mail server says of a letter's sender: Authentication-Results (RFC 8601), its own and topmost only.

Where the operator says so, also: the topmost field whoever wrote it (Exchange Online puts no server's name into its
own), and what a forwarder saw that sealed it (ARC, RFC 8617), if our server found the seals good.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import authres  # type: ignore[import-untyped]

from pbem.mail.message.domain_name import canonical_domain
from pbem.mail.message.email_address import domain_of
from pbem.mail.message.headers import parameters, value, values
from pbem.mail.message.inbound_message import InboundMessage

MAX_VALUE = 4096
MAX_BRACKETS = 40  # authres goes down one call a bracket
MAX_SEALS = 50  # RFC 8617 §4.2.1

# The name ends in a blank (which a version may follow), at the semicolon or with the field. Authres takes
# `mx.example.net/evil` for a name too: whoever strips forged fields looks for ours, and leaves that one in.
_SERVER = re.compile(r"\s*([\w.-]+)(?=[\s;]|$)", re.ASCII)
_METHOD_FIRST = re.compile(r"\s*[a-z0-9-]+\s*=", re.ASCII | re.IGNORECASE)
_INSTANCE = re.compile(r"\s*i\s*=\s*(\d{1,2})\s*;", re.ASCII)


@dataclass(frozen=True, slots=True)
class TrustedResults:
    """Whose Authentication-Results are believed; nobody's by default."""

    authserv_id: str = ""
    topmost: bool = False  # the first of the header, whatever name it bears: our server puts its own on top of all
    arc_sealers: tuple[str, ...] = ()  # the domains of forwarders whose word counts for what they changed


NOBODYS = TrustedResults()


class Verdict(StrEnum):
    """Whether the sender's domain stands behind the letter."""

    PASS = "pass"
    FAIL = "fail"
    NONE = "none"  # nobody says anything that we may believe


def verdict(message: InboundMessage, trusted: TrustedResults) -> Verdict:
    """PASS for `dmarc=pass` of the From domain, or a good DKIM signature of it; FAIL for `dmarc=fail`.

    Only the topmost field that bears our server's name counts: whatever stands below it came in with the mail.
    A forwarder breaks what it changes: where ours says that the seals are good, the forwarder's word goes before FAIL.
    """
    domain = domain_of(message.sender)
    results = trusted_results(message, trusted) if domain else ()
    found = _judge(message, results, domain)
    if found is not Verdict.PASS and any(each.method == "arc" and each.result == "pass" for each in results):
        return Verdict.PASS if _sealed_as_good(message, trusted, domain) else found
    return found


def _judge(message: InboundMessage, results: tuple[Any, ...], domain: str) -> Verdict:
    alone = value(message.headers, "from").count("@") == 1
    dmarc = [result.result for result in results if result.method == "dmarc" and _names(result, domain, alone=alone)]
    if "fail" in dmarc:
        return Verdict.FAIL
    signed = any(
        result.method == "dkim" and result.result == "pass" and _aligned(_signer(result), domain) for result in results
    )
    return Verdict.PASS if signed or "pass" in dmarc else Verdict.NONE


def sent_by_the_domain(message: InboundMessage, trusted: TrustedResults) -> bool:
    """Did our server see the mail come from the From domain's own servers (SPF pass, aligned)? Then it is no copy that
    somebody else sends once more.
    """
    domain = domain_of(message.sender)
    return bool(domain) and any(
        result.method == "spf" and result.result == "pass" and _aligned(_mail_from(result), domain)
        for result in trusted_results(message, trusted)
    )


def trusted_results(message: InboundMessage, trusted: TrustedResults) -> tuple[Any, ...]:
    """The results in the topmost field of our server; none if it cannot be read: the next one is not asked instead."""
    for text in values(message.headers, "authentication-results"):
        if trusted.topmost:
            return _parse(text)
        server = _SERVER.match(text)
        if trusted.authserv_id and server is not None and server[1].lower() == trusted.authserv_id.lower():
            return _parse(text)
    return ()


def _parse(text: str) -> tuple[Any, ...]:
    if len(text) > MAX_VALUE or text.count("(") > MAX_BRACKETS:
        return ()
    if _METHOD_FIRST.match(text):  # as Exchange Online writes it
        text = f"nameless; {text}"
    try:
        return tuple(authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {text}").results)
    except authres.AuthResError:
        return ()


def _sealed_as_good(message: InboundMessage, trusted: TrustedResults, domain: str) -> bool:
    """Did a configured forwarder see a pass? Asked from the last seal down, as long as each is a configured one's:
    who sealed after it could have changed the letter.
    """
    sealers = {canonical_domain(each) for each in trusted.arc_sealers} - {""}
    seals, reports = _instances(message, "arc-seal"), _instances(message, "arc-authentication-results")
    for number in range(len(seals), 0, -1):
        if canonical_domain(parameters(f"seal;{seals.get(number, '')}").get("d")) not in sealers:
            return False
        if _judge(message, _parse(reports.get(number, "")), domain) is Verdict.PASS:
            return True
    return False


def _instances(message: InboundMessage, name: str) -> dict[int, str]:
    """The fields of an ARC chain by their number, which is taken off. Of two with one number neither counts."""
    found: dict[int, str] = {}
    for text in values(message.headers, name)[:MAX_SEALS]:
        numbered = _INSTANCE.match(text)
        if numbered is not None:
            number = int(numbered[1])
            found[number] = "" if number in found else text[numbered.end() :]
    return found


def _properties(result: Any) -> dict[str, str]:
    return {f"{each.type}.{each.name}".lower(): str(each.value) for each in result.properties}


def _names(result: Any, domain: str, *, alone: bool) -> bool:
    """Does the result speak of the From domain that we read? Where it names none, From must hold no other.

    `south@example.org via List <list@example.net>`: programs differ in whom they see.
    """
    named = _properties(result).get("header.from", "")
    return canonical_domain(named.rpartition("@")[2]) == domain if named else alone


def _signer(result: Any) -> str:
    """The domain that signed: `header.d`, or that of `header.i`."""
    found = _properties(result)
    return canonical_domain(found.get("header.d") or found.get("header.i", "").rpartition("@")[2])


def _mail_from(result: Any) -> str:
    return canonical_domain(_properties(result).get("smtp.mailfrom", "").rpartition("@")[2])


def _aligned(signer: str, domain: str) -> bool:
    """Signed by the From domain or one above it, if that is anybody's: `org` is not.

    One below it may be somebody else's (`evil.github.io`).
    """
    return bool(signer) and (domain == signer or ("." in signer and domain.endswith("." + signer)))
