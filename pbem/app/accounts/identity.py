"""Who wrote: reply token and sender's address, weighed as the table of docs/security.md says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.app.accounts.freshness import is_fresh
from pbem.app.accounts.names import good_name
from pbem.app.services import Services
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.db.database import Session
from pbem.db.queries import games, inbox, people, questions
from pbem.db.queries.questions import Question, QuestionKind
from pbem.facts.account_refusals import NameTaken, UnknownPerson
from pbem.hearts.refusal import Refused
from pbem.mail.message.authentication import Verdict, verdict
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.replay import is_written_to_us
from pbem.mail.message.tokens import DATED, Token, TokenKind, read_token
from pbem.table.player import Player
from pbem.table.seat import Seat

CARRIES_OUT = (QuestionKind.ADDRESS, QuestionKind.ORDER, QuestionKind.SUGGESTED)
"""The kinds of question at whose yes orders are carried out: from another address, the address of record is asked."""


class AuthorStanding(StrEnum):
    """What a letter's author may do."""

    KNOWN = "known"  # it is that person (or the invited, or who was asked)
    FOREIGN = "foreign"  # a valid token from another address: the address of record is asked
    UNPROVEN = "unproven"  # a known address, no proof: asked to confirm
    FORGED = "forged"  # our own server says so: dropped
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class Identity:
    """The author and the standing; `owner` is whose token it is where that is somebody else."""

    standing: AuthorStanding
    author: Author
    owner: Author | None = None
    fresh: bool = False  # proven newly enough for orders about the account
    signed: bool = False  # by the domain of the address, to us
    proven: bool = False  # nothing of what anybody could have sent counts for or against such a letter

    @property
    def by_own_token(self) -> bool:
        """Was the letter written in answer to a mail that only its author got?"""
        return self.standing is AuthorStanding.KNOWN and self.author.token is not None


@dataclass(frozen=True, slots=True)
class _Holder:
    """Whose a token is: the addresses that may use it, the address of record first, and what it opens."""

    addresses: tuple[str, ...]
    invitation: Seat | None = None
    question: Question | None = None


def tokens(services: Services, message: InboundMessage) -> list[Token]:
    """The valid tokens that a letter carries: in its recipients first, then in the ids of what it answers."""
    texts = [services.own.tag(address) for address in message.recipients]
    texts += [name.partition(".")[0] for name in message.answers if services.own.wrote(name)]
    found = [read_token(services.key, text) for text in texts if text]
    return [token for token in found if token is not None]


def identify(uow: UnitOfWork, message: InboundMessage) -> Identity:
    """Who wrote this letter, and how well that is known. Of several tokens the author's own one counts."""
    services = uow.services
    author = Author(message.sender, message.sender_name, uow.person_at(message.sender))
    foreign: tuple[Token, _Holder] | None = None
    for token in tokens(services, message):
        holder = _holder(uow, token)
        if holder is None:
            continue
        if message.sender in holder.addresses or not set(holder.addresses).isdisjoint(
            own_addresses(uow.session, author)
        ):
            return _by_token(uow, message, author, token, holder)
        if token.kind is not TokenKind.STRANGER and (holder.question is None or holder.question.kind in CARRIES_OUT):
            foreign = foreign or (token, holder)
    if foreign is not None:
        token, holder = foreign
        owner = Author(holder.addresses[0], "", uow.person_at(holder.addresses[0]))
        _open(owner, token, holder)
        author.token, author.invitation = owner.token, owner.invitation
        return Identity(AuthorStanding.FOREIGN, author, owner)
    said, signed = _signature(services, message)
    if said is Verdict.FAIL:
        return Identity(AuthorStanding.FORGED, author)
    if author.player is None:
        return Identity(AuthorStanding.STRANGER, author, fresh=signed, signed=signed, proven=signed)
    return Identity(
        AuthorStanding.KNOWN if signed else AuthorStanding.UNPROVEN, author, fresh=signed, signed=signed, proven=signed
    )


def _signature(services: Services, message: InboundMessage) -> tuple[Verdict, bool]:
    """What our own server says of the sender's domain, and whether that proves the author without any token."""
    policy = services.policy
    said = verdict(message, policy.results)
    if said is Verdict.FAIL:
        return said, False
    passed = said is Verdict.PASS and is_written_to_us(message, services.own, policy.results)
    return said, policy.trust or passed


def _by_token(uow: UnitOfWork, message: InboundMessage, author: Author, token: Token, holder: _Holder) -> Identity:
    _open(author, token, holder)
    standing = (
        AuthorStanding.STRANGER if token.kind is TokenKind.STRANGER and author.player is None else AuthorStanding.KNOWN
    )
    said, signed = _signature(uow.services, message)
    fresh = said is not Verdict.FAIL and (signed or is_fresh(uow, author))
    return Identity(standing, author, fresh=fresh, signed=signed, proven=True)


def opened(uow: UnitOfWork, author: Author, message: InboundMessage) -> None:
    """Set what a kept letter's own token opens for its author, who has been found out otherwise."""
    own = {author.address, *own_addresses(uow.session, author)}
    for token in tokens(uow.services, message):
        holder = _holder(uow, token)
        if holder is not None and own.intersection(holder.addresses):
            _open(author, token, holder)
            return


def _open(author: Author, token: Token, holder: _Holder) -> None:
    """A suggestion opens what the letter that it answers was about: a card for it is late as that letter would be."""
    author.token, author.invitation, author.question = token, holder.invitation, holder.question
    asked = holder.question
    if asked is not None and asked.player_id is not None and asked.game_id is not None and asked.told is not None:
        author.token = Token(TokenKind.TURN, (asked.player_id, asked.game_id, asked.told))


def _holder(uow: UnitOfWork, token: Token) -> _Holder | None:
    """Whose the token is; None if what it is for is gone."""
    if token.kind in DATED:
        player = uow.person_numbered(token.player)
        return _Holder((player.address,)) if player is not None and player.address else None
    if token.kind is TokenKind.INVITATION:
        seat = offered(uow, token)
        return _Holder((seat.address,), invitation=seat) if seat is not None else None
    if token.question is not None:
        question = questions.question(uow.session, token.question)
        return None if question is None else _asked_of(uow, question)
    if token.letter is not None:
        answered = inbox.letter(uow.session, token.letter)
        return _Holder((answered.author,)) if answered is not None and answered.author else None
    return None


def offered(uow: UnitOfWork, token: Token) -> Seat | None:
    """The seat that an invitation offers; None once it has been offered to somebody else."""
    offer = token.offer
    if offer is None:
        return None
    seats = uow.records.seats(offer.game)
    seat = seats[offer.seat] if offer.seat < len(seats) else None
    return seat if seat is not None and seat.address and seat.invitation == offer.invitation else None


def _offered_at(uow: UnitOfWork, question: Question) -> Seat | None:
    """The seat that somebody was invited to whose answer could not be read."""
    if question.kind is not QuestionKind.SUGGESTED or question.game_id is None or question.seat is None:
        return None
    seat = uow.records.seats(question.game_id)[question.seat]
    return seat if seat.address == question.address else None


def _asked_of(uow: UnitOfWork, question: Question) -> _Holder:
    """Who may answer a question: the address asked; of a new address also its person, from any address that counts."""
    who = [question.address]
    if question.kind is QuestionKind.ADD and question.player_id is not None:
        who += people.addresses(uow.session, question.player_id)
    return _Holder(tuple(who), _offered_at(uow, question), question)


def own_addresses(session: Session, author: Author) -> list[str]:
    """All addresses that are the author's."""
    return [author.address] if author.player is None else people.addresses(session, author.player.id)


def name_for(session: Session, author: Author) -> str:
    """A free name for a newcomer: the display name, else the address's local part, numbered where taken."""
    for text in (author.name, author.address.partition("@")[0].replace(".", " ").replace("_", " ").title()):
        try:
            name = good_name(text[:26])
            break
        except Refused:
            continue
    else:
        name = "Player"
    free, number = name, 2
    while people.name_taken(session, free):
        free, number = f"{name} {number}", number + 1
    return free


def register(uow: UnitOfWork, name: str = "") -> Player:
    """Write the letter's author down as a new person, under the name given, or the display name, or the address's."""
    author = uow.author
    if author is None:
        raise Refused(UnknownPerson())
    if not (uow.proven or author.token is not None):
        name, author.name = "", ""  # anybody could have written it: no words of theirs go to this address
    if name:
        name = good_name(name)
        if people.name_taken(uow.session, name):
            raise Refused(NameTaken(given=name))
    name = name or name_for(uow.session, author)
    author.player = uow.add_person(name, author.address, uow.services.policy.language)
    return author.player


def rename(uow: UnitOfWork, name: str) -> None:
    """Another name for the author, at the tables too."""
    player = uow.author_player()
    name = good_name(name)
    if name.lower() != player.name.lower() and people.name_taken(uow.session, name):
        raise Refused(NameTaken(given=name))
    player.name = name
    for game_id in games.running(uow.session, player.id):
        seat = uow.table(game_id).seat_of(player.id)
        if seat is not None:
            seat.name = name
