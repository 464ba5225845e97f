"""Damage and wounds, assigned figure by figure."""

from __future__ import annotations

from banneret.games.runewars.attack_actions import tray_name
from banneret.games.runewars.effects.numbers import count
from banneret.games.runewars.events.combat import DamageLost, FigureWounded, WoundIgnored
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.command import modifier_of
from banneret.games.runewars.rules.damage.attack_choosers import VitalityChooser, WoundChooser
from banneret.games.runewars.rules.damage.losses import Toll, reconfigure, set_body
from banneret.games.runewars.rules.ground.terrain_keywords import cover
from banneret.games.runewars.state import body_of, runes
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.damage import Target, damageable, defense, targets, wounded
from banneret.games.runewars.units.mana import amount
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass


def defense_bonus(state: MatchState, unit: int, fight: Attack | None = None) -> int:
    """Return what a defend modifier and cards add to the defense of a unit and its figure upgrades.

    When it is attacked, the terrain it occupies also adds to it.
    """
    # rules rw:2.0, rw:2.1, rw:2.2, rw:41.9a, rw:41.9d, rw:83.2, rw:83.4
    bonus = count(state, unit, "defense", fight)
    if fight is not None and fight.defender == unit:
        bonus += cover(state, unit, fight.kind)
    if state.shown[unit]:
        modifier = modifier_of(state, unit)
        if modifier is not None and modifier.defend is not None:
            bonus += amount(modifier.defend, runes(state))
    return bonus


def current_defense(state: MatchState, unit: int, fight: Attack | None = None) -> int:
    """Return the current, not the printed, defense of a unit's common figures, in an attack or outside one."""
    # rules rw:2.1, rw:83.1, rw:83.2
    return max(1, body_of(state, unit).common.printed_defense + defense_bonus(state, unit, fight))


# Damage and wounds of effects ----------------------------------------------------------------------------------------


def suffer_damage(
    game: Runewars, unit: int, damage: int, by: int | None = None, *, fight: Attack | None = None
) -> Flow[int]:
    """Make a unit suffer damage from an effect, assigned by its opponent; return the number of wounds.

    If it is attacked (`fight`), it has the defense that it has against the attack.
    """
    # rules rw:41.9a, rw:41.9d, rw:66.0, rw:66.1
    state = game.state
    if damage <= 0 or not state.figures[unit]:
        return 0
    toll = Toll(state, unit)
    seat = 1 - state.seat[unit] if by is None else by
    yield from assign_damage(game, toll, damage, seat, defense_bonus(state, unit, fight))
    yield from reconfigure(game, toll)
    return toll.wounds


def suffer_wounds(game: Runewars, unit: int, number: int, by: int | None = None) -> Flow[int]:
    """Make a unit suffer wounds from an effect, assigned by its opponent; return the number of wounds."""
    # rules rw:66.1, rw:77.2, rw:87.5
    state = game.state
    if number <= 0 or not state.figures[unit]:
        return 0
    toll = Toll(state, unit)
    yield from assign_wounds(game, toll, number, 1 - state.seat[unit] if by is None else by)
    yield from reconfigure(game, toll)
    return toll.wounds


# Figure by figure ----------------------------------------------------------------------------------------------------


def assign_wounds(
    game: Runewars, toll: Toll, number: int, by: int, accuracy: dict[str, int] | None = None
) -> Flow[None]:
    """Let a seat assign a number of wounds to a unit, one by one, regardless of the figures' defense."""
    # rules rw:77.1, rw:77.2, rw:87.5
    state = game.state
    left = {} if accuracy is None else accuracy
    for done in range(number):
        body = body_of(state, toll.unit)
        open_ = targets(body, left)
        if not open_:
            return
        chooser = WoundChooser(label(state, toll.unit), body, open_, "rw:77.2", number - done if number > 1 else 0)
        chosen = yield from ask(by, chooser)
        yield from _take_wound(game, toll, chooser.figures[chosen], left)


def assign_damage(
    game: Runewars, toll: Toll, damage: int, by: int, bonus: int, accuracy: dict[str, int] | None = None
) -> Flow[None]:
    """Let a seat assign damage to a unit, enough to wound one figure, then the next; the remainder is lost."""
    # rules rw:66.1, rw:66.1a, rw:66.2, rw:66.3, rw:66.4, rw:66.5, rw:66.6, rw:87.0, rw:87.1
    state = game.state
    left = {} if accuracy is None else accuracy
    several = False
    while damage > 0:
        body = body_of(state, toll.unit)
        open_ = damageable(body, left, damage, bonus)
        if not open_:
            break
        least = min(defense(body, body.figures[one.cell][one.place], bonus) for one in open_)
        several = several or damage >= 2 * least
        chooser = WoundChooser(label(state, toll.unit), body, open_, "rw:66.3", int(several))
        chosen = chooser.figures[(yield from ask(by, chooser))]
        damage -= defense(body, body.figures[chosen.cell][chosen.place], bonus)
        yield from _take_wound(game, toll, chosen, left)
    if damage > 0 and state.figures[toll.unit]:
        game.emit(DamageLost(unit=label(state, toll.unit), damage=damage))


def _take_wound(game: Runewars, toll: Toll, target: Target, accuracy: dict[str, int]) -> Flow[None]:
    """Give a figure a wound, unless its player spends vitality; it falls once its wounds reach its threshold."""
    # rules rw:42.5, rw:42.6, rw:44.1, rw:44.2, rw:87.2, rw:87.3, rw:87.4, rw:ruling.40
    state = game.state
    unit, name = toll.unit, label(state, toll.unit)
    if state.vitality[unit]:
        answer = yield from ask(state.seat[unit], VitalityChooser(name))
        if not isinstance(answer, Pass):
            state.vitality[unit] -= 1
            game.emit(WoundIgnored(unit=name))
            return
    body = body_of(state, unit)
    figure = body.figures[target.cell][target.place]
    after, left = wounded(body, accuracy, target)
    accuracy.clear()
    accuracy.update(left)
    falls = len(after.figures[target.cell]) < len(body.figures[target.cell])
    toll.wounds += 1
    toll.fallen += falls
    set_body(state, toll, after)
    tray = tray_name(target.cell)
    game.emit(FigureWounded(unit=name, tray=tray, upgrade=figure.upgrade or None, falls=falls))
