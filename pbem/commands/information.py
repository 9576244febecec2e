"""HAND, SCORE, LAST, HISTORY [deal], GAMES, RULES [variant], VARIANTS: information, which changes nothing."""

from __future__ import annotations

from pbem.app.accounts import reliability
from pbem.app.table import Table
from pbem.app.tables import seats
from pbem.app.tables.new_table import unknown_variant, variant_named
from pbem.app.turns import finished_deals
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries import game_log
from pbem.db.queries.games import finished, running
from pbem.facts import information_answers, table_answers
from pbem.facts.play_refusals import NoTrickYet
from pbem.facts.table import DealLine, GameSummary, RunningDeal
from pbem.hearts.phase import Phase
from pbem.hearts.refusal import Refused
from pbem.hearts.rules.card_values import QUEEN
from pbem.hearts.rules.switches import SWITCHES
from pbem.hearts.view import SeatView
from pbem.ids import PlayerId
from pbem.orders.order import Args, Order, Spec

HAND = Spec("HAND", Args.NONE, aliases=("SHOW", "STATUS", "STATE"), topic="looking")
SCORE = Spec("SCORE", Args.NONE, aliases=("SCORES", "SCOREBOARD"), topic="looking")
LAST = Spec("LAST", Args.NONE, aliases=("LAST TRICK",), topic="looking")
HISTORY = Spec("HISTORY", Args.NUMBER_OR_NONE, aliases=("DEAL",), topic="looking")
GAMES = Spec("GAMES", Args.NONE, aliases=("MY GAMES",), topic="looking")
RULES = Spec("RULES", Args.WORDS, strangers=True, topic="looking")
VARIANTS = Spec("VARIANTS", Args.NONE, strangers=True, topic="looking")

OVER = 5
"""So many of the games that are over are in the list of games."""


def hand(uow: UnitOfWork, order: Order) -> None:
    """The mail that the seat would get now."""
    uow.at_play()
    uow.answer(information_answers.HandAnswer())


def score(uow: UnitOfWork, order: Order) -> None:
    """The scoreboard; of a table that gathers, who has answered."""
    table, seat = uow.seat()
    if table.game is None:
        for_host = table.host_id == seat.player_id
        uow.answer(table_answers.LobbyAnswer(seats.lobby_facts(uow, table, seat, for_host)))
        return
    view = table.view(seat.number)
    uow.answer(
        information_answers.ScoreAnswer(view, reliability.with_reliability(uow, table, table.seat_facts(seat.number)))
    )


def last(uow: UnitOfWork, order: Order) -> None:
    """The last complete trick of this deal."""
    table, seat = uow.at_play()
    view = table.view(seat.number)
    if not view.tricks:
        raise Refused(NoTrickYet())
    uow.answer(information_answers.LastAnswer(view.tricks[-1], table.seat_facts(seat.number), view.rules))


def history(uow: UnitOfWork, order: Order) -> None:
    """The running deal as the seat has seen it, and the points of every one before; or one finished deal, open."""
    table, seat = uow.at_play(closed=True)
    facts = table.seat_facts(seat.number)
    if order.number is None:
        rows = game_log.deals(uow.session, table.id)
        lines = tuple(DealLine(r.number, r.points, r.scores) for r in rows)
        uow.answer(information_answers.HistoryAnswer(lines, facts, _running(table.view(seat.number))))
        return
    record, opened = finished_deals.finished(uow.session, table, order.number)
    hints = finished_deals.hints(uow.session, table, order.number) if table.options.hints else ()
    uow.answer(information_answers.HistoryDealAnswer(record, facts, table.rules(), opened, hints))


def _running(view: SeatView) -> RunningDeal | None:
    """The deal in view; None where none is played."""
    if view.phase in (Phase.FINISHED, Phase.DEALING):
        return None
    queen = ""
    if QUEEN in view.rules.deck() and view.rules.points(QUEEN):
        fallen = any(play.card == QUEEN for play in view.plays)
        queen = "gone" if fallen else "yours" if QUEEN in (*view.hand, *view.kitty, *view.discarded) else "out"
    return RunningDeal(view, tuple(view.unseen(view.hand)), queen)


def games(uow: UnitOfWork, order: Order) -> None:
    """The author's games, with what each waits for, and the last ones that are over."""
    player = uow.author_player()
    now = tuple(_summary(uow.table(game_id), player.id) for game_id in running(uow.session, player.id))
    over = tuple(_summary(uow.table(game_id), player.id) for game_id in finished(uow.session, player.id, OVER))
    uow.answer(information_answers.GamesAnswer(now, reliability.share(uow, player.id), over))


def _summary(table: Table, player_id: PlayerId) -> GameSummary:
    seat, pause = table.seat_of(player_id), table.record.pause
    waiting = table.log.to_act
    return GameSummary(
        game=table.id,
        variant=table.variant,
        phase=table.phase,
        deal=table.log.deal,
        waiting=tuple(table.seats[s].name for s in waiting),
        you=seat is not None and seat.number in waiting,
        due_at=(seat.clock.due_at if seat is not None else None) or table.record.due_at,
        paused_until=pause.until if pause is not None else None,
        seats=table.seat_facts(seat.number if seat is not None else None),
        scores=table.log.scores,
        places=table.log.places,
    )


def rules(uow: UnitOfWork, order: Order) -> None:
    """The rules of this table, or of a variant by name."""
    if not order.text and uow.game_id is not None:
        table = uow.here()
        uow.answer(information_answers.VariantRulesAnswer(table.rules(), table.variant, table.id))
        return
    if order.text.lower() in ("options", "option"):
        uow.answer(information_answers.OptionsAnswer(SWITCHES))
        return
    known = uow.services.variants
    name = variant_named(known, order.text or uow.services.policy.variant)
    if name is None:
        raise unknown_variant(known, order.text)
    uow.answer(information_answers.VariantRulesAnswer(known[name], name))


def variants(uow: UnitOfWork, order: Order) -> None:
    """Every variant on offer, with a line each."""
    uow.answer(information_answers.VariantsAnswer(tuple(uow.services.variants.items())))


COMMANDS = (
    Command(HAND, hand),
    Command(SCORE, score),
    Command(LAST, last),
    Command(HISTORY, history),
    Command(GAMES, games),
    Command(RULES, rules),
    Command(VARIANTS, variants),
)
