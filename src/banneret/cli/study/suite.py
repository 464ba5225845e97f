"""`banneret suite`: a bot solves tactical problems."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
from rich import box
from rich.table import Table

from banneret.bots.styles import BotError
from banneret.bots.suites import attempts, scores, suite_of
from banneret.cli.consoles import fail, out
from banneret.kernel.rulebook import Rulebook


def suite(book: Rulebook[Any], bot: str, *, unsolved: bool, as_json: bool) -> None:
    """Let a bot solve the problems of a game and show its score."""
    problems = suite_of(book)
    if not problems:
        fail(f"{book.id} has no suite")
    try:
        found = list(attempts(book, problems, bot))
    except BotError as error:
        fail(str(error))
    apart = [one for one in found if one.problem.held_out]
    if as_json:
        rows = [
            {"id": one.problem.id, "theme": one.problem.theme, "answer": one.answer, "solved": one.solved}
            | {"held_out": one.problem.held_out}
            for one in found
        ]
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode() + "\n")
        return
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("Theme")
    for column in ("solved", "of", "share", "held out", "of"):
        table.add_column(column, justify="right")
    held = {score.theme: score for score in scores(apart)}
    for score in scores(found):
        cells = [score.theme or "all", str(score.solved), str(score.problems), f"{score.solved / score.problems:.0%}"]
        third = held.get(score.theme)
        table.add_row(*cells, *(("", "") if third is None else (str(third.solved), str(third.problems))))
    out().print(table)
    if unsolved:
        for one in found:
            if not one.solved:
                out().print(f"{one.problem.id}: {one.answer}. {one.problem.why}", soft_wrap=True)
