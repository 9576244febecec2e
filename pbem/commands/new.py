"""NEW [variant] [option=value …] [WITH address|name|robot …]: a table, in one mail."""

from __future__ import annotations

from datetime import timedelta

from pbem.commands.command import Command
from pbem.commands.guests import guests
from pbem.duration import duration
from pbem.hearts.refusal import Refused
from pbem.hearts.rules import Rules, RulesFault
from pbem.hearts.switches import OptionFault, options
from pbem.language.order import Args, Order, Spec
from pbem.service import seats
from pbem.service.case import Case
from pbem.service.reasons import Wrong

SPEC = Spec("NEW", Args.WORDS, aliases=("NEW GAME", "NEW TABLE"), topic="tables")

_LONGEST = timedelta(days=30)
_SHORTEST = timedelta(minutes=5)


def run(case: Case, order: Order) -> None:
    """Make the table, seat the robots, invite the people; it starts at once if nobody is waited for."""
    before, _, after = _split(order.text)
    words = before.split()
    name = case.house.policy.variant
    if words and "=" not in words[0]:
        name = words.pop(0).lower()
    rules, deadline = _rules(case, name, words)
    table = seats.make_table(case, name, rules, deadline, guests(case, after))
    case.answer("table-made", **seats.gathering_facts(case, table, for_host=True))
    if all(s.state in ("joined", "robot") for s in table.seats):
        seats.begin(case, table)
        case.full = True


def _split(text: str) -> tuple[str, str, str]:
    words = text.split(" ")
    for place, word in enumerate(words):
        if word.upper() == "WITH":
            return " ".join(words[:place]), word, " ".join(words[place + 1 :])
    return text, "", ""


def _rules(case: Case, name: str, words: list[str]) -> tuple[Rules, timedelta]:
    from difflib import get_close_matches

    known = case.house.variants
    if name not in known:
        raise Refused(Wrong.UNKNOWN_VARIANT, given=name[:40], near=tuple(get_close_matches(name, known, 3)))
    deadline = case.house.policy.deadline
    chosen: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise Refused(Wrong.UNKNOWN_OPTION, given=word[:40], near=())
        if key.lower() in ("deadline", "clock"):
            deadline = _deadline(value)
        else:
            chosen[key.lower()] = value
    try:
        return options(known[name], chosen), deadline
    except OptionFault as fault:
        raise Refused(fault.code, **fault.facts) from None
    except RulesFault as fault:
        raise Refused(Wrong.BAD_RULES, faults=fault.faults) from None


def _deadline(value: str) -> timedelta:
    try:
        deadline = duration(value)
    except ValueError:
        raise Refused(Wrong.BAD_DEADLINE, given=value[:40]) from None
    if not _SHORTEST <= deadline <= _LONGEST:
        raise Refused(Wrong.BAD_DEADLINE, given=value[:40])
    return deadline


COMMAND = Command(SPEC, run)
