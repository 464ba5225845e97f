"""`banneret cards runewars`: how far the cards of Runewars are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from banneret.cli.consoles import out
from banneret.cli.study.info import write_json
from banneret.games.runewars.coverage import coverage as known


class Row(NamedTuple):
    """A card: its id, kind and faction, what it does, how many tests try it, and why it is not played, if it is not."""

    card: str
    kind: str
    faction: str
    does: Sequence[str]
    idle: Sequence[str]
    tests: int
    why: str


def _rows() -> list[Row]:
    return [Row(one.id, one.kind, one.faction, one.does, one.idle, one.tests, one.why) for one in known()]


def cards(*, coverage: bool = False, as_json: bool = False) -> None:
    """Say how many cards are played; with `coverage`, or as JSON, each with what it does."""
    rows = _rows()
    if as_json:
        write_json([row._asdict() for row in rows])
        return
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
