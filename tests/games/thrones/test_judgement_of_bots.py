"""Castles that bots must keep, and houses near victory that they hinder."""

from __future__ import annotations

from typing import Any

import pytest

import banneret
from banneret.bots import make_bot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.games.thrones.actions import March, StartMarch
from banneret.games.thrones.bot.dangers import Dangers
from banneret.games.thrones.bot.evaluation import Judge
from banneret.games.thrones.bot.lay import Lay
from banneret.games.thrones.content.board import AREA
from banneret.games.thrones.rules.control import controller
from banneret.kernel import notation
from banneret.kernel.match import Match

HOUSES = ("baratheon", "lannister", "stark")
HOMES = {
    "dragonstone": {"house": "baratheon", "units": {"footman": 2}, "garrison": 2},
    "lannisport": {"house": "lannister", "units": {"footman": 2}, "garrison": 2},
    "winterfell": {"house": "stark", "units": {"footman": 2}, "garrison": 2},
}
LEADER = ("storms-end", "crackclaw-point", "white-harbor")
"""Castles that give Baratheon five together with Dragonstone and King's Landing."""


def units(house: str, order: str = "", **counts: int) -> dict[str, Any]:
    return {"house": house, "units": counts or {"footman": 1}} | ({"order": order} if order else {})


def held(house: str, *areas: str) -> dict[str, Any]:
    return {area: {"power": house} for area in areas}


def at(step: str, areas: dict[str, Any], turn: int = 6, **more: Any) -> Match[Any]:
    state = {"houses": HOUSES, "round": turn, "step": step, "areas": HOMES | areas}
    return banneret.from_position("thrones", {"state": state | more}, events=False)


def chosen(match: Match[Any], seat: int, seed: int = 1) -> str:
    found = make_bot("strong", seed).choose(Player(match, seat, seed))
    return found if isinstance(found, str) else notation.write(found)


def leading(**areas: Any) -> dict[str, Any]:
    """Return areas in which Baratheon has five castles and strongholds."""
    found = held("baratheon", *LEADER) | held("stark", "moat-cailin") | {"kings-landing": units("baratheon")}
    return found | {name.replace("_", "-"): area for name, area in areas.items()}


@pytest.mark.parametrize("seed", range(3))
def test_a_castle_is_kept_if_no_token_can_hold_it_though_own_armies_could_take_it_again(seed: int) -> None:
    areas = {
        "moat-cailin": units("stark", "march-zero", footman=1, knight=1),
        "white-harbor": units("stark", "march-plus-one", footman=2),
        "winterfell": units("stark", footman=3) | {"garrison": 2},
        "seagard": units("lannister", footman=2),
        "twins": units("lannister"),
        "castle-black": units("stark"),
    }
    match = at("march", areas, 5, seats={"stark": {"available": 0}})
    bot = make_bot("strong", seed)
    match.play(2, StartMarch("moat-cailin"))
    while 2 in match.asking and match.asking[2].kind == "march":
        match.play(2, bot.choose(Player(match, 2, seed)))
    assert len(match.answers) > 1
    assert controller(match.state, AREA["moat-cailin"]) == 2


def test_several_armies_beside_a_castle_hope_for_it_only_once() -> None:
    sept, riverrun = ({name: units("lannister")} for name in ("stoney-sept", "riverrun"))
    judge = Judge()

    def hope(armies: dict[str, Any]) -> float:
        """Return how much more Lannister hopes if another house holds Harrenhal, and not Lannister itself."""
        own, other = (at("march", armies | held(house, "harrenhal")).state for house in ("lannister", "baratheon"))
        return judge.evaluate(other, 1).terms["threatening"] - judge.evaluate(own, 1).terms["threatening"]

    assert hope(sept) > 0
    assert hope(sept | riverrun) == pytest.approx(hope(sept))


def test_a_march_order_threatens_a_castle_as_much_in_the_last_round_and_an_army_without_one_no_more() -> None:
    judge = Judge()
    losses = {}
    for turn in (2, 9, 10):
        for order in ("", "march-zero"):
            areas = held("lannister", "harrenhal") | {"crackclaw-point": units("baratheon", order)}
            state = at("march", areas, turn).state
            losses[turn, order] = -judge.evaluate(state, 1).terms["threatened"]
            fear = Dangers(judge, state, Lay(state), 1).fear(AREA["harrenhal"], 0)
            assert fear == pytest.approx(losses[turn, order])
    assert losses[2, "march-zero"] == losses[9, "march-zero"] == losses[10, "march-zero"]
    assert losses[2, ""] > losses[9, ""] > losses[10, ""] == 0


@pytest.mark.parametrize("seed", range(3))
def test_bots_attack_a_house_near_victory_rather_than_a_third_one(seed: int) -> None:
    """King's Landing and Highgarden are alike; a Baratheon unit holds one, a Stark unit the other."""
    match = at("march", leading(reach=units("lannister", "march-zero", knight=2), highgarden=units("stark")))
    assert chosen(match, 1, seed).endswith("> kings-landing")


def test_bots_raid_a_house_near_victory_rather_than_a_third_one() -> None:
    areas = leading(
        stoney_sept=units("lannister", "raid"),
        blackwater=units("baratheon", "consolidate-power"),
        searoad_marches=units("stark", "consolidate-power"),
        lannisport=HOMES["lannisport"] | {"order": "march-zero"},
    )
    assert chosen(at("raid", areas), 1) == "raid stoney-sept > blackwater"


@pytest.mark.parametrize("leads", [True, False])
def test_support_in_the_combat_of_others_is_for_the_side_against_a_house_near_victory(leads: bool) -> None:
    fight = {
        "blackwater": units("baratheon"),
        "harrenhal": units("stark", "march-zero", knight=2) | {"power": "stark"},
        "stoney-sept": units("lannister", "support-zero"),
    }
    match = at("march", (leading() if leads else {}) | fight)
    match.play(2, March("harrenhal", ("knight", "knight"), "blackwater"))
    ask = match.asking[1]
    assert ask.kind == "support"
    glance = judging_of(match.rulebook).glance(match.state, ask)
    assert glance is not None
    points = {getattr(option, "side", "none"): seen for option, seen in zip(ask.options, glance.points, strict=True)}
    assert points["none"] > points["defender"]
    assert (points["attacker"] > points["none"]) == leads


def test_hurting_one_of_two_houses_near_victory_helps() -> None:
    judge = Judge()
    both = leading() | held("stark", "flints-finger", "harrenhal", "seagard")
    one = {name: area for name, area in both.items() if name != "seagard"}
    rivals = [judge.evaluate(at("march", areas).state, 1).terms["castles"] for areas in (both, one)]
    assert rivals[1] > rivals[0]
    former = Judge(legacy=True)
    rivals = [former.evaluate(at("march", areas).state, 1).terms["castles"] for areas in (both, one)]
    assert rivals[1] == rivals[0]
