"""HELP [topic]: the page of all commands, a page on one, or on a topic."""

from pbem.app.refusals import Wrong
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("HELP", Args.WORDS, aliases=("?", "INFO"), who="anyone", topic="people")

TOPICS = ("people", "tables", "play", "plans", "looking", "talk")

PAGES = ("robots",)
"""Pages about no command: `answers/help-<page>.txt`."""


def run(uow: UnitOfWork, order: Order) -> None:
    """Generated from the Specs and the texts under `templates/<lang>/help/`."""
    specs = uow.services.specs
    wanted = " ".join(order.text.split())
    if not wanted:
        uow.answer("help", specs=specs, topics=TOPICS)
        return
    if wanted.lower() in PAGES:
        uow.answer(f"help-{wanted.lower()}")
        return
    named = [s for s in specs if wanted.upper() in (s.verb, *s.aliases)]
    if not named and wanted.lower() in TOPICS:
        named = [s for s in specs if s.topic == wanted.lower()]
    if not named:
        raise Refused(Wrong.UNKNOWN_TOPIC, given=wanted[:40], topics=(*TOPICS, *PAGES))
    uow.answer("help-topic", topic=wanted.lower(), specs=tuple(named))


COMMAND = Command(SPEC, run)
