"""JOIN: yes to an invitation. JOIN number, JOIN ANY: a seat at a table that is open to anybody. DECLINE: no."""

from pbem.app.accounts import identity
from pbem.app.tables import open_tables, seats
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries import games
from pbem.facts import play_answers, table_answers
from pbem.facts.table_refusals import AlreadyBegun, NotInvited, WhichGame
from pbem.hearts.refusal import Refused
from pbem.ids import GameId
from pbem.orders.order import Args, Order, Spec
from pbem.table.states import GamePhase

JOIN = Spec("JOIN", Args.NUMBER_OR_NONE, aliases=("ACCEPT",), strangers=True, topic="tables", question="join")
DECLINE = Spec("DECLINE", Args.NONE, aliases=("REFUSE",), strangers=True, question="join", topic="tables")
ANY = Spec("JOIN ANY", Args.NONE, aliases=("JOIN ANY TABLE", "JOIN ANYTHING"), topic="tables", question="join")


def join(uow: UnitOfWork, order: Order) -> None:
    """Take the seat that was offered; a stranger becomes a player with it."""
    author = uow.author
    if author is None:
        raise Refused(NotInvited())
    offer = author.invitation
    if offer is None:
        own = set(identity.own_addresses(uow.session, author))
        offers = [one for address in own for one in games.invited(uow.session, address)]
        wanted = GameId(order.number) if order.number is not None else uow.game_id
        if wanted is not None:
            offers = [(game_id, number) for game_id, number in offers if game_id == wanted]
        if not offers and wanted is not None:
            open_tables.take(uow, wanted)
            return
        if not offers and author.player is None:
            uow.answer(play_answers.RefusedAnswer(NotInvited(), verb=JOIN.verb))
            uow.answer(play_answers.StrangerAnswer())
            return
        if len(offers) != 1:
            raise Refused(WhichGame(tuple(game_id for game_id, _ in offers)) if offers else NotInvited())
        (game_id, number) = offers[0]
    else:
        game_id, number = offer.game_id, offer.number
    table = uow.open(game_id)
    seat = table.seats[number]
    if not seat.offered:
        raise Refused(NotInvited() if table.phase is GamePhase.LOBBY else AlreadyBegun(table.id))
    player = author.player or identity.register(uow)
    uow.game_id = table.id
    if not seats.join(uow, table, seat, player):
        uow.answer(table_answers.JoinedAnswer(seats.lobby_facts(uow, table, seat)))


def any_table(uow: UnitOfWork, order: Order) -> None:
    """The open table at which the fewest are missing."""
    open_tables.take_any(uow)


def decline(uow: UnitOfWork, order: Order) -> None:
    """The seat is free again; the host hears it."""
    seat = uow.author.invitation if uow.author is not None else None
    if seat is None:
        raise Refused(NotInvited())
    table = uow.open(seat.game_id)
    seats.decline(uow, table, table.seats[seat.number])
    uow.answer(table_answers.DeclinedAnswer(table.id))


COMMANDS = (Command(JOIN, join), Command(ANY, any_table), Command(DECLINE, decline))
