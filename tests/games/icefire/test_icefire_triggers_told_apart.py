"""Triggers and responses in small scenes that tell each condition from its neighbours."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.actions import PlayCard, UseOrder
from banneret.games.icefire.content.components import Trigger, components
from banneret.games.icefire.content.editions import EDITIONS, SEASON_6
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.registry import Passive, Way
from banneret.games.icefire.game import War
from banneret.games.icefire.rules import moments
from banneret.games.icefire.rules.moments import DEEPEST, WindowChooser, subject_of, turns_taken
from banneret.games.icefire.rules.table.facts import Answers, borrow_influence, facts_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.triggers import fits
from banneret.games.icefire.state import NO_UNIT, Attached, Moment, State, Test, Turn, Use
from banneret.kernel.flow import Flow
from banneret.kernel.pile import Pile
from banneret.kernel.questions import Pass
from banneret.plane import Pose
from tests.games.icefire.ability_table import FIELD, heard, run, table
from tests.games.icefire.scene import CROSSBOWMEN, GREYWIND, laid

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", EDITIONS)


# Triggers ------------------------------------------------------------------------------------------------------------


def units_that_fit(trigger: Trigger, seat: int = 0, source: int = 0, **moment: Any) -> list[int]:
    """Return the units in the field whose activity fits a trigger."""
    state = laid(*FIELD)
    found = []
    for unit in range(len(FIELD)):
        acting = Moment(trigger.event, state.seat[unit], unit=unit, **moment)
        if fits(state, trigger, acting, seat, source):
            found.append(unit)
    return found


@rule("icefire:orders.3")
@pytest.mark.parametrize(("conditions", "units"), [
    ({}, [0, 1, 2, 3, 4]), ({"side": "any"}, [0, 1, 2, 3, 4]), ({"side": "friendly"}, [0, 2, 4]),
    ({"side": "enemy"}, [1, 3]), ({"who": "this"}, [0]), ({"who": "combat-unit"}, [0, 1, 2, 3, 4]),
    ({"who": "commander"}, [2]), ({"who": "unengaged"}, [2, 3, 4]), ({"who": "cavalry"}, [2, 3]),
    ({"who": "unengaged-cavalry"}, [2, 3]), ({"who": "unengaged", "side": "friendly"}, [2, 4]), ({"who": "ncu"}, []),
    ({"who": "Robb Stark"}, [2]), ({"at": "engaged"}, [1]),
])  # fmt: skip  # several to a line
def test_a_trigger_fits_the_units_that_it_names(conditions: dict[str, Any], units: list[int]) -> None:
    assert units_that_fit(Trigger(event="action-chosen", **conditions)) == units


@rule("icefire:orders.3")
@pytest.mark.parametrize(("at", "targets"), [
    ("this", [0]), ("friendly", [0, 2, 4]), ("other-friendly", [2, 4]), ("enemy", [1, 3]),
])  # fmt: skip  # several to a line
def test_a_trigger_fits_the_targets_that_it_names(at: Any, targets: list[int]) -> None:
    state = laid(*FIELD)
    trigger = Trigger(event="charged", at=at)
    found = [unit for unit in range(5) if fits(state, trigger, Moment("charged", 1, unit=3, target=unit), 0, 0)]
    assert found == targets
    assert not fits(state, trigger, Moment("charged", 1, unit=3), 0, 0)


@rule("icefire:orders.3", "icefire:card.4")
def test_a_trigger_at_a_unit_that_acts_or_is_the_target_fits_both() -> None:
    state = laid(*FIELD)
    trigger = Trigger(event="charged", who="this-or-at-this")
    for unit, target, expected in ((0, 1, True), (1, 0, True), (2, 1, False), (3, 4, False)):
        assert fits(state, trigger, Moment("charged", 0, unit=unit, target=target), 0, 0) is expected
    trigger = Trigger(event="zone-claimed", who="ncu")
    assert fits(state, trigger, Moment("zone-claimed", 0, ncu=0), 0, NO_UNIT)
    assert not fits(state, trigger, Moment("zone-claimed", 0), 0, NO_UNIT)


@rule("icefire:orders.3", "icefire:ruling.56")
@pytest.mark.parametrize(("conditions", "moment", "expected"), [
    ({"attack": "melee"}, {"kind": "melee"}, True), ({"attack": "melee"}, {"kind": "ranged"}, False),
    ({"actions": ("march", "charge")}, {"action": "charge"}, True),
    ({"actions": ("march", "charge")}, {"action": "retreat"}, False),
    ({"arcs": ("flank", "rear")}, {"arc": "rear"}, True), ({"arcs": ("flank", "rear")}, {"arc": "front"}, False),
    ({"by": ("zone",)}, {"by": "zone"}, True), ({"by": ("zone",)}, {"by": "card"}, False),
    ({"by": ("own-order",)}, {"by": "order"}, True), ({"by": ("own-order",)}, {"by": "ability"}, False),
    ({"by": ("ability",)}, {"by": "order"}, True), ({"by": ("ability",)}, {"by": "ncu"}, True),
    ({"by": ("ability",)}, {"by": "ability"}, True), ({"by": ("ability",)}, {"by": "zone"}, False),
    ({"by": ("order",)}, {"by": "ncu"}, False), ({"first": True}, {}, False),
])  # fmt: skip  # several to a line
def test_a_trigger_fits_the_kind_of_event_that_it_names(
    conditions: dict[str, Any], moment: dict[str, Any], expected: bool
) -> None:
    state = laid(*FIELD)
    trigger = Trigger(event="targeted", **conditions)
    assert fits(state, trigger, Moment("targeted", 0, unit=0, **moment), 0, 0) is expected
    assert fits(state, Trigger(event="targeted"), Moment("targeted", 0, unit=0, **moment), 0, 0)
    assert not fits(state, trigger, Moment("charged", 0, unit=0, **moment), 0, 0)


@rule("icefire:orders.3")
def test_a_trigger_of_the_first_turn_or_of_a_panic_test_fits_only_that() -> None:
    state = laid(*FIELD)
    for first in (0, 1):
        moment = Moment("turn-start", 0)
        moment.notes["first"] = first
        assert fits(state, Trigger(event="turn-start", first=True), moment, 0, 0) is bool(first)
        assert fits(state, Trigger(event="turn-start"), moment, 0, 0)
    for test, panic in ((Test(0, "panic", 1), True), (Test(0, "morale", 1), False), (None, False)):
        moment = Moment("test-dice", 0, unit=0, test=test)
        assert fits(state, Trigger(event="test-dice", test="panic"), moment, 0, 0) is panic
        assert fits(state, Trigger(event="test-dice", test="morale"), moment, 0, 0)


@rule("icefire:orders.3", "icefire:ruling.138")
def test_what_a_destroyed_unit_was_about_to_do_answers_no_trigger() -> None:
    """Its destruction does, and what is over."""
    state = laid(*FIELD)
    events: tuple[Any, ...] = (
        "activation",
        "action-chosen",
        "charged",
        "attack-dice",
        "test-dice",
        "destroyed",
        "attack-end",
    )
    for event in events:
        assert fits(state, Trigger(event=event), Moment(event, 0, unit=0), 0, NO_UNIT)
    state.health[0] = 0
    found = [event for event in events if fits(state, Trigger(event=event), Moment(event, 0, unit=0), 0, NO_UNIT)]
    assert found == ["destroyed", "attack-end"]
    assert fits(state, Trigger(event="activation"), Moment("activation", 0), 0, NO_UNIT)


@rule("icefire:orders.3", "icefire:board.5")
def test_a_trigger_of_a_zone_is_for_who_controls_it() -> None:
    state = laid(*FIELD, ncus=["a 30202 crown", "b 30105 wealth"])
    found = [
        (seat, zone)
        for seat in (0, 1)
        for zone in ("crown", "wealth", "combat")
        if fits(state, Trigger(event="turn-start", zone=zone), Moment("turn-start", 0), seat, NO_UNIT)
    ]
    assert found == [(0, "crown"), (1, "wealth")]


@rule("icefire:orders.3")
def test_a_trigger_with_sight_is_for_a_unit_that_sees() -> None:
    """a1 faces b1, which hides b2 from it; a3 sees both."""
    trigger = Trigger(event="action-chosen", near="this", sight=True, side="enemy")
    assert units_that_fit(trigger) == [1]
    assert units_that_fit(trigger, source=4) == [1, 3]
    assert units_that_fit(trigger, source=NO_UNIT) == []
    assert units_that_fit(Trigger(event="action-chosen", near="this"), source=2) == [0, 1, 2, 3, 4]
    assert units_that_fit(Trigger(event="action-chosen", near="this"), source=NO_UNIT) == []
    assert units_that_fit(Trigger(event="action-chosen", near="Robb Stark", within="short")) == [2]
    assert units_that_fit(Trigger(event="action-chosen", near="Jaime Lannister")) == []


@rule("icefire:orders.3")
@pytest.mark.parametrize(("at", "near"), [("friendly", [2]), ("other-friendly", [2]), (None, [0, 1, 2, 3, 4])])
def test_a_trigger_with_a_range_about_another_friend_concerns_the_target(at: Any, near: list[int]) -> None:
    """a1 acts beside b1; of its friends only a2 is within 6 inches of a2."""
    state = laid(*FIELD)
    trigger = Trigger(event="targeted", near="this", at=at, within="short")
    far = Trigger(event="targeted", near="this", within="short")
    source = 2 if at else 0
    found = [unit for unit in range(5) if fits(state, trigger, Moment("targeted", 0, unit=0, target=unit), 0, source)]
    assert found == (near if at is None else [unit for unit in near if at == "friendly" or unit != source])
    assert fits(state, far, Moment("targeted", 0, unit=0, target=3), 0, 0)
    assert not fits(state, far, Moment("targeted", 0, unit=3, target=0), 0, 0)


# Responses -----------------------------------------------------------------------------------------------------------


def do_nothing(_game: War, _use: Use) -> Flow[None]:
    """Have no effect."""
    yield from ()


def declared(event: str, *, order: bool, canceled: str = "") -> tuple[Use, list[Moment]]:
    """Declare an Order of a1 or a card about b1; return the use and the moments of it, one of them perhaps canceled."""
    game = table(*FIELD)
    heard_of = heard(game, "card-played", "targeted")

    def cancel(_: War, moment: Moment) -> Flow[None]:
        moment.canceled = moment.event == canceled
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later += [("card-played", cancel), ("targeted", cancel)]
    use = Use(0, 0 if order else NO_UNIT, "order-mark-target" if order else "40201", Moment(event, 0))
    run(game, moments._declare(game, Way(do_nothing, targets=(lambda _state, _use: [1],)), use))
    return use, heard_of


@rule("icefire:timing.2", "icefire:deck.5", "icefire:orders.2")
def test_a_card_is_played_and_then_targets_a_unit() -> None:
    use, heard_of = declared("turn-start", order=False)
    assert [(one.event, one.by, one.target, one.depth) for one in heard_of] == [
        ("card-played", "card", 1, 1), ("targeted", "card", 1, 1),
    ]  # fmt: skip  # several to a line
    assert (use.targets, use.canceled) == ([1], False)
    use, heard_of = declared("turn-start", order=True)
    assert [(one.event, one.by, one.unit, one.target, one.depth) for one in heard_of] == [
        ("targeted", "order", 0, 1, 1)
    ]
    assert (use.targets, use.canceled) == ([1], False)


@rule("icefire:timing.2", "icefire:ruling.58")
@pytest.mark.parametrize(("order", "canceled", "events"), [
    (False, "card-played", ["card-played"]), (False, "targeted", ["card-played", "targeted"]),
    (True, "targeted", ["targeted"]),
])  # fmt: skip  # several to a line
def test_a_use_is_canceled_when_it_is_played_or_when_it_targets_a_unit(
    order: bool, canceled: str, events: list[str]
) -> None:
    use, heard_of = declared("turn-start", order=order, canceled=canceled)
    assert [one.event for one in heard_of] == events
    assert use.canceled


@rule("icefire:terms.26", "icefire:timing.2")
def test_targets_are_chosen_one_after_the_other_and_a_missing_one_is_nobody() -> None:
    game = table(*FIELD)
    asked: list[list[int]] = []

    def candidates(units: list[int]) -> Any:
        def those(_state: State, use: Use) -> list[int]:
            asked.append(list(use.targets))
            return units

        return those

    way = Way(do_nothing, targets=(candidates([1, 3]), candidates([]), candidates([2, 4])))
    use = Use(0, NO_UNIT, "40201", Moment("turn-start", 0))
    run(game, moments._declare(game, way, use), "unit b2", "unit a3")
    assert use.targets == [3, NO_UNIT, 4]
    assert asked[0] == []
    assert asked[-1] == [3, NO_UNIT]


@rule("icefire:orders.2", "icefire:deck.5")
def test_only_orders_that_are_offered_and_cards_that_are_held_and_fit_are_used() -> None:
    """Rangers of seat a mark a target at the start of the turn; none of the cards is held but one."""
    state = laid("a 10209 24 10 0", f"b {CROSSBOWMEN} 24 20 180", hands={"a": ["40201"]}, decks={"a": ["40202"]})
    moment = Moment("turn-start", 0)
    window = WindowChooser(state, 0, moment, moments.orders_at(state, 0, moment))
    assert window.refusal(Pass()) is None
    assert window.refusal(UseOrder("a1", "order-mark-target")) is None
    for order in (UseOrder("a1", "order-hidden-traps"), UseOrder("b1", "order-mark-target")):
        refusal = window.refusal(order)
        assert refusal is not None
        assert (refusal.rule, refusal.reason.id) == ("icefire:orders.2", "refuse.order")
    fits_now = moments.way_of_card(state, 0, "40201", moment) is not None
    held, other = window.refusal(PlayCard("40201")), window.refusal(PlayCard("40202"))
    assert (held is None) is fits_now
    assert other is not None
    assert (other.rule, other.reason.id) == ("icefire:deck.5", "refuse.card.not-held")
    assert (PlayCard("40201") in window.options()) is fits_now
    state.orders_used[0].append("order-mark-target")
    assert moments.orders_at(state, 0, moment) == []


@rule("icefire:charge.26", "icefire:deck.5")
def test_a_player_may_hold_a_card_while_it_is_unseen_and_may_be_played() -> None:
    """Whether it is in the hand or in the deck says nothing."""
    game = table(*FIELD, hands={"a": ["40201"]}, decks={"a": ["40202"]})
    state, moment = game.state, Moment("turn-start", 0)
    uses = registry.USES_AT[SEASON_6]["turn-start"]
    card = next(card for card in uses if moments.way_of_card(state, 0, card, moment) is not None)
    for hand, deck, may in (
        ([card], [], True), (["99999"], [card], True), ([], [card], False), (["99999"], [], False),
    ):  # fmt: skip  # several to a line
        state.hands[0], state.decks[0] = Pile(hand, [1] * len(hand)), Pile(deck, [0] * len(deck))
        assert moments.may_hold_card(state, 0, moment) is may, (hand, deck)
    state.hands[0] = Pile([card], [1])
    for depth in range(DEEPEST + 2):
        moment.depth = depth
        assert moments.may_hold_card(state, 0, moment) is (depth < DEEPEST)
    moment.depth = 0
    assert state.turn is not None
    state.turn.cardless = {1}
    assert moments.may_hold_card(state, 0, moment)
    state.turn.cardless = {0}
    assert not moments.may_hold_card(state, 0, moment)
    assert moments.way_of_card(state, 0, card, moment) is None


def act_not(_game: War, _moment: Moment, _source: int) -> Flow[None]:
    """Have no effect."""
    yield from ()


def test_effects_answer_for_their_own_seat_while_their_source_is_there() -> None:
    """Those of units, then those of non-combat units, cards and effects."""
    state = laid(*FIELD, ncus=["a 30202", "b 30105"])
    anywhere, own, aimed = (Passive("ability", role, role, act_not) for role in ("any", "unit", "target"))
    ncu, card = Passive("ncu", "30202", "any", act_not), Passive("card", "40201", "unit", act_not)
    there = Answers(
        ((anywhere, 0), (anywhere, 1), (own, 2), (aimed, 3), (own, 4)),
        ((ncu, 0, 0), (ncu, 1, 1), (card, 2, 1), (card, 4, 0)),
    )
    moment = Moment("charged", 0, unit=2, target=3)

    def found(seat: int) -> list[tuple[str, int]]:
        return [(passive.id, source) for passive, source in moments._of_seat(state, there, seat, moment)]

    assert found(0) == [("any", 0), ("unit", 2), ("30202", 0)]
    assert found(1) == [("any", 1), ("target", 3), ("30202", 1), ("40201", 2)]
    state.pose[0], state.ncu_alive[1] = None, False
    assert (found(0), found(1)) == ([("unit", 2), ("30202", 0)], [("any", 1), ("target", 3), ("40201", 2)])
    state.health[1] = state.health[2] = 0  # what falls may still answer its own event
    assert (found(0), found(1)) == ([("unit", 2), ("30202", 0)], [("target", 3), ("40201", 2)])


@rule("icefire:timing.4", "icefire:ruling.92", "icefire:ruling.119")
def test_the_player_of_the_turn_decides_first_and_between_turns_the_first_player() -> None:
    state = laid(*FIELD, first=1)
    for turn, order in ((Turn(0), (0, 1)), (Turn(1), (1, 0)), (None, (1, 0))):
        state.turn = turn
        assert moments.in_order(state) == order
    units = [f"{player} {GREYWIND} {8 + 8 * number} 20 0" for number, player in enumerate("abcd")]
    teams, free = laid(*units, seats=4, options={"teams": True}), laid(*units, seats=4)
    for state in (teams, free):
        state.turn = Turn(2)
    assert moments.in_order(teams) == (2, 0, 3, 1)
    assert moments.in_order(free) == (2, 3, 0, 1)
    free.marks["out"] = [3]
    assert moments.in_order(free) == (2, 0, 1)


@rule("icefire:orders.4", "icefire:deck-2021.2")
def test_a_card_is_about_the_friend_that_acts() -> None:
    state = laid(*FIELD)
    for seat, unit, acting, subject in (
        (0, NO_UNIT, 0, 0), (0, NO_UNIT, 1, NO_UNIT), (1, NO_UNIT, 1, 1), (0, 2, 1, 2), (0, NO_UNIT, NO_UNIT, NO_UNIT),
    ):  # fmt: skip  # several to a line
        moment = Moment("action-chosen", 0, unit=acting)
        assert subject_of(state, Use(seat, unit, "40201", moment)) == subject


@rule("icefire:ruling.138")
def test_a_use_is_too_late_once_its_subject_or_all_of_its_targets_are_gone() -> None:
    state = laid(*FIELD)
    for unit in (0, 3):
        state.health[unit], state.pose[unit] = 0, None
    for about, targets, late in (
        ([], [], False), ([0], [], True), ([2], [], False), ([2, 0], [], True), ([], [3], True), ([], [3, 1], False),
        ([], [3, 0], True), ([], [NO_UNIT], False), ([], [3, NO_UNIT], True), ([2], [4], False), ([2], [0], True),
    ):  # fmt: skip  # several to a line
        assert moments._fell(state, about, targets) is late, (about, targets)
    state.pose[0] = Pose(0, 0, 0)  # not gone yet
    assert not moments._fell(state, [0], [])


def test_completed_turns_are_counted_from_activations_and_passes() -> None:
    """Of two seats; the unit of the present turn has not completed it."""
    state = laid(*FIELD, ncus=["a 30202", "b 30105"], turn_seat=1)
    state.turn = None
    assert turns_taken(state) == 0
    state.activated, state.ncu_activated = [True, True, False, False, False], [True, False]
    assert turns_taken(state) == 6
    state.turn = Turn(1)
    assert turns_taken(state) == 7
    state.turn.unit = 1
    assert turns_taken(state) == 5
    state.turn.unit, state.turn.ncu = NO_UNIT, 0
    assert turns_taken(state) == 5
    state.passes = [1, 1]
    assert turns_taken(state) == 1


def test_a_card_answers_for_each_unit_to_which_it_is_attached() -> None:
    """Not for a unit with another card."""
    game = table(*FIELD)
    event, passive = next(
        (event, one) for event, ones in registry.PASSIVES.items() for one in ones if one.kind == "card"
    )
    here = {one.id for one in registry.PASSIVES[event]}
    other = next(card for card in game.state.cards.tactics if card not in here)
    game.state.attached = (Attached(passive.id, 0, 0), Attached(other, 1, 1), Attached(passive.id, 2, 0))
    answers = facts_of(game.state).answers(game.state, event)
    assert [(unit, seat) for one, unit, seat in answers.others if one is passive] == [(0, 0), (2, 0)]
    assert [one for one, *_ in answers.others if one.id == other] == []


@pytest.mark.parametrize(("borrows", "answering"), [({}, [0]), ({0: 1}, [0]), ({1: 0}, [0, 1]), ({0: 1, 1: 0}, [0, 1])])
def test_a_non_combat_unit_answers_by_its_own_card_and_by_a_borrowed_one(
    borrows: dict[int, int], answering: list[int]
) -> None:
    registry.index(components(SEASON_6))
    event, passive = next(
        (event, one) for event, ones in registry.PASSIVES.items() for one in ones if one.kind == "ncu"
    )
    here = {one.id for one in registry.PASSIVES[event]}
    other = next(card for card in components(SEASON_6).ncus if card not in here)
    state = laid(*FIELD, ncus=[f"a {passive.id}", f"a {other}"])
    for ncu, lender in borrows.items():
        add_effect(state, borrow_influence(state, ncu, state.ncu_card[lender]))
    answers = facts_of(state).answers(state, event)
    assert [(ncu, seat) for one, ncu, seat in answers.others if one is passive] == [(ncu, 0) for ncu in answering]
