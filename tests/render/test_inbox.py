"""What the inbox shows before a mail is opened: who sent it, its subject, and the line beside it."""

from __future__ import annotations

import re
from html import unescape

import pytest

from pbem.cards import cards
from pbem.facts.kinds import Answer, Mail
from pbem.facts.mails import AboutTableMail, AnswersAloneMail, CombinedMail
from pbem.facts.play_answers import MisreadAnswer
from pbem.facts.table import PlanFacts
from pbem.hearts.events import Play, Trick
from pbem.orders.order import Why
from pbem.render.layout import preview
from tests.render import inert, samples

RENDERER = samples.renderer()
POSTS = samples.everything()


def preheader(mail: Mail) -> str:
    """The hidden line that begins the HTML part."""
    html = RENDERER.render(mail, samples.ALICE).html
    found = re.search(r'<div style="display:none[^>]*>(.*?)</div>', html, re.DOTALL)
    assert found is not None
    return " ".join(unescape(found[1]).replace("\u200c", "").split())


LED = Trick(4, 3, (Play(3, cards("AD")[0]), Play(1, cards("KD")[0])))
UNTIL = " Until Tuesday 3 March, 19:07 (UTC+1)."
WAITING = samples.view(ask=None, to_act=(1,), legal=(), early=cards("3D KD"), trick=LED)


@pytest.mark.slow
def test_every_mail_has_a_line_for_the_inbox_that_is_no_order() -> None:
    lines = {name: preheader(post) for name, post in POSTS.items()}
    assert [line for line in lines.values() if not 10 <= len(line) <= 110] == []
    assert {name for name, line in lines.items() if inert.lines_like_orders(line) or inert.orders_in(line)} == set()


@pytest.mark.parametrize(
    ("mail", "line"),
    [
        (samples.table(samples.view(trick=LED)), f"Your turn: Robot 1 led A♦, bob K♦.{UNTIL}"),
        (samples.table(samples.view(trick=None)), "Your turn to lead to trick 4."),
        (samples.table(samples.view(trick=LED), turn_came=True), f"Your turn has come: Robot 1 led A♦, bob K♦.{UNTIL}"),
        (
            samples.table(samples.view(trick=LED), reminder=True),
            f"A reminder. Your turn: Robot 1 led A♦, bob K♦.{UNTIL}",
        ),
        (samples.table(samples.passing()), "To pass: 3 cards, to bob."),
        (
            samples.table(samples.passing(), ended_deal=samples.record()),
            "Deal 2 is over: you 26, bob 0, carol 26, Robot 1 26. To pass: 3 cards, to bob.",
        ),
        (
            samples.table(WAITING, early=WAITING.early),
            "Asked early: Robot 1 led A♦, bob K♦. Your answer is kept for your turn.",
        ),
        (
            samples.table(WAITING, early=WAITING.early, plan=PlanFacts(cards("3D")[0])),
            "Kept for your turn: 3♦; Robot 1 led A♦, bob K♦ so far.",
        ),
        (samples.table(samples.view(ask=None, to_act=(1,), legal=())), "It is bob's turn."),
        (samples.tables()["moon"], "You have shot the moon!"),
        (samples.tables()["lapsed"], "Your time ran out, and a robot chose. It is bob's turn."),
        (
            samples.tables()["finished"],
            "Deal 2 is over: you 26, bob 0, carol 26, Robot 1 26. The game is over. First is you, with 26.",
        ),
    ],
)
def test_the_line_says_what_is_asked_of_its_reader_and_what_fell(mail: AboutTableMail, line: str) -> None:
    assert preheader(mail) == line


@pytest.mark.parametrize("offered", [(), WAITING.early])
def test_nobody_who_may_answer_already_reads_that_it_is_somebody_elses_turn(offered: tuple[object, ...]) -> None:
    """Nor who has asked for questions at the turn only, and may answer all the same."""
    mail = samples.table(WAITING, early=offered)
    assert "turn." not in preheader(mail).replace("your turn.", "")


def test_the_line_of_several_games_tells_each() -> None:
    one = samples.table(samples.view(trick=LED)).table
    both = CombinedMail((one, samples.table(WAITING, early=WAITING.early).table))
    assert preheader(both).startswith(f"Number 12: Your turn: Robot 1 led A♦, bob K♦.{UNTIL} Number 12: Asked early")


def test_what_was_not_done_comes_first() -> None:
    wrong = MisreadAnswer(Why.UNKNOWN, "play 7X", "")
    table = samples.table()
    mail = AboutTableMail(table.table, answers=(wrong,))
    assert preheader(mail).startswith('Not understood: "play 7X".')
    assert RENDERER.render(mail, samples.ALICE).subject == "[Hearts 12] Deal 3: Not understood"


def test_the_line_is_cut_between_words_and_outside_of_brackets() -> None:
    text = "word " * 20 + "[SET CONFIRM ON] and more of it " * 3
    assert preview(text, 110).endswith("word …")
    assert len(preview(text, 110)) <= 110
    assert preview("word " * 20 + "led A♦, bob K♦ " + "word " * 20, 112).endswith("led …")
    assert preview("One.\n\nTwo.") == "One."
    assert preview("Your games:\n\nNumber 2: it\nwaits.\n\nNumber 3.") == "Your games: Number 2: it waits."


@pytest.mark.parametrize(
    ("template", "subject"),
    [
        ("help", "Your help page"),
        ("help-topic", "Your help page"),
        ("help-all", "Your help page"),
        ("help-cards", "Your help page"),
        ("help-strategy", "Your help page"),
        ("settings", "Your settings"),
        ("set", "Your settings"),
        ("said", "Your words to the table"),
        ("refused", "Not carried out"),
        ("misread", "Not understood"),
    ],
)
def test_what_is_no_move_has_a_clear_subject_in_its_games_thread(template: str, subject: str) -> None:
    answer = next(one for name, one in samples.answers().items() if name.split()[0] == template)
    assert subject_of(answer, game=12, deal=3) == f"[Hearts 12] {subject}"
    assert subject_of(answer) == f"Hearts by mail: {subject}"


def test_other_answers_stay_in_the_deals_thread() -> None:
    answer = next(one for name, one in samples.answers().items() if name.startswith("played"))
    assert subject_of(answer, game=12, deal=3) == "[Hearts 12] Deal 3"
    assert subject_of(answer, game=12) == "[Hearts 12] About this table"


def subject_of(answer: Answer, game: int | None = None, deal: int = 0) -> str:
    return RENDERER.render(AnswersAloneMail(game, deal, answers=(answer,)), samples.ALICE).subject


def test_words_from_the_table_say_whose_they_are() -> None:
    said = next(post for name, post in POSTS.items() if name.startswith("notice-said"))
    assert RENDERER.render(said, samples.ALICE).subject == "[Hearts 12] Words from bob"
