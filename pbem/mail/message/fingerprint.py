"""One mail, one key: two copies that came by two routes are the same letter."""

from __future__ import annotations

from hashlib import blake2b

from pbem.mail.message import mime
from pbem.mail.message.headers import ids, lowest
from pbem.mail.message.raw_message import RawMessage

# Never trace headers or the envelope: these differ from route to route.
_NAMED = ("from", "date")
_NAMELESS = ("from", "date", "to", "cc", "subject", "in-reply-to")


def fingerprint(raw_message: RawMessage) -> str:
    """The same for two copies of one mail, different for all else.

    Message-ID and content together: some programs use an id again for another mail. Without an id, more of the header
    stands for it. Of two fields with one name the lowest counts, as for a signature: a second one put on top makes no
    second letter of a signed one. The content is compared with transfer encodings undone, and without blanks at line
    ends, since servers change these on the way.
    """
    mail = mime.parse(raw_message.raw)
    message_id = next(iter(ids(lowest(mail.fields, "message-id"))), "")
    key = blake2b(message_id.encode("utf-8", "replace"), digest_size=20)
    for name in _NAMED if message_id else _NAMELESS:
        key.update(b"\0" + " ".join(lowest(mail.fields, name).split()).encode("utf-8", "replace"))
    for part in mail.root.walk():
        if not part.parts or part.kind.word.startswith("message/"):
            lines = part.payload(len(part.body)).split(b"\n")
            key.update(b"\0" + b"\n".join(line.rstrip() for line in lines).strip())
    return key.hexdigest()
