"""The stages of a deal before and after the play, and their order. A new phase is a row of `STAGES` (§4.2, §7, §8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pbem.cards import Card
from pbem.hearts.entries import Bid, Called, Charged, Discarded, Mixed, MoonChosen, Passed, Played
from pbem.hearts.events import Event, PassDone
from pbem.hearts.phase import Phase
from pbem.hearts.play import auctions, tricks
from pbem.hearts.play.deal import Deal
from pbem.hearts.play.passing import Packet, deal_word, fits, packets, pass_list
from pbem.hearts.refusal import (
    BadCall,
    BadContract,
    MayNotCharge,
    MayNotKeep,
    MayNotReturn,
    PassCount,
    Refused,
    WasHandedBack,
    need_held,
)
from pbem.hearts.rules.contracts import left
from pbem.hearts.scoring import moon


def _call(deal: Deal, _: list[Event]) -> bool:
    """The dealer names this deal's pass, and nobody has looked at the cards (§4.2, §8.6); or its contract (§8.20)."""
    return bool(deal.rules.contracts) or deal_word(deal.rules.pass_cycle, deal.base.number) == "call"


def called(deal: Deal, entry: Called, _: list[Event]) -> bool:
    """A contract that is left; or any list that gives as many cards as the rules pass, or so many of each mixed (§4.2:
    the kitty pass).
    """
    rules = deal.rules
    if rules.contracts:
        may = left(rules, deal.base.carry.named, entry.seat)
        if entry.contract not in may:
            raise Refused(BadContract(contract=entry.contract, left=may))
        deal.name_contract(entry.contract)
        return True
    if entry.mix:
        if entry.passing or entry.mix != rules.pass_count:
            raise Refused(BadCall(needed=rules.pass_count))
    elif not fits(entry.passing, rules.players) or sum(count for _, count in entry.passing) != rules.pass_count:
        raise Refused(BadCall(needed=rules.pass_count))
    deal.pairs, deal.mix = entry.passing, entry.mix
    return True


def _pass(deal: Deal, _: list[Event]) -> bool:
    """The cycle's pass, or the one that was called."""
    rules = deal.rules
    word = deal_word(rules.pass_cycle, deal.base.number)
    if word == "mix":
        deal.mix = rules.pass_count
    elif word != "call":
        deal.pairs = pass_list(word, rules.players, rules.pass_count) or ()
    return bool(deal.pairs or deal.mix)


def pass_size(deal: Deal) -> int:
    """How many cards each seat passes in this deal."""
    return deal.mix or sum(count for _, count in deal.pairs)


def passed(deal: Deal, entry: Passed, events: list[Event]) -> bool:
    """A seat chooses, or changes, what it passes; the last one makes the cards change hands."""
    if entry.refuse is not None:
        _say_refusal(deal, entry.seat, entry.refuse)
        if not entry.cards:
            return False
    if entry.cards or not deal.rules.pass_optional:
        if not entry.cards and deal.rules.pass_optional is False and pass_size(deal):
            raise Refused(MayNotKeep())
        need_held(deal.hands[entry.seat], entry.cards)
        if len(entry.cards) != pass_size(deal):
            raise Refused(PassCount(needed=pass_size(deal), given=len(entry.cards)))
    deal.chosen[entry.seat] = entry.cards
    if None in deal.chosen:
        return False
    if not deal.mix:
        deal.handed_back = _refused(deal)
        if not deal.handed_back:
            _hand_over(deal, events)
    return True


def _say_refusal(deal: Deal, seat: int, cards: tuple[Card, ...]) -> None:
    """A seat says, before it knows what comes, which cards it would hand back (§4.2)."""
    wrong = tuple(card for card in cards if card not in deal.rules.refusable)
    if wrong or not deal.rules.refusable or deal.mix:
        raise Refused(MayNotReturn(wrong or cards))
    deal.refusing[seat] = tuple(sorted(cards))


def _refused(deal: Deal) -> list[Packet]:
    """What comes back to its givers, as (giver, receiver, cards)."""
    coming = packets([chosen or () for chosen in deal.chosen], deal.pairs)
    back = [(giver, to, tuple(c for c in cards if c in (deal.refusing[to] or ()))) for giver, to, cards in coming]
    return [packet for packet in back if packet[2]]


def _replace(deal: Deal, _: list[Event]) -> bool:
    """Cards were handed back: their givers pass others, while nobody has seen what comes (§4.2)."""
    return bool(deal.handed_back)


def to_pass_again(deal: Deal, seat: int) -> tuple[Card, ...]:
    """The cards among those chosen that were handed back."""
    back = [card for giver, _, cards in deal.handed_back if giver == seat for card in cards]
    return tuple(card for card in deal.chosen[seat] or () if card in back)


def replaced(deal: Deal, entry: Passed, events: list[Event]) -> bool:
    """Other cards go in the place of those that came back; they are taken, whatever they are."""
    back, chosen = to_pass_again(deal, entry.seat), deal.chosen[entry.seat] or ()
    need_held(deal.hands[entry.seat], entry.cards)
    again = [card for card in entry.cards if card in chosen]
    if again:
        raise Refused(WasHandedBack(again[0]))
    if len(entry.cards) != len(back):
        raise Refused(PassCount(needed=len(back), given=len(entry.cards)))
    other = dict(zip(back, entry.cards, strict=True))
    deal.chosen[entry.seat] = tuple(other.get(card, card) for card in chosen)
    if deal.to_replace():
        return False
    _hand_over(deal, events)
    return True


def _hand_over(deal: Deal, events: list[Event]) -> None:
    deal.packets = packets([chosen or () for chosen in deal.chosen], deal.pairs)
    for giver, _, cards in deal.packets:
        for card in cards:
            deal.hands[giver].remove(card)
    for _, receiver, cards in deal.packets:
        deal.hands[receiver] += cards
        deal.hands[receiver].sort()
    events.append(PassDone())


def _mix(deal: Deal, _: list[Event]) -> bool:
    """Chance deals the mixed cards again."""
    return deal.mix > 0


def to_mix(deal: Deal) -> list[Card]:
    """What lies in the middle, sorted: the passed cards, and the kitty where the rules take it in (§4.1)."""
    cards = [card for chosen in deal.chosen for card in chosen or ()]
    return sorted(cards + list(deal.kitty)) if deal.rules.mix_kitty else sorted(cards)


def mixed(deal: Deal, entry: Mixed, events: list[Event]) -> bool:
    """Each seat gets back as many as it gave."""
    back = [card for cards in entry.gave for card in cards]
    sizes = [len(cards) for cards in entry.gave]
    rest = entry.rest if deal.rules.mix_kitty else ()
    if sizes != [deal.mix] * deal.rules.players or sorted([*back, *rest]) != to_mix(deal) or rest != entry.rest:
        raise ValueError("these are not the cards that were mixed")
    for seat, cards in enumerate(entry.gave):
        hand = deal.hands[seat]
        for card in deal.chosen[seat] or ():
            hand.remove(card)
        hand += cards
        hand.sort()
    deal.gave_back = entry.gave
    if deal.rules.mix_kitty:
        deal.kitty, deal.rest = entry.rest, list(entry.rest)
    events.append(PassDone())
    return True


def _bid(deal: Deal, _: list[Event]) -> bool:
    """An auction for the dummy (§7.2), for the suit to avoid (§8.15), or for every trick (§8.19)."""
    return deal.rules.auction != "none"


def bid(deal: Deal, entry: Bid, _: list[Event]) -> bool:
    """One bid each, from the dealer's left."""
    return auctions.bid(deal, entry)


def _charge(deal: Deal, _: list[Event]) -> bool:
    """Cards may be laid open before the first lead (§8.1, §8.8)."""
    return bool(deal.rules.charge)


def chargeable(deal: Deal, seat: int) -> list[Card]:
    """What the seat holds that may be charged."""
    return [c for c in deal.hands[seat] if c in deal.rules.charge]


def charged(deal: Deal, entry: Charged, _: list[Event]) -> bool:
    """Any of them, or none; seen by all when the last seat has answered."""
    need_held(deal.hands[entry.seat], entry.cards)
    wrong = tuple(c for c in entry.cards if c not in deal.rules.charge)
    if wrong or (deal.rules.charge_most and len(entry.cards) > deal.rules.charge_most):
        raise Refused(MayNotCharge(cards=wrong or entry.cards))
    deal.charged[entry.seat] = tuple(sorted(entry.cards))
    return None not in deal.charged


def _never(_: Deal, __: list[Event]) -> bool:
    """A stage that comes up within another and leads back to it."""
    return False


class Stage(NamedTuple):
    """A part of a deal: whether this deal has it, which setting it up tells, and the entry that it waits for."""

    phase: Phase
    begin: Callable[[Deal, list[Event]], bool]
    entry: type
    answer: Callable[[Deal, Any, list[Event]], bool]  # True when the stage is done


STAGES: tuple[Stage, ...] = (
    Stage(Phase.CALL, _call, Called, called),
    Stage(Phase.PASS, _pass, Passed, passed),
    Stage(Phase.REPLACE, _replace, Passed, replaced),
    Stage(Phase.MIXING, _mix, Mixed, mixed),
    Stage(Phase.BID, _bid, Bid, bid),
    Stage(Phase.CHARGE, _charge, Charged, charged),
    Stage(Phase.PLAY, tricks.begin, Played, tricks.play),
    Stage(Phase.DISCARD, _never, Discarded, tricks.discard),  # for a kitty, in the middle of the play
    Stage(Phase.MOON, moon.begin, MoonChosen, moon.choose),
)
"""In their order."""

BY_PHASE = {stage.phase: stage for stage in STAGES}


def next_stage(deal: Deal, events: list[Event]) -> bool:
    """To the next stage that the deal has; True when there is none: the deal is over."""
    done = 0 if deal.stage is Phase.DEALING else STAGES.index(BY_PHASE[deal.stage]) + 1
    for stage in STAGES[done:]:
        if stage.begin(deal, events):
            deal.stage = stage.phase
            return False
    deal.stage = Phase.OVER
    return True
