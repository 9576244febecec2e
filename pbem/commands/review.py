"""REVIEW [deal]: what the hard robot thinks of your choices in a finished deal; HINT: what it would do now."""

from pbem.app.refusals import Wrong
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.models import JobRow
from pbem.db.queries import game_log, jobs
from pbem.hearts.refusal import Reason, Refused
from pbem.orders.order import Args, Order, Spec

REVIEW = Spec("REVIEW", Args.NUMBER_OR_NONE, where="seat", topic="looking")
HINT = Spec("HINT", Args.NONE, where="seat", topic="looking")


def review(uow: UnitOfWork, order: Order) -> None:
    """A mail of its own comes as soon as the robot has looked through the deal. Never before the deal's end."""
    table, seat = uow.at_play(closed=True)
    done = [row.number for row in game_log.deals(uow.session, table.id)]
    deal = order.number if order.number is not None else (done[-1] if done else 0)
    if deal not in done:
        raise Refused(Wrong.NO_SUCH_DEAL, deal=deal)
    jobs.add(uow.session, JobRow(game_id=table.id, kind="review", seat=seat.seat, deal=deal, made_at=uow.now))


def hint(uow: UnitOfWork, order: Order) -> None:
    """Only where the table allows it, and the log says that it was asked for."""
    table, seat = uow.at_play()
    if table.game is None or table.game.phase == "finished":
        raise Refused(Reason.GAME_OVER)
    if not table.pace.hints or table.pace.rated:
        raise Refused(Wrong.NO_HINTS)
    if seat.seat not in table.game.to_act:
        raise Refused(Reason.NOT_YOUR_TURN)
    length = table.length()
    jobs.add(uow.session, JobRow(game_id=table.id, kind="hint", seat=seat.seat, length=length, made_at=uow.now))


COMMANDS = (Command(REVIEW, review), Command(HINT, hint))
