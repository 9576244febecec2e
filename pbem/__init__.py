"""pbem: Hearts by e-mail.

The rules can be used without the server. A game is what its entries make, and what one seat may know is a view:

    from pbem import cards, entries, fold, preset

    game = fold([entries.Opened(preset("american"))])

Each of these names is loaded when it is first asked for: `import pbem` alone costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from pbem import cards
    from pbem.cards import Card
    from pbem.hearts import entries
    from pbem.hearts.entries import Entry
    from pbem.hearts.game import Game, fold
    from pbem.hearts.refusal import Refused
    from pbem.hearts.rules.presets import PRESETS, preset
    from pbem.hearts.rules.record import Rules
    from pbem.hearts.view import SeatView

__all__ = [
    "PRESETS",
    "Card",
    "Entry",
    "Game",
    "Refused",
    "Rules",
    "SeatView",
    "__version__",
    "cards",
    "entries",
    "fold",
    "preset",
]

_HOMES = {
    "PRESETS": "pbem.hearts.rules.presets",
    "Card": "pbem.cards",
    "Entry": "pbem.hearts.entries",
    "Game": "pbem.hearts.game",
    "Refused": "pbem.hearts.refusal",
    "Rules": "pbem.hearts.rules.record",
    "SeatView": "pbem.hearts.view",
    "cards": "pbem.cards",
    "entries": "pbem.hearts.entries",
    "fold": "pbem.hearts.game",
    "preset": "pbem.hearts.rules.presets",
}
"""Where each name lives; one that is its module's own name is the module."""


def __getattr__(name: str) -> object:
    """A public name, at its first use."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'pbem' has no attribute {name!r}")
    module = import_module(_HOMES[name])
    found: object = module if _HOMES[name].rpartition(".")[2] == name else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
