"""Cases that players ask about: where rules and cards meet."""

from __future__ import annotations

import pytest

from banneret.games.runewars.abilities.growth import add_tray
from banneret.games.runewars.abilities.moves import put, shift
from banneret.games.runewars.abilities.nearby import in_sight
from banneret.games.runewars.content.components import Action
from banneret.games.runewars.rules.activation import perform
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.attack_targets import targets_of
from banneret.games.runewars.rules.damage.losses import figure_upgrades
from banneret.games.runewars.rules.damage.wounds import suffer_wounds
from banneret.games.runewars.rules.ground.surroundings import engaged_with, part
from banneret.games.runewars.rules.movement.marches import march_or_shift
from banneret.games.runewars.state import NO_PIECE
from banneret.plane import Pose
from tests.games.runewars.cards import WILD, at, has_skill, use
from tests.games.runewars.field import die, field, play
from tests.games.runewars.test_runewars_closing import CAVALRY, FALL, REANIMATES
from tests.games.runewars.test_runewars_round import activated, opened
from tests.games.runewars.test_runewars_terrain import occupying, with_terrain

LANCER = "a carrion-lancers 1x1 9000 9000 0"
SPEARS = "b spearmen 2x1 9000 13000 18000"

# Line of sight of skills ---------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:70.0", "rw:70.1", "rw:41.9e")
@pytest.mark.parametrize(("side", "seen"), [("rocky_outcrop", False), ("forest", False), ("swamp", True)])
def test_a_skill_needs_a_line_of_sight_past_terrain(side: str, seen: bool) -> None:
    """The swamp is exposed."""
    game = with_terrain(LANCER, SPEARS, **{side: (9000, 11000, 0)})
    assert has_skill(game, "a1", "spread-blight") is seen
    assert in_sight(game.state, 0, [1], 5) == [1] * seen


@pytest.mark.rule("rw:41.6", "rw:41.7", "rw:41.9c")
def test_a_unit_that_occupies_terrain_uses_skills_in_all_directions() -> None:
    """Elevated terrain lets it look past the unit in front."""
    behind, ahead, beyond = "b spearmen 1x1 9000 6000 0", "b spearmen 6x1 9000 11500 0", "b spearmen 1x1 9000 13000 0"
    for side, seen in (("forest", [1, 2]), ("stronghold", [1, 2, 3])):
        game = occupying(with_terrain(LANCER, behind, ahead, beyond, **{side: (9000, 9000, 0)}), 0)
        assert in_sight(game.state, 0, [1, 2, 3], 5) == seen
        assert in_sight(game.state, 1, [0], 5) == [0]


@pytest.mark.rule("rw:70.1", "rw:ruling.85")
@pytest.mark.parametrize(("x", "seen"), [(6500, False), (6498, False), (6490, True)])
@pytest.mark.parametrize("seat", ["a", "b"])
def test_no_line_of_sight_runs_between_units_that_touch(x: int, seat: str, seen: bool) -> None:
    """The left one of two units in front touches the other, also where poses are rounded, or leaves a gap."""
    wall = f"{seat} spearmen 5x1 {x} 11000 0", f"{seat} spearmen 5x1 11500 11000 0"
    game = field("a reanimate-archers 2x1 9000 9000 0", *wall, SPEARS)
    assert (3 in targets_of(game.state, 0, "ranged")) is seen
    game.state.inside[0], game.state.pieces, game.state.piece_poses = 0, ["forest"], [(9000, 8000, 0)]
    game.state.poses[0] = (9000, 8000, 0)
    assert (3 in targets_of(game.state, 0, "ranged")) is seen


# Moves made by the enemy ---------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:41.1", "rw:golden.3")
def test_a_unit_that_the_enemy_moves_does_not_enter_terrain() -> None:
    game = with_terrain("a reanimates 2x1 9000 5000 0", "b spearmen 2x1 9000 9000 0", forest=(9000, 11000, 0))
    assert play(game, shift(game, 1, 2, seat=0), "move straight 2 front ahead").asked == ["a move"]
    assert (game.state.poses[1], game.state.inside[1]) == ((9000, 9200, 0), NO_PIECE)


# Moves of cards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:75.3")
def test_a_march_that_cards_grant_and_make_a_charge_attacks() -> None:
    """The warsprinter grants the march, and the shrieker makes it a charge."""
    game = field(
        "a berserkers 2x1 9000 9000 0 | warsprinter aggressive-shrieker", "b spearmen 2x1 9000 10900 18000", runes=WILD
    )
    use(
        game,
        "a1",
        "warsprinter",
        "pass",
        "wound 1-1 0",
        "wound 1-1 0",
        chance=[die("red", "hit"), die("blue")],
    )
    assert (game.state.poses[0], len(game.state.figures[1])) == ((9000, 9900, 0), 6)


@pytest.mark.rule("rw:41.2b")
def test_a_unit_that_enters_terrain_by_a_skill_performs_no_bonus_action() -> None:
    """The golems would use another skill after their wind rune, and then rally."""
    game = with_terrain(
        "a rune-golems 2x1 9000 7000 0 | wind-rune simultaneous-orders", SPEARS, forest=(9000, 10000, 0)
    )
    game.state.banes[0] = ["panic"]
    activated(game, 0, "skill-red-3", "bonus-action-rally-white")
    play(game, opened(game))
    played = play(game, perform(game), "skill wind-rune", "move straight 2 front ahead", "yes")
    assert played.asked == ["a skill", "a move", "a may"]
    assert (game.state.inside[0], game.state.banes[0]) == (0, ["panic"])


@pytest.mark.rule("rw:41.2b")
def test_no_further_move_follows_after_terrain_is_entered() -> None:
    """Their second shift would let the archers leave again."""
    game = with_terrain("a deepwood-archers 2x1 9000 8000 0 | lay-of-the-land", SPEARS, forest=(9000, 10000, 0))
    game.state.active, game.state.shown[0] = 0, True
    assert play(game, march_or_shift(game, 0, "shift", 1), "move straight 1 front ahead", "yes").asked == [
        "a move",
        "a may",
    ]
    assert game.state.inside[0] == 0


@pytest.mark.rule("rw:91.0", "rw:golden.2")
def test_a_unit_that_ignores_obstacles_collides_with_what_it_touches_at_the_end() -> None:
    """The wraiths pass the first spearmen, and end right in front of the second."""
    game = field("a wraiths 2x1 9000 5000 0", "b spearmen 2x1 9000 6500 18000", "b spearmen 2x1 9000 9000 18000")
    played = play(game, march_or_shift(game, 0, "march", 3), "yes", "pass")
    assert (game.state.poses[0], played.result.met, game.state.banes[0]) == ((9000, 8000, 0), (2,), ["panic"])


@pytest.mark.rule("rw:golden.2", "rw:66.3")
def test_a_supporting_obscene_stands_in_the_back_rank() -> None:
    """Damage reaches it there without accuracy."""
    game = field("a berserkers 3x3 9000 8500 0 | support-obscene", SPEARS)
    assert figure_upgrades(game.state, 0) == {"support-obscene": (0, 2)}
    assert "wound support-obscene" in play(game, suffer_wounds(game, 0, 1), "wound 2-3 0").options[0]


# Canceled attacks ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:7.3a", "rw:11.1a")
@pytest.mark.parametrize("defender", ["lord-hawthorne 1x1 | shield-of-margath", "spearmen 2x1"])
def test_a_canceled_attack_is_not_answered(defender: str) -> None:
    """A blight takes its only die away, and no card acts after it."""
    unit, _, upgrades = defender.partition(" | ")
    game = field(f"a {unit} 9000 9000 0 | {upgrades}", "b reanimate-archers 2x1 9500 10000 18000")
    game.state.conditions[0] = [] if upgrades else ["unnatural-growths"]
    game.state.banes[1] = ["blight"]
    assert play(game, attack(game, 1, "melee"), "spend blight").asked == ["a bane"]
    assert len(game.state.figures[1]) == 8


@pytest.mark.rule("rw:7.3a", "rw:11.1a")
def test_a_canceled_attack_is_followed_by_no_other() -> None:
    front, beside = "b reanimate-archers 2x1 9500 10000 18000", "b reanimate-archers 2x1 7500 9000 18000"
    game = field("a lord-hawthorne 1x1 9000 9000 0", front, beside)
    game.state.banes[0] = ["blight"] * 2
    played = play(game, attack(game, 0, "melee"), "target b1", "spend blight", "remove red", "spend blight")
    assert played.asked == ["a target", "b bane", "a remove-die", "b bane"]


# Reach and range -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:69.0", "rw:golden.2")
def test_a_long_reach_ends_at_the_firing_arc() -> None:
    """Lord Hawthorne's strikes sweep round; the lash of Th'Uk Tar reaches what is before him."""
    ahead, behind = "b spearmen 2x1 9000 11000 18000", "b spearmen 2x1 9000 7500 18000"
    for unit, reached in (
        ("lord-hawthorne 1x1 9000 9300 0 | sweeping-strikes", [1, 2]),
        ("beastmaster-thuk-tar 1x1 9000 9300 0", [1]),
        ("thuk-tar-and-gorgemaw 1x1 9000 9300 18000", [2]),
    ):
        game = field(f"a {unit}", ahead, behind)
        assert targets_of(game.state, 0, "melee") == reached


@pytest.mark.rule("rw:ruling.69")
def test_ravos_devours_himself_where_nobody_else_is_near() -> None:
    game = field("a ravos-the-everhungry 1x1 9000 9500 0", "b spearmen 2x1 25000 3000 0")
    at(game, "before-end-phase", unit="", target="")
    assert [wounds for _, _, wounds, _ in game.state.figures[0]] == [1]


# Engagement ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:52.3", "rw:ruling.12")
@pytest.mark.parametrize(("x", "move"), [(8500, "left"), (9500, "right")])
def test_a_unit_repositions_to_either_corner_of_the_edge_it_flanks(x: int, move: str) -> None:
    """Kari slides along the left side of spearmen that look to the left, to their front corner or rear corner."""
    game = field(f"a kari-wraithstalker 1x1 {x} 9000 0", "b spearmen 2x2 9000 10500 9000")
    play(game, march_or_shift(game, 0, "shift", 1), f"move straight 1 {move} ahead")
    assert (engaged_with(game.state, 0), game.state.banes[0]) == ([1], [])
    play(game, march_or_shift(game, 0, "shift", 1), f"move straight 1 {'right' if move == 'left' else 'left'} ahead")
    assert (game.state.poses[0], engaged_with(game.state, 0)) == ((x, 9000, 0), [1])


@pytest.mark.rule("rw:52.5", "rw:ruling.12")
def test_a_unit_leaves_one_enemy_along_another_to_its_corner() -> None:
    """The golem moves back from the spearmen, along the front of the cavalry beside it."""
    game = field("a rune-golems 1x1 9000 9000 0", "b spearmen 1x1 9000 10000 18000", "b spearmen 1x1 8000 9000 27000")
    play(game, march_or_shift(game, 0, "shift", 1), "move straight 1 rear ahead")
    assert (engaged_with(game.state, 0), game.state.banes[0]) == ([2], ["panic"])


# Engagement after losses ---------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:59.0", "rw:ruling.23")
def test_a_raised_tray_that_touches_an_enemy_engages_it_again() -> None:
    """The cavalry has not closed in on the tray that was lost; another takes its place."""
    game = field(CAVALRY, REANIMATES)
    play(game, suffer_wounds(game, 1, 4), *FALL, "pass")
    assert engaged_with(game.state, 0) == []
    assert add_tray(game, 1)
    assert engaged_with(game.state, 0) == [1]


@pytest.mark.rule("rw:91.0", "rw:59.4", "rw:ruling.23")
@pytest.mark.parametrize(("action", "move"), [("shift", "right"), ("march", "front")])
def test_a_unit_collides_again_with_an_enemy_it_was_disengaged_from(action: Action, move: str) -> None:
    """Only a corner of the reanimates is left beside the cavalry, which moves along either of their edges there."""
    game = field(CAVALRY, REANIMATES)
    play(game, suffer_wounds(game, 1, 4), *FALL, "pass")
    answers = [f"move straight 1 {move} ahead"] if action == "shift" else []
    played = play(game, march_or_shift(game, 0, action, 1), *answers)
    assert (played.result.met, engaged_with(game.state, 0), game.state.banes[0]) == ((1,), [1], ["panic"])


@pytest.mark.rule("rw:ruling.23")
def test_a_unit_that_cannot_move_is_not_engaged_again() -> None:
    """An ally stands in its way."""
    game = field(CAVALRY, "a spearmen 2x1 8500 10000 0", "b reanimates 2x2 11000 10500 0")
    part(game.state, 0, 2)
    play(game, march_or_shift(game, 0, "march", 1))
    assert (game.state.poses[0], engaged_with(game.state, 0)) == ((9000, 9000, 0), [])


@pytest.mark.rule("rw:59.0", "rw:ruling.23")
def test_a_unit_put_beside_an_enemy_engages_it() -> None:
    game = field("a kari-wraithstalker 1x1 9000 9000 0", "b spearmen 2x1 9500 9500 0")
    part(game.state, 0, 1)
    put(game, 0, Pose(9500, 8500, 0))
    assert engaged_with(game.state, 0) == [1]


# Ranges --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:63.6c", "rw:ruling.86")
def test_range_1_to_the_unstable_runes_is_range_1_without_them() -> None:
    game = field("a spined-threshers 1x1 9000 9000 0", "b spearmen 2x1 11000 9000 18000", "b spearmen 2x1 9000 12000 0")
    at(game, "after-activation", target="")
    assert game.state.banes == [[], ["panic"], []]


# Figure upgrades -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:38.1", "rw:ruling.87")
@pytest.mark.parametrize(
    ("listed", "column"), [("front-line-rune-golem lance-corporal", 0), ("lance-corporal front-line-rune-golem", 1)]
)
def test_figure_upgrades_stand_in_the_order_of_the_list_from_the_left(listed: str, column: int) -> None:
    state = field(f"a spearmen 3x2 9000 9000 0 | {listed}", SPEARS).state
    assert {id: (across, row) for across, row, _, id in state.figures[0] if id} == {
        "front-line-rune-golem": (column, 0),
        "lance-corporal": (1 - column, 0),
    }
