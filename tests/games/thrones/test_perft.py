"""Positions and what they lead to: golden counts of states, and the same boards as the enumerator finds by itself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from banneret.games.thrones.state import State
from banneret.kernel.creation import from_position
from banneret.kernel.match import Match
from banneret.testing.perft import perft
from tests.games.thrones import enumerator
from tests.games.thrones.enumerator import Board, Position
from tests.games.thrones.scene import play

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

POSITIONS = Path(__file__).parent / "positions"
GOLDEN: dict[str, dict[str, int]] = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))
"""Position -> depth -> distinct states."""


def begin(name: str, *lines: str) -> Match[State]:
    """Begin at a position and give these answers."""
    return play(from_position("thrones", POSITIONS / f"{name}.json", events=False), *lines)


def whole(match: Match[State]) -> Position:
    """Return the position a match stands at, every field filled in."""
    return match.rulebook.encode(match.state)


def ends(match: Match[State]) -> Iterator[Match[State]]:
    """Go through all ways in which the turn that goes on can end."""
    midway = [match]
    while midway:
        standing = midway.pop()
        seat = min(standing.asking)
        for option in standing.asking[seat].options:
            child = standing.clone()
            child.play(seat, option)
            if child.mark > standing.mark or not child.asking:
                yield child
            else:
                midway.append(child)


def boards(match: Match[State]) -> set[Board]:
    """Return all boards with which the turn that goes on can end."""
    return {enumerator.as_board(whole(end)["areas"]) for end in ends(match)}


def ends_of_step(match: Match[State]) -> dict[str, Match[State]]:
    """Return all ways in which the step that goes on can end, after as many turns as it takes."""
    found, frontier = {}, {match.digest(): match}
    while frontier:
        reached = {end.digest(): end for standing in frontier.values() for end in ends(standing)}
        found.update({key: end for key, end in reached.items() if end.state.step != match.state.step})
        frontier = {key: end for key, end in reached.items() if key not in found}
    return found


def _distance(one: frozenset[Any], other: frozenset[Any]) -> int:
    return len(one ^ other)


def differences(engine: set[Any], expected: set[Any]) -> str:
    """Describe where two sets of boards differ: what is in one board of one set and not in the nearest of the other."""
    lines = [f"{len(engine)} of the engine, {len(expected)} expected"]
    for title, one, other in (("engine only", engine, expected), ("expected only", expected, engine)):
        for found in sorted(one - other, key=repr)[:5]:
            near: Any = min(other, key=partial(_distance, found), default=frozenset())  # a board or an assignment
            lines.append(
                f"{title}: {sorted(found - near, key=repr)} where the nearest has {sorted(near - found, key=repr)}"
            )
    return "\n".join(lines)


def assert_same(engine: set[Any], expected: set[Any]) -> None:
    """Fail unless two sets are the same, and say where they are not."""
    assert engine == expected, differences(engine, expected)


def test_every_position_is_counted() -> None:
    """Each position has its golden counts and each count its position."""
    assert sorted(GOLDEN) == sorted(path.stem for path in POSITIONS.glob("*.json"))


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_counts(name: str) -> None:
    """The rules lead to as many states as they did when they were checked."""
    counted = {depth: perft(begin(name), int(depth)).states for depth in GOLDEN[name]}
    assert counted == GOLDEN[name]


@pytest.mark.parametrize("name", [name for name in sorted(GOLDEN) if name.startswith("planning")])
def test_placings(name: str) -> None:
    """All houses together can place exactly the orders that tokens, stars and bans allow."""
    match = begin(name)
    position = whole(match)
    each = [enumerator.placings(position, house) for house in position["houses"]]
    expected = {frozenset().union(*placing) for placing in product(*each)}
    orders = [whole(end)["areas"] for end in ends_of_step(match).values()]
    found = {frozenset((a, d["order"]) for a, d in areas.items() if d.get("order")) for areas in orders}
    assert_same(found, expected)


@pytest.mark.parametrize(
    ("name", "origin"),
    [
        ("march-split", "riverrun"),
        ("march-supply-order", "harrenhal"),
        ("march-sea-chain", "dragonstone"),
        ("march-ships", "narrow-sea"),
        ("march-from-port", "winterfell-port"),
        ("march-gives-up-castle", "white-harbor"),
        ("march-leaves-enemy-home", "lannisport"),
        ("march-takes-port", "kingswood"),
        ("march-neutral", "kingswood"),
        ("march-routed", "winterfell"),
        ("opening-four-march", "lannisport"),
        ("opening-six-march", "dragonstone"),
    ],
)
def test_marches(name: str, origin: str) -> None:
    """A march without a combat leads to exactly the boards that reach, supply and control allow."""
    match = begin(name)
    assert_same(boards(match), enumerator.marches(whole(match), origin))


@pytest.mark.parametrize(
    ("name", "march", "swords"),
    [
        ("retreat", "march moat-cailin: knight knight > seagard", 2),
        ("retreat", "march moat-cailin: knight > seagard", 2),
        ("retreat-supply", "march fingers: knight knight knight > twins", 1),
        ("retreat-supply-loss", "march fingers: knight knight > twins", 0),
        ("retreat-ships", "march ironmans-bay: ship ship ship > golden-sound", 1),
        ("retreat-home", "march riverrun: knight knight knight > lannisport", 1),
    ],
)
def test_retreats(name: str, march: str, swords: int) -> None:
    """A beaten defender loses units and retreats in exactly the ways the rules allow."""
    match = begin(name)
    position = whole(match)
    _, origin, *army, _, target = march.replace(":", "").split()
    expected = enumerator.retreats(position, origin, target, Counter(army), swords)
    play(match, f"{position['areas'][origin]['house']}: {march}")
    seat, ask = next(iter(match.asking.items()))
    if ask.kind == "march":
        match.play(seat, "done")
    found = boards(match) if match.mark == 0 else {enumerator.as_board(whole(match)["areas"])}
    assert_same(found, expected)


def in_turn(match: Match[State], change: Callable[[Position, str], set[Board]]) -> set[Board]:
    """Return all boards after each house in turn order changed the board."""
    position = whole(match)
    found = {enumerator.as_board(position["areas"])}
    for house in position["tracks"]["iron-throne"]:
        found = {after for before in found for after in change(enumerator.with_board(position, before), house)}
    return found


@pytest.mark.parametrize("name", ["mustering-homes", "mustering-upgrades"])
def test_musterings(name: str) -> None:
    """House after house musters in exactly the ways that points, pieces and supply allow."""
    match = begin(name)
    found = {enumerator.as_board(whole(end)["areas"]) for end in ends_of_step(match).values()}
    assert_same(found, in_turn(match, enumerator.musterings))


@pytest.mark.parametrize(("name", "site"), [("power-starred", "storms-end"), ("power-stronghold", "winterfell")])
def test_musterings_by_order(name: str, site: str) -> None:
    """A starred Consolidate Power order musters in its own area in all ways that a card would allow there."""
    match = begin(name)
    position = whole(match)
    house = position["areas"][site]["house"]
    assert_same(boards(match), enumerator.musterings(position, house, [site]))


def test_reconciliations() -> None:
    """House after house fits its armies to its new supply without a needless loss."""
    match = begin("supply-loss")
    new = {house: enumerator.supply_icons(whole(match), house) for house in whole(match)["houses"]}
    assert_same(boards(match), in_turn(match, lambda p, house: enumerator.reconciliations(p, house, new[house])))
