"""`pbem doctor --probe`: one mail out, round the world and in again, or the leg that is missing; and our signature."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.doctor.dkim import signature
from pbem.db.lock import WriterLock
from pbem.mail import maildir
from pbem.mail.message.dkim_signing import Signer, read_key
from pbem.settings import load
from tests.cli.running import Shell
from tests.e2e.logs import inbox
from tests.e2e.office import Office
from tests.e2e.program import configure, serving
from tests.mail.message.test_dkim_signing import ed25519 as ed25519
from tests.mail.message.test_dkim_signing import rsa as rsa
from tests.mail.message.test_dkim_signing import verifies
from tests.mail.outbound.relay import relaying
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.dovecot import own_dovecot as own_dovecot
from tests.servers.machine import free_port
from tests.servers.machine import run as program
from tests.servers.postfix import Postfix
from tests.servers.postfix import postfix as postfix

HEARTS = {"server": {"address": "hearts@hearts.test", "data": "data", "operator": "op@hearts.test"}}


def relay(port: int) -> dict[str, Any]:
    return {"host": "127.0.0.1", "port": port, "tls": "none"}


def probed(run: Any, config: Path, wait: float = 40) -> list[dict[str, str]]:
    """What the doctor told of the probe."""
    done = run(config, "doctor", "--probe", "--wait", str(wait), "--json")
    found = [f for f in json.loads(done.out)["findings"] if f["name"] == "probe"]
    assert (done.code == 0) or any(f["state"] == "fault" for f in json.loads(done.out)["findings"])
    return found


def test_the_probe_comes_back_through_postfix_and_lmtp_and_nobody_is_answered(
    run: Shell, postfix: Postfix, tmp_path: Path
) -> None:
    sections = {"intake_lmtp": {"listen": f"127.0.0.1:{postfix.lmtp}"}, "courier_smtp": relay(postfix.port), **HEARTS}
    with serving(tmp_path, **sections) as (config, _):
        sent, came = probed(run, config)
    assert (sent["state"], came["state"]) == ("ok", "ok")
    assert "came back by lmtp after" in came["said"]
    assert inbox(tmp_path / "data/pbem.db") == {"ignored: own-mail": 1}


def test_where_cron_runs_us_the_doctor_makes_the_passes_and_the_probe_comes_from_the_mailbox(
    run: Shell, postfix: Postfix, own_dovecot: Dovecot, tmp_path: Path
) -> None:
    config = configure(
        tmp_path,
        intake_imap={**relay(own_dovecot.imap), "user": "hearts@hearts.test", "password": PASSWORD},
        courier_smtp=relay(postfix.port),
        **HEARTS,
    )
    own_dovecot.put("hearts@hearts.test")
    with routes(postfix, rf"/@hearts\.test$/ lmtp:inet:127.0.0.1:{own_dovecot.lmtp}"):
        sent, came = probed(run, config)
    assert (sent["state"], came["state"]) == ("ok", "ok")
    assert "came back by imap after" in came["said"]


def test_a_way_out_that_is_closed_is_the_missing_leg(run: Shell, tmp_path: Path) -> None:
    (fault,) = probed(run, configure(tmp_path, courier_smtp=relay(free_port())))
    assert fault["state"] == "fault"
    assert "the way out does not take our mail" in fault["said"]


def test_a_mail_that_goes_elsewhere_has_not_reached_us(run: Shell, tmp_path: Path) -> None:
    with Office() as office:
        config = configure(tmp_path, intake_maildir={"path": "in"}, courier_smtp=relay(office.port))
        sent, fault = probed(run, config, 1)
        (mail,) = office.mails
    assert (sent["state"], fault["state"]) == ("ok", "fault")
    assert mail.to in fault["said"]
    assert mail.envelope == mail.to.replace("@", "back@")
    assert mail.to.startswith("hearts+probe")


def test_a_closed_door_is_the_missing_leg(run: Shell, tmp_path: Path) -> None:
    with Office() as office:
        listen = {"listen": f"127.0.0.1:{free_port()}"}
        config = configure(tmp_path, intake_lmtp=listen, courier_smtp=relay(office.port))
        _, fault = probed(run, config, 1)
    assert "waits before a closed door" in fault["said"]
    assert "pbem serve" in fault["mend"]


def test_a_probe_that_nobody_takes_is_seen_in_the_folder_where_it_lies(run: Shell, tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    (tmp_path / "way").symlink_to(tmp_path / "box")  # what goes out comes in, as it does through a mail server
    config = configure(tmp_path, intake_maildir={"path": "box"}, courier_maildir={"path": "way"})
    _, came = probed(run, config)
    assert "came back by maildir" in came["said"]
    with WriterLock(tmp_path / "data/pbem.lock"):  # as by a server that hangs
        _, fault = probed(run, config, 1)
    assert "lies in the folder" in fault["said"]


def test_a_probe_that_is_refused_on_its_way_is_told_with_the_report(
    run: Shell, postfix: Postfix, tmp_path: Path
) -> None:
    """The server that took it cannot deliver it, and its report comes to the envelope address."""
    sections = {"intake_lmtp": {"listen": f"127.0.0.1:{postfix.lmtp}"}, "courier_smtp": relay(postfix.port), **HEARTS}
    with serving(tmp_path, **sections) as (config, _), relaying() as refuser:
        refuser.will("rcpt", "550 5.1.1 no such mailbox")
        ours = rf"/@hearts\.test$/ lmtp:inet:127.0.0.1:{postfix.lmtp}"
        with routes(postfix, rf"/^hearts\+probe[a-z2-7]{{20}}@/ smtp:[127.0.0.1]:{refuser.port}", ours):
            _, fault = probed(run, config)
    assert "could not be delivered" in fault["said"]
    assert sum(count for outcome, count in inbox(tmp_path / "data/pbem.db").items() if "bounce" in outcome) == 1


@contextmanager
def routes(postfix: Postfix, *lines: str) -> Iterator[None]:
    """Postfix delivers by these rules for a while: a pattern of addresses and a way."""
    etc = postfix.root / "etc"
    main = (etc / "main.cf").read_text()
    (etc / "routes").write_text("".join(f"{line}\n" for line in lines))
    program("postconf", "-c", str(etc), "-e", f"transport_maps=regexp:{etc}/routes")
    program("postfix", "-c", str(etc), "reload", MAIL_CONFIG=str(etc))
    try:
        yield
    finally:
        (etc / "main.cf").write_text(main)
        program("postfix", "-c", str(etc), "reload", MAIL_CONFIG=str(etc))


def test_the_signature_is_looked_at_and_the_record_to_publish_shown(run: Shell, rsa: Path, tmp_path: Path) -> None:
    key = tmp_path / "dkim.pem"
    key.write_text(rsa.read_text())
    key.chmod(0o640)
    config = configure(tmp_path, dkim={"selector": "s1", "key_file": "dkim.pem"})
    found = findings(run, config)
    assert found["dkim"]["state"] == "ok"
    assert 's1._domainkey.example.net. IN TXT "v=DKIM1; k=rsa; p=' in found["dkim"]["mend"]
    assert read_key(rsa.read_text()).public in found["dkim"]["mend"].replace('" "', "")
    key.chmod(0o644)
    fault = findings(run, config)["dkim.key_file"]
    assert fault["state"] == "fault"
    assert "chmod 640" in fault["mend"]
    key.write_text("no key")
    assert "cannot be used" in findings(run, config)["dkim.key_file"]["said"]


def test_a_key_that_many_receivers_do_not_know_is_noted(run: Shell, ed25519: Path, tmp_path: Path) -> None:
    ed25519.chmod(0o600)
    found = findings(run, configure(tmp_path, dkim={"selector": "s1", "key_file": str(ed25519)}))
    assert "Ed25519" in found["dkim"]["said"]
    assert found["dkim"]["state"] == "note"


def test_the_probe_is_signed_as_every_mail_is(run: Shell, rsa: Path, tmp_path: Path) -> None:
    with Office() as office:
        dkim = {"selector": "s1", "key_file": str(rsa)}
        probed(run, configure(tmp_path, courier_smtp=relay(office.port), dkim=dkim), 0)
        (mail,) = office.mails
    assert verifies(mail.raw, Signer("example.net", "s1", read_key(rsa.read_text())))


class RoundTrip(Office):
    """A relay that puts a header of its own on top, and brings each mail back into a folder of ours."""

    def __init__(self, folder: Path, on_top: bytes) -> None:
        super().__init__()
        self._folder, self._on_top = folder, on_top

    def take(self, sender: str, recipients: list[str], raw: bytes) -> str:
        maildir.deliver(self._folder, self._on_top + raw)
        return super().take(sender, recipients, raw)


NEIGHBOUR = b"DKIM-Signature: v=1; a=rsa-sha256; bh=d=; s=x;\r\n\td=relay.example; h=from:to; b=abc\r\n"


@pytest.mark.parametrize(
    ("on_top", "state", "signers"),
    [
        (b"X-Note: dkim-signature: d=relay.example\r\n", "note", []),
        (NEIGHBOUR + NEIGHBOUR.replace(b"relay", b"second"), "ok", ["relay.example", "second.example"]),
    ],
)
def test_the_probe_tells_who_signed_it_on_its_way(
    run: Shell, tmp_path: Path, on_top: bytes, state: str, signers: list[str]
) -> None:
    with RoundTrip(tmp_path / "in", on_top) as office:
        config = configure(tmp_path, intake_maildir={"path": "in"}, courier_smtp=relay(office.port))
        done = run(config, "doctor", "--probe", "--wait", "40", "--json")
    told = [f for f in json.loads(done.out)["findings"] if f["name"] == "dkim"][-1]
    assert told["state"] == state
    assert [name for name in ("relay.example", "second.example") if name in told["said"]] == signers


@pytest.mark.parametrize(
    ("host", "login", "signs", "notes"),
    [
        ("relay.example", {"user": "u", "password": "p"}, True, ["two signatures"]),
        ("relay.example", {}, True, []),
        ("relay.example", {}, False, []),
        ("::1", {}, False, ["unsigned"]),
    ],
)
def test_who_signs_is_told_for_each_way_out(
    rsa: Path, tmp_path: Path, host: str, login: dict[str, str], signs: bool, notes: list[str]
) -> None:
    rsa.chmod(0o600)
    dkim = {"dkim": {"selector": "s1", "key_file": str(rsa)}} if signs else {}
    config = configure(tmp_path, courier_smtp={**relay(25), "host": host, "tls": "starttls", **login}, **dkim)
    told = list(signature(load(config, {})))
    noted = [one.said for one in told if one.state == "note"]
    assert [word for word in ("two signatures", "unsigned") if any(word in said for said in noted)] == notes
    assert len(noted) == len(notes)


def findings(run: Any, config: Path) -> dict[str, dict[str, str]]:
    return {f["name"]: f for f in json.loads(run(config, "doctor", "--json").out)["findings"]}
