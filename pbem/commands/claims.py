"""CLAIM REST|NONE|OPEN: the rest of the deal at once. AGREE and OBJECT are the others' answers."""

from pbem.app.turns import claims
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.facts import play_answers
from pbem.orders.order import Args, Order, Spec
from pbem.table.states import RestKind

CLAIM = Spec("CLAIM", Args.CHOICE, choices=("rest", "none", "open"), topic="plans")
AGREE = Spec("AGREE", Args.NONE, topic="plans", question="claim")
OBJECT = Spec("OBJECT", Args.NONE, topic="plans", question="claim")


def run(uow: UnitOfWork, order: Order) -> None:
    """What is proven is done at once; else the others are asked."""
    came = claims.claim_none(uow) if order.text == "none" else claims.claim(uow, RestKind(order.text))
    if came != "proven":  # then the deal's end tells it
        uow.answer(play_answers.ClaimedAnswer(came, uow.here().options.claim // 3600))
    advance(uow, uow.here())


def agree(uow: UnitOfWork, _: Order) -> None:
    """Yes to the claim."""
    if not claims.agree(uow):
        uow.answer(play_answers.AgreedAnswer())
    advance(uow, uow.here())


def object_to(uow: UnitOfWork, _: Order) -> None:
    """No to the claim."""
    claims.object_to(uow)
    uow.answer(play_answers.ObjectedAnswer())


COMMANDS = (Command(CLAIM, run), Command(AGREE, agree), Command(OBJECT, object_to))
