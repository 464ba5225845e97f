"""`banneret army`: army lists of all games that have them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from banneret.cli.army_building import (
    additions_of,
    as_army,
    changed_list,
    fixes_of,
    imported,
    list_drawing,
    named_cards,
    qr_code,
)
from banneret.cli.consoles import err, fail, reported
from banneret.cli.consoles import out as out_
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
    read = _read(maker, text_of(file), file, points)
    faults = maker.check(read)
    texts, rules = maker.catalogue(language), maker.rules(language)
    fixes = fixes_of(game, read, texts)
    for number, fault in enumerate(faults):
        err().print(
            f"{file}: {texts.render(fault.message)} ({rules.citation(fault.rule)} [{fault.rule}])", soft_wrap=True
        )
        for fix in fixes.get(number, ()):
            err().print(f"  can be fixed: {fix}", soft_wrap=True)
    if faults:
        fail(f"{len(faults)} fault{'s' if len(faults) > 1 else ''} in {file}.")
    summary = f"{maker.total(read)} of {maker.limit(read)} points"
    out_().print(f"{file}: {maker.title(read, texts)}: {summary}. No faults.", soft_wrap=True)


@army.command()
def show(game: Game, file: File, points: Points = None, language: Language = "en") -> None:
    """Show a list with the cost of everything in it."""
    maker = list_maker(game)
    read = _read(maker, text_of(file), file, points)
    texts = maker.catalogue(language)
    lines = [("  " * line.depth + line.name, line.cost) for line in maker.lines(read, texts)]
    total = maker.total(read)
    width = max(len(name) for name, _ in [*lines, ("", 0)])
    digits = len(str(max([total, *(cost for _, cost in lines)])))
    out_().print(maker.title(read, texts), soft_wrap=True)
    for name, cost in lines:
        out_().print(f"{name:{width}}  {cost:{digits}}", soft_wrap=True)
    out_().print(f"{'':{width}}  {total:{digits}} / {maker.limit(read)}", soft_wrap=True)


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
    read = _read(maker, text_of(file), file, points)
    try:
        written = maker.write(read, form)
    except ValueError as error:
        fail(f"{file}: {error}")
    write(written, out)


@army.command("import")
def import_(
    game: Game,
    code: Annotated[str, typer.Argument(help="A code, or a file with a list in any format.")],
    points: Points = None,
    partial: Annotated[bool, typer.Option(help="Write the list even if some of its lines are not understood.")] = False,
    out: Out = None,
) -> None:
    """Read a code, a BattleScribe roster, or a list in any format, and write it as text."""
    maker = list_maker(game)
    file = Path(code)
    if code == "-":
        data = sys.stdin.buffer.read()
    elif file.is_file():
        with reported():
            data = file.read_bytes()
    else:
        data = code.encode()
    found = imported(game, data, code, points)
    for line in found.unread:
        err().print(f"{code}: line {line.line}: not understood: {line.text}", soft_wrap=True, markup=False)
        for near in line.near:
            err().print(f"  similar: {near.name} ({near.card})", soft_wrap=True, markup=False)
    if found.unread and not partial:
        count = len(found.unread)
        fail(f"{count} line{'s' if count > 1 else ''} of {code} not understood; --partial writes the rest.")
    read = as_army(game, found.draft)
    write(maker.write(read, "text"), out)


@army.command()
def random(
    game: Game,
    faction: Annotated[str | None, typer.Option(help="The faction; default: the first of the game.")] = None,
    points: Annotated[
        int | None, typer.Option(min=1, help="The points limit; default: the game's largest usual size.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same army.")] = 1,
    including: Annotated[
        list[str] | None, typer.Option(help="A card that the army contains, by id or name; may be repeated.")
    ] = None,
    out: Out = None,
) -> None:
    """Write a random legal army."""
    maker = list_maker(game)
    try:
        cards = named_cards(game, including or ())
        made = maker.random(seed, faction or maker.factions[0], points or maker.sizes[-1], cards)
    except ValueError as error:
        fail(str(error))
    write(maker.write(made, "text"), out)


@army.command()
def starters(
    game: Game,
    name: Annotated[str | None, typer.Argument(help="Name of the list to write; without it, all are listed.")] = None,
    language: Language = "en",
    out: Out = None,
) -> None:
    """List the starter armies of a game, or write one of them."""
    maker = list_maker(game)
    texts = maker.catalogue(language)
    for one in maker.starters:
        title = maker.title(one, texts)
        if name is None:
            out_().print(f"{title} ({maker.total(one)} of {maker.limit(one)})", soft_wrap=True, markup=False)
        elif title.casefold().startswith(name.casefold()):
            write(maker.write(one, "text"), out)
            return
    if name is not None:
        fail(f"{game} has no starter army {name!r}; `banneret army starters {game}` lists them.")


@army.command()
def edit(
    game: Game,
    file: File,
    add: Annotated[list[str] | None, typer.Option(help="A card to add, by id or name; may be repeated.")] = None,
    into: Annotated[
        int | None, typer.Option(min=1, help="The entry that added attachments and upgrades go into, from 1.")
    ] = None,
    form: Annotated[str, typer.Option(help="The formation of added units, such as 3x2.")] = "",
    remove: Annotated[list[str] | None, typer.Option(help="A card to remove, by id or name; may be repeated.")] = None,
    points: Points = None,
    out: Out = None,
) -> None:
    """Add and remove cards of a list, and write it as text; every rule it then violates is reported."""
    maker = list_maker(game)
    draft = imported(game, text_of(file).encode(), file, points).draft
    try:
        changed = changed_list(game, draft, add or (), into, form, remove or ())
    except ValueError as error:
        fail(f"{file}: {error}")
    read = as_army(game, changed)
    texts, rules = maker.catalogue("en"), maker.rules("en")
    for fault in maker.check(read):
        err().print(f"{texts.render(fault.message)} ({rules.citation(fault.rule)} [{fault.rule}])", soft_wrap=True)
    write(maker.write(read, "text"), out)


@army.command()
def additions(
    game: Game,
    file: File,
    into: Annotated[
        int | None, typer.Option(min=1, help="The entry that attachments and upgrades would go into, from 1.")
    ] = None,
    points: Points = None,
    language: Language = "en",
) -> None:
    """List the cards that could be added to a list, and why others may not."""
    maker = list_maker(game)
    texts = maker.catalogue(language)
    draft = imported(game, text_of(file).encode(), file, points).draft
    try:
        found = additions_of(game, draft, into)
    except ValueError as error:
        fail(f"{file}: {error}")
    for one in found:
        title = "" if one.subtitle is None else f", {texts.render(one.subtitle)}"
        reason = f"  {texts.render(one.refused[0].message)} [{one.refused[0].rule}]" if one.refused else ""
        out_().print(f"{one.cost:3}  {texts.render(one.name)}{title}{reason}", soft_wrap=True, markup=False)


@army.command()
def qr(game: Game, file: File, points: Points = None, out: Out = None) -> None:
    """Write the short code of a list as a QR code (SVG)."""
    maker = list_maker(game)
    read = _read(maker, text_of(file), file, points)
    try:
        code = maker.write(read, "short").strip()
    except ValueError as error:
        fail(f"{file}: {error}")
    write(qr_code(code) + "\n", out)


@army.command()
def picture(game: Game, file: File, points: Points = None, language: Language = "en", out: Out = None) -> None:
    """Write a picture of a list with its units and costs (SVG)."""
    maker = list_maker(game)
    read = _read(maker, text_of(file), file, points)
    write(list_drawing(game, read, file, language) + "\n", out)


def text_of(file: Path) -> str:
    """Return the text of a file, or of standard input for `-`; fail if it cannot be read."""
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


def write(text: str, file: Path | None) -> None:
    """Write a text to a file, or to standard output."""
    if file is None:
        sys.stdout.write(text)
    else:
        with reported():
            write_whole(file, text.encode())
