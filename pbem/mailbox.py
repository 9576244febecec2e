"""The mailbox at a provider, as the settings name it."""

from __future__ import annotations

import shlex

from pbem.intake.imap import ImapBox, Mailbox
from pbem.settings import Settings


def imap_box(settings: Settings) -> ImapBox:
    """The box of [intake.imap]; nothing is connected yet."""
    section = settings.intake.imap
    if section is None:
        raise ValueError("the settings name no mailbox")
    password = section.password.get_secret_value() if section.password is not None else ""
    return ImapBox(
        Mailbox(
            section.host,
            section.port,
            section.tls,
            section.user,
            password,
            shlex.join(section.oauth_token_command or ()),
            section.folder,
            section.done_folder,
            poll_seconds=int(section.poll.total_seconds()),
            idle=section.idle,
        )
    )
