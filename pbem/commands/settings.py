"""SET key value: how the server treats you. SET alone shows it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from zoneinfo import available_timezones

from pbem.app.notify import digest
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries import digests
from pbem.facts import account_answers
from pbem.facts.account_refusals import BadSetting, UnknownSetting
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec
from pbem.table.player import Player
from pbem.table.preferences import NewsLevel, allowed

SPEC = Spec("SET", Args.WORDS, topic="people")


def _zone(uow: UnitOfWork, player: Player, value: str) -> str:
    known = {zone.lower(): zone for zone in available_timezones()}
    zone = known.get(value.lower().replace(" ", "_"))
    if zone is None:
        ends = [z for low, z in known.items() if low.endswith("/" + value.lower().replace(" ", "_"))]
        if len(ends) != 1:
            raise Refused(BadSetting(setting="zone", given=value[:40], allowed=("Europe/Berlin", "America/Chicago")))
        zone = ends[0]
    player.set_zone(zone)
    return zone


def _language(uow: UnitOfWork, player: Player, value: str) -> str:
    languages = uow.services.renderer.languages()
    if value.lower() not in languages:
        raise Refused(BadSetting(setting="language", given=value[:40], allowed=languages))
    player.language = value.lower()
    return player.language


def _preference(key: str, other_words: Mapping[str, str] | None = None) -> Callable[[UnitOfWork, Player, str], str]:
    def change(uow: UnitOfWork, player: Player, value: str) -> str:
        word = value.lower()
        word = (other_words or {}).get(word, word)
        try:
            player.prefer(key, word)
        except ValueError:
            raise Refused(BadSetting(setting=key, given=value[:40], allowed=allowed(key))) from None
        return word

    return change


def _news(uow: UnitOfWork, player: Player, value: str) -> str:
    """What has been collected for a digest goes out now, if there are to be none."""
    changed = _preference("news")(uow, player, value)
    if changed != NewsLevel.DIGEST:
        digests.reschedule(uow.session, player.id, uow.now)
    return changed


def _digest(uow: UnitOfWork, player: Player, value: str) -> str:
    """Hours for a digest: who names them wants one."""
    try:
        hours = digest.hours(value)
    except ValueError:
        examples = ("18:00", "mon,thu 18:00", "weekdays 8:00,18:00")
        raise Refused(BadSetting(setting="digest", given=value[:40], allowed=examples)) from None
    player.preferences = replace(player.preferences, news=NewsLevel.DIGEST, digest=hours.text())
    return hours.text()


SETTINGS: dict[str, Callable[[UnitOfWork, Player, str], str]] = {
    "zone": _zone,
    "language": _language,
    "news": _news,
    "digest": _digest,
    "merge": _preference("merge"),
    "confirm": _preference("confirm", {"always": "on"}),
    "chat": _preference("chat", {"at once": "now", "on": "now", "off": "later", "next": "later"}),
    "remind": _preference("remind"),
    "auto": _preference("auto"),
    "early": _preference("early"),
    "moon": _preference("moon"),
    "suits": _preference("suits"),
}
"""Every key that SET knows, with what it does."""


def run(uow: UnitOfWork, order: Order) -> None:
    """One key, or a look at all of them."""
    player = uow.author_player()
    key, _, value = order.text.replace("=", " ").partition(" ")
    if not key:
        shown = {"zone": player.zone, "language": player.language} | player.preferences.words()
        if player.preferences.news is not NewsLevel.DIGEST:
            del shown["digest"]
        languages = uow.services.renderer.languages()
        learned = not player.zone_is_known and player.zone != "UTC"
        uow.answer(account_answers.SettingsAnswer(shown, player.name, player.address, languages, learned))
        return
    if key.lower() not in SETTINGS:
        raise Refused(UnknownSetting(given=key[:40], known=tuple(SETTINGS)))
    uow.answer(account_answers.SettingChangedAnswer(key.lower(), SETTINGS[key.lower()](uow, player, value.strip())))


COMMANDS = (Command(SPEC, run),)
