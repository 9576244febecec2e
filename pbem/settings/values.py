"""The kinds of values that settings hold, and the faults they can have."""

from __future__ import annotations

import re
import shlex
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationInfo

from pbem.timespan import duration

_LABEL = r"(?!-)[\w-]{1,63}(?<!-)"  # RFC 1035 §2.3.4; the underscore is no host's, and common all the same
_DOMAIN = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_ATOM = r"[^\s@<>()\[\],;:\\\".]+"
_LOCAL = re.compile(rf"{_ATOM}(\.{_ATOM})*")
SOCKET_PATH = 107  # bytes that Linux has room for, in sockaddr_un


class Fault(NamedTuple):
    """One thing wrong with the configuration: its key, what is wrong, and how to mend it."""

    key: str
    wrong: str
    mend: str

    def __str__(self) -> str:
        return f"{self.key}: {self.wrong}. {self.mend}{'' if self.mend.endswith('?') else '.'}"


class SettingsFault(Exception):
    """Everything that is wrong with the configuration, so that the operator mends it in one go."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class BadValue(ValueError):
    """A value that cannot be: what is wrong and how to mend it. `key` names one below the place that was checked."""

    def __init__(self, wrong: str, mend: str, key: str = "") -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.mend = mend
        self.key = key


class Listen(NamedTuple):
    """Where a server listens: a host and a port, or a Unix socket at `path` (then there is no host)."""

    host: str = ""
    port: int = 0
    path: Path | None = None

    def __str__(self) -> str:
        if self.path is not None:
            return f"unix:{self.path}"
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def _duration(value: object) -> object:
    if isinstance(value, timedelta):
        return value
    try:
        return duration(str(value))
    except ValueError as bad:
        raise BadValue(str(bad), 'Write a number and a unit (w, d, h, m, s), as in "48h", "7d" or "1d12h"') from None


def _not_zero(value: timedelta) -> timedelta:
    if not value:
        raise BadValue("must be longer than nothing", 'Write a length of time, as in "48h"')
    return value


def _listen(value: object, info: ValidationInfo) -> object:
    if not isinstance(value, str):
        return value
    if value.startswith("unix:/") or (value.startswith("unix:") and len(value) > 5):
        path = _place(Path(value.removeprefix("unix:")), info)
        if len(str(path).encode()) > SOCKET_PATH:
            raise BadValue(f"{path} is too long for a socket", f"Choose a path of at most {SOCKET_PATH} bytes")
        return Listen(path=path)
    host, _, port = value.rpartition(":")
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    known = _is_host(bare) and (":" in bare) == (bare != host)  # an IPv6 address stands in brackets, and nothing else
    if not known or not re.fullmatch(r"[0-9]{1,5}", port) or int(port) > 65535:
        raise BadValue(
            f"{value!r} is no place to listen", 'Write "127.0.0.1:8024", "[::1]:8024" or "unix:/run/pbem/lmtp"'
        )
    return Listen(bare, int(port))


def _is_host(text: str) -> bool:
    """Whether a socket could be opened there: an address of the Internet, or a name that is none."""
    if ":" in text or re.fullmatch(r"[0-9.]+", text):
        try:
            ip_address(text)
        except ValueError:
            return False
        return True
    return _DOMAIN.fullmatch(text.removesuffix(".")) is not None


def _host(value: str) -> str:
    if not _is_host(value):
        raise BadValue(f"{value!r} is no host", 'Write its bare name or address, as in "mail.example.org"')
    return value


def _not_blank(value: object) -> object:
    if isinstance(value, str) and not value.strip():
        raise BadValue("is empty", "Fill it in, or remove the line")
    return value


def _server_name(value: str) -> str:
    if not re.fullmatch(r"[\w.-]*", value, re.ASCII):
        mend = 'Write the name as it stands in Authentication-Results before the ";", as in "mx.example.org"'
        raise BadValue(f"{value!r} is no name that a mail server writes", mend)
    return value


def _place(path: Path, info: ValidationInfo) -> Path:
    folder: Path | None = (info.context or {}).get("folder")
    return folder / path.expanduser() if folder else path.expanduser()


def _folder(path: Path) -> Path:
    if path.exists() and not path.is_dir():
        raise BadValue(f"{path} is not a folder", "Name a folder, or a new one")
    return path


def _file(path: Path) -> Path:
    try:
        there = path.is_file()
    except OSError as bad:  # certbot's folders are such: nobody but root may look into them
        mend = "Put it where the user that runs pbem can read it"
        raise BadValue(f"cannot reach {path}: {bad.strerror}", mend) from None
    if not there:
        raise BadValue(f"{path} is not there", "Name a file that is")
    return path


def _new_file(path: Path) -> Path:
    if path.is_dir():
        raise BadValue(f"{path} is a folder", "Name a file in it")
    return path


def _authority(path: Path) -> Path:
    import ssl  # not for those who trust the world's authorities

    try:
        ssl.create_default_context(cafile=str(path))
    except (ssl.SSLError, OSError) as bad:
        why = getattr(bad, "reason", None) or bad.strerror or bad
        raise BadValue(f"{path} holds no certificate: {why}", "Name the authority's certificate, in PEM form") from None
    return path


def _address(value: str) -> str:
    local, _, domain = value.partition("@")
    if not _LOCAL.fullmatch(local) or not _DOMAIN.fullmatch(domain):
        raise BadValue(f"{value!r} is not a mail address", 'Write the bare address, as in "hearts@example.org"')
    return value


def _whole(value: object) -> object:
    if isinstance(value, bool):
        raise BadValue("must be a whole number", "Write digits, without quotes")
    return value


def _domain(value: str) -> str:
    if value and not _DOMAIN.fullmatch(value):
        raise BadValue(f"{value!r} is no domain", 'Write the bare name, as in "example.org"')
    return value


def _several(value: object) -> object:
    """A list, or one text of words, as an environment variable has it."""
    if isinstance(value, str):
        return tuple(value.replace(",", " ").split())
    if not isinstance(value, list | tuple):
        raise BadValue("must be a list", 'Write it as in ["one.example", "two.example"]')
    return value


def _selector(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9-]+)*", value):
        raise BadValue(f"{value!r} is no selector", 'Write the name of the record before "._domainkey", as in "hearts"')
    return value


def _url(value: str, info: ValidationInfo) -> str:
    if value.startswith("postgresql+psycopg://"):
        try:
            _ = urlsplit(value).port
        except ValueError as bad:
            raise BadValue(str(bad), 'Write "postgresql+psycopg://USER@HOST:5432/NAME"') from None
        return value
    if value.startswith(("postgres://", "postgresql://")):
        raise BadValue("names no driver", 'Begin with "postgresql+psycopg://"')
    path = value.removeprefix("sqlite:///")
    if path in (value, "", ":memory:"):
        raise BadValue(
            "is no database that lasts", 'Write "sqlite:////FOLDER/pbem.db" or "postgresql+psycopg://HOST/NAME"'
        )
    if "?" in path:
        raise BadValue("has options behind a ?", "Leave them out: the file's path is enough")
    return f"sqlite:///{_place(Path(path), info)}"


class InFile(NamedTuple):
    """A secret that stands in a file. `twice`: the secret itself is given too."""

    key: str
    path: Path
    twice: bool


def _secret(value: object, info: ValidationInfo) -> object:
    if not isinstance(value, InFile):
        return value
    if value.twice:
        raise BadValue("is given twice", f"Remove {value.key} or {value.key}_file")
    path = _place(value.path, info)
    try:
        text = path.read_text("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as bad:
        why = bad.strerror if isinstance(bad, OSError) else "it is not UTF-8 text"
        raise BadValue(
            f"cannot read {path}: {why}", "Put the secret there, readable for the user that runs pbem"
        ) from None
    if not text.strip():
        raise BadValue(f"{path} is empty", "Put the secret there, on one line")
    if len(text.splitlines()) > 1:
        raise BadValue(f"{path} has more than one line", "Leave nothing but the secret there, on one line")
    return text


def _command(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return tuple(shlex.split(value))
    except ValueError:
        raise BadValue(
            "has a quote that is never closed", 'Write it as in a shell, or as a list: ["/path", "word"]'
        ) from None


Duration = Annotated[timedelta, BeforeValidator(_duration)]
SomeTime = Annotated[timedelta, AfterValidator(_not_zero), BeforeValidator(_duration)]
Address = Annotated[str, AfterValidator(_address)]
AddressOrNone = Annotated[str, AfterValidator(lambda value: value and _address(value))]
Addresses = Annotated[tuple[Address, ...], BeforeValidator(_several)]
Domain = Annotated[str, Field(min_length=1), AfterValidator(_domain)]
Domains = Annotated[tuple[Domain, ...], BeforeValidator(_several)]
DomainOrNone = Annotated[str, AfterValidator(_domain)]
Selector = Annotated[str, AfterValidator(_selector)]
Secret = Annotated[SecretStr, BeforeValidator(_secret)]
Place = Annotated[Path, AfterValidator(_place), BeforeValidator(_not_blank)]
Folder = Annotated[Place, AfterValidator(_folder)]
File = Annotated[Place, AfterValidator(_file)]
NewFile = Annotated[Place, AfterValidator(_new_file)]
Authority = Annotated[File, AfterValidator(_authority)]
ListenAt = Annotated[Listen, BeforeValidator(_listen)]
Url = Annotated[str, AfterValidator(_url), BeforeValidator(_secret)]
Command = Annotated[tuple[str, ...], BeforeValidator(_command), Field(min_length=1)]
Word = Annotated[str, BeforeValidator(_not_blank)]
Host = Annotated[Word, AfterValidator(_host)]
ServerName = Annotated[str, AfterValidator(_server_name)]
Port = Annotated[int, Field(ge=1, le=65535)]
Whole = Annotated[int, BeforeValidator(_whole)]
Count = Annotated[Whole, Field(ge=1, le=2**31 - 1)]
Tls = Literal["none", "starttls", "implicit"]
