"""A real Dovecot on loopback: every user name is good, the password is `secret`, each user has an empty mailbox."""

from __future__ import annotations

import base64
import getpass
import grp
import hashlib
import hmac
import itertools
import json
import os
import pwd
import signal
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail import maildir
from pbem.mail.inbound.imap_intake import ImapAccount
from tests.servers.machine import certificate, free_port, greets, lives, need, run, short_folder, wait_until

PASSWORD = "secret"
_TOKEN_KEY = b"a key that only this test bed knows of"

_CONF = """
base_dir = {root}/run
state_dir = {root}/state
log_path = {root}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = {ssl}
ssl_cert = <{root}/cert.pem
ssl_key = <{root}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
auth_mechanisms = plain login xoauth2
default_internal_user = {internal}
default_internal_group = {group}
default_login_user = {login}
first_valid_uid = 0
first_valid_gid = 0
mail_location = maildir:{root}/mail/%u/Maildir
mail_fsync = always
recipient_delimiter = +
imap_capability = {capability}
namespace {{
  inbox = yes
  prefix = {prefix}
  separator = {separator}
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {root}/oauth2.conf
}}
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid={user} gid={own_group} home={root}/mail/%u allow_all_users=yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = {ssl}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
"""

_OAUTH2 = """
introspection_mode = local
local_validation_key_dict = fs:posix:prefix={root}/keys/
username_attribute = sub
"""


class Dovecot:
    """The server. `capability` replaces what it says it can do; `prefix` is put before all folders but INBOX."""

    def __init__(self, root: Path, capability: str = "", prefix: str = "", ssl: str = "yes") -> None:
        self.root = root
        self._count = itertools.count()
        self.imap, self.imaps, self.lmtp = free_port(), free_port(), free_port()
        as_root = os.geteuid() == 0
        user = "nobody" if as_root else getpass.getuser()  # Dovecot reads no mail as root
        self._owner = pwd.getpwnam(user)
        own_group = grp.getgrgid(self._owner.pw_gid).gr_name
        self.certificate, _ = certificate(root)
        (root / "keys/default/HS256").mkdir(parents=True)
        (root / "keys/default/HS256/default").write_bytes(base64.b64encode(_TOKEN_KEY))
        (root / "oauth2.conf").write_text(_OAUTH2.format(root=root))
        (root / "mail").mkdir()
        os.chown(root / "mail", self._owner.pw_uid, self._owner.pw_gid)
        self._conf = root / "dovecot.conf"
        self._conf.write_text(
            _CONF.format(
                root=root,
                imap=self.imap,
                imaps=self.imaps,
                lmtp=self.lmtp,
                user=user,
                own_group=own_group,
                internal="dovecot" if as_root else user,
                login="dovenull" if as_root else user,
                group="dovecot" if as_root else own_group,
                capability=capability,
                ssl=ssl,
                prefix=prefix,
                separator="." if prefix else "/",
            )
        )

    def start(self) -> None:
        run("dovecot", "-c", str(self._conf))
        wait_until(lambda: greets(self.imap), "Dovecot to greet")

    def stop(self) -> None:
        """Kill the server and its sessions: its own way to stop takes seconds, and leaves the sessions alive."""
        pid_file = self.root / "run/master.pid"
        pid = int(pid_file.read_text())
        os.killpg(pid, signal.SIGKILL)
        wait_until(lambda: not lives(pid) and not greets(self.imap), "Dovecot to end")
        pid_file.unlink()

    def folder(self, user: str) -> Path:
        """Where a user's INBOX lies."""
        return self.root / "mail" / user / "Maildir"

    def put(self, user: str, *mails: bytes) -> None:
        """Deliver mails into a user's INBOX."""
        folder = self.folder(user)
        maildir.create(folder)
        for path in (folder.parent, folder, *(folder / part for part in ("tmp", "new", "cur"))):
            os.chown(path, self._owner.pw_uid, self._owner.pw_gid)
        for mail in mails:
            path = folder / "tmp" / f"{next(self._count):08d}.put.here"  # without fsync: thousands are put by one test
            path.write_bytes(mail)
            os.chown(path, self._owner.pw_uid, self._owner.pw_gid)
            path.rename(folder / "new" / path.name)

    def mailbox(self, user: str, **more: object) -> ImapAccount:
        """How to get at a user's mailbox."""
        usual = {
            "host": "127.0.0.1",
            "port": self.imap,
            "tls": "none",
            "user": user,
            "password": PASSWORD,
            "timeout": 10,
        }
        return ImapAccount(**{**usual, **more})  # type: ignore[arg-type]

    def tls_context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))


def token(user: str) -> str:
    """An access token (a JSON web token) that this Dovecot believes."""

    def part(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    head = part(json.dumps({"typ": "JWT", "alg": "HS256"}).encode())
    claims = part(json.dumps({"sub": user, "iat": 0, "exp": 4_102_444_800}).encode())
    signature = hmac.new(_TOKEN_KEY, f"{head}.{claims}".encode(), hashlib.sha256).digest()
    return f"{head}.{claims}.{part(signature)}"


def _running(**more: str) -> Iterator[Dovecot]:
    need("dovecot", "openssl")
    with short_folder("dovecot") as root:
        server = Dovecot(root, **more)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """One Dovecot for all tests of a worker; each test takes a user of its own."""
    yield from _running()


@pytest.fixture
def own_dovecot() -> Iterator[Dovecot]:
    """A Dovecot for one test, which may stop it."""
    yield from _running()


@pytest.fixture(scope="session")
def old_dovecot() -> Iterator[Dovecot]:
    """One that knows neither IDLE nor MOVE nor UIDPLUS nor TLS, and puts all folders below INBOX."""
    yield from _running(capability="IMAP4rev1 LITERAL+ NAMESPACE", prefix="INBOX.", ssl="no")
