"""The data export: all that is kept about a person, for that person."""

from __future__ import annotations

import json
from typing import Any

from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import game_log, games, people, personal_data, seekers
from pbem.facts import mails
from pbem.ids import GameId, PlayerId
from pbem.mail.message.write import Attachment
from pbem.table.absence import absence_to_json
from pbem.table.player import Player
from pbem.table.preferences import settings_to_text

MOST_BYTES = 2_000_000
"""Of the letters' own texts; of what is beyond, only the record is sent."""

FILE = "pbem-export.json"


def export(uow: UnitOfWork) -> None:
    """One mail to the address of record: a summary to read, and everything as JSON beside it."""
    player = uow.author_player()
    found = export_of(uow, player)
    mail = mails.ExportMail(
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


def export_of(uow: UnitOfWork, player: Player) -> dict[str, Any]:
    """Everything about the person, as it stands in the tables; of running games the person's own choices only."""
    session, player_id = uow.session, player.id
    mine = people.addresses(session, player_id)
    return {
        "name": player.name,
        "address": player.address,
        "addresses": mine,
        "language": player.language,
        "zone": player.zone,
        "registered": player.created_at,
        "settings": json.loads(settings_to_text(player.settings)),
        "seeks": [{"variant": variant, "until": until} for variant, until in seekers.seeks(session, player_id)],
        "blocks": [
            {"address": block.address, "host": _host(uow, block.host_id), "since": block.at}
            for block in people.blocks(session, mine)
        ],
        "games": [_game(uow, game_id, player_id) for game_id in games.ever(session, player_id)],
        "letters": _letters(uow, player_id, mine),
        "mails": [
            {"number": mail.id, "to": mail.recipient, "at": mail.created_at, "kind": mail.template, "state": mail.state}
            for mail in personal_data.mails_to(session, player_id, mine)
        ],
    }


def _game(uow: UnitOfWork, game_id: GameId, player_id: PlayerId) -> dict[str, Any]:
    game = uow.records.game(game_id)
    seat = next((one for one in uow.records.seats(game_id) if one.player_id == player_id), None)
    if game is None or seat is None:
        raise ValueError(f"game {game_id} has no seat of player {player_id}")
    return {
        "game": game.id,
        "variant": game.variant,
        "phase": game.phase,
        "seat": seat.number,
        "state": seat.state,
        "deadlines_missed": seat.lapses,
        "answers_in_time": seat.turns,
        "away": [absence_to_json(one) for one in seat.absences],
        "scores": game.log.scores,
        "places": game.log.places,
        "choices": game_log.choices_of(uow.session, game.id, seat.number),
    }


def _letters(uow: UnitOfWork, player_id: PlayerId, mine: list[str]) -> list[dict[str, Any]]:
    """The person's letters, the newest with their bytes."""
    left, found = MOST_BYTES, []
    for one in reversed(personal_data.letters_of(uow.session, player_id, mine)):
        left -= len(one.message.raw)
        text = one.message.raw.decode("utf-8", "replace") if left >= 0 else ""
        found.append({"number": one.id, "from": one.author, "at": one.arrived_at, "outcome": one.outcome, "text": text})
    return found[::-1]


def _host(uow: UnitOfWork, host_id: PlayerId) -> str:
    """Whose invitations are not wanted; "" for everybody's."""
    host = uow.person_numbered(host_id) if host_id else None
    return host.name if host is not None else ""
