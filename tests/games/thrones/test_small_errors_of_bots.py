"""Orders without effect, ships that pile up in ports, dangers counted twice, and what no longer counts at the end."""

from __future__ import annotations

from typing import Any

import pytest

import banneret
from banneret.bots import make_bot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.games.thrones.bot.dangers import Dangers
from banneret.games.thrones.bot.evaluation import Judge
from banneret.games.thrones.bot.lay import Lay
from banneret.games.thrones.bot.marching import Marching
from banneret.games.thrones.bot.weights import LEGACY, WEIGHTS, weights_from
from banneret.games.thrones.content.board import AREA
from banneret.games.thrones.content.components import ROUNDS
from banneret.games.thrones.rules.control import count_units
from banneret.kernel import notation
from banneret.kernel.match import Match

HOUSES = ("baratheon", "lannister", "stark")
HOMES = {
    "dragonstone": {"house": "baratheon", "units": {"footman": 2}, "garrison": 2},
    "lannisport": {"house": "lannister", "units": {"footman": 2}, "garrison": 2},
    "winterfell": {"house": "stark", "units": {"footman": 2}, "garrison": 2},
}


def units(house: str, order: str = "", **counts: int) -> dict[str, Any]:
    return {"house": house, "units": counts or {"footman": 1}} | ({"order": order} if order else {})


def at(step: str, areas: dict[str, Any], turn: int = 4, **more: Any) -> Match[Any]:
    state = {"houses": HOUSES, "round": turn, "step": step, "areas": HOMES | areas}
    return banneret.from_position("thrones", {"state": state | more}, events=False)


def seen(match: Match[Any], seat: int, *, legacy: bool = False) -> dict[str, float]:
    ask = match.asking[seat]
    glance = judging_of(match.rulebook, legacy=legacy).glance(match.state, ask)
    assert glance is not None
    return {notation.write(option): points for option, points in zip(ask.options, glance.points, strict=True)}


@pytest.mark.parametrize("enemies", [True, False])
def test_a_power_order_in_a_port_is_worth_nothing_behind_enemy_ships(enemies: bool) -> None:
    areas = {"lannisport-port": units("lannister", ship=1)}
    areas["golden-sound"] = units("stark" if enemies else "lannister", ship=2)
    orders = seen(at("planning", areas), 1)
    others = [points for order, points in orders.items() if "-port" in order and "power" not in order]
    assert (orders["order lannisport-port consolidate-power"] < max(others)) == enemies
    ordered = {name: area | {"order": "consolidate-power"} for name, area in areas.items() if "port" in name}
    ordered["winterfell"] = HOMES["winterfell"] | {"order": "march-zero"}  # otherwise the round would go on
    state = at("march", areas | ordered).state
    assert (Judge().evaluate(state, 1).terms["orders"] == 0) == enemies
    assert Judge(LEGACY, legacy=True).evaluate(state, 1).terms["orders"] > 0


@pytest.mark.parametrize(
    ("own", "enemy", "reached"),
    [
        ("twins", "narrow-sea", False),
        ("twins", "seagard", True),
        ("narrow-sea", "twins", True),
        ("narrow-sea", "", False),
    ],
)
def test_a_raid_is_worth_nothing_where_no_enemy_is_in_reach(own: str, enemy: str, reached: bool) -> None:
    """Raids on land do not reach ships."""
    areas = {
        area: {"house": house, "units": {"ship" if "sea" in area.split("-") else "footman": 1}}
        for area, house in ((own, "stark"), (enemy, "lannister"))
        if area
    }
    orders = seen(at("planning", areas, tracks={"kings-court": ["stark", "baratheon", "lannister"]}), 2)
    raids = [points for order, points in orders.items() if order.startswith(f"order {own} ") and "raid" in order]
    assert len(raids) == 2
    assert (max(raids) > orders[f"order {own} support-zero"]) == reached


@pytest.mark.parametrize("ships", [0, 1, 2])
def test_only_the_first_ship_in_a_port_counts_fully(ships: int) -> None:
    cards = ["mustering", "last-days-of-summer", "storm-of-swords"]
    areas = {"golden-sound": units("stark", ship=2), "lannisport": units("lannister") | {"garrison": 2}}
    if ships:
        areas["lannisport-port"] = units("lannister", ship=ships)
    more: dict[str, Any] = {
        "westeros": cards,
        "used": [[card] for card in cards],
        "seats": {"lannister": {"supply": 5}},
    }
    tracks = {track: ["lannister", "stark", "baratheon"] for track in ("iron-throne", "fiefdoms", "kings-court")}
    match = at("westeros-1", areas, tracks=tracks, **more)
    points = seen(match, 1)
    ship, footman = "muster lannisport: ship > lannisport-port", "muster lannisport: footman > lannisport"
    assert (points[ship] > points[footman]) == (ships == 0)
    terms = Judge().evaluate(match.state, 1).terms
    assert terms["ports"] == pytest.approx((1 - 0.5 * 4 / ROUNDS) * -WEIGHTS.docked * max(0, ships - 1))


def threatened(**areas: Any) -> float:
    """Return what Stark fears for its castles with 6 Lannister strength that is about to march from Seagard."""
    found = {name.replace("_", "-"): area for name, area in areas.items()}
    match = at("march", found | {"seagard": units("lannister", "march-zero", knight=3)})
    return -Judge().evaluate(match.state, 2).terms["threatened"]


def test_an_army_that_threatens_two_guarded_castles_takes_one_of_them() -> None:
    cailin, riverrun = units("stark", knight=2), units("stark", knight=2)
    one, other = threatened(moat_cailin=cailin), threatened(riverrun=riverrun)
    assert 0 < threatened(moat_cailin=cailin, riverrun=riverrun) < one + other
    assert threatened(moat_cailin=cailin, riverrun=riverrun) > max(one, other)


def test_an_army_may_take_every_castle_that_nobody_guards() -> None:
    empty = {"power": "stark"}
    one, other = threatened(moat_cailin=empty), threatened(riverrun=empty)
    assert threatened(moat_cailin=empty, riverrun=empty) == pytest.approx(one + other)


@pytest.mark.parametrize(("turn", "cailin", "harbor"), [(5, 2, 1), (8, 2, 1), (8, 3, 2), (10, 2, 1), (10, 3, 2)])
def test_a_castle_is_not_left_to_an_army_to_save_another_one(turn: int, cailin: int, harbor: int) -> None:
    """The Baratheon army can land in White Harbor or in Moat Cailin."""
    areas = {
        "moat-cailin": units("stark", "march-plus-one", knight=cailin),
        "white-harbor": units("stark", "defense-plus-one", knight=harbor),
        "winterfell": {"garrison": 2},
        "seagard": units("stark"),
        "flints-finger": units("stark"),
        "dragonstone": units("baratheon", "march-plus-one", knight=2, footman=1) | {"garrison": 2},
        "narrow-sea": units("baratheon", ship=1),
        "shipbreaker-bay": units("baratheon", ship=1),
    }
    tracks = {track: ["stark", "baratheon", "lannister"] for track in ("iron-throne", "fiefdoms", "kings-court")}
    seats = {"stark": {"available": 3, "supply": 6}, "baratheon": {"supply": 6}}
    match = at("march", areas, turn, tracks=tracks, seats=seats)
    bot = make_bot("strong", 1)
    while 2 in match.asking and match.asking[2].kind in ("start-march", "march", "secure"):
        match.play(2, bot.choose(Player(match, 2, 1)))
    assert match.answers
    assert count_units(match.state, AREA["moat-cailin"]) > 0


@pytest.mark.parametrize("turn", [9, 10])
def test_land_without_a_castle_and_power_orders_count_little_in_the_last_round(turn: int) -> None:
    state = at("march", {"kingswood": units("baratheon", "march-zero", footman=2)}, turn).state
    judge, lay = Judge(), Lay(state)
    marching = Marching(judge, state, 0, lay, Dangers(judge, state, lay, 0), AREA["kingswood"])
    staying = marching.staying({})
    land, castle = (marching.gain(AREA[area], ("footman",), staying) for area in ("blackwater", "storms-end"))
    assert (land > 0.25 * castle) == (turn < ROUNDS)
    areas = {"storms-end": units("baratheon", knight=1), "kingswood": units("lannister")}
    orders = seen(at("planning", areas, turn, tracks={"kings-court": list(HOUSES)}), 0)
    best = max((order for order in orders if "storms-end" in order), key=orders.__getitem__)
    assert best.endswith("consolidate-power") == (turn < ROUNDS)


def test_a_hopeful_attack_is_planned_in_the_last_round() -> None:
    """Nothing can be lost that still counts: an attack with a chance below one half is worth its order."""
    areas = {"greywater-watch": units("stark", footman=1), "seagard": units("lannister", footman=1)}
    gains = []
    for turn in (9, 10):
        orders = seen(at("planning", areas, turn), 2)
        gains.append(orders["order greywater-watch march-zero"])
    assert gains[1] > gains[0]


def test_weights_of_the_first_release_change_nothing_in_the_last_round() -> None:
    state = at("march", {"kingswood": units("baratheon", "march-zero")}, ROUNDS).state
    same = weights_from({"docked": 0.0, "shared": 1.0, "last": 0.5, "last_land": 1.0})
    assert Judge(same).evaluate(state, 0).terms["land"] == Judge(LEGACY, legacy=True).evaluate(state, 0).terms["land"]
    assert Judge().evaluate(state, 0).terms["land"] < Judge(same).evaluate(state, 0).terms["land"]
