"""Words in the text part of a mail: four people play american and answer at random. Blank-separated words.

A usual turn's mail asks one who has played here before for a card. Explanations come once a person, so the first deal
has more words; the second and third are what a player reads for the rest of the game.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from pbem.cards import card
from tests.table import Bench, Sent

PEOPLE = tuple(f"{name}@people.example" for name in ("ann", "ben", "cleo", "dan"))
OPTIONS: dict[str, object] = {"security": {"unauthenticated": "trust"},
                              "limits": {"mails_per_hour_per_sender": 1_000_000}}  # fmt: skip
DEALS = 5


@dataclass
class Counted:
    """What was read: by deal, all words of one player on average; and each usual turn's mail."""

    deals: dict[int, float] = field(default_factory=dict)
    turns: list[int] = field(default_factory=list)
    mails: list[Sent] = field(default_factory=list)


def words(mail: Sent) -> int:
    """Blank-separated words of the text part, footer and all."""
    return len(mail.text.split())


def is_usual_turn(mail: Sent) -> bool:
    """Whether it asks for a card, tells of no deal's end, and explains nothing."""
    return bool(mail.legal) and not re.search("End of deal|Your seat|Just answer|acknowledged|From now on", mail.text)


@contextmanager
def played(deals: int, seed: str = "words") -> Iterator[Counted]:
    """So many deals of four people."""
    rng, found = random.Random(seed), Counted()
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        bench = Bench(Path(folder), seed, OPTIONS)
        bench.writes(PEOPLE[0], f"NEW american ask=turn target=10000 WITH {' '.join(PEOPLE[1:])}")
        for person in PEOPLE[1:]:
            bench.writes(person, "yes", answering=bench.mail(person))
        read = len(bench.post.sent)
        asked = [bench.mail(person) for person in PEOPLE]
        found.mails += asked
        while asked:
            mail = asked.pop(0)
            if answer := _answer(mail, rng):
                bench.writes(mail.to, answer, answering=mail)
            asked += bench.post.sent[read:]
            found.mails += bench.post.sent[read:]
            read = len(bench.post.sent)
            if _deal(found.mails[-1]) > deals:
                break
        bench.close()
    for number in range(1, deals + 1):
        found.deals[number] = sum(words(mail) for mail in found.mails if _deal(mail) == number) / len(PEOPLE)
    found.turns = [words(mail) for mail in found.mails if is_usual_turn(mail)]
    yield found


def _deal(mail: Sent) -> int:
    found = re.search(r"Deal (\d+)", mail.subject)
    return int(found[1]) if found else 0


def _answer(mail: Sent, rng: random.Random) -> str:
    if mail.to_pass:
        return " ".join(rng.sample(mail.hand, mail.to_pass))
    if mail.legal:
        return str(card(rng.choice(mail.legal)))
    return "MOON ADD" if "[MOON ADD]" in mail.text else ""


def main() -> None:
    """Print them."""
    with played(DEALS) as found:
        print(f"  {'a usual turn, words of its mail':40}{mean(found.turns):8.1f}   (most {max(found.turns)})")
        for number, count in found.deals.items():
            print(f"  {f'deal {number}, words a player':40}{count:8.0f}")


if __name__ == "__main__":
    main()
