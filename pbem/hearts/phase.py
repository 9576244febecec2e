"""How far a game has come within a deal, and what a seat can be asked for there."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """Where a game stands: between deals, in one of the stages of a deal, or at its end."""

    DEALING = "dealing"  # chance is waited for
    CALL = "call"
    PASS = "pass"
    REPLACE = "replace"
    MIXING = "mixing"  # chance is waited for
    BID = "bid"
    CHARGE = "charge"
    PLAY = "play"
    DISCARD = "discard"
    MOON = "moon"
    OVER = "over"  # the deal has no stage left
    FINISHED = "finished"  # the game


PASSING = (Phase.CALL, Phase.PASS, Phase.REPLACE, Phase.MIXING)
"""The hands are not yet what they are played from."""

BEFORE_PLAY = (*PASSING, Phase.BID, Phase.CHARGE)
