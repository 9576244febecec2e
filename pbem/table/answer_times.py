"""How long answers took of late, where a table masks its timing: for leads and for other cards apart."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

KEPT = 24
"""Only this many of the last answers are remembered."""


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """Seconds, the newest last."""

    lead: tuple[int, ...] = ()
    follow: tuple[int, ...] = ()

    def of(self, lead: bool) -> tuple[int, ...]:
        """Those of leads, or of the others."""
        return self.lead if lead else self.follow

    def with_answer(self, lead: bool, took: int) -> AnswerTimes:
        """One answer more."""
        if lead:
            return replace(self, lead=(*self.lead, took)[-KEPT:])
        return replace(self, follow=(*self.follow, took)[-KEPT:])


def answer_times_to_json(times: AnswerTimes) -> str:
    """As they are stored; "" for none."""
    body = {key: found for key, found in (("lead", times.lead), ("follow", times.follow)) if found}
    return json.dumps(body, separators=(",", ":")) if body else ""


def answer_times_from_json(text: str) -> AnswerTimes:
    """As they were stored."""
    body = json.loads(text) if text else {}
    return AnswerTimes(tuple(body.get("lead", ())), tuple(body.get("follow", ())))
