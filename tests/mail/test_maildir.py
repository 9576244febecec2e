"""Maildir: mails as files, never half, never lost."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail import maildir


def now() -> datetime:
    return datetime(2026, 11, 29, 12, 0, 0, 250_000, UTC)


def test_a_delivered_mail_lies_in_new_for_its_owner_only(tmp_path: Path) -> None:
    path = maildir.deliver(tmp_path / "box", b"mail", now)
    assert path.parent == tmp_path / "box/new"
    assert path.read_bytes() == b"mail"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list((tmp_path / "box/tmp").iterdir()) == []


def test_two_mails_of_the_same_moment_have_two_names(tmp_path: Path) -> None:
    names = {maildir.deliver(tmp_path, b"mail", now).name for _ in range(20)}
    assert len(names) == 20
    assert all(name.startswith("1795953600.M250000P") for name in names)


def test_the_mail_is_flushed_before_it_shows_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[tuple[str, int]] = []
    flush = os.fsync

    def watched(handle: int) -> None:
        flush(handle)
        flushed.append((Path(os.readlink(f"/proc/self/fd/{handle}")).parent.name, len(maildir.waiting(tmp_path))))

    monkeypatch.setattr(os, "fsync", watched)
    maildir.deliver(tmp_path, b"mail", now)
    assert flushed == [("tmp", 0), (tmp_path.name, 1)]


def test_a_full_disk_leaves_no_half_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        maildir.deliver(tmp_path, b"mail", now)
    assert maildir.waiting(tmp_path) == []
    assert list((tmp_path / "tmp").iterdir()) == []


def test_mails_wait_in_the_order_of_their_coming(tmp_path: Path) -> None:
    paths = [maildir.deliver(tmp_path, b"mail", now) for _ in range(3)]
    for age, path in enumerate(paths):
        os.utime(path, ns=(0, 10**18 - age))
    assert maildir.waiting(tmp_path) == paths[::-1]


def test_a_mail_that_a_mail_program_has_only_listed_still_waits(tmp_path: Path) -> None:
    path = maildir.deliver(tmp_path, b"mail", now)
    listed = path.rename(tmp_path / "cur" / f"{path.name}:2,F")
    assert maildir.waiting(tmp_path) == [listed]
    maildir.mark_taken(tmp_path, listed)
    assert maildir.waiting(tmp_path) == []
    assert [p.name for p in (tmp_path / "cur").iterdir()] == [f"{path.name}:2,FS"]


def test_what_is_settled_is_marked_as_seen(tmp_path: Path) -> None:
    path = maildir.deliver(tmp_path, b"mail", now)
    maildir.mark_taken(tmp_path, path)
    assert [p.name for p in (tmp_path / "cur").iterdir()] == [f"{path.name}:2,S"]
    maildir.mark_taken(tmp_path, path)  # by another pass, a moment later
    assert maildir.waiting(tmp_path) == []


def test_what_a_person_has_deleted_or_hidden_does_not_wait(tmp_path: Path) -> None:
    maildir.create(tmp_path)
    (tmp_path / "cur/1.a:2,T").write_bytes(b"deleted")
    (tmp_path / "cur/2.b:2,S").write_bytes(b"seen")
    (tmp_path / "new/.nfs0001").write_bytes(b"of the file system")
    assert maildir.waiting(tmp_path) == []
