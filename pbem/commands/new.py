"""NEW [variant] [option=value …] [WITH address|name|robot …]: a table, in one mail."""

from __future__ import annotations

from difflib import get_close_matches

from pbem.commands.command import Command
from pbem.commands.guests import guests
from pbem.hearts.refusal import Refused
from pbem.hearts.rules import Rules, RulesFault
from pbem.hearts.switches import OptionFault, options
from pbem.language.order import Args, Order, Spec
from pbem.service import seats
from pbem.service.case import Case
from pbem.service.pace import OPTIONS, Pace, with_option
from pbem.service.reasons import Wrong

SPEC = Spec("NEW", Args.WORDS, aliases=("NEW GAME", "NEW TABLE"), topic="tables")


def run(case: Case, order: Order) -> None:
    """Make the table, seat the robots, invite the people; it starts at once if nobody is waited for."""
    before, _, after = _split(order.text)
    words = before.split()
    name = case.house.policy.variant
    if words and "=" not in words[0]:
        name = words.pop(0).lower()
    rules, pace = _options(case, name, words)
    table = seats.make_table(case, name, rules, pace, guests(case, after))
    case.answer("table-made", **seats.gathering_facts(case, table, table.seats[0], for_host=True))
    if all(s.state in ("joined", "robot") for s in table.seats):
        seats.begin(case, table)
        case.full = True


def _split(text: str) -> tuple[str, str, str]:
    words = text.split(" ")
    for place, word in enumerate(words):
        if word.upper() == "WITH":
            return " ".join(words[:place]), word, " ".join(words[place + 1 :])
    return text, "", ""


def _options(case: Case, name: str, words: list[str]) -> tuple[Rules, Pace]:
    """What stands before WITH: options of the rules and of the table, in any order."""
    known = case.house.variants
    if name not in known:
        raise Refused(Wrong.UNKNOWN_VARIANT, given=name[:40], near=tuple(get_close_matches(name, known, 3)))
    pace = Pace(deadline=int(case.house.policy.deadline.total_seconds()))
    chosen: dict[str, str] = {}
    for word in words:
        key, equals, value = word.lower().partition("=")
        if not equals:
            raise Refused(Wrong.UNKNOWN_OPTION, given=word[:40], near=())
        if key in OPTIONS:
            pace = _paced(pace, key, value)
        else:
            chosen[key] = value
    try:
        return options(known[name], chosen), pace
    except OptionFault as fault:
        raise Refused(fault.code, **fault.facts) from None
    except RulesFault as fault:
        raise Refused(Wrong.BAD_RULES, faults=fault.faults) from None


def _paced(pace: Pace, key: str, value: str) -> Pace:
    try:
        return with_option(pace, key, value)
    except ValueError:
        wrong = Wrong.BAD_DEADLINE if key == "deadline" else Wrong.BAD_OPTION
        raise Refused(wrong, option=key, given=value[:40], allowed=OPTIONS[key].allowed) from None


COMMAND = Command(SPEC, run)
