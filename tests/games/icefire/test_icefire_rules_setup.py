"""Armies, the battlefield, zones and objectives, and single rulings on them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from banneret.games.icefire import setup
from banneret.games.icefire.army.list_code import write_short
from banneret.games.icefire.army.lists import ArmyList, Company, bill, check_list
from banneret.games.icefire.content.components import Attachment, components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.modes.here_we_stand import unit_points
from banneret.games.icefire.modes.objectives import ObjectiveMode
from banneret.games.icefire.rules.battlefield import may_lie
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.moments import happen
from banneret.games.icefire.rules.table import sight
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, piece_at, piece_card, tray_of
from banneret.games.icefire.rules.table.paths import way_fault
from banneret.games.icefire.rules.table.sight import sees
from banneret.games.icefire.rules.table.units import contest_strength
from banneret.games.icefire.rules.table.zones import zone_depth
from banneret.games.icefire.settings import settings_type
from banneret.games.icefire.setup import draw_terrain, lay_out
from banneret.games.icefire.state import NO_UNIT, Fight, Moment, State
from banneret.kernel.chance import Chance
from banneret.kernel.creation import new_match
from banneret.kernel.rulebook import OptionError
from banneret.plane import Pose, Straight, covers_disc
from tests.games.icefire.ability_table import run, table
from tests.games.icefire.scene import (
    BERSERKERS,
    CROSSBOWMEN,
    GREYWIND,
    GUARDSMEN,
    HALBERDIERS,
    SWORDS,
    die,
    laid,
    play,
    refused,
    scene,
)
from tests.games.icefire.table import Table

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)

ROBB, GREATJON, CAPTAIN, YOUNG_WOLF = "20201", "20202", "20204", "20206"
RICKON, OSHA, SURVIVALIST, MOUNTAIN, GREGOR = "20219", "20220", "20223", "10107", "20114"
BOWMEN = "10205"
A, B = f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180"
FAR = f"b {CROSSBOWMEN} 42 44 180"


def army(*companies: tuple[str, ...], commander: str = ROBB, faction: Any = "stark", points: int = 40) -> ArmyList:
    """Return an army of units with their attachments."""
    found = tuple(Company(unit=unit, attachments=tuple(inside)) for unit, *inside in companies)
    return ArmyList(faction=faction, points=points, commander=commander, companies=found)


def faults(list_: ArmyList, edition: Edition = SEASON_6) -> list[str]:
    """Return the rules that a list breaks."""
    return [fault.rule for fault in check_list(list_, edition)]


# Armies ----------------------------------------------------------------------------------------------------------


@rule("icefire:card.14", "icefire:attachment.13", "icefire:ruling.73")
@both
def test_an_army_pays_what_its_cards_say(edition: Edition) -> None:
    found = components(edition)
    paid = bill(army((SWORDS, ROBB), (BERSERKERS, CAPTAIN), (BOWMEN, RICKON, OSHA)), edition).companies
    assert [unit for unit, _ in paid] == [found.units[id].cost for id in (SWORDS, BERSERKERS, BOWMEN)] == [5, 6, 6]
    assert paid[1][1] == (found.attachments[CAPTAIN].cost,) == (1,)
    assert (found.attachments[OSHA].cost, paid[2][1][1]) == (0, 0)


@rule("icefire:attachment.5", "icefire:army.18", "icefire:ruling.75")
def test_a_unit_has_one_attachment_and_those_that_join_besides() -> None:
    assert faults(army((SWORDS, ROBB), (BOWMEN, CAPTAIN, CAPTAIN))) == ["icefire:army.18"]
    assert faults(army((SWORDS, ROBB), (BOWMEN, CAPTAIN, SURVIVALIST))) == []
    assert faults(army((SWORDS, ROBB), (BOWMEN, RICKON, OSHA))) == []


@rule("icefire:army.19", "icefire:army.18")
def test_an_attachment_needs_a_unit() -> None:
    assert faults(army((SWORDS, ROBB), (CAPTAIN,))) == ["icefire:army.18"]


@rule("icefire:commander.2", "icefire:commander.3", "icefire:commander.1")
@both
def test_a_commander_is_marked_and_is_an_attachment(edition: Edition) -> None:
    assert faults(army((SWORDS, CAPTAIN), commander=CAPTAIN), edition) == ["icefire:commander.1"]
    assert faults(army((SWORDS,)), edition) == ["icefire:army.16"]
    assert all(isinstance(one, Attachment) for one in components(edition).models() if one.commander)


@rule("icefire:ruling.71", "icefire:ruling.72", "icefire:army.17")
def test_a_character_is_there_once_under_any_title() -> None:
    assert faults(army((SWORDS, ROBB), (BOWMEN, YOUNG_WOLF))) == ["icefire:army.17"]
    both_gregors = army(
        (GUARDSMEN, "20104"), (HALBERDIERS, GREGOR), (MOUNTAIN,), commander="20104", faction="lannister"
    )
    assert "icefire:army.17" in faults(both_gregors)


@rule("icefire:army.1", "icefire:army.3")
def test_armies_are_of_the_points_agreed_on() -> None:
    """Thirty, forty, fifty or any other number; but both of the same."""
    thirty_five = army((SWORDS, ROBB), (BERSERKERS, CAPTAIN), points=35)
    assert faults(thirty_five) == []
    code = write_short(thirty_five)
    match = new_match(SEASON_6, seats=2, seed=1, options={"points": 35, "armies": [code, "lannister"]})
    assert match.view([]).game is not None
    with pytest.raises(OptionError, match=r"armies\[0\]: is of 35 points; the match is of 40"):
        new_match(SEASON_6, seats=2, seed=1, options={"points": 40, "armies": [code, "lannister"]})


# Units and terrain -----------------------------------------------------------------------------------------------


@rule("icefire:card.8")
def test_the_loss_of_an_attachment_acts_as_its_own_text_says(monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[tuple[int, int]] = []

    def follow(_game: Any, unit: int, by: int) -> Any:  # a flow that asks nothing
        yield from ()
        lost.append((unit, by))

    monkeypatch.setitem(registry.LOSSES, "order-martial-training", follow)
    game = table(f"{A} | {CAPTAIN}", f"a {BERSERKERS} 8 8 0 | {ROBB}", f"a {SWORDS} 8 20 0", FAR)
    run(game, suffer(game, 1, 12, 1))
    assert lost == []
    run(game, suffer(game, 0, 12, 1))
    assert lost == [(0, 1)]


@rule("icefire:keyword.elevated")
@pytest.mark.usefixtures("interpreted")
def test_who_stands_on_elevated_terrain_shoots_over_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """No piece of the book is Elevated; a forest is made so."""
    state = laid(f"a {CROSSBOWMEN} 24 10 0", f"a {SWORDS} 24 17 0", f"b {GUARDSMEN} 24 24 180", terrain=["bog 24 10 0"])
    assert not sees(state, 0, 2, ranged=True)
    high = replace(piece_card("bog"), keywords=("elevated",))
    monkeypatch.setattr(sight, "terrain", lambda state: iter([(0, high, piece_at("bog", state.piece_pose[0]))]))
    assert sees(state, 0, 2, ranged=True)
    assert not sees(state, 0, 2)


@rule("icefire:other.1")
def test_everybody_sees_where_everything_lies() -> None:
    match = scene(A, FAR, tokens=[(24_000, 24_000)], token_cards=[0])
    for seats in ([], [0], [1]):
        units = match.view(seats).game.units
        assert [(one.place.x, one.place.y, one.place.heading) for one in units] == [
            (24_000, 20_000, 0), (42_000, 44_000, 18_000),
        ]  # fmt: skip  # several to a line


@rule("icefire:ruling.27", "icefire:action.8")
def test_a_retreat_ends_in_no_new_contact() -> None:
    """5 inches behind the unit stands another enemy: 4.0 would touch it, and 3.0 is an inch off."""
    match = scene(f"b {GUARDSMEN} 24 24.8 180", f"a {SWORDS} 24 20 0", f"a {BERSERKERS} 24 33.6 180", turn="b",
                  chance=die(3))  # fmt: skip  # several to a line
    play(match, "b: take retreat")
    assert refused(match, "b: withdraw back 4000 18000").rule == "icefire:action.8"
    play(match, "b: withdraw back 3000 18000")
    assert match.state.contacts == []


# The battlefield -------------------------------------------------------------------------------------------------


@rule("icefire:setup.1")
def test_the_battlefield_is_four_feet_square() -> None:
    assert DEPTH == 48 * INCH
    state = laid(f"a {SWORDS} 24 45.6 0", FAR)
    fault = way_fault(state, 0, Pose(24_000, 45_600, 0), Straight(100))
    assert fault is not None
    assert fault.rule == "icefire:ruling.10"
    match: Any = scene(A, FAR, step="deploy", pose=[None, None])
    assert refused(match, "a: deploy a1 24000 2399 0").rule == "icefire:deployment.5"


@rule("icefire:setup.2", "icefire:setup.4", "icefire:game-of-thrones.2")
@both
def test_zones_and_objectives_are_there_before_terrain(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[tuple[int, int], int]] = []

    def noted(state: State, chance: Chance) -> None:
        seen.append((state.mode.zones, len(state.tokens)))
        assert not state.pieces
        draw_terrain(state, chance)

    monkeypatch.setattr(setup, "draw_terrain", noted)
    match: Any = new_match(edition, seats=2, seed=2)
    assert seen == [((10, 10), 5)]
    assert match.state.pieces


TOKENS = {
    "game-of-thrones": {(0.0, 0.0), (-17.3, 5.3), (17.3, 5.3), (-17.3, -5.3), (17.3, -5.3)},
    "clash-of-kings": {(0.0, 0.0), (-17.3, 0.0), (17.3, 0.0)},
}
"""Where the middles of tokens lie from the center; a token is 1.4 inches wide, and distances are to its near side."""


@rule("icefire:game-of-thrones.2", "icefire:clash-of-kings.2", "icefire:clash-of-kings.3")
@pytest.mark.parametrize("mode", TOKENS)
def test_where_objectives_lie(mode: str) -> None:
    """18 inches from a deployment edge is 24 - 18 - 0.7 = 5.3 from the center, and 6 from a flank edge 17.3."""
    state = State()
    armies = [army((SWORDS, ROBB)), army((SWORDS, ROBB))]
    options: Any = settings_type(SEASON_6)(mode=mode)  # type: ignore[arg-type]  # one of the modes
    lay_out(state, armies, options, SEASON_6)
    middle = DEPTH // 2
    assert {((x - middle) / INCH, (y - middle) / INCH) for x, y in state.tokens} == TOKENS[mode]


@rule("icefire:game-of-thrones.1", "icefire:clash-of-kings.1", "icefire:fire-and-blood.1", "icefire:here-we-stand.1")
@both
@pytest.mark.parametrize(
    ("mode", "depth"), [("game-of-thrones", 10), ("clash-of-kings", 10), ("fire-and-blood", 18), ("here-we-stand", 18)]
)
def test_how_deep_zones_are(edition: Edition, mode: str, depth: int) -> None:
    state = laid(A, FAR, edition=edition, options={"mode": mode})
    assert [zone_depth(state, seat) for seat in (0, 1)] == [depth * INCH] * 2


@rule("icefire:game-of-thrones.3")
def test_each_objective_has_a_card_of_its_own() -> None:
    match: Any = new_match(SEASON_6, seats=2, seed=6)
    cards = match.state.token_cards
    assert len(set(cards)) == len(cards) == 5
    assert set(cards) <= set(range(1, 11))


def assert_places(state: State) -> None:
    """Each piece of terrain lies where it might be put with all the others there."""
    pieces: list[Any] = state.pieces
    for at, id in enumerate(pieces):
        others = state.copy()
        del others.pieces[at], others.piece_pose[at]
        assert may_lie(others, id, piece_at(id, state.piece_pose[at]))


LAYOUTS: list[tuple[str, tuple[set[str], ...]]] = [
    ("icefire:setup.16", ({"weirwood"}, {"forest"}, {"forest"}, {"hedge"})),
    ("icefire:setup.17", ({"stakes"}, {"corpse-pile", "forest"}, {"corpse-pile", "forest"}, {"low-wall", "bog"})),
    ("icefire:setup.18", ({"bog"}, {"bog"}, {"forest", "corpse-pile"}, {"hedge", "stakes"})),
    ("icefire:setup.19", ({"low-wall"}, {"low-wall"}, {"palisade", "stakes"}, {"palisade", "stakes"})),
    ("icefire:setup.20", ({"forest"}, {"low-wall", "hedge"}, {"low-wall", "hedge"}, {"bog", "corpse-pile"})),
    ("icefire:setup.21", ({"low-wall"}, {"weirwood", "forest"}, {"forest", "bog"}, {"hedge", "stakes"})),
]


@pytest.mark.parametrize(
    ("number", "places"),
    [
        pytest.param(number, places, id=id, marks=rule(id, "icefire:setup.6", "icefire:ruling.91", "icefire:setup.15"))
        for number, (id, places) in enumerate(LAYOUTS)
    ],
)
@pytest.mark.parametrize("choice", [0, 1])
def test_the_six_layouts_in_the_order_of_the_book(number: int, places: tuple[set[str], ...], choice: int) -> None:
    state = laid(A, FAR)
    chance = Chance(state, [])
    chance.supply([number, *[choice if len(place) > 1 else 0 for place in places]])
    draw_terrain(state, chance)
    assert len(state.pieces) == 4
    assert all(piece in place for piece, place in zip(state.pieces, places, strict=True))
    assert_places(state)


@rule("icefire:ruling.90")
def test_pieces_that_a_layout_leaves_open_may_differ() -> None:
    state = laid(A, FAR)
    chance = Chance(state, [])
    chance.supply([1, 0, 0, 1, 0])
    draw_terrain(state, chance)
    assert state.pieces[:3] == ["stakes", "corpse-pile", "forest"]


@rule("icefire:setup.10", "icefire:setup.11", "icefire:setup.12", "icefire:setup.13", "icefire:setup-2021.1")
def test_the_random_pool_of_2021() -> None:
    """A D3 of 1 and 2 make three pieces, of sums 2, 10 and 7: a corpse pile, a forest, and any piece."""
    state = laid(A, FAR, edition=EDITION_2021)
    chance = Chance(state, [])
    chance.supply([0, *die(1, 1), *die(5, 5), *die(3, 4), 4])
    draw_terrain(state, chance)
    assert state.pieces == ["corpse-pile", "forest", state.table.pieces[4].id]
    assert_places(state)
    sums = {roll: piece.id for piece in state.table.pieces for roll in piece.rolls}
    assert Counter(sums.values())["corpse-pile"] == 2
    assert 7 not in sums


# Objectives ------------------------------------------------------------------------------------------------------


def acting(card: int, *units: str, answers: tuple[str, ...] = ()) -> Table:
    """Let an objective card act that the first unit controls."""
    laid_ = Table(*units, tokens=[(24_000, 24_000)], claims=[0], token_cards=[card], round=2)
    mode = mode_of(laid_.state)
    assert isinstance(mode, ObjectiveMode)
    laid_.run(lambda game: mode.act(game, 0, 0), *answers)
    return laid_


ON = f"a {SWORDS} 24 24 0"


@rule("icefire:objective.1")
def test_the_first_card_restores_wounds_by_destroyed_ranks() -> None:
    """A unit of 4 has lost two ranks: 1 and 2 Wounds return."""
    acted = acting(1, ON, f"a {BERSERKERS} 32 24 0 | 4", f"a {BERSERKERS} 45 4 0 | 4", FAR, answers=("unit a2",))
    assert acted.state.health[:3] == [12, 7, 4]
    assert acted.asked[0][2] == ["unit a1", "unit a2"]


@rule("icefire:objective.2")
def test_the_second_card_shifts_a_friend_three_inches() -> None:
    acted = acting(2, ON, f"a {BERSERKERS} 32 24 0", FAR, answers=("unit a2", "shift right 3000"))
    pose = acted.state.pose[1]
    assert pose is not None
    assert pose.x == 35_000


@pytest.mark.parametrize(
    ("card", "condition"),
    [
        pytest.param(3, "panicked", marks=rule("icefire:objective.3")),
        pytest.param(4, "vulnerable", marks=rule("icefire:objective.4")),
    ],
)
def test_the_third_and_fourth_card_trouble_an_enemy(card: int, condition: str) -> None:
    acted = acting(card, ON, f"b {GUARDSMEN} 24 34 180", f"b {GUARDSMEN} 14 34 180", FAR, answers=("unit b1",))
    assert acted.asked[0][2] == ["unit b1", "unit b2"]
    assert acted.conditions(1) == [condition]


@rule("icefire:clash-of-kings.11", "icefire:game-of-thrones.7", "icefire:dark-wings.15", "icefire:dark-wings-2021.1")
@pytest.mark.parametrize("mode", ["clash-of-kings", "dark-wings"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_wounds_of_a_solo_unit_count_as_ranks(edition: Edition, mode: str) -> None:
    state = laid(f"a {GREYWIND} 24 20 0", f"a {SWORDS} 8 8 0", FAR, edition=edition, options={"mode": mode})
    assert [contest_strength(state, unit) for unit in (0, 1)] == [state.health[0], 3]


@rule("icefire:ruling.95")
def test_an_elephant_claims_no_objective() -> None:
    for unit, claimed in (("10413", NO_UNIT), (SWORDS, 0)):
        match = scene(f"a {unit} 24 24 0", FAR, tokens=[(24_000, 24_000)], token_cards=[0])
        assert covers_disc(tray_of(match.state, 0), (24_000, 24_000), 700)
        play(match, "a: take maneuver", "a: maneuver 0 0 0")
        assert match.state.claims == [claimed]


@rule("icefire:ruling.87", "icefire:here-we-stand.9")
def test_destroyed_attachments_count_no_longer() -> None:
    state = laid(f"a {BERSERKERS} 8 8 0 | {ROBB}", f"{A} | {CAPTAIN}", FAR, options={"mode": "here-we-stand"})
    assert [unit_points(state, unit) for unit in (0, 1)] == [6 + 3, 5 + 1]
    state.attachments = ((), (), ())
    assert [unit_points(state, unit) for unit in (0, 1)] == [6, 5]


@rule("icefire:here-we-stand.3")
@pytest.mark.parametrize(("x", "y", "quadrant"), [(36, 36, 0), (12, 36, 1), (12, 12, 2), (36, 12, 3)])
def test_the_battlefield_has_four_equal_quadrants(x: int, y: int, quadrant: int) -> None:
    game = table(f"a {BERSERKERS} {x} {y} 0", f"b {CROSSBOWMEN} 6 6 180", options={"mode": "here-we-stand"},
                 marks={"quadrants": []})  # fmt: skip  # several to a line
    points = run(game, mode_of(game.state).points(game))  # type: ignore[attr-defined]  # of this mode
    assert [counts[0] for counts in points] == [6 if number == quadrant else 0 for number in range(4)]


@rule("icefire:ruling.86", "icefire:dance-with-dragons.13")
@both
def test_who_wins_a_token_and_carries_one_leaves_it_to_be_put_down(edition: Edition) -> None:
    fought = Table(
        A,
        f"{B} | 4",
        FAR,
        edition=edition,
        options={"mode": "dance-with-dragons"},
        claims=[0, 1, -1],
        tokens=[(24_000, 20_000), (24_000, 24_800), (41_300, 24_000)],
        token_cards=[5, 6, 7],
    )
    fought.run(lambda game: mode_of(game.state).attacked(game, Fight(0, 1, "melee")))
    assert fought.state.claims == [0, NO_UNIT, -1]
    assert [(seat, prompt) for seat, prompt, _ in fought.asked] == [(0, "ask.token")]


# Abilities that rulings speak of ---------------------------------------------------------------------------------


@rule("icefire:ruling.74")
@pytest.mark.parametrize(("bran", "asked"), [(True, True), (False, False)])
def test_summer_protects_bran_and_hodor(bran: bool, asked: bool) -> None:
    card = next(id for id, one in components(SEASON_6).attachments.items() if one.name == "Bran and Hodor")
    inside = card if bran else CAPTAIN
    hunted = Table(f"a {SWORDS} 24 20 0 | {inside}", "a 10207 14 24.8 270", f"b {CROSSBOWMEN} 24 24.8 180", turn=1)
    moment = Moment("attack-end", 1, unit=2, target=0, kind="melee", fight=Fight(2, 0, "melee"))
    hunted.run(lambda game: happen(game, moment))
    assert bool(hunted.asked) == asked
