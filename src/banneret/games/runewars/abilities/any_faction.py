"""The upgrades of any faction."""

from __future__ import annotations

from typing import Final, cast

from banneret.games.runewars.abilities.card_attacks import attack_with, can_attack, melee
from banneret.games.runewars.abilities.deeds import (
    CARD,
    add_die,
    add_icons,
    banes_of,
    change_die,
    remove_bane,
)
from banneret.games.runewars.abilities.moves import reform, shift
from banneret.games.runewars.abilities.nearby import (
    allies,
    enemies,
    rune,
    trays,
    within,
)
from banneret.games.runewars.content.components import AttackProfile, Bane, MoraleType, components
from banneret.games.runewars.content.things import DIE, FACE
from banneret.games.runewars.effects.held_cards import exhaust, is_ready, may_exhaust
from banneret.games.runewars.effects.numbers import keyword
from banneret.games.runewars.effects.questions import choose_thing, choose_unit, may
from banneret.games.runewars.effects.registry import INITIATIVES, Moment, Source, at, flag, number, skill, surge
from banneret.games.runewars.effects.skills import perform_skill
from banneret.games.runewars.events.cards import MoraleDiscarded
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.rules.command import action_of
from banneret.games.runewars.rules.damage.wounds import current_defense, suffer_damage, suffer_wounds
from banneret.games.runewars.rules.ground.morale_deck import draw_morale
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.tokens import gain_banes
from banneret.games.runewars.state import cells_of
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import Rerolls
from banneret.games.runewars.units.formation import ranks_of
from banneret.kernel.flow import Flow

FIRE: Final = AttackProfile(kind="ranged", dice=("red",))
BANE_OF: Final[dict[MoraleType, Bane]] = {"confusion": "stun", "doubt": "panic", "fear": "immobilize"}

flag("no-flank-dice", "flank-guards")
flag("shoots-while-engaged", "close-quarters-targeting")
flag("ignores-ally-test", "warsong-herald")
flag("keeps-speed-in-turns", "trumpets")
flag("may-stop", "metered-march")
flag("ignores-sight", "heartseeker")


# Equipment -----------------------------------------------------------------------------------------------------------


@at("attack-target", ids="shield-wall", role="target")
def _shield_wall(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """With more trays than the attacker, exhaust for 1 defense: rw:ruling.67."""
    state, attack = game.state, moment.attack
    if attack is None or trays(state, source.unit) <= trays(state, attack.attacker):
        return
    if (yield from may_exhaust(game, source)):
        attack.guards["defense"] += 1


@skill("wind-rune")
def _wind_rune(game: Runewars, source: Source) -> Flow[None]:
    """Shift with a speed equal to the natural runes, without disengaging, then reform; without runes only reform."""
    yield from shift(game, source.unit, rune(game.state, "natural"), disengage=False)
    yield from reform(game, source.unit)


def _tempered_ready(state: MatchState, attack: Attack, source: Source) -> bool:
    return is_ready(state, source)


@surge("tempered-steel", can=_tempered_ready)
def _tempered_steel(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Exhaust for a hit."""
    yield from ()
    exhaust(game, source)
    add_icons(game, attack, "hit")


def _can_burn(state: MatchState, source: Source) -> bool:
    return can_attack(state, source.unit, "ranged")


@skill("fire-rune", can=_can_burn)
def _fire_rune(game: Runewars, source: Source) -> Flow[None]:
    """Make a ranged attack with a red die and a threat equal to the unstable runes."""
    yield from attack_with(game, source.unit, FIRE)


@at("attack-dice", ids="fire-rune")
def _burning_threat(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Set the threat of the Fire Rune's attack."""
    yield from ()
    attack = moment.attack
    if attack is not None and attack.profile is FIRE:
        attack.strength = rune(game.state, "unstable") - keyword(game.state, source.unit, "brutal", attack)


def _corruptible(state: MatchState, source: Source) -> list[int]:
    return within(state, source.unit, enemies(state, source.unit), rune(state, "unstable"))


def _can_corrupt(state: MatchState, source: Source) -> bool:
    return bool(_corruptible(state, source))


@skill("corruption-rune", can=_can_corrupt)
def _corruption_rune(game: Runewars, source: Source) -> Flow[None]:
    """An enemy suffers damage and a bane as shown on the top morale card: rw:ruling.67."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], _corruptible(state, source), source.id)
    drawn = draw_morale(game, 1)
    if not drawn:
        return
    state.discard += drawn
    game.emit(MoraleDiscarded(card=drawn[0]))
    card = components().morale[drawn[0]]
    yield from suffer_damage(game, enemy, card.icons)
    yield from gain_banes(game, enemy, BANE_OF[card.type], 1, CARD)


# Training ------------------------------------------------------------------------------------------------------------


@at("attack-dice", ids="moment-of-inspiration")
def _moment_of_inspiration(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, exhaust for a white die."""
    if moment.attack is not None and moment.attack.kind == "melee" and (yield from may_exhaust(game, source)):
        add_die(game, moment.attack, "white")


@at("attack-rerolls", ids="column-tactics")
def _column_tactics(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, threat may be the number of ranks; re-rolls then depend on the trays of the front rank."""
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee" or not (yield from may(state, source.unit, source.id)):
        return
    ranks = ranks_of(cells_of(state, source.unit))
    attack.strength = 1 + ranks.full + ranks.partial
    if not attack.flanked:
        attack.rerolls = Rerolls(ranks.front - 1 + keyword(state, source.unit, "precise", attack), 0)


@at("after-skill", ids="simultaneous-orders")
def _simultaneous_orders(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After a skill, resolve another skill of the unit."""
    if len(moment.notes) == 1 and (yield from may(game.state, source.unit, source.id)):
        yield from perform_skill(game, source.unit, tuple(moment.notes))


# Heraldry ------------------------------------------------------------------------------------------------------------


@at("end-phase", ids="terrifying-heraldry", role="any")
def _terrifying_heraldry(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Every enemy engaged with the unit gains panic."""
    for enemy in engaged_with(game.state, source.unit):
        yield from gain_banes(game, enemy, "panic", 1, CARD)


INITIATIVES["raven-tabards"] = "blue"
INITIATIVES["raven-standard-bearer"] = "red"


@number("morale-cards", ids="heraldic-surcoats")
def _heraldic_surcoats(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Draw one card fewer for the unit's morale tests."""
    return -1


@at("banes-gained", ids="cursed-signets")
def _cursed_signets(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Suffer wounds instead of banes."""
    if (yield from may(game.state, source.unit, source.id)):
        moment.canceled = True
        yield from suffer_wounds(game, source.unit, moment.number)


# Music ---------------------------------------------------------------------------------------------------------------


@at("destroyed", ids="triumphant-cry", role="any")
def _triumphant_cry(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """The unit may reform after an enemy engaged with it is destroyed."""
    if source.unit in moment.engaged:
        yield from reform(game, source.unit)


# Artifacts -----------------------------------------------------------------------------------------------------------


@at("attack-icons-added", ids="reaping-blade")
def _reaping_blade(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, each blank face counts as a mortal strike."""
    yield from ()
    attack = moment.attack
    if attack is not None and attack.kind == "melee":
        for face in attack.faces:
            if not face:
                add_icons(game, attack, "mortal-strike")


@at("attack-dice-changed", ids="fortunas-dice")
def _fortunas_dice(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Exhaust to turn a die to a chosen face."""
    state, attack = game.state, moment.attack
    if attack is None or not attack.faces or not (yield from may_exhaust(game, source)):
        return
    seat = state.seat[source.unit]
    places = [DIE.format(place + 1) for place in range(len(attack.dice))]
    place = places.index((yield from choose_thing(seat, places, source.id)))
    die = components().dice[attack.dice[place]]
    shown = {FACE.format(die.id, die.faces.index(face) + 1): face for face in dict.fromkeys(die.faces)}
    chosen = yield from choose_thing(seat, tuple(shown), source.id)
    change_die(game, attack, place, shown[chosen])


@at("attack-end", ids="shield-of-margath", role="target")
def _shield_of_margath(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After a melee attack against the unit, the attacker suffers damage equal to the unit's current defense."""
    # rules rw:2.1, rw:11.1a, rw:83.2
    state, attack = game.state, moment.attack
    if attack is not None and attack.kind == "melee" and not attack.canceled and state.figures[source.unit]:
        yield from suffer_damage(game, attack.attacker, current_defense(state, source.unit))


# Champions -----------------------------------------------------------------------------------------------------------


def _runs_to(state: MatchState, source: Source) -> list[int]:
    return [ally for ally in within(state, source.unit, allies(state, source.unit), 3) if can_attack(state, ally)]


def _can_run(state: MatchState, source: Source) -> bool:
    return is_ready(state, source) and bool(_runs_to(state, source))


@skill("dispatch-runner", can=_can_run)
def _dispatch_runner(game: Runewars, source: Source) -> Flow[None]:
    """Exhaust: another ally at range 1-3 makes a melee attack, then is stunned."""
    state = game.state
    exhaust(game, source)
    ally = yield from choose_unit(state, state.seat[source.unit], _runs_to(state, source), source.id)
    yield from melee(game, ally)
    yield from gain_banes(game, ally, "stun", 1, CARD)


def _criers(state: MatchState, source: Source) -> bool:
    return bool(state.banes[source.unit]) and bool(within(state, source.unit, enemies(state, source.unit), 3))


@skill("war-crier", can=_criers)
def _war_crier(game: Runewars, source: Source) -> Flow[None]:
    """Move a bane of this unit to an enemy at range 1-3."""
    state = game.state
    seat = state.seat[source.unit]
    bane = cast(Bane, (yield from choose_thing(seat, banes_of(state, source.unit), source.id)))
    remove_bane(game, source.unit, bane)
    near = within(state, source.unit, enemies(state, source.unit), 3)
    enemy = yield from choose_unit(state, seat, near, source.id)
    yield from gain_banes(game, enemy, bane, 1, CARD)


@at("collision", ids="file-leader", role="target")
def _file_leader(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """If charged while its revealed tool shows a melee attack, the unit attacks first."""
    state, unit = game.state, source.unit
    if not moment.charge or not state.shown[unit] or action_of(state, unit).action != "melee-attack":
        return
    if can_attack(state, unit) and (yield from may(state, unit, source.id)):
        yield from melee(game, unit, at=moment.unit)
