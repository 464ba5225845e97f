"""Arguments and options that several commands have."""

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
Seats = Annotated[int | None, typer.Option(help="How many seats; if not given, as many as the game offers at first.")]
Bots = Annotated[
    str, typer.Option(metavar="NAME[,NAME...]", help="Who plays, for all or each: greedy, search:400, hard ...")
]
BotCode = Annotated[
    list[Path] | None,
    typer.Option("--bot-code", metavar="FILE", help="A Python file with a bot; `--bots` calls it by its stem."),
]
Jobs = Annotated[int | None, typer.Option(min=1, help="How many processes; one for each CPU, if not given.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A Ray cluster that plays; `local`: of --jobs workers, here.")
]
Think = Annotated[
    float, typer.Option(metavar="SECONDS", help="How long bots from files and packages may take for an answer.")
]
Memory = Annotated[int, typer.Option("--memory", metavar="MB", min=0, help="How much memory they may take; 0: any.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME[=VALUE]", help="An option of the game; `banneret schema GAME` lists them."),
]
Game = Annotated[int | None, typer.Option(min=1, help="Which line of a file of many games.")]
To = Annotated[int | None, typer.Option(min=0, help="Up to which entry of the record.")]
PositionGame = Annotated[
    str | None,
    typer.Option("--rulebook", metavar="GAME", callback=_game_of_position, help="The game of a position without one."),
]
Seat = Annotated[str | None, typer.Option(metavar="HOUSE", help="As this house saw it; everything, if not given.")]


def language_code(code: str) -> str:
    """Return the code of a language. Raises BadParameter if there is none."""
    if code not in (*LANGUAGES, PSEUDO):
        raise typer.BadParameter(f"there is no {code!r}; there are: {', '.join(LANGUAGES)}")
    return code


Language = Annotated[
    str, typer.Option(metavar="CODE", callback=language_code, help="The language of the game's texts: en, de, hu.")
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]
Config = Annotated[Path | None, typer.Option(metavar="FILE", help="A TOML file of settings; see docs/server.md.")]
