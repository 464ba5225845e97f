"""Tables of which only the rows that have changed are encoded again."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from banneret.encoding import Rows


@dataclass
class Ships:
    """A state with lists of equal length, the second one of lists that change in place."""

    wounds: list[int] = field(default_factory=list)
    crews: list[list[str]] = field(default_factory=list)


def encoded(made: list[int]) -> Rows:
    """Return a table of three rows of two columns that notes which rows it makes."""

    def make(state: Ships, row: int) -> tuple[int, int]:
        made.append(row)
        return state.wounds[row], len(state.crews[row])

    return Rows(("wounds", "crews"), make, 3, 2)


def test_only_rows_that_have_changed_are_made() -> None:
    made: list[int] = []
    rows, state = encoded(made), Ships([1, 2], [["a"], []])
    assert rows.values(state) == array("i", [1, 1, 2, 0, 0, 0])
    made.clear()
    assert rows.values(state) == array("i", [1, 1, 2, 0, 0, 0])
    assert not made
    state.crews[1].append("b")
    assert rows.values(state) == array("i", [1, 1, 2, 1, 0, 0])
    assert made == [1]


def test_rows_of_lists_that_grow_and_shrink() -> None:
    rows = encoded([])
    assert rows.values(Ships([1], [["a"]])) == array("i", [1, 1, 0, 0, 0, 0])
    assert rows.values(Ships([1, 2, 3, 4], [["a"], [], [], []])) == array("i", [1, 1, 2, 0, 3, 0])
    assert rows.values(Ships([5], [[]])) == array("i", [5, 0, 0, 0, 0, 0])
