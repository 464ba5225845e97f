"""The units of Waiqar the Undying, and the same characters as upgrades."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.abilities.deeds import (
    CARD,
    add_die,
    add_icons,
    has_wounds,
    heal,
    icons_there,
    may_replace_die,
    may_reroll,
    remove_icon,
)
from banneret.games.runewars.abilities.growth import add_tray, place_for_tray
from banneret.games.runewars.abilities.moves import reform
from banneret.games.runewars.abilities.nearby import allies, enemies, rune, within
from banneret.games.runewars.content.components import Rune, components
from banneret.games.runewars.effects.questions import choose_unit, may
from banneret.games.runewars.effects.registry import Moment, Source, at, flag, number, skill, surge
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.rules.damage.wounds import suffer_wounds
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.units.attack import Attack
from banneret.kernel.flow import Flow

ARDUS: Final = "ardus-ixerebus-infantry-upgrade"
ANKAUR: Final = ("ankaur-maro-infantry-upgrade", "ankaur-maro-cavalry-upgrade")
CURSED: Final = "vorunthul-cursed-infantry-upgrade"

flag("ignores-obstacles", "incorporeal")


# Reanimate Archers and Carrion Lancers -------------------------------------------------------------------------------


@surge("blighting-shot")
def _blighting_shot(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """The defender is blighted."""
    yield from gain_banes(game, attack.defender, "blight", 1, CARD)


def _blighted(state: MatchState, attack: Attack, source: Source) -> bool:
    return "blight" in state.banes[attack.defender]


@surge("fester", "front-line-carrion-lancer", can=_blighted)
def _fester(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Add a mortal strike against a blighted defender."""
    yield from ()
    add_icons(game, attack, "mortal-strike")


# Ardus Ix'Erebus -----------------------------------------------------------------------------------------------------


@at("attack-surges", ids=("borrow-surges", ARDUS))
def _borrow_surges(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, the unit may also use the surge abilities of allies at range 1-3."""
    yield from ()
    state, attack = game.state, moment.attack
    if attack is not None and attack.kind == "melee":
        for ally in within(state, source.unit, allies(state, source.unit), 3):
            attack.notes[f"lender-{ally}"] = 1


@at("attack-dice", ids=ARDUS)
def _ardus_joins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, add a white die."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee":
        add_die(game, moment.attack, "white")


# Ankaur Maro ---------------------------------------------------------------------------------------------------------


def _hurt(state: MatchState, attack: Attack, source: Source) -> bool:
    return has_wounds(state, source.unit)


@surge("drain-life", can=_hurt)
def _drain_life(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Remove a wound from the unit."""
    yield from ()
    heal(game, source.unit)


@at("attack-dice", ids="violent-forces")
def _violent_dice(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In a ranged attack, use a white die for each natural rune instead of each unstable one."""
    yield from ()
    state, attack = game.state, moment.attack
    if attack is None or attack.profile.by_rune is None:
        return
    for _ in range(rune(state, attack.profile.by_rune.rune)):
        attack.dice.remove(attack.profile.by_rune.die)
    for _ in range(rune(state, "natural")):
        add_die(game, attack, "white")


def _raised_by(state: MatchState, source: Source) -> Rune:
    return "unstable" if "violent-forces" in state.upgrades[source.unit] else "stable"


def _raisable(state: MatchState, source: Source) -> list[int]:
    found = components()
    own = [] if source.id == ANKAUR[0] else [source.unit]
    return [
        unit
        for unit in within(state, source.unit, [*own, *allies(state, source.unit)], 5)
        if found.units[state.unit[unit]].type == "infantry"
        and found.faction[state.unit[unit]] == "waiqar-the-undying"
        and not found.units[state.unit[unit]].unique
        and rune(state, _raised_by(state, source))
        and place_for_tray(state, unit) is not None
    ]


def _can_raise(state: MatchState, source: Source) -> bool:
    return bool(_raisable(state, source))


@skill("raise-trays", *ANKAUR, can=_can_raise)
def _raise_trays(game: Runewars, source: Source) -> Flow[None]:
    """A Waiqar infantry unit at range 1-5 gains trays up to the number of runes, each for a wound of Ankaur."""
    state = game.state
    seat = state.seat[source.unit]
    unit = yield from choose_unit(state, seat, _raisable(state, source), source.id)
    if unit == NO_UNIT:
        return
    added = 0
    while added < rune(state, _raised_by(state, source)) and place_for_tray(state, unit) is not None:
        if added and not (yield from may(state, source.unit, source.id)):
            break
        added += add_tray(game, unit)
    yield from suffer_wounds(game, source.unit, added)


@at("after-setup", ids="ankaur-maro", role="any")
def _pay_for_help(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """The unit of another faction in the army gains 2 blight."""
    state, found = game.state, components()
    for unit in [source.unit, *allies(state, source.unit)]:
        if found.faction[state.unit[unit]] != found.faction[state.unit[source.unit]]:
            yield from gain_banes(game, unit, "blight", 2, CARD)


# Death Knights and Wraiths -------------------------------------------------------------------------------------------


@at("attack-icons-removed", ids="turn-aside", role="target")
def _turn_aside(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Remove a mortal strike from attacks against the unit."""
    yield from ()
    if moment.attack is not None and "mortal-strike" in icons_there(moment.attack):
        remove_icon(game, moment.attack, "mortal-strike")


@at("after-move", ids="drift")
def _drift(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Reform after a march or shift."""
    if moment.kind in ("march", "shift"):
        yield from reform(game, source.unit)


@at("attack-rolled", ids="unsettle", role="target")
def _unsettle(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Before the attacker re-rolls, up to as many of its dice as there are stable runes are re-rolled."""
    if moment.attack is not None:
        yield from may_reroll(game, moment.attack, source, rune(game.state, "stable"))


# Vorun'thul ----------------------------------------------------------------------------------------------------------


@at("after-setup", ids="lord-vorunthul", role="any")
def _stupefy(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """An enemy is stunned."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], enemies(state, source.unit), source.id)
    if enemy != NO_UNIT:
        yield from gain_banes(game, enemy, "stun", 1, CARD)


@at("attack-dice", ids=CURSED)
def _cursed_joins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, a die may be replaced by a white one."""
    if moment.attack is not None and moment.attack.kind == "melee":
        yield from may_replace_die(game, moment.attack, source, "white")


# Upgrades of characters ----------------------------------------------------------------------------------------------


@number("surge-cost", ids=("combat-ingenuity", "regenerative-magic"))
def _cheaper(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """The unit's surge abilities cost 1 less, except variable ones."""
    return -1
