"""Attacks of Runewars: range and sight, dice and re-rolls, icons, surges, threat, damage and wounds."""

from collections import Counter
from typing import Final

import pytest

from banneret.games.runewars.content.components import components
from banneret.games.runewars.units.combat import (
    Rerolls,
    changed_dice,
    changed_face,
    damage_of,
    dice_of,
    flank_dice,
    forbids_melee,
    forbids_profile,
    forbids_surge,
    icons_of,
    is_flanking,
    rerolls,
    roll,
    rolled_again,
    severity,
    threat,
)
from banneret.games.runewars.units.damage import (
    Body,
    Standing,
    Strength,
    Target,
    assigned,
    damageable,
    damaged,
    defense,
    filled_up,
    reconfigured,
    targets,
    wounded,
)
from banneret.games.runewars.units.engagement import contacts
from banneret.games.runewars.units.formation import Cells, formation, shape_of
from banneret.games.runewars.units.ranges import (
    band_of,
    in_firing_arc,
    is_at,
    is_beyond,
    is_within,
    line_of_sight,
    range_between,
    range_of_sight,
)
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Placed, Pose, Side, SightLine, place

HERO = formation(1, 1)
CAVALRY = formation(2, 1)
SPEARS = formation(3, 2)
BAND: Final = 1575


def put(cells: Cells, x: int, y: int, heading: int = 0) -> Placed:
    return place(shape_of(cells), Pose(x, y, heading))


# Range -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:63.1", "rw:63.2", "rw:63.4", "rw:ruling.1")
def test_a_line_between_two_bands_is_the_nearer_ones() -> None:
    assert [band_of(length) for length in (0, BAND, BAND + 0.01, 3 * BAND, 5 * BAND, 5 * BAND + 0.01)] == [
        1,
        1,
        2,
        3,
        5,
        None,
    ]


@pytest.mark.rule("rw:63.0", "rw:63.3", "rw:63.3b")
def test_without_sight_the_nearest_points_count() -> None:
    assert range_between(put(HERO, 0, 0), put(HERO, 1000 + BAND, 0)) == 1
    assert range_between(put(HERO, 0, 0), put(HERO, 1000 + BAND, 1500)) == 2
    assert range_between(put(HERO, 0, 0), put(HERO, 9000, 0)) is None


@pytest.mark.rule("rw:63.6", "rw:63.6a", "rw:63.6b", "rw:63.6c", "rw:63.6d")
def test_at_beyond_and_within() -> None:
    """A unit three trays wide whose nearest part is 2,000 away and its farthest 5,000 and more: bands 2 to 4."""
    unit, thing = put(formation(3, 1), 4000, 0), put(HERO, 0, 0)
    assert [is_at(unit, thing, band, band) for band in (1, 2, 3, 4, 5)] == [False, True, True, True, False]
    assert is_at(unit, thing, 1, 2)
    assert [is_beyond(unit, thing, band) for band in (1, 2)] == [True, False]
    assert is_within(unit, thing, 2, 4)
    assert is_within(unit, thing, 1, 5)
    assert not is_within(unit, thing, 1, 3)
    assert not is_within(unit, thing, 3, 5)


# Sight -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("rw:69.0", "rw:69.1", "rw:69.2", "rw:ruling.5")
def test_the_firing_arc_opens_at_45_degrees_its_lines_included() -> None:
    shooter = put(CAVALRY, 0, 0)  # front edge from (-1000, 500) to (1000, 500)
    assert in_firing_arc(shooter, put(HERO, 3500, 2500))  # its corner (3000, 2500) lies on the line
    assert not in_firing_arc(shooter, put(HERO, 3510, 1990))
    assert not in_firing_arc(shooter, put(HERO, 0, -2000))


@pytest.mark.rule("rw:70.0", "rw:70.1", "rw:70.1a", "rw:70.1c", "rw:69.3", "rw:45.2")
def test_a_line_of_sight_goes_past_all_that_is_in_the_way() -> None:
    shooter, target = put(HERO, 0, 0), put(HERO, 0, 6000)
    assert line_of_sight(shooter, target, []) is not None
    wall = put(formation(4, 1), 0, 3000)
    assert line_of_sight(shooter, target, [wall]) is None
    half = put(CAVALRY, 600, 3000)  # leaves a slit of 0.1 trays at the left
    line = line_of_sight(shooter, target, [half])
    assert line is not None
    assert line.start[0] <= -400
    assert line_of_sight(shooter, put(HERO, 0, -6000), []) is None


@pytest.mark.rule("rw:ruling.37")
def test_a_line_along_an_edge_sees() -> None:
    shooter, target = put(HERO, 0, 0), put(HERO, 0, 6000)
    grazing = put(CAVALRY, 500, 3000)  # its left edge is the line x = -500
    assert line_of_sight(shooter, target, [grazing]) is not None


@pytest.mark.rule("rw:63.3a")
def test_a_line_of_sight_is_measured_between_its_points() -> None:
    shooter = put(HERO, 0, 0)
    near, far = line_of_sight(shooter, put(HERO, 0, 8875), []), line_of_sight(shooter, put(HERO, 0, 8876), [])
    assert near is not None
    assert far is not None
    assert range_of_sight(near) == 5
    assert range_of_sight(far) is None
    around = SightLine((0.0, 500.0), (0.0, 500.0 + BAND))
    assert range_of_sight(around) == 1


@pytest.mark.rule("rw:7.2a", "rw:60.0", "rw:8.0", "rw:36.1", "rw:60.1")
def test_a_melee_attack_is_at_who_is_touched_with_a_melee_profile() -> None:
    mine, theirs = put(CAVALRY, 0, 0), put(SPEARS, 0, 1500, 18000)
    assert forbids_melee(contacts(mine, theirs)) is None
    assert forbids_melee(contacts(mine, put(SPEARS, 0, 1600, 18000))) == "rw:7.2a"
    melee, ranged = components().units["reanimate-archers"].attacks
    assert forbids_profile(melee, "melee") is None
    assert forbids_profile(ranged, "melee") == "rw:7.1"


# Dice --------------------------------------------------------------------------------------------------------------


def test_a_profile_may_have_as_many_dice_as_there_are_runes() -> None:
    ankaur = components().units["ankaur-maro"].attacks[1]
    assert dice_of(ankaur, {"stable": 1, "unstable": 4, "natural": 0}) == ("white",) * 4
    assert dice_of(ankaur, {"stable": 1, "unstable": 0, "natural": 0}) == ()
    spearmen = components().units["spearmen"].attacks[0]
    assert dice_of(spearmen, {"stable": 0, "unstable": 0, "natural": 0}) == ("red", "blue")


@pytest.mark.rule("rw:7.3a", "rw:56.1", "rw:56.2", "rw:56.2a", "rw:56.2b", "rw:76.1")
def test_dice_are_added_before_dice_are_removed() -> None:
    assert changed_dice(("red",), ("blue",), ("blue",)) == ("red",)
    assert changed_dice(("red",), (), ("red",)) == ()
    with pytest.raises(ValueError, match="no white die to remove"):
        changed_dice(("red",), (), ("white",))


@pytest.mark.rule("rw:39.0", "rw:39.1", "rw:39.2", "rw:ruling.32")
@pytest.mark.rule("rw:39.1b")
def test_who_touches_a_side_or_the_rear_with_the_front_flanks_and_adds_a_die() -> None:
    archers = put(SPEARS, 0, 0)
    flanker = put(CAVALRY, 2000, 0, 9000)
    assert is_flanking(contacts(flanker, archers))
    assert not is_flanking(contacts(archers, flanker))
    assert is_flanking(contacts(put(CAVALRY, 0, -1500), archers))
    assert not is_flanking(contacts(put(CAVALRY, 0, 1500, 18000), archers))
    side_to_side = contacts(put(CAVALRY, 2500, 0), archers)
    assert side_to_side
    assert not is_flanking(side_to_side)
    assert is_flanking(contacts(flanker, archers), against=Side.RIGHT)
    assert not is_flanking(contacts(flanker, archers), against=Side.REAR)
    assert flank_dice() == ("red", "blue")


@pytest.mark.rule("rw:7.4", "rw:7.4a", "rw:7.4b", "rw:39.1c", "rw:68.3", "rw:ruling.27", "rw:ruling.28")
def test_full_ranks_re_roll_any_dice_a_partial_one_a_single_die() -> None:
    assert rerolls(formation(3, 3)) == Rerolls(2, 0)
    assert rerolls(formation(3, 3) - {(0, 2)}) == Rerolls(1, 1)
    assert rerolls(CAVALRY, precise=1) == Rerolls(1, 0)
    assert rerolls(formation(3, 3), precise=1, flanked=True) == Rerolls(0, 0)


def test_only_the_dice_chosen_are_rolled_again() -> None:
    dice = ("red", "blue", "white", "white")
    assert {len(roll(dice, Stream(derive_key("roll", n)))) for n in range(3)} == {4}  # type: ignore[arg-type]  # a wider type than the values that there are
    faces = roll(dice, Stream(derive_key("roll")))  # type: ignore[arg-type]  # the colours there are
    for seed in range(20):
        again = rolled_again(dice, faces, [2], Stream(derive_key("again", seed)))  # type: ignore[arg-type]  # a wider type than the values that there are
        assert again[:2] + again[3:] == faces[:2] + faces[3:]
        assert again[2] in components().dice["white"].faces
    assert rolled_again(dice, faces, [], Stream(derive_key("none"))) == faces  # type: ignore[arg-type]  # a wider type than the values that there are
    with pytest.raises(IndexError, match=r"invalid indices \[4\] for 4 dice"):
        rolled_again(dice, faces, [4], Stream(derive_key("bad")))  # type: ignore[arg-type]  # a wider type than the values that there are


@pytest.mark.rule("rw:56.3", "rw:56.4", "rw:56.4a", "rw:56.4c", "rw:76.2", "rw:80.0", "rw:ruling.29")
def test_icons_are_added_and_taken_away_one_by_one() -> None:
    faces = (("hit", "hit"), ("surge",), ())
    assert icons_of(faces, ["morale"], ["hit"]) == {"hit": 1, "surge": 1, "morale": 1}  # type: ignore[arg-type]  # a wider type than the values that there are
    assert icons_of(faces, [], ["accuracy"]) == {"hit": 2, "surge": 1}  # type: ignore[arg-type]  # a wider type than the values that there are
    assert icons_of(()) == Counter()


@pytest.mark.rule("rw:56.4", "rw:56.4b")
def test_a_die_is_turned_to_a_face_of_its_own() -> None:
    assert changed_face(((), ("surge",)), 0, "white", ("mortal-strike",)) == (("mortal-strike",), ("surge",))
    with pytest.raises(ValueError, match="a red die has no face"):
        changed_face(((),), 0, "red", ("mortal-strike",))


@pytest.mark.rule("rw:18.1", "rw:31.1", "rw:31.1a", "rw:31.1b", "rw:31.2", "rw:31.2a", "rw:31.3")
@pytest.mark.rule("rw:34.1", "rw:34.2", "rw:34.3", "rw:34.3a", "rw:76.3", "rw:ruling.30", "rw:ruling.36")
def test_surges_are_spent_on_abilities_of_the_attack() -> None:
    units = components().units
    inspire, strike_out = units["spearmen"].abilities[0], units["kari-wraithstalker"].abilities[0]
    assert forbids_surge(inspire, "melee", 2, 2, 0) is None
    assert forbids_surge(inspire, "melee", 4, 2, 1) is None
    assert forbids_surge(inspire, "ranged", 2, 2, 0) == "rw:31.3"
    assert forbids_surge(inspire, "melee", 1, 2, 0) == "rw:31.1"
    assert forbids_surge(inspire, "melee", 3, 3, 0) == "rw:31.1a"
    assert forbids_surge(inspire, "melee", 3, 1, 0) == "rw:31.1a"
    assert forbids_surge(strike_out, "melee", 3, 3, 0) is None
    assert forbids_surge(strike_out, "melee", 3, 0, 0) == "rw:31.1a"
    once = units["lord-vorunthul"].abilities[0]
    assert once.once
    assert forbids_surge(once, "melee", 4, 2, 0) is None
    assert forbids_surge(once, "melee", 2, 2, 1) == "rw:ruling.36"
    assert forbids_surge(units["wraiths"].abilities[0], "melee", 2, 0, 0) == "rw:31.3"


@pytest.mark.rule("rw:20.0", "rw:20.1", "rw:20.1a", "rw:20.1b", "rw:20.2", "rw:68.1", "rw:ruling.31")
def test_threat_is_the_trays_of_the_edge() -> None:
    block = formation(3, 2)
    assert threat(block) == 3
    assert threat(block, Side.FRONT) == 3
    assert threat(block, Side.LEFT) == 2
    assert threat(block, Side.FRONT, brutal=2) == 5
    partial = block - {(1, 1), (2, 1)}
    assert [threat(partial, side) for side in (Side.FRONT, Side.RIGHT, Side.REAR, Side.LEFT)] == [3, 2, 3, 2]


@pytest.mark.rule("rw:20.1b", "rw:ruling.31")
def test_by_the_erratum_a_partial_rank_counts_where_it_touches() -> None:
    """3 trays wide, a full rank and a partial one of a tray behind it."""
    unit = formation(3, 3) - {(1, 2), (2, 2)}
    right, left = Side.RIGHT, Side.LEFT
    assert [threat(unit, side) for side in (Side.FRONT, right, Side.REAR, left)] == [3, 3, 3, 3]
    assert threat(unit, right, touching=[(2, 0), (2, 1)]) == 2
    assert threat(unit, left, touching=[(0, 1), (0, 2)]) == 3
    assert threat(unit, Side.REAR, touching=[(0, 2)]) == 1
    assert threat(unit, Side.REAR, touching=[(1, 1), (2, 1)]) == 3
    assert threat(unit, Side.FRONT, touching=[(0, 0)]) == 3
    assert threat(formation(3, 2), right, touching=[(2, 0)]) == 2


@pytest.mark.rule("rw:20.3", "rw:78.1")
def test_each_hit_is_damage_of_the_threat() -> None:
    assert damage_of(4, threat(formation(3, 2))) == 12
    assert damage_of(0, 3) == 0


@pytest.mark.rule("rw:57.1")
def test_morale_icons_and_panic_count_alike() -> None:
    assert severity(2, 1) == 3
    assert severity(0, 0) == 0


# Damage and wounds ---------------------------------------------------------------------------------------------------

COMMON: Final = Strength(printed_defense=1, threshold=1)


def body(cells: Cells, figures: int = 4, common: Strength = COMMON, captain: tuple[int, int] | None = None) -> Body:
    """A unit with this many figures on each tray; a captain of defense 3 and 2 wounds takes a place on one of them."""
    standing = {cell: (Standing(),) * figures for cell in cells}
    if captain is not None:
        standing[captain] = (Standing(upgrade="captain"), *standing[captain][1:])
    return Body(standing, common, {"captain": Strength(3, 2)})


@pytest.mark.rule("rw:66.3", "rw:66.4", "rw:77.2")
def test_only_figures_of_the_back_rank_are_hit_and_no_unit_is_split() -> None:
    assert {target.cell for target in targets(body(SPEARS), {})} == {(0, 1), (1, 1), (2, 1)}
    assert {target.cell for target in targets(body(formation(3, 1)), {})} == {(0, 0), (2, 0)}


@pytest.mark.rule("rw:7.7a", "rw:38.6", "rw:42.4", "rw:66.5")
def test_accuracy_reaches_a_figure_upgrade_in_the_front_rank() -> None:
    unit = body(SPEARS, captain=(1, 0))
    assert Target((1, 0), 0) not in targets(unit, {})
    assert Target((1, 0), 0) in targets(unit, {"captain": 1})
    assert Target((1, 0), 1) not in targets(unit, {"captain": 1})


@pytest.mark.rule("rw:66.4", "rw:42.4", "rw:ruling.84")
def test_accuracy_does_not_split_a_unit() -> None:
    """The captain is alone on the middle tray of the front rank: only a figure from behind can take its place."""
    alone = body(formation(3, 1), figures=1, captain=(1, 0))
    assert Target((1, 0), 0) not in targets(alone, {"captain": 1})
    assert {target.cell for target in targets(alone, {"captain": 1})} == {(0, 0), (2, 0)}
    behind = body(formation(3, 1) | {(0, 1)}, figures=1, captain=(1, 0))
    assert {target.cell for target in targets(behind, {"captain": 1})} == {(0, 1), (1, 0)}
    others = body(formation(3, 1), figures=2, captain=(1, 0))
    assert Target((1, 0), 0) in targets(others, {"captain": 1})
    led = behind._replace(figures={**behind.figures, (0, 1): (Standing(upgrade="other"),)})
    assert {target.cell for target in targets(led, {"captain": 1})} == {(0, 1)}


@pytest.mark.rule("rw:7.7c", "rw:7.7d", "rw:42.1", "rw:42.2", "rw:42.3")
def test_every_accuracy_goes_to_a_figure_upgrade_if_there_is_one() -> None:
    unit = body(SPEARS, captain=(1, 0))
    assert assigned(2, {"captain": 2}, unit) == {"captain": 2}
    assert assigned(2, {}, body(SPEARS)) == {}
    for wrong in ({"captain": 1}, {"captain": 3}, {"nobody": 2}):
        with pytest.raises(ValueError, match=r"2 accuracies can be assigned to \['captain'\]"):
            assigned(2, wrong, unit)


@pytest.mark.rule("rw:38.4", "rw:38.5", "rw:83.1", "rw:83.2", "rw:83.3", "rw:83.4")
def test_defense_is_that_of_the_figures_card_with_what_changes_it_and_1_at_least() -> None:
    unit = body(SPEARS, captain=(1, 0))
    captain = unit.figures[1, 0][0]
    assert [defense(unit, Standing(), bonus) for bonus in (-3, 0, 2)] == [1, 1, 3]
    assert [defense(unit, captain, bonus) for bonus in (-3, 0, 2)] == [1, 3, 5]


@pytest.mark.rule("rw:66.1", "rw:66.1a", "rw:66.2", "rw:66.6", "rw:87.1")
def test_damage_goes_figure_by_figure_until_it_is_too_little() -> None:
    golems = body(CAVALRY, figures=1, common=Strength(4, 2))
    one = Target((0, 0), 0)
    left, _, rest = damaged(golems, {}, one, 9)
    assert rest == 5
    assert left.figures[0, 0] == (Standing(1),)
    left, _, rest = damaged(left, {}, one, rest)
    assert rest == 1
    assert left.figures[0, 0] == ()
    assert damageable(left, {}, rest) == []
    with pytest.raises(ValueError, match="may not be given 1 damage"):
        damaged(left, {}, Target((1, 0), 0), rest)


@pytest.mark.rule("rw:77.1", "rw:87.2", "rw:87.3", "rw:87.4", "rw:87.5")
def test_a_mortal_strike_wounds_whatever_the_defense() -> None:
    golems = body(HERO, figures=1, common=Strength(4, 2))
    hurt, _ = wounded(golems, {}, Target((0, 0), 0))
    assert hurt.figures[0, 0] == (Standing(1),)
    gone, _ = wounded(hurt, {}, Target((0, 0), 0))
    assert gone.figures[0, 0] == ()
    with pytest.raises(ValueError, match="may not be given a wound"):
        wounded(gone, {}, Target((0, 0), 0))


@pytest.mark.rule("rw:7.7b", "rw:42.5", "rw:42.6")
def test_a_wound_spends_an_accuracy_and_those_left_on_who_falls_are_ignored() -> None:
    unit = body(SPEARS, captain=(1, 0))
    captain = Target((1, 0), 0)
    unit, accuracy = wounded(unit, {"captain": 1}, captain)
    assert accuracy == {"captain": 0}
    assert captain not in targets(unit, accuracy)
    unit, accuracy = wounded(unit, {"captain": 3}, captain)
    assert accuracy == {}
    assert len(unit.figures[1, 0]) == 3


@pytest.mark.rule("rw:ruling.34")
def test_when_the_back_rank_is_empty_the_next_one_is_hit() -> None:
    unit = body(formation(1, 2), figures=1)
    assert {target.cell for target in targets(unit, {})} == {(0, 1)}
    unit, _ = wounded(unit, {}, Target((0, 1), 0))
    assert {target.cell for target in targets(unit, {})} == {(0, 0)}
    unit, _ = wounded(unit, {}, Target((0, 0), 0))
    assert targets(unit, {}) == []


@pytest.mark.rule("rw:38.7", "rw:87.6", "rw:88.0", "rw:88.1", "rw:88.2")
def test_the_defender_loses_empty_trays_and_the_cards_of_figures_that_fell() -> None:
    before = body(formation(1, 2), figures=1, captain=(0, 0))
    after_back, _ = wounded(before, {}, Target((0, 1), 0))
    assert reconfigured(before, after_back) == (frozenset({(0, 0)}), frozenset())
    hurt, _ = wounded(after_back, {}, Target((0, 0), 0))
    gone, _ = wounded(hurt, {}, Target((0, 0), 0))
    assert reconfigured(before, gone) == (frozenset(), frozenset({"captain"}))


@pytest.mark.rule("rw:38.7", "rw:38.7a")
def test_a_figure_of_the_back_rank_takes_the_slot_of_an_upgrade_that_fell() -> None:
    unit = body(formation(1, 2), captain=(0, 0))
    for _ in range(2):
        unit, _ = wounded(unit, {"captain": 2}, Target((0, 0), 0))
    assert [len(unit.figures[cell]) for cell in ((0, 0), (0, 1))] == [3, 4]
    with pytest.raises(ValueError, match="a figure must take the slot"):
        filled_up(unit, (0, 0), None)
    with pytest.raises(ValueError, match="cannot take the slot"):
        filled_up(unit, (0, 0), Target((0, 0), 0))
    filled = filled_up(unit, (0, 0), Target((0, 1), 2))
    assert [len(filled.figures[cell]) for cell in ((0, 0), (0, 1))] == [4, 3]
    alone = body(HERO, captain=(0, 0))
    for _ in range(2):
        alone, _ = wounded(alone, {"captain": 2}, Target((0, 0), 0))
    assert filled_up(alone, (0, 0), None) == alone
