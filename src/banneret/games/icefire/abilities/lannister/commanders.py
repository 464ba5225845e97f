"""House Lannister: Tactics cards of Tyrion, the High Sparrow, Joffrey, Addam Marbrand and Kevan: icefire:deck.5."""

from __future__ import annotations

from banneret.games.icefire.abilities.any_faction.numbers import until_attacked
from banneret.games.icefire.abilities.card_search import attach, detach
from banneret.games.icefire.abilities.lannister.card_ids import (
    CHARISMATIC_LEADERSHIP,
    CUNNING_PLOY,
    FALSE_AGENDA,
    I_AM_THE_KING,
    INTERCEPT_ORDERS,
    LASH_OUT,
    MERCY_OF_THE_MOTHER,
    PREDICTABLE_MANEUVERS,
    PROTECTION_OF_THE_FATHER,
    SEEING_THEIR_FLAWS,
    TRAITORS_I_WILL_HAVE_THEIR_HEADS,
    VALIANT_EXAMPLE,
    WEALTH_OF_THE_ROCK,
    WRATH_OF_THE_WARRIOR,
    YOU_WILL_OBEY_ME,
)
from banneret.games.icefire.abilities.lannister.cards import RULE
from banneret.games.icefire.abilities.strikes import act, can_act
from banneret.games.icefire.abilities.targets import (
    aim_card,
    enemies,
    enemy_ncus,
    friends,
    not_replaced,
    the_target,
    the_unit,
)
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.effects.registry import Source, attached, card, choices, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.free_actions import can_attack
from banneret.games.icefire.rules.combat.morale import morale_test
from banneret.games.icefire.rules.combat.wounds import restore, suffer
from banneret.games.icefire.rules.moments import NO_CARDS
from banneret.games.icefire.rules.table.affiliations import units_of_person
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_condition, choose_unit, may
from banneret.games.icefire.rules.table.conditions import CONDITIONS, give_condition
from banneret.games.icefire.rules.table.control import ZONES, controls, free_zones
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.ground import long_range, short_range, within
from banneret.games.icefire.rules.table.removal import lose_condition
from banneret.games.icefire.rules.table.units import enemies_on_table, ranks_lost, units_on_table
from banneret.games.icefire.state import Effect, Fight, Moment, State, Use
from banneret.kernel.flow import Flow, ask

choices(*ZONES)


def _is_near(state: State, seat: int, person: str, unit: int, length: int) -> bool:
    """Return whether a unit is within a distance of the unit with a person."""
    return any(
        state.pose[one] is not None and within(state, one, unit, length) for one in units_of_person(state, seat, person)
    )


def give_any(game: War, seat: int, unit: int) -> Flow[None]:
    """Let a player give a unit a Condition token of any type."""
    condition = yield from choose_condition(game.state, seat, CONDITIONS, "give", RULE, unit)
    give_condition(game, unit, condition)


# Tyrion Lannister ----------------------------------------------------------------------------------------------------


@card(FALSE_AGENDA)
def _false_agenda(game: War, use: Use) -> Flow[None]:
    """After the effect of the claimed zone, its claimant may be moved to another zone.

    If the claimed zone was Tactics, an enemy gains a Condition token.
    """
    state = game.state
    ncu = use.moment.ncu

    def lure(game: War, moment: Moment) -> Flow[None]:
        free = free_zones(state)
        if moment.ncu != ncu or not free:
            return
        answer = yield from ask(use.seat, ThingChooser(free, "move-ncu", RULE, may_pass=True))
        if not isinstance(answer, Choose):
            return
        state.ncu_zone[ncu] = answer.choice
        found = enemies_on_table(state, use.seat)
        if moment.zone == "tactics" and found:
            enemy = yield from choose_unit(state, use.seat, found, "target", RULE)
            if (yield from aim_card(game, use, [enemy])):
                yield from give_any(game, use.seat, enemy)

    if state.turn is not None:
        state.turn.later.append(("zone-done", lure))
    yield from ()


PLOYS = ("maneuver", "march", "retreat")


def _can_move_instead(state: State, use: Use) -> list[int]:
    return [
        unit for unit in friends()(state, use) if unit != use.moment.unit and can_act(state, unit, PLOYS)
    ]  # fmt: skip  # several to a line


@card(CUNNING_PLOY, targets=(_can_move_instead,), can=not_replaced)
def _cunning_ploy(game: War, use: Use) -> Flow[None]:
    """Another friendly unit moves instead of this unit's action.

    If either unit has Tyrion, an enemy near him first becomes Vulnerable.
    """
    state = game.state
    use.moment.replaced = True
    tyrions = units_of_person(state, use.seat, "Tyrion Lannister")
    if use.moment.unit in tyrions or use.targets[0] in tyrions:
        near = [
            enemy
            for enemy in enemies_on_table(state, use.seat)
            if _is_near(state, use.seat, "Tyrion Lannister", enemy, long_range(state))
        ]
        if near:
            enemy = yield from choose_unit(state, use.seat, near, "target", RULE)
            give_condition(game, enemy, "vulnerable")
    yield from act(game, use.targets[0], PLOYS, rule=RULE)


def _targets_of_zone(state: State, seat: int, zone: str) -> list[int]:
    """List the possible targets of a zone's effect: icefire:zone.crown and the others."""
    if zone in ("crown", "tactics"):
        return enemies_on_table(state, seat)
    own = units_on_table(state, seat)
    if zone == "combat":
        return [unit for unit in own if can_attack(state, unit)]
    return own + enemies_on_table(state, seat) if zone == "wealth" else own


@card(INTERCEPT_ORDERS)
def _intercept_orders(game: War, use: Use) -> Flow[None]:
    """On 3 or more the zone must have another target; a target near Tyrion gains a Condition token."""
    state = game.state
    moment = use.moment
    roll = game.chance.pick(6) + 1
    if (
        roll < 3
        and controls(state, use.seat, "tactics")
        and (yield from may(use.seat, "reroll", "icefire:reroll.1", roll=roll))
    ):
        roll = game.chance.pick(6) + 1
    others = [unit for unit in _targets_of_zone(state, moment.seat, moment.zone) if unit != moment.target]
    if roll < 3 or not others:
        return
    moment.target = yield from choose_unit(state, moment.seat, others, "target", RULE)
    if _is_near(state, use.seat, "Tyrion Lannister", moment.target, long_range(state)):
        yield from give_any(game, use.seat, moment.target)


# The High Sparrow ----------------------------------------------------------------------------------------------------


@card(MERCY_OF_THE_MOTHER, targets=(the_unit,))
def _mercy_of_the_mother(game: War, use: Use) -> Flow[None]:
    """The unit loses a Condition token and restores 1 Wound.

    If it passes a Morale Test, it instead restores 2 Wounds, plus 1 for each destroyed rank.
    """
    state = game.state
    unit = use.targets[0]
    yield from lose_condition(game, unit, use.seat, RULE)
    passed = yield from morale_test(game, unit, use.seat)
    restore(game, unit, 2 + ranks_lost(state, unit) if passed else 1)


@card(PROTECTION_OF_THE_FATHER, targets=(the_target,))
def _protection_of_the_father(game: War, use: Use) -> Flow[None]:
    """The defender blocks 3 Hits if it passes a Morale Test, otherwise 1."""
    passed = yield from morale_test(game, use.targets[0], use.seat)
    if use.moment.fight is not None:
        use.moment.fight.blocked += 3 if passed else 1


@card(WRATH_OF_THE_WARRIOR, targets=(the_unit,))
def _wrath_of_the_warrior(game: War, use: Use) -> Flow[None]:
    """The attack has +1 to hit and Sundering if the unit passes a Morale Test, otherwise 1 more Hit."""
    passed = yield from morale_test(game, use.targets[0], use.seat)
    fight = use.moment.fight
    if fight is not None and passed:
        fight.hit_modifier += 1
        fight.keywords.add("sundering")
    elif fight is not None:
        fight.extra_hits += 1


# Joffrey Baratheon ---------------------------------------------------------------------------------------------------


@card(YOU_WILL_OBEY_ME, targets=(the_unit,))
def _you_will_obey_me(game: War, use: Use) -> Flow[None]:
    """2 more dice and Sundering; an attacker that destroys no rank becomes Panicked and Vulnerable."""
    fight = use.moment.fight
    if fight is None:
        return
    fight.extra_dice += 2
    fight.keywords.add("sundering")

    def blame(game: War, fight: Fight) -> Flow[None]:
        if not fight.ranks_destroyed:
            give_condition(game, fight.attacker, "panicked")
            give_condition(game, fight.attacker, "vulnerable")
        yield from ()

    fight.after.append(blame)
    yield from ()


@card(TRAITORS_I_WILL_HAVE_THEIR_HEADS, targets=(enemies(),))
def _traitors(game: War, use: Use) -> Flow[None]:
    """Attach to an enemy."""
    attach(game.state, TRAITORS_I_WILL_HAVE_THEIR_HEADS, use.targets[0], use.seat)
    yield from ()


@shape(TRAITORS_I_WILL_HAVE_THEIR_HEADS, "defender")
def _hunted(state: State, fight: Fight, source: Source) -> None:
    """Melee attacks against the unit have Vicious."""
    if fight.kind == "melee":
        fight.keywords.add("vicious")


@attached(TRAITORS_I_WILL_HAVE_THEIR_HEADS, "attack-end", role="target")
def _hunting(game: War, moment: Moment, unit: int) -> Flow[None]:
    """Record the unit's attackers for the round; one may attack several such units."""
    state = game.state
    record = Effect("hunts-traitors", moment.unit, state.seat[moment.unit], "round", unit)
    if record not in state.effects:
        state.effects = (*state.effects, record)
    yield from ()


@attached(TRAITORS_I_WILL_HAVE_THEIR_HEADS, "round-end", role="any")
def _unpunished(game: War, moment: Moment, unit: int) -> Flow[None]:
    """If the unit survives the round, those who attacked it become Panicked and Vulnerable."""
    state = game.state
    for effect in state.effects:
        if (effect.name, effect.value) == ("hunts-traitors", unit):
            give_condition(game, effect.unit, "panicked")
            give_condition(game, effect.unit, "vulnerable")
    detach(state, TRAITORS_I_WILL_HAVE_THEIR_HEADS, unit)
    yield from ()


@card(I_AM_THE_KING, targets=(the_target,))
def _i_am_the_king(game: War, use: Use) -> Flow[None]:
    """The defender blocks 2 more Hits, and becomes Panicked and Weakened after the attack."""
    fight = use.moment.fight
    if fight is not None:
        fight.blocked += 2
        fight.after.append(_shame)
    yield from ()


def _shame(game: War, fight: Fight) -> Flow[None]:
    give_condition(game, fight.defender, "panicked")
    give_condition(game, fight.defender, "weakened")
    yield from ()


# Addam Marbrand ------------------------------------------------------------------------------------------------------


@card(CHARISMATIC_LEADERSHIP, targets=(the_target,))
def _charismatic_leadership(game: War, use: Use) -> Flow[None]:
    """If a Morale Test is passed, cancel the effect of the Order, non-combat unit or zone.

    The test has +2 in Short Range of Addam Marbrand.
    """
    state = game.state
    unit = use.targets[0]
    near = _is_near(state, use.seat, "Addam Marbrand", unit, short_range(state))
    if (yield from morale_test(game, unit, use.seat, modifier=2 if near else 0)):
        use.moment.canceled = True


def _can_lash_out(state: State, use: Use) -> bool:
    return state.health[use.moment.unit] > 0 and state.health[use.moment.target] > 0


@card(LASH_OUT, targets=(the_unit,), can=_can_lash_out)
def _lash_out(game: War, use: Use) -> Flow[None]:
    """The attacker suffers 2 Wounds for each destroyed rank of the defender.

    If the defender is Addam Marbrand's unit, the attacker also becomes Panicked.
    """
    state = game.state
    defender = use.moment.target
    yield from suffer(game, use.targets[0], 2 * ranks_lost(state, defender), use.seat, defender)
    if defender in units_of_person(state, use.seat, "Addam Marbrand"):
        give_condition(game, use.targets[0], "panicked")


@card(VALIANT_EXAMPLE, targets=(the_unit,))
def _valiant_example(game: War, use: Use) -> Flow[None]:
    """All other friendly units in Long Range restore 1 Wound, plus 1 for each destroyed rank of Addam's unit.

    Then Addam's unit restores 2.
    """
    state = game.state
    unit = use.targets[0]
    for friend in units_on_table(state, use.seat):
        if friend != unit and within(state, unit, friend, long_range(state)):
            restore(game, friend, 1 + ranks_lost(state, unit))
    restore(game, unit, 2)
    yield from ()


# Kevan Lannister -----------------------------------------------------------------------------------------------------

ANSWERS = ("ranged", "melee", "maneuver", "retreat")


@card(PREDICTABLE_MANEUVERS, targets=(enemies(),))
def _predictable_maneuvers(game: War, use: Use) -> Flow[None]:
    """Before one of two named enemies acts this turn, a friendly unit makes an Attack, Maneuver or Retreat."""
    state = game.state
    named = enemy_ncus(state, use.seat)
    watched = ""
    if named:
        answer = yield from ask(use.seat, ThingChooser(named, "ncu", RULE))
        watched = answer.choice if isinstance(answer, Choose) else ""
    done = False

    def forestall(game: War, moment: Moment) -> Flow[None]:
        nonlocal done
        acts = state.ncu_labels[moment.ncu] == watched if moment.event == "zone-claimed" else (
            moment.unit == use.targets[0]
        )  # fmt: skip  # several to a line
        found = [unit for unit in units_on_table(state, use.seat) if can_act(state, unit, ANSWERS)]
        if done or not acts or not found:
            return
        done = True
        unit = yield from choose_unit(state, use.seat, found, "ability", RULE)
        yield from act(game, unit, ANSWERS, rule=RULE)

    if state.turn is not None:
        state.turn.later.append(("action-chosen", forestall))
        state.turn.sooner.append(("zone-claimed", forestall))  # an effect that replaces the zone's comes after it


def _stands(state: State, use: Use) -> bool:
    return state.health[use.moment.unit] > 0


@card(SEEING_THEIR_FLAWS, targets=(the_unit,), can=_stands)
def _seeing_their_flaws(game: War, use: Use) -> Flow[None]:
    """The enemy becomes Vulnerable and Panicked, and the card is attached to it for the round."""
    give_condition(game, use.targets[0], "vulnerable")
    give_condition(game, use.targets[0], "panicked")
    attach(game.state, SEEING_THEIR_FLAWS, use.targets[0], use.seat)
    yield from ()


@shape(SEEING_THEIR_FLAWS, "any")
def _flawed(state: State, fight: Fight, source: Source) -> None:
    """While Kevan's unit attacks the unit, it has no abilities and cannot be targeted by its side's cards."""
    if fight.defender == source.unit and fight.attacker in units_of_person(state, source.seat, "Kevan Lannister"):
        for name in (NO_ABILITIES, NO_CARDS):
            until_attacked(state, fight, name, source.unit)


@attached(SEEING_THEIR_FLAWS, "round-end", role="any")
def _forgotten(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The card is removed at the end of the round."""
    detach(game.state, SEEING_THEIR_FLAWS, unit)
    yield from ()


def _gains(state: State, use: Use) -> tuple[bool, bool]:
    """Return whether Crown and Wealth count as controlled; both do for Kevan's unit."""
    if use.moment.target in units_of_person(state, use.seat, "Kevan Lannister"):
        return True, True
    return controls(state, use.seat, "crown"), controls(state, use.seat, "wealth")


def _gains_anything(state: State, use: Use) -> bool:
    return any(_gains(state, use))


@card(WEALTH_OF_THE_ROCK, targets=(the_target,), can=_gains_anything)
def _wealth_of_the_rock(game: War, use: Use) -> Flow[None]:
    """The defender has +2 to its Panic Test with Crown, and +1 to defense dice with Wealth."""
    crown, wealth = _gains(game.state, use)
    fight = use.moment.fight
    if fight is not None:
        fight.panic_modifier += 2 if crown else 0
        fight.defense_modifier += 1 if wealth else 0
    yield from ()
