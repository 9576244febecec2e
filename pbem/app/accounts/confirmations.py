"""Confirmations: what is not certain enough to be done waits for a word from the address that it concerns.

A letter whose author is not certain is kept, and carried out at a yes; a new address, and a person's wish to be
forgotten, are asked about in the same way.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbem.app.accounts import erasure
from pbem.app.accounts.identity import tokens
from pbem.app.tables import votes
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.db.queries import inbox, people, questions
from pbem.db.queries.questions import Question, QuestionKind, QuestionState
from pbem.facts import account_answers, mails, notices
from pbem.facts.account_refusals import AddressTaken, AskedEnough
from pbem.facts.message import Mail
from pbem.hearts.refusal import Refused
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.table.player import Player

OPEN = 3
"""At most this many questions wait for one address; more are dropped: nobody floods a mailbox through us."""

EXPIRE = timedelta(days=14)


def ask_owner(uow: UnitOfWork, owner: str) -> str:
    """A reply address was used from elsewhere: ask the address of record. Nothing is acted on."""
    author = uow.author
    if author is None or author.token is None:
        raise ValueError("only a letter with a token has an owner")
    asked = _ask(uow, QuestionKind.ADDRESS, owner, uow.person_at(owner))
    author.player = None  # whoever wrote is told nothing
    return "asked: address" if asked else "ignored: too many questions"


def ask_author(uow: UnitOfWork) -> str:
    """A known address without proof: ask that address whether the letter is its own."""
    author = uow.author
    if author is None or author.player is None:
        raise ValueError("only a known address is asked")
    asked = _ask(uow, QuestionKind.ORDER, author.address, author.player)
    author.player = None
    return "asked: order" if asked else "ignored: too many questions"


def ask_to_add(uow: UnitOfWork, address: str) -> None:
    """Ask a new address whether it is the author's too. That it is somebody else's already makes no difference here."""
    _ask(uow, QuestionKind.ADD, address, None)


def ask_to_forget(uow: UnitOfWork) -> None:
    """Ask the author, at the address of record, whether all that is kept shall go."""
    player = uow.author_player()
    if not _ask(uow, QuestionKind.FORGET, player.address, player):
        raise Refused(AskedEnough())


def _ask(uow: UnitOfWork, kind: QuestionKind, address: str, to: Player | None) -> bool:
    """Write the question down and send it; False if enough of them wait for this address already."""
    author = uow.author
    if questions.open_questions(uow.session, address, uow.now - EXPIRE) >= OPEN or author is None:
        return False
    seat = author.invitation
    about = author.player if kind is QuestionKind.ADD else to
    question = Question(
        kind,
        address,
        author.address,
        uow.letter_id(),
        uow.now,
        player_id=about.id if about is not None else None,
        game_id=_game_of(author),
        seat=seat.number if seat is not None else None,
    )
    number = questions.add(uow.session, question)
    token = token_text(uow.services.key, TokenKind.QUESTION, number)
    mail = _question(uow, kind, author, question.game_id, about.name if about is not None else "")
    about_a_letter = kind in (QuestionKind.ORDER, QuestionKind.FORGET)
    uow.send(mail, to or address, address=address, token=token, answers_letter=about_a_letter)
    return True


def _question(uow: UnitOfWork, kind: QuestionKind, author: Author, game: int | None, name: str) -> Mail:
    match kind:
        case QuestionKind.ADD:
            return mails.ConfirmAdd(name, author.address)
        case QuestionKind.FORGET:
            return mails.ConfirmForget(name)
        case QuestionKind.ADDRESS:
            return mails.ConfirmAddress(author.address, game, _gist(uow.message), uow.now)
        case _:
            return mails.ConfirmOrder(author.address, game, _gist(uow.message), uow.now)


def _game_of(author: Author) -> int | None:
    """The game that the letter's token is of."""
    if author.invitation is not None:
        return author.invitation.game_id
    token = author.token
    return token.numbers[1] if token is not None and token.kind is TokenKind.TURN else None


def _gist(message: InboundMessage | None) -> tuple[str, ...]:
    """The first lines of the letter, for the one who must know what is asked."""
    return tuple(line.strip()[:60] for line in message.lines if line.strip())[:5] if message is not None else ()


def answered(uow: UnitOfWork, word: str) -> InboundMessage | None:
    """The word on a question: "yes" once, "add" the address too, or "no". Returns the kept letter to be carried out."""
    author = uow.author
    question = author.question if author is not None else None
    if author is None or question is None or question.state is not QuestionState.OPEN:
        return None
    if question.kind is QuestionKind.VOTE:
        votes.answered(uow, question, word != "no")
        return None
    said = QuestionState.NO if word == "no" else QuestionState.YES
    questions.close(uow.session, question.id, said)
    author.question = replace(question, state=said)
    if word == "no" or uow.now - question.asked_at > EXPIRE:
        uow.answer(account_answers.QuestionClosed())
        return None
    if question.kind is QuestionKind.ADD:
        _add(uow, uow.person_numbered(question.player_id), question.address)
        return None
    if question.kind is QuestionKind.FORGET:
        erasure.forget(uow, uow.person_numbered(question.player_id))
        return None
    return _kept_letter(uow, question, word)


def _kept_letter(uow: UnitOfWork, question: Question, word: str) -> InboundMessage | None:
    """The letter that waited for the answer. Its owner is its author from now on."""
    kept = inbox.letter(uow.session, question.inbox_id)
    if kept is None or not kept.message.raw:
        uow.answer(account_answers.QuestionClosed())
        return None
    player = uow.person_numbered(question.player_id)
    if word == "add":  # the owner's word is not enough: the other address may be somebody else's
        ask_to_add(uow, question.author)
        uow.answer(account_answers.AddressAsked(question.author))
    message = parse_message(kept.message, uow.services.own)
    found = tokens(uow.services, message)
    uow.author = Author(question.address, message.sender_name, player, found[0] if found else None)
    if question.seat is not None and question.game_id is not None:
        uow.author.invitation = uow.records.seats(question.game_id)[question.seat]
    inbox.note_outcome(uow.session, kept.id, f"confirmed by letter {uow.inbox_id}")
    return message


def _add(uow: UnitOfWork, player: Player | None, address: str) -> None:
    """The address is the person's from now on, unless it has become somebody's meanwhile."""
    owner = uow.person_at(address)
    if player is None or not player.address or uow.author is None:
        uow.answer(account_answers.QuestionClosed())
        return
    if owner is not None and owner.id != player.id:
        raise Refused(AddressTaken())
    if owner is None:
        people.add_address(uow.session, player.id, address, uow.now)
        if uow.author.address != player.address:
            uow.send(notices.AddressAdded(None, address), player)
    uow.author.player = player
    uow.answer(account_answers.AddressAdded(address))
