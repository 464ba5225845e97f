"""Neutral armies: the Tactics cards. They are played under icefire:deck.5.

Issue Commands and Exploit Weakness are shared with House Lannister: see `lannister.cards`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from banneret.games.icefire.abilities.any_faction.numbers import until_attacked
from banneret.games.icefire.abilities.card_search import CardChooser, attach, take_any, take_back
from banneret.games.icefire.abilities.lannister.cards import RULE
from banneret.games.icefire.abilities.lannister.commanders import give_any
from banneret.games.icefire.abilities.neutral.card_ids import (
    A_FLAYED_MAN_HAS_NO_SECRETS,
    ADAPTIVE_METHODS,
    CARELESS_AGGRESSION,
    CRUEL_METHODS,
    FEAR_KEEPS_A_MAN_ALIVE,
    METICULOUS_PLANNING,
    OUR_BLADES_ARE_SHARP,
    PLANNING_AND_INSIGHT,
    RECKLESS_STRIKES,
    SADISTIC_GAMES,
    SELLSWORD_BRAVADO,
    SELLSWORD_NEGOTIATIONS,
    SPOILS_OF_WAR,
    SURPRISE_STRATEGY,
    THE_CRIPPLERS_INFAMY,
    THE_HIGH_SENESCHAL,
    WHISPERED_THREATS,
    WORTH_THE_RISK,
)
from banneret.games.icefire.abilities.targets import (
    aim_card,
    enemies,
    friends,
    near_failed,
    not_replaced,
    test_of_a_friend,
    the_unit,
)
from banneret.games.icefire.actions import Choose, ChooseCard, Discard
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6
from banneret.games.icefire.effects.registry import Source, attached, card, choices, lasting, shape
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.free_actions import can_attack, free_attack
from banneret.games.icefire.rules.board.board import activate_ncu
from banneret.games.icefire.rules.board.hands import DiscardChooser, discard
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.combat.morale import morale_test
from banneret.games.icefire.rules.combat.rerolls import reroll
from banneret.games.icefire.rules.combat.wounds import restore, suffer
from banneret.games.icefire.rules.table.affiliations import counts_as, units_of_person
from banneret.games.icefire.rules.table.choosers import (
    ThingChooser,
    choose_condition,
    choose_unit,
    choose_unit_if_any,
    may,
    may_choose_unit,
)
from banneret.games.icefire.rules.table.conditions import (
    CONDITIONS,
    conditions_of,
    give_condition,
    has_condition,
    take_condition,
)
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.engagement import enemies_of, is_engaged
from banneret.games.icefire.rules.table.facts import has_ability
from banneret.games.icefire.rules.table.ground import is_near, long_range, short_range, within
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.sides import friendly, opponent
from banneret.games.icefire.rules.table.units import (
    commander_unit,
    enemies_on_table,
    label,
    on_table,
    ranks_left,
    ranks_lost,
    unit_card,
    units_on_table,
)
from banneret.games.icefire.state import NO_UNIT, Effect, Fight, Moment, State, Test, Use
from banneret.kernel.flow import Flow, ask

BOLTON, STORMCROW, MUMMER = "House Bolton", "Stormcrow", "Bloody Mummer"
PLANS = choices("more-hits", "more-blocks")
CRUELTIES = choices("bolton-restores", "vulnerable", "weakened")
GAMES = choices("panicked", "weakened", "hits")


# The faction ---------------------------------------------------------------------------------------------------------


@card(PLANNING_AND_INSIGHT)
def _planning_and_insight(game: War, use: Use) -> Flow[None]:
    """1 more Hit, or 1 more Hit blocked; 2 with Tactics or for the Commander's unit."""
    state = game.state
    fight = use.moment.fight
    if fight is None:
        return
    leads = commander_unit(state, use.seat) in (fight.attacker, fight.defender)
    number = 2 if leads or controls(state, use.seat, "tactics") else 1
    answer = yield from ask(use.seat, ThingChooser(PLANS, "plan", RULE))
    if isinstance(answer, Choose) and answer.choice == "more-hits":
        fight.extra_hits += number
    else:
        fight.blocked += number


@card(ADAPTIVE_METHODS, targets=(enemies(),))
def _adaptive_methods(game: War, use: Use) -> Flow[None]:
    """An enemy gains a Condition token, and one on any unit may be replaced: icefire:condition.1.

    With Tactics, one may also be moved. A token is lost if the unit already has its replacement: icefire:ruling.65.
    """
    state = game.state
    yield from give_any(game, use.seat, use.targets[0])
    unit = yield from may_choose_unit(state, use.seat, _with_tokens(state), "replace-token", RULE)
    if unit != NO_UNIT:
        lost = yield from choose_condition(state, use.seat, conditions_of(state, unit), "lose", RULE, unit)
        others = [one for one in CONDITIONS if one != lost]
        gained = yield from choose_condition(state, use.seat, others, "give", RULE, unit)
        take_condition(game, unit, lost)
        give_condition(game, unit, gained)
    if not controls(state, use.seat, "tactics"):
        return
    unit = yield from may_choose_unit(state, use.seat, _with_tokens(state), "move-token", RULE)
    others_there = [one for one in on_table(state) if one != unit]
    if unit != NO_UNIT and others_there:
        moved = yield from choose_condition(state, use.seat, conditions_of(state, unit), "lose", RULE, unit)
        to = yield from choose_unit(state, use.seat, others_there, "target", RULE)
        take_condition(game, unit, moved)
        give_condition(game, to, moved)


def _with_tokens(state: State) -> list[int]:
    return [unit for unit in on_table(state) if conditions_of(state, unit)]


@card(WORTH_THE_RISK, targets=(the_unit,), can=test_of_a_friend)
def _worth_the_risk(game: War, use: Use) -> Flow[None]:
    """Dice may be re-rolled; near the Commander the test is passed. A unit that passes restores 2 Wounds."""
    state = game.state
    test = use.moment.test
    if test is None:
        return
    leader = commander_unit(state, use.seat)
    if leader != NO_UNIT and state.pose[leader] is not None and within(state, leader, test.unit, short_range(state)):
        test.settled = True
    elif test.roll is not None:
        yield from reroll(game, test.roll, use.seat, "test", "icefire:reroll.1")
    test.after.append(_worth_it)


def _worth_it(game: War, test: Test) -> Flow[None]:
    if test.passed:
        restore(game, test.unit, 2)
    yield from ()


def _cards_of_commander(state: State, seat: int) -> list[str]:
    return [id for id in state.decks[seat].cards if state.cards.tactics[id].commander is not None]


def _may_be_in_deck(state: State, use: Use) -> bool:
    """Return whether a Commander's card may be in the deck, according to public information."""
    unseen = (*state.hands[use.seat].cards, *state.decks[use.seat].cards)
    return len(state.decks[use.seat]) > 0 and any(state.cards.tactics[id].commander is not None for id in unseen)


@card(METICULOUS_PLANNING, can=_may_be_in_deck)
@card(METICULOUS_PLANNING, use=1, can=_may_be_in_deck)
def _meticulous_planning(game: War, use: Use) -> Flow[None]:
    """Take a Commander's card from the deck."""
    yield from take_any(game, use.seat, _cards_of_commander(game.state, use.seat), RULE)


def _can_return(state: State, use: Use) -> bool:
    rich = controls(state, use.seat, "tactics") or len(state.hands[use.seat]) >= 2
    return rich and bool(state.discards[use.seat])


@card(SURPRISE_STRATEGY, can=_can_return)
def _surprise_strategy(game: War, use: Use) -> Flow[None]:
    """Discard another card, unless Tactics is controlled, and return a card from the discard pile."""
    state = game.state
    returnable = state.discards[use.seat].copy()
    returnable.remove(use.id)  # the card itself, but not another copy of it
    if not controls(state, use.seat, "tactics"):
        if not len(state.hands[use.seat]):
            return
        given = yield from ask(use.seat, DiscardChooser(state, use.seat, 1))
        if isinstance(given, Discard):
            discard(game, use.seat, given.cards)
    answer = yield from ask(use.seat, CardChooser(returnable, "take", RULE, may_pass=False))
    if isinstance(answer, ChooseCard):
        take_back(game, use.seat, answer.card)


def _soldiers(state: State, unit: int) -> bool:
    return unit_card(state, unit).type in ("infantry", "cavalry")


@card(SPOILS_OF_WAR, targets=(friends(where=_soldiers),))
def _spoils_of_war(game: War, use: Use) -> Flow[None]:
    """Attach to a friendly cavalry or infantry unit."""
    attach(game.state, SPOILS_OF_WAR, use.targets[0], use.seat)
    yield from ()


@attached(SPOILS_OF_WAR, "rank-destroyed", role="any")
def _spoils(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The card gains a token for each enemy destroyed in Short Range, unless an effect kept it: icefire:units.12."""
    state = game.state
    if state.health[moment.unit] or friendly(state, moment.unit, state.seat[unit]) or moment.tray is None:
        return
    if is_near(state, unit, moment.tray, short_range(state)):
        state.counters[unit]["card-40407"] = state.counters[unit].get("card-40407", 0) + 1
    yield from ()


@shape(SPOILS_OF_WAR)
def _spoiled(state: State, fight: Fight, source: Source) -> None:
    """With 1 token, highest Attack Die Value and a Vulnerable defender in melee; with 2, also +1 to hit."""
    tokens = state.counters[source.unit].get("card-40407", 0)
    if fight.kind == "melee" and tokens:
        fight.highest_value = True
        fight.gives.append("vulnerable")
        fight.hit_modifier += 1 if tokens > 1 else 0


# Ramsay Snow ---------------------------------------------------------------------------------------------------------


def _is_afraid(state: State, use: Use) -> bool:
    return has_condition(state, use.moment.target, "panicked")


@card(OUR_BLADES_ARE_SHARP, targets=(the_unit,), can=_is_afraid)
def _our_blades_are_sharp(game: War, use: Use) -> Flow[None]:
    """Against a Panicked defender, Precision, and re-rolls for House Bolton."""
    fight = use.moment.fight
    if fight is not None and has_condition(game.state, fight.defender, "panicked"):
        fight.keywords.add("precision")
        if counts_as(game.state, fight.attacker, BOLTON):
            fight.rerolls.add((use.seat, "attack"))
    yield from ()


def _panicked(state: State, unit: int) -> bool:
    return has_condition(state, unit, "panicked")


@card(CRUEL_METHODS, targets=(enemies(where=_panicked),))
def _cruel_methods(game: War, use: Use) -> Flow[None]:
    """Expend a Panicked token for two of three effects; restoring a House Bolton unit may be chosen twice.

    icefire:condition.7.
    """
    state = game.state
    enemy = use.targets[0]
    take_condition(game, enemy, "panicked", expended=True)
    left = list(CRUELTIES)
    for _ in range(2):
        answer = yield from ask(use.seat, ThingChooser(left, "cruelty", RULE))
        if not isinstance(answer, Choose):
            return
        if answer.choice == "bolton-restores":
            near = _of_house_near(state, use.seat, enemy)
            unit = yield from choose_unit_if_any(state, use.seat, near, "restore", RULE)
            if unit != NO_UNIT:
                restore(game, unit, 2)
        else:
            left.remove(answer.choice)
            give_condition(game, enemy, answer.choice)


def _of_house_near(state: State, seat: int, enemy: int) -> list[int]:
    """List the friendly House Bolton units in Long Range of an enemy."""
    if state.pose[enemy] is None:
        return []
    return [
        unit
        for unit in units_on_table(state, seat)
        if counts_as(state, unit, BOLTON) and within(state, unit, enemy, long_range(state))
    ]


def _has_an_enemy(state: State, use: Use) -> bool:
    return bool(enemies_on_table(state, use.seat))


@card(SADISTIC_GAMES, can=_has_an_enemy, edition=SEASON_6)
def _sadistic_games(game: War, use: Use) -> Flow[None]:
    """The opponent chooses a Condition token, then the player chooses its targets."""
    yield from _sadistic_game(game, use, ("panicked", "weakened"))


@card(SADISTIC_GAMES, can=_has_an_enemy, edition=EDITION_2021)
def _sadistic_games_of_2021(game: War, use: Use) -> Flow[None]:
    """The opponent chooses a Condition token or Hits, then the player chooses the targets."""
    yield from _sadistic_game(game, use, ("panicked", "hits"))


def _sadistic_game(game: War, use: Use, games: tuple[str, str]) -> Flow[None]:
    state = game.state
    answer = yield from ask(opponent(state, use.seat), ThingChooser(games, "game", RULE))
    if not isinstance(answer, Choose):
        return
    if answer.choice == "hits":
        yield from _hound(game, use)
        return
    left, chosen = enemies_on_table(state, use.seat), []
    for _ in range(2):
        unit = yield from may_choose_unit(state, use.seat, left, "target", RULE)
        if unit == NO_UNIT:
            break
        chosen.append(unit)
        left.remove(unit)
    if (yield from aim_card(game, use, chosen)):
        for unit in chosen:
            give_condition(game, unit, answer.choice)


def _hound(game: War, use: Use) -> Flow[None]:
    """An engaged enemy suffers 2 Hits, plus 1 for each rank of the House Bolton units engaged with it."""
    state = game.state
    held = [enemy for enemy in enemies_on_table(state, use.seat) if is_engaged(state, enemy)]
    enemy = yield from choose_unit_if_any(state, use.seat, held, "target", RULE)
    if enemy != NO_UNIT and (yield from aim_card(game, use, [enemy])):
        boltons = [unit for unit in enemies_of(state, enemy) if counts_as(state, unit, BOLTON)]
        hits = 2 + sum(ranks_left(state, unit) for unit in boltons)
        yield from suffer_hits(game, enemy, hits, use.seat)


# Roose Bolton --------------------------------------------------------------------------------------------------------


def _to_expend(state: State, use: Use) -> list[int]:
    target = use.moment.target
    if target == NO_UNIT or state.pose[target] is None:
        return []
    return [
        enemy
        for enemy in enemies_on_table(state, use.seat)
        if conditions_of(state, enemy) and within(state, target, enemy, long_range(state))
    ]


@card(A_FLAYED_MAN_HAS_NO_SECRETS, targets=(_to_expend,))
def _no_secrets(game: War, use: Use) -> Flow[None]:
    """Expend a Condition token of a nearby enemy to cancel the ability or card: icefire:ruling.63."""
    state = game.state
    tokens = conditions_of(state, use.targets[0])
    if tokens:
        condition = yield from choose_condition(state, use.seat, tokens, "lose", RULE, use.targets[0])
        take_condition(game, use.targets[0], condition, expended=True)
        use.moment.canceled = True


def _near_the_failed(state: State, use: Use) -> list[int]:
    """List the friendly House Bolton units in Long Range of an enemy that has failed a test."""
    test = use.moment.test
    return [
        unit
        for unit in friends()(state, use)
        if counts_as(state, unit, BOLTON) and test is not None and near_failed(state, test, unit, "long")
    ]


def _any_bolton_near(state: State, use: Use) -> bool:
    return bool(_near_the_failed(state, use))


@card(FEAR_KEEPS_A_MAN_ALIVE, can=_any_bolton_near)
def _fear_keeps_a_man_alive(game: War, use: Use) -> Flow[None]:
    """House Bolton units restore among them the Wounds that the test cost, plus 1 near Roose."""
    state = game.state
    test = use.moment.test
    if test is None:
        return
    roose = units_of_person(state, use.seat, "Roose Bolton")
    number = test.wounds + any(near_failed(state, test, one, "short") for one in roose)
    yield from restore_among(game, use.seat, number, _near_the_failed(state, use), use)


def restore_among(game: War, seat: int, number: int, units: Sequence[int], use: Use | None = None) -> Flow[None]:
    """Let a player distribute restored Wounds one by one among some units: icefire:wounds.3.

    If a card targets them, they are its targets before any Wound is restored: icefire:timing.2.
    """
    state = game.state
    shares: Counter[int] = Counter()
    for _ in range(number):
        hurt = [unit for unit in units if state.health[unit] + shares[unit] < state.full[unit]]
        unit = yield from may_choose_unit(state, seat, hurt, "restore", RULE)
        if unit == NO_UNIT:
            break
        shares[unit] += 1
    if use is None or (yield from aim_card(game, use, [*shares])):
        for unit, share in shares.items():
            restore(game, unit, share)


@card(WHISPERED_THREATS)
def _whispered_threats(game: War, use: Use) -> Flow[None]:
    """After the effect of the claimed zone, one enemy becomes Vulnerable, and one Panicked."""
    state = game.state
    ncu = use.moment.ncu

    def threaten(game: War, moment: Moment) -> Flow[None]:
        if moment.ncu != ncu:
            return
        found = enemies_on_table(state, use.seat)
        chosen = []
        for condition in ("vulnerable", "panicked") if found else ():
            enemy = yield from choose_unit(state, use.seat, found, condition, RULE)
            chosen.append((condition, enemy))
        if (yield from aim_card(game, use, [enemy for _, enemy in chosen])):
            for condition, enemy in chosen:
                give_condition(game, enemy, condition)

    if state.turn is not None:
        state.turn.later.append(("zone-done", threaten))
    yield from ()


# Vargo Hoat ----------------------------------------------------------------------------------------------------------


@card(THE_CRIPPLERS_INFAMY, targets=(the_unit,))
def _the_cripplers_infamy(game: War, use: Use) -> Flow[None]:
    """-2 when engaged with Bloody Mummers; if failed, a Weakened token may be expended for 2 more Wounds."""
    state = game.state
    test = use.moment.test
    if test is None:
        return
    if any(counts_as(state, unit, MUMMER) for unit in enemies_of(state, test.unit)):
        test.modifier -= 2
    test.failing.append(_cripple(use.seat))
    yield from ()


def _cripple(seat: int) -> Callable[[War, Test], Flow[None]]:
    def follow(game: War, test: Test) -> Flow[None]:
        """Add to the Wounds of the test, so that they count as its Wounds: icefire:ruling.41."""
        state = game.state
        if not has_condition(state, test.unit, "weakened"):
            return
        if (yield from may(seat, "cripple", RULE, unit=label(state, test.unit))):
            take_condition(game, test.unit, "weakened", expended=True)
            test.extra_wounds += 2

    return follow


def _attackers(state: State, use: Use) -> list[int]:
    return [unit for unit in friends()(state, use) if can_attack(state, unit)]


@card(CARELESS_AGGRESSION, targets=(_attackers,))
def _careless_aggression(game: War, use: Use) -> Flow[None]:
    """A friendly unit attacks; then the opponent may activate a non-combat unit."""
    state = game.state
    yield from free_attack(game, use.targets[0])
    other = opponent(state, use.seat)
    waiting = [
        state.ncu_labels[ncu]
        for ncu, seat in enumerate(state.ncu_seat)
        if seat == other
        and state.ncu_alive[ncu]
        and not state.ncu_activated[ncu]
        and state.ncu_card[ncu] != THE_HIGH_SENESCHAL
    ]
    if not waiting:
        return
    answer = yield from ask(other, ThingChooser(waiting, "ncu", RULE, may_pass=True))
    if isinstance(answer, Choose):
        yield from activate_ncu(game, state.ncu_labels.index(answer.choice))


# Daario Naharis ------------------------------------------------------------------------------------------------------


@card(SELLSWORD_NEGOTIATIONS, targets=(friends(),), can=not_replaced)
def _sellsword_negotiations(game: War, use: Use) -> Flow[None]:
    """Instead of the zone's effect, Wealth counts as controlled, and a friendly unit restores 2 Wounds.

    Stormcrows restore 1 more for each destroyed rank.
    """
    state = game.state
    unit = use.targets[0]
    use.moment.replaced = True
    add_effect(state, Effect("controls-wealth", NO_UNIT, use.seat, "round"))
    restore(game, unit, 2 + (ranks_lost(state, unit) if counts_as(state, unit, STORMCROW) else 0))
    yield from ()


def _enemies_near_the_first(state: State, use: Use) -> list[int]:
    return [one for one in enemies_on_table(state, use.seat) if within(state, use.targets[0], one, long_range(state))]


@card(SELLSWORD_BRAVADO, targets=(friends(), _enemies_near_the_first))
def _sellsword_bravado(game: War, use: Use) -> Flow[None]:
    """If a Morale Test is passed, with +2 for Stormcrows, an enemy in Long Range becomes Panicked and Weakened.

    The enemy is named before the test: icefire:timing.2.
    """
    unit, enemy = use.targets
    bold = 2 if counts_as(game.state, unit, STORMCROW) else 0
    if (yield from morale_test(game, unit, use.seat, modifier=bold)) and enemy != NO_UNIT:
        give_condition(game, enemy, "panicked")
        give_condition(game, enemy, "weakened")


@card(RECKLESS_STRIKES, targets=(the_unit,))
def _reckless_strikes(game: War, use: Use) -> Flow[None]:
    """Critical Blow and Precision, and 1 Wound suffered for each 1 rolled; highest Attack Die Value for Stormcrows."""
    state, fight = game.state, use.moment.fight
    if fight is not None:
        fight.keywords.update(("critical-blow", "precision"))
        fight.highest_value = fight.highest_value or counts_as(state, fight.attacker, STORMCROW)
        until_attacked(state, fight, RECKLESS_STRIKES, fight.attacker)
    yield from ()


@lasting(RECKLESS_STRIKES, "attack-rolled")
def _pay_for_recklessness(game: War, moment: Moment, unit: int) -> Flow[None]:
    """The Wounds are suffered once the dice are rolled, as for the ability of the same name."""
    state, fight = game.state, moment.fight
    if fight is not None and not has_ability(state, unit, "reckless-strikes"):  # not cumulative: icefire:stacking.1
        yield from suffer(game, unit, fight.dice.count(1), state.seat[unit])
