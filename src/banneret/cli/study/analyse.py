"""`banneret analyse`: the value of each option at a point of a record, for the seat to move."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich import box
from rich.table import Table

from banneret.bots import BotError, WeighingBot, check_style, make_bot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.cli.consoles import fail, out, reported
from banneret.cli.study.replay import moment
from banneret.cli.wording import phrase, seat_of, texts_of
from banneret.kernel import notation
from banneret.kernel.match import Match
from banneret.show.things import Things


class AnalyseArguments(NamedTuple):
    """The command-line arguments."""

    game: int | None
    to: int | None
    seat: str | None
    bot: str
    seed: int
    as_json: bool
    language: str = "en"
    rulebook: str | None = None


class Line(msgspec.Struct, frozen=True):
    """An option, its value (points, or a success rate from 0 to 1) and the number of playouts."""

    action: str
    worth: float
    tried: int


class Analysis(msgspec.Struct, frozen=True):
    """A bot's evaluation of a question; the best option first, in the bot's own order."""

    rulebook: str
    label: str
    seat: str
    asked: str
    bot: str
    options: int
    best: str
    lines: tuple[Line, ...]
    terms: dict[str, float]
    """The evaluation of the position for the seat by term, averaged over a few imagined worlds."""


_WORLDS = 8


def analyse(path: Path, given: AnalyseArguments) -> None:
    """Evaluate the options and print the table."""
    with reported():
        match = moment(path, given.game, given.to, given.rulebook)
    if not match.asking:
        fail(f"{path}: the match is over at this point; choose an earlier entry with --to N")
    seat = min(match.asking) if given.seat is None else seat_of(match, given.seat)
    if seat not in match.asking:
        fail(f"{path}: {given.seat} is not to move at this point")
    found = weighed(match, seat, given.bot, given.seed)
    if given.as_json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        return
    _show(match, seat, found, given.language)


def weighed(match: Match[Any], seat: int, name: str, seed: int) -> Analysis:
    """Let a bot evaluate a seat's options with the information available to that seat."""
    try:
        check_style(name, match.rulebook)
    except BotError as error:
        fail(str(error))
    bot = make_bot(name, seed)
    if not isinstance(bot, WeighingBot):
        fail(f"{name} cannot evaluate options; use greedy or search")
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
    table.add_column("Value", justify="right")
    table.add_column("Playouts", justify="right")
    ask, actions = match.asking[seat], match.rulebook.actions
    things = Things(match.rulebook, match.view(seat).game)
    texts = texts.extended(things.names(texts))
    for line in found.lines:
        words = things.option(ask, notation.read(line.action, actions)).words(texts)
        table.add_row(phrase(words), f"{line.worth:.3f}", str(line.tried) if line.tried else "")
    console.print(table)
    if len(found.lines) < found.options:
        console.print(f"{found.options - len(found.lines)} of {found.options} options were not considered.")
    terms = ", ".join(
        f"{texts.text(f'term.{term}', term)} {points:+.1f}" for term, points in found.terms.items() if points
    )
    if terms:
        console.print(f"Evaluation of the position: {terms}", soft_wrap=True)
