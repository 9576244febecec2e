"""NEW, RULES and VARIANTS: any variant by any of its names, any option, and all that is wrong told at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.hearts.rules.presets import PRESETS
from tests.app.setting import EAST, NORTH
from tests.table import Bench


def answer(bench: Bench, text: str) -> str:
    """What north hears on a letter."""
    bench.writes(f"North <{NORTH}>", "REGISTER")  # a stranger's own words are not sent back
    mail = bench.writes(NORTH, text)
    assert mail is not None
    return " ".join(mail.text.split())


def invitation(bench: Bench, text: str) -> str:
    """What east is invited to."""
    answer(bench, f"{text} WITH {EAST}")
    return " ".join(bench.mail(EAST).text.split())


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("NEW omnibus", "Omnibus Hearts, 4 players"),
        ("NEW Omnibus Hearts", "Omnibus Hearts, 4 players"),
        ("NEW black-maria players=4", "Black Maria, 4 players"),
        ("NEW black maria 5 players", "Black Maria, 5 players"),
        ("NEW chinese hearts", "Gong Zhu, 4 players"),
        ("NEW chase the pig players = 5", "Gong Zhu, 5 players"),
        ("NEW gong zhu partners", "Gong Zhu with partners, 4 players"),
        ("NEW golden_ten players=7", "Golden Ten, 7 players"),
        ("NEW slippery anne", "American Hearts, 4 players"),
        ("NEW chase-the-lady", "American Hearts, 4 players"),
        ("NEW black widow", "American Hearts, 4 players"),
        ("NEW players=3", "American Hearts, 3 players"),
        ("NEW", "American Hearts, 4 players"),
    ],
)
def test_a_variant_is_made_by_any_of_its_names(bench: Bench, text: str, title: str) -> None:
    assert f"What is played: {title}" in invitation(bench, text)


def test_the_invitation_tells_in_plain_words_how_the_table_differs(bench: Bench) -> None:
    told = invitation(bench, "NEW american moon=add trick1=forbidden target=50 deadline=24h")
    assert "How this table differs from American Hearts:" in told
    assert "On the first trick no points may fall" in told
    assert "26 points for everybody else." in told
    assert "somebody reaches 50" in told
    assert "1 day for each answer" in told
    assert "Cards are passed" not in told


def test_what_no_source_gives_is_said_to_be_a_house_rule(bench: Bench) -> None:
    told = invitation(bench, "NEW cancellation")
    assert "Hearts may be led at any time. (House rule.)" in told
    assert "House rule" not in invitation(bench, "NEW web")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("NEW omnibuss", 'no variant "omnibuss" here. Did you mean omnibus'),
        ("NEW blak maria", 'no variant "blak maria" here. Did you mean black-maria'),
        ("NEW web tagret=50", 'no option "tagret". Did you mean target'),
        ("NEW web deadlin=24h", 'no option "deadlin". Did you mean deadline'),
        (
            "NEW web moon=sometimes",
            'The option moon cannot be "sometimes". Possible are, or look like: "choice", "subtract"',
        ),
        ("NEW web target=50 target=60", "The option target is there twice."),
        ("NEW web quickly", 'no option "quickly"'),
        ("NEW web deadline=never", 'cannot be "never"'),
        ("NEW american players=5 removed=none", "52 cards, which cannot be dealt evenly to 5 hands: 2 left over"),
        ("NEW american players=22", "it goes from 2 to 10"),
    ],
)
def test_what_is_wrong_is_said_so_that_a_host_can_mend_it(bench: Bench, text: str, words: str) -> None:
    assert words in answer(bench, f"{text} WITH 3 ROBOTS")


def test_all_that_is_wrong_is_told_at_once(bench: Bench) -> None:
    told = answer(bench, "NEW web tagret=50 moon=never deadline=soon WITH 3 ROBOTS")
    for words in ('(1) There is no option "tagret"', "(2) The option moon", "(3) The time for an answer"):
        assert words in told or words[4:] in told
    together = answer(bench, "NEW american teams=pooled players=5 moon=none sun=52 WITH 4 ROBOTS")
    assert "Partners need four players, not 5." in together
    assert "There is no moon, but options that speak of one." in together
    assert "it is game" not in told + together


@pytest.mark.parametrize(
    "text", ["NEW spam.example", "NEW web spam.example=1 moon=spam.example", "NEW web pass=spam.example"]
)
def test_a_strangers_words_are_not_sent_back(bench: Bench, text: str) -> None:
    mail = bench.writes(EAST, f"{text} WITH 3 ROBOTS")
    assert mail is not None
    assert "spam.example" not in mail.text + mail.html


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_of_every_variant_are_told_with_its_house_rules(bench: Bench, name: str) -> None:
    told = answer(bench, f"RULES {name}")
    rules = PRESETS[name]
    assert f"There are {rules.players} players, each with {rules.hand_size} cards." in told
    assert f"[NEW {name.upper()} WITH" in told
    assert "Set here" not in told
    assert told.count("(House rule.)") >= bool(rules.house)
    assert ("is ours: no source" in told) == bool(rules.house)


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_of_a_variant_begin_with_what_a_beginner_must_know(bench: Bench, name: str) -> None:
    told = answer(bench, f"RULES {name}")
    assert "The others must follow suit" in told
    assert "highest card of the suit led takes the trick, and whoever played it leads to the next" in told
    assert "[...]" not in told
    assert "52 cards" not in told or len(PRESETS[name].deck()) == 52


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pooled", "The side that takes all the points shoots the moon, and chooses: 26 points for each of the other"),
        ("pooled", "it is the one who took the last card that counts who chooses"),
        ("pool", "If everybody has points, or one player has them all, the whole pool stays: a jack"),
        ("spot-b", "hearts their number, JH 10, QH 10, KH 10, AH 15, QS 25; all together 124"),
        ("black-maria-c", "AH 15, QS 25"),
        ("hope", "In each suit there are only 2, 4, 6, 8, 10, Q, A."),
        (
            "forced-queen",
            "when you cannot follow suit, and when spades are led and the ace or the king lies in this trick",
        ),
        ("booster", "All the cards of both rounds are one trick"),
        ("huse", "the dummy's clubs do not"),
        ("nasty", "all into the middle, where they are mixed and dealt again"),
        ("complex", "the root of the sum of the squares"),
        ("domino", "when the stock is empty, any card will do"),
        ("super", "an odd chip goes to the first of them"),
        ("scatter", "the first goes to the left, the next to the second on the left"),
        ("mso", "as the players agree by a vote"),
        ("black-maria", "The pack has 51 cards"),
        ("odd-kitty", "The lowest club in a hand leads"),
        ("gong-zhu", "who has that has lost"),
        ("joker", "the next player may play any card, a heart too"),
        ("kate", "may hand that card back"),
    ],
)
def test_what_a_variant_has_of_its_own_is_told_whole(bench: Bench, name: str, words: str) -> None:
    assert words in answer(bench, f"RULES {name}")


@pytest.mark.parametrize("word", ["hearts", "kitty"])
def test_golden_ten_knows_neither_hearts_nor_a_kitty_at_four(bench: Bench, word: str) -> None:
    told = answer(bench, "RULES golden-ten").partition("To play it")[0]
    assert word not in told.lower().replace("the rules of", "")


def test_the_rules_at_a_table_are_its_own(bench: Bench) -> None:
    made = bench.writes(f"North <{NORTH}>", "NEW gong zhu target=-500 WITH 3 ROBOTS")
    assert made is not None
    told = bench.writes(NORTH, "RULES", answering=made)
    assert told is not None
    text = " ".join(told.text.split())
    assert "The rules of game 1, Gong Zhu." in text
    assert "a score falls to -500" in text
    assert "the pig (queen of spades) -100" in text


def test_how_to_play_well_is_a_page_with_the_robots_figures(bench: Bench) -> None:
    told = answer(bench, "HELP STRATEGY")
    assert "with three lower spades in one deal of four" in told
    assert "Where variants differ:" in told


def test_all_variants_are_listed_with_a_line_each(bench: Bench) -> None:
    told = answer(bench, "VARIANTS")
    for name in PRESETS:
        assert f"- {name} (" in told
    assert "- cancellation (6-10): Two packs" in told
    assert "A variant of this server's own" not in told


def test_all_options_are_listed_with_their_values(bench: Bench) -> None:
    told = answer(bench, "RULES OPTIONS")
    assert "- moon=choice; subtract, add, add-unless" in told
    assert "- target=100; 50, 500" in told


def test_house_rules_are_variants_like_the_others(tmp_path: Path) -> None:
    (tmp_path / "variants.toml").write_text(
        '[thursday]\nbase = "black-maria"\nplayers = 4\ntarget = 60\n', encoding="utf-8"
    )
    bench = Bench(tmp_path, options={"games": {"variants": "variants.toml"}})
    try:
        told = invitation(bench, "NEW thursday hearts")
        assert "What is played: thursday Hearts, 4 players, to 60 points" in told
        assert "somebody reaches 60" in answer(bench, "RULES thursday")
        assert "What is played: thursday Hearts, 5 players" in invitation(bench, "NEW thursday players=5")
        assert "What is played: thursday Hearts, 6 players" in invitation(bench, "NEW thursday 6 players")
        assert "- thursday (3-6): A variant of this server's own." in answer(bench, "VARIANTS")
    finally:
        bench.close()
