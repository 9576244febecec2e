"""A real Postfix on loopback: hearts.test is delivered by LMTP, pipe.test through a pipe, away.test by SMTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.machine import free_port, greets, need, run, short_folder, wait_until

_MAIN = """
compatibility_level = 3.6
queue_directory = {root}/queue
data_directory = {root}/data
command_directory = /usr/sbin
daemon_directory = {daemons}
mail_owner = postfix
setgid_group = postdrop
maillog_file = {root}/log
maillog_file_prefixes = {root}
myhostname = mx.test
mydestination =
local_recipient_maps =
local_transport = error:no local mail
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
default_transport = error:5.1.2 no outside mail from the test bed
transport_maps = inline:{{ {{ hearts.test = lmtp:inet:127.0.0.1:{lmtp} }}, {{ pipe.test = heartspipe: }},
  {{ away.test = smtp:[127.0.0.1]:{away} }} }}
heartspipe_destination_recipient_limit = 1
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
transport_retry_time = 1s
recipient_delimiter = +
smtp_tls_security_level = may
lmtp_tls_security_level = may
"""

_MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup    unix  n - n 60 1 pickup
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 1 1 qmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
proxymap  unix  - - n - - proxymap
smtp      unix  - - n - - smtp
lmtp      unix  - - n - - lmtp
showq     unix  n - n - - showq
error     unix  - - n - - error
retry     unix  - - n - - error
discard   unix  - - n - - discard
anvil     unix  - - n - 1 anvil
scache    unix  - - n - 1 scache
tlsmgr    unix  - - n 1000? 1 tlsmgr
postlog   unix-dgram n - n - 1 postlogd
heartspipe unix - n n - 4 pipe
  flags=q user=nobody argv={pipe} ${{sender}} ${{recipient}}
"""


class Postfix:
    """The server. `lmtp` and `away` are free ports that it delivers to; `pipe` is the program of its pipe."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.port, self.lmtp, self.away = free_port(), free_port(), free_port()
        self.pipe = root / "receive"
        self.log = root / "log"
        daemons = run("postconf", "-d", "-h", "daemon_directory").strip()
        (root / "etc").mkdir()
        (root / "queue").mkdir()
        (root / "data").mkdir()
        run("chown", "postfix", str(root / "data"))
        facts = {"root": root, "port": self.port, "lmtp": self.lmtp, "away": self.away, "pipe": self.pipe}
        (root / "etc/main.cf").write_text(_MAIN.format(daemons=daemons, **facts))
        (root / "etc/master.cf").write_text(_MASTER.format(**facts))

    def start(self) -> None:
        self._postfix("start")
        wait_until(lambda: greets(self.port), "Postfix to greet")

    def stop(self) -> None:
        self._postfix("stop")

    def queue(self) -> list[dict[str, object]]:
        """The mails that wait, as postqueue tells them."""
        lines = run("postqueue", "-c", str(self.root / "etc"), "-j").splitlines()
        return [json.loads(line) for line in lines]

    def flush(self) -> None:
        """Try all that waits again, now."""
        run("postqueue", "-c", str(self.root / "etc"), "-f")

    def _postfix(self, command: str) -> None:
        run("postfix", "-c", str(self.root / "etc"), command, MAIL_CONFIG=str(self.root / "etc"))


@pytest.fixture(scope="session")
def postfix() -> Iterator[Postfix]:
    """One Postfix for all tests of a worker."""
    need("postfix", "postqueue", "postconf", root=True)
    with short_folder("postfix") as root:
        server = Postfix(root)
        server.start()
        try:
            yield server
        finally:
            server.stop()
