"""Rules as generators: the three requests that rules can make, and the only functions that use `yield` themselves.

    answer = yield from ask(seat, chooser)
    result = yield from about("the-card", flow)
    answers = yield from together({seat: flow, ...})
    yield Checkpoint("round 4")                      # only in the outermost flow

See `docs/architecture.md` for the guarantees of each.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, TypeAlias, TypeVar

from banneret.kernel.choosers import Action, Chooser

A = TypeVar("A", bound=Action)
T = TypeVar("T")


class Question:
    """A request for one seat's answer. `about` is the id of the card or ability that asks, "" if none does."""

    __slots__ = ("about", "chooser", "seat")

    def __init__(self, seat: int, chooser: Chooser[Any]) -> None:
        self.seat = seat
        self.chooser = chooser
        self.about = ""


class Together:
    """Several seats decide simultaneously, each in its own flow; answers stay sealed until all are ready."""

    __slots__ = ("flows",)

    def __init__(self, flows: Mapping[int, Flow[Any]]) -> None:
        self.flows = flows


class Checkpoint:
    """A point where the state alone determines what comes next. The label is public.

    Imagining in the middle of a turn starts at the last checkpoint and redeals everything that was hidden there. A rule
    that reveals something hidden must therefore be followed by a checkpoint before anyone is asked, or reveal it
    through `chance`.
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


def about(thing: str, flow: Flow[T]) -> Flow[T]:
    """Run the flow of a card or ability, and mark its questions as asked by it.

    Questions that are already marked, by a card or ability within the flow, stay as they are. Clients show the text of
    the card with the question. Every seat asked must know `thing`.
    """
    answer = None
    while True:
        try:
            request = flow.send(answer)
        except StopIteration as over:
            result: T = over.value
            return result
        if isinstance(request, Question):
            request.about = request.about or thing
        elif isinstance(request, Together):
            request.flows = {seat: about(thing, one) for seat, one in request.flows.items()}
        answer = yield request


def together(flows: Mapping[int, Flow[T]]) -> Flow[dict[int, T]]:
    """Let seats decide simultaneously; return the result of each flow, in seat order.

    These flows read the state as it is at the start, and their own answers; they write nothing, emit no events, draw no
    chance and ask only their own seat. Answers that stay hidden afterwards are written to hidden fields of the state,
    followed by a checkpoint before anyone is asked again. The same applies to a card played from a hidden hand, unless
    `chance.take` takes it.
    """
    results: dict[int, T] = yield Together(flows)
    return results
