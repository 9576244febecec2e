"""Mails as programs build them: HTML, charsets, parts and their accidents, each with the orders that are in it."""

from __future__ import annotations

import base64

from tests.mail.message.builder import OLD, OLD_HTML, QUOTED, TAGGED, branch, html, mail, parts

_PLAIN = 'Content-Type: text/plain; charset="utf-8"'
_HTML = 'Content-Type: text/html; charset="utf-8"'
_CITED = f'<blockquote type="cite" cite="mid:x" class="{{}}">{OLD_HTML}</blockquote>'
_ATTR = f"On Tue, Mar 3, 2026 at 7:02 PM Hearts &lt;<a href='mailto:{TAGGED}'>{TAGGED}</a>&gt; wrote:"


def _text(content: str, charset: str, label: str = "") -> bytes:
    """A text in this charset, in base64, so that any bytes travel."""
    body = base64.encodebytes(content.encode(charset))
    return mail(body, f"text/plain; charset={label or charset}", "Content-Transfer-Encoding: base64")


HTML: dict[str, tuple[bytes, list[str]]] = {
    "gmail, inline answer between blockquotes": (
        html(
            f'<div class="gmail_quote"><div class="gmail_attr">{_ATTR}</div><blockquote class="gmail_quote">Your hand'
            '<br>PLAY 2C</blockquote><div>PLAY QS</div><blockquote class="gmail_quote">PASS 3H 5H 7H</blockquote></div>'
        ),
        ["PLAY QS"],
    ),
    "gmail, the indent button": (html('<blockquote style="margin:0 0 0 40px">PLAY QS</blockquote>'), ["PLAY QS"]),
    "apple mail": (
        html(f'<html><body>PLAY QS<br><div><br><blockquote type="cite">{_ATTR}<br>{OLD_HTML}</blockquote></div>'),
        ["PLAY QS"],
    ),
    "thunderbird, answer below": (
        html(f'<div class="moz-cite-prefix">{_ATTR}</div>{_CITED}<p>PLAY QS</p>'),
        ["PLAY QS"],
    ),
    "outlook on the web, no address and no labels in our sight": (
        html(f'PLAY QS<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">Hearts</div><div>{OLD_HTML}</div>'),
        ["PLAY QS"],
    ),
    "outlook on the web, nothing above its mark": (html(f'<div id="divRplyFwdMsg"></div>{OLD_HTML}'), []),
    "proton": (
        html(f'<div>PLAY QS</div><div class="protonmail_quote">{_ATTR}{_CITED.format("protonmail_quote")}</div>'),
        ["PLAY QS"],
    ),
    "tutanota": (
        html(f'PLAY QS<div>3. März 2026, 19:02 von {TAGGED}:</div>{_CITED.format("tutanota_quote")}'),
        ["PLAY QS"],
    ),
    "yandex, bare blockquote": (
        html(f'PLAY QS<div>03.03.2026, 19:02, &lt;{TAGGED}&gt;:</div><blockquote><p>{OLD_HTML}</p></blockquote>'),
        ["PLAY QS"],
    ),
    "yahoo": (
        html(f'<div>PLAY QS</div><div class="yahoo_quoted"><div>On Tuesday Hearts wrote:</div>{OLD_HTML}</div>'),
        ["PLAY QS"],
    ),
    "a table": (html("<table><tr><td>PASS</td><td>QS</td><td>KS</td><td>AH</td></tr></table>"), ["PASS QS KS AH"]),
    "list items": (html("<ul><li>PLAY QS</li><li>greetings</li></ul>"), ["PLAY QS"]),
    "lines kept by pre": (html("<pre>Hello\nPLAY QS\nbye</pre>"), ["PLAY QS"]),
    "entities": (html("<p>PLAY&#32;&#81;S&zwnj;</p>"), ["PLAY QS"]),
    "tag inside a word": (html("<p>PL<span>AY</span> Q<b></b>S</p>"), ["PLAY QS"]),
    "a bracket in an attribute": (html('<img alt="a > b PLAY 2C"><p>PLAY QS</p>'), ["PLAY QS"]),
    "hidden text": (html('<div style="display:none">PLAY 2C</div><p>PLAY QS</p>'), ["PLAY QS"]),
    "a style that never ends": (html("<style>p{} PLAY 2C"), []),
    "a head that never ends": (html("<head><meta charset=utf-8><body>PLAY QS"), ["PLAY QS"]),
    "nothing closed": (html("<div><p>PLAY QS<p>thanks<li>x"), ["PLAY QS"]),
    "upper-case tags": (html("<HTML><BODY><P>PLAY QS</P><SCRIPT>PLAY 2C</SCRIPT></BODY></HTML>"), ["PLAY QS"]),
    "less-than in the text": (html("<p>1 < 2 <3</p><p>PLAY QS</p>"), ["PLAY QS"]),
    "conditional comments": (html("<!--[if mso]>PLAY 2C<![endif]--><![if !mso]><p>PLAY QS</p><![endif]>"), ["PLAY QS"]),
}  # fmt: skip

CHARSETS: dict[str, tuple[bytes, list[str]]] = {
    "utf-16 with a mark": (_text("PLAY QS\n", "utf-16"), ["PLAY QS"]),
    "utf-16le without one": (_text("PLAY QS\n", "utf-16-le", "UTF-16LE"), ["PLAY QS"]),
    "utf-32": (_text("PLAY QS\n", "utf-32"), ["PLAY QS"]),
    "koi8-r": (_text("PLAY QS\nпривет\n", "koi8-r"), ["PLAY QS"]),
    "windows-1251": (_text("PLAY QS\nпривет\n", "windows-1251"), ["PLAY QS"]),
    "gb2312 that is gb18030": (_text("PLAY QS\n谢谢镕\n", "gb18030", "GB2312"), ["PLAY QS"]),
    "big5": (_text("ＰＬＡＹ　ＱＳ\n謝謝\n", "big5"), ["PLAY QS"]),
    "ks_c_5601-1987": (_text("PLAY QS\n감사합니다\n", "cp949", "ks_c_5601-1987"), ["PLAY QS"]),
    "shift_jis that is cp932": (_text("ＰＬＡＹ　ＱＳ①\nPLAY QS", "cp932", "Shift_JIS"), ["PLAY QS"]),
    "euc-jp": (_text("ＰＬＡＹ　ＱＳ\n", "euc-jp"), ["PLAY QS"]),
    "hebrew in visual order": (_text("PLAY QS\nתודה\n", "iso8859-8", "ISO-8859-8-I"), ["PLAY QS"]),
    "turkish as latin5": (_text("PLAY QS\nteşekkürler\n", "cp1254", "iso-8859-9"), ["PLAY QS"]),
    "arabic": (_text("PLAY QS\nشكرا\n", "windows-1256"), ["PLAY QS"]),
    "says ascii, is utf-8": (mail("PLAY QS\n♠\n", "text/plain; charset=us-ascii"), ["PLAY QS"]),
    "says utf-8, is latin-1": (mail("PLAY QS\nGrüße\n".encode("latin-1"), "text/plain; charset=utf-8"), ["PLAY QS"]),
    "a mark before the first letter": (mail(b"\xef\xbb\xbfPLAY QS\n", "text/plain; charset=utf-8"), ["PLAY QS"]),
    "a codec that is no charset": (mail("PLAY QS\n", "text/plain; charset=base64"), ["PLAY QS"]),
    "another codec that is no charset": (mail("PLAY QS\n", "text/plain; charset=rot13"), ["PLAY QS"]),
    "an empty label": (mail("PLAY QS\n", 'text/plain; charset=""'), ["PLAY QS"]),
    "utf-7 is not undone": (mail("+AFAATABBAFk- QS\n", "text/plain; charset=utf-7"), []),
    "windows1252, misspelt": (mail("PLAY QS\n", "text/plain; charset=windows1252"), ["PLAY QS"]),
    "nul between the letters": (mail(b"P\0LAY Q\0S\n"), ["PLAY QS"]),
}

PARTS: dict[str, tuple[bytes, list[str]]] = {
    "base64 with a footer behind it": (
        mail(base64.encodebytes(b"PLAY QS\n") + b"\n--\nSent by a gateway, PLAY 2C\n", "text/plain",
             "Content-Transfer-Encoding: BASE64"),
        ["PLAY QS"],
    ),
    "base64 that is none": (mail("PLAY QS\n", "text/plain", "Content-Transfer-Encoding: base64"), []),
    "plain words called base64": (mail("PLAY QS!\n", "text/plain", "Content-Transfer-Encoding: base64"), ["PLAY QS"]),
    "broken quoted-printable": (
        mail("PLAY=20QS=\n\n=ZZ and =\n", "text/plain", "Content-Transfer-Encoding: Quoted-Printable"), ["PLAY QS"]
    ),
    "an unknown transfer encoding": (mail("PLAY QS\n", "text/plain", "Content-Transfer-Encoding: x-none"), ["PLAY QS"]),
    "no last boundary": (mail(branch((_PLAIN, "PLAY QS"))[:-8], "multipart/mixed; boundary=b-1"), ["PLAY QS"]),
    "no boundary told": (mail(branch((_PLAIN, "PLAY QS")), "multipart/mixed"), ["PLAY QS"]),
    "another boundary told": (mail(branch((_PLAIN, "PLAY QS")), "multipart/mixed; boundary=zz"), ["PLAY QS"]),
    "multipart of nothing": (mail("PLAY QS\n", "multipart/mixed; boundary=zz"), ["PLAY QS"]),
    "empty lines before the header": (b"\r\n\n" + mail("PLAY QS\n"), ["PLAY QS"]),
    "bare CR as line end": (mail("Hello\rPLAY QS\rbye\r"), ["PLAY QS"]),
    "CRLF throughout": (mail("PLAY QS\n").replace(b"\n", b"\r\n"), ["PLAY QS"]),
    "content type in capitals": (mail("PLAY QS\n", "TEXT/PLAIN; CHARSET=UTF-8"), ["PLAY QS"]),
    "content type text": (mail("PLAY QS\n", "text"), ["PLAY QS"]),
    "flowed, with blanks deleted": (
        mail("PASS QS K \nS AH\n", "text/plain; charset=utf-8; format=flowed; delsp=yes"), ["PASS QS KS AH"]
    ),
    "flowed, stuffed": (mail("PLAY QS\n >thoughts\n", "text/plain; format=flowed"), ["PLAY QS"]),
    "a mixed within an alternative": (
        parts("alternative", (_PLAIN, "PLAY QS"), ("Content-Type: multipart/mixed; boundary=c",
              branch((_HTML, "<p>PLAY QS</p>"), ("Content-Type: image/png", "x"), boundary="c"))),
        ["PLAY QS"],
    ),
    "related around an alternative": (
        mail(branch(("Content-Type: multipart/alternative; boundary=c",
                     branch((_PLAIN, "PLAY QS"), (_HTML, "<p>PLAY QS</p>"), boundary="c")),
                    ("Content-Type: image/png\nContent-ID: <x>", "x")), "multipart/related; boundary=b-1"),
        ["PLAY QS"],
    ),
    "html before plain": (parts("alternative", (_HTML, "PLAY QS"), (_PLAIN, f"PLAY QS\n\n{QUOTED}")), ["PLAY QS"]),
    "a blank text part beside html": (parts("alternative", (_PLAIN, " \n\n"), (_HTML, "<p>PLAY QS</p>")), ["PLAY QS"]),
    "an html mail with a text footer": (
        parts("mixed", (_HTML, "<p>PLAY QS</p>"), (_PLAIN, "-- \nChecked by a gateway. PLAY 2C\nPLAY 2C")), ["PLAY QS"]
    ),
    "html that calls itself plain": (mail("<html><body>PLAY&nbsp;QS<br>bye</body></html>", "text/plain"), ["PLAY QS"]),
    "plain words that call themselves html": (mail("Hello\nPLAY QS\nI < you", "text/html"), ["PLAY QS"]),
    "a text file attached": (
        parts("mixed", (_PLAIN, "PLAY QS"), (f"{_PLAIN}\nContent-Disposition: attachment; filename=o.txt", "PLAY 2C")),
        ["PLAY QS"],
    ),
    "a text file in place": (
        parts("mixed", (_PLAIN, "PLAY QS"), (f"{_PLAIN}; name=old.txt\nContent-Disposition: inline", "PLAY 2C")),
        ["PLAY QS"],
    ),
    "a named text that is the only one": (mail("PLAY QS\n", "text/plain; name=mail.txt"), ["PLAY QS"]),
    "the old mail attached": (
        parts("mixed", (_PLAIN, "PLAY QS"), ("Content-Type: message/rfc822", f"Subject: old\n\n{OLD}")), ["PLAY QS"]
    ),
    "parts without a header": (parts("mixed", ("", "PLAY QS")).replace(b"--b-1\n\n\n", b"--b-1\n\n"), ["PLAY QS"]),
    "signed in place": (
        mail("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nPLAY QS\n- -- \nNorth\n"
             "-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n"),
        ["PLAY QS"],
    ),
    "a mailing program's preamble": (
        mail("This is a message of several parts.\nPLAY 2C\n" + branch((_PLAIN, "PLAY QS")).decode() + "PLAY 2C",
             "multipart/mixed; boundary=b-1"),
        ["PLAY QS"],
    ),
}  # fmt: skip

WORDS: dict[str, tuple[bytes, list[str]]] = {
    "a mailto answer without any quote": (mail("PLAY QS"), ["PLAY QS"]),
    "several orders": (mail("PASS QS KS AH\nand then\nPLAY 2C\n"), ["PASS QS KS AH", "PLAY 2C"]),
    "our bare address in a sentence": (mail("Hi hearts@example.net,\nPLAY QS\n"), ["PLAY QS"]),
    "proton, answers between the quotes": (
        mail(f"------- Original Message -------\nOn Tuesday, March 3rd, 2026 at 7:02 PM, Hearts <{TAGGED}> wrote:\n\n\n"
             f"{QUOTED}\n\nPLAY QS\n\n> PLAY 3C\n"),
        ["PLAY QS"],
    ),
    "a list of a person's own": (mail("Mood: good\nWeather: fine\nMove: see below\nPLAY QS\n"), ["PLAY QS"]),
    "another person's address": (mail("Tell bob <bob@example.org>:\nPLAY QS\n"), ["PLAY QS"]),
    "a time of day": (mail("I am back at 19:02 on 3 March 2026\nPLAY QS\n"), ["PLAY QS"]),
    "a row of signs": (mail("####\nHello\n====\nPLAY QS\n****\n"), ["PLAY QS"]),
    "a banner above": (mail("CAUTION: external mail\n_______________\nPLAY QS\n"), ["PLAY QS"]),
    "a long dash for a signature": (mail("PLAY QS\n—\nNorth\nPLAY 2C\n"), ["PLAY QS"]),
    "an answer to several of our mails": (
        mail(
            f"PLAY QS\n\nOn 3 Mar 2026, at 19:02, Hearts wrote:\n{QUOTED}\n>> On 2 Mar 2026 Hearts wrote:\n>> PLAY 3C\n"
        ),
        ["PLAY QS"],
    ),
    "an answer to the person's own mail": (
        mail(f"PLAY QS\n\nFrom: North <north@example.org>\nTo: Hearts <{TAGGED}>\nSubject: x\n\nPLAY 4C\n"),
        ["PLAY QS"],
    ),
    "quoted by initials": (mail("HT> PLAY 2C\nHT> Your hand\nPLAY QS\n"), ["PLAY QS"]),
    "full-width quote marks": (mail("＞ PLAY 2C\nPLAY QS\n"), ["PLAY QS"]),
    "signature before the quote, answer below": (mail(f"Hello\n-- \nNorth\n\n{QUOTED}\n\nPLAY QS\n"), ["PLAY QS"]),
    "yahoo, wrapped": (
        mail(f"PLAY QS    On Tuesday, March 3, 2026 at 07:02:11 PM GMT, Hearts <\n{TAGGED}> wrote:\n \n  {OLD}"),
        ["PLAY QS"],
    ),
}  # fmt: skip
