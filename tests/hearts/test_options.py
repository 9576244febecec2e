"""Options combined at random over the whole record: refused with reasons, or a whole game comes to its end."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.cards import cards
from pbem.hearts.entries import Dealt
from pbem.hearts.game import fold
from pbem.hearts.play.passing import TARGETS
from pbem.hearts.rules.card_values import SCHEMES
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.rules.record import Rules, rules_from_json, rules_to_json
from pbem.hearts.rules.validation import ALLOWED
from tests.hearts.playing import play_out

OPEN: dict[str, st.SearchStrategy[Any]] = {
    "players": st.integers(2, 8),
    "jokers": st.integers(0, 4),
    "removed": st.sampled_from(["", "2D", "2C", "2C 2D", "2C 3C 2D 3D", "QS 2C 2D 2S"]).map(cards),
    "hand": st.sampled_from([0, 0, 6, 8, 10, 12]),
    "pass_cycle": st.lists(st.sampled_from([*TARGETS, "+1x2&-1x1"]), min_size=1, max_size=3).map(tuple),
    "pass_count": st.integers(1, 4),
    "values": st.sampled_from(list(SCHEMES.values())),
    "bonus": st.sampled_from(["", "JD=-10", "10D=-10", "JD=-100"]),
    "moon_pays": st.sampled_from(["sum", "13", "50"]),
    "sun": st.sampled_from(["off", "52", "double"]),
    "target": st.sampled_from([20, 60, 100, 200, -500, 0]),
    "deals": st.sampled_from([0, 1, 5]),
    "no_trick_bonus": st.sampled_from([0, -3, -5]),
    "charge": st.sampled_from(["", "QS", "AH QS JD 10C"]).map(cards),
    "charge_most": st.integers(0, 2),
    "phases": st.integers(1, 2),
}


def _values(field: str) -> st.SearchStrategy[Any]:
    if field in OPEN:
        return OPEN[field]
    return st.sampled_from(ALLOWED[field]) if field in ALLOWED else st.booleans()


FIELDS = [f.name for f in fields(Rules) if f.name not in ("name", "house")]
CHANGES = st.lists(st.sampled_from(FIELDS), max_size=7, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: _values(name) for name in names})
)


def made(base: Rules, changes: dict[str, Any]) -> tuple[Rules | None, list[str]]:
    """The rules, or the codes of what is wrong with them."""
    try:
        return replace(base, **changes), []
    except RulesFault as fault:
        return None, [item.code for item in fault.faults]


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(base=st.sampled_from(list(PRESETS.values())), changes=CHANGES, seed=st.integers(0, 1000))
def test_any_combination_is_refused_with_its_faults_or_played_to_the_end(
    base: Rules, changes: dict[str, Any], seed: int
) -> None:
    rules, faults = made(base, changes)
    if rules is None:
        assert faults
        return
    assert rules_from_json(rules_to_json(rules)) == rules
    game, log = play_out(rules, seed, most=1000)
    assert min(game.places) == 1
    assert fold(log) == game
    last = max(at for at, entry in enumerate(log) if isinstance(entry, Dealt))
    assert fold([log[0], *log[last:]]) == game
