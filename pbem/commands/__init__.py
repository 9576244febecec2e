"""All commands, in the order in which HELP lists them."""

from pbem.commands import (
    address,
    answering,
    claim,
    decline,
    export,
    forget,
    game,
    help,
    invite,
    join,
    leave,
    looking,
    name,
    new,
    plan,
    play,
    register,
    resign,
    set,
    start,
    stop,
    talk,
)
from pbem.commands.command import Command

COMMANDS: tuple[Command, ...] = (
    *play.COMMANDS,
    *plan.COMMANDS,
    *claim.COMMANDS,
    *looking.COMMANDS,
    new.COMMAND,
    join.COMMAND,
    decline.COMMANDS[0],
    invite.COMMAND,
    start.COMMAND,
    leave.COMMAND,
    resign.COMMAND,
    game.COMMAND,
    *talk.COMMANDS,
    register.COMMAND,
    name.COMMAND,
    set.COMMAND,
    address.COMMAND,
    *decline.COMMANDS[1:],
    stop.COMMAND,
    export.COMMAND,
    forget.COMMAND,
    *answering.COMMANDS,
    help.COMMAND,
)

BY_VERB = {command.spec.verb: command for command in COMMANDS}
SPECS = tuple(command.spec for command in COMMANDS)
