"""Closing in: who may follow an enemy that has lost the trays it touched, and where it ends."""

from __future__ import annotations

from typing import Final

import pytest

from banneret.games.runewars.events.combat import UnitClosedIn
from banneret.games.runewars.events.moves import BaneGained
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules.attack.attack import attack
from banneret.games.runewars.rules.attack.attack_targets import contacts_of
from banneret.games.runewars.rules.damage.wounds import suffer_wounds
from banneret.games.runewars.rules.ground.surroundings import split
from banneret.games.runewars.rules.ground.teams import addressed
from banneret.games.runewars.rules.movement.reforms import reform
from banneret.kernel.flow import Flow
from tests.games.runewars.field import die, field, play, told
from tests.games.runewars.field import unit as number

CAVALRY: Final = "a oathsworn-cavalry 2x1 9000 9000 0"
"""Its front edge is at y = 9500, from x = 8000 to 10000."""
REANIMATES: Final = "b reanimates 2x2 10000 10500 0"
"""They look away; their left rear tray lies before the right tray of the cavalry."""
FALL: Final = ("wound 1-2 0",) * 4
"""That tray loses its figures."""


@pytest.mark.rule("rw:12.0", "rw:12.1", "rw:12.1b", "rw:59.4", "rw:ruling.23")
def test_the_cavalry_closes_in_on_the_reanimates() -> None:
    """The third picture of the book: without that tray only a corner touches, and a shift of 1 fills the gap."""
    game = field(CAVALRY, REANIMATES)
    played = play(game, suffer_wounds(game, 1, 4), *FALL, "move straight 1 front ahead")
    assert played.asked[-1] == "a close-in"
    assert played.options[-1][0] == "pass"
    assert game.state.poses[0] == (9000, 10000, 0)
    assert [(one.unit, one.enemy) for one in told(game, UnitClosedIn)] == [("a1", "b1")]
    assert told(game, BaneGained) == []
    assert contacts_of(game.state, 0, 1)


@pytest.mark.rule("rw:12.1a", "rw:59.4", "rw:59.5", "rw:ruling.23")
def test_who_stays_is_no_longer_engaged_though_a_corner_touches() -> None:
    game = field(CAVALRY, REANIMATES)
    play(game, suffer_wounds(game, 1, 4), *FALL, "pass")
    assert game.state.poses[0] == (9000, 9000, 0)
    assert contacts_of(game.state, 0, 1) == ()
    assert (split(game.state, 0)[0], split(game.state, 1)[0]) == ([], [])
    assert play(game, attack(game, 0, "melee")).asked == []
    game.state.poses[0] = (9000, 6000, 0)
    play(game, reform(game, 0), "reform 9000 centre")
    assert game.state.parted == []


@pytest.mark.rule("rw:12.2", "rw:59.1")
def test_a_unit_engaged_with_another_enemy_does_not_close_in() -> None:
    game = field(CAVALRY, REANIMATES, "b spearmen 1x1 7500 9000 27000")
    played = play(game, suffer_wounds(game, 1, 4), *FALL)
    assert played.asked == ["a wound"] * 4
    assert told(game, UnitClosedIn) == []


@pytest.mark.rule("rw:12.1a")
def test_who_cannot_reach_the_enemy_is_not_asked() -> None:
    """Allies stand before it and beside it."""
    game = field(CAVALRY, "a spearmen 1x1 8000 10000 0", "a spearmen 1x1 10500 9000 0", REANIMATES)
    played = play(game, suffer_wounds(game, 3, 4), *FALL)
    assert "a close-in" not in played.asked


@pytest.mark.rule("rw:12.0", "rw:7.10")
def test_an_attacker_closes_in_after_its_own_attack_before_morale() -> None:
    """2 trays of front: 2 hits are 4 damage, and the flank gives a die."""
    game = field("a spearmen 2x1 9000 9000 0", REANIMATES)
    flow = attack(game, 0, "melee")
    dice = [die("red", "hit", "hit"), die("blue"), die("red")]
    played = play(game, flow, "add red", *FALL, "move straight 1 front ahead", chance=dice)
    assert played.asked == ["a flank-die", *["a wound"] * 4, "a close-in"]
    assert game.state.poses[number(game, "a1")] == (9000, 10000, 0)


@pytest.mark.rule("rw:12.0")
def test_a_contact_that_stays_lets_nobody_close_in() -> None:
    """The other rear tray falls; the one before the cavalry stands."""
    game = field(CAVALRY, REANIMATES)
    played = play(game, suffer_wounds(game, 1, 4), *["wound 2-2 0"] * 4)
    assert played.asked == ["a wound"] * 4
    assert contacts_of(game.state, 0, 1)


@pytest.mark.rule("rw:team.3", "rw:12.0")
def test_in_a_team_game_who_commands_the_unit_decides_whether_it_closes_in() -> None:
    """Seats a and c are of one side: a commands the active unit, c the cavalry beside it."""
    game = field("a spearmen 1x1 3000 3000 0", CAVALRY, REANIMATES)
    state = game.state
    state.teams, state.controller, state.active = [0, 1, 0, 1], [0, 2, 1], 0
    played = play(game, addressed(game, _wounded(game)), *FALL, "pass")
    assert played.asked == [*["a wound"] * 4, "c close-in"]


def _wounded(game: Runewars) -> Flow[None]:
    yield from suffer_wounds(game, 2, 4)


@pytest.mark.rule("rw:12.0", "rw:59.4", "rw:ruling.23")
def test_a_corner_that_touched_before_goes_on_touching() -> None:
    """The cavalry touches with its right corner only, and the tray that falls is not the one it touches."""
    game = field("a oathsworn-cavalry 2x1 8000 9000 0", REANIMATES)
    before = contacts_of(game.state, 0, 1)
    assert [one.length for one in before] == [0]
    played = play(game, suffer_wounds(game, 1, 4), *["wound 2-2 0"] * 4)
    assert played.asked == ["a wound"] * 4
    assert contacts_of(game.state, 0, 1) == before
    assert game.state.parted == []
