"""DKIM: our mails signed by our domain (RFC 6376; Ed25519: RFC 8463), for operators whose relay does not sign.

A mail is signed where its bytes become final, before it is kept in the outbox: so each try sends the same bytes, a
change of keys changes nothing that waits, and there is no second place where a mail can be altered. RSA costs about
9 ms a mail, and only those who ask for it pay it.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import dkim
from dkim.crypto import UnparsableKeyError, parse_pem_private_key

LEAST_BITS = 2048  # RFC 8301 §3.2; receivers take shorter keys for none
_STRING = 255  # of one string in a TXT record (RFC 1035 §3.3)

# What a reader sees or answers by. Those in `_ONCE` are named once more than they occur, so that none can be added.
_SIGNED = (
    b"from", b"to", b"reply-to", b"subject", b"date", b"message-id", b"in-reply-to", b"references", b"auto-submitted",
    b"list-unsubscribe", b"list-unsubscribe-post", b"mime-version", b"content-type", b"content-transfer-encoding",
)  # fmt: skip
_ONCE = (b"from", b"to", b"reply-to", b"subject", b"date", b"message-id")

_PEM = re.compile(r"-----BEGIN ([A-Z ]*)PRIVATE KEY-----\s+([A-Za-z0-9+/=\s]+)-----END")
_ED25519_DER = bytes.fromhex("302e020100300506032b657004220420")  # PKCS 8 (RFC 8410); 32 bytes of seed follow
_RSA_ID = bytes.fromhex("300d06092a864886f70d0101010500")


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
    found = _PEM.search(text)
    if found is None:
        return _ed25519(_decoded(text))
    der = _decoded(found[2])
    if der.startswith(_ED25519_DER):
        return _ed25519(der[len(_ED25519_DER) :])
    if found[1].strip() not in ("", "RSA"):
        raise BadKey(f"the key is one of kind {found[1].strip()}, which cannot sign mail")
    return _rsa(text)


def _rsa(text: str) -> Key:
    pem = text.replace("\r\n", "\n").encode()
    try:
        numbers = parse_pem_private_key(pem)
    except (UnparsableKeyError, binascii.Error):
        raise BadKey("the key is neither RSA nor Ed25519, or it is broken") from None
    modulus, exponent = int(numbers["modulus"]), int(numbers["publicExponent"])
    if modulus.bit_length() < LEAST_BITS:
        raise BadKey(f"the RSA key has {modulus.bit_length()} bits, and fewer than {LEAST_BITS} are not believed")
    both = _der(0x30, _der_integer(modulus) + _der_integer(exponent))
    info = _der(0x30, _RSA_ID + _der(0x03, b"\0" + both))
    return Key("rsa", pem, base64.b64encode(info).decode())


def _ed25519(seed: bytes) -> Key:
    from nacl.signing import SigningKey

    if len(seed) != 32:
        raise BadKey("the file holds no private key: neither PEM nor the 32 bytes of an Ed25519 key in base64")
    public = SigningKey(seed).verify_key.encode()
    return Key("ed25519", base64.b64encode(seed), base64.b64encode(public).decode())


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BadKey("the file holds no private key: it is neither PEM nor base64") from None


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8)
    return bytes([tag, 0x80 | len(length)]) + length + content


def _der_integer(number: int) -> bytes:
    return _der(0x02, number.to_bytes(number.bit_length() // 8 + 1))
