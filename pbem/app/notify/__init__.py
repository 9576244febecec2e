"""Who is told what: notifications, their level, digests and combined mails, and the bytes that go to the outbox."""
