"""The units of the Daqan Lords, and the same characters as upgrades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banneret.games.runewars.abilities.card_attacks import attack_again
from banneret.games.runewars.abilities.deeds import CARD, add_die, may_replace_die
from banneret.games.runewars.abilities.moves import rally
from banneret.games.runewars.abilities.nearby import allies, enemies, own_side, within
from banneret.games.runewars.content.things import FORMATION, WIDEST
from banneret.games.runewars.effects.held_cards import ACTIVATION, ONCE, mark, put_marks, take_condition
from banneret.games.runewars.effects.questions import choose_thing, choose_unit, may
from banneret.games.runewars.effects.registry import Moment, Source, at, skill, surge
from banneret.games.runewars.events.cards import UnitRearranged
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, MatchState, label
from banneret.games.runewars.rules.damage.wounds import suffer_damage
from banneret.games.runewars.rules.ground.tokens import gain_banes, gain_inspiration, gain_vitality
from banneret.games.runewars.state import cells_of, rearrange, set_mark
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.formation import formation
from banneret.kernel.flow import Flow

KARI: Final = "kari-wraithstalker-infantry-upgrade"
HAWTHORNE: Final = ("lord-hawthorne-cavalry-upgrade", "lord-hawthorne-infantry-upgrade")
ZACHARETH: Final = ("baron-zachareth-infantry-upgrade", "baron-zachareth-cavalry-upgrade")
CARTHRIDGE: Final = ("savior-of-carthridge", "betrayer-of-carthridge")


# Kari Wraithstalker --------------------------------------------------------------------------------------------------


def _others(state: MatchState, attack: Attack, source: Source) -> list[int]:
    far = [enemy for enemy in enemies(state, source.unit) if enemy != attack.defender]
    return within(state, source.unit, far, 5)


def _has_others(state: MatchState, attack: Attack, source: Source) -> bool:
    return bool(_others(state, attack, source))


@surge("distant-strikes", KARI, kinds=("melee",), variable=True, can=_has_others)
def _distant_strikes(game: Runewars, attack: Attack, source: Source, spent: int) -> Flow[None]:
    """Another enemy at range 1-5 suffers 2 damage per surge."""
    state = game.state
    enemy = yield from choose_unit(state, state.seat[source.unit], _others(state, attack, source), source.id)
    if enemy != NO_UNIT:
        yield from suffer_damage(game, enemy, 2 * spent)


@at("attack-dice", ids=KARI)
def _kari_joins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, add a blue die."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee":
        add_die(game, moment.attack, "blue")


# Lord Hawthorne ------------------------------------------------------------------------------------------------------


@skill("inspire-allies")
def _inspire_allies(game: Runewars, source: Source) -> Flow[None]:
    """Every other ally at range 1-3 gains inspiration."""
    yield from ()
    for ally in within(game.state, source.unit, allies(game.state, source.unit), 3):
        gain_inspiration(game, ally, 1, CARD)


@at("attack-end", ids=("second-attack", *HAWTHORNE))
def _second_attack(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """After its melee attack, the unit may make another against an enemy it has not attacked in this activation."""
    # rule rw:11.1a
    state, attack = game.state, moment.attack
    if attack is None or attack.kind != "melee" or not state.figures[source.unit]:
        return
    set_mark(state, source.unit, f"{ACTIVATION}attacked-{attack.defender}", 1)
    if attack.canceled or mark(state, source, ACTIVATION):
        return
    fresh = [enemy for enemy in enemies(state, source.unit) if not _attacked(state, source.unit, enemy)]
    put_marks(game, source, 1, ACTIVATION)
    if not (yield from attack_again(game, source, fresh)):
        put_marks(game, source, -1, ACTIVATION)


def _attacked(state: MatchState, unit: int, enemy: int) -> bool:
    return bool(state.marks[unit].get(f"{ACTIVATION}attacked-{enemy}"))


@at("attack-dice", ids=HAWTHORNE)
def _hawthorne_joins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """In melee, add a white die."""
    yield from ()
    if moment.attack is not None and moment.attack.kind == "melee":
        add_die(game, moment.attack, "white")


@at("before-deployment", ids="lord-hawthorne", role="any")
def _rearrange(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Units of the army may be rearranged: at most 4 trays wide or deep, with every rank full."""
    state = game.state
    for unit, seat in enumerate(state.seat):
        if seat == state.seat[source.unit]:
            shapes = _formations(len(cells_of(state, unit)))
            if len(shapes) > 1:
                chosen = yield from choose_thing(seat, shapes, source.id, may_pass=True)
                if chosen:
                    files, ranks = (int(part) for part in chosen.split("x"))
                    rearrange(state, unit, formation(files, ranks))
                    game.emit(UnitRearranged(unit=label(state, unit), formation=chosen))


def _formations(trays: int) -> Sequence[str]:
    sizes = range(1, WIDEST + 1)
    return [FORMATION.format(files, ranks) for files in sizes for ranks in sizes if files * ranks == trays]


# Baron Zachareth -----------------------------------------------------------------------------------------------------


@at("after-setup", ids="baron-zachareth", role="any")
def _invigorate(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Up to 3 allies gain vitality."""
    state = game.state
    left = own_side(state, source.unit)
    for _ in range(3):
        ally = yield from choose_unit(state, state.seat[source.unit], left, source.id, may_pass=True)
        if ally == NO_UNIT:
            return
        left.remove(ally)
        gain_vitality(game, ally, 1, CARD)


@at("before-reveal", ids=("choose-allegiance", *ZACHARETH))
def _choose_allegiance(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Before its activation, once per match, the unit takes one of two conditions."""
    state = game.state
    if mark(state, source, ONCE):
        return
    chosen = yield from choose_thing(state.seat[source.unit], CARTHRIDGE, source.id, may_pass=True)
    if not chosen:
        return
    put_marks(game, source, 1, ONCE)
    take_condition(game, source.unit, chosen)
    if chosen == CARTHRIDGE[0]:
        for ally in within(state, source.unit, own_side(state, source.unit), 3):
            if (yield from may(state, ally, chosen)):
                yield from rally(game, ally)


@skill("savior-of-carthridge")
def _save(game: Runewars, source: Source) -> Flow[None]:
    """An ally gains vitality, then this unit a stun."""
    state = game.state
    ally = yield from choose_unit(state, state.seat[source.unit], own_side(state, source.unit), source.id)
    gain_vitality(game, ally, 1, CARD)
    yield from gain_banes(game, source.unit, "stun", 1, CARD)


@at("attack-dice", ids="betrayer-of-carthridge")
def _goad(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """Another ally at range 1-3 gains a stun to add a red or blue die."""
    state, attack = game.state, moment.attack
    if attack is None:
        return
    near = within(state, source.unit, allies(state, source.unit), 3)
    ally = yield from choose_unit(state, state.seat[source.unit], near, source.id, may_pass=True)
    if ally != NO_UNIT:
        yield from gain_banes(game, ally, "stun", 1, CARD)
        die = yield from choose_thing(state.seat[source.unit], ("red", "blue"), source.id)
        add_die(game, attack, "red" if die == "red" else "blue")


def _has_ally_near(state: MatchState, source: Source) -> bool:
    return bool(within(state, source.unit, allies(state, source.unit), 5))


@skill("betrayer-of-carthridge", can=_has_ally_near)
def _betray(game: Runewars, source: Source) -> Flow[None]:
    """Another ally at range 1-5 is stunned, then this unit gains vitality."""
    state = game.state
    near = within(state, source.unit, allies(state, source.unit), 5)
    ally = yield from choose_unit(state, state.seat[source.unit], near, source.id)
    yield from gain_banes(game, ally, "stun", 1, CARD)
    gain_vitality(game, source.unit, 1, CARD)


@at("attack-dice", ids=ZACHARETH)
def _zachareth_joins(game: Runewars, moment: Moment, source: Source) -> Flow[None]:
    """A die may be replaced by a white one."""
    if moment.attack is not None:
        yield from may_replace_die(game, moment.attack, source, "white")
