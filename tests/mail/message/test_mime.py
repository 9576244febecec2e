"""A mail is a tree of parts, within bounds, and any bytes are some mail."""

from __future__ import annotations

import email
from email.message import Message
from pathlib import Path

import pytest

from pbem.mail.message.mime import MAX_PARTS, Part, parse
from tests.mail.message.builder import branch, mail, parts

# Without those that we read otherwise on purpose: a type that is none, endless nesting, an mbox line with its escapes.
CORPUS = [
    path
    for path in sorted((Path(__file__).parent / "corpus").glob("*.eml"))
    if not path.stem.startswith(("045", "056", "087"))
]


def _kinds(part: Part) -> list[str]:
    return [each.kind.word for each in part.walk()]


def test_parts_stand_in_their_order() -> None:
    raw = parts("mixed", ("Content-Type: text/plain", "a"), ("Content-Type: text/html", "b"))
    assert _kinds(parse(raw).root) == ["multipart/mixed", "text/plain", "text/html"]
    assert [part.body for part in parse(raw).root.parts] == [b"a", b"b"]


def test_the_line_end_before_a_boundary_belongs_to_the_boundary() -> None:
    raw = mail(b"--b\r\n\r\nline\r\n\r\n--b--\r\n", "multipart/mixed; boundary=b")
    assert parse(raw).root.parts[0].body == b"line\r\n"


def test_a_boundary_that_begins_like_another_is_another() -> None:
    raw = mail("--b\n\none\n--bb\n\n--b--\n", "multipart/mixed; boundary=b")
    assert [part.body for part in parse(raw).root.parts] == [b"one\n--bb\n"]


def test_an_attached_message_is_a_leaf_to_the_walk() -> None:
    raw = parts("mixed", ("Content-Type: message/rfc822", "Content-Type: text/html\n\n<p>x"))
    assert _kinds(parse(raw).root) == ["multipart/mixed", "message/rfc822"]


def test_a_digest_holds_messages_by_default() -> None:
    raw = mail(branch(("", "\nSubject: x\n\ny")), "multipart/digest; boundary=b-1")
    assert _kinds(parse(raw).root) == ["multipart/digest", "message/rfc822"]


def test_more_parts_than_any_letter_has_are_not_opened() -> None:
    raw = mail(branch(*[("", "x")] * 500), "multipart/mixed; boundary=b-1")
    assert len(list(parse(raw).root.walk())) == MAX_PARTS + 1


def test_depth_is_bounded_and_told() -> None:
    def nested(levels: int) -> bytes:
        opened = "".join(f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(levels))
        return mail(opened, "multipart/mixed; boundary=b0")

    assert not parse(nested(6)).too_deep
    assert parse(nested(12)).too_deep


def test_an_mbox_line_and_its_escapes_are_undone() -> None:
    raw = b"From a@b.org Tue Mar  3 19:07:44 2026\nSubject: x\n\n>From here\n>>From there\n> From a quote\n"
    assert parse(raw).root.body == b"From here\n>From there\n> From a quote\n"
    assert parse(raw).fields == (("subject", "x"),)
    assert parse(raw.partition(b"\n")[2]).root.body.startswith(b">From here")


def _payload(body: bytes, encoding: str) -> bytes:
    return parse(mail(body, "text/plain", f"Content-Transfer-Encoding: {encoding}")).root.payload()


def test_base64_gives_what_it_holds() -> None:
    assert _payload(b"UExBWSBRUw==\n", "base64") == b"PLAY QS"
    assert _payload(b"UExB WSBR\nUw\n", "base64") == b"PLAY QS"
    assert _payload(b"UExBWSBRUw==\n\nsent by a gateway\n", "base64") == b"PLAY QS\n\nsent by a gateway\n"
    assert _payload(b"UExBWSBRUw==\nQUFB\n", "base64") == b"PLAY QS\nQUFB\n"
    assert _payload(b"in plain words, this\n", "base64") == b"\nin plain words, this\n"


def test_quoted_printable_gives_what_it_holds() -> None:
    assert _payload(b"PLAY =\nQS=20\n", "quoted-printable") == b"PLAY QS \n"
    assert _payload(b"=4", "Quoted-Printable") == b"=4"


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_the_tree_is_the_one_that_the_standard_library_sees(path: Path) -> None:
    raw = path.read_bytes()
    ours = [part for part in parse(raw).root.walk() if not part.parts and not part.kind.word.startswith("message/")]
    theirs = [part for part in _leaves(email.message_from_bytes(raw)) if part.get_content_maintype() != "message"]
    assert [part.kind.word for part in ours] == [part.get_content_type() for part in theirs]
    for our, their in zip(ours, theirs, strict=True):
        payload = their.get_payload(decode=True)
        assert isinstance(payload, bytes)
        assert our.payload(len(our.body)).strip() == payload.strip()


def _leaves(message: Message) -> list[Message]:
    """The parts that hold something, without going into attached messages."""
    inner = message.get_payload()
    if message.get_content_maintype() != "multipart" or not isinstance(inner, list):
        return [message]
    return [leaf for part in inner if isinstance(part, Message) for leaf in _leaves(part)]


def test_nothing_is_a_mail_too() -> None:
    for raw in (b"", b"\n\n", b"\0", b"From ", b"From x\n"):
        assert parse(raw).root.kind.word == "text/plain"
