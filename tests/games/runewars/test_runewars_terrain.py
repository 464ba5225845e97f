"""Terrain in play: collisions with it, entering, occupying and leaving it, and fighting around it."""

from __future__ import annotations

import pytest

from banneret.games.runewars.actions import Place
from banneret.games.runewars.events.moves import ActionCanceled, TerrainEntered, TerrainLeft, TerrainMet, UnitsCollided
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules.activation import act
from banneret.games.runewars.rules.attack.attack_targets import contacts_of, targets_of
from banneret.games.runewars.rules.damage.close_in import ways_to
from banneret.games.runewars.rules.damage.terrain import LeaveSpace, can_enter
from banneret.games.runewars.rules.ground.squaring_up import square_up_with
from banneret.games.runewars.rules.ground.surroundings import split
from banneret.games.runewars.rules.ground.terrain_keywords import cover
from banneret.games.runewars.rules.movement.marches import march_or_shift
from banneret.games.runewars.rules.movement.reforms import reform
from banneret.games.runewars.state import NO_PIECE
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Side
from banneret.text.message import msg
from tests.games.runewars.field import die, field, play, told
from tests.games.runewars.test_runewars_moving import CHARGE, panic

SPEARS = "a spearmen 2x1 5000 3000 0"
FAR = "b spearmen 2x1 5000 13000 18000"


def with_terrain(*lines: str, **pieces: tuple[int, int, int]) -> Runewars:
    """A field with terrain: side="pose"; underscores stand for hyphens."""
    game = field(*lines)
    game.state.pieces = [side.replace("_", "-") for side in pieces]
    game.state.piece_poses = list(pieces.values())
    return game


def occupying(game: Runewars, unit: int, piece: int = 0) -> Runewars:
    """Let a unit occupy a piece."""
    game.state.inside[unit] = piece
    game.state.poses[unit] = game.state.piece_poses[piece]
    return game


# Collisions ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:41.0", "rw:45.1", "rw:91.0", "rw:41.9", "rw:41.9b")
def test_terrain_stops_a_move_and_deadly_terrain_wounds() -> None:
    """Spikes are deadly 1: against defense 1 that is a wound."""
    game = with_terrain(SPEARS, FAR, spikes=(5000, 5000, 0))
    played = play(game, march_or_shift(game, 0, "march", 3), "wound 1-1 0")
    assert played.asked == ["b wound"]
    assert game.state.poses[0] == (5000, 4100, 0)
    assert told(game, TerrainMet)[0].piece == "spikes"
    assert len(game.state.figures[0]) == 7


@pytest.mark.rule("rw:41.9f", "rw:ruling.44")
def test_taxing_terrain_gives_panic() -> None:
    game = with_terrain(SPEARS, FAR, swamp=(5000, 5000, 0))
    assert play(game, march_or_shift(game, 0, "march", 3)).asked == []
    assert panic(game) == [1, 0]
    assert play(game, march_or_shift(game, 0, "march", 3)).asked == []
    assert panic(game) == [1, 0]


@pytest.mark.rule("rw:ruling.21")
def test_with_an_enemy_at_the_same_time_terrain_is_not_entered() -> None:
    game = with_terrain("a spearmen 3x1 5000 3000 0", "b spearmen 1x1 4000 5500 18000", stronghold=(6000, 6100, 0))
    played = play(game, march_or_shift(game, 0, "march", 3))
    assert played.asked == []
    assert [one.piece for one in told(game, TerrainMet)] == ["stronghold"]
    assert played.result.met == (1,)
    assert game.state.inside == [NO_PIECE, NO_PIECE]


# Entering ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:41.1", "rw:41.2", "rw:41.2b")
def test_a_unit_may_enter_what_it_collides_with_and_that_ends_its_activation() -> None:
    game = with_terrain(SPEARS, FAR, stronghold=(5000, 6000, 0))
    played = play(game, act(game, 0, "march", 3, None), "yes")
    assert played.asked == ["a may"]
    assert played.prompts == [msg("ask.may.enter", ability="stronghold", unit="a1")]
    assert played.result is True
    assert game.state.inside == [0, NO_PIECE]
    assert game.state.poses[0] == (5000, 6000, 0)
    assert told(game, TerrainEntered)[0].piece == "stronghold"
    outside = with_terrain(SPEARS, FAR, stronghold=(5000, 6000, 0))
    assert play(outside, act(outside, 0, "march", 3, None), "pass").result is False
    assert outside.state.inside == [NO_PIECE, NO_PIECE]


@pytest.mark.rule("rw:41.1a")
def test_terrain_must_be_free_and_large_enough() -> None:
    game = with_terrain("a spearmen 2x1 5000 3000 0", "a spearmen 2x2 9000 3000 0", FAR, stronghold=(5000, 6000, 0))
    assert can_enter(game.state, 0, 0)
    assert not can_enter(game.state, 1, 0)
    occupying(game, 2)
    assert not can_enter(game.state, 0, 0)


@pytest.mark.rule("rw:41.8", "rw:41.8a", "rw:41.8c", "rw:91.1")
def test_who_enters_terrain_collides_with_the_enemies_that_touch_it() -> None:
    """Both enemies touch the forest; a1 comes from the left."""
    game = with_terrain(
        "a spearmen 2x2 1500 5000 27000",
        "b spearmen 2x1 5000 6800 18000",
        "b spearmen 2x1 5000 3200 0",
        forest=(5000, 5000, 0),
    )
    play(game, march_or_shift(game, 0, "march", 2), "yes")
    assert sorted(one.enemy for one in told(game, UnitsCollided)) == ["b1", "b2"]
    assert panic(game) == [2, 0, 0]
    assert {enemy.number for enemy in split(game.state, 0)[0]} == {1, 2}
    assert {enemy.number for enemy in split(game.state, 1)[0]} == {0}


@pytest.mark.rule("rw:ruling.46", "rw:41.2b", "rw:75.3")
def test_a_charge_into_terrain_attacks_who_touches_it_first() -> None:
    game = with_terrain("a spearmen 2x2 1500 5000 27000", "b spearmen 2x1 5000 6800 18000", forest=(5000, 5000, 0))
    flow = act(game, 0, "march", 2, CHARGE)
    played = play(game, flow, "yes", "pass", chance=[die("red"), die("blue")])
    assert played.asked == ["a may", "a reroll"]
    assert played.result is True


# Occupied terrain ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:41.8", "rw:41.8b", "rw:59.1", "rw:ruling.56")
def test_who_collides_with_occupied_terrain_collides_with_its_unit() -> None:
    """It is engaged with the front edge of that unit, and does not square up."""
    game = occupying(with_terrain("a spearmen 2x1 5000 2000 300", FAR, stronghold=(5000, 5000, 0)), 1)
    assert play(game, march_or_shift(game, 0, "march", 3)).asked == []
    assert [one.enemy for one in told(game, UnitsCollided)] == ["b1"]
    assert panic(game) == [1, 0]
    pose = game.state.poses[0]
    assert pose is not None
    assert pose[2] == 300
    assert {(one.own, one.other) for one in contacts_of(game.state, 0, 1)} == {(Side.FRONT, Side.FRONT)}
    assert targets_of(game.state, 0, "melee") == [1]
    assert play(game, square_up_with(game, 0, 1, Side.FRONT)).result is False


@pytest.mark.rule("rw:ruling.56")
@pytest.mark.parametrize("inside", [None, 0, 1])
def test_nobody_squares_up_out_of_terrain_or_with_a_unit_in_it(inside: int | None) -> None:
    """The front edge of the spearmen is a little askew before that of the enemy."""
    game = with_terrain("a spearmen 2x1 5000 3966 200", "b spearmen 2x1 5000 5000 18000", forest=(15000, 9000, 0))
    if inside is not None:
        game.state.inside[inside] = 0
    answers = ["place 5000 4000 0"] if inside is None else []
    played = play(game, square_up_with(game, 0, 1, Side.FRONT), *answers)
    assert played.result is (inside is None)
    assert game.state.poses[0] == ((5000, 4000, 0) if inside is None else (5000, 3966, 200))


@pytest.mark.rule("rw:41.6", "rw:41.7", "rw:41.9", "rw:41.9c")
def test_who_occupies_terrain_sees_all_round_and_is_seen_at_its_edge() -> None:
    """A stronghold is elevated: a2 in between hides nothing. Its edge lies at y = 3900."""
    game = with_terrain(
        "a reanimate-archers 2x1 9000 9000 0",
        "a spearmen 2x1 5000 2500 0",
        "b spearmen 1x1 5000 500 0",
        "b spearmen 1x1 12000 5000 0",
        stronghold=(5000, 5000, 0),
    )
    occupying(game, 0)
    assert targets_of(game.state, 0, "ranged") == [2, 3]
    game.state.pieces = ["crumbling-wall"]
    assert targets_of(game.state, 0, "ranged") == [3]


@pytest.mark.rule("rw:41.9a", "rw:41.9d")
def test_cover_and_fortifications_add_to_the_defense() -> None:
    game = with_terrain(SPEARS, FAR, forest=(5000, 6000, 0), crumbling_wall=(15000, 6000, 0))
    assert cover(game.state, 0, "ranged") == 0
    occupying(game, 0, 0)
    assert (cover(game.state, 0, "ranged"), cover(game.state, 0, "melee")) == (1, 0)
    occupying(game, 0, 1)
    assert (cover(game.state, 0, "ranged"), cover(game.state, 0, "melee")) == (0, 1)


def test_who_occupies_terrain_does_not_turn_in_a_reform() -> None:
    game = occupying(with_terrain(SPEARS, FAR, forest=(5000, 6000, 0)), 0)
    assert play(game, reform(game, 0)).asked == []
    assert game.state.poses[0] == (5000, 6000, 0)


@pytest.mark.rule("rw:41.3")
def test_effects_that_follow_a_reform_apply_in_terrain() -> None:
    line = "a thuk-tar-and-gorgemaw 1x1 9000 9000 0 | thrashing-tail"
    game = occupying(with_terrain(line, "b spearmen 2x1 9000 11500 18000", forest=(9000, 9000, 0)), 0)
    assert play(game, reform(game, 0), "yes", "wound 1-1 0", "wound 1-1 0").asked == ["a may", "a wound", "a wound"]
    assert told(game, ActionCanceled) == []


# Leaving -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:41.3", "rw:41.4", "rw:41.4a")
def test_by_a_march_a_unit_leaves_with_its_rear_edge_at_the_terrain() -> None:
    """The keep reaches from y = 4900 to y = 7100; a march moves no farther."""
    game = occupying(with_terrain(SPEARS, FAR, stronghold=(5000, 6000, 0)), 0)
    played = play(game, march_or_shift(game, 0, "march", 4), "place 5000 7600 0")
    assert played.asked == ["a leave"]
    assert (game.state.poses[0], game.state.inside[0]) == ((5000, 7600, 0), NO_PIECE)
    assert told(game, TerrainLeft)[0].piece == "stronghold"
    assert panic(game) == [0, 0]


@pytest.mark.rule("rw:41.3", "rw:75.2", "rw:75.2a")
def test_a_charge_that_leaves_terrain_meets_nobody_and_gives_a_panic() -> None:
    game = occupying(with_terrain(SPEARS, FAR, stronghold=(5000, 6000, 0)), 0)
    play(game, act(game, 0, "march", 4, CHARGE), "place 5000 7600 0")
    assert (game.state.inside[0], panic(game)) == (NO_PIECE, [1, 0])
    around = ["a spearmen 3x1 5000 7650 0", "a spearmen 3x1 5000 4350 0"]
    around += ["a spearmen 3x1 6650 6000 9000", "a spearmen 3x1 3350 6000 9000"]
    game = occupying(with_terrain(SPEARS, *around, FAR, stronghold=(5000, 6000, 0)), 0)
    play(game, act(game, 0, "march", 4, CHARGE))
    assert (game.state.inside[0], panic(game)[0]) == (0, 0)


@pytest.mark.rule("rw:41.3")
def test_to_leave_terrain_is_a_march_or_shift_for_cards_too() -> None:
    """Wraiths drift after a shift; a unit that is held may not leave enemies that touch its terrain."""
    game = occupying(with_terrain("a wraiths 1x1 5000 3000 0", FAR, stronghold=(5000, 6000, 0)), 0)
    played = play(game, march_or_shift(game, 0, "shift", 1), "place 5000 7600 18000", "pass")
    assert played.asked == ["a leave", "a reform"]
    enemy = "b spearmen 1x1 5000 7600 18000"
    game = occupying(with_terrain(SPEARS, enemy, stronghold=(5000, 6000, 0)), 0)
    moved = play(game, march_or_shift(game, 0, "shift", 1, held=True))
    assert (moved.result.done, game.state.inside[0]) == (False, 0)


@pytest.mark.rule("rw:41.4", "rw:41.4a", "rw:41.4b", "rw:41.4c")
def test_the_edge_at_the_terrain_goes_by_the_action_and_nothing_else_is_touched() -> None:
    wide = "a spearmen 3x1 5000 3000 0"  # its side edges lie beside the keep
    game = occupying(with_terrain(wide, FAR, "b spearmen 1x1 7100 7600 0", stronghold=(5000, 6000, 0)), 0)
    march, shift = LeaveSpace(game.state, 0, "march"), LeaveSpace(game.state, 0, "shift")
    assert march.refusal(Place(5000, 7600, 0)) is None
    for space, place, rule in (
        (march, Place(5000, 7600, 18000), "rw:41.4a"),
        (shift, Place(5000, 7600, 0), "rw:41.4b"),
        (march, Place(5000, 7700, 0), "rw:41.4a"),
        (march, Place(5000, 7000, 0), "rw:41.4c"),
        (march, Place(5600, 7600, 0), "rw:41.4c"),
    ):
        refusal = space.refusal(place)
        assert refusal is not None, place
        assert refusal.rule == rule, place
    assert shift.refusal(Place(5000, 7600, 18000)) is None
    assert shift.refusal(Place(5000, 8600, 9000)) is None
    stream = Stream(derive_key("leave"))
    for space in (march, shift):
        assert all(space.refusal(one) is None for one in space.suggest())
        assert all(space.refusal(space.sample(stream)) is None for _ in range(10))


@pytest.mark.rule("rw:41.5")
def test_a_unit_without_room_stays() -> None:
    """Allies stand around the keep; nothing may be touched."""
    around = [
        "a spearmen 3x1 5000 7650 0",
        "a spearmen 3x1 5000 4350 0",
        "a spearmen 3x1 6650 6000 9000",
        "a spearmen 3x1 3350 6000 9000",
    ]
    game = occupying(with_terrain(SPEARS, *around, FAR, stronghold=(5000, 6000, 0)), 0)
    assert play(game, march_or_shift(game, 0, "march", 2)).result.done is False
    assert told(game, ActionCanceled)[0].rule == "rw:41.5"
    assert game.state.inside[0] == 0


@pytest.mark.slow
@pytest.mark.rule("rw:41.4a")
def test_a_unit_leaves_by_a_place_between_those_looked_at() -> None:
    """Allies stand before the middle and the ends of every side; between them a tray finds room, turned a little."""
    around = [
        "a spearmen 1x3 3793 8600 0",
        "a spearmen 1x3 6807 8600 0",
        "a spearmen 3x1 5000 4350 0",
        "a spearmen 2x1 6650 6000 9000",
        "a spearmen 2x1 3350 6000 9000",
    ]
    game = occupying(with_terrain("a spearmen 2x1 5000 3000 0", *around, FAR, stronghold=(5000, 6000, 0)), 0)
    space = LeaveSpace(game.state, 0, "march")
    assert all(space.refusal(one) is not None for one in space._flush(range(5)))
    assert space.has_place()
    assert [space.refusal(one) for one in space.suggest()] == [None]


@pytest.mark.rule("rw:41.8d", "rw:41.3", "rw:53.2")
def test_leaving_enemies_that_touch_the_terrain_gives_a_panic_for_each() -> None:
    game = occupying(
        with_terrain(
            SPEARS, "b spearmen 1x1 5000 7600 18000", "b spearmen 1x1 6600 6000 9000", stronghold=(5000, 6000, 0)
        ),
        0,
    )
    assert play(game, march_or_shift(game, 0, "march", 2)).asked == []
    assert told(game, ActionCanceled)[0].rule == "rw:53.2"
    play(game, march_or_shift(game, 0, "shift", 1), "place 5000 4400 0")
    assert panic(game) == [2, 0, 0]
    assert game.state.inside[0] == NO_PIECE


@pytest.mark.rule("rw:ruling.78")
def test_a_unit_that_occupies_terrain_does_not_close_in() -> None:
    """Half a tray before it is an enemy; on open ground it would reach that."""
    lines = (SPEARS, "b spearmen 2x1 5000 4500 18000")
    assert ways_to(field(*lines).state, 0, 1)
    game = occupying(with_terrain(*lines, crumbling_wall=(5000, 3000, 0)), 0)
    assert ways_to(game.state, 0, 1) == {}
