"""The bases of all that is told to somebody. A class names its template; its fields are the facts that the words need.

A template reads the fields by their names. To add a mail, write its class, its template and a sample in
`tests/render/samples.py`; a test walks the subclasses and finds what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one order of the reader's letter. Its words are in `answers/<template>.txt`."""

    template: ClassVar[str]
    shows_table: ClassVar[bool] = False  # the state of the game is shown with it
    failed: ClassVar[bool] = False  # it says what was not done: the mail's subject says so


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """One mail to one reader: `answers` first, then its own words, from `<template>.txt` and perhaps `.html`."""

    template: ClassVar[str]
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice(Mail):
    """A short mail that asks nothing. Its words are in `notice/<kind>.txt`."""

    template: ClassVar[str] = "notice"
    kind: ClassVar[str]
    game: int | None


@dataclass(frozen=True, slots=True)
class OperatorMail(Mail):
    """Something needs the operator's attention. Its words are the macros `<kind>` and `<kind>_subject` of
    `troubles.txt`.
    """

    template: ClassVar[str] = "operator"
    kind: ClassVar[str]
    cause: str
