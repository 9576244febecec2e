"""Who hears of a game what, and how all mails become bytes. A notice is sent where it happens, by `uow.send`."""
