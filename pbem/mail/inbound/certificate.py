"""A server's certificate and its key: read from PEM files, again when they change, and looked at as a client would.

Certificates are renewed every few weeks by programs that know nothing of us; nobody has to restart or tell us.
"""

from __future__ import annotations

import logging
import ssl
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

_BEGIN, _END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
_READABLE = "Name a file that the user that runs pbem can read"
_PEM_KEY = "Name its private key in PEM form, without a passphrase, such as certbot's privkey.pem"


class BadCertificate(Exception):
    """A pair of files that no server can show; `key` names the one at fault as the settings call it."""

    def __init__(self, key: str, wrong: str, mend: str) -> None:
        super().__init__(f"{key}: {wrong}. {mend}")
        self.key = key
        self.wrong = wrong
        self.mend = mend


class Certificate:
    """The files, and the TLS context of what they hold. Raises `BadCertificate` if it cannot be used from the start."""

    def __init__(self, certificate_file: Path, key_file: Path) -> None:
        self.certificate_file = certificate_file
        self.key_file = key_file
        self._marks = self._look()
        self._context = _read(certificate_file, key_file)

    def context(self) -> ssl.SSLContext:
        """The context to shake hands with now: two looks at the disk, and a read if a file is another than before.

        While the new files cannot be used (half of them written, or nonsense), the certificate before them serves on.
        """
        marks = self._look()
        if marks != self._marks:
            self._marks = marks
            try:
                self._context = _read(self.certificate_file, self.key_file)
            except Exception as fault:  # noqa: BLE001  # of whatever kind: mail goes on coming in
                log.error("the new TLS certificate cannot be used, the one before it stays in use: %s", fault)  # noqa: TRY400  # the fault says it all
            else:
                log.info("the TLS certificate was read again: %s", self.certificate_file)
        return self._context

    def _look(self) -> tuple[tuple[int, ...] | None, ...]:
        """What changes with the files; taken before they are read, so that no change after it is missed."""
        marks: list[tuple[int, ...] | None] = []
        for path in (self.certificate_file, self.key_file):
            try:
                found = path.stat()
            except OSError:
                marks.append(None)
            else:
                marks.append((found.st_mtime_ns, found.st_size, found.st_dev, found.st_ino))
        return tuple(marks)

    def seen(self, name: str = "") -> dict[str, Any]:
        """What a client sees that trusts this very certificate, in the form of `ssl.SSLSocket.getpeercert`.

        Raises `ssl.SSLCertVerificationError` for what such a client refuses: it has expired, it is not for `name`.
        """
        leaf = self.certificate_file.read_text("ascii", "replace").partition(_BEGIN)[2].partition(_END)[0]
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trust.check_hostname = bool(name)
        trust.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        trust.load_verify_locations(cadata=f"{_BEGIN}{leaf}{_END}\n")
        there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = trust.wrap_bio(back, there, server_hostname=name or None)
        server = self._context.wrap_bio(there, back, server_side=True)
        while True:
            try:
                client.do_handshake()
                return client.getpeercert() or {}
            except ssl.SSLWantReadError:
                try:
                    server.do_handshake()
                except ssl.SSLWantReadError:
                    continue

    def has_chain(self) -> bool:
        """Whether the file holds more than the certificate itself."""
        return self.certificate_file.read_bytes().count(_BEGIN.encode()) > 1


def _read(certificate_file: Path, key_file: Path) -> ssl.SSLContext:
    chain = _text("certificate_file", certificate_file)
    _text("key_file", key_file)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=chain)
    except (ssl.SSLError, ValueError, TypeError):
        mend = "Name the certificate with its chain in PEM form, such as certbot's fullchain.pem"
        raise BadCertificate("certificate_file", f"{certificate_file} holds no certificate", mend) from None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.options |= ssl.OP_NO_RENEGOTIATION
    try:
        context.load_cert_chain(certificate_file, key_file, lambda: _no_passphrase(key_file))
    except ssl.SSLError as fault:
        raise BadCertificate("key_file", *_told(certificate_file, key_file, fault.reason)) from None
    except OSError as fault:  # gone since it was read
        raise BadCertificate("certificate_file", f"cannot be read: {fault.strerror}", _READABLE) from None
    return context


def _told(certificate_file: Path, key_file: Path, reason: str | None) -> tuple[str, str]:
    if reason == "KEY_VALUES_MISMATCH":
        return f"{key_file} is not the key of {certificate_file}", "Name the two files of one certificate"
    if reason is None:
        return f"{key_file} holds no private key", _PEM_KEY
    wrong = f"{key_file} and {certificate_file} cannot be used: {reason.replace('_', ' ').lower()}"
    return wrong, "Get a certificate of a usual kind, as certbot does"


def _text(key: str, path: Path) -> str:
    try:
        return path.read_text("ascii", "replace")
    except OSError as fault:
        raise BadCertificate(key, f"{path} cannot be read: {fault.strerror}", _READABLE) from None


def _no_passphrase(key_file: Path) -> str:
    raise BadCertificate("key_file", f"{key_file} has a passphrase, and nobody is there to type it", _PEM_KEY)
