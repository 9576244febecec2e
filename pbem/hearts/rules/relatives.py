"""The games beside Hearts that have a name: one row each, as in `presets.py` (§8.19)."""

from __future__ import annotations

from typing import Any

from pbem.hearts.rules.card_values import SCHEMES
from pbem.hearts.rules.player_counts import CIAPANO, POLIGNAC, THREE_TO_SEVEN
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.rows import FREE, hearts_only, row

_JACKS: dict[str, Any] = FREE | {"pack": "32", "seatings": POLIGNAC, "target": 10}

_DEALS: dict[str, Any] = FREE | {"first_lead": "dealer", "target": 0, "end_when": "deals"}

RELATIVES: tuple[Rules, ...] = (
    row("polignac", "tie", **_JACKS, ranks="KQJAT987", values=SCHEMES["jacks"], auction="capot"),
    row(
        "slobberhannes",
        "target tie",
        **_JACKS | {"moon": "own"},
        values=SCHEMES["slobberhannes"],
        trick_values="first=1 last=1",
        moon_set="points",
        moon_pays="4",
    ),
    row(
        "knaves",
        "tie",
        **FREE,
        players=3,
        kitty="rest",
        trump="turned",
        values=SCHEMES["knaves"],
        trick_values="each=1",
        scorer="merit",
        winner="highest",
        target=20,
    ),
    hearts_only(
        "foster-joker",
        "trick settle",
        seatings=THREE_TO_SEVEN,
        values=SCHEMES["joker-of-hearts"],
        ranks="H:AKQJ2T9876543",
        trick="heart-joker",
        settle="howell",
        target=0,
        end_when="deals",
        deals=1,
        winner="highest",
    ),
    row("ad-hoc", "teams moon", teams="found"),
    row(
        "ciapano",
        "tie",
        **FREE | {"moon": "add"},
        seatings=CIAPANO,
        pack="40",
        ranks="32AKQJ7654",
        values=SCHEMES["tressette"],
        trick_values="last=3",
        scorer="thirds",
        moon_set="points",
        direction="counter-clockwise",
        target=31,
    ),
    row(  # (§8.20)
        "barbu",
        "tie winner",
        **_DEALS,
        contracts="tricks=2 hearts=2/6 queens=6 king=20 last-two=10/20",
        contract_by="declarer",
        deals=20,
    ),
    row(
        "barbu-cycle",
        "tie winner deals",
        **_DEALS,
        contracts="tricks=2 hearts=2/6 queens=6 king=20 last-two=10/20",
        deals=20,
    ),
    row(
        "rifki",
        "tie winner contracts",
        **_DEALS,
        contracts="king=320 queens=100 men=60 hearts=30 last-two=180/180 tricks=50",
        contract_by="twice",
        deals=12,
    ),
)
