"""Problem positions with an agreed answer, and why. A robot that misses one of them would embarrass us."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.cards import Card, cards
from pbem.hearts.rules.presets import preset
from pbem.hearts.view import SeatView
from tests.robots.table import ending, seen, to_pass

WEB = preset("web")
AMERICAN = preset("american")
OMNIBUS = preset("omnibus")
HARTEN = preset("hartenjagen")

Answer = Callable[[tuple[Card, ...]], bool]


@dataclass(frozen=True)
class Problem:
    """A view, what may be answered, and the reason."""

    name: str
    view: SeatView
    good: Answer
    why: str
    medium: bool = True  # rules of thumb find it too


def any_of(text: str) -> Answer:
    """One of these cards."""
    good = cards(text)
    return lambda chosen: chosen[0] in good


def none_of(text: str) -> Answer:
    """None of these cards."""
    bad = cards(text)
    return lambda chosen: not set(chosen) & set(bad)


def with_all(text: str) -> Answer:
    """All of these are among them."""
    return lambda chosen: set(cards(text)) <= set(chosen)


PASSES = (
    Problem(
        "the queen with one guard is passed",
        to_pass(WEB, "QS 5S 2C 7C 9C 3D 4D 8D JD 2H 4H 6H 7H"),
        with_all("QS"),
        "the second spade lead would catch her",
    ),
    Problem(
        "ace and king of spades with one guard are passed",
        to_pass(WEB, "AS KS 3S 2C 4C 6C 3D 5D 7D 2H 4H 6H 8H"),
        with_all("AS KS"),
        "they take the queen",
    ),
    Problem(
        "low hearts are never passed",
        to_pass(WEB, "2H 3H 4H KC QC 10C AD KD 9D JS 8S 7S 6S"),
        none_of("2H 3H 4H"),
        "a low heart is a way out, at every heart lead",
    ),
    Problem(
        "high hearts without low ones are passed",
        to_pass(WEB, "AH KH QH 2C 3C 4C 2D 3D 4D 2S 3S 4S 5S"),
        with_all("AH KH QH"),
        "nothing else in the hand can take a trick",
    ),
    Problem(
        "low spades stay at home",
        to_pass(WEB, "2S 4S 6S 7S AC KC 9C AD QD 8D KH 10H 3H"),
        none_of("2S 4S 6S 7S"),
        "they guard against a queen that comes in, and draw one that is out",
    ),
    Problem(
        "a bare king of diamonds goes",
        to_pass(WEB, "KD 2C 4C 6C 8C 2S 4S 6S 8S 2H 4H 6H 8H"),
        with_all("KD"),
        "it is the only card that takes a trick, and the void is worth having",
    ),
    Problem(
        "the jack of diamonds stays with the cards that win it",
        to_pass(OMNIBUS, "AD KD QD JD 2C 3C 9C 2S 4S 5S 2H 8H 9H"),
        none_of("JD"),
        "ten points off, and the trick is ours to win",
    ),
)

QUIET = "1: 2C 5C 9C 10C"  # a first trick in which seat 0 played the ten and took nothing of weight
AFTER = "2D 7D 9D 3H 5H 8H"

FOLLOWING = (
    Problem(
        "the queen goes under the king",
        seen(WEB, "QS 2S 4C 6C 7D 9D 3H 5H 8H JD QC 8C", [QUIET], "1: 3S KS 5S"),
        any_of("QS"),
        "the trick is another's, and so are the thirteen points",
    ),
    Problem(
        "the queen is thrown as soon as the led suit is out",
        seen(WEB, "QS 2S 9S 6D 7D 9D 3H 5H 8H JD AH 10D", [QUIET], "1: 3C 7C AC"),
        any_of("QS"),
        "she cannot come back",
    ),
    Problem(
        "the ace of clubs goes on the first trick",
        seen(WEB, "AC 3C 6D 7D 9D 3H 5H 8H JD AH 10D 2S 9S", (), "1: 2C 5C JC"),
        any_of("AC"),
        "no points can fall on it, and later they will",
    ),
    Problem(
        "the ace stays back when the queen lies there",
        seen(WEB, "AS 2S 6D 7D 9D 3H 5H 8H JD AH 10D 4C", [QUIET], "1: 9S QS 3S"),
        any_of("2S"),
        "thirteen points lie there",
    ),
    Problem(
        "forced over in hearts, the highest goes",
        ending("JH AH 2C 3C", "9H 10H 3H KC QC 9C 4S 2S 5S", "1: 8H 4H 7H"),
        any_of("AH"),
        "the trick is ours whatever we play, so the worst card is spent on it",
    ),
    Problem(
        "third hand with the king stays low while the queen is out",
        seen(WEB, "KS 8S 6S 2S 7D 9D 3H 5H 4H 8D 4C 3C", [QUIET], "2: 3S 9S"),
        any_of("8S 6S 2S"),
        "who plays last may hold the queen",
    ),
    Problem(
        "last in a clean spade trick, the king is spent",
        seen(WEB, "KS 6S 4C 6C 7D 9D 3H 5H 8H JD QC 8C", [QUIET], "1: 3S 9S 5S"),
        any_of("KS"),
        "nobody can drop the queen on it any more",
    ),
    Problem(
        "the highest card that goes under",
        ending("2D QD 3C 4H", "JD KD 4D 5C 6C 2C KS 10S 9S 5H", "2: AD 5D"),
        any_of("QD"),
        "the ace has the trick: the queen will never be so safe again",
    ),
    Problem(
        "a heart is thrown before a club that is safe",
        ending("AH 2C 3C", "KC QC 9C 5H 6H 7D", "1: 4D 5D 8D"),
        any_of("AH"),
        "the ace must take a heart trick, the low clubs nothing",
    ),
    Problem(
        "the guard of the queen's suit is thrown while she is out",
        ending("KS 2D 3D 2C", "QS 4S 5S AD KD QD AC JC 10C", "1: 5H 6H 7H"),
        any_of("KS"),
        "the king would catch her",
    ),
    Problem(
        "last and clean: the trick is taken with the high club",
        ending("AC 2C 3D", "KC QC JC 6H 7H 9D", "1: 3C 4C 5C"),
        any_of("AC"),
        "no heart can fall on it now, and the two low cards take nothing after it",
    ),
    Problem(
        "last with points on the table: under",
        ending("AC 2C 3D", "KD QD 4D 5S 6H 7S", "1: 3C 8H 5C"),
        any_of("2C"),
        "a heart lies there",
    ),
    Problem(
        "second hand does not cover a low heart",
        ending("2H KH 4D", "AH QH 5H 6H AD 8D 9D 10D", "3: 3H"),
        any_of("2H"),
        "the two goes under and the king can wait for the ace",
    ),
    Problem(
        "under the ace of hearts with the king",
        ending("2H KH 4D", "QH 5H 6H AD 8D 9D 10D", "2: AH 3H"),
        any_of("KH"),
        "the ace has it",
    ),
    Problem(
        "the queen of spades goes under the ace even when last",
        ending("QS 3S 4D", "7D 8D 9D 5S 6S 9S", "1: 2S AS 4S"),
        any_of("QS"),
        "the ace takes her",
    ),
    Problem(
        "the queen is not played under nothing",
        ending("QS 3S 4D", "KS 7D 8D 5S 6S 9D", "1: 2S 7S 4S"),
        any_of("3S"),
        "she would take herself",
    ),
    Problem(
        "of two hearts that go under, the higher",
        ending("4H 6H 2C", "5H 8H 9H KC QC JD 10D", "2: 7H 3H"),
        any_of("6H"),
        "the four stays as a way out",
    ),
    Problem(
        "a bare ace is thrown before low cards",
        ending("AC 2H 3D", "KC QC 9C 5H 6H KD", "1: 4S 5S 6S"),
        any_of("AC"),
        "it is the only card here that can be made to take something",
    ),
    Problem(
        "the queen is thrown before the ace of hearts",
        ending("QS AH 3C", "4S 2S 4C 5C 2H 6H", "1: 5D 8D 9D"),
        any_of("QS"),
        "both would take the next lead of their suit, and thirteen are more than one",
    ),
    Problem(
        "with the queen gone, the ace of spades takes a clean trick",
        ending("AS 3S 4D", "6S 7S 8S 5H 6H 9D", "1: 5S 9S 10S"),
        any_of("AS"),
        "later hearts would fall on it",
    ),
    Problem(
        "void on the first trick, the ace or king of spades goes",
        seen(WEB, "AS KS 3S 2D 4D 6D 8D 10D 3H 5H 7H 9H 2H", (), "1: 2C 5C 9C"),
        any_of("AS KS"),
        "points may not be thrown yet, and these two catch the queen",
    ),
)

LEADING = (
    Problem(
        "low spades draw the queen",
        seen(WEB, "5S 4S 2S 6D 7D 9D 3H 5H 8H 3C 4C 10D", [QUIET]),
        any_of("5S 4S 2S"),
        "none of our spades can catch her, and whoever holds her runs out of guards",
    ),
    Problem(
        "the king of spades is not led into the queen",
        ending("KS 2D 3D", "QS 5S 7S AD KD 4D AC QC 8C"),
        any_of("2D 3D"),
        "she would fall on it",
    ),
    Problem(
        "the owner of the queen does not lead her suit",
        ending("QS 3S 2D", "5S 7S 9S AD KD 4D AC QC 8C"),
        none_of("3S QS"),
        "her guard is all she has",
    ),
    Problem(
        "a suit that nobody else has is not led",
        ending("AC 2D 3D", "AD KD QD 4D 5H 6H 7H 8H 9H"),
        any_of("2D 3D"),
        "three hearts would fall on the club",
    ),
    Problem(
        "a card that must win once is led while the others can follow",
        ending("2D JC 9H", "AD KD QD 10C 8C 7C 8H 7H 6H"),
        any_of("JC"),
        "three clubs fall on it, later it would be hearts; the two of diamonds is the way out",
        medium=False,
    ),
    Problem(
        "a suit that two others have run out of is left alone",
        seen(
            WEB,
            "5D KD 2S 3S 7S 9S 4H 6H 8C JC",
            [QUIET, "0: 4D JD 2H 3H", "1: 3C 4C 6C KC"],
        ),
        none_of("5D KD"),
        "hearts come down on every diamond",
    ),
    Problem(
        "the two of hearts is a safe lead",
        ending("2H QC 9D", "3H 4H 5H JC 10C 8C 8D 7D 6D"),
        any_of("2H"),
        "three others must go over",
    ),
    Problem(
        "the middle heart is led last, the lowest first",
        ending("2H 6H KH", "3H 4H 5H 7H 8H 9H 10H JH QH"),
        any_of("2H"),
        "the two is always under; while it is there the others may be driven out",
    ),
    Problem(
        "a high card of a suit that all still follow is cashed before hearts can fall",
        seen(WEB, "AD KD 3D 2C 4C 6C 3H 5H 7H 2S 4S 6S", ["1: 7C 8C 9C 10C"]),
        none_of("3H 5H 7H"),
        "hearts are not broken",
    ),
)

SHOT = ["1: 2C 5C 9C AC", "0: 3D KD 4D 5D", "1: AH 2H 3H 4H", "1: KH 5H 6H 7H", "1: QH 8H 9H 10H"]

MOON = (
    Problem(
        "a heart trick is taken from a shooter",
        ending("KH 2C 3D", "AH QH 5D 6C 7D 8C", "1: JH 4H 5H", moon="add"),
        any_of("KH"),
        "one point now, or twenty-six",
    ),
    Problem(
        "nothing that counts is thrown to a shooter",
        seen(WEB, "QS JH 2S 3S 4C 6C 7C 8C", SHOT, "1: AD 6D 7D"),
        none_of("QS JH"),
        "seat 1 has every point so far: with the queen and the jack it would have them all",
    ),
    Problem(
        "a hand full of masters is played from the top",
        seen(WEB, "AH KH QH JH 10H 9H 8H AS KS QS AC KC", [QUIET]),
        any_of("AC KC AS KS QS"),
        "every trick is ours to the end: the moon",
        medium=False,
    ),
)

VARIANTS = (
    Problem(
        "the jack of diamonds is taken in Omnibus",
        ending("AD 2D 3C", "4C 5C 6C 7S 8S 9H", "1: 4D JD 5D", bonus="JD=-10"),
        any_of("AD"),
        "ten points off",
    ),
    Problem(
        "the jack of diamonds is not thrown on another's trick",
        ending("JD 5H 3C", "4C 5C 6C 4D 8D 9D", "1: AS 2S 3S", bonus="JD=-10"),
        none_of("JD"),
        "it would give ten points away",
    ),
    Problem(
        "last with the jack of diamonds in a trick that it wins",
        ending("JD 2D 3C", "4C 5C 6C 7S 8S 9H", "1: 4D 10D 5D", bonus="JD=-10"),
        any_of("JD"),
        "it takes itself home",
    ),
    Problem(
        "a heart lead is ducked in the first phase of Hartenjagen",
        seen(HARTEN, "AH 7H 8D 9D 7S 8S QC", ["1: 7C 9C 10C 8C"], "3: 8H"),
        any_of("7H"),
        "hearts count against us",
    ),
    Problem(
        "the same heart lead is taken in its second phase",
        seen(HARTEN, "AH 7H 8D 9D 7S 8S QC", ["1: 7C 9C 10C 8C"], "3: 8H", phase=2),
        any_of("AH"),
        "now what is taken comes off the score",
    ),
    Problem(
        "in the second phase of Hartenjagen the top hearts are led",
        seen(HARTEN, "AH KH 8D 9D 7S 8S QC", ["1: 7C 9C 10C JC"], phase=2),
        any_of("AH KH"),
        "the others must give theirs",
        medium=False,
    ),
    Problem(
        "in Spot Hearts the ace of hearts is thrown first",
        ending("AH 2C 3C", "KC QC KH 3H 4C 5D", "1: 4S 5S 6S", values="H=pips QS=25"),
        any_of("AH"),
        "it costs fourteen",
    ),
    Problem(
        "in Black Maria the king of spades is thrown before a heart",
        ending("KS 9H 3D", "5S 4S 2H 6H KD QD", "1: 5C 8C 9C", values="H=1 QS=13 KS=10 AS=7"),
        any_of("KS"),
        "it costs ten",
    ),
)

PLAYS = FOLLOWING + LEADING + MOON + VARIANTS
