"""Sample facts for every mail, built by hand: what tests of rendering (and of inertness) show to the templates."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.cards import card, cards
from pbem.hearts.entries import Base
from pbem.hearts.events import DealRecord, Play, Trick
from pbem.hearts.rules import Rules
from pbem.hearts.view import Ask, SeatView, Transfer
from pbem.render.post import Answer, Post, Reader, Said, SeatFacts, Site, TableFacts
from pbem.render.renderer import Renderer

PACKAGED = Path(__file__).parents[2] / "templates"
SITE = Site("Hearts by mail", "hearts@example.org", "operator@example.org")
ALICE = Reader("alice", "en", "Europe/Berlin", "hearts+q7x2k9m4p5w8z3a1@example.org")
DUE = datetime(2026, 3, 3, 18, 7, tzinfo=UTC)

SEATS = (
    SeatFacts(0, "alice", "person", is_you=True, is_host=True),
    SeatFacts(1, "bob", "person"),
    SeatFacts(2, "carol", "stand-in"),
    SeatFacts(3, "Robot 1", "robot"),
)
GATHERING = (
    SeatFacts(0, "alice", "person", is_host=True),
    SeatFacts(1, "", "invited", is_you=True),
    SeatFacts(2, "dave", "declined"),
    SeatFacts(3, "", "open"),
)


def renderer(*own: Path) -> Renderer:
    return Renderer([*own, PACKAGED], SITE)


def trick(number: int, leader: int, played: str, winner: int | None, points: int, stand_in: int = -1) -> Trick:
    """A trick by its cards in the order played, from the leader on."""
    plays = tuple(
        Play((leader + n) % 4, one, stand_in=(leader + n) % 4 == stand_in) for n, one in enumerate(cards(played))
    )
    return Trick(number, leader, plays, winner, points)


TRICKS = (
    trick(1, 1, "2C 5C KC 9C", 3, 0),
    trick(2, 3, "4D AD 10D QD", 0, 0),
    trick(3, 0, "5S KS QS AS", 3, 13, stand_in=2),
)


def view(**changes: Any) -> SeatView:
    """Alice's view in the middle of deal 3: trick 4 is on the table and she is to play."""
    base = SeatView(
        rules=Rules(),
        seat=0,
        base=Base(3, 2, (26, 4, 31, 17)),
        phase="play",
        to_act=(0,),
        ask=Ask.PLAY,
        acts_for=0,
        count=1,
        legal=cards("3D KD"),
        hand=cards("2C JC 3D KD 4S 10S KS AS 2H AH"),
        hand_sizes=(10, 10, 10, 9),
        open_hands={},
        pass_to=((1, 3),),
        passing=(),
        gave=(Transfer(1, cards("6C 7C QH")),),
        got=(Transfer(3, cards("4S KS AS")),),
        charged={},
        tricks=TRICKS,
        trick=Trick(4, 3, (Play(3, card("7D")),)),
        leader=3,
        hearts_broken=False,
        points=(0, 0, 0, 13),
        kitty_size=0,
        kitty=(),
        kitty_taker=None,
        scores=(26, 4, 31, 17),
        places=(),
    )
    return replace(base, **changes)


def record(**changes: Any) -> DealRecord:
    """Deal 2, in which bob shot the moon."""
    base = DealRecord(
        number=2,
        dealer=1,
        hands=(cards("2C 3C"), cards("4D 5D"), cards("6S 7S"), cards("8H 9H")),
        passed=(cards("2C"), cards("4D"), cards("6S"), cards("8H")),
        received=(cards("4D"), cards("6S"), cards("8H"), cards("2C")),
        kitty=(),
        kitty_taker=None,
        charged=((), (), (), ()),
        tricks=(trick(1, 0, "2C 4C 6C 8C", 3, 0), trick(2, 3, "9H QH AH 10H", 1, 26)),
        points=(26, 0, 26, 26),
        shooter=1,
        moon="add",
        scores=(26, 4, 31, 17),
    )
    return replace(base, **changes)


def table(seen: SeatView | None = None, **changes: Any) -> Post:
    """The mail `table` for alice."""
    facts = TableFacts(12, SEATS, seen or view(), due_at=DUE)
    return Post("table", table=replace(facts, **changes))


def passing(**changes: Any) -> SeatView:
    """Alice's view at the pass of deal 3."""
    changes = {
        "phase": "pass", "ask": Ask.PASS, "to_act": (0, 2), "count": 3, "legal": (), "tricks": (), "trick": None,
        "gave": (), "got": (), "points": (0, 0, 0, 0), "leader": None,
        "hand": cards("2C 6C 7C JC 3D KD 5S 10S 2H 8H 10H QH AH"), **changes,
    }  # fmt: skip
    return view(**changes)


def tables() -> dict[str, Post]:
    """Every state of the table mail that has words of its own."""
    moon = view(phase="moon", ask=Ask.MOON, legal=(), hand=(), trick=None, points=(26, 0, 0, 0), count=0)
    finished = view(
        phase="finished", ask=None, to_act=(), legal=(), hand=(), trick=None, tricks=(), scores=(26, 26, 104, 40),
        places=(1, 1, 4, 3),
    )  # fmt: skip
    waiting = view(ask=None, to_act=(1,), legal=())
    return {
        "play": table(new_tricks=TRICKS, passes_new=True, first=True),
        "play-all": table(view(trick=None, legal=view().hand + cards("3H 4H 5H"), to_act=(0,))),
        "play-eleven": table(view(legal=cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC")[:12])),
        "pass": table(passing(), ended_deal=record(), ended_tricks=record().tricks),
        "pass-one": table(passing(count=1, pass_to=((2, 1),)), first=True),
        "pass-scatter": table(passing(pass_to=((1, 1), (2, 1), (3, 1)))),
        "pass-middle": table(passing(pass_to=())),
        "passed": table(passing(ask=None, to_act=(2,), passing=cards("QH KD AH")), full=True),
        "moon": table(moon, new_tricks=TRICKS),
        "moon-other": table(replace(moon, ask=None, to_act=(1,))),
        "charge": table(passing(phase="charge", ask=Ask.CHARGE, legal=cards("QS JD"), count=0)),
        "bid": table(passing(phase="bid", ask=Ask.BID)),
        "call": table(passing(phase="call", ask=Ask.CALL)),
        "discard": table(passing(phase="discard", ask=Ask.DISCARD, count=4, kitty=cards("2C 6C 7C JC"), kitty_taker=0)),
        "waiting": table(waiting, new_tricks=TRICKS),
        "full": table(waiting, full=True),
        "finished": table(finished, ended_deal=record(shooter=None, moon=None), due_at=None),
        "reminder": table(reminder=True),
        "lapsed": table(waiting, lapsed=True, new_tricks=TRICKS),
        "said": table(said=(Said("bob", "QS\n" + "play " * 40), Said("carol", "hi [RESIGN] <b>", to_you=True))),
        "open": table(
            view(
                open_hands={2: cards("3H 4H")}, charged={1: cards("QS")}, acts_for=2, legal=cards("3H 4H"),
                kitty_taker=1, kitty_size=4,
            )
        ),
        "rook": table(view(hand=cards("1R 14R 10Y 3B JK JK"), legal=cards("1R 14R 10Y JK"))),
        "complex": table(view(scores=((1, 2), (0, -3), (26, 0), (4, 4)), points=((0, 0), (1, 0), (0, 2), (0, 0)))),
    }  # fmt: skip


SPAN = timedelta(hours=48)
GAME: dict[str, Any] = {
    "game": 12, "host": "alice", "seats": GATHERING, "variant": "web", "deadline": SPAN,
    "rules": Rules(name="web", moon="add", first_trick_points="forbidden"),
}  # fmt: skip


def answered(kind: str, **facts: Any) -> Post:
    return Post("answers", answers=(Answer(kind, facts),))
