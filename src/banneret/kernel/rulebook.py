"""The interface between a game and the kernel: its rulebook object. The kernel knows nothing else of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.pile import Pile
from banneret.kernel.stream import Stream
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message
from banneret.text.rules_index import RuleIndex

S = TypeVar("S")


class OptionError(ValueError):
    """Raised for an invalid option of a new match; names the option and the reason.

    If a rule of the game forbids it, `rule` is that rule and `message` the reason in the game's own texts.
    """

    def __init__(self, text: str, rule: str = "", message: Message | None = None) -> None:
        super().__init__(text)
        self.rule = rule
        self.message = message


class PositionError(ValueError):
    """Raised for an invalid position; names the field and the reason."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: places (seats, best first; ties share a place), scores and reason."""

    places: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    reason: str


class Foreseeable(NamedTuple):
    """A kind of question that seats may answer in advance."""

    label: Message
    """The text that describes when it is asked."""
    answers: tuple[Action, ...]
    """Answers that can be chosen before the question is known."""


class Rulebook(Generic[S]):
    """The rules of one game. `S` is its state: `copy()`, `seats`, `key`, `drawn`, `forfeited`.

    This is all that playing, recording and simulating require. The drawing, the evaluation for bots and so on are
    optional parts in attributes of their own: see `kernel/offers.py`.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    """Version of the rules; raise it with every change that may make a record replay differently."""
    seats: ClassVar[tuple[int, ...]]
    """The supported numbers of seats."""
    usual_seats: ClassVar[int] = 0
    """Default number of seats; 0 means the maximum."""
    Options: ClassVar[type[msgspec.Struct]]
    """The options of a match, with their defaults."""
    View: ClassVar[type[msgspec.Struct]]
    actions: ClassVar[tuple[type[Action], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    negotiation: ClassVar[bool] = False
    """Whether the rules allow players to talk in private."""
    windows: ClassVar[Mapping[str, Message]] = {}
    """The reaction windows (`Chooser.window`) by name, with the text that describes each."""
    foreseeable: ClassVar[Mapping[str, Foreseeable]] = {}
    """The kinds of questions that come up for many seats in turn, and that a seat may answer in advance."""
    domains: ClassVar[Mapping[str, tuple[Any, ...]]]
    """The finite sets of values for the fields of actions, by domain name."""

    def seats_at_first(self) -> int:
        """Return the default number of seats."""
        return self.usual_seats or max(self.seats)

    def options(self, given: Mapping[str, Any], seats: int) -> msgspec.Struct:
        """Validate and complete the options. Raises OptionError."""
        try:
            return msgspec.convert(dict(given), self.Options, strict=True)
        except msgspec.ValidationError as error:
            raise OptionError(f"{self.id}: {error}") from None

    def setup(self, seats: int, options: Any, key: bytes) -> S:  # the options are this rulebook's own struct
        """Return the state at the first checkpoint of a match."""
        raise NotImplementedError  # implemented by each game

    def flow(self, game: Game[S]) -> Flow[None]:
        """Return the outermost flow, from the checkpoint of the state to the end of the match."""
        raise NotImplementedError  # implemented by each game

    def outcome(self, state: S) -> Outcome:
        """Return places, scores and reason for a state where the flow has ended, or any state after forfeits."""
        raise NotImplementedError  # implemented by each game

    def view(self, state: S, seats: frozenset[int]) -> msgspec.Struct:
        """Return what these seats together may see; with no seats, what a spectator sees."""
        raise NotImplementedError  # implemented by each game

    def overlaid(self, state: S, public: Any, seats: frozenset[int]) -> msgspec.Struct:  # `public`: the game's own view
        """Return `view(state, seats)`, built from `public`, which is a spectator's view of the same state.

        Override it if most of a view is public: a server makes that part once for all viewers.
        """
        return self.view(state, seats) if seats else public

    def redeal(self, state: S, mask: int, stream: Stream) -> None:
        """Redeal, in place, everything of a checkpoint state that the seats of `mask` cannot know."""
        raise NotImplementedError  # implemented by each game

    def encode(self, state: S) -> dict[str, Any]:
        """Return the JSON form of a checkpoint state."""
        raise NotImplementedError  # implemented by each game

    def decode(self, data: Mapping[str, Any]) -> S:
        """Read a checkpoint state from its JSON form. Raises PositionError."""
        raise NotImplementedError  # implemented by each game

    def migrate(self, data: Mapping[str, Any], version: str) -> Mapping[str, Any]:
        """Convert the JSON form of a checkpoint state of an older version of the rules to the current form.

        Override it if a new version changes the form of the state or adds fields. Raises PositionError for a version
        that cannot be converted.
        """
        return data

    def migrate_event(self, data: Mapping[str, Any], version: str) -> Mapping[str, Any]:
        """Convert the JSON form of an event logged under an older version to the current form."""
        return data

    def audit(self, state: S) -> list[str]:
        """Return every broken invariant of a state as a sentence; empty if it is valid."""
        raise NotImplementedError  # implemented by each game

    def check(self, state: S) -> list[str]:
        """Return the violated invariants without which a match cannot continue from a position.

        Override it if hand-written positions may violate invariants that no match violates. It is called with states
        accepted by `decode` and must not fail for any of them.
        """
        return self.audit(state)

    def rules(self, language: str = "en") -> RuleIndex:
        """Return the rule index in a language."""
        raise NotImplementedError  # implemented by each game

    def catalogue(self, language: str = "en") -> Catalogue:
        """Return the texts in a language, including those of the rule index (`RuleIndex.texts`)."""
        raise NotImplementedError  # implemented by each game

    def seat_names(self, state: S) -> tuple[str, ...]:
        """Return the id of each seat, such as its house or side."""
        raise NotImplementedError  # implemented by each game

    def stock(self, state: S, pile: Pile) -> Sequence[Pile]:
        """Return the piles of this live state that the hidden cards of `pile` could be in, including `pile` itself.

        Override it if several piles share face-down cards, such as a deck and the hands drawn from it.
        """
        return (pile,)
