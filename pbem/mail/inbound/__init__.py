"""Where mail comes in: SMTP, LMTP, IMAP, a Maildir, a pipe. Bytes are kept first, and only then is "yes" said."""

from pbem.mail.inbound.intake import Keep

__all__ = ["Keep"]
