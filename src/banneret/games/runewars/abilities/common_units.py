"""Abilities shared by units of several factions, and keywords."""

from __future__ import annotations

from banneret.games.runewars.abilities.deeds import CARD, add_icons
from banneret.games.runewars.abilities.nearby import enemies, in_sight, range_of, rune, unengaged
from banneret.games.runewars.effects.questions import choose_unit
from banneret.games.runewars.effects.registry import Source, skill, surge
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.tokens import gain_banes, gain_inspiration
from banneret.games.runewars.units.attack import Attack
from banneret.kernel.flow import Flow


@surge("inspiring-strike")
def _inspiring_strike(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """The unit gains inspiration."""
    yield from ()
    gain_inspiration(game, source.unit, 1, CARD)


@surge("add-hit", "master-crafted-weapons")
def _add_hit(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Add a hit."""
    yield from ()
    add_icons(game, attack, "hit")


@surge("add-mortal-strike")
def _add_mortal_strike(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Add a mortal strike."""
    yield from ()
    add_icons(game, attack, "mortal-strike")


@surge("gain-lethal")
def _gain_lethal(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Gain lethal 1 for this attack, cumulatively."""
    yield from ()
    attack.gains["lethal"] += 1


@surge("stunning-blow")
def _stunning_blow(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """The defender is stunned."""
    yield from gain_banes(game, attack.defender, "stun", 1, CARD)


def _near(state: MatchState, attack: Attack, source: Source) -> bool:
    return range_of(state, attack) <= 3


@surge("close-volley", can=_near)
def _close_volley(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """At range 1-3, add a mortal strike."""
    yield from ()
    add_icons(game, attack, "mortal-strike")


def _can_stun(state: MatchState, source: Source) -> bool:
    return bool(engaged_with(state, source.unit)) and rune(state, "stable") > 0


@skill("stun-engaged", "support-rune-golem", can=_can_stun)
def _stun_engaged(game: Runewars, source: Source) -> Flow[None]:
    """Each enemy engaged with the unit gains a stun for each stable rune."""
    for enemy in engaged_with(game.state, source.unit):
        yield from gain_banes(game, enemy, "stun", rune(game.state, "stable"), CARD)


def _free_targets(state: MatchState, source: Source) -> list[int]:
    return unengaged(state, in_sight(state, source.unit, enemies(state, source.unit), 5))


def _can_blight(state: MatchState, source: Source) -> bool:
    return bool(_free_targets(state, source))


@skill("spread-blight", "support-carrion-lancer", can=_can_blight)
def _spread_blight(game: Runewars, source: Source) -> Flow[None]:
    """An unengaged enemy at range 1-5 in line of sight is blighted."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], _free_targets(state, source), source.id)
    if enemy != NO_UNIT:
        yield from gain_banes(game, enemy, "blight", 1, CARD)
