"""Every spelling of an order, and every line that looks a little like one and is none."""

from __future__ import annotations

import pytest

from pbem.cards import cards
from pbem.orders.order import Args, Asked, Spec, Why
from pbem.orders.parse import parse
from tests.orders.table import (
    BID,
    CALL,
    CHARGE,
    DISCARD,
    DISCLAIMER,
    EVERY_STATE,
    INVITED,
    MOON,
    NOTHING,
    PASS,
    PLAY,
    SPECS,
    missed,
    orders,
    reading,
)

QUEEN = """
QS | qs | Qs | sq | SQ | Q♠ | q♠ | ♠Q | ♠q | Q♤ | ♤Q | Q♠\ufe0f | Q♠\ufe0e | 🂭 | ＱＳ | *QS* | **QS**
_QS_ | "QS" | 'QS' | “QS” | „QS“ | QS. | QS! | QS!! | - QS | • QS | * QS | QS, | queen of spades
Queen of Spades | QUEEN OF SPADES | the queen of spades | The Queen of Spades. | queen spades
queen spade | q of s | Q of spades | queen of s | q spades | my queen of spades | PLAY QS | play qs
Play Qs | PLAY sq | PLAY Q♠ | PLAY ♠Q | PLAY: QS | play: the queen of spades | PLAY *QS* | *PLAY* QS
*PLAY QS* | _PLAY QS_ | *_PLAY QS_* | `PLAY QS` | “PLAY QS” | “PLAY QS” — South | PLAY QS - South
QS -- South | QS – Mary Ann | PLAY\u00a0QS | PLAY\u3000QS | ＰＬＡＹ　ＱＳ | \ufeffPLAY\u200b QS
\u200fPLAY QS\u200e | PLAY   QS | PLAY\tQS | - PLAY QS | – PLAY QS | PLAY QS. | PLAY QS!
PLAY QS – merci à tous | PLAY QS (sorry, North) | PLAY QS :) | PLAY QS 👍 | PLAY QS ;-) | PLAY QS QS
ok, QS | OK QS | okay: QS | ok play QS | Hi, QS | Hello all, QS | hello everyone! QS | yes, QS | then QS
Well, QS | fine, qs | QS please | QS, please | QS thanks | QS, thank you! | QS please, thanks | QS then
QS it is | please play QS | play QS please | I play QS | I'll play QS | I’ll play the queen of spades
I will play QS | i play the queen of spades | let me play QS | let's play QS
I'd like to play QS, please | ok, I play QS | My card is QS | my card: QS
my card is the queen of spades | I choose QS | lead QS | throw QS | QS... | QS… | QS... please
QS - thanks everybody | play spades queen | PLAY QS, well played | PLAY QS and good luck
[QS] | [PLAY QS] | PLAY [QS] | ［ＰＬＡＹ　ＱＳ］ | (QS) | <QS> | Q.S. | Q-S | Q ♠ | Card: QS | playing QS | QS haha
spade queen | spades queen | I'm going to play the queen of spades | here you go: QS | haha, take that: QS
Pik-Dame | Pikdame | Pik Dame | die Pik-Dame bitte | Ich spiele Pik-Dame | schoppenvrouw | schoppen vrouw
vrouw van schoppen | ik speel schoppenvrouw | de schoppen dame | dame de pique | la dame de pique svp | reine de pique
je joue la dame de pique, merci
"""


def spellings(text: str) -> list[str]:
    """The spellings of a table like the one above: between bars, with invisible characters as they are."""
    return [cell.strip(" \n") for row in text.strip().split("\n") for cell in row.split(" | ")]


@pytest.mark.parametrize("text", spellings(QUEEN))
def test_the_queen_of_spades_is_played_however_she_is_spelt(text: str) -> None:
    assert orders(text) == ["PLAY QS"]


OTHER_CARDS = {
    "10H": "10H 10h H10 h10 TH th HT 10♥ ♥10 10♡ T♥ １０Ｈ 🂺",
    "2C": "2C 2c C2 c2 2♣ ♣2 2♧ 🃒",
    "AD": "AD A♦ ♦A A♢ 🃁",
    "AH": "AH A♥ ♥A 🂱",
    "KS": "KS ks SK K♠ 🂮",
    "JD": "JD jd J♦ ♦J 🃋",
    "9C": "9C 9c C9 9♣ 🃙",
    "14R": "14R 14r R14 r14",
    "1G": "1G g1 G1",
    "10Y": "10Y y10 Y10",
    "5B": "5B b5",
    "JK": "JK jk joker JOKER",
}
LONG = {
    "10H": "ten of hearts | 10 of hearts | t of hearts | ten of h | the ten of hearts | ten heart | 10 hearts",
    "AS": "ace of spades | a of s | A of spades | the ace of spades | ace spades",
    "2C": "two of clubs | 2 of clubs | deuce of clubs | 2 clubs | two club",
    "JD": "jack of diamonds | knave of diamonds | j diamonds | j of d",
    "KH": "king of hearts | the king of hearts | k hearts",
    "7D": "seven of diamonds | seven diamonds | 7 diamonds",
    "5R": "red 5 | red five | 5 red | five red | the red five | five of red",
    "10Y": "yellow ten | yellow 10 | 10 yellow | the yellow ten",
    "14B": "black 14 | black fourteen",
    "1G": "green 1 | green one",
    "JK": "the joker",
}


@pytest.mark.parametrize(
    ("card", "text"),
    [(card, word) for card, words in OTHER_CARDS.items() for word in words.split()]
    + [(card, text.strip()) for card, texts in LONG.items() for text in texts.split("|")],
)
def test_every_card_has_many_spellings(card: str, text: str) -> None:
    assert orders(text) == [f"PLAY {card}"]
    assert orders(f"play {text}", NOTHING) == [f"PLAY {card}"]


@pytest.mark.parametrize(
    "text",
    [
        "QS KS AH",
        "qs ks ah",
        "QS, KS, AH",
        "QS,KS,AH",
        "QS, KS and AH",
        "QS KS & AH",
        "QS + KS + AH",
        "QS+KS+AH",
        "QS; KS; AH",
        "QS;KS;AH.",
        "Q♠ K♠ A♥",
        "♠Q ♠K ♥A",
        "🂭 🂮 🂱",
        "queen of spades, king of spades, ace of hearts",
        "the queen of spades, the king of spades and the ace of hearts",
        "the queen of spades and king of spades, ace of hearts",
        "Q of S, K of S, A of H",
        "QS, king of spades & A♥",
        "PASS QS KS AH",
        "pass qs, ks and ah",
        "Pass: QS KS AH",
        "*PASS QS KS AH*",
        "I pass QS KS AH",
        "I'll pass QS, KS and AH please",
        "ok, pass QS KS AH",
        "My pass is QS KS AH",
        "My cards are QS KS AH",
        "PASS QS KS AH (sorry!)",
        "PASS QS KS AH – viel Spaß",
        "QS\nKS\nAH",
        "QS,\nKS,\nAH",
        "- QS\n- KS\n- AH",
        "QS\n\nKS\n\nAH",
        "QS KS\nAH",
        "PASS QS KS\nAH",
        "PASS QS\nPASS KS\nPASS AH",
    ],
)
def test_three_cards_are_passed_however_they_are_listed(text: str) -> None:
    assert orders(text, PASS) == ["PASS QS KS AH"]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("HELP", "HELP"),
        ("help", "HELP"),
        ("?", "HELP"),
        ("Help!", "HELP"),
        ("help?", "HELP"),
        ("help pass", "HELP pass"),
        ("Help me", "HELP me"),
        ("REGISTER", "REGISTER"),
        ("register me, please", "REGISTER"),
        ("register Mary Ann O'Neil", "REGISTER Mary Ann O'Neil"),
        ("REGISTER “Mary”", "REGISTER Mary"),
        ("NAME Østen", "NAME Østen"),
        ("NEW", "NEW"),
        (
            "NEW american moon=add WITH bob@example.org, robot, robot",
            "NEW american moon=add WITH bob@example.org, robot, robot",
        ),
        ("New  american   target=50", "NEW american target=50"),
        ("INVITE Bob@Example.org", "INVITE Bob@Example.org"),
        ("INVITE bob@example.org<mailto:bob@example.org>", "INVITE bob@example.org"),
        (
            "INVITE bob@a.example<mailto:bob@a.example> eve@b.example<mailto:eve@b.example>",
            "INVITE bob@a.example eve@b.example",
        ),
        ("INVITE Bob <bob@example.org>", "INVITE Bob <bob@example.org>"),
        ("JOIN", "JOIN"),
        ("Join.", "JOIN"),
        ("*JOIN*", "JOIN"),
        ("join please", "JOIN"),
        ("DECLINE", "DECLINE"),
        ("LEAVE", "LEAVE"),
        ("START!", "START"),
        ("HAND", "HAND"),
        ("hand, please", "HAND"),
        ("SCORE", "SCORE"),
        ("scores", "SCORE"),
        ("Scoreboard", "SCORE"),
        ("LAST", "LAST"),
        ("last trick", "LAST"),
        ("HISTORY", "HISTORY"),
        ("HISTORY 3", "HISTORY 3"),
        ("history #3", "HISTORY 3"),
        ("history three", "HISTORY 3"),
        ("GAMES", "GAMES"),
        ("my games", "GAMES"),
        ("RULES", "RULES"),
        ("rules omnibus", "RULES omnibus"),
        ("RESIGN", "RESIGN"),
        ("resign please", "RESIGN"),
        ("SET language=de", "SET language=de"),
        ("set news digest", "SET news digest"),
        ("GAME 12", "GAME 12"),
        ("game #12", "GAME 12"),
        ("Game 12:", "GAME 12"),
        ("GAME １２", "GAME 12"),
        ("CONFIRM", "CONFIRM"),
        ("KEEP", "KEEP"),
        ("BACK", "BACK"),
        ("FORGET ME", "FORGET ME"),
        ("Forget me.", "FORGET ME"),
        ("ADDRESS ADD me@example.org", "ADDRESS ADD me@example.org"),
        ("VACATION 2026-12-20 2027-01-03", "VACATION 2026-12-20 2027-01-03"),
        ("AUTO forced on", "AUTO forced on"),
        ("CALL left", "CALL left"),
        ("call 2 left, 1 right", "CALL 2 left 1 right"),
        ("CALL two cards to the left and one across", "CALL 2 left 1 across"),
        ("CALL second left", "CALL second-left"),
        ("CALL kitty", "CALL mix"),
        ("CALL one each", "CALL 1 scatter"),
        ("CALL hold", "CALL hold"),
        ("CHARGE none", "CHARGE"),
        ("charge nothing", "CHARGE"),
        ("CHARGE QS and AH", "CHARGE QS AH"),
        ("expose QS", "CHARGE QS"),
        ("BID 9", "BID 9"),
        ("bid nine", "BID 9"),
        ("BID 3 hearts", "BID H 3"),
        ("bid four of spades", "BID S 4"),
        ("BID 4d", "BID D 4"),
        ("BID pass", "BID"),
        ("BID none", "BID"),
        ("BID every trick", "BID capot"),
        ("DISCARD 2C 3C 4C 5C", "DISCARD 2C 3C 4C 5C"),
        ("QUEUE 5C 3D", "QUEUE 5C 3D"),
        ("MOON ADD", "MOON add"),
        ("moon others", "MOON add"),
        ("moon plus", "MOON add"),
        ("MOON SUBTRACT", "MOON subtract"),
        ("moon me", "MOON subtract"),
        ("moon minus", "MOON subtract"),
        ("moon subtract from my score", "MOON subtract"),
        ("PASS QS KS AH", "PASS QS KS AH"),
    ],
)
def test_a_verb_needs_no_question(text: str, order: str) -> None:
    assert orders(text, NOTHING) == [order]


@pytest.mark.parametrize(
    ("text", "text_said"),
    [
        ("SAY hello there", "hello there"),
        ("say Hello There", "Hello There"),
        ("SAY: hello", "hello"),
        ("Say “well played”, North – QS was a shock…", "“well played”, North – QS was a shock…"),
        ("*SAY hello*", "hello"),
        ("“SAY hello”", "hello"),
        ("SAY *hello*", "*hello*"),
        ("- SAY hello!", "hello!"),
        ("SAY Привет", "Привет"),
        ("SAY 👩\u200d👩\u200d👧 hi", "👩\u200d👩\u200d👧 hi"),
        ("SAY I take it [grin]", "I take it [grin]"),
        ("SAY is anybody there?", "is anybody there?"),
    ],
)
def test_talk_is_taken_as_it_was_written(text: str, text_said: str) -> None:
    (order,) = reading(text).orders
    assert (order.verb, order.text) == ("SAY", text_said)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("yes", "JOIN"),
        ("Yes!", "JOIN"),
        ("Y", "JOIN"),
        ("yes, please", "JOIN"),
        ("Yes please!", "JOIN"),
        ("ok", "JOIN"),
        ("Sure.", "JOIN"),
        ("I'm in!", "JOIN"),
        ("I’m in", "JOIN"),
        ("*yes*", "JOIN"),
        ("Yes - Bob", "JOIN"),
        ("no", "DECLINE"),
        ("No.", "DECLINE"),
        ("No thanks!", "DECLINE"),
        ("no, thank you", "DECLINE"),
        ("nope", "DECLINE"),
    ],
)
def test_yes_and_no_answer_an_invitation(text: str, order: str) -> None:
    assert orders(text, INVITED) == [order]
    assert orders(text, PLAY) == []


def test_yes_is_a_verb_only_where_it_is_asked() -> None:
    specs = (*SPECS, Spec("YES", Args.NONE, aliases=("CONFIRM IT",)), Spec("NO", Args.NONE))
    asked = Asked(yes="YES", no="NO")
    assert [order.verb for order in parse(["Yes!"], "", asked, specs).orders] == ["YES"]
    assert [order.verb for order in parse(["confirm it"], "", PLAY, specs).orders] == ["YES"]
    assert [order.verb for order in parse(["QS", "", "Yes!"], "", PLAY, specs).orders] == ["PLAY"]
    assert [miss.why for miss in parse(["no"], "", PLAY, specs).misread] == [Why.NOTHING]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("add", "MOON add"),
        ("Add!", "MOON add"),
        ("others", "MOON add"),
        ("add to the others", "MOON add"),
        ("them", "MOON add"),
        ("subtract", "MOON subtract"),
        ("me", "MOON subtract"),
        ("minus", "MOON subtract"),
    ],
)
def test_the_shooter_answers_with_one_word(text: str, order: str) -> None:
    assert orders(text, MOON) == [order]
    assert orders(text, PLAY) == []


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("7", "BID 7"),
        ("seven", "BID 7"),
        ("pass", "BID"),
        ("no bid", "BID"),
        ("none", "BID"),
    ],
)
def test_a_bid_is_a_bare_number_or_a_pass(text: str, order: str) -> None:
    assert orders(text, BID) == [order]
    assert orders(text, PLAY) == []


@pytest.mark.parametrize("text", ["3 hearts", "3H", "three of hearts", "Bid 3 hearts"])
def test_where_a_bid_is_asked_a_number_and_a_suit_are_one(text: str) -> None:
    assert orders(text, BID) == ["BID H 3"]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("left", "CALL left"),
        ("LEFT!", "CALL left"),
        ("2 left, 1 right", "CALL 2 left 1 right"),
        ("kitty", "CALL mix"),
        ("one each", "CALL 1 scatter"),
    ],
)
def test_the_dealer_says_the_way_alone(text: str, order: str) -> None:
    assert orders(text, CALL) == [order]
    assert orders(text, PLAY) == []


@pytest.mark.parametrize("text", ["the others.", "to the others.", "from my score."])
def test_the_end_of_a_sentence_of_ours_is_no_choice_of_the_moon(text: str) -> None:
    assert orders(text, MOON) == []


@pytest.mark.parametrize("text", ["to the left.", "the kitty.", "in the middle", "hold, hands, hearts"])
def test_the_end_of_a_sentence_of_ours_is_no_call(text: str) -> None:
    assert orders(text, CALL) == []


def test_a_bare_charge_is_no_answer_since_it_may_mean_the_only_card_that_could_be() -> None:
    assert missed("CHARGE", CHARGE) == ("args", "CHARGE")


@pytest.mark.parametrize(
    ("text", "order"), [("none", "CHARGE"), ("nothing", "CHARGE"), ("QS", "CHARGE QS"), ("QS AH", "CHARGE QS AH")]
)
def test_charging_is_answered_with_cards_or_none(text: str, order: str) -> None:
    assert orders(text, CHARGE) == [order]


def test_bare_cards_mean_what_the_mail_asked_for() -> None:
    assert orders("2C 3C 4C 5C", DISCARD) == ["DISCARD 2C 3C 4C 5C"]
    assert orders("2C 3C 4C", PASS) == ["PASS 2C 3C 4C"]
    assert orders("2C", PLAY) == ["PLAY 2C"]
    assert orders("2C", NOTHING) == []


def test_too_few_or_too_many_cards_are_an_order_that_the_rules_will_refuse() -> None:
    assert orders("QS KS", PASS) == ["PASS QS KS"]
    assert orders("QS KS AH 2C", PASS) == ["PASS QS KS AH 2C"]


INERT = (
    "Your hand:",
    "♠ A K 10 4",
    "♠ A",
    "♠ Q",
    "♥ 10",
    "♣ 9 8 7 2",
    "♦ -",
    "♠: A K 10 4",
    "S A K 10 4",
    "S A",
    "Q S",
    "A S",
    "Spades: A K 10 4",
    "Spades A K 10 4",
    "Spades 4",
    "Hearts 7",
    "Hearts 10",
    "Hearts table 7, hand 2, trick 4",
    "R 14 9 5",
    "R: 14",
    "You may play: [3C] [5C] [JC]",
    "You may play: [3C]",
    "To pass: 3 cards, to NAME",
    "To pass: 3 cards, to West",
    "[JOIN] or [DECLINE]",
    "SAY [text]",
    "HELP [topic]",
    "NEW [variant] [option=value ...] [WITH address ...]",
    "North 10S, East QS",
    "North 10S, East QS, South 2S, West AS",
    "Trick 4: North 10S, East QS, South 2S, West AS*",
    "* North 10S  East QS  South 2S  West AS",
    "North: QS",
    "North passed QS KS AH to you.",
    "You passed QS KS AH to East.",
    "You passed: QS KS AH",
    "You played QS.",
    "You pass QS KS AH.",
    "You play QS.",
    "Welcome, QS! You are registered here with",
    "Your last command was:",
    "Lead: 9S",
    "Led: 9S by West",
    "QS was led by West",
    "West took the trick with QS.",
    "Trick 4",
    "Deal 3",
    "Points: 13",
    "Score:",
    "Score: North 26, East 0, South 4, West 48",
    "North  26   +13   39",
    "| North | 26 | 13 |",
    "1. North 26",
    "North 26",
    "Tuesday, 3 March 2026, 19:02 (UTC)",
    "2026-03-03 19:02",
    "10:30",
    "3 March",
    "Answer with one line, for example:",
    "Answer by Thursday, 5 March 2026, 20:00 CET.",
    "Reply with a card. HELP explains more.",
    "Send HELP to hearts@example.org",
    "Seat key: hearts+t7.w.g6j1tf9u@example.net",
    "On Tue, Mar 3, 2026 at 7:02 PM Hearts Table 7 <hearts@example.net> wrote:",
    "> PLAY QS",
    ">> QS",
    "| PLAY QS",
    "----",
    "--",
    "-- ",
    "====",
    "####",
    "Sent from my iPhone",
    "Bob",
    "Best regards",
    "Thanks!",
    "Ok",
    "good game",
    "well played",
    "no wait,",
    "PASS holder since 1999",
    "PLAY 2C is my favourite opening",
    "PASS 2H 3H 4H was my best hand",
    *DISCLAIMER,
)


@pytest.mark.parametrize("line", INERT)
def test_our_own_lines_and_everyday_ones_are_no_order_in_any_state(line: str) -> None:
    for asked in EVERY_STATE:
        if not (asked is INVITED and line == "Ok"):
            assert orders(line, asked) == [], asked


@pytest.mark.parametrize(
    "text",
    [
        "not QS",
        "QS?",
        "PLAY QS?",
        "QS or KS",
        "PLAY QS or KS",
        "QS, KS or AH",
        "don't play QS",
        "I don't play QS",
        "never QS",
        "no QS",
        "no, QS",
        "maybe QS",
        "if I could play QS",
        "I play QS if West leads",
        "I will not play QS",
        "I would play QS but I hold the king",
        "please don't play QS",
        "PLAY QS - no wait",
        "PLAY QS - not really",
        "PLAY QS – mais non",
        "PLAY QS – lieber nicht",
        "PLAY QS - or KS",
        "PLAY QS (or KS)",
        "PLAY QS (just kidding)",
        "PLAY QS - right?",
        "PLAY QS - I think",
        "PLAY QS (maybe)",
        "QS - Not",
        "~~PLAY QS~~",
        "P\u0336L\u0336A\u0336Y\u0336 Q\u0336S\u0336",
        "PLAYQS",
        "PLYA QS",
        "PLAY",
        "PLAY Q",
        "PLAY S",
        "PLAY Q S",
        "PLAY ♠ Q",
        "PLAY QX",
        "PLAY 11H",
        "PLAY 1H",
        "PLAY 0H",
        "PLAY 15R",
        "PLAY QR",
        "PLAY the queen",
        "play a heart",
        "play a spade",
        "play spades",
        "play hearts 7",
        "PLAY QS KS",
        "QS KS",
        "QS 2C 3C",
        "I QS",
        "I'll QS",
        "eleven of hearts",
        "14 of hearts",
        "queen of red",
        "Ha",
        "ha",
        "HA",
        "Ha!",
        "ha ha",
        "ha ha ha",
        "Ah!",
        "ah, as",
        "da",
        "ok, as",
        "QS-KS",
        "QS/KS",
        "QS KS AH 10H 4C 2D",
    ],
)
def test_a_doubtful_line_plays_nothing(text: str) -> None:
    assert orders(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "two hearts",
        "pass two hearts",
        "pass 3 spades",
        "pass three hearts and a club",
        "pass my hearts",
        "QS KS AH?",
        "QS KS or AH",
        "ha ha ha",
        "PASS",
        "PASS 3",
        "not QS KS AH",
        "QSKSAH",
    ],
)
def test_a_doubtful_line_passes_nothing(text: str) -> None:
    assert orders(text, PASS) == []


@pytest.mark.parametrize(
    "text",
    [
        "Name is Bob",
        "Set the table",
        "New here, sorry",
        "History is fun",
        "Rules are rules",
        "Invite the others",
        "Call me?",
        "Leave me alone",
        "Leave it to me",
        "Start without me",
        "Keep it up",
        "Join us",
        "Back in a minute",
        "Hand over",
        "Last but not least",
        "Score!  What a score that was",
        "Game on",
        "Game over",
        "Moon river",
        "Resign? Me?",
        "Bid you farewell",
        "bid",
        "MOON",
        "MOON perhaps",
        "GAME twelve thousand",
        "GAME -3",
        "GAME 1234567890",
        "HISTORY of the world",
        "Name: Bob",
        "Game: 12",
        "Hand: 3C 4C",
    ],
)
def test_a_sentence_that_begins_with_a_verb_is_no_order(text: str) -> None:
    assert orders(text, NOTHING) == []


def test_an_everyday_word_is_a_card_only_where_it_stands_first_or_in_capitals() -> None:
    assert orders("as") == ["PLAY AS"]
    assert orders("Ah") == ["PLAY AH"]
    assert orders("well,\nas\nit happens") == []
    assert orders("well,\nAS") == ["PLAY AS"]
    assert orders("PLAY HA") == ["PLAY AH"]


def test_a_line_that_is_too_long_to_read_is_talk_or_nothing() -> None:
    assert orders("PLAY QS" + " " * 2000) == []
    assert orders("QS " * 500, PASS) == []
    (said,) = reading("SAY " + "x" * 3000).orders
    assert len(said.text) < 1000


def test_an_order_keeps_the_players_own_line() -> None:
    (order,) = reading("  “PLAY QS” — South ").orders
    assert order.line == "“PLAY QS” — South"


def test_a_card_may_be_asked_by_a_verb_that_has_no_spec() -> None:
    (order,) = parse(["QS"], "", Asked("DUMMY", 1), ()).orders
    assert (order.verb, order.cards) == ("DUMMY", cards("QS"))
