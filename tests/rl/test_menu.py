"""Options by index, in pages if there are many."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Chooser, Domain, Refusal
from banneret.rl import Menu


class Number(Action, frozen=True, tag="number"):
    """A number."""

    FORM = "number {value}"
    value: Annotated[int, Domain("value")]


class Numbers(Chooser[Number]):
    """Which number?"""

    kind, rule, answers = "number", "test:1", (Number,)

    def __init__(self, count: int) -> None:
        self.count = count

    def options(self) -> list[Number]:
        return [Number(value) for value in range(self.count)]

    def refusal(self, action: Number) -> Refusal | None:
        return None


def chosen(menu: Menu, path: list[int]) -> Any:
    found: Any = menu
    for index in path:
        assert isinstance(found, Menu)
        found = found.choose(index)
    return found


@pytest.mark.parametrize("count", [1, 5, 6, 24, 25, 26, 124, 125, 126, 700])
def test_every_option_is_reached_by_one_path_through_pages_of_at_most_the_given_size(count: int) -> None:
    menu = Menu(Ask(0, Numbers(count)), 5)
    paths = [menu.path(Number(value)) for value in range(count)]
    assert [chosen(menu, path) for path in paths] == [Number(value) for value in range(count)]
    assert len({tuple(path) for path in paths}) == count
    assert max(max(path) for path in paths) < 5
    assert paths == sorted(paths)


def test_pages_are_of_nearly_equal_length() -> None:
    menu = Menu(Ask(0, Numbers(1300)))
    assert menu.paged
    lengths = [last - first for first, last in map(menu.page, range(len(menu)))]
    assert lengths == [434, 434, 432]
    assert menu.page(2) == (868, 1300)


def test_an_index_that_is_not_offered_is_an_error() -> None:
    menu = Menu(Ask(0, Numbers(3)))
    for index in (-1, 3):
        with pytest.raises(IndexError, match=f"no option {index}"):
            menu.choose(index)
    with pytest.raises(ValueError, match="not in list"):
        menu.path(Number(3))
