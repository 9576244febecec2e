"""`pbem doctor` on the certificates of our listeners: whether they serve, for whom, and how long."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.cli.doctor.checks import LOOKS
from pbem.cli.doctor.findings import Finding
from pbem.cli.doctor.tls import encryption
from pbem.settings import load
from tests.cli.running import Shell
from tests.e2e.program import configure
from tests.servers.machine import certificate, free_port, need
from tests.servers.machine import run as run_

NAME = "mx.example.net"
CERTIFICATE, KEY = "intake.smtp.certificate_file", "intake.smtp.key_file"


def config(folder: Path, door: str = "smtp", days: int = 90, name: str = NAME, **keys: Any) -> Path:
    """A configuration whose door has a certificate for so many days."""
    need("openssl")
    cert, key = certificate(folder, name, days)
    key.chmod(0o640)
    own = {"listen": "127.0.0.1:0", "certificate_file": str(cert), "key_file": str(key), "hostname": NAME}
    own |= keys
    return configure(folder, **{f"intake_{door}": {key: value for key, value in own.items() if value}})


def findings(config: Path) -> dict[str, Finding]:
    """What is told, by name; of several the worst."""
    order = ("ok", "note", "fault")
    return {f.name: f for f in sorted(encryption(load(config, {})), key=lambda f: order.index(f.state))}


def faults(config: Path) -> dict[str, Finding]:
    found = {name: f for name, f in findings(config).items() if f.state == "fault"}
    assert all(fault.mend for fault in found.values())
    return found


@pytest.mark.parametrize("door", ["smtp", "lmtp"])
def test_a_sound_certificate_is_told_with_its_names_and_its_end(tmp_path: Path, door: str) -> None:
    path = config(tmp_path, door)
    assert faults(path) == {}
    said = findings(path)[f"intake.{door}.certificate_file"]
    assert said.state == "ok"
    assert said.said.startswith(f"for {NAME}, 127.0.0.1, until 20")


def test_one_that_has_expired_is_a_fault(run: Shell, tmp_path: Path) -> None:
    path = config(tmp_path, days=-1)
    assert "FAULT intake.smtp.certificate_file" in run(path, "doctor").out
    (fault,) = faults(path).values()
    assert (fault.name, fault.said) == (CERTIFICATE, "a client refuses it: certificate has expired")
    assert "no restart" in fault.mend


def test_one_that_ends_within_two_weeks_is_noted(tmp_path: Path) -> None:
    assert findings(config(tmp_path, days=15))[CERTIFICATE].state == "ok"
    found = findings(config(tmp_path, days=13))[CERTIFICATE]
    assert found.state == "note"
    assert "that is soon" in found.said


def test_one_for_another_name_is_a_fault_and_no_name_to_compare_is_noted(tmp_path: Path) -> None:
    (fault,) = faults(config(tmp_path, name="www.example.net")).values()
    assert fault.said == f"it is not for {NAME}, only for www.example.net, 127.0.0.1"
    path = config(tmp_path, hostname=None)
    assert faults(path) == {}
    assert "MX record" in findings(path)["intake.smtp.hostname"].mend
    assert "intake.lmtp.hostname" not in findings(config(tmp_path, "lmtp", hostname=None))


def test_a_key_of_another_certificate_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    _, key = certificate(tmp_path / "other")
    assert set(faults(config(tmp_path, key_file=str(key)))) == {KEY}


def test_a_key_that_everybody_can_read_is_a_fault(tmp_path: Path) -> None:
    path = config(tmp_path)
    (tmp_path / "key.pem").chmod(0o644)
    (fault,) = faults(path).values()
    assert fault.name == KEY
    assert fault.mend.startswith("chmod 640")


def test_a_certificate_without_its_chain_is_noted(tmp_path: Path) -> None:
    path = config(tmp_path)
    request, leaf = tmp_path / "request.pem", tmp_path / "leaf.pem"
    run_("openssl", "req", "-new", "-key", str(tmp_path / "key.pem"), "-subj", "/CN=leaf", "-addext",
         f"subjectAltName=DNS:{NAME}", "-out", str(request))  # fmt: skip
    run_("openssl", "x509", "-req", "-in", str(request), "-CA", str(tmp_path / "cert.pem"), "-CAkey",
         str(tmp_path / "key.pem"), "-copy_extensions", "copy", "-days", "90", "-out", str(leaf))  # fmt: skip
    chain = leaf.read_text() + (tmp_path / "cert.pem").read_text()
    (tmp_path / "cert.pem").write_text(chain)
    assert findings(path)[CERTIFICATE].state == "ok"
    (tmp_path / "cert.pem").write_text(leaf.read_text())
    assert "fullchain.pem" in findings(path)[CERTIFICATE].mend


def test_who_believes_the_topmost_results_by_position_is_warned(tmp_path: Path) -> None:
    name = "security.authentication_results"
    for security, noted in (({"authentication_results": "topmost"}, True), ({"authserv_id": "mx.example.net"}, False)):
        settings = load(configure(tmp_path, security=security), {})
        found = {finding.name: finding for look in LOOKS[:3] for finding in look(settings)}
        assert (name in found) is noted
        assert not noted or "whoever wrote it" in found[name].said


def test_who_lets_strangers_in_is_told_whom_not_to_believe(tmp_path: Path) -> None:
    security = {"authserv_id": "mx.example.net", "unauthenticated": "trust"}
    for host, noted in (("192.0.2.1", set(security)), ("127.0.0.1", set())):
        path = configure(tmp_path, intake_smtp={"listen": f"{host}:{free_port()}"}, security=security)
        found = [finding for look in LOOKS[:3] for finding in look(load(path, {}))]
        assert {f.name.removeprefix("security.") for f in found if f.name.startswith("security.")} == noted
