"""The upgrades of the Daqan Lords that are not characters."""

from __future__ import annotations

from typing import Final, cast

from banneret.games.runewars.abilities.deeds import (
    BANES,
    CARD,
    add_die,
    add_icons,
    banes_of,
    has_wounds,
    heal,
    may_recast,
    may_reroll,
    remove_bane,
    replace_die,
)
from banneret.games.runewars.abilities.moves import march, place_behind, places_behind, rally
from banneret.games.runewars.abilities.nearby import (
    allies,
    enemies,
    in_sight,
    is_hidden,
    on_table,
    own_side,
    range_of,
    rune,
    trays,
    within,
)
from banneret.games.runewars.content.components import Bane, components
from banneret.games.runewars.effects.held_cards import (
    TO_AMEND,
    WHITE_MODIFIER,
    discard,
    exhaust,
    is_ready,
    may_exhaust,
    ready,
    readyable,
)
from banneret.games.runewars.effects.questions import choose_thing, choose_unit, may
from banneret.games.runewars.effects.registry import (
    MELEE_ONLY,
    Moment,
    Source,
    at,
    flag,
    number,
    skill,
    surge,
)
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState
from banneret.games.runewars.rules.attack.attack_targets import threat_of
from banneret.games.runewars.rules.attack.morale import morale_test
from banneret.games.runewars.rules.command import look_at_tool
from banneret.games.runewars.rules.damage.wounds import current_defense, suffer_damage
from banneret.games.runewars.rules.ground.surroundings import engaged_with
from banneret.games.runewars.rules.ground.teams import seats_of
from banneret.games.runewars.rules.ground.tokens import gain_banes, gain_inspiration
from banneret.games.runewars.state import set_mark
from banneret.games.runewars.units.attack import Attack
from banneret.kernel.flow import Flow
from banneret.kernel.pile import mask_of

ARTIFACTS: Final = tuple(card.id for card in components().upgrades.values() if card.slot == "artifact" and not card.gap)

MELEE_ONLY.add("front-line-rune-golem")
flag("marches-are-charges", "aggressive-cornicen", "aggressive-drummer", "aggressive-shrieker")
flag("no-panic-without-collision", "aggressive-cornicen", "aggressive-drummer", "aggressive-shrieker")
flag("may-turn-marches", "marching-cornicen", "marching-drummer")
flag("melee-at-range", "sweeping-strikes")
flag("shifts-initiative", "raven-pennon-bearer", can=is_ready)


# Unique to characters ------------------------------------------------------------------------------------------------


def _can_step(state: MatchState, source: Source) -> bool:
    return any(places_behind(state, source.unit, enemy) for enemy in engaged_with(state, source.unit))


@at("after-command", ids="lord-of-subterfuge", role="any")
def _subterfuge(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Exhaust to look at a command tool for each stable rune, and to set an ally's dials again."""
    # rule rw:ruling.76
    state, unit = game.state, source.unit
    seat = state.seat[unit]
    if unit not in on_table(state) or not (yield from may_exhaust(game, source)):
        return
    for _ in range(rune(state, "stable")):
        near = in_sight(state, unit, enemies(state, unit), 5)
        known = mask_of(seats_of(state, seat))
        masked = [enemy for enemy in near if is_hidden(state, enemy) and not state.seen[enemy] & known]
        enemy = yield from choose_unit(state, seat, masked, source.id, may_pass=True)
        if enemy == NO_UNIT:
            break
        look_at_tool(game, unit, enemy)
    allied = [ally for ally in own_side(state, unit) if is_hidden(state, ally)]
    ally = yield from choose_unit(state, seat, allied, source.id, may_pass=True)
    if ally != NO_UNIT:
        set_mark(state, ally, TO_AMEND, 1)


@skill("wraith-step", can=_can_step)
def _wraith_step(game: Runewars, source: Source) -> Flow[None]:
    """Place an engaged unit behind its enemy, aligned with the enemy's rear edge."""
    state = game.state
    near = [enemy for enemy in engaged_with(state, source.unit) if places_behind(state, source.unit, enemy)]
    enemy = yield from choose_unit(state, state.seat[source.unit], near, source.id)
    yield from place_behind(game, source.unit, enemy)


@surge("latari-training", once=True)
def _latari_training(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """After the attack, move with a speed equal to the surges spent."""
    yield from ()
    attack.notes[source.id] = spent


@at("attack-end", ids="latari-training")
def _move_after_shot(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """The move of Latari Training."""
    attack = moment.attack
    if attack is not None and attack.notes.get(source.id):
        yield from march(game, source.unit, attack.notes[source.id], may_turn=True, id=source.id)


@number("defense", ids=("might-of-daqan", "martial-magic", "kingsbone-armor"))
def _one_more(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Increase defense by 1."""
    return 1


@at("attack-dice", ids="nerekhall-training")
def _nerekhall_training(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """A red die becomes white in a ranged attack, a white one red in melee."""
    yield from ()
    attack = moment.attack
    if attack is not None and attack.kind == "ranged":
        replace_die(game, attack, "red", "white")
    elif attack is not None:
        replace_die(game, attack, "white", "red")


@surge("nerekhall-training", kinds=("ranged",), cost=1, once=True)
def _nerekhall_bane(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """The defender gains a bane of the player's choice."""
    bane = yield from choose_thing(game.state.seat[source.unit], BANES, source.id)
    yield from gain_banes(game, attack.defender, cast(Bane, bane), 1, CARD)


@surge("greyhaven-runelore", once=True)
@surge("the-duskblade")
def _pierce(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Reduce the defender's defense by 1 for this attack."""
    yield from ()
    attack.guards["defense"] -= 1


# Equipment and training ----------------------------------------------------------------------------------------------


@at("attack-target", ids="visored-helms", role="target")
def _visored_helms(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """When defending with its tool unrevealed, the unit may exhaust this for 1 defense."""
    attack = moment.attack
    if attack is not None and is_hidden(game.state, source.unit) and (yield from may_exhaust(game, source)):
        attack.guards["defense"] += 1


@at("attack-icons-added", ids="piercing-strike")
def _piercing_strike(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """At range 1-3, exhaust to reduce defense by 1, to at least 2, or discard for a mortal strike."""
    state, attack = game.state, moment.attack
    if attack is None or range_of(state, attack) > 3:
        return
    ways = ["mortal-strike"]
    if is_ready(state, source) and current_defense(state, attack.defender, attack) > 2:
        ways.insert(0, "ready")
    chosen = yield from choose_thing(state.seat[source.unit], ways, source.id, may_pass=True)
    if chosen == "ready":
        exhaust(game, source)
        attack.guards["defense"] -= 1
    elif chosen:
        discard(game, source.unit, source.id)
        add_icons(game, attack, "mortal-strike")


@at("attack-rerolls", ids="know-your-enemy")
def _know_your_enemy(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, spend inspiration to re-roll a die."""
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee" or not state.inspiration[source.unit]:
        return
    if (yield from may_reroll(game, attack, source)):
        state.inspiration[source.unit] -= 1


@surge("know-your-enemy", kinds=("melee",), cost=1, once=True)
def _learn(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """The unit gains inspiration."""
    yield from ()
    gain_inspiration(game, source.unit, 1, CARD)


@number("lethal", ids="coiled-stance")
def _coiled_to_strike(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Gain lethal 1 in melee against an enemy whose tool is unrevealed."""
    striking = attack is not None and attack.kind == "melee" and attack.attacker == unit
    return int(striking and attack is not None and is_hidden(state, attack.defender))


@number("protected", ids="coiled-stance")
def _coiled_to_guard(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Gain protected 1 while its own tool is unrevealed."""
    return int(is_hidden(state, unit))


@number("precise", ids="forged-in-battle")
def _forged(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Gain precise 1 from round 4 on."""
    return int(state.round >= 4)


@number("brutal", ids="forged-in-battle")
def _hardened(state: MatchState, source: Source, unit: int, attack: Attack | None) -> int:
    """Gain brutal 1 from round 6 on."""
    return int(state.round >= 6)


# Figures -------------------------------------------------------------------------------------------------------------


@at("reveal", ids="lance-corporal")
def _lance_corporal(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Exhaust at the reveal: the modifier counts as white for the round."""
    if (yield from may_exhaust(game, source)):
        set_mark(game.state, source.unit, WHITE_MODIFIER, 1)


def _quaking(state: MatchState, source: Source) -> list[int]:
    return [source.unit, *within(state, source.unit, _all_others(state, source.unit), rune(state, "unstable"))]


def _all_others(state: MatchState, unit: int) -> list[int]:
    return [other for other in on_table(state) if other != unit]


def _unstable(state: MatchState, source: Source) -> bool:
    return rune(state, "unstable") > 0


@skill("uncontrolled-geomancer", can=_unstable)
def _geomancer(game: Runewars, source: Source) -> Flow[None]:
    """Each unit at range 1-unstable, including this one, suffers damage equal to its trays."""
    for unit in _quaking(game.state, source):
        yield from suffer_damage(game, unit, trays(game.state, unit))


@at("mana-cast", ids="greyhaven-channeler", role="any")
def _channeler(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Exhaust after the mana is cast: cast up to 2 tokens again."""
    if not (yield from may_exhaust(game, source)):
        return
    left = list(components().mana)
    for _ in range(2):
        token = yield from may_recast(game, source, left)
        if not token:
            return
        left.remove(token)


@at("attack-dice", ids="citadel-weapons-master")
def _weapons_master(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, add a red die."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee":
        add_die(game, moment.attack, "red")


def _hexed(state: MatchState, source: Source) -> list[int]:
    return in_sight(state, source.unit, enemies(state, source.unit), 3) if rune(state, "natural") else []


def _can_hex(state: MatchState, source: Source) -> bool:
    return bool(_hexed(state, source))


@skill("nerekhall-hexer", can=_can_hex)
def _hexer(game: Runewars, source: Source) -> Flow[None]:
    """An enemy at range 1-3 in line of sight takes a morale test of severity equal to the natural runes."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], _hexed(state, source), source.id)
    yield from morale_test(game, enemy, rune(state, "natural"))


def _to_rally(state: MatchState, source: Source) -> list[int]:
    near = within(state, source.unit, allies(state, source.unit), 3)
    return [ally for ally in near if state.banes[ally] or readyable(state, ally)]


def _can_rally(state: MatchState, source: Source) -> bool:
    return bool(_to_rally(state, source))


@skill("rallying-cornicen", "rallying-shrieker", "rallying-starling", can=_can_rally)
def _rallying_call(game: Runewars, source: Source) -> Flow[None]:
    """Each other ally at range 1-3 may remove a bane or ready an upgrade."""
    state = game.state
    for ally in _to_rally(state, source):
        wanted = [*banes_of(state, ally), *readyable(state, ally)]
        chosen = yield from choose_thing(state.seat[ally], wanted, source.id, may_pass=True)
        if chosen in BANES:
            remove_bane(game, ally, chosen)
        elif chosen:
            ready(game, ally, chosen)


@at("attack-icons-added", ids="eagle-banner-bearer")
def _eagle_banner(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, spend inspiration for one mortal strike each."""
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee":
        return
    while state.inspiration[source.unit] and (yield from may(state, source.unit, source.id)):
        state.inspiration[source.unit] -= 1
        add_icons(game, attack, "mortal-strike")


# Artifacts -----------------------------------------------------------------------------------------------------------


@at("figures-lost", ids=ARTIFACTS)
def _drop_artifact(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """When figures are lost, discard an artifact for which the unit has no slot left."""
    state, found = game.state, components()
    held = [id for id in state.upgrades[source.unit] if id in ARTIFACTS]
    slots = max(row.slots.count("artifact") for row in found.units[state.unit[source.unit]].rows)
    slots += sum(found.upgrades[id].adds_slot == "artifact" for id in state.upgrades[source.unit])
    if len(held) > slots:
        discard(game, source.unit, (yield from choose_thing(state.seat[source.unit], held, source.id)))


@surge("the-dawnblade")
def _dawnblade(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """An engaged enemy suffers damage equal to the unit's own threat for each surge."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], engaged_with(state, source.unit), source.id)
    if enemy != NO_UNIT:
        yield from suffer_damage(game, enemy, threat_of(state, attack) * spent, fight=attack)


@at("attack-end", ids="shard-of-the-shadow-rune")
def _shadow_rune(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After a tray of the defender is destroyed: rally, which exhausts the card, or remove a wound."""
    # rule rw:34.6
    state, attack = game.state, moment.attack
    if attack is None or not attack.trays or not is_ready(state, source):
        return
    ways = ["rally", *(["wound"] if has_wounds(state, source.unit) else [])]
    chosen = yield from choose_thing(state.seat[source.unit], ways, source.id, may_pass=True)
    if chosen == "rally":
        yield from rally(game, source.unit)
        exhaust(game, source)
    elif chosen:
        heal(game, source.unit)
