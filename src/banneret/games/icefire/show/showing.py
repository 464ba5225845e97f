"""Display of A Song of Ice & Fire: its drawing, panels and labels."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.icefire.actions import ChooseCard, PlayCard, TakeAction
from banneret.games.icefire.content.languages import catalogue
from banneret.games.icefire.show import placement
from banneret.games.icefire.show.course import HEADLINES, luck, measures
from banneret.games.icefire.show.draw import draw, ground_of, grounds, things
from banneret.games.icefire.show.drawing.preview import preview
from banneret.games.icefire.show.emblems import emblems
from banneret.games.icefire.show.facts import facts
from banneret.games.icefire.show.panel import panel
from banneret.games.icefire.show.panels import panels
from banneret.games.icefire.show.roster import rosters
from banneret.games.icefire.show.scenes import scenes
from banneret.games.icefire.view import IcefireView
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.questions import Pass
from banneret.show.course import Luck, Measure
from banneret.show.palette import Gesture
from banneret.show.panel_sheet import with_panels
from banneret.show.panels import Emblems, Panel, TablePanel
from banneret.show.placement import Placing
from banneret.show.rosters import Roster
from banneret.show.scenes import Scene
from banneret.show.showing import Showing
from banneret.text.message import Message, msg


class IcefireShowing(Showing[IcefireView]):
    """Draws a view of the game."""

    def draw(self, view: IcefireView, language: str = "en") -> str:
        return with_panels(draw(view, language), panels(view, frozenset()), emblems(), catalogue(language))

    def board(self, view: IcefireView, language: str = "en") -> str:
        return draw(view, language)

    def ground(self, view: IcefireView, language: str = "en") -> str:
        return ground_of(view)

    def grounds(self) -> tuple[str, ...]:
        return tuple(grounds())

    def things(self, view: IcefireView, language: str = "en") -> str:
        return things(view, language)

    def preview(self, view: IcefireView, actions: Sequence[Action], language: str = "en") -> str:
        return preview(view, actions)

    def preview_of(self, view: IcefireView, ask: Ask, action: Action, language: str = "en") -> str:
        return preview(view, [action], placement.moving(ask).removeprefix("unit:") or None)

    def gesture(self, view: IcefireView, ask: Ask) -> Gesture | None:
        if TakeAction in ask.chooser.answers:
            return "ring"
        return "fan" if {PlayCard, ChooseCard} & set(ask.chooser.answers) else None

    def moving(self, view: IcefireView, ask: Ask) -> str:
        return placement.moving(ask)

    def placing(self, view: IcefireView, ask: Ask, action: Action) -> Placing | None:
        return placement.placing(ask, action)

    def label(self, view: IcefireView, ask: Ask, action: Action) -> Message | None:
        if isinstance(action, Pass) and ask.kind == "reroll":
            return msg("said.no-reroll")
        return placement.describe(ask, action)

    def placed(self, view: IcefireView, ask: Ask, wanted: Placing) -> Action | None:
        return placement.placed(ask, wanted)

    def facts(self, view: IcefireView, ask: Ask, action: Action) -> tuple[Message, ...]:
        return (*facts(ask, action), *placement.facts_of_end(ask, action))

    def measured(self, view: IcefireView, one: Placing, other: Placing) -> tuple[Message, ...]:
        return placement.measured(view, one, other)

    def panel(self, view: IcefireView, events: Sequence[tuple[int, Event]]) -> Panel | None:
        return panel(view, events)

    def scenes(self, view: IcefireView, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:
        return scenes(view, events)

    def measures(self, view: IcefireView) -> tuple[Measure, ...]:
        return measures(view)

    def headlines(self) -> tuple[type[Event], ...]:
        return HEADLINES

    def luck(self, view: IcefireView, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:
        return luck(view, events)

    def rosters(self, view: IcefireView) -> tuple[Roster, ...]:
        return rosters(view)

    def panels(self, view: IcefireView, seats: frozenset[int]) -> tuple[TablePanel, ...]:
        return panels(view, seats)

    def emblems(self) -> Emblems:
        return emblems()
