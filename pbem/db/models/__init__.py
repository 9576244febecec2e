"""The tables, by subject."""

from pbem.db.models.base import Row
from pbem.db.models.clocks import AlarmRow
from pbem.db.models.digests import CollectedRow, CombinedMailRow
from pbem.db.models.games import DealRow, EntryRow, GameRow
from pbem.db.models.jobs import JobRow
from pbem.db.models.lobby import LessonRow, RematchRow, SeekRow
from pbem.db.models.mail import InboxRow, OutboxRow, QuestionRow
from pbem.db.models.people import AddressRow, BlockRow, PlayerRow
from pbem.db.models.seats import FormerRow, LapseRow, SeatRow
from pbem.db.models.server import MetaRow
from pbem.db.models.talk import TalkRow
from pbem.db.models.votes import VoteRow
from pbem.db.models.workers import WorkerRow

__all__ = [
    "AddressRow",
    "AlarmRow",
    "BlockRow",
    "CollectedRow",
    "CombinedMailRow",
    "DealRow",
    "EntryRow",
    "FormerRow",
    "GameRow",
    "InboxRow",
    "JobRow",
    "LapseRow",
    "LessonRow",
    "MetaRow",
    "OutboxRow",
    "PlayerRow",
    "QuestionRow",
    "RematchRow",
    "Row",
    "SeatRow",
    "SeekRow",
    "TalkRow",
    "VoteRow",
    "WorkerRow",
]
