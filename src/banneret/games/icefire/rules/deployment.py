"""Deployment: the choice of zones, the First Player, and placing the trays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from banneret.games.icefire.actions import Choose, Deploy, NamePlayer, TakeEdge
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.round import FirstPlayerNamed, UnitDeployed, ZoneTaken
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.board.hands import draw_cards, refill_to
from banneret.games.icefire.rules.movement.reserve import hold_back
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit
from banneret.games.icefire.rules.table.facts import put_attachments
from banneret.games.icefire.rules.table.ground import (
    GIVE,
    INCH,
    shape_of,
    table_of,
    terrain_with,
    tray_at,
    tray_of,
)
from banneret.games.icefire.rules.table.lasting_effects import in_reserve
from banneret.games.icefire.rules.table.move_spaces import TRIES, end_message
from banneret.games.icefire.rules.table.paths import is_heading, wall_fault
from banneret.games.icefire.rules.table.room import FINEST, find_place
from banneret.games.icefire.rules.table.sides import allied, clockwise, free_for_all, opponent, opponents
from banneret.games.icefire.rules.table.surroundings import everything
from banneret.games.icefire.rules.table.units import (
    enemies_on_table,
    is_solo,
    label,
    on_table,
    unit_card,
    unit_of,
    units_alive,
    walls_against,
)
from banneret.games.icefire.rules.table.zones import (
    AHEAD,
    PLACES,
    Zone,
    lies_within,
    own_edge,
    place_of,
    rows,
    zone_of,
)
from banneret.games.icefire.state import NOBODY, State
from banneret.kernel.choosers import Chooser, Part, Refusal, Space
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.stream import Stream
from banneret.plane import TURN, Placed, Pose, Shape, is_within, overlaps, place
from banneret.plane.memo import Memo
from banneret.text.message import Message, msg

EDGES = ("near", "far")

_LAST_PLACES: Final[Memo[Pose | None]] = Memo(1 << 10)
"""The last place for a unit in a full zone, or None, by everything that takes room: a search of a tenth of a second."""


class EdgeChooser(Chooser[TakeEdge]):
    """Which deployment zone? Options: the free edges or corners, and for the first of two to leave the choice."""

    __slots__ = ("edges", "may_leave", "rule")
    kind = "edge"
    answers = (TakeEdge,)

    def __init__(self, may_leave: bool, edges: Sequence[str] = EDGES, rule: str = "icefire:deployment.1") -> None:
        self.may_leave = may_leave
        self.edges = edges
        self.rule = rule  # in a free-for-all another rule asks

    def options(self) -> list[TakeEdge]:
        """List the edges, then leaving the choice."""
        return [TakeEdge(edge) for edge in (*self.edges, *(("leave",) if self.may_leave else ()))]

    def refusal(self, action: TakeEdge) -> Refusal | None:
        """Refuse leaving a choice that the opponent has left, and zones that are taken or do not exist."""
        if action.edge in self.edges or (action.edge == "leave" and self.may_leave):
            return None
        if action.edge == "leave":
            return Refusal(self.rule, msg("refuse.edge"))
        return Refusal(self.rule, msg("refuse.edge.taken"))


class PlayerChooser(Chooser[NamePlayer]):
    """Which player? Options: all remaining players."""

    __slots__ = ("players", "rule", "what")
    kind = "player"
    answers = (NamePlayer,)

    def __init__(self, players: tuple[str, ...], what: str, rule: str) -> None:
        self.players = players
        self.what = what
        self.rule = rule  # which rule asks depends on the question

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg(f"ask.player.{self.what}")

    def options(self) -> list[NamePlayer]:
        """List the players."""
        return [NamePlayer(player) for player in self.players]

    def refusal(self, action: NamePlayer) -> Refusal | None:
        """Refuse players who do not exist."""
        return None if action.player in self.players else Refusal(self.rule, msg("refuse.player"))


def take_zones(game: War) -> Flow[None]:
    """Roll for the choice of a zone, re-rolling ties, and take the zones: icefire:deployment.1, icefire:setup.3.

    The player who chose decides who deploys first (icefire:deployment.3); in the 2021 edition that player does:
    icefire:deployment-2021.1.
    """
    state = game.state
    chooser = NOBODY
    if free_for_all(state):
        chooser = yield from take_free_zones(game)
    else:
        chooser = yield from mode_of(state).take_zones(game)
    if chooser == NOBODY:
        chooser = roll_off(game)
        answer = yield from ask(chooser, EdgeChooser(may_leave=True))
        if answer.edge == "leave":
            chooser = opponent(state, chooser)
            answer = yield from ask(chooser, EdgeChooser(may_leave=False))
        state.far = chooser if answer.edge == "far" else opponent(state, chooser)
    state.chooser = chooser
    for seat in clockwise(state, chooser):
        rule = state.law.rule("icefire:free-for-all.2") if free_for_all(state) else "icefire:deployment.1"
        game.emit(ZoneTaken(player=state.law.players[seat], edge=place_of(state, seat), rule=rule))
    yield from put_enemy_cards(game, "before-deployment")
    yield from mode_of(state).before_deployment(game)
    state.turn_seat = chooser
    if not state.law.chooser_deploys_first:
        named = yield from ask(
            chooser, PlayerChooser(state.law.players[: state.seats], "deploys", "icefire:deployment.3")
        )
        state.turn_seat = state.law.players.index(named.player)
    state.step = "deploy"


def take_free_zones(game: War) -> Flow[int]:
    """Let each player choose a zone, the highest roll first, then to the left; return the first player.

    icefire:free-for-all.2, icefire:free-for-all-2021.1, icefire:ruling.126.
    """
    state = game.state
    chooser = roll_off(game)
    state.marks[PLACES] = [NOBODY] * state.seats
    names = state.law.free_zones
    rule = state.law.rule("icefire:free-for-all.2")
    for seat in clockwise(state, chooser):
        left = [name for number, name in enumerate(names) if number not in state.marks[PLACES]]
        answer = yield from ask(seat, EdgeChooser(may_leave=False, edges=left, rule=rule))
        state.marks[PLACES][seat] = names.index(answer.edge)
    return chooser


def roll_off(game: War) -> int:
    """Return the player with the highest roll, one player per team; ties re-roll: icefire:free-for-all.3."""
    rolling = range(len(set(game.state.sides)))
    while True:
        rolls = [game.chance.pick(6) + 1 for _ in rolling]
        if rolls.count(max(rolls)) == 1:
            return rolls.index(max(rolls))


def put_enemy_cards(game: War, when: str) -> Flow[None]:
    """Let the players place their attachments in enemy units: icefire:ruling.76, icefire:attachment.6."""
    state = game.state
    for seat in clockwise(state, state.chooser):
        for card in [id for id in state.enemy_cards[seat] if state.cards.attachments[id].enemy == when]:
            kind = state.cards.attachments[card].type
            units = [
                unit
                for foe in opponents(state, seat)
                for unit in units_alive(state, foe)
                if unit_card(state, unit).type == kind and not is_solo(state, unit)
            ]
            state.enemy_cards[seat].remove(card)
            if units:
                unit = yield from about(card, choose_unit(state, seat, units, "infiltrate", "icefire:ruling.76"))
                inside = yield from about(card, put_in_order(state, unit, (card, *state.attachments[unit])))
                put_attachments(state, unit, inside)


def put_in_order(state: State, unit: int, cards: Sequence[str]) -> Flow[list[str]]:
    """Let a unit's owner say in which order its attachments are destroyed: icefire:attachment.10, icefire:ruling.45."""
    left, order = list(cards), []
    while len(kinds := list(dict.fromkeys(left))) > 1:
        answer = yield from ask(state.seat[unit], ThingChooser(kinds, "falls-first", "icefire:attachment.10"))
        first = answer.choice if isinstance(answer, Choose) else left[0]
        left.remove(first)
        order.append(first)
    return [*order, *left]


class Site(NamedTuple):
    """Where a player deploys, collected once for all places examined: the zone, and what is in it or beside it."""

    zone: Zone
    trays: list[tuple[int, Placed]]
    foes: list[tuple[int, Placed]]
    """Enemies from which a unit must keep its distance, in a free-for-all and in some modes."""
    impassable: list[tuple[int, Placed]]


def site_of(state: State, seat: int) -> Site:
    """Return where a player deploys now."""
    zone = zone_of(state, seat)
    trays = [(unit, tray) for unit in on_table(state) if _is_beside(zone, tray := tray_of(state, unit))]
    enemies = enemies_on_table(state, seat) if mode_of(state).apart_rule or free_for_all(state) else []
    foes = [(unit, tray) for unit, tray in trays if unit in enemies]
    impassable = [(piece, placed) for piece, placed in terrain_with(state, "impassable") if _is_beside(zone, placed)]
    return Site(zone, trays, foes, impassable)


def _is_beside(zone: Zone, placed: Placed) -> bool:
    """Return False only if something is certainly more than 1 inch away from all places in a zone."""
    reach = placed.radius + 2 * INCH
    return zone.left - reach < placed.x < zone.right + reach and zone.bottom - reach < placed.y < zone.top + reach


def deploy_fault(state: State, unit: int, pose: Pose, site: Site | None = None) -> Refusal | None:
    """Return why a unit may not be deployed at a pose: icefire:deployment.5, icefire:deployment.6.

    It must be wholly within its zone and the battlefield (icefire:setup.1), over no other tray, and not on impassable
    terrain. In a free-for-all, where zones may meet, it must not be within 1 inch of an enemy either:
    icefire:ruling.127.
    """
    if not is_heading(pose.heading):
        return Refusal("icefire:action.5", msg("refuse.move.heading"))
    site, tray = site or site_of(state, state.seat[unit]), tray_at(state, unit, pose)
    if not table_of(state).holds(tray) or not lies_within(site.zone, tray):
        return Refusal("icefire:deployment.5", msg("refuse.deploy.zone", unit=label(state, unit)))
    return _room_fault(state, tray, site) or _castle_fault(state, unit, pose)


def _room_fault(state: State, tray: Placed, site: Site) -> Refusal | None:
    """Return why there is no room for a tray in its zone: icefire:ruling.127, icefire:banners-and-butchery.5."""
    for other, there in site.trays:
        if overlaps(tray, there, GIVE):
            return Refusal("icefire:terms.21", msg("refuse.move.over", unit=label(state, other)))
    for enemy, there in site.foes:
        if is_within(tray, there, INCH):
            rule = mode_of(state).apart_rule or "icefire:ruling.127"
            return Refusal(rule, msg("refuse.move.near", unit=label(state, enemy)))
    for number, piece in site.impassable:
        if overlaps(tray, piece, GIVE):
            return Refusal("icefire:keyword.impassable", msg("refuse.move.terrain", piece=state.pieces[number]))
    return None


def _is_clear(pose: Pose, reaches: list[tuple[float, float, float]]) -> bool:
    """Return whether bounding circles already prove that there is room; `reaches` are squares of distances."""
    for x, y, square in reaches:  # noqa: SIM110  # quicker, as it runs for every place examined
        if (x - pose.x) * (x - pose.x) + (y - pose.y) * (y - pose.y) < square:
            return False
    return True


def _castle_fault(state: State, unit: int, pose: Pose) -> Refusal | None:
    """Return why castle walls forbid a unit a pose."""
    return wall_fault(state, unit, pose) if state.mode.walls else None


class DeploySpace(Space[Deploy]):
    """Which unit is deployed where? Suggestions: each unit at places along the front of the zone, and behind."""

    __slots__ = ("found", "seat", "state", "units")
    kind = "deploy"
    rule = "icefire:deployment.4"
    answers = (Deploy,)

    def __init__(self, state: State, seat: int, units: list[int] | None = None) -> None:
        self.state = state
        self.seat = seat
        self.units = to_deploy(state, seat) if units is None else units
        self.found: dict[int, list[Deploy]] = {}  # by unit

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.deploy")

    def part(self) -> Part:
        """Return the unit that is deployed in this turn: icefire:deployment.4."""
        return Part("deployment")

    def refusal(self, action: Deploy) -> Refusal | None:
        """Refuse units that cannot be deployed now, and illegal places: icefire:deployment.5."""
        unit = unit_of(self.state, action.unit)
        if unit not in self.units:
            return Refusal("icefire:deployment.4", msg("refuse.deploy.unit", unit=action.unit))
        return deploy_fault(self.state, unit, Pose(action.x, action.y, action.heading))

    def suggest(self) -> list[Deploy]:
        """List for each unit the free places, a few inches apart, facing the enemy: icefire:deployment.5."""
        return [place for places in self._free() for place in places]

    def has_room(self) -> bool:
        """Return whether there is a free place for any unit."""
        return any(self._free())

    def _free(self) -> Iterator[list[Deploy]]:
        """Yield the free places of each unit."""
        site = site_of(self.state, self.seat)
        rooms: dict[tuple[Shape, int], list[Pose]] = {}
        for unit in self.units:
            if unit not in self.found:
                self.found[unit] = self._places(unit, site, rooms)
            yield self.found[unit]

    def _places(self, unit: int, site: Site, rooms: dict[tuple[Shape, int], list[Pose]]) -> list[Deploy]:
        """List the free places of a unit."""
        state, name = self.state, label(self.state, unit)
        for step in (3 * INCH, INCH // 4):  # closely only if there is little room
            poses = self._rooms(unit, step, site, rooms)
            if state.mode.walls:
                poses = [pose for pose in poses if _castle_fault(state, unit, pose) is None]
            if poses:
                return [Deploy(name, pose.x, pose.y, pose.heading) for pose in poses]
        pose = self._last_place(unit, site)
        return [] if pose is None else [Deploy(name, pose.x, pose.y, pose.heading)]

    def _rooms(self, unit: int, step: int, site: Site, known: dict[tuple[Shape, int], list[Pose]]) -> list[Pose]:
        """List the candidate poses at which there is room for a unit. Units with the same tray have the same room."""
        state, shape = self.state, shape_of(self.state, unit)
        found = known.get((shape, step))
        if found is None:
            poses = rows(table_of(state), site.zone, own_edge(state, self.seat), shape, step)
            reaches = [
                (there.x, there.y, (shape.radius + there.radius) * (shape.radius + there.radius))
                for _, there in (*site.trays, *site.impassable)
            ]
            found = [
                pose
                for pose in poses
                if (not site.foes and _is_clear(pose, reaches)) or _room_fault(state, place(shape, pose), site) is None
            ]
            known[shape, step] = found
        return found

    def _last_place(self, unit: int, site: Site) -> Pose | None:
        """Return a legal pose in any facing, searched in a unit's entire zone, or None: icefire:ruling.79."""
        state, zone, there = self.state, site.zone, everything(self.state, unit)
        if not free_for_all(state):  # in other matches it may be beside an enemy
            there = there._replace(trays=[(other, True, tray) for other, _, tray in there.trays])

        def accepts(pose: Pose) -> bool:
            return deploy_fault(state, unit, pose, site) is None

        def is_out(tray: Placed, off: float) -> bool:
            by = int(off) + 1
            return not lies_within(Zone(zone.left - by, zone.bottom - by, zone.right + by, zone.top + by), tray)

        key = (
            (shape_of(state, unit), zone, table_of(state)),
            tuple([(is_friend, tray) for _, is_friend, tray in there.trays]),
            tuple([tray for _, tray in site.foes]),
            tuple([piece for _, piece in there.impassable]),
            tuple(there.barriers),
            tuple([tray_of(state, wall) for wall in walls_against(state, state.seat[unit])]),
        )
        return _LAST_PLACES.get(key, lambda: find_place(state, unit, zone, accepts, is_out, there, FINEST))

    def _facing(self) -> int:
        return AHEAD[own_edge(self.state, self.seat)]

    def sample(self, stream: Stream) -> Deploy:
        """Draw a unit and a legal place."""
        zone = zone_of(self.state, self.seat)
        for _ in range(TRIES):
            unit = stream.choice(self.units)
            y = stream.below(zone.top - zone.bottom)
            heading = self._facing() if stream.below(4) else stream.below(TURN)
            place = Deploy(
                label(self.state, unit),
                zone.left + stream.below(zone.right - zone.left),
                zone.top - y if zone.bottom else y,
                heading,
            )
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: Deploy) -> Refusal | Message:
        """Return where the unit would be, or why it is refused."""
        if (fault := self.refusal(action)) is not None:
            return fault
        return end_message(self.state, unit_of(self.state, action.unit), Pose(action.x, action.y, 0), action.heading)


def to_deploy(state: State, seat: int) -> list[int]:
    """List the units of a seat that are not yet on the table, except those in reserve."""
    return [unit for unit in units_alive(state, seat) if state.pose[unit] is None and not in_reserve(state, unit)]


def late_units(state: State, seat: int) -> list[int]:
    """List the units that had no room in the zone but have now: icefire:ruling.79.

    Units in reserve are not included; an effect of that name keeps them off the table.
    """
    if not state.marks.get("full", [0] * state.seats)[seat]:
        return []
    return [unit for unit in to_deploy(state, seat) if DeploySpace(state, seat, [unit]).has_room()]


def deploy_late(game: War, unit: int) -> Flow[None]:
    """Place a unit in its zone as its activation: icefire:ruling.79."""
    state = game.state
    seat = state.seat[unit]
    answer = yield from ask(seat, DeploySpace(state, seat, [unit]))
    state.pose[unit] = Pose(answer.x, answer.y, answer.heading)
    game.emit(UnitDeployed(unit=answer.unit, x=answer.x, y=answer.y, heading=answer.heading, rule="icefire:ruling.79"))


def deploy(game: War) -> Flow[None]:
    """Let a player deploy one unit; players alternate until all are there: icefire:deployment.4, icefire:deployment.7.

    A unit without room in the zone stays off the table until it can be activated: icefire:ruling.79.
    """
    state = game.state
    seat = state.turn_seat
    yield from hold_back(game, seat)
    space = DeploySpace(state, seat)
    if space.has_room():
        answer = yield from ask(seat, space)
        unit = unit_of(state, answer.unit)
        state.pose[unit] = Pose(answer.x, answer.y, answer.heading)
        game.emit(UnitDeployed(unit=answer.unit, x=answer.x, y=answer.y, heading=answer.heading))
    else:
        state.marks.setdefault("full", [0] * state.seats)[seat] = 1
    full = state.marks.get("full", [0] * state.seats)
    others = sorted(clockwise(state, seat)[1:], key=lambda one: allied(state, one, seat))
    left = [one for one in (*others, seat) if to_deploy(state, one) and not full[one]]
    if left:
        state.turn_seat = left[0]
    else:
        state.step = "first"


def name_first(game: War) -> Flow[None]:
    """Let the player who did not choose the zone name the First Player: icefire:deployment.2, icefire:deployment.9.

    In a free-for-all all players roll for it: icefire:free-for-all.3.
    """
    state = game.state
    if free_for_all(state):
        state.first = roll_off(game)
        game.emit(FirstPlayerNamed(player=state.law.players[state.first], rule="icefire:free-for-all.3"))
        return
    namer = opponent(state, state.chooser) if state.chooser != NOBODY else 0
    answer = yield from ask(namer, PlayerChooser(state.law.players[: state.seats], "first", "icefire:deployment.2"))
    state.first = state.law.players.index(answer.player)
    game.emit(FirstPlayerNamed(player=answer.player))


def name_first_player(game: War) -> Flow[None]:
    """Draw the hands and name the First Player, unless already done: icefire:deployment.8, icefire:deck.4."""
    state = game.state
    yield from put_enemy_cards(game, "after-deployment")
    for seat in range(state.seats):
        yield from draw_cards(game, seat, refill_to(state, seat))
    if not mode_of(state).names_first_early:
        yield from name_first(game)
    state.turn_seat = state.first
    yield from mode_of(state).after_deployment(game)
    state.step = "round-start"
