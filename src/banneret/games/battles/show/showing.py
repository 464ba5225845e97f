"""The presentation of Battles of Westeros: its drawing, panels and action labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from banneret.games.battles.content.languages import catalogue
from banneret.games.battles.content.scenario_file import SCENARIOS, scenario
from banneret.games.battles.show.course import HEADLINES, luck, measures
from banneret.games.battles.show.draw import draw, things, whole_ground
from banneret.games.battles.show.drawing.field import terrain_card
from banneret.games.battles.show.drawing.preview import preview
from banneret.games.battles.show.emblems import emblems
from banneret.games.battles.show.labels import label
from banneret.games.battles.show.panel import panel
from banneret.games.battles.show.panels import panels
from banneret.games.battles.show.roster import rosters
from banneret.games.battles.show.scenes import scenes
from banneret.games.battles.view import BattlesView
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.show.course import Luck, Measure
from banneret.show.panel_sheet import with_panels
from banneret.show.panels import Emblems, Panel, TablePanel
from banneret.show.rosters import Roster
from banneret.show.scenes import Scene
from banneret.show.showing import Showing
from banneret.text.message import Message


class BattlesShowing(Showing[BattlesView]):
    """Draws a view of the game."""

    def draw(self, view: BattlesView, language: str = "en") -> str:
        return with_panels(draw(view, language), panels(view, frozenset()), emblems(), catalogue(language))

    def board(self, view: BattlesView, language: str = "en") -> str:
        return draw(view, language)

    def ground(self, view: BattlesView, language: str = "en") -> str:
        return whole_ground(view.plan)

    def grounds(self) -> tuple[str, ...]:
        return tuple(whole_ground(scenario(id)) for id in SCENARIOS)

    def things(self, view: BattlesView, language: str = "en") -> str:
        return things(view, language)

    def preview(self, view: BattlesView, actions: Sequence[Action], language: str = "en") -> str:
        return preview(view, actions, language)

    def panel(self, view: BattlesView, events: Sequence[tuple[int, Event]]) -> Panel | None:
        return panel(view, events)

    def scenes(self, view: BattlesView, events: Sequence[tuple[int, Event]]) -> tuple[Scene, ...]:
        return scenes(view, events)

    def measures(self, view: BattlesView) -> tuple[Measure, ...]:
        return measures(view)

    def headlines(self) -> tuple[type[Event], ...]:
        return HEADLINES

    def luck(self, view: BattlesView, events: Sequence[tuple[int, Event]]) -> tuple[Luck, ...]:
        return luck(view, events)

    def label(self, view: BattlesView, ask: Ask, action: Action) -> Message | None:
        return label(view, ask, action)

    def explains(self, view: BattlesView, ask: Ask, thing: str) -> bool:
        """Only the commanders on the map of the House that is asked, not all of the game."""
        kind, _, id = thing.partition(":")
        present = next((house.commanders for house in view.houses.values() if house.seat == ask.seat), ())
        return kind != "commander" or any(one.id == id and one.hex is not None for one in present)

    def rosters(self, view: BattlesView) -> tuple[Roster, ...]:
        return rosters(view)

    def places(self, view: BattlesView) -> Mapping[str, str]:
        return {
            f"hex:{label}": terrain_card(
                view.overlays.get(label), devastated=label in view.devastated, terrain=view.plan.terrain[place]
            )
            for place, label in enumerate(view.plan.board.labels)
        }

    def panels(self, view: BattlesView, seats: frozenset[int]) -> tuple[TablePanel, ...]:
        return panels(view, seats)

    def emblems(self) -> Emblems:
        return emblems()
