"""`banneret play` and `demo`, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banneret.cli.options import Book, BotCode, Bots, Language, Options, Seats
from banneret.cli.play.play import PlayArguments, checked_bots, checked_seats, game_options, seed_of
from banneret.cli.wording import chosen_book


def play(  # noqa: PLR0913, PLR0917  # an argument an option
    game: Book,
    seats: Seats = None,
    you: Annotated[
        str | None, typer.Option(metavar="HOUSE[,HOUSE...]", help="Whom people at this screen play; the first seat.")
    ] = None,
    bots: Bots = "random",
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same match; none: unpredictable.")] = None,
    option: Options = None,
    save: Annotated[Path | None, typer.Option(help="Where to save; GAME-1.record, if not given.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved match.")] = None,
    bot_code: BotCode = None,
    language: Language = "en",
) -> None:
    """Play a match; `help` says what can be answered. Over a pipe: an answer a line."""
    from banneret.cli.play.play import play as run

    run(
        chosen_book(game),
        PlayArguments(seats, you, bots, seed, tuple(option or ()), save, resume, bot_code or (), language),
    )


def demo(  # an argument an option
    game: Book,
    seed: Annotated[str, typer.Option(help="The same seed gives the same match.")] = "1",
    seats: Seats = None,
    bots: Bots = "random",
    bot_code: BotCode = None,
    option: Options = None,
    out: Annotated[Path, typer.Option(help="Where to save the record; board.svg goes beside it.")] = Path(
        "banneret-demo/match.record"
    ),
    language: Language = "en",
) -> None:
    """Watch a match of bots, told round by round, saved and played again."""
    from banneret.cli.play.demo import DemoArguments
    from banneret.cli.play.demo import demo as run

    book = chosen_book(game)
    places = checked_seats(book, seats)
    names = checked_bots(bots, places, bot_code or ())
    run(book, DemoArguments(names, seed_of(seed) or 0, game_options(book, places, option or ()), out, language))
