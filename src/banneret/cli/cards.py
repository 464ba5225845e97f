"""How far the cards of a game are: `banneret cards`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Final, NamedTuple

import typer

from banneret.cli.consoles import out


class Row(NamedTuple):
    """A card: its id, kind and faction, what it does, how many tests try it, and why it is not played, if it is not."""

    card: str
    kind: str
    faction: str
    does: Sequence[str]
    idle: Sequence[str]
    tests: int
    why: str


def _runewars() -> list[Row]:
    from banneret.games.runewars.coverage import coverage

    return [Row(one.id, one.kind, one.faction, one.does, one.idle, one.tests, one.why) for one in coverage()]


CARDS: Final[dict[str, Callable[[], list[Row]]]] = {"runewars": _runewars}
"""The cards of a game with what is known of them; each is loaded when it is asked for."""
Game = Annotated[str, typer.Argument(help=f"The game: {', '.join(CARDS)}.", autocompletion=lambda: list(CARDS))]
Coverage = Annotated[bool, typer.Option("--coverage", help="Each card with its abilities and how many tests try it.")]


def cards(game: Game, coverage: Coverage = False) -> None:  # an option of the command line
    """Say how many cards of a game are played; with --coverage, each with what it does."""
    if game not in CARDS:
        raise typer.BadParameter(f"{game!r} has no cards here; there are those of: {', '.join(CARDS)}")
    rows = CARDS[game]()
    if coverage:
        width = max(len(row.card) for row in rows)
        for row in rows:
            does = row.why or ", ".join((*row.does, *(f"({one}: does nothing)" for one in row.idle)))
            tests = "not played" if row.why else f"{row.tests} test{'' if row.tests == 1 else 's'}"
            out().print(f"{row.card:{width}}  {row.kind:9}  {row.faction:18}  {tests:10}  {does}", soft_wrap=True)
    played = [row for row in rows if not row.why]
    for kind in dict.fromkeys(row.kind for row in rows):
        of_kind = [row for row in played if row.kind == kind]
        whole = sum(row.kind == kind for row in rows)
        idle = sum(bool(row.idle) for row in of_kind)
        tried = sum(bool(row.tests) or not row.does for row in of_kind)
        out().print(f"{kind}: {len(of_kind)} of {whole} played, {tried} of them tried by tests, {idle} in part")
