"""What a seat may say before its turn: the cards it could play if its turn were now."""

from __future__ import annotations

from pbem.cards import Card
from pbem.hearts.phase import Phase
from pbem.hearts.play.deal import Deal
from pbem.hearts.play.legal import legal


def early_cards(deal: Deal, seat: int) -> tuple[Card, ...]:
    """The cards for a seat that has yet to follow in this trick; () for any other.

    () too where they may not be known before the turn: with a dummy, or where who cannot follow draws (§7, §8.15).
    """
    if deal.stage is not Phase.PLAY or deal.led is None or seat not in deal.queue[1:]:
        return ()
    unknown = deal.rules.dummy != "none" or (deal.rules.kitty_use == "follow" and deal.rest)
    return () if unknown else tuple(sorted(legal(deal, seat)))
