"""The robots in figures: who beats whom and by how much, what a choice costs, how fast their own rules deal.

`python -m tests.bench.robots [DEALS]`: so many deals for each rung below hard, fewer where hard thinks.
All times are of the processor, so that what else runs on the machine counts little; ratios are of one run.
"""

from __future__ import annotations

import pickle
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from pbem.hearts.rules.presets import preset
from pbem.hearts.view import Ask
from pbem.robots import LEVELS
from pbem.robots.arena import PLAYERS, Duel, DuelResult, Timed, duel, play_deal
from pbem.robots.engine.bitboard_rules import RuleTables, legal, opener, points
from pbem.robots.engine.bitboards import each
from pbem.robots.engine.playouts import Position, playout
from pbem.robots.engine.rule_tables import tables_of
from pbem.robots.levels.hard import Budget
from tests.bench import robots_ladder, robots_outside
from tests.bench.random_play import play_at_random
from tests.robots.playing import views

WEB = preset("web")
PROCESSES = 2
ROUNDS = 15


def say(text: str = "") -> None:
    """One line of the report."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def moons(deals: int) -> None:
    """How often somebody who tries for a moon with any good hand gets one, and hard as it is, alone among three."""
    say("A alone  3 of B   deals   A - B     +-     A      B     moons A   moons B (of hands)")
    for a, b in (("shooter", "medium"), ("shooter", "hard"), ("hard", "medium"), ("hard", "shooter")):
        row(a, b, duel(Duel(PLAYERS[a], PLAYERS[b], WEB, seed=2027, alone=True), deals, PROCESSES))


def row(a: str, b: str, found: DuelResult) -> None:
    """A line of the ladder."""
    moons = f"{found.a_moons / found.a_hands:8.2%}  {found.b_moons / found.b_hands:8.2%}"
    means = f"{found.a_points:6.2f} {found.b_points:6.2f}"
    say(f"{a:8} {b:8} {found.deals:5} {found.difference:8.2f} {found.standard_error:6.2f} {means}  {moons}")


def costs(deals: int) -> None:
    """Milliseconds of a choice, forced cards left out."""
    say("robot       per play: mean    p95    max    per pass: mean    max   (ms)")
    for name, robot in LEVELS.items():
        watch = Timed(robot)
        for number in range(deals):
            play_deal(WEB, [watch] * 4, f"cost {number}", f"robots {number}", number)
        plays, passes = ([1000 * each for each in sorted(watch.spent[ask])] for ask in (Ask.PLAY, Ask.PASS))
        p95 = plays[int(len(plays) * 0.95)]
        mean, most = statistics.mean(plays), plays[-1]
        say(f"{name:8} {mean:18.2f} {p95:6.2f} {most:6.1f} {statistics.mean(passes):18.1f} {max(passes):6.1f}")
    budget = Budget()
    say(f"hard: {budget.worlds} worlds a card, {budget.playouts} playouts a pass, whatever the machine")


_BEGINS = """
import pickle, random, sys, time
def spent():
    return 1000 * time.process_time()
def memory():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 2**20
began, small = spent(), memory()
from pbem.robots import LEVELS
view = pickle.load(sys.stdin.buffer)
loaded, more = spent(), memory()
LEVELS["hard"].choose(view, random.Random(1))
first = spent()
LEVELS["hard"].choose(view, random.Random(1))
print(loaded - began, first - loaded, spent() - first, more - small, memory() - more)
"""


def beginning() -> None:
    """What a process pays before its first thought, and what stays in memory of it."""
    told = pickle.dumps(views(WEB, LEVELS["medium"], 1)[12])  # a lead to the fourth trick or so
    runs = []
    for _ in range(5):
        ran = subprocess.run([sys.executable, "-c", _BEGINS], input=told, capture_output=True, check=True)
        runs.append([float(word) for word in ran.stdout.split()])
    loading, first, again, loaded, thought = (statistics.median(column) for column in zip(*runs, strict=True))
    say(f"import of the robots {loading:.0f} ms, {loaded:.0f} MB; first choice of hard {first:.0f} ms, the same again")
    say(f"{again:.0f} ms; its search adds {thought:.0f} MB")


def shuffled(rng: random.Random, cards: list[int]) -> list[list[int]]:
    """A shuffle: four hands in the order they came."""
    throw = rng.random
    order = sorted(cards, key=lambda _: throw())
    return [order[:13], order[13:26], order[26:39], order[39:]]


def random_deal(t: RuleTables, rng: random.Random, cards: list[int]) -> list[int]:
    """A shuffle, 52 random legal cards and the points."""
    return points(t, play_at_random(t, shuffled(rng, cards), 0, rng)[0])


def thumbed_deal(t: RuleTables, rng: random.Random, cards: list[int]) -> list[int]:
    """A shuffle and a playout of the whole deal by the rules of thumb."""
    hands = [sum(hand) for hand in shuffled(rng, cards)]
    position = Position(hands, [0] * 4, opener(t, hands, 0), False, True)
    position.play(t, legal(t, position.hands[position.seat], 0, 0, True, False))
    return points(t, playout(t, position, 0))


def speed() -> None:
    """Deals a second of their own form of the rules, beside OpenSpiel from Python."""
    t = tables_of(preset("web"))
    rng = random.Random(1)
    rows: dict[str, Callable[[], object]] = robots_outside.open_spiel_deals(rng)
    cards = each(t.pack)
    rows |= {
        "pbem bitboards, random": lambda: random_deal(t, rng, cards),
        "pbem bitboards, playout by rules of thumb": lambda: thumbed_deal(t, rng, cards),
    }
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, run in rows.items():
            rates[name].append(_rate(run))
    first = statistics.median(next(iter(rates.values())))
    say("deals a second (one core)                    median   of the first")
    for name, found in rates.items():
        say(f"{name:40} {statistics.median(found):10.0f} {statistics.median(found) / first:12.2f}")


def _rate(run: Callable[[], object], times: int = 200) -> float:
    began = time.process_time()
    for _ in range(times):
        run()
    return times / (time.process_time() - began)


def main() -> None:
    """Prints all tables."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else 600
    speed()
    say()
    costs(max(2, min(6, deals // 100)))
    beginning()
    say()
    robots_ladder.main(max(20, deals // 20), max(2, deals // 200))
    say()
    moons(max(2, deals // 40))
    robots_outside.report(max(4, deals // 100))


if __name__ == "__main__":
    main()
