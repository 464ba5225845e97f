"""What a position is worth, and what answers look worth at first sight."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Any

import msgspec
import pytest

from banneret.bots.greedy import GreedyBot
from banneret.bots.judging import Judging, judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import Stop, play_on
from banneret.bots.random_bot import RandomBot
from banneret.games.runewars.actions import Move, SetDials
from banneret.games.runewars.attack_actions import Reroll
from banneret.games.runewars.bot.dials import seen_by
from banneret.games.runewars.bot.dice import hits_of, worth_of_shown
from banneret.games.runewars.bot.evaluation import WEIGHTS, Judge, Look, closeness, facing, goal_distance
from banneret.games.runewars.bot.glance import Eye
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import TRAY
from banneret.games.runewars.effects.held_cards import WHITE_MODIFIER
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.rules.command import DialChooser
from banneret.games.runewars.rules.damage.attack_choosers import RerollChooser
from banneret.games.runewars.rules.movement.marches import MoveChooser, Terms
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.movement import Way
from banneret.kernel import registry
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Chooser
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from banneret.plane import Pose
from tests.games.runewars.field import field

EYE = Eye(Judge())


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> RunewarsRulebook:
    """Let the rulebook be known to these tests, whether or not it is registered."""
    found = RunewarsRulebook()
    monkeypatch.setitem(registry.REGISTRY.books, found.id, found)
    return found


def laid(*lines: str) -> MatchState:
    return field(*lines).state


def worth(state: MatchState, term: str, seat: int = 0) -> float:
    return Judge().evaluate(state, seat).terms[term]


def best(state: MatchState, chooser: Chooser[Any], seat: int = 0) -> Action:
    """The answer that looks best at first sight."""
    ask = Ask(seat, chooser)
    found = EYE.glance(state, ask)
    assert found is not None
    assert len(found.points) == len(ask.options.listed)
    listed: list[Action] = ask.options.listed
    return max(zip(found.points, listed, strict=True), key=lambda pair: pair[0])[1]


# The evaluation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["standard", "skirmish"])
def test_what_is_good_for_one_player_is_as_bad_for_the_other(size: str) -> None:
    match: Match[Any] = new_match("runewars", seats=2, seed=1, options={"size": size})
    one, other = judging_of(match.rulebook).totals(match.state)
    assert one == -other
    for seat, total in ((0, one), (1, other)):
        found = judging_of(match.rulebook).evaluate(match.state, seat)
        assert found.total == pytest.approx(total)
        assert sum(found.terms.values()) == pytest.approx(found.total)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_the_terms_are_named(language: str, book: RunewarsRulebook) -> None:
    terms = judging_of(book).evaluate(laid("a spearmen 3x2 9000 9000 0"), 0).terms
    assert {f"term.{term}" for term in terms} == {id for id in book.catalogue(language).ids() if id.startswith("term.")}


def test_figures_and_trays_count() -> None:
    state = laid("a spearmen 3x2 9000 4000 0", "b reanimates 3x2 9000 12000 18000")
    full = worth(state, "strength"), worth(state, "score")
    state.figures[0] = state.figures[0][:-1]
    hurt = worth(state, "strength"), worth(state, "score")
    state.figures[0] = [figure for figure in state.figures[0] if figure[1] == 0]
    rank = worth(state, "strength"), worth(state, "score")
    assert full[0] > hurt[0] > rank[0]
    assert full[1] == hurt[1] > rank[1]  # the score counts trays


def test_who_leads_counts_more_and_more() -> None:
    state = laid("a spearmen 3x3 9000 4000 0", "b reanimates 2x1 9000 12000 18000")
    found = []
    for state.round in (1, 4, 8):
        found.append(worth(state, "lead"))
    assert found == sorted(found)
    assert found[-1] == pytest.approx(WEIGHTS.lead)


def test_tokens_flanks_and_units_to_act_count() -> None:
    state = laid("a spearmen 2x1 9000 9000 0", "b reanimates 2x1 9000 10000 18000")
    assert worth(state, "contacts") == 0
    state.banes[1] = ["panic", "stun"]
    state.inspiration[0] = 1
    assert worth(state, "tokens") == pytest.approx(2 * WEIGHTS.bane + WEIGHTS.boon)
    assert worth(state, "tokens", seat=1) == -worth(state, "tokens")
    flanking = laid("a spearmen 2x1 9000 9000 0", "b reanimates 1x2 9000 10000 9000")
    assert worth(flanking, "contacts") == pytest.approx(WEIGHTS.flank + WEIGHTS.engaged)
    state.dials[1] = (0, 0)
    assert worth(state, "ready") == pytest.approx(-WEIGHTS.ready)


def test_nearness_and_facing_count_and_who_shoots_wants_range() -> None:
    def place(line: str) -> float:
        state = laid(line, "b reanimates 2x1 9000 13000 18000")
        pose = state.poses[0]
        assert pose is not None
        return Judge().place_worth(state, 0, Pose(*pose), Look(state))

    near, far = place("a spearmen 2x1 9000 9000 0"), place("a spearmen 2x1 9000 2000 0")
    turned = place("a spearmen 2x1 9000 9000 18000")
    assert near > far
    assert near - turned == pytest.approx(WEIGHTS.facing)
    assert place("a reanimate-archers 2x1 9000 7000 0") > place("a reanimate-archers 2x1 9000 7000 18000")
    assert closeness(0) == 1
    assert closeness(40 * TRAY) == 0
    assert facing(0, -1) == 0


@pytest.mark.parametrize(
    ("objective", "far"),
    [("hold-the-crossroads", 5_400.0), ("bounty", None), ("supply-raid", 3_000.0), ("break-their-defenses", 675.0)],
)
def test_objectives_draw_units_on(objective: str, far: float | None) -> None:
    state = laid("a spearmen 2x1 9000 9000 0")
    state.size, state.objective, state.red = "standard", objective, 0
    state.token_places, state.token_units, state.token_seat = [(9_000, 12_000)], [-1], [-1]
    state.deployment = "standoff"
    at = goal_distance(state, 0, (9_000, 9_000))
    assert at is None if far is None else at is not None and abs(at - far) < 400


def test_a_match_that_is_over_is_won_or_lost() -> None:
    state = laid("a spearmen 2x1 9000 9000 0", "b reanimates 2x1 9000 12000 18000")
    state.winner = 1
    assert worth(state, "end") == -WEIGHTS.win
    assert worth(state, "end", seat=1) == WEIGHTS.win


def test_other_weights_judge_otherwise() -> None:
    state = laid("a spearmen 3x3 9000 4000 0", "b reanimates 2x1 9000 12000 18000")
    bold = Judge(msgspec.structs.replace(WEIGHTS, strength=5.0))
    assert bold.totals(state)[0] > Judge().totals(state)[0]


# The first glance ----------------------------------------------------------------------------------------------------


def test_dice_are_worth_their_icons() -> None:
    assert hits_of("white") > hits_of("red") > hits_of("blue")
    assert worth_of_shown()["red-blank"] < 0 < worth_of_shown()["red-hit-hit"]


def test_a_blow_is_worth_more_with_threat_icons_and_against_who_may_fall() -> None:
    state = laid(
        "a spearmen 3x2 9000 9000 0", "a spearmen 2x2 3000 9000 0",
        "b reanimates 3x2 9000 11000 18000", "b reanimates 2x1 3000 11000 18000",
    )  # fmt: skip  # several to a line
    assert EYE.blow(state, 0, 2, "melee") > EYE.blow(state, 1, 2, "melee") > 0
    assert EYE.blow(state, 0, 2, "melee", ("hit",)) > EYE.blow(state, 0, 2, "melee")
    assert EYE.blow(state, 0, 2, "ranged") == 0
    assert seen_by(state, 0).engaged == [2]


def test_wounds_that_remove_a_tray_cost_its_points() -> None:
    """Four trays of reanimates count 26 points, two or three 16, one none."""
    state = laid("a spearmen 2x2 6000 6000 0", "b reanimates 2x2 6000 8000 18000")
    judge = Judge()
    first, fourth = judge.loss(state, 1, 1), judge.loss(state, 1, 4)
    assert first == pytest.approx(WEIGHTS.strength * 26 / 16)
    assert fourth == pytest.approx(WEIGHTS.strength * 26 / 4 + WEIGHTS.score * 10)
    assert judge.loss(state, 1, 3.5) == pytest.approx((judge.loss(state, 1, 3) + fourth) / 2)
    assert judge.loss(state, 1, 16) == pytest.approx((WEIGHTS.strength + WEIGHTS.score) * 26)


def test_the_last_wound_of_a_unit_is_worth_more_than_one_of_many() -> None:
    state = laid("a spearmen 2x2 6000 6000 0", "b obscenes 2x1 6000 8000 18000", "b obscenes 1x1 9000 8000 18000")
    judge = Judge()
    state.figures[2] = [(0, 0, 3, "")]
    assert judge.loss(state, 2, 1) > 3 * judge.loss(state, 1, 1)


@pytest.mark.parametrize(
    ("enemy", "action"),
    [
        ("b reanimates 3x2 9000 6000 18000", "melee-attack"),  # it touches
        ("b reanimates 3x2 9000 8000 18000", "march"),  # within a charge
        ("b reanimates 3x2 9000 13400 18000", "march"),  # far away
    ],
)
def test_dials_are_turned_to_what_the_unit_can_do(enemy: str, action: str) -> None:
    state = laid("a spearmen 3x2 9000 4000 0", enemy)
    found = best(state, DialChooser(state, 0))
    assert isinstance(found, SetDials)
    assert found.action.startswith(action)
    assert ("charge" in found.modifier) == (enemy == "b reanimates 3x2 9000 8000 18000")


def test_of_the_dials_that_do_the_same_one_is_considered() -> None:
    """A modifier that does not fit the action does nothing, whichever it is."""
    state = laid("a spearmen 3x2 9000 4000 0", "b reanimates 3x2 9000 13400 18000")
    ask = Ask(0, DialChooser(state, 0))
    found, former = Eye(Judge()).glance(state, ask), Eye(Judge(), legacy=True).glance(state, ask)
    assert found is not None
    assert former is not None
    left = Counter(
        option.action for option, points in zip(ask.options.listed, found.points, strict=True) if points > -inf
    )
    assert left == {
        "march-2-blue-4": 5 + 1,  # five blue modifiers, and none of the others; the white one is a skill
        "march-3-blue-5": 5 + 1,
        "rally-green-3": 1 + 1,
        "reform-green-4": 1 + 1,
        "shift-1-green-6": 1 + 1,
        "melee-attack-red-7": 1 + 1,
        "melee-attack-yellow-3": 1,
        "march-4-yellow-8": 1,
    }
    assert min(former.points) > -inf


def test_every_modifier_fits_a_white_action() -> None:
    state = laid("a lord-vorunthul 1x1 9000 4000 0", "b reanimates 3x2 9000 7000 18000")
    found = best(state, DialChooser(state, 0))
    assert isinstance(found, SetDials)
    assert found.modifier.startswith("charge")
    spearmen = laid("a spearmen 3x2 9000 4000 0", "b reanimates 3x2 9000 9500 18000")
    march = "march-4-yellow-8"

    def considered() -> set[str]:
        ask = Ask(0, DialChooser(spearmen, 0))
        glance = EYE.glance(spearmen, ask)
        assert glance is not None
        rated = zip(ask.options.listed, glance.points, strict=True)
        return {option.modifier for option, points in rated if option.action == march and points > -inf}

    assert len(considered()) == 1
    spearmen.marks[0] = {WHITE_MODIFIER: 1}
    assert len(considered()) == len(components().units["spearmen"].modifiers) - 1 + 1  # without the skill, or nothing


@pytest.mark.parametrize(("seat", "again"), [(0, ("red-blank",)), (1, ("blue-hit-surge",))])
def test_only_the_best_dice_are_rolled_again(seat: int, again: tuple[str, ...]) -> None:
    """The attacker's worst ones, and, with a card of the defender, the attacker's best ones."""
    state = laid("a spearmen 3x2 9000 9000 0", "b reanimates 2x1 9000 10500 18000")
    fight = Attack(0, 1, "melee", components().units["spearmen"].attacks[0])
    fight.dice, fight.faces = ["red", "blue"], [(), ("hit", "surge")]
    ask = Ask(seat, RerollChooser(fight, 2, "rw:7.4a"))
    found = EYE.glance(state, ask)
    assert found is not None
    considered = [option for option, points in zip(ask.options.listed, found.points, strict=True) if points > -inf]
    assert considered == [Reroll(again)]


def test_the_former_levels_keep_their_judgement() -> None:
    book = RunewarsRulebook()
    former = book.judging.former
    assert former is not None
    assert (former.plans, former.stray) == (Judging.plans, Judging.stray)
    assert (book.judging.plans, book.judging.stray) != (former.plans, former.stray)
    assert former.eye.legacy
    assert not book.judging.eye.legacy


def test_who_shoots_shoots_at_what_stands_before_it() -> None:
    state = laid("a reanimate-archers 3x2 9000 4000 0", "b spearmen 3x2 9000 9000 18000")
    found = best(state, DialChooser(state, 0))
    assert isinstance(found, SetDials)
    assert found.action.startswith("ranged-attack")


def test_a_move_goes_where_the_enemy_is() -> None:
    state = laid("a spearmen 2x1 9000 4000 0", "b reanimates 2x1 3000 9000 18000")
    chooser = MoveChooser(state, 0, Terms("march", (Way("turn", 2),)))
    found = best(state, chooser)
    assert isinstance(found, Move)
    assert found.hand == "left"


@pytest.mark.slow
@pytest.mark.parametrize("size", ["standard", "skirmish"])
def test_every_question_of_a_match_is_looked_at_option_by_option(size: str) -> None:
    """A match played by first sight alone: each glance has a figure for each option."""
    match: Match[Any] = new_match("runewars", seats=2, seed=2, events=False, options={"size": size})
    stream, looked = Stream(derive_key("glance", size)), Counter[str]()
    while match.outcome is None:
        seat, ask = next(iter(match.asking.items()))
        found = judging_of(match.rulebook).glance(match.state, ask)
        if found is None:
            match.play(seat, stream.choice(ask.options.listed))
            continue
        assert len(found.points) == len(ask.options.listed)
        looked[ask.kind] += 1
        play_on(
            match, Stop(turns=1000, answers=1), judging_of(match.rulebook), lambda: stream.below(1000) / 1000, noise=0.5
        )
    assert {"deploy", "dials", "content", "activate", "move"} <= set(looked)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("seed", "seat"), [(200, 0), (201, 1)])
def test_greedy_beats_random(seed: int, seat: int) -> None:
    """In both seats the match is won by the one that looks."""
    match: Match[Any] = new_match("runewars", seats=2, seed=seed, events=False, options={"size": "skirmish"})
    bots: list[GreedyBot | RandomBot] = [GreedyBot(1, worlds=1, most_options=4), RandomBot(2)]
    bots = bots if seat == 0 else bots[::-1]
    asked = 0
    while match.outcome is None:
        who = next(iter(match.asking))
        asked += 1
        match.play(who, bots[who].choose(Player(match, who, asked)))
    assert match.outcome.places[0] == (seat,)
