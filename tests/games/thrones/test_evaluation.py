"""What a position is worth: terms that explain the total, and a glance at every question."""

import pytest

from banneret.bots import RandomBot
from banneret.bots.judging import judging_of
from banneret.games.thrones.bot.evaluation import TERMS
from banneret.games.thrones.bot.judging import ThronesJudging
from banneret.games.thrones.bot.weights import WEIGHTS, weights_from
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.kernel.creation import new_match


@pytest.mark.parametrize("seats", [3, 6])
def test_terms_add_up_and_every_option_gets_points(seats: int) -> None:
    match = new_match("thrones", seats=seats, seed=4, events=False)
    bot = RandomBot(3)
    glances = 0
    while match.asking:
        seat, ask = next(iter(match.asking.items()))
        glance = judging_of(match.rulebook).glance(match.state, ask)
        if glance is not None:
            assert len(glance.points) == len(ask.options)
            glances += 1
        if len(match.answers) % 29 == 0:
            totals = judging_of(match.rulebook).totals(match.state)
            for one in range(seats):
                found = judging_of(match.rulebook).evaluate(match.state, one)
                assert set(found.terms) == {*TERMS, "lead", "end"}
                assert sum(found.terms.values()) == pytest.approx(found.total)
                assert totals[one] == pytest.approx(found.total)
        match.play(seat, bot.pick(ask))
    assert glances > 100
    assert match.outcome is not None
    totals = judging_of(match.rulebook).totals(match.state)
    (winner,) = match.outcome.places[0]
    assert max(totals) == totals[winner]


def test_a_castle_counts_for_whoever_holds_it() -> None:
    book = ThronesRulebook()
    match = new_match("thrones", seats=6, seed=1, events=False)
    before = judging_of(book).evaluate(match.state, 0).terms
    state = match.state.copy()
    other = next(area for area, home in enumerate(state.home_seat) if home == 1)
    state.owner[other] = 0
    after = judging_of(book).evaluate(state, 0).terms
    assert after["castles"] > before["castles"]
    assert after["land"] > before["land"]


def test_other_weights_judge_differently() -> None:
    state = new_match("thrones", seats=3, seed=1, events=False).state
    bold = ThronesJudging(weights_from({"footman": WEIGHTS.footman + 1}))
    assert bold.evaluate(state, 0).terms["armies"] > ThronesJudging().evaluate(state, 0).terms["armies"]


def test_what_was_seen_before_changes_no_glance_at_orders() -> None:
    """Glances at a board are remembered; a rulebook that has seen nothing says the same."""
    match = new_match("thrones", seats=6, seed=8, events=False)
    bot = RandomBot(5)
    compared, rounds = 0, set()
    while match.asking and match.state.round < 4:
        seat, ask = list(match.asking.items())[-1 if len(match.answers) % 3 else 0]
        if ask.kind == "order":
            assert judging_of(match.rulebook).glance(match.state, ask) == ThronesJudging().glance(match.state, ask)
            compared += 1
            rounds.add(match.state.round)
        match.play(seat, bot.pick(ask))
    assert compared > 50
    assert len(rounds) == 3
