"""A game: the fold of its entries, with one door that checks everything every time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.cards import Card
from pbem.hearts.build_view import build_view
from pbem.hearts.entries import Base, Choice, Dealt, Entry, Hinted, Mixed, Opened, Passed, Score, Stopped
from pbem.hearts.events import DealBegan, DealRecord, Event, GameEnded
from pbem.hearts.phase import Phase
from pbem.hearts.play import stages
from pbem.hearts.play.deal import Deal
from pbem.hearts.refusal import GameOver, NoPass, NotNow, NotYourTurn, Refused
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.deal_end import end_deal
from pbem.hearts.scoring.standing import places, starting
from pbem.hearts.view import Ask, SeatView

_CHANGEABLE = (Phase.PASS, Phase.CHARGE)  # what a seat may say again until the last seat has answered


class Game:
    """Empty at first; `Opened` first, then deals. What a refusal leaves behind is what was there before."""

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._deal: Deal | None = None
        self._next: Base | None = None  # what the next deal stands on; None while a deal is played and at the end
        self._scores: tuple[Score, ...] = ()
        self._places: tuple[int, ...] = ()
        self._stopped = False

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes

    @property
    def rules(self) -> Rules:
        """The record of the game's rules."""
        if self._rules is None:
            raise ValueError("the game is not opened")
        return self._rules

    @property
    def phase(self) -> Phase:
        """Where it stands; in a phase that is an `Ask` too, seats are asked for that."""
        if self._places:
            return Phase.FINISHED
        return Phase.DEALING if self._deal is None or self._next is not None else self._deal.stage

    @property
    def base(self) -> Base:
        """What the deal stands on that is played; between deals, the next one."""
        if self._next is not None:
            return self._next
        if self._deal is None:
            raise ValueError("the game is not opened")
        return self._deal.base

    @property
    def scores(self) -> tuple[Score, ...]:
        """The running scores, the last finished deal included."""
        return self._scores

    @property
    def places(self) -> tuple[int, ...]:
        """By seat, 1 is best, when the game is finished."""
        return self._places

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that are waited for."""
        return () if self._deal is None or self._next is not None else self._deal.to_act()

    @property
    def needs_chance(self) -> str | None:
        """`deal`, `mix`, or None: what chance is waited for."""
        return {Phase.DEALING: "deal", Phase.MIXING: "mix"}.get(self.phase)

    def to_shuffle(self) -> tuple[Card, ...]:
        """The cards that chance must put in an order, sorted."""
        if self.phase is Phase.MIXING and self._deal is not None:
            return tuple(stages.to_mix(self._deal))
        return self.rules.deck()

    def chance(self, order: tuple[Card, ...]) -> Dealt | Mixed:
        """The entry that follows from the shuffled cards."""
        rules = self.rules
        if self.phase is Phase.MIXING and self._deal is not None:
            size, hands = self._deal.mix, rules.players
        else:
            size, hands = rules.hand_size, rules.hands
        parts = tuple(tuple(sorted(order[at * size : (at + 1) * size])) for at in range(hands))
        rest = order[size * hands :]
        if rules.kitty_use in ("pile", "exchange"):
            rest = tuple(sorted(rest))  # a stock keeps its order
        return Mixed(parts, rest) if self.phase is Phase.MIXING else Dealt(self.base, parts, rest)

    def record(self) -> DealRecord | None:
        """The open record of the deal that has just ended, until the next is dealt."""
        return None if self._deal is None else self._deal.record

    def ask(self, seat: int) -> Ask | None:
        """What the seat is asked for now."""
        return Ask(self.phase) if seat in self.to_act else None

    def legal_cards(self, seat: int) -> tuple[Card, ...]:
        """The cards that the seat may play (a dummy's too, if it plays it), or may charge; () if none is asked."""
        deal = self._deal
        if deal is None or seat not in self.to_act:
            return ()
        if deal.stage is Phase.CHARGE:
            return tuple(stages.chargeable(deal, seat))
        return tuple(sorted(deal.offer)) if deal.stage is Phase.PLAY else ()

    def view(self, seat: int) -> SeatView:
        """All that the seat may know."""
        return build_view(self, self._deal if self._next is None else None, seat)

    def apply(self, entry: Entry) -> tuple[Event, ...]:
        """The one door: checks the entry, changes the state, and tells what follows. Refused leaves all as it was."""
        events: list[Event] = []
        _DOORS.get(type(entry), Game._answer)(self, entry, events)
        return tuple(events)

    def _open(self, entry: Opened, _: list[Event]) -> None:
        if self._rules is not None:
            raise ValueError("the game is opened already")
        self._rules = entry.rules
        self._scores = starting(entry.rules)
        self._next = Base(1, 0, self._scores)

    def _begin(self, entry: Dealt, events: list[Event]) -> None:
        rules, base = self.rules, entry.base
        if self._next is None or self._places:
            raise ValueError("no deal is due")
        if self._deal is None and len(base.scores) == rules.players:
            self._next = base  # the fold starts here
        if base != self._next or not 0 <= base.dealer < rules.players:
            raise ValueError("the deal does not stand on what was before")
        cards = sorted([card for hand in entry.hands for card in hand] + list(entry.rest))
        if [len(hand) for hand in entry.hands] != [rules.hand_size] * rules.hands or cards != list(rules.deck()):
            raise ValueError("these are not the cards of the pack")
        self._deal = Deal(rules, base, entry.hands, entry.rest)
        self._scores = base.scores
        self._next = None
        events.append(DealBegan(base.number, base.dealer))
        stages.next_stage(self._deal, events)

    def _stop(self, _: Stopped, events: list[Event]) -> None:
        """Time is up: the deal that is being played is the last; between deals the game is over (§10 switch 24).

        Where the rules know no time it is the players who agreed to end the game.
        """
        if self._places:
            raise ValueError("the game is over: there is no time left")
        if self._next is None:
            self._stopped = True
        else:
            self._places = places(self.rules, self._scores)
            events.append(GameEnded(self._places, self._scores))

    def _hint(self, entry: Hinted, _: list[Event]) -> None:
        """A hint was given: it stands in the log, and changes nothing."""
        if self._places:
            raise Refused(GameOver())
        if entry.seat not in self.to_act:
            raise Refused(NotYourTurn(to_act=self.to_act))

    def _answer(self, entry: Choice | Mixed, events: list[Event]) -> None:
        if self._places:
            raise Refused(GameOver())
        deal = self._deal
        if deal is None or self._next is not None:
            raise Refused(NotNow())
        stage = stages.BY_PHASE[deal.stage]
        if not isinstance(entry, stage.entry):
            if isinstance(entry, Passed) and not stages.pass_size(deal) and deal.stage is not Phase.CALL:
                raise Refused(NoPass())  # this deal is held
            raise Refused(NotNow(asked=None if deal.stage is Phase.MIXING else Ask(deal.stage)))
        if not isinstance(entry, Mixed):
            self._need_turn(deal, entry.seat)
        if stage.answer(deal, entry, events) and stages.next_stage(deal, events):
            self._score(deal, events)

    def _need_turn(self, deal: Deal, seat: int) -> None:
        if deal.stage is Phase.PLAY:
            right = seat == deal.queue[0]
        elif deal.stage in _CHANGEABLE:
            right = 0 <= seat < deal.rules.players
        else:
            right = seat in deal.to_act()
        if not right:
            raise Refused(NotYourTurn(to_act=deal.to_act()))

    def _score(self, deal: Deal, events: list[Event]) -> None:
        standing = end_deal(deal, events, self._stopped)
        self._scores = standing.scores
        if standing.over:
            self._places = standing.places
        else:
            dealer = (deal.base.dealer + deal.rules.step) % deal.rules.players
            self._next = Base(deal.base.number + 1, dealer, standing.scores, standing.carry)


_DOORS: dict[type, Callable[[Game, Any, list[Event]], None]] = {
    Opened: Game._open,
    Dealt: Game._begin,
    Stopped: Game._stop,
    Hinted: Game._hint,
}
"""Where the entries go that are no answers to a question."""


def fold(entries: Iterable[Entry]) -> Game:
    """The game that its entries make, each checked again."""
    game = Game()
    for entry in entries:
        game.apply(entry)
    return game
