"""The units of the Latari Elves, and the same characters as upgrades."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.abilities.deeds import CARD, add_icons, may_replace_die, remove_rolled
from banneret.games.runewars.abilities.moves import put, shift
from banneret.games.runewars.abilities.nearby import enemies, met_by, rune, within
from banneret.games.runewars.effects.held_cards import ACTIVATION, HELD, mark, put_marks
from banneret.games.runewars.effects.questions import choose_thing, choose_unit
from banneret.games.runewars.effects.registry import Moment, Source, at, surge
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.rules.damage.wounds import suffer_damage
from banneret.games.runewars.rules.deployment import DeployChooser
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.state import set_mark
from banneret.games.runewars.units.attack import Attack
from banneret.kernel.flow import Flow, ask
from banneret.plane import Pose

FAOLAN: Final = ("prince-faolan-infantry-upgrade", "prince-faolan-cavalry-upgrade")
MAEGAN: Final = ("maegan-cyndewin-infantry-upgrade", "maegan-cyndewin-cavalry-upgrade")


# Deepwood Archers and Darnati Warriors -------------------------------------------------------------------------------


@surge("fade-away")
def _fade_away(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """After this attack, shift at speed 1 without disengaging."""
    yield from ()
    attack.notes[source.id] = 1


@at("attack-end", ids="fade-away")
def _shift_after_shot(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Make the shift of Fade Away."""
    if moment.attack is not None and moment.attack.notes.get(source.id):
        yield from shift(game, source.unit, 1, disengage=False)


@at("attack-rerolled", ids="sift-dice")
def _sift_dice(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, remove a die after the re-rolls."""
    if moment.attack is not None and moment.attack.kind == "melee":
        yield from remove_rolled(game, moment.attack, source)


# Aymhelin Scions -----------------------------------------------------------------------------------------------------


@at("collision", ids="entangle", role="any")
def _entangle(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """An enemy that the unit collides with, or that collides with it, is immobilized."""
    enemy = met_by(moment, source)
    if enemy != NO_UNIT:
        yield from gain_banes(game, enemy, "immobilize", 1, CARD)


# Aliana of Summersong ------------------------------------------------------------------------------------------------


@at("attack-icons-added", ids="swift-death")
def _swift_death(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, add a mortal strike."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee":
        add_icons(game, moment.attack, "mortal-strike")


@at("after-setup", ids="aliana-of-summersong", role="any")
def _ride_ahead(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """A unit of Leonx Riders in the army may be deployed again."""
    state = game.state
    riders = [
        unit
        for unit, seat in enumerate(state.seat)
        if seat == state.seat[source.unit] and state.unit[unit] == "leonx-riders" and state.poses[unit] is not None
    ]
    unit = yield from choose_unit(state, state.seat[source.unit], riders, source.id, may_pass=True)
    if unit == NO_UNIT:
        return
    stood, state.poses[unit] = state.poses[unit], None
    chooser = DeployChooser(state, state.seat[unit])
    if chooser.has_place(unit):
        chosen = yield from ask(state.seat[unit], chooser)
        put(game, unit, Pose(chosen.x, chosen.y, chosen.heading))
    else:
        state.poses[unit] = stood


# Maegan Cyndewin -----------------------------------------------------------------------------------------------------


def _has_maegans_magic(state: MatchState, attack: Attack, source: Source) -> bool:
    return source.id not in MAEGAN or bool(attack.notes.get(source.id))


@surge("wild-blast", *MAEGAN, kinds=("melee", "ranged"), cost=1, variable=True, can=_has_maegans_magic)
def _wild_blast(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Each enemy at range 1-unstable of the defender suffers 1 damage per surge, also the defender itself."""
    # rule rw:ruling.69
    state = game.state
    for enemy in within(state, attack.defender, enemies(state, source.unit), rune(state, "unstable")):
        yield from suffer_damage(game, enemy, spent, fight=attack)


@at("attack-target", ids=MAEGAN)
def _maegan_joins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """The attack gains her surge ability, or lethal equal to the natural runes."""
    state, attack = game.state, moment.attack
    if attack is None:
        return
    chosen = yield from choose_thing(state.seat[source.unit], ("surge", "hit"), source.id)
    if chosen == "surge":
        attack.notes[source.id] = 1
    else:
        attack.gains["lethal"] += rune(state, "natural")


# Prince Faolan as an upgrade -----------------------------------------------------------------------------------------


@at("attack-dice", ids=FAOLAN)
def _faolan_joins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """A die may be replaced by a white one."""
    if moment.attack is not None:
        yield from may_replace_die(game, moment.attack, source, "white")


@at("before-move", ids=FAOLAN)
def _faolan_leads(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """The activation's first march may turn, wheel or be a charge; if so, the unit does not disengage during it."""
    state = game.state
    if moment.kind != "march" or mark(state, source, ACTIVATION):
        return
    put_marks(game, source, 1, ACTIVATION)
    if moment.number:
        return
    way = yield from choose_thing(state.seat[source.unit], ("turn", "wheel", "charge"), source.id, may_pass=True)
    if way:
        moment.notes[way] = 1
        set_mark(state, source.unit, HELD, 1)
