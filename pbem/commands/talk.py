"""SAY text, TELL name text: talk at the table, sent at once."""

from __future__ import annotations

from pbem.app import limits
from pbem.app.notify.compose import reply_token
from pbem.app.refusals import Wrong
from pbem.app.table import Table
from pbem.app.unit_of_work import Mail, UnitOfWork
from pbem.commands.command import Command
from pbem.db.models import SeatRow
from pbem.db.queries import people
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec
from pbem.render.facts import Post, Said

SAY = Spec("SAY", Args.TEXT, where="seat", topic="talk")
TELL = Spec("TELL", Args.TEXT, where="seat", topic="talk")

LONGEST = 1_000
"""Characters of one line of talk."""


def say(uow: UnitOfWork, order: Order) -> None:
    """Everybody at the table hears it."""
    table, seat = uow.seat()
    others = [s for s in table.seats if s.state == "joined" and s is not seat]
    _send(uow, table, seat, others, order.text, to_you=False)
    uow.answer("said", names=tuple(s.name for s in others))


def tell(uow: UnitOfWork, order: Order) -> None:
    """One player hears it; names may hold blanks, so the longest that fits is meant."""
    table, seat = uow.seat()
    others = [s for s in table.seats if s.state == "joined" and s is not seat]
    text = order.text
    for other in sorted(others, key=lambda s: -len(s.name)):
        if text.lower().startswith(other.name.lower() + " ") or text.lower().startswith(other.name.lower() + ":"):
            _send(uow, table, seat, [other], text[len(other.name) + 1 :].strip(), to_you=True)
            uow.answer("said", names=(other.name,))
            return
    raise Refused(Wrong.UNKNOWN_PLAYER, given=text.split()[0][:40])


def _send(uow: UnitOfWork, table: Table, seat: SeatRow, others: list[SeatRow], text: str, to_you: bool) -> None:
    limits.may_talk(uow, table.id)
    said = Said(seat.name, text[:LONGEST], to_you)
    for other in others:
        player = people.player(uow.session, other.player_id)
        if player is None or player.paused:
            continue
        token = reply_token(uow, player, table.id, table.row.seq)
        post = Post("notice", {"kind": "said", "game": table.id, "said": said})
        uow.mails.append(Mail(post, player.address, player.name, player, table, token=token))


COMMANDS = (Command(SAY, say), Command(TELL, tell))
