"""The team game: who decides for which unit, who sees which dials, and how a team wins."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest

from banneret.games.runewars.actions import GiveUnit
from banneret.games.runewars.events.course import UnitGiven
from banneret.games.runewars.match_state import NO_DIALS, MatchState
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.rules.commanders import CommanderChooser
from banneret.games.runewars.rules.ground.surroundings import is_enemy
from banneret.games.runewars.rules.ground.teams import addressee, seat_names, seats_of, sees
from banneret.games.runewars.rules.round import play as course
from banneret.games.runewars.rules.scoring import army_points, outcome
from banneret.games.runewars.rules.turns import hidden
from banneret.games.runewars.settings import Settings
from banneret.games.runewars.setup import distribute_units, new_state
from banneret.games.runewars.state import other_units
from banneret.games.runewars.view import view
from banneret.kernel import registry
from banneret.kernel.choosers import Chooser
from banneret.kernel.flow import Checkpoint
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.registry import Registry
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import check_match
from tests.games.runewars.field import field
from tests.games.runewars.playing import fierce

OFTEN: Final = {"options": 60, "clone": 80, "restart": 80, "audit": 10, "redeal": 60, "imagine": 60, "twins": 80}
LINES: Final = (
    "a spearmen 3x2 9000 4000 0",
    "a oathsworn-cavalry 2x2 13000 4000 0",
    "b reanimates 3x2 9000 9000 18000",
    "b reanimate-archers 2x2 13000 9000 18000",
)


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> RunewarsRulebook:
    """Let these tests have a rulebook of their own."""
    found = RunewarsRulebook()
    monkeypatch.setattr(registry, "REGISTRY", Registry([found]))
    return found


def teams(step: str = "command") -> Match[Any]:
    """Two sides of two players, each of whom commands a unit, before a step of the first round."""
    state = field(*LINES).state
    state.teams = [0, 1, 0, 1]
    distribute_units(state)
    state.step, state.objective, state.deployment, state.red = "command", "bounty", "battle-lines", 0
    match: Match[Any] = Match(RunewarsRulebook(), Origin(4, {}, None, state))
    stream = Stream(derive_key("teams"))
    while match.state.step != step:
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, fierce(match, ask, stream))
    return match


@pytest.mark.rule("rw:team.1", "rw:team.2", "rw:team.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_armies_of_the_same_points_are_handed_out_in_even_teams(seats: int) -> None:
    for seed in range(4):
        state = new_state(Settings(size="skirmish"), derive_key("teams", seed), seats)
        sizes = [len(seats_of(state, side)) for side in (0, 1)]
        assert sum(sizes) == state.seats == seats
        assert abs(sizes[0] - sizes[1]) <= 1
        assert set(state.controller) == set(range(seats))
        assert all(state.teams[owner] == side for owner, side in zip(state.controller, state.seat, strict=True))
        assert all(0 < army_points(state, side) <= 100 for side in (0, 1))
        assert seat_names(state)[:2] == ("a", "b")
        assert len(set(seat_names(state))) == seats


@pytest.mark.rule("rw:team.1", "rw:team.3")
def test_a_team_chooses_who_commands_which_unit() -> None:
    """The first player of each team says it; nobody may be left without a unit."""
    state = field(*LINES, "b reanimates 2x1 16000 9000 18000").state
    state.teams, state.step = [0, 1, 0, 1], "commanders"
    distribute_units(state)
    match: Match[Any] = Match(RunewarsRulebook(), Origin(4, {}, None, state))
    assert list(match.asking) == [0]
    refusal = match.refusal(0, GiveUnit("a1", "b-2"))
    assert refusal is not None
    assert refusal.rule == "rw:team.1"
    assert match.refusal(0, GiveUnit("a2", "a")) is not None
    match.play(0, GiveUnit("a1", "a-2"))  # so a2 is for player a
    assert list(match.asking) == [1]
    match.play(1, GiveUnit("b1", "b"))
    match.play(1, GiveUnit("b2", "b"))
    assert match.state.controller == [2, 0, 1, 1, 3]
    assert match.state.step == "first"
    given = [one.event.player for one in match.events if isinstance(one.event, UnitGiven)]
    assert given == ["a-2", "a", "b", "b", "b-2"]


@pytest.mark.rule("rw:team.1")
def test_players_without_a_unit_are_not_left() -> None:
    state = field(*LINES).state
    state.teams, state.step = [0, 1, 0, 1], "commanders"
    distribute_units(state)
    assert CommanderChooser(state, 1).refusal(GiveUnit("a2", "a")) is not None
    state.controller[0] = 2
    other = CommanderChooser(state, 1).refusal(GiveUnit("a2", "a-2"))
    assert other is not None
    assert other.rule == "rw:team.3"


def test_two_players_choose_no_commanders() -> None:
    assert new_state(Settings(), derive_key("two"), 2).step == "first"
    assert new_state(Settings(), derive_key("two"), 3).step == "commanders"


@pytest.mark.rule("rw:team.3", "rw:50.0")
def test_each_player_turns_the_dials_of_the_own_units() -> None:
    match = teams()
    assert sorted(match.asking) == [0, 1, 2, 3]
    for seat, ask in match.asking.items():
        units = {option.unit for option in ask.options}
        assert units == {("a1", "b1", "a2", "b2")[seat]}


@pytest.mark.rule("rw:team.3", "rw:ruling.64")
def test_questions_go_to_who_commands_the_unit_and_else_to_the_first_of_the_team() -> None:
    state: MatchState = teams().state

    class About(Chooser[Any]):
        def __init__(self, unit: int | str | None) -> None:
            self.unit = unit

    assert [addressee(state, 0, About(unit)) for unit in (0, 1, "a2", None)] == [0, 2, 2, 0]
    assert addressee(state, 1, About("a1")) == 1
    state.active = 3
    assert addressee(state, 1, About("a1")) == 3
    assert addressee(state, 0, About(None)) == 0


@pytest.mark.rule("rw:team.3")
def test_a_team_sees_the_dials_of_its_own_and_no_others() -> None:
    match = teams("choose")
    state: MatchState = match.state
    assert all(dials != NO_DIALS for dials in state.dials)
    for seat in range(4):
        seen = view(state, frozenset({seat})).units
        for unit in hidden(state):
            assert (seen[unit].dials is not None) == (state.seat[unit] == state.teams[seat])
    assert sees(state, 1 << 2, 0)
    assert not sees(state, 1 << 2, 1)


@pytest.mark.rule("rw:35.0", "rw:team.4")
def test_all_units_of_a_team_are_allies() -> None:
    state: MatchState = teams().state
    assert [other.number for other in other_units(state, 0) if other.ally] == [1]
    assert [is_enemy(state, 0, other) for other in (1, 2, 3)] == [False, True, True]


@pytest.mark.rule("rw:team.5")
def test_a_team_wins_as_one() -> None:
    state: MatchState = teams().state
    state.winner, state.scores = 1, [10, 30]
    assert outcome(state).places == ((1, 3), (0, 2))
    assert outcome(state).scores == (10, 30, 10, 30)
    state.winner = -1
    assert outcome(state).places == ((0, 1, 2, 3),)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [3, 4])
def test_team_games_keep_all_that_every_match_keeps(seats: int) -> None:
    """Options, clones, restarts, invariants, redeals, imagined and twin worlds, at questions drawn at random."""
    match = check_match("runewars", seats, 1, {"size": "skirmish"}, checks=OFTEN)
    assert match.outcome is not None
    assert sorted(seat for place in match.outcome.places for seat in place) == list(range(seats))
    asked = Counter(answer.seat for answer in match.answers)
    assert set(asked) == set(range(seats))


def test_two_players_are_asked_as_they_are() -> None:
    """With a seat for each side the course asks the sides themselves, and begins with a checkpoint."""
    game = field(*LINES)
    game.state.step = "command"
    assert isinstance(next(course(game)), Checkpoint)
