"""The sections of the configuration file, as frozen records. `config/pbem.toml` tells each key's reason."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator

from pbem import paths
from pbem.settings.values import (
    Address,
    Addresses,
    AddressOrNone,
    BadValue,
    Command,
    Count,
    Domain,
    DomainOrNone,
    Domains,
    Duration,
    File,
    Folder,
    InFile,
    ListenAt,
    Port,
    Secret,
    Selector,
    SomeTime,
    Tls,
    Url,
    Word,
)

LONGEST_LOCAL_PART = 30  # so that a reply token fits behind it into the 64 octets of a local part (RFC 5321 §4.5.3.1.1)


class Section(BaseModel):
    """A section: unknown keys are faults, since a misspelt key would silently keep its default."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)
    secrets: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="before")
    @classmethod
    def _secret_files(cls, raw: Any) -> Any:
        if not isinstance(raw, Mapping):
            return raw
        given = dict(raw)
        for key in cls.secrets:
            path = given.pop(f"{key}_file", None)
            if path is not None:
                given[key] = InFile(key, Path(str(path)), twice=key in given)
        return given


class Server(Section):
    """[server] Who we are, and where we keep things."""

    address: Address = Field(examples=["hearts@example.org"])
    name: Word = "Hearts by mail"
    data: Folder = Path("/var/lib/pbem")
    language: Word = "en"
    log: Literal["text", "json"] = "text"
    operator: AddressOrNone = ""
    aliases: Addresses = ()
    delimiter: Literal["", "+", "-", "=", "_", "."] = "+"
    templates: Folder | None = None
    spool: Folder = Field(default_factory=lambda known: known["data"] / "spool")

    @model_validator(mode="after")
    def _reachable(self) -> Self:
        local = self.address.partition("@")[0]
        if self.delimiter and self.delimiter in local:
            raise BadValue(f"{self.delimiter!r} occurs in the address itself", "Choose another delimiter", "delimiter")
        if len(local) > LONGEST_LOCAL_PART:
            mend = f"Choose one with at most {LONGEST_LOCAL_PART} characters before the @"
            raise BadValue("is too long for the reply addresses made of it", mend, "address")
        return self

    @model_validator(mode="after")
    def _speaks(self) -> Self:
        folders = [folder for folder in (self.templates, paths.templates_folder()) if folder]
        if not any((folder / self.language).is_dir() for folder in folders):
            known = sorted({f.name for folder in folders if folder.is_dir() for f in folder.iterdir() if f.is_dir()})
            raise BadValue("has no templates", f"Choose one of: {', '.join(known)}", "language")
        return self


class DatabaseSection(Section):
    """[database] Where the games are kept."""

    secrets = ("url",)
    url: Url = Field(repr=False, examples=["sqlite:////var/lib/pbem/pbem.db"])


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
    host: Word = Field(examples=["imap.example.org"])
    tls: Tls = "implicit"
    port: Port = Field(default_factory=lambda known: _IMAP_PORTS[known["tls"]])
    user: Word = Field(examples=["hearts@example.org"])
    password: Secret | None = None
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
    host: Word = Field(examples=["smtp.example.org"])
    tls: Tls = "starttls"
    port: Port = Field(default_factory=lambda known: _SMTP_PORTS[known["tls"]])
    user: str = ""
    password: Secret | None = None

    @model_validator(mode="after")
    def _can_log_in(self) -> Self:
        if bool(self.user) != (self.password is not None):
            wrong = "has a user without a password" if self.user else "has a password without a user"
            raise BadValue(wrong, "Give both user and password_file, or neither")
        if self.user:
            _no_open_password(self.tls, self.host)
        return self


def _no_open_password(tls: str, host: str) -> None:
    if tls == "none" and host not in _LOOPBACK:
        raise BadValue(
            "would send the password readable for everyone on the way", 'Write "implicit" or "starttls"', "tls"
        )


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


class Dkim(Section):
    """[dkim] Our signature on the mails that go out, where the relay does not sign them."""

    domain: DomainOrNone = ""
    selector: Selector = Field(examples=["hearts"])
    key_file: File = Field(examples=["/etc/pbem/dkim.pem"])


class Security(Section):
    """[security] Whose word is taken for who wrote a mail."""

    authserv_id: str = ""
    authentication_results: Literal["named", "topmost"] = "named"
    arc_sealers: Domains = ()
    unauthenticated: Literal["confirm", "trust"] = "confirm"


class Games(Section):
    """[games] What a new table gets where its host says nothing."""

    variant: Word = "american"
    variants: File | None = None
    deadline: SomeTime = timedelta(hours=48)
    veil: bool = True
    remind: bool = True
    downtime_grace: Duration = timedelta(minutes=30)


class Limits(Section):
    """[limits] What one sender, or one mistake, can cost at most."""

    message_bytes: Annotated[int, Field(ge=16_384)] = 262_144
    mails_per_hour_per_sender: Count = 60
    error_answers_per_hour: Count = 10
    error_answers_per_day: Count = 30
    games_per_player: Count = 20
    strangers_per_hour: Count = 20
    keep_days: Annotated[int, Field(ge=1)] = 60


def _under_data(raw: Any, info: ValidationInfo) -> Any:
    if not isinstance(raw, Mapping) or {"url", "url_file"} & set(raw):
        return raw
    server = info.data.get("server")  # missing where [server] has a fault of its own: then any url will do
    return {**raw, "url": f"sqlite:///{(server.data if server else Path('/')) / 'pbem.db'}"}


class Settings(Section):
    """The whole configuration."""

    server: Server
    database: Annotated[DatabaseSection, BeforeValidator(_under_data)] = Field(
        default_factory=dict, validate_default=True
    )
    intake: Intake = Intake()
    courier: Courier
    security: Security = Security()
    games: Games = Games()
    limits: Limits = Limits()
    dkim: Dkim | None = None

    @model_validator(mode="after")
    def _signs_for_its_sender(self) -> Self:
        ours = self.server.address.partition("@")[2].lower()
        named = self.dkim.domain.lower() if self.dkim else ""
        if named and ours != named and not ours.endswith(f".{named}"):
            wrong = f"is not the domain of {self.server.address}, and a signature of another domain proves nothing"
            raise BadValue(wrong, f'Write "{ours}", or leave it out', "dkim.domain")
        return self
