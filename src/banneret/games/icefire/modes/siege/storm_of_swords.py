"""A Storm of Swords: one player storms three castle walls that the other defends for six rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from banneret.games.icefire.actions import Choose, Deploy
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import GameMode, mode
from banneret.games.icefire.effects.registry import choices
from banneret.games.icefire.events.round import TerrainLaid
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.redeployment import fallen, remember, restored
from banneret.games.icefire.modes.siege.cards import at_round_start, draw_strategies, is_afraid, kindle, offer_side
from banneret.games.icefire.modes.siege.spaces import BACK_RULE, PIECE_RULE, ReturnSpace, SiegeTerrainSpace
from banneret.games.icefire.modes.siege.walls import (
    attacks,
    barriers_but,
    besieged,
    besieger,
    in_bowshot,
    raise_walls,
)
from banneret.games.icefire.rules.actions.ranged import attacked_side
from banneret.games.icefire.rules.combat.attack import attack, suffer_hits
from banneret.games.icefire.rules.combat.morale import morale_test, panic_test
from banneret.games.icefire.rules.deployment import roll_off
from banneret.games.icefire.rules.moments import in_order
from banneret.games.icefire.rules.movement.reserve import arrive, can_arrive, keep_back
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit, may_choose_unit
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.engagement import enemies_of
from banneret.games.icefire.rules.table.lasting_effects import has_effect
from banneret.games.icefire.rules.table.sides import opponent, side
from banneret.games.icefire.rules.table.units import is_wall, unit_card, units_alive, walls
from banneret.games.icefire.rules.victory import needed
from banneret.games.icefire.state import NO_UNIT, Fight, State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.plane import Placed, Pose

ROLES: Final = choices("attacker", "defender")
PIECES: Final = choices("forest", "weirwood", "corpse-pile", "palisade", "bog", "stakes", "low-wall", "hedge")
MOST_PIECES: Final = 4
"""Maximum number of terrain pieces that the defender may place: icefire:storm-of-swords.6."""
ARRIVE_FROM: Final = 3
"""The first round in which the defender's reserve may arrive: icefire:storm-of-swords.15."""
WAITING: Final = "siege-reserve"
"""The effect on a unit in the defender's reserve, which arrives from round 3 on."""


@mode
class StormOfSwords(GameMode):
    """The attacker is at the far edge, the defender and the walls are at the near one."""

    id = "storm-of-swords"
    edition: ClassVar[Edition | None] = SEASON_6
    draws_terrain = False
    """Terrain is not drawn: icefire:storm-of-swords.5."""

    def set_up(self, state: State, chance: Chance) -> None:
        """Record the units' initial attachments: icefire:ruling.81."""
        remember(state)

    # Before the first round ------------------------------------------------------------------------------------------

    def take_zones(self, game: War) -> Flow[int]:
        """Roll off; the higher roll chooses to attack or to defend: icefire:storm-of-swords.3.

        The defender owns the walls: icefire:storm-of-swords.4.
        """
        state = game.state
        chooser = roll_off(game)
        answer = yield from ask(chooser, ThingChooser(ROLES, "role", "icefire:storm-of-swords.3"))
        storms = isinstance(answer, Choose) and answer.choice == "attacker"
        state.far = chooser if storms else opponent(state, chooser)
        raise_walls(state, besieged(state))
        return chooser

    def before_deployment(self, game: War) -> Flow[None]:
        """Let the defender place terrain, both draw cards, and the defender keep half of the units in reserve."""
        yield from self.lay_terrain(game)
        draw_strategies(game)
        yield from self.keep_half(game)

    def lay_terrain(self, game: War) -> Flow[None]:
        """Let the defender place up to four pieces: icefire:storm-of-swords.5, icefire:storm-of-swords.6.

        The players of a team take turns until all are placed or both have passed: icefire:ruling.135.
        """
        state = game.state
        laying = side(state, besieged(state)) if state.settings.terrain != "none" else []
        while laying and len(state.pieces) < MOST_PIECES:
            seat = laying.pop(0)
            chosen = yield from ask(seat, ThingChooser(PIECES, "siege-terrain", PIECE_RULE, may_pass=True))
            if isinstance(chosen, Pass):
                continue
            laying.append(seat)
            space = SiegeTerrainSpace(state, seat, chosen.choice)
            if not space.has_room():
                return
            place = yield from ask(seat, space)
            state.pieces.append(chosen.choice)
            state.piece_pose.append(Pose(place.x, place.y, place.heading))
            game.emit(TerrainLaid(piece=chosen.choice, x=place.x, y=place.y, heading=place.heading, rule=PIECE_RULE))

    def keep_half(self, game: War) -> Flow[None]:
        """Let the defender choose half of the combat units, rounded up, for the reserve: icefire:storm-of-swords.14.

        The players of a team take turns naming one of its units: icefire:ruling.135.
        """
        state = game.state
        choosing = side(state, besieged(state))
        candidates = [unit for seat in choosing for unit in units_alive(state, seat)]
        for number in range((len(candidates) + 1) // 2):
            seat = choosing[number % len(choosing)]
            unit = yield from choose_unit(state, seat, candidates, "siege-reserve", "icefire:storm-of-swords.14")
            candidates.remove(unit)
            keep_back(state, unit, WAITING)

    # Walls ------------------------------------------------------------------------------------------------------------

    def barriers(self, state: State, target: int = NO_UNIT) -> Sequence[Placed]:
        """Return the walls, even destroyed ones, and the area behind: icefire:castle-wall.7, icefire:castle-wall.8.

        icefire:castle-wall.9, icefire:ruling.107.
        """
        units = walls(state)
        return barriers_but(state.mode, units.index(target) if target in units else None)

    def also_activates(self, state: State, seat: int) -> list[int]:
        """List the defender's intact walls, and from round 3 on the units of the reserve for which there is room.

        icefire:castle-wall.10, icefire:storm-of-swords.15. A team's walls belong to its first player:
        icefire:ruling.133. Units waiting to outflank do not arrive with the reserve: icefire:ruling.137.
        """
        if attacks(state, seat):
            return []
        found = [wall for wall in walls(state) if state.health[wall] and state.seat[wall] == seat]
        if state.round >= ARRIVE_FROM:
            waiting = [unit for unit in units_alive(state, seat) if has_effect(state, WAITING, unit)]
            found += [unit for unit in waiting if can_arrive(state, unit, own_edge=False)]
        return found

    def enter(self, game: War, unit: int) -> Flow[bool]:
        """Let a wall shoot, or a unit arrive from the reserve and then take its action: icefire:storm-of-swords.15.

        icefire:storm-of-swords.16, icefire:siege.14.
        """
        state = game.state
        if is_wall(state, unit):
            yield from self.shoot(game, unit)
            return False
        yield from arrive(game, unit, WAITING, own_edge=False, rule="icefire:storm-of-swords.15")
        yield from offer_side(game, state.seat[unit], "reserve", unit)
        return True

    def shoot(self, game: War, wall: int) -> Flow[None]:
        """Let a wall shoot its arrows, without a shift, or pass: icefire:castle-wall.11, icefire:castle-wall.12.

        icefire:siege.2. Units friendly to the wall that are engaged with its target take a Panic Test:
        icefire:ranged.11.
        """
        state = game.state
        seat = state.seat[wall]
        target = yield from may_choose_unit(state, seat, in_bowshot(state, wall), "bowshot", "icefire:castle-wall.11")
        if target == NO_UNIT:
            return
        yield from offer_side(game, seat, "wall-shoots", wall)
        side = yield from attacked_side(game, wall, target)
        fight = Fight(wall, target, "long")
        kindle(state, fight)
        friends = enemies_of(state, target)
        yield from attack(game, fight, side)
        for friend in friends:
            yield from panic_test(game, friend, seat)

    def attacked(self, game: War, fight: Fight) -> Flow[None]:
        """Inflict D3+1 Hits on a unit that attacked an intact wall in melee, and perhaps boiling oil on a charger.

        icefire:siege.3, icefire:siege.11.
        """
        state, wall, unit = game.state, fight.defender, fight.attacker
        if not is_wall(state, wall) or not state.health[unit]:
            return
        if state.health[wall]:
            yield from suffer_hits(game, unit, game.chance.pick(3) + 2, state.seat[wall])
        if fight.charge and state.health[unit]:
            yield from offer_side(game, state.seat[wall], "wall-charged", unit)

    # Rounds -----------------------------------------------------------------------------------------------------------

    def round_start(self, game: War) -> Flow[None]:
        """Let the attacker's destroyed units return, then let both players play cards: icefire:storm-of-swords.12.

        In a team each player brings back their own units.
        """
        for seat in in_order(game.state):
            if attacks(game.state, seat):
                yield from self.bring_back(game, seat)
        yield from at_round_start(game)

    def bring_back(self, game: War, seat: int) -> Flow[None]:
        """Let an attacker bring back destroyed units, one at a time, until the player stops."""
        state = game.state
        while True:
            units = [unit for unit in fallen(state, seat) if self.returns(state, unit)]
            if not units:
                break
            answer = yield from ask(seat, ReturnSpace(state, seat, units))
            if isinstance(answer, Pass):
                break
            self.restore_unit(game, answer)

    def restore_unit(self, game: War, answer: Deploy) -> None:
        """Restore a destroyed unit to full strength without tokens or characters: icefire:storm-of-swords.12.

        A regular model replaces a character: icefire:storm-of-swords.13, icefire:ruling.81.
        """
        restored(game, answer, BACK_RULE, characters=False)

    def returns(self, state: State, unit: int) -> bool:
        """Return whether a destroyed unit returns: an attacker's that is not a character: icefire:storm-of-swords.13.

        Its player is therefore not eliminated: icefire:ruling.108.
        """
        return attacks(state, state.seat[unit]) and not unit_card(state, unit).character

    def activated(self, game: War, unit: int) -> Flow[None]:
        """Make a frightened unit take a Morale Test, or become Panicked: icefire:siege.9."""
        state = game.state
        if not is_afraid(state, unit):
            return
        passed = yield from morale_test(game, unit, besieger(state))
        if not passed:
            give_condition(game, unit, "panicked")

    # Victory ----------------------------------------------------------------------------------------------------------

    def may_score(self, state: State, seat: int) -> bool:
        """Return whether a player can gain Victory Points; the defender cannot: icefire:storm-of-swords.8."""
        return attacks(state, seat)

    def decide(self, game: War) -> bool:
        """Give the match to the attacker on reaching the required points, or to the defender after round 6.

        icefire:storm-of-swords.7, icefire:storm-of-swords.9: in Season 6 the attacker must have won before then.
        """
        state = game.state
        last = state.round >= state.table.table.rounds
        if self.in_time(state) and state.victory_points[besieger(state)] >= needed(state):
            state.winner, state.reason = besieger(state), "points"
            return True
        if last:
            state.winner, state.reason = besieged(state), "siege"
        return last

    def in_time(self, state: State) -> bool:
        """Return whether points can still win: before the last round has ended: icefire:storm-of-swords.9."""
        return state.round < state.table.table.rounds


@mode
class StormOfSwords2021(StormOfSwords):
    """In the 2021 edition the defender wins only if the attacker has not won by then."""

    edition = EDITION_2021

    def in_time(self, state: State) -> bool:
        """Return whether points can still win: icefire:storm-of-swords-2021.1."""
        return True
