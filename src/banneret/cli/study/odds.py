"""`banneret odds`: the odds of an answer, of a constructed case, or of every unit against every other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from banneret import odds
from banneret.cli.consoles import fail, out, reported
from banneret.cli.study.info import write_json
from banneret.cli.study.replay import moment
from banneret.cli.wording import chosen_book, seat_of, texts_of, why_not
from banneret.kernel.choosers import IllegalAction
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook_ids
from banneret.odds import CaseError, Matrix, Odds
from banneret.text.catalogue import Catalogue

WIDTH = 40
"""The length of a bar that stands for 100 %."""


def odds_of_case(game: str, given: Sequence[str], *, matrix: bool, as_json: bool, language: str) -> None:
    """Print the odds of a case given as `field=value`, or its matrix, or the fields if `given` is empty."""
    book = chosen_book(game)
    texts = texts_of(book, language)
    values: dict[str, str] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            fail(f"{one!r} is not a field of a case; write FIELD=VALUE")
        values[name] = value
    try:
        if matrix:
            table = odds.matrix(game, values)
            write_json(table) if as_json else _matrix(table, texts)
        elif not values:
            _fields(game, texts)
        else:
            found = odds.case(game, values)
            write_json([found]) if as_json else _show([found], texts)
    except CaseError as error:
        fail(str(error))


def odds_of_answer(  # the options of the command
    path: Path, action: str, game: int | None, to: int | None, seat: str | None, *, as_json: bool, language: str
) -> None:
    """Print the odds of an answer at a point of a record, or in a position."""
    with reported():
        match = moment(path, game, to, None)
    if not match.asking:
        fail(f"{path}: the match is over at this point; choose an earlier entry with --to N")
    number = min(match.asking) if seat is None else seat_of(match, seat)
    if number not in match.asking:
        fail(f"{path}: {seat} is not to move at this point")
    found = _of(match, number, action, language)
    if not found:
        fail(f"{action!r} has no odds: nothing is rolled, or the game offers no odds for it")
    write_json(found) if as_json else _show(found, texts_of(match.rulebook, language))


def _of(match: Match[Any], seat: int, action: str, language: str) -> tuple[Odds, ...]:
    try:
        return odds.of(match, seat, action)
    except IllegalAction as error:
        fail(f"{action!r} is not allowed: {why_not(match.rulebook, error.refusal, language)}")


def is_game(name: str) -> bool:
    """Return whether an argument names a game rather than a file."""
    return name in rulebook_ids()


def _show(found: Sequence[Odds], texts: Catalogue) -> None:
    console = out()
    for one in found:
        console.print(texts.render(one.title), style="bold", soft_wrap=True)
        for spread in one.spreads:
            console.print(f"{texts.render(spread.what)}: {spread.mean:.2f} on average")
            table = Table(box=box.SIMPLE_HEAD)
            for name in ("Number", "Exactly", "At least"):
                table.add_column(name, justify="right")
            table.add_column("")
            for bar in spread.bars:
                drawn = "█" * round(WIDTH * bar.least)
                table.add_row(str(bar.number), f"{bar.chance:.1%}", f"{bar.least:.1%}", drawn)
            console.print(table)
        for chance in one.chances:
            console.print(f"{texts.render(chance.what)}: {chance.chance:.1%}", soft_wrap=True)
        if one.destroys is not None:
            console.print(f"Destroys the target: {one.destroys:.1%}")
        if one.leaves_out:
            console.print("Not counted:")
            for words in one.leaves_out:
                console.print(f"- {texts.render(words)}", soft_wrap=True)


def _fields(game: str, texts: Catalogue) -> None:
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("Field", "", "Values"):
        table.add_column(name)
    for field in odds.fields(game):
        values = [f"{one} ({texts.name(one)})" if texts.name(one) != one else one for one in field.choices] or [
            f"{field.least} to {field.most}"
        ]
        table.add_row(field.id, texts.render(field.label), ", ".join(values))
    out().print(table)


def _matrix(found: Matrix, texts: Catalogue) -> None:
    console = out()
    console.print(f"{texts.render(found.what)}: average / chance to destroy the target", style="bold")
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("")
    for one in found.defenders:
        table.add_column(texts.name(one), justify="right")
    for row, unit in enumerate(found.attackers):
        cells = zip(found.means[row], found.destroys[row], strict=True)
        table.add_row(texts.name(unit), *(_cell(mean, destroys) for mean, destroys in cells))
    console.print(table)


def _cell(mean: float | None, destroys: float | None) -> str:
    if mean is None:
        return "-"
    return f"{mean:.1f}" if destroys is None else f"{mean:.1f} / {destroys:.0%}"
