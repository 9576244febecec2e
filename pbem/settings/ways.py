"""The sections of the ways in and the way out: [intake.…] and [courier.…]."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Self

from pydantic import Field, model_validator

from pbem.settings.section import Section
from pbem.settings.values import (
    Authority,
    BadValue,
    Command,
    Domain,
    File,
    Folder,
    Host,
    ListenAt,
    Port,
    Secret,
    SomeTime,
    Tls,
    Word,
)


class ListenerSection(Section):
    """[intake.smtp] and [intake.lmtp] Mail handed to us by other servers."""

    listen: ListenAt = Field(examples=["127.0.0.1:8024"])
    hostname: Domain | None = None
    certificate_file: File | None = None
    key_file: File | None = None
    tls: Tls = Field(default_factory=lambda known: "starttls" if known["certificate_file"] else "none")
    require_tls: bool = False

    @model_validator(mode="after")
    def _can_encrypt(self) -> Self:
        missing = "key_file" if self.key_file is None else "certificate_file"
        if (self.certificate_file is None) != (self.key_file is None):
            raise BadValue("is missing: a certificate and its key go together", "Give both, or neither", missing)
        if self.tls != "none" and self.certificate_file is None:
            raise BadValue("needs a certificate", 'Give certificate_file and key_file, or write "none"', "tls")
        if self.require_tls and self.tls == "none":
            raise BadValue(
                "would let no mail in: nothing is encrypted here", "Give certificate_file too", "require_tls"
            )
        return self


class MaildirFolder(Section):
    """[intake.maildir] and [courier.maildir] A folder of mails."""

    path: Folder = Field(examples=["/var/mail/hearts"])


_IMAP_PORTS = {"none": 143, "starttls": 143, "implicit": 993}
_SMTP_PORTS = {"none": 25, "starttls": 587, "implicit": 465}
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Imap(Section):
    """[intake.imap] A mailbox at a provider."""

    secrets = ("password",)
    host: Host = Field(examples=["imap.example.org"])
    tls: Tls = "implicit"
    port: Port = Field(default_factory=lambda known: _IMAP_PORTS[known["tls"]])
    user: Word = Field(examples=["hearts@example.org"])
    password: Secret | None = None
    ca_file: Authority | None = None
    oauth_token_command: Command | None = None
    folder: Word = "INBOX"
    done_folder: Word = "Processed"
    idle: bool = True
    poll: SomeTime = timedelta(seconds=60)

    @model_validator(mode="after")
    def _can_log_in(self) -> Self:
        if (self.password is None) == (self.oauth_token_command is None):
            wrong = "has no password" if self.password is None else "has a password and an oauth_token_command"
            raise BadValue(wrong, "Give one of password_file, password and oauth_token_command")
        if self.folder == self.done_folder:
            raise BadValue("is the folder that mail is taken from", "Name another folder", "done_folder")
        _no_open_password(self.tls, self.host)
        _nothing_to_prove(self.tls, self.ca_file)
        return self


class Intake(Section):
    """[intake] The ways in: any of them, together too. `pbem receive` needs none."""

    smtp: ListenerSection | None = None
    lmtp: ListenerSection | None = None
    imap: Imap | None = None
    maildir: MaildirFolder | None = None

    @model_validator(mode="after")
    def _apart(self) -> Self:
        if self.smtp and self.lmtp and self.smtp.listen == self.lmtp.listen:
            raise BadValue("is the place where intake.smtp listens", "Choose another port", "lmtp.listen")
        return self


class CourierSmtp(Section):
    """[courier.smtp] The server that takes our mail."""

    secrets = ("password",)
    host: Host = Field(examples=["smtp.example.org"])
    tls: Tls = "starttls"
    port: Port = Field(default_factory=lambda known: _SMTP_PORTS[known["tls"]])
    user: str = ""
    password: Secret | None = None
    ca_file: Authority | None = None

    @model_validator(mode="after")
    def _can_log_in(self) -> Self:
        if bool(self.user) != (self.password is not None):
            wrong = "has a user without a password" if self.user else "has a password without a user"
            raise BadValue(wrong, "Give both user and password_file, or neither")
        if self.user:
            _no_open_password(self.tls, self.host)
        _nothing_to_prove(self.tls, self.ca_file)
        return self


def _no_open_password(tls: str, host: str) -> None:
    if tls == "none" and host not in _LOOPBACK:
        raise BadValue(
            "would send the password readable for everyone on the way", 'Write "implicit" or "starttls"', "tls"
        )


def _nothing_to_prove(tls: str, ca_file: Path | None) -> None:
    if tls == "none" and ca_file is not None:
        raise BadValue("proves nothing here: no certificate is asked for", 'Write tls = "starttls"', "ca_file")


class Courier(Section):
    """[courier] The one way out."""

    smtp: CourierSmtp | None = None
    maildir: MaildirFolder | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.smtp and self.maildir:
            raise BadValue("names two ways out", "Keep one of [courier.smtp] and [courier.maildir]")
        if not self.smtp and not self.maildir:
            raise BadValue(
                "names no way out", 'Add [courier.smtp] with host = "smtp.example.org", or [courier.maildir]'
            )
        return self
