"""Kinds of letters put together at random: what is clear is carried out, what is taken back is asked about."""

from __future__ import annotations

import random

import pytest

from tests.answers.letters import PASSES, PLAYS, Hand
from tests.answers.reading import came, read

HELLOS = (
    "",
    "",
    "Hi all,",
    "Hello Ben,",
    "Good evening!",
    "Hallo zusammen,",
    "Bonjour à tous,",
    "Hoi allemaal,",
    "Dear all,",
)
REASONS = (
    "",
    "",
    "",
    "Sorry for the delay, I was in hospital.",
    "Sorry, no internet here.",
    "Sorry for not answering.",
)
PLAYING = (
    "{c}", "{c}.", "{c}!", "[{c}]", "the {c.words} please", "I'll play the {c.words}", "{c.sign}{c.rank}",
    "{c.rank}{c.sign}",
    "PLAY {c}", "my card: {c}", "{c}, take that Ben!", "haha, {c}", "{c} lol", "Ich spiele {c.de}", "{c.fr}, merci",
    "ik speel {c.nl}", "{c.suitone} {c.rankword}", "I'm going with {c}", "{c} 👍", "ok then, {c}", "here you go: {c}",
)  # fmt: skip
PASSING = (
    "{a} {b} {c}", "{a}, {b}, {c}", "[{a}] [{b}] [{c}]", "{a}\n{b}\n{c}", "1. {a}\n2. {b}\n3. {c}", "{a}-{b}-{c}",
    "PASS {a} {b} {c}", "I pass {a}, {b} and {c}", "{a.words}, {b.words} and {c.words}", "{a}/{b}/{c}",
    "- {a}\n- {b}\n- {c}",
)  # fmt: skip
AFTER = (
    "", "", "By the way Ben, the {d} last week was brilliant.", "Hope you are all well", "Can't wait to see this :)",
    "See you on Sunday!", "How is the weather in Leeds?", "I was at the sea, it was lovely.", "Good luck everybody!",
    "Bis bald!", "À bientôt", "Tot gauw", "What a hand that was last time, Ben!",
)  # fmt: skip
BACK = (
    "no wait, {d}", "wait", "CANCEL", "not {c}", "sorry, I mean {d}", "oops, wrong card", "{d} instead", "please don't",
    "actually no", "hang on", "scratch that", "I changed my mind", "warte, doch {d}", "nein, {d}", "non, attends",
    "nee, {d}", "P.S. don't play it yet", "forget that", "or {d}?", "maybe {d}", "hmm, not sure", "{d}",
)  # fmt: skip
BEFORE = (
    "Please do not play",
    "Ben said:",
    "I hold",
    "If I had",
    "Whatever you do, don't play",
    "nein, nicht",
    "I still have",
)
SIGNED = (
    "",
    "Ann",
    "Cheers,\nAnn",
    "Best,\nAC",
    "Liebe Grüße\nAnn",
    "A.",
    "— KS",
    "Sent from my iPhone",
    "Ann\n\nSent from my iPad",
)


def letter(*parts: str, hand: Hand | None) -> str:
    """The parts, each a paragraph, with the cards of a hand."""
    text = "\n\n".join(part for part in parts if part)
    return hand.fill(text) if hand is not None else text


def letters(seed: int, count: int, filled: bool = True) -> list[tuple[str, Hand, str, str]]:
    """So many letters: what was asked, the deal, the text (`filled`: with its cards), and what must come."""
    rng = random.Random(seed)
    made: list[tuple[str, Hand, str, str]] = []
    for _ in range(count):
        kind = rng.choice(("play", "play", "pass"))
        hand = rng.choice(PASSES if kind == "pass" else PLAYS)
        cards = hand if filled else None
        answer = rng.choice(PASSING if kind == "pass" else PLAYING)
        front = (rng.choice(HELLOS), rng.choice(REASONS))
        behind = (rng.choice(AFTER), rng.choice(SIGNED))
        match rng.randrange(3):
            case 0:
                made.append((kind, hand, letter(*front, answer, *behind, hand=cards), "move"))
            case 1:
                between = rng.choice(("\n", "\n\n"))
                text = letter(*front, f"{answer}{between}{rng.choice(BACK)}", *behind, hand=cards)
                made.append((kind, hand, text, "ask"))
            case _:
                text = letter(rng.choice(HELLOS), f"{rng.choice(BEFORE)}\n{answer}", *behind, hand=cards)
                made.append((kind, hand, text, "ask"))
    return made


@pytest.mark.parametrize("seed", range(8))
def test_no_combination_moves_what_was_not_meant_and_the_clear_ones_move(seed: int) -> None:
    clear = moved = 0
    for kind, hand, text, want in letters(seed, 250):
        got = came(kind, read(kind, text, hand), hand)
        assert got in ("move", "ask"), (got, text)
        assert want == "move" or got == "ask", text
        clear += want == "move"
        moved += want == got == "move"
    assert moved >= 0.95 * clear
