"""HELP [topic]: the shortest page, all commands, a page on one, or on a topic."""

from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.facts import information_answers
from pbem.facts.account_refusals import UnknownTopic
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec

HELP = Spec("HELP", Args.WORDS, aliases=("?", "INFO"), strangers=True, topic="people")

TOPICS = ("people", "tables", "play", "plans", "looking", "talk")

PAGES = {
    "card": information_answers.HelpCardsAnswer(),
    "cards": information_answers.HelpCardsAnswer(),
    "robot": information_answers.HelpRobotsAnswer(),
    "robots": information_answers.HelpRobotsAnswer(),
    "strategy": information_answers.HelpStrategyAnswer(),
    "tips": information_answers.HelpStrategyAnswer(),
}
"""Pages about no command."""

CRIES = frozenset({"", "me", "us", "please", "me please", "help"})
"""Who writes these behind the verb wants the shortest page."""


def run(uow: UnitOfWork, order: Order) -> None:
    """Generated from the Specs and the texts under `templates/<lang>/help/`."""
    specs = uow.services.specs
    wanted = " ".join(order.text.split()).strip("!. ")
    if wanted.lower() in CRIES:
        uow.answer(information_answers.HelpAnswer(TOPICS))
        return
    if wanted.lower() in ("all", "everything"):
        uow.answer(information_answers.HelpAllAnswer(specs, TOPICS))
        return
    if wanted.lower() in PAGES:
        uow.answer(PAGES[wanted.lower()])
        return
    named = [s for s in specs if wanted.upper() in (s.verb, *s.aliases)]
    if not named and wanted.lower() in TOPICS:
        named = [s for s in specs if s.topic == wanted.lower()]
    if not named:
        raise Refused(UnknownTopic(given=wanted[:40]))
    uow.answer(information_answers.HelpTopicAnswer(wanted.lower(), tuple(named)))


COMMANDS = (Command(HELP, run),)
