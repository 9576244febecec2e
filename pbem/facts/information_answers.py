"""The answers to those who look at something, which changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.facts.kinds import Answer
from pbem.facts.table import DealLine, GameSummary, RunningDeal, SeatFacts
from pbem.hearts.events import DealRecord, Trick
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import Switch
from pbem.hearts.view import SeatView
from pbem.orders.order import Spec


@dataclass(frozen=True, slots=True)
class HandAnswer(Answer):
    """HAND: the table itself is the answer."""

    template: ClassVar[str] = "hand"
    shows_table: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ScoreAnswer(Answer):
    """SCORE."""

    template: ClassVar[str] = "score"
    view: SeatView
    seats: tuple[SeatFacts, ...]


@dataclass(frozen=True, slots=True)
class LastAnswer(Answer):
    """LAST."""

    template: ClassVar[str] = "last"
    trick: Trick
    seats: tuple[SeatFacts, ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class HistoryAnswer(Answer):
    """HISTORY: the deal that is played, trick by trick, and the points of every one before."""

    template: ClassVar[str] = "history"
    deals: tuple[DealLine, ...]
    seats: tuple[SeatFacts, ...]
    running: RunningDeal | None = None


@dataclass(frozen=True, slots=True)
class HistoryDealAnswer(Answer):
    """HISTORY deal: all cards open."""

    template: ClassVar[str] = "history-deal"
    record: DealRecord
    seats: tuple[SeatFacts, ...]
    rules: Rules
    opened: str = ""  # what opens its seal
    hints: tuple[int, ...] = ()  # by seat, how many


@dataclass(frozen=True, slots=True)
class GamesAnswer(Answer):
    """GAMES."""

    template: ClassVar[str] = "games"
    games: tuple[GameSummary, ...]
    reliability: int | None
    over: tuple[GameSummary, ...] = ()  # the last ones that have a result, the newest first


@dataclass(frozen=True, slots=True)
class VariantRulesAnswer(Answer):
    """RULES, of a variant or of a table."""

    template: ClassVar[str] = "rules"
    rules: Rules
    variant: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class VariantsAnswer(Answer):
    """VARIANTS."""

    template: ClassVar[str] = "variants"
    variants: tuple[tuple[str, Rules], ...]


@dataclass(frozen=True, slots=True)
class OptionsAnswer(Answer):
    """RULES OPTIONS."""

    template: ClassVar[str] = "options"
    switches: tuple[Switch, ...]


@dataclass(frozen=True, slots=True)
class HelpAnswer(Answer):
    """HELP: the shortest page, one screen of a phone."""

    template: ClassVar[str] = "help"
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HelpAllAnswer(Answer):
    """HELP ALL: the page of all commands."""

    template: ClassVar[str] = "help-all"
    specs: tuple[Spec, ...]
    topics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HelpTopicAnswer(Answer):
    """HELP on one command, or on a topic."""

    template: ClassVar[str] = "help-topic"
    topic: str
    specs: tuple[Spec, ...]


@dataclass(frozen=True, slots=True)
class HelpCardsAnswer(Answer):
    """HELP CARDS: how a card is written."""

    template: ClassVar[str] = "help-cards"


@dataclass(frozen=True, slots=True)
class HelpRobotsAnswer(Answer):
    """HELP ROBOTS: a page about no command."""

    template: ClassVar[str] = "help-robots"


@dataclass(frozen=True, slots=True)
class HelpStrategyAnswer(Answer):
    """HELP STRATEGY: how to play well; its figures are of `python -m tests.bench.strategy 1500`."""

    template: ClassVar[str] = "help-strategy"
