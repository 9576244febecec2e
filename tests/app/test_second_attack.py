"""A second attack, by somebody who had not built the walls: whose letter it looks like, whose word that is, and what a
header of theirs puts into a header of ours. Letters in, letters out.
"""

from __future__ import annotations

from tests.app import setting
from tests.app.setting import NORTH
from tests.app.test_security import acted
from tests.table import SERVER, Bench

EVIL = "Authentication-Results: mx.example.net; dmarc=pass header.from=evil.example"
OURS = "Authentication-Results: mx.example.net;"
MINE = "From: north@example.org"

FROM = [
    "From: evil@evil.example\r\nFrom: north@example.org",
    "From: north@example.org\r\nFrom: evil@evil.example",
    "From: north@example.org, evil@evil.example",
    'From: "north@example.org" <evil@evil.example>',
    "From: evil@evil.example <north@example.org>",
    "From: <evil@evil.example> <north@example.org>",
    "From: =?utf-8?q?north=40example=2Eorg?= <evil@evil.example>",
    "From: =?utf-8?q?=3Cnorth=40example=2Eorg=3E=2C?= <evil@evil.example>",
    "From: friends: north@example.org;",
    "From: north@example.org\0@evil.example",
    "From: <north@example.org> (<evil@evil.example>)",
    "From: (north@example.org) evil@evil.example",
    "From: <@evil.example:north@example.org>",
    "From: north@example.org\r\n (\r\n <evil@evil.example>)",
    "From: evil@evil.example\r\nSender: north@example.org\r\nReply-To: north@example.org",
    "From: evil@evil.example\r\nResent-From: north@example.org",
    "From : north@example.org\r\nFrom: evil@evil.example",
    "From: north\uff20example.org@evil.example",
    'From: "north@example.org\\" <x@" <evil@evil.example>',
    "From: north@example.org%evil.example@evil.example",
    "\r\nFrom: north@example.org",
]
"""Who signed is evil.example, by our own server's word; whom a mail program would show is another matter."""

RESULTS = [
    f"{OURS} dmarc=fail header.from=example.org\r\n{OURS} dmarc=pass header.from=example.org",
    f"{OURS} dmarc=none header.from=example.org\r\n{OURS} dmarc=pass header.from=example.org",
    f'{OURS} spf=pass smtp.mailfrom="a@x; dmarc=pass header.from=example.org"',
    f"{OURS} spf=fail (dmarc=pass header.from=example.org) smtp.mailfrom=x.example",
    f"{OURS} spf=fail (\\); dmarc=pass header.from=example.org) smtp.mailfrom=x.example",
    f'{OURS} dkim=fail reason="; dmarc=pass header.from=example.org"',
    f'{OURS} dkim=fail reason="\\"; dmarc=pass header.from=example.org"',
    f"{OURS} dkim=pass header.d=example.org.evil.example header.i=@example.org",
    f"{OURS} dkim=pass header.d=org",
    f"{OURS} dkim=pass header.d=ample.org",
    f"{OURS} dkim=pass header.d=evil.example header.i=@example.org",
    f"{OURS} dkim=pass header.d=evil.example header.i=x@example.org@evil.example",
    f"{OURS} dkim=pass header.from=example.org",
    f"{OURS} dmarc=pass header.from=example.org.evil.example",
    f"{OURS} dmarc=pass header.from=example.org dmarc=fail header.from=example.org; dmarc=fail header.from=example.org",
    f"{OURS} dmarc=passed header.from=example.org",
    f"{OURS} x-dmarc=pass header.from=example.org",
    f"{OURS} arc=pass dmarc=pass header.from=example.org",
    f"{OURS} spf=pass smtp.mailfrom=north@example.org",
    f"{OURS} auth=pass smtp.auth=north@example.org",
    f"X-{OURS} dmarc=pass header.from=example.org",
    f"ARC-{OURS} dmarc=pass header.from=example.org",
    "Authentication-Results: mx.example.net.evil.example; dmarc=pass header.from=example.org",
    'Authentication-Results: "mx.example.net"evil; dmarc=pass header.from=example.org',
    "Authentication-Results: (mx.example.net;) evil.example; dmarc=pass header.from=example.org",
    "Authentication-Results: mx.example.net@evil; dmarc=pass header.from=example.org",
    "Authentication-Results: evil.example; dmarc=pass (mx.example.net; dmarc=pass) header.from=example.org",
    "Authentication-Results: mx.example.net\uff1b dmarc=pass header.from=example.org",
]
"""What our own server never said of example.org."""


def raw(head: str, text: str) -> bytes:
    return f"{head}\r\nTo: {SERVER}\r\nMessage-ID: <{abs(hash(head))}@evil.example>\r\n\r\n{text}\r\n".encode()


def test_no_spelling_of_from_makes_the_signer_of_another_domain_a_player(bench: Bench) -> None:
    turn = setting.begun(bench)
    for field in FROM:
        bench.takes(raw(f"{EVIL}\r\n{field}\r\nSubject: x", f"GAME 1\r\n{turn.legal[0]}"))
        assert not acted(bench), field


def test_no_spelling_of_results_is_taken_for_our_servers_word(bench: Bench) -> None:
    turn = setting.begun(bench)
    for field in RESULTS:
        bench.takes(raw(f"{field}\r\n{MINE}\r\nSubject: x", f"GAME 1\r\n{turn.legal[0]}"))
        assert not acted(bench), field
    bench.takes(raw(f"{OURS} dmarc=pass header.from=example.org\r\n{MINE}", f"GAME 1\r\n{turn.legal[0]}"))
    assert acted(bench)  # it is the results, not the letter, that were no good


INJECTED = [
    ("Subject", "=?utf-8?q?hi=0D=0ABcc:_evil=40evil=2Eexample=0D=0A=0D=0Abody?="),
    ("Subject", "=?utf-8?b?DQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?="),
    ("Message-ID", "<a@b>\r\n\tBcc: evil@evil.example"),
    ("Message-ID", "<=?utf-8?q?a=0D=0ABcc:evil=40evil.example?=@evil.example>"),
    ("References", "<a@b\u2028Bcc: evil@evil.example>"),
    ("In-Reply-To", "<a\x0bBcc:evil@evil.example@b>"),
    ("Reply-To", "evil@evil.example"),
    ("Disposition-Notification-To", "evil@evil.example"),
]


def test_no_header_of_a_letter_makes_a_header_or_a_recipient_of_ours(bench: Bench) -> None:
    wrote = setting.begun(bench)
    usual = set(wrote.message.keys()) | {"Date", "In-Reply-To", "References"}
    for number, (name, value) in enumerate(INJECTED):
        proof = f"{OURS} dmarc=pass header.from=example.org"
        author = 'From: "=?utf-8?q?North=0D=0ABcc:_evil=40evil=2Eexample?=" <north@example.org>'
        more = "" if name == "Message-ID" else f"\r\nMessage-ID: <{number}@example.org>"
        head = f"{proof}\r\n{author}\r\nTo: {SERVER}\r\n{name}: {value}{more}"
        before = len(bench.post.sent)
        bench.takes(f"{head}\r\n\r\nRULES\r\n".encode())
        answers = bench.post.sent[before:]
        assert len(answers) == 1, (name, value)
        assert answers[0].to == NORTH
        assert set(answers[0].message.keys()) <= usual, (name, value)
        fields = answers[0].raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
        assert not [line for line in fields.splitlines() if line.lower().startswith((b"bcc", b"body"))], (name, value)
        assert answers[0].message["To"].count("@") == 1
