"""Each limit of A Song of Ice & Fire on both sides of its border: the last that is allowed, the first that is not.

The numbers are those of the printed cards, written down here once more: a wrong one in the data fails here, too.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITIONS, SEASON_6, Edition
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.rules.combat.attack import attack_of, count_blocked, count_hits, dice_of
from banneret.games.icefire.rules.combat.morale import passes
from banneret.games.icefire.state import Fight, State, Test
from banneret.kernel.match import Match
from banneret.plane import Pose
from tests.games.icefire.scene import GUARDSMEN, laid, offered, play, refused, scene

rule = pytest.mark.rule

SIX: Final = {
    # unit: Speed, Defense, Morale, cost, tray, Wounds of a model | kind, To Hit, dice by ranks
    "10101": "4 3 7 5 infantry 0 | melee 4 6 5 4",
    "10102": "5 4 6 5 infantry 0 | melee 4 7 7 4",
    "10103": "5 4 6 6 infantry 0 | melee 4 7 5 4",
    "10104": "5 6 5 7 infantry 0 | short 3 7 7 4 | melee 3 7 7 4",
    "10105": "5 3 6 8 cavalry 3 | melee 3 5 4",
    "10106": "5 4 7 6 infantry 0 | long 3 6 6 4 | melee 5 5 4 3",
    "10107": "4 2 4 4 solo 4 | melee 3 3",
    "10108": "5 4 5 7 infantry 0 | melee 3 7 6 4",
    "10109": "5 6 6 4 infantry 0 | melee 5 5 4 4",
    "10110": "5 3 4 6 infantry 0 | melee 2 7 7",
    "10111": "5 4 6 6 infantry 0 | melee 4 7 5 4",
    "10112": "6 5 7 6 cavalry 3 | melee 3 7 5",
    "10113": "5 4 6 6 infantry 0 | melee 4 7 6 4",
    "10114": "5 3 5 7 infantry 0 | melee 3 7 6 5",
    "10115": "5 4 7 5 infantry 0 | melee 4 7 5 4",
    "10116": "5 4 7 5 infantry 0 | melee 4 6 5 4",
    "10201": "5 4 6 5 infantry 0 | melee 4 7 5 4",
    "10202": "6 4 6 6 cavalry 3 | melee 4 7 4",
    "10203": "6 5 5 6 infantry 0 | melee 3 7 8 9",
    "10204": "6 4 2 3 solo 4 | melee 3 4",
    "10205": "5 6 6 6 infantry 0 | long 3 7 7 5 | melee 5 5 4 3",
    "10206": "5 3 6 6 infantry 0 | melee 4 7 5 4",
    "10207": "6 4 2 3 solo 4 | melee 3 4",
    "10208": "5 4 5 7 infantry 0 | melee 3 6 5 4",
    "10209": "6 6 7 5 infantry 0 | short 4 7 6 4 | melee 4 6 4 3",
    "10210": "6 4 2 3 solo 4 | melee 3 4",
    "10212": "5 3 6 6 infantry 0 | melee 3 7 6 5",
    "10213": "5 3 5 8 cavalry 3 | melee 3 5 4",
    "10214": "5 4 6 6 infantry 0 | melee 4 7 6 5",
    "10215": "5 4 6 5 infantry 0 | melee 4 7 7 4",
    "10216": "5 5 6 6 infantry 0 | melee 3 7 6 5",
    "10217": "5 4 6 5 infantry 0 | melee 4 7 5 4",
    "10218": "6 5 5 7 infantry 0 | melee 3 7 5 4",
    "10219": "6 5 5 7 cavalry 3 | melee 3 6 8",
    "10220": "5 4 5 7 infantry 0 | melee 3 7 6 4",
    "10401": "5 5 7 5 infantry 0 | melee 3 7 6 4",
    "10402": "6 6 5 7 infantry 0 | long 3 4 4 4 | melee 3 6 6 4",
    "10403": "5 3 6 8 cavalry 3 | melee 3 6 5",
    "10404": "5 3 6 6 infantry 0 | melee 4 6 5 4",
    "10405": "6 5 7 6 infantry 0 | melee 3 7 6 5",
    "10406": "5 4 6 5 infantry 0 | melee 4 7 5 4",
    "10407": "5 5 7 6 infantry 0 | long 4 7 6 4 | melee 5 5 4 3",
    "10408": "6 5 7 6 cavalry 3 | melee 3 6 4",
    "10409": "6 4 5 7 infantry 0 | melee 3 7 6 4",
    "10410": "5 4 7 7 cavalry 3 | melee 3 7 4",
    "10411": "5 4 6 7 infantry 0 | melee 3 7 5 4",
    "10412": "5 5 6 7 infantry 0 | long 3 6 6 4 | melee 4 5 4 3",
    "10413": "6 3 6 6 warmachine 8 | melee 3 4",
    "10414": "5 5 7 5 infantry 0 | melee 3 7 5 4",
    "10415": "5 4 7 5 infantry 0 | melee 4 6 5 4",
}
"""The units of Season 6."""
OLD: Final = {
    "10105": "5 3 6 8 cavalry 3 | melee 3 6 4",
    "10206": "4 3 6 6 infantry 0 | melee 4 7 5 4",
    "10213": "5 3 5 8 cavalry 3 | melee 3 6 4",
    "10403": "5 3 6 8 cavalry 3 | melee 3 6 4",
    "10404": "4 3 6 6 infantry 0 | melee 4 6 5 4",
}
"""Those that differ in the 2021 edition."""
FILES: Final = {"infantry": 4, "cavalry": 2}
RANKS: Final = {"infantry": 3, "cavalry": 2}
FEWER: Final = {"10110": 2}
"""Ranks of a unit that has fewer than its tray takes."""
RANGES: Final = {"long": 12_000, "short": 6_000}
DEPTHS: Final = {"infantry": 4_800, "cavalry": 5_000, "solo-small": 2_760, "solo-large": 5_550}
"""Depths of trays in thousandths of an inch, as all lengths here."""
SHIFT: Final = 2_000
"""How far a unit may go before it shoots."""


class Weapon(NamedTuple):
    """An attack of a unit card."""

    kind: str
    hit: int
    dice: tuple[int, ...]


class Card(NamedTuple):
    """The numbers of a unit card."""

    speed: int
    defense: int
    morale: int
    cost: int
    tray: str
    wounds: int
    weapons: tuple[Weapon, ...]


def card(edition: Edition, id: str) -> Card:
    """Return what is printed on a card."""
    first, *others = (SIX if edition == SEASON_6 else SIX | OLD)[id].split(" | ")
    speed, defense, morale, cost, tray, wounds = first.split()
    weapons = []
    for other in others:
        kind, *numbers = other.split()
        hit, *dice = map(int, numbers)
        weapons.append(Weapon(kind, hit, tuple(dice)))
    return Card(int(speed), int(defense), int(morale), int(cost), tray, int(wounds), tuple(weapons))


EVERY: Final = [(edition, id) for edition in EDITIONS for id in SIX]
UNITS: Final = pytest.mark.parametrize(("edition", "id"), EVERY)
WEAPONS: Final = pytest.mark.parametrize(
    ("edition", "id", "weapon"),
    [(edition, id, weapon) for edition, id in EVERY for weapon in card(edition, id).weapons],
    ids=lambda given: given.kind if isinstance(given, Weapon) else given,
)
SHOTS: Final = pytest.mark.parametrize(
    ("edition", "id", "weapon"),
    [(edition, id, weapon) for edition, id in EVERY for weapon in card(edition, id).weapons if weapon.kind in RANGES],
    ids=lambda given: given.kind if isinstance(given, Weapon) else given,
)
FAR_OFF: Final = f"b {GUARDSMEN} 44 44 180"


def ready(match: Match[State]) -> Match[State]:
    """Use no Order and no free maneuver before the action of the first unit."""
    while next(iter(match.asking.values())).kind in ("window", "may"):
        play(match, "a: pass")
    return match


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tables_have_every_unit_and_its_cost(edition: Edition) -> None:
    assert {id: unit.cost or 0 for id, unit in components(edition).units.items()} == {
        id: card(edition, id).cost for id in SIX
    }


@rule("icefire:card.1", "icefire:maneuver.3", "icefire:march.2")
@UNITS
def test_a_unit_goes_as_far_as_its_speed_and_marches_twice_as_far(edition: Edition, id: str) -> None:
    speed = card(edition, id).speed * 1_000
    match = ready(scene(f"a {id} 24 10 0", FAR_OFF, edition=edition))
    maneuver, march = play(match.clone(), "a: take maneuver"), play(match, "a: take march")
    ready(maneuver)
    ready(march)
    assert refused(maneuver, f"a: maneuver 0 {speed + 1} 0").rule == "icefire:card.1"
    play(maneuver, f"a: maneuver 0 {speed} 0")
    assert maneuver.state.pose[0] == Pose(24_000, 10_000 + speed, 0)
    assert refused(march, f"a: march {2 * speed + 1} 0").rule == "icefire:card.1"
    play(march, f"a: march {2 * speed} 0")
    assert march.state.pose[0] == Pose(24_000, 10_000 + 2 * speed, 0)


@rule("icefire:ranged.2", "icefire:ranged.7", "icefire:ranged.9", "icefire:ruling.9")
@SHOTS
def test_a_shot_reaches_its_range_after_the_shift_and_no_further(edition: Edition, id: str, weapon: Weapon) -> None:
    depth = DEPTHS[components(edition).units[id].tray]
    for beyond in (0, 1):
        there = (10_000 + depth / 2 + RANGES[weapon.kind] + SHIFT + beyond + 2_400) / 1_000
        match = ready(scene(f"a {id} 24 10 0", f"b {GUARDSMEN} 24 {there} 180", edition=edition))
        assert ("take ranged" in offered(match)) is not beyond


@rule("icefire:card.6", "icefire:resolve.2", "icefire:units.17", "icefire:wounds.1")
@WEAPONS
def test_a_rank_rolls_its_dice_down_to_its_last_wound(edition: Edition, id: str, weapon: Weapon) -> None:
    """A solo unit has one rank; the Wounds of a cavalry card are those of a model."""
    printed = card(edition, id)
    ranks = FEWER.get(id, RANKS.get(printed.tray, 1))
    rank = FILES.get(printed.tray, 1) * (printed.wounds or 1)
    full = full_health(components(edition).units[id])
    assert full == ranks * rank
    for wounds in range(1, full + 1):
        state = laid(f"a {id} 24 20 0 | {wounds}", FAR_OFF, edition=edition)
        kind = "melee" if weapon.kind == "melee" else "ranged"
        attack = attack_of(state, 0, kind)
        assert attack is not None
        lost = ranks - -(-wounds // rank)
        assert dice_of(state, Fight(0, 1, kind), attack) == weapon.dice[min(lost, len(weapon.dice) - 1)]


@rule("icefire:card.5", "icefire:resolve.3", "icefire:resolve.4")
@WEAPONS
def test_a_die_hits_from_its_number_on(edition: Edition, id: str, weapon: Weapon) -> None:
    attack = attack_of(laid(f"a {id} 24 20 0", FAR_OFF, edition=edition), 0, weapon.kind)
    assert attack is not None
    assert [count_hits([die], attack, 0) for die in range(2, 7)] == [int(die >= weapon.hit) for die in range(2, 7)]


@rule("icefire:card.2", "icefire:card.3", "icefire:morale.2", "icefire:resolve.8")
@UNITS
def test_a_die_blocks_and_a_test_passes_from_their_numbers_on(edition: Edition, id: str) -> None:
    printed = card(edition, id)
    state = laid(f"a {id} 24 20 0", FAR_OFF, edition=edition)
    defense = components(edition).units[id].defense
    faces = range(2, 7)
    assert [count_blocked([die], defense, 0) for die in faces] == [int(die >= printed.defense) for die in faces]
    for total in range(3, 12):
        test = Test(0, "morale", 1)
        test.dice = [total - min(total - 1, 6), min(total - 1, 6)]
        assert passes(state, test, 0) is (total >= printed.morale)
