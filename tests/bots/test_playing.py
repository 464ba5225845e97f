"""Every bot plays every game and answers by what its seat may know."""

import itertools
from random import Random
from typing import Any

import pytest

from banneret.bots import GreedyBot, RandomBot, SearchBot, deadline, make_bot, playouts, search
from banneret.bots.greedy import VARIETY
from banneret.bots.judging import judging_of
from banneret.bots.player import Bot, Player
from banneret.bots.playouts import Stop, look, pick, play_on
from banneret.bots.race import Racer, race, trusted, winner
from banneret.bots.suites import attempts, suite_of
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.kernel.record import Record
from banneret.kernel.registry import rulebook
from tests.bots.matches import middle, play
from tests.kernel.toy import SkirlRulebook

BOOK = ThronesRulebook()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "most", "options"),
    [
        (["search:1", "greedy", "random"], 10_000, {}),
        (["greedy", "search:1", "greedy", "random"], 200, {"tides_of_battle": True}),
        (["random", "greedy", "search:1", "random", "greedy", "random"], 250, {"confirm_orders": True}),
    ],
    ids=["3 seats", "4 seats, tides", "6 seats, confirmed orders"],
)
def test_every_bot_plays_thrones_without_an_illegal_answer(
    names: list[str], most: int, options: dict[str, bool]
) -> None:
    match, troubles = play("thrones", names, seed=5, most=most, **options)
    assert match.outcome is not None or len(match.answers) >= most
    assert troubles == []


@pytest.mark.slow
def test_every_bot_plays_a_game_that_has_no_evaluation(skirl: SkirlRulebook) -> None:
    match, troubles = play(skirl.id, ["search:20", "greedy", "random"], seed=3)
    assert match.outcome is not None
    assert troubles == []


@pytest.mark.slow
def test_the_same_seed_gives_the_same_match() -> None:
    names = ["search:2", "greedy", "random"]
    first, _ = play("thrones", names, seed=9, most=70)
    again, _ = play("thrones", names, seed=9, most=70)
    assert Record.of(first).hash() == Record.of(again).hash()


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 6])
def test_a_redeal_of_the_true_world_changes_no_answer(seats: int) -> None:
    """What others hold, placed or drew is not what a bot goes by."""
    compared = 0
    for decisions in range(2, 160, 9):
        match = middle("thrones", seats, decisions, decisions, tides_of_battle=seats == 3)
        for seat in list(match.asking)[:2]:
            others = match.imagine(seat, 77)
            for number in range(2):
                one = _bots(decisions)[number].choose(Player(match, seat, 5))
                two = _bots(decisions)[number].choose(Player(others, seat, 5))
                assert one == two, match.asking[seat].kind
                compared += 1
    assert compared >= 40


def _bots(seed: int) -> list[Bot]:
    return [GreedyBot(seed), SearchBot(seed, iterations=4)]


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(4):
        names = ["random"] * 3
        names[seed % 3] = "greedy"
        match, _ = play("thrones", names, seed)
        assert match.outcome is not None
        wins += match.outcome.places[0] == (seed % 3,)
    assert wins >= 3


def test_a_search_in_seconds_ends_in_time_and_one_without_a_budget_is_none() -> None:
    match = middle("thrones", 3, 1, 40)
    seat = min(match.asking)
    answer = make_bot("search:0.05s", 1).choose(Player(match, seat, 1))
    assert match.refusal(seat, answer) is None
    with pytest.raises(ValueError, match="needs iterations or seconds"):
        SearchBot(1)


@pytest.mark.parametrize(("book", "seats", "answers"), [("thrones", 6, 0), ("runewars", 2, 30)])
def test_a_search_gives_its_best_answer_at_the_deadline(
    book: str, seats: int, answers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = middle(book, seats, 1, answers)
    seat = min(match.asking)
    passed = itertools.count()  # a clock of which every look takes a tenth of a second
    monkeypatch.setattr(deadline, "thread_time", lambda: next(passed) / 10)
    answer = make_bot("search:100000/2s", 1).choose(Player(match, seat, 1))
    assert match.refusal(seat, answer) is None
    assert 20 <= next(passed) <= 32  # it looks once more for each race, and not after the end


@pytest.mark.parametrize(("book", "seats", "answers"), [("thrones", 6, 0), ("runewars", 2, 30), ("icefire-s6", 2, 40)])
@pytest.mark.parametrize("name", ["search:2s", "greedy"])
def test_a_bot_without_time_gives_what_looks_best(
    book: str, seats: int, answers: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = middle(book, seats, 1, answers)
    seat = min(match.asking)
    passed = itertools.count()  # the time is up before the first playout ends
    monkeypatch.setattr(deadline, "thread_time", lambda: 3.0 * next(passed))
    bot = GreedyBot(1, seconds=2) if name == "greedy" else make_bot(name, 1)
    answer = bot.choose(Player(match, seat, 1))
    world = Player(match, seat, 1).imagine(playouts.number(name.partition(":")[0], 1, 1))
    ask = world.asking[seat]
    glance = judging_of(match.rulebook).glance(world.state, ask)
    assert glance is not None
    seen = glance.points[ask.options.listed.index(answer)]
    varies = match.opened_at is not None if name != "greedy" else glance.enough  # plans vary among nearly equal orders
    assert seen >= max(glance.points) - (VARIETY if varies else 0)
    assert next(passed) < 10


@pytest.mark.slow
def test_a_search_that_does_not_reach_its_deadline_answers_as_without_one() -> None:
    match = middle("thrones", 3, 1, 60)
    seat = min(match.asking)
    answers = {make_bot(name, 4).choose(Player(match, seat, 1)) for name in ("search:30", "search:30/1000s")}
    assert len(answers) == 1


@pytest.mark.slow
def test_a_search_answers_what_it_tried_most_and_keeps_to_its_budget() -> None:
    for seed in range(3):
        match = middle("thrones", 3, seed, 64)
        while match.together:  # where no plans are made
            seat = min(match.asking)
            match.play(seat, match.asking[seat].options.listed[-1])
        seat = min(match.asking)
        weighed = SearchBot(4, iterations=30).weigh(Player(match, seat, 1))
        assert 0 < sum(one.tried for one in weighed) <= 30
        assert all(0 <= one.worth <= 1 for one in weighed)
        answer = SearchBot(4, iterations=30).choose(Player(match, seat, 1))
        first = GreedyBot(playouts.number("first", playouts.number("search", 4, 1)), most_options=search.OPTIONS)
        best = max(weighed, key=lambda one: (one.tried, one.worth)).action
        assert answer in (best, first.choose(Player(match, seat, 1)))


@pytest.mark.slow
def test_a_search_plans_all_orders_at_once_and_keeps_to_its_plan() -> None:
    match = middle("thrones", 3, 4, 0)
    seat = min(match.asking)
    bot = SearchBot(4, iterations=40)
    given = []
    while seat in match.asking and match.together:
        given.append(bot.choose(Player(match, seat, 1)))
        match.play(seat, given[-1])
    assert len(given) > 1
    assert bot._plan == tuple(given)
    assert bot._asked == len(given)


@pytest.mark.slow
def test_the_plans_that_did_best_meet_again_beside_the_one_that_looks_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both races have the whole budget; a playout in which all look ahead counts as several."""
    raced: list[list[Racer[Any]]] = []

    def noted(*given: Any, **named: Any) -> list[Racer[Any]]:
        raced.append(race(*given, **named))
        return raced[-1]

    monkeypatch.setattr(search, "race", noted)
    match = middle("thrones", 3, 4, 0)
    while not (match.state.round == 3 and match.together):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, ask.options.listed[-1])
    seat = min(match.asking)
    monkeypatch.setattr(search, "FEWEST", 1)
    bot = SearchBot(4, iterations=40)
    answer = bot.choose(Player(match, seat, 1))
    first, final = raced
    assert len(raced) == search.RACES
    assert 0 < sum(racer.tried for racer in first) <= 40
    assert 0 < search.LOOKING * sum(racer.tried for racer in final) <= 40
    assert 1 < len(final) <= search.FINALISTS
    assert final[0].line == first[0].line
    assert winner(first).line in {racer.line for racer in final}
    assert {racer.line for racer in final} <= {racer.line for racer in first}
    assert bot._plan == trusted(final, final[0].line, judging_of(match.rulebook).trust).line
    assert bot._plan[0] == answer
    for racer in final:
        twin = match.clone()
        for action in racer.line:
            twin.play(seat, action)
        assert seat not in twin.asking or not twin.together


@pytest.mark.slow
def test_a_budget_too_small_for_a_final_goes_to_the_race_of_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = []

    def noted(lines: Any, world: Any, spent: Any, *given: Any, **named: Any) -> list[Racer[Any]]:
        budgets.append(1 / spent(1))
        return race(lines, world, spent, *given, **named)

    monkeypatch.setattr(search, "race", noted)
    match = middle("thrones", 3, 4, 0)
    bot = SearchBot(4, iterations=40)
    bot.choose(Player(match, min(match.asking), 1))
    assert budgets == pytest.approx([search.RACES * 40])


@pytest.mark.slow
def test_a_search_solves_what_a_look_ahead_solves() -> None:
    """It compares answers that end a turn and answers that begin one at the same time, and trusts its first sight."""
    book = rulebook("thrones")
    problems = [one for one in suite_of(book) if one.theme in ("useless marches", "castle safety")]
    solved = {name: sum(one.solved for one in attempts(book, problems, name)) for name in ("greedy", "search:100")}
    assert solved["search:100"] >= solved["greedy"] >= len(problems) - 1


@pytest.mark.slow
def test_sealed_bids_and_cards_of_others_are_foreseen_by_a_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a few worlds others look ahead, in all others they draw from the results, where no model of bids is used."""
    given: dict[int, list[Any]] = {}
    choose = GreedyBot.choose

    def noted(bot: GreedyBot, player: Player, until: deadline.Deadline) -> Any:
        answer = choose(bot, player, until)
        given.setdefault(player.seat, []).append(answer)
        return answer

    monkeypatch.setattr(GreedyBot, "choose", noted)
    match = middle("thrones", 3, 4, 0)
    bot = RandomBot(5)
    while not any(ask.kind == "track-bid" for ask in match.asking.values()):
        seat, ask = next(iter(match.asking.items()))
        match.play(seat, bot.pick(ask))
    seat = min(match.asking)
    others = {other for other in match.asking if other != seat}
    found = search._Search(Player(match, seat, 1), 7, None, legacy=True)
    racers = found.race(lambda done: done / 200)
    worlds = max(racer.tried for racer in racers)
    assert worlds > search.FORESEEN
    assert set(given) == others
    assert all(len(answers) == search.FORESEEN for answers in given.values())
    assert found.foreseen == given


@pytest.mark.slow
def test_whoever_looks_ahead_takes_what_is_worth_most_at_the_end_of_the_turn() -> None:
    gains = []
    for seed in range(3):
        match, bot = middle("thrones", 3, seed, 0), RandomBot(seed)
        while match.asking:
            seat, ask = next(iter(match.asking.items()))
            if ask.kind == "march" and len(ask.options) > 3:
                worth = []
                for looks in (1, 30):
                    twin = match.clone()
                    twin.play(seat, look(twin, ask, BOOK.judging, Random(3).random, 0.0, looks))
                    play_on(twin, Stop(turns=1), BOOK.judging, Random(Random(3).random()).random, 0.0)
                    worth.append(BOOK.judging.totals(twin.state)[seat])
                gains.append(worth[1] - worth[0])
            match.play(seat, bot.pick(ask))
    assert len(gains) > 20
    assert min(gains) >= 0 < max(gains)


@pytest.mark.slow
def test_others_are_taken_to_place_what_looks_best_in_most_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    noises: list[float] = []

    def noted(match: Any, ask: Any, judge: Any, random: Any, noise: float) -> Any:
        noises.append(noise)
        return pick(match, ask, judge, random, noise)

    monkeypatch.setattr(search, "pick", noted)  # playouts have one of their own
    match = middle("thrones", 3, 4, 0)
    SearchBot(4, iterations=200).choose(Player(match, min(match.asking), 1))
    astray = sum(noise == search.NOISE for noise in noises)
    assert 0 < astray < sum(noise == 0 for noise in noises)


def test_a_playout_can_end_where_orders_are_placed() -> None:
    match = middle("thrones", 3, 1, 0)
    stop = Stop(turns=1, answers=5)
    play_on(match, stop._replace(at_plans=True), judging_of(match.rulebook), Random(1).random)
    assert match.answers == []
    play_on(match, stop, judging_of(match.rulebook), Random(1).random)
    assert len(match.answers) == 5


@pytest.mark.parametrize("foresight", [0, 7])
def test_a_search_looks_as_far_as_the_game_says(monkeypatch: pytest.MonkeyPatch, foresight: int) -> None:
    answers: list[int] = []

    def noted(match: Any, stop: Stop, *rest: Any, **named: Any) -> None:
        before = len(match.answers)
        play_on(match, stop, *rest, **named)
        if stop.turns > 1:  # beyond the turn
            answers.append(len(match.answers) - before)

    monkeypatch.setattr(search, "play_on", noted)
    match = middle("icefire-s6", 2, 3, 20)
    monkeypatch.setattr(type(judging_of(match.rulebook)), "foresight", foresight)
    SearchBot(4, iterations=20).choose(Player(match, min(match.asking), 1))
    assert answers
    assert max(answers) == foresight
