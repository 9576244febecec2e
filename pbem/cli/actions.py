"""What the operator does: orders for a player, retry and drop, and the check of every game.

While a server runs it alone writes to the database: an order is laid into its box (a Maildir), and the answer waited
for.
"""

from __future__ import annotations

import time
from email.message import EmailMessage
from email.utils import format_datetime

from rich.console import Console

from pbem.app.clock import wrong_clock
from pbem.cli.printable import printable
from pbem.cli.reports import Facts, NotThere, reading
from pbem.cli.whom import person
from pbem.clock import system_clock
from pbem.db.lock import Busy, WriterLock
from pbem.db.queries import inbox, outbox
from pbem.db.queries.inbox import InboxState, Letter
from pbem.db.queries.outbox import OutboxMail, OutboxState
from pbem.ids import LetterId, MailId
from pbem.mail import maildir
from pbem.mail.message.own_addresses import OwnAddresses
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.raw_message import RawMessage
from pbem.randomness import SystemRandomness
from pbem.server.bootstrap import build
from pbem.server.folders import lock_path, operator_box
from pbem.settings import Settings

WAIT = 20.0
"""Seconds to wait for a running server to take an order."""


def act_as(settings: Settings, player: str, order: str, game: int | None) -> Facts:
    """Run an order as this player; what came of it, and the mails that the player got for it."""
    with reading(settings) as session:
        row = person(session, player)
    body = f"GAME {game}\n{order}\n" if game is not None else f"{order}\n"
    return _through_the_box(settings, row.address, "", body.replace("\\n", "\n"))


def act_text(found: Facts) -> None:
    """What came of it, for people."""
    out = Console(highlight=False)
    out.print(printable(f"Letter {found['letter']}: {found['outcome']}."), markup=False)
    for mail in found["mails"]:
        out.print(printable(f"\nTo {mail['to']}: {mail['subject']}\n\n{mail['text']}"), markup=False)
    if not found["mails"]:
        out.print("No mail comes of it now.")


def control(settings: Settings, box: str, verb: str, number: int) -> str:
    """Retry or drop a mail in a box. A letter that has been dealt with stays so: it would act twice."""
    with reading(settings) as session:
        row: Letter | OutboxMail | None
        row = inbox.letter(session, LetterId(number)) if box == "inbox" else outbox.mail(session, MailId(number))
    if row is None:
        raise NotThere(f"there is no mail {number} in the {box}: `pbem {box}` lists the newest")
    if row.state == InboxState.DONE or (row.state == OutboxState.SENT and verb == "drop"):
        raise NotThere(f"mail {number} of the {box} is {row.state}: there is nothing to {verb}")
    subject = f"control {box} {verb} {number}"
    return str(_through_the_box(settings, settings.server.operator or settings.server.address, subject, "")["outcome"])


def retry_all(settings: Settings, box: str) -> str:
    """Try every letter in quarantine, or every mail that could not be sent, again."""
    author = settings.server.operator or settings.server.address
    return str(_through_the_box(settings, author, f"control {box} retry all", "")["outcome"])


def hold(settings: Settings, game: int, verb: str) -> str:
    """Hold a game, or release it."""
    author = settings.server.operator or settings.server.address
    return str(_through_the_box(settings, author, f"control game {verb} {game}", "")["outcome"])


def far_deadlines(settings: Settings) -> Facts:
    """The deadlines that a wrong clock has moved far away, with what `--fix` would make of each."""
    with reading(settings) as session:
        found = wrong_clock.far_deadlines(session, system_clock())
    return {"deadlines": [{"game": f.game_id, "player": f.name, "due": f.due_at.isoformat(timespec="minutes"),
                           "right": f.right.isoformat(timespec="minutes")} for f in found]}  # fmt: skip


def far_text(found: Facts) -> None:
    """The deadlines, for people."""
    out = Console(highlight=False)
    for one in found["deadlines"]:
        out.print(
            f"game {one['game']}, {one['player']}: due {one['due']}; set right, it is {one['right']}", markup=False
        )
    if not found["deadlines"]:
        out.print("No deadline is later than it should be.")


def set_clocks_right(settings: Settings) -> str:
    """Give each of these turns its whole time from now on; their players are told."""
    author = settings.server.operator or settings.server.address
    return str(_through_the_box(settings, author, "control clocks fix", "")["outcome"])


def _through_the_box(settings: Settings, author: str, subject: str, body: str) -> Facts:
    """Lay a letter into the operator's box; work it off here, or let the running server do it."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = author, settings.server.address, subject
    letter["Date"] = format_datetime(system_clock())
    message_id = f"{SystemRandomness().token('operator')}@operator.invalid"
    letter["Message-ID"] = f"<{message_id}>"
    letter.set_content(body)
    raw = letter.as_bytes()
    if len(raw) > settings.limits.message_bytes:
        raise NotThere(f"the order is too long: a letter has at most {settings.limits.message_bytes} bytes")
    maildir.deliver(operator_box(settings), raw)
    try:
        with WriterLock(lock_path(settings), 0.2):
            worker = build(settings)
            try:
                worker.take_folders()
                while worker.work():  # the order may have set letters back to be handled
                    pass
            finally:
                worker.close()
    except Busy:
        pass  # a server runs: it takes the box within a second
    return _result(settings, message_id)


def _result(settings: Settings, message_id: str) -> Facts:
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        with reading(settings) as session:
            row = next((r for r in inbox.newest(session, 20, "operator") if message_id.encode() in r.message.raw), None)
            if row is not None and row.state is not InboxState.NEW:
                mails = outbox.caused_by(session, row.id)
                mine = [m for m in mails if m.player_id == row.player_id]
                return {
                    "letter": row.id,
                    "outcome": row.outcome,
                    "ok": row.outcome == "done" or row.outcome.startswith("asked"),
                    "game": row.game_id,
                    "mails": [_mail(settings, m) for m in mine],
                }
        time.sleep(0.1)
    raise TimeoutError("the running server has not taken the order yet; look again with `pbem inbox`")


def _mail(settings: Settings, row: OutboxMail) -> Facts:
    letter = parse_message(RawMessage(row.body, "outbox"), OwnAddresses("nobody@invalid", settings.server.delimiter))
    return {"to": row.recipient, "subject": letter.subject, "text": "\n".join(letter.lines)}
