"""`pbem trace`: one letter, and every mail that came of it, to its last receipt."""

from __future__ import annotations

from rich.console import Console

from pbem.cli.printable import printable
from pbem.cli.reports import Facts, NotThere, moment, number_of, reading
from pbem.db.database import Session
from pbem.db.queries import box_filter, inbox, outbox
from pbem.db.queries.inbox import Letter
from pbem.db.queries.outbox import OutboxMail
from pbem.ids import LetterId
from pbem.mail.message.peek import message_id
from pbem.settings import Settings


def trace(settings: Settings, name: str) -> Facts:
    """By a letter's number, by its Message-ID, or by that of a mail of ours, which may have come of no letter."""
    with reading(settings) as session:
        mail = outbox.with_message_id(session, name.strip().strip("<>"))
        if mail is not None and mail.inbox_id is None:
            return {"letter": None, "mails": [_mail(mail)]}
        letter = _letter(session, name, mail)
        if letter is None:
            wanted = "give a number of `pbem inbox`, or the Message-ID of a letter or of a mail of ours"
            raise NotThere(f"there is no letter {name}: {wanted}")
        return {
            "letter": letter.id,
            "way": letter.message.source,
            "from": letter.author,
            "message_id": message_id(letter.message.raw),
            "at": letter.arrived_at,
            "state": letter.state,
            "outcome": letter.outcome,
            "tries": letter.tries,
            "game": letter.game_id,
            "player": letter.player_id,
            "mails": [_mail(m) for m in outbox.caused_by(session, letter.id)],
        }


def _letter(session: Session, name: str, mail: OutboxMail | None) -> Letter | None:
    number = mail.inbox_id if mail is not None else number_of(name)
    if number is not None:
        return inbox.letter(session, LetterId(number))
    bare = name.strip().strip("<>")
    every = box_filter.letters(session, box_filter.BoxFilter())
    return next((one for one in every if bare and message_id(one.message.raw) == bare), None)


def _mail(mail: OutboxMail) -> Facts:
    return {
        "id": mail.id,
        "template": mail.template,
        "to": mail.recipient,
        "state": mail.state,
        "detail": mail.detail,
        "tries": mail.tries,
        "at": mail.created_at,
        "next_at": mail.next_at if mail.state == "waiting" else None,
        "game": mail.game_id,
        "player": mail.player_id,
        "message_id": mail.message_id,
    }


def trace_text(found: Facts) -> None:
    """One line for the letter, and one for each of its mails."""
    out = Console(highlight=False, soft_wrap=True)
    if found["letter"] is None:
        out.print("no letter: an alarm, a digest or the server itself wrote this")
    else:
        came = f"letter {found['letter']} came by {found['way']} at {found['at']:%Y-%m-%d %H:%M:%S} UTC"
        tried = f" after {found['tries']} crashes" if found["tries"] else ""
        out.print(printable(f"{came}: {found['state']}, {found['outcome']}{tried}"), markup=False)
    for mail in found["mails"]:
        whom = f"player {mail['player']}" if mail["player"] else mail["to"]
        tried = f" (tries: {mail['tries']})" if mail["tries"] > 1 or mail["next_at"] else ""
        again = f"; again at {moment(mail['next_at'])}" if mail["next_at"] else ""
        told = f"{mail['template']} to {whom}, {mail['state']} {mail['detail']}".rstrip() + tried + again
        out.print(printable(f"  mail {mail['id']} <{mail['message_id']}>: {told}"), markup=False)
    if not found["mails"]:
        out.print("  no mail came of it")
