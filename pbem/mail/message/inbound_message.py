"""A letter: a mail that was read. What the person wrote, who it says it is from, and what it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum


class TextFault(StrEnum):
    """Why a letter has no readable text of its own; each has its sentence in the templates."""

    EMPTY = "empty"
    ALL_QUOTED = "all-quoted"
    ENCRYPTED = "encrypted"
    OPAQUE_SIGNED = "opaque-signed"
    TNEF_ONLY = "tnef-only"
    ATTACHED_ONLY = "attached-only"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class InboundMessage:
    """One mail, read. Addresses are canonical (`email_address.canonical`); "" or () where there is none."""

    message_id: str  # without angle brackets; "" if none
    sender: str  # the one From address; "" unless there is exactly one From field with exactly one address
    sender_name: str  # the display name, decoded, without control characters; never trusted
    subject: str  # decoded, unfolded, as written
    recipients: tuple[str, ...]  # envelope, Delivered-To, X-Original-To, Envelope-To, To, Cc: in this order, once each
    answers: tuple[str, ...]  # message ids it answers, likeliest first (In-Reply-To, then References from the last)
    lines: tuple[str, ...]  # the text the person wrote, line by line, quoting and signature removed, not normalised
    fault: TextFault | None = None  # set when `lines` is of no use
    envelope_sender: str | None = None
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # names lower-case, values unfolded, in order
    structure: tuple[str, ...] = ()  # content types of the parts, in order, lower-case ("multipart/report", …)

    @property
    def offset(self) -> str:
        """How far the writer's clock is from UTC, `+0100`, as the Date field says; "" if it does not."""
        date = next((value for name, value in self.headers if name == "date"), "")
        found = re.search(r":\d\d ([+-])(0\d|1[0-4])([0-5]\d)\b", date)
        return "".join(found.groups()) if found else ""
