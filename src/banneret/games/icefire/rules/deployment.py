"""Deployment: who takes which zone, who goes first, and where the trays are put."""

from __future__ import annotations

from collections.abc import Iterator

from banneret.games.icefire.actions import Deploy, NamePlayer, TakeEdge
from banneret.games.icefire.events.round import FirstPlayerNamed, UnitDeployed, ZoneTaken
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.game_mode import mode_of
from banneret.games.icefire.rules.choosers import choose_unit
from banneret.games.icefire.rules.ground import DEPTH, GIVE, INCH, table_of, terrain_with, tray_at, tray_of, width
from banneret.games.icefire.rules.hands import draw_cards, refill_to
from banneret.games.icefire.rules.move_spaces import TRIES, told_end
from banneret.games.icefire.rules.paths import is_heading, wall_fault
from banneret.games.icefire.rules.reserve import hold_back, in_reserve
from banneret.games.icefire.rules.units import is_solo, label, on_table, opponent, unit_card, unit_of, units_alive
from banneret.games.icefire.state import NOBODY, State
from banneret.kernel.chance import Stream
from banneret.kernel.choosing import Chooser, Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.message import Message, say
from banneret.plane import HALF, TURN, Pose, overlaps

EDGES = ("near", "far")


class EdgeChooser(Chooser[TakeEdge]):
    """Which deployment zone? Options: the near edge, the far edge, and for the first to leave the choice."""

    __slots__ = ("may_leave",)
    kind = "edge"
    rule = "icefire:deployment.1"
    answers = (TakeEdge,)

    def __init__(self, may_leave: bool) -> None:
        self.may_leave = may_leave

    def options(self) -> list[TakeEdge]:
        """List the edges, then to leave the choice."""
        return [TakeEdge(edge) for edge in (*EDGES, *(("leave",) if self.may_leave else ()))]

    def refusal(self, action: TakeEdge) -> Refusal | None:
        """Refuse to leave a choice that was left already."""
        if action.edge != "leave" or self.may_leave:
            return None
        return Refusal("icefire:deployment.1", say("refuse.edge"))


class PlayerChooser(Chooser[NamePlayer]):
    """Which player? Options: both."""

    __slots__ = ("players", "rule", "what")
    kind = "player"
    answers = (NamePlayer,)

    def __init__(self, players: tuple[str, ...], what: str, rule: str) -> None:
        self.players = players
        self.what = what
        self.rule = rule  # type: ignore[misc]  # which rule asks depends on the question

    def prompt(self) -> Message:
        """Return the question as a message."""
        return say(f"ask.player.{self.what}")

    def options(self) -> list[NamePlayer]:
        """List the players."""
        return [NamePlayer(player) for player in self.players]

    def refusal(self, action: NamePlayer) -> Refusal | None:
        """Refuse nobody who plays."""
        return None if action.player in self.players else Refusal(self.rule, say("refuse.player"))


def take_zones(game: War) -> Flow[None]:
    """Roll for the choice of a zone, ties again, and take the zones: icefire:deployment.1, icefire:setup.3.

    Who chose says who deploys first (icefire:deployment.3); in the edition of 2021 it is the one who chose:
    icefire:deployment-2021.1.
    """
    state = game.state
    chooser = yield from mode_of(state).take_zones(game)
    if chooser == NOBODY:
        chooser = roll_off(game)
        answer = yield from ask(chooser, EdgeChooser(may_leave=True))
        if answer.edge == "leave":
            chooser = opponent(chooser)
            answer = yield from ask(chooser, EdgeChooser(may_leave=False))
        state.far = chooser if answer.edge == "far" else opponent(chooser)
    state.chooser = chooser
    for seat in (chooser, opponent(chooser)):
        game.tell(ZoneTaken(player=state.law.players[seat], edge="far" if seat == state.far else "near"))
    yield from put_enemy_cards(game, "before-deployment")
    yield from mode_of(state).before_deployment(game)
    state.turn_seat = chooser
    if not state.law.chooser_deploys_first:
        named = yield from ask(chooser, PlayerChooser(state.law.players, "deploys", "icefire:deployment.3"))
        state.turn_seat = state.law.players.index(named.player)
    state.step = "deploy"


def roll_off(game: War) -> int:
    """Return who rolls higher; ties roll again."""
    rolls = [0, 0]
    while rolls[0] == rolls[1]:
        rolls = [game.chance.pick(6) + 1, game.chance.pick(6) + 1]
    return 0 if rolls[0] > rolls[1] else 1


def put_enemy_cards(game: War, when: str) -> Flow[None]:
    """Let the players put their attachments into enemy units: icefire:ruling.76, icefire:attachment.6."""
    state = game.state
    for seat in (state.chooser, opponent(state.chooser)):
        for card in [id for id in state.enemy_cards[seat] if state.cards.attachments[id].enemy == when]:
            kind = state.cards.attachments[card].type
            units = [
                unit
                for unit in units_alive(state, opponent(seat))
                if unit_card(state, unit).type == kind and not is_solo(state, unit)
            ]
            state.enemy_cards[seat].remove(card)
            if units:
                unit = yield from choose_unit(state, seat, units, "infiltrate", "icefire:ruling.76")
                state.attachments[unit].insert(0, card)


def deploy_fault(state: State, unit: int, pose: Pose) -> Refusal | None:
    """Return why a unit may not be deployed at a pose: icefire:deployment.5, icefire:deployment.6.

    Wholly within its zone and the battlefield (icefire:setup.1), over no other tray, and not on impassable terrain.
    """
    if not is_heading(pose.heading):
        return Refusal("icefire:action.5", say("refuse.move.heading"))
    tray = tray_at(state, unit, pose)
    depth = zone_depth(state, state.seat[unit])
    table = table_of(state)
    front, _, rear, _ = table.edge_gaps(tray)
    inner = front if state.seat[unit] != state.far else rear
    if not table.holds(tray) or DEPTH - inner > depth + 0.001:
        return Refusal("icefire:deployment.5", say("refuse.deploy.zone", unit=label(state, unit)))
    for other in on_table(state):
        if overlaps(tray, tray_of(state, other), GIVE):
            return Refusal("icefire:terms.21", say("refuse.move.over", unit=label(state, other)))
    for number, piece in terrain_with(state, "impassable"):
        if overlaps(tray, piece, GIVE):
            return Refusal("icefire:keyword.impassable", say("refuse.move.terrain", piece=state.pieces[number]))
    return wall_fault(state, unit, pose) or mode_of(state).deploy_fault(state, unit, pose)


def zone_depth(state: State, seat: int) -> int:
    """Return how deep the deployment zone of a seat is: icefire:game-of-thrones.1, icefire:setup.3.

    icefire:dark-wings.1, icefire:honed-and-ready.1, icefire:banners-and-butchery.1, icefire:clash-of-kings.1,
    icefire:fire-and-blood.1, icefire:here-we-stand.1, icefire:storm-of-swords.2.
    """
    return state.mode.zones[0] * INCH if seat != state.far else state.mode.zones[1] * INCH


class DeploySpace(Space[Deploy]):
    """Which unit is deployed where? Suggestions: each unit at places along the front of the zone, and behind."""

    __slots__ = ("seat", "state", "units")
    kind = "deploy"
    rule = "icefire:deployment.4"
    answers = (Deploy,)

    def __init__(self, state: State, seat: int, units: list[int] | None = None) -> None:
        self.state = state
        self.seat = seat
        self.units = to_deploy(state, seat) if units is None else units

    def prompt(self) -> Message:
        """Return the question as a message."""
        return say("ask.deploy")

    def refusal(self, action: Deploy) -> Refusal | None:
        """Refuse units that are not to be deployed, and places where they may not stand: icefire:deployment.5."""
        unit = unit_of(self.state, action.unit)
        if unit not in self.units:
            return Refusal("icefire:deployment.4", say("refuse.deploy.unit", unit=action.unit))
        return deploy_fault(self.state, unit, Pose(action.x, action.y, action.heading))

    def suggest(self) -> list[Deploy]:
        """List for each unit the free places, six inches apart, facing the enemy."""
        return list(self._free())

    def has_room(self) -> bool:
        """Tell whether there is a free place for any unit."""
        return next(self._free(), None) is not None

    def _free(self) -> Iterator[Deploy]:
        for unit in self.units:
            for step in (3 * INCH, INCH // 4):  # closely only where little room is left
                has_room = False
                for y in self._rows(unit):
                    for x in range(step, width(self.state), step):
                        place = Deploy(label(self.state, unit), x, y, self._facing())
                        if self.refusal(place) is None:
                            has_room = True
                            yield place
                if has_room:
                    break

    def _facing(self) -> int:
        return HALF if self.seat == self.state.far else 0

    def _rows(self, unit: int) -> list[int]:
        """Return how far from the near edge the middles of trays lie: at the front of the zone, and at its back."""
        half = int(tray_at(self.state, unit, Pose(0, 0, 0)).shape.depth) // 2 + 1
        rows = dict.fromkeys((zone_depth(self.state, self.seat) - half, half))
        return [DEPTH - row if self.seat == self.state.far else row for row in rows]

    def sample(self, stream: Stream) -> Deploy:
        """Draw a unit and a place that is legal."""
        depth = zone_depth(self.state, self.seat)
        for _ in range(TRIES):
            unit = stream.choice(self.units)
            y = stream.below(depth)
            heading = self._facing() if stream.below(4) else stream.below(TURN)
            place = Deploy(
                label(self.state, unit),
                stream.below(width(self.state)),
                DEPTH - y if self.seat == self.state.far else y,
                heading,
            )
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: Deploy) -> Refusal | Message:
        """Say where it would stand, or why it is refused."""
        if (fault := self.refusal(action)) is not None:
            return fault
        return told_end(self.state, unit_of(self.state, action.unit), Pose(action.x, action.y, 0), action.heading)


def to_deploy(state: State, seat: int) -> list[int]:
    """List the units of a seat that are not yet on the table, but for those in reserve."""
    return [unit for unit in units_alive(state, seat) if state.pose[unit] is None and not in_reserve(state, unit)]


def late_units(state: State, seat: int) -> list[int]:
    """List the units for which there was no room in the zone, and is now: icefire:ruling.79.

    Units in reserve are none of them; an effect of that name keeps them off the table.
    """
    if not state.marks.get("full", [0, 0])[seat]:
        return []
    return [unit for unit in to_deploy(state, seat) if DeploySpace(state, seat, [unit]).has_room()]


def deploy_late(game: War, unit: int) -> Flow[None]:
    """Put a unit into its zone as its activation: icefire:ruling.79."""
    state = game.state
    seat = state.seat[unit]
    answer = yield from ask(seat, DeploySpace(state, seat, [unit]))
    state.pose[unit] = Pose(answer.x, answer.y, answer.heading)
    game.tell(UnitDeployed(unit=answer.unit, x=answer.x, y=answer.y, heading=answer.heading, rule="icefire:ruling.79"))


def deploy(game: War) -> Flow[None]:
    """Let a player deploy one unit; they take turns until all are there: icefire:deployment.4, icefire:deployment.7.

    One for which no room is left in the zone stays off the table until it is its turn to activate: icefire:ruling.79.
    """
    state = game.state
    seat = state.turn_seat
    yield from hold_back(game, seat)
    space = DeploySpace(state, seat)
    if space.has_room():
        answer = yield from ask(seat, space)
        unit = unit_of(state, answer.unit)
        state.pose[unit] = Pose(answer.x, answer.y, answer.heading)
        game.tell(UnitDeployed(unit=answer.unit, x=answer.x, y=answer.y, heading=answer.heading))
    else:
        state.marks.setdefault("full", [0, 0])[seat] = 1
    full = state.marks.get("full", [0, 0])
    left = [one for one in (opponent(seat), seat) if to_deploy(state, one) and not full[one]]
    if left:
        state.turn_seat = left[0]
    else:
        state.step = "first"


def name_first(game: War) -> Flow[None]:
    """Let who did not choose the zone name the First Player: icefire:deployment.2, icefire:deployment.9."""
    state = game.state
    namer = opponent(state.chooser) if state.chooser != NOBODY else 0
    answer = yield from ask(namer, PlayerChooser(state.law.players, "first", "icefire:deployment.2"))
    state.first = state.law.players.index(answer.player)
    game.tell(FirstPlayerNamed(player=answer.player))


def name_first_player(game: War) -> Flow[None]:
    """Draw the hands and name the First Player, unless that is done: icefire:deployment.8, icefire:deck.4."""
    state = game.state
    yield from put_enemy_cards(game, "after-deployment")
    for seat in range(state.seats):
        yield from draw_cards(game, seat, refill_to(state, seat))
    if not mode_of(state).names_first_early:
        yield from name_first(game)
    state.turn_seat = state.first
    yield from mode_of(state).after_deployment(game)
    state.step = "round-start"
