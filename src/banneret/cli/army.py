"""`banneret army`: army lists of all games that have them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from banneret.cli.consoles import err, fail, out, reported
from banneret.cli.files import write_whole
from banneret.cli.options import language_code
from banneret.cli.wording import chosen_book, offering
from banneret.content.army_lists import ListMaker, armies_of

army = typer.Typer(
    help="Check, show and convert army lists.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def games_with_lists() -> list[str]:
    """Return the games that have army lists."""
    return offering(armies_of)


def list_maker(game: str) -> ListMaker[Any]:
    """Return the list maker of a game. Raises BadParameter if it has none."""
    maker = armies_of(chosen_book(game))
    if maker is None:
        raise typer.BadParameter(f"{game!r} has no army lists; choose from {', '.join(games_with_lists())}")
    return maker


Game = Annotated[str, typer.Argument(help="A game with army lists.", autocompletion=games_with_lists)]
File = Annotated[Path, typer.Argument(help="The list, in any format; `-` reads standard input.")]
Points = Annotated[int | None, typer.Option(min=1, help="The agreed points limit, for lists that do not include one.")]
Out = Annotated[Path | None, typer.Option(help="The output file; default: standard output.")]
Language = Annotated[
    str, typer.Option(metavar="CODE", callback=language_code, help="The language of names and messages: en, de, hu.")
]


@army.callback()
def group() -> None:
    """Check, show and convert army lists."""


@army.command()
def check(game: Game, file: File, points: Points = None, language: Language = "en") -> None:
    """Check a list against the rules and report every fault with its rule."""
    maker = list_maker(game)
    read = _read(maker, _text_of(file), file, points)
    faults = maker.check(read)
    texts, rules = maker.catalogue(language), maker.rules(language)
    for fault in faults:
        err().print(
            f"{file}: {texts.render(fault.message)} ({rules.citation(fault.rule)} [{fault.rule}])", soft_wrap=True
        )
    if faults:
        fail(f"{len(faults)} fault{'s' if len(faults) > 1 else ''} in {file}.")
    summary = f"{maker.total(read)} of {maker.limit(read)} points"
    out().print(f"{file}: {maker.title(read, texts)}: {summary}. No faults.", soft_wrap=True)


@army.command()
def show(game: Game, file: File, points: Points = None, language: Language = "en") -> None:
    """Show a list with the cost of everything in it."""
    maker = list_maker(game)
    read = _read(maker, _text_of(file), file, points)
    texts = maker.catalogue(language)
    lines = [("  " * line.depth + line.name, line.cost) for line in maker.lines(read, texts)]
    total = maker.total(read)
    width = max(len(name) for name, _ in [*lines, ("", 0)])
    digits = len(str(max([total, *(cost for _, cost in lines)])))
    out().print(maker.title(read, texts), soft_wrap=True)
    for name, cost in lines:
        out().print(f"{name:{width}}  {cost:{digits}}", soft_wrap=True)
    out().print(f"{'':{width}}  {total:{digits}} / {maker.limit(read)}", soft_wrap=True)


@army.command()
def export(
    game: Game,
    file: File,
    form: Annotated[str, typer.Option(help="The format: text, json, short, or another one of the game.")] = "short",
    points: Points = None,
    out: Out = None,
) -> None:
    """Convert a list to another format."""
    maker = list_maker(game)
    if form not in maker.forms:
        raise typer.BadParameter(
            f"{game} has no format {form!r}; choose from {', '.join(maker.forms)}", param_hint="--form"
        )
    read = _read(maker, _text_of(file), file, points)
    try:
        written = maker.write(read, form)
    except ValueError as error:
        fail(f"{file}: {error}")
    _write(written, out)


@army.command("import")
def import_(
    game: Game,
    code: Annotated[str, typer.Argument(help="A code, or a file with a list in any format.")],
    points: Points = None,
    out: Out = None,
) -> None:
    """Read a code, or a list in any format, and write it as text."""
    maker = list_maker(game)
    file = Path(code)
    text = _text_of(file) if code == "-" or file.is_file() else code
    _write(maker.write(_read(maker, text, code, points), "text"), out)


@army.command()
def random(
    game: Game,
    faction: Annotated[str | None, typer.Option(help="The faction; default: the first of the game.")] = None,
    points: Annotated[
        int | None, typer.Option(min=1, help="The points limit; default: the game's largest usual size.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same army.")] = 1,
    out: Out = None,
) -> None:
    """Write a random legal army."""
    maker = list_maker(game)
    try:
        made = maker.random(seed, faction or maker.factions[0], points or maker.sizes[-1])
    except ValueError as error:
        fail(str(error))
    _write(maker.write(made, "text"), out)


def _text_of(file: Path) -> str:
    if str(file) == "-":
        return sys.stdin.read()
    with reported():
        try:
            return file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            fail(f"{file}: is not a text file")


def _read(maker: ListMaker[Any], text: str, source: object, points: int | None) -> Any:  # the army type of the game
    try:
        return maker.read(text, points)
    except ValueError as error:
        missing = " Give them with --points N." if points is None and "points agreed" in str(error) else ""
        fail(f"{source}: {error}.{missing}")


def _write(text: str, file: Path | None) -> None:
    if file is None:
        sys.stdout.write(text)
    else:
        with reported():
            write_whole(file, text.encode())
