"""The nine steps of the set-up."""

from __future__ import annotations

from typing import Any, Final

import pytest

from banneret.games.runewars.actions import Deploy, PlaceTerrain, PlaceToken, SetDials
from banneret.games.runewars.army.lists import ArmyList, FieldedUnit, check_list
from banneret.games.runewars.content.components import FACTIONS
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.events.course import (
    FirstPlayerNamed,
    ManaCast,
    TerrainDealt,
    TerrainLeftOut,
    TokenPlaced,
    UnitMarked,
    UnitNotDeployed,
)
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NO_UNIT, NOBODY, MatchState
from banneret.games.runewars.position import decode, encode
from banneret.games.runewars.rules.deployment import DeployChooser, ScoutChooser, deploy, supply, waiting
from banneret.games.runewars.rules.ground.areas import areas_of
from banneret.games.runewars.rules.ground.objectives import TokenSpace, set_up_objective
from banneret.games.runewars.rules.scoring import army_points
from banneret.games.runewars.rules.sides import choose_cards, colour_of, name_first_player
from banneret.games.runewars.rules.terrain_placement import TerrainSpace, deal_terrain, place_terrain
from banneret.games.runewars.settings import Settings
from banneret.games.runewars.setup import new_state
from banneret.games.runewars.state import cells_of
from banneret.kernel import notation
from banneret.kernel.chance import Chance
from banneret.kernel.creation import new_match
from banneret.kernel.events import Log
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.rulebook import OptionError
from banneret.kernel.stream import Stream, derive_key
from tests.games.runewars.cards import WILD
from tests.games.runewars.field import field, play, told

SPEARS, DEEP = "spearmen 2x1 0 0 0", "spearmen 3x3 0 0 0"
NOT_RAID: Final = "hold-the-crossroads"


def started(*, seed: int = 1, size: str = "standard") -> Runewars:
    """A match before its first question."""
    state = new_state(Settings(size="skirmish" if size == "skirmish" else "standard"), derive_key("setup", seed))
    return Game(state, Chance(state, []), Log())


def aside(*lines: str, deployment: str = "battle-lines", objective: str = NOT_RAID) -> Runewars:
    """A match whose units wait beside the table: a has the red areas and is first."""
    game = field(*lines)
    state = game.state
    state.poses = [None] * len(state.poses)
    state.deployment, state.objective = deployment, objective
    state.first = state.turn = state.red = 0
    state.deployer = 1
    return game


# Steps 1 to 4 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:setup.1", "rw:setup.2", "rw:setup.4", "rw:skirmish.1", "rw:skirmish.3")
@pytest.mark.parametrize(("size", "points", "cards"), [("standard", 200, 6), ("skirmish", 100, 3)])
def test_a_match_begins_with_legal_armies_and_open_cards(size: str, points: int, cards: int) -> None:
    for seed in range(3):
        state = started(seed=seed, size=size).state
        assert len(state.offered) == cards
        assert len(set(state.offered) & set(tabletop().objectives)) == 3
        for seat in (0, 1):
            units = [unit for unit, owner in enumerate(state.seat) if owner == seat]
            assert 0 < army_points(state, seat) <= points
            fielded = tuple(
                FieldedUnit(
                    unit=state.unit[unit],
                    formation=formation_of(state, unit),
                    upgrades=tuple(state.upgrades[unit]),
                )
                for unit in units
            )
            armies = [ArmyList(faction=faction, points=points, units=fielded) for faction in FACTIONS]
            assert sum(check_list(army) == () for army in armies) == 1


def formation_of(state: MatchState, unit: int) -> str:
    """The formation of a unit at its full strength."""
    cells = cells_of(state, unit)
    return f"{1 + max(column for column, _ in cells)}x{1 + max(row for _, row in cells)}"


@pytest.mark.rule("rw:setup.3")
def test_the_cheaper_army_names_the_first_player() -> None:
    game = field("a spearmen 2x2 0 0 0", "b reanimates 2x1 0 0 0")
    assert play(game, name_first_player(game), "player a").asked == ["b first-player"]
    assert (game.state.first, game.state.step) == (0, "cards")
    assert told(game, FirstPlayerNamed)[0].player == "a"


@pytest.mark.rule("rw:setup.3")
@pytest.mark.parametrize("coin", [0, 1])
def test_of_armies_that_cost_the_same_a_coin_tells(coin: int) -> None:
    game = field("a spearmen 2x1 0 0 0", "b spearmen 2x1 0 0 0")
    assert play(game, name_first_player(game), "player b", chance=[coin]).asked == [f"{'ab'[coin]} first-player"]


@pytest.mark.rule("rw:setup.4", "rw:setup.4a", "rw:14.1", "rw:89.1")
def test_each_player_chooses_a_card_and_the_deployer_a_colour() -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}", deployment="", objective="")
    state = game.state
    state.offered = ["bounty", "supply-raid", "hold-the-crossroads", "standoff", "unprepared", "maelstrom"]
    state.red = NOBODY
    assert [colour_of(state, seat) for seat in (0, 1)] == [None, None]
    played = play(game, choose_cards(game), "card bounty", "card unprepared", "colour blue", chance=[0, 0, 0])
    assert played.asked == ["a card", "b card", "b colour"]
    assert played.options[1] == ["card standoff", "card unprepared", "card maelstrom"]
    assert (state.objective, state.deployment, state.deployer, state.red) == ("bounty", "unprepared", 1, 0)
    assert [colour_of(state, seat) for seat in (0, 1)] == ["red", "blue"]
    assert (state.turn, state.step) == (1, "terrain")


@pytest.mark.rule("rw:skirmish.3", "rw:ruling.57")
def test_in_a_skirmish_there_is_one_deployment_and_the_second_player_has_the_colour() -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}", deployment="", objective="")
    game.state.size, game.state.offered = "skirmish", ["bounty", "supply-raid"]
    played = play(game, choose_cards(game), "card bounty", "colour red", chance=[0, 0])
    assert played.asked == ["a card", "b colour"]
    assert game.state.red == 1
    assert told(game, TerrainDealt)[0].pieces == ("crumbling-wall", "stone-terrace")


@pytest.mark.rule("rw:setup.4", "rw:skirmish.3")
@pytest.mark.parametrize("first", [0, 1])
def test_the_other_player_chooses_second_and_has_the_colour_of_a_skirmish(first: int) -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}", deployment="", objective="")
    game.state.first, game.state.size, game.state.offered = first, "skirmish", ["bounty", "supply-raid"]
    played = play(game, choose_cards(game), "card bounty", "colour blue", chance=[0, 0])
    assert played.asked == [f"{'ab'[first]} card", f"{'ba'[first]} colour"]
    assert game.state.red == first


# Step 5: terrain -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:setup.5", "rw:14.0", "rw:14.2", "rw:41.10")
def test_as_many_pieces_are_dealt_as_the_card_says() -> None:
    for card, deployment in tabletop().deployments.items():
        game = aside(f"a {SPEARS}", f"b {SPEARS}", deployment=card)
        deal_terrain(game)
        defensive = {piece.defensive.id for piece in tabletop().pieces.values()}
        assert sum(side in defensive for side in game.state.pieces) == deployment.defensive, card
        assert len(set(game.state.pieces)) == deployment.defensive + deployment.dangerous, card


@pytest.mark.rule("rw:setup.5a", "rw:63.5")
def test_terrain_lies_away_from_edges_other_terrain_and_areas() -> None:
    """Two bands are 3150: the keep, 2200 wide, lies with its left edge at x - 1100."""
    game = aside(f"a {SPEARS}", f"b {SPEARS}", deployment="unprepared")
    state = game.state
    state.pieces, state.piece_poses = ["stronghold", "forest"], [None, (14400, 9600, 0)]
    space = TerrainSpace(state)

    def judged(x: int, y: int) -> str | None:
        refusal = space.refusal(PlaceTerrain("stronghold", x, y, 0))
        return None if refusal is None else refusal.reason.id

    assert judged(4251, 9600) is None
    assert judged(4250, 9600) == "refuse.terrain.edge"
    assert judged(14400 - 1800 - 3151 - 1100, 9600) is None
    assert judged(14400 - 1800 - 3150 - 1100, 9600) == "refuse.terrain.near"
    assert judged(6000, 5 * 1575 + 1101) is None
    assert judged(6000, 5 * 1575 + 1100) == "refuse.terrain.area"
    assert space.refusal(PlaceTerrain("forest", 6000, 9600, 0)) is not None


@pytest.mark.rule("rw:setup.5", "rw:setup.5a")
def test_players_place_terrain_in_turn_from_who_chose_the_deployment() -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}")
    state = game.state
    state.pieces, state.piece_poses = ["spikes", "swamp", "stone-terrace"], [None] * 3
    state.turn = state.deployer
    spots = ("terrain swamp 5000 7200 0", "terrain spikes 14400 7200 1234", "terrain stone-terrace 22000 7200 9000")
    asked = [one for spot in spots for one in play(game, place_terrain(game), spot).asked]
    assert asked == ["b terrain", "a terrain", "b terrain"]
    assert state.piece_poses == [(14400, 7200, 1234), (5000, 7200, 0), (22000, 7200, 9000)]
    assert (state.step, state.turn) == ("tokens", 1)


@pytest.mark.rule("rw:ruling.43")
def test_terrain_that_fits_nowhere_is_left_out() -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}", deployment="")
    state = game.state
    state.size = "skirmish"
    state.pieces, state.piece_poses = ["forest", "spikes"], [None, (7200, 7200, 0)]
    assert play(game, place_terrain(game)).asked == []
    assert told(game, TerrainLeftOut)[0].piece == "forest"
    assert state.pieces == ["spikes"]


@pytest.mark.slow
def test_what_is_suggested_and_drawn_for_terrain_is_allowed() -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}", deployment="unprepared")
    game.state.pieces, game.state.piece_poses = ["forest", "spikes"], [None, None]
    space, stream = TerrainSpace(game.state), Stream(derive_key("terrain"))
    suggested = space.suggest()
    assert {one.piece for one in suggested} == {"forest", "spikes"}
    assert all(space.refusal(one) is None for one in suggested)
    assert all(space.refusal(space.sample(stream)) is None for _ in range(20))


# Step 6: objectives --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:setup.6", "rw:89.0", "rw:89.2", "rw:89.2a")
def test_the_tokens_of_a_raid_lie_on_the_middle_line() -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}", objective="supply-raid")
    assert play(game, set_up_objective(game)).asked == []
    assert [(one.x, one.y) for one in told(game, TokenPlaced)] == [(14400, 7200), (9675, 7200), (19125, 7200)]
    assert (game.state.step, game.state.turn) == ("deploy", 0)
    assert (game.state.token_seat, game.state.token_units) == ([NOBODY] * 3, [NO_UNIT] * 3)


@pytest.mark.rule("rw:89.2a", "rw:ruling.45")
def test_tokens_are_placed_in_turn_before_the_opposing_area() -> None:
    """Areas are 3150 deep; the token of the red player lies 1 to 3150 before the blue area, 1576 from all else."""
    game = aside(f"a {SPEARS}", f"b {SPEARS}", objective="confluence-of-magic")
    state = game.state
    state.turn = 0
    first = TokenSpace(state, 0)
    assert first.refusal(PlaceToken(8000, 14400 - 3150 - 3150)) is None
    assert first.refusal(PlaceToken(8000, 14400 - 3150 - 3151)) is not None
    assert first.refusal(PlaceToken(8000, 14400 - 3150)) is not None
    assert first.refusal(PlaceToken(1575, 10000)) is not None
    for spot in ("10000", "4000", "10000", "4000", "10000", "4000"):
        x = 4000 + 3000 * len(state.token_places)
        play(game, set_up_objective(game), f"token {x} {spot}")
    assert len(state.token_places) == 6
    assert state.token_seat == [0, 1, 0, 1, 0, 1]
    assert state.token_units == [NO_UNIT] * 6
    refusal = TokenSpace(state, 0).refusal(PlaceToken(5575, 10000))
    assert refusal is not None
    assert refusal.reason.id == "refuse.token.near"
    assert play(game, set_up_objective(game)).asked == []
    assert state.step == "deploy"


@pytest.mark.rule("rw:89.2a")
@pytest.mark.parametrize("free", [True, False])
def test_a_token_is_placed_if_there_is_any_place(free: bool) -> None:
    """Tokens lie so close that only a spot between the rows looked at is far enough from all of them."""
    game = aside(f"a {SPEARS}", f"b {SPEARS}", objective="confluence-of-magic")
    state, spot = game.state, (8131, 9377)
    low, high = 14400 - 3150 - 3150, 14400 - 3150
    state.token_places = [
        (x, y)
        for x in range(800, 30_000, 700)
        for y in range(low - 1400, high + 1400, 700)
        if not free or (x - spot[0]) ** 2 + (y - spot[1]) ** 2 > 1700**2
    ]
    space = TokenSpace(state, 0)
    assert space.has_place() == free
    for place in space.suggest():
        assert space.refusal(place) is None
        assert abs(place.x - spot[0]) + abs(place.y - spot[1]) < 900


# Step 7: deployment --------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:setup.7", "rw:13.0", "rw:13.1", "rw:13.2", "rw:13.2a", "rw:ruling.42")
def test_units_are_deployed_in_turn_wholly_in_the_own_areas() -> None:
    game = aside(f"a {SPEARS}", f"a {SPEARS}", f"b {SPEARS}")
    state = game.state
    chooser = DeployChooser(state, 0)
    assert chooser.refusal(Deploy("a1", 5000, 2650, 0)) is None
    beyond, foreign = chooser.refusal(Deploy("a1", 5000, 2651, 0)), chooser.refusal(Deploy("a1", 5000, 12000, 0))
    assert beyond is not None
    assert foreign is not None
    assert (beyond.rule, foreign.rule) == ("rw:13.2a", "rw:13.2a")
    assert (beyond.reason.id, foreign.reason.id) == ("refuse.deploy.area", "refuse.deploy.area")
    assert chooser.refusal(Deploy("b1", 5000, 2000, 0)) is not None
    assert [chooser.refusal(Deploy("a1", 5000, 2000, heading)) is None for heading in (0, 35_999, 36_000, -1)] == [
        True,
        True,
        False,
        False,
    ]
    play(game, deploy(game), "deploy a2 5000 2000 0")
    refusal = DeployChooser(state, 0).refusal(Deploy("a1", 6000, 2000, 0))
    assert refusal is not None
    assert (refusal.rule, refusal.reason.id) == ("rw:79.0", "refuse.deploy.overlap")
    played = play(game, deploy(game), "deploy b1 5000 12400 18000")
    assert played.asked == ["b deploy"]
    assert play(game, deploy(game), "deploy a1 9000 2000 300").asked == ["a deploy"]
    assert (waiting(state, 0), state.step) == ([], "supply")


@pytest.mark.rule("rw:13.2c")
def test_one_unit_is_deployed_in_a_turn_and_all_that_are_left_once_the_enemy_is_done() -> None:
    game = aside(f"a {SPEARS}", f"a {SPEARS}", f"b {SPEARS}")
    assert (DeployChooser(game.state, 0).part().missing, DeployChooser(game.state, 1).part().missing) == (1, 1)
    game.state.poses[2] = (5000, 12400, 18000)
    assert DeployChooser(game.state, 0).part().missing == 2
    game.state.poses[:] = [(5000, 2000, 0), (9000, 2000, 0), None]
    assert DeployChooser(game.state, 1).part().missing == 1


@pytest.mark.rule("rw:13.2b", "rw:ruling.53")
def test_a_unit_too_deep_for_the_area_stands_at_the_long_edge() -> None:
    """On Unprepared blue has one band, 1575 deep: a unit of 3 ranks stands with its rear edge on the table edge."""
    game = aside(f"a {SPEARS}", f"b {DEEP}", deployment="unprepared")
    chooser = DeployChooser(game.state, 1)
    assert chooser.refusal(Deploy("b1", 9000, 14400 - 1500, 18000)) is None
    for x, y, heading in ((9000, 12800, 18000), (9000, 12900, 0), (9000, 12900, 9000), (1000, 12900, 18000)):
        assert chooser.refusal(Deploy("b1", x, y, heading)) is not None
    assert {one.y for one in chooser.suggest()} == {14400 - 1500}


@pytest.mark.rule("rw:ruling.59")
def test_units_are_not_deployed_over_terrain() -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}")
    game.state.pieces, game.state.piece_poses = ["forest"], [(5000, 2000, 0)]
    refusal = DeployChooser(game.state, 0).refusal(Deploy("a1", 5000, 2000, 0))
    assert refusal is not None
    assert refusal.rule == "rw:ruling.59"


@pytest.mark.rule("rw:setup.7", "rw:ruling.70")
def test_scouts_are_deployed_last_and_may_perform_a_blue_action() -> None:
    """Outland scouts march at speed 1 to 3; a modifier of another stance is refused."""
    game = aside("a outland-scouts 2x1 0 0 0", f"a {SPEARS}", f"b {SPEARS}")
    assert waiting(game.state, 0) == [1]
    play(game, deploy(game), "deploy a2 9000 2000 0")
    play(game, deploy(game), "deploy b1 9000 12400 18000")
    assert waiting(game.state, 0) == [0]
    offered = [one for one in ScoutChooser(game.state, 0).options() if isinstance(one, SetDials)]
    assert {one.action for one in offered} == {"march-1-blue-3", "march-2-blue-4", "march-3-blue-6"}
    assert {one.modifier.rpartition("-")[2] for one in offered} <= {"blue", "white", "blank"}
    marching = next(one for one in offered if one.action == "march-2-blue-4" and one.modifier == "blank")
    played = play(game, deploy(game), "deploy a1 4000 2000 0", notation.write(marching))
    assert played.asked == ["a deploy", "a scout"]
    assert game.state.poses[0] == (4000, 4000, 0)
    assert game.state.step == "supply"


@pytest.mark.rule("rw:41.2b", "rw:ruling.70")
@pytest.mark.parametrize("enters", [True, False])
def test_a_scout_that_enters_terrain_performs_no_bonus_action(enters: bool) -> None:
    game = aside("a outland-scouts 2x1 0 0 0 | uncontrolled-geomancer", f"b {SPEARS}")
    state = game.state
    state.mana, state.pieces, state.piece_poses = list(WILD), ["forest"], [(4000, 5500, 0)]
    state.poses[1] = (9000, 12400, 18000)
    marching = "dials a1 march-3-blue-6 bonus-action-skill-white"
    answers = ["yes"] if enters else ["pass", "skill uncontrolled-geomancer", "wound 2-1 0", "wound 2-1 0"]
    played = play(game, deploy(game), "deploy a1 4000 2000 0", marching, *answers)
    assert played.asked == ["a deploy", "a scout", "a may", *([] if enters else ["a skill", "b wound", "b wound"])]


@pytest.mark.rule("rw:13.2c")
def test_a_unit_that_can_stand_nowhere_is_destroyed() -> None:
    """The red area is 28800 wide and 3150 deep: three rows of units fill it."""
    wall = [f"a spearmen 3x3 {1500 + 3000 * place} 1500 0" for place in range(9)]
    game = aside(*wall, f"a {DEEP}", f"b {SPEARS}")
    state = game.state
    state.poses = [*((1500 + 3150 * place, 1550, 0) for place in range(9)), None, None]
    assert play(game, deploy(game)).asked == []
    assert told(game, UnitNotDeployed)[0].unit == "a10"
    assert state.figures[9] == []


def test_what_is_suggested_and_drawn_for_units_is_allowed() -> None:
    game = aside(f"a {SPEARS}", f"a {DEEP}", "b reanimates 3x2 0 0 0", f"b {DEEP}", deployment="unprepared")
    stream = Stream(derive_key("deploy"))
    for seat in (0, 1):
        chooser = DeployChooser(game.state, seat)
        assert {one.unit for one in chooser.suggest()} == ({"a1", "a2"} if seat == 0 else {"b1", "b2"})
        assert all(chooser.refusal(one) is None for one in chooser.suggest())
        assert all(chooser.refusal(chooser.sample(stream)) is None for _ in range(20))


# Steps 8 and 9 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:setup.9", "rw:51.0", "rw:51.1", "rw:51.2")
def test_the_mana_is_cast_before_the_first_round() -> None:
    game = aside(f"a {SPEARS}", f"b {SPEARS}")
    assert play(game, supply(game), chance=[1, 1, 0, 1, 0]).asked == []
    assert game.state.mana == [1, 1, 0, 1, 0]
    assert told(game, ManaCast)[0].runes == {"stable": 2, "unstable": 4, "natural": 0}
    assert game.state.step == "round"


@pytest.mark.rule("rw:89.2a", "rw:92.0")
def test_for_a_bounty_each_player_names_an_enemy_the_second_player_first() -> None:
    game = aside(f"a {SPEARS}", f"a {SPEARS}", f"b {SPEARS}", f"b {SPEARS}", objective="bounty")
    played = play(game, supply(game), "unit a2", "unit b1", chance=[0] * 5)
    assert played.asked == ["b unit", "a unit"]
    assert game.state.marked == [2, 1]
    assert [(one.player, one.unit) for one in told(game, UnitMarked)] == [("b", "a2"), ("a", "b1")]


# A data pack ---------------------------------------------------------------------------------------------------------


def pack(**card: Any) -> dict[str, Any]:
    """A data pack that corrects the card Standoff."""
    return {"game": "runewars", "name": "my-box", "change": {"deployments": {"card": {"standoff": card}}}}


@pytest.mark.rule("rw:14.1", "rw:ruling.42")
def test_a_data_pack_corrects_the_areas_of_a_deployment_card() -> None:
    red = [[["0", "0"], ["4", "0"], ["4", "4"], ["0", "4"]]]
    match: Match[Any] = new_match("runewars", seats=2, seed=1, options={"data_pack": pack(red=red)})
    state: MatchState = match.state
    state.deployment, state.red = "standoff", 0
    (area,) = areas_of(state, 0)
    assert [round(x) for x, _ in area.pieces[0].corners] == [0, 6300, 6300, 0]
    again = decode(encode(state))
    assert areas_of(again, 0) == areas_of(state, 0)
    state.data_pack = ""
    assert areas_of(state, 0) != areas_of(again, 0)


@pytest.mark.rule("rw:13.2b", "rw:ruling.53")
def test_only_a_unit_deeper_than_the_red_area_stands_with_its_rear_at_the_edge_of_it() -> None:
    """The red area is four bands wide, to x = 6300, and one deep, to y = 1575; it is at the lower edge."""
    red = [[["0", "0"], ["4", "0"], ["4", "1"], ["0", "1"]]]
    match: Match[Any] = new_match("runewars", seats=2, seed=1, options={"data_pack": pack(red=red)})
    game = aside(f"a {DEEP}", f"a {SPEARS}", f"b {SPEARS}", deployment="standoff")
    game.state.data_pack = match.state.data_pack
    chooser = DeployChooser(game.state, 0)
    for unit, x, y, heading, legal in (
        ("a1", 1500, 1500, 0, True), ("a1", 4800, 1500, 0, True), ("a1", 4803, 1500, 0, False),
        ("a1", 3000, 1504, 0, False), ("a1", 3000, 1500, 18000, False), ("a1", 3000, 14400 - 1500, 18000, False),
        ("a2", 1000, 500, 0, True), ("a2", 5300, 500, 0, True), ("a2", 5303, 500, 0, False),
        ("a2", 1000, 1075, 0, True), ("a2", 1000, 1078, 0, False),
    ):  # fmt: skip  # several to a line
        refusal = chooser.refusal(Deploy(unit, x, y, heading))
        assert (refusal is None) is legal, (unit, x, y, heading)
        assert refusal is None or refusal.rule == "rw:13.2a"
    game.state.red = 1  # then a is blue, with a deeper area across the table
    assert DeployChooser(game.state, 0).refusal(Deploy("a1", 3000, 1500, 0)) is not None


@pytest.mark.rule("rw:13.2b", "rw:ruling.53")
def test_a_unit_no_deeper_than_an_area_away_from_the_edge_does_not_stand_at_the_edge() -> None:
    """The blue area is from one to two bands, 1575 each, before the far edge of the table."""
    blue = [[["0", "d-2"], ["4", "d-2"], ["4", "d-1"], ["0", "d-1"]]]
    match: Match[Any] = new_match("runewars", seats=2, seed=1, options={"data_pack": pack(blue=blue)})
    game = aside(f"a {DEEP}", f"a {SPEARS}", f"b {SPEARS}", deployment="standoff")
    game.state.data_pack, game.state.red = match.state.data_pack, 1
    chooser = DeployChooser(game.state, 0)
    for unit, y, legal in (("a1", 12_900, True), ("a2", 13_900, False), ("a2", 12_000, True)):
        refusal = chooser.refusal(Deploy(unit, 2000, y, 18_000))
        assert (refusal is None) is legal, (unit, y)
        assert refusal is None or refusal.rule == "rw:13.2a"


@pytest.mark.parametrize(
    ("option", "fault"),
    [
        (pack(red=[[["0", "0"], ["w", "0"], ["w", "8"], ["0", "8"]]]), "standoff: areas: the areas of the two sides"),
        ({**pack(name="Mine"), "game": "toy"}, "the pack is for 'toy', not for 'runewars'"),
        ({"game": "runewars", "name": "x", "change": {"units": {"a": 1}}}, "units"),
    ],
)
def test_a_mistake_in_a_data_pack_is_told(option: dict[str, Any], fault: str) -> None:
    with pytest.raises(OptionError, match=f"data_pack: .*{fault}"):
        new_match("runewars", seats=2, seed=1, options={"data_pack": option})
