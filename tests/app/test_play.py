"""Playing: cards answered, refused, changed, late. Letters in, letters out."""

from __future__ import annotations

import pytest

from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import Suit, card
from pbem.hearts.entries import Entry, MoonChosen, Passed, Played
from pbem.ids import GameId
from tests.app import setting
from tests.app.setting import DECK, EAST, NORTH, SOUTH, WEST
from tests.table import Bench, Sent


def flat(mail: Sent | None) -> str:
    """The text on one line, however it was wrapped."""
    assert mail is not None
    return " ".join(mail.text.split())


def mine(bench: Bench, game: int = 1, seat: int = 0) -> list[Entry]:
    """What this seat has chosen so far."""
    return [e for e in setting.entries(bench, game) if isinstance(e, Passed | Played | MoonChosen) and e.seat == seat]


def a_choice(bench: Bench) -> Sent:
    """North's turn with more than one legal card and at least one that is not."""
    asked = setting.begun(bench)
    for _ in range(10):
        if len(asked.legal) > 1 and set(asked.hand) - set(asked.legal):
            return asked
        answer = bench.writes(NORTH, asked.legal[0], answering=asked)
        assert answer is not None
        asked = answer
        if asked.to_pass:
            break
    raise AssertionError("this seed gives no such turn")


def test_a_bare_card_is_played(bench: Bench) -> None:
    asked = setting.begun(bench)
    bench.writes(NORTH, asked.legal[0], answering=asked, proven=False)
    assert next(e.card.text for e in mine(bench) if isinstance(e, Played)) == asked.legal[0]


def test_set_confirm_has_every_card_confirmed(bench: Bench) -> None:
    asked = setting.begun(bench)
    bench.writes(NORTH, "SET CONFIRM ON", answering=asked)
    assert f"Played: {asked.legal[0]}." in flat(bench.writes(NORTH, asked.legal[0], answering=asked))


def test_a_card_that_is_not_legal_is_refused_with_the_reason_and_the_legal_cards(bench: Bench) -> None:
    asked = a_choice(bench)
    before = mine(bench)
    wrong = next(c for c in asked.hand if c not in asked.legal)
    refused = bench.writes(NORTH, wrong, answering=asked)
    assert refused is not None
    assert f'Not done: "{wrong}".' in flat(refused)
    assert refused.legal == asked.legal
    assert mine(bench) == before


def test_a_card_that_is_not_held_is_refused(bench: Bench) -> None:
    asked = setting.begun(bench)
    other = next(c.text for c in DECK if c.text not in asked.hand)
    assert f"You do not hold {other}." in flat(bench.writes(NORTH, other, answering=asked))


def test_a_near_miss_is_asked_about_and_never_guessed(bench: Bench) -> None:
    asked = setting.begun(bench)
    before = mine(bench)
    answer = bench.writes(NORTH, f"PLYA {asked.legal[0]}", answering=asked)
    assert f'Did you mean "PLAY {asked.legal[0]}"?' in flat(answer)
    assert mine(bench) == before


def test_a_letter_without_an_order_is_told_so_and_sees_the_turn(bench: Bench) -> None:
    asked = setting.begun(bench)
    answer = bench.writes(NORTH, "What a lovely evening it is.", answering=asked)
    assert "holds no order" in flat(answer)
    assert answer.legal == asked.legal


def test_two_different_cards_for_one_turn_are_both_refused(bench: Bench) -> None:
    asked = a_choice(bench)
    before = mine(bench)
    answer = bench.writes(NORTH, f"{asked.legal[0]}\nPLAY {asked.legal[1]}", answering=asked)
    assert "two different answers" in flat(answer)
    assert mine(bench) == before


def test_the_same_card_twice_is_one_answer(bench: Bench) -> None:
    asked = a_choice(bench)
    before = mine(bench)
    bench.writes(NORTH, f"{asked.legal[0]}\n\nPLAY {asked.legal[0]}", answering=asked)
    assert next(e.card.text for e in mine(bench)[len(before) :] if isinstance(e, Played)) == asked.legal[0]


def test_a_pass_can_be_changed_until_the_last_seat_has_passed(bench: Bench) -> None:
    game = setting.lay(bench, [DECK[n::4] for n in range(4)], number=1)
    first = bench.mail(NORTH)
    bench.writes(NORTH, "PASS " + " ".join(first.hand[:3]), answering=first)
    changed = bench.writes(NORTH, " ".join(first.hand[3:6]), answering=first)
    assert "Changed: you now pass" in flat(changed)
    for address in (EAST, SOUTH, WEST):
        asked = bench.mail(address)
        bench.writes(address, " ".join(asked.hand[:3]), answering=asked)
    late = bench.writes(NORTH, " ".join(first.hand[:3]), answering=first)
    assert "That turn is over" in flat(late)
    passes = [e.cards for e in mine(bench, game) if isinstance(e, Passed)]
    assert {c.text for c in passes[-1]} == set(first.hand[3:6])


def test_a_pass_of_two_cards_says_how_many_it_takes(bench: Bench) -> None:
    asked = setting.solo(bench)
    answer = bench.writes(NORTH, " ".join(asked.hand[:2]), answering=asked)
    assert "The pass is 3 cards; you named 2." in flat(answer)


def test_an_answer_to_a_turn_that_is_over_is_told_so_with_the_state_now(bench: Bench) -> None:
    asked = setting.begun(bench)
    now = bench.writes(NORTH, asked.legal[0], answering=asked)
    assert now is not None
    before = mine(bench)
    late = bench.writes(NORTH, now.legal[0], answering=asked)
    assert late is not None
    assert "That turn is over" in flat(late)
    assert late.legal == now.legal
    assert mine(bench) == before


def test_the_same_letter_sent_again_by_hand_does_not_play_twice(bench: Bench) -> None:
    asked = setting.begun(bench)
    bench.writes(NORTH, asked.legal[0], answering=asked)
    before = mine(bench)
    assert "We have that answer from you already" in flat(bench.writes(NORTH, asked.legal[0], answering=asked))
    assert mine(bench) == before


def test_several_games_are_answered_in_one_letter(bench: Bench) -> None:
    first, second = setting.begun(bench), setting.begun(bench)
    bench.writes(NORTH, f"GAME 1\n{first.legal[0]}\n\nGAME 2\n{second.legal[0]}\n")
    assert [setting.entries(bench, n) for n in (1, 2)]
    for number, asked in ((1, first), (2, second)):
        assert [e.card.text for e in mine(bench, number) if isinstance(e, Played)][:1] == asked.legal[:1]


def test_a_card_that_could_mean_two_games_asks_which(bench: Bench) -> None:
    setting.begun(bench), setting.begun(bench)
    answer = bench.writes(NORTH, "2C")
    assert "GAME 1" in flat(answer)


def test_a_number_in_the_subject_names_the_game(bench: Bench) -> None:
    first, second = setting.begun(bench), setting.begun(bench)
    bench.writes(NORTH, second.legal[0], subject=first.subject.replace("1]", "2]"))
    assert [e for e in mine(bench, 1) if isinstance(e, Played)] == []
    assert [e.card.text for e in mine(bench, 2) if isinstance(e, Played)][:1] == second.legal[:1]


def test_what_stands_after_a_refused_order_is_named_and_not_done(bench: Bench) -> None:
    asked = a_choice(bench)
    wrong = next(c for c in asked.hand if c not in asked.legal)
    answer = bench.writes(NORTH, f"PLAY {wrong}\nSET REMIND OFF", answering=asked)
    assert "Not carried out" in flat(answer)
    assert "SET REMIND OFF" in flat(answer)
    assert "Reminders, at half of your time and before its end: on" in flat(bench.writes(NORTH, "SET"))


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("HAND", "Your hand:"),
        ("SCORE", "this deal 0 0 0 0"),
        ("LAST", "The last trick was"),
        ("HISTORY", "The running deal, number 1, so far"),
        ("HISTORY 1", "no deal 1 that is over"),
        ("GAMES", "Number 1: American Hearts"),
        ("RULES", "The rules of game 1"),
        ("RULES web", "Web Hearts"),
    ],
)
def test_looking_changes_nothing(bench: Bench, order: str, words: str) -> None:
    asked = setting.begun(bench)
    asked = bench.writes(NORTH, asked.legal[0], answering=asked)  # type: ignore[assignment]
    before = setting.entries(bench, 1)
    assert words in flat(bench.writes(NORTH, order, answering=asked))
    assert setting.entries(bench, 1) == before


def test_words_to_a_name_that_nobody_here_has_are_refused(bench: Bench) -> None:
    setting.lay(bench, [DECK[n::4] for n in range(4)], number=1)
    assert "Nobody here is called" in flat(bench.writes(NORTH, "TELL Zoe hello", answering=bench.mail(NORTH)))


def moon(bench: Bench) -> int:
    """A table at which north holds all the clubs, and has taken every trick."""
    hands = [[c for c in DECK if c.suit is suit] for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)]
    game = setting.lay(bench, hands)
    chosen: list[Entry] = []
    with bench.worker.database.read() as session:
        table = UnitOfWork(session, bench.worker.services, bench.now).table(GameId(game))
        while table.playing().phase == "play":
            seat = table.playing().to_act[0]
            chosen.append(Played(seat, table.playing().legal_cards(seat)[0]))
            table.apply(chosen[-1])
    setting.plays(bench, game, chosen)
    return game


@pytest.mark.parametrize(
    ("word", "scores"),
    [
        ("MOON ADD", (0, 26, 26, 26)),
        ("others", (0, 26, 26, 26)),
        ("MOON SUBTRACT", (-26, 0, 0, 0)),
        ("me", (-26, 0, 0, 0)),
    ],
)
def test_who_shot_the_moon_is_asked_how_it_is_paid(bench: Bench, word: str, scores: tuple[int, ...]) -> None:
    game = moon(bench)
    asked = bench.mail(NORTH)
    assert "[MOON ADD]" in asked.text
    bench.writes(NORTH, word, answering=asked)
    with bench.worker.database.read() as session:
        assert UnitOfWork(session, bench.worker.services, bench.now).table(GameId(game)).playing().scores == scores
    assert all(f"deal 4 {' '.join(map(str, scores))}" in flat(bench.mail(each)) for each in (EAST, SOUTH, WEST))


def test_a_card_instead_of_the_moons_choice_is_not_taken(bench: Bench) -> None:
    game = moon(bench)
    before = setting.entries(bench, game)
    bench.writes(NORTH, "QS", answering=bench.mail(NORTH))
    assert setting.entries(bench, game) == before


def test_the_queen_may_be_written_in_many_ways(bench: Bench) -> None:
    for number, text in enumerate(("q♠", "Queen of Spades", "play sq", "  QS. ", "I'll play QS", "♠Q")):
        game = setting.may_play(bench, 0, "QS")
        bench.writes(NORTH, f"GAME {game}\n{text}\n")
        assert mine(bench, game)[-1] == Played(0, card("QS")), (number, text)
