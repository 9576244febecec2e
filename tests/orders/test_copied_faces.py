"""Faces of cards copied out of our HTML: a person's where they open the letter, ours below anything else."""

from __future__ import annotations

from pbem.orders.brackets import opened
from pbem.orders.normalise import normalise

FACES = normalise("Q\u200c ♠, 10\u200c ♥")


def test_copied_faces_that_open_a_letter_are_the_writers() -> None:
    assert FACES.ours
    (line,) = opened([FACES], None)
    assert (line.ours, line.plain) == (False, FACES.plain)
    assert not opened([normalise("hello"), FACES], None)[1].ours


def test_copied_faces_below_other_words_stay_ours() -> None:
    assert opened([normalise("the weather has been bad for weeks here"), FACES], None)[1].ours
