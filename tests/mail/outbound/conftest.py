"""A real mail server to send through."""

from __future__ import annotations

from tests.servers.postfix import postfix as postfix
