"""What the gallery shows: the sample of every mail, and real positions of every family of variants."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from pbem.facts.kinds import Mail
from pbem.facts.mails import AboutTableMail, AnswersAloneMail
from pbem.facts.table import DealLine, SeatFacts, SeatKind, TableFacts
from pbem.hearts.entries import Opened
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.rules.record import Rules
from tests.hearts.playing import next_entry
from tests.render import samples

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Frank", "Grace", "Heidi", "Ivan", "Judy")
FAMILIES: dict[str, Rules] = {
    "american": PRESETS["american"],
    "web": PRESETS["web"],
    "two, with a dummy": PRESETS["huse"],
    "three, a dummy for a bid": PRESETS["dummy"],
    "partners": PRESETS["pooled"],
    "cancellation, six": replace(PRESETS["cancellation"], players=6),
    "cancellation, ten": replace(PRESETS["cancellation"], players=10),
    "gong zhu": PRESETS["gong-zhu"],
    "turbo with boosters": PRESETS["turbo-booster"],
    "an auction": PRESETS["auction"],
    "the dealer calls": PRESETS["nasty"],
    "the Rook pack": PRESETS["kate"],
    "a kitty exchanged": PRESETS["heartsette"],
    "complex": PRESETS["complex"],
    "chips": PRESETS["howell"],
    "jokers": PRESETS["joker"],
    "a stock": PRESETS["draw"],
}


def everything() -> dict[str, Mail]:
    """All of it by name, the game's own mails first."""
    alone = {f"answer: {name}": AnswersAloneMail(answers=(one,)) for name, one in samples.answers().items()}
    return {**dict(families()), **samples.tables(), **samples.mails_told(), **alone}


def families() -> Iterator[tuple[str, AboutTableMail]]:
    """From each family the first mail of every phase, and one in the middle of the play."""
    for name, rules in FAMILIES.items():
        yield from ((f"{name}: {what}", AboutTableMail(facts)) for what, facts in positions(rules))


def positions(rules: Rules, seed: int = 3) -> Iterator[tuple[str, TableFacts]]:
    """A deal played at random, and what is mailed on the way to who is asked."""
    rng, game, seen = random.Random(seed), Game(), set()
    game.apply(Opened(rules))
    middle = rules.hand_size // 2
    while game.phase is not Phase.FINISHED and not (game.base.number == 2 and game.phase is Phase.PASS):
        if game.to_act:
            view = game.view(game.to_act[0])
            full = view.trick is not None and len(view.trick.plays) == rules.hands - 1
            what = f"{game.phase}, a trick" if full and len(view.tricks) >= middle else str(game.phase)
            if what not in seen:
                seen.add(what)
                yield what, _facts(game, game.to_act[0])
            if view.boosted and "boosted" not in seen:
                seen.add("boosted")
                yield "a trick goes round twice", _facts(game, game.to_act[0])
        game.apply(next_entry(game, rng))
        if game.base.number > 2:
            break
    yield "the deal is over", _facts(game, 0)


def _facts(game: Game, seat: int) -> TableFacts:
    view = game.view(seat)
    seats = tuple(SeatFacts(n, NAMES[n], SeatKind.PERSON, is_you=n == seat) for n in range(game.rules.players))
    record = game.record()
    return TableFacts(
        game=3,
        seats=seats,
        view=view,
        due_at=samples.DUE,
        new_tricks=view.tricks[-1:] if record is None else (),
        ended_deal=record,
        ended_tricks=record.tricks if record is not None else (),
        deals=(DealLine(record.number, record.points, record.scores),) if record is not None else (),
    )
