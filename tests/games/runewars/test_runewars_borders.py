"""Each limit of Runewars on both sides of its border: the last that is allowed, the first that is not.

The numbers are those of the printed cards and command tools: a wrong one in the data fails here, too.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from banneret.games.runewars.army.lists import ArmyList, FieldedUnit, check_list
from banneret.games.runewars.content.components import Action, ActionSector, ModifierSector, components
from banneret.games.runewars.effects.surges import usable
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.rules.damage.wounds import current_defense, suffer_damage, suffer_wounds
from banneret.games.runewars.rules.movement.marches import march_or_shift, ways_of
from banneret.games.runewars.units.movement import Way
from banneret.kernel.choosers import Options
from banneret.kernel.flow import Flow, Question
from tests.games.runewars.cards import assault
from tests.games.runewars.field import field
from tests.games.runewars.printed import ACTIONS, CARDS, COSTS, MODIFIERS, SURGES

rule = pytest.mark.rule

TRAY: Final = 1000
LONGEST: Final = 4
"""The highest speed of a template."""
FORMATIONS: Final = [
    (id, row.partition(":")[0], int(row.partition(":")[2]))
    for id, card in CARDS.items()
    for row in card.split(" | ")[1].split()
]
PLAIN: Final = [id for id, card in CARDS.items() if card.split()[0].isdecimal()]
"""Units whose defense does not depend on runes."""
MOVES: Final = sorted(
    {
        (id, sector.partition(":")[0], int(sector.partition(":")[2].partition("@")[0]))
        for id, dial in ACTIONS.items()
        for sector in dial.split()
        if ":" in sector and sector.partition(":")[2].partition("@")[0].isdecimal()
    }
)


def first(flow: Flow[Any]) -> Any:
    """Return what a flow returns, with the first option as every answer."""
    try:
        request = next(flow)
        while True:
            assert isinstance(request, Question)
            request = flow.send(Options(request.chooser)[0])
    except StopIteration as stop:
        return stop.value


def smallest(id: str, *, player: str = "a") -> str:
    """Return a unit in its first formation, far from everything."""
    formation = CARDS[id].split(" | ")[1].partition(":")[0]
    return f"{player} {id} {formation} 9000 {5000 if player == 'a' else 13000} {0 if player == 'a' else 18000}"


def alone(id: str) -> Runewars:
    return field(smallest(id), smallest("spearmen", player="b"))


def of_action(sector: ActionSector) -> str:
    if sector.action is None:
        return "blank" if sector.initiative is None else f"blank@{sector.initiative}"
    return f"{sector.action}{'' if sector.speed is None else f':{sector.speed}'}@{sector.initiative}"


def of_modifier(sector: ModifierSector) -> str:
    if sector.modifier is None:
        return "blank"
    number = sector.speed if sector.modifier != "bonus-action" else None
    number = sector.defend if number is None else number
    return sector.modifier if number is None else f"{sector.modifier}:{number}"


def test_the_tables_have_every_card_and_command_tool() -> None:
    found = components()
    assert {id: f"{unit.defense} {unit.wounds}" for id, unit in found.units.items()} == {
        id: card.partition(" |")[0] for id, card in CARDS.items()
    }
    fielded = [unit for unit in found.fielded() if not unit.assumed]
    assert {unit.id: " ".join(map(of_action, unit.actions)) for unit in fielded} == ACTIONS
    assert {unit.id: " ".join(map(of_modifier, unit.modifiers)) for unit in fielded} == MODIFIERS
    assert {id: card.cost for id, card in found.upgrades.items() if card.cost is not None} == COSTS
    needed = {
        id: [ability for ability in unit.abilities if ability.cost is not None] for id, unit in found.units.items()
    }
    assert {
        id: " ".join(f"{one.cost}{'+' if one.variable else ''}" for one in abilities)
        for id, abilities in needed.items()
        if abilities
    } == SURGES


@rule("rw:7.6", "rw:31.1", "rw:31.3")
@pytest.mark.parametrize("id", SURGES)
def test_an_ability_needs_its_surges_and_no_more(id: str) -> None:
    """Abilities that nothing else forbids in this attack."""
    formation = CARDS[id].split(" | ")[1].partition(":")[0]
    depth = int(formation[-1])
    game = field(f"a {id} {formation} 9000 9000 0", f"b spearmen 2x1 9000 {9500 + 500 * depth} 18000")
    abilities = [ability for ability in components().units[id].abilities if ability.cost is not None]
    for ability, least in zip(abilities, SURGES[id].split(), strict=True):
        found = []
        for surges in (9, int(least.removesuffix("+")), int(least.removesuffix("+")) - 1):
            strike = assault(game)
            strike.icons["surge"] = surges
            found.append(ability.id in usable(game.state, strike))
        assert found in ([True, True, False], [False, False, False])


@rule("rw:army.1", "rw:army.3")
@pytest.mark.parametrize(("id", "formation", "cost"), FORMATIONS)
def test_an_army_of_one_unit_needs_its_cost_and_not_a_point_more(id: str, formation: str, cost: int) -> None:
    faction = components().faction[id]
    assert faction is not None
    unit = FieldedUnit(unit=id, formation=formation)
    found = [check_list(ArmyList(faction=faction, points=points, units=(unit,))) for points in (cost, cost - 1)]
    assert [any(fault.message.id == "fault.points" for fault in faults) for faults in found] == [False, True]


@rule("rw:22.1", "rw:23.1", "rw:53.1")
@pytest.mark.parametrize(("id", "action", "speed"), MOVES)
def test_a_unit_moves_as_many_trays_as_its_dial_says(id: str, action: Action, speed: int) -> None:
    """The speed is that of the data, the distance that of the printed dial."""
    numbers = [number for number, sector in enumerate(ACTIONS[id].split()) if sector.startswith(f"{action}:{speed}@")]
    for number in numbers:
        sector = components().units[id].actions[number]
        game = alone(id)
        assert sector.speed is not None
        assert ways_of(game.state, 0, action, sector.speed, None) == (Way("straight", speed),)
        first(march_or_shift(game, 0, action, sector.speed))
        assert game.state.poses[0] == (9000, 5000 + speed * TRAY, 0)


@rule("rw:43.0", "rw:43.1", "rw:43.3", "rw:23.2c")
@pytest.mark.parametrize("id", MODIFIERS)
def test_a_modifier_changes_the_speed_by_its_number(id: str) -> None:
    game = alone(id)
    for number, sector in enumerate(MODIFIERS[id].split()):
        name, _, change = sector.partition(":")
        if name not in ("turn", "wheel", "charge", "turning-charge") or change in ("stable", "unstable", "natural"):
            continue
        highest = 3 if name == "wheel" else LONGEST
        for speed in range(1, LONGEST + 1):
            ways = ways_of(game.state, 0, "march", speed, components().units[id].modifiers[number])
            left = min(highest, speed + int(change))
            assert [way.speed for way in ways] == ([left] if left > 0 else [])


@rule("rw:83.1", "rw:66.1", "rw:66.2")
@pytest.mark.parametrize("id", PLAIN)
def test_damage_as_high_as_the_defense_makes_a_wound_and_less_none(id: str) -> None:
    defense = int(CARDS[id].split()[0])
    game = alone(id)
    assert current_defense(game.state, 0) == defense
    assert first(suffer_damage(game, 0, defense - 1)) == 0
    assert first(suffer_damage(game, 0, defense)) == 1
    assert first(suffer_damage(game, 0, defense)) == 1


@rule("rw:87.2", "rw:87.3", "rw:87.4")
@pytest.mark.parametrize("id", CARDS)
def test_a_figure_falls_with_the_last_of_its_wounds(id: str) -> None:
    wounds = int(CARDS[id].split()[1])
    for left, number in ((0, wounds - 1), (1, wounds)):
        game = alone(id)
        before = len(game.state.figures[0])
        first(suffer_wounds(game, 0, number))
        assert before - len(game.state.figures[0]) == left
