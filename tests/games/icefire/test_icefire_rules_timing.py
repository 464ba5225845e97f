"""Who may do what when: attacks and what answers them, Orders and cards, re-rolls, what adds up and what stays."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.abilities.targets import enemies
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.effects.registry import Way
from banneret.games.icefire.events.attacks import DefenseRolled, DiceRerolled
from banneret.games.icefire.events.tokens import CardPlayed, OrderUsed
from banneret.games.icefire.modes.objectives import ObjectiveMode
from banneret.games.icefire.roll import FACES, Roll
from banneret.games.icefire.rules.combat import attack as attacks
from banneret.games.icefire.rules.combat import wounds as losses
from banneret.games.icefire.rules.combat.attack import attack
from banneret.games.icefire.rules.combat.rerolls import offer_rerolls, reroll
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.moments import acting_seat, happen, in_order, way_of_card
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.ground import INCH, within
from banneret.games.icefire.rules.table.sources import in_force, number_of
from banneret.games.icefire.rules.victory import check_elimination
from banneret.games.icefire.state import NO_UNIT, NOBODY, Effect, Fight, Moment
from banneret.kernel.creation import new_match
from banneret.kernel.flow import MatchOver
from banneret.plane import Side
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import (
    BERSERKERS,
    CROSSBOWMEN,
    GUARDSMEN,
    HALBERDIERS,
    SWORDS,
    asked,
    die,
    laid,
    offered,
    place,
    play,
    scene,
    told,
    wounds_left,
)
from tests.games.icefire.table import Table

rule = pytest.mark.rule

ROBB, CAPTAIN = "20201", "20204"
A, B = f"a {CROSSBOWMEN} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180"
FAR = f"b {GUARDSMEN} 40 44 180"
GOLD_CLOAKS, LAWS = "10115", "order-laws-of-the-realm"

# Steps of an attack ----------------------------------------------------------------------------------------------


def _noted(monkeypatch: pytest.MonkeyPatch, module: Any) -> list[tuple[str, Any]]:
    """Return a list that gets every event of the rules of a module as it happens, and the attack as it is then."""
    seen: list[tuple[str, Any]] = []

    def noted(game: Any, moment: Moment) -> Any:  # the flow of the real function
        fight = moment.fight
        told = None if fight is None else (fight.hits, list(fight.defense_dice), game.state.health[fight.defender])
        seen.append((moment.event, told))
        yield from happen(game, moment)

    monkeypatch.setattr(module, "happen", noted)
    return seen


@rule("icefire:resolve.6", "icefire:resolve.12")
@pytest.mark.usefixtures("interpreted")
def test_effects_come_after_the_dice_and_before_what_follows_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = _noted(monkeypatch, attacks)
    game = table(A, B, dice=(5, 5, 1, 1, 1, 1, 1, 6, 6, 1))
    run(game, attack(game, Fight(0, 1, "melee"), Side.FRONT))
    assert seen == [
        ("attack-dice", (0, [], 12)),
        ("attack-rolled", (2, [], 12)),
        ("defense-rolled", (2, [1, 1], 12)),
        ("attack-end", (2, [1, 1], 10)),
    ]


@rule("icefire:ruling.47")
@pytest.mark.usefixtures("interpreted")
def test_wounds_of_an_attack_and_of_its_panic_test_are_two_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """2 Wounds take the third rank of a unit of 9, and 3 more the second."""
    seen = _noted(monkeypatch, losses)
    game = table(A, f"{B} | 9", dice=(5, 5, 1, 1, 1, 1, 1, 1, 2, 3))
    run(game, attack(game, Fight(0, 1, "melee"), Side.FRONT))
    assert game.state.health[1] == 4
    assert [event for event, _ in seen] == ["rank-destroyed", "rank-destroyed"]


@rule("icefire:ruling.60")
@pytest.mark.usefixtures("interpreted")
def test_an_attack_ends_once_after_its_defender_has_fallen(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    for module in (attacks, losses):

        def noted(game: Any, moment: Moment) -> Any:  # the flow of the real function
            order.append(moment.event)
            yield from happen(game, moment)

        monkeypatch.setattr(module, "happen", noted)
    game = table(A, f"{B} | 1", FAR, dice=(5, 5, 1, 1, 1, 1, 1))
    run(game, attack(game, Fight(0, 1, "melee"), Side.FRONT))
    assert order == ["attack-dice", "attack-rolled", "defense-rolled", "destroyed", "rank-destroyed", "attack-end"]


@rule("icefire:surge.4")
@pytest.mark.parametrize("held", [False, True])
def test_friends_that_held_the_fallen_alone_may_pivot(held: bool) -> None:
    units = [A, f"b {CROSSBOWMEN} 24 24.8 180 | 1", f"a {SWORDS} 24 29.6 180", f"b {GUARDSMEN} 40 44 180"]
    if held:
        units.append(f"b {HALBERDIERS} 24 34.4 180")
    match = scene(*units, chance=die(5, 1, 1, 1, 1, 1))
    play(match, "a: activate a1", "a: take melee", "a: align stay", "a: pass")
    assert match.state.health[1] == 0
    assert (asked(match) == ("a", "may.pivot")) != held
    if not held:
        play(match, "a: yes", "a: pivot 9000")
        assert place(match, "a2")[2] == 90.0


@rule("icefire:ruling.30")
def test_the_attack_of_a_charge_may_surge() -> None:
    match = scene(f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 22.8 180 | 1", FAR,
                  chance=(*die(3), *die(6, 1, 1, 1, 1, 1, 1), *die(1, 1)))  # fmt: skip  # several to a line
    play(match, "a: charge b1", "a: pivot 0", "a: align center", "a: pass")
    assert wounds_left(match, "b1") == 0
    assert asked(match) == ("a", "may.surge")


# Orders, cards and who decides -----------------------------------------------------------------------------------


@rule("icefire:timing.1")
def test_one_order_or_card_for_each_trigger() -> None:
    match = scene(f"a {BERSERKERS} 24 20 0 | {CAPTAIN}", B, hands={"a": ["40201", "40202"]})
    play(match, "a: take melee", "a: align stay")
    assert asked(match) == ("a", "window.attack-dice")
    assert offered(match) == ["pass", "order a1 order-martial-training", "card 40201", "card 40202"]
    play(match, "a: card 40201")
    assert asked(match) != ("a", "window.attack-dice")
    assert match.state.hands[0].cards == ["40202"]


@rule("icefire:timing.4", "icefire:timing.5", "icefire:timing.6")
@pytest.mark.parametrize("turn", [0, 1])
def test_the_player_whose_turn_it_is_decides_first_and_nobody_twice(turn: int) -> None:
    fought = Table(f"a {BERSERKERS} 24 20 0", f"b {GOLD_CLOAKS} 24 24.8 180", turn=turn, hands={"a": ["40201"]})
    fight = Fight(0, 1, "melee")
    moment = Moment("attack-dice", 0, unit=0, target=1, kind="melee", fight=fight)
    fought.run(lambda game: happen(game, moment), "pass", f"order b1 {LAWS}") if turn == 0 else fought.run(
        lambda game: happen(game, moment), f"order b1 {LAWS}", "card 40201"
    )
    windows = [seat for seat, prompt, _ in fought.asked if prompt == "ask.window.attack-dice"]
    assert windows == ([0, 1] if turn == 0 else [1, 0])
    assert fight.rank_shift == -1
    assert ("sundering" in fight.keywords) == (turn == 1)


@rule("icefire:timing.6", "icefire:timing.4")
def test_what_is_declared_is_resolved_when_both_have_spoken() -> None:
    match = scene(f"a {BERSERKERS} 24 20 0", f"b {GOLD_CLOAKS} 24 24.8 180", hands={"a": ["40201"]})
    play(match, "a: take melee", "a: align stay", "a: card 40201")
    assert asked(match) == ("b", "window.attack-dice")
    assert match.state.turn is not None
    (fight,) = match.state.turn.fights
    assert (fight.keywords, fight.rank_shift) == (set(), 0)
    play(match, f"b: order b1 {LAWS}")
    kinds = [type(one.event) for one in match.events if isinstance(one.event, (CardPlayed, OrderUsed))]
    assert kinds == [CardPlayed, OrderUsed]


@rule("icefire:ruling.92", "icefire:timing.4")
def test_between_turns_the_first_player_decides_first() -> None:
    state = table(A, B, first=1).state
    assert in_order(state) == (0, 1)  # in the turn of the other
    state.turn = None
    assert (acting_seat(state), in_order(state)) == (1, (1, 0))


@rule("icefire:charge.26")
def test_a_disorderly_charger_plays_no_cards_in_this_turn() -> None:
    match = scene(f"a {SWORDS} 24 10 0", f"b {GUARDSMEN} 24 20 180", hands={"a": ["40201"]},
                  chance=(*die(1), *die(1, 1, 1, 1, 1, 1, 1)))  # fmt: skip  # several to a line
    play(match, "a: charge b1", "a: pivot 0", "a: align center")
    assert "window.attack-dice" not in [one[1] for one in [asked(match)]]
    assert told(match, CardPlayed) == []
    moment = Moment("attack-dice", 0, unit=0, target=1, kind="melee")
    game = table(A, B)
    assert way_of_card(game.state, 0, "40201", moment) is not None
    assert game.state.turn is not None
    game.state.turn.cardless.add(0)
    assert way_of_card(game.state, 0, "40201", moment) is None
    assert way_of_card(game.state, 1, "40101", moment) is None


@rule("icefire:ruling.58", "icefire:terms.26")
@pytest.mark.parametrize(("roll", "done"), [(3, False), (2, True)])
def test_an_effect_with_two_targets_is_canceled_as_a_whole(
    roll: int, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    aimed: list[list[int]] = []

    def both(_game: Any, use: Any) -> Any:  # a flow that asks nothing
        yield from ()
        aimed.append(use.targets)

    monkeypatch.setitem(registry.ORDERS, "order-war-cry", Way(both, (enemies(), enemies())))
    cried = Table("a 10214 24 20 0", f"b {GUARDSMEN} 24 27 180 | 20105", f"b {CROSSBOWMEN} 36 27 180")
    cried.run(
        lambda game: happen(game, Moment("turn-start", 0)),
        "order a1 order-war-cry", "unit b1", "unit b2", "order b1 order-counterstrategy", dice=(roll,),
    )  # fmt: skip  # several to a line
    assert aimed == ([[1, 2]] if done else [])
    assert cried.state.orders_used[0] == ["order-war-cry"]


# Re-rolls --------------------------------------------------------------------------------------------------------


@rule("icefire:reroll.2", "icefire:ruling.34", "icefire:reroll.1", "icefire:reroll.3")
@pytest.mark.parametrize("turn", [0, 1])
def test_the_player_whose_turn_it_is_re_rolls_first_and_the_other_sees_it(turn: int) -> None:
    rolled = Table(f"{A} | weakened", B, turn=turn)
    roll = Roll([1, 2, 3])
    answers = ("reroll 1", "reroll 6") if turn == 0 else ("reroll 3", "reroll 6")
    rolled.run(
        lambda game: offer_rerolls(game, roll, 0, "weakened", {0: FACES}, "attack", "icefire:resolve.5"),
        *answers,
        dice=(6, 5),
    )
    assert [seat for seat, _, _ in rolled.asked] == ([0, 1] if turn == 0 else [1, 0])
    assert roll.dice == ([5, 2, 3] if turn == 0 else [1, 2, 5])
    assert rolled.conditions(0) == []
    rolled.run(lambda game: reroll(game, roll, turn, "attack", "icefire:resolve.5"))
    assert not any("5" in option for option in rolled.asked[-1][2])  # each die once for each player


@rule("icefire:ruling.35", "icefire:condition.6")
def test_a_token_is_expended_beside_an_order() -> None:
    match = scene(f"a {CROSSBOWMEN} 24 20 0 | weakened", "b 10110 24 24.8 180", f"b {GUARDSMEN} 8 44 180",
                  chance=(*die(5, 5, 1, 1, 1), *die(5)))  # fmt: skip  # several to a line
    play(match, "a: take melee", "a: align stay")
    assert asked(match) == ("b", "reroll.weakened")
    play(match, "b: reroll 5")
    assert len(told(match, DiceRerolled)) == 1
    assert asked(match) == ("b", "window.attack-rolled")
    play(match, "b: order b1 order-resilience")
    assert told(match, DefenseRolled)
    assert match.state.conditions[0] == 0


# What adds up and what stays -------------------------------------------------------------------------------------


@rule("icefire:stacking.2", "icefire:stacking.1")
def test_effects_of_different_names_add_up_and_those_of_one_do_not() -> None:
    state = laid(A, B)
    state.effects = (Effect("one", 0, 0, "turn"), Effect("one", 0, 1, "turn"), Effect("other", 0, 0, "turn"))
    found = [(value, source.unit) for value, source in in_force(state, {"one": 1, "other": 2})]
    assert found == [(1, 0), (2, 0)]
    state.effects = ()
    before = number_of(state, "morale", 0)
    state.effects = (Effect("embolden", 0, 0, "turn"),)
    once = number_of(state, "morale", 0) - before
    assert once != 0
    state.effects = (Effect("embolden", 0, 0, "turn"), Effect("embolden", 0, 0, "turn"))
    assert number_of(state, "morale", 0) - before == once
    foreign = Effect("embolden", 1, 1, "turn")  # an effect of an enemy adds nothing and replaces nothing
    state.effects = (foreign, Effect("embolden", 0, 0, "turn"))
    assert number_of(state, "morale", 0) - before == once


@rule("icefire:terms.17", "icefire:ruling.2")
def test_a_unit_that_is_not_on_the_table_is_in_range_of_no_other() -> None:
    state = laid(A, B, f"a {HALBERDIERS} 30 20 0")
    before = number_of(state, "morale", 2)
    state.effects = (Effect("embolden", 0, 0, "turn"),)
    assert number_of(state, "morale", 2) != before
    state.pose[2] = None
    assert number_of(state, "morale", 2) == before
    assert not within(state, 2, 0, 48 * INCH)
    assert within(state, 2, 2, 0)


@rule("icefire:stacking.5", "icefire:influence.5")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_unit_without_abilities_keeps_effects_and_influence(edition: Edition) -> None:
    catelyn = "30201"
    state = laid(f"a {HALBERDIERS} 24 20 0", B, ncus=[f"a {catelyn} crown"], influence=[0], edition=edition)
    table_ = {"halberd": "ability", "one": "effect", catelyn: "influence"}
    state.effects = (Effect("one", 0, 0, "turn"),)
    assert [what for what, source in in_force(state, table_) if source.unit == 0] == ["ability", "influence", "effect"]
    state.effects = (*state.effects, Effect(NO_ABILITIES, 0, 1, "turn"))
    assert [what for what, source in in_force(state, table_) if source.unit == 0] == ["influence", "effect"]
    state.effects = (*state.effects, Effect(f"{NO_ABILITIES}-ncu", NO_UNIT, 1, "turn", 0))
    assert [what for what, source in in_force(state, table_) if source.unit == 0] == ["effect"]


@rule("icefire:condition.7")
def test_a_token_is_expended_for_something_else() -> None:
    """Cruel Methods takes a Panicked token for two of three things."""
    cruel = Table(f"a {BERSERKERS} 24 20 0", f"{B} | panicked", hands={"a": ["40409"]})
    cruel.run(lambda game: happen(game, Moment("turn-start", 0)), "card 40409")
    assert cruel.conditions(1) == []


# The deck --------------------------------------------------------------------------------------------------------


@rule("icefire:deck.1", "icefire:deck.3", "icefire:commander.4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_army_has_twenty_cards_of_its_faction_and_commander(edition: Edition) -> None:
    state: Any = new_match(edition, seats=2, seed=4, options={"armies": ["stark", "lannister"]}).state
    found = components(edition)
    for seat, faction in enumerate(("stark", "lannister")):
        deck = list(state.decks[seat].cards)
        assert len(deck) == 20
        assert {deck.count(card) for card in deck} == {2}
        assert len({card for card in deck if found.tactics[card].commander is None}) == 7
        assert {found.tactics[card].commander for card in deck} == {None, state.commanders[seat]}
        assert {found.faction[card] for card in deck if found.tactics[card].commander is None} == {faction}


# The end ---------------------------------------------------------------------------------------------------------


@rule("icefire:ruling.98")
def test_who_loses_the_last_unit_has_lost_at_once() -> None:
    game = table(A, B)
    with pytest.raises(MatchOver):
        run(game, suffer(game, 1, 12, 0))
    assert (game.state.winner, game.state.reason) == (0, "elimination")


@rule("icefire:ruling.51")
def test_if_the_last_units_of_both_fall_together_it_is_drawn() -> None:
    game = table(A, B)
    game.state.health = [0, 0]
    with pytest.raises(MatchOver):
        check_elimination(game)
    assert (game.state.winner, game.state.reason) == (NOBODY, "elimination")


@rule("icefire:ruling.59", "icefire:ruling.92")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.usefixtures("interpreted")
def test_objectives_act_for_the_player_who_holds_them_the_first_players_first(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    acted: list[tuple[int, int]] = []

    def act(_mode: ObjectiveMode, game: Any, token: int, unit: int) -> Any:  # a flow that asks nothing
        yield from ()
        acted.append((game.state.seat[unit], token))

    monkeypatch.setattr(ObjectiveMode, "act", act)
    game = table(
        f"a {SWORDS} 10 24 0",
        f"b {GUARDSMEN} 38 24 180",
        first=first,
        round=2,
        tokens=[(10_000, 24_000), (38_000, 24_000)],
        claims=[0, 1],
        token_cards=[1, 2],
    )
    run(game, mode_of(game.state).score(game))
    assert acted == ([(0, 0), (1, 1)] if first == 0 else [(1, 1), (0, 0)])


# Effects of one player at the same time -----------------------------------------------------------------------------


@rule("icefire:timing.3", "icefire:ruling.117")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("first", "then"), [("30101", "30107"), ("30107", "30101")])
def test_a_player_says_which_of_two_effects_is_first(edition: Edition, first: str, then: str) -> None:
    """Tywin and Kevan Lannister may each do something once in the match, at the start of a turn."""
    both_there = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", ncus=["a 30101", "a 30107"], edition=edition)
    both_there.run(lambda game: happen(game, Moment("turn-start", 0)), f"choose {first}", "yes")
    asked = [(prompt, options) for _, prompt, options in both_there.asked]
    assert asked[0] == ("ask.choose.first-effect", ["choose 30101", "choose 30107"])
    assert both_there.state.once == [f"0:{first}"]
    assert [prompt for prompt, _ in asked].count("ask.choose.first-effect") == 1
    assert then not in both_there.state.once[0]


@rule("icefire:timing.3", "icefire:ruling.117")
@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_is_asked_in_which_order_nothing_is_done(edition: Edition) -> None:
    """One of the two has done it already; the opponent's effects are no question of this player."""
    used = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", ncus=["a 30101", "a 30107"], edition=edition,
                 once=["0:30107"])  # fmt: skip  # several to a line
    used.run(lambda game: happen(game, Moment("turn-start", 0)))
    assert not used.was_asked("choose.first-effect")
    two = Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", ncus=["a 30101", "b 30107"], edition=edition)
    two.run(lambda game: happen(game, Moment("turn-start", 0)))
    assert not two.was_asked("choose.first-effect")
    assert [seat for seat, prompt, _ in two.asked if prompt == "ask.may.once"] == [0, 1]
