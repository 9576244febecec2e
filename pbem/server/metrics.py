"""The server's status as numbers for a monitor, in Prometheus' text format; and the file that holds them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

Sample = tuple[Mapping[str, str], float]
"""Labels, and the value."""


def prometheus(found: Mapping[str, Any], now: datetime) -> str:
    """What `server_status` found."""
    alive = datetime.fromisoformat(found["alive_at"]).timestamp() if found["alive_at"] else None
    parts, oldest, disk = found["parts"], found["oldest"], found["disk"]
    worked = [({"part": name}, p["worked"].timestamp()) for name, p in parts.items() if p["worked"] is not None]
    waits = [({"what": what}, (now - at).total_seconds() if at is not None else 0.0) for what, at in oldest.items()]
    came = [({"way": way}, at.timestamp()) for way, at in found["last_letter"].items()]
    workers = [({"worker": str(one["id"]), "host": one["host"]}, one) for one in found["workers"]]
    lives = [(who, one["alive_at"].timestamp()) for who, one in workers]
    holds = [(who | {"what": what}, one[what]) for who, one in workers for what in ("mails", "jobs")]
    lines = [
        *gauge("pbem_info", "The version that runs.", [({"version": found["version"]}, 1)]),
        *gauge("pbem_stuck", "How many things need a hand; 0 if all is well.", [({}, len(found["stuck"]))]),
        *gauge("pbem_alive_timestamp_seconds", "The last sign of life.", [] if alive is None else [({}, alive)]),
        *gauge("pbem_worker_alive_timestamp_seconds", "The last sign of life of each worker.", lives),
        *gauge("pbem_worker_holds", "What each worker has in hand.", holds),
        *gauge("pbem_part_failing", "1 if a part does not work.", [_failing(name, p) for name, p in parts.items()]),
        *gauge("pbem_part_worked_timestamp_seconds", "When a part last worked.", worked),
        *gauge("pbem_last_letter_timestamp_seconds", "When the last letter came by a way in.", came),
        *gauge("pbem_oldest_seconds", "How long the oldest has waited.", waits),
        *gauge("pbem_disk_bytes", "Room on the disk.", [({"kind": kind}, size) for kind, size in disk.items()]),
        *gauge("pbem_games", "Games by phase.", _counts("phase", found["games"])),
        *gauge("pbem_inbox", "Letters by state.", _counts("state", found["inbox"])),
        *gauge("pbem_outbox", "Mails by state.", _counts("state", found["outbox"])),
    ]
    return "\n".join(lines)


def database_away() -> str:
    """What can be told while the database cannot be read."""
    failing = gauge("pbem_part_failing", "1 if a part does not work.", [({"part": "database"}, 1)])
    return "\n".join([*gauge("pbem_stuck", "How many things need a hand; 0 if all is well.", [({}, 1)]), *failing])


def write_file(path: Path, text: str) -> None:
    """Put it in the file's place whole: a monitor never reads half of it. Who reads it is another user than ours."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.write_text(f"{text}\n", "utf-8")
        new.chmod(0o644)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _failing(name: str, part: Mapping[str, Any]) -> Sample:
    return {"part": name}, int(part["since"] is not None)


def _counts(label: str, counted: Mapping[str, int]) -> list[Sample]:
    return [({label: key}, value) for key, value in counted.items()]


def gauge(name: str, about: str, samples: Iterable[Sample]) -> list[str]:
    """The lines of one metric; none where there is no sample."""
    lines = []
    for labels, value in samples:
        shown = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
        lines.append(f"{name}{{{shown}}} {value}" if isinstance(value, int) else f"{name}{{{shown}}} {value:.3f}")
    lines = [line.replace("{}", "", 1) for line in lines]
    return [f"# HELP {name} {about}", f"# TYPE {name} gauge", *lines] if lines else []


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
