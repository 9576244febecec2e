"""QUEUE cards, PLAN, ALWAYS, DUCK, IF … and CANCEL: what is said before the turn. AUTO: what is never asked."""

from __future__ import annotations

from collections.abc import Callable

from pbem.app.turns import premove_choices, premove_orders
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.facts import play_answers
from pbem.facts.account_refusals import BadSetting
from pbem.facts.play_refusals import BadPlan
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec
from pbem.premoves.parse_plan import PlanFault, is_plan, parse_plan
from pbem.premoves.steps import Steps


def _meant(text: str) -> bool:
    """Whether the words behind PLAN and ALWAYS are meant as a plan or nearly so; "Always a pleasure" is not."""
    try:
        return not text or bool(parse_plan(text))
    except PlanFault as fault:
        return bool(fault.near)


def queue(uow: UnitOfWork, order: Order) -> None:
    """Cards for the next turns, in this order."""
    premove_orders.queue(uow, order.cards)
    _shown(uow)


def plan(uow: UnitOfWork, order: Order) -> None:
    """A plan for the next card; alone, a look at all that is kept."""
    _plan(uow, order.text, "once")


def always(uow: UnitOfWork, order: Order) -> None:
    """A plan for the rest of the deal."""
    _plan(uow, order.text, "always")


def _plan(uow: UnitOfWork, text: str, lasting: str) -> None:
    if text:
        premove_orders.plan(uow, _steps(uow, text), lasting)
    _shown(uow)


def _steps(uow: UnitOfWork, text: str) -> Steps:
    try:
        return parse_plan(text, uow.author_player().language)
    except PlanFault as fault:
        raise Refused(BadPlan(given=fault.given, near=fault.near)) from None


def cancel(uow: UnitOfWork, _: Order) -> None:
    """Drop all that was said in advance."""
    premove_orders.drop(uow)
    uow.answer(play_answers.PlanDroppedAnswer())


def _shown(uow: UnitOfWork) -> None:
    """Answer with the exact reading of all that is kept; the game goes on if it is the author's turn."""
    table, seat = uow.at_play()
    # of several lines, the last tells all
    uow.answers = [answer for answer in uow.answers if not isinstance(answer, play_answers.PlanAnswer)]
    uow.answer(play_answers.PlanAnswer(premove_choices.plan_facts(table, seat.number)))
    advance(uow, table)
    if table.game is not None and seat.number in table.game.to_act:
        uow.answer(play_answers.TurnStillOpenAnswer())


def auto(uow: UnitOfWork, order: Order) -> None:
    """AUTO FORCED ON|OFF for all games, AUTO MOON ADD|SUBTRACT|ASK for this one; alone, a look."""
    what, _, value = order.text.upper().partition(" ")
    known = {"FORCED": ("ON", "OFF"), "MOON": ("ADD", "SUBTRACT", "ASK")}
    if what and value not in known.get(what, ()):
        allowed = known.get(what, tuple(f"{key} {one}" for key, them in known.items() for one in them))
        raise Refused(BadSetting(setting="auto", given=order.text[:40], allowed=allowed))
    player = uow.author_player()
    if what == "FORCED":
        player.prefer("auto", value.lower())
    elif what == "MOON":
        premove_orders.moon(uow, value.lower())
    shown = player.preferences.words()
    if uow.game_id is not None:
        table, seat = uow.at_play()
        shown["moon"] = premove_choices.kept(table, seat.number).moon or shown["moon"]
        advance(uow, table)
    uow.answer(play_answers.AutoAnswer(shown["auto"], shown["moon"]))


def _bare(verb: str, *aliases: str) -> Command:
    """A step of a plan that is an order by itself, for the next card. What has no exact reading is chatter."""

    def fits(text: str) -> bool:
        return is_plan(f"{verb} {text}")

    def run(uow: UnitOfWork, order: Order) -> None:
        _plan(uow, f"{verb} {order.text}", "once")

    return Command(Spec(verb, Args.WORDS, aliases, topic="plans", fits=fits), run)


_CANCEL = ("CANCEL PLAN", "CANCEL PLANS", "CANCEL QUEUE")
_NAMED: tuple[tuple[Spec, Callable[[UnitOfWork, Order], None]], ...] = (
    (Spec("QUEUE", Args.CARDS, topic="plans"), queue),
    (Spec("PLAN", Args.WORDS, topic="plans", fits=_meant), plan),
    (Spec("ALWAYS", Args.WORDS, topic="plans", fits=_meant), always),
    (Spec("CANCEL", Args.NONE, _CANCEL, topic="plans"), cancel),
    (Spec("AUTO", Args.WORDS, topic="plans"), auto),
)

COMMANDS = (
    *(Command(spec, run) for spec, run in _NAMED),
    _bare("IF"),
    _bare("DUCK"),
    _bare("LOW"),
    _bare("HIGH"),
    _bare("WIN"),
    _bare("DUMP"),
)
