"""`banneret play`, `demo` and `mcp`, with their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from banneret.cli.options import Book, BotCode, Bots, Language, Options, Seats
from banneret.cli.play.play import PlayArguments, checked_bots, checked_seats, game_options, seed_of
from banneret.cli.wording import chosen_book


def play(  # noqa: PLR0913, PLR0917  # one argument per option
    game: Book,
    seats: Seats = None,
    you: Annotated[
        str | None,
        typer.Option(
            metavar="HOUSE[,HOUSE...]", help="The houses of the people at this screen; default: the first seat."
        ),
    ] = None,
    bots: Bots = "random",
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same match; default: random.")] = None,
    option: Options = None,
    save: Annotated[Path | None, typer.Option(help="The file to save to; default: GAME-1.record.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved match.")] = None,
    bot_code: BotCode = None,
    language: Language = "en",
) -> None:
    """Play a match in the terminal; type `help` to list the commands. Piped input is read as one answer per line."""
    from banneret.cli.play.play import play as run

    run(
        chosen_book(game),
        PlayArguments(seats, you, bots, seed, tuple(option or ()), save, resume, bot_code or (), language),
    )


def demo(  # one argument per option
    game: Book,
    seed: Annotated[str, typer.Option(help="The same seed gives the same match.")] = "1",
    seats: Seats = None,
    bots: Bots = "random",
    bot_code: BotCode = None,
    option: Options = None,
    out: Annotated[Path, typer.Option(help="The record file; board.svg is written next to it.")] = Path(
        "banneret-demo/match.record"
    ),
    language: Language = "en",
) -> None:
    """Watch bots play a match, described round by round; the match is then saved and replayed."""
    from banneret.cli.play.demo import DemoArguments
    from banneret.cli.play.demo import demo as run

    book = chosen_book(game)
    places = checked_seats(book, seats)
    names = checked_bots(bots, book, places, bot_code or ())
    run(book, DemoArguments(names, seed_of(seed) or 0, game_options(book, places, option or ()), out, language))


def mcp(
    game: Book,
    seats: Seats = None,
    seat: Annotated[int, typer.Option(min=0, help="The seat of the model.")] = 0,
    bots: Annotated[str, typer.Option(metavar="NAME", help="The bot in all other seats.")] = "random",
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same match; default: random.")] = None,
    option: Options = None,
    http: Annotated[
        int | None, typer.Option(metavar="PORT", min=1, help="Serve over HTTP on this port instead of over a pipe.")
    ] = None,
    language: Language = "en",
) -> None:
    """Let a language model play a match: serve a seat to it over the Model Context Protocol."""
    from banneret.cli.play.mcp import serve_mcp

    book = chosen_book(game)
    places = checked_seats(book, seats)
    options = game_options(book, places, option or ())
    table = {"game": book.id, "seats": places, "bots": bots, "seed": seed_of(seed), "options": options}
    serve_mcp(table, seat, http, language)
