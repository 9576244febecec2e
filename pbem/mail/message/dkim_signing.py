"""DKIM: our mails signed by our domain (RFC 6376; Ed25519: RFC 8463), for operators whose relay does not sign.

A mail is signed where its bytes become final, before it is kept in the outbox: so each try sends the same bytes, a
change of keys changes nothing that waits, and there is no second place where a mail can be altered. RSA costs about
9 ms a mail, and only those who ask for it pay it.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import dkim
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

LEAST_BITS = 2048  # RFC 8301 §3.2; receivers take shorter keys for none
_STRING = 255  # of one string in a TXT record (RFC 1035 §3.3)

# What a reader sees or answers by. Those in `_ONCE` are named once more than they occur, so that none can be added.
_SIGNED = (
    b"from", b"to", b"reply-to", b"subject", b"date", b"message-id", b"in-reply-to", b"references", b"auto-submitted",
    b"list-unsubscribe", b"list-unsubscribe-post", b"mime-version", b"content-type", b"content-transfer-encoding",
)  # fmt: skip
_ONCE = (b"from", b"to", b"reply-to", b"subject", b"date", b"message-id")


class BadKey(ValueError):
    """A text that is no private key we can sign with; the message says why."""


@dataclass(frozen=True, slots=True)
class Key:
    """A private key, in the form that the signing library wants, and the public half as it stands in the DNS."""

    kind: Literal["rsa", "ed25519"]
    private: bytes
    public: str

    @property
    def record(self) -> str:
        """The text of the TXT record to publish."""
        return f"v=DKIM1; k={self.kind}; p={self.public}"

    @property
    def record_in_zone(self) -> str:
        """The same as a zone file has it: in strings of at most 255 characters."""
        whole = self.record
        return " ".join(f'"{whole[i : i + _STRING]}"' for i in range(0, len(whole), _STRING))


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs as `domain`, by the key that is published under `selector`."""

    domain: str
    selector: str
    key: Key

    def __call__(self, message: bytes, at: datetime) -> bytes:
        """The mail with its signature on top; the same for the same mail and time."""
        algorithm = b"rsa-sha256" if self.key.kind == "rsa" else b"ed25519-sha256"
        signing = _Signing(message, signature_algorithm=algorithm)
        signing.at = str(int(at.timestamp())).encode()
        there = {name.lower() for name, _ in signing.headers}
        header: bytes = signing.sign(
            self.selector.encode(),
            self.domain.encode(),
            self.key.private,
            canonicalize=(b"relaxed", b"relaxed"),
            include_headers=[name for name in _SIGNED if name in there] + list(_ONCE),
        )
        return header + message

    @property
    def name(self) -> str:
        """Where the public key has to be published."""
        return f"{self.selector}._domainkey.{self.domain}"


class _Signing(dkim.DKIM):  # type: ignore[misc]  # an untyped base
    """The library's own, but told the time instead of reading it."""

    at = b"0"

    def gen_header(self, fields: list[tuple[bytes, bytes]], *rest: Any) -> bytes:
        header: bytes = super().gen_header([(k, self.at if k == b"t" else v) for k, v in fields], *rest)
        return header


def read_key(text: str) -> Key:
    """The key in a file's text: RSA or Ed25519 as PEM (openssl, opendkim-genkey), or bare base64 (dknewkey)."""
    if "-----BEGIN" not in text:
        return _ed25519(_bare(text))
    try:
        key = load_pem_private_key(text.encode(), None)
    except TypeError:
        raise BadKey("the key has a passphrase, which nobody is there to type") from None
    except (ValueError, UnsupportedAlgorithm):
        raise BadKey("the key is neither RSA nor Ed25519, or it is broken") from None
    if isinstance(key, Ed25519PrivateKey):
        return _ed25519(key)
    if not isinstance(key, RSAPrivateKey):
        raise BadKey("the key is neither RSA nor Ed25519, so that it cannot sign mail")
    if key.key_size < LEAST_BITS:
        raise BadKey(f"the RSA key has {key.key_size} bits, and fewer than {LEAST_BITS} are not believed")
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return Key("rsa", pem, base64.b64encode(public).decode())


def _ed25519(key: Ed25519PrivateKey) -> Key:
    public = key.public_key().public_bytes_raw()
    return Key("ed25519", base64.b64encode(key.private_bytes_raw()), base64.b64encode(public).decode())


def _bare(text: str) -> Ed25519PrivateKey:
    try:
        return Ed25519PrivateKey.from_private_bytes(base64.b64decode("".join(text.split()), validate=True))
    except ValueError:
        raise BadKey(
            "the file holds no private key: neither PEM nor the 32 bytes of an Ed25519 key in base64"
        ) from None
