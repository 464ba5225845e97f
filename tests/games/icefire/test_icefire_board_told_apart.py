"""Zones of the Tactics Board and Influence in small scenes that tell each step from its neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from banneret.games.icefire.actions import Choose, ClaimZone
from banneret.games.icefire.content.editions import EDITIONS
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.board.board import ZoneChooser, activate_ncu, claim, zone_effect
from banneret.games.icefire.rules.board.influence import influence, open_to_influence
from banneret.games.icefire.rules.table.choosers import ThingChooser
from banneret.games.icefire.state import NO_UNIT, Moment
from banneret.kernel import notation
from banneret.kernel.flow import Flow
from banneret.kernel.questions import Pass
from tests.games.icefire.ability_table import FAR, B, heard, run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, SWORDS, laid
from tests.games.icefire.table import Table

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)


# The board -----------------------------------------------------------------------------------------------------------


@rule("icefire:zone.maneuver")
@pytest.mark.parametrize(("enemy", "question"), [(FAR, "maneuver"), (B, "retreat")])
def test_the_maneuver_zone_lets_an_engaged_unit_retreat_and_others_maneuver(enemy: str, question: str) -> None:
    game = Table(f"a {SWORDS} 24 20 0", enemy, f"a {BERSERKERS} 4 4 0")
    game.run(lambda war: zone_effect(war, 0, "maneuver"), "unit a1", dice=(3,))
    assert [one for one in ("maneuver", "retreat") if game.was_asked(one)] == [question]
    idle = Table(f"a {SWORDS} 24 20 0", enemy, f"a {BERSERKERS} 4 4 0")
    idle.run(lambda war: zone_effect(war, 0, "maneuver"), "done")
    assert [id for _, id, _ in idle.asked] == ["ask.unit.maneuver"]


@rule("icefire:zone.combat")
def test_the_combat_zone_is_for_units_that_can_attack() -> None:
    game = Table(f"a {SWORDS} 34.3 24.8 90", B, f"a {SWORDS} 4 4 0", f"a {SWORDS} 24 20 0")
    game.run(lambda war: zone_effect(war, 0, "combat"), "done")
    ((_, id, options),) = game.asked
    assert (id, options) == ("ask.unit.combat", ["done", "unit a3"])


@rule("icefire:zone.crown")
@pytest.mark.parametrize(("dice", "lost"), [((3, 4), True), ((4, 4), False)])
def test_the_crown_takes_one_from_a_panic_test(dice: Sequence[int], lost: bool) -> None:
    """The Morale of Crossbowmen is 7+."""
    game = Table(f"a {SWORDS} 24 20 0", FAR, f"b {CROSSBOWMEN} 4 44 180")
    before = game.state.health[1]
    game.run(lambda war: zone_effect(war, 0, "crown"), "unit b1", dice=(*dice, 2))
    assert (game.state.health[1] < before) is lost


@rule("icefire:zone.wealth")
@pytest.mark.parametrize("unit", ["a1", "b1"])
def test_wealth_restores_three_wounds_of_any_unit_and_takes_a_token_from_it(unit: str) -> None:
    game = Table(f"a {SWORDS} 24 20 0 | 5 panicked weakened", f"b {CROSSBOWMEN} 44 44 180 | 5 panicked weakened")
    game.run(lambda war: zone_effect(war, 0, "wealth"), f"unit {unit}", "condition weakened")
    number = int(unit == "b1")
    assert (game.state.health[number], game.state.health[1 - number]) == (8, 5)
    assert (game.conditions(number), game.conditions(1 - number)) == (["panicked"], ["panicked", "weakened"])


@rule("icefire:zone.tactics")
def test_tactics_draws_two_cards_and_gives_an_enemy_a_token() -> None:
    game = Table(f"a {SWORDS} 24 20 0", FAR, f"b {CROSSBOWMEN} 4 44 180", decks={"a": ["40201", "40202", "40203"]})
    game.run(lambda war: zone_effect(war, 0, "tactics"), "unit b2", "condition vulnerable")
    assert len(game.state.hands[0]) == 2
    assert [game.conditions(unit) for unit in range(3)] == [[], [], ["vulnerable"]]


@rule("icefire:board.3", "icefire:board.6")
def test_any_free_zone_or_none_is_claimed() -> None:
    state = laid(f"a {SWORDS} 24 20 0", FAR, ncus=["a 30202", "b 30105 crown", "a 30210 combat"])
    chooser = ZoneChooser(state, 0)
    assert [notation.write(one) for one in chooser.options()] == [
        "pass", "claim wealth", "claim tactics", "claim maneuver",
    ]  # fmt: skip  # several to a line
    zones = ("crown", "wealth", "tactics", "combat", "maneuver")
    refused = [zone for zone in zones if chooser.refusal(ClaimZone(zone)) is not None]
    assert (refused, chooser.refusal(Pass())) == (["crown", "combat"], None)


@rule("icefire:board.3", "icefire:board.4")
def test_an_ncu_that_is_activated_is_the_one_of_the_turn_and_stays_on_its_zone() -> None:
    game = table(f"a {SWORDS} 24 20 0", FAR, ncus=["b 30105", "a 30202"])
    moments = heard(game, "activation", "zone-claimed", "zone-done")
    run(game, activate_ncu(game, 1), "claim maneuver", "done")
    state = game.state
    assert state.turn is not None
    assert (state.turn.ncu, state.ncu_activated, state.ncu_zone) == (1, [False, True], ["", "maneuver"])
    assert [(one.event, one.ncu, one.zone, one.seat) for one in moments] == [
        ("activation", 1, "", 0), ("zone-claimed", 1, "maneuver", 0), ("zone-done", 1, "maneuver", 0),
    ]  # fmt: skip  # several to a line


@rule("icefire:board.4", "icefire:ruling.67")
@pytest.mark.parametrize("change", ["", "replaced", "canceled"])
def test_a_zone_takes_effect_unless_a_response_replaces_or_cancels_it(change: str) -> None:
    """The card of the non-combat unit stays there."""
    game = table(f"a {SWORDS} 24 20 0", FAR, ncus=["a 30202"], decks={"a": ["40201", "40202", "40203"]})

    def respond(_: War, moment: Moment) -> Flow[None]:
        if change:
            setattr(moment, change, True)
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("zone-claimed", respond))
    run(game, claim(game, 0, "tactics"))
    assert (len(game.state.hands[0]), game.state.ncu_zone) == (0 if change else 2, ["tactics"])


@rule("icefire:modes.1")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("answer", "cards", "instead"), [("pass", 2, []), ("choose this", 0, ["this"])])
def test_a_mode_may_offer_something_instead_of_a_zone(
    monkeypatch: pytest.MonkeyPatch, answer: str, cards: int, instead: list[str]
) -> None:
    game = table(f"a {SWORDS} 24 20 0", FAR, ncus=["a 30202"], decks={"a": ["40201", "40202", "40203"]})
    mode, chosen = type(mode_of(game.state)), []

    def effect(_mode: object, _game: War, _ncu: int, choice: str) -> Flow[None]:
        chosen.append(choice)
        yield from ()

    monkeypatch.setattr(mode, "zone_choices", lambda *_: ["this", "that"])
    monkeypatch.setattr(mode, "zone_effect", effect)
    run(game, claim(game, 0, "tactics"), answer)
    assert (len(game.state.hands[0]), chosen) == (cards, instead)


@rule("icefire:influence.1", "icefire:influence.2", "icefire:influence.3")
def test_a_unit_is_influenced_once_by_each_side() -> None:
    state = laid(f"a {SWORDS} 24 20 0", FAR, f"a {SWORDS} 4 4 0", ncus=["a 30202", "a 30210", "b 30105"])
    assert open_to_influence(state, 0) == [0, 2, 1]
    state.influence = [NO_UNIT, 2, 1]
    assert open_to_influence(state, 0) == [0, 1]
    state.influence = [2, NO_UNIT, 2]
    assert [open_to_influence(state, ncu) for ncu in range(3)] == [[0, 2, 1], [0, 1], [1, 0, 2]]


@rule("icefire:influence.1", "icefire:ruling.67")
@pytest.mark.parametrize(("change", "unit"), [("", 2), ("canceled", NO_UNIT), ("fallen", NO_UNIT)])
def test_a_unit_is_influenced_unless_that_is_canceled_or_it_falls(change: str, unit: int) -> None:
    """Catelyn Stark has Influence."""
    game = table(f"a {SWORDS} 24 20 0", FAR, f"a {SWORDS} 4 4 0", ncus=["a 30201"])

    def respond(game: War, moment: Moment) -> Flow[None]:
        moment.canceled = change == "canceled"
        if change == "fallen":
            game.state.health[moment.target] = 0
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("targeted", respond))
    moments = heard(game, "targeted", "influenced")
    run(game, influence(game, 0, later=False), "unit a2")
    assert game.state.influence == [unit]
    told = [(one.event, one.by, one.target, one.ncu) for one in moments]
    assert told == [("targeted", "ncu", 2, 0), *([] if change else [("influenced", "", 2, 0)])]
    run(game, influence(game, 0, later=True))
    assert game.state.influence == [unit]


@rule("icefire:influence.1")
def test_only_an_ncu_that_lives_and_has_influence_influences_and_may_do_so_later() -> None:
    units = ["unit a1", "unit a2", "unit b1"]
    for ncu, alive, later, asked in (
        ("30201", True, False, units), ("30201", False, False, []), ("30202", True, False, []),
        ("30201", True, True, ["done", *units]),
    ):  # fmt: skip  # several to a line
        game = Table(f"a {SWORDS} 24 20 0", FAR, f"a {SWORDS} 4 4 0", ncus=[f"a {ncu}"])
        game.state.ncu_alive[0] = alive
        game.run(lambda war, later=later: influence(war, 0, later=later))  # type: ignore[misc]  # of this case
        assert [options for _, _, options in game.asked] == ([asked] if asked else []), (ncu, alive, later)


@rule("icefire:modes.1")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("answer", "zone", "sent"), [("pass", "tactics", []), ("choose there", "", ["there"])])
def test_an_ncu_may_be_sent_elsewhere_instead_of_claiming_a_zone(
    monkeypatch: pytest.MonkeyPatch, answer: str, zone: str, sent: list[str]
) -> None:
    game = table(f"a {SWORDS} 24 20 0", FAR, ncus=["a 30202"])
    mode, went = type(mode_of(game.state)), []
    monkeypatch.setattr(mode, "instead_of_claiming", lambda *_: ["there"])
    monkeypatch.setattr(mode, "sent", lambda _mode, _game, _ncu, choice: went.append(choice))
    run(game, activate_ncu(game, 0), answer, *(["claim tactics"] if zone else []))
    assert (game.state.ncu_zone, went) == ([zone], sent)


def test_nothing_is_chosen_only_where_that_is_offered() -> None:
    for may_pass in (True, False):
        chooser = ThingChooser(["one", "other"], "zone", "icefire:modes.1", may_pass=may_pass)
        assert (Pass() in chooser.options()) is (chooser.refusal(Pass()) is None) is may_pass
        assert [chooser.refusal(Choose(thing)) is None for thing in ("one", "other", "third")] == [True, True, False]
