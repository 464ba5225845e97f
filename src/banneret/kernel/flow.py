"""Rules as generators: the three requests a rule can make, and the only functions that say `yield`.

    answer = yield from ask(seat, chooser)
    answers = yield from together({seat: flow, ...})
    yield Checkpoint("round 4")                      # only in the outermost flow

See `docs/architecture.md` for what each promises.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, TypeAlias, TypeVar

from banneret.kernel.choosers import Action, Chooser

A = TypeVar("A", bound=Action)
T = TypeVar("T")


class Question:
    """One seat must answer."""

    __slots__ = ("chooser", "seat")

    def __init__(self, seat: int, chooser: Chooser[Any]) -> None:
        self.seat = seat
        self.chooser = chooser


class Together:
    """Several seats decide at the same time, each in its own flow; nothing is known before all are ready."""

    __slots__ = ("flows",)

    def __init__(self, flows: Mapping[int, Flow[Any]]) -> None:
        self.flows = flows


class Checkpoint:
    """Here the state alone says what comes next. The label is public.

    Whoever imagines in the midst of a turn begins at the last checkpoint, with all that was hidden there dealt anew.
    So a rule that shows what was hidden there is followed by a checkpoint before anybody is asked, or shows it by
    `chance`.
    """

    __slots__ = ("label",)

    def __init__(self, label: str) -> None:
        self.label = label


Request: TypeAlias = Question | Together | Checkpoint
Flow: TypeAlias = Generator[Request, Any, T]


class MatchOver(Exception):  # an ending, not an error; the outermost flow catches it
    """Raised by a rule that ends the match at once; the outermost flow catches it."""


def ask(seat: int, chooser: Chooser[A]) -> Flow[A]:
    """Ask one seat and return its answer."""
    answer: A = yield Question(seat, chooser)
    return answer


def together(flows: Mapping[int, Flow[T]]) -> Flow[dict[int, T]]:
    """Let seats decide at the same time; return what each flow returned, in seat order.

    A flow in here reads the state as it is at the start and its own answers; it writes nothing, tells nothing, draws
    no chance and asks only its own seat. Answers that are to stay hidden afterwards are written into hidden fields
    of the state, and a checkpoint follows before anybody is asked again. The same holds for a card played from a hidden
    hand, unless `chance.take` takes it.
    """
    results: dict[int, T] = yield Together(flows)
    return results
