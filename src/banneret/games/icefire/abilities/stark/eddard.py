"""House Stark: the Tactics cards of Eddard Stark, Rodrik Cassel and Howland Reed.

They are played under icefire:deck.5.
"""

from __future__ import annotations

from banneret.games.icefire.abilities.any_faction.units import reroll_distance
from banneret.games.icefire.abilities.card_search import attach, detach
from banneret.games.icefire.abilities.stark.card_ids import (
    BOG_DEVIL_AMBUSH,
    COMBAT_PROWESS,
    CRANNOG_TRAPS,
    FURY_FOR_THE_FALLEN,
    LEAD_BY_EXAMPLE,
    MARTIAL_SUPERIORITY,
    NORTHERN_DEFIANCE,
    PRESS_THE_ADVANTAGE,
    THE_THREAT_UNSEEN,
)
from banneret.games.icefire.abilities.stark.cards import RULE, end_effect
from banneret.games.icefire.abilities.stark.units import take_boon
from banneret.games.icefire.abilities.strikes import act, can_act, strike, strikes
from banneret.games.icefire.abilities.targets import (
    aim_card,
    enemies,
    friends,
    in_range,
    open_to,
    test_of_a_friend,
    the_unit,
)
from banneret.games.icefire.actions import Choose
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import Source, attached, card, choices, lasting, number, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.board.hands import draw_cards
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.rerolls import reroll
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.moments import NO_CARDS
from banneret.games.icefire.rules.movement.movement import danger
from banneret.games.icefire.rules.table.affiliations import counts_as, units_of_person
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_condition, choose_unit, choose_unit_if_any
from banneret.games.icefire.rules.table.conditions import conditions_of, give_condition, take_condition
from banneret.games.icefire.rules.table.engagement import enemies_of, is_engaged
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.ground import long_range, short_range, within
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.removal import lose_condition
from banneret.games.icefire.rules.table.surroundings import ignores
from banneret.games.icefire.rules.table.units import ranks_lost, units_on_table
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State, Use
from banneret.kernel.flow import Flow, ask

FURY = "fury-for-the-fallen"
"""The effect on a unit that may re-roll when it avenges a destroyed friend."""
TRAPPED = "crannog-traps"
"""The effect on a unit in Crannog Traps: every ground is Dangerous to it. With suffix `-slow`, it has -1 to Speed."""
PRESSING = choices("highest", "hit", "silence")
AMBUSH = choices("weaken", "shoot")
STRIKES = ("melee", "ranged")


# Eddard Stark --------------------------------------------------------------------------------------------------------


@card(NORTHERN_DEFIANCE, can=test_of_a_friend)
def _northern_defiance(game: War, use: Use) -> Flow[None]:
    """Re-roll a Panic Test, or pass it near Eddard: icefire:reroll.1, icefire:panic.1.

    Eddard's own unit also inflicts Wounds on an enemy engaged with it.
    """
    state, unit, test = game.state, use.moment.unit, use.moment.test
    if test is None:
        return
    eddard = units_of_person(state, use.seat, "Eddard Stark")
    enemy = NO_UNIT
    if unit in eddard:
        enemy = yield from choose_unit_if_any(state, use.seat, enemies_of(state, unit), "wound", RULE)
        if enemy != NO_UNIT and not (yield from aim_card(game, use, [enemy])):
            return
    if any(state.pose[one] is not None and within(state, unit, one, short_range(state)) for one in eddard):
        test.settled = True
    elif test.roll is not None:
        yield from reroll(game, test.roll, use.seat, "test", RULE)
    if enemy != NO_UNIT:
        yield from suffer(game, enemy, 1 + ranks_lost(state, unit), use.seat, unit)


def _others_near(state: State, use: Use) -> list[int]:
    unit = use.moment.unit
    if state.pose[unit] is None:
        return []
    others = [one for one in units_on_table(state, use.seat) if one != unit]
    return open_to(state, use, in_range(state, unit, others, "long"))


@card(LEAD_BY_EXAMPLE, targets=(_others_near,))
def _lead_by_example(game: War, use: Use) -> Flow[None]:
    """Attach to a friendly unit in Long Range for the round: icefire:deck.6."""
    yield from ()
    attach(game.state, use.id, use.targets[0], use.seat)


@number(LEAD_BY_EXAMPLE, "morale")
def _led(state: State, source: Source, unit: int) -> int:
    """+2 to tests."""
    return 2


@shape(LEAD_BY_EXAMPLE)
def _led_in_melee(state: State, fight: Fight, source: Source) -> None:
    """+1 to hit in melee."""
    if fight.kind == "melee":
        fight.hit_modifier += 1


@attached(LEAD_BY_EXAMPLE, "round-end", role="any")
def _no_longer_led(game: War, moment: Moment, unit: int) -> Flow[None]:
    yield from ()
    detach(game.state, LEAD_BY_EXAMPLE, unit)


@card(LEAD_BY_EXAMPLE, use=1)
@card(FURY_FOR_THE_FALLEN, use=1)
def _draw(game: War, use: Use) -> Flow[None]:
    """Draw a card: icefire:cleanup.12."""
    yield from draw_cards(game, use.seat, 1)


def _eddards_unit(state: State, use: Use) -> list[int]:
    units = units_of_person(state, use.seat, "Eddard Stark")
    return [
        one
        for one in open_to(state, use, units)
        if state.pose[one] is not None and can_act(state, one, STRIKES, charges=True)
    ]


@card(FURY_FOR_THE_FALLEN, targets=(_eddards_unit,))
def _fury_for_the_fallen(game: War, use: Use) -> Flow[None]:
    """Eddard's unit attacks or charges, with re-rolls if the defender was destroyed: icefire:terms.8."""
    state, unit = game.state, use.targets[0]
    if not state.health[use.moment.target]:
        add_effect(state, Effect(FURY, unit, use.seat, "turn"))
    yield from act(game, unit, STRIKES, charges=True, rule=RULE)
    end_effect(state, FURY, unit)


@shape(FURY)
def _furious(state: State, fight: Fight, source: Source) -> None:
    fight.rerolls.add((source.seat, "attack"))


@lasting(FURY, "charge-rolled")
def _furious_charge(game: War, moment: Moment, unit: int) -> Flow[None]:
    yield from reroll_distance(game, moment, game.state.seat[unit])


# Rodrik Cassel -------------------------------------------------------------------------------------------------------


@card(COMBAT_PROWESS, can=lambda state, use: bool(conditions_of(state, use.moment.target)))
def _combat_prowess(game: War, use: Use) -> Flow[None]:
    """Expend a Condition token of the enemy to cancel the effect that targets it: icefire:ruling.63."""
    state, enemy = game.state, use.moment.target
    tokens = conditions_of(state, enemy)
    if tokens:
        condition = yield from choose_condition(state, use.seat, tokens, "lose", RULE, enemy)
        take_condition(game, enemy, condition, expended=True)
        use.moment.canceled = True


@card(
    COMBAT_PROWESS,
    use=1,
    targets=(friends(where=lambda state, unit: is_engaged(state, unit) and state.conditions[unit] > 0),),
)
def _shake_off(game: War, use: Use) -> Flow[None]:
    """An engaged friendly unit loses a Condition token: icefire:condition.1."""
    yield from lose_condition(game, use.targets[0], use.seat, RULE)


@card(MARTIAL_SUPERIORITY)
def _martial_superiority(game: War, use: Use) -> Flow[None]:
    """The attacker suffers 1 Hit for each Miss, and has -1 to hit against Rodrik's unit: icefire:terms.12."""
    yield from ()
    state, fight = game.state, use.moment.fight
    if fight is None:
        return
    if fight.defender in units_of_person(state, use.seat, "Rodrik Cassel"):
        fight.hit_modifier -= 1

    def answer(game: War, fight: Fight) -> Flow[None]:
        if game.state.health[fight.attacker]:
            yield from suffer_hits(game, fight.attacker, fight.misses, use.seat)

    fight.after.append(answer)


@card(PRESS_THE_ADVANTAGE)
def _press_the_advantage(game: War, use: Use) -> Flow[None]:
    """Choose one boon, plus one for each Condition token on the defender: icefire:card.11, icefire:stacking.3."""
    state, fight = game.state, use.moment.fight
    if fight is None:
        return
    left = list(PRESSING)
    for _ in range(min(1 + len(conditions_of(state, fight.defender)), len(PRESSING))):
        answer = yield from ask(use.seat, ThingChooser(left, "pressing", RULE))
        if not isinstance(answer, Choose):
            return
        left.remove(answer.choice)
        if answer.choice == "silence":
            for name in (NO_ABILITIES, NO_CARDS):
                add_effect(state, Effect(name, fight.defender, use.seat, "turn"))
        else:
            take_boon(state, fight, answer.choice)


# Howland Reed --------------------------------------------------------------------------------------------------------


def _crannogmen_near(state: State, seat: int, enemy: int) -> list[int]:
    """List a seat's Crannogman units in Long Range of an enemy; none if the enemy has meanwhile been destroyed."""
    if state.pose[enemy] is None:
        return []
    return [
        unit
        for unit in units_on_table(state, seat)
        if counts_as(state, unit, "Crannogman") and within(state, unit, enemy, long_range(state))
    ]


def _may_be_trapped(state: State, use: Use) -> bool:
    """In 2021 the card is played when a combat unit activates, in Season 6 when it moves."""
    return use.moment.unit != NO_UNIT


@card(CRANNOG_TRAPS, can=_may_be_trapped, edition=SEASON_6)
def _crannog_traps(game: War, use: Use) -> Flow[None]:
    """The enemy is slower, and the ground is Dangerous to it if Crannogmen are near: icefire:keyword.dangerous."""
    yield from ()
    state, enemy = game.state, use.moment.unit
    if state.pose[enemy] is None:  # destroyed by an effect declared earlier
        return
    add_effect(state, Effect(f"{TRAPPED}-slow", enemy, use.seat, "turn"))
    if _crannogmen_near(state, use.seat, enemy):
        add_effect(state, Effect(TRAPPED, enemy, use.seat, "turn"))


@card(CRANNOG_TRAPS, can=_may_be_trapped, edition=EDITION_2021)
def _crannog_traps_of_2021(game: War, use: Use) -> Flow[None]:
    """In 2021 every ground is Dangerous to the enemy, and it is slower if Crannogmen are near."""
    yield from ()
    state, enemy = game.state, use.moment.unit
    if state.pose[enemy] is None:  # destroyed by an effect declared earlier
        return
    if _crannogmen_near(state, use.seat, enemy):
        add_effect(state, Effect(f"{TRAPPED}-slow", enemy, use.seat, "turn"))
    add_effect(state, Effect(TRAPPED, enemy, use.seat, "turn"))


@number(f"{TRAPPED}-slow", "speed")
def _slow(state: State, source: Source, unit: int) -> int:
    """-1 to Speed."""
    return -1


@lasting(TRAPPED, "move-end", edition=SEASON_6)
def _trap(game: War, moment: Moment, unit: int) -> Flow[None]:
    """In Season 6 all moves of the turn lead through Dangerous terrain: icefire:ruling.142."""
    if not ignores(game.state, unit, "dangerous"):
        yield from danger(game, unit)


@lasting(TRAPPED, "move-end", edition=EDITION_2021)
def _trap_of_2021(game: War, moment: Moment, unit: int) -> Flow[None]:
    """In 2021 those of the actions that the card names."""
    if moment.action in ("maneuver", "march", "retreat"):
        yield from _trap(game, moment, unit)


def _ambushers(state: State, use: Use) -> list[int]:
    enemy = use.moment.unit
    return [
        unit
        for unit in open_to(state, use, _crannogmen_near(state, use.seat, enemy))
        if not state.activated[unit] and strikes(state, unit, enemy, ("ranged",))
    ]


def _may_be_ambushed(state: State, use: Use) -> bool:
    return use.moment.unit != NO_UNIT and bool(_crannogmen_near(state, use.seat, use.moment.unit))


@card(BOG_DEVIL_AMBUSH, targets=(the_unit,), can=_may_be_ambushed)
def _bog_devil_ambush(game: War, use: Use) -> Flow[None]:
    """An enemy near Crannogmen becomes Weakened, or one of them shoots at it: icefire:ranged.4."""
    state, enemy = game.state, use.targets[0]
    able = _ambushers(state, use)
    if able:
        answer = yield from ask(use.seat, ThingChooser(AMBUSH, "ambush", RULE))
        if isinstance(answer, Choose) and answer.choice == "shoot":
            unit = yield from choose_unit(state, use.seat, able, "ambush", RULE)
            yield from strike(game, unit, enemy, RULE, ("ranged",))
            return
    give_condition(game, enemy, "weakened")


def _unseen_threat(state: State, use: Use) -> list[int]:
    return [
        enemy
        for enemy in enemies()(state, use)
        if any(not is_engaged(state, unit) for unit in _crannogmen_near(state, use.seat, enemy))
    ]


@card(THE_THREAT_UNSEEN, targets=(_unseen_threat,))
def _the_threat_unseen(game: War, use: Use) -> Flow[None]:
    """An enemy near Crannogmen becomes Panicked and takes a Panic Test: icefire:panic.1."""
    give_condition(game, use.targets[0], "panicked")
    yield from panic_test(game, use.targets[0], use.seat)
