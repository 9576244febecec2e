"""Several games in one mail: a digest, what waits at once, and what piled up while no mail could be sent.

All of it can be answered in one reply, each card under its game's line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from email import message_from_bytes

from pbem.app.notify.table_facts import about, table_facts
from pbem.app.table import Table, played_count
from pbem.app.turns import finished_deals
from pbem.app.unit_of_work import Draft, UnitOfWork, day_of
from pbem.db.queries import digests, outbox
from pbem.db.queries.games import waits_for
from pbem.db.queries.outbox import OutboxMail
from pbem.facts import mails
from pbem.facts.kinds import Answer
from pbem.facts.table import TableFacts
from pbem.hearts.phase import BEFORE_PLAY, Phase
from pbem.ids import GameId, PlayerId
from pbem.mail.message.tokens import Token, TokenKind, token_text
from pbem.table.player import Player
from pbem.table.seat import Mark, Seat

STUCK = timedelta(minutes=30)
"""Mails that have waited so long are told together."""

NOTES = 20
"""At most this many of the short notices that piled up are told in one mail, the newest; the rest is counted."""

_MERGED = ("table", "roundup", "reminder", "notice", "gathering", "opening")
_NOTES = ("notice", "gathering", "opening")

Game = tuple[Table, Seat, TableFacts]


def send_table(
    uow: UnitOfWork, table: Table, seat: Seat, player: Player, facts: TableFacts, answers: tuple[Answer, ...] = ()
) -> Draft:
    """One mail about one table. The seat has been told with it."""
    token = uow.answers_token if answers else ""
    mail = mails.AboutTableMail(facts, answers=answers)
    draft = uow.send(mail, player, table, token=token, answers_letter=bool(answers))
    draft.about = about(table, seat) if not answers and facts.ended_deal is None else ""
    draft.told = mark_told(table, seat, facts)
    draft.talk = tuple(line.number for line in facts.talk)
    return draft


def mark_told(table: Table, seat: Seat, facts: TableFacts) -> Mark:
    """The seat has been told all up to now; returns up to where it had been told before."""
    view = facts.view
    before = seat.told.mark
    if facts.early:
        seat.told.early_length = table.length()
    passed = view.phase not in BEFORE_PLAY
    seat.told.forward(Mark(view.base.number, played_count(view) if passed else -1))
    return before


def turn_to(uow: UnitOfWork, game_id: GameId) -> None:
    """An answer to a mail of several games is from here on one to its part about this game."""
    author = uow.author
    if author is None or author.player is None:
        return
    token = author.token
    if token is None or token.kind not in (TokenKind.COMBINED, TokenKind.TURN):
        return
    number = token.combined_mail if token.kind is TokenKind.COMBINED else author.combined_mail
    games = digests.combined(uow.session, number) if number is not None else {}
    if game_id in games:
        author.combined_mail = number
        author.token = Token(TokenKind.TURN, (author.player.id, game_id, games[game_id][0]))


def send(uow: UnitOfWork, player: Player, games: list[Game], answers: tuple[Answer, ...] = (),
         notes: tuple[str, ...] = (), more: int = 0) -> Draft | None:  # fmt: skip
    """These games in one mail; of a single one the usual mail."""
    if len(games) == 1 and not notes:
        table, seat, facts = games[0]
        return send_table(uow, table, seat, player, facts, answers)
    if not games and not notes:
        return None
    games = sorted(games, key=lambda one: (one[2].view.ask is None, str(one[2].due_at), one[0].id))
    token = (uow.answers_token if answers else "") or token_for(uow, player, (table for table, _, _ in games), notes)
    for table, seat, facts in games:
        mark_told(table, seat, facts)
    mail = mails.CombinedMail(tuple(one[2] for one in games), notes, more, answers=answers)
    draft = uow.send(mail, player, token=token, answers_letter=bool(answers))
    draft.about = f"roundup/{player.id}" if not answers and not notes else ""
    draft.talk = tuple(line.number for _, _, facts in games for line in facts.talk)
    return draft


def token_for(uow: UnitOfWork, player: Player, tables: Iterable[Table], notes: tuple[str, ...] = ()) -> str:
    """The token of a mail that asks about these games: an answer that is too late for one of them is known as such."""
    now = {}
    for table in tables:
        seat = table.seat_of(player.id)
        now[table.id] = (
            (table.length(), seat.told.deal, seat.told.plays) if seat is not None else (table.length(), 0, -1)
        )
    number = digests.add_combined(uow.session, player.id, now, notes, uow.now)
    return token_text(uow.services.key, TokenKind.COMBINED, player.id, number, day_of(uow.now))


def catch_up(uow: UnitOfWork, player: Player, games: Mapping[GameId, bool]) -> None:
    """What this person has not been told of these games, as they stand now. The values: a stand-in has chosen there."""
    found = [one for game, lapsed in games.items() if (one := _late(uow, player, game, lapsed)) is not None]
    if player.preferences.merge:
        found += _also_waiting(uow, player, {table.id for table, _, _ in found})
    send(uow, player, found)


def _late(uow: UnitOfWork, player: Player, game_id: GameId, lapsed: bool = False) -> Game | None:
    """A game in a mail that comes late; None if there is nothing to tell."""
    table = uow.table(game_id)
    seat = table.seat_of(player.id)
    if seat is None or not seat.joined or table.game is None or table.held:
        return None
    facts = replace(table_facts(uow, table, seat), lapsed=lapsed)
    if facts.view.phase is Phase.FINISHED and facts.ended_deal is None:
        last = finished_deals.missed(uow.session, table, (facts.view.base.number,))
        facts = replace(facts, missed=facts.missed + last)
    news = facts.talk or facts.missed or facts.new_tricks or facts.passes_new or facts.ended_deal or lapsed
    return (table, seat, facts) if news or facts.view.ask or facts.early else None


def merge(uow: UnitOfWork) -> None:
    """Who wants one mail for all games that wait gets one, with what waits elsewhere."""
    readers = {d.player.id: d.player for d in uow.drafts if d.player is not None and _told_table(d) is not None}
    for player_id, player in readers.items():
        mine = [d for d in uow.drafts if d.player is player and _told_table(d) is not None]
        asks = any(facts.view.ask or facts.early for d in mine if (facts := _told_table(d)) is not None)
        if not asks or not player.preferences.merge:
            continue
        here = {d.table.id for d in mine if d.table is not None}
        uow.flush()
        if len(here) + len(set(waits_for(uow.session, player_id)) - here) < 2:
            continue
        uow.drafts = [d for d in uow.drafts if d not in mine]
        _untell(uow, player_id, [row for row in digests.waiting(uow.session, player_id, ("roundup",)) if row.about])
        games = [game for d in mine if (game := _again(uow, player_id, d)) is not None]
        answers = tuple(answer for d in mine for answer in d.mail.answers)
        send(uow, player, games + _also_waiting(uow, player, here), answers)


def _told_table(draft: Draft) -> TableFacts | None:
    """What a draft tells of a single table."""
    return draft.mail.table if isinstance(draft.mail, mails.AboutTableMail) else None


def _again(uow: UnitOfWork, player_id: PlayerId, draft: Draft) -> Game | None:
    """The table of a mail that is not sent alone."""
    facts, table = _told_table(draft), draft.table
    seat = table.seat_of(player_id) if table is not None else None
    if facts is None or table is None or seat is None:
        return None
    seat.told.rewind(draft.told)
    now = table_facts(uow, table, seat)
    tricks, passes, missed = now.new_tricks, now.passes_new, now.missed
    return table, seat, replace(facts, new_tricks=tricks, passes_new=passes, missed=missed, seal=now.seal)


def _also_waiting(uow: UnitOfWork, player: Player, but: set[GameId]) -> list[Game]:
    uow.flush()
    found = [_late(uow, player, game) for game in waits_for(uow.session, player.id) if game not in but]
    return [game for game in found if game is not None]


def _untell(uow: UnitOfWork, player_id: PlayerId, rows: Sequence[OutboxMail]) -> tuple[set[GameId], list[str]]:
    """Drop mails that wait. The games that they told of, whose seats know only what they knew before; and the notes."""
    before: list[tuple[GameId, Mark]] = []
    notes: list[str] = []
    moments: list[datetime] = []
    outbox.drop(uow.session, [row.id for row in rows], "overtaken")
    for row in rows:
        if row.template == "table" and row.game_id is not None:
            before.append((row.game_id, row.told))
        elif row.template == "roundup":
            moments.append(row.created_at)
        elif row.template in _NOTES:
            words = _words(row.body)
            notes.append(words.partition("\n\n")[0] if row.template == "notice" else words)
    earlier = digests.combined_of(uow.session, player_id, moments) if moments else []
    for games, _ in earlier:
        before += [(game, Mark(*told_then[1:])) for game, told_then in games.items()]
    for game, then in before:
        seat = uow.table(game).seat_of(player_id)
        if seat is not None:
            seat.told.rewind(then)
    return {game for game, _ in before}, [note for _, old in earlier for note in old] + notes


def unpile(uow: UnitOfWork, player_id: PlayerId) -> None:
    """Mails that could not be sent for a while become one mail with the state now."""
    rows = digests.waiting(uow.session, player_id, _MERGED)
    player = uow.person_numbered(player_id)
    if player is None or len(rows) < 2:
        return
    games, notes = _untell(uow, player_id, rows)
    found = [game for one in sorted(games) if (game := _late(uow, player, one)) is not None]
    found += _also_waiting(uow, player, {table.id for table, _, _ in found})
    draft = send(uow, player, found, notes=tuple(notes[-NOTES:]), more=max(0, len(notes) - NOTES))
    if draft is not None:
        draft.tries, draft.next_at = max(row.tries for row in rows), min(row.next_at for row in rows)


def _words(body: bytes) -> str:
    """The text of a mail of our own, without its footer."""
    for part in message_from_bytes(body).walk():
        payload = part.get_payload(decode=True)
        if part.get_content_type() == "text/plain" and isinstance(payload, bytes):
            text = payload.decode(part.get_content_charset("utf-8"), "replace").replace("\r\n", "\n")
            return text.partition("\n-- \n")[0].strip()
    return ""
