"""What is ours is known again in any spelling."""

from __future__ import annotations

from pbem.mail.message.own_addresses import OwnAddresses
from tests.mail.message.builder import OWN


def test_our_addresses_are_the_reply_address_and_the_envelope_sender_with_any_tag() -> None:
    for address in ("hearts@example.net", "HEARTS+a.b@Example.Net", "bounce@example.net", "bounce+x@example.net"):
        assert OWN.holds(address)
    for address in ("", "north@example.org", "hearts@example.org", "hearts2@example.net", "hearts-a@example.net"):
        assert not OWN.holds(address)


def test_a_tag_is_found_on_either_address() -> None:
    assert OWN.tag("hearts+a1@example.net") == "a1"
    assert OWN.tag("bounce+b2@example.net") == "b2"
    assert OWN.tag("hearts@example.net") is None
    assert OWN.tag("north+a1@example.org") is None


def test_a_message_id_of_ours_ends_in_our_domain() -> None:
    assert OWN.wrote("t7.12@EXAMPLE.net")
    assert not OWN.wrote("t7.12@example.org")
    assert OwnAddresses("hearts@example.org").wrote("x@example.org")
    assert not OWN.wrote("")
