"""Nobody can learn through the server whether an address plays here: every way in answers the same for both."""

from __future__ import annotations

import re

from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.table import Bench, Sent

PLAYER, NOBODY = "carol@known.example", "carol@other.example"


def told(bench: Bench, order: str) -> list[str]:
    """What north is told for the order, once about an address that plays here and once about one that does not."""
    return [plain(bench.writes(NORTH, order.format(address)), address) for address in (PLAYER, NOBODY)]


def plain(mail: Sent | None, address: str) -> str:
    """A mail's words without what must differ: the address itself, game numbers."""
    assert mail is not None
    return re.sub(r"\d+", "0", mail.text.replace(address, "ADDRESS")).strip()


def known(bench: Bench) -> None:
    bench.writes(f"Carol <{PLAYER}>", "REGISTER")
    bench.writes(f"North <{NORTH}>", "REGISTER")


def test_new_with_an_address_says_the_same_of_players_and_of_nobody(bench: Bench) -> None:
    known(bench)
    one, other = told(bench, "NEW WITH {} 2 robots")
    assert one == other


def test_new_with_an_address_says_the_same_of_those_who_never_want_to_be_invited(bench: Bench) -> None:
    known(bench)
    bench.writes(PLAYER, "NEVER")
    one, other = told(bench, "NEW WITH {} 2 robots")
    assert one == other


def test_new_says_the_same_of_those_who_block_this_host(bench: Bench) -> None:
    known(bench)
    bench.writes(PLAYER, "BLOCK North")
    one, other = told(bench, "NEW WITH {} 2 robots")
    assert one == other
    assert "Invitation" not in bench.mail(PLAYER).subject
    bench.writes(f"South <{SOUTH}>", f"NEW WITH {PLAYER} 2 robots")
    assert "Invitation" in bench.mail(PLAYER).subject


def test_new_says_the_same_when_mails_to_the_player_pause(bench: Bench) -> None:
    known(bench)
    bench.writes(PLAYER, "STOP")
    one, other = told(bench, "NEW WITH {} 2 robots")
    assert one == other


def test_an_address_of_somebody_at_the_table_is_invited_like_any_other(bench: Bench) -> None:
    """Carol sits there, invited by her name: the host must not learn that this address is hers."""
    known(bench)
    bench.writes(NORTH, "NEW WITH Carol")
    bench.writes(PLAYER, "yes", answering=bench.mail(PLAYER))
    one, other = told(bench, "GAME 1\nINVITE {}")
    assert one.count("ADDRESS") == 1 + one.count("ADDRESS, invited")
    assert "Already" not in one + other


def test_address_add_says_the_same_of_players_and_of_nobody(bench: Bench) -> None:
    known(bench)
    one, other = told(bench, "ADDRESS ADD {}")
    assert one == other


def test_address_remove_and_use_say_the_same(bench: Bench) -> None:
    known(bench)
    for order in ("ADDRESS REMOVE {}", "ADDRESS USE {}"):
        one, other = told(bench, order)
        assert one == other


def test_a_letter_in_the_name_of_another_is_answered_to_that_address_alone(bench: Bench) -> None:
    known(bench)
    sent = len(bench.post.sent)
    for address in (PLAYER, NOBODY):
        bench.writes(address, "REGISTER", proven=False)
        bench.writes(address, "GAMES", proven=False)
    assert {mail.to for mail in bench.post.sent[sent:]} == {PLAYER, NOBODY}


def test_a_foreign_token_with_anothers_address_tells_the_owner_nothing_about_it(bench: Bench) -> None:
    known(bench)
    turn = setting.begun(bench)
    texts = []
    for address in (PLAYER, NOBODY):
        bench.writes(address, turn.legal[0], answering=turn, proven=False)
        question = bench.mail(NORTH)
        answer = bench.writes(NORTH, "NO", answering=question)
        texts.append((plain(question, address), plain(answer, address)))
    assert texts[0] == texts[1]


def test_add_from_a_question_says_the_same_and_adds_nobody_unasked(bench: Bench) -> None:
    known(bench)
    setting.begun(bench)
    texts = []
    for number, address in enumerate((PLAYER, NOBODY), 2):
        turn = setting.begun(bench)
        bench.writes(address, "RULES web", answering=turn, proven=False)
        answer = bench.writes(NORTH, "ADD", answering=bench.mail(NORTH))
        texts.append(plain(answer, address))
        assert number
    assert texts[0] == texts[1]
    shown = bench.writes(NORTH, "ADDRESS")
    assert shown is not None
    assert PLAYER not in shown.text
    assert NOBODY not in shown.text


def test_invited_by_name_the_address_stays_hidden_from_the_host_too(bench: Bench) -> None:
    known(bench)
    bench.writes(NORTH, f"NEW WITH Carol, {EAST}")
    bench.writes(PLAYER, "yes", answering=bench.mail(PLAYER))
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    everything = "".join(m.text + m.html for each in (NORTH, EAST) for m in bench.mails(each))
    assert "known.example" not in everything


def test_at_a_running_table_nobody_sees_an_address(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    for address in setting.FOUR:
        mail = bench.mail(address)
        shown = mail.text + mail.html
        assert not any(other in shown for other in setting.FOUR)
        assert not any(other in str(mail.message["To"]) for other in setting.FOUR if other != address)


def test_nobody_fills_a_mailbox_with_invitations(bench: Bench) -> None:
    for number in range(9):
        bench.writes(f"h{number}@example.org", f"NEW WITH {EAST} 2 robots")
    assert len(bench.mails(EAST)) == 5
