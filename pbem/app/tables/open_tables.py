"""Finding a table: seats for anybody, who seeks one, and the same people once more."""

from __future__ import annotations

from datetime import timedelta

from pbem.app import limits
from pbem.app.accounts import identity as newcomers
from pbem.app.accounts import reliability
from pbem.app.notify.compose import reply_token
from pbem.app.refusals import Wrong
from pbem.app.table import FREE, OFFERED, Table
from pbem.app.tables import seats
from pbem.app.tables.seats import Guest
from pbem.app.unit_of_work import Case, Mail, pk
from pbem.db.models.rows import PlayerRow, SeatRow
from pbem.db.queries import game_log, people
from pbem.db.queries import lobby as store
from pbem.hearts.refusal import Refused
from pbem.render.facts import Post

SHOWN = 12
"""Tables that one mail lists."""

SOUGHT = timedelta(days=30)
"""Who seeks a table hears of one within this time, or of none."""

TOLD = 20
"""So many of those who seek a table hear of one that has a free seat: the first who answers gets it."""


def _free(table: Table) -> list[SeatRow]:
    return [seat for seat in table.seats if seat.state in FREE]


def listed(case: Case, player: PlayerRow, variant: str = "") -> list[Table]:
    """The tables at which this person could sit down, those that need the fewest first."""
    found = []
    for row in store.gathering(case.session):
        if variant and row.variant != variant:
            continue
        table = case.table(pk(row.id))
        if table.wants_players() and table.seat_of(pk(player.id)) is None and _reliable(case, table, player):
            found.append(table)
    return sorted(found, key=lambda table: (len(_free(table)), table.id))


def _reliable(case: Case, table: Table, player: PlayerRow) -> bool:
    try:
        reliability.need(case, table, player)
    except Refused:
        return False
    return True


def facts(case: Case, tables: list[Table]) -> tuple[dict[str, object], ...]:
    """What a list says of each table."""
    return tuple(
        seats.gathering_facts(case, table, None) | {"free": len(_free(table)), "reliability": table.pace.reliability}
        for table in tables[:SHOWN]
    )


def take(case: Case, game_id: int) -> Table:
    """Sit down at an open table; raises `Refused` where that is not possible."""
    author = case.author
    if author is None or (author.player is None and not case.proven and author.token is None):
        raise Refused(Wrong.UNPROVEN, verb=f"JOIN {game_id}")
    table = case.open(game_id)
    if not table.wants_players():
        raise Refused(Wrong.ALREADY_BEGUN if table.row.phase != "gathering" else Wrong.NOT_INVITED, game=game_id)
    player = author.player or newcomers.register(case)
    if len(game_log.games_of(case.session, pk(player.id))) >= case.house.policy.games_per_player:
        raise Refused(Wrong.TOO_MANY_GAMES, most=case.house.policy.games_per_player)
    reliability.need(case, table, player)
    seat = _free(table)[0]
    if not seats.join(case, table, seat, player):
        case.answer("joined", **seats.gathering_facts(case, table, seat))
    case.game_id = table.id
    store.stop_seeking(case.session, pk(player.id))
    return table


def take_any(case: Case) -> Table:
    """Sit down where the fewest are missing."""
    found = listed(case, case.player())
    if not found:
        raise Refused(Wrong.NO_OPEN_TABLE)
    return take(case, found[0].id)


def seek(case: Case, variant: str) -> list[Table]:
    """Let the person hear of the next table of this kind; the ones that are there already."""
    player = case.player()
    if variant and variant not in case.house.variants:
        raise Refused(Wrong.UNKNOWN_VARIANT, given=variant[:40], near=())
    store.seek(case.session, pk(player.id), variant, case.now + SOUGHT)
    return listed(case, player, variant)


def announce(case: Case) -> None:
    """Who seeks a table of this kind hears, once, of each that has a free seat since this case."""
    for table in [t for t in case.tables.values() if t.wants_players() and not t.was_open]:
        told = 0
        for player_id in store.seekers(case.session, table.row.variant, case.now):
            player = people.player(case.session, player_id)
            sits = table.seat_of(player_id) is not None
            if player is None or player.paused or sits or told == TOLD or not _reliable(case, table, player):
                continue
            store.stop_seeking(case.session, player_id)
            told += 1
            token = reply_token(case, player, table.id, 0)
            about = {"free": facts(case, [table])[0], "game": table.id}
            case.mails.append(Mail(Post("opening", about), player.address, player.name, player, table, token=token))


def rematch(case: Case) -> Table:
    """The same people at a new table, by the same rules; who has the next deal sits on the first seat there.

    Who asks second sits down at the table that the first has made.
    """
    old, mine = case.seat()
    if old.game is None or old.row.phase != "finished":
        raise Refused(Wrong.NOT_FINISHED, game=old.id)
    player = case.player()
    next_id = store.next_table(case.session, old.id)
    if next_id is not None:
        return _second(case, case.open(next_id), player)
    if len(game_log.games_of(case.session, pk(player.id))) >= case.house.policy.games_per_player:
        raise Refused(Wrong.TOO_MANY_GAMES, most=case.house.policy.games_per_player)
    order = _from_next_dealer(old)
    lost, heir = _lost_seat(case, old)
    if heir is not None and mine.seat == lost:
        raise Refused(Wrong.SEAT_LOST, game=old.id)
    limits.may_invite(case, pk(player.id), sum(1 for s in order if s.state == "joined" and s is not mine))
    table = seats.lay(case, player, old.row.variant, old.rules(), old.pace)
    invited = [
        _reseat(case, table, seat, was, player) if heir is None or was.seat != lost else _hand_on(case, seat, heir)
        for seat, was in zip(table.seats, order, strict=True)
    ]
    seats.invite_seated(case, table, [seat for seat in invited if seat is not None])
    store.note_rematch(case.session, old.id, table.id)
    case.game_id = table.id
    case.answer("table-made", **seats.gathering_facts(case, table, table.seat_of(pk(player.id)), for_host=True))
    if all(s.state in ("joined", "robot") for s in table.seats):
        seats.begin(case, table)
        case.full = True
    return table


def _second(case: Case, table: Table, player: PlayerRow) -> Table:
    own = set(people.addresses(case.session, pk(player.id)))
    seat = next((s for s in table.seats if s.state in OFFERED and s.address in own), None)
    if seat is None:
        raise Refused(Wrong.REMATCH_MADE, game=table.id)
    case.game_id = table.id
    if not seats.join(case, table, seat, player):
        case.answer("joined", **seats.gathering_facts(case, table, seat))
    return table


def _from_next_dealer(old: Table) -> list[SeatRow]:
    """The old seats in the new order: a game's first seat deals first."""
    dealers = [entry.base.dealer for entry in old.dealt.values()]
    first = (dealers[-1] + old.rules().step) % len(old.seats) if dealers else 0
    return old.seats[first:] + old.seats[:first]


def _lost_seat(case: Case, old: Table) -> tuple[int | None, PlayerRow | None]:
    """The seat that an instant win has cost, and who gets it: the person who has waited longest (§8.6).

    With nobody waiting nothing happens.
    """
    lost = old.view(0).facts.get("leaves")
    if lost is None:
        return None, None
    there = {seat.player_id for seat in old.seats}
    waiting = (people.player(case.session, one) for one in store.seekers(case.session, old.row.variant, case.now))
    heirs = (p for p in waiting if p is not None and p.id not in there and p.address and not p.paused)
    return lost, next(heirs, None)


def _hand_on(case: Case, seat: SeatRow, heir: PlayerRow) -> SeatRow:
    """The seat is offered to somebody who was not there."""
    seats.offer(case, seat, Guest(heir.name, heir.address))
    return seat


def _reseat(case: Case, table: Table, seat: SeatRow, was: SeatRow, host: PlayerRow) -> SeatRow | None:
    """Who sat there sits here: the host at once, a robot too; the seat, if a person has to be asked."""
    person = people.player(case.session, was.player_id) if was.state == "joined" else None
    if was.player_id == host.id:
        seats.sit(seat, host)
    elif person is None or not person.address:
        seats.seat_robot(table, seat, was.robot or case.house.policy.robot)
    else:
        seats.offer(case, seat, Guest(person.name, person.address))
        return seat
    return None
