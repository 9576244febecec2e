"""The sections of the configuration file, as frozen records. `config/pbem.toml` tells each key's reason."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, ValidationInfo, model_validator

from pbem import paths
from pbem.settings.section import Section
from pbem.settings.values import (
    Address,
    Addresses,
    AddressOrNone,
    BadValue,
    Count,
    DomainOrNone,
    Domains,
    Duration,
    File,
    Folder,
    NewFile,
    Selector,
    ServerName,
    SomeTime,
    Url,
    Whole,
    Word,
)
from pbem.settings.ways import Courier, Intake

LONGEST_LOCAL_PART = 30  # so that a reply token fits behind it into the 64 octets of a local part (RFC 5321 §4.5.3.1.1)


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


_SHARED = "Move the games there (pbem move --to URL), or leave workers out"


class DatabaseSection(Section):
    """[database] Where the games are kept."""

    secrets = ("url",)
    url: Url = Field(repr=False, examples=["sqlite:////var/lib/pbem/pbem.db"])
    workers: bool = False
    lease: SomeTime = timedelta(minutes=1)

    @model_validator(mode="after")
    def _can_be_shared(self) -> Self:
        if self.workers and self.url.startswith("sqlite"):
            raise BadValue("needs PostgreSQL: one server at a time writes to an SQLite file", _SHARED, "workers")
        return self


class Dkim(Section):
    """[dkim] Our signature on the mails that go out, where the relay does not sign them."""

    domain: DomainOrNone = ""
    selector: Selector = Field(examples=["hearts"])
    key_file: File = Field(examples=["/etc/pbem/dkim.pem"])


class Security(Section):
    """[security] Whose word is taken for who wrote a mail."""

    authserv_id: ServerName = ""
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


class Metrics(Section):
    """[metrics] The numbers of `pbem status` for a monitor."""

    file: NewFile | None = None


class Limits(Section):
    """[limits] What one sender, or one mistake, can cost at most."""

    message_bytes: Annotated[Whole, Field(ge=16_384, le=2**30)] = 262_144
    mails_per_hour_per_sender: Count = 60
    error_answers_per_hour: Count = 10
    error_answers_per_day: Count = 30
    games_per_player: Count = 20
    strangers_per_hour: Count = 20
    keep_days: Annotated[Whole, Field(ge=1, le=36_500)] = 60


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
    metrics: Metrics = Metrics()
    dkim: Dkim | None = None

    @model_validator(mode="after")
    def _out_is_not_in(self) -> Self:
        out = self.courier.maildir.path if self.courier.maildir else None
        inward = self.intake.maildir.path if self.intake.maildir else None
        spool = self.server.spool
        for key, place, others in (("courier.maildir.path", out, (inward, spool)), ("server.spool", spool, (inward,))):
            if place is not None and place in others:
                raise BadValue(f"{place} is a folder that mail comes in by", "Name another folder", key)
        return self

    @model_validator(mode="after")
    def _signs_for_its_sender(self) -> Self:
        ours = self.server.address.partition("@")[2].lower()
        named = self.dkim.domain.lower() if self.dkim else ""
        if named and ours != named and not ours.endswith(f".{named}"):
            wrong = f"is not the domain of {self.server.address}, and a signature of another domain proves nothing"
            raise BadValue(wrong, f'Write "{ours}", or leave it out', "dkim.domain")
        return self
