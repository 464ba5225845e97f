"""The presentation of Runewars: its drawing, its panels and descriptions of answers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.show import palette, placement
from banneret.games.runewars.show.course import HEADLINES, luck, measures
from banneret.games.runewars.show.draw import draw, ground, things
from banneret.games.runewars.show.drawing.layout import sheet_of, sheets
from banneret.games.runewars.show.drawing.preview import preview
from banneret.games.runewars.show.emblems import emblems
from banneret.games.runewars.show.hand import hand
from banneret.games.runewars.show.panel import panel
from banneret.games.runewars.show.panels import panels
from banneret.games.runewars.show.roster import rosters
from banneret.games.runewars.show.scenes import scenes
from banneret.games.runewars.view import RunewarsView
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.questions import Pass
from banneret.show.course import Luck, Measure
from banneret.show.palette import Gesture, Token
from banneret.show.panel_sheet import with_panels
from banneret.show.panels import Emblems, Panel, TablePanel
from banneret.show.placement import Placing
from banneret.show.rosters import Roster
from banneret.show.scenes import Scene
from banneret.show.showing import Showing
from banneret.text.message import Message, msg


class RunewarsShowing(Showing[RunewarsView]):
    """Draws a view of the game."""

    def draw(self, view: RunewarsView, language: str = "en") -> str:
        return with_panels(draw(view, language), panels(view, frozenset()), emblems(), catalogue(language))

    def board(self, view: RunewarsView, language: str = "en") -> str:
        return draw(view, language)

    def ground(self, view: RunewarsView, language: str = "en") -> str:
        return ground(sheet_of(view))

    def grounds(self) -> tuple[str, ...]:
        return tuple(ground(sheet) for sheet in sheets())

    def things(self, view: RunewarsView, language: str = "en") -> str:
        return things(view, language)

    def preview(self, view: RunewarsView, actions: Sequence[Action], language: str = "en") -> str:
        return preview(view, actions)

    def preview_of(self, view: RunewarsView, ask: Ask, action: Action, language: str = "en") -> str:
        asked = placement.unit_asked(view, ask)
        return self.preview(view if asked is None else replace(view, active=asked.id), [action], language)

    def gesture(self, view: RunewarsView, ask: Ask) -> Gesture | None:
        return palette.gesture(ask)

    def tokens(self, view: RunewarsView, ask: Ask) -> tuple[Token, ...]:
        return palette.tokens(ask)

    def moving(self, view: RunewarsView, ask: Ask) -> str:
        return placement.moving(view, ask)

    def placing(self, view: RunewarsView, ask: Ask, action: Action) -> Placing | None:
        return placement.placing(view, ask, action)

    def label(self, view: RunewarsView, ask: Ask, action: Action) -> Message | None:
        if isinstance(action, Pass) and ask.kind == "reroll":
            return msg("said.no-reroll")
        return placement.label(view, ask, action)

    def placed(self, view: RunewarsView, ask: Ask, wanted: Placing) -> Action | None:
        return placement.placed(view, ask, wanted)

    def facts(self, view: RunewarsView, ask: Ask, action: Action) -> tuple[Message, ...]:
        return placement.facts(view, ask, action)

    def measured(self, view: RunewarsView, one: Placing, other: Placing) -> tuple[Message, ...]:
        return placement.measured(view, one, other)

    def panel(self, view: RunewarsView, events: Sequence[tuple[int, Event]]) -> Panel | None:
        return panel(view, events)

    def hand(self, view: RunewarsView, seats: frozenset[int], staged: Sequence[Action]) -> Panel | None:
        return hand(view, seats, staged)

    def scenes(self, view: RunewarsView, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:
        return scenes(view, events)

    def measures(self, view: RunewarsView) -> tuple[Measure, ...]:
        return measures(view)

    def headlines(self) -> tuple[type[Event], ...]:
        return HEADLINES

    def luck(self, view: RunewarsView, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:
        return luck(view, events)

    def rosters(self, view: RunewarsView) -> tuple[Roster, ...]:
        return rosters(view)

    def panels(self, view: RunewarsView, seats: frozenset[int]) -> tuple[TablePanel, ...]:
        return panels(view, seats)

    def emblems(self) -> Emblems:
        return emblems()
