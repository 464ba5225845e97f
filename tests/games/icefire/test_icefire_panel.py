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
from banneret.games.icefire.events.round import ActionTaken, RoundBegan, UnitActivated
from banneret.games.icefire.events.tokens import ConditionGained, WoundsSuffered
from banneret.games.icefire.show.panel import panel
from banneret.kernel.events import Event
from banneret.show.panels import Cell, Panel
from banneret.text.message import msg
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


def test_an_attack_of_an_earlier_round_is_not_shown() -> None:
    assert shown(*ATTACK).lines
    assert panel(start(), list(enumerate([*ATTACK, RoundBegan(round=2)]))) is None


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
    attack = Cell(dice=("1", "4", "6"), misses=(0,), text=msg("panel.hits", number=2))
    assert lines["panel.attack-dice"] == (attack, nothing)
    again = Cell(dice=("1", "2", "6"), misses=(0, 1), text=msg("panel.hits", number=1))
    assert lines["panel.again"] == (again, nothing)
    defense = Cell(dice=("3",), misses=(0,), text=msg("panel.blocks", number=0))
    assert lines["panel.defense-dice"] == (nothing, defense)
    assert lines["panel.panic"] == (nothing, Cell(dice=("2", "2", "3"), text=msg("panel.failed-test")))
    assert lines["panel.modifier"] == (nothing, Cell(number=-1))
    assert lines["panel.wounds"] == (nothing, Cell(number=1))


def test_sixes_always_succeed_and_ones_never_and_tests_have_no_misses() -> None:
    """After Wounds, a re-roll is one of a test, even if it has as many dice as the defense."""
    told: list[Event] = [
        AttackRolled(attacker="a1", dice=(1, 2, 6), hits_on=1),
        DefenseRolled(defender="b1", dice=(1, 5, 6), saves_on=6),
        WoundsSuffered(unit="b1", wounds=2, left=10),
        DiceRerolled(player="a", number=1, dice=(1, 1, 2)),
    ]
    attack, defense, _, again = [line for line in shown(ATTACK[0], *told).lines if line.label.id != "name.melee"]
    assert attack.label == msg("panel.attack-dice", needed=2)
    assert attack.cells[0].misses == (0,)
    assert defense.cells[1].misses == (0, 1)
    assert again.cells == (Cell(), Cell(dice=("1", "1", "2")))


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
