"""The operator's program: `pbem`. Each command is a few lines here; what it shows or does is in the modules beside."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pbem.settings import Settings

app = typer.Typer(
    name="pbem",
    help="Hearts by e-mail: the server and its operator's tools.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Number = Annotated[int | None, typer.Argument(help="The number in the list.")]
Verb = Annotated[str, typer.Argument(help="list, show, retry or drop.")]


class _State:
    config: Path | None = None


@app.callback()
def start(
    config: Annotated[
        Path | None,
        typer.Option("--config", "-c", help="The configuration file [./config/pbem.toml, /etc/pbem/pbem.toml]."),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log more, to the standard error.")] = False,
) -> None:
    """Hearts by e-mail: the server and its operator's tools."""
    _State.config = config
    form = (
        "%(levelname)s %(name)s: %(message)s"
        if "JOURNAL_STREAM" in os.environ
        else "%(asctime)s %(levelname)s %(message)s"
    )
    logging.basicConfig(level=logging.DEBUG if verbose else logging.INFO, format=form, stream=sys.stderr)
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _settings() -> Settings:
    from pbem.settings import SettingsFault, load

    try:
        return load(_State.config, os.environ)
    except SettingsFault as fault:
        for one in fault.faults:
            typer.echo(f"pbem: {one}", err=True)
        raise typer.Exit(78) from None  # EX_CONFIG


def _fail(message: object, code: int = 1) -> typer.Exit:
    typer.echo(f"pbem: {message}", err=True)
    return typer.Exit(code)


@app.command()
def serve() -> None:
    """Run the server: take mail in, play, send mail out, until stopped (SIGTERM, Ctrl-C)."""
    from pbem.daemon import serve as run
    from pbem.settings import SettingsFault
    from pbem.store.lock import Busy

    try:
        run(_settings())
    except Busy as busy:
        raise _fail(f"another pbem is at work on this data ({busy})", 75) from None
    except SettingsFault as fault:
        raise _fail(fault, 78) from None


@app.command()
def tick(
    wait: Annotated[float, typer.Option(help="Seconds to wait for another pbem that is at work.")] = 10.0,
) -> None:
    """One pass, for cron: take mail in, play, ring the alarms, send mail out, and end. Two at once do no harm."""
    from pbem.settings import SettingsFault
    from pbem.store.lock import Busy
    from pbem.tick import tick as run

    settings = _settings()
    try:
        done = run(settings, wait=wait)
    except Busy:
        logging.getLogger("pbem").info("another pbem is at work: nothing to do here")
    except SettingsFault as fault:
        raise _fail(fault, 78) from None
    except OSError as fault:
        raise _fail(fault, 75) from None
    else:
        logging.getLogger("pbem").debug("%d letters, alarms and mails", done)


@app.command()
def receive(
    sender: Annotated[str | None, typer.Option("--sender", "-f", help="The envelope sender.")] = None,
    recipients: Annotated[list[str] | None, typer.Argument(help="The envelope recipients.")] = None,
) -> None:
    """Take one mail from standard input, for a mail server's pipe. Exit codes of sysexits.h: 0 kept, 75 try again."""
    from pbem.intake.pipe import receive as run

    settings = _settings()
    size = settings.limits.message_bytes
    raise typer.Exit(run(sys.stdin.buffer, settings.server.spool, sender, recipients or [], message_bytes=size))


@app.command()
def demo(
    auto: Annotated[bool, typer.Option("--auto", help="Four scripted people play a whole game.")] = False,
    folder: Annotated[Path | None, typer.Option(help="Where the mails are kept [a new folder].")] = None,
    variant: Annotated[str, typer.Option(help="american or web.")] = "american",
    target: Annotated[int, typer.Option(help="The score that ends the game.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed deals the same cards; empty: new ones.")] = "",
) -> None:
    """Play a game here and now: you answer mails, three robots sit at the table. Needs no configuration."""
    from pbem.cli.demo import run

    raise typer.Exit(run(auto or not sys.stdin.isatty(), folder, variant, target, seed))


@app.command()
def status(as_json: Json = False) -> None:
    """What runs, what waits, and what is stuck."""
    from pbem.cli import looking

    _show(looking.status(_settings()), as_json, looking.status_text)


@app.command()
def games(
    as_json: Json = False,
    everything: Annotated[bool, typer.Option("--all", help="Finished and cancelled games too.")] = False,
) -> None:
    """The games, with whose turn it is and since when."""
    from pbem.cli import looking

    _show(looking.games(_settings(), everything or as_json), as_json, looking.games_text)


@app.command()
def show(
    game: Annotated[int, typer.Argument(help="The game's number.")],
    as_json: Json = False,
    open_hands: Annotated[
        bool, typer.Option("--open", help="Show the hands too. Not if you play here yourself.")
    ] = False,
) -> None:
    """One game: its seats, its deals, its last entries."""
    from pbem.cli import looking

    try:
        found = looking.show(_settings(), game, open_hands)
    except KeyError:
        raise _fail(f"there is no game {game}: `pbem games --all` lists them") from None
    _show(found, as_json, looking.show_text)


@app.command()
def players(as_json: Json = False) -> None:
    """The people who play here."""
    from pbem.cli import looking

    _show(looking.players(_settings()), as_json, looking.players_text)


@app.command()
def inbox(verb: Verb = "list", number: Number = None, as_json: Json = False) -> None:
    """The mails that came in: list, show N, retry N, drop N."""
    _box("inbox", verb, number, as_json)


@app.command()
def outbox(verb: Verb = "list", number: Number = None, as_json: Json = False) -> None:
    """The mails that go out: list, show N, retry N, drop N."""
    _box("outbox", verb, number, as_json)


def _box(box: str, verb: str, number: int | None, as_json: bool) -> None:
    from pbem.cli import doing, looking

    settings = _settings()
    if verb == "list":
        _show(looking.box(settings, box), as_json, looking.box_text)
        return
    if verb not in ("show", "retry", "drop") or number is None:
        raise _fail(f"write: pbem {box} list, or pbem {box} show|retry|drop NUMBER", 64)
    try:
        if verb == "show":
            sys.stdout.buffer.write(looking.raw(settings, box, number))
        else:
            typer.echo(doing.control(settings, box, verb, number))
    except (LookupError, TimeoutError) as fault:
        raise _fail(fault.args[0]) from None


@app.command("as")
def as_player(
    player: Annotated[str, typer.Argument(help="The player's name, address or number.")],
    order: Annotated[str, typer.Argument(help='What to do, as in a mail: "PLAY QS"; several lines are fine.')],
    game: Annotated[int | None, typer.Option(help="The game that it is about.")] = None,
    as_json: Json = False,
) -> None:
    """Do something for a player, through the same door as a letter. Prints what the player is answered."""
    from pbem.cli import doing

    try:
        result = doing.act_as(_settings(), player, order, game)
    except (LookupError, TimeoutError) as fault:
        raise _fail(fault.args[0]) from None
    _show(result, as_json, doing.act_text)


@app.command()
def check(as_json: Json = False) -> None:
    """Fold every game from its log and compare it with what is stored beside it. Exit status 1 if anything differs."""
    from pbem.cli import doing

    found = doing.check(_settings())
    _show(found, as_json, doing.check_text)
    if found["faults"]:
        raise typer.Exit(1)


@app.command()
def backup(path: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")]) -> None:
    """A consistent copy of the database, taken while the server runs."""
    from pbem.store.database import backup as run

    try:
        run(_settings().database.url, path)
    except (FileExistsError, ValueError, OSError) as fault:
        raise _fail(fault) from None
    typer.echo(f"The database is copied to {path}. To restore it, stop pbem and put the file in the database's place.")


@app.command()
def variants(name: Annotated[str | None, typer.Argument(help="One variant.")] = None, as_json: Json = False) -> None:
    """The variants that can be played; or the rules of one."""
    from pbem.cli import looking

    try:
        if name is None:
            _show(looking.variant_list(_State.config), as_json, looking.variants_text)
        else:
            _show(looking.variant(_State.config, name), as_json, looking.variant_text)
    except KeyError:
        raise _fail(f"there is no variant {name}: `pbem variants` lists them") from None


def _show(found: Any, as_json: bool, text: Any) -> None:
    """For programs or for people."""
    if as_json:
        import json

        typer.echo(json.dumps(found, indent=2, default=str, ensure_ascii=False))
    else:
        text(found)


def main() -> None:
    """The program's entry."""
    try:
        app()
    except LookupError as fault:  # no database yet, or an old one
        typer.echo(f"pbem: {fault.args[0] if fault.args else fault}", err=True)
        sys.exit(1)
