"""What PostgreSQL says when it lets nobody in: what passes by itself, and what does not."""

from __future__ import annotations

import os

import pytest
from sqlalchemy.exc import OperationalError

from pbem.db.outages import as_fault

HERE = 'connection to server at "127.0.0.1", port 5432 failed: '


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("Connection refused\n\tIs the server running on that host?", os.EX_TEMPFAIL),
        ("FATAL:  the database system is starting up", os.EX_TEMPFAIL),
        ("FATAL:  the database system is shutting down", os.EX_TEMPFAIL),
        ("FATAL:  the database system is in recovery mode", os.EX_TEMPFAIL),
        (
            "FATAL:  the database system is not yet accepting connections\n"
            "DETAIL:  Consistent recovery state has not been yet reached.",
            os.EX_TEMPFAIL,
        ),
        ("FATAL:  sorry, too many clients already", os.EX_TEMPFAIL),
        ("FATAL:  terminating connection due to administrator command", os.EX_TEMPFAIL),
        ('FATAL:  password authentication failed for user "pbem"', os.EX_CONFIG),
        ('FATAL:  role "pbem" does not exist', os.EX_CONFIG),
        ('FATAL:  database "pbem" does not exist', os.EX_CONFIG),
        ('FATAL:  no pg_hba.conf entry for host "127.0.0.1", user "pbem"', os.EX_CONFIG),
        ('FATAL:  role "pbem" is not permitted to log in', os.EX_CONFIG),
    ],
)
def test_only_a_refused_login_is_the_configurations_fault(said: str, status: int) -> None:
    fault = as_fault(OperationalError("connect", None, Exception(HERE + said)), "pbem")
    assert fault is not None
    assert fault.status == status
