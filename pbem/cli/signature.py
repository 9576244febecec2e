"""What `pbem doctor` tells of our DKIM signature: whether the key serves, who can read it, and what to publish."""

from __future__ import annotations

import stat
from collections.abc import Iterator

from pbem.cli.finding import Finding
from pbem.settings import Settings, SettingsFault
from pbem.wiring import make_signer

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def signature(settings: Settings) -> Iterator[Finding]:
    """The findings. That the domain is that of our address is a matter of the settings, which see to it."""
    if settings.dkim is None:
        smtp = settings.courier.smtp
        if smtp is not None and smtp.host in _LOOPBACK:
            said = "our mails go out unsigned, unless the mail server of this machine signs them"
            yield Finding("dkim", "note", said, "Let it sign (opendkim, rspamd), or add [dkim]: big providers want it")
        return
    path = settings.dkim.key_file
    try:
        signer = make_signer(settings)
    except SettingsFault as faults:
        yield from (Finding(f.key, "fault", f.wrong, f.mend) for f in faults.faults)
        return
    assert signer is not None
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o027:
        said = f"{path} has mode {mode:o}: others could sign mail as {signer.domain}"
        yield Finding("dkim.key_file", "fault", said, f"chmod 640 {path}; and the user that runs pbem as its group")
    record = f"Publish in the DNS, if it is not there yet:\n      {signer.name}. IN TXT {signer.key.record_in_zone}"
    yield Finding("dkim", "ok", f"mails are signed as {signer.domain}, selector {signer.selector}", record)
    if signer.key.kind == "ed25519":
        said = "many receivers do not know Ed25519 yet and take such a mail as unsigned"
        yield Finding("dkim", "note", said, "Use an RSA key of 2048 bits until they do")
