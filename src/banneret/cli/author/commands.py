"""The commands for authors of games, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the game, such as hidden-coin.")],
    folder: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder in which to create the folder NAME.")
    ] = Path(),
) -> None:
    """Create a package with a small game of your own: rules, texts, data and passing tests."""
    from banneret.cli.author.new_game import new_game as run

    run(name, folder)
