"""Interface for displaying games, the optional attribute `showing` of a rulebook, with a fallback for other games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook
from banneret.show.course import Luck, Measure
from banneret.show.palette import Gesture, Token
from banneret.show.panels import Emblems, Panel, TablePanel, rosters_beside
from banneret.show.placement import Placing
from banneret.show.plain_panels import plain_panels
from banneret.show.rosters import Roster
from banneret.show.scenes import Scene
from banneret.show.view_table import sheet, table
from banneret.text.message import Message, msg

V = TypeVar("V")


class Showing(ABC, Generic[V]):
    """Displays one game. `V` is its view; drawings depend on views only, so they cannot reveal secrets.

    Only `draw` is required. With `things` and `ground`, the drawing is sent to clients in parts. The methods about
    placings are for games with free placement.
    """

    @abstractmethod
    def draw(self, view: V, language: str = "en") -> str:
        """Return an SVG drawing of the view, the board with its panels, with texts in a language."""

    def board(self, view: V, language: str = "en") -> str:
        """Return the playing area alone as an SVG drawing; by default the whole drawing."""
        return self.draw(view, language)

    def ground(self, view: V, language: str = "en") -> str:
        """Return the background, which never changes during a match, as a complete SVG. Clients load it once."""
        return self.draw(view, language)

    def grounds(self) -> tuple[str, ...]:
        """Return the backgrounds that matches share, which servers and clients cache."""
        return ()

    def things(self, view: V, language: str = "en") -> str:
        """Return the layer above the background: a group `<g id="things">` of groups whose parts have stable ids.

        Anything selectable has a `data-id`, such as "area:winterfell", as in `refers` of the server's options.
        """
        return '<g id="things"/>'

    def preview(self, view: V, actions: Sequence[Action], language: str = "en") -> str:
        """Return a preview of actions as a group drawn above the things; empty if there is nothing to show."""
        return ""

    def preview_of(self, view: V, ask: Ask, action: Action, language: str = "en") -> str:
        """Return a preview of an answer to a question; override it if the preview depends on the question."""
        return self.preview(view, [action], language)

    def moving(self, view: V, ask: Ask) -> str:
        """Return the draggable thing that the question is about, as options refer to it, or ""."""
        return ""

    def gesture(self, view: V, ask: Ask) -> Gesture | None:
        """Return the input gesture of a question; None if the form of its answers determines it."""
        return None

    def tokens(self, view: V, ask: Ask) -> tuple[Token, ...]:
        """Return the tokens that a question offers, with numbers left, values and colors.

        They are displayed in this order, followed by other things that the question offers.
        """
        return ()

    def explains(self, view: V, ask: Ask, thing: str) -> bool:
        """Return whether a thing that no answer to a question contains is shown, with the reason; by default all are.

        Override it for things that are not in the match.
        """
        return True

    def placing(self, view: V, ask: Ask, action: Action) -> Placing | None:
        """Return the pose in which an action places a thing; None if it places none, or a list is as clear."""
        return None

    def label(self, view: V, ask: Ask, action: Action) -> Message | None:
        """Return the label of an action whose fields are numbers; None if its parts have names."""
        return None

    def placed(self, view: V, ask: Ask, wanted: Placing) -> Action | None:
        """Return the action that places the thing closest to a position, legal or not; None if there is none."""
        return None

    def facts(self, view: V, ask: Ask, action: Action) -> tuple[Message, ...]:
        """Return facts about a legal action before it is chosen: distances, odds, expected results.

        All of them are known to the seat that is asked.
        """
        return ()

    def measured(self, view: V, one: Placing, other: Placing) -> tuple[Message, ...]:
        """Return measurements between two things or points of a view, such as the distance; empty if unknown."""
        return ()

    def panel(self, view: V, events: Sequence[tuple[int, Event]]) -> Panel | None:
        """Return the current or most recent fight, from a view and the latest events; None if there is none."""
        return None

    def scenes(self, view: V, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:
        """Return the scenes of events; `view` is the table after them. Events without scenes are not animated.

        The events are those of the viewer, without hidden information.
        """
        return ()

    def measures(self, view: V) -> tuple[Measure, ...]:
        """Return the statistics that show the course of a match, such as castles or points."""
        return ()

    def headlines(self) -> tuple[type[Event], ...]:
        """Return the kinds of events that summarize a step of a match, most important first.

        A step without any of them is summarized by its first event.
        """
        return ()

    def luck(self, view: V, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:
        """Return the random results among events that are good or bad for a seat, with their expected values."""
        return ()

    def rosters(self, view: V) -> tuple[Roster, ...]:
        """Return the rosters of the sides; empty if the game has none."""
        return ()

    def places(self, view: V) -> Mapping[str, str]:
        """Return the cards of places that depend on the view, such as the terrain of a hex: "hex:c4" -> "forest"."""
        return {}

    def panels(self, view: V, seats: frozenset[int]) -> tuple[TablePanel, ...]:
        """Return the panels beside the board in order; by default the rosters.

        `seats` are those of the viewer, whose panels may come first.
        """
        return rosters_beside(self.rosters(view), msg("drawer.forces"))

    def emblems(self) -> Emblems:
        """Return the icons that panels refer to; by default none."""
        return Emblems()

    def hand(self, view: V, seats: frozenset[int], staged: Sequence[Action]) -> Panel | None:
        """Return a panel with the seats' hidden possessions, such as face-down dials; None if there are none.

        `view` is that of the seats, and `staged` are their answers that are not carried out yet. The sides of the
        panel are the columns of a table.
        """
        return None


class PlainShowing(Showing[Any]):
    """Displays any game: its view as a table of names and values."""

    def __init__(self, book: Rulebook[Any]) -> None:
        self.book = book

    def draw(self, view: Any, language: str = "en") -> str:  # the view of any game
        """Return the table as a complete SVG."""
        return sheet(self.book.title, self.things(view, language))

    def board(self, view: V, language: str = "en") -> str:
        """Return the playing area alone as an SVG drawing; by default the whole drawing."""
        return self.draw(view, language)

    def ground(self, view: Any, language: str = "en") -> str:  # as above
        """Return an empty sheet."""
        return sheet(self.book.title)

    def things(self, view: Any, language: str = "en") -> str:  # as above
        """Return the table, with one part for each field of the view."""
        return table(view, self.book.catalogue(language))

    def panels(self, view: Any, seats: frozenset[int]) -> tuple[TablePanel, ...]:  # as above
        """Return panels for the fields of the view that are numbers, names, or lists of names."""
        return plain_panels(view)


def showing_of(book: Rulebook[Any]) -> Showing[Any]:
    """Return the display of a game: its `showing`, by default a `PlainShowing`."""
    found: Showing[Any] | None = offered(book, "showing", Showing)  # type: ignore[type-abstract]  # not instantiated
    return found or PlainShowing(book)
