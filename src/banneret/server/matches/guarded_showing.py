"""Showing a game even if its drawing, facts or previews raise: explanations must not block answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import structlog

from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Space
from banneret.kernel.events import Event
from banneret.kernel.rulebook import Rulebook
from banneret.show.course import Luck, Measure
from banneret.show.palette import Gesture, Palette, Token, palette_of
from banneret.show.panels import Emblems, Panel, TablePanel
from banneret.show.placement import Placing
from banneret.show.rosters import Roster
from banneret.show.scenes import Scene
from banneret.show.showing import PlainShowing, Showing, showing_of
from banneret.text.message import Message

log = structlog.get_logger()

T = TypeVar("T")


class GuardedShowing(Showing[Any]):
    """A game's `Showing` that logs exceptions and falls back to the plain showing, or to nothing."""

    def __init__(self, book: Rulebook[Any]) -> None:
        self.book = book
        self.showing = showing_of(book)
        self.plain = PlainShowing(book)

    def draw(self, view: Any, language: str = "en") -> str:  # the game's own view
        return self._guarded("draw", lambda one: one.draw(view, language), "")

    def board(self, view: Any, language: str = "en") -> str:  # as above
        return self._guarded("board", lambda one: one.board(view, language), "")

    def ground(self, view: Any, language: str = "en") -> str:  # as above
        return self._guarded("ground", lambda one: one.ground(view, language), "")

    def things(self, view: Any, language: str = "en") -> str:  # as above
        return self._guarded("things", lambda one: one.things(view, language), '<g id="things"/>')

    def preview(self, view: Any, actions: Sequence[Action], language: str = "en") -> str:  # as above
        return self._guarded("preview", lambda one: one.preview(view, actions, language), "")

    def preview_of(self, view: Any, ask: Ask, action: Action, language: str = "en") -> str:  # as above
        return self._guarded("preview", lambda one: one.preview_of(view, ask, action, language), "")

    def moving(self, view: Any, ask: Ask) -> str:  # as above
        return self._guarded("moving", lambda one: one.moving(view, ask), "")

    def gesture(self, view: Any, ask: Ask) -> Gesture | None:  # as above
        return self._guarded("gesture", lambda one: one.gesture(view, ask), None)

    def tokens(self, view: Any, ask: Ask) -> tuple[Token, ...]:  # as above
        return self._guarded("tokens", lambda one: one.tokens(view, ask), ())

    def palette(self, view: Any, ask: Ask) -> Palette:  # as above
        """Return the palette of a question."""
        tokens, gesture = self.tokens(view, ask), self.gesture(view, ask)
        return self._guarded(
            "palette",
            lambda one: palette_of(self.book, ask, tokens, gesture, lambda thing: one.explains(view, ask, thing)),
            Palette(),
        )

    def placing(self, view: Any, ask: Ask, action: Action) -> Placing | None:  # as above
        return self._guarded("placing", lambda one: one.placing(view, ask, action), None)

    def label(self, view: Any, ask: Ask, action: Action) -> Message | None:  # as above
        return self._guarded("label", lambda one: one.label(view, ask, action), None)

    def placed(self, view: Any, ask: Ask, wanted: Placing) -> Action | None:  # as above
        return self._guarded("placed", lambda one: one.placed(view, ask, wanted), None)

    def facts(self, view: Any, ask: Ask, action: Action) -> tuple[Message, ...]:  # as above
        return self._guarded("facts", lambda one: one.facts(view, ask, action), ())

    def measured(self, view: Any, one: Placing, other: Placing) -> tuple[Message, ...]:  # as above
        return self._guarded("measured", lambda showing: showing.measured(view, one, other), ())

    def panel(self, view: Any, events: Sequence[tuple[int, Event]]) -> Panel | None:  # as above
        return self._guarded("panel", lambda one: one.panel(view, events), None)

    def scenes(self, view: Any, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:  # as above
        return self._guarded("scenes", lambda one: one.scenes(view, events), ())

    def measures(self, view: Any) -> tuple[Measure, ...]:  # as above
        return self._guarded("measures", lambda one: one.measures(view), ())

    def headlines(self) -> tuple[type[Event], ...]:
        return self._guarded("headlines", lambda one: one.headlines(), ())

    def luck(self, view: Any, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:  # as above
        return self._guarded("luck", lambda one: one.luck(view, events), ())

    def rosters(self, view: Any) -> tuple[Roster, ...]:  # as above
        return self._guarded("rosters", lambda one: one.rosters(view), ())

    def places(self, view: Any) -> Mapping[str, str]:  # as above
        return self._guarded("places", lambda one: one.places(view), {})

    def panels(self, view: Any, seats: frozenset[int]) -> tuple[TablePanel, ...]:  # as above
        return self._guarded("panels", lambda one: one.panels(view, seats), ())

    def emblems(self) -> Emblems:
        return self._guarded("emblems", lambda one: one.emblems(), Emblems())

    def hand(self, view: Any, seats: frozenset[int], staged: Sequence[Action]) -> Panel | None:  # as above
        return self._guarded("hand", lambda one: one.hand(view, seats, staged), None)

    def _guarded(self, what: str, show: Callable[[Showing[Any]], T], nothing: T) -> T:
        """Return the result of the game's showing, else of the plain one, else `nothing`."""
        for showing in (self.showing, self.plain):
            try:
                return show(showing)
            except Exception:  # games may raise anything
                log.exception("showing failed", rulebook=self.book.id, what=what)
        return nothing


def checked(book: Rulebook[Any], space: Space[Any], action: Action) -> Message | None:
    """Return the effect of a legal answer to a question whose answers cannot be listed; None if unknown."""
    try:
        found = space.check(action)
    except Exception:  # as above
        log.exception("showing failed", rulebook=book.id, what="check")
        return None
    return found if isinstance(found, Message) else None
