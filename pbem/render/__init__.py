"""Mails in words: the renderer, and what templates may use."""
