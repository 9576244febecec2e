"""The listeners' settings: their certificate, and what is told of one that cannot be used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.server.listeners import doors, encryption
from pbem.settings import Settings, SettingsFault, load
from tests.e2e.program import configure
from tests.servers.machine import certificate, need


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    need("openssl")
    cert, key = certificate(tmp_path_factory.mktemp("certificate"))
    return {"certificate_file": str(cert), "key_file": str(key)}


def settings(folder: Path, **keys: Any) -> Settings:
    return load(configure(folder, intake_smtp={"listen": "127.0.0.1:0", **keys}), {})


def faults(folder: Path, **keys: Any) -> dict[str, str]:
    with pytest.raises(SettingsFault) as caught:
        settings(folder, **keys)
    return {fault.key: str(fault) for fault in caught.value.faults}


def test_a_door_encrypts_at_starttls_if_it_has_a_certificate_and_as_it_is_told(
    tmp_path: Path, pair: dict[str, str]
) -> None:
    ways = {}
    for name, keys in {
        "bare": {},
        "usual": pair,
        "off": {**pair, "tls": "none"},
        "first": {**pair, "tls": "implicit"},
    }.items():
        ((kind, section),) = doors(settings(tmp_path, **keys))
        way = encryption(kind, section)
        ways[name] = (section.tls, way and (way.implicit, way.required))
    assert ways == {
        "bare": ("none", None),
        "usual": ("starttls", (False, False)),
        "off": ("none", None),
        "first": ("implicit", (True, False)),
    }
    ((kind, section),) = doors(settings(tmp_path, **pair, require_tls=True))
    way = encryption(kind, section)
    assert way is not None
    assert (way.required, way.context().cert_store_stats()["x509"]) == (True, 0)


def test_a_certificate_and_its_key_go_together_and_tls_needs_both(tmp_path: Path, pair: dict[str, str]) -> None:
    alone = faults(tmp_path, certificate_file=pair["certificate_file"])
    assert alone["intake.smtp.key_file"].endswith("a certificate and its key go together. Give both, or neither.")
    assert list(faults(tmp_path, key_file=pair["key_file"])) == ["intake.smtp.certificate_file"]
    assert "needs a certificate" in faults(tmp_path, tls="starttls")["intake.smtp.tls"]
    assert "Write 'none', 'starttls' or 'implicit'" in faults(tmp_path, **pair, tls="ssl")["intake.smtp.tls"]
    assert "let no mail in" in faults(tmp_path, require_tls=True)["intake.smtp.require_tls"]
    assert "let no mail in" in faults(tmp_path, **pair, tls="none", require_tls=True)["intake.smtp.require_tls"]
    assert list(faults(tmp_path, hostname="mx one")) == ["intake.smtp.hostname"]


def test_files_that_are_not_there_or_out_of_reach_are_told_before_anything_is_read(tmp_path: Path) -> None:
    told = faults(tmp_path, certificate_file="gone.pem", key_file="x" * 300)
    assert told["intake.smtp.certificate_file"].endswith("gone.pem is not there. Name a file that is.")
    assert told["intake.smtp.key_file"].endswith(
        "File name too long. Put it where the user that runs pbem can read it."
    )


def test_what_no_server_can_show_is_a_fault_of_the_settings(tmp_path: Path, pair: dict[str, str]) -> None:
    key = Path(pair["key_file"])
    for wrong, named in (
        ({"key_file": pair["certificate_file"]}, "key_file"),
        ({"certificate_file": str(key)}, "certificate_file"),
    ):
        ((kind, section),) = doors(settings(tmp_path, **{**pair, **wrong}))
        with pytest.raises(SettingsFault) as caught:
            encryption(kind, section)
        assert [fault.key for fault in caught.value.faults] == [f"intake.smtp.{named}"]
