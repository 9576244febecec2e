"""A mail for the demo as a person sees it: as a page in a browser, and in the terminal with the suits in colour."""

from __future__ import annotations

import webbrowser
from pathlib import Path

from rich.text import Text

from pbem.cli.correspondent import ReceivedMail

_RED = r"(?m)^[♥♦] .*$|\[(?:10|[2-9JQKA])[HD]\]|\b(?:10|[2-9JQKA])(?:[♥♦]|[HD]\b)|[♥♦]"
_AGAIN = '<meta http-equiv="refresh" content="2">'


class MailPage:
    """One page that shows the newest mail, and looks again every two seconds."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._opened = False

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return self._file.absolute().as_uri()

    def show(self, mail: ReceivedMail) -> None:
        """Put the mail there; the first one opens the browser, where there is one."""
        self._file.write_text(mail.html.replace("<head>", f"<head>{_AGAIN}", 1), encoding="utf-8")
        if not self._opened:
            self._opened = True
            webbrowser.open(self.address)


def in_colour(text: str) -> Text:
    """The text with its red suits red."""
    shown = Text(text)
    shown.highlight_regex(_RED, "red")
    return shown
