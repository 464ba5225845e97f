"""Display of the game: drawing, panels, labels and scenes."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.thrones.actions import Bid, LeavePower, Muster, Raid, TakePort, Upgrade
from banneret.games.thrones.content.languages import catalogue
from banneret.games.thrones.show import palette
from banneret.games.thrones.show.course import HEADLINES, luck, measures
from banneret.games.thrones.show.draw import draw, things, whole_ground
from banneret.games.thrones.show.drawing.preview import preview
from banneret.games.thrones.show.emblems import emblems
from banneret.games.thrones.show.panel import panel
from banneret.games.thrones.show.panels import panels
from banneret.games.thrones.show.roster import rosters
from banneret.games.thrones.show.scenes import scenes
from banneret.games.thrones.view import ThronesView
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.questions import Done, Pass
from banneret.show.course import Luck, Measure
from banneret.show.palette import Gesture, Token
from banneret.show.panel_sheet import with_panels
from banneret.show.panels import Emblems, Panel, TablePanel
from banneret.show.rosters import Roster
from banneret.show.scenes import Scene
from banneret.show.showing import Showing
from banneret.text.message import Message, msg


class ThronesShowing(Showing[ThronesView]):
    """Displays views of the game."""

    def draw(self, view: ThronesView, language: str = "en") -> str:
        return with_panels(draw(view, language), panels(view, frozenset()), emblems(), catalogue(language))

    def board(self, view: ThronesView, language: str = "en") -> str:
        return draw(view, language)

    def ground(self, view: ThronesView, language: str = "en") -> str:
        return whole_ground()

    def grounds(self) -> tuple[str, ...]:
        return (whole_ground(),)

    def things(self, view: ThronesView, language: str = "en") -> str:
        return things(view, language)

    def preview(self, view: ThronesView, actions: Sequence[Action], language: str = "en") -> str:
        return preview(view, actions)

    def gesture(self, view: ThronesView, ask: Ask) -> Gesture | None:
        return palette.gesture(ask)

    def tokens(self, view: ThronesView, ask: Ask) -> tuple[Token, ...]:
        return palette.tokens(ask)

    def label(self, view: ThronesView, ask: Ask, action: Action) -> Message | None:
        match action:
            case Bid(tokens):
                return msg("said.bid", tokens=tokens)
            case TakePort(ships=ships):
                return msg("said.ships", ships=ships)
            case Raid(area, target):
                return msg("said.raid", area=area, target=target)
            case Muster(unit=unit, place=place):
                return msg("said.unit", unit=unit, area=place)
            case Upgrade(area, unit):
                return msg("said.unit", unit=unit, area=area)
            case LeavePower(area):
                return msg("said.secure", area=area)
            case Pass() if ask.kind in ("secure", "support"):
                return msg(f"said.no-{ask.kind}")
            case Done() if ask.kind == "march":
                return msg("said.march-done")
        return None

    def panel(self, view: ThronesView, events: Sequence[tuple[int, Event]]) -> Panel | None:
        return panel(view, events)

    def scenes(self, view: ThronesView, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:
        return scenes(view, events)

    def measures(self, view: ThronesView) -> tuple[Measure, ...]:
        return measures(view)

    def headlines(self) -> tuple[type[Event], ...]:
        return HEADLINES

    def luck(self, view: ThronesView, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:
        return luck(view, events)

    def rosters(self, view: ThronesView) -> tuple[Roster, ...]:
        return rosters(view)

    def panels(self, view: ThronesView, seats: frozenset[int]) -> tuple[TablePanel, ...]:
        return panels(view, seats)

    def emblems(self) -> Emblems:
        return emblems()
