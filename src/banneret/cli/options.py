"""Arguments and options shared by several commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banneret.cli.wording import chosen_book, complete_books
from banneret.text.catalogue import LANGUAGES
from banneret.text.pseudo import PSEUDO


def _game_of_position(id: str | None) -> str | None:
    return None if id is None else chosen_book(id).id


Book = Annotated[
    str,
    typer.Argument(metavar="GAME", help=f"The game: {', '.join(complete_books())}.", autocompletion=complete_books),
]
Seats = Annotated[int | None, typer.Option(help="Number of seats; default: the usual number.")]
Bots = Annotated[
    str,
    typer.Option(
        metavar="NAME[,NAME...]", help="One bot for all seats, or one for each: beginner, expert, search:400 ..."
    ),
]
BotCode = Annotated[
    list[Path] | None,
    typer.Option(
        "--bot-code",
        metavar="FILE",
        exists=True,
        dir_okay=False,
        help="A Python file with a bot; in `--bots`, its name without .py.",
    ),
]
Jobs = Annotated[int | None, typer.Option(min=1, help="Number of processes; default: one per CPU.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="The Ray cluster to use; `local` starts one with --jobs workers.")
]
Think = Annotated[
    float, typer.Option(metavar="SECONDS", help="Time limit per answer for bots from files and packages.")
]
Memory = Annotated[int, typer.Option("--memory", metavar="MB", min=0, help="Memory limit for them; 0: unlimited.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="An option of the game; see `banneret schema GAME`."),
]
Game = Annotated[int | None, typer.Option(min=1, help="The line in a file of many games.")]
To = Annotated[int | None, typer.Option(min=0, help="Stop at this entry of the record.")]
PositionGame = Annotated[
    str | None,
    typer.Option(
        "--rulebook", metavar="GAME", callback=_game_of_position, help="The game of a position that does not name it."
    ),
]
Seat = Annotated[str | None, typer.Option(metavar="HOUSE", help="Show what this house saw; default: everything.")]


def language_code(code: str) -> str:
    """Return a language code. Raises BadParameter if the language is unknown."""
    if code not in (*LANGUAGES, PSEUDO):
        raise typer.BadParameter(f"unknown language {code!r}; choose from {', '.join(LANGUAGES)}")
    return code


Language = Annotated[
    str, typer.Option(metavar="CODE", callback=language_code, help="The language of the game's texts: en, de, hu.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Config = Annotated[Path | None, typer.Option(metavar="FILE", help="A TOML file with settings; see docs/server.md.")]
