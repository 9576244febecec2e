"""Which cards may be played: filters in order, each skipped if it would leave no card (§2)."""

from __future__ import annotations

from collections.abc import Callable

from pbem.cards import Card, Suit
from pbem.hearts.play.deal import Deal
from pbem.hearts.refusal import (
    CardRefusal,
    ChargedCard,
    FollowSuit,
    HeartsHeldBack,
    HeartsNotBroken,
    LeadLowClub,
    MustPlayQueen,
    NoPointsOnFirstTrick,
    NotInHand,
    Refused,
)
from pbem.hearts.rules.card_values import QUEEN, WIDTH
from pbem.hearts.rules.record import Rules

Filter = Callable[[Deal, int, list[Card]], list[Card]]


def _opening(deal: Deal, _: int, cards: list[Card]) -> list[Card]:
    """The first lead of the deal, where the rules name the card (§4.3 first lead)."""
    return cards if deal.tricks or deal.plays else [c for c in cards if c in deal.must_lead]


def _following(deal: Deal, _: int, cards: list[Card]) -> list[Card]:
    """Follow suit if able; a joker may always be played (§2, §8.15 Crawford)."""
    led = deal.led
    if led is None:
        return cards
    same = [c for c in cards if c[0] == led]
    if same and deal.rules.jokers:
        same += [c for c in cards if c[0] == Suit.JOKER]
    return same


def _first_trick(deal: Deal, _: int, cards: list[Card]) -> list[Card]:
    """No points on the first trick (§3.1)."""
    if deal.tricks:
        return cards
    table = deal.penalties
    if deal.rules.first_trick_points == "forbidden":
        return [c for c in cards if table[c[0] * WIDTH + c[1]] <= 0]
    bonus = deal.rules.bonuses
    return [c for c in cards if table[c[0] * WIDTH + c[1]] <= 0 and not bonus[c[0] * WIDTH + c[1]]]


def _leading(deal: Deal, _: int, cards: list[Card]) -> list[Card]:
    """Hearts are not led before they are broken (§3.2, §4.3). After a joker that was led, nothing is led any more."""
    if deal.plays or deal.broken:
        return cards
    rules = deal.rules
    if rules.heart_lead == "any-first-lead" and not deal.tricks:
        return cards
    kept = [c for c in cards if c[0] != Suit.HEARTS]
    if rules.only_hearts_and_queen == "may-lead-hearts" and all(c == QUEEN for c in kept):
        return cards
    return kept


def _never_hearts(deal: Deal, _: int, cards: list[Card]) -> list[Card]:
    """Hearts are not led while other suits are held, broken or not (§8.20)."""
    return cards if deal.plays else [c for c in cards if c[0] != Suit.HEARTS]


def _charged(deal: Deal, seat: int, cards: list[Card]) -> list[Card]:
    """A charged card is not played the first time its suit is led, and not led then (§8.1, §8.8)."""
    charged = deal.charged[seat]
    if not charged:
        return cards
    led, old = deal.led, deal.led_suits
    held = [c for c in charged if c[0] not in old and (led is None or c[0] == led)]
    return [c for c in cards if c not in held] if held else cards


def _queen(deal: Deal, _: int, cards: list[Card]) -> list[Card]:
    """The queen of spades goes as soon as she is safe (§4.3 forced queen)."""
    led, powers = deal.led, deal.powers
    if led is None or QUEEN not in cards:
        return cards
    own = powers.of(QUEEN, Suit.SPADES)
    safe = led != Suit.SPADES or any(powers.of(play.card, led) > own for play in deal.plays)
    return [QUEEN] if safe else cards


FILTERS: tuple[tuple[type[CardRefusal], Callable[[Rules], bool], Filter], ...] = (
    (LeadLowClub, lambda rules: rules.first_lead in ("low-club", "low-club-any"), _opening),
    (FollowSuit, lambda _: True, _following),
    (NoPointsOnFirstTrick, lambda rules: rules.first_trick_points != "allowed", _first_trick),
    (HeartsNotBroken, lambda rules: rules.heart_lead in ("broken", "any-first-lead"), _leading),
    (HeartsHeldBack, lambda rules: rules.heart_lead == "never", _never_hearts),
    (ChargedCard, lambda rules: bool(rules.charge), _charged),
    (MustPlayQueen, lambda rules: rules.force_queen, _queen),
)
"""Why a card is refused, under which rules the filter counts at all, and what it keeps."""


def filters_of(rules: Rules) -> tuple[Filter, ...]:
    """The filters that count under these rules, in order."""
    return tuple(keep for _, counts, keep in FILTERS if counts(rules))


def legal(deal: Deal, seat: int) -> list[Card]:
    """The cards that the seat, whose turn it is, may play; in the hand's order."""
    cards = deal.hands[seat]
    for keep in deal.filters:
        cards = keep(deal, seat, cards) or cards
    return cards


def refusal(deal: Deal, seat: int, card: Card) -> Refused:
    """Why the card may not be played: the first filter that took it away."""
    allowed = tuple(sorted(legal(deal, seat)))
    cards = deal.hands[seat]
    if card not in cards:
        return Refused(NotInHand(cards=(card,), legal=allowed))
    filters = iter(FILTERS)
    while card in cards:
        reason, counts, keep = next(filters)
        if counts(deal.rules):
            cards = keep(deal, seat, cards) or cards
    named = allowed[0] if reason is LeadLowClub else card  # what must be led, not what may not
    return Refused(reason(named, allowed, deal.led))
