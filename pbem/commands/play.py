"""At the turn: PLAY, ANYWAY, PASS, MOON, and what some variants ask for (KEEP, RETURN, CHARGE, BID, CALL, DISCARD)."""

from __future__ import annotations

from dataclasses import replace

from pbem.app.turns import play, variant_choices
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.facts import play_answers
from pbem.facts.play_answers import ChoiceTakenAnswer
from pbem.hearts.play.passing import TARGETS
from pbem.hearts.rules.contracts import CONTRACTS
from pbem.orders.order import Args, Order, Spec

PLAY = Spec("PLAY", Args.CARD)
ANYWAY = Spec("ANYWAY", Args.CARD, aliases=("PLAY ANYWAY",), topic="plans", question="PLAY")
PASS = Spec("PASS", Args.CARDS)
MOON = Spec("MOON", Args.CHOICE, choices=("add", "subtract"))
KEEP = Spec("KEEP", Args.NONE, aliases=("KEEP ALL", "PASS NONE", "PASS NOTHING"), question="PASS")
RETURN = Spec("RETURN", Args.CARDS_OR_NONE)
CHARGE = Spec("CHARGE", Args.CARDS_OR_NONE, aliases=("EXPOSE", "LAY OPEN"))
BID = Spec("BID", Args.BID)
CALL = Spec("CALL", Args.WAYS, choices=(*(way for way in TARGETS if way != "call"), *CONTRACTS))
DISCARD = Spec("DISCARD", Args.CARDS, aliases=("LAY ASIDE", "LAY AWAY"))

AT_ONCE = 3
"""The first choices of a person that are acknowledged at once; later ones are by the next mail."""


def play_card(uow: UnitOfWork, order: Order) -> None:
    """Play a card; before the turn it is kept for it, unless something of note falls."""
    _play(uow, order, anyway=False)


def play_anyway(uow: UnitOfWork, order: Order) -> None:
    """Play a card; before the turn it is kept for it, whatever falls."""
    _play(uow, order, anyway=True)


def _play(uow: UnitOfWork, order: Order, anyway: bool) -> None:
    match play.play(uow, order.cards[0], anyway):
        case play.Taken.PLAYED:
            _taken(uow, play_answers.PlayedAnswer(order.cards))
        case play.Taken.KEPT:
            _taken(uow, play_answers.KeptAnswer(order.cards))
        case play.Taken.CHANGED:
            _taken(uow, play_answers.ChangedAnswer(order.cards), always=True)
        case play.Taken.REPEATED:
            uow.answer(play_answers.RepeatedAnswer(order.cards))


def pass_cards(uow: UnitOfWork, order: Order) -> None:
    """Pass cards on; can be said again until the last seat has passed."""
    taken = play.pass_cards(uow, order.cards)
    if taken is play.Taken.REPEATED:
        uow.answer(play_answers.RepeatedAnswer(order.cards))
        return
    changed = taken is play.Taken.CHANGED
    _taken(uow, play_answers.PassedAnswer(order.cards, changed), always=changed)


def keep(uow: UnitOfWork, _: Order) -> None:
    """Pass nothing, where the table allows it (§4.2): the cards that come to this seat go on unseen."""
    _taken(uow, play_answers.KeepsAllAnswer(play.pass_cards(uow, ()) is play.Taken.CHANGED))


def give_back(uow: UnitOfWork, order: Order) -> None:
    """A passed card that will not be taken (§4.2): said before anybody knows what comes; can be changed until then."""
    variant_choices.refuse(uow, order.cards)
    _taken(uow, play_answers.ReturnedAnswer(order.cards))


def moon(uow: UnitOfWork, order: Order) -> None:
    """Say how the moon is paid."""
    play.choose_moon(uow, "add" if order.text == "add" else "subtract")  # of the choices of `MOON`
    _taken(uow, play_answers.MoonSetAnswer(order.text))


def charge(uow: UnitOfWork, order: Order) -> None:
    """Lay cards open, or none, before the first lead (§8.1, §8.8); can be changed until the last seat has answered."""
    changed = variant_choices.charge(uow, order.cards)
    _taken(uow, play_answers.ChargedAnswer(order.cards, changed))


def bid(uow: UnitOfWork, order: Order) -> None:
    """One bid in an auction (§7.2, §8.15); a suit only where one is bid for."""
    variant_choices.bid(uow, order.number, order.text)
    _taken(uow, play_answers.BidAnswer(order.number, order.text))


def call(uow: UnitOfWork, order: Order) -> None:
    """The dealer says how this deal's cards are passed (§4.2, §8.6), the same for every seat, and nobody has looked; or
    names its contract (§8.20).
    """
    contract = variant_choices.call(uow, order.text)
    _taken(uow, play_answers.CalledAnswer("" if contract else order.text, contract))


def discard(uow: UnitOfWork, order: Order) -> None:
    """What the taker of a kitty lays aside for it, face down with the own tricks (§4.1, §8.15 Heartsette)."""
    variant_choices.discard(uow, order.cards)
    _taken(uow, play_answers.DiscardedAnswer(order.cards))


def _taken(uow: UnitOfWork, answer: ChoiceTakenAnswer, always: bool = False) -> None:
    """The game goes on. The first choices are acknowledged at once, later ones in the next mail (`TableFacts.taken`),
    unless the player wants it at once each time.
    """
    table = uow.here()
    asked = table.log.asks
    advance(uow, table)
    still = table.game is not None and table.game.phase == asked
    player = uow.author_player()
    early = player.acknowledged < AT_ONCE
    player.acknowledged += early
    if always or early or player.preferences.confirm:
        uow.answer(replace(answer, nth=player.acknowledged if early else 0, open=still))


COMMANDS = (
    Command(PLAY, play_card),
    Command(ANYWAY, play_anyway),
    Command(PASS, pass_cards),
    Command(MOON, moon),
    Command(KEEP, keep),
    Command(RETURN, give_back),
    Command(CHARGE, charge),
    Command(BID, bid),
    Command(CALL, call),
    Command(DISCARD, discard),
)
