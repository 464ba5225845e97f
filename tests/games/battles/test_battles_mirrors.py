"""Mirrored battles: left and right exchanged, upside down, and with the Houses exchanged, they are the same battle."""

from __future__ import annotations

from typing import Any, Final

import pytest

from banneret.games.battles.content import scenario_file
from banneret.games.battles.content.scenario_file import SCENARIOS, scenario
from banneret.games.battles.rules import setup
from banneret.games.battles.rules.field.sight import is_in_sight
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import play_on
from banneret.testing.mirror import Mirror, check_mirror, check_mirrored_match, mirrored
from tests.games.battles.mirrors import EXCHANGED, HousesExchanged, LeftRight, UpsideDown, even_box
from tests.games.battles.scene import ARCHERS, BOWS, GUARD, HOST, RIDERS, WIDTHS, scene

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

OPTIONS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"coordinated_attacks": True, "reduced_strength": True},
    {"retreat_rule": "original-2010", "parting_blow_morale": True},
    {"any_card_orders_one": True, "fire_hits_one": True, "no_least_die": True},
)


def turnings(plan: str) -> list[Mirror]:
    widths = tuple(len(row) for row in scenario(plan).rows)
    return [LeftRight(widths), UpsideDown(widths)]


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_a_turned_battle_is_the_same_battle(number: int) -> None:
    plan = SCENARIOS[number]
    options = {"scenario": plan, "drawn_setup": True, **OPTIONS[number % len(OPTIONS)]}
    check_mirrored_match("battles", 2, f"turned {plan}", turnings(plan), options, rate=15, tried=40)


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_a_battle_with_the_houses_exchanged_is_the_same_battle(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    even = even_box()
    monkeypatch.setattr(setup, "box", lambda _pack=None: even)
    monkeypatch.setattr(scenario_file, "faults_of", lambda _plan: ())  # an image takes other figures and leaders
    plan = SCENARIOS[number]
    options = {"scenario": plan, "drawn_setup": True, **OPTIONS[number % len(OPTIONS)]}
    check_mirrored_match("battles", 2, f"exchanged {plan}", [HousesExchanged()], options, rate=12, tried=40)


def test_each_thing_of_a_house_has_one_of_the_other() -> None:
    assert all(EXCHANGED[other] == one for one, other in EXCHANGED.items())


def crowd(stream: Stream) -> list[str]:
    """Return units of both Houses in random hexes of the middle of the board of scenes."""
    hexes = [f"{column}{row}" for row in range(2, 7) for column in "bcdefg"]
    units = []
    for kind, number in ((HOST, 3), (RIDERS, 2), (BOWS, 2), (GUARD, 4), (ARCHERS, 2)):
        for _ in range(number):
            hex = hexes.pop(stream.below(len(hexes)))
            units.append(f"{hex} {kind} {('green', 'blue', 'red')[stream.below(3)]} | {1 + stream.below(3)}")
    return units


@pytest.mark.parametrize("seed", range(40))
def test_who_sees_whom_does_not_depend_on_how_the_board_lies(seed: int) -> None:
    stream = Stream(derive_key("sight", seed))
    hexes = [f"{column}{row}" for row in range(1, 8) for column in "abcdefgh"]
    ground = {hexes[stream.below(len(hexes))]: "hhhhhhfb"[stream.below(8)] for _ in range(45)}
    match = scene(*crowd(stream)[:8], ground=ground)
    for mirror in (LeftRight(WIDTHS), UpsideDown(WIDTHS)):
        image = mirrored(match, mirror)
        pairs = [(one, other) for one in range(8) for other in range(8) if one != other]
        seen = [is_in_sight(match.state, *pair) for pair in pairs]
        assert [is_in_sight(image.state, *pair) for pair in pairs] == seen, mirror.name


@pytest.mark.parametrize("seed", range(12))
def test_random_positions_among_hills_forest_and_houses_have_their_images(seed: int) -> None:
    stream = Stream(derive_key("crowd", seed))
    hexes = [f"{column}{row}" for row in range(1, 8) for column in "abcdefgh"]
    ground = {hexes[stream.below(len(hexes))]: "hhhffb=s"[stream.below(8)] for _ in range(22)}
    tokens = {house: dict.fromkeys(("green", "blue", "red", "valor"), 2) for house in ("stark", "lannister")}
    match = scene(*crowd(stream), ground=ground, tokens=tokens, options=OPTIONS[seed % len(OPTIONS)])
    mirrors = [LeftRight(WIDTHS), UpsideDown(WIDTHS)]

    def look(now: Any) -> None:
        for mirror in mirrors:
            if stream.below(4) == 0:
                check_mirror(now, mirror, stream=stream, tried=40)

    play_on(match, stream, on_question=look)
