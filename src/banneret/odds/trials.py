"""Trials: execution of rules on a copy of the state with predetermined random results and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Action, Chooser
from banneret.kernel.flow import Flow, Question
from banneret.kernel.pile import PUBLIC
from banneret.kernel.stream import Stream, derive_key

T = TypeVar("T")
Answer = Callable[[int, Chooser[Any]], Action]
"""Function that answers a question, given the seat."""


class Undecided(Exception):  # control flow, not an error
    """Raised when the rules need another random result; `among` is the number of possible ones."""

    def __init__(self, among: int) -> None:
        super().__init__(among)
        self.among = among


class GivenChance(Chance):
    """Chance with predetermined results. Raises Undecided when they run out; it cannot shuffle or draw cards."""

    __slots__ = ("_left",)

    def __init__(self, results: Sequence[int] = ()) -> None:
        super().__init__(Stream(derive_key("given")), [])
        self._left = list(reversed(results))

    def pick(self, n: int, seen: int = PUBLIC) -> int:
        """Return the next result, an integer 0 <= x < n."""
        if not self._left:
            raise Undecided(n)
        return self._left.pop()


def carried_out(flow: Flow[T], answer: Answer) -> T:
    """Run a rule to its end and return its result. Questions with a single option are answered without `answer`."""
    reply: Action | None = None
    while True:
        try:
            request = flow.send(reply)
        except StopIteration as end:
            result: T = end.value
            return result
        if not isinstance(request, Question):
            raise TypeError(f"a trial ends before a {type(request).__name__.lower()}")
        options = request.chooser.options()
        reply = options[0] if len(options) == 1 else answer(request.seat, request.chooser)


def every_way(run: Callable[[Answer], T], choices: Callable[[int, Chooser[Any]], Sequence[Action]]) -> Iterator[T]:
    """Yield the result of a rule for every combination of answers; `choices` returns those to try for a question."""
    todo: list[tuple[int, ...]] = [()]
    while todo:
        path = todo.pop()
        taken: list[int] = []

        def answer(seat: int, chooser: Chooser[Any], path: tuple[int, ...] = path, taken: list[int] = taken) -> Action:
            options = choices(seat, chooser)
            at = len(taken)
            if at >= len(path):
                todo.extend((*taken, other) for other in range(len(options) - 1, 0, -1))
            taken.append(path[at] if at < len(path) else 0)
            return options[taken[-1]]

        yield run(answer)
