"""A claim to the rest of a deal, as far as the others have agreed to it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from pbem.table.states import RestKind


@dataclass(frozen=True, slots=True)
class Claim:
    """What a seat claims; the others have yet to agree while `kind` is set. One claim a seat and deal may fail."""

    deal: int = 0
    failed: tuple[int, ...] = ()
    kind: RestKind | None = None  # `REST` or `OPEN`
    seat: int = -1
    seq: int = 0  # the log's length: a card played meanwhile takes the claim back
    agreed: tuple[int, ...] = ()


def claim_to_json(claim: Claim | None) -> str:
    """As it is stored; "" for none."""
    if claim is None:
        return ""
    return json.dumps(asdict(claim) | {"kind": claim.kind or ""}, separators=(",", ":"))


def claim_from_json(text: str) -> Claim | None:
    """As it was stored."""
    if not text:
        return None
    body = json.loads(text)
    kind = RestKind(body["kind"]) if body["kind"] else None
    return Claim(**body | {"kind": kind, "failed": tuple(body["failed"]), "agreed": tuple(body["agreed"])})
