"""Deployment: in turn, one unit at a time, wholly in the player's own areas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from banneret.games.runewars.actions import Deploy, SetDials
from banneret.games.runewars.content.sectors import action_id, modifier_id
from banneret.games.runewars.content.tabletop import TRAY
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.numbers import has_flag
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.course import UnitDeployed, UnitNotDeployed
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState, label, unit_of
from banneret.games.runewars.rules.activation import act
from banneret.games.runewars.rules.command import card_of, choices, dials_of
from banneret.games.runewars.rules.ground.areas import areas_of, lies_in, table_of_match
from banneret.games.runewars.rules.ground.objectives import mark_units
from banneret.games.runewars.rules.ground.surroundings import terrain
from banneret.games.runewars.rules.mana import cast_mana
from banneret.games.runewars.state import cells_of, other_units, set_trays
from banneret.games.runewars.units.engagement import GIVE, TOUCH
from banneret.games.runewars.units.formation import shape_of
from banneret.kernel.choosers import Chooser, Part, Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream
from banneret.plane import HALF, QUARTER, TURN, Placed, Pose, Shape, Side, overlaps, place
from banneret.plane.distance import is_beside
from banneret.plane.extents import DOUBT, Bounds, extent, is_inside, shifted
from banneret.plane.memo import Memo
from banneret.text.message import Message, msg

_PLACES: Final = 12
"""The number of places suggested for each unit."""
_TRIES: Final = 40
_REACH: Final = 12 * TRAY
"""More than any unit, however turned, extends beyond an area in which it is placed."""
_AREA: Final = "rw:13.2a"
_Around: TypeAlias = tuple[list[Placed], list[Placed]]
"""The terrain and the other units around a unit."""
_ROWS: Final[Memo[list[Pose]]] = Memo()
"""The first row with free places by the shape of a unit, and by everything that it must not overlap."""
SCOUTING: Final = "blue"
"""The stance of the actions that a scout may perform when it is deployed."""
GOES_WITH: Final = (SCOUTING, "white", None)


def waiting(state: MatchState, seat: int) -> list[int]:
    """Return the units a seat may deploy next: scouts follow after all others are deployed."""
    # rules rw:setup.7, rw:ruling.70
    aside = [unit for unit, pose in enumerate(state.poses) if pose is None and state.figures[unit]]
    first = [unit for unit in aside if not has_flag(state, unit, "scout")]
    return [unit for unit in first or aside if state.seat[unit] == seat]


class DeployChooser(Space[Deploy]):
    """Which unit is deployed where? Suggested: places in rows across the seat's areas, facing the enemy's."""

    __slots__ = ("seat", "state")
    kind = "deploy"
    rule = "rw:13.2"
    answers = (Deploy,)

    def __init__(self, state: MatchState, seat: int) -> None:
        self.state = state
        self.seat = seat

    def part(self) -> Part:
        """Return the unit deployed in this turn; if only this seat has units left, all of them."""
        # rule rw:13.2c
        alone = not waiting(self.state, 1 - self.seat)
        return Part("deployment", len(waiting(self.state, self.seat)) if alone else 1)

    def refusal(self, action: Deploy) -> Refusal | None:
        """Refuse units that are not waiting, and places outside the seat's areas or occupied."""
        # rules rw:setup.7, rw:13.2a
        unit = unit_of(self.state, action.unit)
        if unit == NO_UNIT or unit not in waiting(self.state, self.seat):
            return Refusal("rw:setup.7", msg("refuse.deploy.unit", unit=action.unit))
        if not 0 <= action.heading < TURN:
            return Refusal("rw:13.2", msg("refuse.heading", heading=action.heading))
        shape, at = shape_of(cells_of(self.state, unit)), Pose(action.x, action.y, action.heading)
        found = self._forbids(shape, at, self._around(unit))
        if found is None:
            return None
        if found == _AREA:
            return Refusal(found, msg("refuse.deploy.area", unit=action.unit))
        return Refusal(found, msg("refuse.deploy.overlap", unit=action.unit))

    def _around(self, unit: int) -> _Around:
        """All that a unit must not overlap: terrain, and other units."""
        others = [other.placed for other in other_units(self.state, unit)]
        return [piece for _, piece in terrain(self.state)], others

    def _forbids(self, shape: Shape, at: Pose, around: _Around) -> str | None:
        """Return the rule that forbids a place outside the seat's areas, or an occupied one, for a waiting unit."""
        # rules rw:13.2a, rw:79.0, rw:ruling.59
        bounds = shifted(extent(shape, at.heading), at.x, at.y)
        for area in self._areas():  # a loop without a generator, as it runs for every place examined
            if _lies_in(shape, at, bounds, area):
                break
        else:
            if not self._stands_at_edge(shape, at):
                return _AREA
        pieces, others = around
        for rule, things in (("rw:ruling.59", pieces), ("rw:79.0", others)):
            for thing in things:
                if not is_beside(bounds, thing.bounds, DOUBT) and overlaps(place(shape, at), thing, GIVE):
                    return rule
        return None

    def _areas(self) -> tuple[Placed, ...]:
        return areas_of(self.state, self.seat)

    def _stands_at_edge(self, shape: Shape, at: Pose) -> bool:
        """Whether a unit too deep for the areas has its rear edge on the long table edge of one of them."""
        # rules rw:13.2b, rw:ruling.53
        table = table_of_match(self.state)
        ahead, edge = (0, 2) if self.seat == self.state.red else (HALF, 0)
        if at.heading != ahead:
            return False
        placed = place(shape, at)
        if not table.holds(placed) or table.edge_distance(placed, Side(edge)) > TOUCH:
            return False
        left, low, right, high = placed.bounds
        for area in self._areas():
            start, bottom, end, top = area.bounds
            if high - low > top - bottom and start - GIVE <= left and right <= end + GIVE:
                return True
        return False

    def suggest(self) -> list[Deploy]:
        """List places for each unit, from the left of the table to the right."""
        around = self._reachable()
        return [found for unit in waiting(self.state, self.seat) for found in self._places(unit, around)]

    def places(self, unit: int) -> list[Deploy]:
        """Return places that suit a unit; if empty, it cannot be deployed anywhere."""
        return self._places(unit, self._reachable()) if unit in waiting(self.state, self.seat) else []

    def _places(self, unit: int, around: _Around) -> list[Deploy]:
        name = label(self.state, unit)
        return [Deploy(name, *at) for at in self._row(unit, around)]

    def _reachable(self) -> _Around:
        """What units beside the table might overlap in the seat's areas."""
        zone = _zone(self._areas())
        pieces, others = self._around(NO_UNIT)
        return (
            [one for one in pieces if not is_beside(one.bounds, zone, _REACH)],
            [one for one in others if not is_beside(one.bounds, zone, _REACH)],
        )

    def _row(self, unit: int, around: _Around) -> list[Pose]:
        """Return the first row with free places, if there is any: the same one while nothing in its reach changes."""
        shape = shape_of(cells_of(self.state, unit))
        key = shape, self._areas(), self.state.size, tuple(around[0]), tuple(around[1])
        return _ROWS.get(key, lambda: self._free_row(shape, around))

    def _free_row(self, shape: Shape, around: _Around) -> list[Pose]:
        for row in self._rows(shape):
            free = [at for at in row if self._forbids(shape, at, around) is None]
            if free:
                return free
        return []

    def has_place(self, unit: int) -> bool:
        """Whether there is a suggested place for a unit."""
        return unit in waiting(self.state, self.seat) and bool(self._row(unit, self._reachable()))

    def left_out(self) -> list[int]:
        """Return the waiting units for which there is no place."""
        around = self._reachable()
        return [unit for unit in waiting(self.state, self.seat) if not self._row(unit, around)]

    def _rows(self, shape: Shape) -> Iterator[list[Pose]]:
        """Yield rows of places, free or not: closely spaced and turned ones last, for where little room is left."""
        ahead = 0 if self.seat == self.state.red else HALF
        for steps, headings in ((_PLACES, (ahead,)), (8 * _PLACES, (ahead, ahead + QUARTER))):
            for heading in headings:
                yield from self._rows_at(shape, heading % TURN, steps)

    def _rows_at(self, shape: Shape, heading: int, steps: int) -> Iterator[list[Pose]]:
        low_side = self.seat == self.state.red
        left, low, right, high = extent(shape, heading)
        width, depth = right - left, high - low
        for area in self._areas():
            left, low, right, high = area.bounds
            rows = max(1, int((high - low + GIVE) // depth))
            for row in range(rows):
                front = max(high - low - depth * row, depth)
                y = round(low + front - depth / 2) if low_side else round(high - front + depth / 2)
                yield [
                    Pose(round(left + width / 2 + (right - left - width) * step / (steps - 1)), y, heading)
                    for step in range(steps)
                ]

    def sample(self, stream: Stream) -> Deploy:
        """Draw a unit and a free place, at first with any heading."""
        unit = stream.choice([unit for unit in waiting(self.state, self.seat) if self.has_place(unit)])
        name, area = label(self.state, unit), stream.choice(areas_of(self.state, self.seat))
        left, low, right, high = (round(value) for value in area.bounds)
        shape, around = shape_of(cells_of(self.state, unit)), self._around(unit)
        for number in range(_TRIES):
            x, y = left + stream.below(right - left + 1), low + stream.below(high - low + 1)
            heading = stream.below(TURN) if number % 2 else (0 if self.seat == self.state.red else HALF)
            if self._forbids(shape, Pose(x, y, heading), around) is None:
                return Deploy(name, x, y, heading)
        return stream.choice(self.places(unit))

    def check(self, action: Deploy) -> Refusal | Message:
        """Return a message that the unit can be placed there, or the refusal."""
        return self.refusal(action) or msg("check.deploy", unit=action.unit, x=action.x, y=action.y)


@lru_cache(maxsize=256)
def _zone(areas: tuple[Placed, ...]) -> Bounds:
    """Return the bounds of all areas."""
    lefts, nears, rights, fars = zip(*[area.bounds for area in areas], strict=True)
    return min(lefts), min(nears), max(rights), max(fars)


def _lies_in(shape: Shape, at: Pose, bounds: Bounds, area: Placed) -> bool:
    """Whether a unit with these bounds is wholly in a convex area."""
    quick = is_inside(bounds, area)
    return lies_in(place(shape, at), area) if quick is None else quick


def deploy(game: Runewars) -> Flow[None]:
    """Deploy one unit and pass the turn; a unit that cannot be placed anywhere is destroyed."""
    # rules rw:setup.7, rw:13.0, rw:13.2, rw:13.2c
    state = game.state
    seat = state.turn
    chooser = DeployChooser(state, seat)
    for unit in chooser.left_out():
        set_trays(state, unit, ())
        state.upgrades[unit] = []
        game.emit(UnitNotDeployed(unit=label(state, unit)))
    if waiting(state, seat):
        answer = yield from ask(seat, chooser)
        unit = unit_of(state, answer.unit)
        state.poses[unit] = (answer.x, answer.y, answer.heading)
        game.emit(UnitDeployed(unit=answer.unit, x=answer.x, y=answer.y, heading=answer.heading))
        if has_flag(state, unit, "scout"):
            yield from scout(game, unit)
    if waiting(state, 1 - seat):
        state.turn = 1 - seat
    elif not waiting(state, seat):
        state.step = "supply"


class ScoutChooser(Chooser[Pass | SetDials]):
    """Which action does a scout perform? Options: none, then its blue ones, each with the matching modifiers."""

    __slots__ = ("state", "unit")
    kind = "scout"
    rule = "rw:ruling.70"
    answers = (Pass, SetDials)

    def __init__(self, state: MatchState, unit: int) -> None:
        self.state = state
        self.unit = unit

    def prompt(self) -> Message:
        """Return the question with the unit."""
        return msg("ask.scout", unit=label(self.state, self.unit))

    def options(self) -> list[Pass | SetDials]:
        """List staying, then the actions."""
        name, card = label(self.state, self.unit), card_of(self.state, self.unit)
        return [
            Pass(),
            *(
                SetDials(name, action_id(card.actions[action]), modifier_id(card.modifiers[modifier]))
                for action, modifier in choices(card)
                if card.actions[action].stance == SCOUTING and card.modifiers[modifier].stance in GOES_WITH
            ),
        ]

    def refusal(self, action: Pass | SetDials) -> Refusal | None:
        """Refuse other units, other actions, and modifiers of another stance."""
        if action in self.options():
            return None
        return Refusal("rw:ruling.70", msg("refuse.scout", unit=label(self.state, self.unit)))


def scout(game: Runewars, unit: int) -> Flow[None]:
    """Let a deployed scout perform a blue action, with a matching modifier and its bonus action.

    The bonus action is canceled if the scout enters terrain.
    """
    # rules rw:41.2b, rw:ruling.70
    state = game.state
    chosen = yield from ask(state.seat[unit], ScoutChooser(state, unit))
    if isinstance(chosen, Pass):
        return
    action, modifier = dials_of(card_of(state, unit), chosen)
    sector, bonus = card_of(state, unit).actions[action], card_of(state, unit).modifiers[modifier]
    ended = False
    if sector.action is not None:
        ended = yield from act(game, unit, sector.action, sector.speed or 0, bonus)
    if bonus.action is not None and not ended:
        yield from act(game, unit, bonus.action, bonus.speed or 0, None)


def supply(game: Runewars) -> Flow[None]:
    """After deployment, resolve the objective's instructions, set up the supply and cast mana.

    Then begin the first round.
    """
    # rules rw:setup.8, rw:setup.9, rw:51.1
    state = game.state
    yield from mark_units(game)
    yield from cast_mana(game)
    yield from happen(game, Moment("after-setup"))
    state.step = "round"
