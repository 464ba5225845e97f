"""Display of the game: its drawing, panels and labels."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.thrones.show.draw import draw, things, whole_ground
from banneret.games.thrones.show.drawing.preview import preview
from banneret.games.thrones.show.panel import panel
from banneret.games.thrones.show.roster import rosters
from banneret.games.thrones.view import ThronesView
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.show.panels import Panel
from banneret.show.rosters import Roster
from banneret.show.showing import Showing


class ThronesShowing(Showing[ThronesView]):
    """Draws views of the game."""

    def draw(self, view: ThronesView, language: str = "en") -> str:
        return draw(view, language)

    def ground(self, view: ThronesView, language: str = "en") -> str:
        return whole_ground(view, language)

    def things(self, view: ThronesView, language: str = "en") -> str:
        return things(view, language)

    def preview(self, view: ThronesView, actions: Sequence[Action], language: str = "en") -> str:
        return preview(view, actions)

    def panel(self, view: ThronesView, events: Sequence[tuple[int, Event]]) -> Panel | None:
        return panel(view, events)

    def rosters(self, view: ThronesView) -> tuple[Roster, ...]:
        return rosters(view)
