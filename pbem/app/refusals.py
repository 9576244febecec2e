"""Why the house (not the rules of the game) did not carry out an order; each has its sentence in `refusals.txt`."""

from __future__ import annotations

from enum import StrEnum


class Wrong(StrEnum):
    """Codes of the house's own refusals."""

    UNKNOWN_PERSON = "unknown-person"
    NO_SUCH_GAME = "no-such-game"  # facts: game
    WHICH_GAME = "which-game"  # facts: games
    NO_GAME = "no-game"
    NOT_YOUR_GAME = "not-your-game"  # facts: game
    NOT_BEGUN = "not-begun"  # facts: game
    ALREADY_BEGUN = "already-begun"  # facts: game
    NOT_HOST = "not-host"
    STALE = "stale"
    RESIGNED = "resigned"
    NOT_INVITED = "not-invited"
    TABLE_FULL = "table-full"
    UNKNOWN_VARIANT = "unknown-variant"  # facts: given, near
    UNKNOWN_OPTION = "unknown-option"  # facts: given, near
    BAD_OPTION = "bad-option"  # facts: option, given, allowed
    BAD_RULES = "bad-rules"  # facts: faults
    OPTION_TWICE = "option-twice"  # facts: option
    BAD_TERMS = "bad-terms"  # facts: faults, each a code with its own facts
    BAD_DEADLINE = "bad-deadline"  # facts: given
    UNKNOWN_PLAYER = "unknown-player"  # facts: given
    TOO_MANY_SEATS = "too-many-seats"  # facts: seats, given
    ALREADY_THERE = "already-there"  # facts: name
    BAD_NAME = "bad-name"  # facts: given
    NAME_TAKEN = "name-taken"  # facts: given
    UNKNOWN_SETTING = "unknown-setting"  # facts: given, known
    BAD_SETTING = "bad-setting"  # facts: setting, given, allowed
    UNKNOWN_TOPIC = "unknown-topic"  # facts: given
    BAD_PLAN = "bad-plan"  # facts: given, near
    LONG_PLAN = "long-plan"  # facts: most
    CLAIM_ON_LEAD = "claim-on-lead"
    CLAIM_NOT_PROVEN = "claim-not-proven"
    CLAIM_NOT_AGREED = "claim-not-agreed"
    NO_SUCH_DEAL = "no-such-deal"  # facts: deal
    NO_TRICK_YET = "no-trick-yet"
    NOTHING_ASKED = "nothing-asked"
    NO_HINTS = "no-hints"
    TOO_MANY_GAMES = "too-many-games"  # facts: most
    HELD = "held"  # facts: game
    UNPROVEN = "unproven"  # facts: verb
    BAD_ADDRESS = "bad-address"  # facts: given
    TOO_MANY_ADDRESSES = "too-many-addresses"  # facts: most
    NOT_YOUR_ADDRESS = "not-your-address"  # facts: given
    LAST_ADDRESS = "last-address"
    ADDRESS_TAKEN = "address-taken"
    TOO_MANY_INVITATIONS = "too-many-invitations"  # facts: most
    ASKED_ENOUGH = "asked-enough"
    TOO_MUCH_TALK = "too-much-talk"  # facts: most
    BAD_VACATION = "bad-vacation"  # facts: given
    NOT_AWAY = "not-away"
    UNRELIABLE = "unreliable"  # facts: least, share
    NOT_WANTED = "not-wanted"  # facts: game
    NOBODY_WAITED_FOR = "nobody-waited-for"  # facts: name
    REMINDED = "reminded"  # facts: name
    VOTE_OPEN = "vote-open"
    BAD_VOTE = "bad-vote"  # facts: given
    BAD_LENGTH = "bad-length"  # facts: days
    RATED = "rated"
    PAUSED = "paused"
    CLOSED = "closed"  # facts: game
    NOT_PAUSED = "not-paused"
    NO_OPEN_TABLE = "no-open-table"
    NOT_FINISHED = "not-finished"  # facts: game
    SEAT_LOST = "seat-lost"  # facts: game
    REMATCH_MADE = "rematch-made"  # facts: game
