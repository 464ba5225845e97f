"""What a position is worth, and what answers look worth at first sight."""

from itertools import pairwise

import msgspec
import pytest

import banneret
from banneret.bots.greedy import GreedyBot
from banneret.bots.player import Player
from banneret.bots.random_bot import RandomBot
from banneret.games.battles.bot.evaluation import WEIGHTS, Judge
from banneret.games.battles.bot.glance import hit_chance
from banneret.games.battles.content.scenario_file import SCENARIOS
from banneret.games.battles.rules.field.units import unit_at
from banneret.games.battles.state import State
from banneret.kernel.match import Match
from banneret.kernel.notation import write
from tests.games.battles.scene import BOOK, BOWS, CAVALIERS, GUARD, HEAVY, HOST, RIDERS, scene


def begun(id: str, seed: int = 1) -> Match[State]:
    match: Match[State] = banneret.new_match("battles", seats=2, seed=seed, options={"scenario": id})
    return match


def worth(match: Match[State], term: str, seat: int = 0) -> float:
    return BOOK.judging.evaluate(match.state, seat).terms[term]


@pytest.mark.parametrize("id", SCENARIOS)
def test_what_is_good_for_one_house_is_as_bad_for_the_other(id: str) -> None:
    state = begun(id).state
    stark, lannister = BOOK.judging.totals(state)
    assert stark == -lannister
    for seat, total in ((0, stark), (1, lannister)):
        found = BOOK.judging.evaluate(state, seat)
        assert found.total == pytest.approx(total)
        assert sum(found.terms.values()) == pytest.approx(found.total)


def test_figures_ranks_and_commanders_count() -> None:
    few = scene(f"c3 {HOST} green | 2", f"g6 {GUARD} green")
    full = scene(f"c3 {HOST} green", f"g6 {GUARD} green")
    high = scene(f"c3 {HOST} red", f"g6 {GUARD} green")
    assert worth(few, "forces") + 2 * WEIGHTS.figure == pytest.approx(worth(full, "forces"))
    assert worth(full, "forces") < worth(high, "forces")


def test_a_unit_that_can_still_be_ordered_counts() -> None:
    match = scene(f"c3 {HOST} green", f"g6 {GUARD} green")
    before = worth(match, "ready")
    match.state.active[unit_at(match.state, "c3")] = False
    assert before - worth(match, "ready") == pytest.approx(WEIGHTS.active)


def test_tokens_and_active_units_count_until_their_house_has_passed() -> None:
    tokens = {"stark": {"green": 2, "morale": 1}, "lannister": {"green": 1}}
    match = scene(f"c3 {HOST} green", f"g6 {GUARD} green", tokens=tokens, hands={"stark": ["sl01"]})
    resources, ready = worth(match, "resources"), worth(match, "ready")
    match.play(0, "pass")
    assert match.state.passed == [True, False]
    lost = 3 * WEIGHTS.token + match.state.board_tokens[0] * WEIGHTS.command
    assert worth(match, "resources") == pytest.approx(resources - lost)
    assert worth(match, "ready") == pytest.approx(ready - 2 * WEIGHTS.active)  # the commander's unit is one of them


def test_the_first_release_and_chances_ignore_who_has_passed() -> None:
    tokens = {"stark": {"green": 2}, "lannister": {"green": 1}}
    match = scene(f"c3 {HOST} green", f"g6 {GUARD} green", tokens=tokens)
    former = BOOK.judging.former
    before = former.totals(match.state), BOOK.judging.chances(match.state)
    match.play(0, "pass")
    assert (former.totals(match.state), BOOK.judging.chances(match.state)) == before


def test_points_count_where_points_win() -> None:
    match = scene(f"c3 {HOST} green", f"g6 {GUARD} green")
    before = BOOK.judging.evaluate(match.state, 0)
    match.state.points[0] += 2
    assert BOOK.judging.evaluate(match.state, 0).terms["points"] == pytest.approx(2 * WEIGHTS.point)
    assert BOOK.judging.evaluate(match.state, 0).total > before.total


def test_low_morale_is_feared_the_more_the_nearer_to_rout() -> None:
    match = scene(f"c3 {HOST} green", f"g6 {GUARD} green")
    found = []
    for morale in (0, 4, 7, 10):
        match.state.morale = morale
        found.append(worth(match, "morale"))
    steps = [b - a for a, b in pairwise(found)]
    assert all(step < 0 for step in steps)
    assert steps[2] / 3 < steps[1] / 3 < steps[0] / 4


def test_control_and_its_prospects_count() -> None:
    match = begun("millers-fords")
    before = worth(match, "goal")
    match.state.control[0] = 1
    assert worth(match, "goal") == pytest.approx(before - WEIGHTS.goal / 2)
    waystone = begun("waystone")
    waystone.state.control[0] = 0
    assert worth(waystone, "prospects") > 0


def test_what_burns_counts_before_it_has_burnt_down() -> None:
    match = begun("burning-harvest")
    before = worth(match, "prospects", seat=1)
    match.state.fire[match.state.field.place("d5")] = 2
    assert worth(match, "prospects", seat=1) > before


def test_a_person_on_the_way_counts_and_most_in_safety() -> None:
    match = begun("ambush-in-the-wolfswood")
    start = worth(match, "persons")
    match.state.person_hex[0] = match.state.field.place("g3")
    near = worth(match, "persons")
    match.state.persons[0] = "safe"
    safe = worth(match, "persons")
    match.state.persons[0] = "taken"
    assert start < near < safe
    assert worth(match, "persons") == -safe


def test_a_battle_that_is_over_is_won_or_lost() -> None:
    match = begun("waystone")
    match.state.winner = 1
    assert worth(match, "end") == -WEIGHTS.win
    assert worth(match, "end", seat=1) == WEIGHTS.win


def test_other_weights_judge_otherwise() -> None:
    state = begun("waystone").state
    bold = Judge(msgspec.structs.replace(WEIGHTS, standing=60.0))
    assert bold.totals(state) != Judge().totals(state)


# ----------------------------------------------------------------------------------------------------------------
# The first glance
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "target", "chance"),
    [
        (f"d4 {HOST} green", f"e4 {GUARD} green", 4 / 8),
        (f"d4 {HOST} green", f"e4 {GUARD} blue", 3 / 8),
        (f"d4 {HOST} green", f"e4 {GUARD} red", 2 / 8),
        (f"d4 {HOST} green", f"e4 {CAVALIERS} blue", 2 / 8),
        (f"d4 {RIDERS} green", f"e4 {CAVALIERS} blue", 3 / 8),
        (f"d4 {BOWS} green", f"e4 {GUARD} green", 3 / 8),
        (f"d4 {HOST} green", f"e4 {HEAVY} green", 3 / 8),
        (f"d4 {HOST} green", f"e4 {HEAVY} red", 1 / 8),
    ],
)
def test_the_chance_of_a_hit_is_that_of_the_dice(unit: str, target: str, chance: float) -> None:
    state = scene(unit, target).state
    assert hit_chance(state, unit_at(state, "d4"), unit_at(state, "e4")) == chance


def test_a_glance_prefers_the_target_that_can_be_destroyed() -> None:
    match = scene(f"d4 {HOST} red", f"e4 {GUARD} green | 1", f"d5 {GUARD} green", tokens={"stark": {"red": 1}})
    match.play(0, "order red d4")
    match.play(0, "done")
    ask = match.asking[0]
    found = BOOK.judging.glance(match.state, ask)
    assert found is not None
    best = max(zip(found.points, ask.options.listed, strict=True), key=lambda pair: pair[0])[1]
    assert write(best) == "attack d4 > e4"


def test_a_glance_moves_towards_the_enemy_and_orders_who_can_attack() -> None:
    match = scene(f"d3 {HOST} green", f"a5 {HOST} green", f"d5 {GUARD} green", tokens={"stark": {"green": 1}})
    ask = match.asking[0]
    found = BOOK.judging.glance(match.state, ask)
    assert found is not None
    options = [write(option) for option in ask.options.listed]
    assert found.points[options.index("order green d3")] > found.points[options.index("pass")]
    match.play(0, "order green d3")
    ask = match.asking[0]
    found = BOOK.judging.glance(match.state, ask)
    assert found is not None
    best = max(zip(found.points, ask.options.listed, strict=True), key=lambda pair: pair[0])[1]
    assert write(best).startswith("move d3 > ")
    target = match.state.field.place(write(best).split("> ")[1])
    assert match.state.field.distance(target, match.state.field.place("d5")) == 1


def glanced(match: Match[State]) -> dict[str, float]:
    """Return the estimates of the question to Stark, by the notation of the option."""
    found = BOOK.judging.glance(match.state, match.asking[0])
    assert found is not None
    return dict(zip(map(write, match.asking[0].options.listed), found.points, strict=True))


def test_a_glance_sees_what_passing_and_useless_orders_give_up() -> None:
    match = scene(f"d4 {HOST} green", f"e4 {GUARD} green", f"b7 {HOST} green", tokens={"stark": {"green": 2}})
    found = glanced(match)
    given_up = 2 * WEIGHTS.token + match.state.board_tokens[0] * WEIGHTS.command + 3 * WEIGHTS.active
    assert found["pass"] == pytest.approx(-given_up)
    assert found["order green d4"] > 0
    assert found["pass"] < found["order green b7"] < found["order green d4"]
    assert found["pair green d4"] == pytest.approx(found["order green d4"] - WEIGHTS.token)


@pytest.mark.parametrize(("kind", "barrier"), [(HOST, "~"), (BOWS, "m")])  # no way across a river, no sight either
def test_a_glance_counts_only_attacks_that_a_unit_can_reach_or_see(kind: str, barrier: str) -> None:
    units, tokens = (f"c4 {kind} green", f"e4 {GUARD} green"), {"stark": {"green": 1}}
    free = scene(*units, tokens=tokens)
    field = free.state.field
    ring = {field.labels[hex]: barrier for hex in field.neighbours[field.place("c4")]}
    shut = scene(*units, tokens=tokens, ground=ring)
    assert glanced(free)["order green c4"] > 0 > glanced(shut)["order green c4"]


def test_a_glance_counts_only_units_that_a_card_may_order() -> None:
    board = {"stark": {"command_tokens": 3}}
    known = []
    for rank in ("green", "red"):  # the card orders green units
        match = scene(
            f"d4 {HOST} {rank} maege-mormont", f"e4 {GUARD} green", hands={"stark": ["sl01"]}, houses=board
        )  # fmt: skip
        known.append(glanced(match)["card sl01 maege-mormont"])
    assert known[0] > 0 > known[1]


def test_the_legacy_levels_look_as_in_the_first_release() -> None:
    match = scene(f"d4 {HOST} green", f"e4 {GUARD} green", tokens={"stark": {"green": 1}}, hands={"stark": ["sl01"]})
    former = BOOK.judging.former.glance(match.state, match.asking[0])
    assert former is not None
    assert dict(zip(map(write, match.asking[0].options.listed), former.points, strict=True))["pass"] == 0
    assert former.points != list(glanced(match).values())
    assert (BOOK.judging.resolute, BOOK.judging.former.resolute) == (True, False)


def test_a_glance_burns_what_brings_points() -> None:
    plan = {
        "objectives": [{"id": "farm", "hex": "e4"}],
        "scoring": [
            {"kind": "devastated", "points": 3, "when": "immediate", "house": "lannister", "objectives": ["farm"]}
        ],
    }
    match = scene(
        f"d4 {GUARD} blue all", f"h1 {HOST} green", ground={"e4": "b"}, fields=plan, turn="lannister",
        tokens={"lannister": {"blue": 1}},
    )  # fmt: skip  # several to a line
    match.play(1, "order blue d4")
    match.play(1, "done")
    ask = match.asking[1]
    found = BOOK.judging.glance(match.state, ask)
    assert found is not None
    best = max(zip(found.points, ask.options.listed, strict=True), key=lambda pair: pair[0])[1]
    assert write(best) == "scorch d4 > e4"


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    """In both seats the battle is won by the one that looks."""
    for seed, seat in ((3, 0), (4, 1)):
        match = begun("waystone", seed)
        bots: list[GreedyBot | RandomBot] = [GreedyBot(1, worlds=1, most_options=6), RandomBot(2)]
        bots = bots if seat == 0 else bots[::-1]
        asked = 0
        while match.outcome is None:
            who = next(iter(match.asking))
            asked += 1
            match.play(who, bots[who].choose(Player(match, who, asked)))
        assert match.outcome.places[0] == (seat,)
