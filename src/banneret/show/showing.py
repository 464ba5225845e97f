"""How a game is shown: the optional part `showing` of a rulebook, and a plain one for games without it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.offers import offered
from banneret.kernel.rulebook import Rulebook
from banneret.show.panels import Panel
from banneret.show.placement import Placing
from banneret.show.view_table import sheet, table
from banneret.text.message import Message

V = TypeVar("V")


class Showing(ABC, Generic[V]):
    """How one game is shown. `V` is its view; everything is made from it, so nothing secret can be shown.

    Only `draw` is required. A game with `things` and `ground` is sent to clients part by part; the methods about
    placings serve games in which things are dragged.
    """

    @abstractmethod
    def draw(self, view: V, language: str = "en") -> str:
        """Return the view as an SVG drawing, with its words in a language."""

    def ground(self, view: V, language: str = "en") -> str:
        """Return what of the drawing never changes in a match, as a whole SVG: it is sent once."""
        return self.draw(view, language)

    def things(self, view: V, language: str = "en") -> str:
        """Return what lies on the ground: a group `<g id="things">` of groups, whose parts have stable ids.

        Whatever can be picked carries `data-id`: "area:winterfell", as `refers` of the server's options names it.
        """
        return '<g id="things"/>'

    def preview(self, view: V, actions: Sequence[Action], language: str = "en") -> str:
        """Return what answers would do, drawn over the things as a group; empty where that cannot be shown."""
        return ""

    def preview_of(self, view: V, ask: Ask, action: Action, language: str = "en") -> str:
        """Return what an answer to a question would do; override it where the action alone does not say enough."""
        return self.preview(view, [action], language)

    def moving(self, view: V, ask: Ask) -> str:
        """Return the thing that the question is about and that may be dragged, as options refer to it, or ""."""
        return ""

    def placing(self, view: V, ask: Ask, action: Action) -> Placing | None:
        """Return where an answer puts a thing; None where it puts none, or where a list shows it as well."""
        return None

    def said(self, view: V, ask: Ask, action: Action) -> Message | None:
        """Return the words for an answer whose fields are numbers; None where its parts have names."""
        return None

    def placed(self, view: V, ask: Ask, wanted: Placing) -> Action | None:
        """Return the answer nearest to a thing at this place, allowed or not; None if the question has none."""
        return None

    def facts(self, view: V, ask: Ask, action: Action) -> tuple[Message, ...]:
        """Return what is known of a legal answer before it is given: distances, odds, expected results.

        Everything in it is known to the seat that is asked.
        """
        return ()

    def measured(self, view: V, one: Placing, other: Placing) -> tuple[Message, ...]:
        """Return what lies between two things or points of a view, such as the distance; empty if unknown."""
        return ()

    def panel(self, view: V, events: Sequence[tuple[int, Event]]) -> Panel | None:
        """Return the fight in progress, or the last one, from a view and the latest events; None if there is none."""
        return None

    def hand(self, view: V, seats: frozenset[int], staged: Sequence[Action]) -> Panel | None:
        """Return what seats hold that others may not see, such as dials face down, from their view; None: nothing.

        `staged` are their answers that are not carried out yet. Its sides are the columns of a table.
        """
        return None


class PlainShowing(Showing[Any]):
    """Shows any game: its view as a table of names and values."""

    def __init__(self, book: Rulebook[Any]) -> None:
        self.book = book

    def draw(self, view: Any, language: str = "en") -> str:  # the view of whatever game it is
        """Return the table as a whole SVG."""
        return sheet(self.book.title, self.things(view, language))

    def ground(self, view: Any, language: str = "en") -> str:  # as above
        """Return an empty sheet."""
        return sheet(self.book.title)

    def things(self, view: Any, language: str = "en") -> str:  # as above
        """Return the table, a part for each field of the view."""
        return table(view, self.book.catalogue(language))


def showing_of(book: Rulebook[Any]) -> Showing[Any]:
    """Return how a game is shown: as it says, or plainly."""
    found: Showing[Any] | None = offered(book, "showing", Showing)  # type: ignore[type-abstract]  # it is not called
    return found or PlainShowing(book)
