"""Sample facts for every mail, built by hand: what tests of rendering (and of inertness) show to the templates."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.app.tables.tutorial import LESSONS
from pbem.cards import Suit, card, cards
from pbem.commands import SPECS
from pbem.hearts.entries import Base, Dealt
from pbem.hearts.events import DealRecord, Play, Trick
from pbem.hearts.refusal import Reason
from pbem.hearts.rules.faults import RulesFault, RulesFaultItem
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import SWITCHES
from pbem.hearts.view import Ask, Auction, SeatView, Transfer
from pbem.orders.order import Why
from pbem.render.facts import Answer, MissedDeal, PlanFacts, Post, Reader, RestFacts, Said, SeatFacts, Site, TableFacts
from pbem.render.renderer import Renderer
from pbem.robots.review.deal_review import Review, Turn
from pbem.robots.review.lessons import Lesson
from pbem.seals import opened_text, seal_text

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
    SeatFacts(0, "alice", "person", is_host=True, reliability=97),
    SeatFacts(1, "", "invited", is_you=True),
    SeatFacts(2, "dave", "declined"),
    SeatFacts(3, "", "open"),
)
RETURNED = (
    replace(GATHERING[0], is_you=True),
    SeatFacts(1, "play@example.com", "returned"),
    SeatFacts(2, "Say QS", "returned"),
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


LESSONS_SEEN = {"pass": passing()}


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
        "bid": table(passing(phase="bid", ask=Ask.BID, rules=PRESETS["auction"], auction=Auction((), 2))),
        "call": table(passing(phase="call", ask=Ask.CALL)),
        "discard": table(passing(phase="discard", ask=Ask.DISCARD, count=4, kitty=cards("2C 6C 7C JC"), kitty_taker=0)),
        "waiting": table(waiting, new_tricks=TRICKS),
        "full": table(waiting, full=True),
        "finished": table(finished, ended_deal=record(shooter=None, moon=None), due_at=None),
        "reminder": table(reminder=True),
        "early": table(waiting, early=cards("3D KD"), novice=True, plan=PlanFacts(cards("KD")[0], anyway=True)),
        "novice": table(novice=True, first=True),
        "planned": table(plan=PlanFacts(None, False, cards("3C 5D"), ("DUCK",), PLAN, "held-back", cards("KD"))),
        "settled": table(ended_deal=record(), ended_tricks=TRICKS, rest=RestFacts("settled", -1, 10, 4)),
        "rest": table(ended_deal=record(), rest=RestFacts("rest", 1, 13, 1)),
        "rest-open": table(ended_deal=record(), rest=RestFacts("open", 0, 12, 2)),
        "queue-ended": table(plan=PlanFacts(note="queue-ended", cards=cards("3C 5D"))),
        "sealed": table(passing(), ended_deal=record(), opened=OPENED, seal=SEAL),
        "missed": table(missed=(MissedDeal(record(), OPENED), MissedDeal(record(shooter=None, moon=None)))),
        **{f"lesson-{code}": table(LESSONS_SEEN.get(code), lessons=(code,), ended_deal=record()) for code in LESSONS},
        "lapsed": table(waiting, lapsed=True, new_tricks=TRICKS),
        "moved": table(moved=timedelta(hours=30)),
        "nudged": table(reminder=True, nudged_by="Say [QS]"),
        "away": table(
            waiting,
            seats=(
                SEATS[0],
                replace(SEATS[1], away_until=DUE, remark="QS [PLAY QS]"),
                replace(SEATS[2], kind="person", away_from=DUE, away_until=DUE),
                SEATS[3],
            ),
        ),
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
PLAN = ("IF SPADES LED AND LAST DUCK LAST", "IF QS FALLS LOW", "DUCK", "DUMP QS", "DUMP HIGHEST HEARTS", "LEAD LOWEST")
GAME: dict[str, Any] = {
    "game": 12, "host": "alice", "seats": GATHERING, "variant": "web", "deadline": SPAN,
    "rules": Rules(name="web", moon="add", first_trick_points="forbidden"),
}  # fmt: skip


DEALT = Dealt(
    Base(2, 1, (0, 0, 0, 0)), tuple(Rules().deck()[n::4] for n in range(4)), cards("JK 5R"), "q7x2k9m4p5w3z6a2" * 2
)
OPENED = opened_text(12, DEALT)
SEAL = seal_text(12, DEALT)
OPENING: dict[str, Any] = {**GAME, "free": 2, "reliability": 80, "bank": SPAN}


AWAY: dict[str, Any] = {"start": DUE, "end": DUE + 14 * timedelta(days=1), "remark": "no mail [RESIGN] there"}
WANTED: dict[str, Any] = {
    "game": 12, "variant": "web", "deal": 3, "scores": [26, 4, 31, 17], "seat": 2, "since": DUE, "reliability": 80,
}  # fmt: skip
VOTES = ("pause", "resume", "extend", "end", "cancel", "new-kind")
RESULTS: tuple[dict[str, Any], ...] = tuple(
    {"what": what, "passed": passed, "length": SPAN, "until": DUE if what == "pause" and passed else None}
    for what in VOTES
    for passed in (True, False)
)


def answers() -> dict[str, Answer]:
    """Every kind of answer, some of them in several cases."""
    told = view()
    games = (
        {"game": 12, "variant": "web", "phase": "playing", "deal": 3, "waiting": ("alice",), "you": True, "due_at": DUE,
         "seats": SEATS, "scores": [26, 4, 31, 17]},
        {"game": 7, "variant": "american", "phase": "playing", "deal": 1, "waiting": ("bob", "Jean Luc"), "you": False,
         "due_at": DUE, "seats": SEATS, "scores": [0, 0, 0, 0]},
        {"game": 3, "variant": "american", "phase": "gathering", "deal": 0, "waiting": (), "you": False, "due_at": None,
         "seats": GATHERING, "scores": []},
        {"game": 2, "variant": "american", "phase": "finished", "deal": 9, "waiting": (), "you": False, "due_at": None,
         "seats": SEATS, "scores": [26, 4, 31, 117]},
    )  # fmt: skip
    finished = view(phase="finished", ask=None, scores=(26, 26, 104, 40), places=(1, 1, 4, 3))
    with_kitty = record(kitty=cards("2C"), kitty_taker=1, shooter=None, moon=None)
    every = [
        ("help", {"specs": SPECS, "topics": ("people", "tables", "play", "plans", "looking", "talk")}),
        ("help-robots", {}),
        ("help-topic", {"topic": "people", "specs": tuple(s for s in SPECS if s.topic == "people")}),
        ("registered", {"name": "alice", "address": "alice@example.net"}),
        ("registered", {"name": "alice", "address": "alice@example.net", "games": (12, 13)}),
        ("already-registered", {"name": "alice"}),
        ("named", {"name": "Alice B"}),
        ("set", {"key": "zone", "value": "Europe/Berlin"}),
        ("settings", {"settings": {"zone": "UTC", "remind": "on"}, "name": "alice", "address": "alice@example.net"}),
        ("games", {"games": games}),
        ("games", {"games": ()}),
        ("rules", {"rules": Rules(), "variant": "american", "game": None}),
        ("variants", {"variants": tuple(PRESETS.items())}),
        ("options", {"switches": SWITCHES}),
        ("rules", {"rules": GAME["rules"], "variant": "web", "game": 12}),
        ("score", {"view": told, "seats": SEATS}),
        ("score", {"view": finished, "seats": SEATS}),
        ("hand", {}),
        ("gathering", GAME),
        ("history", {"deals": ((1, [0, 4, 5, 17], [0, 4, 5, 17]), (2, [9, 0, 9, 8], [9, 4, 14, 25])), "seats": SEATS}),
        ("history", {"deals": (), "seats": SEATS}),
        ("history-deal", {"record": record(), "rules": Rules(), "seats": SEATS}),
        ("history-deal", {"record": record(), "rules": Rules(), "seats": SEATS, "opened": OPENED}),
        ("history-deal", {"record": record(), "rules": Rules(), "seats": SEATS, "hints": (0, 2, 0, 1)}),
        ("tables", {"tables": (OPENING, {**OPENING, **GAME, "rules": Rules()}), "count": 14, "variant": "web"}),
        ("tables", {"tables": (OPENING,), "count": 1, "variant": ""}),
        ("tables", {"tables": (), "count": 0, "variant": ""}),
        ("seeking", {"variant": "web", "within": SPAN}),
        ("seeking", {"variant": "", "within": SPAN}),
        ("seeks-none", {}),
        ("tutorial-begun", {"game": 12}),
        ("history-deal", {"record": with_kitty, "rules": Rules(), "seats": SEATS}),
        ("last", {"trick": TRICKS[2], "rules": Rules(), "seats": SEATS}),
        ("said", {"names": ("bob", "carol")}),
        ("said", {"names": ()}),
        ("resigned", {"game": 12}),
        ("gathering", {**GAME, "seats": RETURNED}),
        ("invited", {"names": ("bob", "dave@example.com"), **GAME}),
        ("joined", GAME),
        ("declined", {"game": 12}),
        ("blocked", {}),
        ("left", {"game": 12, "cancelled": True}),
        ("left", {"game": 12, "cancelled": False}),
        ("started", {"game": 12}),
        ("table-made", GAME),
        ("moon-set", {"choice": "add", "first": False}),
        ("passed", {"cards": cards("QH KD AH"), "changed": False, "first": True, "open": True}),
        ("passed", {"cards": cards("QH KD AH"), "changed": True, "first": False, "open": False}),
        ("charged", {"cards": cards("QS AH"), "changed": False, "first": True}),
        ("charged", {"cards": (), "changed": True, "first": False}),
        ("bid", {"amount": 3, "suit": "H", "first": True}),
        ("bid", {"amount": None, "suit": "", "first": False}),
        ("called", {"ways": "2 left 1 right", "first": False}),
        ("called", {"ways": "mix", "first": False}),
        ("keeps-all", {"changed": False, "first": False}),
        ("discarded", {"cards": cards("2C 6C 7C"), "first": False}),
        ("played", {"cards": cards("QS"), "first": True}),
        ("kept", {"cards": cards("QS"), "first": True}),
        ("plan", {"plan": PlanFacts(cards("KD")[0], False, cards("3C 5D"), ("DUCK",), PLAN)}),
        ("plan", {"plan": None}),
        ("plan-dropped", {}),
        ("claimed", {"came": "safe", "hours": 24}),
        ("claimed", {"came": "asked", "hours": 24}),
        ("agreed", {}),
        ("objected", {}),
        ("auto", {"forced": "on", "moon": "ask"}),
        ("auto", {"forced": "off", "moon": "add"}),
        ("auto", {"forced": "on", "moon": "subtract"}),
        ("kept", {"cards": cards("QS"), "first": False}),
        ("changed", {"cards": cards("QS"), "first": False}),
        ("not-done", {"lines": ("play QS", "say hello to everybody and to their cats and dogs and horses too")}),
        ("fault", {"fault": "encrypted"}),
        ("stale", {}),
        ("which-game", {"games": (7, 12)}),
        ("no-game", {}),
        ("unknown-person", {}),
        ("confirm-needed", {}),
        ("address-added", {"address": "alice@example.com"}),
        ("wrong", {"code": "name-taken", "facts": {"given": "bob"}}),
        ("limits", {}),
        ("question-closed", {}),
        ("stranger", {}),
        ("address-asked", {"address": "alice@example.com"}),
        ("address-removed", {"address": "alice@example.com", "used": "alice@example.net"}),
        ("address-used", {"address": "alice@example.com"}),
        ("addresses", {"addresses": ("alice@example.com", "alice@example.net"), "used": "alice@example.net"}),
        ("blocked-host", {"name": "bob"}),
        ("unblocked", {"name": "bob"}),
        ("unblocked", {"name": ""}),
        ("stopped", {}),
        ("mails-again", {}),
        ("vacation", {"away": AWAY, "short": ({"game": 12, "until": DUE, "days": 14},), "asked": False}),
        ("vacation", {"away": {**AWAY, "remark": ""}, "short": (), "asked": True}),
        ("vacation", {"away": None, "short": (), "asked": True}),
        ("back", {"vacation": True, "games": (7, 12)}),
        ("back", {"vacation": False, "games": (12,)}),
        ("reminded", {"names": ("bob", "carol")}),
        ("substituted", {"game": 12}),
        ("wanted", {"seats_wanted": (WANTED, {**WANTED, "scores": [], "reliability": 0})}),
        ("wanted", {"seats_wanted": ()}),
        *(("vote-asked", {"what": what, "length": SPAN, "until": DUE}) for what in VOTES),
        *(("voted", {"what": what, "length": SPAN, "yes": what == "end"}) for what in VOTES),
        *(("vote-result", {**result, "game": 12}) for result in RESULTS),
        ("forgotten", {}),
    ]  # fmt: skip
    every += [("misread", {"why": str(why), "line": "plya qs", "suggestion": "PLAY QS"}) for why in Why]
    every += [
        ("refused", {"reason": code, "facts": facts, "line": "play qs", "verb": "PLAY"}) for code, facts in refusals()
    ]
    return {f"{kind} {number}": Answer(kind, dict(facts)) for number, (kind, facts) in enumerate(every)}


def refusals() -> list[tuple[str, dict[str, Any]]]:
    """Every code of refusals.txt with its facts."""
    one, two = card("QS"), cards("QS 2C")
    legal = cards("2C 3C")
    facts: dict[str, dict[str, Any]] = {
        Reason.NOT_NOW: {"asked": "pass"},
        Reason.NOT_IN_HAND: {"cards": two, "legal": legal},
        Reason.FOLLOW_SUIT: {"card": one, "suit": Suit.CLUBS, "legal": legal},
        Reason.LEAD_LOW_CLUB: {"card": legal[0], "legal": legal[:1]},
        Reason.HEARTS_NOT_BROKEN: {"card": card("2H"), "suit": None, "legal": legal},
        Reason.NO_POINTS_ON_FIRST_TRICK: {"card": one, "suit": Suit.CLUBS, "legal": legal},
        Reason.CHARGED_CARD: {"card": one, "legal": legal},
        Reason.MUST_PLAY_QUEEN: {"card": legal[0], "legal": (one,)},
        Reason.BAD_CALL: {"needed": 3},
        Reason.PASS_COUNT: {"needed": 3, "given": 2},
        Reason.SAME_CARD_TWICE: {"card": one},
        Reason.MAY_NOT_CHARGE: {"cards": two},
        Reason.BID_TOO_LOW: {"least": 4},
        Reason.DISCARD_COUNT: {"needed": 1, "given": 2},
        Reason.ILLEGAL_CARD: {"card": one},
    }
    rules = [(str(reason), facts.get(reason, {})) for reason in Reason]
    given: dict[str, Any] = {"given": "qs", "near": ("web", "american"), "game": 12, "games": (7, 12), "deal": 4}
    given |= {"option": "moon", "allowed": ("add", "choice"), "seats": 4, "name": "bob", "known": ("zone",), "most": 20}
    given |= {"least": 80, "share": 71, "days": 30}
    given |= {"setting": "zone", "faults": _faults(), "verb": "NEVER"}
    return rules + [(code, given) for code in HOUSE_CODES]


HOUSE_CODES = (
    "unknown-person", "no-such-game", "which-game", "no-game", "not-your-game", "not-begun", "already-begun",
    "not-host", "stale", "resigned", "not-invited", "table-full", "unknown-variant", "unknown-option",
    "bad-option", "bad-rules",
    "bad-deadline", "unknown-player", "too-many-seats", "already-there", "bad-name", "name-taken", "unknown-setting",
    "bad-setting", "unknown-topic", "no-such-deal", "no-trick-yet", "nothing-asked", "too-many-games", "held",
    "unproven", "bad-address", "too-many-addresses", "not-your-address", "last-address", "address-taken",
    "too-many-invitations", "too-much-talk", "asked-enough", "bad-vacation", "not-away", "unreliable", "not-wanted",
    "nobody-waited-for", "reminded", "vote-open", "bad-vote", "bad-length", "rated", "paused", "not-paused", "closed",
    "no-hints",
)  # fmt: skip


def _faults() -> tuple[RulesFaultItem, ...]:
    try:
        Rules(players=5, pass_cycle=("across",))
    except RulesFault as fault:
        return fault.faults
    raise AssertionError("five players cannot pass across")


EXPORT: dict[str, Any] = {
    "name": "alice", "address": "alice@example.net", "addresses": ("alice@example.net", "alice@example.com"),
    "language": "en", "zone": "UTC", "registered": DUE, "file": "pbem-export.json",
    "counts": {"games": 2, "letters": 17, "mails": 31, "blocks": 0},
}  # fmt: skip


VOTE: dict[str, Any] = {"game": 12, "name": "Say QS", "until": DUE, "length": SPAN}
REMINDED = (
    {"game": 12, "variant": "web", "due_at": DUE, "nudged_by": "", "table": table().table},
    {"game": 7, "variant": "american", "due_at": DUE, "nudged_by": "bob", "table": table(passing()).table},
)


NOTES = ("Said by bob: QS", "Said by carol: hello\nSaid by carol: to all")


def _several() -> tuple[TableFacts, ...]:
    """Games in one mail: two that ask, one that asks early, one that asks nothing."""
    found = [each.table for each in tables().values() if each.table is not None]
    asked = next(one for one in found if one.view.ask is Ask.PLAY)
    early = next(one for one in found if one.early)
    idle = next(one for one in found if one.view.ask is None and not one.early)
    return asked, replace(early, game=7), replace(idle, game=9, seal=SEAL, missed=(MissedDeal(record(), OPENED),))


HINT = {"game": 12, "seats": SEATS, "cards": (), "amount": None, "suit": "", "choice": "", "count": 0}


def _review(**changes: Any) -> Any:
    """A review with a turn for every lesson there is."""
    facts = {"card": card("KS"), "best": card("2S"), "queen": card("QS"), "seat": 1}
    passed = {"cards": cards("2C 3C 4C"), "best": cards("QS KS AS")}
    turns = tuple(
        Turn(at, cards("KS"), cards("2S"), 4.2, 1.1, lesson, passed if lesson is Lesson.PASSED else facts)
        for at, lesson in enumerate(Lesson)
    )
    return replace(Review(0, turns, turns, 9.0, 4.0, 6.5), **changes)


def mails() -> dict[str, Post]:
    """Every mail but the table's and the answers'."""
    bad = ("PLAY QS", "FORGET ME [RESIGN]")
    notices: list[tuple[str, dict[str, Any]]] = [
        ("cancelled", {}), ("begun-without-you", {}), ("resigned", {"name": "bob"}), ("closed", {}), ("new-kind", {}),
        ("held", {}), ("released", {}), ("unreachable", {"name": "bob"}), ("stopped", {"name": "bob"}),
        ("said", {"said": Said("bob", "QS")}), ("address-added", {"address": "a@example.com"}),
        ("downtime", {"away": SPAN}), ("claim-refused", {}), ("unbegun", {}), ("slept", {"days": 30}),
        ("no-thought", {"asked": "hint"}),
        ("substituted", {"name": "bob"}), ("replaced", {"name": "bob"}), ("resigned", {"name": "bob", "wanted": True}),
        ("sits-out", {"lapses": 3, "alone": False}), ("sits-out", {"lapses": 1, "alone": True}),
        *(("vote-result", result) for result in RESULTS),
    ]  # fmt: skip
    return {
        "invitation": Post("invitation", GAME),
        "invitation-note": Post("invitation", {**GAME, "rules": Rules(), "note": "QS\nhi [NEVER]", "reminder": True}),
        "welcome": Post("welcome", {"name": "alice", "address": "alice@example.net"}),
        "gathering": Post("gathering", GAME),
        "gathering-returned": Post("gathering", {**GAME, "seats": RETURNED}),
        "gathering-host": Post("gathering", {**GAME, "seats": (replace(GATHERING[0], is_you=True), *GATHERING[1:])}),
        "confirm-address": Post(
            "confirm-address", {"address": "x@example.com", "game": 12, "received": DUE, "orders": bad}
        ),
        "confirm-address-bare": Post("confirm-address", {"address": "x@example.com"}),
        "confirm-order": Post(
            "confirm-order", {"address": "x@example.com", "game": 12, "received": DUE, "orders": bad}
        ),
        "confirm-add": Post(
            "confirm-add", {"name": "alice", "address": "x@example.com", "received": DUE, "yes": "YES", "no": "NO"}
        ),
        "confirm-forget": Post("confirm-forget", {"name": "alice", "yes": "YES", "no": "NO"}),
        "export": Post("export", EXPORT),
        "review": Post("review", {"game": 12, "deal": 2, "seats": SEATS, "review": _review()}),
        "review-flawless": Post("review", {"game": 12, "deal": 2, "seats": SEATS, "review": _review(costliest=())}),
        "review-unserved": Post("review", {"game": 12, "deal": 2, "seats": SEATS, "review": None}),
        "hint": Post("hint", HINT | {"ask": "pass", "cards": cards("QS KS AH")}),
        "hint-bid": Post("hint", HINT | {"ask": "bid", "amount": 3, "suit": "H"}),
        "hint-no-bid": Post("hint", HINT | {"ask": "bid"}),
        "hint-charge": Post("hint", HINT | {"ask": "charge", "cards": cards("QS")}),
        "hint-charge-nothing": Post("hint", HINT | {"ask": "charge"}),
        "hint-moon": Post("hint", HINT | {"ask": "moon", "choice": "subtract"}),
        "hint-call": Post("hint", HINT | {"ask": "call", "count": 3}),
        "opening": Post("opening", {"game": 12, "free": OPENING}),
        "roundup": Post("roundup", {"tables": _several(), "notes": NOTES, "more": 3}),
        "roundup-idle": Post("roundup", {"tables": _several()[2:], "notes": (), "more": 0}),
        "roundup-one": Post("roundup", {"tables": _several()[1:], "notes": (), "more": 0}),
        "roundup-notes": Post("roundup", {"tables": (), "notes": NOTES, "more": 0}),
        "claim-rest": Post(
            "claim", {"game": 12, "kind": "rest", "name": "QS [NO]", "cards": cards("AS KS"), "until": DUE}
        ),
        "claim-open": Post("claim", {"game": 12, "kind": "open", "name": "bob", "cards": cards("AS 2C"), "until": DUE}),
        "operator-thought": Post("operator", {"kind": "thought", "cause": "game 3, turn: KeyError: [QS]"}),
        "operator-letter": Post("operator", {"kind": "quarantine", "letter": 5, "cause": "KeyError: [QS]"}),
        "operator-template": Post("operator", {"kind": "template", "cause": "table.txt:3: no such fact"}),
        "operator-queue": Post("operator", {"kind": "queue", "count": 17}),
        **{f"vote-{what}": Post("vote", {**VOTE, "what": what}) for what in VOTES},
        "reminder-two": Post("reminder", {"games": REMINDED}),
        **{
            f"notice-{kind}-{n}": Post("notice", {"kind": kind, "game": 12, **facts})
            for n, (kind, facts) in enumerate(notices)
        },
    }


def everything() -> dict[str, Post]:
    """All sample posts: the mails, the tables, and each answer alone and above a table."""
    alone = {f"answer {name}": Post("answers", answers=(answer,)) for name, answer in answers().items()}
    above = {f"table with {name}": replace(table(), answers=(answer,)) for name, answer in answers().items()}
    return {**mails(), **tables(), **alone, **above}


def hand_lines(seen: SeatView) -> list[str]:
    """The lines of a hand as programs read them, worked out apart from the renderer."""
    rows = [
        (suit.symbol, [c.rank_text for c in seen.hand[::-1] if c.suit is suit])
        for suit in Suit
        if suit is not Suit.JOKER
    ]
    return [f"{symbol} {' '.join(ranks)}" for symbol, ranks in rows if ranks]
