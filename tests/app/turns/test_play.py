from __future__ import annotations

import pytest

from pbem.app.table import Table
from pbem.app.turns import play
from pbem.app.turns.play import Taken
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import card, cards
from pbem.facts.play_refusals import SeatResigned, Stale
from pbem.hearts.entries import Played
from pbem.hearts.refusal import FollowSuit, GameOver, NotInHand, Refused
from pbem.mail.message.tokens import Token, TokenKind
from pbem.table.states import GamePhase
from tests.app import memory


def four(uow: UnitOfWork, number: int = memory.LED_BY_SEAT_0) -> Table:
    return memory.playing(uow, *(memory.person(uow, name) for name in ("Ann", "Ben", "Cleo", "Dan")), number=number)


def writes(uow: UnitOfWork, table: Table, seat: int, told: int | None = None) -> None:
    """A letter of this seat; `told`: in answer to a mail that was written when the log was so long."""
    player = uow.player_of(table.seats[seat])
    assert player is not None
    token = None if told is None else Token(TokenKind.TURN, (player.id, table.id, told))
    memory.writes(uow, player, table, token)


def test_a_card_at_its_turn_is_played_and_the_lapses_are_forgiven(uow: UnitOfWork) -> None:
    table = four(uow)
    table.seats[0].lapses = 2
    writes(uow, table, 0)
    assert play.play(uow, card("2C")) is Taken.PLAYED
    assert (table.entries, table.seats[0].lapses) == ([Played(0, card("2C"))], 0)


def test_a_card_before_the_turn_is_kept_and_another_takes_its_place(uow: UnitOfWork) -> None:
    table = four(uow)
    writes(uow, table, 0)
    play.play(uow, card("2C"))
    writes(uow, table, 2)
    assert [play.play(uow, card(text)) for text in ("9C", "8C", "8C")] == [Taken.KEPT, Taken.CHANGED, Taken.KEPT]
    assert (len(table.entries), table.seats[2].premoves.card) == (1, card("8C"))


@pytest.mark.parametrize(("text", "refusal"), [("AC", NotInHand), ("8D", FollowSuit)])
def test_a_card_that_cannot_be_due_is_not_kept(uow: UnitOfWork, text: str, refusal: type) -> None:
    table = four(uow)
    writes(uow, table, 0)
    play.play(uow, card("2C"))
    writes(uow, table, 2)
    with pytest.raises(Refused) as refused:
        play.play(uow, card(text))
    assert isinstance(refused.value.refusal, refusal)


def test_the_same_card_again_changes_nothing(uow: UnitOfWork) -> None:
    table = four(uow)
    writes(uow, table, 0)
    play.play(uow, card("2C"))
    assert play.play(uow, card("2C")) is Taken.REPEATED
    assert len(table.entries) == 1


def test_an_answer_to_a_turn_that_is_over_is_late(uow: UnitOfWork) -> None:
    table = four(uow)
    for seat, text in enumerate(("2C", "JC", "9C", "5C")):
        table.choose(Played(seat, card(text)), seat)
    memory.saved(uow, table)
    writes(uow, table, 1, told=3)
    table.choose(Played(1, card("QC")), 1)
    memory.saved(uow, table)
    with pytest.raises(Refused) as refused:
        play.play(uow, card("TC"))
    assert isinstance(refused.value.refusal, Stale)


def test_an_answer_to_a_turn_that_is_over_says_again_what_was_chosen_there(uow: UnitOfWork) -> None:
    table = four(uow)
    for seat, text in enumerate(("2C", "JC", "9C", "5C")):
        table.choose(Played(seat, card(text)), seat)
    memory.saved(uow, table)
    writes(uow, table, 1, told=3)
    assert play.play(uow, card("JC")) is Taken.REPEATED


def test_a_pass_may_be_changed_while_others_have_yet_to_pass(uow: UnitOfWork) -> None:
    table = four(uow, number=1)
    writes(uow, table, 0, told=2)
    passes = ("2C AS KS", "KS AS 2C", "AS KS QS")
    assert [play.pass_cards(uow, cards(text)) for text in passes] == [Taken.PLAYED, Taken.REPEATED, Taken.CHANGED]
    assert table.view(0).passing == cards("AS KS QS")


def test_a_pass_that_answers_a_mail_of_the_deal_before_is_late(uow: UnitOfWork) -> None:
    table = four(uow, number=1)
    writes(uow, table, 0, told=1)
    with pytest.raises(Refused) as refused:
        play.pass_cards(uow, cards("2C AS KS"))
    assert isinstance(refused.value.refusal, Stale)


def test_a_robots_seat_takes_no_card_of_its_former_player(uow: UnitOfWork) -> None:
    table = four(uow)
    table.seats[0].resign("easy", None)
    writes(uow, table, 0)
    with pytest.raises(Refused) as refused:
        play.play(uow, card("2C"))
    assert isinstance(refused.value.refusal, SeatResigned)


def test_nobody_plays_when_the_game_is_over(uow: UnitOfWork) -> None:
    table = four(uow)
    table.record.phase = GamePhase.CANCELLED
    writes(uow, table, 0)
    with pytest.raises(Refused) as refused:
        play.play(uow, card("2C"))
    assert not isinstance(refused.value.refusal, GameOver)
    assert table.entries == []
