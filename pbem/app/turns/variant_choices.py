"""The choices that some variants ask for beside passing and playing: calls, bids, charges, discards."""

from __future__ import annotations

from pbem.app.turns.play import at_turn, choose
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import Card, Suit
from pbem.hearts.entries import Bid, Called, Charged, Discarded, Passed
from pbem.hearts.phase import Phase
from pbem.hearts.play.passing import TARGETS, Pairs, pass_list
from pbem.hearts.refusal import BadBid, BadCall, Refused


def charge(uow: UnitOfWork, cards: tuple[Card, ...]) -> bool:
    """Lay cards open before the first lead; True if that changed an earlier answer."""
    table, seat = at_turn(uow)
    changed = table.view(seat.number).phase is Phase.CHARGE and seat.number not in table.playing().to_act
    choose(uow, table, seat, Charged(seat.number, cards))
    return changed


def bid(uow: UnitOfWork, amount: int | None, suit: str) -> None:
    """One bid: an amount, with the letter of a suit where one is named; None is no bid. `capot` is every trick."""
    table, seat = at_turn(uow)
    auction = table.view(seat.number).auction
    if suit == "capot":
        if table.rules().auction != "capot":
            raise Refused(BadBid(suit=None if table.rules().auction == "suit" else 0))
        amount = auction.least if auction is not None else 0
    named = next((int(s) for s in Suit if s.letter == suit), None)
    choose(uow, table, seat, Bid(seat.number, amount, named))


def refuse(uow: UnitOfWork, cards: tuple[Card, ...]) -> None:
    """Say which cards are handed back if they are passed to this seat, beside the pass itself; () takes all."""
    table, seat = at_turn(uow)
    choose(uow, table, seat, Passed(seat.number, (), refuse=cards))


def discard(uow: UnitOfWork, cards: tuple[Card, ...]) -> None:
    """Lay cards aside for the kitty."""
    table, seat = at_turn(uow)
    choose(uow, table, seat, Discarded(seat.number, cards))


def call(uow: UnitOfWork, text: str) -> str:
    """The dealer's call, in the words of `hearts.play.passing`, each perhaps with a number before it; or a contract,
    which is told.
    """
    table, seat = at_turn(uow)
    rules = table.rules()
    if rules.contracts:
        choose(uow, table, seat, Called(seat.number, (), contract=text))
        return text
    pairs, mix = read_call(text, rules.players, rules.pass_count)
    choose(uow, table, seat, Called(seat.number, pairs, mix))
    return ""


def read_call(text: str, players: int, count: int) -> tuple[Pairs, int]:
    """(pass list, cards to mix) of a call: `left`, `2 left 1 right`, `mix`.

    A way alone takes the whole pass; of several, one that has no number takes one card.
    """
    ways = _ways(text)
    alone = len(ways) == 1
    if alone and ways[0][1] == "mix":
        return (), ways[0][0] or count
    pairs: list[tuple[int, int]] = []
    for number, way in ways:
        cards = number if number is not None else (count if alone else 1)
        if way == "scatter":
            cards = (number or 1) * (players - 1)
        found = pass_list(way, players, cards) if way in TARGETS and way != "mix" else None
        if found is None:
            raise Refused(BadCall(needed=count, way=way, players=players))
        pairs += found
    return tuple(pairs), 0


def _ways(text: str) -> list[tuple[int | None, str]]:
    ways: list[tuple[int | None, str]] = []
    number: int | None = None
    for word in text.split():
        if word.isdecimal():
            number = int(word)
        else:
            ways.append((number, word))
            number = None
    return ways
