"""A quiet mailbox: how much each person hears, at what hour, and in how many mails."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, unquote

import pytest

from pbem.app.notify.combined_mail import NOTES
from pbem.app.notify.digest import hours
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import card
from pbem.db.models import OutboxRow
from pbem.db.queries import digests, outbox
from pbem.db.queries.outbox import NewMail
from pbem.hearts.entries import Played
from pbem.ids import GameId, PlayerId
from pbem.mail.outbound.transport import Fate, Receipt
from tests.app import setting
from tests.app.setting import DECK, EAST, FOUR, NORTH, SOUTH, WEST, plays
from tests.render import inert
from tests.table import Bench, Sent

# Seat 0 holds all clubs, seat 1 all diamonds, and so on: seat 0 leads, and takes every trick until its clubs are out.
SUITS = [[c for c in DECK if c.suit == suit] for suit in range(4)]
EVEN = [DECK[n::4] for n in range(4)]


def say(bench: Bench, who: str, text: str, **more: object) -> Sent:
    answer = bench.writes(who, text, **more)  # type: ignore[arg-type]
    assert answer is not None
    return answer


def later(bench: Bench, length: timedelta) -> None:
    """So much time passes, in one step: only what is due at its end matters here."""
    bench.now += length
    bench.worker.pulse()
    bench.runs()


def flat(mail: Sent) -> str:
    return " ".join(mail.text.split())


def told(bench: Bench, who: str, since: int) -> list[Sent]:
    return bench.mails(who)[since:]


def trick_by_trick(bench: Bench, game: int, count: int) -> None:
    """So many cards are played, the lowest legal ones, each as if by a letter of its own."""
    for _ in range(count):
        with bench.worker.database.read() as session:
            playing = UnitOfWork(session, bench.worker.services, bench.now).table(GameId(game)).playing()
            seat = playing.to_act[0]
            legal = playing.legal_cards(seat)[0]
        plays(bench, game, [Played(seat, legal)])


def counted(bench: Bench, level: str) -> list[int]:
    """How many mails west gets for each of the first cards of a deal, where nobody asks early."""
    game = setting.lay(bench, EVEN)
    for who in FOUR:
        say(bench, who, "SET EARLY OFF")
    say(bench, WEST, f"SET NEWS {level}")
    found = []
    for _ in range(9):
        before = len(bench.mails(WEST))
        trick_by_trick(bench, game, 1)
        found.append(len(bench.mails(WEST)) - before)
    return found


def test_every_card_or_every_trick_or_only_the_own_turn(bench: Bench) -> None:
    every = counted(bench, "every")
    assert sum(every) >= 8 - 2  # not for the own cards


@pytest.mark.parametrize(("level", "least", "most"), [("every", 6, 8), ("trick", 3, 5), ("turn", 2, 3), ("deal", 2, 3)])
def test_how_many_mails_nine_cards_make(bench: Bench, level: str, least: int, most: int) -> None:
    assert least <= sum(counted(bench, level)) <= most


def test_who_wants_deals_only_is_asked_at_the_turn_and_not_before(bench: Bench) -> None:
    game = setting.lay(bench, EVEN)
    say(bench, WEST, "SET NEWS deal")
    before = len(bench.mails(WEST))
    trick_by_trick(bench, game, 1)
    early = {who: len(bench.mails(who)) for who in FOUR}
    assert len(bench.mails(WEST)) == before or "Your turn" in bench.mail(WEST).text
    assert any(early[who] for who in (NORTH, EAST, SOUTH))


def test_a_setting_that_does_not_exist_is_refused(bench: Bench) -> None:
    assert '"every", "trick", "turn", "deal", "digest"' in flat(say(bench, NORTH, "SET NEWS sometimes"))
    assert "18:00" in flat(say(bench, NORTH, "SET DIGEST whenever"))
    assert "SET DIGEST" in flat(say(bench, NORTH, "HELP SET"))


# the digest


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("18:00", "18:00"),
        ("mon,thu 18:00", "mon,thu 18:00"),
        ("Thursday and Monday at 6pm", "mon,thu 18:00"),
        ("weekdays 8 18:30", "mon,tue,wed,thu,fri 08:00,18:30"),
        ("12am", "00:00"),
    ],
)
def test_hours_are_written_in_many_ways(text: str, shown: str) -> None:
    assert hours(text).text() == shown
    assert hours(shown) == hours(text)


@pytest.mark.parametrize("text", ["", "mon", "25:00", "soon", "13pm", "18:77", "1 2 3 4 5 6 7"])
def test_what_names_no_hour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        hours(text)


def test_the_hour_is_the_readers_and_follows_the_clocks_of_the_zone() -> None:
    at = hours("sun 2:30")
    before = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)
    assert at.next(before, "Europe/Berlin") == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # the hour that is skipped
    assert at.next(datetime(2026, 3, 29, 12, 0, tzinfo=UTC), "Europe/Berlin") == datetime(2026, 4, 5, 0, 30, tzinfo=UTC)
    assert hours("18:00").next(before, "America/New_York") == datetime(2026, 3, 28, 22, 0, tzinfo=UTC)


def test_questions_wait_for_the_hour_and_come_with_all_that_happened(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET DIGEST 18:00")
    game = setting.lay(bench, EVEN)
    assert bench.mails(NORTH)[1:] == []
    later(bench, timedelta(hours=8))
    assert len(bench.mails(NORTH)) == 1
    later(bench, timedelta(hours=2))
    (digest,) = told(bench, NORTH, 1)
    assert digest.subject.startswith(f"[Hearts {game}]")
    assert digest.hand
    later(bench, timedelta(hours=12))
    assert len(bench.mails(NORTH)) == 2


def test_a_deadline_does_not_pass_while_its_question_waits(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET DIGEST sun 18:00")
    answer = say(bench, NORTH, "NEW deadline=12h WITH 3 robots")
    assert answer.to_pass == 3  # who writes is answered at once
    say(bench, NORTH, " ".join(answer.hand[:3]), answering=answer)
    count = len(bench.mails(NORTH))
    bench.passes(timedelta(hours=6, minutes=30))
    mails = told(bench, NORTH, count)
    assert [mail for mail in mails if mail.legal or "stood in" in mail.text]


def test_two_games_come_in_one_digest_and_are_answered_in_one_reply(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET DIGEST 18:00")
    one, two = setting.lay(bench, EVEN), setting.lay(bench, EVEN)
    later(bench, timedelta(hours=10))
    (digest,) = told(bench, NORTH, 1)
    assert "2 games wait for you" in digest.subject
    assert f"Number {one}, deal" in digest.text
    assert f"Number {two}, deal" in digest.text
    assert "GAME%20" in digest.html
    lead = re.findall(r"You may play: \[(\w+)\]", digest.text)
    bench.writes(NORTH, f"GAME {one}\n{lead[0]}\nGAME {two}\n{lead[1]}", answering=digest, proven=False)
    for game in (one, two):
        assert setting.entries(bench, game)[2] == Played(0, card(lead[0]))


def test_a_card_tapped_in_a_digest_is_played_in_its_own_game(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET DIGEST 18:00")
    games = setting.lay(bench, EVEN), setting.lay(bench, EVEN)
    later(bench, timedelta(hours=10))
    digest = bench.mail(NORTH)
    taps = [link.partition("?") for link in inert.links(digest.html) if "body=PLAY" in link]
    assert len(taps) == 2
    for game, (address, _, query) in zip(games, taps, strict=True):
        told = parse_qs(query)
        assert len(told["body"][0].splitlines()) == 1
        assert f"[Hearts {game}]" in told["subject"][0]
        bench.writes(NORTH, told["body"][0], to=unquote(address.removeprefix("mailto:")), subject=told["subject"][0])
        assert setting.entries(bench, game)[2] == Played(0, card(told["body"][0].split()[-1]))


def test_an_old_digest_answered_twice_plays_nothing_in_a_later_turn(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET DIGEST 18:00")
    one, _ = setting.lay(bench, SUITS), setting.lay(bench, EVEN)
    later(bench, timedelta(hours=10))
    digest = bench.mail(NORTH)
    bench.writes(NORTH, f"GAME {one}\n2C", answering=digest)
    trick_by_trick(bench, one, 3)
    length = len(setting.entries(bench, one))
    late = say(bench, NORTH, f"GAME {one}\n3C", answering=digest)
    assert "That turn is over" in late.text
    assert len(setting.entries(bench, one)) == length


def test_who_gives_up_the_digest_gets_what_was_collected_now(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET DIGEST 18:00")
    setting.lay(bench, EVEN)
    count = len(bench.mails(NORTH))
    bench.writes(NORTH, "SET NEWS turn")
    assert any(mail.hand for mail in told(bench, NORTH, count))


def test_what_was_seen_meanwhile_is_not_told_again(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET DIGEST 18:00")
    setting.lay(bench, EVEN)
    say(bench, NORTH, "HAND")
    count = len(bench.mails(NORTH))
    later(bench, timedelta(hours=12))
    assert told(bench, NORTH, count) == []


def test_deals_that_ended_since_are_told_with_what_opens_their_seals(bench: Bench) -> None:
    say(bench, f"East <{EAST}>", "SET DIGEST sun 18:00")
    say(bench, f"North <{NORTH}>", f"NEW deadline=30d WITH {EAST} 2 robots")
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    for _ in range(80):
        mail = bench.mail(NORTH)
        bench.writes(NORTH, " ".join(mail.hand[:3]) if mail.to_pass else mail.legal[0] if mail.legal else "HAND",
                     answering=mail)  # fmt: skip
        with bench.worker.database.read() as session:
            table = UnitOfWork(session, bench.worker.services, bench.now).table(GameId(1))
            view = table.view(1)
        if view.base.number == 2:
            break
        if view.ask:
            order = " ".join(str(c) for c in view.hand[:3]) if view.phase == "pass" else str(view.legal[0])
            bench.writes(EAST, f"GAME 1\n{order}")
    count = len(bench.mails(EAST))
    later(bench, timedelta(days=7))
    digests = told(bench, EAST, count)
    assert digests
    assert "End of deal 1" in digests[0].text
    assert "[HISTORY 1]" in digests[0].text


# several games at once


def test_who_wants_games_merged_gets_one_mail_for_all_that_wait(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET MERGE ON")
    one = setting.lay(bench, EVEN)
    assert bench.mail(NORTH).subject.startswith(f"[Hearts {one}]")
    two = setting.lay(bench, EVEN)
    both = bench.mail(NORTH)
    assert "2 games wait for you" in both.subject
    lead = re.findall(r"You may play: \[(\w+)\]", both.text)
    bench.writes(NORTH, f"GAME {two}\n{lead[0]}\nGAME {one}\n{lead[1]}", answering=both, proven=False)
    assert len(setting.entries(bench, one)) == len(setting.entries(bench, two)) == 3


def test_a_card_without_its_games_line_is_asked_about_while_several_wait(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET MERGE ON")
    one, two = setting.lay(bench, EVEN), setting.lay(bench, EVEN)
    answer = say(bench, NORTH, "2C", answering=bench.mail(NORTH))
    assert "Which game do you mean?" in answer.text
    assert len(setting.entries(bench, one)) == len(setting.entries(bench, two)) == 2


def test_mails_of_several_games_are_no_orders(bench: Bench) -> None:
    say(bench, f"North <{NORTH}>", "SET MERGE ON")
    setting.lay(bench, EVEN)
    setting.lay(bench, EVEN)
    both = bench.mail(NORTH)
    for text in (both.text, inert.html_text(both.html)):
        assert inert.lines_like_orders(text) == []
        assert inert.orders_in(text) == []
    assert max(len(line) for line in both.text.splitlines()) <= 72


# mails that wait


def down(bench: Bench) -> None:
    """The way out fails, for everybody."""
    for who in FOUR:
        bench.post.refusing[who] = Receipt(Fate.LATER, 451, "try later", whole=True)


def up(bench: Bench) -> None:
    bench.post.refusing.clear()
    later(bench, timedelta(hours=8))


def test_a_question_that_is_over_never_goes_out(bench: Bench) -> None:
    game = setting.lay(bench, SUITS)
    say(bench, NORTH, "HAND")
    down(bench)
    trick_by_trick(bench, game, 4)  # north is asked again: the mail waits
    trick_by_trick(bench, game, 1)  # and has answered meanwhile
    with bench.worker.database.read() as session:
        assert digests.waiting(session, PlayerId(1), ("table",)) == []


def test_after_days_without_a_way_out_each_reader_gets_one_mail_with_the_state_now(bench: Bench) -> None:
    games = [setting.lay(bench, EVEN) for _ in range(2)]
    for who in FOUR:
        say(bench, who, "SET NEWS every")
    sent = {who: len(bench.mails(who)) for who in FOUR}
    down(bench)
    for _ in range(2):
        for game in games:
            trick_by_trick(bench, game, 3)
        bench.writes(NORTH, f"GAME {games[0]}\nSAY are you there?")
        later(bench, timedelta(hours=6))
    assert {who: len(bench.mails(who)) for who in FOUR} == sent
    up(bench)
    for who in (EAST, SOUTH, WEST):
        (one,) = told(bench, who, sent[who])
        assert all(f"Number {game}, deal" in one.text for game in games)
        assert one.text.count("are you there?") == 2
        assert inert.orders_in(one.text) == []
    assert len([mail for mail in told(bench, NORTH, sent[NORTH]) if "Said to" not in flat(mail)]) <= 3


def test_hundreds_of_mails_that_wait_become_one(bench: Bench) -> None:
    game = setting.lay(bench, EVEN)
    bench.writes(NORTH, "SET CHAT NOW")
    down(bench)
    say_to_north(bench, game)
    with bench.worker.database.begin() as session:
        (mail,) = digests.waiting(session, PlayerId(1), ("notice",))
        row = session.get(OutboxRow, mail.id)
        kept = {field.name: getattr(row, field.name) for field in fields(NewMail) if field.name != "told"}
        again = NewMail(**kept, told=mail.told)
        outbox.put(session, [replace(again, message_id=f"{number}@example.net") for number in range(400)])
    count = len(bench.mails(NORTH))
    up(bench)
    (one,) = told(bench, NORTH, count)
    assert "older ones are left out" in flat(one)
    assert one.text.count("hello north") == NOTES
    assert one.hand


def say_to_north(bench: Bench, game: int) -> None:
    bench.writes(EAST, f"GAME {game}\nTELL North hello north")
