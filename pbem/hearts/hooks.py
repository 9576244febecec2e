"""The rules that are procedures, by the field that names them: every hook in one place (§10.2).

A hook that a finished game has used is never changed, since its log is folded again: a mended one gets a new name.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.hearts.play.opening_lead import FIRST_LEADS
from pbem.hearts.play.stages import AUCTIONS
from pbem.hearts.play.trick_winner import BOOSTS, BREAKERS, WINNERS
from pbem.hearts.play.tricks import TRIGGERS
from pbem.hearts.scoring.moon import MOONS
from pbem.hearts.scoring.points import SCORERS
from pbem.hearts.scoring.settlement import SETTLEMENTS

HOOKS: dict[str, Mapping[str, object]] = {
    "first_lead": FIRST_LEADS,
    "kitty_to": TRIGGERS,
    "breakers": BREAKERS,
    "trick": WINNERS,
    "boost": BOOSTS,
    "auction": AUCTIONS,
    "scorer": SCORERS,
    "moon": MOONS,
    "settle": SETTLEMENTS,
}
