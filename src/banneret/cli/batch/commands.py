"""`banneret simulate`, `arena`, `benchmark` and `export`, with their options."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from banneret.cli.options import Book, BotCode, Bots, Cluster, Jobs, Json, Language, Memory, Options, Seats, Think
from banneret.cli.play.play import checked_seats, game_options
from banneret.cli.wording import chosen_book


def simulate(  # noqa: PLR0913, PLR0917  # one argument per option
    game: Book,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="Seed of the first game; each further game uses the next.")] = 1,
    bots: Bots = "random",
    bot_code: BotCode = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    think: Think = 60.0,
    memory_mb: Memory = 2048,
    option: Options = None,
    out: Annotated[Path | None, typer.Option(help="The output file: one record per line.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the file given by --out.")] = False,
    as_json: Json = False,
) -> None:
    """Let bots play many games, save them, and summarize the results."""
    from banneret.cli.batch.arena import checked_limits
    from banneret.cli.batch.simulate import SimulateArguments, simulated_bots
    from banneret.cli.batch.simulate import simulate as run
    from banneret.sim.games import Plan

    book = chosen_book(game)
    if resume and out is None:
        raise typer.BadParameter("requires the file to continue: --out FILE", param_hint="--resume")
    places = checked_seats(book, seats)
    options = game_options(book, places, option or ())
    limits = checked_limits(think, memory_mb)
    names, code = simulated_bots(bots, book, places, bot_code or (), limits)
    plan = Plan(book.id, places, names, options, limits, code)
    run(book, SimulateArguments(plan, games, seed, jobs or os.cpu_count() or 1, cluster, out, resume, as_json))


def arena(  # noqa: PLR0913, PLR0917  # one argument per option
    game: Book,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 60,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="Seed of the first game; each further game uses the next.")] = 1,
    bots: Annotated[str, typer.Option(metavar="NAME[,NAME...]", help="The bots, any number of them.")] = "random",
    bot_code: BotCode = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    think: Think = 60.0,
    memory_mb: Memory = 2048,
    option: Options = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The output folder for matches, tables and report.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Let bots compete with fair seating: win rates, ratings, a report. Run it again to resume after a break."""
    from banneret.cli.batch.arena import ArenaArguments, checked_limits
    from banneret.cli.batch.arena import arena as run
    from banneret.cli.play.play import named_bots

    book = chosen_book(game)
    places = checked_seats(book, seats)
    given = ArenaArguments(
        bots=named_bots(bots, bot_code or ()),
        code=tuple(map(str, bot_code or ())),
        seats=places,
        seed=seed,
        games=games,
        jobs=jobs or os.cpu_count() or 1,
        cluster=cluster,
        options=game_options(book, places, option or ()),
        limits=checked_limits(think, memory_mb),
        folder=out,
        as_json=as_json,
    )
    run(book, given)


def ladder(  # noqa: PLR0913, PLR0917  # one argument per option
    game: Book,
    bots: Annotated[
        str | None, typer.Option(metavar="NAME,NAME[,NAME...]", help="The bots; default: the five levels.")
    ] = None,
    bot_code: BotCode = None,
    games: Annotated[int, typer.Option(min=2, help="Number of games of each pair; an even number.")] = 20,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="Seed of the first deal; each further deal uses the next.")] = 1,
    jobs: Jobs = None,
    think: Think = 60.0,
    memory_mb: Memory = 2048,
    option: Options = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file for results; an existing one is continued.")
    ] = None,
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print tables in Markdown.")] = False,
) -> None:
    """Let every bot meet every other one, with seats exchanged: ratings, and the result of each pair."""
    from banneret.bots.levels import LEVELS
    from banneret.cli.batch.ladder import LadderArguments
    from banneret.cli.batch.ladder import ladder as run
    from banneret.cli.play.play import named_bots

    if as_json and markdown:
        raise typer.BadParameter("cannot be combined with --json", param_hint="--markdown")
    book = chosen_book(game)
    places = checked_seats(book, seats)
    given = LadderArguments(
        bots=tuple(LEVELS) if bots is None else named_bots(bots, bot_code or ()),
        code=tuple(map(str, bot_code or ())),
        games=games,
        seats=places,
        seed=seed,
        jobs=jobs or os.cpu_count() or 1,
        options=game_options(book, places, option or ()),
        think=think,
        memory_mb=memory_mb,
        file=out,
        form="json" if as_json else "markdown" if markdown else "text",
    )
    run(book, given)


def benchmark(  # one argument per option
    tasks: Annotated[
        list[str] | None, typer.Argument(metavar="[TASK...]", help="Tasks or games; by default all tasks.")
    ] = None,
    agent: Annotated[str, typer.Option(metavar="MODULE:AGENT", help="The agent, or the name of a bot.")] = "",
    games: Annotated[int, typer.Option(min=0, help="Matches per task; 0: as many as the task has.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes.")] = 1,
    leaderboard: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The leaderboard to add the results to.", dir_okay=False)
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Play all results of the leaderboard again.")] = False,
    list_tasks: Annotated[bool, typer.Option("--list", help="List the tasks.")] = False,
    as_json: Json = False,
) -> None:
    """Measure an agent in fixed tasks: game, options, opponents, seeds and time are always the same."""
    from banneret.cli.batch.benchmark import BenchmarkArguments, show_tasks
    from banneret.cli.batch.benchmark import benchmark as run

    names = tuple(tasks or ())
    if list_tasks:
        show_tasks(names)
        return
    if again == bool(agent):
        raise typer.BadParameter("give an agent, or --again with a leaderboard", param_hint="--agent")
    if again and leaderboard is None:
        raise typer.BadParameter("requires the leaderboard to play again: --leaderboard FILE", param_hint="--again")
    run(BenchmarkArguments(names, agent, games, jobs, leaderboard, again, as_json))


def export(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Recorded matches.", exists=True, dir_okay=False)
    ],
    out: Annotated[Path, typer.Option(metavar="PATH", help="The output: a folder, or a file for html.")],
    to: Annotated[Literal["parquet", "html"], typer.Option(help="The format.")] = "parquet",
    view: Annotated[bool, typer.Option("--view", help="parquet: include the view of each seat as JSON.")] = False,
    shard: Annotated[int, typer.Option(min=1, help="parquet: number of matches in each file.")] = 100,
    game: Annotated[int | None, typer.Option(min=1, help="html: the match to export from a file of many.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="html: show an unfinished match to this seat; may be repeated."),
    ] = None,
    language: Language = "en",
) -> None:
    """Export matches: as a data set with a row for each decision, or one match as a page that replays it."""
    from banneret.cli.batch.export import HtmlArguments, to_html, to_parquet

    if to == "html":
        to_html(files, out, HtmlArguments(game, tuple(seat or ()), language))
    else:
        for option, value in (("--game", game), ("--seat", seat)):
            if value:
                raise typer.BadParameter("only an export to html has this option", param_hint=option)
        to_parquet(files, out, view=view, shard=shard)
