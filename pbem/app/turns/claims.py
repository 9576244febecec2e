"""The rest of a deal at once: when nothing of it counts any more, or when a player claims it.

What the claimer's own view proves is done at once. Else the others are asked; silence agrees after the table's time.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbem.app.clock import seat_clocks
from pbem.app.table import Table
from pbem.app.turns import premove_choices
from pbem.app.turns.play import is_stale
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms
from pbem.facts import mails, notices
from pbem.facts.play_refusals import ClaimNotAgreed, ClaimNotProven, ClaimOnLead, NothingAsked, SeatResigned, Stale
from pbem.facts.table import RestFacts
from pbem.hearts.entries import Played
from pbem.hearts.phase import Phase
from pbem.hearts.refusal import NotNow, Refused
from pbem.hearts.view import SeatView
from pbem.premoves.parse_plan import parse_plan
from pbem.premoves.rest_of_deal import is_decided, takes_all, takes_none, top_card
from pbem.table.claim import Claim
from pbem.table.seat import Seat
from pbem.table.states import AlarmKind, RestKind

LOWEST = parse_plan("LOW; DUMP HIGHEST; LEAD LOWEST")
"""How the cards of a seat are played that has proven to take nothing more."""


def pending(table: Table) -> Claim | None:
    """The claim that waits for an answer."""
    now = _read(table)
    return now if now.kind is not None and now.seq == table.length() else None


def _read(table: Table) -> Claim:
    deal = table.playing().base.number
    found = table.record.claim
    return found if found is not None and found.deal == deal else Claim(deal)


def claim(uow: UnitOfWork, kind: RestKind) -> str:
    """Claim the rest, or that nothing of it matters. Returns what came of it: "proven" or "asked"."""
    table, seat, view = _claimer(uow)
    if kind is RestKind.REST and (view.ask is None or view.trick is not None):
        raise Refused(ClaimOnLead())
    if is_decided(view) or (kind is RestKind.REST and takes_all(view)):
        play_out(table, RestFacts(kind, seat.number))
        return "proven"
    return _put(uow, table, seat, kind)


def claim_none(uow: UnitOfWork) -> str:
    """Claim that the seat takes no trick that is left: from then on it plays its lowest by itself. Returns "safe"."""
    table, seat, view = _claimer(uow)
    if not takes_none(view):
        raise Refused(ClaimNotProven())
    kept = premove_choices.kept(table, seat.number)
    premove_choices.keep(table, seat.number, replace(kept, always=LOWEST, queue=(), steps=()))
    return "safe"


def _claimer(uow: UnitOfWork) -> tuple[Table, Seat, SeatView]:
    """Who claims, and sees what; refused where no card is to be played, or the mail that is answered is stale."""
    table, seat = uow.at_play()
    view = table.view(seat.number)
    if table.playing().phase is not Phase.PLAY or not view.hand:
        raise Refused(NotNow(asked=view.ask))
    if seat.resigned:
        raise Refused(SeatResigned())
    if is_stale(uow, table, seat):
        raise Refused(Stale())
    return table, seat, view


def _put(uow: UnitOfWork, table: Table, seat: Seat, kind: RestKind) -> str:
    """Ask the others. A robot agrees to nothing that is not proven."""
    now = _read(table)
    if seat.number in now.failed or any(table.person_id(s.number) is None for s in table.seats):
        raise Refused(ClaimNotAgreed())
    table.record.claim = Claim(now.deal, (*now.failed, seat.number), kind, seat.number, table.length())
    time = timedelta(seconds=table.options.claim)
    until = uow.now + time
    alarms.set_alarms(uow.session, table.id, {AlarmKind.CLAIM: until})
    seat_clocks.extend(uow, table, time)  # nobody loses time while a claim waits
    view = table.view(seat.number)
    for other in table.seats:
        player = uow.player_of(other)
        if other is not seat and player is not None:
            uow.send(mails.ClaimMail(table.id, kind, seat.name, view.hand, until), player, table)
    return "asked"


def agree(uow: UnitOfWork) -> bool:
    """The author agrees to the claim that waits. True if that was the last one and the deal is over."""
    table, seat, now = _asked(uow)
    agreed = {*now.agreed, seat.number}
    table.record.claim = replace(now, agreed=tuple(sorted(agreed)))
    if any(s.number not in agreed for s in table.seats if s.number != now.seat):
        return False
    _grant(table, now)
    return True


def object_to(uow: UnitOfWork) -> None:
    """The author does not agree: the game goes on, and the claimer is told."""
    table, _, now = _asked(uow)
    table.record.claim = replace(now, kind=None, seat=-1, agreed=())
    claimer = uow.player_of(table.seats[now.seat])
    if claimer is not None:
        uow.send(notices.ClaimRefusedNotice(table.id), claimer, table)


def _asked(uow: UnitOfWork) -> tuple[Table, Seat, Claim]:
    table, seat = uow.at_play()
    now = pending(table)
    if now is None or now.seat == seat.number:
        raise Refused(NothingAsked())
    return table, seat, now


def time_is_up(table: Table) -> bool:
    """Silence agrees. True if there was a claim."""
    now = pending(table)
    if now is None:
        return False
    _grant(table, now)
    return True


def rest_now(table: Table) -> RestFacts | None:
    """How the deal ends at once where the table lets it: nothing left can change the result, or a robot on lead takes
    all that is left for certain. None while it is to be played.
    """
    game = table.playing()
    if game.phase is not Phase.PLAY or not table.options.rest:
        return None
    seat = game.to_act[0]
    view = table.view(seat)
    if view.trick is not None or not view.tricks:
        return None
    if is_decided(view):
        return RestFacts(RestKind.SETTLED)
    claims = table.person_id(seat) is None and len(view.hand) > 1 and takes_all(view)
    return RestFacts(RestKind.REST, seat) if claims else None


def _grant(table: Table, claim: Claim) -> None:
    if claim.kind is not None:
        play_out(table, RestFacts(claim.kind, claim.seat))


def play_out(table: Table, rest: RestFacts) -> None:
    """Play the deal to its end by rule: a claimer of the rest from the top, everybody else the lowest card possible."""
    game = table.playing()
    number = game.base.number
    before = len(table.view(0).tricks)
    left = max(table.view(0).hand_sizes)
    while game.phase is Phase.PLAY and game.base.number == number:
        seat = game.to_act[0]
        own = rest.kind is RestKind.REST and seat == rest.seat
        card = top_card(table.view(seat)) if own else game.legal_cards(seat)[0]
        table.choose(Played(table.view(seat).acts_for, card), seat)
    table.rest = replace(rest, first=before + 1, tricks=left)
