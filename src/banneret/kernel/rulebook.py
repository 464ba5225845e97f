"""What a game gives to the kernel: its rulebook object. The kernel knows no game beyond this."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.kernel.pile import Pile
from banneret.kernel.stream import Stream
from banneret.show.panels import Panel
from banneret.show.placement import Placing
from banneret.text.catalogue import Catalogue
from banneret.text.message import Message
from banneret.text.rules_index import RuleIndex

if TYPE_CHECKING:
    from banneret.kernel.asks import Ask

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


class Evaluation(msgspec.Struct, frozen=True):
    """What a state is worth to a seat, in points: the sum of its named terms. Ten points are a clear advantage."""

    total: float
    terms: dict[str, float]


class Glance(NamedTuple):
    """What each option of a question looks worth, in points; only differences count."""

    points: Sequence[float]
    enough: bool = False
    """Whether looking one decision ahead shows no more: as for an order that is carried out much later."""


class Rulebook(Generic[S]):
    """One game. `S` is its state: `copy()`, `seats`, `key`, `drawn`, `forfeited`; the kernel asks nothing beyond."""

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
    foresight: ClassVar[int] = 60
    """For bots that search: so many answers after a turn still tell what was done in it; those that come later tell
    more of luck."""
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

    def draw(self, view: Any, language: str = "en") -> str:  # this rulebook's own view struct
        """Return the view as an SVG drawing, with its words in a language."""
        raise NotImplementedError  # each game says it

    def ground(self, view: Any, language: str = "en") -> str:
        """Return what of the drawing never changes in a match, as a whole SVG: it is sent once."""
        return self.draw(view, language)

    def things(self, view: Any, language: str = "en") -> str:
        """Return what lies on the ground: a group `<g id="things">` of groups, whose parts have stable ids.

        Whatever can be picked carries `data-id`: "area:winterfell", as `refers` of the server's options names it.
        """
        return '<g id="things"/>'

    def preview(self, view: Any, actions: Sequence[Action], language: str = "en") -> str:
        """Return what answers would do, drawn over the things as a group; nothing where that cannot be shown."""
        return ""

    def preview_of(self, view: Any, ask: Ask, action: Action, language: str = "en") -> str:  # as below
        """Return what an answer to a question would do, where the question says of what the answer does not."""
        return self.preview(view, [action], language)

    def moving(self, view: Any, ask: Ask) -> str:  # the view is this rulebook's own
        """Return the thing that the question is about and that may be dragged, as options refer to it; or nothing."""
        return ""

    def placing(self, view: Any, ask: Ask, action: Action) -> Placing | None:  # as above
        """Return where an answer puts a thing; None where it puts none, or where a list says it as well."""
        return None

    def said(self, view: Any, ask: Ask, action: Action) -> Message | None:  # as above
        """Return what is said of an answer whose fields are numbers; None where its parts have names."""
        return None

    def placed(self, view: Any, ask: Ask, wanted: Placing) -> Action | None:  # as above
        """Return the answer that comes nearest to a thing lying so, allowed or not; None if the question has none."""
        return None

    def facts(self, view: Any, ask: Ask, action: Action) -> tuple[Message, ...]:  # as above
        """Return what can be said of a legal answer before it is given: distances, odds, what is expected of it.

        Everything in it is known to the seat that is asked.
        """
        return ()

    def measured(self, view: Any, one: Placing, other: Placing) -> tuple[Message, ...]:  # as above
        """Return what lies between two things or points that a view shows, such as how far; nothing if unknown."""
        return ()

    def panel(self, view: Any, events: Sequence[tuple[int, Event]]) -> Panel | None:
        """Return what is fought out now, or was last, from what a viewer sees and was told lately; None: nothing."""
        return None

    def hand(self, view: Any, seats: frozenset[int], staged: Sequence[Action]) -> Panel | None:  # as above
        """Return what seats hold that others may not see, such as dials face down, from their view; None: nothing.

        `staged` are their answers that are not carried out yet. Its sides are the columns of a table.
        """
        return None

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

    def evaluate(self, state: S, seat: int) -> Evaluation:
        """Return what a state is worth to a seat, for bots.

        It is called on imagined worlds, at checkpoints and at the end, and sees the whole state: it may use what is
        hidden, for what a player cannot know has been dealt anew. A game without it has bots that see nothing but
        the end of the match.
        """
        return Evaluation(0.0, {})

    def totals(self, state: S) -> list[float]:
        """Return the total of the evaluation for every seat; override it where all at once is quicker."""
        return [self.evaluate(state, seat).total for seat in range(state.seats)]  # type: ignore[attr-defined]  # all have

    def chances(self, state: S) -> list[float] | None:
        """Return for each seat how likely it is to win; None: nothing better is known than what `totals` says."""
        return None

    def glance(self, state: S, ask: Ask) -> Glance | None:
        """Return what the options of a question look worth at first sight to the seat that is asked, or None.

        Bots order options by it, and answer by it where an imagined world is played on. It uses the public situation
        and what that seat knows, and is to be quick: less than a playout by far.
        """
        return None

    def twins(self, state: S, mask: int, stream: Stream) -> S | None:
        """Return another checkpoint state that differs only in what the seats of `mask` cannot know; None if none does.

        For tests (`testing.conformance.lock_twins`): written without `redeal`, which they test. One thing is changed,
        such as two cards of a pile that change places. A rule that shows it either draws it by `chance`, or says
        `chance.reveal()` or `chance.show(seen)`.
        """
        return None


_REGISTERED: dict[str, Rulebook[Any] | Callable[[], Rulebook[Any]]] = {}
"""By id: rulebooks, or what loads one that was not asked for yet."""


def register(book: Rulebook[Any]) -> None:
    """Add a rulebook to those that `rulebooks()` lists."""
    _REGISTERED[book.id] = book


def register_later(id: str, load: Callable[[], Rulebook[Any]]) -> None:
    """Add a rulebook that is loaded when it is first asked for: a game's code and data take a while to read."""
    _REGISTERED[id] = load


def rulebook(id: str) -> Rulebook[Any]:
    """Return a rulebook by id. Raises LookupError naming those there are."""
    found = _REGISTERED.get(id)
    if found is None:
        raise LookupError(f"there is no rulebook {id!r}; there are: {', '.join(rulebook_ids())}")
    if not isinstance(found, Rulebook):
        found = _REGISTERED[id] = found()
    return found


def rulebook_ids() -> list[str]:
    """Return the ids of all rulebooks; none is loaded for it."""
    return sorted(_REGISTERED)


def registered() -> list[Rulebook[Any]]:
    """Return all rulebooks, by id."""
    return [rulebook(id) for id in rulebook_ids()]
