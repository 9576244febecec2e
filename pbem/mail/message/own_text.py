"""The words of a mail of ours, as text and as a mail program shows its HTML: to know them when they come back."""

from __future__ import annotations

from pbem.mail.message import mime
from pbem.mail.message.html_text import lines_of


def texts(raw: bytes) -> tuple[str, ...]:
    """The text of each part that is shown."""
    found: list[str] = []
    for part in mime.parse(raw).root.walk():
        if part.kind.word == "text/plain" and not part.attached:
            found.append(part.text())
        elif part.kind.word == "text/html":
            found.append("\n".join(lines_of(part.text())))
    return tuple(found)
