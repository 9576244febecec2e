"""All commands, in the order in which HELP lists them. A new one stands in its topic's file, its words in templates."""

from pbem.commands import (
    absence,
    account,
    claims,
    confirmations,
    help,
    information,
    joining,
    learning,
    open_tables,
    play,
    premoves,
    settings,
    tables,
    talk,
    turn_to_game,
    votes,
    wishes,
)
from pbem.commands.command import Command

COMMANDS: tuple[Command, ...] = (
    *play.COMMANDS,
    *premoves.COMMANDS,
    *claims.COMMANDS,
    *information.COMMANDS,
    *learning.COMMANDS,
    *tables.COMMANDS,
    *joining.COMMANDS,
    *open_tables.COMMANDS,
    *votes.COMMANDS,
    *turn_to_game.COMMANDS,
    *talk.COMMANDS,
    *account.COMMANDS,
    *settings.COMMANDS,
    *absence.COMMANDS,
    *wishes.COMMANDS,
    *confirmations.COMMANDS,
    *help.COMMANDS,
)

BY_VERB = {command.spec.verb: command for command in COMMANDS}
SPECS = tuple(command.spec for command in COMMANDS)
