"""What came of a soak: each game beside the same game undisturbed, each letter and each mail accounted for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.db.models.packed import unpack
from tests.e2e.logs import game_log, rows
from tests.e2e.office import Person
from tests.e2e.program import as_json
from tests.table import Bench, Sent

_NAME = re.compile(rb"^message-id:\s*(<[^>\r\n]+>)", re.IGNORECASE | re.MULTILINE)
_FATES = {"done": "acted on", "misread": "answered", "refused": "answered", "question": "answered"}

Database = Path | str
"""An SQLite file, or the URL of a database."""

Play = tuple[Sequence[Person], str]
"""Who plays a game, and the host's opening letter."""


@dataclass
class Reckoning:
    """`faults` is empty if all is well; `facts` is what there is to tell."""

    faults: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    fates: Counter[str] = field(default_factory=Counter)

    def table(self) -> str:
        rows = [*self.facts.items(), *(("letters: " + fate, count) for fate, count in sorted(self.fates.items()))]
        width = max(len(str(name)) for name, _ in rows)
        return "\n".join(
            [*(f"{name!s:{width}}  {value}" for name, value in rows), *map("FAULT: {}".format, self.faults)]
        )


def undisturbed(folder: Path, seed: str, games: Iterable[Play]) -> Path:
    """The same games by the same people, one after the other, with nothing in between that could fail."""
    folder.mkdir()
    options = {"security": {"unauthenticated": "trust"}, "limits": {"mails_per_hour_per_sender": 100_000}}
    bench = Bench(folder, seed, options)
    for people, opening in games:
        by_address = {person.address: person for person in people}
        bench.post.sent.clear()
        to, raw = people[0].letter(opening)
        bench.takes(raw, (to,), people[0].address)
        done = 0
        while done < len(bench.post.sent):
            mail = bench.post.sent[done]
            done += 1
            letter = by_address[mail.to].reply(mail) if mail.to in by_address else None
            if letter is not None:
                bench.takes(letter[1], (letter[0],), mail.to)
    bench.close()
    return folder / "pbem.db"


def letters_accounted(found: Reckoning, database: Database, expected: Mapping[str, tuple[str, ...]]) -> None:
    """Every letter that was taken from its writer is in the inbox once, with the outcome it may have."""
    seen: dict[str, list[tuple[str, str]]] = {}
    for raw, state, outcome in rows(database, "SELECT raw, state, outcome FROM inbox"):
        raw = unpack(bytes(raw))
        named = _NAME.search(raw.partition(b"\r\n\r\n")[0] if b"\r\n\r\n" in raw else raw.partition(b"\n\n")[0])
        seen.setdefault(named[1].decode() if named else "", []).append((state, outcome))
        found.fates[_fate(state, outcome)] += 1
    for name, outcomes in expected.items():
        got = seen.pop(name, [])
        if len(got) != 1:
            found.faults.append(f"letter {name} is in the inbox {len(got)} times")
        elif got[0][0] not in ("done", "quarantined") or not got[0][1].startswith(outcomes):
            found.faults.append(f"letter {name} should have been {outcomes} and is {got[0]}")
    for name, got in seen.items():  # what servers wrote: reports of mails that reached nobody
        if any(state != "done" or not outcome.startswith("ignored: bounce") for state, outcome in got):
            found.faults.append(f"nobody wrote {name}, which is {got}")


def _fate(state: str, outcome: str) -> str:
    if state != "done":
        return state
    word, _, cause = outcome.partition(": ")
    return f"ignored: {cause}" if word == "ignored" else _FATES.get(word, outcome)


def mails_accounted(found: Reckoning, database: Database, arrived: Iterable[Sent], lost: Collection[str] = ()) -> None:
    """Every mail was sent and arrived, under one Message-ID in the bytes that were kept, and none that was not kept;
    but for what a relay has taken with a "yes" and thrown away.
    """
    kept = {
        name: (recipient, state, unpack(bytes(body)))
        for name, recipient, state, body in rows(database, "SELECT message_id, recipient, state, body FROM outbox")
    }
    copies: Counter[str] = Counter()
    for mail in arrived:
        name = _NAME.search(mail.raw)
        key = name[1].decode().strip("<>") if name else ""
        copies[key] += 1
        if key not in kept:
            found.faults.append(f"mail {key} to {mail.to} is not in the outbox")
        elif not mail.raw.endswith(kept[key][2]) or mail.to != kept[key][0]:
            found.faults.append(f"mail {key} arrived in another form than it was kept in")
    states = Counter(state for _, state, _ in kept.values())
    for name, (recipient, state, _) in kept.items():
        if state not in ("sent", "dropped", "unsure"):  # overtaken, and before that it may have gone out or not
            found.faults.append(f"mail {name} to {recipient} is {state}")
        elif state == "sent" and name not in copies and name not in lost and not recipient.endswith("@elsewhere.test"):
            found.faults.append(f"mail {name} to {recipient} was sent and did not arrive")
    found.facts.update({f"mails {state}": count for state, count in sorted(states.items())})
    found.facts["mails that arrived twice"] = sum(count > 1 for count in copies.values())


def games_alike(found: Reckoning, database: Database, calm: Path, numbers: Iterable[int]) -> None:
    """Every game has the log of the same game undisturbed."""
    for number in numbers:
        if game_log(database, number) != game_log(calm, number):
            found.faults.append(f"game {number} went another way than undisturbed")


def games_in_order(found: Reckoning, config: Path) -> None:
    """Every game folds to what is stored, is finished, and nothing waits."""
    found.faults += map(str, as_json(config, "check")["faults"])
    status = as_json(config, "status")
    found.facts["games finished"] = status["games"]["finished"]
    found.faults += [
        f"{count} games are {phase}" for phase, count in status["games"].items() if phase != "finished" and count
    ]
    found.faults += [f"letters new: {status['inbox']['new']}"] if status["inbox"]["new"] else []
