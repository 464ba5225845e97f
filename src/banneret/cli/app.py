"""The `banneret` command: all its commands in the order of the help, and what happens to errors."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from banneret import __version__
from banneret.cli.army import army
from banneret.cli.author.commands import new_game
from banneret.cli.batch.commands import arena, simulate
from banneret.cli.consoles import INTERRUPTED, err
from banneret.cli.game_commands import Commands
from banneret.cli.host.commands import backup, doctor, restore, serve, verify
from banneret.cli.play.commands import demo, play
from banneret.cli.study.commands import analyse, cards, perft, replay, rulebooks, rules, schema, show

app = typer.Typer(
    name="banneret",
    cls=Commands,
    epilog="A game can have commands of its own: `banneret GAME --help`.",
    help="Tabletop wargames to be played, simulated, computed and learned.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command: errors are told in a line, never as a traceback."""
    try:
        app()
    except KeyboardInterrupt:
        err().print("Interrupted.")
        sys.exit(INTERRUPTED)
    except Exception as error:
        if "BANNERET_DEBUG" in os.environ:
            raise
        err().print(
            f"Error: {type(error).__name__}: {error}. This is a mistake in banneret; with BANNERET_DEBUG=1 the same "
            "command shows where.",
            soft_wrap=True,
        )
        sys.exit(1)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"banneret {__version__}\n")
        raise typer.Exit


@app.callback()
def banneret(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Write the version and end.")
    ] = False,
) -> None:
    """Tabletop wargames to be played, simulated, computed and learned."""


_WITH_GAMES = (play, demo, cards, simulate, arena, analyse, replay, show, rules, perft, schema, rulebooks)
_FOR_AUTHORS = (new_game,)
_WITH_A_SERVER = (serve, doctor, backup, restore, verify)

for _command in (*_WITH_GAMES, *_FOR_AUTHORS, *_WITH_A_SERVER):
    app.command()(_command)
app.add_typer(army, name="army")
