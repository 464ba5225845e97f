"""The commands and their options; each hands over to the module that carries it out."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from banneret import __version__
from banneret.cli.army import army
from banneret.cli.consoles import INTERRUPTED, err
from banneret.cli.game_commands import Commands
from banneret.cli.play.play import PlayArguments, checked_bots, checked_seats, game_options, seed_of
from banneret.cli.wording import chosen_book, complete_books
from banneret.text.catalogue import LANGUAGES
from banneret.text.pseudo import PSEUDO

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
app.add_typer(army, name="army")


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


def _language(code: str) -> str:
    if code not in (*LANGUAGES, PSEUDO):
        raise typer.BadParameter(f"there is no {code!r}; there are: {', '.join(LANGUAGES)}")
    return code


Language = Annotated[
    str, typer.Option(metavar="CODE", callback=_language, help="The language of the game's texts: en, de, hu.")
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON.")]


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


@app.command()
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


@app.command()
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


@app.command()
def cards(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game whose cards are listed.")],
    coverage: Annotated[bool, typer.Option("--coverage", help="Also what code and tests there are for each.")] = False,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    language: Language = "en",
) -> None:
    """List the cards of a game with their abilities; with `--coverage` the code and the tests of each."""
    from banneret.cli.study.cards import cards as listed

    listed(game, coverage=coverage, as_json=json, language=language)


@app.command()
def simulate(  # noqa: PLR0913, PLR0917  # an argument an option
    game: Book,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="Seed of the first game; each game has the next.")] = 1,
    bots: Bots = "random",
    bot_code: BotCode = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    think: Think = 60.0,
    memory_mb: Memory = 2048,
    option: Options = None,
    out: Annotated[Path | None, typer.Option(help="Where to write the games, a record a line.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file of --out.")] = False,
    as_json: Json = False,
) -> None:
    """Let bots play many games; write them down and sum them up."""
    from banneret.cli.batch.arena import checked_limits
    from banneret.cli.batch.simulate import SimulateArguments, simulated_bots
    from banneret.cli.batch.simulate import simulate as run
    from banneret.sim.games import Plan

    book = chosen_book(game)
    if resume and out is None:
        raise typer.BadParameter("it needs the file to go on with: --out FILE", param_hint="--resume")
    places = checked_seats(book, seats)
    options = game_options(book, places, option or ())
    limits = checked_limits(think, memory_mb)
    names, code = simulated_bots(bots, places, bot_code or (), limits)
    plan = Plan(book.id, places, names, options, limits, code)
    run(book, SimulateArguments(plan, games, seed, jobs or os.cpu_count() or 1, cluster, out, resume, as_json))


@app.command()
def arena(  # noqa: PLR0913, PLR0917  # an argument an option
    game: Book,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 60,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(help="Seed of the first game; each game has the next.")] = 1,
    bots: Annotated[str, typer.Option(metavar="NAME[,NAME...]", help="Who takes part, any number.")] = "random",
    bot_code: BotCode = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    think: Think = 60.0,
    memory_mb: Memory = 2048,
    option: Options = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where to write matches, tables and report.")] = None,
    as_json: Json = False,
) -> None:
    """Let bots meet in fair seats: win rates, ratings, a report. The same command goes on after an interruption."""
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


@app.command()
def analyse(  # noqa: PLR0913, PLR0917  # an argument an option
    file: Annotated[Path, typer.Argument(help="A record, a file of games, or a position (JSON).")],
    game: Game = None,
    to: To = None,
    seat: Annotated[str | None, typer.Option(metavar="HOUSE", help="Who thinks; the first that is asked.")] = None,
    bot: Annotated[str, typer.Option(metavar="NAME", help="Who weighs: greedy, search:400, search:2s ...")] = "greedy",
    bot_code: BotCode = None,
    seed: Annotated[int, typer.Option(help="The same seed weighs alike.")] = 1,
    as_json: Json = False,
    language: Language = "en",
    rulebook: PositionGame = None,
) -> None:
    """Show what each option was worth to the seat to move, by what it could know."""
    from banneret.cli.study.analyse import AnalyseArguments
    from banneret.cli.study.analyse import analyse as run

    name = checked_bots(bot, 1, bot_code or ())[0]
    run(file, AnalyseArguments(game, to, seat, name, seed, as_json, language, rulebook))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument()],
    game: Game = None,
    to: To = None,
    seat: Seat = None,
    language: Language = "en",
) -> None:
    """Tell a record step by step."""
    from banneret.cli.study.replay import replay as run

    run(file, game, to, seat, language)


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="A record, a file of games, or a position (JSON).")],
    game: Game = None,
    to: To = None,
    seat: Seat = None,
    out: Annotated[Path | None, typer.Option(help="Where to write the drawing; standard output, if not given.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Write a text table instead of a drawing.")] = False,
    rulebook: PositionGame = None,
    language: Language = "en",
) -> None:
    """Draw the board at a moment of a record, or of a position, as SVG."""
    from banneret.cli.study.replay import show as run

    run(file, game=game, to=to, seat=seat, file=out, text=text, rulebook=rulebook, language=language)


@app.command()
def rules(
    game: Book,
    text: Annotated[list[str] | None, typer.Argument(help="Words that the rule holds.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Show code and tests of each rule.")] = False,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Show where each rule is from: the rulebook, elsewhere, or our guess.")
    ] = False,
    as_json: Json = False,
    language: Language = "en",
) -> None:
    """List or search the rule index."""
    from banneret.cli.study.rules import rules as run

    run(
        chosen_book(game),
        " ".join(text or []),
        coverage=coverage,
        provenance=provenance,
        as_json=as_json,
        language=language,
    )


@app.command()
def perft(
    game: Book,
    position: Annotated[Path, typer.Option(help="A position (JSON).")],
    depth: Annotated[int, typer.Option(min=0, help="How many turns.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first answer, too.")] = False,
) -> None:
    """Count the distinct states a position leads to."""
    from banneret.cli.study.info import perft as run

    run(chosen_book(game), position, depth, divide=divide)


@app.command()
def schema(game: Book) -> None:
    """Write the JSON Schema of all that goes over a wire."""
    from banneret.cli.study.info import show_schema

    show_schema(chosen_book(game))


@app.command()
def rulebooks(as_json: Json = False) -> None:
    """List the games there are."""
    from banneret.cli.study.info import show_rulebooks

    show_rulebooks(as_json=as_json)


Config = Annotated[Path | None, typer.Option(metavar="FILE", help="A TOML file of settings; see docs/server.md.")]


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at; 0.0.0.0 for the whole network.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")] = None,
    config: Config = None,
    once: Annotated[
        bool, typer.Option("--once", help="Stop when the page has answered: to see that it works.")
    ] = False,
) -> None:
    """Serve matches to people in their browsers."""
    from banneret.cli.host import serve as serving

    serving.serve(serving.settings_of(config, host=host, port=port), once=once)


@app.command()
def doctor(config: Config = None) -> None:
    """Check the settings of a server: what is wrong, and how it is mended."""
    from banneret.cli.host.maintenance import doctor as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it.")],
    config: Config = None,
) -> None:
    """Write everything that a server has stored to one file, while it goes on."""
    from banneret.cli.host.maintenance import backup as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config), file)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="What `banneret backup` wrote.")],
    config: Config = None,
) -> None:
    """Read a backup into a new database, of the same kind or another."""
    from banneret.cli.host.maintenance import restore as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config), file)


@app.command()
def verify(
    config: Config = None,
    replay: Annotated[bool, typer.Option("--replay", help="Also play every match again.")] = False,
) -> None:
    """Check that nothing was changed in what a server has stored."""
    from banneret.cli.host.maintenance import verify as run
    from banneret.cli.host.serve import settings_of

    run(settings_of(config), replay=replay)
