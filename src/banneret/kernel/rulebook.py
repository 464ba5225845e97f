"""What a game gives to the kernel: its rulebook object. The kernel knows no game beyond this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.pile import Pile
from banneret.kernel.stream import Stream
from banneret.text.catalogue import Catalogue
from banneret.text.rules_index import RuleIndex

S = TypeVar("S")


class OptionError(ValueError):
    """An option of a new match that the rulebook does not take; says which and why."""


class PositionError(ValueError):
    """A position that the rulebook does not take; says which field and why."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: places (seats, best first; those who share a place together), scores, reason."""

    places: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    reason: str


class Rulebook(Generic[S]):
    """The rules of one game. `S` is its state: `copy()`, `seats`, `key`, `drawn`, `forfeited`.

    This is all that playing, recording and simulating need. How the game is shown, judged by bots and so on are
    optional parts, in attributes of their own: see `kernel/offers.py`.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    """Version of the rules: a change that lets a record replay differently changes it."""
    seats: ClassVar[tuple[int, ...]]
    """The numbers of seats one can play with."""
    usual_seats: ClassVar[int] = 0
    """How many seats a match has of which nobody says it; 0: as many as can be."""
    Options: ClassVar[type[msgspec.Struct]]
    """The options of a match, with their defaults."""
    View: ClassVar[type[msgspec.Struct]]
    actions: ClassVar[tuple[type[Action], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    negotiation: ClassVar[bool] = False
    """Whether players may talk in private, by the rules."""
    domains: ClassVar[Mapping[str, tuple[Any, ...]]]
    """The finite sets of values that fields of actions can have, by the name of their domain."""

    def seats_at_first(self) -> int:
        """Return the number of seats that is offered at first."""
        return self.usual_seats or max(self.seats)

    def options(self, given: Mapping[str, Any], seats: int) -> msgspec.Struct:
        """Check and complete the options. Raises OptionError."""
        try:
            return msgspec.convert(dict(given), self.Options, strict=True)
        except msgspec.ValidationError as error:
            raise OptionError(f"{self.id}: {error}") from None

    def setup(self, seats: int, options: Any, key: bytes) -> S:  # the options are this rulebook's own struct
        """Set the match up for its first checkpoint."""
        raise NotImplementedError  # each game says it

    def flow(self, game: Game[S]) -> Flow[None]:
        """Return the outermost flow: from whatever checkpoint the state is at, to the end of the match."""
        raise NotImplementedError  # each game says it

    def outcome(self, state: S) -> Outcome:
        """Return places, scores and reason of a state in which the flow has ended, or that forfeits ended anywhere."""
        raise NotImplementedError  # each game says it

    def view(self, state: S, seats: frozenset[int]) -> msgspec.Struct:
        """Return what these seats together may know (none: a spectator)."""
        raise NotImplementedError  # each game says it

    def redeal(self, state: S, mask: int, stream: Stream) -> None:
        """Deal anew, in place, all that the seats of `mask` cannot know of a checkpoint state."""
        raise NotImplementedError  # each game says it

    def encode(self, state: S) -> dict[str, Any]:
        """Return the JSON form of a checkpoint state."""
        raise NotImplementedError  # each game says it

    def decode(self, data: Mapping[str, Any]) -> S:
        """Read a checkpoint state from its JSON form. Raises PositionError."""
        raise NotImplementedError  # each game says it

    def migrate(self, data: Mapping[str, Any], version: str) -> Mapping[str, Any]:
        """Return the JSON form of a checkpoint state of an older version of the rules as `decode` reads it now.

        Override it where a new version changes the form of the state or gives it fields. Raises PositionError for a
        version from which there is no way.
        """
        return data

    def migrate_event(self, data: Mapping[str, Any], version: str) -> Mapping[str, Any]:
        """Return the JSON form of an event that was told under an older version as it is read now."""
        return data

    def audit(self, state: S) -> list[str]:
        """Return every broken invariant of a state, as sentences; empty if it is sound."""
        raise NotImplementedError  # each game says it

    def rules(self, language: str = "en") -> RuleIndex:
        """Return the rule index in a language."""
        raise NotImplementedError  # each game says it

    def catalogue(self, language: str = "en") -> Catalogue:
        """Return the texts in a language, those of the rule index (`RuleIndex.texts`) among them."""
        raise NotImplementedError  # each game says it

    def seat_names(self, state: S) -> tuple[str, ...]:
        """Return the id each seat goes by (its house, its side)."""
        raise NotImplementedError  # each game says it

    def stock(self, state: S, pile: Pile) -> Sequence[Pile]:
        """Return the piles of this live state whose hidden cards could as well lie in `pile`; it is one of them.

        Override it where several piles hold the same cards face down, such as a deck and the hands drawn from it.
        """
        return (pile,)
