"""HAND, SCORE, LAST, HISTORY [deal], GAMES, RULES [variant]: looking, which changes nothing."""

from __future__ import annotations

import json

from pbem.app.accounts import reliability
from pbem.app.refusals import Wrong
from pbem.app.tables import seats
from pbem.app.tables.new_table import unknown_variant, variant_named
from pbem.app.turns import finished_deals
from pbem.app.unit_of_work import Case, pk
from pbem.commands.command import Command
from pbem.db.queries import game_log
from pbem.hearts.refusal import Refused
from pbem.hearts.rules.options import SWITCHES
from pbem.orders.order import Args, Order, Spec

HAND = Spec("HAND", Args.NONE, aliases=("SHOW", "STATUS", "STATE"), where="seat", topic="looking")
SCORE = Spec("SCORE", Args.NONE, aliases=("SCORES", "SCOREBOARD"), where="table", topic="looking")
LAST = Spec("LAST", Args.NONE, aliases=("LAST TRICK",), where="seat", topic="looking")
HISTORY = Spec("HISTORY", Args.NUMBER_OR_NONE, where="table", topic="looking")
GAMES = Spec("GAMES", Args.NONE, aliases=("MY GAMES",), topic="looking")
RULES = Spec("RULES", Args.WORDS, who="anyone", topic="looking")
VARIANTS = Spec("VARIANTS", Args.NONE, who="anyone", topic="looking")


def hand(case: Case, order: Order) -> None:
    """The mail that the seat would get now."""
    case.at_play()
    case.answer("hand")
    case.full = True


def score(case: Case, order: Order) -> None:
    """The scoreboard; of a table that gathers, who has answered."""
    table, seat = case.seat()
    if table.game is None:
        for_host = table.row.host_id == seat.player_id
        case.answer("gathering", **seats.gathering_facts(case, table, seat, for_host))
        return
    view = table.view(seat.seat)
    case.answer("score", view=view, seats=reliability.shown(case, table, table.seat_facts(seat.seat)))


def last(case: Case, order: Order) -> None:
    """The last complete trick of this deal."""
    table, seat = case.at_play()
    view = table.view(seat.seat)
    if not view.tricks:
        raise Refused(Wrong.NO_TRICK_YET)
    case.answer("last", trick=view.tricks[-1], seats=table.seat_facts(seat.seat), rules=view.rules)


def history(case: Case, order: Order) -> None:
    """The points of every deal; or one finished deal, open."""
    table, seat = case.at_play(closed=True)
    facts = table.seat_facts(seat.seat)
    if order.number is None:
        rows = game_log.deals(case.session, table.id)
        lines = tuple((r.number, json.loads(r.points), json.loads(r.scores)) for r in rows)
        case.answer("history", deals=lines, seats=facts)
        return
    record, opened = finished_deals.finished(case.session, table, order.number)
    hints = finished_deals.hints(case.session, table, order.number) if table.pace.hints else ()
    case.answer("history-deal", record=record, seats=facts, rules=table.rules(), opened=opened, hints=hints)


def games(case: Case, order: Order) -> None:
    """The author's games, with what each waits for."""
    player = case.player()
    found = []
    for row in game_log.games_of(case.session, pk(player.id)):
        table = case.table(pk(row.id))
        seat = table.seat_of(pk(player.id))
        waiting = json.loads(row.to_act)
        names = tuple(table.seats[s].name for s in waiting)
        you = seat is not None and seat.seat in waiting
        found.append(
            {
                "game": table.id,
                "variant": row.variant,
                "phase": row.phase,
                "deal": row.deal,
                "waiting": names,
                "you": you,
                "due_at": (seat.due_at if seat is not None else None) or row.due_at,
                "paused_until": row.paused_until,
                "seats": table.seat_facts(seat.seat if seat is not None else None),
                "scores": json.loads(row.scores),
            }
        )
    case.answer("games", games=tuple(found), reliability=reliability.share(case, pk(player.id)))


def rules(case: Case, order: Order) -> None:
    """The rules of this table, or of a variant by name."""
    if not order.text and case.game_id is not None:
        table = case.here()
        case.answer("rules", rules=table.rules(), variant=table.row.variant, game=table.id)
        return
    if order.text.lower() in ("options", "option"):
        case.answer("options", switches=SWITCHES)
        return
    known = case.house.variants
    name = variant_named(known, order.text or case.house.policy.variant)
    if name is None:
        raise unknown_variant(known, order.text)
    case.answer("rules", rules=known[name], variant=name, game=None)


def variants(case: Case, order: Order) -> None:
    """Every variant on offer, with a line each."""
    case.answer("variants", variants=tuple(case.house.variants.items()))


COMMANDS = (
    Command(HAND, hand),
    Command(SCORE, score),
    Command(LAST, last),
    Command(HISTORY, history),
    Command(GAMES, games),
    Command(RULES, rules),
    Command(VARIANTS, variants),
)
