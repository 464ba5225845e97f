"""What the first chapters say: the match, its terms, a turn, units, cards and attachments, one rule after another."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace

from banneret.games.icefire.abilities.targets import friends
from banneret.games.icefire.content.components import Components, Trigger, components, read_cards
from banneret.games.icefire.content.datafile import DataError, DataFile
from banneret.games.icefire.content.editions import EDITIONS, SEASON_6, Edition
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.effects.game_mode import mode_of, modes
from banneret.games.icefire.events.moves import UnitMoved
from banneret.games.icefire.events.round import ActionTaken, RoundBegan, TurnBegan
from banneret.games.icefire.rules import activation, cleanup
from banneret.games.icefire.rules.actions import melee
from banneret.games.icefire.rules.actions.free_actions import free_attack
from banneret.games.icefire.rules.actions.ranged import targets_from
from banneret.games.icefire.rules.board.board import zone_effect
from banneret.games.icefire.rules.combat.attack import dice_of
from banneret.games.icefire.rules.combat.wounds import destroy_attachment
from banneret.games.icefire.rules.moments import happen, orders_at, subject_of
from banneret.games.icefire.rules.movement.movement import pivot, shift
from banneret.games.icefire.rules.table.affiliations import counts_as
from banneret.games.icefire.rules.table.conditions import conditions_of, give_condition
from banneret.games.icefire.rules.table.control import controls, free_zones
from banneret.games.icefire.rules.table.facts import put_attachments
from banneret.games.icefire.rules.table.ground import INCH
from banneret.games.icefire.rules.table.sources import shape_fight
from banneret.games.icefire.rules.table.triggers import fits
from banneret.games.icefire.rules.table.units import commander_unit, enemies_on_table, unit_card, units_on_table
from banneret.games.icefire.state import NO_UNIT, Fight, Moment, Use
from banneret.kernel.creation import new_match
from banneret.plane import Pose
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import (
    BERSERKERS,
    CROSSBOWMEN,
    GUARDSMEN,
    HALBERDIERS,
    OUTRIDERS,
    SWORDS,
    asked,
    die,
    laid,
    offered,
    place,
    play,
    refused,
    scene,
    told,
)
from tests.games.icefire.table import Table

rule = pytest.mark.rule

ROBB, CAPTAIN, JAIME = "20201", "20204", "20115"
A, B = f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180"
FAR = f"b {CROSSBOWMEN} 40 44 180"
CLASH = {"mode": "clash-of-kings"}

# The match -------------------------------------------------------------------------------------------------------


@rule("icefire:overview.1", "icefire:units.1", "icefire:units.2", "icefire:units.6", "icefire:attachment.1",
      "icefire:deployment.7")  # fmt: skip  # several to a line
@pytest.mark.parametrize("edition", EDITIONS)
def test_two_players_have_full_units_and_people_beside_the_board(edition: Edition) -> None:
    state: Any = new_match(edition, seats=2, seed=5).state
    assert state.seats == 2
    for seat in (0, 1):
        assert seat in state.seat
    found = components(edition)
    assert all(card in found.units for card in state.card)
    assert all(card in found.ncus for card in state.ncu_card)
    assert state.health == [full_health(found.units[card]) for card in state.card]
    assert any(state.attachments)
    assert all(id in found.attachments for inside in state.attachments for id in inside)
    assert state.ncu_zone == [""] * len(state.ncu_card)
    assert [*free_zones(state)] == ["crown", "wealth", "tactics", "combat", "maneuver"]


@rule("icefire:overview.4", "icefire:terms.7", "icefire:deck.4")
@pytest.mark.parametrize("first", ["a", "b"])
def test_the_match_begins_once_the_first_player_is_named(first: str) -> None:
    decks = {"a": ["40201", "40202", "40203", "40205"], "b": ["40101"] * 4}
    match = scene(A, FAR, step="first", chooser=1, decks=decks)
    assert [len(hand) for hand in match.state.hands] == [3, 3]
    assert told(match, RoundBegan) == []
    play(match, f"a: player {first}")
    assert [event.round for event in told(match, RoundBegan)] == [1]
    assert asked(match)[0] == first


@rule("icefire:overview.5", "icefire:modes.1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_match_has_the_mode_that_was_agreed_on(edition: Edition) -> None:
    for id in modes(edition):
        state = laid(A, FAR, edition=edition, options={"mode": id})
        assert mode_of(state).id == id


@rule("icefire:overview.2")
@pytest.mark.parametrize(("mode", "points"), [("game-of-thrones", 1), ("fire-and-blood", 0)])
def test_the_mode_says_what_the_same_position_is_worth(mode: str, points: int) -> None:
    match = scene(
        f"a {SWORDS} 24 24 0 | activated",
        f"{FAR} | activated",
        options={"mode": mode},
        round=2,
        step="score",
        tokens=[(24000, 24000)],
        claims=[0],
        token_cards=[0],
        marks={"marked": []},
    )
    assert match.state.victory_points == [points, 0]


# Terms -----------------------------------------------------------------------------------------------------------


@rule("icefire:terms.2")
def test_a_free_action_is_no_activation() -> None:
    """The Commander's unit may use its power when it activates, and not when a zone lets it attack."""
    units = (f"a {BERSERKERS} 24 20 0 | {ROBB}", B)
    free = Table(*units, options=CLASH, marks={"powers": [0] * 5})
    free.run(lambda game: free_attack(game, 0))
    assert not free.was_asked("choose.power-now")
    own = Table(*units, options=CLASH, marks={"powers": [0] * 5})
    own.run(lambda game: activation.activate_unit(game, 0))
    assert own.was_asked("choose.power-now")


@rule("icefire:terms.4", "icefire:terms.10", "icefire:attack.1", "icefire:ranged.5")
def test_whose_units_are_friends_and_whose_are_targets() -> None:
    """The Crossbowmen shoot at Long Range, the Trackers at Short Range: 8 inches are too far for them."""
    archers, trackers = f"a {CROSSBOWMEN} 24 10 0", "a 10209 24 10 0"
    for shooters, targets in ((archers, [2]), (trackers, [])):
        state = laid(shooters, f"a {SWORDS} 14 18 0", f"b {GUARDSMEN} 24 22.8 180")
        assert (units_on_table(state, 0), enemies_on_table(state, 0)) == ([0, 1], [2])
        weapon = next(attack for attack in unit_card(state, 0).attacks if attack.kind != "melee")
        assert targets_from(state, 0, weapon, Pose(24_000, 10_000, 0)) == targets


@rule("icefire:terms.11", "icefire:terms.26")
def test_friends_partly_in_range_and_the_source_itself_are_targets() -> None:
    """Trays are 5.5 wide: with their middles 11.5 apart there are 6 inches between them."""
    state = laid(f"a {SWORDS} 10 20 0", f"a {SWORDS} 21.5 20 0", f"a {SWORDS} 27.1 20 0", FAR)
    use = Use(0, 0, "order-war-cry", Moment("turn-start", 0))
    assert friends(within_range="short")(state, use) == [0, 1]
    assert friends(within_range="short", others=True)(state, use) == [1]
    table = Table("a 10214 24 20 0", f"b {GUARDSMEN} 24 32 180", f"b {HALBERDIERS} 32 32 180")
    table.run(
        lambda game: happen(game, Moment("turn-start", 0)),
        "order a1 order-war-cry", "unit b2", "condition vulnerable", dice=(6, 6),
    )  # fmt: skip  # several to a line
    assert [unit for unit in (1, 2) if table.conditions(unit)] == [2]


@rule("icefire:terms.19", "icefire:terms-2021.1", "icefire:terms.25", "icefire:terms.24")
@pytest.mark.parametrize("edition", EDITIONS)
def test_pivots_and_shifts_are_moves(edition: Edition) -> None:
    """A pivot onto an objective claims it; a shift does in Season 6, whose list of moves has it."""
    tokens: dict[str, Any] = {"tokens": [(25_500, 20_000)], "token_cards": [0]}
    turned = Table(f"a {SWORDS} 24 20 0", FAR, edition=edition, **tokens)
    turned.run(lambda game: pivot(game, 0, "freed", "icefire:retreat.6"), "pivot 9000")
    assert turned.state.turn is not None
    assert turned.state.turn.moved == [0]
    shifted = Table(f"a {SWORDS} 20 20 3000", FAR, edition=edition, tokens=[(18_000, 17_000)], token_cards=[0])
    before = shifted.state.pose[0]
    assert before is not None
    shifted.run(lambda game: shift(game, 0, 3 * INCH, "objective", "icefire:objective.2"), "shift back 3000")
    after = shifted.state.pose[0]
    assert after is not None
    assert after.heading == before.heading
    assert after == before.moved(3000, 18_000)
    claimed = Table(f"a {SWORDS} 20 20 0", FAR, edition=edition, tokens=[(20_000, 17_000)], token_cards=[0])
    claimed.run(lambda game: shift(game, 0, 3 * INCH, "objective", "icefire:objective.2"), "shift back 3000")
    assert claimed.state.claims == [0 if edition == SEASON_6 else NO_UNIT]


@rule("icefire:terms.24")
def test_nobody_shifts_askew() -> None:
    match = scene(f"a {CROSSBOWMEN} 24 10 0", f"b {GUARDSMEN} 24 22.8 180")
    play(match, "a: take ranged")
    with pytest.raises(ValueError, match="diagonal"):
        match.play(0, "shift diagonal 1000")
    assert {line.split()[1] for line in offered(match) if line.startswith("shift")} == {
        "forward", "back", "left", "right",
    }  # fmt: skip  # several to a line


@rule("icefire:terms.28", "icefire:ruling.65", "icefire:condition.1")
def test_a_unit_has_each_condition_once() -> None:
    game = table(A, FAR)
    for condition in ("panicked", "panicked", "weakened"):
        give_condition(game, 1, condition)
    assert conditions_of(game.state, 1) == ["panicked", "weakened"]
    assert conditions_of(game.state, 0) == []


@rule("icefire:terms.29")
def test_tokens_are_marched_over_and_stood_upon() -> None:
    match = scene(f"a {SWORDS} 24 10 0", FAR, tokens=[(24_000, 15_000), (24_000, 20_000)], token_cards=[0, 0])
    play(match, "a: take march", "a: march 10000 0")
    assert place(match, "a1") == (24.0, 20.0, 0.0)


# A turn ----------------------------------------------------------------------------------------------------------


@rule("icefire:round.4", "icefire:round.6", "icefire:round.7", "icefire:ruling.99")
@pytest.mark.usefixtures("interpreted")
def test_a_turn_is_its_start_an_activation_with_one_action_and_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, list[bool]]] = []

    def noted(game: Any, moment: Moment) -> Any:  # the flow of the real function
        seen.append((moment.event, game.state.activated[:]))
        yield from happen(game, moment)

    monkeypatch.setattr(activation, "happen", noted)
    match = play(scene(f"a {SWORDS} 10 10 0", f"a {BERSERKERS} 20 10 0", FAR), "a: activate a1", "a: take march",
                 "a: march 0 0")  # fmt: skip  # several to a line
    assert seen[:4] == [
        ("turn-start", [False, False, False]),
        ("activation", [False, False, False]),
        ("turn-end", [True, False, False]),
        ("turn-start", [True, False, False]),
    ]
    assert [event.action for event in told(match, ActionTaken)] == ["march"]
    assert asked(match)[0] == "b"


@rule("icefire:cleanup.2", "icefire:ruling.99")
@pytest.mark.usefixtures("interpreted")
def test_effects_of_the_end_of_a_round_come_before_scoring(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, list[int]]] = []

    def noted(game: Any, moment: Moment) -> Any:  # the flow of the real function
        seen.append((moment.event, game.state.victory_points[:]))
        yield from happen(game, moment)

    monkeypatch.setattr(cleanup, "happen", noted)
    match = scene(f"a {SWORDS} 24 24 0 | activated", f"{FAR} | activated", round=2, step="score",
                  tokens=[(24000, 24000)], claims=[0], token_cards=[0])  # fmt: skip  # several to a line
    assert seen == [("round-end", [0, 0])]
    assert match.state.victory_points == [1, 0]


@rule("icefire:idleness.3", "icefire:ruling.89")
def test_an_engaged_unit_may_do_what_an_effect_offers_in_place_of_an_action() -> None:
    mission = {"missions-active": [1, 2], "missions-reserve": [3, 4], "missions-discarded": []}
    piles = {"cards": [f"mission-{number}" for number in range(5, 10)], "known": [0] * 5}
    match = scene(f"a {BERSERKERS} 24 20 0 | {ROBB}", B, FAR, options={"mode": "dark-wings"}, marks=mission,
                  missions=piles, tokens=[(6_700, 24_000)], token_cards=[0])  # fmt: skip  # several to a line
    assert asked(match) == ("a", "choose.mission-action")
    play(match, "a: choose mission-3")
    assert match.state.activated[0]
    assert told(match, TurnBegan)[-1].player == "b"


@rule("icefire:board.6", "icefire:board.2")
def test_a_non_combat_unit_may_claim_no_zone() -> None:
    match = scene(A, FAR, ncus=["a 30202"])
    play(match, "a: activate-ncu an1", "a: pass")
    assert match.state.ncu_activated == [True]
    assert free_zones(match.state) == ["crown", "wealth", "tactics", "combat", "maneuver"]


@rule("icefire:ruling.61", "icefire:ruling.68")
def test_a_zone_is_controlled_by_who_stands_there_alone() -> None:
    state = laid(A, FAR, ncus=["a 30202 crown"])
    assert controls(state, 0, "crown")
    state.ncu_alive[0] = False
    assert not controls(state, 0, "crown")
    copied = Table(A, FAR)
    copied.run(lambda game: zone_effect(game, 0, "tactics"))
    assert not controls(copied.state, 0, "tactics")


# Units and their cards -------------------------------------------------------------------------------------------

UNIT = """
[[unit]]
id = "10999"
name = "Swords"
type = "{type}"
tray = "infantry"
speed = 5
defense = 4
morale = 6
cost = 5
[[unit.attacks]]
name = "Sword"
kind = "melee"
hit = 4
dice = [7, 5, 4]
"""


@rule("icefire:units.3", "icefire:card.7")
def test_a_unit_is_of_one_of_four_types_and_of_its_faction() -> None:
    for kind in ("infantry", "cavalry", "monster", "war-machine"):
        found = Components(SEASON_6)
        read_cards(DataFile.parse("cards.toml", UNIT.format(type=kind)), "stark", found)
        assert (found.units["10999"].type, found.faction["10999"]) == (kind, "stark")
    with pytest.raises(DataError, match="10999: type: "):
        read_cards(DataFile.parse("cards.toml", UNIT.format(type="ship")), "stark", Components(SEASON_6))


@rule("icefire:units.14")
@pytest.mark.parametrize(("health", "dice"), [(12, 7), (9, 7), (8, 5), (5, 5), (4, 4), (1, 4)])
def test_attack_dice_are_those_of_the_remaining_ranks(health: int, dice: int) -> None:
    state = laid(f"{A} | {health}", B)
    assert dice_of(state, Fight(0, 1, "melee"), unit_card(state, 0).attacks[0]) == dice


@rule("icefire:card.4")
def test_a_trigger_of_cavalry_wants_cavalry() -> None:
    state = laid(A, f"a {OUTRIDERS} 8 8 0", FAR)
    trigger = Trigger(event="activation", side="friendly", who="cavalry")
    assert [fits(state, trigger, Moment("activation", 0, unit=unit), 0, NO_UNIT) for unit in (0, 1)] == [False, True]


@rule("icefire:card.9")
@pytest.mark.parametrize(("kind", "vicious"), [("melee", True), ("long", False)])
def test_an_ability_of_melee_does_nothing_for_shots(kind: str, vicious: bool) -> None:
    """Bastard's Girls have a blade for melee, which is Vicious, and a bow."""
    state = laid("a 10402 24 20 0", B)
    fight = Fight(0, 1, kind)
    shape_fight(state, fight)
    assert ("vicious" in fight.keywords) == vicious


@rule("icefire:card.10", "icefire:ruling.57", "icefire:orders.3", "icefire:ruling.56")
def test_each_order_is_used_once_a_round_at_its_own_event() -> None:
    """A unit with two Orders uses both in a round: each waits for its event, and is gone then."""
    state = laid("a 10209 24 10 0", f"b {GUARDSMEN} 24 20 180")
    start = Moment("turn-start", 0)
    goes = Moment("action-chosen", 1, unit=1, action="march")
    assert orders_at(state, 0, start) == [(0, "order-mark-target")]
    assert orders_at(state, 0, goes) == [(0, "order-hidden-traps")]
    state.orders_used[0].append("order-mark-target")
    assert orders_at(state, 0, start) == []
    assert orders_at(state, 0, goes) == [(0, "order-hidden-traps")]
    assert orders_at(state, 0, Moment("turn-start", 1)) == []


@rule("icefire:deck-2021.1", "icefire:orders.3", "icefire:ruling.56")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_trigger_is_an_event_of_the_game(edition: Edition) -> None:
    state = laid(A, B, edition=edition)
    trigger = Trigger(event="attack-dice", side="friendly", attack="melee")
    own = Moment("attack-dice", 0, unit=0, target=1, kind="melee")
    assert fits(state, trigger, own, 0, NO_UNIT)
    assert not fits(state, trigger, own, 1, NO_UNIT)
    assert not fits(state, trigger, Moment("attack-rolled", 0, unit=0, target=1, kind="melee"), 0, NO_UNIT)
    assert not fits(state, trigger, Moment("attack-dice", 0, unit=0, target=1, kind="ranged"), 0, NO_UNIT)


@rule("icefire:deck-2021.2", "icefire:orders.4")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_is_about_the_friend_that_acts_and_an_order_about_its_unit(edition: Edition) -> None:
    state = laid(A, f"a {BERSERKERS} 8 8 0", B, edition=edition)
    acts = Moment("attack-dice", 0, unit=0, target=2, kind="melee")
    assert subject_of(state, Use(0, NO_UNIT, "40201", acts)) == 0
    assert subject_of(state, Use(1, NO_UNIT, "40101", acts)) == NO_UNIT
    assert subject_of(state, Use(0, 1, "order-incite", acts)) == 1


@rule("icefire:card.13")
def test_names_of_attachments_make_no_unit_of_their_house() -> None:
    """A Golden Company Officer makes his unit one of the Company by his ability, and a Stormcrow Lieutenant too."""
    state = laid("a 10411 8 8 0", f"a {SWORDS} 24 8 0 | 20418", f"a {SWORDS} 40 8 0", FAR)
    assert [counts_as(state, unit, "Golden Company") for unit in range(3)] == [True, True, False]
    nameless = laid(f"a {SWORDS} 24 8 0 | 20418", FAR)
    card = nameless.cards.attachments["20418"]
    nameless.cards = _without_affiliation(nameless.cards, card.id)
    assert not counts_as(nameless, 0, "Golden Company")


def _without_affiliation(found: Components, card: str) -> Components:
    changed = copy(found)
    changed.attachments = {**found.attachments, card: replace(found.attachments[card], abilities=())}
    return changed


# Attachments -----------------------------------------------------------------------------------------------------


@rule("icefire:attachment.3")
def test_an_effect_that_says_so_destroys_an_attachment_in_its_unit() -> None:
    game = table(f"{A} | {CAPTAIN}", f"a {BERSERKERS} 8 8 0", FAR)
    run(game, destroy_attachment(game, 0, CAPTAIN, 1))
    assert (game.state.attachments[0], game.state.health[0], game.state.full[0]) == ((), 11, 11)


@rule("icefire:ruling.80")
def test_the_commanders_unit_is_the_one_he_is_in() -> None:
    state = laid(A, f"a {BERSERKERS} 8 8 0 | {ROBB}", FAR)
    assert commander_unit(state, 0) == 1
    state.attachments = ((ROBB,), (), ())
    assert commander_unit(state, 0) == 0
    put_attachments(state, 0, [])
    assert commander_unit(state, 0) == NO_UNIT


@rule("icefire:deployment.6")
def test_attachments_are_deployed_with_their_unit() -> None:
    match: Any = scene(f"{A} | {ROBB}", FAR, step="deploy", pose=[None, None])
    assert {line.split()[1] for line in offered(match)} == {"a1"}
    play(match, "a: deploy a1 24000 7600 0")
    assert match.state.attachments[0] == (ROBB,)
    assert place(match, "a1") == (24.0, 7.6, 0.0)


# Actions ---------------------------------------------------------------------------------------------------------


@rule("icefire:action.6", "icefire:action-2021.1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_pivot_within_a_move_passes_over_trays(edition: Edition) -> None:
    """A tray turned by 131.1 degrees reaches 3.65 inches ahead with a rear corner; the next tray begins at 3.5."""
    for other in (f"a {BERSERKERS} 24 15.9 0 | activated", f"b {GUARDSMEN} 24 15.9 180"):
        match = play(scene(f"a {SWORDS} 24 10 0", other, FAR, edition=edition), "a: take maneuver")
        if other.startswith("b") and edition != SEASON_6:
            assert refused(match, "a: maneuver 13110 3000 18000").rule == "icefire:action-2021.1"
        else:
            play(match, "a: maneuver 13110 3000 18000")
            assert told(match, UnitMoved)[0].how == "maneuver"


@rule("icefire:action.7", "icefire:action-2021.2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_move_ends_over_a_tray(edition: Edition) -> None:
    for other, id in (
        (f"a {BERSERKERS} 24 15.9 0 | activated", "action.10"),
        (f"b {GUARDSMEN} 24 15.9 180", "action.7" if edition == SEASON_6 else "action-2021.2"),
    ):
        match = play(scene(f"a {SWORDS} 24 10 0", other, FAR, edition=edition), "a: take maneuver")
        assert refused(match, "a: maneuver 0 0 4890").rule == f"icefire:{id}"
        play(match, "a: maneuver 0 0 18000")


@rule("icefire:terrain.3", "icefire:keyword.impassable")
@pytest.mark.parametrize("piece", ["bog", "palisade"])
def test_moves_end_on_terrain_unless_it_is_impassable(piece: str) -> None:
    """A pivot takes a corner of the tray over a piece that begins 2.6 inches ahead of its middle."""
    depth = {"bog": 4.9, "palisade": 2.2}[piece]
    match = play(scene(f"a {SWORDS} 24 10 0", FAR, terrain=[f"{piece} 24 {12.6 + depth / 2} 0"]), "a: take maneuver")
    if piece == "bog":
        play(match, "a: maneuver 0 0 4890")
        assert place(match, "a1") == (24.0, 10.0, 48.9)
    else:
        assert refused(match, "a: maneuver 0 0 4890").rule == "icefire:keyword.impassable"


@rule("icefire:ranged.3", "icefire:ruling.9")
def test_the_shift_before_a_shot_is_two_inches_and_ends_with_a_target() -> None:
    """12.5 inches lie between the front and the target: half an inch must be gone at least."""
    match = play(scene(f"a {CROSSBOWMEN} 24 10 0", f"b {GUARDSMEN} 24 27.3 180"), "a: take ranged")
    assert refused(match, "a: shift forward 2001").rule == "icefire:terms.23"
    assert refused(match, "a: shift forward 499").rule == "icefire:ranged.3"
    assert refused(match, "a: shift back 1000").rule == "icefire:ranged.3"
    play(match, "a: shift forward 500")
    assert place(match, "a1") == (24.0, 10.5, 0.0)


@rule("icefire:melee.1")
def test_who_is_not_engaged_makes_no_melee_attack() -> None:
    match = scene(A, FAR)
    assert "take melee" not in offered(match)
    assert refused(match, "a: take melee").rule == "icefire:melee.1"


@rule("icefire:melee.2", "icefire:melee.1")
@pytest.mark.usefixtures("interpreted")
def test_who_has_no_melee_attack_makes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    state = laid(A, B)
    assert melee.melee_fault(state, 0) is None
    monkeypatch.setattr(melee, "attack_of", lambda *_: None)
    fault = melee.melee_fault(state, 0)
    assert fault is not None
    assert fault.rule == "icefire:melee.2"


@rule("icefire:melee.6", "icefire:melee.7")
def test_any_enemy_in_contact_is_fought_seen_or_not() -> None:
    units = (f"a {BERSERKERS} 24 20 0", f"b {GUARDSMEN} 24 24.8 180", f"b {HALBERDIERS} 24 15.2 0")
    match = play(scene(*units), "a: take melee")
    assert offered(match) == ["unit b1", "unit b2"]
    assert refused(match, "a: unit a1").rule == "icefire:melee.6"
    behind = play(scene(*units, chance=die(*[6] * 7, *[1] * 7, 6, 6, 1)), "a: take melee", "a: unit b2")
    assert behind.state.health[2] < 12
    assert behind.state.health[1] == 12


@rule("icefire:keyword.destructible", "icefire:keyword-2021.destructible")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("y", "near"), [(24.0, True), (24.6, False)])
def test_a_piece_within_an_inch_is_cut_down_with_an_attack(edition: Edition, y: float, near: bool) -> None:
    """A hedge is 2.2 deep and a tray 4.8: at 24 the hedge begins half an inch before the tray."""
    match = scene(A, FAR, terrain=[f"hedge 24 {y} 0"], edition=edition)
    assert ("take raze" in offered(match)) == near
    if not near:
        keyword = "keyword" if edition == SEASON_6 else "keyword-2021"
        assert refused(match, "a: take raze").rule == f"icefire:{keyword}.destructible"
        return
    play(match, "a: take raze")
    assert match.state.pieces == [""]
    assert asked(match)[0] == "b"


@rule("icefire:ruling.13", "icefire:game-of-thrones.4")
def test_a_move_of_no_length_claims_the_objective_below() -> None:
    match = scene(f"a {SWORDS} 24 24 0", FAR, tokens=[(24_000, 24_000)], token_cards=[0])
    play(match, "a: take maneuver", "a: maneuver 0 0 0")
    assert match.state.claims == [0]


@rule("icefire:ruling.12")
@pytest.mark.parametrize("way", ["back", "forward"])
def test_a_shift_breaks_no_contact(way: str) -> None:
    holding = Table(A, B)
    with pytest.raises(AssertionError, match="nobody was asked"):
        holding.run(lambda game: shift(game, 0, 3 * INCH, "objective", "icefire:objective.2"), f"shift {way} 1000")
    along = Table(A, B)
    along.run(lambda game: shift(game, 0, 3 * INCH, "objective", "icefire:objective.2"), "shift left 1000")
    pose = along.state.pose[0]
    assert pose is not None
    assert pose.x == 23_000
