"""What `pbem doctor` tells of the certificates that our listeners show: whether they serve, for whom, and how long."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from pbem.cli.doctor.findings import Finding, exposed
from pbem.clock import system_clock
from pbem.mail.inbound.certificate import Certificate
from pbem.mail.inbound.smtp_listener import MailProtocol
from pbem.server.listeners import certificate, doors
from pbem.settings import ListenerSection, Settings, SettingsFault

SOON = timedelta(days=14)
"""A certificate that ends sooner should have been renewed: certbot does it 30 days before."""

_RENEW = "Renew it (certbot renew), and see that the new files come here: no restart is needed"


def encryption(settings: Settings) -> Iterator[Finding]:
    """The findings of each door that has a certificate; without one there is nothing to tell."""
    for kind, section in doors(settings):
        try:
            shown = certificate(kind, section)
        except SettingsFault as faults:
            yield from (Finding(f.key, "fault", f.wrong, f.mend) for f in faults.faults)
            continue
        if shown is not None:
            yield from _shown(kind, section, shown)


def _shown(kind: MailProtocol, section: ListenerSection, shown: Certificate) -> Iterator[Finding]:
    if fault := exposed(f"intake.{kind}.key_file", shown.key_file, "pass for this server"):
        yield fault
    name = f"intake.{kind}.certificate_file"
    try:
        seen = shown.seen()
    except ssl.SSLError as fault:
        yield Finding(name, "fault", f"a client refuses it: {_reason(fault)}", _RENEW)
        return
    until = datetime.fromtimestamp(ssl.cert_time_to_seconds(seen["notAfter"]), UTC)
    names = ", ".join(value for _, value in seen.get("subjectAltName", ()))
    said = f"for {names or 'no name at all'}, until {until:%Y-%m-%d %H:%M} UTC"
    if until - system_clock() < SOON:
        yield Finding(name, "note", f"{said}: that is soon", _RENEW)
    else:
        yield Finding(name, "ok", said)
    if section.hostname is not None:
        yield from _named(name, section.hostname, shown, names)
    elif kind == "smtp":
        mend = "Set hostname beside it to the name that the MX record of our domain has"
        yield Finding(f"intake.{kind}.hostname", "note", "is not set: we greet other servers as localhost", mend)
    if not shown.has_chain() and seen["issuer"] != seen["subject"]:
        yield Finding(
            name, "note", "it comes without its chain: not everybody can verify it", "Name certbot's fullchain.pem"
        )


def _named(name: str, hostname: str, shown: Certificate, names: str) -> Iterator[Finding]:
    """Whether it is for the name that others know this server by."""
    try:
        shown.seen(hostname)
    except ssl.SSLError:
        mend = "Get one for that name, or set hostname to one of its names"
        yield Finding(name, "fault", f"it is not for {hostname}, only for {names or 'no name'}", mend)


def _reason(fault: ssl.SSLError) -> str:
    told: Any = getattr(fault, "verify_message", None) or fault.reason or fault
    return str(told)
