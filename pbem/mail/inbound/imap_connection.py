"""A connection to an IMAP server: made, encrypted, logged in; what each server does differently is known here."""

from __future__ import annotations

import select
import shlex
import ssl
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from imapclient import IMAPClient, SocketTimeout

Tls = Literal["none", "starttls", "implicit"]

Broken = (IMAPClient.AbortError, OSError)
"""The line is gone, or of no use any more."""
Refused = IMAPClient.Error
"""The server said NO, or something that cannot be read (`Broken`'s AbortError is one of these: ask for it first)."""

_CONNECT_SECONDS = 15
_TOKEN_SECONDS = 60


@dataclass(frozen=True, slots=True)
class ImapAccount:
    """Where the mail lies, and how to get in. With a token command, its output is the XOAUTH2 token of each login."""

    host: str
    port: int = 993
    tls: Tls = "implicit"
    user: str = ""
    password: str = ""
    oauth_token_command: str = ""
    folder: str = "INBOX"
    done_folder: str = "Processed"
    failed_folder: str = "Failed"
    idle: bool = True
    idle_seconds: int = 240  # providers drop a silent line after 5 to 29 minutes
    poll_seconds: int = 120
    message_bytes: int = 1_048_576
    timeout: float = 60
    tls_context: ssl.SSLContext | None = None


class ImapConnection:
    """One connection, logged in."""

    def __init__(self, box: ImapAccount) -> None:
        self._box = box
        self._client: Any = IMAPClient(
            box.host,
            box.port,
            ssl=box.tls == "implicit",
            ssl_context=box.tls_context,
            timeout=SocketTimeout(min(_CONNECT_SECONDS, box.timeout), box.timeout),
        )
        self._client.normalise_times = False  # else they come without their zone
        try:
            if box.tls == "starttls":  # raises if the server does not offer it: never on in the clear
                self._client.starttls(box.tls_context)
            if box.oauth_token_command:
                self._client.oauth2_login(box.user, _fresh_token(box.oauth_token_command))
            else:
                self._client.login(box.user, box.password)
            self._prefix = self._personal_prefix()
        except BaseException:
            self.hang_up()
            raise
        self._known_folders: set[str] = set()

    def open_folder(self) -> tuple[int, list[int]]:
        """Select the folder: its UIDVALIDITY, and the UIDs of all that lies in it, oldest first, whatever the flags."""
        state = self._client.select_folder(self._box.folder)
        return int(state.get(b"UIDVALIDITY", 0)), sorted(self._client.search("ALL"))

    def sizes(self, uids: Sequence[int]) -> dict[int, tuple[int, datetime | None]]:
        """How big each mail is, and when it reached the mailbox; one that was removed meanwhile is not in it."""
        answers = self._client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE"])
        return {
            uid: (answer[b"RFC822.SIZE"], answer.get(b"INTERNALDATE"))
            for uid, answer in answers.items()
            if b"RFC822.SIZE" in answer
        }

    def fetch(self, uid: int) -> bytes | None:
        """One mail's bytes, without marking it as seen; None if the server says OK and gives nothing (iCloud does)."""
        return self._client.fetch([uid], ["BODY.PEEK[]"]).get(uid, {}).get(b"BODY[]") or None

    def move(self, uids: Sequence[int], folder: str) -> None:
        """Move mails to another folder, which is made if it is not there."""
        name = folder if folder.startswith(self._prefix) else self._prefix + folder
        if name not in self._known_folders:
            if not self._client.folder_exists(name):
                self._client.create_folder(name)
            self._known_folders.add(name)
        if self._client.has_capability("MOVE"):
            self._client.move(uids, name)
            return
        self._client.copy(uids, name)
        self._client.delete_messages(uids, silent=True)
        # Without UIDPLUS all that is marked as deleted goes, also what a person marked: the server knows no other way.
        self._client.expunge(uids if self._client.has_capability("UIDPLUS") else None)

    def idles(self) -> bool:
        """True if the server can tell of new mail by itself."""
        return bool(self._client.has_capability("IDLE"))

    def wait_for_news(self, seconds: int, stop: threading.Event) -> None:
        """IDLE until the server says anything, the time is over, or we are to stop.

        It only wakes us: what came is found by looking. `idle_check` is not used, since it takes a dead line for a
        quiet one (imapclient #565); here a dead line is readable, and DONE then fails as it should. What the server
        says in one breath with its consent (a mail that came since we looked, or since the last DONE) shows only after
        DONE: so the first IDLE is short, and each is as long as all before it. Nothing lies for longer than it was
        quiet.
        """
        spent = 0
        while spent < seconds and not stop.is_set():
            length = min(max(spent, 1), seconds - spent)
            if self._idle(length, stop):
                return
            spent += length

    def _idle(self, seconds: int, stop: threading.Event) -> bool:
        self._client.idle()
        poll = select.poll()
        poll.register(self._client.socket(), select.POLLIN)
        heard = any(stop.is_set() or poll.poll(1000) for _ in range(seconds))
        _, said = self._client.idle_done()
        return heard or any(b"EXISTS" in words for words in said)

    def log_out(self) -> None:
        """Say goodbye."""
        self._client.logout()

    def hang_up(self) -> None:
        """Close without a word; the line may be dead already."""
        try:
            self._client.shutdown()
        except OSError:
            return

    def _personal_prefix(self) -> str:
        """What the names of own folders begin with ("INBOX." at Courier and Cyrus, nothing at most others)."""
        if not self._client.has_capability("NAMESPACE"):
            return ""
        personal = self._client.namespace().personal
        return str(personal[0][0]) if personal else ""


def _fresh_token(command: str) -> str:
    """The operator's command prints an access token; they last about an hour, so each login asks for one."""
    answer = subprocess.run(
        shlex.split(command),
        capture_output=True,
        text=True,
        timeout=_TOKEN_SECONDS,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return answer.stdout.strip()
