"""The upgrades of the Latari Elves that are not characters."""

from __future__ import annotations

from typing import Final, cast

from banneret.games.runewars.abilities.card_attacks import can_attack, melee
from banneret.games.runewars.abilities.deeds import (
    CARD,
    has_wounds,
    heal,
    icons_there,
    may_recast,
    may_reroll,
    remove_icon,
    roll_for,
)
from banneret.games.runewars.abilities.moves import march, reform, shift
from banneret.games.runewars.abilities.nearby import (
    allies,
    enemies,
    in_sight,
    is_hidden,
    met_by,
    range_of,
    rune,
    unengaged,
    within,
)
from banneret.games.runewars.content.components import Icon, components
from banneret.games.runewars.effects.held_cards import (
    NEVER_READIED,
    ROUND,
    discard,
    exhaust,
    is_ready,
    mark,
    may_exhaust,
    put_marks,
    ready,
)
from banneret.games.runewars.effects.questions import choose_thing, choose_unit, may
from banneret.games.runewars.effects.registry import Moment, Source, at, flag, skill, surge
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.rules.attack.attack_targets import ARCS, is_shot, sight_from
from banneret.games.runewars.rules.command import reveal_midstep, show_tool
from banneret.games.runewars.rules.damage.wounds import suffer_damage
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.tokens import boons_of, discard_boons, gain_banes, gain_inspiration
from banneret.games.runewars.state import cells_of
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import Rerolls
from banneret.games.runewars.units.formation import ranks_of, rows_of
from banneret.kernel.flow import Flow
from banneret.kernel.pile import PUBLIC

ASSASSIN: Final = "blackthorn-assassin"
NEVER_READIED.add("packleaders-spear")
flag("may-turn", "wildcalls-instinct")
flag("no-ranged-target", "ambush-predator")
flag("short-sighted", "martial-magic")
flag("shoots-sideways", "flank-fire")


# Training, music, heraldry -------------------------------------------------------------------------------------------


@at("attack-target", ids="flank-fire")
def _flank_fire(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """When shooting from a side edge or from terrain, use the number of ranks as threat."""
    # rule rw:ruling.73
    state, attack, unit = game.state, moment.attack, source.unit
    if attack is None or attack.kind != "ranged":
        return
    ahead, *aside = (is_shot(state, unit, sight_from(state, unit, attack.defender, side)) for side in ARCS)
    if not any(aside) or (ahead and not (yield from may(state, unit, source.id))):
        return
    attack.notes[source.id] = 1
    attack.strength = len(rows_of(cells_of(state, unit)))


@at("attack-rerolls", ids="flank-fire")
def _flank_rerolls(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In that case, re-rolls depend on the trays of the front rank instead of the ranks."""
    # rule rw:ruling.73
    yield from ()
    attack = moment.attack
    if attack is not None and attack.notes.get(source.id):
        ranks = ranks_of(cells_of(game.state, source.unit))
        attack.rerolls = Rerolls(attack.rerolls.any - ranks.full + ranks.front, 0)


@at("after-move", ids="lay-of-the-land")
def _lay_of_the_land(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Once per round, shift at speed 1 after a shift, without disengaging."""
    state = game.state
    if moment.kind == "shift" and not mark(state, source, ROUND) and (yield from may(state, source.unit, source.id)):
        put_marks(game, source, 1, ROUND)
        yield from shift(game, source.unit, 1, disengage=False)


@at("collision", ids="herald-of-the-twisting-gale", role="any")
def _twist(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Exhaust to reform at a collision with an enemy, whichever unit collides."""
    if met_by(moment, source) != NO_UNIT and (yield from may_exhaust(game, source)):
        yield from reform(game, source.unit)


def _gale_near(state: MatchState, source: Source) -> list[int]:
    return within(state, source.unit, allies(state, source.unit), 3)


def _can_turn_ally(state: MatchState, source: Source) -> bool:
    return is_ready(state, source) and bool(_gale_near(state, source))


@skill("herald-of-the-twisting-gale", can=_can_turn_ally)
def _turn_ally(game: Runewars, source: Source) -> Flow[None]:
    """Exhaust: another ally at range 1-3 reforms."""
    state = game.state
    exhaust(game, source)
    ally = yield from choose_unit(state, state.seat[source.unit], _gale_near(state, source), source.id)
    yield from reform(game, ally)


@at("attack-rerolls", ids="warsong-herald", role="any")
def _warsong(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Another ally that attacks an enemy engaged with this unit may re-roll a die."""
    state, attack = game.state, moment.attack
    if attack is None or attack.attacker == source.unit or state.seat[attack.attacker] != state.seat[source.unit]:
        return
    if attack.defender in engaged_with(state, source.unit):
        yield from may_reroll(game, attack, source)


# Champions -----------------------------------------------------------------------------------------------------------


@at("attack-end", ids="avenger-of-latariana", role="target")
def _avenge(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After a melee attack against the unit while its tool is unrevealed, exhaust to attack back instead of acting."""
    # rule rw:ruling.74
    state, attack, unit = game.state, moment.attack, source.unit
    if attack is None or attack.kind != "melee" or attack.canceled or not is_hidden(state, unit):
        return
    if can_attack(state, unit) and (yield from may_exhaust(game, source)):
        yield from melee(game, unit)
        if is_hidden(state, unit) and state.figures[unit]:
            reveal_midstep(game, unit, PUBLIC)
            show_tool(game, unit)


def _driven(state: MatchState, source: Source) -> list[int]:
    return in_sight(state, source.unit, enemies(state, source.unit), 3)


def _can_drive(state: MatchState, source: Source) -> bool:
    return bool(_driven(state, source))


@skill("firstblade-of-lord-aenoth", can=_can_drive)
def _firstblade(game: Runewars, source: Source) -> Flow[None]:
    """An enemy at range 1-3 in line of sight must march at speed 1."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], _driven(state, source), source.id)
    yield from march(game, enemy, 1)


@at("after-setup", ids=ASSASSIN, role="any")
def _poison_ready(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Place three blights on the card."""
    yield from ()
    put_marks(game, source, 3)


@at("attack-target", ids=ASSASSIN)
def _poison(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Give one blight from the card to the defender."""
    state, attack = game.state, moment.attack
    if attack is not None and mark(state, source) and (yield from may(state, source.unit, source.id)):
        put_marks(game, source, -1)
        yield from gain_banes(game, attack.defender, "blight", 1, CARD)


def _storm_near(state: MatchState, source: Source) -> list[int]:
    return within(state, source.unit, enemies(state, source.unit), 3)


def _can_storm(state: MatchState, source: Source) -> bool:
    return bool(_storm_near(state, source)) and rune(state, "unstable") > 0


@skill("storm-sorceress", can=_can_storm)
def _storm(game: Runewars, source: Source) -> Flow[None]:
    """Roll a blue die; for each surge, an enemy at range 1-3 suffers damage equal to the unstable runes."""
    state = game.state
    for face in roll_for(game, source, ("blue",)):
        for _ in range(face.count("surge")):
            enemy = yield from choose_unit(state, state.seat[source.unit], _storm_near(state, source), source.id)
            if enemy != NO_UNIT:
                yield from suffer_damage(game, enemy, rune(state, "unstable"))


def _can_dream(state: MatchState, source: Source) -> bool:
    return is_ready(state, source) and bool(_storm_near(state, source))


@skill("dreamweaver-sorceress", can=_can_dream)
def _dream(game: Runewars, source: Source) -> Flow[None]:
    """Exhaust: an enemy at range 1-3 is stunned."""
    state = game.state
    exhaust(game, source)
    enemy = yield from choose_unit(state, state.seat[source.unit], _storm_near(state, source), source.id)
    yield from gain_banes(game, enemy, "stun", 1, CARD)


# Artifacts -----------------------------------------------------------------------------------------------------------


@at("attack-target", ids="packleaders-spear")
def _spear(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, exhaust for lethal 3."""
    attack = moment.attack
    if attack is not None and attack.kind == "melee" and (yield from may_exhaust(game, source)):
        attack.gains["lethal"] += 3


@at("destroyed", ids="packleaders-spear", role="any")
def _spear_again(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Ready the card when an engaged enemy is destroyed; nothing else readies it."""
    yield from ()
    if source.unit in moment.engaged:
        ready(game, source.unit, source.id)


@at("mana-cast", ids="malcornes-bequest", role="any")
def _bequest(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """A token with unstable runes may be cast again; exhaust the card to cast any token again."""
    found = components().mana
    wild = [token.id for token in found.values() if any("unstable" in side for side in token.sides)]
    yield from may_recast(game, source, wild)
    if (yield from may_exhaust(game, source)):
        yield from may_recast(game, source, list(found))


@surge("the-spirit-sword")
def _spirit_sword(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """The unit gains inspiration."""
    yield from ()
    gain_inspiration(game, source.unit, 1, CARD)


@at("attack-icons-removed", ids="the-spirit-sword", role="target")
def _spirit_parry(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """When defending, spend inspiration to remove an icon."""
    state, attack = game.state, moment.attack
    while attack is not None and state.inspiration[source.unit] and icons_there(attack):
        icon = yield from choose_thing(state.seat[source.unit], icons_there(attack), source.id, may_pass=True)
        if not icon:
            return
        state.inspiration[source.unit] -= 1
        remove_icon(game, attack, cast(Icon, icon))


# Unique to characters ------------------------------------------------------------------------------------------------


@at("before-end-phase", ids="fertile-soil", role="any")
def _fertile_soil(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """With 2 natural runes, a wound may be removed."""
    state = game.state
    if rune(state, "natural") < 2 or not has_wounds(state, source.unit):
        return
    if (yield from may(state, source.unit, source.id)):
        heal(game, source.unit)


@at("attack-target", ids="vicious-roots")
def _vicious_roots(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """At range 1-3, discard the card: both units are immobilized, and the defender loses its boons."""
    state, attack = game.state, moment.attack
    if attack is None or range_of(state, attack) > 3 or not (yield from may(state, source.unit, source.id)):
        return
    discard(game, source.unit, source.id)
    yield from gain_banes(game, source.unit, "immobilize", 1, CARD)
    discard_boons(game, attack.defender, CARD)
    yield from gain_banes(game, attack.defender, "immobilize", 1, CARD)


@at("attack-target", ids="ambush-predator")
def _ambush(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """The first melee attack gains lethal equal to the round; then the card is discarded."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee":
        moment.attack.gains["lethal"] += game.state.round
        discard(game, source.unit, source.id)


def _mastered(state: MatchState, source: Source) -> bool:
    near = enemies(state, source.unit)
    return any(within(state, source.unit, near, rune(state, kind)) for kind in ("unstable", "natural", "stable"))


@skill("arcane-mastery", can=_mastered)
def _arcane_mastery(game: Runewars, source: Source) -> Flow[None]:
    """An enemy at range 1-unstable gains panic, one at range 1-natural loses a boon, one at 1-stable is stunned."""
    state = game.state
    seat, foes = state.seat[source.unit], enemies(state, source.unit)
    panicked = yield from choose_unit(state, seat, within(state, source.unit, foes, rune(state, "unstable")), source.id)
    if panicked != NO_UNIT:
        yield from gain_banes(game, panicked, "panic", 1, CARD)
    rich = [enemy for enemy in within(state, source.unit, foes, rune(state, "natural")) if boons_of(state, enemy)]
    robbed = yield from choose_unit(state, seat, rich, source.id)
    if robbed != NO_UNIT:
        boons = [
            kind for kind, there in (("inspiration", state.inspiration), ("vitality", state.vitality)) if there[robbed]
        ]
        lost = yield from choose_thing(seat, boons, source.id)
        (state.inspiration if lost == "inspiration" else state.vitality)[robbed] -= 1
    stunned = yield from choose_unit(state, seat, within(state, source.unit, foes, rune(state, "stable")), source.id)
    if stunned != NO_UNIT:
        yield from gain_banes(game, stunned, "stun", 1, CARD)


# Equipment and heavy figures -----------------------------------------------------------------------------------------


@at("attack-target", ids="pathwalkers-amulet", role="target")
def _amulet(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """When defending, discard for protected equal to the natural runes."""
    state, attack = game.state, moment.attack
    if attack is not None and rune(state, "natural") and (yield from may(state, source.unit, source.id)):
        discard(game, source.unit, source.id)
        attack.guards["protected"] += rune(state, "natural")


def _netted(state: MatchState, source: Source) -> list[int]:
    return unengaged(state, in_sight(state, source.unit, enemies(state, source.unit), 3))


def _can_net(state: MatchState, source: Source) -> bool:
    return bool(_netted(state, source))


@skill("bolo-nets", can=_can_net)
def _bolo_nets(game: Runewars, source: Source) -> Flow[None]:
    """Discard: an unengaged enemy at range 1-3 in line of sight is immobilized."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], _netted(state, source), source.id)
    discard(game, source.unit, source.id)
    yield from gain_banes(game, enemy, "immobilize", 1, CARD)


@at("attack-target", ids="frontline-aymhelin-scion")
def _scion_strikes(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Exhaust: the defender is stunned."""
    attack = moment.attack
    if attack is not None and (yield from may_exhaust(game, source)):
        yield from gain_banes(game, attack.defender, "stun", 1, CARD)


def _scion_spent(state: MatchState, attack: Attack, source: Source) -> bool:
    return not is_ready(state, source)


@surge("frontline-aymhelin-scion", kinds=("melee", "ranged"), cost=1, can=_scion_spent)
def _scion_again(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Ready the card."""
    yield from ()
    ready(game, source.unit, source.id)
