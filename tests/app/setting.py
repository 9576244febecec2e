"""Tables as the tests need them: laid with chosen cards, straight through the rules and the store, or by letters."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.app.accounts.identity import name_for
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.cards import Card, Suit, card
from pbem.db.queries import inbox
from pbem.db.queries.inbox import Letter
from pbem.hearts.entries import Base, Dealt, Entry, Opened, Passed, Played
from pbem.hearts.rules.presets import AMERICAN
from pbem.hearts.rules.record import Rules
from pbem.ids import GameId, LetterId
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.server.processor import finish
from pbem.table.game_record import GameRecord
from pbem.table.options import TableOptions
from pbem.table.player import Player
from tests.table import Bench, Sent

NORTH, EAST, SOUTH, WEST = "north@example.org", "east@example.com", "south@example.org", "west@example.com"
FOUR = (NORTH, EAST, SOUTH, WEST)
HOLD = 4  # the number of a deal without passing
DECK = Rules().deck()


def gather(bench: Bench, *guests: str, host: str = NORTH, order: str = "NEW") -> Sent:
    """A table by letters: the host's NEW, and each guest's yes."""
    seated = bench.writes(f"North <{host}>", f"{order} WITH {' '.join(guests)}")
    assert seated is not None
    for guest in guests:
        if "@" in guest:
            bench.writes(guest, "yes", answering=bench.mail(guest))
    return bench.mail(host)


def solo(bench: Bench, order: str = "NEW WITH 3 ROBOTS", host: str = NORTH) -> Sent:
    """A table of one person and three robots; the mail that asks for the pass."""
    asked = bench.writes(f"North <{host}>", order)
    assert asked is not None
    return asked


def solo_without_mail(bench: Bench) -> None:
    """The same where north's mails do not get through."""
    bench.writes(f"North <{NORTH}>", "NEW WITH 3 ROBOTS")


def begun(bench: Bench, order: str = "NEW WITH 3 ROBOTS", host: str = NORTH) -> Sent:
    """The same after the pass: the mail that asks for a card."""
    asked = solo(bench, order, host)
    played = bench.writes(host, " ".join(asked.hand[:3]), answering=asked)
    assert played is not None
    return played


def lay(
    bench: Bench,
    hands: Sequence[Sequence[Card]],
    who: Sequence[str] = FOUR,
    number: int = HOLD,
    salt: str = "",
    rules: Rules = AMERICAN,
    rest: tuple[Card, ...] = (),
) -> int:
    """A running table of four people who hold these cards, and nobody has acted. Returns its number."""
    with bench.worker.database.begin() as session:
        uow = UnitOfWork(session, bench.worker.services, bench.now)
        persons = [_person(uow, address) for address in who]
        table = uow.add_table(GameRecord(GameId(0), rules.name, rules, persons[0].id, TableOptions(), bench.now))
        for seat, person in zip(table.seats, persons, strict=True):
            seat.seat_person(person)
        table.start(Opened(rules))
        table.apply(Dealt(Base(number, 0, (0, 0, 0, 0)), tuple(tuple(sorted(hand)) for hand in hands), rest, salt))
        finish(uow)
        found = table.id
    bench.runs()
    return found


def _person(uow: UnitOfWork, address: str) -> Player:
    """Who is there already, or somebody new under a free name: no two are called the same."""
    known = uow.person_at(address)
    return known or uow.add_person(name_for(uow.session, Author(address)), address, "en")


def plays(bench: Bench, game: int, entries: Sequence[Entry]) -> None:
    """These choices are made at the table, as if by letters."""
    with bench.worker.database.begin() as session:
        uow = UnitOfWork(session, bench.worker.services, bench.now)
        table = uow.table(GameId(game))
        for entry in entries:
            assert isinstance(entry, Played | Passed)
            table.choose(entry, entry.seat)
        finish(uow)
    bench.runs()


def hands_for(seat: int, wanted: str, lead: Suit) -> list[list[Card]]:
    """Hands in which this seat holds `wanted`, one club at most besides low ones, and nothing of the suit `lead`."""
    must = [card(wanted), card("3C") if wanted != "3C" else card("5C")]
    free = [c for c in DECK if c.suit is not lead and c.suit is not Suit.CLUBS and c not in must]
    mine = [*must, *free[: 13 - len(must)]]
    rest = [c for c in DECK if c not in mine]
    clubs, others = [c for c in rest if c.suit is Suit.CLUBS], [c for c in rest if c.suit is not Suit.CLUBS]
    dealt = clubs + others
    three = [dealt[n::3] for n in range(3)]
    return [*three[:seat], mine, *three[seat:]]


def may_play(bench: Bench, seat: int, wanted: str, who: Sequence[str] = FOUR) -> int:
    """A table at which it is this seat's turn and `wanted` is legal: a suit that it has none of is led to trick 2."""
    lead = Suit.SPADES if card(wanted).suit is Suit.DIAMONDS else Suit.DIAMONDS
    game = lay(bench, hands_for(seat, wanted, lead), who)
    chosen: list[Entry] = []
    with bench.worker.database.read() as session:
        table = UnitOfWork(session, bench.worker.services, bench.now).table(GameId(game))
        while True:
            acting = table.playing().to_act[0]
            legal = table.playing().legal_cards(acting)
            if acting == seat and card(wanted) in legal and chosen and len(chosen) >= 4:
                break
            choice = max(legal, key=lambda c: (c.suit is lead, c.rank)) if acting != seat else min(legal)
            chosen.append(Played(acting, choice))
            table.apply(chosen[-1])
    plays(bench, game, chosen)
    return game


def must_pass(bench: Bench, seat: int, wanted: str, who: Sequence[str] = FOUR) -> int:
    """A table at the pass, where this seat holds these cards."""
    held = [card(text) for text in wanted.split()]
    rest = [c for c in DECK if c not in held]
    mine, rest = held + rest[: 13 - len(held)], rest[13 - len(held) :]
    three = [rest[n::3] for n in range(3)]
    return lay(bench, [*three[:seat], mine, *three[seat:]], who, number=1)


def tokens(bench: Bench, game: int, seat: int) -> tuple[str, str]:
    """What a mail to this seat carries now: the token of its reply address, and that of its envelope."""
    key = bench.worker.services.key
    with bench.worker.database.read() as session:
        table = UnitOfWork(session, bench.worker.services, bench.now).table(GameId(game))
        player = table.seats[seat].player_id or 0
        turn = token_text(key, TokenKind.TURN, player, game, table.length())
    return turn, token_text(key, TokenKind.BOUNCE, player, 1)


def outcomes(bench: Bench) -> list[str]:
    """What came of each letter so far, oldest first."""
    with bench.worker.database.read() as session:
        return [row.outcome for row in reversed(inbox.newest(session, 500))]


def letter(bench: Bench, number: int) -> Letter:
    with bench.worker.database.read() as session:
        found = inbox.letter(session, LetterId(number))
        assert found is not None
        return found


def entries(bench: Bench, game: int) -> list[Entry]:
    """The game's log."""
    from pbem.db.queries import game_log

    with bench.worker.database.read() as session:
        return game_log.log(session, GameId(game))


def resigns(bench: Bench, who: str, answering: Sent | None = None) -> Sent | None:
    """A seat is given up: the order, and the yes to our question."""
    told = bench.mails(who)
    asked = bench.writes(who, "RESIGN", answering=answering or (told[-1] if told else None))
    assert asked is not None
    return bench.writes(who, "yes", answering=asked)
