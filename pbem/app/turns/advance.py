"""Moving a table on until a person must act: chance, robots, the next deal, deadlines, the rows beside the log."""

from __future__ import annotations

import logging
import random
from dataclasses import replace

from pbem import seals
from pbem.app.clock import seat_clocks
from pbem.app.jobs import robot_requests
from pbem.app.services import Services
from pbem.app.table import Table
from pbem.app.turns import claims, premove_choices, timing_mask
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms, game_log
from pbem.db.queries.game_log import FinishedDeal
from pbem.hearts.entries import Dealt
from pbem.hearts.events import DealEnded
from pbem.hearts.phase import Phase
from pbem.table.states import GamePhase

log = logging.getLogger(__name__)


def advance(uow: UnitOfWork, table: Table, unmasked: bool = False) -> None:
    """Let chance and robots do what is theirs, and play what needs no question. Ends with a person asked.

    `unmasked`: the card that is ready has waited long enough.
    """
    if table.game is None or table.phase is not GamePhase.PLAYING or table.held:
        return
    if not table.seats_of_people() and not table.options.rated:
        return  # nobody is left: the table sleeps until somebody comes back
    while table.game.phase is not Phase.FINISHED:
        if table.game.needs_chance is not None:
            about = f"game {table.id} {table.game.needs_chance} {table.length()}"
            chance = table.game.chance(uow.services.randomness.shuffled(table.game.to_shuffle(), about))
            table.apply(seals.salted(chance, uow.services.randomness, about))
            continue
        if (rest := claims.rest_now(table)) is not None:
            claims.play_out(table, rest)
            continue
        robot = next((s for s in table.game.to_act if table.person_id(s) is None), None)
        if robot is not None:
            if robot_acts(uow.services, table, robot):
                continue
            break
        own = premove_choices.automatic(uow, table)
        if own is None or not (own.answered or unmasked or not timing_mask.waits(uow, table)):
            break
        play_own(uow, table, own)
        unmasked = False


def play_own(uow: UnitOfWork, table: Table, own: premove_choices.Own) -> None:
    """Play what needs no question."""
    if own.answered:
        timing_mask.note_answer(uow, table)
    if own.held is not None:
        premove_choices.keep(table, own.seat, own.held)
    table.choose(own.choice, own.seat)


def robot_acts(services: Services, table: Table, seat: int, stand_in: bool = False) -> bool:
    """A robot chooses for this seat: its own, or as a stand-in for a person who did not answer in time.

    False if it is to think about it first: one that searches, or one that failed, as a thought is tried again and
    then had by something simpler. Its chance is drawn from the server's key and the place in the log: the same after a
    crash, and not foreseeable.
    """
    if robot_requests.takes_a_while(services, table, seat, stand_in):
        robot_requests.ask_robot(table, seat, stand_in)
        return False
    level = robot_requests.robot_level(services, table, seat, stand_in)
    rng = random.Random(f"{services.key.hex()}/{table.id}/{table.length()}/{seat}")
    try:
        choice = services.robots[level].choose(table.view(seat), rng)
    except Exception:  # a letter must not fail because a robot does
        log.exception("the %s robot of game %d, seat %d, failed", level, table.id, seat)
        robot_requests.ask_robot(table, seat, stand_in)
        return False
    table.choose(replace(choice, stand_in=True) if stand_in else choice, seat)
    return True


def save_table(uow: UnitOfWork, table: Table) -> None:
    """Write what this case added to the table: entries, finished deals, deadline and alarms; and what follows."""
    game, record = table.game, table.record
    if game is None:
        return
    if table.phase is GamePhase.PLAYING:
        seat_clocks.update_clocks(uow, table)
    if finished := _finished_deals(table):
        game_log.add_deals(uow.session, table.id, finished)
    if table.entries:
        game_log.append(uow.session, record, table.entries, uow.now, uow.inbox_id)
        table.entries = []
    robot_requests.note(uow, table)
    record.log.scores, record.log.to_act = game.scores, game.to_act
    record.log.asks = game.phase if game.to_act else None
    if game.phase is Phase.FINISHED and table.phase is GamePhase.PLAYING:
        record.finish(game.places, uow.now)
        alarms.clear(uow.session, table.id)
    dealt = table.dealt.get(record.log.deal)
    uow.session.once_committed.append(lambda: uow.services.folded.keep(table.id, game, dealt, record.log))


def _finished_deals(table: Table) -> list[FinishedDeal]:
    """A line on the scoreboard for each deal that ended now."""
    began = {table.log.deal: table.log.last_deal}
    for place, entry in enumerate(table.entries):
        if isinstance(entry, Dealt):
            began[entry.base.number] = table.log.length + place
    ended = [event.record for event in table.events if isinstance(event, DealEnded)]
    return [FinishedDeal(r.number, began[r.number], r.points, r.scores, r.shooter) for r in ended]
