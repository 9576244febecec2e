"""Each letter of the corpus gives its outcome, as far as reading alone can tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.mail.message.authentication import TrustedResults, Verdict, verdict
from pbem.mail.message.fingerprint import fingerprint
from pbem.mail.message.inbound_message import InboundMessage, TextFault
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.screening import Cause, screen
from tests.mail.message.builder import OWN, orders

CORPUS = Path(__file__).parent / "corpus"

# File, sender ("-" where none may be told), outcome: the order in it; or the fault or cause; or, in brackets, that
# more than reading decides ("two orders", "no order", "stranger", "forged", "second copy").
OUTCOMES = (
    ("001-gmail-top-post", "north@example.org", "PLAY QS"),
    ("002-gmail-english-wrapped-verb", "south@example.org", "PASS QS KS AH"),
    ("003-apple-mail-iphone-quoted-attribution", "north@example.org", "PLAY QS"),
    ("004-outlook-original-message-unprefixed", "north@example.org", "PLAY QS"),
    ("005-outlook-html-only-border-top", "south@example.org", "PASS QS KS AH"),
    ("006-outlook-danish-block", "east@example.com", "PLAY 10H"),
    ("008-outlook-german-block-latin1-base64", "west@example.com", "PLAY 4C"),
    ("009-gmail-french-nbsp-colon", "south@example.org", "PLAY AH"),
    ("010-polish-pisze", "east@example.com", "PLAY 2D"),
    ("011-swedish-skrev-before-name", "north@example.org", "PLAY KS"),
    ("012-japanese-iso2022jp-fullwidth", "north@example.org", "PLAY QS"),
    ("014-yahoo-no-blank-line-unprefixed", "west@example.com", "PLAY QS"),
    ("015-yahoo-ios-nested-html-document", "west@example.com", "PLAY QS"),
    ("016-proton-pgp-mime-signed", "south@example.org", "PLAY QS"),
    ("017-thunderbird-bottom-post", "north@example.org", "PLAY QS"),
    ("019-original-message-spaced-gt", "east@example.com", "PLAY 10H"),
    ("020-reply-line-begins-with-on", "north@example.org", "PLAY 4C"),
    ("021-airmail-on-date-parens-unprefixed", "west@example.com", "PLAY QS"),
    ("022-hotmail-subject-first-block", "east@example.com", "PLAY 2D"),
    ("024-zimbra-from-to-sent", "south@example.org", "PASS QS KS AH"),
    ("025-everything-quoted", "north@example.org", "all-quoted"),
    ("026-html-one-div-wraps-reply-and-quote", "east@example.com", "PLAY 10H"),
    ("028-html-only-no-plain", "north@example.org", "PLAY QS"),
    ("029-nbsp-between-words", "north@example.org", "PLAY QS"),
    ("030-bom-and-zero-width", "east@example.com", "PLAY 10H"),
    ("031-smart-quotes-and-dash", "south@example.org", "PLAY QS"),
    ("033-rtl-marks", "west@example.com", "PLAY QS"),
    ("034-cyrillic-lookalikes", "west@example.com", "(no order)"),
    ("035-format-flowed-wrapped-command", "south@example.org", "PASS QS KS AH"),
    ("036-qp-soft-break-inside-command", "north@example.org", "PLAY QS"),
    ("038-unknown-charset", "north@example.org", "PLAY QS"),
    ("039-charset-misspelt-with-junk", "north@example.org", "PLAY QS"),
    ("040-charset-cp-850-label", "west@example.com", "PLAY QS"),
    ("042-raw-8bit-no-mime-headers", "south@example.org", "PLAY QS"),
    ("043-attachment-filename-wrong-charset", "north@example.org", "PLAY QS"),
    ("045-attachment-malformed-content-type", "south@example.org", "PLAY QS"),
    ("046-apple-mail-text-after-image", "west@example.com", "PLAY QS"),
    ("048-winmail-dat-with-text", "north@example.org", "PLAY QS"),
    ("049-winmail-dat-only", "north@example.org", "tnef-only"),
    ("050-smime-detached-signed", "south@example.org", "PLAY QS"),
    ("051-smime-opaque-signed", "south@example.org", "opaque-signed"),
    ("052-pgp-mime-encrypted", "south@example.org", "encrypted"),
    ("054-forward-as-attachment", "east@example.com", "attached-only"),
    ("055-sixty-attachments", "north@example.org", "PLAY QS"),
    ("056-deep-nesting-1500-levels", "stranger@example.com", "unreadable"),
    ("057-html-part-is-empty-plain-has-text", "north@example.org", "PLAY QS"),
    ("058-empty-body-only-phone-signature", "east@example.com", "(no order)"),
    ("060-at-sign-in-display-name", "north@example.org", "PLAY QS"),
    ("062-two-from-headers", "-", "two-froms"),
    ("063-from-lists-two-mailboxes", "-", "two-froms"),
    ("064-to-undisclosed-group", "north@example.org", "PLAY QS"),
    ("066-no-message-id-no-date", "east@example.com", "PLAY 2D"),
    ("067-date-with-180-characters", "east@example.com", "PLAY 2D"),
    ("069-reply-to-empty-angle", "south@example.org", "PLAY QS"),
    ("070-to-trailing-comma", "south@example.org", "PLAY QS"),
    ("071-subject-illegal-gb2312", "north@example.org", "PLAY QS"),
    ("072-subject-command-encoded-prefix", "south@example.org", "empty"),
    ("073-upper-cased-addresses", "north@example.org", "PLAY QS"),
    ("074-plus-part-stripped", "north@example.org", "PLAY QS"),
    ("076-token-address-in-cc", "north@example.org", "PLAY QS"),
    ("078-mailing-list-munged-from", "-", "list"),
    ("079-srs-forwarded", "north@example.org", "PLAY QS"),
    ("081-idn-domain-punycode", "north@bücher.example.org", "PLAY QS"),
    ("082-smtputf8-local-part", "nørd@example.org", "PLAY QS"),
    ("084-friend-answers-forwarded-mail", "friend@example.com", "(stranger)"),
    ("085-spoofed-from-dmarc-fail", "south@example.org", "(forged)"),
    ("087-mbox-from-line-first", "north@example.org", "PLAY QS"),
    ("088-duplicate-copy-a", "west@example.com", "PLAY QS"),
    ("089-duplicate-copy-b", "west@example.com", "(second copy)"),
    ("091-vacation-auto-replied", "south@example.org", "auto-submitted"),
    ("093-human-with-suppress-header", "south@example.org", "PLAY QS"),
    ("094-plain-vacation-without-headers", "east@example.com", "(no order)"),
    ("095-dsn-failed", "mailer-daemon@mx.example.com", "bounce"),
    ("097-bounce-plain-exim-style", "mailer-daemon@relay.example.org", "bounce"),
    ("098-forged-dsn-for-other-seat", "mailer-daemon@mx.example.com", "bounce"),
    ("099-mdn-read-receipt", "west@example.com", "read-receipt"),
    ("101-gmail-emoji-reaction", "north@example.org", "reaction"),
    ("103-own-mail-comes-back", "hearts@example.net", "own-mail"),
    ("104-error-reply-ping-pong", "robot@example.com", "bulk"),
    ("105-spoofed-noreply-unknown-sender", "no-reply@example.com", "no-reply"),
    ("107-disclaimer-looks-like-commands", "south@example.org", "PLAY QS"),
    ("108-antivirus-footer", "east@example.com", "PLAY 10H"),
    ("109-signature-with-command-words", "west@example.com", "PLAY QS"),
    ("110-signature-marker-lost-its-blank", "west@example.com", "PLAY QS"),
    ("112-hyphen-bullets", "west@example.com", "PLAY QS"),
    ("113-gmail-bold-becomes-asterisks", "north@example.org", "PLAY QS"),
    ("115-two-different-plays", "north@example.org", "(two orders)"),
    ("117-word-text-plain-in-body", "east@example.com", "PLAY 10H"),
    ("field-01-gmx-header-block-on-top-answer-below", "north@example.org", "QS"),
    ("field-02-answer-typed-inside-the-quote", "north@example.org", "all-quoted"),
    ("field-03-outlook-mobile-german-html-only", "north@example.org", "QS"),
    ("field-04-outlook-russian-word-html-koi8r", "north@example.org", "QS"),
    ("field-06-gmail-vacation-with-bulk-precedence", "north@example.org", "auto-submitted"),
    ("field-07-exchange-oof-in-ukrainian-headers-stripped", "north@example.org", "auto-reply"),
    ("field-09-person-answers-the-envelope-sender", "north@example.org", "QS"),
    ("field-11-dsn-for-another-recipient-behind-a-list", "mailer-daemon@mx.example.org", "bounce"),
    ("field-13-player-answers-from-own-plus-address", "north+games@example.org", "QS"),
    ("field-14-provider-cuts-the-plus-part-of-what-is-sent", "north@example.org", "QS"),
    ("field-15-exchange-store-cuts-the-plus-part-new-mail-no-references", "north@example.org", "PLAY QS"),
    ("field-16-authentication-results-without-server-id", "north@example.org", "PLAY QS"),
    ("field-17-foreign-malformed-results-below-ours", "north@example.org", "PLAY QS"),
    ("field-18-dmarc-bestguesspass", "north@example.org", "PLAY QS"),
    ("field-19-dmarc-missing-but-aligned-dkim", "north@example.org", "PLAY QS"),
    ("field-21-arc-pass-dmarc-fail-with-token", "north@example.org", "QS"),
    ("field-22-iso-date-long-name-address-wrapped", "north@example.org", "QS"),
    ("field-23-polymail", "north@example.org", "QS"),
    ("field-24-ios-outlook-plain-doubled-address-unprefixed", "north@example.org", "QS"),
    ("field-25-outlook-ios-french", "north@example.org", "QS"),
    ("field-27-whole-answer-inside-cite-blockquote", "north@example.org", "all-quoted"),
    ("field-28-haraka-bounce-with-empty-to", "mailer-daemon@mx.example.org", "bounce"),
    ("field-30-list-relays-a-players-letter", "north@example.org", "list"),
    ("field-31-persons-mail-service-adds-list-unsubscribe", "north@example.org", "bulk"),
    ("field-34-answer-ends-in-an-own-markdown-quote", "north@example.org", "QS"),
    ("field-36-exim-vacation-without-marks-six-times", "north@example.org", "(no order)"),
    ("field-37-windows-1252-html-labelled-utf8-owa-x-classes", "north@example.org", "QS"),
    ("field-38-gmail-broke-the-long-token", "north@example.org", "QS"),
    ("field-40-customer-reply-between-two-quoted-blocks-outlook", "north@example.org", "all-quoted"),
    ("field-41-vacation-with-null-sender-and-no-other-mark", "north@example.org", "null-sender"),
    ("field-42-answer-between-attribution-and-quote", "north@example.org", "QS"),
)  # fmt: skip


def _letter(name: str) -> InboundMessage:
    return parse_message(RawMessage((CORPUS / f"{name}.eml").read_bytes(), "maildir"), OWN)


def test_every_letter_of_the_corpus_has_its_outcome_here() -> None:
    assert {path.stem for path in CORPUS.glob("*.eml")} == {name for name, _, _ in OUTCOMES}


@pytest.mark.parametrize(("name", "sender", "outcome"), OUTCOMES, ids=[name for name, _, _ in OUTCOMES])
def test_a_corpus_letter_gives_its_outcome(name: str, sender: str, outcome: str) -> None:
    letter = _letter(name)
    ignored = screen(letter, OWN)
    assert letter.sender == sender or (sender == "-" and letter.sender in ("", "club@lists.example.com"))
    if outcome in set(Cause):
        assert ignored is not None
        assert ignored.cause == outcome
        return
    assert ignored is None
    if outcome in set(TextFault):
        assert letter.fault == outcome
        assert letter.lines == ()
        return
    found = {"(no order)": [], "(two orders)": ["PLAY QS", "PLAY 4C"]}.get(outcome, [outcome])
    if outcome in ("(stranger)", "(forged)", "(second copy)"):
        found = ["PLAY QS"]
    assert letter.fault is None
    assert (orders(letter.lines) or [line for line in letter.lines if line == "QS"]) == found


@pytest.mark.parametrize("name", [name for name, _, outcome in OUTCOMES if outcome.startswith(("PLAY", "PASS", "QS"))])
def test_no_line_of_the_quoted_mail_is_left_in_a_reply(name: str) -> None:
    left = " ".join(_letter(name).lines)
    for told in ("Your hand", "Led:", "Seat key", "Your last command", "wrote:", "skrev", "pisze", "example.net"):
        assert told not in left or (told == "wrote:" and name.startswith("020"))


def test_a_forged_sender_is_told_by_our_servers_verdict() -> None:
    assert verdict(_letter("085-spoofed-from-dmarc-fail"), TrustedResults("mx.example.net")) is Verdict.FAIL
    assert verdict(_letter("001-gmail-top-post"), TrustedResults("mx.example.net")) is Verdict.PASS
    assert verdict(_letter("066-no-message-id-no-date"), TrustedResults("mx.elsewhere.example")) is Verdict.NONE


def test_the_second_copy_of_a_mail_has_the_first_ones_fingerprint() -> None:
    copies = [RawMessage((CORPUS / f"{name}.eml").read_bytes(), "imap") for name in (
        "088-duplicate-copy-a", "089-duplicate-copy-b", "087-mbox-from-line-first",
    )]  # fmt: skip
    first, second, other = map(fingerprint, copies)
    assert first == second != other


@pytest.mark.parametrize(
    ("name", "recipients"),
    [
        ("064-to-undisclosed-group", ("hearts+t7.n.k4v9qz2m@example.net",)),
        ("070-to-trailing-comma", ("hearts+t7.s.p8d3xw6r@example.net",)),
        ("073-upper-cased-addresses", ("hearts+t7.n.k4v9qz2m@example.net",)),
        ("074-plus-part-stripped", ("hearts@example.net",)),
        ("076-token-address-in-cc", ("hearts+t7.n.k4v9qz2m@example.net", "north@example.org")),
    ],
)
def test_our_address_is_found_wherever_it_stands(name: str, recipients: tuple[str, ...]) -> None:
    assert _letter(name).recipients == recipients


def test_a_reply_whose_tag_was_lost_still_names_the_mail_that_it_answers() -> None:
    letter = _letter("074-plus-part-stripped")
    assert letter.answers == ("t7.12.n.k4v9qz2m@example.net", "t7.thread@example.net")


def test_an_order_in_the_subject_is_there_for_a_letter_without_text() -> None:
    letter = _letter("072-subject-command-encoded-prefix")
    assert letter.subject == "答复: PLAY QS"
