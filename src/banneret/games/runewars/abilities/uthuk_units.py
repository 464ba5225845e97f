"""The units of the Uthuk Y'llan, and the same characters as upgrades."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.abilities.deeds import CARD, add_die, may_replace_die, may_reroll, roll_for
from banneret.games.runewars.abilities.moves import march, reform, shift
from banneret.games.runewars.abilities.nearby import enemies, on_table, own_side, rune, within
from banneret.games.runewars.effects.held_cards import take_condition
from banneret.games.runewars.effects.questions import choose_thing, choose_unit, may
from banneret.games.runewars.effects.registry import Moment, Source, at, flag, skill, surge
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT
from banneret.games.runewars.rules.damage.wounds import suffer_damage, suffer_wounds
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.units.attack import Attack
from banneret.kernel.flow import Flow

RAVOS: Final = "ravos-siege-upgrade"
KETHRA: Final = ("kethra-alaak-cavalry-upgrade", "kethra-alaak-infantry-upgrade")
BEASTMASTER: Final = "beastmaster-thuk-tar-cavalry-upgrade"
GORGEMAW: Final = "thuk-tar-gorgemaw-siege-upgrade"
GROWTHS: Final = "unnatural-growths"

flag("ignores-banes-of-collision", BEASTMASTER, GORGEMAW)


# Berserkers and Flesh Rippers ----------------------------------------------------------------------------------------


@at("attack-target", ids="blood-frenzy")
def _blood_frenzy(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, suffer up to two wounds for lethal 1 each."""
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee":
        return
    for _ in range(2):
        if not state.figures[source.unit] or not (yield from may(state, source.unit, source.id)):
            return
        attack.gains["lethal"] += 1
        yield from suffer_wounds(game, source.unit, 1)


@surge("rend")
def _rend(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """An engaged enemy suffers 1 damage per surge."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], engaged_with(state, source.unit), source.id)
    if enemy != NO_UNIT:
        yield from suffer_damage(game, enemy, spent, fight=attack)


@at("before-reveal", ids="headlong")
def _headlong(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """The unit must march at speed 1 before it reveals its tool."""
    if not engaged_with(game.state, source.unit):
        yield from march(game, source.unit, 1)


# Spined Threshers ----------------------------------------------------------------------------------------------------


@at("attack-rerolls", ids=("scent-of-fear", "frontline-spined-thresher"))
def _scent_of_fear(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee against a defender with panic, a die may be re-rolled."""
    attack = moment.attack
    if attack is not None and attack.kind == "melee" and "panic" in game.state.banes[attack.defender]:
        yield from may_reroll(game, attack, source)


@at("after-activation", ids=("spread-panic", "support-spined-thresher"))
def _spread_panic(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After its activation, each enemy at range 1-unstable without panic gains one."""
    state = game.state
    for enemy in within(state, source.unit, enemies(state, source.unit), rune(state, "unstable")):
        if "panic" not in state.banes[enemy]:
            yield from gain_banes(game, enemy, "panic", 1, CARD)


# Ravos the Everhungry ------------------------------------------------------------------------------------------------


@surge("gorge")
def _gorge(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Each enemy at range 1 suffers a wound."""
    state = game.state
    for enemy in within(state, source.unit, enemies(state, source.unit), 1):
        yield from suffer_wounds(game, enemy, 1)


@at("before-end-phase", ids=("devour", RAVOS), role="any")
def _devour(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """A unit at range 1, friendly or enemy, suffers a wound; the unit itself may be chosen."""
    # rule rw:ruling.69
    state = game.state
    near = within(state, source.unit, on_table(state), 1)
    unit = yield from choose_unit(state, state.seat[source.unit], near, source.id)
    if unit != NO_UNIT:
        yield from suffer_wounds(game, unit, 1)


@at("after-setup", ids=("ravos-the-everhungry", RAVOS), role="any")
def _dread(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Each enemy gains panic."""
    for enemy in enemies(game.state, source.unit):
        yield from gain_banes(game, enemy, "panic", 1, CARD)


# Kethra A'laak -------------------------------------------------------------------------------------------------------


@surge("bone-spears")
def _bone_spears(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """The defender suffers 2 damage."""
    yield from suffer_damage(game, attack.defender, 2, fight=attack)


@skill("bone-storm", *KETHRA)
def _bone_storm(game: Runewars, source: Source) -> Flow[None]:
    """An ally and each enemy at range 1-2 of it suffer a wound for each hit on a white die."""
    state = game.state
    ally = yield from choose_unit(state, state.seat[source.unit], own_side(state, source.unit), source.id)
    hits = roll_for(game, source, ("white",))[0].count("hit")
    for unit in [ally, *within(state, ally, enemies(state, ally), 2)]:
        yield from suffer_wounds(game, unit, hits)


@at("attack-dice", ids=KETHRA)
def _kethra_joins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, a die may be replaced by a white one."""
    if moment.attack is not None and moment.attack.kind == "melee":
        yield from may_replace_die(game, moment.attack, source, "white")


@at("after-setup", ids="kethra-alaak", role="any")
def _grow(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Up to 2 allies gain unnatural growths."""
    state = game.state
    left = own_side(state, source.unit)
    for _ in range(2):
        ally = yield from choose_unit(state, state.seat[source.unit], left, source.id, may_pass=True)
        if ally == NO_UNIT:
            return
        left.remove(ally)
        take_condition(game, ally, GROWTHS)


@at("attack-end", ids=GROWTHS, role="target")
def _burst(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After a melee attack against the unit, the attacker suffers 2 damage."""
    # rule rw:11.1a
    attack = moment.attack
    if attack is not None and attack.kind == "melee" and not attack.canceled and game.state.figures[source.unit]:
        yield from suffer_damage(game, attack.attacker, 2)


# Beastmaster Th'Uk Tar -----------------------------------------------------------------------------------------------


@at("before-reveal", ids=(BEASTMASTER, GORGEMAW))
def _lash(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Before the reveal, the unit may suffer a wound to shift at speed 1 or reform."""
    state = game.state
    chosen = yield from choose_thing(state.seat[source.unit], ("shift", "reform"), source.id, may_pass=True)
    if not chosen:
        return
    yield from suffer_wounds(game, source.unit, 1)
    if chosen == "shift":
        yield from shift(game, source.unit, 1)
    else:
        yield from reform(game, source.unit)


@at("attack-dice", ids=GORGEMAW)
def _gorgemaw_joins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, a red die may be added."""
    if (
        moment.attack is not None
        and moment.attack.kind == "melee"
        and (yield from may(game.state, source.unit, source.id))
    ):
        add_die(game, moment.attack, "red")
