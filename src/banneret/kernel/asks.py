"""Questions to seats, and views of a match."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from banneret.kernel.choosers import Action, Chooser, Options, Space
from banneret.kernel.rulebook import Outcome
from banneret.text.message import Message

V = TypeVar("V")


class Ask:
    """An open question to a seat; its options are listed on first access."""

    __slots__ = ("about", "chooser", "options", "seat")

    def __init__(self, seat: int, chooser: Chooser[Any], about: str = "") -> None:
        self.seat = seat
        self.chooser = chooser
        self.about = about
        """The id of the card or ability that asks; "" if none does."""
        self.options: Options[Any] = Options(chooser)

    @property
    def kind(self) -> str:
        """The kind of question ("march", "bid")."""
        return self.chooser.kind

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self.chooser.rule

    @property
    def prompt(self) -> Message:
        """The question as a message."""
        return self.chooser.prompt()

    def offers(self, action: Action) -> bool:
        """Return whether this very object is one of the options already listed, so that it needs no further check."""
        return self.options.lists(action)

    def __repr__(self) -> str:
        return f"<Ask seat {self.seat}: {self.kind}>"


class AskView(msgspec.Struct, frozen=True):
    """A question as its seat sees it, without its options; `space` marks a continuous choice.

    `about` is the id of the card or ability that asks, "" if none does.
    """

    seat: int
    kind: str
    rule: str
    prompt: Message
    space: bool
    about: str = ""


class MatchView(msgspec.Struct, Generic[V], frozen=True, kw_only=True):
    """What viewers may know: the game's view, the seats deciding, and their own questions and sealed answers."""

    rulebook: str
    viewers: tuple[int, ...]
    label: str
    game: V
    waiting: dict[int, str]
    """Seat -> "deciding" or "ready"."""
    asks: tuple[AskView, ...]
    sealed: dict[int, tuple[str, ...]]
    """Seat -> its own answers not yet revealed, in notation."""
    outcome: Outcome | None


def own_asks(asks: dict[int, Ask], viewers: frozenset[int]) -> tuple[AskView, ...]:
    """Return the viewers' own questions, the only ones they may see."""
    return tuple(
        AskView(seat, ask.kind, ask.rule, ask.prompt, isinstance(ask.chooser, Space), ask.about)
        for seat, ask in sorted(asks.items())
        if seat in viewers
    )
