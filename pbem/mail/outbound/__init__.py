"""Where mail goes out: an SMTP relay or a Maildir, and when to try again. The loop over the outbox is `delivery`."""
