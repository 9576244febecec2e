"""A certificate and its key: what cannot be used is told, and what is renewed is in use at once."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.mail.inbound.certificate import BadCertificate, Certificate
from tests.mail.inbound.conftest import Shelf
from tests.mail.inbound.encrypting import begin, encryption
from tests.mail.inbound.serving import EHLO, serving
from tests.servers.machine import certificate, need, run

Renewable = tuple[Path, Callable[[], str]]

NAMES = ("old.example", "new.example", "newer.example")


def refused(cert: Path, key: Path) -> BadCertificate:
    with pytest.raises(BadCertificate) as caught:
        Certificate(cert, key)
    assert caught.value.mend
    return caught.value


def test_a_key_must_be_that_of_the_certificate(cert: Path, tmp_path: Path) -> None:
    _, other_key = certificate(tmp_path)
    fault = refused(cert, other_key)
    assert (fault.key, fault.wrong) == ("key_file", f"{other_key} is not the key of {cert}")


@pytest.mark.parametrize("content", [None, b"", b"\x00\xff nonsense", b"-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_files_without_a_certificate_or_a_key_are_told_apart(cert: Path, tmp_path: Path, content: bytes | None) -> None:
    key, wrong = cert.with_name("key.pem"), tmp_path / "wrong.pem"
    if content is not None:
        wrong.write_bytes(content)
    assert refused(wrong, key).key == "certificate_file"
    assert refused(cert, wrong).key == "key_file"
    assert refused(key, key).key == "certificate_file"
    assert refused(cert, cert).wrong == f"{cert} holds no private key"
    assert "cannot be read: Is a directory" in refused(tmp_path, key).wrong


def test_a_key_with_a_passphrase_is_refused_and_nobody_asked_for_it(cert: Path, tmp_path: Path) -> None:
    locked = tmp_path / "locked.pem"
    key = str(cert.with_name("key.pem"))
    run("openssl", "pkey", "-in", key, "-aes128", "-passout", "pass:secret", "-out", str(locked))
    assert "has a passphrase" in refused(cert, locked).wrong


def test_one_file_can_hold_both(cert: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.pem"
    both.write_bytes(cert.with_name("key.pem").read_bytes() + cert.read_bytes())
    assert Certificate(both, both).seen("localhost")["subjectAltName"][0] == ("DNS", "localhost")


@pytest.fixture(params=[False, True], ids=["starttls", "implicit"])
def renewable(request: pytest.FixtureRequest, shelf: Shelf, tmp_path: Path) -> Iterator[Renewable]:
    """The certificate of a running listener, and a function that tells the name on what a new client is shown."""
    need("openssl")
    own, _ = certificate(tmp_path, "old.example")
    with serving("smtp", shelf, **encryption(own, implicit=request.param)) as server:

        def shown() -> str:
            with server.client() if request.param else begin(server.client(EHLO)) as client:
                anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
                with anybody.wrap_socket(client.line) as line:
                    line.sendall(b"NOOP\r\n")
                    assert line.recv(100)[:1] == b"2"
                    return next(name for name in NAMES if name.encode() in (line.getpeercert(binary_form=True) or b""))

        yield own, shown


def put(own: Path, *files: Path) -> None:
    """Renew as certbot's hooks do: one file after the other."""
    for file in files:
        file.replace(own.with_name(file.name))


def other(folder: Path, name: str, kind: str = "ec") -> tuple[Path, Path]:
    (folder / name).mkdir()
    return certificate(folder / name, name, kind=kind)


def test_a_renewed_certificate_is_shown_from_the_next_connection_on(renewable: Renewable, tmp_path: Path) -> None:
    own, shown = renewable
    assert shown() == "old.example"
    put(own, *other(tmp_path, "new.example", kind="rsa:2048"))  # of another kind: nothing of the old one stays
    assert [shown(), shown()] == ["new.example"] * 2
    newer, key = other(tmp_path, "newer.example")
    own.write_bytes(newer.read_bytes())  # written over, not replaced
    own.with_name("key.pem").write_bytes(key.read_bytes())
    assert shown() == "newer.example"


@pytest.mark.parametrize("fault", ["half", "nonsense", "gone", "a folder", "the key is late"])
def test_a_renewal_that_cannot_be_used_leaves_the_old_one_in_use(
    renewable: Renewable, tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    own, shown = renewable
    cert, key = other(tmp_path, "new.example")
    match fault:
        case "half":
            own.write_bytes(cert.read_bytes()[:200])
        case "nonsense":
            own.write_bytes(b"\x00\xff nonsense")
        case "gone":
            own.unlink()
        case "a folder":
            own.unlink()
            own.mkdir()
        case "the key is late":
            own.write_bytes(cert.read_bytes())
    assert [shown() for _ in range(3)] == ["old.example"] * 3
    (told,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert "the one before it stays in use" in told
    if own.is_dir():
        own.rmdir()
    put(own, cert, key)
    assert shown() == "new.example"
