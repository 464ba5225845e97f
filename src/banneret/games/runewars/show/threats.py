"""Where a unit can move, charge and shoot with its command tool, whatever is set on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from banneret.games.runewars.content.components import Action, ActionSector, ModifierSector
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.effects.numbers import has_flag
from banneret.games.runewars.match_state import NO_UNIT, MatchState, unit_of
from banneret.games.runewars.rules.attack.attack import profiles_of
from banneret.games.runewars.rules.attack.attack_targets import ARCS, SHORT_SIGHT
from banneret.games.runewars.rules.command import card_of
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.movement.marches import CHARGES, WHOLE, MoveChooser, Terms, ways_of
from banneret.games.runewars.show.drawing.layout import sheet_at
from banneret.games.runewars.state import cells_of, is_inside, placed_of
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.units.movement import Way
from banneret.plane import Placed, Point, around, on_table, place, within_arc
from banneret.show.threats import Reach, ThreatSource, outline
from banneret.text.message import msg

PARTS = 4
"""The number of places of a unit that are shown along the template of a charge."""
MOVES = ("march", "shift")


class RunewarsThreats(ThreatSource[MatchState]):
    """Computes the threat ranges of units."""

    kinds = frozenset(("unit",))

    def of(self, state: MatchState, thing: str) -> tuple[Reach, ...]:
        unit = unit_of(state, thing.partition(":")[2])
        own = None if unit == NO_UNIT else placed_of(state, unit)
        if own is None or is_inside(state, unit):
            return ()
        found = [_shot(state, unit, own), *_moves(state, unit)]
        return tuple(one for one in found if one is not None and one.area)


def _shot(state: MatchState, unit: int, own: Placed) -> Reach | None:
    """Return the area at range 1-5 in the firing arc: rw:7.2b, rw:36.2, rw:69.0."""
    if not profiles_of(state, unit, "ranged"):
        return None
    if engaged_with(state, unit) and not has_flag(state, unit, "shoots-while-engaged"):
        return None
    ruler = tabletop().ruler
    bands = SHORT_SIGHT if has_flag(state, unit, "short-sighted") else ruler.bands
    sides = ARCS if has_flag(state, unit, "shoots-sideways") else ARCS[:1]
    areas = [
        within_arc(own, side, around(edge.start, edge.end, bands * ruler.band))
        for side in sides
        for edge in own.edges_of(side)
    ]
    return Reach("shoot", msg("threat.shoot", range=bands), _drawn(state, areas))


def _moves(state: MatchState, unit: int) -> Iterator[Reach]:
    """Yield where a unit can end a march or shift, and what it can meet in a charge: rw:53.0, rw:52.0, rw:75.1."""
    charged: dict[Way, Action] = {}
    moved: dict[Way, Action] = {}
    for sector, modifier in _settings(state, unit):
        if sector.action is None or (sector.action == "march" and engaged_with(state, unit)):
            continue
        charges = modifier is not None and modifier.modifier in CHARGES
        charges = charges or (sector.action == "march" and has_flag(state, unit, "marches-are-charges"))
        ways = ways_of(state, unit, sector.action, sector.speed or 0, modifier)
        (charged if charges else moved).update(dict.fromkeys(ways, sector.action))
    yield Reach("charge", msg("threat.charge"), _drawn(state, _all(state, unit, charged, range(1, PARTS + 1))))
    yield Reach("move", msg("threat.move"), _drawn(state, _all(state, unit, moved, (PARTS,))))


def _all(state: MatchState, unit: int, ways: Mapping[Way, Action], parts: Sequence[int]) -> Iterator[Sequence[Point]]:
    for way, action in ways.items():
        yield from _ends(state, unit, way, action, parts)


def _settings(state: MatchState, unit: int) -> Iterator[tuple[ActionSector, ModifierSector | None]]:
    """Yield every march or shift on the dials, without a modifier and with each that fits: rw:48.1, rw:54.0."""
    card = card_of(state, unit)
    for sector in dict.fromkeys(one for one in card.actions if one.action in MOVES):
        yield sector, None
        for modifier in dict.fromkeys(one for one in card.modifiers if one.modifier is not None):
            if "white" in (modifier.stance, sector.stance) or modifier.stance == sector.stance:
                yield sector, modifier


def _ends(state: MatchState, unit: int, way: Way, action: Action, parts: Sequence[int]) -> Iterator[Sequence[Point]]:
    """Yield the trays of a unit after each part of a template, on both hands and towards all sides it may move."""
    chooser, shape = MoveChooser(state, unit, Terms(action, (way,))), shape_of(cells_of(state, unit))
    for option in chooser.options():
        for part in parts:
            pose = chooser.judged(option, WHOLE * part // PARTS)[0].pose
            yield from (piece.corners for piece in place(shape, pose).tiles)


def _drawn(state: MatchState, areas: Iterable[Sequence[Point]]) -> str:
    sheet, table = sheet_at(state.size), tabletop().sizes[state.size]
    there = (on_table(area, table.width, table.depth) for area in areas)
    return outline([sheet.spot(x, y) for x, y in area] for area in there)
