"""Who comes: registering, names, settings, help. Letters in, letters out."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.hearts.entries import Played
from tests.app import setting
from tests.table import Bench


def test_a_stranger_who_writes_anything_is_told_how_to_register(bench: Bench) -> None:
    answer = bench.writes("New <new@example.org>", "what is this?", proven=False)
    assert answer is not None
    assert "[REGISTER]" in answer.text


def test_a_strangers_words_are_never_sent_back(bench: Bench) -> None:
    texts = ("Buy cheap pills", "PLAY pills", "HELP pills", "REGISTER <pills@spam>", "RULES pills", "BLOCK pills")
    for number, text in enumerate(texts):
        answer = bench.writes(f"pills <new{number}@example.org>", text, subject="pills", proven=False)
        assert answer is not None
        assert b"pills" not in answer.raw


def test_who_registers_is_welcomed_by_name(bench: Bench) -> None:
    answer = bench.writes("new@example.org", "REGISTER Anna")
    assert answer is not None
    assert "Welcome, Anna!" in answer.text


def test_who_registers_without_proof_is_asked_first_and_named_as_wanted_after_a_yes(bench: Bench) -> None:
    question = bench.writes("Jo <jo.doe@example.org>", "REGISTER Old Tom", proven=False)
    assert question is not None
    assert "Welcome" not in question.text
    assert "Tom" not in question.text + question.html + str(question.message["To"])
    answer = bench.writes("Jo <jo.doe@example.org>", "yes", answering=question, proven=False)
    assert answer is not None
    assert "Welcome, Old Tom!" in answer.text


def test_without_a_name_the_display_name_is_taken(bench: Bench) -> None:
    answer = bench.writes("Anna Bell <anna@example.org>", "register")
    assert answer is not None
    assert "Welcome, Anna Bell!" in answer.text


def test_two_people_never_have_one_name(bench: Bench) -> None:
    bench.writes("Anna <a@example.org>", "REGISTER")
    second = bench.writes("Anna <b@example.org>", "REGISTER")
    taken = bench.writes("c@example.org", "REGISTER anna")
    assert second is not None
    assert taken is not None
    assert "Welcome, Anna 2!" in second.text
    assert "taken" in taken.text


def test_a_name_that_looks_like_an_address_or_a_robot_is_refused(bench: Bench) -> None:
    asked = bench.writes("a@example.org", "REGISTER Anna")
    for name in ("bob@example.org", "Robot 1", "x" * 40):
        answer = bench.writes("a@example.org", f"NAME {name}", answering=asked)
        assert answer is not None
        assert "is not possible" in " ".join(answer.text.split())


def test_a_new_name_is_seen_at_the_table(bench: Bench) -> None:
    asked = setting.gather(bench, setting.EAST, "robot", "robot")
    bench.writes(setting.NORTH, "NAME Polaris", answering=asked)
    answer = bench.writes(setting.EAST, "HAND", answering=bench.mail(setting.EAST))
    assert answer is not None
    assert re.search("^Points .*Polaris", answer.text, re.MULTILINE)


def test_settings_are_shown_and_changed(bench: Bench) -> None:
    bench.writes("a@example.org", "REGISTER Anna")
    changed = bench.writes("a@example.org", "SET ZONE berlin\nSET REMIND off")
    shown = bench.writes("a@example.org", "SET")
    wrong = bench.writes("a@example.org", "SET ZONE nowhere\n")
    assert changed is not None
    assert shown is not None
    assert wrong is not None
    assert "zone is Europe/Berlin now" in changed.text
    assert "before its end: off." in " ".join(shown.text.split())
    assert "cannot be" in wrong.text


def test_help_lists_every_command_and_explains_one(bench: Bench) -> None:
    page = bench.writes("a@example.org", "HELP ALL", proven=False)
    one = bench.writes("a@example.org", "HELP NEW", proven=False)
    assert page is not None
    assert one is not None
    for verb in ("PLAY", "NEW", "ADDRESS", "FORGET ME", "EXPORT", "BLOCK", "STOP"):
        assert f"[{verb}" in page.text
    assert "[NEW" in one.text


def test_the_rules_of_a_variant_can_be_asked_by_a_stranger(bench: Bench) -> None:
    answer = bench.writes("a@example.org", "RULES web", proven=False)
    assert answer is not None
    assert "Web Hearts" in answer.text


def test_a_stranger_whose_address_is_proven_may_begin_a_game_at_once(bench: Bench) -> None:
    answer = bench.writes("Anna <a@example.org>", "NEW WITH 3 ROBOTS")
    assert answer is not None
    assert "Welcome, Anna!" in answer.text
    assert answer.to_pass == 3


def test_a_stranger_without_proof_proves_the_address_by_answering(bench: Bench) -> None:
    told = bench.writes("Anna <a@example.org>", "NEW WITH 3 ROBOTS", proven=False)
    assert told is not None
    assert told.to_pass == 0
    answer = bench.writes("Anna <a@example.org>", "NEW WITH 3 ROBOTS", answering=told, proven=False)
    assert answer is not None
    assert answer.to_pass == 3


def test_the_operator_acts_for_a_player_through_the_same_door(bench: Bench) -> None:
    asked = setting.begun(bench)
    card = asked.legal[0]
    bench.takes(bench.letter(setting.NORTH, f"GAME 1\nPLAY {card}"), source="operator")
    assert setting.outcomes(bench)[-1] == "done"
    assert card in [e.card.text for e in setting.entries(bench, 1) if isinstance(e, Played) and e.seat == 0]


def test_all_strangers_together_get_few_answers_an_hour_unless_they_are_proven(benches: Callable[..., Bench]) -> None:
    bench = benches(limits={"strangers_per_hour": 5})
    for n in range(9):
        bench.writes(f"x{n}@example.org", "hello", proven=False)
    assert len(bench.post.sent) == 5
    bench.writes("real@example.org", "hello")
    assert len(bench.post.sent) == 6


def test_one_stranger_gets_three_answers_an_hour(bench: Bench) -> None:
    for _ in range(6):
        bench.writes("x@example.org", "HELP", proven=False)
    assert len(bench.mails("x@example.org")) == 3


def test_a_stranger_who_was_told_how_to_register_says_yes_please(bench: Bench) -> None:
    told = bench.writes("Anna <a@example.org>", "what is this?", proven=False)
    answer = bench.writes("Anna <a@example.org>", "yes please", answering=told, proven=False)
    assert answer is not None
    assert "Welcome, Anna!" in answer.text


def test_what_a_stranger_ordered_is_kept_and_carried_out_by_the_yes(bench: Bench) -> None:
    for number, order in enumerate(("TUTORIAL", "NEW WITH 3 robots", "REGISTER Old Tom", "NAME Old Tim")):
        address = f"a{number}@example.org"
        question = bench.writes(f"Anna <{address}>", order, proven=False)
        answer = bench.writes(f"Anna <{address}>", "yes", answering=question, proven=False)
        assert answer is not None
        assert "Welcome, " in answer.text
        assert answer.to_pass == 3 or "Old T" in answer.text
