"""Who has to think: a robot that searches answers outside of every transaction, so that no letter waits for it.

What is asked for is a row; `robot_jobs.py` works them off and puts the results to the game.
"""

from __future__ import annotations

from pbem.app.services import Services
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import jobs
from pbem.db.queries.jobs import Job
from pbem.hearts.view import Ask
from pbem.robots import SLOW
from pbem.table.states import JobKind


def robot_level(services: Services, table: Table, seat: int, stand_in: bool = False) -> str:
    """The level of the robot that answers for this seat: its own, or as a stand-in the table's."""
    return table.seats[seat].robot or (table.options.stand_in if stand_in else "") or services.policy.robot


def takes_a_while(services: Services, table: Table, seat: int, stand_in: bool = False) -> bool:
    """Whether that robot searches before it answers this question."""
    if robot_level(services, table, seat, stand_in) not in SLOW:
        return False
    view = table.view(seat)
    return not (view.ask is Ask.PLAY and len(view.legal) == 1)


def ask_robot(table: Table, seat: int, stand_in: bool = False) -> None:
    """Let the robot of this seat think about its turn."""
    table.thinks[seat] = stand_in


def note(uow: UnitOfWork, table: Table) -> None:
    """Write down who thinks, with the log's length as it is in the end."""
    for seat, stand_in in table.thinks.items():
        job = Job(table.id, JobKind.TURN, seat, uow.now, length=table.length(), stand_in=stand_in)
        jobs.add(uow.session, job)
    table.thinks = {}
