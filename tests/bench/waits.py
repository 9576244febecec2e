"""How long a deal takes by mail: waits in a row, mails out, letters in, days; with what shortens it off and on.

Four people who answer a mail after a while of their waking hours (median three hours), by letters through the real
server in simulated time. What they play a robot says, from what their own seat sees; the plans are one text, sent with
the pass. A card that waits behind the timing mask is a wait, too.

Who was asked early and has not answered gets a second mail when the turn comes, so waits are counted in two ways. From
the first mail that asks: these follow one upon another and make up the deal's length, since the answer comes as soon as
it would without the second mail. From the last one: as if everybody who gets a second mail had left the first unread;
this is the most that it can be, and how it was counted before there was a second mail.
"""

from __future__ import annotations

import heapq
import itertools
import random
import re
import sys
import tempfile
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import exp, log
from pathlib import Path

from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms
from pbem.hearts.entries import MoonChosen, Passed, Played
from pbem.hearts.view import Ask, SeatView
from pbem.ids import GameId
from pbem.robots import LEVELS
from tests.table import Bench

PEOPLE = tuple(f"{name}@people.example" for name in ("anna", "ben", "cleo", "dan"))
DEALS = 8
MEDIAN = 3.0  # hours awake
AWAKE = (8, 23)  # of the day
PLAN = "ALWAYS DUCK LAST, DUMP QS, DUMP HIGHEST HEART, DUMP HIGHEST"  # to follow; what is led they are asked
LEADS = "LEAD LOWEST CLUB, LEAD LOWEST DIAMOND"  # after these two suits they are asked again
ASKS = re.compile(r"^(You may play:|To pass:|- \[MOON ADD\])", re.MULTILINE)


@dataclass(frozen=True)
class Way:
    """A row of the table: what is on."""

    name: str
    ask: str = "turn"
    rest: str = "off"
    forced: bool = False
    plans: int = 0  # how many of the four use them
    leads: bool = False  # they plan their leads too
    veil: str = "off"


WAYS = (
    Way("nothing of it"),
    Way("forced cards alone", forced=True),
    Way("asked early alone", ask="early"),
    Way("rest by itself alone", rest="auto"),
    Way("plans alone", plans=4),
    Way("forced, early", ask="early", forced=True),
    Way("forced, early, rest", ask="early", forced=True, rest="auto"),
    Way("the same, one of four plans", ask="early", forced=True, rest="auto", plans=1),
    Way("one of four, leads too", ask="early", forced=True, rest="auto", plans=1, leads=True),
    Way("everything, all four plan", ask="early", forced=True, rest="auto", plans=4),
    Way("all four, leads too", ask="early", forced=True, rest="auto", plans=4, leads=True),
    Way("forced, early, rest, masked", ask="early", forced=True, rest="auto", veil="on"),
    Way("everything, all plan, masked", ask="early", forced=True, rest="auto", plans=4, veil="on"),
)


@dataclass
class Figures:
    """What a simulated game came to, over all its finished deals."""

    deals: int = 0
    waits: int = 0  # from the first mail that asks
    most: int = 0  # from the last one
    mails: int = 0
    letters: int = 0
    planners: int = 0  # letters of those who use plans
    days: float = 0.0


@dataclass
class Chain:
    """How many answers have had to wait for one another in this deal."""

    length: int = 0  # of what is in the log
    depth: dict[int, int] = field(default_factory=dict)  # of each seat's open question, and so of its answer
    said: dict[int, int] = field(default_factory=dict)  # depth of answers that are not in the log yet

    def asked(self, seat: int) -> None:
        self.depth[seat] = self.length + 1

    def answered(self, seat: int) -> None:
        self.said[seat] = self.depth.get(seat, self.length + 1)

    def grown(self, held: set[int], masked: bool) -> None:
        """The log has grown. `held`: whose answers wait; `masked`: for its last card all waited as for an answer."""
        done = [depth for seat, depth in self.said.items() if seat not in held]
        self.length = max([self.length + masked, *done])
        self.said = {seat: depth for seat, depth in self.said.items() if seat in held}

    def next_deal(self) -> int:
        """The length of the deal that is over."""
        over, self.length, self.said = self.length, 0, {}
        return over


@dataclass
class People:
    """The four at their table, each with the moment of the next answer."""

    bench: Bench
    way: Way
    rng: random.Random
    figures: Figures = field(default_factory=Figures)
    agenda: list[tuple[datetime, int, int]] = field(default_factory=list)
    numbers: itertools.count[int] = field(default_factory=itertools.count)
    read: int = 0  # mails seen so far
    due: dict[int, datetime] = field(default_factory=dict)
    first: Chain = field(default_factory=Chain)  # from the first mail that asks
    last: Chain = field(default_factory=Chain)
    length: int = 0
    deal: int = 1

    def begin(self) -> None:
        way = self.way
        order = f"NEW american target=5000 deadline=20d ask={way.ask} rest={way.rest} veil={way.veil}"
        self.bench.writes(PEOPLE[0], f"{order} WITH {' '.join(PEOPLE[1:])}")
        for one in PEOPLE:
            if one != PEOPLE[0]:
                self.bench.writes(one, "JOIN", answering=self.bench.mail(one))
            self.bench.writes(one, f"AUTO FORCED {'ON' if way.forced else 'OFF'}")
        self.began, self.before = self.bench.now, len(self.bench.post.sent)
        self._look()
        for seat, one in enumerate(PEOPLE):
            if ASKS.search(self.bench.mail(one).text) or len(self.bench.mails(one)) > 1:
                self._asked(seat)

    def play(self) -> Figures:
        self.begin()
        while self.deal <= DEALS:
            self._step()
        figures = self.figures
        figures.deals = DEALS
        figures.mails = len(self.bench.post.sent) - self.before
        figures.days = (self.bench.now - self.began) / timedelta(days=1)
        return figures

    def _step(self) -> None:
        """The next thing that happens: somebody answers, or a card that waited is played."""
        with self.bench.worker.database.read() as session:
            earliest = alarms.due(session, self.bench.now + timedelta(days=366), most=1)
        alarm = earliest[0].due_at if earliest else None
        if not self.agenda or (alarm is not None and alarm < self.agenda[0][0]):
            assert alarm is not None, "nobody is asked and nothing falls due"
            self.bench.now = max(alarm, self.bench.now)
            self.bench.runs()
            self._look(masked=True)
        else:
            at, _, seat = heapq.heappop(self.agenda)
            self.bench.now = max(at, self.bench.now)
            self.due.pop(seat, None)
            self._answer(seat)
            self._look()

    def _answer(self, seat: int) -> None:
        with self.bench.worker.database.read() as session:
            table = UnitOfWork(session, self.bench.worker.services, self.bench.now).table(GameId(1))
            text = self._text(table, seat)
        if not text:
            return
        self.first.answered(seat)
        self.last.answered(seat)
        self.figures.letters += 1
        self.figures.planners += seat < self.way.plans
        self.bench.writes(PEOPLE[seat], text, answering=self.bench.mail(PEOPLE[seat]))

    def _text(self, table: Table, seat: int) -> str:
        view = table.view(seat)
        if view.ask is None and view.early and self.way.ask == "early":
            view = replace(view, ask=Ask.PLAY, legal=view.early, to_act=(seat,), count=1)
        if view.ask is None:
            return ""
        return self._choice(view, seat)

    def _choice(self, view: SeatView, seat: int) -> str:
        choice = LEVELS["medium"].choose(view, self.rng)
        if isinstance(choice, Passed):
            cards = " ".join(card.text for card in choice.cards)
            plan = f"{PLAN}, {LEADS}" if self.way.leads else PLAN
            return f"{cards}\n{plan}" if seat < self.way.plans else cards
        if isinstance(choice, MoonChosen):
            return f"MOON {choice.choice.upper()}"
        assert isinstance(choice, Played)
        return choice.card.text

    def _look(self, masked: bool = False) -> None:
        """What has come into the log, and who has been asked by mail. `masked`: a card that had waited was played."""
        with self.bench.worker.database.read() as session:
            table = UnitOfWork(session, self.bench.worker.services, self.bench.now).table(GameId(1))
            grown, number = table.length() > self.length, table.playing().base.number
            held = {seat for seat in range(4) if table.seats[seat].premoves.card is not None}
            self.length = table.length()
        if grown:
            self.first.grown(held, masked)
            self.last.grown(held, masked)
        if number != self.deal:
            self.figures.waits += self.first.next_deal()
            self.figures.most += self.last.next_deal()
            self.deal = number
        for mail in self.bench.post.sent[self.read :]:
            if ASKS.search(mail.text):
                self._asked(PEOPLE.index(mail.to))
        self.read = len(self.bench.post.sent)

    def _asked(self, seat: int) -> None:
        """Who was asked early and is asked again at the turn answers as soon as without the second mail."""
        self.last.asked(seat)
        if seat not in self.due:
            self.first.asked(seat)
            self.due[seat] = self._moment()
            heapq.heappush(self.agenda, (self.due[seat], next(self.numbers), seat))

    def _moment(self) -> datetime:
        """When somebody answers who is asked now: hours count while they are awake."""
        hours = exp(self.rng.gauss(log(MEDIAN), 0.9))
        at = self.bench.now
        while True:
            opens, closes = (at.replace(hour=hour, minute=0, second=0, microsecond=0) for hour in AWAKE)
            at = max(at, opens)
            room = (closes - at) / timedelta(hours=1)
            if room >= hours:
                return at + timedelta(hours=hours)
            hours -= max(room, 0)
            at = opens + timedelta(days=1)


def simulate(way: Way, seed: str = "waits") -> Figures:
    """A game of so many deals."""
    with tempfile.TemporaryDirectory() as folder:
        options = {"limits": {"mails_per_hour_per_sender": 1000}, "games": {"downtime_grace": "300d"}}
        bench = Bench(Path(folder), seed, options)  # time goes by leaps here, which are no downtime
        try:
            return People(bench, way, random.Random(seed)).play()
        finally:
            bench.close()


def main() -> None:
    """Print the table."""
    out = sys.stdout.write
    out(f"A deal of four people who answer after a median of {MEDIAN:g} waking hours, over {DEALS} deals each\n")
    out(f"{'':32}{'waits in a row':>16}{'mails out':>11}{'letters in':>12}{'days':>7}\n")
    out(f"{'from the mail':32}{'first':>8}{'last':>8}{'all seats':>11}{'per person':>12}\n")
    out(f"{'the old server':32}{56:8}{56:8}{200:11}{14:12.1f}{'weeks':>7}\n")
    for way in WAYS:
        out(_row(way, simulate(way)))
        sys.stdout.flush()


def _row(way: Way, it: Figures) -> str:
    """Letters are those of the people who use plans, where some do."""
    letters = it.planners / way.plans if way.plans else it.letters / 4
    figures = (it.waits / it.deals, it.most / it.deals, it.mails / it.deals, letters / it.deals, it.days / it.deals)
    return "{:32}{:8.1f}{:8.1f}{:11.1f}{:12.1f}{:7.1f}\n".format(way.name, *figures)


if __name__ == "__main__":
    main()
