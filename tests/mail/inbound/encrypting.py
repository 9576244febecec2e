"""Listeners that encrypt, and clients that begin it."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.mail.inbound.certificate import Certificate
from pbem.mail.inbound.smtp_listener import Encryption
from tests.mail.inbound.conftest import Shelf
from tests.mail.inbound.serving import EHLO, Client, Serving, serving


def encryption(cert: Path, **more: Any) -> dict[str, Any]:
    return {"encryption": Encryption(Certificate(cert, cert.with_name("key.pem")).context, **more)}


def trust(cert: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(cert))


def begin(client: Client, ahead: bytes = b"") -> Client:
    """STARTTLS, with what is sent ahead in the same write."""
    client.send(b"STARTTLS\r\n" + ahead)
    assert client.reply().startswith("220 2.0.0")
    return client


@contextmanager
def encrypted(shelf: Shelf, cert: Path, ahead: bytes = b"") -> Iterator[Client]:
    """A client that has said EHLO, and then STARTTLS."""
    with (
        serving("smtp", shelf, **encryption(cert)) as server,
        server.client(EHLO) as client,
        begin(client, ahead).encrypted(cert) as inside,
    ):
        yield inside


def nobody_inside(server: Serving) -> bool:
    return not server.listener._state.inside
