"""What happens to objectives follows the rules of the mode that is played, and says so."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.events.round import ObjectiveClaimed
from banneret.games.icefire.events.tokens import PointsScored
from tests.games.icefire.scene import BERSERKERS, CROSSBOWMEN, SWORDS, asked, offered, play, scene, told

rule = pytest.mark.rule

A1, A2 = f"a {SWORDS} 24 20 0", f"a {BERSERKERS} 8 8 0"
B1 = f"b {CROSSBOWMEN} 40 44 180 | activated"
MARKS: dict[str, list[int]] = {"missions-active": [], "missions-discarded": [], "missions-reserve": [], "walls": []}


def claimed(mode: str, edition: Edition = SEASON_6) -> Any:
    """Return a match in which a unit has just moved onto the token in the middle, in round 2."""
    match = scene(
        A1, f"{A2} | activated", B1, edition=edition, options={"mode": mode}, tokens=[[24_000, 24_000]],
        token_cards=[0], marks={**MARKS, "powers": [-1] * 5}, round=2,
        missions={"cards": [f"mission-{number}" for number in range(1, 10)], "known": [0] * 9},
    )  # fmt: skip  # several to a line
    while asked(match)[1] != "action":
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    return play(match, "a: take maneuver", "a: maneuver 0 4000 0")


@rule("icefire:clash-of-kings.8", "icefire:winds-of-winter.7", "icefire:dark-wings.12", "icefire:honed-and-ready.4")
@pytest.mark.parametrize(
    ("mode", "rule_of_claims"),
    [
        ("game-of-thrones", "icefire:game-of-thrones.4"),
        ("clash-of-kings", "icefire:clash-of-kings.8"),
        ("winds-of-winter", "icefire:winds-of-winter.7"),
        ("dark-wings", "icefire:dark-wings.12"),
        ("honed-and-ready", "icefire:honed-and-ready.4"),
        ("banners-and-butchery", "icefire:banners-and-butchery.6"),
    ],
)
def test_a_claim_names_the_rule_of_its_mode(mode: str, rule_of_claims: str) -> None:
    (event,) = told(claimed(mode), ObjectiveClaimed)
    assert (event.unit, event.objective, event.rule) == ("a1", 1, rule_of_claims)


@rule("icefire:clash-of-kings.13", "icefire:dark-wings.19")
@pytest.mark.parametrize("edition", [SEASON_6, EDITION_2021])
@pytest.mark.parametrize(
    ("mode", "rule_of_points"),
    [("clash-of-kings", "icefire:clash-of-kings.13"), ("dark-wings", "icefire:dark-wings.19")],
)
def test_points_of_an_objective_name_the_rule_of_the_mode(edition: Edition, mode: str, rule_of_points: str) -> None:
    match = claimed(mode, edition)
    event = told(match, PointsScored)[0]
    assert (event.player, event.points, event.rule) == ("a", 1, rule_of_points)
