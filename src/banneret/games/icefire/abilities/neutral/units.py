"""Neutral units: abilities that trigger automatically or modify attacks. Each implements its card: icefire:card.8."""

from __future__ import annotations

from banneret.games.icefire.abilities.any_faction.units import reroll_distance
from banneret.games.icefire.abilities.card_search import CardChooser
from banneret.games.icefire.abilities.lannister.acts import CARD, destroy_one, infantry_in, instead_of, melee_of
from banneret.games.icefire.abilities.readiness import claims_wealth
from banneret.games.icefire.abilities.strikes import ATTACKS, act, can_act, strike
from banneret.games.icefire.abilities.targets import aim
from banneret.games.icefire.actions import Choose, ChooseCard
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import Source, choices, flag, number, passive, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.board.hands import discard
from banneret.games.icefire.rules.combat.morale import morale_test
from banneret.games.icefire.rules.combat.wounds import restore, suffer
from banneret.games.icefire.rules.table.affiliations import counts_as, units_of_person
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_condition, choose_unit, may
from banneret.games.icefire.rules.table.conditions import give_condition, has_condition, take_condition
from banneret.games.icefire.rules.table.control import controls, enemy_controls
from banneret.games.icefire.rules.table.engagement import enemies_of
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.ground import is_near, long_range, short_range, within
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.rules.table.units import enemies_on_table, label, ranks_left, unit_card, units_on_table
from banneret.games.icefire.state import Effect, Fight, Moment, State
from banneret.kernel.flow import Flow, ask
from banneret.kernel.pile import mask_of

MOTLEY = choices("die", "no-abilities")
VOW = "knightly-vow-kept"
"""The effect on a unit that has sworn to destroy an enemy, its value: it holds even if that enemy returns."""

# Attack modifiers ----------------------------------------------------------------------------------------------------


@shape("gang-up", "any")
def _gang_up(state: State, fight: Fight, source: Source) -> None:
    """Friendly attacks on an enemy engaged with the unit and another friend have +1 to hit and 1 more die.

    icefire:stacking.1.
    """
    if fight.kind != "melee" or not friendly(state, fight.attacker, source.seat) or "gang-up" in fight.notes:
        return
    held = [unit for unit in enemies_of(state, fight.defender) if friendly(state, unit, source.seat)]
    if source.unit in held and len(held) > 1:
        fight.notes["gang-up"] = 1
        fight.hit_modifier += 1
        fight.extra_dice += 1


@shape("improved-armaments")
def _improved_armaments(state: State, fight: Fight, source: Source) -> None:
    """If Wealth is controlled, Sundering and the highest Attack Die Value in melee."""
    if fight.kind == "melee" and controls(state, source.seat, "wealth"):
        fight.keywords.add("sundering")
        fight.highest_value = True


@shape("knightly-vow", edition=SEASON_6)
def _knightly_vow(state: State, fight: Fight, source: Source) -> None:
    """+1 to hit in melee unless the opponent controls Combat."""
    if fight.kind == "melee" and not enemy_controls(state, source.seat, "combat"):
        fight.hit_modifier += 1


@shape("knightly-vow", edition=EDITION_2021)
def _knightly_vow_of_2021(state: State, fight: Fight, source: Source) -> None:
    """+1 to hit in melee while the unit's side controls Combat."""
    if fight.kind == "melee" and controls(state, source.seat, "combat"):
        fight.hit_modifier += 1


@shape("knights-blade")
def _knights_blade(state: State, fight: Fight, source: Source) -> None:
    """Sundering; if Combat is controlled, the defender becomes Vulnerable before attack dice."""
    if fight.kind == "melee":
        fight.keywords.add("sundering")
        if controls(state, source.seat, "combat"):
            fight.gives.append("vulnerable")


@shape("mastercraft-longsword")
def _mastercraft_longsword(state: State, fight: Fight, source: Source) -> None:
    """Attack dice may always be re-rolled in melee."""
    if fight.kind == "melee":
        fight.rerolls.add((source.seat, "attack"))


@shape("mercenarys-longbow")
def _mercenarys_longbow(state: State, fight: Fight, source: Source) -> None:
    """With Wealth, Sundering; with Tactics, a Vulnerable defender; with Combat, re-rolls."""
    if fight.kind == "melee":
        return
    if controls(state, source.seat, "wealth"):
        fight.keywords.add("sundering")
    if controls(state, source.seat, "tactics"):
        fight.gives.append("vulnerable")
    if controls(state, source.seat, "combat"):
        fight.rerolls.add((source.seat, "attack"))


@shape("motivated-by-coin", edition=SEASON_6)
def _motivated_by_coin(state: State, fight: Fight, source: Source) -> None:
    """In Season 6, re-rolls in melee unless the opponent controls Wealth."""
    if fight.kind == "melee" and _is_paid(state, source.unit):
        fight.rerolls.add((source.seat, "attack"))


def _is_paid(state: State, unit: int) -> bool:
    return not enemy_controls(state, state.seat[unit], "wealth")


@shape("mummers-blade")
def _mummers_blade(state: State, fight: Fight, source: Source) -> None:
    """An enemy that has not activated becomes Weakened before attack dice."""
    if fight.kind == "melee" and not state.activated[fight.defender]:
        fight.gives.append("weakened")


@shape("pirates-blades")
def _pirates_blades(state: State, fight: Fight, source: Source) -> None:
    """Critical Blow; with 2 Pillage tokens, the highest Attack Die Value."""
    if fight.kind == "melee":
        fight.keywords.add("critical-blow")
        if pillage(state, source.unit) >= 2:
            fight.highest_value = True


def pillage(state: State, unit: int) -> int:
    """Return a unit's number of Pillage tokens."""
    return state.counters[unit].get("pillage", 0)


@shape("raiders-of-the-free-cities")
def _raiders(state: State, fight: Fight, source: Source) -> None:
    """With 2 Pillage tokens, 1 more die."""
    if pillage(state, source.unit) >= 2:
        fight.extra_dice += 1


@number("raiders-of-the-free-cities", "morale")
def _bold_by_loot(state: State, source: Source, unit: int) -> int:
    """With a Pillage token, +1 to tests."""
    return 1 if pillage(state, unit) else 0


@shape("reckless-strikes")
def _reckless_strikes(state: State, fight: Fight, source: Source) -> None:
    """Critical Blow and Precision in melee."""
    if fight.kind == "melee":
        fight.keywords.update(("critical-blow", "precision"))


@shape("ruthless-aggression")
def _ruthless_aggression(state: State, fight: Fight, source: Source) -> None:
    """Vicious; an enemy that has not activated becomes Vulnerable, and dice against it may be re-rolled."""
    if fight.kind == "melee":
        fight.keywords.add("vicious")
        if not state.activated[fight.defender]:
            fight.gives.append("vulnerable")
            fight.rerolls.add((source.seat, "attack"))


@shape("stomp", "striker")
def _stomp(state: State, fight: Fight, source: Source) -> None:
    """Vicious, no defense dice, and when charging 1 more die for each rank of the defender."""
    if fight.kind == "melee":
        fight.keywords.add("vicious")
        fight.no_defense = True
        fight.extra_dice += ranks_left(state, fight.defender) if fight.charge else 0


@shape("war-flail")
@shape("war-flail-neutral")
def _war_flail(state: State, fight: Fight, source: Source) -> None:
    """Vicious, and Critical Blow when charging."""
    if fight.kind == "melee":
        fight.keywords.add("vicious")
        if fight.charge:
            fight.keywords.add("critical-blow")


@number("loyalty-through-coin", "defense")
@number("loyalty-through-coin", "morale")
def _loyalty_through_coin(state: State, source: Source, unit: int) -> int:
    """If Wealth is controlled, +1 to defense dice and to tests."""
    return 1 if controls(state, source.seat, "wealth") else 0


flag("no-objectives", "war-elephant")
flag("panic-at-most-2", "war-elephant")

# Attacks -------------------------------------------------------------------------------------------------------------


@passive("motley-armaments", "attack-dice")
def _motley_armaments(game: War, moment: Moment, unit: int) -> Flow[None]:
    """1 more die and Critical Blow, or the defender loses its abilities this turn; both against the flank or rear."""
    state = game.state
    fight = melee_of(moment)
    if fight is None:
        return
    chosen = list(MOTLEY)
    if moment.arc == "front":
        answer = yield from ask(state.seat[unit], ThingChooser(MOTLEY, "motley", CARD))
        chosen = [answer.choice] if isinstance(answer, Choose) else []
    if "die" in chosen:
        fight.extra_dice += 1
        fight.keywords.add("critical-blow")
    if "no-abilities" in chosen:
        add_effect(state, Effect(NO_ABILITIES, fight.defender, state.seat[unit], "turn"))


@passive("reckless-strikes", "attack-rolled")
def _recklessness(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit suffers 1 Wound for each attack die that shows 1."""
    fight = melee_of(moment)
    if fight is not None:
        yield from suffer(game, unit, fight.dice.count(1), game.state.seat[unit])


@passive("names-on-the-list", "rank-destroyed", role="any")
def _remember(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The card gains a token for each rank that a friendly unit in Long Range loses."""
    state, tray = game.state, moment.tray
    yield from ()
    if tray is None or state.pose[unit] is None or not friendly(state, moment.unit, state.seat[unit]):
        return
    if moment.unit == unit or is_near(state, unit, tray, long_range(state)):
        state.counters[unit]["order"] = state.counters[unit].get("order", 0) + moment.notes["ranks"]


@passive("names-on-the-list", "attack-dice")
def _name_one(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Pay a token to destroy an infantry attachment of the defender after the attack."""
    state = game.state
    fight = melee_of(moment)
    if fight is None or not state.counters[unit].get("order") or not infantry_in(state, fight.defender):
        return
    if (yield from may(state.seat[unit], "name", CARD, unit=label(state, unit))):
        state.counters[unit]["order"] -= 1
        fight.after.append(_strike_off)


def _strike_off(game: War, fight: Fight) -> Flow[None]:
    yield from destroy_one(game, fight.defender, game.state.seat[fight.attacker], fight.attacker)


@passive("interrogate", "attack-end")
def _interrogate(game: War, moment: Moment, unit: int) -> Flow[None]:
    """After destroying an enemy in melee, it may look at the opponent's hand and discard a card from it."""
    state, fight = game.state, melee_of(moment)
    if fight is None or state.health[moment.target] or fight.felled is False:
        return
    seat, other = state.seat[unit], state.seat[moment.target]
    if not len(state.hands[other]):
        return
    if not (yield from may(seat, "interrogate", CARD, unit=label(state, unit))):
        return
    hand, mask = state.hands[other], mask_of((seat, other))
    seen = []
    for _ in range(len(hand)):
        seen.append(game.chance.look(hand, mask))
        hand.move_top_under()
    answer = yield from ask(seat, CardChooser(sorted(seen), "discard", CARD, may_pass=False))
    if isinstance(answer, ChooseCard):
        discard(game, other, (answer.card,))


@passive("jokins-protector", "attack-end", role="any")
def _protect_jokin(game: War, moment: Moment, unit: int) -> Flow[None]:
    """After an attack on Jokin's unit, even one that destroys it, the unit attacks or charges: icefire:ruling.148."""
    state, fight = game.state, moment.fight
    seat = state.seat[unit]
    if fight is None or friendly(state, moment.unit, seat) or not friendly(state, moment.target, seat):
        return
    fell = not state.health[moment.target] and any(
        state.cards.attachments[id].is_person("Jokin") for id in fight.defended
    )
    if fell or moment.target in units_of_person(state, seat, "Jokin"):
        yield from strike(game, unit, moment.unit, CARD)


@passive("pirates-blades", "attack-end")
def _share_out(game: War, moment: Moment, unit: int) -> Flow[None]:
    """After a melee attack, the unit restores 1 Wound for each Pillage token."""
    if melee_of(moment) is not None:
        restore(game, unit, pillage(game.state, unit))
    yield from ()


@passive("raiders-of-the-free-cities", "attack-end")
def _plunder(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Each rank destroyed by a melee attack gives a Pillage token, up to 2."""
    state = game.state
    fight = melee_of(moment)
    if fight is not None and fight.ranks_destroyed:
        state.counters[unit]["pillage"] = min(2, pillage(state, unit) + fight.ranks_destroyed)
    yield from ()


@passive("sadistic-mutilation", "attack-end")
def _mutilate(game: War, moment: Moment, unit: int) -> Flow[None]:
    """After a melee attack, expend the defender's Weakened token to destroy an infantry attachment in it."""
    state = game.state
    enemy = moment.target
    if melee_of(moment) is None or not has_condition(state, enemy, "weakened") or not infantry_in(state, enemy):
        return
    if (yield from may(state.seat[unit], "mutilate", CARD, unit=label(state, unit))):
        take_condition(game, enemy, "weakened", expended=True)
        yield from destroy_one(game, enemy, state.seat[unit], unit)


@passive("swift-strike", "attack-end")
def _swift_strike(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The unit may retreat after its melee attack."""
    state = game.state
    if melee_of(moment) is None or not can_act(state, unit, ("retreat",)):
        return
    if (yield from may(state.seat[unit], "retreat", CARD, unit=label(state, unit))):
        yield from act(game, unit, ("retreat",), rule=CARD)


@passive("trackers-bow", "attack-end")
def _tracked(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The defender becomes Vulnerable after a ranged attack."""
    if moment.kind == "ranged":
        give_condition(game, moment.target, "vulnerable")
    yield from ()


# Tests ---------------------------------------------------------------------------------------------------------------


@passive("boisterous-charisma", "test-passed")
def _charisma(game: War, moment: Moment, unit: int) -> Flow[None]:
    """When the unit passes a Panic Test, an enemy in Short Range becomes Vulnerable or Weakened."""
    state = game.state
    seat = state.seat[unit]
    near = [enemy for enemy in enemies_on_table(state, seat) if within(state, unit, enemy, short_range(state))]
    if moment.test is None or moment.test.kind != "panic" or not near:
        return
    enemy = yield from choose_unit(state, seat, near, "ability", CARD)
    if (yield from aim(game, seat, enemy, source=unit)):
        condition = yield from choose_condition(state, seat, ("vulnerable", "weakened"), "give", CARD, enemy)
        give_condition(game, enemy, condition)


@passive("weaken-resolve", "test-failed", role="any")
def _weaken_resolve(game: War, moment: Moment, unit: int) -> Flow[None]:
    """An enemy engaged with the unit becomes Weakened when it fails a Panic Test."""
    if moment.test is not None and moment.test.kind == "panic" and unit in moment.test.held:
        give_condition(game, moment.unit, "weakened")
    yield from ()


# Other abilities -----------------------------------------------------------------------------------------------------


@passive("motivated-by-coin", "activation", ready=lambda state, _, unit: _is_paid(state, unit), edition=SEASON_6)
def _paid(game: War, moment: Moment, unit: int) -> Flow[None]:
    """In Season 6 the unit restores 1 Wound when it activates, unless the opponent controls Wealth."""
    if _is_paid(game.state, unit):
        restore(game, unit, 1)
    yield from ()


@passive("motivated-by-coin", "zone-claimed", role="any", ready=claims_wealth, edition=EDITION_2021)
def _hired(game: War, moment: Moment, unit: int) -> Flow[None]:
    """In the 2021 edition the unit may attack instead of the effect of Wealth."""
    yield from instead_of(game, moment, unit, "wealth", ATTACKS)


@passive("knightly-vow", "round-start", role="any")
def _swear(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Before the first round, choose an enemy against which charge dice may be re-rolled."""
    state = game.state
    found = enemies_on_table(state, state.seat[unit])
    if state.round == 1 and found:
        enemy = yield from choose_unit(state, state.seat[unit], found, "vow", CARD)
        add_effect(state, Effect("sworn-at", enemy, state.seat[unit], "match"))
        add_effect(state, Effect(VOW, unit, state.seat[unit], "match", enemy))


@passive("knightly-vow", "charge-rolled")
def _keep_vow(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Charge dice may be re-rolled when charging that enemy: icefire:reroll.1."""
    state = game.state
    vows = [one.value for one in state.effects if (one.name, one.unit) == (VOW, unit)]
    if moment.action != "charge" or moment.target not in vows:
        return
    yield from reroll_distance(game, moment, state.seat[unit])


@passive("war-elephant", "action-chosen")
def _elephant(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Without friendly Golden Company infantry in Long Range, the unit acts only if it passes a Morale Test."""
    state = game.state
    led = any(
        friend != unit
        and counts_as(state, friend, "Golden Company")
        and unit_card(state, friend).type == "infantry"
        and within(state, unit, friend, long_range(state))
        for friend in units_on_table(state, state.seat[unit])
    )
    if not led and not (yield from morale_test(game, unit, state.seat[unit])):
        moment.canceled = True
