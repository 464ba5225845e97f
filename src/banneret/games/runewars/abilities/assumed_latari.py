"""Latari units with a command tool assumed by this project, and the upgrades only they can take."""

from __future__ import annotations

from collections import Counter

from banneret.games.runewars.abilities.deeds import CARD, add_die, may_replace_die, remove_rolled, roll_for
from banneret.games.runewars.abilities.moves import march, reform, shift
from banneret.games.runewars.abilities.nearby import (
    allies,
    enemies,
    in_sight,
    own_side,
    range_of,
    rune,
    within,
)
from banneret.games.runewars.content.components import DieId, components
from banneret.games.runewars.effects.held_cards import ENTERED
from banneret.games.runewars.effects.questions import choose_thing, choose_unit, may
from banneret.games.runewars.effects.registry import Moment, Source, at, flag, number, skill
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_MODIFIER, NO_UNIT, MatchState
from banneret.games.runewars.rules.damage.wounds import suffer_damage
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.tokens import gain_inspiration
from banneret.games.runewars.units.attack import Attack
from banneret.kernel.flow import Flow

TRIPLE = 3
"""The speed of a march that may become marches of speed 1, and the number of those marches."""

flag("may-turn-marches", "nimble-march")
flag("no-flank-dice", "legendary-prowess")


# Ventala Skirmishers -------------------------------------------------------------------------------------------------


@at("attack-dice", ids="near-shot")
def _near_shot(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """At range 1-3, add a blue die to ranged attacks."""
    yield from ()
    attack = moment.attack
    if attack is not None and attack.kind == "ranged" and range_of(game.state, attack) <= 3:
        add_die(game, attack, "blue")


@number("speed", ids="nimble-march")
def _slower(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Marches may be slower by 1."""
    return -1


def _horned(state: MatchState, source: Source) -> list[int]:
    return in_sight(state, source.unit, enemies(state, source.unit), 5)


def _beside(state: MatchState, source: Source, enemy: int) -> list[int]:
    """Return the other Ventala allies at range 1-3 of an enemy with line of sight to it."""
    cards = components().units
    near = [ally for ally in allies(state, source.unit) if cards[state.unit[ally]].name.startswith("Ventala")]
    return [ally for ally in within(state, enemy, near, 3) if in_sight(state, ally, [enemy], 3)]


def _can_blow(state: MatchState, source: Source) -> bool:
    return any(_beside(state, source, enemy) for enemy in _horned(state, source))


@skill("warden-of-horn-and-branch", can=_can_blow)
def _horn(game: Runewars, source: Source) -> Flow[None]:
    """Roll a blue die for each other Ventala ally near an enemy that sees it; the enemy suffers 2 damage per surge."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], _horned(state, source), source.id)
    dice = len(_beside(state, source, enemy))
    blue: list[DieId] = ["blue"] * dice
    surges = sum(Counter(face)["surge"] for face in roll_for(game, source, blue))
    yield from suffer_damage(game, enemy, 2 * surges)


# Prince Faolan -------------------------------------------------------------------------------------------------------


@at("after-setup", ids="prince-faolan", role="any")
def _inspire_champions(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Every ally at range 1-5 or with a champion gains inspiration, and so does the unit itself."""
    # rules rw:81.1, rw:ruling.69
    yield from ()
    state, cards = game.state, components().upgrades
    near = within(state, source.unit, own_side(state, source.unit), 5)
    for ally in own_side(state, source.unit):
        if ally in near or any(cards[id].slot == "champion" for id in state.upgrades[ally]):
            gain_inspiration(game, ally, 1, CARD)


@at("attack-dice", ids="ailatar-dance")
def _dance(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, add a blue die for each stable rune."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee":
        for _ in range(rune(game.state, "stable")):
            add_die(game, moment.attack, "blue")


@at("attack-rerolled", ids="ailatar-dance")
def _end_of_the_dance(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After the re-rolls of a melee attack, remove a die."""
    if moment.attack is not None and moment.attack.kind == "melee":
        yield from remove_rolled(game, moment.attack, source)


@at("before-move", ids="free-march")
def _free_march(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """An unmodified march may turn, wheel or be a charge."""
    if moment.kind != "march" or moment.number:
        return
    ways = ("turn", "wheel", "charge")
    way = yield from choose_thing(game.state.seat[source.unit], ways, source.id, may_pass=True)
    if way:
        moment.notes[way] = 1


@at("before-move", ids="three-marches")
def _three_marches(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """A march of speed 3 may become three of speed 1; the modifier is then canceled."""
    state = game.state
    if moment.kind != "march" or moment.notes["speed"] != TRIPLE or not (yield from may(state, source.unit, source.id)):
        return
    moment.canceled = True
    state.canceled[source.unit] |= NO_MODIFIER
    for _ in range(TRIPLE):
        if ENTERED not in state.marks[source.unit]:  # rule rw:41.2b
            yield from march(game, source.unit, 1)


@skill("etharyon-of-the-ailatar")
def _etharyon(game: Runewars, source: Source) -> Flow[None]:
    """An ally at range 1-3 reforms, or shifts at speed 1, straight or turning; it may be the unit itself."""
    # rules rw:81.1, rw:ruling.69
    state = game.state
    near = within(state, source.unit, own_side(state, source.unit), 3)
    ally = yield from choose_unit(state, state.seat[source.unit], near, source.id)
    if (yield from choose_thing(state.seat[source.unit], ("reform", "shift"), source.id)) == "reform":
        yield from reform(game, ally)
    else:
        yield from shift(game, ally, 1, may_turn=True, id=source.id)


@at("attack-dice", ids="legendary-prowess")
def _prowess(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee against a defender engaged with no other unit, a die may be replaced by a white or red one."""
    state, attack = game.state, moment.attack
    if attack is not None and attack.kind == "melee" and engaged_with(state, attack.defender) == [source.unit]:
        yield from may_replace_die(game, attack, source, "white", "red")


def _can_inspire(state: MatchState, source: Source) -> bool:
    return state.inspiration[source.unit] > 0


@skill("valor-of-the-fallen", can=_can_inspire)
def _valor(game: Runewars, source: Source) -> Flow[None]:
    """If the unit has inspiration, an ally at range 1-5 gains inspiration; it may be the unit itself."""
    # rules rw:81.1, rw:ruling.69
    state = game.state
    near = within(state, source.unit, own_side(state, source.unit), 5)
    ally = yield from choose_unit(state, state.seat[source.unit], near, source.id)
    if ally != NO_UNIT:
        gain_inspiration(game, ally, 1, CARD)
