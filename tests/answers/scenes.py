"""A whole server in the middle of something, put back after each letter: so a letter costs no new game.

The database is copied back in place; the server keeps running on it and knows nothing of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import cards
from pbem.db.queries import people
from pbem.hearts.entries import MoonChosen, Passed, Played
from pbem.ids import GameId
from tests.answers.letters import Hand
from tests.app.setting import EAST, NORTH, SOUTH, entries, lay, must_pass, outcomes, plays
from tests.app.test_early import led
from tests.app.test_play import moon
from tests.table import SERVER, Bench, Sent

GAME = GameId(1)
ZOE = "zoe@example.com"
LEADING = tuple(
    cards(hand)
    for hand in (
        "2C 5C KC 4D 9D 3S 7S JS 2H 6H 9H JH KH",
        "AC 3C 6C 5D 10D 4S QS KS 3H 7H 10H QH AH",
        "4C 7C 9C 6D JD AD 5S 9S 8S AS 4H 5H 8H",
        "8C 10C JC QC 2D 3D 7D 8D QD KD 2S 6S 10S",
    )
)
"""East takes the first trick and leads to the second, and may lead no heart."""


@dataclass
class Scene:
    """A server that waits for a letter, and the mail that it would answer."""

    bench: Bench
    who: str
    asked: Sent | None
    hand: Hand
    seat: int = 1
    name: str = ""
    game: bool = True
    _number: int = 0
    due: Callable[[Bench], object] = bool  # what happens until the turn has come

    def __post_init__(self) -> None:
        self._kept = sqlite3.connect(":memory:")
        with closing(self._database()) as database:
            database.backup(self._kept)
        self._mails = len(self.bench.post.sent)
        self._entries = len(entries(self.bench, 1)) if self.game else 0
        self._now = self.bench.now
        self._to = {self.asked.raw: _answering(self.asked)} if self.asked is not None else {}

    def _database(self) -> sqlite3.Connection:
        return sqlite3.connect(self.bench.folder / "pbem.db")

    def put_back(self) -> None:
        """All is as it was before the letter."""
        with closing(self._database()) as database:
            self._kept.backup(database)
        del self.bench.post.sent[self._mails :]
        self.bench.now = self._now

    def writes(self, text: str, answering: Sent | None = None) -> Sent | None:
        """The letter, from an address that nothing proves; the mail that its writer gets for it."""
        author = f"{self.name} <{self.who}>" if self.name else self.who
        asked = answering or self.asked
        to, subject, answers = (
            (self._to.get(asked.raw) or _answering(asked)) if asked is not None else (SERVER, "hi", "")
        )
        self._number += 1
        headers = {"From": author, "To": to, "Subject": subject, "Message-ID": f"<scene{self._number}@people.example>"}
        headers |= {"Content-Type": "text/plain; charset=utf-8", "MIME-Version": "1.0"}
        headers |= {"In-Reply-To": answers} if answers else {}
        before = len(self.bench.post.sent)
        self.bench.takes(
            "".join(f"{name}: {value}\n" for name, value in headers.items()).encode() + b"\n" + text.encode()
        )
        mine = [mail for mail in self.bench.post.sent[before:] if mail.to == self.who]
        return mine[-1] if mine else None

    def outcome(self) -> str:
        """How the last letter was closed."""
        return outcomes(self.bench)[-1]

    def gave(self) -> list[str]:
        """The cards that the seat has given since, in their order, its turn having come."""
        self.due(self.bench)
        new = [e for e in entries(self.bench, 1)[self._entries :] if isinstance(e, Played | Passed)]
        mine = [e for e in new if e.seat == self.seat]
        return [c.text for e in mine[:1] for c in (sorted(e.cards) if isinstance(e, Passed) else (e.card,))]

    def way(self) -> str:
        """How the moon is paid, where that has been said since; else ""."""
        new = entries(self.bench, 1)[self._entries :]
        return next((entry.choice for entry in new if isinstance(entry, MoonChosen)), "")

    def known(self) -> bool:
        """Whether the writer is a player here."""
        with self.bench.worker.database.read() as session:
            return people.owner(session, self.who) is not None

    def state(self, game: GameId = GAME) -> str:
        """The writer's seat."""
        with self.bench.worker.database.read() as session:
            table = UnitOfWork(session, self.bench.worker.services, self.bench.now).table(game)
            return str(table.seats[self.seat].state)


def _answering(mail: Sent) -> tuple[str, str, str]:
    """Whereto an answer to a mail goes, under what subject, and which one it names."""
    message = mail.message
    return mail.reply_to, f"Re: {mail.subject}", str(message["Message-ID"])


def at_turn(bench: Bench) -> Scene:
    """East is to follow with a club."""
    led(bench)
    return Scene(bench, EAST, bench.mail(EAST), Hand("AC", "6C", "KS"), name="Ann")


def on_lead(bench: Bench) -> Scene:
    """East leads to the second trick, and hearts are not broken."""
    lay(bench, LEADING)
    plays(bench, 1, [Played(seat, c) for seat, c in enumerate(cards("2C AC 4C 8C"))])
    return Scene(bench, EAST, bench.mail(EAST), Hand("QS", "10D", "7H"), name="Ann Carter")


def early(bench: Bench) -> Scene:
    """South is asked before East has played."""
    led(bench)
    due = lambda b: b.writes(EAST, "3C", answering=b.mail(EAST))  # noqa: E731
    return Scene(bench, SOUTH, bench.mail(SOUTH), Hand("9C", "4C", "JD"), seat=2, name="Ann", due=due)


def at_pass(bench: Bench) -> Scene:
    """East has three cards to pass."""
    must_pass(bench, 1, "KH 10C QS 2D")
    return Scene(bench, EAST, bench.mail(EAST), Hand("QS", "2D", "AS", "KH", "10C"), name="Ann")


def invited(bench: Bench) -> Scene:
    """East has been invited and is nobody here yet."""
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH}")
    return Scene(bench, EAST, bench.mail(EAST), Hand("QS", "KS", "3H"), name="Ann", game=False)


def invited_player(bench: Bench) -> Scene:
    """East has been invited, and is a player here."""
    bench.writes(f"East <{EAST}>", "REGISTER")
    return invited(bench)


def to_confirm(bench: Bench) -> Scene:
    """A letter in East's name has come that nothing proves, and we have asked about it."""
    led(bench)
    bench.writes(EAST, "GAME 1\nPLAY AC", proven=False)
    return Scene(bench, EAST, bench.mail(EAST), Hand("AC", "6C", "KS"))


def suggested(bench: Bench) -> Scene:
    """East has mistyped the verb."""
    led(bench)
    bench.writes(EAST, "PLYA AC", answering=bench.mail(EAST))
    return Scene(bench, EAST, bench.mail(EAST), Hand("AC", "6C", "KS"))


def suggested_pass(bench: Bench) -> Scene:
    """East has mistyped the verb of a pass."""
    must_pass(bench, 1, "KH 10C QS 2D")
    bench.writes(EAST, "PSAS KH 10C QS", answering=bench.mail(EAST))
    return Scene(bench, EAST, bench.mail(EAST), Hand("QS", "2D", "AS", "KH", "10C"))


def taken_back(bench: Bench) -> Scene:
    """East has played a card and taken it back in the next line."""
    led(bench)
    bench.writes(EAST, "6C\nno wait, AC", answering=bench.mail(EAST))
    return Scene(bench, EAST, bench.mail(EAST), Hand("AC", "6C", "KS"))


def at_moon(bench: Bench) -> Scene:
    """North has shot the moon, and is to say how it is paid."""
    moon(bench)
    return Scene(bench, NORTH, bench.mail(NORTH), Hand("QS", "KS", "3H"), seat=0, name="Ann")


def strange(bench: Bench) -> Scene:
    """Nobody has heard of the writer."""
    return Scene(bench, ZOE, None, Hand("QS", "KS", "3H"), name="Zoe", game=False)


HELPS = ("You may play:", "To pass: 3 cards, to", "answer this mail with [YES]", "Your plan for")
"""Each answer to a letter that moves nothing has one of these: what to write, or what was done at once."""

SCENES: dict[str, tuple[Callable[[Bench], Scene], ...]] = {
    "play": (at_turn, on_lead, early),
    "pass": (at_pass,),
    "invited": (invited, invited_player),
    "confirm": (to_confirm,),
    "suggested": (suggested, suggested_pass, taken_back),
    "stranger": (strange,),
    "moon": (at_moon,),
}


def came(scene: Scene, kind: str, text: str, wants: tuple[str, ...]) -> tuple[str, str]:
    """What came of a letter, in the words of the lists, and the mail that its writer got: `silence` if none."""
    scene.put_back()
    answer = scene.writes(scene.hand.fill(text))
    if answer is None:
        return "silence", scene.outcome()
    return CAME[kind](scene, answer, wants), answer.text


def _cards(scene: Scene, answer: Sent, wants: tuple[str, ...]) -> str:
    hand = scene.hand
    gone = scene.gave()
    if gone:
        right = [c.text for c in sorted(cards(f"{hand.a} {hand.b} {hand.c}"))]
        return "move" if gone == right else f"wrong: {gone}"
    told = " ".join(answer.text.split())
    if "Your words go" in told:
        return "talk"
    helped = any(sign in told for sign in HELPS)
    return "ask" if helped else f"no help: {told}"


def _invited(scene: Scene, answer: Sent, wants: tuple[str, ...]) -> str:
    states = {"joined": "joined", "declined": "declined"}
    state = scene.state()
    if state in states:
        return states[state]
    return "ask" if "[JOIN]" in answer.text or "[YES]" in answer.text else f"no help: {state} {answer.text}"


def _confirmed(scene: Scene, answer: Sent, wants: tuple[str, ...]) -> str:
    hand, gone = scene.hand, scene.gave()
    if gone:
        right = [c.text for c in sorted(cards(f"{hand.a} {hand.b} {hand.c}"))]
        return "done" if gone == right else f"wrong: {gone}"
    closed = scene.outcome() in ("done",)
    return "not-done" if closed else "ask"


def _stranger(scene: Scene, answer: Sent, wants: tuple[str, ...]) -> str:
    """An address that nothing proves: what comes of the letter, or of a yes to our answer to it."""
    if "ask" in wants and ("[YES]" not in answer.text or "You want no mails from us" in answer.text):
        helped = "[REGISTER]" in answer.text or "[YES]" in answer.text
        return "ask" if helped else f"no help: {answer.text}"
    done = scene.writes("yes", answering=answer)
    if done is None:
        return "silence"
    if (done.to_pass or done.legal) and ("begun" in wants or not scene.known()):
        return "begun"
    return "registered" if scene.known() else "nothing"


def _paid(scene: Scene, answer: Sent, wants: tuple[str, ...]) -> str:
    """How the moon is paid."""
    way = scene.way()
    if way:
        return way
    return "ask" if "[MOON ADD]" in answer.text and "[MOON SUBTRACT]" in answer.text else f"no help: {answer.text}"


CAME: dict[str, Callable[[Scene, Sent, tuple[str, ...]], str]] = {
    "play": _cards,
    "pass": _cards,
    "invited": _invited,
    "confirm": _confirmed,
    "suggested": _confirmed,
    "stranger": _stranger,
    "moon": _paid,
}
