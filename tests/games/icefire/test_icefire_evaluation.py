"""What a position is worth, and what answers look worth at first sight."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.bots.greedy import GreedyBot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import Stop, play_on
from banneret.bots.random_bot import RandomBot
from banneret.games.icefire.actions import PlayCard, UseOrder
from banneret.games.icefire.bot.dice import chance_of, chance_of_failure
from banneret.games.icefire.bot.evaluation import NO_POST, WEIGHTS, Judge, Look
from banneret.games.icefire.bot.goals import future, race
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.rules.moments import WindowChooser
from banneret.games.icefire.rules.table.ground import pose_of
from banneret.games.icefire.rules.table.units import unit_of
from banneret.games.icefire.state import PANICKED, VULNERABLE, Moment, State
from banneret.kernel.asks import Ask
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.notation import write
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream, derive_key
from tests.games.icefire.scene import BOOKS, BOWMEN, GUARDSMEN, KNIGHTS, SWORDS, laid, play, scene

BOOK = BOOKS[SEASON_6]
PLACES = [(edition, mode) for edition in EDITIONS for mode in modes(edition)]


def worth(state: State, term: str, seat: int = 0) -> float:
    return BOOK.judging.evaluate(state, seat).terms[term]


def points(match: Match[State]) -> dict[str, float]:
    """Return what answers look worth at first sight, by notation."""
    ((_, ask),) = match.asking.items()
    found = BOOK.judging.glance(match.state, ask)
    assert found is not None
    return {write(option): points for points, option in zip(found.points, ask.options.listed, strict=True)}


def best(match: Match[State]) -> str:
    """Return the answer that looks best at first sight, in notation."""
    looked = points(match)
    return max(looked, key=lambda answer: looked[answer])


# The evaluation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "mode"), PLACES)
def test_what_is_good_for_one_player_is_as_bad_for_the_other(edition: Edition, mode: str) -> None:
    match: Match[Any] = new_match(edition, seats=2, seed=1, options={"mode": mode})
    one, other = judging_of(match.rulebook).totals(match.state)
    assert one == -other
    for seat, total in ((0, one), (1, other)):
        found = judging_of(match.rulebook).evaluate(match.state, seat)
        assert found.total == pytest.approx(total)
        assert sum(found.terms.values()) == pytest.approx(found.total)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_the_terms_are_named(language: str) -> None:
    terms = BOOK.judging.evaluate(laid(f"a {SWORDS} 24 20 0"), 0).terms
    there = {id for id in BOOK.catalogue(language).ids() if id.startswith("term.")}
    assert {f"term.{term}" for term in terms} == there


def test_wounds_ranks_and_units_count() -> None:
    full = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180")
    hurt = laid(f"a {SWORDS} 24 20 0 | 11", f"b {GUARDSMEN} 24 40 180")
    broken = laid(f"a {SWORDS} 24 20 0 | 8", f"b {GUARDSMEN} 24 40 180")
    gone = laid(f"b {GUARDSMEN} 24 40 180")
    found = [worth(state, "forces") for state in (full, hurt, broken, gone)]
    assert found == sorted(found, reverse=True)
    wound = Judge().wound_worth(full, 0)
    assert found[0] - found[1] == pytest.approx(wound)
    assert found[1] - found[2] == pytest.approx(3 * wound + WEIGHTS.rank)


def test_victory_points_count_the_more_the_nearer_they_are_to_those_that_win() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180")
    found = []
    for points in (0, 1, 5, 6):
        state.victory_points[0] = points
        found.append(worth(state, "points"))
    assert WEIGHTS.point < found[1] - found[0] < found[3] - found[2]


def test_an_objective_that_is_held_counts_before_it_scores_and_less_towards_the_end() -> None:
    state = laid(f"a {SWORDS} 24 24 0", f"b {GUARDSMEN} 24 40 180", tokens=[(24_000, 24_000)])
    free = worth(state, "prospects")
    state.claims[0] = 0
    early = worth(state, "prospects")
    state.round = state.table.table.rounds
    assert free < early > Judge().post(state, 0).worth == pytest.approx(WEIGHTS.prospect)


def test_an_objective_counts_more_towards_the_end_of_a_round_in_which_it_scores() -> None:
    state = laid(f"a {SWORDS} 24 24 0", f"b {GUARDSMEN} 24 40 180", **POST)
    state.round = 2
    before = worth(state, "prospects")
    state.activated = [True, True]
    assert worth(state, "prospects") >= before + WEIGHTS.due  # and the enemy comes later
    state.round = 1  # nothing scores
    assert Judge().post(state, 0).worth == pytest.approx(future(5) * WEIGHTS.prospect)


def test_the_race_for_victory_points_counts_by_who_would_win_it_and_how_soon() -> None:
    state = laid(f"a {SWORDS} 24 24 0", f"b {GUARDSMEN} 24 40 180", **POST)
    found = []
    for round, points in ((2, (0, 4)), (2, (0, 0)), (6, (4, 4)), (2, (9, 4))):
        state.round, state.victory_points = round, list(points)
        found.append(race(state, [1, 0])[0])
    assert found == sorted(found)
    state.victory_points = [4, 4]
    assert race(state, [0, 0]) == [0, 0]


def test_quadrants_that_are_held_count() -> None:
    state = laid(f"a {SWORDS} 36 36 180", f"b {GUARDSMEN} 6 6 0", options={"mode": "here-we-stand"})
    state.marks["quadrants"] = []
    both = worth(state, "prospects")
    state.pose[1] = None
    assert worth(state, "prospects") > both


def test_conditions_flanks_cards_and_units_to_activate_count() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180 | panicked vulnerable", hands={"a": ["40101"]})
    assert worth(state, "conditions") == pytest.approx(WEIGHTS.panicked + WEIGHTS.vulnerable)
    assert worth(state, "conditions", 1) == -worth(state, "conditions")
    assert worth(state, "resources") == pytest.approx(WEIGHTS.card)
    state.activated[1] = True
    assert worth(state, "ready") == pytest.approx(WEIGHTS.ready)
    assert Judge().conditions_worth(PANICKED | VULNERABLE) == pytest.approx(WEIGHTS.panicked + WEIGHTS.vulnerable)


def test_nearness_and_facing_count() -> None:
    def place(line: str) -> float:
        state = laid(line, f"b {GUARDSMEN} 24 40 0")
        return Judge().place_worth(state, 0, pose_of(state, 0), Look(state))

    far, near, turned = place(f"a {SWORDS} 24 10 0"), place(f"a {SWORDS} 24 20 0"), place(f"a {SWORDS} 24 20 180")
    assert far < near
    assert near - turned == pytest.approx(WEIGHTS.facing)
    state = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 0")
    assert worth(state, "places") == pytest.approx(WEIGHTS.facing)  # both are as near; only one faces the other


def test_a_match_that_is_over_is_won_or_lost() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180")
    state.winner = 1
    assert worth(state, "end") == -WEIGHTS.win
    assert worth(state, "end", seat=1) == WEIGHTS.win


def test_other_weights_judge_otherwise() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180 | 4")
    bold = Judge(msgspec.structs.replace(WEIGHTS, cost=5.0))
    assert bold.totals(state)[0] > Judge().totals(state)[0]


# The first glance ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("needed", "chance"), [(1, 5 / 6), (2, 5 / 6), (4, 3 / 6), (6, 1 / 6), (8, 1 / 6)])
def test_the_chance_of_a_die_is_that_of_its_faces(needed: int, chance: float) -> None:
    assert chance_of(needed) == pytest.approx(chance)


@pytest.mark.parametrize(("morale", "chance"), [(2, 0.0), (7, 15 / 36), (12, 35 / 36)])
def test_the_chance_to_fail_a_test_is_that_of_two_dice(morale: int, chance: float) -> None:
    assert chance_of_failure(morale) == pytest.approx(chance)


def test_a_blow_is_worth_more_at_the_rear_and_at_who_may_fall() -> None:
    state = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 40 180", f"b {GUARDSMEN} 12 40 180 | 2")
    blow = BOOK.judging.eye.blow
    assert blow(state, 0, 1, "melee") < blow(state, 0, 1, "melee", arc=1) < blow(state, 0, 1, "melee", arc=2)
    assert blow(state, 0, 1, "melee") < blow(state, 0, 1, "melee", charge=True)
    assert blow(state, 0, 1, "melee") < blow(state, 0, 2, "melee")
    assert blow(state, 0, 1, "ranged") == 0


def test_a_glance_charges_what_is_near_and_nears_what_is_far() -> None:
    near = scene(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 27 180")
    assert best(near) == "charge b1"
    far = scene(f"a {SWORDS} 24 6 0", f"b {GUARDSMEN} 24 40 180")
    assert best(far) == "take march"
    play(far, "a: take march")
    assert best(far).startswith("march 10000 ")


def test_a_glance_shoots_and_goes_for_objectives() -> None:
    shot = scene(f"a {BOWMEN} 24 20 0", f"b {GUARDSMEN} 24 35 180")
    assert best(shot) == "take ranged"
    goal = scene(f"a {SWORDS} 24 20 180", f"b {KNIGHTS} 2 46 180", tokens=[(24_000, 26_000)])
    play(goal, "a: take maneuver")
    play(goal, f"a: {best(goal)}")
    at = goal.state.pose[unit_of(goal.state, "a1")]
    assert at is not None
    assert at.y > 24_000


POST: dict[str, Any] = {"tokens": [(24_000, 24_000)], "claims": [0], "token_cards": [0]}
"""An objective that the first unit holds."""


def test_a_glance_stays_on_an_objective_that_it_holds() -> None:
    """Nor does it charge from there."""
    lines = (f"a {SWORDS} 24 24 0", f"b {GUARDSMEN} 24 31 180")
    assert best(scene(*lines)) == "charge b1"
    held = scene(*lines, **POST)
    assert best(held) == "take forgo"
    looked = points(held)
    assert looked["charge b1"] < 0
    assert looked["take maneuver"] < looked["take forgo"]
    assert looked["take march"] < looked["take maneuver"]


def test_a_glance_goes_as_far_as_an_objective_that_is_free() -> None:
    """The bot activates a unit that can march to it, and the unit ends on it."""
    lines = (f"a {SWORDS} 24 14 0", f"a {SWORDS} 4 6 0", f"b {KNIGHTS} 44 46 180")
    match = scene(*lines, tokens=[(24_000, 22_000)])
    assert best(match) == "activate a1"
    play(match, "a: activate a1")
    assert best(match) == "take march"
    play(match, "a: take march")
    play(match, f"a: {best(match)}")
    assert match.state.claims == [unit_of(match.state, "a1")]


def test_what_another_holds_or_carries_is_nothing_to_stand_on() -> None:
    lines = (f"a {SWORDS} 24 14 0", f"b {GUARDSMEN} 24 22 180")
    free, taken = laid(*lines, tokens=POST["tokens"]), laid(*lines, **{**POST, "claims": [1]})
    judge = Judge()
    assert judge.post(free, 0).free == ((24_000, 24_000),)
    assert judge.post(free, 0).worth == pytest.approx(future(5) * WEIGHTS.prospect)
    assert judge.post(taken, 0).free == ()
    assert judge.post(taken, 1).free == ((24_000, 24_000),)
    carried = laid(*lines, **POST, options={"mode": "feast-for-crows"})
    assert judge.post(carried, 0) == NO_POST


def test_a_charge_is_worth_more_that_takes_an_objective_from_a_weaker_unit() -> None:
    """A unit engaged by more ranks does not control it."""
    lines = (f"a {SWORDS} 24 14 0", f"b {GUARDSMEN} 24 22 180 | 3")
    free, held = laid(*lines, tokens=POST["tokens"]), laid(*lines, **{**POST, "claims": [1]})
    charge = BOOK.judging.eye.charge
    assert charge(held, 0, 1) == pytest.approx(charge(free, 0, 1) + future(5) * WEIGHTS.prospect)
    strong = laid(lines[0] + " | 3", lines[1], **{**POST, "claims": [1]})
    weak = laid(lines[0] + " | 3", lines[1], tokens=POST["tokens"])
    assert charge(strong, 0, 1) == pytest.approx(charge(weak, 0, 1))


@pytest.mark.usefixtures("interpreted")
def test_a_glance_keeps_cards_and_uses_orders() -> None:
    """What a card does is for those to find who look ahead."""

    class Window(WindowChooser):
        def options(self) -> list[Pass | UseOrder | PlayCard]:
            return [PlayCard("40101"), Pass(), UseOrder("a1", "order-war-cry")]

    state = laid(f"a {SWORDS} 24 14 0")
    found = BOOK.judging.glance(state, Ask(0, Window(state, 0, Moment("turn-start", 0), [])))
    assert found is not None
    card, nothing, order = found.points
    assert card < nothing < order


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_question_of_a_match_is_looked_at_option_by_option(edition: Edition) -> None:
    """A match played by first sight alone: each glance has a figure for each option."""
    match: Match[Any] = new_match(edition, seats=2, seed=2, events=False)
    stream, looked = Stream(derive_key("glance", edition)), set[str]()
    for _ in range(120):
        ((seat, ask),) = match.asking.items()
        found = judging_of(match.rulebook).glance(match.state, ask)
        if found is None:
            match.play(seat, stream.choice(ask.options.listed))
            continue
        assert len(found.points) == len(ask.options.listed)
        looked.add(ask.kind)
        play_on(
            match, Stop(turns=1000, answers=1), judging_of(match.rulebook), lambda: stream.below(1000) / 1000, noise=0.5
        )
    assert {"deploy", "activation", "action"} <= looked


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("edition", "seed", "seat"), [(SEASON_6, 3, 0), (EDITION_2021, 4, 1)])
def test_greedy_beats_random(edition: Edition, seed: int, seat: int) -> None:
    """In both seats the match is won by the one that looks."""
    match: Match[Any] = new_match(edition, seats=2, seed=seed, events=False)
    bots: list[GreedyBot | RandomBot] = [GreedyBot(1, worlds=1, most_options=4), RandomBot(2)]
    bots = bots if seat == 0 else bots[::-1]
    asked = 0
    while match.outcome is None:
        who = next(iter(match.asking))
        asked += 1
        match.play(who, bots[who].choose(Player(match, who, asked)))
    assert match.outcome.places[0] == (seat,)


def test_an_attack_on_a_destroyed_unit_that_is_still_on_the_table_is_worth_nothing() -> None:
    """Cards may ask for something before it is removed."""
    state = laid(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 24 180")
    one, other = unit_of(state, "a1"), unit_of(state, "b1")
    eye = BOOK.judging.eye
    assert eye.blow(state, one, other, "melee") > 0
    state.health[other] = 0
    assert eye.blow(state, one, other, "melee") == 0
