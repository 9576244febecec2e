"""The rules that are procedures, by the field that names them: every hook in one place (§10.2).

A hook that a finished game has used is never changed, since its log is folded again: a mended one gets a new name.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.hearts.leads import FIRST_LEADS
from pbem.hearts.moon import MOONS
from pbem.hearts.play import TRIGGERS
from pbem.hearts.scoring import SCORERS
from pbem.hearts.settlement import SETTLEMENTS
from pbem.hearts.stages import AUCTIONS
from pbem.hearts.tricks import BOOSTS, BREAKERS, WINNERS

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
