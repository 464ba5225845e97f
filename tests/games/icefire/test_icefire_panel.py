"""The panel of an attack: it grows step by step, and shows what was rolled."""

from banneret.games.icefire.content.languages import catalogue
from banneret.games.icefire.events.attacks import (
    AttackBegan,
    AttackEnded,
    AttackRolled,
    DefenseRolled,
    DiceRerolled,
    TestRolled,
)
from banneret.games.icefire.events.moves import ChargeDeclared, ChargeEnded, DistanceRolled
from banneret.games.icefire.events.round import ActionTaken, UnitActivated
from banneret.games.icefire.events.tokens import ConditionGained, WoundsSuffered
from banneret.games.icefire.show.panel import panel
from banneret.kernel.events import Event
from banneret.show.panels import Cell, Panel
from tests.games.icefire.test_icefire_draw import start

ATTACK: list[Event] = [
    AttackBegan(attacker="a1", defender="b1", kind="melee", arc="flank"),
    AttackRolled(attacker="a1", dice=(1, 4, 6), hits_on=4),
    DiceRerolled(player="b", number=1, dice=(1, 2, 6)),
    DefenseRolled(defender="b1", dice=(3,), saves_on=5),
    WoundsSuffered(unit="b1", wounds=1, left=11),
    TestRolled(unit="b1", kind="panic", dice=(2, 2, 3), modifier=-1, needed=7, passed=False),
    AttackEnded(attacker="a1", defender="b1", wounds=1),
]
CHARGE: list[Event] = [
    ChargeDeclared(unit="a1", target="b1", arc="front"),
    DistanceRolled(unit="a1", roll=4, distance=9_000),
    ChargeEnded(unit="a1", target="b1", success=True),
]


def shown(*told: Event) -> Panel:
    found = panel(start(), list(enumerate(told)))
    assert found is not None
    return found


def labels(found: Panel) -> list[str]:
    return [line.label.id for line in found.lines]


def test_without_an_attack_there_is_no_panel() -> None:
    assert panel(start(), []) is None
    assert panel(start(), [(0, UnitActivated(unit="a1"))]) is None


def test_it_grows_line_by_line_and_keeps_its_id() -> None:
    sizes = []
    for end in range(1, len(ATTACK) + 1):
        found = shown(UnitActivated(unit="a1"), *ATTACK[:end])
        assert found.id == "attack-1"
        sizes.append(len(found.lines))
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == len(sizes)


def test_each_side_shows_the_card_of_its_unit() -> None:
    cards = {unit.id: unit.card for unit in start().units}
    assert cards["a1"] != cards["b1"]
    assert shown(*ATTACK).cards == (cards["a1"], cards["b1"])
    assert shown(*CHARGE).cards == (cards["a1"], cards["b1"])


def test_dice_stand_on_the_side_of_who_rolls_them() -> None:
    found = shown(*ATTACK)
    assert found.sides == ("a", "b")
    nothing = Cell()
    lines = {line.label.id: line.cells for line in found.lines}
    assert lines["panel.attack-dice"] == (Cell(dice=("1", "4", "6")), nothing)
    assert lines["panel.again"] == (Cell(dice=("1", "2", "6")), nothing)
    assert lines["panel.defense-dice"] == (nothing, Cell(dice=("3",)))
    assert lines["name.panic"] == (nothing, Cell(dice=("2", "2", "3")))
    assert lines["panel.failed-test"] == (nothing, Cell(number=-1))
    assert lines["panel.wounds"] == (nothing, Cell(number=1))


def test_a_charge_is_part_of_its_attack() -> None:
    found = shown(*CHARGE, *ATTACK)
    assert found.title.id == "panel.charge"
    assert labels(found)[:3] == ["name.charge", "panel.distance", "panel.contact"]
    assert "panel.attack-dice" in labels(found)
    failed = shown(*CHARGE[:2], ChargeEnded(unit="a1", target="b1", success=False))
    assert labels(failed)[-1] == "panel.failed"


def test_what_comes_after_is_no_part_of_it() -> None:
    found = shown(*ATTACK, ActionTaken(unit="b1", action="melee"), ConditionGained(unit="b1", condition="weakened"))
    assert found == shown(*ATTACK)
    assert shown(*ATTACK, *CHARGE).id == f"attack-{len(ATTACK)}"


def test_every_line_has_its_words_and_its_rule() -> None:
    for language in ("en", "de", "hu"):
        texts = catalogue(language)
        for line in shown(*CHARGE, *ATTACK).lines:
            assert line.label.id in texts
            assert line.rule.startswith("icefire:")
