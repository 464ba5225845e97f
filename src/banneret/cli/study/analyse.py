"""`banneret analyse`: what each option was worth at a point of a record, to the seat to move."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich import box
from rich.table import Table

from banneret.bots import WeighingBot, make_bot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.cli.consoles import fail, out, reported
from banneret.cli.study.replay import moment
from banneret.cli.wording import seat_of, texts_of
from banneret.kernel import notation
from banneret.kernel.match import Match


class AnalyseArguments(NamedTuple):
    """What was given on the command line."""

    game: int | None
    to: int | None
    seat: str | None
    bot: str
    seed: int
    as_json: bool
    language: str = "en"
    rulebook: str | None = None


class Line(msgspec.Struct, frozen=True):
    """An option: what it is worth (points, or success between 0 and 1), and in how many playouts it was tried."""

    action: str
    worth: float
    tried: int


class Analysis(msgspec.Struct, frozen=True):
    """What a bot made of a question; the best option first, by the bot's own order."""

    rulebook: str
    label: str
    seat: str
    asked: str
    bot: str
    options: int
    best: str
    lines: tuple[Line, ...]
    terms: dict[str, float]
    """The evaluation of the position as the seat sees it, term by term: the mean of a few imagined worlds."""


_WORLDS = 8


def analyse(path: Path, given: AnalyseArguments) -> None:
    """Weigh the options and write the table."""
    with reported():
        match = moment(path, given.game, given.to, given.rulebook)
    if not match.asking:
        fail(f"{path}: the match is over here; --to N names an earlier entry")
    seat = min(match.asking) if given.seat is None else seat_of(match, given.seat)
    if seat not in match.asking:
        fail(f"{path}: {given.seat} is not asked here")
    found = weighed(match, seat, given.bot, given.seed)
    if given.as_json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return
    _show(match, seat, found, given.language)


def weighed(match: Match[Any], seat: int, name: str, seed: int) -> Analysis:
    """Let a bot weigh what a seat is asked, from what that seat can know."""
    bot = make_bot(name, seed)
    if not isinstance(bot, WeighingBot):
        fail(f"{name} does not tell what options are worth; greedy and search do")
    player = Player(match, seat, seed)
    lines = [Line(notation.write(one.action), one.worth, one.tried) for one in bot.weigh(player)]
    lines.sort(key=lambda line: (-line.tried, -line.worth))
    terms: dict[str, float] = {}
    for number in range(_WORLDS):
        world = player.imagine(number)
        for term, points in judging_of(world.rulebook).evaluate(world.state, seat).terms.items():
            terms[term] = terms.get(term, 0.0) + points / _WORLDS
    ask = player.ask
    house = match.rulebook.seat_names(match.state)[seat]
    return Analysis(
        rulebook=match.rulebook.id,
        label=match.label,
        seat=house,
        asked=ask.kind,
        bot=name,
        options=len(ask.options),
        best=lines[0].action,
        lines=tuple(lines),
        terms={term: round(points, 2) for term, points in terms.items()},
    )


def _show(match: Match[Any], seat: int, found: Analysis, language: str) -> None:
    console = out()
    texts = texts_of(match.rulebook, language)
    prompt = texts.render(Player(match, seat, 0).ask.prompt)
    console.print(f"{texts.label(found.label)}, {texts.name(found.seat)}: {prompt}", style="bold")
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("Option")
    table.add_column("Worth", justify="right")
    table.add_column("Tried", justify="right")
    for line in found.lines:
        table.add_row(line.action, f"{line.worth:.3f}", str(line.tried) if line.tried else "")
    console.print(table)
    if len(found.lines) < found.options:
        console.print(f"{found.options - len(found.lines)} of {found.options} options were not looked at.")
    terms = ", ".join(
        f"{texts.text(f'term.{term}', term)} {points:+.1f}" for term, points in found.terms.items() if points
    )
    if terms:
        console.print(f"The position in points: {terms}", soft_wrap=True)
