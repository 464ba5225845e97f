"""The `banneret` command: its subcommands in the order of the help, and error handling."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from copy import copy
from typing import Annotated, Any

import typer

from banneret import __version__
from banneret.cli.army import army
from banneret.cli.army_saved import COMMANDS as SAVED_COMMANDS
from banneret.cli.author.commands import new_game
from banneret.cli.batch.commands import arena, benchmark, export, ladder, simulate
from banneret.cli.consoles import INTERRUPTED, err
from banneret.cli.game_commands import Commands
from banneret.cli.host.admin_commands import admin
from banneret.cli.host.commands import backup, doctor, restore, serve, verify
from banneret.cli.play.commands import demo, mcp, play
from banneret.cli.study.commands import analyse, cards, odds, perft, replay, rulebooks, rules, schema, show, suite

YOUNG = 20_000
"""Allocations between two garbage collections. An answer allocates thousands, and few of them are in cycles; loading
games and a server allocates hundreds of thousands, and what is loaded stays.
"""

app = typer.Typer(
    name="banneret",
    cls=Commands,
    epilog="A game can have commands of its own: `banneret GAME --help`.",
    help="Play, simulate, analyse and learn tabletop wargames.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command; errors are reported on one line, not as a traceback."""
    gc.set_threshold(YOUNG)
    try:
        app_for(sys.argv[1:])()
    except KeyboardInterrupt:
        err().print("Interrupted.")
        sys.exit(INTERRUPTED)
    except Exception as error:
        if "BANNERET_DEBUG" in os.environ:
            raise
        err().print(
            f"Error: {type(error).__name__}: {error}. This is a bug in banneret; run the command with "
            "BANNERET_DEBUG=1 for a traceback.",
            soft_wrap=True,
        )
        sys.exit(1)


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """Return the app with only the command that these arguments call: typer takes longer to build all than to run most.

    If they call none, return the whole app, which lists the commands, suggests one, or finds those of a game.
    """
    called = arguments[0] if arguments else ""
    commands = [one for one in app.registered_commands if one.callback and called == _name(one.callback)]
    groups = [one for one in app.registered_groups if called == one.name]
    if not commands and not groups:
        return app
    narrow = copy(app)
    narrow.registered_commands, narrow.registered_groups = commands, groups
    return narrow


def _name(command: Callable[..., Any]) -> str:
    return typer.main.get_command_name(command.__name__)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"banneret {__version__}\n")
        raise typer.Exit


@app.callback()
def banneret(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Play, simulate, analyse and learn tabletop wargames."""


_WITH_GAMES = (
    play,
    demo,
    mcp,
    cards,
    simulate,
    arena,
    ladder,
    benchmark,
    export,
    analyse,
    suite,
    odds,
    replay,
    show,
    rules,
    perft,
    schema,
    rulebooks,
)
_FOR_AUTHORS = (new_game,)
_WITH_A_SERVER = (serve, doctor, backup, restore, verify)

for _command in (*_WITH_GAMES, *_FOR_AUTHORS, *_WITH_A_SERVER):
    app.command()(_command)
for one in SAVED_COMMANDS:
    army.command()(one)
app.add_typer(army, name="army")
app.add_typer(admin, name="admin")
