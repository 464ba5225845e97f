"""Twin worlds: the optional part `twins` of a rulebook, with which tests prove that secrets stay secret."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.stream import Stream


@runtime_checkable
class Twins(Protocol):
    """Creates a checkpoint state that differs in one thing unknown to the seats of `mask`; None if there is none.

    It does not use `Rulebook.redeal`, which it tests. One thing is changed, such as two swapped cards of a pile. A rule
    that shows the difference either draws it through `chance`, or calls `chance.reveal()` or `chance.show(seen)`.
    """

    def __call__(self, state: Any, mask: int, stream: Stream, /) -> Any:  # states of the game
        """Return the other state, or None. The given state may be changed."""
        ...


def twin_of(book: Rulebook[Any], state: Any, mask: int, stream: Stream) -> Any:  # as above
    """Return a twin of a state, or None if there is none or the game offers no twins."""
    twins = offered(book, "twins", Twins)  # type: ignore[type-abstract]  # it is not called
    return None if twins is None else twins(state, mask, stream)
