"""The games, seats and people of one transaction: each loaded once, and written back if it is not as it was loaded.

No bookkeeping of changes: a record is compared with the snapshot that was taken of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

from sqlalchemy import bindparam, select

from pbem.db.contention import Overtaken
from pbem.db.mapping import GAME, PLAYER, SEAT, Mapping, Record, Values, new_game, new_player, new_seat
from pbem.db.models import GameRow, PlayerRow, SeatRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.ids import GameId, PlayerId
from pbem.table.game_record import GameRecord
from pbem.table.player import Player
from pbem.table.seat import Seat
from pbem.table.states import GamePhase, SeatState

_GAME, _SEAT, _PLAYER = table(GameRow).c, table(SeatRow).c, table(PlayerRow).c
_ONE_GAME = Prepared(GAME.select.where(_GAME.id == bindparam("id")))
_ONE_GAME_ALONE = Prepared(GAME.select.where(_GAME.id == bindparam("id")).with_for_update())
_SEATS = Prepared(SEAT.select.where(_SEAT.game_id == bindparam("game")).order_by(_SEAT.seat))
_ONE_PLAYER = Prepared(PLAYER.select.where(_PLAYER.id == bindparam("id")))
_ONE_PLAYER_ALONE = Prepared(PLAYER.select.where(_PLAYER.id == bindparam("id")).with_for_update())
_PEOPLE = Prepared(
    PLAYER.select.where(_PLAYER.id.in_(select(_SEAT.player_id).where(_SEAT.game_id == bindparam("game"))))
)
_PLAYING = (_GAME.phase == GamePhase.PLAYING, _GAME.id > bindparam("after"))
_IN_PLAY = Prepared(GAME.select.where(*_PLAYING).order_by(_GAME.id).limit(bindparam("most")).with_for_update())
_UNTIL = (*_PLAYING, _GAME.id <= bindparam("last"))
_SEATS_IN_PLAY = Prepared(
    SEAT.select.join(table(GameRow), _GAME.id == _SEAT.game_id).where(*_UNTIL).order_by(_SEAT.game_id, _SEAT.seat)
)
_THERE = select(_SEAT.player_id).join(table(GameRow), _GAME.id == _SEAT.game_id).where(*_UNTIL)
_PEOPLE_IN_PLAY = Prepared(PLAYER.select.where(_PLAYER.id.in_(_THERE.where(_SEAT.state == SeatState.JOINED))))


class _Held(Generic[Record]):
    """The records of one kind, by key, and what each was when it was loaded or last written."""

    def __init__(self, session: Session, mapping: Mapping[Record]) -> None:
        self._session = session
        self._mapping = mapping
        self.found: dict[tuple[int, ...], Record] = {}
        self._loaded: dict[tuple[int, ...], Values] = {}

    def adopt(self, rows: Iterable[Any]) -> list[Record]:
        """The records of these rows; one that is held already stays as it is."""
        found = []
        for row in rows:
            record = self._mapping.read(row)
            key = self._mapping.key(record)
            if key in self.found:
                record = self.found[key]
            else:
                self.keep(record)
            found.append(record)
        return found

    def keep(self, record: Record) -> None:
        """A record that is written already, just as it is."""
        key = self._mapping.key(record)
        self.found[key], self._loaded[key] = record, self._mapping.values(record)

    def changed(self) -> list[tuple[int, ...]]:
        """The keys of those that are not as they were loaded or last written, in order."""
        return sorted(key for key, record in self.found.items() if self._mapping.values(record) != self._loaded[key])

    def is_as_loaded(self, row: Any) -> bool:
        """Whether the row is still what it was then."""
        record = self._mapping.read(row)
        return self._mapping.values(record) == self._loaded[self._mapping.key(record)]

    def flush(self) -> None:
        """Write what has changed."""
        changed = []
        for key, record in self.found.items():
            values = self._mapping.values(record)
            if values != self._loaded[key]:
                self._loaded[key] = values
                changed.append(self._mapping.parameters(record, values))
        if changed:
            run(self._session, self._mapping.update, changed)


class Records:
    """The identity map of a transaction: one record a row."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._games = _Held(session, GAME)
        self._seats = _Held(session, SEAT)
        self._players = _Held(session, PLAYER)
        self._seated: dict[GameId, list[Seat]] = {}

    def game(self, game_id: GameId) -> GameRecord | None:
        """The game of this number; who changes it keeps other workers from it, and from its seats and its log."""
        if (game_id,) not in self._games.found:
            statement = _ONE_GAME_ALONE if self._session.shared else _ONE_GAME
            self._games.adopt(run(self._session, statement, {"id": game_id}))
        return self._games.found.get((game_id,))

    def seats(self, game_id: GameId) -> list[Seat]:
        """A game's seats in order; who sits there is loaded with them."""
        if game_id not in self._seated:
            if self._session.shared:
                self.game(game_id)
            self._seated[game_id] = self._seats.adopt(run(self._session, _SEATS, {"game": game_id}))
            if any(seat.player_id is not None for seat in self._seated[game_id]):
                self._players.adopt(run(self._session, _PEOPLE, {"game": game_id}))
        return self._seated[game_id]

    def player(self, player_id: PlayerId | None) -> Player | None:
        """The person of this number."""
        if player_id is None:
            return None
        if (player_id,) not in self._players.found:
            self._players.adopt(run(self._session, _ONE_PLAYER, {"id": player_id}))
        return self._players.found.get((player_id,))

    def in_play(self, after: GameId, most: int) -> list[tuple[GameRecord, list[Seat]]]:
        """The next games in play after this one, with their seats; three statements, however many there are."""
        games = self._games.adopt(run(self._session, _IN_PLAY, {"after": after, "most": most}))
        if not games:
            return []
        by_game: dict[GameId, list[Seat]] = {}
        until = {"after": after, "last": games[-1].id}
        for seat in self._seats.adopt(run(self._session, _SEATS_IN_PLAY, until)):
            by_game.setdefault(seat.game_id, []).append(seat)
        self._players.adopt(run(self._session, _PEOPLE_IN_PLAY, until))
        self._seated |= by_game
        return [(game, by_game[game.id]) for game in games]

    def add_game(self, game: GameRecord) -> None:
        """A new game, which gets its number, and its empty seats."""
        game.id = GameId(self._insert(GAME, new_game(game)))
        self._games.keep(game)
        seats = [Seat(game.id, number) for number in range(game.rules.players)]
        run(self._session, SEAT.insert, [new_seat(seat) for seat in seats])
        for seat in seats:
            self._seats.keep(seat)
        self._seated[game.id] = seats

    def add_player(self, player: Player) -> None:
        """A new person, who gets a number."""
        player.id = PlayerId(self._insert(PLAYER, new_player(player)))
        self._players.keep(player)

    def _insert(self, mapping: Mapping[Any], values: dict[str, Any]) -> int:
        return int(run(self._session, mapping.insert, values).scalar())

    def flush(self) -> None:
        """Write everything that is not as it was loaded."""
        self._games.flush()
        self._seats.flush()
        if self._session.shared:
            self._see_that_people_are_as_they_were()
        self._players.flush()

    def _see_that_people_are_as_they_were(self) -> None:
        """Nobody keeps a person while a letter is handled: so those who are changed must not have changed meanwhile."""
        for (number,) in self._players.changed():
            row = run(self._session, _ONE_PLAYER_ALONE, {"id": number}).first()
            if row is None or not self._players.is_as_loaded(row):
                raise Overtaken(f"person {number}")
