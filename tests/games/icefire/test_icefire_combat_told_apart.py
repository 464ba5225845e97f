"""Attacks and Wounds in small scenes that tell each step from its neighbours."""

from __future__ import annotations

import pytest

from banneret.games.icefire.events.attacks import AttackRolled, DefenseRolled
from banneret.games.icefire.events.tokens import WallDestroyed, WoundsRestored, WoundsSuffered
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.attack import attack, batter, defense_modifier, panic_modifier, suffer_hits
from banneret.games.icefire.rules.combat.wounds import remove, restore, suffer
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.units import ranks_left, walls
from banneret.games.icefire.state import NO_UNIT, Attached, Effect, Fight
from banneret.kernel.events import Event, Log
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
