"""YES, ADD, NO: the answers to our questions: is it your letter, your address, did you mean this, will you leave."""

from dataclasses import replace

from pbem.app.accounts import confirmations, leaving, suggestions
from pbem.app.inbound.interpret import readings
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
    kept = confirmations.answered(uow, order.verb.lower())
    return _led_on(uow, kept) if kept is not None and question.kind is QuestionKind.NEWCOMER else kept


def _led_on(uow: UnitOfWork, kept: InboundMessage) -> InboundMessage:
    """Who did nothing but register is dealt the first cards at the same yes, as our question had offered."""
    match [order for reading in readings(uow, kept) for order in reading.orders]:
        case [Order("REGISTER") as order]:
            return replace(kept, lines=(suggestions.written(order), "TUTORIAL"))
    return kept


COMMANDS = (Command(YES, run), Command(ADD, run), Command(NO, run))
