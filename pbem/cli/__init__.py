"""The operator's program: `pbem`. Each command is a few lines here; what it shows or does is in the modules beside."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.boxes import inbox, outbox
from pbem.cli.common import LARGEST, GameNumber, Json, State, fail, give_back, known_fault, seconds, settings
from pbem.cli.common import show as show_
from pbem.cli.inspection import games, players, show, status, trace
from pbem.cli.maintenance import backup, check, doctor, move, restore
from pbem.cli.many import begun_by_another, several
from pbem.cli.printable import TextLines, printable

app = typer.Typer(
    name="pbem",
    help="Hearts by e-mail: the server and its operator's tools.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # it would take [games] for markup
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        from pbem import __version__

        typer.echo(f"pbem {__version__}")
        raise typer.Exit


@app.callback()
def start(
    config: Annotated[
        Path | None,
        typer.Option("--config", "-c", help="The configuration file [./config/pbem.toml, /etc/pbem/pbem.toml]."),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log more, to the standard error.")] = False,
    _: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version, and end.")
    ] = False,
) -> None:
    """Hearts by e-mail: the server and its operator's tools."""
    State.config = config
    form = (
        "%(levelname)s %(name)s: %(message)s"
        if "JOURNAL_STREAM" in os.environ
        else "%(asctime)s %(levelname)s %(message)s"
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextLines(form))
    logging.basicConfig(level=logging.DEBUG if verbose else logging.INFO, handlers=[handler])
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)  # what it stumbles over is caught


@app.command()
def serve(
    new_database: Annotated[
        bool, typer.Option("--new-database", help="Begin with a new database where the one before is gone.")
    ] = False,
    workers: Annotated[int, typer.Option(min=0, help="So many processes, where [database] workers = true.")] = 0,
    share: Annotated[
        int, typer.Option(hidden=True, help="One of so many workers that `--workers` has begun here.")
    ] = 0,
) -> None:
    """Run the server: take mail in, play, send mail out, until stopped (SIGTERM, Ctrl-C).

    One server works on a database at a time, and a second one ends at once with exit status 75; any number do on a
    PostgreSQL that they share ([database] workers = true).
    """
    from pbem.db.lock import Busy, DatabaseTaken
    from pbem.server.daemon import serve as run

    if workers:
        raise typer.Exit(several(settings(), workers))
    if share:
        begun_by_another()
    try:
        run(settings(), new_database=new_database, share=max(1, share))
    except DatabaseTaken as taken:
        raise fail(taken, os.EX_TEMPFAIL) from None
    except Busy as busy:
        raise fail(f"another pbem is at work on this data ({busy})", os.EX_TEMPFAIL) from None


@app.command()
def tick(
    wait: Annotated[float, seconds("Seconds to wait for another pbem that is at work.")] = 10.0,
) -> None:
    """One pass, for cron: take mail in, play, ring the alarms, send mail out, and end.

    Two at once do no harm: the second waits, or leaves with exit status 0. Run it more often than [games]
    downtime_grace, or every pause counts as downtime and moves the deadlines.
    """
    from pbem.db.lock import Busy, DatabaseTaken
    from pbem.server.tick import tick as run

    found = settings()
    try:
        done = run(found, wait=wait)
    except DatabaseTaken as taken:  # unlike a tick that overlaps, this one would never get anything done
        raise fail(taken, os.EX_TEMPFAIL) from None
    except Busy:
        logging.getLogger("pbem").info("another pbem is at work: nothing to do here")
    else:
        logging.getLogger("pbem").debug("%d letters, alarms and mails", done)


@app.command()
def receive(
    sender: Annotated[str | None, typer.Option("--sender", "-f", help="The envelope sender.")] = None,
    recipients: Annotated[list[str] | None, typer.Argument(help="The envelope recipients.")] = None,
) -> None:
    """Take one mail from standard input, for a mail server's pipe. `serve` or `tick` then handles it.

    Exit codes of sysexits.h: 0 kept, 75 try again later, 65 empty or too big, 64 wrong arguments.
    """
    from pbem.mail.inbound.pipe import receive as run
    from pbem.settings import SettingsFault

    try:
        found = settings()
    except SettingsFault as fault:  # the mail server must keep the mail until this is mended, not send it back
        raise fail(fault, os.EX_TEMPFAIL) from None
    size = found.limits.message_bytes
    raise typer.Exit(run(sys.stdin.buffer, found.server.spool, sender, recipients or [], message_bytes=size))


@app.command()
def demo(
    auto: Annotated[bool, typer.Option("--auto", help="Four scripted people play a whole game.")] = False,
    folder: Annotated[Path | None, typer.Option(help="Where the mails are kept [a new folder].")] = None,
    variant: Annotated[str, typer.Option(help="What is played: any variant for four.")] = "american",
    target: Annotated[int, typer.Option(help="The score that ends the game.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed deals the same cards; empty: new ones.")] = "",
    browse: Annotated[bool, typer.Option("--browse", help="Show each mail as a page in the browser too.")] = False,
) -> None:
    """Play a game here and now: you answer mails, three robots sit at the table. Needs no configuration."""
    from pbem.cli.demo import run

    if folder is not None and folder.exists() and not folder.is_dir():
        raise fail(f"{folder} is not a folder: name a new one")
    logging.getLogger("pbem").setLevel(logging.WARNING)  # its mails are the show, not its log
    raise typer.Exit(run(auto or not sys.stdin.isatty(), folder, variant, target, seed, browse))


for command in (status, trace, games, show, players):
    app.command()(command)
app.command()(inbox)
app.command()(outbox)


@app.command()
def hold(game: GameNumber) -> None:
    """Stop a game for now: it takes no orders, its clock stands, and its players are told. `pbem release` ends that."""
    from pbem.cli import actions

    _held(actions.hold(settings(), game, "hold"))


@app.command()
def release(game: GameNumber) -> None:
    """Let a held game go on; whoever had a turn has the whole time for it again."""
    from pbem.cli import actions

    _held(actions.hold(settings(), game, "release"))


@app.command()
def clocks(
    fix: Annotated[bool, typer.Option("--fix", help="Set them right, and tell the players.")] = False,
    as_json: Json = False,
) -> None:
    """The deadlines that a wrong clock of this machine has moved far away, and what they would be if set right.

    Each such turn then has its whole time from now on, and its player gets a mail that says until when.
    """
    from pbem.cli import actions

    found = actions.far_deadlines(settings())
    show_(found, as_json, actions.far_text)
    if fix and found["deadlines"]:
        typer.echo(actions.set_clocks_right(settings()), err=as_json)


def _held(outcome: str) -> None:
    typer.echo(outcome)
    if "there is no" in outcome:
        raise typer.Exit(1)


@app.command("as")
def as_player(
    player: Annotated[str, typer.Argument(help="The player's name, address or number.")],
    order: Annotated[str, typer.Argument(help='What to do, as in a mail: "PLAY QS"; several lines are fine.')],
    game: Annotated[int | None, typer.Option(help="The game that it is about.", min=1, max=LARGEST)] = None,
    as_json: Json = False,
) -> None:
    """Do something for a player, through the same door as a letter. Prints what the player is answered.

    Exit status 1 if it was not carried out.
    """
    from pbem.cli import actions

    found = actions.act_as(settings(), player, order, game)
    show_(found, as_json, actions.act_text)
    if not found["ok"]:
        raise typer.Exit(1)


app.command()(check)


@app.command()
def verify(
    files: Annotated[list[Path] | None, typer.Argument(help="Saved mails or copied text [standard input].")] = None,
    as_json: Json = False,
) -> None:
    """Check that finished deals are the ones that were dealt: give it a deal's first and last mail. Needs no server.

    Exit status 1 if a deal is not what was promised, 2 if there is no opened deal in what was given.
    """
    from pbem.cli.verify import examine, text

    try:
        found = examine(files or [])
    except OSError as fault:
        raise fail(f"cannot read {fault.filename}: {fault.strerror}", 2) from None
    if not found:
        raise fail("there is no opened deal in this: it begins with pbem-deal-1", 2)
    show_(found, as_json, text)
    if any(deal["proven"] is False for deal in found):
        raise typer.Exit(1)


app.command()(backup)
app.command()(restore)
app.command()(move)
app.command()(doctor)


@app.command()
def arena(
    a: Annotated[str, typer.Argument(help="A level of robots, such as hard; or random, or shooter.")],
    b: Annotated[str, typer.Argument(help="The one that it plays against.")],
    options: Annotated[
        list[str] | None, typer.Argument(help="Options as in NEW: players=5 moon=add; phase=2 for the way back.")
    ] = None,
    deals: Annotated[int, typer.Option(min=2, help="How many deals; each is played in every seating.")] = 200,
    variant: Annotated[str, typer.Option(help="What is played; a house rule of your own, too.")] = "american",
    seed: Annotated[int, typer.Option(help="The same seed deals the same cards.")] = 1,
    alone: Annotated[
        bool, typer.Option("--alone", help="One seat of A among Bs, instead of every other seat.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Let two levels of robots play each other on the same deals, and see which is better, and how surely."""
    from pbem.cli.arena_report import arena as duel
    from pbem.cli.arena_report import arena_text

    found = duel(State.config, (a, b), options or (), deals, variant, seed, alone, as_json)
    show_(found, as_json, arena_text)


@app.command()
def variants(name: Annotated[str | None, typer.Argument(help="One variant.")] = None, as_json: Json = False) -> None:
    """The variants that can be played; or the rules and options of one."""
    from pbem.cli.variant_list import variant, variant_list, variant_text, variants_text

    if name is None:
        show_(variant_list(State.config), as_json, variants_text)
    else:
        show_(variant(State.config, name), as_json, variant_text)


def main() -> None:
    """The program's entry: whatever an operator can mend is told in a line or two; the rest is a fault of ours."""
    os.umask(0o027)  # games, letters and copies are nobody else's to read
    try:
        app()
    except Exception as fault:
        known = known_fault(fault)
        if known is None:
            raise
        text, code = known
        for line in printable(text).splitlines():
            typer.echo(f"pbem: {line}", err=True)
        sys.exit(code)
    finally:
        give_back()
