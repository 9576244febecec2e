"""Our own server's verdict counts, topmost only, and only for the domain that we read in From."""

from __future__ import annotations

import pytest

from pbem.mail.message.authentication import TrustedResults, Verdict, verdict
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
    return _seen([f"Authentication-Results: {field}" for field in fields], TrustedResults(server), sender)


def _seen(lines: list[str], trusted: TrustedResults, sender: str = "North <north@example.org>") -> Verdict:
    head = f"From: {sender}\nTo: hearts@example.net\n"
    return verdict(letter(mail("PLAY QS", "", *lines, head=head)), trusted)


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


@pytest.mark.parametrize("end", ["/evil", "%evil", ":25", "@evil", "\\evil", ",evil", "(evil)", "\u212a", "ş", " evil"])
def test_our_servers_name_ends_where_it_ends(end: str) -> None:
    assert _verdict(f"{MX}{end}; dmarc=pass header.from=example.org") is Verdict.NONE


def test_a_letter_that_compares_like_ascii_makes_no_name_of_our_server() -> None:
    assert _verdict("m\u212a.example.net; dmarc=pass header.from=example.org", server="mk.example.net") is Verdict.NONE


@pytest.mark.parametrize("begin", [f"{MX};", f"{MX} ;", f" {MX}\n ;", f"{MX} 1;", f"{MX} (checked) 1;"])
def test_our_servers_name_may_be_followed_by_what_the_standard_allows(begin: str) -> None:
    assert _verdict(f"{begin} dmarc=pass header.from=example.org") is Verdict.PASS


@pytest.mark.parametrize("name", ["Authentication-Results ", "Authentication-Results\t", "authentication-results  "])
def test_a_field_whose_name_has_a_blank_before_the_colon_is_not_our_servers(name: str) -> None:
    lines = [f"{name}: {MX}; dmarc=pass", " header.from=example.org"]
    assert _seen(lines, TrustedResults(MX)) is Verdict.NONE
    assert _seen([*lines, f"Authentication-Results: {MX}; dmarc=fail"], TrustedResults(MX)) is Verdict.FAIL


EXCHANGE = (
    "spf=pass (sender IP is 192.0.2.9)\n smtp.mailfrom=example.org; dkim=pass (signature was verified)\n"
    " header.d=example.org;{} action=none header.from=example.org;compauth=pass reason=100"
)


def test_results_without_a_servers_name_count_by_position_where_the_operator_says_so() -> None:
    passed, failed = (f"Authentication-Results: {EXCHANGE.format(word)}" for word in ("dmarc=pass", "dmarc=fail"))
    topmost = TrustedResults(topmost=True)
    assert _seen([passed], topmost) is Verdict.PASS
    assert _seen([failed], topmost) is Verdict.FAIL
    assert _seen([passed], TrustedResults(MX)) is Verdict.NONE
    assert _seen([passed], TrustedResults()) is Verdict.NONE


def test_by_position_only_the_first_counts_whatever_name_it_bears_and_whether_or_not_it_can_be_read() -> None:
    passed = f"Authentication-Results: {EXCHANGE.format('dmarc=pass')}"
    for first in ("dmarc=none header.from=example.org", f"{MX}; spf=none", "mx.evil.example; none", "="):
        assert _seen([f"Authentication-Results: {first}", passed], TrustedResults(topmost=True)) is Verdict.NONE


BROKEN = (
    f"Authentication-Results: {MX}; arc=pass (i=1); dkim=fail header.d=example.org; dmarc=fail header.from=example.org"
)
SEAL = "ARC-Seal: i={}; a=rsa-sha256; cv=none; d={}; s=x; b=AAAA"
REPORT = "ARC-Authentication-Results: i={}; {}; dmarc={} header.from={}"
LIST = "lists.example.com"


def _forwarded(*lines: str, sealers: tuple[str, ...] = (LIST,), top: str = BROKEN) -> Verdict:
    return _seen([top, *lines], TrustedResults(MX, arc_sealers=sealers))


def test_what_a_configured_forwarder_saw_goes_before_a_dmarc_that_it_broke() -> None:
    assert _forwarded(SEAL.format(1, LIST), REPORT.format(1, LIST, "pass", "example.org")) is Verdict.PASS
    assert _forwarded(SEAL.format(1, LIST), REPORT.format(1, LIST, "fail", "example.org")) is Verdict.FAIL
    assert _forwarded(SEAL.format(1, LIST), REPORT.format(1, LIST, "pass", "example.com")) is Verdict.FAIL
    assert _forwarded(SEAL.format(1, LIST)) is Verdict.FAIL


def test_a_forwarder_that_nobody_configured_proves_nothing() -> None:
    chain = (SEAL.format(1, LIST), REPORT.format(1, LIST, "pass", "example.org"))
    assert _forwarded(*chain, sealers=()) is Verdict.FAIL
    assert _forwarded(*chain, sealers=("other.example",)) is Verdict.FAIL
    assert _forwarded(*chain, sealers=("",)) is Verdict.FAIL


def test_seals_that_our_own_server_did_not_find_good_prove_nothing() -> None:
    chain = (SEAL.format(1, LIST), REPORT.format(1, LIST, "pass", "example.org"))
    for word in ("fail", "none"):
        assert _forwarded(*chain, top=BROKEN.replace("arc=pass", f"arc={word}")) is Verdict.FAIL
    assert _forwarded(*chain, top=BROKEN.replace(MX, "mx.evil.example")) is Verdict.NONE


def test_who_sealed_after_the_configured_forwarder_could_have_changed_the_letter() -> None:
    chain = (SEAL.format(1, LIST), REPORT.format(1, LIST, "pass", "example.org"))
    last = (SEAL.format(2, "evil.example"), REPORT.format(2, "evil.example", "pass", "example.org"))
    assert _forwarded(*last, *chain) is Verdict.FAIL
    assert _forwarded(*last, *chain, sealers=(LIST, "evil.example")) is Verdict.PASS
    assert _forwarded(*chain, *(line.replace("i=2", "i=1") for line in last)) is Verdict.FAIL


def test_a_seal_without_a_number_says_nothing_and_hides_nothing() -> None:
    chain = (SEAL.format(1, LIST), REPORT.format(1, LIST, "pass", "example.org"))
    assert _forwarded(SEAL.format(1, LIST).replace("i=1; ", ""), *chain) is Verdict.PASS
