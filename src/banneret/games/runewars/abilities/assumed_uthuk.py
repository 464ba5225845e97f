"""Uthuk units with a command tool assumed by this project, and the upgrades only they can take."""

from __future__ import annotations

from banneret.games.runewars.abilities.deeds import CARD, banes_of, has_wounds, heal, may_reroll, remove_bane
from banneret.games.runewars.abilities.moves import put, reform, shift
from banneret.games.runewars.abilities.nearby import allies, enemies, own_side, rune, trays, within
from banneret.games.runewars.actions import Place
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.held_cards import ACTIVATION, mark, may_exhaust, put_marks
from banneret.games.runewars.effects.questions import choose_thing, choose_unit, may
from banneret.games.runewars.effects.registry import Moment, Source, at, flag, number, skill, surge
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState, label
from banneret.games.runewars.rules.damage.wounds import suffer_damage, suffer_wounds
from banneret.games.runewars.rules.deployment import DeployChooser
from banneret.games.runewars.rules.ground.squaring_up import PlaceChooser
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.tokens import gain_banes, gain_inspiration
from banneret.games.runewars.state import cells_of, placed_of
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.units.ranges import range_between
from banneret.kernel.flow import Flow, ask
from banneret.plane import Pose, place

TIMES = 3
"""How many times their own tray count an enemy may have for Obscenes to drag it."""

flag("melee-in-arc", "long-reach")
flag("may-turn-shifts", "coil-about")
flag("holds-in-activation", "grasping-coils")
flag("no-blight-dice", "ynfernael-blood")


# Obscenes ------------------------------------------------------------------------------------------------------------


def _dragged(state: MatchState, source: Source) -> list[int]:
    most = TIMES * trays(state, source.unit)
    return [enemy for enemy in engaged_with(state, source.unit) if trays(state, enemy) <= most]


def _can_drag(state: MatchState, source: Source) -> bool:
    return bool(_dragged(state, source))


@skill("drag", can=_can_drag)
def _drag(game: Runewars, source: Source) -> Flow[None]:
    """An engaged enemy with at most three times as many trays shifts at speed 1 where this player chooses."""
    state = game.state
    seat = state.seat[source.unit]
    enemy = yield from choose_unit(state, seat, _dragged(state, source), source.id)
    yield from shift(game, enemy, 1, seat=seat)


@at("attack-rerolled", ids="ynfernael-blood")
def _boiling_blood(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After the re-rolls, a blight of the unit may be spent to re-roll its dice."""
    attack, unit = moment.attack, source.unit
    if attack is None or "blight" not in banes_of(game.state, unit):
        return
    if (yield from may_reroll(game, attack, source, len(attack.dice))):
        remove_bane(game, unit, "blight")


@at("wounded", ids="odious-appetite", role="any")
def _appetite(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """When another unit at range 1 is wounded, exhaust to remove a wound from this unit."""
    state = game.state
    own, stood = placed_of(state, source.unit), moment.stood
    if moment.unit == source.unit or own is None or stood is None or not has_wounds(state, source.unit):
        return
    if range_between(own, stood) == 1 and (yield from may_exhaust(game, source)):
        heal(game, source.unit)


# Viper Legion Archers ------------------------------------------------------------------------------------------------


def _venomous(state: MatchState, attack: Attack, source: Source) -> bool:
    return rune(state, "unstable") >= 2


@surge("venom-of-fear", can=_venomous)
def _venom_of_fear(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """With 2 unstable runes, the defender gains panic."""
    yield from gain_banes(game, attack.defender, "panic", 1, CARD)


@number("surge-cost", ids="ready-poison")
def _ready_poison(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Against a defender with a bane, surge abilities cost 1 less, except variable ones."""
    return -int(attack is not None and attack.kind == "ranged" and bool(state.banes[attack.defender]))


# Th'Uk Tar and Gorgemaw ----------------------------------------------------------------------------------------------


@at("after-setup", ids="thuk-tar-and-gorgemaw", role="any")
def _goad(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Each ally at range 1-5, and the unit itself, may suffer a wound to gain inspiration."""
    # rules rw:81.1, rw:ruling.69
    state = game.state
    for ally in within(state, source.unit, own_side(state, source.unit), 5):
        if (yield from may(state, ally, source.id)):
            yield from suffer_wounds(game, ally, 1)
            if state.figures[ally]:
                gain_inspiration(game, ally, 1, CARD)


@number("speed", ids="lunge")
def _lunge(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Marches may be faster by 1."""
    return 1


def _beaten(state: MatchState, source: Source) -> list[int]:
    """Return the non-unique allies at range 1-2."""
    cards = components().units
    near = within(state, source.unit, allies(state, source.unit), 2)
    return [ally for ally in near if not cards[state.unit[ally]].unique]


def _can_beat(state: MatchState, source: Source) -> bool:
    return bool(_beaten(state, source))


@skill("drive-on", "cruel-master", can=_can_beat)
def _drive_on(game: Runewars, source: Source) -> Flow[None]:
    """A non-unique ally at range 1-2 suffers a wound, then reforms or shifts at speed 1."""
    state = game.state
    seat = state.seat[source.unit]
    ally = yield from choose_unit(state, seat, _beaten(state, source), source.id)
    yield from suffer_wounds(game, ally, 1)
    if not state.figures[ally]:
        return
    if (yield from choose_thing(seat, ("reform", "shift"), source.id)) == "reform":
        yield from reform(game, ally)
    else:
        yield from shift(game, ally, 1)


@at("attack-target", ids="crushing-jaws")
def _jaws_count(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Count the melee attacks of an activation."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee" and game.state.active == source.unit:
        put_marks(game, source, 1, ACTIVATION)


def _jaws_close(state: MatchState, attack: Attack, source: Source) -> bool:
    return mark(state, source, ACTIVATION) == 2


@surge("crushing-jaws", kinds=("melee",), cost=1, variable=False, once=True, can=_jaws_close)
def _crushing_jaws(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Gain brutal 1 in the second melee attack of the activation."""
    yield from ()
    attack.gains["brutal"] += 1


@at("after-reform", ids="thrashing-tail")
def _thrash(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After a reform, exhaust: each enemy at range 1 suffers 2 damage."""
    near = within(game.state, source.unit, enemies(game.state, source.unit), 1)
    if near and (yield from may_exhaust(game, source)):
        for enemy in near:
            yield from suffer_damage(game, enemy, 2)


@at("attack-target", ids="whirling-sinew")
def _begin_to_whirl(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Record whether the unit attacks while it is unengaged."""
    yield from ()
    attack = moment.attack
    if attack is not None and attack.kind == "melee" and not engaged_with(game.state, source.unit):
        attack.notes[source.id] = 1


@at("attack-end", ids="whirling-sinew")
def _whirl(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After such an attack, the unit may reform."""
    # rule rw:11.1a
    if moment.attack is not None and not moment.attack.canceled and moment.attack.notes.get(source.id):
        yield from reform(game, source.unit)


# Beastmaster Th'Uk Tar -----------------------------------------------------------------------------------------------


def _places_beside(state: MatchState, source: Source, ally: int) -> list[Place]:
    """Return suggested places in the player's own areas at range 1 of the unit."""
    own, pose = placed_of(state, source.unit), state.poses[ally]
    if own is None:
        return []
    state.poses[ally] = None
    suggested = DeployChooser(state, state.seat[ally]).places(ally)
    state.poses[ally] = pose
    shape = shape_of(cells_of(state, ally))
    return [
        Place(one.x, one.y, one.heading)
        for one in suggested
        if range_between(own, place(shape, Pose(one.x, one.y, one.heading))) == 1
    ]


@at("after-setup", ids="beastmaster-thuk-tar", role="any")
def _whistle(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """A non-unique ally may be deployed again, at range 1 of the unit."""
    state, cards = game.state, components().units
    able = [
        ally
        for ally in allies(state, source.unit)
        if not cards[state.unit[ally]].unique and _places_beside(state, source, ally)
    ]
    seat = state.seat[source.unit]
    ally = yield from choose_unit(state, seat, able, source.id, may_pass=True)
    if ally != NO_UNIT:
        chosen = yield from ask(seat, PlaceChooser(label(state, ally), _places_beside(state, source, ally)))
        put(game, ally, Pose(chosen.x, chosen.y, chosen.heading))
