"""Sample facts for every mail, built by hand: what tests of rendering (and of inertness) show to the templates."""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar, cast

from pbem.app.tables.tutorial import LESSONS
from pbem.cards import Suit, card, cards
from pbem.commands import SPECS
from pbem.commands.help import TOPICS
from pbem.commands.settings import SETTINGS
from pbem.facts import (
    account_answers,
    information_answers,
    mails,
    notices,
    play_answers,
    table_answers,
    table_refusals,
)
from pbem.facts.kinds import Answer, Mail, Notice
from pbem.facts.mails import AboutTableMail
from pbem.facts.table import (
    DealLine,
    GameSummary,
    Lobby,
    Motion,
    PlanFacts,
    PremoveNote,
    RestFacts,
    RunningDeal,
    SeatFacts,
    SeatKind,
    ShortenedAbsence,
    TableFacts,
    TalkFacts,
    WaitingGame,
    WantedSeat,
)
from pbem.hearts import refusal
from pbem.hearts.entries import Base, Dealt
from pbem.hearts.events import DealRecord, Play, Trick
from pbem.hearts.phase import Phase
from pbem.hearts.refusal import Refusal
from pbem.hearts.rules.faults import RulesFault, RulesFaultItem
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import SWITCHES
from pbem.hearts.view import Ask, Auction, SeatView, Transfer
from pbem.mail.message.inbound_message import TextFault
from pbem.orders.order import Why
from pbem.premoves.kept import PremoveOutcome
from pbem.render.reader import Reader, Site
from pbem.render.renderer import Renderer
from pbem.robots.review.deal_review import Review, Turn
from pbem.robots.review.lessons import Lesson
from pbem.seals import opened_text, seal_text
from pbem.table.absence import Absence
from pbem.table.options import TableOptions
from pbem.table.states import GamePhase, JobKind, RestKind, VoteKind

T = TypeVar("T")

PACKAGED = Path(__file__).parents[2] / "templates"
SITE = Site("Hearts by mail", "hearts@example.org", "operator@example.org")
DUE = datetime(2026, 3, 3, 18, 7, tzinfo=UTC)
NOW = DUE - timedelta(hours=48)
ALICE = Reader("alice", "en", "Europe/Berlin", "hearts+q7x2k9m4p5w8z3a1@example.org", NOW)

SEATS = (
    SeatFacts(0, "alice", SeatKind.PERSON, is_you=True, is_host=True),
    SeatFacts(1, "bob", SeatKind.PERSON),
    SeatFacts(2, "carol", SeatKind.STAND_IN),
    SeatFacts(3, "Robot 1", SeatKind.ROBOT),
)
GATHERING = (
    SeatFacts(0, "alice", SeatKind.PERSON, is_host=True, reliability=97),
    SeatFacts(1, "", SeatKind.INVITED, is_you=True),
    SeatFacts(2, "dave", SeatKind.DECLINED),
    SeatFacts(3, "", SeatKind.OPEN),
)
RETURNED = (
    replace(GATHERING[0], is_you=True),
    SeatFacts(1, "play@example.com", SeatKind.RETURNED),
    SeatFacts(2, "Say QS", SeatKind.RETURNED),
    SeatFacts(3, "", SeatKind.OPEN),
)


def renderer(*own: Path) -> Renderer:
    return Renderer([*own, PACKAGED], SITE) if own else _PACKAGED


_PACKAGED = Renderer([PACKAGED], SITE)
"""One for all tests: to compile the templates takes longer than most of them."""


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
        phase=Phase.PLAY,
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


def table(seen: SeatView | None = None, **changes: Any) -> AboutTableMail:
    """The mail `table` for alice."""
    facts = TableFacts(12, SEATS, seen or view(), due_at=DUE)
    return AboutTableMail(replace(facts, **changes))


def passing(**changes: Any) -> SeatView:
    """Alice's view at the pass of deal 3."""
    changes = {
        "phase": "pass", "ask": Ask.PASS, "to_act": (0, 2), "count": 3, "legal": (), "tricks": (), "trick": None,
        "gave": (), "got": (), "points": (0, 0, 0, 0), "leader": None,
        "hand": cards("2C 6C 7C JC 3D KD 5S 10S 2H 8H 10H QH AH"), **changes,
    }  # fmt: skip
    return view(**changes)


LESSONS_SEEN = {"pass": passing()}


CLUBS = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC")
HELD_BACK = PremoveNote(PremoveOutcome.HELD_BACK, cards("KD"))


def tables() -> dict[str, AboutTableMail]:
    """Every state of the table mail that has words of its own."""
    moon = view(phase=Phase.MOON, ask=Ask.MOON, legal=(), hand=(), trick=None, points=(26, 0, 0, 0), count=0)
    finished = view(
        phase=Phase.FINISHED, ask=None, to_act=(), legal=(), hand=(), trick=None, tricks=(), scores=(26, 26, 104, 40),
        places=(1, 1, 4, 3),
    )  # fmt: skip
    waiting = view(ask=None, to_act=(1,), legal=())
    return {
        "play": table(new_tricks=TRICKS, passes_new=True, first=True),
        "play-all": table(view(trick=None, legal=view().hand, to_act=(0,))),
        "play-eleven": table(view(legal=CLUBS[:11], hand=CLUBS)),
        "pass": table(passing(), ended_deal=record(), ended_tricks=record().tricks),
        "pass-one": table(passing(count=1, pass_to=((2, 1),)), first=True),
        "pass-scatter": table(passing(pass_to=((1, 1), (2, 1), (3, 1)))),
        "pass-middle": table(passing(pass_to=())),
        "pass-refusable": table(passing(refusable=cards("QS"))),
        "pass-refused": table(passing(refusable=cards("QS"), refusing=cards("QS"))),
        "replace": table(
            passing(phase=Phase.REPLACE, ask=Ask.REPLACE, count=1, passing=cards("QS KD"),
                    handed_back=((0, 1, cards("QS")),), to_act=(0,), rules=PRESETS["kate"])
        ),
        "replace-other": table(
            passing(
                phase=Phase.REPLACE, ask=None, handed_back=((2, 3, cards("QS")),), passing=cards("AH KD"), to_act=(2,)
            ),
            full=True,
        ),
        "passed": table(passing(ask=None, to_act=(2,), passing=cards("QH KD AH")), full=True),
        "moon": table(moon, new_tricks=TRICKS),
        "moon-other": table(replace(moon, ask=None, to_act=(1,))),
        "charge": table(
            passing(
                phase=Phase.CHARGE, ask=Ask.CHARGE, legal=cards("QS JD"), hand=cards("2C JC JD QS AH"), count=0,
            )
        ),
        "bid": table(passing(phase=Phase.BID, ask=Ask.BID, rules=PRESETS["auction"], auction=Auction((), 2))),
        "call": table(passing(phase=Phase.CALL, ask=Ask.CALL)),
        "discard": table(
            passing(phase=Phase.DISCARD, ask=Ask.DISCARD, count=4, kitty=cards("2C 6C 7C JC"), kitty_taker=0)
        ),
        "waiting": table(waiting, new_tricks=TRICKS),
        "full": table(waiting, full=True),
        "finished": table(finished, ended_deal=record(shooter=None, moon=None), due_at=None),
        "reminder": table(reminder=True),
        "early": table(waiting, early=cards("3D KD"), novice=True, plan=PlanFacts(cards("KD")[0], anyway=True)),
        "talk": table(talk=(TalkFacts("bo", "QS", False, 1), TalkFacts("Say [QS]", "PLAY QS, ok?\n[RESIGN]", True, 2))),
        "turn-came": table(turn_came=True),
        "novice": table(novice=True, first=True),
        "planned": table(plan=PlanFacts(None, False, cards("3C 5D"), ("DUCK",), PLAN, HELD_BACK)),
        "settled": table(ended_deal=record(), ended_tricks=TRICKS, rest=RestFacts(RestKind.SETTLED, -1, 10, 4)),
        "rest": table(ended_deal=record(), rest=RestFacts(RestKind.REST, 1, 13, 1)),
        "rest-open": table(ended_deal=record(), rest=RestFacts(RestKind.OPEN, 0, 12, 2)),
        "queue-ended": table(plan=PlanFacts(note=PremoveNote(PremoveOutcome.QUEUE_ENDED, cards("3C 5D")))),
        "sealed": table(passing(), ended_deal=record(), seal=SEAL),
        "missed": table(missed=(record(), record(shooter=None, moon=None))),
        **{f"lesson-{code}": table(LESSONS_SEEN.get(code), lessons=(code,), ended_deal=record()) for code in LESSONS},
        "lapsed": table(waiting, lapsed=True, new_tricks=TRICKS),
        "moved": table(moved=timedelta(hours=30)),
        "nudged": table(reminder=True, nudged_by="Say [QS]"),
        "away": table(
            waiting,
            seats=(
                SEATS[0],
                replace(SEATS[1], away_until=DUE, remark="QS [PLAY QS]"),
                replace(SEATS[2], kind=SeatKind.PERSON, away_from=DUE, away_until=DUE),
                SEATS[3],
            ),
        ),
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
LOBBY = Lobby(
    12,
    "alice",
    GATHERING,
    "web",
    Rules(name="web", moon="add", first_trick_points="forbidden"),
    TableOptions(deadline=48 * 3600),
)


DEALT = Dealt(
    Base(2, 1, (0, 0, 0, 0)), tuple(Rules().deck()[n::4] for n in range(4)), cards("JK 5R"), "q7x2k9m4p5w3z6a2" * 2
)
OPENED = opened_text(12, DEALT)
SEAL = seal_text(12, DEALT)
OPENING = replace(LOBBY, options=replace(LOBBY.options, reliability=80, bank=48 * 3600, open=True))


SET_ON = dict.fromkeys(SETTINGS, "on") | {"zone": "Europe/Berlin", "news": "turn", "digest": "18:00", "moon": "ask"}
SET_OFF = dict.fromkeys(SETTINGS, "off") | {"zone": "UTC", "news": "digest", "digest": "mon 8:00", "moon": "add"}
AWAY = Absence(DUE, DUE + 14 * timedelta(days=1), "no mail [RESIGN] there")
WANTED = WantedSeat(12, "web", 3, (26, 4, 31, 17), 2, 80)
NEWER = cast("VoteKind", "new-kind")  # of a newer program, whose templates are older
MOTIONS = tuple(Motion(what, SPAN) for what in (*VoteKind, NEWER))
RESULTS = tuple(
    (motion, passed, DUE if motion.what == "pause" and passed else None)
    for motion in MOTIONS
    for passed in (True, False)
)


def answers() -> dict[str, Answer]:
    """Every kind of answer, some of them in several cases."""
    every = [*_looking(), *_about_tables(), *_about_accounts(), *_play(), *_not_understood()]
    return {f"{answer.template} {number}": answer for number, answer in enumerate(every)}


def _looking() -> list[Answer]:
    a = information_answers
    games = (
        GameSummary(12, "web", GamePhase.PLAYING, 3, ("alice",), True, DUE, None, SEATS, (26, 4, 31, 17)),
        GameSummary(7, "american", GamePhase.PLAYING, 1, ("bob", "Jean Luc"), False, DUE, DUE, SEATS, (0, 0, 0, 0)),
        GameSummary(3, "american", GamePhase.LOBBY, 0, (), False, None, None, GATHERING, ()),
        GameSummary(2, "american", GamePhase.FINISHED, 9, (), False, None, None, SEATS, (26, 4, 31, 117)),
    )
    finished = view(phase=Phase.FINISHED, ask=None, scores=(26, 26, 104, 40), places=(1, 1, 4, 3))
    over = (replace(games[3], places=(2, 1, 3, 4)), replace(games[3], game=1, places=(1, 1, 3, 4)))
    with_kitty = record(kitty=cards("2C"), kitty_taker=1, shooter=None, moon=None)
    lines = (DealLine(1, (0, 4, 5, 17), (0, 4, 5, 17)), DealLine(2, (9, 0, 9, 8), (9, 4, 14, 25)))
    return [
        a.HelpAnswer(TOPICS),
        a.HelpAllAnswer(SPECS, TOPICS),
        a.HelpCardsAnswer(),
        a.HelpRobotsAnswer(),
        a.HelpStrategyAnswer(),
        a.HelpTopicAnswer("people", tuple(s for s in SPECS if s.topic == "people")),
        a.GamesAnswer(games, 97),
        a.GamesAnswer((), None),
        a.GamesAnswer((), None, over),
        a.GamesAnswer(games, 97, over),
        a.VariantRulesAnswer(Rules(), "american"),
        a.VariantRulesAnswer(LOBBY.rules, "web", 12),
        a.VariantsAnswer(tuple(PRESETS.items())),
        a.OptionsAnswer(SWITCHES),
        a.ScoreAnswer(view(), SEATS),
        a.ScoreAnswer(finished, SEATS),
        a.HandAnswer(),
        a.HistoryAnswer(lines, SEATS),
        a.HistoryAnswer((), SEATS),
        a.HistoryAnswer(lines, SEATS, RunningDeal(view(), cards("2C KC AD QS 10H"), "out")),
        a.HistoryAnswer((), SEATS, RunningDeal(view(tricks=(), trick=None), cards("2C"), "yours")),
        a.HistoryDealAnswer(record(), SEATS, Rules()),
        a.HistoryDealAnswer(record(), SEATS, Rules(), OPENED),
        a.HistoryDealAnswer(record(), SEATS, Rules(), hints=(0, 2, 0, 1)),
        a.HistoryDealAnswer(with_kitty, SEATS, Rules()),
        a.LastAnswer(TRICKS[2], SEATS, Rules()),
    ]


def _about_tables() -> list[Answer]:
    a = table_answers
    return [
        a.LobbyAnswer(LOBBY),
        a.LobbyAnswer(replace(LOBBY, seats=RETURNED)),
        a.TableMadeAnswer(LOBBY),
        a.TableBegunAnswer(LOBBY),
        a.TutorialBegunAnswer(12),
        a.InvitedAnswer(("bob", "dave@example.com"), LOBBY),
        a.MailboxFullAnswer(("bob", "dave@example.com"), 5),
        a.JoinedAnswer(LOBBY),
        a.DeclinedAnswer(12),
        a.LeftAnswer(12, True),
        a.LeftAnswer(12, False),
        a.ResignedAnswer(12),
        a.TablesAnswer((OPENING, replace(OPENING, rules=Rules(), variant="american")), 14, "web"),
        a.TablesAnswer((OPENING,), 1),
        a.TablesAnswer((), 0),
        a.SeekingAnswer("web", SPAN),
        a.SeekingAnswer("", SPAN),
        a.SeeksNoneAnswer(),
        a.WantedAnswer((WANTED, replace(WANTED, scores=(), reliability=0))),
        a.WantedAnswer(()),
        a.SubstitutedAnswer(12),
        *(a.VoteAskedAnswer(motion, DUE) for motion in MOTIONS),
        *(a.VotedAnswer(motion, motion.what == "end") for motion in MOTIONS),
        *(a.VoteResultAnswer(*result) for result in RESULTS),
        a.SaidAnswer(("bob", "carol")),
        a.SaidAnswer(()),
        a.RemindedAnswer(("bob", "carol")),
    ]


def _about_accounts() -> list[Answer]:
    a = account_answers
    return [
        a.RegisteredAnswer("alice", "alice@example.net"),
        a.RegisteredAnswer("alice", "alice@example.net", by_the_way=True),
        a.AlreadyRegisteredAnswer("alice"),
        a.NamedAnswer("Alice B"),
        a.SettingChangedAnswer("zone", "Europe/Berlin"),
        a.SettingsAnswer(SET_ON, "alice", "alice@example.net", ("en",)),
        a.SettingsAnswer(SET_OFF, "alice", "alice@example.net", ("en", "de")),
        a.SettingsAnswer({"zone": "+0530"}, "alice", "alice@example.net", ("en",), learned=True),
        a.VacationAnswer(AWAY, (ShortenedAbsence(12, DUE, 14),)),
        a.VacationAnswer(replace(AWAY, remark=""), asked=True),
        a.VacationAnswer(None, asked=True),
        a.BackAnswer(True, (7, 12)),
        a.BackAnswer(False, (12,)),
        a.AddressesAnswer(("alice@example.com", "alice@example.net"), "alice@example.net"),
        a.AddressAskedAnswer("alice@example.com"),
        a.AddressChangeAskedAnswer("alice@example.com", DUE),
        a.AddressAddedAnswer("alice@example.com"),
        a.AddressRemovedAnswer("alice@example.com", "alice@example.net"),
        a.AddressUsedAnswer("alice@example.com"),
        a.BlockedAnswer(),
        a.BlockedHostAnswer("bob"),
        a.UnblockedAnswer("bob"),
        a.UnblockedAnswer(""),
        a.StoppedAnswer(),
        a.MailsAgainAnswer(),
        a.ForgottenAnswer(),
        a.QuestionClosedAnswer(),
        a.NothingChangedAnswer(),
        a.StopAskedAnswer(invited=False),
        a.StopAskedAnswer(invited=True),
    ]


def _play() -> list[Answer]:
    a = play_answers
    return [
        a.PlayedAnswer(cards("QS"), nth=1),
        a.KeptAnswer(cards("QS"), nth=1),
        a.KeptAnswer(cards("QS")),
        a.ChangedAnswer(cards("QS")),
        a.RepeatedAnswer(cards("QS")),
        a.PassedAnswer(cards("QH KD AH"), nth=1, open=True),
        a.PassedAnswer(cards("QH KD AH"), changed=True),
        a.KeepsAllAnswer(),
        a.KeepsAllAnswer(True),
        a.ChargedAnswer(cards("QS AH"), nth=3),
        a.ChargedAnswer((), changed=True),
        a.ReturnedAnswer(cards("QS"), nth=1, open=True),
        a.ReturnedAnswer(()),
        a.BidAnswer(3, "H", nth=2),
        a.BidAnswer(None, ""),
        a.CalledAnswer("2 left 1 right"),
        a.CalledAnswer("mix"),
        a.CalledAnswer("", "last-two"),
        a.DiscardedAnswer(cards("2C 6C 7C")),
        a.MoonSetAnswer("add"),
        a.MoonSetAnswer("subtract"),
        a.PlanAnswer(PlanFacts(cards("KD")[0], False, cards("3C 5D"), ("DUCK",), PLAN)),
        a.PlanAnswer(None),
        a.PlanDroppedAnswer(),
        a.AutoAnswer("on", "ask"),
        a.AutoAnswer("off", "add"),
        a.AutoAnswer("on", "subtract"),
        a.ClaimedAnswer("safe", 24),
        a.ClaimedAnswer("asked", 24),
        a.AgreedAnswer(),
        a.ObjectedAnswer(),
    ]


def _not_understood() -> list[Answer]:
    a = play_answers
    return [
        *(a.RefusedAnswer(one, "play qs", "PLAY") for one in refusals()),
        a.NotDoneAnswer(("play QS", "say hello to everybody and to their cats and dogs and horses too")),
        *(a.MisreadAnswer(why, "plya qs", "PLAY QS") for why in Why),
        *(a.UnreadableAnswer(fault) for fault in TextFault),
        a.StillAskedAnswer(),
        a.StillAskedAnswer(invitation=True, host="bob"),
        a.TurnStillOpenAnswer(),
        a.StrangerAnswer(),
        a.SameWordsUnansweredAnswer(),
        a.TooManyLettersAnswer(60),
    ]


_SAMPLE_FACTS: dict[str, Any] = {
    "contract": "left",
    "left": ("tricks", "last-two"),
    "card": card("QS"), "cards": cards("QS 2C"), "legal": cards("2C 3C"), "suit": Suit.CLUBS, "to_act": (1,),
    "asked": "pass", "amount": None, "needed": 3, "way": "across", "players": 5,
    "given": "qs", "near": ("web", "american"), "game": 12, "games": (7, 12), "deal": 4, "option": "moon",
    "allowed": ("add", "choice"), "seats": 4, "name": "bob", "known": ("zone",), "most": 20, "least": 80, "share": 71,
    "days": 30, "setting": "zone", "verb": "NEVER",
}  # fmt: skip


def kinds(base: type[T]) -> list[type[T]]:
    """All classes below this one that stand for something to be told, in the order of their modules."""
    names = {(one.__module__, one.__qualname__) for each in base.__subclasses__() for one in (each, *kinds(each))}
    return [getattr(sys.modules[module], name) for module, name in sorted(names) if module.startswith("pbem.")]


def refusals() -> list[Refusal]:
    """Every reason, with facts made up by their names."""
    made = []
    for kind in kinds(Refusal):
        if kind is refusal.CardRefusal:
            continue  # a base of others
        facts = {f.name: _SAMPLE_FACTS[f.name] for f in fields(kind) if f.name != "faults"}
        if kind is table_refusals.BadRules:
            facts["faults"] = _faults()
        elif kind is table_refusals.BadTerms:
            facts["faults"] = (table_refusals.OptionTwice("moon"), table_refusals.UnknownOption("qs", ("web",)))
        elif kind in (refusal.PassCount, refusal.DiscardCount, table_refusals.TooManySeats):
            facts["given"] = 2
        made.append(kind(**facts))
    return [*made, refusal.BadBid(amount=200), refusal.BadBid(suit=None), refusal.NotNow()]


def _faults() -> tuple[RulesFaultItem, ...]:
    try:
        Rules(players=5, pass_cycle=("across",))
    except RulesFault as fault:
        return fault.faults
    raise AssertionError("five players cannot pass across")


EXPORT = mails.ExportMail(
    name="alice", address="alice@example.net", addresses=("alice@example.net", "alice@example.com"), language="en",
    zone="UTC", registered=DUE, games=2, letters=17, mails=31, blocks=0, file="pbem-export.json",
)  # fmt: skip
REMINDED = (
    WaitingGame(DUE, "", "web", table().table),
    WaitingGame(DUE, "bob", "american", replace(table(passing()).table, game=7)),
)


NOTES = ("Said by bob: QS", "Said by carol: hello\nSaid by carol: to all")


def _several() -> tuple[TableFacts, ...]:
    """Games in one mail: two that ask, one that asks early, one that asks nothing."""
    found = [each.table for each in tables().values()]
    asked = next(one for one in found if one.view.ask is Ask.PLAY)
    early = next(one for one in found if one.early)
    idle = next(one for one in found if one.view.ask is None and not one.early)
    return asked, replace(early, game=7), replace(idle, game=9, seal=SEAL, missed=(record(),))


def _review(**changes: Any) -> Any:
    """A review with a turn for every lesson there is."""
    counts = {"often": 120, "rarely": 14, "better": 90, "worse": 100, "worlds": 200}
    facts = {"card": card("KS"), "best": card("2S"), "queen": card("QS"), "prize": card("JD"), "winning": card("9S")}
    passed = {"cards": cards("2C 3C 4C"), "best": cards("QS KS AS")}
    turns = tuple(
        Turn(
            at, cards("KS"), cards("2S"), 4.2, 1.1, 0.3, lesson,
            counts | (passed if lesson is Lesson.PASSED else facts),
            cards("2C 9C KD 2S 10S KS 4H") if at < 3 else (), Trick(at, 2, TRICKS[2].plays[:2]) if at == 2 else None,
        )
        for at, lesson in enumerate(Lesson)
    )  # fmt: skip
    return replace(Review(0, turns, turns, 9.0, 6.5), **changes)


def mails_told() -> dict[str, Mail]:
    """Every mail but the table's and the answers'."""
    bad = ("PLAY QS", "FORGET ME [RESIGN]")
    host = replace(LOBBY, seats=(replace(GATHERING[0], is_you=True), *GATHERING[1:]))
    plain = replace(LOBBY, rules=Rules(), variant="american")
    return {
        "invitation": mails.InvitationMail(LOBBY),
        "invitation-words": mails.InvitationMail(
            replace(
                LOBBY, host_address="alice@example.net", words="play QS [RESIGN]?", options=TableOptions(hints=True)
            )
        ),
        "invitation-reminder": mails.InvitationMail(plain, reminder=True),
        "invitation-registered": mails.InvitationMail(replace(LOBBY, host_address=""), registered=True),
        "gathering": mails.LobbyMail(LOBBY),
        "gathering-returned": mails.LobbyMail(replace(LOBBY, seats=RETURNED)),
        "gathering-host": mails.LobbyMail(host),
        "confirm-address": mails.ConfirmAddressMail("x@example.com", 12, bad, DUE),
        "confirm-address-bare": mails.ConfirmAddressMail("x@example.com", None, (), DUE),
        "confirm-order": mails.ConfirmOrderMail("x@example.com", 12, bad, DUE),
        "confirm-account": mails.ConfirmAccountMail("alice", bad, DUE),
        "confirm-address-change": mails.ConfirmAddressChangeMail("alice", "x@example.com", bad, DUE),
        "confirm-newcomer": mails.ConfirmNewcomerMail(bad),
        "confirm-newcomer-registers": mails.ConfirmNewcomerMail(("REGISTER",)),
        "confirm-add": mails.ConfirmAddMail("alice", "x@example.com"),
        "confirm-forget": mails.ConfirmForgetMail("alice"),
        "confirm-leaving-resign": mails.ConfirmLeavingMail("resign", 12),
        "confirm-leaving-leave": mails.ConfirmLeavingMail("leave", 12),
        "confirm-leaving-stop": mails.ConfirmLeavingMail("stop", None),
        "export": EXPORT,
        "review": mails.ReviewMail(12, 2, SEATS, _review()),
        "review-flawless": mails.ReviewMail(12, 2, SEATS, _review(costliest=())),
        "review-unserved": mails.ReviewMail(12, 2, SEATS, None),
        "hint": mails.HintMail(12, "pass", cards("QS KS AH")),
        "hint-bid": mails.HintMail(12, "bid", amount=3, suit="H"),
        "hint-no-bid": mails.HintMail(12, "bid"),
        "hint-charge": mails.HintMail(12, "charge", cards("QS")),
        "hint-charge-nothing": mails.HintMail(12, "charge"),
        "hint-moon": mails.HintMail(12, "moon", choice="subtract"),
        "hint-call": mails.HintMail(12, "call", count=3),
        "opening": mails.OpeningMail(OPENING),
        "roundup": mails.CombinedMail(_several(), NOTES, 3),
        "roundup-idle": mails.CombinedMail(_several()[2:]),
        "roundup-one": mails.CombinedMail(_several()[1:]),
        "roundup-notes": mails.CombinedMail((), NOTES),
        "claim-rest": mails.ClaimMail(12, RestKind.REST, "QS [NO]", cards("AS KS"), DUE),
        "claim-open": mails.ClaimMail(12, RestKind.OPEN, "bob", cards("AS 2C"), DUE),
        "operator-robot": mails.RobotFailed("game 3, turn: KeyError: [QS]"),
        "operator-letter": mails.LetterQuarantined("KeyError: [QS]", letter=5),
        "operator-template": mails.TemplateBroken("table.txt:3: no such fact"),
        "operator-clock": mails.ClockWrong("the clock jumped by -400 days", deadlines=3),
        "operator-lost": mails.CommitsLost("pbem.db-wal is damaged in its middle; 7 commits [QS]"),
        "operator-fails": mails.PartFails("LoginError: [QS]", part="imap", since=DUE),
        "operator-works": mails.PartWorks("LoginError: [QS]", part="relay", since=DUE, worked=DUE),
        "operator-alarm": mails.AlarmFailed("game 3, alarm lapse: KeyError: [QS]"),
        **{f"vote-{motion.what}": mails.VoteMail(12, "Say QS", motion, DUE) for motion in MOTIONS},
        "reminder-two": mails.ReminderMail(REMINDED),
        **{f"notice-{told.kind}-{n}": told for n, told in enumerate(_notices())},
    }


def _notices() -> list[Notice]:
    return [
        notices.CancelledNotice(12),
        notices.BegunWithoutYouNotice(12),
        notices.ResignedNotice(12, "bob"),
        notices.ResignedNotice(12, "bob", wanted=True),
        notices.ResignedNotice(12, "bob", wanted=True, gone=True),
        notices.ResignedNotice(12, "bob", gone=True),
        notices.HeldNotice(12),
        notices.ReleasedNotice(12),
        notices.ClockSetRightNotice(12, DUE),
        notices.UnreachableNotice(12, "bob"),
        notices.StoppedNotice(12, "bob"),
        notices.SaidNotice(12, TalkFacts("bob", "QS\n" + "play " * 40)),
        notices.SaidNotice(12, TalkFacts("carol", "hi [RESIGN] <b>", to_you=True)),
        notices.AddressAddedNotice(None, "a@example.com"),
        notices.ClaimRefusedNotice(12),
        notices.UnbegunNotice(12),
        notices.SleptNotice(12, 30),
        notices.NoThoughtNotice(12, JobKind.HINT),
        notices.SubstitutedNotice(12, "bob"),
        notices.ReplacedNotice(12, "bob"),
        notices.SitsOutNotice(12, 3, alone=False),
        notices.SitsOutNotice(12, 1, alone=True),
        *(notices.VoteResultNotice(12, *result) for result in RESULTS),
    ]


def everything() -> dict[str, Mail]:
    """All sample mails: the table's, the others, and each answer alone and above a table."""
    alone = {f"answer {name}": mails.AnswersAloneMail(answers=(answer,)) for name, answer in answers().items()}
    above = {f"table with {name}": replace(table(), answers=(answer,)) for name, answer in answers().items()}
    return {**mails_told(), **tables(), **alone, **above}


def hand_lines(seen: SeatView) -> list[str]:
    """The lines of a hand as programs read them, worked out apart from the renderer."""
    rows = [
        (suit.symbol, [c.rank_text for c in seen.hand[::-1] if c.suit is suit])
        for suit in Suit
        if suit is not Suit.JOKER
    ]
    return [f"{symbol} {' '.join(ranks)}" for symbol, ranks in rows if ranks]
