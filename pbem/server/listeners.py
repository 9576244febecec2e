"""The SMTP and LMTP listeners, as the settings name them."""

from __future__ import annotations

from pbem.mail.inbound.certificate import BadCertificate, Certificate
from pbem.mail.inbound.smtp_listener import Encryption, MailProtocol
from pbem.settings import Fault, ListenerSection, Settings, SettingsFault


def doors(settings: Settings) -> list[tuple[MailProtocol, ListenerSection]]:
    """Those that the settings have."""
    intake = settings.intake
    both: tuple[tuple[MailProtocol, ListenerSection | None], ...] = (("smtp", intake.smtp), ("lmtp", intake.lmtp))
    return [(kind, section) for kind, section in both if section is not None]


def certificate(kind: MailProtocol, section: ListenerSection) -> Certificate | None:
    """What a door shows in TLS; None if it has no use for one. Raises `SettingsFault` for one that cannot be used."""
    if section.tls == "none" or section.certificate_file is None or section.key_file is None:
        return None
    try:
        return Certificate(section.certificate_file, section.key_file)
    except BadCertificate as bad:
        raise SettingsFault([Fault(f"intake.{kind}.{bad.key}", bad.wrong, bad.mend)]) from None


def encryption(kind: MailProtocol, section: ListenerSection) -> Encryption | None:
    """That and how a door encrypts."""
    shown = certificate(kind, section)
    if shown is None:
        return None
    return Encryption(shown.context, implicit=section.tls == "implicit", required=section.require_tls)
