"""Puts the parts together from the settings: database, services, processor, ways in and out."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from pbem import paths
from pbem.app.inbound import bounces
from pbem.app.notify.batches import unpile
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import Policy, Services
from pbem.clock import Clock, system_clock
from pbem.commands import BY_VERB, SPECS
from pbem.db.database import Database, Session, open_database
from pbem.db.own_dead import OwnDead
from pbem.db.presence import Presence
from pbem.db.queries import inbox, server, workers
from pbem.facts import mails
from pbem.mail import maildir
from pbem.mail.message.authentication import TrustedResults
from pbem.mail.message.email_address import to_ascii
from pbem.mail.message.fingerprint import fingerprint
from pbem.mail.message.own_addresses import OwnAddresses
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.received import received_at
from pbem.mail.outbound.delivery import Delivery
from pbem.mail.outbound.transport import Receipt, Transport
from pbem.randomness import Randomness, SystemRandomness
from pbem.render.reader import Site
from pbem.render.renderer import Renderer
from pbem.robots import LEVELS
from pbem.server.database_marker import expects_database, note_database
from pbem.server.database_watch import DatabaseWatch
from pbem.server.folders import compiled_templates, operator_box, reading_keys, ways_to_look_at, workers_folder
from pbem.server.health import RELAY, Health
from pbem.server.processor import Processor
from pbem.server.thinking import Thinking
from pbem.server.worker import Worker
from pbem.settings import CourierSmtp, Fault, Settings, SettingsFault
from pbem.settings.house_rules import variants

if TYPE_CHECKING:  # needed by those who sign only
    from pbem.mail.message.dkim_signing import Signer
    from pbem.mail.outbound.smtp_transport import Relay

log = logging.getLogger(__name__)


def build(
    settings: Settings,
    clock: Clock = system_clock,
    randomness: Randomness | None = None,
    transport: Transport | None = None,
    new_database: bool = False,
) -> Worker:
    """Open the database (the caller holds the writer's lock) and put everything together.

    Without `new_database`, a database that was here before and is gone is not made again: `DatabaseGone`.
    """
    randomness = randomness or SystemRandomness()
    expected = expects_database(settings) and not new_database
    lease = settings.database.lease if settings.database.workers else None
    database = open_database(settings.database.url, clock(), expected, lease)
    note_database(settings, clock())
    with database.begin() as session:
        key = _key(session, randomness)
        if lease is None:
            workers.none(session)
    compiled_templates(settings).mkdir(exist_ok=True)
    services = make_services(settings, clock, randomness, key)
    for folder in (settings.server.spool, operator_box(settings)):
        maildir.create(folder)
    _tell_dropped(database, services)
    own_dead = OwnDead(workers_folder(settings))
    presence = Presence(database, lease, reading_keys(settings), own_dead) if lease is not None else None
    me = presence.me if presence is not None else _alone
    health = Health(database, services, ways_to_look_at(settings))
    processor = Processor(database, services, BY_VERB)
    refused, before = partial(bounces.refused, services), partial(unpile, database, services)
    way_out = transport or make_transport(settings)
    delivery = Delivery(database, way_out, clock, refused, before, partial(_note_relay, health), me)
    if presence is not None:
        presence.heard_until = lambda reads: health.heard_until(clock(), reads)
        presence.start()
    thinking = Thinking(database, services, me)
    keep = partial(_keep, settings, database, clock)
    return Worker(settings, database, services, processor, delivery, health, thinking, presence, keep)


def _alone() -> int:
    return 0


def _keep(settings: Settings, database: Database, clock: Clock, raw_messages: Sequence[RawMessage]) -> None:
    known = _known(raw_messages, settings.security.authserv_id)  # before anybody waits for the writer
    with database.begin() as session:
        inbox.keep(session, known, clock())


def _storable(raw_message: RawMessage) -> RawMessage:
    """The mail with an envelope that every database takes: one that could not be kept would come again for ever."""
    sender, recipients = raw_message.sender, tuple(map(_text, raw_message.recipients))
    return replace(raw_message, sender=sender if sender is None else _text(sender), recipients=recipients)


def _text(address: str) -> str:
    return address.encode("utf-8", "replace").decode().replace("\0", "?")


def _tell_dropped(database: Database, services: Services) -> None:
    if database.dropped:
        log.error("the database: %s", database.dropped)
        with database.begin() as session:
            tell_operator(session, services, mails.CommitsLost(database.dropped))


def _known(raw_messages: Sequence[RawMessage], own_server: str) -> dict[str, RawMessage]:
    """The mails as they are kept, by their fingerprints."""
    dated = [_dated(_storable(raw_message), own_server) for raw_message in raw_messages]
    return {fingerprint(raw_message): raw_message for raw_message in dated}


def _dated(raw_message: RawMessage, own_server: str) -> RawMessage:
    """The mail with the time when it reached our own server, where its mailbox has not told when it came."""
    if raw_message.arrived_at is not None:
        return raw_message
    return replace(raw_message, arrived_at=received_at(raw_message.raw, own_server))


def database_watch(settings: Settings, clock: Clock, randomness: Randomness | None = None) -> DatabaseWatch:
    """Who tells of a database that fails. Without it there is no key: an answer to what it writes proves nothing."""
    chance = randomness or SystemRandomness()

    def services() -> Services:
        return make_services(settings, clock, chance, chance.token("key").encode())

    return DatabaseWatch(settings, clock, services, lambda: make_transport(settings))


def _note_relay(health: Health, receipt: Receipt) -> None:
    """What a receipt says of the way out: that it fails, or, even where it refuses one mail, that it works."""
    if receipt.whole:
        health.fails(RELAY, f"{receipt.code} {receipt.text}".strip())
    else:
        health.works(RELAY)


def _key(session: Session, randomness: Randomness) -> bytes:
    """What signs the tokens: made once, and kept with the games."""
    key = server.get(session, "key")
    return (key or server.first(session, "key", randomness.token("key") + randomness.token("key"))).encode()


def make_services(settings: Settings, clock: Clock, randomness: Randomness, key: bytes) -> Services:
    """Site, policy and words from the settings."""
    server, games, limits = settings.server, settings.games, settings.limits
    site = Site(server.name, server.address, server.operator)
    policy = Policy(
        language=server.language,
        variant=games.variant,
        deadline=games.deadline,
        veil=games.veil,
        remind=games.remind,
        trust=settings.security.unauthenticated == "trust",
        results=trusted_results(settings),
        letters_per_hour=limits.mails_per_hour_per_sender,
        error_answers_per_hour=limits.error_answers_per_hour,
        error_answers_per_day=limits.error_answers_per_day,
        stranger_answers_per_hour=limits.strangers_per_hour,
        games_per_player=limits.games_per_player,
    )
    folders = [f for f in (server.templates, paths.templates_folder()) if f is not None]
    own = OwnAddresses(server.address, server.delimiter, aliases=server.aliases)
    words = renderer(tuple(folders), site)
    compiled = compiled_templates(settings)
    words.bytecode = compiled if compiled.is_dir() else None
    return Services(
        site, own, policy, clock, randomness, words, key, variants(settings), LEVELS, SPECS, make_signer(settings)
    )


def trusted_results(settings: Settings) -> TrustedResults:
    """Whose Authentication-Results the operator believes."""
    section = settings.security
    return TrustedResults(section.authserv_id, section.authentication_results == "topmost", section.arc_sealers)


def make_signer(settings: Settings) -> Signer | None:
    """Who signs our mails by DKIM; None if the relay does. Raises `SettingsFault` for a key that signs nothing."""
    section = settings.dkim
    if section is None:
        return None
    try:
        from pbem.mail.message.dkim_signing import BadKey, Signer, read_key
    except ImportError:
        fault = Fault("dkim", "needs libraries that are not here", "Run: pip install 'pbem[dkim]'")
        raise SettingsFault([fault]) from None
    try:
        key = read_key(section.key_file.read_text("ascii"))
    except (OSError, UnicodeDecodeError, BadKey) as bad:
        mend = "Make one with: openssl genrsa -out FILE 2048, readable for the user that runs pbem"
        raise SettingsFault([Fault("dkim.key_file", f"cannot be used: {bad}", mend)]) from None
    domain = section.domain or settings.server.address.rpartition("@")[2]
    return Signer(to_ascii(f"@{domain}")[1:].lower(), section.selector, key)


@lru_cache(maxsize=8)
def renderer(folders: tuple[Path, ...], site: Site) -> Renderer:
    """The templates of these folders: compiled once in a process, however often the parts are put together."""
    return Renderer(folders, site)


def make_transport(settings: Settings) -> Transport:
    """The way out that the settings name."""
    if settings.courier.maildir is not None:
        from pbem.mail.outbound.maildir_transport import MaildirTransport

        return MaildirTransport(settings.courier.maildir.path)
    from pbem.mail.outbound.smtp_transport import SmtpTransport

    if settings.courier.smtp is None:
        raise ValueError("the settings name no way out")
    return SmtpTransport(make_relay(settings.courier.smtp))


def make_relay(smtp: CourierSmtp) -> Relay:
    """The relay of [courier.smtp]."""
    from pbem.mail.outbound.smtp_transport import Relay

    password = smtp.password.get_secret_value() if smtp.password is not None else ""
    context = ssl.create_default_context(cafile=smtp.ca_file) if smtp.ca_file is not None else None
    return Relay(smtp.host, smtp.port, smtp.tls, smtp.user, password, tls_context=context)


__all__ = ["build", "make_services", "make_signer", "make_transport"]
