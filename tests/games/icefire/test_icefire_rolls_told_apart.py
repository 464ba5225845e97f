"""Rolls, re-rolls and tests in small scenes that tell each step from its neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from banneret.games.icefire.actions import Reroll
from banneret.games.icefire.events.attacks import DefenseRolled
from banneret.games.icefire.events.tokens import ConditionLost, WoundsSuffered
from banneret.games.icefire.game import War
from banneret.games.icefire.roll import FACES, Roll
from banneret.games.icefire.rules.combat.attack import (
    _panic,
    _roll_attack,
    _roll_defense,
    attack,
    attack_of,
    batter,
    defense_modifier,
    dice_of,
    suffer_hits,
)
from banneret.games.icefire.rules.combat.morale import failure_wounds, panic_test, take_test, terrain_modifier
from banneret.games.icefire.rules.combat.rerolls import RerollChooser, may_expend, offer_rerolls, reroll
from banneret.games.icefire.rules.combat.wounds import FALLING, destroy_attachment, note_freed, suffer
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.ground import piece_at, tray_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.state import Effect, Fight, Moment, Test
from banneret.kernel.chance import Chance
from banneret.kernel.events import Log
from banneret.kernel.flow import Flow, Question
from banneret.kernel.game import Game
from banneret.kernel.questions import Pass
from banneret.kernel.stream import derive_key
from banneret.plane import Pose, Side, distance
from tests.games.icefire.ability_table import A, B, run, table
from tests.games.icefire.scene import CROSSBOWMEN, SWORDS, laid
from tests.games.icefire.siege_scene import AT_WALL, AWAY, HOME, besieged, war_of

rule = pytest.mark.rule

BRYNDEN, HODOR, BRAN = "20214", "20207", "20229"


def questions(flow: Flow[Any], *answers: object) -> Iterator[Question]:
    """Yield the questions of a flow, each answered in turn; fails if there are more than answers."""
    left, sent = list(answers), None
    while True:
        try:
            request = flow.send(sent)
        except StopIteration:
            return
        assert isinstance(request, Question)
        yield request
        sent = left.pop(0)


# Re-rolls ------------------------------------------------------------------------------------------------------------


def test_an_enemy_may_expend_a_condition_unless_an_effect_keeps_it() -> None:
    for name, unit, may in (
        ("keeps-weakened", 1, False), ("keeps-weakened", 0, True), ("keeps-panicked", 1, True), ("inspired", 1, True),
    ):  # fmt: skip  # several to a line
        game = table(A, f"{B} | weakened")
        add_effect(game.state, Effect(name, unit, 0, "round"))
        assert may_expend(game.state, 1, "weakened") is may
        assert not may_expend(game.state, 1, "vulnerable")
        assert not may_expend(game.state, 0, "weakened")


@rule("icefire:reroll.1", "icefire:reroll.3")
def test_a_player_rerolls_a_die_once_and_a_d3_has_three_faces() -> None:
    results: tuple[set[int], set[int], set[int]] = (set(), set(), set())
    for number in range(120):
        state = laid(A, B)
        state.key = derive_key("reroll", number)
        game: War = Game(state, Chance(state, []))
        roll = Roll([1, 2, 1], 2)
        assert run(game, reroll(game, roll, 0, "test", "icefire:reroll.1"), "reroll 1 d3-1")
        for seen, die in zip(results, roll.dice, strict=True):
            seen.add(die)
        assert roll.open_to(0) == [1]
        assert roll.open_to(1) == [0, 1, 2]
    assert results == ({1, 2, 3, 4, 5, 6}, {2}, {1, 2, 3})


@rule("icefire:reroll.1")
def test_nobody_is_asked_for_dice_that_were_all_rerolled() -> None:
    game, roll = table(A, B), Roll([3, 4])
    assert not run(game, reroll(game, roll, 0, "test", "icefire:reroll.1"))
    roll.done[0] = {0, 1}
    assert list(questions(reroll(game, roll, 0, "test", "icefire:reroll.1"))) == []
    assert not run(game, reroll(game, roll, 0, "test", "icefire:reroll.1"))
    assert roll.dice == [3, 4]


@rule("icefire:reroll.2", "icefire:condition.3")
@pytest.mark.parametrize("turn", ["a", "b"])
def test_the_player_whose_turn_it_is_rerolls_first_and_a_token_is_spent_only_for_a_reroll(turn: str) -> None:
    """Both may re-roll by an effect, and the enemy of the unit also by its token."""
    for answers, left in ((("reroll 3",) * 3, []), (("pass",) * 3, ["weakened"])):
        game = table(A, f"{B} | weakened", turn=turn)
        roll = Roll([3, 3])
        offered = []
        flow = offer_rerolls(game, roll, 1, "weakened", {0: FACES, 1: FACES}, "attack", "icefire:resolve.5")
        sent: Any = None
        while True:
            try:
                request = flow.send(sent)
            except StopIteration:
                break
            assert isinstance(request, Question)
            offered.append((request.seat, request.chooser.prompt().id))
            options = request.chooser.options()
            sent = options[0] if answers[0] == "pass" else options[1]
        mine = [(0, "ask.reroll.attack"), (0, "ask.reroll.weakened")]
        assert offered == ([*mine, (1, "ask.reroll.attack")] if turn == "a" else [(1, "ask.reroll.attack"), *mine])
        assert conditions_of(game.state, 1) == left


# Defense -------------------------------------------------------------------------------------------------------------


@rule("icefire:resolve.7", "icefire:resolve.11")
def test_saves_are_rolled_for_hits_unless_there_is_no_defense() -> None:
    for hits, none, wounds, rolled in ((3, False, 3, 1), (3, True, 3, 0), (0, False, 0, 0), (0, True, 0, 0)):
        game = table(A, B, dice=(1,) * 6)
        game.log = Log()
        fight = Fight(0, 1, "melee")
        fight.hits, fight.no_defense = hits, none
        run(game, _roll_defense(game, fight))
        assert (fight.wounds, game.state.full[1] - game.state.health[1]) == (wounds, wounds)
        assert sum(isinstance(one.event, DefenseRolled) for one in game.log.events) == rolled
        assert fight.defense_dice == [1] * (hits if rolled else 0)


@rule("icefire:resolve.11")
@pytest.mark.parametrize(("what", "asked"), [("defense", [1]), ("attack", [])])
def test_only_rerolls_of_defense_dice_are_for_them(what: str, asked: list[int]) -> None:
    game = table(A, B, dice=(1, 1))
    fight = Fight(0, 1, "melee")
    fight.hits = 2
    fight.rerolls.add((1, what))
    seats = []
    flow = _roll_defense(game, fight)
    request: Any = next(flow, None)
    while request is not None:
        seats.append(request.seat)
        try:
            request = flow.send(request.chooser.options()[0])
        except StopIteration:
            break
    assert seats == asked


@rule("icefire:ruling.42")
@pytest.mark.parametrize(("hits", "wounds"), [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3)])
def test_half_of_the_wounds_are_rounded_down(hits: int, wounds: int) -> None:
    game = table(A, B, dice=(1,) * hits)
    fight = Fight(0, 1, "melee")
    fight.hits, fight.notes["half-wounds"] = hits, 1
    run(game, _roll_defense(game, fight))
    assert fight.wounds == wounds


@rule("icefire:resolve.11", "icefire:terms.14")
def test_saves_against_hits_of_an_effect_are_dice_that_a_vulnerable_unit_rerolls() -> None:
    """A 6 becomes a 1 by the token."""
    game = table(A, f"{B} | vulnerable", dice=(6, 1))
    assert run(game, suffer_hits(game, 1, 1, 0), "reroll 6") == 1
    assert conditions_of(game.state, 1) == []
    lost = []
    for number in range(150):
        state = laid(A, B)
        state.key = derive_key("saves", number)
        again: War = Game(state, Chance(state, []), Log())
        run(again, suffer_hits(again, 1, 1, 0))
        assert again.log is not None
        lost += [one.event.dice[0] for one in again.log.events if isinstance(one.event, DefenseRolled)]
    assert set(lost) == {1, 2, 3, 4, 5, 6}


@rule("icefire:siege.1", "icefire:castle-wall.6")
def test_hits_that_would_be_wounds_count_on_a_wall_and_its_fall_frees_who_was_there() -> None:
    game = war_of(besieged(AT_WALL, HOME, AWAY, walls=(6, 2, 6)))
    state = game.state
    ((unit, wall, _, _),) = state.contacts
    fight = Fight(unit, wall, "melee")
    assert state.turn is not None
    state.turn.fights.append(fight)
    fight.hits, fight.extra_wounds = 1, 1
    batter(game, fight)
    assert (state.health[wall], fight.wounds, fight.freed) == (1, 1, None)
    fight.hits, fight.extra_wounds = 2, 0
    batter(game, fight)
    assert (state.health[wall], fight.wounds, fight.freed) == (0, 1, [unit])


# Wounds --------------------------------------------------------------------------------------------------------------


def test_no_wounds_are_not_reported() -> None:
    game = table(A, B)
    game.log = Log()
    for wounds in (0, -2):
        assert run(game, suffer(game, 0, wounds, 1)) == 0
    assert run(game, suffer(game, 0, 2, 1)) == 2
    assert [one.event.wounds for one in game.log.events if isinstance(one.event, WoundsSuffered)] == [2]


@rule("icefire:surge.4")
def test_only_the_attack_on_the_destroyed_unit_frees_who_was_engaged_with_it() -> None:
    game = table(A, B, f"b {CROSSBOWMEN} 40 40 180")
    first, second = Fight(0, 1, "melee"), Fight(0, 2, "melee")
    assert game.state.turn is not None
    game.state.turn.fights = [first, second]
    note_freed(game.state, 1)
    assert (first.freed, second.freed) == ([0], None)
    game.state.turn = None
    note_freed(game.state, 1)


@rule("icefire:attachment.8", "icefire:attachment.9")
def test_attachments_of_a_unit_that_survives_are_lost_in_order() -> None:
    game = table(f"a {CROSSBOWMEN} 24 20 0 | 3 {BRYNDEN} {HODOR}", B)
    run(game, suffer(game, 0, 1, 1))
    assert (game.state.attachments[0], game.state.once) == ((BRYNDEN, HODOR), [])
    run(game, suffer(game, 0, 1, 1))
    assert (game.state.attachments[0], game.state.once) == ((HODOR,), [f"0:lost:{BRYNDEN}"])


@rule("icefire:ruling.46", "icefire:attachment.3")
@pytest.mark.parametrize("card", [BRYNDEN, HODOR, BRAN])
def test_an_effect_destroys_one_attachment_alone(card: str) -> None:
    game = table(f"a {CROSSBOWMEN} 24 20 0 | {BRYNDEN} {HODOR} {BRAN}", B)
    full = game.state.full[0]
    run(game, destroy_attachment(game, 0, card, 1))
    assert game.state.attachments[0] == tuple(one for one in (BRYNDEN, HODOR, BRAN) if one != card)
    assert (game.state.full[0], game.state.health[0]) == (full - 1, full - 1)
    assert game.state.once == [f"0:lost:{card}"]
    run(game, destroy_attachment(game, 0, card, 1))
    assert game.state.full[0] == full - 1


def test_attacks_of_a_turn_are_over_when_they_end() -> None:
    game = table(A, B)
    assert game.state.turn is not None
    fights: list[list[Fight]] = []

    def note(game: War, _: Moment) -> Flow[None]:
        assert game.state.turn is not None
        fights.append(list(game.state.turn.fights))
        yield from ()

    game.state.turn.later.append(("attack-end", note))
    fight = Fight(0, 1, "melee")
    run(game, attack(game, fight, Side.FRONT))
    assert fights == [[fight]]
    assert game.state.turn.fights == []
    between = table(A, B)
    between.state.turn = None
    run(between, attack(between, Fight(0, 1, "melee"), Side.FRONT))


# Tests ---------------------------------------------------------------------------------------------------------------


@rule("icefire:panic.3", "icefire:morale.1")
def test_a_test_that_an_effect_settles_is_not_rolled() -> None:
    for settled in (True, False):
        game = table(A, B)
        test = Test(0, "morale", 1)
        test.settled = settled
        run(game, take_test(game, test))
        assert (test.passed, test.dice, test.roll) == (settled, [], None)
    game = table(A, B, dice=(6, 6))
    test = Test(0, "morale", 1)
    run(game, take_test(game, test))
    assert (test.passed, test.dice, test.d3) == (True, [6, 6], 0)


@rule("icefire:panic.1", "icefire:panic.3")
def test_what_answers_a_test_of_an_attack_concerns_the_attacker() -> None:
    for with_fight in (True, False):
        game = table(A, B, dice=(6, 6, 1))
        targets: list[tuple[str, int]] = []

        def note(_: War, moment: Moment, targets: list[tuple[str, int]] = targets) -> Flow[None]:
            targets.append((moment.event, moment.target))
            yield from ()

        assert game.state.turn is not None
        for event in ("test-dice", "test-rolled", "test-passed"):
            game.state.turn.later.append((event, note))
        fight = Fight(0, 1, "melee") if with_fight else None
        run(game, panic_test(game, 1, 0, fight=fight))
        unit = 0 if with_fight else -1
        assert targets == [("test-dice", unit), ("test-rolled", unit), ("test-passed", unit)]


@rule("icefire:panic.2", "icefire:ruling.41")
def test_effects_add_to_the_wounds_of_a_failed_panic_test() -> None:
    """1 by Influence; a Morale Test costs none."""
    game = table(A, B, ncus=("b 30106 crown",))
    test = Test(0, "panic", 1)
    for d3, extra, influenced, wounds in (
        (2, 0, False, 2), (2, 1, False, 3), (2, 1, True, 4), (0, 0, True, 0), (1, -2, False, 0),
    ):  # fmt: skip  # several to a line
        game.state.influence[0] = 0 if influenced else -1
        test.d3, test.extra_wounds = d3, extra
        assert failure_wounds(game.state, test) == wounds


@rule("icefire:keyword.horrific", "icefire:keyword.inspiring")
@pytest.mark.parametrize(("piece", "modifier"), [("weirwood", 1), ("corpse-pile", -1)])
def test_terrain_counts_up_to_short_range_exactly(piece: str, modifier: int) -> None:
    """6 inches from the front of the tray."""
    terrain = [f"{piece} 24 24 0"]
    state = laid(f"a {SWORDS} 24 4 0", B, terrain=terrain)
    gap = round(distance(tray_of(state, 0), piece_at(piece, Pose(24_000, 24_000, 0))))
    assert gap > 6000
    for more, counted in ((0, modifier), (1, 0), (-1, modifier)):
        near = laid(f"a {SWORDS} 24 {(4000 + gap - 6000 - more) / 1000:.3f} 0", B, terrain=terrain)
        assert terrain_modifier(near, 0) == counted, more
    both = laid(f"a {SWORDS} 24 20 0", B, terrain=["weirwood 24 26 0", "corpse-pile 24 14 0", "corpse-pile 30 14 0"])
    assert terrain_modifier(both, 0) == 0


# Steps of an attack --------------------------------------------------------------------------------------------------


@rule("icefire:resolve.2", "icefire:card.6")
def test_no_attack_has_fewer_than_no_dice() -> None:
    game, fight = table(A, B), Fight(0, 1, "melee")
    weapon = attack_of(game.state, 0, "melee")
    assert weapon is not None
    for extra, dice in ((0, weapon.dice[0]), (-1, weapon.dice[0] - 1), (-99, 0)):
        fight.extra_dice = extra
        assert dice_of(game.state, fight, weapon) == dice


def test_a_unit_without_a_weapon_of_a_kind_does_not_attack() -> None:
    game = table(f"a {SWORDS} 24 20 0", B)
    with pytest.raises(ValueError, match="unit a1 has no short attack"):
        run(game, attack(game, Fight(0, 1, "short"), Side.FRONT))


@rule("icefire:resolve.1")
@pytest.mark.parametrize(("kind", "told"), [("melee", "melee"), ("short", "ranged"), ("long", "ranged")])
def test_what_answers_an_attack_knows_its_kind(kind: str, told: str) -> None:
    game = table(A, B)
    kinds: list[str] = []

    def note(_: War, moment: Moment) -> Flow[None]:
        kinds.append(moment.kind)
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later += [(event, note) for event in ("attack-dice", "attack-rolled", "attack-end")]
    run(game, attack(game, Fight(0, 1, kind), Side.FRONT))
    assert kinds == [told] * 3


@rule("icefire:resolve.5")
@pytest.mark.parametrize(("what", "asked"), [("attack", [0]), ("defense", [])])
def test_only_rerolls_of_attack_dice_are_for_them(what: str, asked: list[int]) -> None:
    game = table(A, B)
    fight = Fight(0, 1, "melee")
    fight.rerolls.add((0, what))
    weapon = attack_of(game.state, 0, "melee")
    assert weapon is not None
    found = [one.seat for one in questions(_roll_attack(game, fight, weapon), *[Pass()] * 2)]
    assert found == asked


@rule("icefire:resolve.7")
def test_there_is_no_roll_of_a_defense_that_is_not_made() -> None:
    game, fight = table(A, B), Fight(0, 1, "melee")
    fight.hits, fight.no_defense, fight.roll = 1, True, Roll([6])
    run(game, _roll_defense(game, fight))
    assert fight.roll is None


@rule("icefire:attack-ability.sundering")
@pytest.mark.usefixtures("interpreted")
def test_modifiers_of_a_defense_add_up() -> None:
    """Those of the attack, of effects on the defender, and of the weapon."""
    game, fight = table(A, B), Fight(0, 1, "melee")
    fight.defense_modifier = 2
    assert defense_modifier(game.state, fight) == 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("banneret.games.icefire.rules.combat.attack.number_of", lambda *_: 1)
        assert defense_modifier(game.state, fight) == 3
    fight.keywords.add("sundering")
    assert defense_modifier(game.state, fight) == 1


@rule("icefire:resolve.16")
def test_a_test_without_wounds_counts_as_passed() -> None:
    game = table(A, B)
    passed: list[tuple[bool, int, int]] = []

    def note(_: War, moment: Moment) -> Flow[None]:
        assert moment.test is not None
        passed.append((moment.test.passed, moment.unit, moment.target))
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later.append(("test-passed", note))
    run(game, _panic(game, Fight(0, 1, "melee")))
    assert passed == [(True, 1, 0)]


@rule("icefire:panic.3", "icefire:castle-wall.5")
def test_neither_the_fallen_nor_walls_roll_tests() -> None:
    game = table(A, B)
    game.log = Log()
    game.state.health[0] = 0
    test = Test(0, "panic", 1)
    run(game, take_test(game, test))
    assert (test.passed, game.log.events) == (False, [])
    siege = war_of(besieged(AT_WALL, HOME, AWAY))
    siege.log = Log()
    test = Test(len(siege.state.card) - 1, "panic", 1)
    run(siege, take_test(siege, test))
    assert (test.passed, siege.log.events) == (True, [])


@rule("icefire:panic.2")
def test_ranks_that_panic_destroys_are_those_of_the_attack() -> None:
    """D3 of 3 against 3 Wounds of the last rank; who answers knows the attacker, and sees the dice as rolled."""
    for fought in (True, False):
        game = table(A, f"{B} | 10", dice=(1, 1, 3))
        seen: list[tuple[str, int, list[int]]] = []

        def note(_: War, moment: Moment, seen: list[tuple[str, int, list[int]]] = seen) -> Flow[None]:
            dice = moment.test.dice if moment.test is not None else []
            seen.append((moment.event, moment.target, list(dice)))
            yield from ()

        assert game.state.turn is not None
        game.state.turn.later += [(event, note) for event in ("test-rolled", "rank-destroyed")]
        fight = Fight(0, 1, "melee")
        test = run(game, panic_test(game, 1, 0, fight=fight if fought else None))
        unit = 0 if fought else -1
        assert seen == [("test-rolled", unit, [1, 1]), ("rank-destroyed", unit, [])]
        assert (test.wounds, fight.ranks_destroyed) == (3, int(fought))


@rule("icefire:reroll.1")
def test_all_dice_to_reroll_are_in_the_roll() -> None:
    space = RerollChooser(Roll([1, 2, 2]), 0, "test", "icefire:reroll.1")
    legal = [dice for dice in (("1",), ("2", "2"), ("1", "2"), ("1", "1"), ("1", "3"), ("2", "2", "2")) if
             space.refusal(Reroll(dice)) is None]  # fmt: skip  # several to a line
    assert legal == [("1",), ("2", "2"), ("1", "2")]


@rule("icefire:condition.3")
def test_a_token_spent_for_a_reroll_is_reported_as_expended() -> None:
    game = table(A, f"{B} | weakened", dice=(1,))
    game.log = Log()
    run(game, offer_rerolls(game, Roll([3]), 1, "weakened", {}, "attack", "icefire:resolve.5"), "reroll 3")
    assert [one.event.expended for one in game.log.events if isinstance(one.event, ConditionLost)] == [True]


@rule("icefire:wounds.2")
def test_a_unit_off_the_table_suffers_wounds() -> None:
    game = table(A, B)
    game.state.pose[0] = None
    assert run(game, suffer(game, 0, 5, 1)) == 5


@rule("icefire:units.12")
def test_units_may_fall_while_another_falls() -> None:
    """The tray of each remains until all questions about its own fall are answered."""
    game = table(A, B, f"a {SWORDS} 40 10 0", f"b {CROSSBOWMEN} 40 40 180")
    falling: list[list[int]] = []

    def note(game: War, moment: Moment) -> Flow[None]:
        if moment.unit == 1:
            yield from suffer(game, 0, 99, 1)
        falling.append(list(game.state.marks[FALLING]))

    assert game.state.turn is not None
    game.state.turn.later.append(("destroyed", note))
    run(game, suffer(game, 1, 99, 0))
    assert falling == [[1, 0], [1]]
    assert (game.state.marks, game.state.pose[:2]) == ({}, [None, None])
