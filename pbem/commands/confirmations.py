"""YES, ADD, NO: the answers to our questions: is it your letter, your address, did you mean this, will you leave."""

from pbem.app.accounts import confirmations, leaving, suggestions
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries.questions import QuestionKind, QuestionState
from pbem.facts.play_refusals import NothingAsked
from pbem.hearts.refusal import Refused
from pbem.mail.message.inbound_message import InboundMessage
from pbem.orders.order import Args, Order, Spec

YES = Spec("YES", Args.NONE, aliases=("CONFIRM",), strangers=True, topic="people")
ADD = Spec("ADD", Args.NONE, strangers=True, topic="people")
NO = Spec("NO", Args.NONE, strangers=True, topic="people")


def run(uow: UnitOfWork, order: Order) -> InboundMessage | None:
    """Close the question. Returns the letter that waited for it, to be carried out next."""
    question = uow.author.question if uow.author is not None else None
    if question is None or question.state is not QuestionState.OPEN:
        raise Refused(NothingAsked())
    if question.kind in leaving.KINDS.values():
        leaving.answered(uow, question, order.verb != "NO")
        return None
    if question.kind is QuestionKind.SUGGESTED:
        return suggestions.answered(uow, question, order.verb != "NO")
    return confirmations.answered(uow, order.verb.lower())


COMMANDS = (Command(YES, run), Command(ADD, run), Command(NO, run))
