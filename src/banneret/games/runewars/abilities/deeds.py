"""Basic effects of cards on dice, icons, wounds and mana, one function for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast, get_args

from banneret.games.runewars import attack_actions
from banneret.games.runewars.content.components import Bane, DieId, Icon, components
from banneret.games.runewars.content.things import DIE
from banneret.games.runewars.effects.questions import choose_thing
from banneret.games.runewars.effects.registry import Source
from banneret.games.runewars.events.cards import BaneShed, CardDiceRolled, ManaRecast, WoundsRemoved
from banneret.games.runewars.events.combat import DiceRerolled, DieRemoved
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, label
from banneret.games.runewars.rules.attack import attack_dice
from banneret.games.runewars.state import runes, without_one
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import Face, changed_face, icons_of
from banneret.kernel.flow import Flow

BANES: Final[tuple[Bane, ...]] = get_args(Bane)
CARD: Final = "rw:golden.2"
"""The rule cited by events of cards."""


# Dice and icons ------------------------------------------------------------------------------------------------------


def add_die(game: Runewars, attack: Attack, die: DieId) -> None:
    """Add a die to an attack before it is rolled."""
    # rules rw:56.2a, rw:76.1
    attack_dice.add_die(game, attack, die, CARD)


def replace_die(game: Runewars, attack: Attack, old: DieId, new: DieId) -> None:
    """Replace a die of one colour in an attack with one of another, if it is there."""
    # rules rw:56.2, rw:76.1
    if old in attack.dice:
        attack.dice.remove(old)
        game.emit(DieRemoved(unit=label(game.state, attack.attacker), die=old, rule=CARD))
        add_die(game, attack, new)


def may_replace_die(game: Runewars, attack: Attack, source: Source, *new: DieId) -> Flow[None]:
    """Let the attacker replace a die with one of some colours."""
    seat = game.state.seat[source.unit]
    colours = [die for die in get_args(DieId) if die in attack.dice and set(new) - {die}]
    old = yield from choose_thing(seat, colours, source.id, may_pass=True)
    if old:
        other = yield from choose_thing(seat, [die for die in new if die != old], source.id)
        replace_die(game, attack, cast(DieId, old), cast(DieId, other))


def may_reroll(game: Runewars, attack: Attack, source: Source, most: int = 1) -> Flow[bool]:
    """Let a player re-roll up to `most` dice of an attack; return whether any was."""
    # rule rw:7.4b
    return attack_dice.reroll(game, attack, game.state.seat[source.unit], most, CARD)


def change_die(game: Runewars, attack: Attack, place: int, to: Face) -> None:
    """Turn a die of an attack to another of its faces."""
    # rule rw:56.4b
    before = attack_actions.shown(attack.dice[place], attack.faces[place])
    attack.faces = list(changed_face(attack.faces, place, attack.dice[place], to))
    dice = tuple(attack_actions.shown(die, face) for die, face in zip(attack.dice, attack.faces, strict=True))
    game.emit(DiceRerolled(unit=label(game.state, attack.attacker), again=(before,), dice=dice, rule="rw:56.4b"))


def remove_rolled(game: Runewars, attack: Attack, source: Source) -> Flow[None]:
    """Let the player of a unit remove one of its rolled dice."""
    # rule rw:56.2b
    places = [DIE.format(place + 1) for place in range(len(attack.faces))]
    chosen = yield from choose_thing(game.state.seat[source.unit], places, source.id)
    if chosen:
        place = places.index(chosen)
        die = attack.dice.pop(place)
        attack.faces.pop(place)
        game.emit(DieRemoved(unit=label(game.state, attack.attacker), die=die, rule=CARD))


def add_icons(game: Runewars, attack: Attack, *icons: Icon) -> None:
    """Add icons to the roll of an attack; they can be spent in the remaining steps."""
    # rules rw:56.4a, rw:76.2
    attack_dice.add_icons(game, attack, icons, CARD)


def icons_there(attack: Attack) -> list[Icon]:
    """Return the kinds of icon in an attack that can be removed."""
    # rule rw:56.4c
    there = icons_of(attack.faces, attack.added, attack.removed)
    return [icon for icon in get_args(Icon) if there[icon]]


def remove_icon(game: Runewars, attack: Attack, icon: Icon) -> None:
    """Remove an icon from the roll of an attack, if there is one."""
    # rules rw:56.4c, rw:ruling.29
    attack_dice.remove_icon(game, attack, icon, CARD)


def roll_for(game: Runewars, source: Source, dice: Sequence[DieId]) -> list[Face]:
    """Roll dice for a card."""
    faces = [attack_dice.rolled(game, die) for die in dice]
    shown = tuple(attack_actions.shown(die, face) for die, face in zip(dice, faces, strict=True))
    game.emit(CardDiceRolled(unit=label(game.state, source.unit), card=source.id, dice=shown))
    return faces


# Tokens --------------------------------------------------------------------------------------------------------------


def banes_of(state: MatchState, unit: int) -> list[Bane]:
    """Return the kinds of bane that a unit has."""
    return [bane for bane in BANES if bane in state.banes[unit]]


def remove_bane(game: Runewars, unit: int, bane: Bane) -> None:
    """Remove a bane from a unit without its effect."""
    # rule rw:82.3
    game.state.banes[unit] = without_one(game.state.banes[unit], bane)
    game.emit(BaneShed(unit=label(game.state, unit), bane=bane))


def has_wounds(state: MatchState, unit: int) -> bool:
    """Whether a figure of a unit has wounds."""
    return any(wounds for _, _, wounds, _ in state.figures[unit])


def heal(game: Runewars, unit: int, number: int = 1) -> int:
    """Remove wounds from a unit, each from its most wounded figure, the frontmost if tied; return their number."""
    # rule rw:ruling.65
    state = game.state
    healed = 0
    while healed < number and has_wounds(state, unit):
        worst = max(range(len(state.figures[unit])), key=lambda place: (state.figures[unit][place][2], -place))
        column, row, wounds, id = state.figures[unit][worst]
        figures = [*state.figures[unit]]
        figures[worst] = (column, row, wounds - 1, id)
        state.figures[unit] = figures
        healed += 1
    if healed:
        game.emit(WoundsRemoved(unit=label(state, unit), wounds=healed))
    return healed


# Mana ----------------------------------------------------------------------------------------------------------------


def recast(game: Runewars, token: str) -> None:
    """Cast one mana token again."""
    # rules rw:51.0, rw:51.1
    state = game.state
    place = list(components().mana).index(token)
    state.mana[place] = game.chance.pick(2)
    game.emit(ManaRecast(token=token, runes={str(kind): number for kind, number in runes(state).items()}))


def may_recast(game: Runewars, source: Source, tokens: Sequence[str]) -> Flow[str]:
    """Let a player cast one of some mana tokens again; return it, or ""."""
    chosen = yield from choose_thing(game.state.seat[source.unit], tokens, source.id, may_pass=True)
    if chosen:
        recast(game, chosen)
    return chosen
