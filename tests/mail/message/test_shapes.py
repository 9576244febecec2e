"""Mails of every shape give the orders that a person sees in them, and no others."""

from __future__ import annotations

import pytest

from pbem.mail.message.inbound_message import TextFault as F
from pbem.mail.message.screening import screen
from tests.mail.message.builder import (
    OLD,
    OLD_HTML,
    OWN,
    QUOTED,
    SUBJECT,
    TAGGED,
    branch,
    html,
    letter,
    mail,
    orders,
    parts,
)
from tests.mail.message.shapes import CHARSETS, HTML, PARTS, WORDS

ALL = {**HTML, **CHARSETS, **PARTS, **WORDS}
_PLAIN, _HTML = "Content-Type: text/plain", "Content-Type: text/html"
_SENT = "Sent: 3 March 2026 19:02"


@pytest.mark.parametrize("name", ALL)
def test_a_mail_of_any_shape_gives_its_orders(name: str) -> None:
    raw, expected = ALL[name]
    found = letter(raw)
    assert found.sender == "north@example.org"
    assert orders(found.lines) == expected
    assert screen(found, OWN) is None


def test_lines_of_another_alphabet_keep_their_letters() -> None:
    assert letter(CHARSETS["koi8-r"][0]).lines[1] == "привет"
    assert letter(CHARSETS["says utf-8, is latin-1"][0]).lines[1] == "Grüße"
    assert letter(CHARSETS["says ascii, is utf-8"][0]).lines[1] == "♠"
    assert letter(CHARSETS["ks_c_5601-1987"][0]).lines[1] == "감사합니다"


def _both(text: str, markup: str) -> tuple[str, ...]:
    return letter(parts("alternative", (_PLAIN, text), ("Content-Type: text/html", markup))).lines


def test_a_text_that_only_asks_for_html_does_not_hide_the_html() -> None:
    lines = _both(
        "Please use a program that shows HTML.", f"<p>PLAY <b>QS</b></p>On 3 Mar 2026, 19:02: x wrote:<br>{OLD}"
    )
    assert orders(lines) == ["PLAY QS"]


def test_text_and_html_that_say_the_same_are_read_once() -> None:
    assert _both("*PLAY QS*\nthanks a lot\n", "<p><b>PLAY</b>&nbsp;QS</p><p>thanks a lot</p>") == (
        "*PLAY QS*",
        "thanks a lot",
    )
    assert _both("PLAY QS", "<p>PLAY QS</p>") == ("PLAY QS",)
    assert _both("👍", "<p>👍</p>") == ("👍",)


def test_text_and_html_that_contradict_each_other_are_both_read() -> None:
    assert orders(_both("PLAY QS", "<p>PLAY 4C</p>")) == ["PLAY QS", "PLAY 4C"]


def test_a_text_beside_an_empty_html_part_stands_alone() -> None:
    assert _both("PLAY QS", "<html><body><img src=x></body></html>") == ("PLAY QS",)


_HEADER_BLOCK = f"Von: Hearts <{TAGGED}>\nAn: North <north@example.org>\nBetreff: {SUBJECT}\n"


@pytest.mark.parametrize(
    "body",
    [
        f"On 2026-03-03 19:02, Hearts <{TAGGED}> wrote:\nPLAY QS\n\n{QUOTED}",
        f"On 3/3/26 19:02, Hearts wrote:\n\nHello,\n\nPLAY QS\n\n{QUOTED}\n",
        f"Am 03.03.2026 um 19:02 schrieb\nHearts <{TAGGED}>:\nPLAY QS\n{QUOTED}\n",
        f"{_HEADER_BLOCK}\nPLAY QS\n\nGreetings\n",
        f"**Gesendet:** Dienstag, 3. März 2026 um 19:02\n{_HEADER_BLOCK}\nGuten Abend,\nPLAY QS\n",
        f"PLAY QS\n\nOn Tue, Mar 3rd, 2026 at 7:02 PM, Hearts <\nmailto:Hearts <{TAGGED}>\n> wrote:\n\n{OLD}",
    ],
)
def test_an_answer_is_read_between_attribution_and_quote_and_below_a_header_alone(body: str) -> None:
    found = letter(mail(body))
    assert orders(found.lines) == ["PLAY QS"]
    assert not any("Your hand" in line or "@" in line for line in found.lines)


@pytest.mark.parametrize("indent", ['style="margin:0 0 0 40px;border:none"', "", 'dir="auto"'])
def test_an_indented_answer_beside_other_words_is_read(indent: str) -> None:
    old = f"On 3 Mar 2026 at 19:02 H &lt;{TAGGED}&gt; wrote:"
    old = f'<div class="gmail_quote">{old}<blockquote class="gmail_quote">{OLD_HTML}</blockquote></div>'
    for text in (None, "Hello,\n> PLAY QS\nso long\n\n" + f"On 3 Mar 2026 at 19:02 H <{TAGGED}> wrote:\n" + QUOTED):
        markup = f"<div>Hello,</div><blockquote {indent}><div>PLAY QS</div></blockquote><div>so long</div>{old}"
        raw = html(markup) if text is None else parts("alternative", (_PLAIN, text), (_HTML, markup))
        assert [line for line in letter(raw).lines if line] == ["Hello,", "PLAY QS", "so long"]


def test_a_bare_blockquote_that_holds_our_mail_is_a_quote() -> None:
    for old in (OLD_HTML, f"Hearts &lt;{TAGGED}&gt; wrote<br>{OLD_HTML}", "Your hand: QS<br>PLAY 2C"):
        raw = html(f"<div>PLAY QS</div><blockquote>{old}</blockquote><div>bye</div>")
        assert orders(letter(raw).lines) == ["PLAY QS"]
        assert "Your hand: QS" not in " ".join(letter(raw).lines)


FAULTS = {
    "nothing": (mail(""), F.EMPTY),
    "blanks": (mail(" \n\u200b\n\xa0\n"), F.EMPTY),
    "an answer that was never written": (mail(f"On 3 Mar 2026, at 19:02, Hearts wrote:\n{QUOTED}\n"), F.ALL_QUOTED),
    "an unmarked old mail": (
        mail(f"From: Hearts\nSent: 3 March 2026 19:02\nTo: N\nSubject: x\n\n{OLD}"), F.ALL_QUOTED
    ),
    "our header and our mail below it": (
        mail(f"From: Hearts <{TAGGED}>\nSent: 3 March 2026 19:02\nTo: N <n@x.org>\nSubject: x\n\n{OLD}"),
        F.ALL_QUOTED,
    ),
    "our header and a part of our mail": (
        mail(f"From: Hearts <{TAGGED}>\n{_SENT}\nTo: N <n@x.org>\nSubject: x\n\nYour hand: QS\nPLAY QS"),
        F.ALL_QUOTED,
    ),
    "an own mail sent once more below its header": (
        mail(f"From: N <n@x.org>\n{_SENT}\nTo: Hearts <{TAGGED}>\nSubject: x\n\nPLAY QS"), F.ALL_QUOTED
    ),
    "an answer in the quote": (mail(f"On 3 Mar 2026, at 19:02, Hearts wrote:\n> PLAY QS\n{QUOTED}"), F.ALL_QUOTED),
    "a picture in place": (parts("mixed", ("Content-Type: image/png\nContent-Disposition: inline", "x")), F.EMPTY),
    "all marked": (mail("> PLAY QS\n" + QUOTED), F.ALL_QUOTED),
    "all marked in html": (html(f'<blockquote type="cite">PLAY QS<br>{OLD}</blockquote>'), F.ALL_QUOTED),
    "encrypted in place": (mail("-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n"), F.ENCRYPTED),
    "enveloped": (mail("MIIB", "application/pkcs7-mime; smime-type=enveloped-data"), F.ENCRYPTED),
    "opaque, by its old name": (mail("MIIB", "application/x-pkcs7-mime; smime-type=signed-data"), F.OPAQUE_SIGNED),
    "opaque within a gateway's frame": (
        parts("mixed", ("Content-Type: application/pkcs7-mime; smime-type=signed-data", "MIIB")), F.OPAQUE_SIGNED
    ),
    "tnef in a multipart": (parts("mixed", ("Content-Type: application/vnd.ms-tnef", "x")), F.TNEF_ONLY),
    "a word document": (
        parts("mixed", (_PLAIN, ""), ("Content-Type: application/msword\nContent-Disposition: attachment", "x")),
        F.ATTACHED_ONLY,
    ),
    "a forwarded mail": (mail("Subject: old\n\nPLAY 2C\n", "message/rfc822"), F.ATTACHED_ONLY),
    "nested without end": (
        mail(b"".join(b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (n, n + 1) for n in range(40)),
             "multipart/mixed; boundary=b0"),
        F.UNREADABLE,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_a_mail_without_own_words_tells_why(name: str) -> None:
    raw, fault = FAULTS[name]
    found = letter(raw)
    assert found.fault is fault
    assert found.lines == ()


def test_a_hundred_and_fifty_parts_are_not_all_opened() -> None:
    many = [(_PLAIN, "PLAY QS"), *[("Content-Type: image/gif\nContent-Disposition: attachment", "x")] * 150]
    found = letter(mail(branch(*many), "multipart/mixed; boundary=b-1"))
    assert orders(found.lines) == ["PLAY QS"]
    assert len(found.structure) == 101


def test_attached_messages_do_not_show_in_the_structure() -> None:
    raw = parts(
        "mixed", (_PLAIN, "PLAY QS"), ("Content-Type: message/rfc822", "Content-Type: message/delivery-status\n\nx")
    )
    assert letter(raw).structure == ("multipart/mixed", "text/plain", "message/rfc822")
