"""What bots think of marches: lone ships, castles left, and orders for marches that cannot be avoided."""

from __future__ import annotations

from typing import Any

import pytest

import banneret
from banneret.bots import make_bot, playouts
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.games.thrones.actions import March, StartMarch
from banneret.games.thrones.bot.attacks import chance_of
from banneret.games.thrones.bot.evaluation import Judge
from banneret.games.thrones.bot.lay import fading, surplus
from banneret.games.thrones.bot.plans import SPARED, sparing
from banneret.games.thrones.bot.weights import WEIGHTS
from banneret.games.thrones.content.components import FOOTMAN, ORDER, ORDER_COUNT
from banneret.games.thrones.state import KINGS_COURT, NOBODY
from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match

HOMES = {
    "dragonstone": {"house": "baratheon", "units": {"footman": 2}, "garrison": 2},
    "lannisport": {"house": "lannister", "units": {"footman": 2}, "garrison": 2},
    "winterfell": {"house": "stark", "units": {"footman": 2}, "garrison": 2},
}


def at(step: str, **areas: Any) -> Match[Any]:
    state = {
        "houses": ["baratheon", "lannister", "stark"],
        "round": 3,
        "step": step,
        "areas": HOMES | {name.replace("_", "-"): area for name, area in areas.items()},
    }
    return banneret.from_position("thrones", {"state": state}, events=False)


def seen(match: Match[Any], seat: int) -> dict[str, float]:
    ask = match.asking[seat]
    glance = judging_of(match.rulebook).glance(match.state, ask)
    assert glance is not None
    return {notation.write(option): points for option, points in zip(ask.options, glance.points, strict=True)}


@pytest.mark.parametrize("ships", [1, 2])
def test_a_ship_gains_a_sea_only_if_another_one_holds_its_own(ships: int) -> None:
    match = at("march", shivering_sea={"house": "stark", "units": {"ship": ships}, "order": "march-zero"})
    points = seen(match, 2)["march shivering-sea: ship > narrow-sea"]
    assert (points > 1) == (ships > 1)
    orders = seen(at("planning", shivering_sea={"house": "stark", "units": {"ship": ships}}), 2)
    others = [points for order, points in orders.items() if "shivering-sea" in order and "march" not in order]
    assert (orders["order shivering-sea march-zero"] > max(others)) == (ships > 1)


def test_a_march_that_empties_a_castle_beside_an_enemy_looks_worse_than_one_that_leaves_a_footman() -> None:
    match = at(
        "march",
        riverrun={"house": "lannister", "units": {"footman": 2}, "order": "march-zero"},
        seagard={"house": "stark", "units": {"footman": 1}, "order": "march-zero"},
    )
    points = seen(match, 1)
    assert points["march riverrun: footman > stoney-sept"] > points["march riverrun: footman footman > stoney-sept"]


FLEET: dict[str, Any] = {
    "winterfell_port": {"house": "stark", "units": {"ship": 1}},
    "bay_of_ice": {"house": "stark", "units": {"ship": 1}},
}


def test_a_march_that_loses_nothing_is_carried_out() -> None:
    areas: dict[str, Any] = FLEET | {"winterfell_port": FLEET["winterfell_port"] | {"order": "march-zero"}}
    match = at("march", winterfell=HOMES["winterfell"] | {"order": "march-minus-one"}, **areas)
    match.play(2, StartMarch("winterfell-port"))
    answer = make_bot("strong", 1).choose(Player(match, 2, 1))
    assert answer == March("winterfell-port", ("ship",), "bay-of-ice")


def test_a_march_that_is_possible_is_a_better_idle_order_than_one_that_is_not() -> None:
    enemies = {"house": "baratheon", "units": {"ship": 3}}
    match = at("planning", narrow_sea=enemies, shivering_sea={"house": "stark", "units": {"ship": 1}}, **FLEET)
    orders = seen(match, 2)
    assert orders["order winterfell-port march-zero"] > orders["order shivering-sea march-zero"]
    others = [points for order, points in orders.items() if "winterfell-port" in order and "march" not in order]
    assert orders["order winterfell-port march-zero"] < min(others)


@pytest.mark.parametrize(("areas", "court", "left"), [(8, 5, 0), (11, 5, 3), (11, 0, 0), (13, 0, 2)])
def test_areas_beyond_the_orders_other_than_marches_are_surplus(areas: int, court: int, left: int) -> None:
    state = new_match("thrones", seats=6, seed=1, events=False).state
    seat = state.tracks[KINGS_COURT][court]
    for area in range(len(state.owner)):
        state.owner[area] = seat if area < areas else NOBODY
    assert surplus(state, seat) == left


def test_an_army_beyond_the_orders_is_worth_more_together_with_another_one() -> None:
    state = new_match("thrones", seats=6, seed=1, events=False).state
    seat = state.tracks[KINGS_COURT][-1]
    for area in range(len(state.owner)):
        state.owner[area] = seat if area < 10 else NOBODY
    footmen = state.units[FOOTMAN]
    footmen[8] = footmen[9] = 1
    apart = Judge().evaluate(state, seat).terms["armies"]
    footmen[8], footmen[9], state.owner[9] = 2, 0, NOBODY
    together = Judge().evaluate(state, seat).terms["armies"]
    assert together - apart == pytest.approx(fading(state) * WEIGHTS.crowded)


def test_a_guard_never_makes_a_castle_less_safe() -> None:
    judge = Judge()
    for attack in range(1, 9):
        risks = [judge.risk(attack, guard) for guard in range(9)]
        assert risks == sorted(risks, reverse=True)
        assert risks[0] > risks[1]
    assert Judge(legacy=True).risk(4, 0) == chance_of(4)


def test_marches_that_cannot_be_avoided_go_where_they_cost_least() -> None:
    march, defense, power = (ORDER[id] for id in ("march-zero", "defense-plus-one", "consolidate-power"))
    worths: dict[int, list[float]] = {area: [0.0] * len(ORDER_COUNT) for area in range(3)}
    for area, values in enumerate(((-0.9, 0.4, 2.4), (-0.8, 0.3, 0.1), (5.0, 0.4, 1.2))):
        for order, value in zip((march, defense, power), values, strict=True):
            worths[area][order] = value
    counts = [0] * len(ORDER_COUNT)
    counts[march], counts[defense], counts[power] = 2, 1, 2
    assert sparing(worths, [0, 1, 2], counts, 0) == worths
    counts[power] = 0
    counts[march] = 3
    found = sparing(worths, [0, 1, 2], counts, 0)
    assert found[0] == worths[0]
    for area in (1, 2):
        assert found[area][march] == worths[area][march]
        assert found[area][defense] == worths[area][defense] - SPARED


@pytest.mark.parametrize("bot", ["greedy", "legacy-fair"])
def test_a_bot_takes_for_granted_that_it_goes_on_with_what_looks_best(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = at("march", winterfell=HOMES["winterfell"] | {"units": {"footman": 3}, "order": "march-zero"})
    noises: set[float] = set()
    pick = playouts.pick

    def noted(match: Match[Any], ask: Any, judge: Any, random: Any, noise: float) -> Any:
        if ask.seat == 2:
            noises.add(noise)
        return pick(match, ask, judge, random, noise)

    monkeypatch.setattr(playouts, "pick", noted)
    make_bot(bot, 1).choose(Player(match, 2, 1))
    assert noises == ({0.0} if bot == "greedy" else {playouts.NOISE})
