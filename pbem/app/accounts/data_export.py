"""The data export: all that is kept about a person, for that person."""

from __future__ import annotations

import json
from typing import Any

from pbem.app.unit_of_work import UnitOfWork, pk
from pbem.db.models import PlayerRow
from pbem.db.queries import erasure as store
from pbem.db.queries import lobby, people
from pbem.facts import mails
from pbem.mail.message.write import Attachment

MOST_BYTES = 2_000_000
"""Of the letters' own texts; of what is beyond, only the record is sent."""

FILE = "pbem-export.json"


def export(uow: UnitOfWork) -> None:
    """One mail to the address of record: a summary to read, and everything as JSON beside it."""
    player = uow.player()
    found = collect(uow, player)
    mail = mails.Export(
        name=player.name,
        address=player.address,
        addresses=tuple(found["addresses"]),
        language=player.language,
        zone=player.zone,
        registered=player.created_at,
        file=FILE,
        games=len(found["games"]),
        letters=len(found["letters"]),
        mails=len(found["mails"]),
        blocks=len(found["blocks"]),
    )
    content = json.dumps(found, indent=1, ensure_ascii=False, default=str).encode()
    attachment = Attachment(FILE, "application/json", content)
    uow.send(mail, player, answers_letter=True, attachments=(attachment,))


def collect(uow: UnitOfWork, player: PlayerRow) -> dict[str, Any]:
    """Everything about the person, as it stands in the tables; of running games the person's own choices only."""
    session, player_id = uow.session, pk(player.id)
    mine = people.addresses(session, player_id)
    return {
        "name": player.name,
        "address": player.address,
        "addresses": mine,
        "language": player.language,
        "zone": player.zone,
        "registered": player.created_at,
        "settings": people.settings(player),
        "seeks": [{"variant": row.variant, "until": row.until} for row in lobby.seeks(session, player_id)],
        "blocks": [
            {"address": row.address, "host": _host(uow, row.host_id), "since": row.at}
            for row in store.blocks_of(session, mine)
        ],
        "games": [
            {
                "game": row.id,
                "variant": row.variant,
                "phase": row.phase,
                "seat": seat.seat,
                "state": seat.state,
                "deadlines_missed": seat.lapses,
                "answers_in_time": seat.turns,
                "away": json.loads(seat.away or "[]"),
                "scores": json.loads(row.scores),
                "places": json.loads(row.places),
                "choices": store.choices_of(session, pk(row.id), seat.seat),
            }
            for seat, row in store.seats_of(session, player_id)
        ],
        "letters": _letters(uow, player_id, mine),
        "mails": [
            {"number": row.id, "to": row.recipient, "at": row.created_at, "kind": row.template, "state": row.state}
            for row in store.mails_to(session, player_id, mine)
        ],
    }


def _letters(uow: UnitOfWork, player_id: int, mine: list[str]) -> list[dict[str, Any]]:
    """The person's letters, the newest with their bytes."""
    left, found = MOST_BYTES, []
    for row in reversed(store.letters_of(uow.session, player_id, mine)):
        left -= len(row.raw)
        text = row.raw.decode("utf-8", "replace") if left >= 0 else ""
        found.append({"number": row.id, "from": row.author, "at": row.arrived_at, "outcome": row.outcome, "text": text})
    return found[::-1]


def _host(uow: UnitOfWork, host_id: int) -> str:
    """Whose invitations are not wanted; "" for everybody's."""
    host = people.player(uow.session, host_id) if host_id else None
    return host.name if host is not None else ""
