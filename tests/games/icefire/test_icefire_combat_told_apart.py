"""Attacks and Wounds in small scenes that tell each step from its neighbours."""

from __future__ import annotations

import pytest

from banneret.games.icefire.effects.game_mode import GameMode
from banneret.games.icefire.events.attacks import AttackRolled, DefenseRolled, TestPassed, TestRolled
from banneret.games.icefire.events.tokens import WallDestroyed, WoundsRestored, WoundsSuffered
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.attack import (
    _panic,
    attack,
    batter,
    defense_modifier,
    lowest_save,
    panic_modifier,
    saves_on,
    suffer_hits,
)
from banneret.games.icefire.rules.combat.morale import failure_wounds, morale_modifier
from banneret.games.icefire.rules.combat.wounds import FALLING, destroy_attachment, remove, restore, suffer
from banneret.games.icefire.rules.table.conditions import conditions_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.units import ranks_left, unit_card, walls
from banneret.games.icefire.state import NO_UNIT, Attached, Effect, Fight, Moment, Test
from banneret.kernel.events import Event, Log
from banneret.kernel.flow import Flow
from banneret.plane import Side
from tests.games.icefire.ability_table import A, B, run, table
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN
from tests.games.icefire.siege_scene import AT_WALL, AWAY, HOME, besieged, war_of

rule = pytest.mark.rule

BRYNDEN, RAMS = "20214", "battering-rams"


def logged(game: War, kind: type[Event]) -> int:
    """Return the number of events of a kind since the game was given a log."""
    assert game.log is not None
    return sum(isinstance(one.event, kind) for one in game.log.events)


def watched(game: War) -> War:
    """Give a game a log."""
    game.log = Log()
    return game


# Attacks -------------------------------------------------------------------------------------------------------------


@rule("icefire:resolve.1")
@pytest.mark.parametrize(("fallen", "note", "rolls"), [
    (None, "", 1), (0, "", 0), (1, "", 0), (0, "fallen", 1), (1, "fallen", 0),
])  # fmt: skip  # several to a line
def test_no_dice_are_rolled_if_either_side_has_fallen_before(fallen: int | None, note: str, rolls: int) -> None:
    """Some attack although they have fallen."""
    game = watched(table(A, B))
    if fallen is not None:
        game.state.health[fallen] = 0
    fight = Fight(0, 1, "melee")
    if note:
        fight.notes[note] = 1
    run(game, attack(game, fight, Side.FRONT))
    assert logged(game, AttackRolled) == rolls
    assert fight.rolled is bool(rolls)


@rule("icefire:bonus.3", "icefire:bonus.4")
@pytest.mark.parametrize(("arc", "modifier"), [(Side.FRONT, 0), (Side.LEFT, -1), (Side.RIGHT, -1), (Side.REAR, -2)])
def test_the_arc_modifies_defense_and_test_unless_an_effect_forbids_it(arc: Side, modifier: int) -> None:
    game, fight = table(A, B), Fight(0, 1, "melee")
    fight.arc = int(arc)
    assert (defense_modifier(game.state, fight), panic_modifier(fight)) == (modifier, modifier)
    fight.flank_bonus = False
    assert (defense_modifier(game.state, fight), panic_modifier(fight)) == (0, 0)
    fight.keywords.update(("sundering", "vicious"))
    assert (defense_modifier(game.state, fight), panic_modifier(fight)) == (-1, -2)


@rule("icefire:terms.13", "icefire:terms.14")
@pytest.mark.parametrize(("hits", "dice", "wounds"), [(0, (), 0), (-1, (), 0), (1, (1,), 1), (2, (6, 1), 1)])
def test_hits_of_an_effect_allow_saves_and_none_are_rolled_for_no_hits(
    hits: int, dice: tuple[int, ...], wounds: int
) -> None:
    game = watched(table(A, B, dice=dice))
    before = game.state.health[1]
    assert run(game, suffer_hits(game, 1, hits, 0)) == wounds
    assert before - game.state.health[1] == wounds
    assert logged(game, DefenseRolled) == (hits > 0)
    game.state.health[1] = 0
    assert run(game, suffer_hits(game, 1, 3, 0)) == 0
    assert logged(game, DefenseRolled) == (hits > 0)


@rule("icefire:castle-wall.3")
def test_hits_of_an_effect_leave_a_castle_wall_alone() -> None:
    game = watched(war_of(besieged(AT_WALL, HOME, AWAY)))
    for wall in walls(game.state):
        assert run(game, suffer_hits(game, wall, 6, 1)) == 0
        assert run(game, suffer(game, wall, 6, 1)) == 0
    assert game.state.health[-3:] == [6, 6, 6]
    assert logged(game, DefenseRolled) == 0


@rule("icefire:siege.1", "icefire:castle-wall.4", "icefire:siege.10")
@pytest.mark.parametrize(("hits", "rams", "left"), [
    (0, False, 6), (1, False, 6), (2, False, 5), (3, False, 5), (11, False, 1), (12, False, 0), (99, False, 0),
    (0, True, 6), (1, True, 4), (2, True, 3),
])  # fmt: skip  # several to a line
def test_a_castle_wall_loses_a_wound_for_every_two_hits(hits: int, rams: bool, left: int) -> None:
    """Of its 6; an attack that does not wound it is not reported as one."""
    game = watched(war_of(besieged(AT_WALL, HOME, AWAY)))
    state = game.state
    ((unit, wall, _, _),) = state.contacts
    if rams:
        add_effect(state, Effect(RAMS, NO_UNIT, 1, "match"))
    fight = Fight(unit, wall, "melee")
    fight.hits = hits
    batter(game, fight)
    assert (state.health[wall], fight.wounds) == (left, 6 - left)
    assert logged(game, WoundsSuffered) == (left < 6)
    assert logged(game, WallDestroyed) == (left == 0)
    assert bool(state.contacts) == (left > 0)


# Wounds --------------------------------------------------------------------------------------------------------------


@rule("icefire:wounds.3", "icefire:wounds.4", "icefire:ruling.43")
@pytest.mark.parametrize(("lost", "healed", "restored"), [(0, 1, 0), (1, 1, 1), (1, 3, 1), (5, 3, 3), (3, 0, 0)])
def test_no_more_wounds_are_restored_than_were_lost(lost: int, healed: int, restored: int) -> None:
    game = watched(table(A, B))
    full = game.state.health[0]
    game.state.health[0] = full - lost
    assert restore(game, 0, healed) == restored
    assert game.state.health[0] == full - lost + restored
    assert logged(game, WoundsRestored) == (restored > 0)


@rule("icefire:wounds.3")
def test_a_destroyed_unit_is_not_healed() -> None:
    game = table(A, B)
    game.state.health[0] = 0
    assert restore(game, 0, 3) == 0
    assert game.state.health[0] == 0


@rule("icefire:ruling.62")
def test_a_destroyed_unit_takes_all_that_is_on_it_from_the_table_and_nothing_else() -> None:
    """Cards go to their owners; Influence, claims, conditions and effects end."""
    game = table(f"{A} | panicked {BRYNDEN}", f"{B} | weakened {BRYNDEN}", f"a {BERSERKERS} 40 10 0",
                 ncus=["a 30202", "b 30105"], tokens=[[24_000, 20_000], [24_000, 25_000]],
                 token_cards=[1, 1])  # fmt: skip  # several to a line
    state = game.state
    state.attached = (Attached("40201", 0, 1), Attached("40202", 1, 0))
    state.influence, state.claims = [0, 1], [0, 1]
    for unit in (0, 1, NO_UNIT):
        add_effect(state, Effect("inspired", unit, 0, "round"))
    remove(state, 0)
    assert (state.pose[0], state.health[0], state.conditions[0], state.attachments[0]) == (None, 0, 0, ())
    assert state.contacts == []
    assert list(state.attached) == [Attached("40202", 1, 0)]
    assert state.discards == [[], ["40201"]]
    assert (state.influence, state.claims) == ([NO_UNIT, 1], [NO_UNIT, 1])
    assert [one.unit for one in state.effects] == [1, NO_UNIT]
    assert state.pose[1] is not None
    assert state.health[1] > 0
    assert (state.conditions[1] > 0, state.attachments[1]) == (True, (BRYNDEN,))


@rule("icefire:card.8", "icefire:attachment.7")
def test_a_destroyed_attachment_is_remembered_with_its_owner() -> None:
    """Effects that bring one back choose among them."""
    game = table(f"a {CROSSBOWMEN} 24 20 0 | 2 {BRYNDEN}", B, f"a {BERSERKERS} 40 10 0")
    run(game, suffer(game, 0, 1, 1))
    assert (game.state.attachments[0], game.state.once) == ((BRYNDEN,), [])
    run(game, suffer(game, 0, 1, 1))
    assert (game.state.attachments[0], game.state.once) == ((), [f"0:lost:{BRYNDEN}"])
    assert ranks_left(game.state, 0) == 0


@rule("icefire:resolve.9")
@pytest.mark.parametrize(("defense", "modifier", "lowest"), [
    (4, 0, 4), (2, 0, 2), (1, 0, 2), (3, 1, 2), (3, 2, 2), (5, -2, 6), (6, 0, 6), (7, 0, 6),
])  # fmt: skip  # several to a line
def test_a_save_is_at_least_two_and_at_most_six(defense: int, modifier: int, lowest: int) -> None:
    assert lowest_save(defense, modifier) == lowest
    game, fight = table(A, B), Fight(0, 1, "melee")
    own = unit_card(game.state, 1).defense
    fight.defense_modifier = own - defense + modifier
    assert saves_on(game.state, fight) == lowest
    fight.notes["only-sixes-block"] = 1
    assert saves_on(game.state, fight) == 6


@rule("icefire:terms.13")
def test_hits_that_are_all_saved_cost_nothing() -> None:
    game = table(A, B, dice=(6, 6))
    assert run(game, suffer_hits(game, 1, 2, 0)) == 0
    assert game.state.health[1] == game.state.full[1]


@rule("icefire:resolve.3")
def test_dice_that_do_not_hit_are_misses_and_conditions_are_given_before() -> None:
    """Crossbowmen hit with 4 or more in melee; extra hits are no fewer misses."""
    for extra in (0, 2):
        game = table(A, B, dice=(1, 2, 6, 6, 6, *(6,) * 8))
        fight = Fight(0, 1, "melee")
        fight.extra_hits = extra
        fight.gives.append("vulnerable")
        run(game, attack(game, fight, Side.FRONT))
        assert fight.misses == sum(die < 4 for die in fight.dice) > 0
        assert fight.hits == len(fight.dice) - fight.misses + extra
        assert conditions_of(game.state, 1) == ["vulnerable"]


@rule("icefire:panic.2")
def test_a_failed_morale_test_costs_no_wounds_but_those_of_effects() -> None:
    game = table(A, B, ncus=("b 30106 crown",))
    game.state.influence[0] = 0
    test = Test(0, "morale", 1)
    assert failure_wounds(game.state, test) == 0
    test.extra_wounds = 2
    assert failure_wounds(game.state, test) == 2
    test.d3 = 1
    assert failure_wounds(game.state, test) == 4


def test_modifiers_of_tests_add_up() -> None:
    """2 by the effect, 1 by the weirwood, and -1 by Bribery."""
    game = table(A, B, terrain=["weirwood 24 14 0"])
    test = Test(0, "panic", 1)
    assert morale_modifier(game.state, test) == 1
    test.modifier = 2
    assert morale_modifier(game.state, test) == 3
    game.state.attached = (Attached("40104", 0, 1),)
    assert morale_modifier(game.state, test) == 2


@rule("icefire:resolve.15", "icefire:resolve.16")
@pytest.mark.parametrize(("left", "wounds", "test"), [(0, 3, ""), (0, 0, ""), (5, 0, "passed"), (5, 3, "rolled")])
def test_a_fallen_defender_takes_no_panic_test_and_an_unhurt_one_passes(left: int, wounds: int, test: str) -> None:
    game = watched(table(A, B, dice=(6, 6, 1)))
    game.state.health[1] = left
    fight = Fight(0, 1, "melee")
    fight.wounds = wounds
    run(game, _panic(game, fight))
    assert (logged(game, TestPassed), logged(game, TestRolled)) == (test == "passed", test == "rolled")


@rule("icefire:units.12", "icefire:wounds.2")
def test_ranks_are_destroyed_once_and_what_answers_knows_how_many() -> None:
    """Crossbowmen have three ranks of four."""
    for wounds, ranks in ((3, []), (4, [1]), (8, [2]), (12, [3])):
        game = table(A, B, f"a {BERSERKERS} 40 10 0", f"b {CROSSBOWMEN} 40 40 180")
        seen: list[int] = []

        def note(_: War, moment: Moment, seen: list[int] = seen) -> Flow[None]:
            seen.append(moment.notes["ranks"])
            yield from ()

        assert game.state.turn is not None
        game.state.turn.later.append(("rank-destroyed", note))
        assert run(game, suffer(game, 1, wounds, 0)) == wounds
        assert seen == ranks
        assert game.state.marks == {}


def test_ranks_of_a_unit_that_falls_without_leaving_the_table_are_not_lost_yet() -> None:
    """What answers its fall has not ended."""
    game = table(A, B, f"a {BERSERKERS} 40 10 0", f"b {CROSSBOWMEN} 40 40 180")
    seen: list[tuple[str, list[int]]] = []

    def note(game: War, moment: Moment) -> Flow[None]:
        seen.append((moment.event, list(game.state.marks.get(FALLING, []))))
        if moment.event == "destroyed" and len(seen) == 1:
            yield from suffer(game, 1, 1, 0)  # nothing is left to suffer
            game.state.health[1] = 1  # and something keeps it
        yield from ()

    assert game.state.turn is not None
    for event in ("destroyed", "rank-destroyed"):
        game.state.turn.later.append((event, note))
    run(game, suffer(game, 1, 12, 0))
    assert seen == [("destroyed", [1]), ("rank-destroyed", [])]
    assert (game.state.health[1], game.state.pose[1] is None, game.state.marks) == (1, False, {})


@rule("icefire:ruling.46")
def test_only_an_attachment_of_the_unit_is_destroyed() -> None:
    game = table(f"{A} | {BRYNDEN}", B)
    before = game.state.health[0]
    run(game, destroy_attachment(game, 0, "20207", 1))
    assert (game.state.attachments[0], game.state.health[0], game.state.once) == ((BRYNDEN,), before, [])


@rule("icefire:units.12")
@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("saved", [True, False])
def test_the_mode_is_told_of_the_fall_only_of_units_that_nothing_keeps(
    saved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fallen: list[int] = []

    def falling(_mode: GameMode, _game: War, unit: int) -> Flow[None]:
        fallen.append(unit)
        yield from ()

    def keep(game: War, moment: Moment) -> Flow[None]:
        game.state.health[moment.unit] = int(saved)
        yield from ()

    monkeypatch.setattr(GameMode, "falling", falling)
    game = table(A, B, f"b {CROSSBOWMEN} 40 40 180")
    assert game.state.turn is not None
    game.state.turn.later.append(("destroyed", keep))
    run(game, suffer(game, 1, 12, 0))
    assert fallen == ([] if saved else [1])
    assert (game.state.pose[1] is None) is not saved
