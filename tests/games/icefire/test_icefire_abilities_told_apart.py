"""Abilities, cards and modes where one of their conditions is not met, or nothing is left to choose."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from banneret.content.army_drafts import ListEntry
from banneret.content.army_list_text import ListError
from banneret.games.icefire.abilities.any_faction.orders import give_one_of
from banneret.games.icefire.abilities.lannister.card_ids import OVERRUN
from banneret.games.icefire.abilities.stark.eddard import _others_near
from banneret.games.icefire.abilities.strikes import strikes
from banneret.games.icefire.army.building import IcefireBuilding
from banneret.games.icefire.army.list_maker import Edition2021Lists, Season6Lists
from banneret.games.icefire.army.lists import check_list
from banneret.games.icefire.army.random_lists import random_list
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.events.attacks import DefenseRolled
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.here_we_stand import HereWeStand
from banneret.games.icefire.modes.redeployment import began_with
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table.conditions import conditions_of, give_condition
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.state import Attached, Effect, Fight, Moment, Use
from banneret.kernel import notation
from banneret.kernel.events import Log
from banneret.kernel.flow import Flow, Question
from banneret.kernel.stream import derive_key
from tests.games.icefire.ability_table import (
    CROSSBOWMEN,
    SWORDS,
    A,
    B,
    at,
    attack_at,
    morale_at,
    play_card,
    run,
    shaped,
    table,
)
from tests.games.icefire.scene import BERSERKERS, BOOKS, GUARDSMEN, asked, laid, play, scene
from tests.games.icefire.test_icefire_abilities_shared import line_with

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)

FAR = f"b {CROSSBOWMEN} 24 44 180"


def damage(game: War, unit: int) -> int:
    """Return the Wounds that a unit has lost."""
    return game.state.full[unit] - game.state.health[unit]


def options(question: object) -> list[str]:
    """Return the options of a question, in notation; none if nothing is asked."""
    return [notation.write(one) for one in question.chooser.options()] if isinstance(question, Question) else []


# Abilities -----------------------------------------------------------------------------------------------------------


@rule("icefire:condition.1")
def test_only_conditions_that_a_unit_does_not_have_are_offered() -> None:
    for has, given in (((), "condition weakened"), (("panicked",), ""), (("panicked", "weakened"), "")):
        game = table(A, B)
        for condition in has:
            give_condition(game, 1, condition)
        run(game, give_one_of(game, 0, 1, ("panicked", "weakened"), "icefire:orders.2"), *([given] if given else []))
        assert sorted(conditions_of(game.state, 1)) == (["weakened"] if not has else ["panicked", "weakened"])
    fallen = table(A, B)
    fallen.state.health[1] = 0
    run(fallen, give_one_of(fallen, 0, 1, ("panicked", "weakened"), "icefire:orders.2"))
    assert conditions_of(fallen.state, 1) == []


@both
@pytest.mark.parametrize(("kind", "wounds"), [("melee", 3), ("short", 0), ("long", 0)])
def test_only_who_attacks_in_melee_suffers_a_counterstrike(edition: Edition, kind: str, wounds: int) -> None:
    """Each miss is a hit, which the saves of 1 do not block."""
    game = table(line_with("counterstrike", edition), B, edition=edition, dice=(1, 1, 1))
    fight = Fight(1, 0, kind)
    fight.misses = 3
    attack_at(game, "defense-rolled", fight=fight, unit=1, target=0)
    assert damage(game, 1) == wounds


@both
def test_blades_of_pirates_deal_critical_blows_in_melee(edition: Edition) -> None:
    game = table(line_with("pirates-blades", edition), FAR, edition=edition)
    assert "critical-blow" in shaped(game, "melee").keywords
    assert "critical-blow" not in shaped(game, "short").keywords


@rule("icefire:reroll.1")
def test_dice_of_one_charge_of_an_overrun_are_rolled_again() -> None:
    """Only for that unit, and neither for a retreat nor for a second charge."""
    for unit, action, roll in ((0, "charge", 4), (0, "retreat", 1), (1, "charge", 1)):
        game = table(A, B, dice=(4,))
        add_effect(game.state, Effect(OVERRUN, 0, 0, "turn"))
        moments = [Moment("charge-rolled", game.state.seat[unit], unit=unit, action=action) for _ in range(2)]
        for moment, answers in zip(moments, (["reroll 1"] if roll > 1 else [], []), strict=True):
            moment.notes["roll"] = 1
            run(game, happen(game, moment), *answers)
        assert [moment.notes["roll"] for moment in moments] == [roll, 1]


def test_the_high_sparrow_heals_only_who_is_in_long_range() -> None:
    """The friend far off has lost more, and is not offered."""
    game = table(f"{A} | 6", B, f"a {CROSSBOWMEN} 24 3 0 | 2", ncus=("a 30103 crown",))
    game.state.pose[2] = None
    game.state.health[2] = 2
    far = table(f"a {CROSSBOWMEN} 24 3 0 | 6", f"b {CROSSBOWMEN} 24 40 180", ncus=("a 30103 crown",))
    for one, health in ((game, 8), (far, 6)):
        one.state.influence[0] = 1
        morale_at(one, "test-failed", unit=1, wounds=2)
        assert one.state.health[0] == health
    assert game.state.health[2] == 2


@pytest.mark.parametrize(("die", "canceled"), [(3, True), (2, False)])
def test_foresight_has_the_effect_of_the_counterplot(die: int, canceled: bool) -> None:
    game = table(A, B, ncus=("a 30104",), decks={"a": ["40105", "40101"]}, dice=(die,))
    use = Use(1, -1, "40102", Moment("turn-start", 0))
    moment = at(game, "card-played", "choose-card 40105", unit=-1, seat=1, by="card", use=use)
    assert moment.canceled is canceled


def test_jaqen_takes_the_influence_of_the_living_only() -> None:
    """Petyr has none."""
    for alive, offered in (
        ((True, True), ["pass", "choose bn1", "choose bn2"]), ((False, True), ["pass", "choose bn2"]),
        ((False, False), []),
    ):  # fmt: skip  # several to a line
        game = table(A, B, ncus=("a 30405 crown", "b 30106", "b 30103", "a 30402"))
        game.state.ncu_alive[1:3] = list(alive)
        question = next(happen(game, Moment("activation", 0, ncu=0)), None)
        assert options(question) == offered
        if offered:
            at(game, "activation", "choose bn2", ncu=0)
            assert [one.value % 100_000 for one in game.state.effects] == [30103]


def test_strikes_are_only_of_the_kinds_that_are_asked_for() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 30 180")
    assert strikes(state, 0, 1) == ["charge"]
    assert strikes(state, 0, 1, ("melee", "ranged")) == []
    assert strikes(state, 1, 0) == ["ranged", "charge"]
    assert strikes(state, 1, 0, ("ranged",)) == ["ranged"]
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180")
    assert strikes(state, 0, 1, ("melee", "charge")) == ["melee"]


# Cards ---------------------------------------------------------------------------------------------------------------


def test_bravado_frightens_nobody_if_nobody_is_near() -> None:
    for enemy, dice, conditions in ((B, (6, 6), ["panicked", "weakened"]), (FAR, (6, 6), []), (B, (1, 1), [])):
        game = table(A, enemy, dice=dice, commanders=["20402", "20115"])
        play_card(game, 0, "40418", Moment("turn-start", 0))
        assert sorted(conditions_of(game.state, 1)) == conditions


def test_only_a_failed_panic_test_ends_a_brotherhood() -> None:
    for kind, attached in (("panic", 0), ("morale", 1)):
        game = table(A, B, f"a {BERSERKERS} 40 10 0")
        game.state.attached = (Attached("40420", 0, 0),)
        morale_at(game, "test-failed", unit=0, kind=kind)
        assert len(game.state.attached) == attached


def test_a_gift_of_bear_island_weakens_only_who_is_engaged_with_its_taker() -> None:
    for place, conditions in ((B, ["weakened"]), (FAR, [])):
        game = table(f"{A} | 8", place, "a 10216 12 20 0")
        play_card(game, 0, "40233", Moment("turn-start", 0), "choose 3", targets=(2, 0))
        assert conditions_of(game.state, 1) == conditions
        assert game.state.health[0] == 12


def test_nobody_is_led_by_an_example_from_off_the_table() -> None:
    state = laid(A, FAR, f"a {SWORDS} 24 26 0")
    use = Use(0, -1, "40218", Moment("attack-end", 0, unit=0))
    assert _others_near(state, use) == [2]
    state.pose[0] = None
    assert _others_near(state, use) == []


def test_robb_is_cunning_only_as_his_own_player_deploys() -> None:
    for seat, asked_for in ((0, True), (1, False)):
        game = table(A, B, f"b {SWORDS} 40 40 180", ncus=("a 30210",))
        assert bool(options(next(happen(game, Moment("deployment", seat)), None))) is asked_for
        at(game, "deployment", *(["unit a1"] if asked_for else []), unit=-1, seat=seat)
        assert [one.name for one in game.state.effects] == (["outflank"] if asked_for else [])


# Modes ---------------------------------------------------------------------------------------------------------------


@rule("icefire:clash-of-kings-2021.2")
def test_a_player_may_keep_the_cards_of_the_commander() -> None:
    match = scene(
        f"a {BERSERKERS} 24 10 0 | 20201", f"b {CROSSBOWMEN} 24 40 180 | 20115", f"a {SWORDS} 40 10 0",
        edition=EDITION_2021, options={"mode": "clash-of-kings"}, marks={"powers": [0, -1, -1, -1, -1]},
    )  # fmt: skip  # several to a line
    assert asked(match) == ("a", "choose.power-now")
    play(match, "a: pass")
    assert asked(match)[1] == "activation"
    assert match.state.effects == ()


@rule("icefire:here-we-stand.5", "icefire:here-we-stand.4")
@pytest.mark.parametrize("quadrant", [3, 4])
def test_points_of_a_tray_count_in_the_quadrant_that_the_opponent_chooses(quadrant: int) -> None:
    game = table(f"a {BERSERKERS} 24 10 0", f"b {GUARDSMEN} 38 40 180", options={"mode": "here-we-stand"},
                 marks={"quadrants": []})  # fmt: skip  # several to a line
    points = run(game, HereWeStand().points(game), f"choose quadrant-{quadrant}")
    assert [place + 1 for place, one in enumerate(points) if one[0]] == [quadrant]


@rule("icefire:ruling.81")
def test_in_2021_the_first_attachments_are_remembered_from_the_start() -> None:
    book = BOOKS[EDITION_2021]
    state = book.setup(2, book.options({"mode": "here-we-stand"}, 2), bytes(16))
    assert [tuple(began_with(state, unit)) for unit in range(len(state.card))] == list(state.attachments)
    assert any(state.attachments)


# Army lists ----------------------------------------------------------------------------------------------------------


@both
def test_a_list_in_the_making_shows_the_wounds_of_units_alone(edition: Edition) -> None:
    building, found = IcefireBuilding(edition), components(edition)
    assert building.health(ListEntry(card=SWORDS)) == full_health(found.units[SWORDS])
    for card in ("20201", "30202", "nothing"):
        assert building.health(ListEntry(card=card)) == 0


@both
@pytest.mark.parametrize("form", ["text", "json", "toml"])
def test_a_list_of_other_points_than_agreed_is_refused(edition: Edition, form: str) -> None:
    maker = Edition2021Lists() if edition == EDITION_2021 else Season6Lists()
    army = random_list(5, edition, "stark", 30)
    written = maker.write(army, form)
    assert maker.read(written, None) == army
    assert maker.read(written, 30) == army
    with pytest.raises(ListError, match="30, not 40"):
        maker.read(written, 40)


@both
def test_an_army_contains_the_cards_that_it_must(edition: Edition) -> None:
    found = components(edition)
    for including in (("10203",), ("20203",), ("30202", "10202"), ("20201", "10203", "30202")):
        army = random_list(3, edition, "stark", 40, including=including)
        assert check_list(army, edition) == ()
        chosen = [army.commander, *army.ncus]
        chosen += chain.from_iterable((one.unit, *one.attachments) for one in army.companies)
        assert set(including) <= set(chosen)
        assert all(found.model(card) is not None for card in chosen)


# The registry --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second", "fits"), [
    (True, True, True), (False, False, True), (True, False, False), (False, True, False),
])  # fmt: skip  # several to a line
def test_an_ability_has_a_condition_in_both_editions_or_in_none(
    first: bool, second: bool, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "PASSIVES", {})

    def ready(*_: Any) -> bool:
        return True

    def act(*_: Any) -> Flow[None]:
        yield from ()

    def add(edition: Edition, has: bool) -> Callable[..., Any]:
        return registry._passive("ncu", "30202", "turn-start", "any", ready if has else None, edition)(act)

    add(SEASON_6, first)
    if fits:
        add(EDITION_2021, second)
        assert len(registry.PASSIVES["turn-start"]) == 1
        return
    with pytest.raises(ValueError, match="another role or condition"):
        add(EDITION_2021, second)


@rule("icefire:honed-and-ready.12")
def test_walls_shoot_with_a_d3_and_two_hits_more() -> None:
    hits = set()
    for number in range(40):
        game = table(
            f"a {SWORDS} 6.7 29.3 0", FAR, options={"mode": "honed-and-ready"}, round=2, claims=[0, -1, -1, -1, -1],
            tokens=[[6_700, 29_300], [6_700, 18_700], [24_000, 24_000], [41_300, 29_300], [41_300, 18_700]],
            token_cards=[0] * 5, terrain=["castle-wall 0.875 24 90", "castle-wall 47.125 24 90"],
        )  # fmt: skip  # several to a line
        game.state.key, game.log = derive_key("walls", number), Log()
        run(game, mode_of(game.state).score(game))
        hits |= {len(one.event.dice) for one in game.log.events if isinstance(one.event, DefenseRolled)}
    assert hits == {3, 4, 5}
