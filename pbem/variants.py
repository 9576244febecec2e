"""The variants on offer: the presets, and the operator's house rules from `variants.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from pbem.hearts.presets import PRESETS
from pbem.hearts.rules import Rules, RulesFault
from pbem.hearts.switches import OptionFault, options
from pbem.settings import Fault, Settings, SettingsFault


def variants(settings: Settings) -> Mapping[str, Rules]:
    """Every variant by name. A house rule that cannot be played is told at start: raises `SettingsFault`."""
    known: dict[str, Rules] = dict(PRESETS)
    path = settings.games.variants
    if path is None:
        return known
    faults = []
    for name, fields in tomllib.loads(path.read_text("utf-8")).items():
        base = str(fields.pop("base", "american"))
        try:
            known[name] = options(known[base], {key: str(value) for key, value in fields.items()})
        except KeyError:
            faults.append(
                Fault(f"{path.name}: [{name}]", f"stands on {base!r}, which is no variant", "See `pbem variants`")
            )
        except (OptionFault, RulesFault) as fault:
            faults.append(Fault(f"{path.name}: [{name}]", str(fault), "See `pbem variants NAME` for what can be set"))
    if faults:
        raise SettingsFault(faults)
    return known
