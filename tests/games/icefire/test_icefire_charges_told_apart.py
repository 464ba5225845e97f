"""Charges and the enemies that they touch in small scenes that tell each step from its neighbours."""

from __future__ import annotations

import math

import pytest

from banneret.games.icefire.actions import Place
from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.effects.game_mode import mode_of
from banneret.games.icefire.effects.registry import FLAGS
from banneret.games.icefire.rules.actions.charge import (
    ChargePivotSpace,
    _dash,
    _stopped,
    alignments,
    charge,
    charged_through,
    edges_of,
    has_alignment,
    named_nearest,
)
from banneret.games.icefire.rules.actions.charge_headings import heading_fault, headings_that_reach
from banneret.games.icefire.rules.actions.melee import fight_at
from banneret.games.icefire.rules.movement.contacts import HalfChooser, PartSpace, part_others
from banneret.games.icefire.rules.table.engagement import are_engaged
from banneret.games.icefire.rules.table.ground import pose_of, shape_of, tray_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.state import NO_UNIT, Effect
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose, Side, reach_bands
from tests.games.icefire.ability_table import FAR, heard, run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, GREYWIND, SWORDS, laid
from tests.games.icefire.table import Table

rule = pytest.mark.rule

ELEPHANT = "10413"
both = pytest.mark.parametrize("edition", EDITIONS)


# Charges -------------------------------------------------------------------------------------------------------------


@rule("icefire:charge.14")
@pytest.mark.parametrize(("length", "y"), [
    (4000, 14_000), (5200, 15_205), (8000, 15_205), (12_000, 15_205), (14_795, 24_795), (15_500, 25_500),
])  # fmt: skip  # several to a line
def test_a_failed_charge_ends_on_no_friend(length: int, y: int) -> None:
    """A friend 5.2 inches ahead may be passed: from 14.8 inches on there is room behind it."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 40 180", f"a {SWORDS} 24 20 0")
    end = _stopped(state, 0, 1, pose_of(state, 0), length)
    assert (end.x, end.heading) == (24_000, 0)
    assert abs(end.y - y) <= 6, end.y


@rule("icefire:charge.14")
@pytest.mark.parametrize(("other", "terrain", "y"), [
    (f"b {CROSSBOWMEN} 24 20 180", [], 14_200), (FAR, ["palisade 24 20 0"], 15_500), (FAR, [], 22_000),
    (f"b {CROSSBOWMEN} 29.6 20 180", [], 22_000), (f"b {CROSSBOWMEN} 29.4 20 180", [], 14_200),
])  # fmt: skip  # several to a line
def test_a_failed_charge_ends_an_inch_before_what_it_cannot_cross(other: str, terrain: list[str], y: int) -> None:
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 44 180", other, terrain=terrain)
    end = _stopped(state, 0, 1, pose_of(state, 0), 12_000)
    assert abs(end.y - y) <= 2, end.y


@rule("icefire:charge.11")
@pytest.mark.parametrize(("heading", "middle"), [(0, 0), (300, 0), (35_500, 0)])
def test_the_middle_of_the_headings_that_reach_is_suggested(heading: int, middle: int) -> None:
    """The target is straight ahead in the middle of the table, whichever way the charger faces."""
    state = laid(f"a {SWORDS} 24 14 {heading / 100}", f"b {CROSSBOWMEN} 24 27 180")
    (found,) = headings_that_reach(state, 0, 1)
    assert min((found - middle) % 36_000, (middle - found) % 36_000) <= 1


@rule("icefire:charge.12", "icefire:charge.16", "icefire:charge.25", "icefire:charge.26", "icefire:charge.17")
@pytest.mark.parametrize(("roll", "orderly"), [(1, False), (2, True), (6, True)])
def test_a_charge_on_a_one_is_disorderly(roll: int, orderly: bool) -> None:
    """It has no Charge bonus, and its player uses no more cards in this turn."""
    game = table(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 28 180", FAR, f"a {BERSERKERS} 4 4 0", dice=(roll,))
    moments = heard(game, "charge-rolled", "charged", "attack-dice")
    run(game, charge(game, 0, 1), "pivot 0", "align center")
    assert game.state.turn is not None
    assert game.state.turn.cardless == (set() if orderly else {0})
    assert [one.event for one in moments][:3] == ["charge-rolled", "charged", "attack-dice"]
    fight = moments[2].fight
    assert fight is not None
    assert (fight.charge, fight.charge_bonus) == (True, orderly)
    assert (moments[1].unit, moments[1].target, moments[1].kind, moments[1].arc) == (0, 1, "melee", "front")


@rule("icefire:charge.12", "icefire:charge.13", "icefire:charge.27", "icefire:charge.28")
@pytest.mark.parametrize(("roll", "gap", "y"), [(4, 9000, None), (3, 9000, 28_000), (3, 8000, None), (1, 6001, 26_000)])
def test_a_charge_reaches_as_far_as_speed_and_roll(roll: int, gap: int, y: int | None) -> None:
    """The Speed of Sworn Swords is 5. One that fails goes all the way, and takes a Panic Test."""
    there = (20_000 + 4800 + gap) / 1000
    game = table(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 {there} 180", f"a {BERSERKERS} 4 4 0", dice=(roll,))
    moments = heard(game, "charged", "test-dice")
    run(game, charge(game, 0, 1), "pivot 0", *(["align center"] if y is None else []))
    contact = pose_of(game.state, 0).y
    if y is None:
        assert moments[0].event == "charged"
        assert abs(contact - (20_000 + gap)) <= 1
    else:
        assert [one.event for one in moments] == ["test-dice"]
        assert moments[0].test is not None
        assert (moments[0].test.unit, moments[0].test.kind) == (0, "panic")
        assert contact == y


@rule("icefire:charge.8", "icefire:keyword.dangerous")
@pytest.mark.parametrize("gap", [8000, 10_500])
def test_a_charger_that_falls_on_its_way_neither_attacks_nor_takes_a_test(gap: int) -> None:
    """The die shows 3, and the stakes inflict two to four Wounds."""
    game = table(
        f"a {SWORDS} 24 10 0 | 1", f"b {CROSSBOWMEN} 24 {(14_800 + gap) / 1000} 180", f"a {BERSERKERS} 4 4 0",
        terrain=["stakes 24 16 0"], dice=(3,),
    )  # fmt: skip  # several to a line
    moments = heard(game, "charged", "test-dice", "attack-dice")
    run(game, charge(game, 0, 1), "pivot 0", *(["align center"] if gap == 8000 else []))
    assert (game.state.health[0], moments) == (0, [])


@rule("icefire:charge.14")
@pytest.mark.parametrize(("length", "y"), [(4000, 12_828), (3000, 12_121), (200, None)])
def test_a_charger_that_pivoted_over_an_enemy_ends_an_inch_from_it_or_stays(length: int, y: int | None) -> None:
    """It moves off to the left; where it has no room it stays as it was before the pivot."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 10 40 180", f"b {GREYWIND} 28.4 10 0")
    end = _stopped(state, 0, 1, Pose(24_000, 10_000, 4500), length)
    if y is None:
        assert end == Pose(24_000, 10_000, 0)
    else:
        assert abs(end.y - y) <= 2
        assert end.heading == 4500


@rule("icefire:charge.11")
@pytest.mark.parametrize("x", [14.0, 17.5, 31.0, 33.0])
def test_the_middle_of_the_headings_that_reach_an_enemy_aside_is_suggested(x: float) -> None:
    state = laid(f"a {SWORDS} 24 14 0", f"b {CROSSBOWMEN} {x} 22 180")
    at = pose_of(state, 0)
    reach = [
        turn for turn in range(-18_000, 18_000, 40) if heading_fault(state, 0, 1, at.facing(turn % 36_000)) is None
    ]
    (found,) = headings_that_reach(state, 0, 1)
    middle = (reach[0] + reach[-1]) // 2
    assert abs((found + 18_000) % 36_000 - 18_000 - middle) <= 60


@rule("icefire:charge.11")
def test_a_charger_may_stay_turn_to_the_middle_of_its_target_or_against_its_heading() -> None:
    """The target is 14 inches ahead and 2 aside, and looks 10 degrees past the charger."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 26 24 170")
    towards = round(-100 * math.degrees(math.atan2(2, 14))) % 36_000
    reach = headings_that_reach(state, 0, 1)
    assert [turn.heading for turn in ChargePivotSpace(state, 0, 1).suggest()] == [0, towards, 35_000, *reach]
    assert len({0, towards, 35_000, *reach}) == 4


class Extreme(Stream):
    """A stream that draws the first item or the last one, and notes among how many."""

    def __init__(self, *, first: bool) -> None:
        super().__init__(derive_key("extreme"))
        self.first = first
        self.counts: list[int] = []

    def below(self, count: int) -> int:
        self.counts.append(count)
        return 0 if self.first else count - 1


@rule("icefire:charge.11")
@pytest.mark.usefixtures("interpreted")
def test_every_heading_that_could_reach_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ends of the range are drawn, and nothing beyond them."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 22 180")
    ((low, high),) = reach_bands(shape_of(state, 0), pose_of(state, 0), tray_of(state, 1), 11_000)
    monkeypatch.setattr(ChargePivotSpace, "refusal", lambda *_: None)
    for first, heading in ((True, low), (False, high)):
        stream = Extreme(first=first)
        assert ChargePivotSpace(state, 0, 1).sample(stream).heading == heading % 36_000
        assert stream.counts[-1] == high - low + 1


@rule("icefire:charge.4", "icefire:charge.13", "icefire:charge.14")
@pytest.mark.parametrize(("friend", "success"), [
    (f"a {GREYWIND} 24 24 0", False), (f"a {GREYWIND} 27.5 24 0", True), (FAR, True),
])  # fmt: skip  # several to a line
def test_a_charger_for_which_there_is_no_room_fails(friend: str, success: bool) -> None:
    """It passes through a friend, who leaves less than half of the edge of their enemy."""
    game = table(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 27.78 180", friend)
    dash = run(game, _dash(game, 0, 1, Side.FRONT, pose_of(game.state, 0), 14_000))
    assert dash.success is success
    assert are_engaged(game.state, 0, 1) is success


@rule("icefire:ruling.21")
@pytest.mark.parametrize(("terrain", "keywords"), [
    ([], set()), (["stakes 24 16 0"], {"dangerous", "destructible"}),
    (["stakes 24 24 0"], {"dangerous", "destructible"}),
    (["forest 24 16 0", "hedge 24 24 0"], {"cover", "fortified", "destructible", "rough"}), (["stakes 36 16 0"], set()),
    (["stakes 24 3 0"], set()),
])  # fmt: skip  # several to a line
@pytest.mark.parametrize("hinders", [False, True])
def test_the_terrain_of_a_charge_is_what_it_crosses_or_ends_on(
    terrain: list[str], keywords: set[str], hinders: bool
) -> None:
    """An ability can make all of it hinder."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 28.8 180", terrain=terrain)
    if hinders:
        (name, *_) = sorted(FLAGS["all-hinders"])
        add_effect(state, Effect(name, 0, 0, "turn"))
    found = charged_through(state, 0, pose_of(state, 0), 8000, Pose(24_000, 24_000, 0))
    assert found == keywords | ({"hindering"} if hinders and keywords else set())


@rule("icefire:charge.23", "icefire:charge.25")
@pytest.mark.parametrize("roll", [1, 6])
def test_those_around_hear_of_the_attack_of_a_charge_before_its_dice(roll: int) -> None:
    game = table(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 20 180", f"a {BERSERKERS} 4 4 0", dice=(roll,))
    moments = heard(game, "charged", "attack-dice")
    run(game, charge(game, 0, 1), "pivot 0")
    (before, fight) = (moments[0], moments[1].fight)
    assert [one.event for one in moments][:2] == ["charged", "attack-dice"]
    assert before.fight is not None
    assert before.fight is fight
    assert (fight.attacker, fight.defender, fight.charge, fight.charge_bonus) == (0, 1, True, roll > 1)


@rule("icefire:surge.4")
@pytest.mark.parametrize("kind", ["melee", "charge"])
def test_friends_of_a_defender_destroyed_outside_of_a_turn_may_pivot(kind: str) -> None:
    """Only those that were engaged with it, and not the attacker once more."""
    y = 20 if kind == "melee" else 17
    game = Table(
        f"a {SWORDS} 24 {y} 0", f"b {CROSSBOWMEN} 24 24.8 180 | 1", f"a {GREYWIND} 28.13 24.8 90",
        f"a {SWORDS} 8 8 0", f"b {CROSSBOWMEN} 8 12.8 180", FAR, f"a {SWORDS} 40 8 0",
    )  # fmt: skip  # several to a line
    assert game.state.turn is not None
    game.state.turn = None
    answers = ["pivot 0"] if kind == "charge" else []
    game.run(lambda war: charge(war, 0, 1) if kind == "charge" else fight_at(war, 0, 1), *answers, dice=(6,) * 12)
    assert game.state.health[1] == 0
    pivots = [(seat, id) for seat, id, _ in game.asked if id in ("ask.may.surge", "ask.may.pivot")]
    assert pivots == [(0, "ask.may.surge"), (0, "ask.may.pivot")]


@rule("icefire:charge.18", "icefire:charge.19")
@pytest.mark.parametrize(("side", "heading", "places"), [
    (Side.FRONT, 18_000, [(24_000, 28_800), (21_250, 28_800), (26_750, 28_800)]),
    (Side.REAR, 0, [(24_000, 19_200), (21_250, 19_200), (26_750, 19_200)]),
    (Side.LEFT, 27_000, [(18_850, 24_000), (18_850, 21_600), (18_850, 26_400)]),
    (Side.RIGHT, 9000, [(29_150, 24_000), (29_150, 21_600), (29_150, 26_400)]),
])  # fmt: skip  # several to a line
def test_a_charger_is_aligned_in_the_middle_or_by_half_of_its_edge(
    side: Side, heading: int, places: list[tuple[int, int]]
) -> None:
    """Its edge of 5.5 inches meets one of 5.5, or a flank of 4.8."""
    state = laid(f"a {SWORDS} 24 4 0", f"b {CROSSBOWMEN} 24 24 0")
    found = alignments(state, 0, 1, side)
    assert [one.how for one in found] == ["center", "left", "right"]
    assert (found[0].pose.x, found[0].pose.y) == places[0]
    assert sorted((one.pose.x, one.pose.y) for one in found) == sorted(places)
    assert {one.pose.heading for one in found} == {heading}
    assert has_alignment(state, 0, 1, side)


@rule("icefire:charge.4", "icefire:charge.18")
def test_an_edge_is_not_aligned_with_one_shorter_than_half_of_it() -> None:
    """The edges of a large solo tray are 2.76 and 5.55 inches long, those of a small one 2.76."""
    state = laid(f"a {ELEPHANT} 24 10 0", f"b {GREYWIND} 24 24 180")
    for own, has_room in ((Side.FRONT, True), (Side.REAR, True), (Side.LEFT, False), (Side.RIGHT, False)):
        for side in (Side.FRONT, Side.LEFT, Side.REAR, Side.RIGHT):
            edges = edges_of(state, 0, 1, side, own)
            assert (None if edges is None else round(edges.limit)) == (1380 if has_room else None)
            found = [one.how for one in alignments(state, 0, 1, side, own)]
            assert found == (["center", "left", "right"] if has_room else [])


@rule("icefire:charge.4", "icefire:charge.19", "icefire:ruling.17", "icefire:ruling.18")
@pytest.mark.parametrize(("others", "found"), [
    (["20 28.8 0"], [(26_750, 28_800)]), (["28 28.8 0"], [(21_250, 28_800)]), (["24 28.8 0"], []),
    (["18.7 28.8 0", "29.99 28.8 0"], [(24_200, 28_800)]), (["18.7 28.8 0", "29.5 28.8 0"], []),
    (["15.7 28.8 0", "32.3 28.8 0"], [(24_000, 28_800), (21_250, 28_800), (26_750, 28_800)]),
])  # fmt: skip  # several to a line
def test_a_charger_is_aligned_where_there_is_room_or_as_near_as_there_is(
    others: list[str], found: list[tuple[int, int]]
) -> None:
    state = laid(f"a {SWORDS} 24 44 180", f"b {CROSSBOWMEN} 24 24 0", *(f"a {SWORDS} {other}" for other in others))
    places = [(one.pose.x, one.pose.y) for one in alignments(state, 0, 1, Side.FRONT)]
    assert len(places) == len(found)
    for place, other in zip(sorted(places), sorted(found), strict=True):
        assert max(abs(place[0] - other[0]), abs(place[1] - other[1])) <= 5
    assert has_alignment(state, 0, 1, Side.FRONT) is bool(found)


@rule("icefire:ruling.18")
def test_of_two_equally_near_places_the_player_chooses_one() -> None:
    assert named_nearest([]) == []
    assert named_nearest([300.0]) == [("near", 300.0)]
    assert named_nearest([300.0, -300.0]) == [("nearer-left", 300.0), ("nearer-right", -300.0)]


# Other enemies that a charger touches --------------------------------------------------------------------------------


@rule("icefire:charge.20")
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_enemy_is_aligned_only_at_the_halves_that_are_free(edition: Edition) -> None:
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} 24 28.8 180", edition=edition)
    chooser = HalfChooser(state, 1, [Pose(21_250, 28_800, 18_000), Pose(26_750, 28_800, 18_000)])
    assert [one.x for one in chooser.options()] == [21_250, 26_750]
    assert chooser.refusal(Place(26_750, 28_800, 18_000)) is None
    for other in (Place(24_000, 28_800, 18_000), Place(26_750, 28_800, 0)):
        refusal = chooser.refusal(other)
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == (state.law.rule("icefire:charge.20"), "refuse.half")


@rule("icefire:charge.20")
@pytest.mark.parametrize(("x", "heading", "end"), [
    (25, 90, Pose(26_750, 29_150, 9000)), (23, 90, Pose(21_250, 29_150, 9000)), (25, 270, Pose(26_750, 29_150, 27_000)),
    (25, 180, Pose(26_750, 28_800, 18_000)), (25, 0, Pose(26_750, 28_800, 0)),
])  # fmt: skip  # several to a line
def test_a_touched_enemy_is_aligned_by_half_with_the_side_it_is_touched_on(x: float, heading: int, end: Pose) -> None:
    """Its flank is 4.8 inches long, and its front 5.5, as is that of the charger."""
    y = end.y / 1000
    game = Table(f"a {SWORDS} 24 24 0", FAR, f"b {CROSSBOWMEN} {x} {y} {heading}")
    game.run(lambda war: part_others(war, 0, 1, Pose(24_000, 24_000, 0)))
    assert pose_of(game.state, 2) == end
    assert [(seat, id) for seat, id, _ in game.asked] == [(1, "ask.half")]


@rule("icefire:charge.21")
@pytest.mark.parametrize(("x", "y"), [(18.85, 24), (18.85, 22), (29.15, 24), (29.15, 26.5), (24, 28.8), (22, 28.8)])
def test_a_touched_enemy_is_moved_to_no_place_that_others_take(x: float, y: float) -> None:
    """Whatever stands at the nearest place takes it."""
    state = laid(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {x} {y} {90 if y < 28 else 180}")
    nearest = PartSpace(state, 0, 1, tray_of(state, 0)).suggest()[0]
    for line in (f"a {GREYWIND}", f"b {GREYWIND}"):
        taken = laid(
            f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {x} {y} {90 if y < 28 else 180}",
            f"{line} {nearest.x / 1000} {nearest.y / 1000} 0",
        )  # fmt: skip  # several to a line
        space = PartSpace(taken, 0, 1, tray_of(taken, 0))
        refusal = space.refusal(nearest)
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == ("icefire:charge.21", "refuse.parted.room")
        assert nearest not in space.suggest()


@rule("icefire:charge.20", "icefire:charge.21")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("at", ["24 29.15 90", "18.85 24 270"])
def test_a_mode_learns_that_a_touched_enemy_was_moved(monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    game = Table(f"a {SWORDS} 24 24 0", f"b {CROSSBOWMEN} {at}", FAR)
    moved: list[int] = []
    monkeypatch.setattr(type(mode_of(game.state)), "moved", lambda _mode, _game, unit: moved.append(unit))
    before = pose_of(game.state, 1)
    game.run(lambda war: part_others(war, 0, NO_UNIT, pose_of(game.state, 0)))
    assert pose_of(game.state, 1) != before
    assert moved == [1]
