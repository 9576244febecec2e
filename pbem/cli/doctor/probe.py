"""`pbem doctor --probe`: a mail to ourselves through the configured way out, the world, and the way in.

It goes to a reply address, as players' answers do, so its arrival shows that the delimiter reaches us too. The
processor knows it as our own mail and answers nobody; the probe is found in the inbox by its Message-ID. Where no
server runs, the doctor makes the passes that cron would make.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

from pbem.cli.common import State
from pbem.cli.doctor.findings import Finding
from pbem.cli.reports import NotThere, reading
from pbem.clock import Clock, system_clock
from pbem.db.lock import Busy, WriterLock
from pbem.db.queries import inbox
from pbem.db.queries.inbox import InboxState, Letter
from pbem.mail.message.email_address import with_tag
from pbem.mail.message.headers import split, values
from pbem.mail.message.write import OutboundMessage, write_message
from pbem.mail.outbound.transport import Fate, Receipt
from pbem.randomness import Randomness, SystemRandomness
from pbem.server.bootstrap import make_signer, make_transport
from pbem.server.folders import lock_path, ways_in
from pbem.server.mailbox import mailbox
from pbem.server.tick import tick
from pbem.settings import Settings

NAME = "probe"
_SIGNER = re.compile(r"(?:^|;)\s*d=([^;]+)")
_LOOK = 0.5  # seconds between two looks
_NEWEST = 200  # letters that are looked through: ours is among the newest


def probe(
    settings: Settings, seconds: float, clock: Clock = system_clock, randomness: Randomness | None = None
) -> Iterator[Finding]:
    """Send the mail, wait so long for it to come back, and tell how it went, or which leg is missing."""
    State.data = settings.server.data  # a pass may write there, as root too
    serial = (randomness or SystemRandomness()).token("probe")
    receipt = _send(settings, serial, clock)
    if receipt.fate is not Fate.SENT:
        said = f"the way out does not take our mail: {receipt.code or ''} {receipt.text}".replace(":  ", ": ")
        yield Finding(NAME, "fault", said, "Mend [courier.…] first: what the server said is the reason")
        return
    yield Finding(NAME, "ok", f"the way out took a mail to ourselves: {receipt.text}")
    began = time.monotonic()
    came = _wait(settings, serial, began + seconds)
    if came is None:
        yield _missing(settings, serial, seconds)
    elif _is_probe(came, serial) and came.outcome.endswith("own-mail"):
        took = time.monotonic() - began
        yield Finding(NAME, "ok", f"it came back by {came.message.source} after {took:.1f} seconds: mail goes round")
        yield _signed(came)
    elif _is_probe(came, serial):
        what = came.outcome or came.state
        said = f"it came back by {came.message.source}, but was not known as ours: letter {came.id}, {what}"
        yield Finding(NAME, "fault", said, f"See `pbem inbox show {came.id}` and the server's log")
    else:
        said = f"it could not be delivered: letter {came.id} is the report"
        yield Finding(NAME, "fault", said, f"`pbem inbox show {came.id}` tells which server refused it, and why")


def _signed(came: Letter) -> Finding:
    """By whom the mail was signed on its way: the others' servers ask for that."""
    fields = split(came.message.raw)[0]
    found = [_SIGNER.search(value) for value in values(fields, "dkim-signature")]
    domains = [one[1].strip() for one in found if one]
    if domains:
        return Finding("dkim", "ok", f"the probe came back signed by {', '.join(dict.fromkeys(domains))}")
    said = "the probe came back without a signature: big providers want one"
    return Finding("dkim", "note", said, "Let the server that takes our mails sign them, or add [dkim]")


def _address(settings: Settings, serial: str) -> str:
    return with_tag(settings.server.address, settings.server.delimiter, f"{NAME}{serial}")


def _send(settings: Settings, serial: str, clock: Clock) -> Receipt:
    """Hand the mail over as the server would: one recipient, signed, an envelope that tells what comes back."""
    address = settings.server.address
    mail = OutboundMessage(
        from_address=address,
        from_name=settings.server.name,
        to_address=_address(settings, serial),
        subject="Probe",
        text="A probe of the way that our mails take.\n",
        message_id=f"{NAME}.{serial}@{address.rpartition('@')[2]}",
        date=clock(),
    )
    body, signer = write_message(mail), make_signer(settings)
    transport = make_transport(settings)
    try:
        back = _address(settings, f"{serial}back")
        return transport.send(back, mail.to_address, signer(body, clock()) if signer else body)
    finally:
        transport.close()


def _wait(settings: Settings, serial: str, until: float) -> Letter | None:
    """The letter that came of it, once it has been handled; None if none came in time."""
    while True:
        if not _served(settings):
            _pass(settings)
        came = _came(settings, serial)
        if (came is not None and came.state is not InboxState.NEW) or time.monotonic() > until:
            return came
        time.sleep(_LOOK)


def _served(settings: Settings) -> bool:
    """True while another pbem is at work, which then takes mail in."""
    try:
        with WriterLock(lock_path(settings)):
            return False
    except Busy:
        return True


def _pass(settings: Settings) -> None:
    try:
        tick(settings, wait=0)
    except Busy:  # cron was quicker
        pass
    except Exception:  # noqa: BLE001  # a way in that fails was logged there, and is a finding of its own
        return


def _came(settings: Settings, serial: str) -> Letter | None:
    try:
        with reading(settings) as session:
            newest = inbox.newest(session, _NEWEST)
            return next(
                (row for row in newest if serial.encode() in row.message.raw or serial in row.message.recipients), None
            )
    except NotThere:
        return None


def _is_probe(row: Letter, serial: str) -> bool:
    return (
        f"message-id: <{NAME}.{serial}@".encode()
        in row.message.raw.partition(b"\r\n\r\n")[0].partition(b"\n\n")[0].lower()
    )


def _missing(settings: Settings, serial: str, seconds: float) -> Finding:
    """Where the mail got to, as far as can be seen from here."""
    for where, look, mend in _PLACES:
        if look(settings, serial):
            return Finding(NAME, "fault", f"after {seconds:.0f} seconds it {where}", mend)
    said = f"after {seconds:.0f} seconds it has not come back; {_address(settings, serial)} did not reach us"
    mend = (
        "See the queue and log of the server that took it (mailq). Does mail for our domain come to this mailbox or "
        f"port, and mail to addresses with {settings.server.delimiter!r} too?"
    )
    return Finding(NAME, "fault", said, mend)


def _in_mailbox(settings: Settings, serial: str) -> bool:
    if settings.intake.imap is None:
        return False
    from pbem.mail.inbound.imap_connection import Broken, ImapConnection, Refused

    try:
        line = ImapConnection(mailbox(settings))
        try:
            uids = line.open_folder()[1]
            return any(serial.encode() in (line.fetch(uid) or b"") for uid in uids[-20:])
        finally:
            line.log_out()
    except (*Broken, Refused):  # that is a finding of its own
        return False


def _in_folder(settings: Settings, serial: str) -> bool:
    folders = [folder for way in ways_in(settings) for folder in (way.path, way.path / "new")]
    files = (path for folder in folders for path in folder.glob("*") if path.is_file())
    return any(serial.encode() in path.read_bytes() for path in files)


def _at_a_closed_door(settings: Settings, _serial: str) -> bool:
    named = {name for name in type(settings.intake).model_fields if getattr(settings.intake, name) is not None}
    only_doors = bool(named) and named <= {"smtp", "lmtp"}
    return only_doors and not _served(settings)


_PLACES: tuple[tuple[str, Callable[[Settings, str], bool], str], ...] = (
    ("lies in the inbox, not handled", lambda s, serial: _came(s, serial) is not None, "See the server's log"),
    ("lies in the mailbox, and nobody takes it", _in_mailbox, "Restart `pbem serve` and read its log"),
    ("lies in the folder that mail is taken from", _in_folder, "Restart `pbem serve` and read its log"),
    ("waits before a closed door: no `pbem serve` listens", _at_a_closed_door, "Start `pbem serve` and probe again"),
)
"""Where a mail can be found that did not come, in the order of looking: where it is, how to see it, how to mend it."""
