"""REVIEW [deal], HINT: what the hard robot thinks of your choices, or would do now. TUTORIAL: every step explained."""

from pbem.app.tables import tutorial
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries import game_log, jobs
from pbem.db.queries.jobs import Job
from pbem.facts import table_answers
from pbem.facts.play_refusals import NoHints, NoSuchDeal
from pbem.hearts.phase import Phase
from pbem.hearts.refusal import GameOver, NotYourTurn, Refused
from pbem.orders.order import Args, Order, Spec
from pbem.table.states import JobKind

REVIEW = Spec("REVIEW", Args.NUMBER_OR_NONE, topic="looking")
HINT = Spec("HINT", Args.NONE, topic="looking")
_BEGUN = ("NEW TUTORIAL", "START TUTORIAL", "START THE TUTORIAL", "LEARN")
TUTORIAL = Spec("TUTORIAL", Args.NONE, aliases=_BEGUN, topic="tables")


def review(uow: UnitOfWork, order: Order) -> None:
    """A mail of its own comes as soon as the robot has looked through the deal. Never before the deal's end."""
    table, seat = uow.at_play(closed=True)
    done = [row.number for row in game_log.deals(uow.session, table.id)]
    deal = order.number if order.number is not None else (done[-1] if done else 0)
    if deal not in done:
        raise Refused(NoSuchDeal(deal=deal))
    jobs.add(uow.session, Job(table.id, JobKind.REVIEW, seat.number, uow.now, deal=deal))


def hint(uow: UnitOfWork, order: Order) -> None:
    """Only where the table allows it, and the log says that it was asked for."""
    table, seat = uow.at_play()
    if table.game is None or table.game.phase is Phase.FINISHED:
        raise Refused(GameOver())
    if not table.options.hints or table.options.rated:
        raise Refused(NoHints())
    if seat.number not in table.game.to_act:
        raise Refused(NotYourTurn())
    length = table.length()
    jobs.add(uow.session, Job(table.id, JobKind.HINT, seat.number, uow.now, length=length))


def begin_tutorial(uow: UnitOfWork, order: Order) -> None:
    """One deal with three patient robots, dealt at once; the mails explain what is new."""
    uow.answer(table_answers.TutorialBegunAnswer(tutorial.begin(uow).id))


COMMANDS = (Command(REVIEW, review), Command(HINT, hint), Command(TUTORIAL, begin_tutorial))
