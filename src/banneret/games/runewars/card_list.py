"""The implementation status of the Runewars cards, as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from banneret.games.runewars.coverage import Covered
from banneret.games.runewars.coverage import coverage as covered
from banneret.show.terminal import CardList


def card_list(*, coverage: bool) -> CardList:
    """Return the number of implemented cards; with `coverage`, also what each does."""
    rows = covered()
    lines = [*(_lines(rows) if coverage else ()), *_sums(rows)]
    return CardList([_data(row) for row in rows], lines)


def _data(row: Covered) -> dict[str, Any]:
    return {
        "card": row.id,
        "kind": row.kind,
        "faction": row.faction,
        "does": row.does,
        "idle": row.idle,
        "tests": row.tests,
        "asserted": row.asserted,
        "why": row.why,
    }


def _lines(rows: Sequence[Covered]) -> Iterator[str]:
    width = max(len(row.id) for row in rows)
    for row in rows:
        does = row.why or ", ".join((*row.does, *(f"({one}: does nothing)" for one in row.idle)))
        tests = "not played" if row.why else f"{row.tests} test{'' if row.tests == 1 else 's'}{_mark(row)}"
        yield f"{row.id:{width}}  {row.kind:9}  {row.faction:18}  {tests:18}  {does}"


def _mark(row: Covered) -> str:
    return ", asserted" if row.asserted else ""


def _sums(rows: Sequence[Covered]) -> Iterator[str]:
    played = [row for row in rows if not row.why]
    for kind in dict.fromkeys(row.kind for row in rows):
        of_kind = [row for row in played if row.kind == kind]
        whole = sum(row.kind == kind for row in rows)
        idle = sum(bool(row.idle) for row in of_kind)
        tried = sum(bool(row.tests) or not row.does for row in of_kind)
        asserted = sum(row.asserted for row in of_kind)
        yield (
            f"{kind}: {len(of_kind)} of {whole} played, {tried} of them tried by tests ({asserted} asserted), "
            f"{idle} in part"
        )
