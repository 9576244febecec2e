"""Coverage-guided fuzzing of everything that reads a mail. No test: run by hand, for as long as one likes.

    pip install atheris
    python -m tests.fuzz.fuzz_letters -max_total_time=600 -max_len=20000 FOUND tests/letters/corpus

FOUND is an empty folder for the inputs that reach something new; an input that raises or takes longer than ten seconds
is written to the current folder, and goes from there into `tests/letters/` as a case.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["pbem.mail.message"]):
    from pbem.mail.message.authentication import TrustedResults, verdict
    from pbem.mail.message.bounce_report import read_bounce
    from pbem.mail.message.fingerprint import fingerprint
    from pbem.mail.message.own_addresses import OwnAddresses
    from pbem.mail.message.parse_message import MAX_TEXT, parse_message
    from pbem.mail.message.raw_message import RawMessage
    from pbem.mail.message.screening import screen

OWN = OwnAddresses(
    "hearts@example.net", "+", "example.net", sentinel="##- answer above -##", bounces="bounce@example.net"
)


def one_mail(raw: bytes) -> None:
    """All that is done with a mail that came in, and what must hold of any."""
    raw_message = RawMessage(raw, "smtp", "", ("hearts+a1@example.net",))
    letter = parse_message(raw_message, OWN)
    if (letter.fault is None) != bool(letter.lines) or sum(map(len, letter.lines)) > 2 * MAX_TEXT:
        raise AssertionError("a letter has lines within bounds, or a fault")
    screen(letter, OWN)
    verdict(letter, TrustedResults("mx.example.net"))
    read_bounce(letter, raw_message)
    fingerprint(raw_message)


if __name__ == "__main__":
    atheris.Setup([*sys.argv, "-timeout=10"], one_mail)
    atheris.Fuzz()
