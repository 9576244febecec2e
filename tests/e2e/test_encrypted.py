"""`pbem serve` before the world with a certificate: letters in TLS, none in the clear, renewals, and a wrong key."""

from __future__ import annotations

import functools
import os
import smtplib
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.e2e.office import Office, Person
from tests.e2e.program import Server, as_json, configure, ok, pbem
from tests.servers.machine import certificate, free_port, need, run, wait_until
from tests.table import SERVER

ANN = "ann@people.example"


class Open(NamedTuple):
    """A running server that takes letters in TLS only: at STARTTLS by SMTP, from the first byte by LMTP."""

    server: Server
    config: Path
    cert: Path
    smtp: int
    lmtp: int
    office: Office

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.cert))

    def answered(self, to: str) -> bool:
        return any(mail.to == to for mail in self.office.mails)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Open]:
    need("openssl")
    cert, key = certificate(tmp_path, "mx.example.net")
    smtp, lmtp = free_port(), free_port()
    shown: dict[str, Any] = {"certificate_file": cert.name, "key_file": key.name, "require_tls": True}
    with Office() as office:
        config = configure(
            tmp_path,
            intake_smtp={"listen": f"127.0.0.1:{smtp}", "hostname": "mx.example.net", **shown},
            intake_lmtp={"listen": f"127.0.0.1:{lmtp}", "tls": "implicit", **shown},
            courier_smtp={"host": "127.0.0.1", "port": office.port, "tls": "none"},
        )
        server = Server(config, smtp)
        server.start()
        try:
            server.wait()
            yield Open(server, config, cert, smtp, lmtp, office)
        finally:
            server.stop()


def deliver(door: Open, person: Person) -> Any:
    """Hand a letter over as a mail server does that verifies the certificate; the line that it went over."""
    to, raw = person.letter("HELP")
    with smtplib.SMTP("127.0.0.1", door.smtp, "client.example", timeout=20) as line:
        line.starttls(context=door.trust())
        line.sendmail(person.address, [to], raw)
        return line.sock.getpeercert()


def test_a_letter_in_tls_is_answered_and_one_in_the_clear_stays_with_its_sender(door: Open) -> None:
    person = Person(ANN)
    with smtplib.SMTP("127.0.0.1", door.smtp, "client.example", timeout=20) as line:
        assert line.ehlo()[0] == 250
        assert line.ehlo_resp.startswith(b"mx.example.net\n")
        with pytest.raises(smtplib.SMTPSenderRefused) as refused:
            line.sendmail(ANN, [SERVER], person.letter("HELP")[1])
        assert refused.value.smtp_code == 530
    assert as_json(door.config, "inbox") == []
    deliver(door, person)
    wait_until(lambda: door.answered(ANN), "an answer")


def test_swaks_gets_a_letter_through_each_door(door: Open) -> None:
    need("swaks")
    for address, protocol, port, tls in (
        ("smtp@people.example", "ESMTP", door.smtp, "--tls"),
        ("lmtp@people.example", "LMTP", door.lmtp, "--tls-on-connect"),
    ):
        letter = door.config.with_name("letter.eml")
        letter.write_bytes(Person(address).letter("HELP")[1])
        said = run(
            "swaks", "--protocol", protocol, "--server", f"127.0.0.1:{port}", tls, "--tls-verify", "--tls-ca-path",
            str(door.cert), "--from", address, "--to", SERVER, "--data", f"@{letter}",
        )  # fmt: skip
        assert "=== TLS started with cipher" in said
        wait_until(functools.partial(door.answered, address), f"an answer to {address}")


def test_a_renewed_certificate_is_in_use_without_a_restart_and_a_broken_one_is_not(door: Open, tmp_path: Path) -> None:
    first = deliver(door, Person(ANN))
    door.cert.with_name("half.pem").write_bytes(door.cert.read_bytes()[:100])
    before = door.cert.read_bytes()
    os.replace(door.cert.with_name("half.pem"), door.cert)
    half = door._replace(cert=tmp_path / "before.pem")
    half.cert.write_bytes(before)
    assert deliver(half, Person("ben@people.example"))["serialNumber"] == first["serialNumber"]
    assert door.server.log.count("the new TLS certificate cannot be used") == 1
    assert "certificate_file" in pbem(door.config, "doctor").stdout
    (tmp_path / "new").mkdir()
    for file in certificate(tmp_path / "new", "mx.example.net"):
        os.replace(file, door.cert.with_name(file.name))
    assert deliver(door, Person("cleo@people.example"))["serialNumber"] != first["serialNumber"]
    for name in ("ann", "ben", "cleo"):
        wait_until(functools.partial(door.answered, f"{name}@people.example"), f"an answer to {name}")
    assert "intake.smtp.certificate_file: for mx.example.net" in ok(door.config, "doctor")


def test_a_server_with_a_key_of_another_certificate_does_not_start_and_says_why(tmp_path: Path) -> None:
    need("openssl")
    (tmp_path / "other").mkdir()
    cert, _ = certificate(tmp_path)
    _, key = certificate(tmp_path / "other")
    config = configure(
        tmp_path,
        intake_lmtp={"listen": f"127.0.0.1:{free_port()}"},
        intake_smtp={"listen": "127.0.0.1:0", "certificate_file": str(cert), "key_file": str(key)},
    )
    done = pbem(config, "serve")
    assert done.returncode == os.EX_CONFIG
    mend = "Name the two files of one certificate"
    assert done.stderr.endswith(f"pbem: intake.smtp.key_file: {key} is not the key of {cert}. {mend}.\n")
    assert "Traceback" not in done.stderr
