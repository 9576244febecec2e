"""Our signatures, judged by others: opendkim for RSA, the library's own verifier with a made-up DNS for Ed25519."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import dkim
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.mail.message.dkim_signing import BadKey, Key, Signer, read_key
from pbem.mail.message.write import OutboundMessage, write_message
from tests.servers.machine import need, run

AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
MAIL = OutboundMessage(
    from_address="hearts@hearts.test",
    from_name="Hearts by mail 12",
    to_address="nørd@bücher.example.org",
    to_name="Zoë",
    reply_to="hearts+t1x2x3xabc@hearts.test",
    subject="[Hearts 12] Deal 3 – it is your turn, and the subject is long enough to be folded somewhere",
    text="Your hand:\n\n♠ A K 10 4\n\n\n.\n. dots \t \nFrom here on\n",
    html="<p>♠ A K</p>",
    message_id="1@hearts.test",
    references=("game12.deal3@hearts.test", "2@hearts.test"),
    in_reply_to="2@hearts.test",
    list_unsubscribe="mailto:hearts+p1xabc@hearts.test?subject=STOP",
    date=AT,
)


def make_key(folder: Path, *how: str) -> Path:
    need("openssl")
    path = folder / "key.pem"
    command, *options = how
    run("openssl", command, "-out", str(path), *options)
    return path


@pytest.fixture(scope="session")
def rsa(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("rsa"), "genrsa", "-traditional", "2048")


@pytest.fixture(scope="session")
def ed25519(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("ed25519"), "genpkey", "-algorithm", "ed25519")


@pytest.fixture(params=["rsa", "ed25519"])
def signer(request: pytest.FixtureRequest) -> Signer:
    return Signer("hearts.test", "s1", read_key(request.getfixturevalue(request.param).read_text()))


def verifies(message: bytes, signer: Signer) -> bool:
    def dns(name: bytes, **_: object) -> bytes | None:
        return signer.key.record.encode() if name == f"{signer.name}.".encode() else None

    return bool(dkim.verify(message, dnsfunc=dns))


def test_opendkim_verifies_our_rsa_signature(rsa: Path, tmp_path: Path) -> None:
    need("opendkim")
    signer = Signer("hearts.test", "s1", read_key(rsa.read_text()))
    (tmp_path / "keys").write_text(f"{signer.name} {signer.key.record}\n")
    conf = tmp_path / "opendkim.conf"
    conf.write_text(f"Mode v\nTestPublicKeys {tmp_path / 'keys'}\nLogWhy yes\n")
    signed = signer(write_message(MAIL), AT)
    for name, message, verdict in (
        ("good", signed, "succeeded"),
        ("other-text", signed.replace(b"10 4", b"10 5"), "failed"),
        ("other-subject", signed.replace(b"Subject: =?utf-8?b?", b"Subject: =?utf-8?b?WA=="), "failed"),
    ):
        path = tmp_path / f"{name}.eml"
        path.write_bytes(message)
        assert verdict in run_opendkim(conf, path), name


def run_opendkim(conf: Path, mail: Path) -> str:
    try:
        return run("opendkim", "-x", str(conf), "-t", str(mail))
    except RuntimeError as failed:  # it ends with an error for a signature that does not verify
        return str(failed)


def test_a_signature_verifies_and_no_change_of_what_a_reader_sees_goes_unnoticed(signer: Signer) -> None:
    signed = signer(write_message(MAIL), AT)
    assert signed.startswith(b"DKIM-Signature: v=1; ")
    assert signed.endswith(write_message(MAIL))
    assert verifies(signed, signer)
    for old, new in (
        (b"10 4", b"10 5"),
        (b"Hearts by mail 12", b"Hearts by mail 13"),
        (b"Reply-To: hearts", b"Reply-To: thief"),
        (b"List-Unsubscribe: <mailto:h", b"List-Unsubscribe: <mailto:x"),
        (b"In-Reply-To: <2", b"In-Reply-To: <3"),
        (b"\r\nSubject: ", b"\r\nSubject: added\r\nSubject: "),
        (b"\r\nFrom: ", b"\r\nFrom: thief@example.org\r\nFrom: "),
        (b"\r\nReply-To: ", b"\r\nReply-To: thief@example.org\r\nReply-To: "),
    ):
        changed = signed.replace(old, new, 1)
        assert changed != signed
        assert not verifies(changed, signer), new


def test_what_mail_servers_do_on_the_way_does_no_harm(signer: Signer) -> None:
    signed = signer(write_message(MAIL), AT)
    assert verifies(b"Received: from a by b; Mon, 2 Mar 2026 09:00:00 +0000\r\n" + signed, signer)
    assert verifies(signed.replace(b"\r\nMIME-Version: 1.0", b"\r\nMIME-Version:  1.0"), signer)
    assert verifies(signed + b"\r\n\r\n", signer)


def test_the_same_mail_is_signed_alike_each_time(signer: Signer) -> None:
    assert signer(write_message(MAIL), AT) == signer(write_message(MAIL), AT)
    assert f"t={int(AT.timestamp())};".encode() in signer(write_message(MAIL), AT)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=40), subject=st.text(max_size=200), text=st.text(max_size=300))
def test_whatever_people_are_called_and_write_the_signature_holds(
    ed25519: Path, name: str, subject: str, text: str
) -> None:
    signer = Signer("hearts.test", "s1", read_key(ed25519.read_text()))
    mail = OutboundMessage("hearts@hearts.test", "a@b.example", subject, text, "1@hearts.test", AT, to_name=name)
    assert verifies(signer(write_message(mail), AT), signer)


def test_keys_are_read_in_the_forms_that_tools_write(rsa: Path, ed25519: Path, tmp_path: Path) -> None:
    classic, modern = read_key(rsa.read_text()), tmp_path / "pkcs8.pem"
    run("openssl", "pkcs8", "-topk8", "-nocrypt", "-in", str(rsa), "-out", str(modern))
    assert "BEGIN PRIVATE KEY" in modern.read_text()
    assert "BEGIN RSA PRIVATE KEY" in rsa.read_text()
    assert read_key(modern.read_text()).public == classic.public
    assert read_key(rsa.read_text().replace("\n", "\r\n")) == classic
    edwards = read_key(ed25519.read_text())
    assert read_key(edwards.private.decode() + "\n") == edwards


def test_the_record_is_the_public_half_as_openssl_tells_it(rsa: Path, ed25519: Path) -> None:
    for path, kind in ((rsa, "rsa"), (ed25519, "ed25519")):
        told = "".join(run("openssl", "pkey", "-in", str(path), "-pubout").splitlines()[1:-1])
        key = read_key(path.read_text())
        assert key.kind == kind
        assert key.record.startswith(f"v=DKIM1; k={kind}; p=")
        assert told.endswith(key.public[-40:])
    assert read_key(rsa.read_text()).public == "".join(
        run("openssl", "pkey", "-in", str(rsa), "-pubout").splitlines()[1:-1]
    )


def test_a_long_record_comes_in_strings_that_a_zone_file_can_hold() -> None:
    key = Key("rsa", b"", "A" * 392)
    strings = key.record_in_zone.strip('"').split('" "')
    assert "".join(strings) == key.record
    assert max(map(len, strings)) == 255


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no private key"),
        ("hello", "no private key"),
        ("aGVsbG8=", "no private key"),
        ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "broken"),
        ("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n", "broken"),
        ("-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n", "broken"),
    ],
)
def test_what_is_no_key_of_ours_is_told(text: str, why: str) -> None:
    with pytest.raises(BadKey, match=why):
        read_key(text)


def test_a_key_of_another_kind_or_with_a_passphrase_is_told_as_such(ed25519: Path, tmp_path: Path) -> None:
    with pytest.raises(BadKey, match="neither RSA nor Ed25519, so"):
        read_key(make_key(tmp_path, "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256").read_text())
    locked = run("openssl", "pkey", "-in", str(ed25519), "-aes256", "-passout", "pass:secret")
    with pytest.raises(BadKey, match="passphrase"):
        read_key(locked)


def test_a_short_key_is_refused_since_receivers_do_not_believe_it(tmp_path: Path) -> None:
    with pytest.raises(BadKey, match="1024 bits"):
        read_key(make_key(tmp_path, "genrsa", "1024").read_text())
