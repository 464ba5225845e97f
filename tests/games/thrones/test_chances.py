"""How likely each house is to win, and what the first glance fears and hopes."""

import pytest

from banneret.bots import RandomBot
from banneret.games.thrones.bot.chances import rounds_left
from banneret.games.thrones.bot.dangers import Dangers
from banneret.games.thrones.bot.lay import Lay
from banneret.games.thrones.content.board import AREA, FORTIFIED, LAND_NEIGHBOURS
from banneret.games.thrones.content.components import ORDER_TYPE, TYPE_MARCH
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.games.thrones.rules.control import count_units
from banneret.games.thrones.state import NOBODY, State
from banneret.kernel.creation import new_match

BOOK = ThronesRulebook()


def start(seats: int = 6) -> State:
    state: State = new_match("thrones", seats=seats, seed=1, events=False).state.copy()
    return state


@pytest.mark.parametrize("seats", [3, 6])
def test_chances_add_up_until_the_winner_has_them_all(seats: int) -> None:
    match = new_match("thrones", seats=seats, seed=4, events=False)
    bot = RandomBot(3)
    while match.asking:
        seat, ask = next(iter(match.asking.items()))
        if len(match.answers) % 29 == 0:
            chances = BOOK.judging.chances(match.state)
            assert len(chances) == seats
            assert sum(chances) == pytest.approx(1)
            assert min(chances) > 0
        match.play(seat, bot.pick(ask))
    assert match.outcome is not None
    (winner,) = match.outcome.places[0]
    assert BOOK.judging.chances(match.state) == [float(seat == winner) for seat in range(seats)]


def test_whoever_takes_a_castle_is_likelier_to_win_and_its_owner_less() -> None:
    state = start()
    before = BOOK.judging.chances(state)
    state.owner[next(area for area, home in enumerate(state.home_seat) if home == 1)] = 0
    after = BOOK.judging.chances(state)
    assert after[0] > before[0]
    assert after[1] < before[1]


def test_a_castle_counts_the_more_the_less_is_left_to_be_played() -> None:
    """Which part of its odds a house gains by one: in round 1, before the last orders, and as the last marches go."""
    gains = []
    for round, step, marches in ((1, "planning", 0), (10, "planning", 0), (10, "march", 6), (10, "power", 0)):
        state = start()
        state.round, state.step = round, step
        for area in range(marches):
            state.orders[area] = ORDER_TYPE.index(TYPE_MARCH)
        left = 10 - round + (marches / 12 if step != "planning" else 1)
        assert rounds_left(state) == pytest.approx(left)
        before = BOOK.judging.chances(state)
        state.power[AREA["harrenhal"]] = 0
        after = BOOK.judging.chances(state)
        gains.append(after[0] / (1 - after[0]) / before[0] * (1 - before[0]))
    assert gains == sorted(gains)
    assert gains[-1] > 4
    assert 1 < gains[0] < 2


def test_a_castle_far_from_enemies_is_not_feared_for_and_a_guard_helps_one_beside_them() -> None:
    state = start()
    seat = state.houses.index("tyrell")
    castle, beside = AREA["highgarden"], AREA["searoad-marches"]
    dangers = Dangers(BOOK.judging.judge, state, Lay(state), seat)
    calm = dangers.fear(castle, 2)
    state.owner[beside] = state.houses.index("lannister")
    state.units[1][beside] = 2
    dangers = Dangers(BOOK.judging.judge, state, Lay(state), seat)
    assert dangers.fear(castle, 2) > calm
    assert dangers.fear(castle, 2) > dangers.fear(castle, 5) > 0
    assert dangers.fear(beside, 0) == 0  # neither castle nor stronghold


def test_the_stronger_an_army_beside_castles_of_others_the_more_it_hopes() -> None:
    state = start()
    dangers = Dangers(BOOK.judging.judge, state, Lay(state), state.houses.index("lannister"))
    beside = AREA["searoad-marches"]
    assert dangers.hope(beside, 0) == 0
    assert 0 < dangers.hope(beside, 1) < dangers.hope(beside, 4)
    assert dangers.hope(AREA["golden-sound"], 4) == 0  # at sea


@pytest.mark.slow
def test_the_march_that_takes_a_castle_looks_better_than_one_that_takes_nothing() -> None:
    """The question in which order marches are carried out is glanced at too."""
    compared = 0
    for seed in range(6):
        match = new_match("thrones", seats=6, seed=seed, events=False)
        bot = RandomBot(seed)
        while match.asking and match.state.round < 5:
            seat, ask = next(iter(match.asking.items()))
            glance = BOOK.judging.glance(match.state, ask)
            if ask.kind == "start-march":
                assert glance is not None
                assert len(glance.points) == len(ask.options)
                assert min(glance.points) >= 0
                compared += max(glance.points) > min(glance.points)
            if glance is not None and ask.kind in ("start-march", "march"):
                best = max(range(len(glance.points)), key=glance.points.__getitem__)
                match.play(seat, ask.options.listed[best])
            else:
                match.play(seat, bot.pick(ask))
    assert compared >= 5


def test_the_raven_is_seen_to_bring_a_better_order_and_to_leave_good_ones_alone() -> None:
    """The quiet answer counts nothing; what is worse than the order that lies there counts less."""
    seen = better = 0
    for seed in range(8):
        match = new_match("thrones", seats=6, seed=seed, events=False)
        bot = RandomBot(seed)
        while match.asking and match.state.round < 4:
            seat, ask = next(iter(match.asking.items()))
            if ask.kind == "raven":
                glance = BOOK.judging.glance(match.state, ask)
                assert glance is not None
                assert len(glance.points) == len(ask.options)
                assert glance.points[0] == 0 > min(glance.points)
                seen += 1
                better += max(glance.points) > 0
            match.play(seat, bot.pick(ask))
    assert seen > 10
    assert better > 0


def test_to_take_an_empty_castle_is_better_than_to_stand_beside_it() -> None:
    """In the winning probability, a castle is worth more than the danger that it is in."""
    state = start()
    gains = []
    for castle in FORTIFIED:
        if NOBODY == state.owner[castle] == state.home_seat[castle] and not state.neutral[castle]:
            for beside in LAND_NEIGHBOURS[castle]:
                held = state.home_seat[beside] != NOBODY or count_units(state, beside) > 1
                if state.owner[beside] != NOBODY and state.units[0][beside] and held:
                    gains.append(_gain_of_a_footman(state, beside, castle))
    assert len(gains) >= 5
    assert min(gains) > 0.05


def _gain_of_a_footman(state: State, origin: int, target: int) -> float:
    """Return which part of its chances a house gains when a footman goes from one area to another, which is empty."""
    moved = state.copy()
    seat = moved.owner[target] = moved.owner[origin]
    moved.units[0][origin] -= 1
    moved.units[0][target] += 1
    if not any(column[origin] for column in moved.units):
        moved.owner[origin] = NOBODY
    return BOOK.judging.chances(moved)[seat] / BOOK.judging.chances(state)[seat] - 1
