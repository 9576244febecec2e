"""Our own server's verdict counts, topmost only, and only for the domain that we read in From."""

from __future__ import annotations

import pytest

from pbem.mail.message.authentication import Verdict, verdict
from tests.mail.message.builder import letter, mail

MX = "mx.example.net"
CASES = [
    ("dmarc=pass header.from=example.org", Verdict.PASS),
    ("dmarc=pass (p=none dis=none) header.from=example.org; spf=pass smtp.mailfrom=x", Verdict.PASS),
    ("dmarc=pass", Verdict.PASS),
    ("dmarc=fail (p=REJECT) header.from=example.org", Verdict.FAIL),
    ("dmarc=fail header.from=example.org; dkim=pass header.d=example.org", Verdict.FAIL),
    ("dmarc=none header.from=example.org", Verdict.NONE),
    ("dmarc=pass header.from=example.com", Verdict.NONE),
    ("dmarc=temperror header.from=example.org; dkim=pass header.d=example.org", Verdict.PASS),
    ("dkim=pass header.d=example.org", Verdict.PASS),
    ("dkim=pass header.i=@example.org", Verdict.PASS),
    ("dkim=pass header.d=mail.example.org", Verdict.NONE),
    ("dkim=pass header.d=example.com", Verdict.NONE),
    ("dkim=fail header.d=example.org", Verdict.NONE),
    ("spf=pass smtp.mailfrom=north@example.org", Verdict.NONE),
    ("none", Verdict.NONE),
    ('dkim=fail reason="; dmarc=pass header.from=example.org"', Verdict.NONE),
    ("spf=fail (sender says: ; dmarc=pass header.from=example.org) smtp.mailfrom=x", Verdict.NONE),
    ("dkim=pass" + "(" * 3000, Verdict.NONE),
    ("dkim=pass" + " header.d=example.org" * 1000, Verdict.NONE),
    ("=", Verdict.NONE),
]


def _verdict(*fields: str, sender: str = "North <north@example.org>", server: str = MX) -> Verdict:
    head = f"From: {sender}\nTo: hearts@example.net\n"
    return verdict(
        letter(mail("PLAY QS", "", *[f"Authentication-Results: {field}" for field in fields], head=head)), server
    )


@pytest.mark.parametrize(("results", "expected"), CASES)
def test_the_verdict_is_what_our_server_found(results: str, expected: Verdict) -> None:
    assert _verdict(f"{MX}; {results}") is expected
    assert _verdict(f"MX.Example.NET 1; {results}") is expected


def test_results_of_another_server_do_not_count() -> None:
    assert _verdict("mx.attacker.example; dmarc=pass header.from=example.org") is Verdict.NONE
    assert _verdict("mx.example.net.attacker.example; dmarc=pass") is Verdict.NONE


def test_only_the_topmost_of_our_server_counts() -> None:
    assert (
        _verdict(f"{MX}; dmarc=fail header.from=example.org", f"{MX}; dmarc=pass header.from=example.org")
        is Verdict.FAIL
    )
    assert _verdict("other.example; dmarc=fail", f"{MX}; dmarc=pass header.from=example.org") is Verdict.PASS
    assert _verdict(f"{MX}; spf=none", f"{MX}; dmarc=pass header.from=example.org") is Verdict.NONE


def test_a_field_that_cannot_be_read_is_not_made_good_by_the_next() -> None:
    assert _verdict(f"{MX}; dkim=", f"{MX}; dmarc=pass header.from=example.org") is Verdict.NONE


def test_without_a_sender_or_a_configured_server_there_is_no_verdict() -> None:
    assert _verdict(f"{MX}; dmarc=pass", sender="a@example.org, b@example.org") is Verdict.NONE
    assert _verdict(f"{MX}; dmarc=pass", server="") is Verdict.NONE


def test_a_from_that_shows_two_domains_needs_the_result_to_name_the_right_one() -> None:
    sender = "south@example.com <north@example.org>"
    assert _verdict(f"{MX}; dmarc=pass", sender=sender) is Verdict.NONE
    assert _verdict(f"{MX}; dmarc=pass header.from=example.com", sender=sender) is Verdict.NONE
    assert _verdict(f"{MX}; dmarc=pass header.from=example.org", sender=sender) is Verdict.PASS


def test_an_international_domain_is_the_same_in_both_spellings() -> None:
    field = f"{MX}; dmarc=pass header.from=xn--bcher-kva.example.org"
    assert _verdict(field, sender="north@bücher.example.org") is Verdict.PASS
