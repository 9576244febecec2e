"""HELP [topic]: the page of all commands, a page on one, or on a topic."""

from pbem.app.refusals import Wrong
from pbem.app.unit_of_work import Case
from pbem.commands.command import Command
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("HELP", Args.WORDS, aliases=("?", "INFO"), who="anyone", topic="people")

TOPICS = ("people", "tables", "play", "plans", "looking", "talk")

PAGES = ("robots",)
"""Pages about no command: `answers/help-<page>.txt`."""


def run(case: Case, order: Order) -> None:
    """Generated from the Specs and the texts under `templates/<lang>/help/`."""
    specs = case.house.specs
    wanted = " ".join(order.text.split())
    if not wanted:
        case.answer("help", specs=specs, topics=TOPICS)
        return
    if wanted.lower() in PAGES:
        case.answer(f"help-{wanted.lower()}")
        return
    named = [s for s in specs if wanted.upper() in (s.verb, *s.aliases)]
    if not named and wanted.lower() in TOPICS:
        named = [s for s in specs if s.topic == wanted.lower()]
    if not named:
        raise Refused(Wrong.UNKNOWN_TOPIC, given=wanted[:40], topics=(*TOPICS, *PAGES))
    case.answer("help-topic", topic=wanted.lower(), specs=tuple(named))


COMMAND = Command(SPEC, run)
