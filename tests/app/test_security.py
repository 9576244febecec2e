"""The table of docs/security.md, row by row; and tokens: whose they are, where they are found, what they open."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbem.hearts.entries import Played
from pbem.mail.message.email_address import canonical
from pbem.mail.message.tokens import TokenKind, read_token, token_text
from tests.app import setting
from tests.app.setting import DECK, EAST, NORTH, SOUTH, WEST
from tests.table import SERVER, Bench, Sent

FRIEND = "friend@elsewhere.example"
FAIL = {"Authentication-Results": "mx.example.net; dmarc=fail header.from=example.org"}
PASS = {"Authentication-Results": "mx.example.net; dmarc=pass header.from=example.org"}


def acted(bench: Bench, game: int = 1) -> bool:
    """Whether north has played a card of the own choice."""
    return any(isinstance(e, Played) and e.seat == 0 for e in setting.entries(bench, game))


def asked(bench: Bench) -> Sent:
    return setting.begun(bench)


def test_a_token_from_an_address_of_the_player_is_that_player(bench: Bench) -> None:
    turn = asked(bench)
    bench.writes(NORTH, turn.legal[0], answering=turn, proven=False)
    assert acted(bench)


def test_a_token_counts_even_where_a_forwarder_broke_the_proof(bench: Bench) -> None:
    turn = asked(bench)
    bench.writes(NORTH, turn.legal[0], answering=turn, proven=False, headers=FAIL)
    assert acted(bench)


def test_a_token_from_another_address_is_not_acted_on_and_the_owner_is_asked(bench: Bench) -> None:
    turn = asked(bench)
    sent = len(bench.post.sent)
    bench.writes(FRIEND, turn.legal[0], answering=turn)
    assert not acted(bench)
    assert [mail.to for mail in bench.post.sent[sent:]] == [NORTH]
    question = bench.mail(NORTH)
    assert FRIEND in question.text
    assert f'the order "PLAY {turn.legal[0]}"' in question.text


def test_a_yes_runs_the_order_that_was_kept(bench: Bench) -> None:
    turn = asked(bench)
    bench.writes(FRIEND, turn.legal[0], answering=turn)
    bench.writes(NORTH, "yes", answering=bench.mail(NORTH), proven=False)
    assert acted(bench)
    assert bench.mails(FRIEND) == []


def test_a_no_forgets_the_order_and_a_second_word_opens_nothing(bench: Bench) -> None:
    turn = asked(bench)
    bench.writes(FRIEND, turn.legal[0], answering=turn)
    question = bench.mail(NORTH)
    bench.writes(NORTH, "no", answering=question)
    bench.writes(NORTH, "yes", answering=question)
    assert not acted(bench)


def test_a_yes_from_elsewhere_is_no_yes(bench: Bench) -> None:
    turn = asked(bench)
    bench.writes(FRIEND, turn.legal[0], answering=turn)
    bench.writes(FRIEND, "yes", answering=bench.mail(NORTH))
    assert not acted(bench)


def test_add_asks_the_other_address_before_it_counts(bench: Bench) -> None:
    turn = asked(bench)
    bench.writes(FRIEND, turn.legal[0], answering=turn)
    bench.writes(NORTH, "ADD", answering=bench.mail(NORTH))
    assert acted(bench)
    assert "named this address too" in " ".join(bench.mail(FRIEND).text.split())
    answer = bench.writes(FRIEND, "GAMES")
    assert answer is not None
    assert "In no game" in answer.text or "You are in no game" in answer.text


def test_an_owner_is_asked_three_questions_and_no_more(bench: Bench) -> None:
    turn = asked(bench)
    sent = len(bench.post.sent)
    for _ in range(6):
        bench.writes(FRIEND, turn.legal[0], answering=turn)
    assert len(bench.post.sent) == sent + 3


def test_a_known_address_without_a_token_acts_when_it_is_proven(bench: Bench) -> None:
    turn = asked(bench)
    bench.writes(NORTH, turn.legal[0])
    assert acted(bench)


@pytest.mark.parametrize("put_on_top", [b"", b"To: hearts@example.net\n", b"Delivered-To: hearts@example.net\n"])
def test_a_proven_letter_that_was_written_to_somebody_else_is_not_acted_on(bench: Bench, put_on_top: bytes) -> None:
    turn = asked(bench)
    raw = bench.letter(NORTH, turn.legal[0], to=SOUTH, headers=PASS)
    bench.takes(put_on_top + raw, recipients=(SERVER,))
    assert not acted(bench)
    bench.writes(NORTH, "yes", answering=bench.mail(NORTH), proven=False)
    assert acted(bench)


def test_the_same_letter_with_another_id_on_top_is_carried_out_once(bench: Bench) -> None:
    raw = bench.letter(NORTH, "NEW WITH 3 ROBOTS", headers=PASS)
    bench.takes(raw)
    bench.takes(b"Message-ID: <second@evil.example>\n" + raw)
    bench.takes(b"Date: Tue, 03 Mar 2026 10:00:00 +0000\nMessage-ID: <third@evil.example>\n" + raw)
    assert len([m for m in bench.mails(NORTH) if m.to_pass]) == 1


def test_a_former_address_of_ours_is_still_ours(benches: Callable[..., Bench]) -> None:
    server = {"address": SERVER, "data": "bench-data", "operator": "", "aliases": ["hearts@old.example"]}
    bench = benches(server=server)
    turn = asked(bench)
    bench.takes(bench.letter(NORTH, turn.legal[0], to="hearts@old.example", headers=PASS))
    assert acted(bench)


def test_exchange_online_proves_by_position_where_the_operator_says_so(benches: Callable[..., Bench]) -> None:
    nameless = {"Authentication-Results": "spf=none; dmarc=pass action=none header.from=example.org"}
    for security, acts in (({"authentication_results": "topmost"}, True), ({"authserv_id": "mx.example.net"}, False)):
        bench = benches(security=security)
        turn = asked(bench)
        bench.writes(NORTH, turn.legal[0], proven=False, headers=nameless)
        assert acted(bench) is acts


def test_a_known_address_without_proof_is_asked_and_yes_acts(bench: Bench) -> None:
    turn = asked(bench)
    question = bench.writes(NORTH, turn.legal[0], proven=False)
    assert question is not None
    assert not acted(bench)
    bench.writes(NORTH, "yes", answering=question, proven=False)
    assert acted(bench)


def test_a_known_address_whose_server_says_forged_is_dropped_without_a_word(bench: Bench) -> None:
    turn = asked(bench)
    sent = len(bench.post.sent)
    bench.writes(NORTH, turn.legal[0], proven=False, headers=FAIL)
    assert not acted(bench)
    assert len(bench.post.sent) == sent
    assert setting.outcomes(bench)[-1] == "ignored: forged"


def test_an_operator_may_trust_the_route_in(benches: Callable[..., Bench]) -> None:
    bench = benches(security={"unauthenticated": "trust"})
    turn = setting.begun(bench)
    bench.writes(NORTH, turn.legal[0], proven=False)
    assert acted(bench)


@pytest.mark.parametrize(
    "verdict",
    [
        "mx.evil.example; dmarc=pass header.from=example.org",
        "mx.example.net.evil.example; dmarc=pass header.from=example.org",
        "mx.example.net; dmarc=pass header.from=evil.example",
        "mx.example.net; spf=pass smtp.mailfrom=north@example.org",
        "mx.example.net; dkim=pass header.d=evil.example",
        'mx.evil.example; x="mx.example.net; dmarc=pass header.from=example.org"',
        "(mx.example.net;) evil; dmarc=pass header.from=example.org",
    ],
)
def test_a_proof_that_our_own_server_did_not_write_proves_nothing(bench: Bench, verdict: str) -> None:
    turn = asked(bench)
    bench.writes(NORTH, turn.legal[0], proven=False, headers={"Authentication-Results": verdict})
    assert not acted(bench)


def test_only_the_topmost_proof_counts(bench: Bench) -> None:
    turn = asked(bench)
    raw = bench.letter(NORTH, turn.legal[0])
    top = b"Authentication-Results: mx.example.net; dmarc=none header.from=example.org\n"
    below = b"Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\n"
    bench.takes(top + below + raw)
    assert not acted(bench)


@pytest.mark.parametrize(
    "fields",
    [
        b"From: North <north@example.org>\nFrom: South <south@example.org>\n",
        b"From: North <north@example.org>, South <south@example.org>\n",
        b"From: South <south@example.org>\nFrom: North <north@example.org>\n",
    ],
)
def test_two_authors_are_nobody(bench: Bench, fields: bytes) -> None:
    turn = asked(bench)
    sent = len(bench.post.sent)
    raw = bench.letter(NORTH, turn.legal[0], answering=turn)
    bench.takes(re.sub(rb"From: .*\n", fields, raw, count=1))
    assert not acted(bench)
    assert len(bench.post.sent) == sent
    assert setting.outcomes(bench)[-1].startswith("ignored")


@pytest.mark.parametrize(
    "author",
    [
        '"north@example.org" <friend@elsewhere.example>',
        "north@example.org <friend@elsewhere.example>",
        '"North <north@example.org>" <friend@elsewhere.example>',
        "friend@elsewhere.example (north@example.org)",
    ],
)
def test_a_display_name_is_never_an_address(bench: Bench, author: str) -> None:
    turn = asked(bench)
    raw = bench.letter(FRIEND, turn.legal[0], answering=turn)
    bench.takes(raw.replace(b"From: friend@elsewhere.example", b"From: " + author.encode()))
    assert not acted(bench)


def test_the_case_of_an_address_and_of_a_token_does_not_matter(bench: Bench) -> None:
    turn = asked(bench)
    raw = bench.letter("NORTH@Example.ORG", turn.legal[0], to=turn.reply_to.upper())
    bench.takes(raw)
    assert acted(bench)


@pytest.mark.parametrize(
    ("registered", "written"),
    [
        ("north@bücher.example", "north@xn--bcher-kva.example"),
        ("north@xn--bcher-kva.example", "north@BÜCHER.example"),
        ("nørd@example.org", "NØRD@example.org"),
    ],
)
def test_international_addresses_are_one_in_all_spellings(bench: Bench, registered: str, written: str) -> None:
    first = bench.letter(NORTH, "NEW WITH 3 ROBOTS").replace(b"From: north@example.org", f"From: {registered}".encode())
    proof = b"Authentication-Results: mx.example.net; dmarc=pass\n"
    bench.takes(proof + first)
    turn = bench.post.sent[-1]
    raw = bench.letter(NORTH, " ".join(turn.hand[:3]), answering=turn)
    bench.takes(raw.replace(b"From: north@example.org", f"From: {written}".encode()))
    assert setting.outcomes(bench)[-1] == "done"
    assert len(setting.entries(bench, 1)) > 5


def test_a_player_at_strasse_with_a_sharp_s_gets_every_mail_there_and_never_at_two_s(bench: Bench) -> None:
    bench.takes(bench.letter("north@xn--strae-oqa.de", "REGISTER North"))
    bench.writes("north@xn--strae-oqa.de", "NEW WITH 3 ROBOTS", answering=bench.post.sent[-1])
    assert len(bench.post.sent) > 1
    for mail in bench.post.sent:
        assert canonical(mail.to) == "north@straße.de"
        assert b"To: north@xn--strae-oqa.de" in mail.raw.replace(b"North <", b"").replace(b">", b"")
        assert b"strasse" not in mail.raw


def test_a_server_of_an_international_domain_names_its_mails_in_ascii_and_knows_them_again(
    benches: Callable[..., Bench],
) -> None:
    bench = benches(
        server={"address": "hearts@bücher.example", "data": "bench-data", "operator": "", "aliases": [SERVER]}
    )
    turn = setting.begun(bench)
    assert str(turn.message["Message-ID"]).endswith("@xn--bcher-kva.example>")
    with_headers(bench, turn, "somebody@example.com", In_Reply_To=str(turn.message["Message-ID"]))
    assert acted(bench)


def with_headers(bench: Bench, turn: Sent, to: str, **headers: str) -> None:
    raw = bench.letter(NORTH, turn.legal[0], to=to, headers={k.replace("_", "-"): v for k, v in headers.items()})
    bench.takes(raw)


def test_a_token_is_found_in_cc(bench: Bench) -> None:
    turn = asked(bench)
    with_headers(bench, turn, SOUTH, Cc=f"Somebody <x@example.com>, <{turn.reply_to}>")
    assert acted(bench)


@pytest.mark.parametrize("header", ["Delivered-To", "X-Original-To", "Envelope-To"])
def test_a_token_is_found_where_the_delivery_noted_it(bench: Bench, header: str) -> None:
    turn = asked(bench)
    with_headers(bench, turn, "undisclosed@example.com", **{header: turn.reply_to})
    assert acted(bench)


def test_a_token_is_found_in_the_envelope(bench: Bench) -> None:
    turn = asked(bench)
    bench.takes(bench.letter(NORTH, turn.legal[0], to="list@example.com"), recipients=(turn.reply_to,))
    assert acted(bench)


def test_where_the_tag_is_stripped_the_message_id_that_is_answered_carries_the_token(bench: Bench) -> None:
    turn = asked(bench)
    with_headers(bench, turn, SERVER, In_Reply_To=str(turn.message["Message-ID"]))
    assert acted(bench)


def test_among_several_references_the_token_is_found(bench: Bench) -> None:
    turn = asked(bench)
    many = f"<a@x.example> <game1.deal1@example.net> {turn.message['Message-ID']} <b@y.example>"
    with_headers(bench, turn, SERVER, References=many)
    assert acted(bench)


def test_of_two_tokens_the_authors_own_counts(bench: Bench) -> None:
    """North answers all: south's reply address stands in To, north's own in Cc."""
    setting.lay(bench, [DECK[n::4] for n in range(4)], number=1)
    mine, other = bench.mail(NORTH), bench.mail(SOUTH)
    raw = bench.letter(NORTH, " ".join(mine.hand[:3]), to=other.reply_to, headers={"Cc": mine.reply_to})
    bench.takes(raw)
    assert setting.outcomes(bench)[-1] == "done"


@pytest.mark.parametrize("delimiter", ["-", "=", "_", "."])
def test_the_delimiter_can_be_another(benches: Callable[..., Bench], delimiter: str) -> None:
    bench = benches(server={"address": SERVER, "data": "bench-data", "operator": "", "delimiter": delimiter})
    turn = setting.begun(bench)
    assert turn.reply_to.startswith(f"hearts{delimiter}t")
    bench.takes(bench.letter(NORTH, turn.legal[0], to=turn.reply_to))
    assert acted(bench)


def token_of(mail: Sent) -> str:
    return mail.reply_to.partition("+")[2].partition("@")[0]


def test_a_token_that_was_tampered_with_is_none(bench: Bench) -> None:
    turn = asked(bench)
    token = token_of(turn)
    key = bench.worker.services.key
    for place in range(len(token)):
        changed = token[:place] + ("b" if token[place] != "b" else "c") + token[place + 1 :]
        assert read_token(key, changed) is None
    for text in (
        "",
        "t",
        "t1x1x5",
        token[:-1],
        token + "a",
        token[1:],
        "é" * 20,
        "t1x1x5x" + "a" * 16,
        "t1x1x" + token,
    ):
        assert read_token(key, text) is None
    assert read_token(key, token.upper()) == read_token(key, token)


def test_a_token_with_another_players_number_is_not_to_be_made(bench: Bench) -> None:
    bench.writes(SOUTH, "REGISTER South")
    turn = asked(bench)
    forged = token_of(turn).replace("t2x", "t1x", 1)
    assert read_token(bench.worker.services.key, forged) is None
    bench.takes(bench.letter(NORTH, turn.legal[0], to=f"hearts+{forged}@example.net"))
    assert not acted(bench)


def test_a_token_of_another_game_does_not_play_in_this_one(bench: Bench) -> None:
    one, two = setting.begun(bench), setting.begun(bench)
    bench.takes(bench.letter(NORTH, one.legal[0], to=two.reply_to))
    assert not acted(bench, 1) or one.legal[0] in two.legal


def test_another_servers_key_makes_no_token_for_us(benches: Callable[..., Bench]) -> None:
    bench = benches()
    turn = setting.begun(bench)
    forged = token_text(b"another key", TokenKind.TURN, 1, 1, 5)
    bench.takes(bench.letter(NORTH, turn.legal[0], to=f"hearts+{forged}@example.net"))
    assert not acted(bench)


def test_a_bounce_token_opens_nothing(bench: Bench) -> None:
    turn = asked(bench)
    bench.takes(bench.letter(NORTH, turn.legal[0], to=turn.envelope))
    assert not acted(bench)


def test_tokens_are_in_nobody_elses_mail(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    bench.writes(EAST, "SAY Good luck to all of you", answering=bench.mail(EAST))
    for address in setting.FOUR:
        asked_mail = next(m for m in bench.mails(address) if m.to_pass)
        bench.writes(address, " ".join(asked_mail.hand[:3]), answering=asked_mail)
    owners = {token_of(mail).encode(): mail.to for mail in bench.post.sent}
    assert set(owners.values()) == set(setting.FOUR)
    for mail in bench.post.sent:
        raw = mail.raw.replace(b"=\r\n", b"")
        assert [token for token, owner in owners.items() if owner != mail.to and token in raw] == []


def test_every_mail_is_to_one_reader_alone(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    for mail in bench.post.sent:
        assert [a.addr_spec for a in mail.message["To"].addresses] == [mail.to]
        assert mail.message["Cc"] is None
        assert mail.message["Bcc"] is None


def test_a_stranger_who_answers_our_mail_to_another_proves_nothing(bench: Bench) -> None:
    bench.writes(EAST, "hello", proven=False)
    told = bench.mail(EAST)
    bench.writes(NORTH, "REGISTER North")
    bench.takes(bench.letter(NORTH, "NEW WITH 3 ROBOTS", to=told.reply_to))
    assert setting.outcomes(bench)[-1] == "asked: order"


def test_never_without_proof_is_asked_for_again_so_that_nobody_shuts_another_out(bench: Bench) -> None:
    told = bench.writes(EAST, "NEVER", proven=False)
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    assert "Invitation" in bench.mail(EAST).subject
    bench.writes(EAST, "NEVER", answering=told, proven=False)
    count = len(bench.mails(EAST))
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    assert len(bench.mails(EAST)) == count
