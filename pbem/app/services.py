"""What every use case needs of the world outside, put together once by whoever runs the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pbem.app.folded_games import FoldedGames
from pbem.clock import Clock
from pbem.hearts.rules.record import Rules
from pbem.mail.message.authentication import NOBODYS, TrustedResults
from pbem.mail.message.own_addresses import OwnAddresses
from pbem.orders.order import Spec
from pbem.randomness import Randomness
from pbem.render.reader import Site
from pbem.render.renderer import Renderer
from pbem.robots import DEFAULT, Robot

Sign = Callable[[bytes, datetime], bytes]
"""A mail's bytes, with a signature of that time."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What the operator decided."""

    language: str = "en"  # of mails to people who have not chosen one
    variant: str = "american"
    deadline: timedelta = timedelta(hours=48)
    veil: bool = True  # of new tables: a card that needs no question waits like any other
    remind: bool = True
    robot: str = DEFAULT
    trust: bool = False  # a known address needs no proof: the route in is the operator's own
    results: TrustedResults = NOBODYS  # whose word on the sender is believed
    letters_per_hour: int = 60
    error_answers_per_hour: int = 10
    error_answers_per_day: int = 30
    stranger_answers_per_hour: int = 3
    games_per_player: int = 20


@dataclass(frozen=True, slots=True)
class Services:
    """Site, policy, time, chance, words and robots. Unchanging while the server runs, but for the folded games."""

    site: Site
    own: OwnAddresses
    policy: Policy
    clock: Clock
    randomness: Randomness
    renderer: Renderer
    key: bytes  # signs the tokens
    variants: Mapping[str, Rules]
    robots: Mapping[str, Robot]
    specs: tuple[Spec, ...]
    sign: Sign | None = None  # our relay does it, if None
    folded: FoldedGames = field(default_factory=FoldedGames)  # what is known anyway, and need not be found out again
