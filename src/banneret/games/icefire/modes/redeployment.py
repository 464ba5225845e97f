"""Return of destroyed units, as in two modes of the 2021 edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.icefire.actions import Deploy
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.events.round import UnitDeployed
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.wounds import forget_loss
from banneret.games.icefire.rules.table.facts import put_attachments
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, pose_of, table_of, tray_at, width
from banneret.games.icefire.rules.table.move_spaces import TRIES, end_message
from banneret.games.icefire.rules.table.paths import end_fault, is_heading
from banneret.games.icefire.rules.table.units import label, unit_card, unit_of
from banneret.games.icefire.rules.table.zones import AHEAD, beside, flanks, own_edge, reaches
from banneret.games.icefire.state import State
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream
from banneret.plane import QUARTER, TURN, Pose
from banneret.text.message import Message, msg

STRIP: Final = 6 * INCH
"""The distance from an edge within which a returning unit must be, completely."""
STEP: Final = 4 * INCH


def remember(state: State) -> None:
    """Record the attachments with which each unit begins, and with which it returns: icefire:ruling.81."""
    for unit, inside in enumerate(state.attachments):
        state.marks[f"began-{state.labels[unit]}"] = [int(card) for card in inside]


def began_with(state: State, unit: int) -> list[str]:
    """List a unit's initial attachments."""
    return [str(card) for card in state.marks.get(f"began-{label(state, unit)}", [])]


def fallen(state: State, seat: int) -> list[int]:
    """List the destroyed units of a seat."""
    return [unit for unit, owner in enumerate(state.seat) if owner == seat and not state.health[unit]]


class RedeploySpace(Space[Pass | Deploy]):
    """Does a destroyed unit return, and where? Suggestions: none, then the free places along the strips.

    `own` is the depth of the strip along the player's own edge.
    """

    __slots__ = ("own", "rule", "seat", "state", "units")
    kind = "redeploy"
    answers = (Pass, Deploy)

    def __init__(self, state: State, seat: int, units: Sequence[int], own: int, rule: str) -> None:
        self.state = state
        self.seat = seat
        self.units = units
        self.own = own
        self.rule = rule  # each mode has its own rule

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.redeploy")

    def refusal(self, action: Pass | Deploy) -> Refusal | None:
        """Refuse units that may not return, and places outside the strips or near enemies: icefire:action.8.

        icefire:ruling.102.
        """
        if isinstance(action, Pass):
            return None
        unit = unit_of(self.state, action.unit)
        if unit not in self.units:
            return Refusal(self.rule, msg("refuse.deploy.unit", unit=action.unit))
        if not is_heading(action.heading):
            return Refusal("icefire:action.5", msg("refuse.move.heading"))
        pose = Pose(action.x, action.y, action.heading)
        if not self._in_strip(unit, pose):
            return Refusal(self.rule, msg("refuse.deploy.zone", unit=action.unit))
        return end_fault(self.state, unit, pose)

    def _in_strip(self, unit: int, pose: Pose) -> bool:
        """Return whether a tray is completely on the table and near its own edge or a flank edge."""
        tray = tray_at(self.state, unit, pose)
        far = reaches(self.state, tray)
        near_own = far[own_edge(self.state, self.seat)] <= self.own + 0.001
        near_flank = min(far[edge] for edge in flanks(self.state, self.seat)) <= STRIP + 0.001
        return table_of(self.state).holds(tray) and (near_own or near_flank)

    def suggest(self) -> list[Pass | Deploy]:
        """List the option to bring nothing back, then the free places along the strips."""
        found: list[Pass | Deploy] = [Pass()]
        spots: list[tuple[int, int, int]] = []
        for edge in (own_edge(self.state, self.seat), *flanks(self.state, self.seat)):
            for along in range(STEP, max(width(self.state), DEPTH), STEP):
                spot = beside(self.state, edge, along, STRIP // 2)
                spots += [] if spot is None else [(*spot, AHEAD[edge])]
        for unit in self.units:
            places = [Deploy(label(self.state, unit), x, y, heading) for x, y, heading in spots]
            found += [place for place in places if self.refusal(place) is None]
        return found

    def sample(self, stream: Stream) -> Pass | Deploy:
        """Draw a legal unit and place, or the option to bring nothing back."""
        for _ in range(TRIES):
            place = Deploy(
                label(self.state, stream.choice(self.units)),
                stream.below(width(self.state)),
                stream.below(DEPTH),
                stream.below(4) * QUARTER if stream.below(2) else stream.below(TURN),
            )
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: Pass | Deploy) -> Refusal | Message:
        """Return the unit's end position as a message, or the refusal."""
        fault = self.refusal(action)
        if fault is not None or isinstance(action, Pass):
            return fault or msg("ask.redeploy")
        unit = unit_of(self.state, action.unit)
        return end_message(self.state, unit, Pose(action.x, action.y, 0), action.heading)


def redeploy(game: War, seat: int, units: Sequence[int], own: int, rule: str) -> Flow[int | None]:
    """Let a player bring back one destroyed unit at full strength without tokens, and return it: icefire:ruling.81.

    Its return claims no objectives: icefire:ruling.102.
    """
    state = game.state
    if not units:
        return None
    answer = yield from ask(seat, RedeploySpace(state, seat, units, own, rule))
    if isinstance(answer, Pass):
        return None
    return restored(game, answer, rule)


def restored(game: War, answer: Deploy, rule: str, *, characters: bool = True) -> int:
    """Restore a destroyed unit to its initial state, without tokens, and return it: icefire:ruling.81.

    Its attachments are no longer destroyed; perhaps only those that are no `characters` return.
    """
    state = game.state
    unit = unit_of(state, answer.unit)
    inside = [card for card in began_with(state, unit) if characters or not state.cards.attachments[card].character]
    state.health[unit] = state.full[unit] = full_health(unit_card(state, unit))
    put_attachments(state, unit, inside)
    for card in inside:
        forget_loss(state, state.seat[unit], card)
    state.conditions[unit] = 0
    state.counters[unit] = {}
    state.orders_used[unit] = []
    state.activated[unit] = False
    state.pose[unit] = Pose(answer.x, answer.y, answer.heading)
    at = pose_of(state, unit)
    game.emit(UnitDeployed(unit=answer.unit, x=at.x, y=at.y, heading=at.heading, rule=rule))
    return unit
