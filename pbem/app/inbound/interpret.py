"""What a letter orders: which game it is about, what its bare cards and "yes" mean, and the orders in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pbem.app.inbound import answered_mail
from pbem.app.notify import combined_mail
from pbem.app.table import Table
from pbem.app.turns import claims
from pbem.app.turns.play import is_stale
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.db.queries import game_log, games
from pbem.db.queries.questions import QuestionKind, QuestionState
from pbem.hearts.game import fold
from pbem.hearts.phase import Phase
from pbem.hearts.view import SeatView
from pbem.ids import GameId, PlayerId
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.tokens import TokenKind
from pbem.orders.order import Args, Asked, Order, Reading, Spec
from pbem.orders.parse import game_in_subject, parse
from pbem.orders.suggest import takes_leave
from pbem.table.seat import Seat

_VERBS = {
    Phase.PLAY: "PLAY",
    Phase.PASS: "PASS",
    Phase.REPLACE: "PASS",
    Phase.MOON: "MOON",
    Phase.CHARGE: "CHARGE",
    Phase.DISCARD: "DISCARD",
    Phase.BID: "BID",
    Phase.CALL: "CALL",
}
_MAY_TURN = re.compile(r"^(?=.{0,19}\Z)(?=.*\d).*[^\W\d_]{3}", re.DOTALL)  # a short line with a number and a word
_GAME = (Spec("GAME", Args.NUMBER, aliases=("TABLE",)),)


def readings(uow: UnitOfWork, message: InboundMessage) -> Iterator[Reading]:
    """The letter's orders, part by part: a line `GAME 12` ends a part, and turns to that game.

    The parts come one by one, so that each is read with what its own game asks.
    """
    uow.game_id = choose_game(uow, message)
    if uow.game_id is not None:
        combined_mail.turn_to(uow, uow.game_id)
    known = uow.author.player if uow.author is not None else None
    language = known.language if known is not None else uow.services.policy.language
    parts = _parts(message.lines)
    for place, part in enumerate(parts):
        subject = message.subject if len(parts) == 1 else ""
        question = replace(asked(uow), writer=message.sender_name or (known.name if known is not None else ""))
        question = replace(question, answered=answered_mail.answered(uow, message, part))
        reading = _of_an_invitation(parse(part, subject, question, uow.services.specs, language), question)
        if _takes_leave(uow, reading, part, question.writer):
            reading = Reading((Order("YES", line=next(line for line in part if line.strip())),))
        if place and not reading.orders and not any(line.strip() for line in part) and not uow.by_operator:
            continue  # an empty part between two games is no fault
        yield reading


def _of_an_invitation(reading: Reading, question: Asked) -> Reading:
    """A bare "Deal!" to an invitation agrees to it, and "resign" declines it: there is no deal yet."""
    match reading.orders:
        case (Order("RESIGN" | "LEAVE", line=line),) if question.yes == "JOIN":
            return replace(reading, orders=(Order(question.no, line=line),))
        case (Order("HISTORY", number=None, line=line),) if question.yes == "JOIN" and "deal" in line.lower():
            return replace(reading, orders=(Order(question.yes, line=line),))
    return reading


def _takes_leave(uow: UnitOfWork, reading: Reading, part: list[str], writer: str) -> bool:
    """Whether our question about leaving is answered by saying it once more: "leave the game"."""
    about = uow.author.question if uow.author is not None else None
    if about is None or about.state is not QuestionState.OPEN:
        return False
    verb = about.words if about.kind is QuestionKind.SUGGESTED else str(about.kind).upper()
    known = verb in ("RESIGN", "LEAVE", "STOP") and all(one.verb in ("RESIGN", "LEAVE") for one in reading.orders)
    return known and takes_leave(part, verb, writer)


def _parts(lines: tuple[str, ...]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in lines:
        parts[-1].append(line)
        if _MAY_TURN.search(line) is not None and parse([line], "", Asked(), _GAME).orders:
            parts.append([])
    return [p for p in parts if p] or [[]]


def choose_game(uow: UnitOfWork, message: InboundMessage) -> GameId | None:
    """The game that the letter is about: by its token, its subject's number, or because only one waits or runs."""
    author = uow.author
    if author is None:
        return None
    if author.token is not None and author.token.kind is TokenKind.TURN:
        return author.token.game
    if author.player is None:
        return None
    player_id = author.player.id
    running = games.running(uow.session, player_id)
    if author.invitation is not None and author.invitation.player_id == player_id:
        return author.invitation.game_id
    named = game_in_subject(message.subject)
    if named in running:
        return GameId(named)
    waiting = _waiting(uow, player_id)
    for choice in (waiting, running):
        if len(choice) == 1:
            return choice[0]
    return None


def _waits_for(uow: UnitOfWork, game_id: GameId, player_id: PlayerId) -> bool:
    table = uow.table(game_id)
    seat = table.seat_of(player_id)
    if seat is None or table.game is None:
        return False
    return seat.number in table.game.to_act or bool(table.view(seat.number).early)


def asked(uow: UnitOfWork) -> Asked:
    """What the letter answers: a question of ours, an invitation, or what the game asks of this seat."""
    author = uow.author
    if author is None:
        return Asked()
    about = author.question
    if about is not None and about.kind is not QuestionKind.SUGGESTED:
        return Asked(yes="YES", no="NO")
    if author.invitation is not None and not author.invitation.joined and (about is None or about.words == "JOIN"):
        return Asked(yes="JOIN", no="DECLINE")
    if about is not None:
        return replace(_asked_in_game(uow, author), yes="YES", no="NO")
    return _asked_in_game(uow, author)


def _asked_in_game(uow: UnitOfWork, author: Author) -> Asked:
    """What the game asks, where the letter answers none of our questions."""
    if author.player is None and author.token is not None and author.token.kind is TokenKind.STRANGER:
        return Asked(yes="TUTORIAL")  # as our mails to strangers offer
    if author.player is None:
        return Asked()
    player_id = author.player.id
    # Where several games wait, bare cards are read as one of them asks: the order is then told to name its game.
    about = [uow.game_id] if uow.game_id is not None else _waiting(uow, player_id)[:1]
    for game_id in about:
        table = uow.table(game_id)
        seat = table.seat_of(player_id)
        if seat is not None and table.game is not None:
            return _asked_then(uow, table, seat) or _asked_at_table(table, seat)
    return Asked()


def _asked_then(uow: UnitOfWork, table: Table, seat: Seat) -> Asked | None:
    """What the mail of this deal asked that the letter answers, where that has been chosen since; else None.

    So three cards that cross the last pass are read as a pass that was made, not as a play of three cards.
    """
    token = uow.author.token if uow.author is not None else None
    if token is None or not is_stale(uow, table, seat):
        return None
    told, begun = token.length, table.log.last_deal
    if told is None or told <= begun:
        return None
    log = [game_log.opening(uow.session, table.id), *game_log.log(uow.session, table.id, begun, told)]
    view = fold(log).view(seat.number)
    return _asked_of(view) if view.phase is Phase.PASS else None


def _waiting(uow: UnitOfWork, player_id: PlayerId) -> list[GameId]:
    """The games that wait for this person."""
    return [g for g in games.running(uow.session, player_id) if _waits_for(uow, g, player_id)]


def _asked_at_table(table: Table, seat: Seat) -> Asked:
    if table.record.claim is not None and (now := claims.pending(table)) is not None and now.seat != seat.number:
        return Asked(yes="AGREE", no="OBJECT")
    return _asked_of(table.view(seat.number))


def _asked_of(view: SeatView) -> Asked:
    """Between turns, bare cards are a play that comes too early."""
    verb = _VERBS.get(view.phase, "PLAY")
    if verb == "MOON":
        return Asked(verb, choices=("add", "subtract"))
    if verb == "CHARGE":
        return Asked(verb, no=verb)  # "no" lays nothing open
    if verb == "PASS":
        count = view.count or len(view.passing) or sum(count for _, count in view.pass_to)
        return Asked(verb, count, hand=tuple(sorted({*view.hand, *view.passing})))
    legal = (view.legal or view.early) if verb == "PLAY" else view.legal
    return Asked(verb, 1 if verb == "PLAY" else view.count, legal=legal, hand=view.hand)
