"""What is asked, offered and refused, and where things lie, in small scenes that tell each case from its neighbours."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import ChooseUnit, Discard, LayPiece, Withdraw
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import SEASON_6
from banneret.games.icefire.events.round import MatchDrawn, MatchWon
from banneret.games.icefire.events.tokens import CardsDiscarded, CardsDrawn, WoundsRestored
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.actions.charge import ChargePivotSpace, _dash, _stopped
from banneret.games.icefire.rules.activation import _turn, activate_unit
from banneret.games.icefire.rules.battlefield import TerrainSpace
from banneret.games.icefire.rules.board.board import activate_ncu, zone_effect
from banneret.games.icefire.rules.board.hands import DiscardChooser, discard, draw_cards
from banneret.games.icefire.rules.deployment import DeploySpace, _is_clear, put_enemy_cards, take_free_zones
from banneret.games.icefire.rules.movement.movement import march
from banneret.games.icefire.rules.movement.retreat import RetreatSpace, withdraw_fault
from banneret.games.icefire.rules.table.choosers import ThingChooser, UnitChooser
from banneret.games.icefire.rules.table.control import controls
from banneret.games.icefire.rules.table.ground import DEPTH, _tray, pose_of, table_of, width
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.move_spaces import MarchSpace, ShiftSpace
from banneret.games.icefire.rules.table.paths import walk_fault
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.rules.table.zones import Zone, beside, lies_within, rows
from banneret.games.icefire.rules.victory import announce_outcome
from banneret.games.icefire.state import NO_UNIT, NOBODY, Attached, Effect, Moment
from banneret.kernel.events import Log
from banneret.kernel.flow import Flow
from banneret.kernel.questions import Done, Pass
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose, Side, place, rectangle
from banneret.text.message import Message, msg
from tests.games.icefire.ability_table import A, B, run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, KNIGHTS, SWORDS, laid
from tests.games.icefire.siege_scene import AWAY, HOME, besieged

rule = pytest.mark.rule


# Questions -----------------------------------------------------------------------------------------------------------


@rule("icefire:cleanup.8", "icefire:cleanup.11")
def test_cards_to_discard_are_those_held_and_as_many_as_must_be() -> None:
    state = laid(A, B, hands={"a": ["40201", "40202", "40202"]})
    any_number, two = DiscardChooser(state, 0), DiscardChooser(state, 0, 2)
    found: list[list[bool]] = []
    for cards in (None, ("40201",), ("40202", "40202"), ("40201", "40201"), ("40203",), ("40201", "40202", "40202")):
        action = Pass() if cards is None else Discard(cards)
        found.append([space.refusal(action) is None for space in (any_number, two)])
    assert found == [[True, False], [True, False], [True, True], [False, False], [False, False], [True, False]]


def test_a_refused_unit_is_named_or_is_needed() -> None:
    state = laid(A, B)
    for may_stop in (False, True):
        chooser = UnitChooser(state, [1], "fight", "icefire:melee.6", may_stop=may_stop)
        assert chooser.refusal(ChooseUnit("b1")) is None
        other, none = chooser.refusal(ChooseUnit("a1")), chooser.refusal(Done())
        assert other is not None
        assert (other.rule, other.reason) == ("icefire:melee.6", msg("refuse.unit.not-one", unit="a1"))
        assert (none and none.reason) == (None if may_stop else msg("refuse.unit.needed"))


@rule("icefire:deck.6", "icefire:deck.7")
def test_discarded_cards_lie_face_up_and_none_are_not_reported() -> None:
    game = table(A, B, hands={"a": ["40201", "40202"]})
    game.log = Log()
    discard(game, 0, ())
    assert game.log.events == []
    discard(game, 0, ("40202",))
    assert [isinstance(one.event, CardsDiscarded) for one in game.log.events] == [True]
    assert (game.state.hands[0].cards, game.state.discards[0]) == (["40201"], ["40202"])


def test_a_choice_of_several_things_says_how_many_are_left() -> None:
    part = ThingChooser(["a"], "zone", "icefire:modes.1", missing=2).part()
    assert part is not None
    assert ThingChooser(["a"], "zone", "icefire:modes.1").part() is None


@rule("icefire:setup.8")
def test_only_the_piece_in_hand_is_placed_in_either_direction() -> None:
    state = laid(A, B)
    space = TerrainSpace(state, "bog")
    assert space.refusal(LayPiece("bog", 24_000, 24_000, 0)) is None
    refusal = space.refusal(LayPiece("forest", 24_000, 24_000, 0))
    assert refusal is not None
    assert refusal.rule == "icefire:setup.8"
    assert isinstance(space.check(LayPiece("bog", 24_000, 24_000, 0)), Message)
    assert space.check(LayPiece("forest", 24_000, 24_000, 0)) == refusal
    assert {place.heading for place in space.suggest()} == {0, 9000}


@rule("icefire:ruling.28")
def test_staying_is_not_suggested_to_who_must_retreat() -> None:
    state, stay = laid(A, B), Withdraw("back", 0, 0)
    space = RetreatSpace(state, 0, 6000)
    assert space.suggest()
    assert stay not in space.suggest()
    assert space.refusal(stay) is not None
    assert stay in RetreatSpace(laid(A, B, edition="icefire-2021"), 0, 6000).suggest()


@rule("icefire:terms.23")
def test_a_shift_is_searched_only_if_none_of_those_examined_is_legal() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180")
    plain = ShiftSpace(state, 0, 3000, "order", "icefire:terms.23")
    searching = ShiftSpace(state, 0, 3000, "order", "icefire:terms.23", refuses=lambda *_: False)
    assert searching.suggest() == plain.suggest()
    assert len(plain.suggest()) == 17


def test_there_is_room_if_any_unit_has_some() -> None:
    state = laid(f"a {SWORDS} 10 4 0", f"b {CROSSBOWMEN} 24 40 180", f"a {SWORDS} 20 4 0")
    state.pose[0] = state.pose[2] = None
    for full in ([], [0], [2], [0, 2]):
        space = DeploySpace(state, 0, [0, 2])
        space.found = {unit: [] for unit in full}
        assert space.has_room() is (len(full) < 2)


@rule("icefire:charge.11")
def test_headings_of_a_charge_are_drawn_among_the_legal_ones() -> None:
    """Another enemy bars half of them."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 19 180", "b 10204 28 15.3 180")
    space, stream = ChargePivotSpace(state, 0, 1), Stream(derive_key("charges"))
    drawn = [space.sample(stream) for _ in range(25)]
    assert [one for one in drawn if space.refusal(one) is not None] == []
    assert len({one.heading for one in drawn}) > 5


# Charges and ways ----------------------------------------------------------------------------------------------------


@rule("icefire:charge.14")
@pytest.mark.parametrize(("length", "y"), [(3000, 13_000), (4199, 14_199), (6000, 14_200), (9000, 14_200)])
def test_a_failed_charge_ends_after_its_distance_or_an_inch_before_its_target(length: int, y: int) -> None:
    """Both trays are 4.8 inches deep: 5.2 inches lie between them."""
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 20 180")
    end = _stopped(state, 0, 1, pose_of(state, 0), length)
    assert (end.x, end.heading) == (24_000, 0)
    assert abs(end.y - y) <= 2


@rule("icefire:ruling.94", "icefire:keyword.dangerous")
def test_two_dangerous_pieces_wound_a_charger_that_fails_once() -> None:
    for pieces, lost in (([], 0), (["stakes 24 14 0"], 3), (["stakes 24 14 0", "stakes 24 15 0"], 3)):
        game = table(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 26 180", terrain=pieces, dice=(2, 2))
        run(game, _dash(game, 0, 1, Side.FRONT, pose_of(game.state, 0), 4000))
        assert game.state.full[0] - game.state.health[0] == lost


@rule("icefire:keyword.impassable")
def test_nobody_passes_through_what_is_impassable() -> None:
    state = laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 44 44 180", terrain=["palisade 24 16 0"])
    fault = walk_fault(state, 0, 0, 14_000, 0, 16_000)
    assert fault is not None
    assert fault.rule == "icefire:keyword.impassable"
    assert walk_fault(laid(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 44 44 180"), 0, 0, 14_000, 0, 16_000) is None


# Turns ---------------------------------------------------------------------------------------------------------------


@rule("icefire:ruling.99")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("activated", [False, True])
def test_what_answers_the_first_turn_of_a_round_knows_it(activated: bool) -> None:
    game = table(A, B, f"a {BERSERKERS} 40 10 0 |{' activated' if activated else ''}")
    seen: list[int] = []

    def note(_: War, moment: Moment) -> Flow[None]:
        seen.append(moment.notes["first"])
        yield from ()

    flow = _turn(game, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("banneret.games.icefire.rules.activation.happen", note)
        next(flow)
    assert seen == [int(not activated)]


@rule("icefire:board.5", "icefire:ruling.68")
def test_only_an_effect_of_that_zone_controls_it() -> None:
    for name, seat, held in (
        ("controls-crown", 0, True), ("controls-wealth", 0, False), ("inspired", 0, False),
        ("controls-crown", 1, False),
    ):  # fmt: skip  # several to a line
        state = laid(A, B)
        add_effect(state, Effect(name, NO_UNIT, seat, "round"))
        assert controls(state, 0, "crown") is held


@rule("icefire:stacking.1")
def test_an_effect_of_the_same_name_on_a_unit_is_added_once() -> None:
    state = laid(A, B)
    first = Effect("inspired", 0, 0, "round")
    for effect in (first, first, first._replace(until="turn"), first._replace(value=3)):
        add_effect(state, effect)
    assert list(state.effects) == [first]
    for other in (first._replace(unit=1), first._replace(seat=1), first._replace(name="swift")):
        add_effect(state, other)
    assert len(state.effects) == 4
    for value in (1, 2, 2):
        add_effect(state, Effect("tokens", NO_UNIT, 0, "round", value))
    assert len(state.effects) == 6


@pytest.mark.parametrize(("winner", "kind"), [(NOBODY, MatchDrawn), (0, MatchWon), (1, MatchWon)])
def test_a_result_is_announced_as_a_draw_or_a_victory(winner: int, kind: type) -> None:
    game = table(A, B)
    game.log = Log()
    game.state.winner = winner
    announce_outcome(game)
    assert [type(one.event) for one in game.log.events] == [kind]


# The table -----------------------------------------------------------------------------------------------------------


def test_each_tray_has_its_own_size() -> None:
    state = laid(A, B)
    find: Any = getattr(_tray, "__wrapped__", _tray)
    for tray in state.table.trays:
        shape = find(tray.id)
        assert (shape.width, shape.depth) == (round(1000 * tray.width), round(1000 * tray.depth))
    assert len({(one.width, one.depth) for one in state.table.trays}) > 1
    with pytest.raises(KeyError):
        find("raft")


def test_circles_that_do_not_meet_prove_that_there_is_room() -> None:
    reaches = [(1000, 2000, 500 * 500), (5000, 5000, 100 * 100)]
    for x, y, clear in (
        (1000, 2000, False), (1400, 2000, False), (600, 2000, False), (1000, 2499, False), (1000, 2500, True),
        (1400, 2400, True), (600, 1600, True), (5000, 5050, False), (5000, 5100, True),
    ):  # fmt: skip  # several to a line
        assert _is_clear(Pose(x, y, 0), [(float(a), float(b), float(c)) for a, b, c in reaches]) is clear


@pytest.mark.parametrize(("edge", "zone", "heading"), [
    ("near", Zone(0, 0, 48_000, 10_000), 0), ("far", Zone(0, 38_000, 48_000, 48_000), 18_000),
    ("left", Zone(0, 0, 12_000, 48_000), 27_000), ("right", Zone(36_000, 0, 48_000, 48_000), 9000),
])  # fmt: skip  # several to a line
def test_rows_of_places_face_inwards_at_the_front_of_a_zone_and_at_its_back(
    edge: str, zone: Zone, heading: int
) -> None:
    state, shape = laid(A, B), rectangle(5500, 4800)
    found = rows(table_of(state), zone, edge, shape, 3000)
    assert {pose.heading for pose in found} == {heading}
    assert all(lies_within(zone, place(shape, pose)) for pose in found)
    deep = {pose.y for pose in found} if edge in ("near", "far") else {pose.x for pose in found}
    depth = 10_000 if edge in ("near", "far") else 12_000
    ends = {2401, depth - 2401}
    assert deep == (ends if edge in ("near", "left") else {48_000 - one for one in ends})


def test_points_along_an_edge_end_where_the_edge_ends() -> None:
    """A wide battlefield is wider than it is deep."""
    state = laid(A, B, options={"table": "6x4"})
    wide = width(state)
    assert wide > DEPTH
    found = {
        (edge, along): beside(state, edge, along, 100)
        for edge in ("near", "far", "left", "right")
        for along in (DEPTH - 1, DEPTH, wide - 1, wide)
    }
    for edge, long in (("near", wide), ("far", wide), ("left", DEPTH), ("right", DEPTH)):
        for along in (DEPTH - 1, DEPTH, wide - 1, wide):
            assert (found[edge, along] is not None) == (along < long), (edge, along)
    assert found["far", DEPTH - 1] == (DEPTH - 1, DEPTH - 100)
    assert found["right", DEPTH - 1] == (wide - 100, DEPTH - 1)


# Activations ---------------------------------------------------------------------------------------------------------


def asked_after(game: War, event: str, change: str, flow: Flow[Any]) -> list[str]:
    """Return the first question of a flow if what answers an event changes something about its unit; none if none."""

    def note(game: War, moment: Moment) -> Flow[None]:
        if change in ("replaced", "canceled"):
            setattr(moment, change, True)
        elif change == "fallen":
            game.state.health[0] = 0
        elif change == "gone":
            game.state.ncu_alive[0] = False
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append((event, note))
    request: Any = next(flow, None)
    return [] if request is None else [request.chooser.prompt().id]


@rule("icefire:action.3")
@pytest.mark.parametrize("change", ["", "replaced", "canceled", "fallen"])
def test_a_unit_acts_unless_its_activation_was_replaced_or_canceled_or_it_fell(change: str) -> None:
    game = table(A, B, f"a {SWORDS} 40 10 0")
    assert asked_after(game, "activation", change, activate_unit(game, 0)) == ([] if change else ["ask.action"])


@rule("icefire:board.3", "icefire:board.4")
@pytest.mark.parametrize("change", ["", "canceled", "gone", "full"])
def test_a_non_combat_unit_claims_a_zone_unless_canceled_gone_or_all_are_taken(change: str) -> None:
    zones = ("crown", "wealth", "tactics", "combat", "maneuver")
    others = [f"b 30105 {zone}" for zone in zones] if change == "full" else []
    game = table(A, B, ncus=["a 30202", *others])
    assert asked_after(game, "activation", change, activate_ncu(game, 0)) == ([] if change else ["ask.zone"])


@pytest.mark.parametrize(("change", "wounds"), [("", 3), ("canceled", 0), ("fallen", 0)])
def test_a_zone_affects_its_target_unless_that_is_canceled_or_fell(change: str, wounds: int) -> None:
    game = table(f"{A} | 5", B, f"a {SWORDS} 40 10 0")

    def note(game: War, moment: Moment) -> Flow[None]:
        moment.canceled = change == "canceled"
        game.state.health[0] *= change != "fallen"
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("targeted", note))
    game.log = Log()
    run(game, zone_effect(game, 0, "wealth"), "unit a1")
    assert sum(one.event.wounds for one in game.log.events if isinstance(one.event, WoundsRestored)) == wounds


def test_any_number_of_cards_may_be_none() -> None:
    state = laid(A, B, hands={"a": ["40201", "40202"]})
    assert [Pass() in DiscardChooser(state, 0, number).options() for number in (None, 1)] == [True, False]
    assert len(DiscardChooser(state, 0).options()) == 4
    assert DiscardChooser(state, 0, 1).options() == [Discard(("40202",)), Discard(("40201",))]


@rule("icefire:free-for-all.2", "icefire:ruling.126")
def test_a_zone_that_is_taken_is_not_offered_again() -> None:
    units = (f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 38 180", f"c {SWORDS} 8 24 270")
    game = table(*units, seats=3, far=NOBODY, dice=(6, 2, 1))
    flow, offered, answer = take_free_zones(game), [], None
    try:
        while True:
            request: Any = flow.send(answer)
            options = request.chooser.options()
            offered.append([one.edge for one in options])
            answer = options[0]
    except StopIteration:
        pass
    assert offered == [["near", "far", "left", "right"], ["far", "left", "right"], ["left", "right"]]


@rule("icefire:ruling.76", "icefire:attachment.6")
def test_a_card_goes_into_an_enemy_unit_of_its_type_that_is_no_solo() -> None:
    cards = components(SEASON_6).attachments.values()
    card = next(one for one in cards if one.enemy == "after-deployment" and one.type == "infantry")
    units = (A, f"{B} |", f"b {KNIGHTS} 40 40 180", "b 10204 10 40 180", f"b {CROSSBOWMEN} 30 40 180")
    game = table(*units, enemy_cards=[[card.id], []], chooser=0)
    request: Any = next(put_enemy_cards(game, "after-deployment"))
    assert (request.seat, [one.unit for one in request.chooser.options()]) == (0, ["b1", "b4"])


# Ways ----------------------------------------------------------------------------------------------------------------


@rule("icefire:retreat.3", "icefire:action.9")
def test_nobody_retreats_through_an_enemy_to_a_free_place() -> None:
    state = laid(f"a {SWORDS} 24 30 0", f"b {CROSSBOWMEN} 24 34.8 180", "b 10204 24 23 0")
    fault = withdraw_fault(state, 0, Withdraw("back", 14_000, 0), 16_000)
    assert fault is not None
    assert fault.rule == "icefire:action.9"
    free = laid(f"a {SWORDS} 24 30 0", f"b {CROSSBOWMEN} 24 34.8 180")
    assert withdraw_fault(free, 0, Withdraw("back", 14_000, 0), 16_000) is None


@rule("icefire:keyword.rough", "icefire:charge.14")
@pytest.mark.parametrize(("pieces", "y"), [
    ([], 14_000), (["bog 24 12 0"], 13_000), (["bog 24 12 0", "bog 24 8 0"], 12_000),
])  # fmt: skip  # several to a line
def test_rough_terrain_shortens_a_charge_that_fails(pieces: list[str], y: int) -> None:
    game = table(f"a {SWORDS} 24 10 0", f"b {CROSSBOWMEN} 24 30 180", terrain=pieces)
    run(game, _dash(game, 0, 1, Side.FRONT, pose_of(game.state, 0), 4000))
    assert game.state.pose[0] == Pose(24_000, y, 0)


def test_half_of_the_marches_drawn_keep_their_heading() -> None:
    state = laid(f"a {SWORDS} 24 12 0", f"b {CROSSBOWMEN} 24 44 180")
    space, stream = MarchSpace(state, 0, 8000), Stream(derive_key("marches"))
    drawn = [space.sample(stream) for _ in range(300)]
    assert 125 < sum(one.facing == 0 for one in drawn) < 175
    assert [one for one in drawn if space.refusal(one) is not None] == []


@rule("icefire:castle-wall.1")
def test_nothing_adds_to_a_number_of_a_castle_wall() -> None:
    state = besieged(HOME, AWAY)
    wall = len(state.card) - 1
    state.attached = (Attached("40104", wall, 1), Attached("40104", 0, 1))
    assert [number_of(state, "morale", unit) for unit in (0, wall)] == [-1, 0]


# Draws and notes -----------------------------------------------------------------------------------------------------


def test_all_see_which_unit_is_about_to_march() -> None:
    game = table(A, f"b {CROSSBOWMEN} 24 44 180")
    run(game, march(game, 0))
    assert game.state.turn is not None
    assert game.state.turn.mover == 0


def test_drawn_cards_are_reported_only_if_there_are_some() -> None:
    for deck, drawn in ((["40201", "40202"], [2]), ([], [])):
        game = table(A, B, decks={"a": deck})
        game.log = Log()
        run(game, draw_cards(game, 0, 2))
        assert [one.event.number for one in game.log.events if isinstance(one.event, CardsDrawn)] == drawn


def test_a_shift_is_drawn_up_to_its_limit() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 40 180")
    space, stream = ShiftSpace(state, 0, 2, "order", "icefire:terms.23"), Stream(derive_key("shifts"))
    assert {space.sample(stream).distance for _ in range(80)} == {0, 1, 2}


@rule("icefire:ruling.140")
def test_a_zone_without_a_target_affects_nobody() -> None:
    """Nobody is asked about a target that is not there."""
    game = table(A, B)
    seen: list[int] = []

    def note(_: War, moment: Moment) -> Flow[None]:
        seen.append(moment.target)
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("targeted", note))
    game.state.pose[1] = None
    run(game, zone_effect(game, 0, "crown"))
    assert seen == []
