"""Golden games: a log as a column that one reads like the bridge column of a newspaper, and back.

`python -m tests.games.column NAME …` writes the game of a preset anew, without names those that are missing.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

from pbem.cards import Card, cards, cards_text
from pbem.hearts.entries import (
    Bid,
    Called,
    Charged,
    Choice,
    Dealt,
    Discarded,
    Entry,
    Mixed,
    MoonChosen,
    MoonPay,
    Opened,
    Passed,
    Played,
    Score,
    Stopped,
)
from pbem.hearts.events import DealEnded, Event, GameEnded, TrickTaken
from pbem.hearts.game import Game
from pbem.hearts.rules.contracts import CONTRACTS
from pbem.hearts.rules.presets import PRESETS, preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import differences, options
from pbem.hearts.view import Ask, SeatView
from tests.hearts.hand_notation import hand_from_text, hand_to_text
from tests.hearts.playing import next_entry

HERE = Path(__file__).parent
_BETWEEN = re.compile(r" +\| +")


def _score(score: Score) -> str:
    return str(score) if isinstance(score, int) else f"{score[0]}{score[1]:+}i"


def _scores(scores: tuple[Score, ...]) -> str:
    return "  ".join(map(_score, scores))


def write(log: list[Entry]) -> str:
    """The column of a log."""
    game = Game()
    lines: list[str] = []
    for entry in log:
        lines += _said(entry, lines)
        for event in game.apply(entry):
            lines += _told(event)
    return "\n".join(lines) + "\n"


def _said(entry: Entry, lines: list[str]) -> list[str]:
    """The lines of an entry; answers of several seats to one question go on one line."""
    if isinstance(entry, Opened):
        base = PRESETS[entry.rules.name]
        return [" ".join(["Rules", base.name, *(f"{a}={b}" for a, b in differences(entry.rules, base))])]
    if isinstance(entry, Dealt):
        hands = [f"  {seat}  {hand_to_text(hand)}" for seat, hand in enumerate(entry.hands)]
        rest = [f"  rest  {cards_text(entry.rest)}"] if entry.rest else []
        return ["", f"Deal {entry.base.number}, dealer {entry.base.dealer}", *hands, *rest]
    if isinstance(entry, Mixed):
        rest = [cards_text(entry.rest)] if entry.rest else []
        return ["Mix      " + " | ".join([*map(cards_text, entry.gave), *rest])]
    if isinstance(entry, Played):
        return []
    if isinstance(entry, Stopped):
        return ["Stopped"]
    word, text = _WORDS[type(entry)]
    said = f"{entry.seat}: {text(entry)}"
    if lines and lines[-1].startswith(word):
        lines[-1] += f" | {said}"
        return []
    return [f"{word:<9}{said}"]


def _cards(entry: Charged | Discarded) -> str:
    return cards_text(entry.cards) or "none"


def _pass(entry: Passed) -> str:
    refusing = "" if entry.refuse is None else f" refusing {cards_text(entry.refuse) or 'none'}"
    return (cards_text(entry.cards) or "none") + refusing


def _call(entry: Called) -> str:
    if entry.contract:
        return entry.contract
    return f"mix {entry.mix}" if entry.mix else " ".join(f"{a:+}x{b}" for a, b in entry.passing)


def _bid(entry: Bid) -> str:
    return "none" if entry.amount is None else f"{entry.amount}" + ("" if entry.suit is None else f" {entry.suit}")


_WORDS: dict[type, tuple[str, Callable[..., str]]] = {
    Called: ("Call", _call),
    Bid: ("Bid", _bid),
    Passed: ("Pass", _pass),
    Charged: ("Charge", _cards),
    Discarded: ("Discard", _cards),
    MoonChosen: ("Moon", lambda entry: entry.choice),
}


def _told(event: Event) -> list[str]:
    if isinstance(event, TrickTaken):
        trick = event.trick
        cards_played = " ".join(f"{play.card.text:<3}" for play in trick.plays)
        taker = "nobody" if trick.winner is None else str(trick.winner)
        return [f"{trick.number:>3}  {trick.leader}: {cards_played} -> {taker}  {_score(trick.points)}"]
    if isinstance(event, DealEnded):
        moon = f"  moon by {event.record.shooter}: {event.record.moon}" if event.record.shooter is not None else ""
        return [f"Points   {_scores(event.record.points)}{moon}", f"Scores   {_scores(event.record.scores)}"]
    if isinstance(event, GameEnded):
        return ["", "Places   " + " ".join(map(str, event.places))]
    return []


def read(text: str) -> list[Entry]:
    """The log of a column."""
    game = Game()
    log: list[Entry] = []
    for entry in _entries(text.splitlines(), game):
        log.append(entry)
        game.apply(entry)
    return log


def _entries(lines: list[str], game: Game) -> Iterator[Entry]:
    at = 0
    while at < len(lines):
        word, _, more = lines[at].strip().partition(" ")
        at += 1
        if word == "Rules":
            name, *changes = more.split()
            yield Opened(options(PRESETS[name], dict(change.split("=", 1) for change in changes)))
        elif word == "Deal":
            hands: list[tuple[Card, ...]] = []
            rest: tuple[Card, ...] = ()
            while at < len(lines) and lines[at].startswith("  ") and ":" not in lines[at]:
                seat, _, hand = lines[at].strip().partition("  ")
                hands, rest = (hands, cards(hand)) if seat == "rest" else ([*hands, hand_from_text(hand)], rest)
                at += 1
            yield Dealt(game.base, tuple(hands), rest)
        elif word == "Stopped":
            yield Stopped()
        elif word == "Mix":
            parts = [cards(part) for part in _BETWEEN.split(more.strip())]
            yield Mixed(tuple(parts[: game.rules.players]), *parts[game.rules.players :])
        elif word in _READ:
            for said in _BETWEEN.split(more.strip()):
                seat, _, what = said.partition(": ")
                yield _READ[word](int(seat), what)
        elif word.isdigit():
            for played in cards(more.partition(":")[2].partition("->")[0]):
                yield Played(game.view(game.to_act[0]).acts_for, played)


def _cards_of(what: str) -> tuple[Card, ...]:
    return () if what == "none" else cards(what)


def _read_pass(seat: int, what: str) -> Choice:
    passed, refusing, back = what.partition(" refusing ")
    return Passed(seat, _cards_of(passed), refuse=_cards_of(back) if refusing else None)


def _read_call(seat: int, what: str) -> Choice:
    if what in CONTRACTS:
        return Called(seat, (), contract=what)
    if what.startswith("mix"):
        return Called(seat, (), int(what.split()[1]))
    pairs = [pair.split("x") for pair in what.split()]
    return Called(seat, tuple((int(a), int(b)) for a, b in pairs))


def _read_bid(seat: int, what: str) -> Choice:
    if what == "none":
        return Bid(seat, None)
    amount, *suit = map(int, what.split())
    return Bid(seat, amount, suit[0] if suit else None)


_READ: dict[str, Callable[[int, str], Choice]] = {
    "Call": _read_call,
    "Bid": _read_bid,
    "Pass": _read_pass,
    "Charge": lambda seat, what: Charged(seat, _cards_of(what)),
    "Discard": lambda seat, what: Discarded(seat, _cards_of(what)),
    "Moon": lambda seat, what: MoonChosen(seat, cast("MoonPay", what)),
}


def _plain_play(view: SeatView) -> Card:
    """As a beginner plays: leads low, ducks if possible, throws the dearest card when void."""
    led = view.trick.plays[0].card.suit if view.trick else None
    if view.trick is None or led is None:
        return min(view.legal, key=lambda c: c.rank)
    following = [c for c in view.legal if c.suit is led]
    if not following:
        return max(view.legal, key=lambda c: (view.rules.points(c), c.rank))
    high = max(play.card.rank for play in view.trick.plays if play.card.suit is led)
    under = [c for c in following if c.rank < high]
    return max(under, key=lambda c: c.rank) if under else min(following, key=lambda c: c.rank)


def short(rules: Rules) -> Rules:
    """The preset with a target so near that a game fits on a page."""
    target = int(rules.target / 4) if rules.end_when != "deals" and rules.target > 50 else rules.target
    changes = {"target": str(target)}
    if rules.deals > 3:
        changes["deals"] = "3"
    return options(rules, changes)


def generate(name: str, seed: int = 1) -> str:
    """A game of the preset as a column."""
    rng = random.Random(f"{name}/{seed}")
    game = Game()
    log: list[Entry] = [Opened(short(preset(name)))]
    game.apply(log[0])
    while game.phase != "finished":
        if game.needs_chance == "deal" and game.rules.end_when == "time" and game.base.number == 3:
            log.append(Stopped())
            game.apply(log[-1])
            continue
        seat = game.to_act[0] if game.to_act else None
        if seat is not None and game.ask(seat) is Ask.PLAY:
            view = game.view(seat)
            entry: Entry = Played(view.acts_for, _plain_play(view))
        else:
            entry = next_entry(game, rng)
        log.append(entry)
        game.apply(entry)
    return write(log)


def main(names: list[str]) -> None:
    """Writes the games named, or those that are missing."""
    for name in names or [name for name in PRESETS if not (HERE / f"{name}.txt").exists()]:
        (HERE / f"{name}.txt").write_text(generate(name), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
