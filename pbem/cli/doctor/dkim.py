"""What `pbem doctor` tells of our DKIM signature: whether the key serves, who can read it, and what to publish."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.cli.doctor.findings import Finding, exposed
from pbem.server.bootstrap import make_signer
from pbem.settings import Settings, SettingsFault

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def signature(settings: Settings) -> Iterator[Finding]:
    """The findings. That the domain is that of our address is a matter of the settings, which see to it."""
    if settings.dkim is None:
        smtp = settings.courier.smtp
        if smtp is not None and smtp.host in _LOOPBACK:
            said = "our mails go out unsigned, unless the mail server of this machine signs them"
            yield Finding("dkim", "note", said, "Let it sign (opendkim, rspamd), or add [dkim]: big providers want it")
        elif smtp is not None:
            said = f"left to {smtp.host}: `pbem doctor --probe` tells whether it signs our mails"
            yield Finding("dkim", "ok", said)
        return
    try:
        signer = make_signer(settings)
    except SettingsFault as faults:
        yield from (Finding(f.key, "fault", f.wrong, f.mend) for f in faults.faults)
        return
    assert signer is not None
    if fault := exposed("dkim.key_file", settings.dkim.key_file, f"sign mail as {signer.domain}"):
        yield fault
    record = f"Publish in the DNS, if it is not there yet:\n      {signer.name}. IN TXT {signer.key.record_in_zone}"
    yield Finding("dkim", "ok", f"mails are signed as {signer.domain}, selector {signer.selector}", record)
    if settings.courier.smtp is not None and settings.courier.smtp.user:
        said = f"if {settings.courier.smtp.host} signs too, as providers do, each mail bears two signatures"
        yield Finding("dkim", "note", said, "That does no harm; without [dkim] there is one key less to keep")
    if signer.key.kind == "ed25519":
        said = "many receivers do not know Ed25519 yet and take such a mail as unsigned"
        yield Finding("dkim", "note", said, "Use an RSA key of 2048 bits until they do")
