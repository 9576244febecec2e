"""Mails in words: posts, the renderer, and what templates may use."""
