"""Moving a table on until a person must act: chance, robots, the next deal, deadlines, the rows beside the log."""

from __future__ import annotations

import logging
import random
from dataclasses import replace

from pbem import seals
from pbem.app.clock import seat_clocks
from pbem.app.jobs import robot_requests
from pbem.app.services import Services
from pbem.app.table import Table, dump
from pbem.app.turns import claims, premove_choices, timing_mask
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.models import DealRow
from pbem.db.queries import alarms, game_log
from pbem.hearts.entries import Dealt
from pbem.hearts.events import DealEnded

log = logging.getLogger(__name__)


def advance(uow: UnitOfWork, table: Table, unveiled: bool = False) -> None:
    """Let chance and robots do what is theirs, and play what needs no question. Ends with a person asked.

    `unveiled`: the card that is ready has waited long enough.
    """
    if table.game is None or table.row.phase != "playing" or table.row.held:
        return
    if not table.persons() and not table.pace.rated:
        return  # nobody is left: the table sleeps until somebody comes back
    while table.game.phase != "finished":
        if table.game.needs_chance is not None:
            about = f"game {table.id} {table.game.needs_chance} {table.length()}"
            chance = table.game.chance(uow.services.randomness.shuffled(table.game.to_shuffle(), about))
            table.apply(seals.salted(chance, uow.services.randomness, about))
            continue
        if (rest := claims.rest_now(table)) is not None:
            claims.play_out(table, rest)
            continue
        robot = next((s for s in table.game.to_act if table.person(s) is None), None)
        if robot is not None:
            if robot_acts(uow.services, table, robot):
                continue
            break
        own = premove_choices.automatic(uow, table)
        if own is None or not (own.answered or unveiled or not timing_mask.waits(uow, table)):
            break
        play_own(uow, table, own)
        unveiled = False


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
    then had by something simpler. Its chance is drawn from the house's key and the place in the log: the same after a
    crash, and not foreseeable.
    """
    if robot_requests.takes_a_while(services, table, seat, stand_in):
        robot_requests.ask_robot(table, seat, stand_in)
        return False
    level = robot_requests.level_of(services, table, seat, stand_in)
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
    """Write what this case added to the table: entries, finished deals, projections, deadline and alarms."""
    game, row = table.game, table.row
    if game is None:
        return
    if row.phase == "playing":
        seat_clocks.update_clocks(uow, table)
    _finished_deals(uow, table)
    if table.entries:
        game_log.append(uow.session, row, table.entries, uow.now, uow.inbox_id)
        table.entries = []
    robot_requests.note(uow, table)
    row.scores, row.to_act = dump(game.scores), dump(game.to_act)
    row.asks = game.phase if game.to_act else ""
    if game.phase == "finished":
        row.phase, row.places, row.ended_at = "finished", dump(game.places), uow.now
        alarms.clear(uow.session, table.id)


def _finished_deals(uow: UnitOfWork, table: Table) -> None:
    """A scoreboard row for each deal that ended now."""
    began = {table.row.deal: table.row.base_seq}
    for place, entry in enumerate(table.entries):
        if isinstance(entry, Dealt):
            began[entry.base.number] = table.row.seq + place
    for event in table.events:
        if isinstance(event, DealEnded):
            r = event.record
            points, scores = dump(r.points), dump(r.scores)
            uow.session.add(
                DealRow(
                    game_id=table.id,
                    number=r.number,
                    seq=began[r.number],
                    points=points,
                    scores=scores,
                    shooter=r.shooter,
                )
            )
