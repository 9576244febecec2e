"""The states and kinds that a table knows. Their values are stored, and shown to programs: they never change."""

from __future__ import annotations

from enum import StrEnum


class GamePhase(StrEnum):
    """How far a table has come."""

    LOBBY = "gathering"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"  # closed without a result


RUNNING = (GamePhase.LOBBY, GamePhase.PLAYING)
"""The phases in which a table still has something to do."""


class SeatState(StrEnum):
    """What a seat is."""

    OPEN = "open"
    INVITED = "invited"
    DECLINED = "declined"
    SILENT = "silent"  # the guest has not answered for long, and still may
    RETURNED = "returned"  # the invitation came back
    JOINED = "joined"  # a person sits there
    ROBOT = "robot"
    RESIGNED = "resigned"  # a robot plays on for a person who may come back


FREE = (SeatState.RETURNED, SeatState.OPEN, SeatState.DECLINED, SeatState.SILENT)
"""The states of a seat that another guest may get, the emptiest first; before them one whose guest was spelt wrong."""

OFFERED = (SeatState.INVITED, SeatState.RETURNED, SeatState.DECLINED, SeatState.SILENT)
"""The states of a seat that its guest may still take: who has declined may think again."""


class RestKind(StrEnum):
    """Why the rest of a deal is played out by rule."""

    SETTLED = "settled"  # no card that counts is left
    REST = "rest"  # a player claims all tricks that are left
    OPEN = "open"  # a player claims that nothing that is left matters


class AlarmKind(StrEnum):
    """What falls due at a table."""

    LAPSE = "lapse"
    REMIND = "remind"
    CLAIM = "claim"
    UNMASK = "veil"
    VOTE = "vote"
    RESUME = "resume"
    SLEEP = "sleep"
    INVITATION = "invitation"
    UNBEGUN = "unbegun"


FOLLOWS_SEAT_CLOCK = (AlarmKind.LAPSE, AlarmKind.REMIND)
"""The alarms that are set whenever the clocks of a table's seats are, and from nothing else."""


class JobKind(StrEnum):
    """What a robot is asked to search for."""

    TURN = "turn"
    REVIEW = "review"
    HINT = "hint"


class VoteKind(StrEnum):
    """What a table decides together."""

    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    END = "end"
    CANCEL = "cancel"
