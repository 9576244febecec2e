"""Several addresses, EXPORT, FORGET ME, BLOCK, STOP. Letters in, letters out."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from sqlmodel import select

from pbem.db.models import AddressRow, InboxRow, OutboxRow, PlayerRow, QuestionRow, SeatRow
from pbem.db.queries import people
from pbem.hearts.entries import Passed, Played
from tests.app import setting
from tests.app.setting import DECK, EAST, NORTH, SOUTH, WEST
from tests.table import Bench, Sent

HOME = "north@home.example"


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def with_home(bench: Bench) -> Sent:
    """North has a game, and a second address that has said yes."""
    turn = setting.begun(bench)
    bench.writes(NORTH, f"ADDRESS ADD {HOME}", answering=turn)
    bench.writes(HOME, "yes", answering=bench.mail(HOME), proven=False)
    return turn


def test_a_new_address_counts_after_its_own_yes(bench: Bench) -> None:
    turn = setting.begun(bench)
    answer = bench.writes(NORTH, f"ADDRESS ADD {HOME}", answering=turn)
    assert f"A letter has gone to {HOME}" in flat(answer)
    assert "You are in no game" in flat(bench.writes(HOME, "GAMES"))  # not yet
    bench.writes(HOME, "FORGET ME")
    bench.writes(HOME, "yes", answering=bench.mail(HOME))


def test_letters_from_a_second_address_are_the_players(bench: Bench) -> None:
    turn = with_home(bench)
    assert "letters from" in flat(bench.mail(NORTH))
    bench.writes(HOME, turn.legal[0], answering=turn, proven=False)
    assert any(isinstance(e, Played) and e.seat == 0 for e in setting.entries(bench, 1))


def test_the_yes_may_come_from_the_old_address_where_the_new_one_is_forwarded(bench: Bench) -> None:
    turn = setting.begun(bench)
    bench.writes(NORTH, f"ADDRESS ADD {HOME}", answering=turn)
    answer = bench.writes(NORTH, "yes", answering=bench.mail(HOME), proven=False)
    assert f"also write from {HOME}" in flat(answer)


def test_a_third_persons_yes_adds_nothing(bench: Bench) -> None:
    turn = setting.begun(bench)
    bench.writes(NORTH, f"ADDRESS ADD {HOME}", answering=turn)
    bench.writes(SOUTH, "yes", answering=bench.mail(HOME))
    assert HOME not in flat(bench.writes(NORTH, "ADDRESS"))


def test_mails_go_to_the_address_that_is_chosen(bench: Bench) -> None:
    turn = with_home(bench)
    bench.writes(NORTH, f"ADDRESS USE {HOME}", answering=turn)
    sent = len(bench.mails(HOME))
    bench.writes(NORTH, turn.legal[0], answering=turn)
    assert len(bench.mails(HOME)) == sent + 1
    assert bench.mail(HOME).legal or bench.mail(HOME).to_pass


def test_a_removed_address_is_a_stranger_again_and_the_last_one_stays(bench: Bench) -> None:
    turn = with_home(bench)
    bench.writes(NORTH, f"ADDRESS USE {HOME}", answering=turn)
    answer = bench.writes(NORTH, f"ADDRESS REMOVE {HOME}", answering=turn)
    assert f"Mails to you go to {NORTH}" in flat(answer)
    assert "only address" in flat(bench.writes(NORTH, f"ADDRESS REMOVE {NORTH}", answering=turn))
    bench.writes(HOME, turn.legal[0], answering=turn)
    assert not any(isinstance(e, Played) and e.seat == 0 for e in setting.entries(bench, 1))


def test_an_address_that_belongs_to_another_stays_there(bench: Bench) -> None:
    bench.writes("South <south@example.org>", "REGISTER")
    turn = setting.begun(bench)
    bench.writes(NORTH, f"ADDRESS ADD {SOUTH}", answering=turn)
    assert "belongs to a player here" in flat(bench.writes(SOUTH, "yes", answering=bench.mail(SOUTH)))
    assert SOUTH not in flat(bench.writes(NORTH, "ADDRESS"))


def test_what_is_no_address_is_refused(bench: Bench) -> None:
    setting.begun(bench)
    for text in ("ADDRESS ADD nonsense", "ADDRESS ADD hearts@example.net", "ADDRESS MOVE x@example.org"):
        assert "is no address that we could use" in flat(bench.writes(NORTH, text))


def exported(mail: Sent) -> dict[str, Any]:
    attached = list(mail.message.iter_attachments())
    assert [a.get_filename() for a in attached] == ["pbem-export.json"]
    found: dict[str, Any] = json.loads(attached[0].get_content())
    return found


def test_export_sends_all_that_is_kept_as_text_and_json(bench: Bench) -> None:
    turn = with_home(bench)
    bench.writes(NORTH, turn.legal[0], answering=turn)
    bench.writes(NORTH, "BLOCK East\nSET ZONE Europe/Berlin")
    mail = bench.writes(NORTH, "EXPORT")
    assert mail is not None
    assert "- Your name: North" in mail.text
    found = exported(mail)
    assert found["name"] == "North"
    assert sorted(found["addresses"]) == sorted([NORTH, HOME])
    assert [g["game"] for g in found["games"]] == [1]
    assert [c["kind"] for c in found["games"][0]["choices"]][:2] == ["Passed", "Played"]
    assert any("NEW WITH 3 ROBOTS" in letter["text"] for letter in found["letters"])
    assert len(found["mails"]) >= 4


def test_export_holds_nothing_that_others_hide(bench: Bench) -> None:
    """Of a running game only the own choices: no other hand, no other's pass, no address."""
    setting.lay(bench, [DECK[n::4] for n in range(4)], number=1)
    for address in (EAST, SOUTH, WEST):
        bench.writes(address, " ".join(bench.mail(address).hand[:3]), answering=bench.mail(address))
    mail = bench.writes(NORTH, "EXPORT", answering=bench.mail(NORTH))
    assert mail is not None
    found = exported(mail)
    assert found["games"][0]["choices"] == []
    assert not any(other in json.dumps(found) for other in (EAST, SOUTH, WEST))


def test_export_goes_to_the_address_of_record(bench: Bench) -> None:
    with_home(bench)
    bench.writes(HOME, "EXPORT")
    assert exported(bench.mail(NORTH))["name"] == "North"


def forget(bench: Bench, address: str = NORTH) -> Sent | None:
    bench.writes(address, "FORGET ME")
    return bench.writes(address, "yes", answering=bench.mail(address), proven=False)


def test_forget_me_asks_first(bench: Bench) -> None:
    setting.begun(bench)
    question = bench.writes(NORTH, "FORGET ME")
    assert "cannot be taken back" in flat(question)
    bench.writes(NORTH, "no", answering=question)
    assert "Number 1" in flat(bench.writes(NORTH, "GAMES"))


def test_whoever_has_the_question_from_another_address_cannot_have_somebody_forgotten(bench: Bench) -> None:
    setting.begun(bench)
    question = bench.writes(NORTH, "FORGET ME")
    bench.writes(SOUTH, "yes", answering=question)
    assert "Number 1" in flat(bench.writes(NORTH, "GAMES"))


def test_after_forgetting_nothing_in_the_database_names_the_person(bench: Bench) -> None:
    turn = with_home(bench)
    bench.writes(NORTH, turn.legal[0], answering=turn)
    bench.writes(NORTH, "SET REMIND OFF")
    goodbye = forget(bench)
    assert "This is the last mail to you" in flat(goodbye)
    with bench.worker.database.read() as session:
        assert people.owner(session, NORTH) is None
        assert people.everybody(session, 0, 9) == []
        assert list(session.exec(select(AddressRow))) == []
        assert list(session.exec(select(QuestionRow))) == []
        for letter in session.exec(select(InboxRow)):
            assert (letter.raw, letter.author, letter.player_id) == (b"", "", None)
        rows = list(session.exec(select(OutboxRow)))
        assert [row.recipient for row in rows if row.recipient] == [NORTH]  # the goodbye itself
        assert all(not row.body for row in rows if not row.recipient)
        assert [seat.name for seat in session.exec(select(SeatRow)) if seat.player_id] == ["a former player"]
        (person,) = session.exec(select(PlayerRow))
        assert (person.name, person.address, person.settings) == ("", "", "{}")


def test_the_address_of_the_last_mail_goes_with_its_bytes(bench: Bench) -> None:
    setting.begun(bench)
    forget(bench)
    bench.now += timedelta(days=61)
    bench.worker.clean()
    with bench.worker.database.read() as session:
        assert [row.recipient for row in session.exec(select(OutboxRow)) if row.recipient or row.body] == []
    bench.worker.clean()


def test_who_still_plays_is_still_named_in_the_record_of_old_mails(bench: Bench) -> None:
    setting.begun(bench)
    bench.now += timedelta(days=61)
    bench.worker.clean()
    with bench.worker.database.read() as session:
        assert {(row.recipient, row.body) for row in session.exec(select(OutboxRow))} == {(NORTH, b"")}


def test_running_games_go_on_with_a_robot_and_the_others_are_told(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    forget(bench, EAST)
    assert "A robot plays on" in flat(bench.mail(SOUTH))
    for address in (NORTH, SOUTH, WEST):
        turn = next(m for m in bench.mails(address) if m.to_pass)
        bench.writes(address, " ".join(turn.hand[:3]), answering=turn)
    count = len(bench.mails(EAST))
    bench.passes(timedelta(days=5))
    assert len(bench.mails(EAST)) == count
    assert "a former player" in bench.mail(NORTH).text


def test_a_table_that_gathers_loses_its_forgotten_host(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH}")
    forget(bench)
    assert "closed by its host" in flat(bench.mail(EAST))


def test_an_invitation_to_the_forgotten_is_declined(bench: Bench) -> None:
    bench.writes(f"East <{EAST}>", "REGISTER")
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    forget(bench, EAST)
    assert "declined" in bench.mail(NORTH).text
    assert EAST not in flat(bench.writes(NORTH, "SCORE"))


def test_finished_games_stay_readable_with_a_former_player(bench: Bench) -> None:
    setting.gather(bench, EAST, "robot", "robot", order="NEW target=5")
    finish(bench, (NORTH, EAST))
    forget(bench, EAST)
    answer = bench.writes(NORTH, "HISTORY 1", answering=bench.mail(NORTH))
    assert "a former player" in flat(answer)
    assert "East" not in flat(answer)
    assert "a former player" in flat(bench.writes(NORTH, "SCORE", answering=bench.mail(NORTH)))


def finish(bench: Bench, persons: tuple[str, ...]) -> None:
    """The persons answer whatever they are asked until nothing is asked any more."""
    for _ in range(200):
        moved = False
        for address in persons:
            mail = bench.mail(address)
            if mail.to_pass or mail.legal:
                order = " ".join(mail.hand[:3]) if mail.to_pass else mail.legal[0]
                bench.now += timedelta(minutes=10)
                bench.writes(address, order, answering=mail)
                moved = moved or bench.mail(address) is not mail
        if not moved:
            return
    raise AssertionError("the game does not end")


def test_who_was_forgotten_may_come_back_as_somebody_new(bench: Bench) -> None:
    setting.begun(bench)
    forget(bench)
    answer = bench.writes(NORTH, "REGISTER Polaris")
    assert "Welcome, Polaris!" in flat(answer)
    assert "You are in no game" in flat(bench.writes(NORTH, "GAMES"))


def test_an_old_mail_of_a_forgotten_person_opens_nothing(bench: Bench) -> None:
    turn = setting.begun(bench)
    forget(bench)
    log = setting.entries(bench, 1)
    bench.writes(NORTH, turn.legal[0], answering=turn)
    assert setting.entries(bench, 1) == log


def test_block_keeps_one_host_away_and_unblock_lets_that_host_in_again(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    answer = bench.writes(EAST, "BLOCK", answering=bench.mail(EAST))
    assert "no invitation from North" in flat(answer)
    assert "declined" in bench.mail(NORTH).text
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    assert "Invitation" not in bench.mail(EAST).subject
    bench.writes(f"South <{SOUTH}>", f"NEW WITH {EAST} 2 robots")
    assert "Invitation from South" in bench.mail(EAST).subject
    bench.writes(EAST, "UNBLOCK North", answering=bench.mail(EAST))
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    assert "Invitation from North" in bench.mail(EAST).subject


def unsubscribe(bench: Bench, mail: Sent) -> Sent | None:
    """What a mail program sends for its button: the header's address and subject, and no text."""
    header = str(mail.message["List-Unsubscribe"]).strip("<>")
    address, _, subject = header.removeprefix("mailto:").partition("?subject=")
    before = len(bench.mails(mail.to))
    bench.takes(bench.letter(mail.to, "", to=address, subject=subject))
    return bench.mails(mail.to)[-1] if len(bench.mails(mail.to)) > before else None


def test_the_unsubscribe_button_stops_a_players_mails_and_the_seat_stays(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    answer = unsubscribe(bench, bench.mail(EAST))
    assert "No more mails go to you" in flat(answer)
    assert "has asked for no mails for now" in flat(bench.mail(NORTH))
    count = len(bench.mails(EAST))
    bench.passes(timedelta(days=5))
    assert len(bench.mails(EAST)) == count
    assert any(e.stand_in for e in setting.entries(bench, 1) if isinstance(e, Passed) and e.seat == 1)


def test_any_letter_ends_the_pause_and_brings_what_waits(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    unsubscribe(bench, bench.mail(EAST))
    back = bench.writes(EAST, "GAMES", answering=bench.mail(EAST))
    assert "go to you again" in flat(back)
    assert bench.mail(EAST).to_pass == 3


def test_the_unsubscribe_button_of_an_invitation_means_never(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    answer = unsubscribe(bench, bench.mail(EAST))
    assert "no invitation reaches this address" in flat(answer)
    assert "declined" in bench.mail(NORTH).text


def test_the_unsubscribe_button_works_for_strangers(bench: Bench) -> None:
    told = bench.writes(EAST, "hello", proven=False)
    assert told is not None
    assert "no invitation reaches this address" in flat(unsubscribe(bench, told))
