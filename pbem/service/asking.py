"""Asking first: a letter whose author is not certain waits for a word from the address of record."""

from __future__ import annotations

from datetime import timedelta

from pbem.letters.letter import Letter
from pbem.letters.read import read
from pbem.render.post import Post
from pbem.service.case import Author, Case, Mail, pk
from pbem.service.people import tokens
from pbem.service.tokens import Kind, token_text
from pbem.store import inbox, people
from pbem.store.rows import InboxRow, PlayerRow, QuestionRow, SeatRow

OPEN = 3
"""So many questions may wait for one address; what comes beyond is dropped: nobody floods a mailbox through us."""

EXPIRE = timedelta(days=14)


def ask_owner(case: Case, owner: str) -> str:
    """A reply address was used from elsewhere: ask the address of record. Nothing is acted on."""
    author = case.author
    if author is None or author.token is None:
        raise ValueError("only a letter with a token has an owner")
    player = people.by_address(case.session, owner)
    outcome = _ask(case, "address", owner, player)
    author.player = None  # whoever wrote is told nothing
    return outcome


def ask_author(case: Case) -> str:
    """A known address without proof: ask that address whether the letter is its own."""
    author = case.author
    if author is None or author.player is None:
        raise ValueError("only a known address is asked")
    outcome = _ask(case, "order", author.address, author.player)
    author.player = None
    return outcome


def _ask(case: Case, kind: str, address: str, player: PlayerRow | None) -> str:
    author = case.author
    if people.open_questions(case.session, address, case.now - EXPIRE) >= OPEN or author is None:
        return "ignored: too many questions"
    seat = author.invitation
    row = QuestionRow(
        kind=kind,
        address=address,
        author=author.address,
        inbox_id=pk(case.inbox_id),
        player_id=player.id if player is not None else None,
        game_id=_game_of(author),
        seat=seat.seat if seat is not None else None,
        asked_at=case.now,
    )
    case.session.add(row)
    case.session.flush()
    token = token_text(case.house.key, Kind.QUESTION, pk(row.id))
    name = player.name if player is not None else ""
    facts = {
        "address": author.address,
        "game": row.game_id,
        "orders": _gist(case.letter),
        "received": case.now,
        "once": "YES",
        "yes": "YES",
        "add": "ADD",
        "no": "NO",
    }
    post = Post(f"confirm-{kind}", facts)
    case.mails.append(Mail(post, address, name, player, token=token, answers_letter=kind == "order"))
    return f"asked: {kind}"


def _game_of(author: Author) -> int | None:
    """The game that the letter's token is of."""
    if author.invitation is not None:
        return author.invitation.game_id
    token = author.token
    return token.numbers[1] if token is not None and token.kind is Kind.TURN else None


def _gist(letter: Letter | None) -> tuple[str, ...]:
    """The first lines of the letter, for the one who must know what is asked."""
    return tuple(line.strip()[:60] for line in letter.lines if line.strip())[:5] if letter is not None else ()


def answered(case: Case, word: str) -> Letter | None:
    """The word on a question: "yes" once, "add" the address too, or "no". Returns the kept letter to be carried out."""
    author = case.author
    question = author.question if author is not None else None
    if author is None or question is None or question.state != "open" or case.now - question.asked_at > EXPIRE:
        return None
    question.state = "no" if word == "no" else "yes"
    kept = case.session.get(InboxRow, question.inbox_id)
    if word == "no" or kept is None:
        case.answer("question-closed")
        return None
    player = people.player(case.session, question.player_id)
    if word == "add" and player is not None and people.by_address(case.session, question.author) is None:
        people.add_address(case.session, player, question.author, case.now)
        case.answer("address-added", address=question.author)
    letter = read(inbox.arrival(kept), case.house.own)
    found = tokens(case.house, letter)
    case.author = Author(question.address, letter.sender_name, player, found[0] if found else None)
    if question.seat is not None:
        case.author.invitation = case.session.get(SeatRow, (question.game_id, question.seat))
    kept.outcome = f"confirmed by letter {case.inbox_id}"
    return letter
