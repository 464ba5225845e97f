"""House Lannister: non-combat units. Each implements its card: icefire:card.8."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.icefire.abilities.card_search import CardChooser, may_find, take_back, take_from_deck, take_named
from banneret.games.icefire.abilities.costs import RULE, pay_token, use_once
from banneret.games.icefire.abilities.lannister.card_ids import (
    BRIBERY,
    CERSEI_LANNISTER,
    COUNTERPLOT,
    HEAR_ME_ROAR,
    INTRIGUE_AND_SUBTERFUGE,
    JOFFREY_BARATHEON,
    KEVAN_LANNISTER,
    PYCELLE,
    QYBURN,
    SUBJUGATION_OF_POWER,
    THE_HIGH_SPARROW,
    TOMMEN_BARATHEON,
    TYRION_LANNISTER,
    TYWIN_LANNISTER,
)
from banneret.games.icefire.abilities.readiness import enemy_and_token, own, own_with_token, unused
from banneret.games.icefire.abilities.targets import aim, near_failed
from banneret.games.icefire.actions import Choose, ChooseCard
from banneret.games.icefire.effects.registry import CARDS, Source, lost, ncu, number, shape
from banneret.games.icefire.events.tokens import CardPlayed
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.attack import suffer_hits
from banneret.games.icefire.rules.combat.morale import panic_test
from banneret.games.icefire.rules.combat.wounds import restore
from banneret.games.icefire.rules.moments import ANSWERED, DEEPEST, happen
from banneret.games.icefire.rules.movement.movement import shift
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit_if_any, may_choose_unit
from banneret.games.icefire.rules.table.conditions import give_condition
from banneret.games.icefire.rules.table.control import ZONES, controls
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.removal import lose_conditions
from banneret.games.icefire.rules.table.sides import allied, friendly
from banneret.games.icefire.rules.table.units import enemies_on_table, units_on_table
from banneret.games.icefire.rules.victory import credited, score
from banneret.games.icefire.state import NO_NCU, NO_UNIT, Effect, Fight, Moment, State, Use
from banneret.kernel.flow import Flow, ask


def aimed(game: War, ncu: int, units: Sequence[int], what: str) -> Flow[int]:
    """Let a non-combat unit target one of some units and return it.

    Return NO_UNIT if there is none, or if others cancel it: icefire:ruling.140.
    """
    state = game.state
    seat = state.ncu_seat[ncu]
    unit = yield from choose_unit_if_any(state, seat, units, what, RULE)
    if unit == NO_UNIT or not (yield from aim(game, seat, unit, "ncu", ncu=ncu)):
        return NO_UNIT
    return unit


def chosen_for(
    game: War, ncu: int, units: Sequence[int], parts: tuple[str, ...], *, may: bool = False
) -> Flow[list[tuple[str, int]]]:
    """Let a non-combat unit target a unit for each part of its effect; return those that take effect.

    It is one effect, so that a response for one of its targets cancels all of it: icefire:ruling.58. With `may`, each
    unit is targeted once at most, and the player may stop: icefire:ruling.140.
    """
    state = game.state
    seat, left = state.ncu_seat[ncu], list(units)
    choose = may_choose_unit if may else choose_unit_if_any
    chosen: list[tuple[str, int]] = []
    for part in parts:
        unit = yield from choose(state, seat, left, part, RULE)
        if unit == NO_UNIT:
            break
        chosen.append((part, unit))
        left = [one for one in left if one != unit] if may else left
    for unit in dict.fromkeys([unit for _, unit in chosen]):
        moment = Moment("targeted", seat, target=unit, by="ncu", ncu=ncu)
        yield from happen(game, moment)
        if moment.canceled:
            return []
    return chosen


@ncu(TYWIN_LANNISTER, "turn-start", ready=unused)
def _rains_of_castamere(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Once per match, five strikes against enemies of Tywin's choice."""
    state = game.state
    seat = state.ncu_seat[ncu]
    if not (yield from use_once(game, ncu)):
        return
    blows = ("panicked", "vulnerable", "hits", "panic", "no-abilities")
    for blow, unit in (yield from chosen_for(game, ncu, enemies_on_table(state, seat), blows)):
        if not state.health[unit]:
            continue
        if blow == "hits":
            yield from suffer_hits(game, unit, 4, seat)
        elif blow == "panic":
            yield from panic_test(game, unit, seat)
        elif blow == "no-abilities":
            add_effect(state, Effect(NO_ABILITIES, unit, seat, "round"))
        else:
            give_condition(game, unit, blow)


@ncu(PYCELLE, "activation", ready=own_with_token)
def _manipulation(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """When Pycelle activates, pay a token to make an enemy Weakened."""
    if moment.ncu == ncu and (yield from pay_token(game, ncu)):
        unit = yield from aimed(game, ncu, enemies_on_table(game.state, game.state.ncu_seat[ncu]), "weakened")
        if unit != NO_UNIT:
            give_condition(game, unit, "weakened")


@ncu(THE_HIGH_SPARROW, "test-failed")
def _fealty_to_the_seven(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """When an influenced enemy fails a Panic Test, a friend in Long Range restores the Wounds it cost, up to 3."""
    state = game.state
    seat, test = state.ncu_seat[ncu], moment.test
    if test is None or test.kind != "panic" or ncu not in test.influences or friendly(state, moment.unit, seat):
        return
    near = [unit for unit in units_on_table(state, seat) if near_failed(state, test, unit, "long")]
    unit = yield from aimed(game, ncu, near if test.wounds else [], "restore")
    if unit != NO_UNIT:
        restore(game, unit, min(3, test.wounds))


@number(TYRION_LANNISTER, "hand")
@number(TYRION_LANNISTER, "refill")
def _tactical_mastermind(state: State, source: Source, unit: int) -> int:
    """The hand limit is 1 higher."""
    return 1


@ncu(TYRION_LANNISTER, "card-played")
def _foresight(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Once per match, play a Counterplot from the deck or discard pile in response to an opponent's card."""
    state = game.state
    seat = state.ncu_seat[ncu]
    if allied(state, moment.seat, seat) or moment.depth >= DEEPEST or not may_find(state, seat, COUNTERPLOT):
        return
    mark = f"{seat}:{state.ncu_card[ncu]}"
    if mark in state.once:
        return
    available = COUNTERPLOT in state.discards[seat] or COUNTERPLOT in state.decks[seat].cards
    answer = yield from ask(seat, CardChooser([COUNTERPLOT] if available else [], "take", RULE))
    if not isinstance(answer, ChooseCard):
        return
    state.once.append(mark)
    moment.notes[f"{ANSWERED}{seat}"] = 1  # one card for each trigger: icefire:timing.1
    if COUNTERPLOT in state.discards[seat]:
        take_back(game, seat, COUNTERPLOT)
    else:
        take_from_deck(game, seat, COUNTERPLOT)
    game.chance.take(state.hands[seat], COUNTERPLOT)
    state.discards[seat].append(COUNTERPLOT)
    game.emit(CardPlayed(player=state.law.players[seat], card=COUNTERPLOT))
    use = Use(seat, NO_UNIT, COUNTERPLOT, moment)
    answered = Moment("card-played", seat, by="card", use=use)
    answered.depth = moment.depth + 1
    yield from happen(game, answered)
    if not answered.canceled:
        yield from CARDS[COUNTERPLOT][0].play(game, use)


@ncu(CERSEI_LANNISTER, "zone-claimed", ready=own_with_token)
def _playing_the_game(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """For a token, Cersei takes Hear Me Roar! with Crown, and Subjugation of Power with Wealth."""
    yield from _fetch(game, moment, ncu, HEAR_ME_ROAR, SUBJUGATION_OF_POWER)


@ncu(TOMMEN_BARATHEON, "zone-claimed", ready=own_with_token)
def _queens_influence(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """For a token, Tommen takes Intrigue and Subterfuge with Crown, and Bribery with Wealth."""
    yield from _fetch(game, moment, ncu, INTRIGUE_AND_SUBTERFUGE, BRIBERY)


def _fetch(game: War, moment: Moment, ncu: int, with_crown: str, with_wealth: str) -> Flow[None]:
    state = game.state
    seat = state.ncu_seat[ncu]
    found = [(with_crown, "crown"), (with_wealth, "wealth")]
    wanted = [card for card, zone in found if controls(state, seat, zone)]
    if moment.ncu == ncu and wanted and (yield from pay_token(game, ncu)):
        for card in wanted:
            yield from take_named(game, seat, card, RULE)


@ncu(JOFFREY_BARATHEON, "zone-claimed", ready=own)
def _on_the_throne(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """While on the Tactics Board, Joffrey counts as controlling Crown: icefire:board.5."""
    if moment.ncu == ncu and game.state.ncu_card[ncu] == JOFFREY_BARATHEON:  # not part of his Influence
        add_effect(
            game.state, Effect("controls-crown", NO_UNIT, game.state.ncu_seat[ncu], "round", int(JOFFREY_BARATHEON))
        )
    yield from ()


@number(JOFFREY_BARATHEON, "panic-wounds")
def _fear_of_the_throne(state: State, source: Source, unit: int) -> int:
    """Failed Panic Tests cost an influenced enemy 1 more Wound."""
    return 1 if not friendly(state, unit, source.seat) else 0


@ncu(KEVAN_LANNISTER, "turn-start", ready=unused)
def _unbiased_justice(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """Once per match, four benefits to friendly units of Kevan's choice."""
    state = game.state
    seat = state.ncu_seat[ncu]
    if not (yield from use_once(game, ncu)):
        return
    gifts = ("restore", "lose-conditions", "shift", "justice")
    for gift, unit in (yield from chosen_for(game, ncu, units_on_table(state, seat), gifts)):
        if not state.health[unit]:
            continue
        if gift == "restore":
            restore(game, unit, 2)
        elif gift == "lose-conditions":
            yield from lose_conditions(game, unit, seat, RULE)
        elif gift == "shift":
            yield from shift(game, unit, 2 * INCH, "ability", RULE)
        else:
            add_effect(state, Effect("unbiased-justice", unit, seat, "round"))


@shape("unbiased-justice")
def _justly(state: State, fight: Fight, source: Source) -> None:
    """Highest Attack Die Value, and re-rolls."""
    fight.highest_value = True
    fight.rerolls.add((source.seat, "attack"))


@ncu(QYBURN, "activation", ready=enemy_and_token)
def _little_doves(game: War, moment: Moment, ncu: int) -> Flow[None]:
    """For a token, name two zones: if that enemy claims one this turn, up to 2 enemies become Vulnerable."""
    state = game.state
    seat = state.ncu_seat[ncu]
    watched = moment.ncu
    if watched == NO_NCU or allied(state, moment.seat, seat) or not (yield from pay_token(game, ncu)):
        return
    named: list[str] = []
    for _ in range(2):
        left = [zone for zone in ZONES if zone not in named]
        answer = yield from ask(seat, ThingChooser(left, "name-zone", RULE))
        if isinstance(answer, Choose):
            named.append(answer.choice)

    def watch(game: War, done: Moment) -> Flow[None]:
        if done.ncu != watched or done.zone not in named:
            return
        found = enemies_on_table(state, seat)
        for condition, unit in (yield from chosen_for(game, ncu, found, ("vulnerable",) * 2, may=True)):
            give_condition(game, unit, condition)

    if state.turn is not None:
        state.turn.later.append(("zone-done", watch))


@lost("valuable-captive-jaime-lannister")
def _captive_lost(game: War, unit: int, by: int) -> Flow[None]:
    """When Jaime is destroyed, the opponent of the unit's owner scores 1 Victory Point."""
    for seat in credited(game.state, unit, by):
        score(game, seat, 1, RULE)
    yield from ()
