"""Boons and banes: the tokens of units."""

from __future__ import annotations

from banneret.games.runewars.content.components import Bane, components
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import Moment
from banneret.games.runewars.events.combat import BaneSpent, BoonGained, BoonsDiscarded
from banneret.games.runewars.events.moves import BaneGained
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.state import without_one
from banneret.kernel.flow import Flow


def gain_banes(game: Runewars, unit: int, bane: Bane, number: int, rule: str) -> Flow[None]:
    """Give a unit banes of a kind, unless it is resilient against them or one of its cards prevents it."""
    # rules rw:68.5, rw:68.8, rw:82.0
    state = game.state
    if number <= 0 or not state.figures[unit]:
        return
    if is_resilient(state, unit, bane):
        return
    moment = yield from happen(game, Moment("banes-gained", unit, number=number, kind=bane))
    if moment.canceled or moment.number <= 0:
        return
    state.banes[unit] = [*state.banes[unit], *[bane] * moment.number]
    game.emit(BaneGained(unit=label(state, unit), bane=bane, number=moment.number, rule=rule))


def is_resilient(state: MatchState, unit: int, bane: Bane) -> bool:
    """Whether a card makes a unit resilient against banes of a kind; multiple instances count once."""
    # rules rw:68.5, rw:68.8
    found = components()
    keywords = [*found.units[state.unit[unit]].keywords]
    for id in state.upgrades[unit]:
        keywords += found.upgrades[id].keywords
    return any(bane in one.banes for one in keywords)


def spend_banes(game: Runewars, unit: int, bane: Bane, number: int) -> None:
    """Spend banes of a unit against it and discard them."""
    # rules rw:1.3, rw:18.0, rw:82.1, rw:82.2
    if not number:
        return
    for _ in range(number):
        game.state.banes[unit] = without_one(game.state.banes[unit], bane)
    game.emit(BaneSpent(unit=label(game.state, unit), bane=bane, number=number))


def gain_inspiration(game: Runewars, unit: int, number: int, rule: str) -> None:
    """Give a unit inspiration."""
    # rule rw:44.0
    if number > 0 and game.state.figures[unit]:
        game.state.inspiration[unit] += number
        game.emit(BoonGained(unit=label(game.state, unit), boon="inspiration", number=number, rule=rule))


def gain_vitality(game: Runewars, unit: int, number: int, rule: str) -> None:
    """Give a unit vitality."""
    # rule rw:44.0
    if number > 0 and game.state.figures[unit]:
        game.state.vitality[unit] += number
        game.emit(BoonGained(unit=label(game.state, unit), boon="vitality", number=number, rule=rule))


def boons_of(state: MatchState, unit: int) -> int:
    """Return the number of boons of a unit."""
    # rule rw:44.0
    return state.inspiration[unit] + state.vitality[unit]


def discard_boons(game: Runewars, unit: int, rule: str) -> None:
    """Discard all boons of a unit without their effects."""
    # rules rw:1.3, rw:44.3
    state = game.state
    number = boons_of(state, unit)
    state.inspiration[unit] = state.vitality[unit] = 0
    if number:
        game.emit(BoonsDiscarded(unit=label(state, unit), number=number, rule=rule))
