"""`pbem inbox` and `pbem outbox`: the mails of a box, those that are asked for, and one of them in full."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from pbem.cli.reports import Facts, NotThere, grid, moment, reading
from pbem.cli.whom import addresses_of
from pbem.clock import system_clock
from pbem.db.database import Session
from pbem.db.queries import box_filter, inbox, outbox
from pbem.db.queries.box_filter import BoxFilter
from pbem.db.queries.inbox import InboxState, Letter
from pbem.db.queries.outbox import OutboxMail, OutboxState
from pbem.ids import LetterId, MailId
from pbem.mail.message.peek import from_address
from pbem.settings import Settings
from pbem.timespan import duration

STATES = {"inbox": tuple(InboxState), "outbox": tuple(OutboxState)}
MOST = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of the list, as the operator wrote them."""

    person: str | None = None
    state: str | None = None
    game: int | None = None
    newer: str | None = None
    older: str | None = None
    most: int = MOST


class MeaninglessOption(Exception):
    """An option that means nothing; the text says what does."""


def box(settings: Settings, name: str, wanted: Wanted) -> list[Facts]:
    """The newest rows of a box that are asked for."""
    if wanted.state is not None and wanted.state not in STATES[name]:
        raise MeaninglessOption(f"no mail of the {name} is {wanted.state!r}. Its states: {', '.join(STATES[name])}")
    with reading(settings) as session:
        meant = _filter(session, wanted)
        if name == "inbox":
            letters = (row for row in box_filter.letters(session, meant) if _is_from(row, meant.addresses))
            return [letter_facts(row) for row in islice(letters, wanted.most)]
        return [mail_facts(row) for row in islice(box_filter.mails(session, meant), wanted.most)]


def _filter(session: Session, wanted: Wanted) -> BoxFilter:
    addresses, player = addresses_of(session, wanted.person) if wanted.person is not None else ((), None)
    since, before = _ago("--newer", wanted.newer), _ago("--older", wanted.older)
    return BoxFilter(addresses, player, wanted.state or "", wanted.game, since, before)


def _ago(option: str, text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        return system_clock() - duration(text)
    except (ValueError, OverflowError):
        wrong = f"{option} {text!r} is no length of time: write a number and a unit, as in 2d or 12h"
        raise MeaninglessOption(wrong) from None


def _is_from(letter: Letter, addresses: tuple[str, ...]) -> bool:
    """A letter that was never handled has no author yet but the one that it names."""
    return not addresses or bool(letter.author) or from_address(letter.message.raw) in addresses


def letter_facts(row: Letter) -> Facts:
    """A letter for `--json`."""
    return {
        "id": row.id,
        "state": row.state,
        "outcome": row.outcome,
        "from": row.author or from_address(row.message.raw),
        "proven": row.proven,
        "source": row.message.source,
        "at": row.arrived_at,
        "tries": row.tries,
        "game": row.game_id,
        "player": row.player_id,
    }


def mail_facts(row: OutboxMail) -> Facts:
    """A mail of ours for `--json`."""
    return {
        "id": row.id,
        "state": row.state,
        "outcome": row.detail,
        "to": row.recipient,
        "template": row.template,
        "at": row.created_at,
        "tries": row.tries,
        "next_at": row.next_at if row.state is OutboxState.WAITING else None,
        "game": row.game_id,
        "player": row.player_id,
        "message_id": row.message_id,
        "letter": row.inbox_id,
    }


def box_text(found: list[Facts]) -> None:
    """A box as a table."""
    rows = [
        (
            str(r["id"]),
            r["state"],
            r.get("from") or r.get("to") or "",
            moment(r["at"]),
            str(r["game"] or ""),
            r["outcome"] + (f" (again at {moment(r['next_at'])})" if r.get("next_at") and r["tries"] else ""),
        )
        for r in found
    ]
    grid(("mail", "state", "who", "when", "game", "what came of it"), rows, "There is nothing.")


def one(settings: Settings, name: str, number: int) -> tuple[Facts, bytes]:
    """A mail's row and its bytes; `NotThere` if there is none."""
    with reading(settings) as session:
        if name == "inbox":
            letter = inbox.letter(session, LetterId(number))
            found = (letter_facts(letter), letter.message.raw) if letter is not None else None
        else:
            mail = outbox.mail(session, MailId(number))
            found = (mail_facts(mail), mail.body) if mail is not None else None
    if found is None:
        raise NotThere(f"there is no mail {number} in the {name}: `pbem {name}` lists the newest")
    return found


def head(row: Facts) -> list[str]:
    """What is known of one mail besides its text."""
    told = {key: moment(value) if isinstance(value, datetime) else value for key, value in row.items()}
    return [f"{key + ':':12}{value}" for key, value in told.items() if value not in (None, "")]
