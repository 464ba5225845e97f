"""Objective tokens that units carry on their trays, win from each other, and drop."""

from __future__ import annotations

import math
from typing import ClassVar, Final

from banneret.compiled import mypyc_attr
from banneret.games.icefire.actions import LayToken
from banneret.games.icefire.events.round import ObjectiveClaimed, ObjectiveLaid
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.objectives import ObjectiveMode, radius
from banneret.games.icefire.rules.table.choosers import choose_unit
from banneret.games.icefire.rules.table.engagement import enemies_of
from banneret.games.icefire.rules.table.ground import GIVE, INCH, pose_of, terrain_with, token_on_table, tray_of
from banneret.games.icefire.rules.table.sides import opponent
from banneret.games.icefire.rules.table.sources import has_flag
from banneret.games.icefire.rules.table.units import label, on_table, ranks_left
from banneret.games.icefire.state import NO_UNIT, Fight, State
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.plane import Pose, disc_distance, find_point, overlaps_disc
from banneret.text.message import Message, msg

REACH: Final = 2 * INCH
TRIES: Final = 24
_SIDES: Final = 16
_RINGS: Final = (REACH, REACH // 2, 0)


class TokenSpace(Space[LayToken]):
    """Where is the token placed? Near a tray, not on impassable terrain or other trays. Suggestions: around the tray.

    icefire:dance-with-dragons.9, icefire:dance-with-dragons.10, icefire:dance-with-dragons.12.
    """

    __slots__ = ("fallen", "rule", "state", "token", "unit")
    kind = "token"
    answers = (LayToken,)

    def __init__(self, state: State, unit: int, token: int, rule: str, *, fallen: bool) -> None:
        self.state = state
        self.unit = unit
        self.token = token
        self.rule = rule  # the rule depends on why the token is placed
        self.fallen = fallen
        """Whether the unit was destroyed: the token may then be placed where its tray was."""

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.token", objective=self.token + 1, unit=label(self.state, self.unit))

    def refusal(self, action: LayToken) -> Refusal | None:
        """Refuse a place too far from the tray, off the table, or on impassable terrain or another tray.

        icefire:dance-with-dragons.9, icefire:dance-with-dragons.10, icefire:dance-with-dragons.12.
        """
        return self._fault((action.x, action.y))

    def _fault(self, at: tuple[int, int], off: float = 0.0) -> Refusal | None:
        """Return why neither a place nor any within `off` of it is legal."""
        state, size = self.state, radius(self.state)
        if not token_on_table(state, at, size - off):
            return Refusal(self.rule, msg("refuse.token.edge"))
        if disc_distance(tray_of(state, self.unit), at, size) > REACH + GIVE + off:
            return Refusal(self.rule, msg("refuse.token.far", unit=label(state, self.unit)))
        for number, piece in terrain_with(state, "impassable"):
            if overlaps_disc(piece, at, size - off):
                return Refusal(self.rule, msg("refuse.move.terrain", piece=state.pieces[number]))
        for other in on_table(state):
            if other == self.unit and self.fallen:
                continue
            if overlaps_disc(tray_of(state, other), at, size - off):
                return Refusal(self.rule, msg("refuse.token.over", unit=label(state, other)))
        return None

    def suggest(self) -> list[LayToken]:
        """List the legal places on rings around the tray, in the order of `_RINGS`."""
        state = self.state
        pose = pose_of(state, self.unit)
        found: list[LayToken] = []
        for ring in _RINGS:
            for side in range(_SIDES):
                place = self._beside(pose, side * 36_000 // _SIDES, ring)
                if place not in found and self.refusal(place) is None:
                    found.append(place)
        if self.fallen and self.refusal(here := LayToken(pose.x, pose.y)) is None:
            found.append(here)
        return found or self._anywhere(pose)

    def _anywhere(self, pose: Pose) -> list[LayToken]:
        """List a place searched among all near the tray, and its image to the other side; none if there is none."""
        reach = int(tray_of(self.state, self.unit).radius + REACH + 2 * radius(self.state))
        found = []
        for sign in (1, -1):

            def spot(point: tuple[int, ...], sign: int = sign) -> tuple[int, int]:
                return pose.x + sign * point[0], pose.y + point[1]

            point = find_point(
                [(-reach, reach)] * 2,
                (1.0, 1.0),
                lambda one, spot=spot: self._fault(spot(one)) is None,  # type: ignore[misc]  # of this side
                lambda one, offs, spot=spot: self._fault(spot(one), math.fsum(offs)) is not None,  # type: ignore[misc]  # as above
            )
            found += [] if point is None else [LayToken(*spot(point))]
        return list(dict.fromkeys(found))

    def _beside(self, pose: Pose, heading: int, ring: int) -> LayToken:
        """Return the place in a direction at which the token is `ring` away from the tray, found by bisection."""
        size, tray = radius(self.state), tray_of(self.state, self.unit)
        low, high = 0, 12 * INCH
        while high - low > 1:
            middle = (low + high) // 2
            end = pose.facing(heading).moved(middle)
            clear = not overlaps_disc(tray, (end.x, end.y), size)
            if clear and disc_distance(tray, (end.x, end.y), size) >= ring:
                high = middle
            else:
                low = middle
        end = pose.facing(heading).moved(high if not ring else low)
        return LayToken(end.x, end.y)

    def sample(self, stream: Stream) -> LayToken:
        """Draw a legal place near the tray."""
        pose = pose_of(self.state, self.unit)
        reach = 8 * INCH
        for _ in range(TRIES):
            place = LayToken(pose.x - reach + stream.below(2 * reach), pose.y - reach + stream.below(2 * reach))
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: LayToken) -> Refusal | Message:
        """Return a message that the place is legal, or the refusal."""
        return self.refusal(action) or msg("check.token", objective=self.token + 1)


@mypyc_attr(native_class=False)  # as its base class
class CarriedMode(ObjectiveMode):
    """A mode with carried tokens; `name` is the name of its rules."""

    held_by_standing: ClassVar[bool] = False
    name: ClassVar[str] = ""
    claim_rule: ClassVar[int] = 0
    lost_rule: ClassVar[int] = 0
    fallen_rule: ClassVar[int] = 0
    won_rule: ClassVar[int] = 0

    def rule(self, number: int) -> str:
        """Return the id of a rule of this mode."""
        return f"icefire:{self.name}.{number}"

    def holder(self, state: State, token: int) -> int:
        """Return the unit that carries a token, which controls it regardless of engaged enemies."""
        unit = state.claims[token]
        return unit if unit != NO_UNIT and state.pose[unit] is not None else NO_UNIT

    def may_claim(self, state: State, unit: int) -> bool:
        """Return whether a unit may take a token: it carries none, and no effect forbids it.

        icefire:dance-with-dragons.8, icefire:ruling.95.
        """
        return unit not in state.claims and not has_flag(state, unit, "no-objectives")

    def take(self, game: War, token: int, unit: int, rule: str) -> None:
        """Give a token to a unit to carry."""
        state = game.state
        state.claims[token] = unit
        pose = pose_of(state, unit)
        state.tokens[token] = (pose.x, pose.y)
        game.emit(ObjectiveClaimed(unit=label(state, unit), objective=token + 1, rule=rule))

    def moved(self, game: War, unit: int) -> None:
        """Move carried tokens along with their unit, and let a unit take a token under its tray.

        icefire:dance-with-dragons.5, icefire:dance-with-dragons-2021.1.
        """
        state = game.state
        self.follow(state)
        for token in range(len(state.tokens)):
            if state.claims[token] == NO_UNIT and self.lies_on(state, unit, token) and self.may_claim(state, unit):
                self.take(game, token, unit, self.rule(self.claim_rule))

    def shifted(self, state: State, unit: int) -> None:
        """Move carried tokens along with a unit whose shift is no move: icefire:terms-2021.1."""
        self.follow(state)

    def follow(self, state: State) -> None:
        """Move carried tokens to the trays of their carriers."""
        for token, unit in enumerate(state.claims):
            pose = state.pose[unit] if unit != NO_UNIT else None
            if pose is not None:
                state.tokens[token] = (pose.x, pose.y)

    def lies_on(self, state: State, unit: int, token: int) -> bool:
        """Return whether any part of a tray is on a token."""
        return overlaps_disc(tray_of(state, unit), state.tokens[token], radius(state))

    def panicked(self, game: War, unit: int) -> Flow[None]:
        """A carrier that fails a Panic Test loses its token."""
        yield from self.lose(game, unit, fallen=False)

    def falling(self, game: War, unit: int) -> Flow[None]:
        """A carrier that is destroyed loses its token."""
        yield from self.lose(game, unit, fallen=True)

    def lose(self, game: War, unit: int, *, fallen: bool) -> Flow[None]:
        """The opponent gives the token to an enemy engaged with its carrier, or places it if none can take it.

        icefire:dance-with-dragons.11, icefire:dance-with-dragons.12, icefire:feast-for-crows.14,
        icefire:feast-for-crows.15.
        """
        state = game.state
        seat = opponent(state, state.seat[unit])
        for token in [token for token, holder in enumerate(state.claims) if holder == unit]:
            state.claims[token] = NO_UNIT
            enemies = [enemy for enemy in enemies_of(state, unit) if self.may_claim(state, enemy)]
            if enemies:
                enemy = yield from choose_unit(state, seat, enemies, "token", self.rule(self.lost_rule))
                self.take(game, token, enemy, self.rule(self.lost_rule))
            else:
                yield from self.put_down(game, unit, token, self.rule(self.fallen_rule), fallen=fallen)

    def put_down(self, game: War, unit: int, token: int, rule: str, *, fallen: bool = False) -> Flow[None]:
        """Ask the unit's opponent where to place a token near its tray. Without room, the token stays where it is."""
        state = game.state
        space = TokenSpace(state, unit, token, rule, fallen=fallen)
        if not space.suggest():
            return
        answer = yield from ask(opponent(state, state.seat[unit]), space)
        state.tokens[token] = (answer.x, answer.y)
        game.emit(ObjectiveLaid(objective=token + 1, x=answer.x, y=answer.y, rule=rule))

    def attacked(self, game: War, fight: Fight) -> Flow[None]:
        """After melee against a carrier, an attacker with more ranks takes the token: icefire:dance-with-dragons.13.

        icefire:feast-for-crows.16. If the attacker already carries a token, it is placed near the carrier:
        icefire:ruling.86.
        """
        state = game.state
        attacker, defender = fight.attacker, fight.defender
        yield from ()
        if fight.kind != "melee" or not (state.health[attacker] and state.health[defender]):
            return
        if ranks_left(state, attacker) <= ranks_left(state, defender):
            return
        for token, holder in enumerate(state.claims):
            if holder != defender:
                continue
            if self.may_claim(state, attacker):
                self.take(game, token, attacker, self.rule(self.won_rule))
            elif attacker in state.claims:
                state.claims[token] = NO_UNIT
                yield from self.put_down(game, defender, token, self.rule(self.fallen_rule))
            return

    def score(self, game: War) -> Flow[None]:
        """Score each token at its carrier's current position.

        icefire:dance-with-dragons.14, icefire:dance-with-dragons-2021.2, icefire:feast-for-crows.20,
        icefire:feast-for-crows-2021.6.
        """
        self.follow(game.state)
        yield from super().score(game)
