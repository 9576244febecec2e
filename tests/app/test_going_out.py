"""What goes out, seen by mail programs and mail servers: headers, threads, envelopes, signatures."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from email.utils import getaddresses
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.mail.message.tokens import TokenKind, read_token
from pbem.mail.outbound.transport import Fate, Receipt
from pbem.server.bootstrap import make_signer
from pbem.settings import SettingsFault
from tests.mail.message.test_dkim_signing import ed25519 as ed25519
from tests.mail.message.test_dkim_signing import rsa as rsa
from tests.mail.message.test_dkim_signing import verifies
from tests.table import SERVER, Bench, Sent

ANN = "Ann <ann@people.example>"
FRIENDS = ["bob@people.example", "cleo@people.example", "dan@people.example"]
MESSAGE_ID = re.compile(r"<[a-z0-9.]+@example\.net>")


def played(bench: Bench, letters: int = 40) -> list[Sent]:
    """A game of four that is answered for a while: every kind of turn mail, across two deals."""
    bench.writes(ANN, f"NEW american target=50 WITH {' '.join(FRIENDS)}")
    done = 0
    while done < len(bench.post.sent) and letters:
        mail = bench.post.sent[done]
        done += 1
        text = " ".join(mail.hand[-mail.to_pass :]) if mail.to_pass else "".join(mail.legal[:1])
        text = text or ("yes" if "[JOIN]" in mail.text else "")
        if text:
            letters -= 1
            bench.writes(mail.to, text, answering=mail)
    return bench.post.sent


def ids(mail: EmailMessage, field: str) -> list[str]:
    return re.findall(r"<[^>]+>", str(mail[field] or ""))


def test_every_mail_says_that_a_program_wrote_it_and_wants_no_automatic_answer(bench: Bench) -> None:
    kinds = set()
    for mail in played(bench):
        head = mail.message
        kinds.add(str(head["Auto-Submitted"]))
        assert head.get_all("X-Auto-Response-Suppress") == ["OOF, AutoReply"]
        assert head.get_all("X-Hearts-Loop") == [SERVER]
    assert kinds == {"auto-generated", "auto-replied"}


def test_one_can_unsubscribe_by_mail_and_is_offered_nothing_that_needs_the_web(bench: Bench) -> None:
    for mail in played(bench):
        link = str(mail.message["List-Unsubscribe"])
        assert re.fullmatch(r"<mailto:hearts\+[a-z0-9]+@example\.net\?subject=STOP>", link)
        for field in ("List-Unsubscribe-Post", "List-Id", "List-Post", "Precedence"):
            assert mail.message[field] is None  # no promise we cannot keep; "reply to list" would go astray


def test_the_unsubscribe_link_of_a_mail_program_stops_the_mails(bench: Bench) -> None:
    played(bench, 4)
    mail = bench.mail("bob@people.example")
    to = str(mail.message["List-Unsubscribe"]).removeprefix("<mailto:").partition("?")[0]
    bench.writes("bob@people.example", "", to=to, subject="STOP")
    before = len(bench.mails("bob@people.example"))
    bench.writes(ANN, "SAY is anybody there?", answering=bench.mail("ann@people.example"))
    bench.passes(timedelta(hours=30))
    assert len(bench.mails("bob@people.example")) == before


def test_a_mail_goes_to_one_person_and_shows_no_other(bench: Bench) -> None:
    for mail in played(bench):
        head = mail.message
        assert [address for _, address in getaddresses(head.get_all("To", []))] == [mail.to]
        assert head["Cc"] is None
        assert head["Bcc"] is None
        others = {"ann@people.example", *FRIENDS} - {mail.to}
        assert not [address for address in others if address.encode() in mail.raw.partition(b"\r\n\r\n")[0]]


def test_what_comes_back_tells_whose_mail_it_was(bench: Bench) -> None:
    key = bench.worker.services.key
    by_player: dict[int, str] = {}
    for mail in played(bench):
        local, _, domain = mail.envelope.partition("@")
        assert (local.partition("+")[0], domain) == ("hearts", "example.net")
        token = read_token(key, local.partition("+")[2])
        assert token is not None
        assert token.kind is (TokenKind.RETURN if "Invitation" in mail.subject else TokenKind.BOUNCE)
        if token.kind is TokenKind.BOUNCE and token.numbers[0]:
            assert by_player.setdefault(token.numbers[0], mail.to) == mail.to
        assert mail.envelope not in mail.message.as_string()  # who reads a mail cannot forge its bounce
    assert len(by_player) == 4


def test_every_mail_has_a_name_of_its_own_in_our_domain(bench: Bench) -> None:
    names = [str(mail.message["Message-ID"]) for mail in played(bench)]
    assert len(set(names)) == len(names)
    assert all(MESSAGE_ID.fullmatch(name) for name in names)


def test_the_mails_of_a_deal_are_one_thread_in_every_mail_program(bench: Bench) -> None:
    """Gmail wants one subject and a shared reference, Outlook one subject, Apple Mail and Thunderbird references."""
    subjects: dict[str, set[str]] = {}
    played(bench, 90)
    ann = bench.mail("ann@people.example")
    bench.writes("ann@people.example", "SCORE", answering=ann)
    bench.writes("ann@people.example", "PLAY 7X", answering=ann)
    played_on = bench.post.sent
    assert bench.mail("ann@people.example").subject.endswith(": Not carried out")
    assert any(mail.message["Auto-Submitted"] == "auto-replied" for mail in played_on[-2:])
    for mail in played_on:
        head = mail.message
        if not head["References"]:
            continue
        root, *rest = ids(head, "References")
        assert re.fullmatch(r"<game1\.deal\d+@example\.net>", root)
        assert len(rest) <= 1
        assert ids(head, "In-Reply-To") == [([root, *rest])[-1]]
        deal, _, wrong = mail.subject.partition(": ")
        subjects.setdefault(root, set()).add(deal)
        assert wrong in ("", "Not carried out"), mail.subject
        assert head["Thread-Index"] is None  # Outlook falls back on the subject, which is what we want
        assert head["Thread-Topic"] is None
    deals = {root: found for root, found in subjects.items() if "deal0" not in root}
    assert len(deals) >= 2
    assert all(len(found) == 1 for found in deals.values()), deals
    assert len({next(iter(found)) for found in deals.values()}) == len(deals)


def test_a_try_again_sends_the_same_bytes(bench: Bench) -> None:
    bench.post.refusing["ann@people.example"] = Receipt(Fate.LATER, 451, "later")
    seen: list[bytes] = []
    send = bench.post.send

    def watched(sender: str, recipient: str, message: bytes) -> Receipt:
        seen.append(sender.encode() + message)
        return send(sender, recipient, message)

    bench.post.send = watched  # type: ignore[method-assign]  # an eye on the line, not another line
    bench.writes(ANN, "REGISTER Ann")
    bench.passes(timedelta(hours=1))
    del bench.post.refusing["ann@people.example"]
    bench.restart()
    bench.passes(timedelta(hours=4))
    assert len(bench.mails("ann@people.example")) == 1
    assert len(seen) > 2
    assert len(set(seen)) == 1


WEIRD = st.text(
    st.sampled_from('\r\n\t \0\x0b\x85\u2028\u202e<>@"\\,;:()=?%ab') | st.characters(codec="utf-8"), max_size=40
)
HEADERS = re.compile(rb"^(?:[!-9;-~]+:[^\r\n]*|[ \t][^\r\n]*)$")
OURS = {
    "from", "to", "reply-to", "subject", "date", "message-id", "in-reply-to", "references", "auto-submitted",
    "x-auto-response-suppress", "x-hearts-loop", "list-unsubscribe", "mime-version", "content-type",
    "content-transfer-encoding",
}  # fmt: skip


def well_formed(mail: Sent) -> None:
    """No header that is not ours, none twice, one recipient."""
    head = mail.raw.partition(b"\r\n\r\n")[0]
    lines = head.split(b"\r\n")
    assert all(HEADERS.match(line) for line in lines), head
    names = [line.partition(b":")[0].decode().lower() for line in lines if line[:1] not in b" \t"]
    assert len(set(names)) == len(names), names
    assert set(names) <= OURS, names
    assert [address for _, address in getaddresses([str(mail.message["To"])])] == [mail.to]
    assert not re.search(r"[\r\n\0 ]", mail.to + mail.envelope)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=WEIRD, second=WEIRD, subject=WEIRD, guest=WEIRD, said=WEIRD)
def test_no_name_subject_or_address_can_add_a_header_or_a_recipient(
    bench: Bench, name: str, second: str, subject: str, guest: str, said: str
) -> None:
    before = len(bench.post.sent)
    bench.now += timedelta(hours=1)  # so many letters an hour from one person wait
    for number, text in enumerate(
        (
            f"REGISTER {name}",
            f"NAME {second}",
            f"NEW american WITH {guest}@people.example bob@people.example\r\nBcc: thief@example.org",
            f'NEW american WITH "{guest}" <cleo@people.example>, dan@people.example',
            f"SAY {said}",
            f"TELL bob {said}",
            f"ADDRESS ADD {guest}@people.example",
            f"HELP {said}",
        )
    ):
        author = f"weird{number}@people.example" if number == 0 else "weird@people.example"
        raw = bench.letter(author, text, headers={"Authentication-Results": "mx.example.net; dmarc=pass"})
        named = name.encode("utf-8", "replace").replace(b"\n", b"").replace(b"\r", b"")
        raw = raw.replace(b"From: ", b'From: "' + named.replace(b'"', b"").replace(b"\\", b"") + b'" <', 1)
        raw = raw.replace(author.encode(), author.encode() + b">", 1)
        raw = raw.replace(b"Subject: hello", b"Subject: " + re.sub(r"[\r\n]", " ", subject).encode("utf-8", "replace"))
        bench.takes(raw, (SERVER,), author)
    for mail in bench.post.sent[before:]:
        well_formed(mail)
    with bench.worker.database.read() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM inbox WHERE state <> 'done'").scalar() == 0


def dkim(path: Path) -> dict[str, object]:
    return {"selector": "s1", "key_file": str(path)}


@pytest.mark.parametrize("kind", ["rsa", "ed25519"])
def test_with_a_key_every_mail_is_signed_once_and_stays_so(
    benches: Callable[..., Bench], kind: str, request: pytest.FixtureRequest
) -> None:
    path: Path = request.getfixturevalue(kind)
    bench = benches(dkim=dkim(path))
    signer = make_signer(bench.worker.settings)
    assert signer is not None
    assert signer.name == "s1._domainkey.example.net"
    bench.post.refusing["bob@people.example"] = Receipt(Fate.LATER, 451, "later")
    mails = played(bench, 4)
    del bench.post.refusing["bob@people.example"]
    bench.passes(timedelta(hours=3))
    assert {mail.to for mail in mails} >= {"ann@people.example", "bob@people.example"}
    for mail in mails:
        assert mail.raw.count(b"DKIM-Signature:") == 1
        assert verifies(mail.raw, signer)


def test_a_server_with_a_key_that_signs_nothing_does_not_start(benches: Callable[..., Bench], tmp_path: Path) -> None:
    (tmp_path / "dkim.pem").write_text("no key")
    with pytest.raises(SettingsFault, match=r"dkim\.key_file: cannot be used: .*no private key.*openssl"):
        benches(dkim=dkim(tmp_path / "dkim.pem"))
