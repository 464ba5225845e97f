"""The panel of an attack: it grows step by step, and shows what was rolled."""

from banneret.games.runewars.events.cards import SurgesSpent
from banneret.games.runewars.events.combat import (
    AttackBegan,
    AttackCanceled,
    AttackEnded,
    DiceRerolled,
    DiceRolled,
    HitsSpent,
    IconsAdded,
    IconsCounted,
    IconsRemoved,
    MoraleDrawn,
    MoraleResolved,
    MoraleTested,
    TraysLost,
)
from banneret.games.runewars.events.course import InitiativeCalled, RoundBegan, ToolRevealed
from banneret.games.runewars.events.moves import UnitMoved
from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.show.panel import panel
from banneret.kernel.events import Event
from banneret.show.panels import Cell, Panel
from banneret.text.catalogue import LANGUAGES
from tests.games.runewars.test_runewars_draw import midway

REVEALED = ToolRevealed(unit="a1", action="melee-attack-yellow-3", modifier="blank")
BEGAN = AttackBegan(attacker="a1", defender="b1", kind="melee", edge="front", flanking=True)
ATTACK: list[Event] = [
    BEGAN,
    DiceRolled(unit="a1", dice=("red-hit", "blue-blank")),
    DiceRerolled(unit="a1", again=("blue-blank",), dice=("red-hit", "blue-hit-surge"), rule="rw:7.4a"),
    IconsAdded(unit="a1", icons=("hit",), rule="rw:80.0"),
    IconsRemoved(unit="a1", icons=("surge",), rule="rw:golden.2"),
    IconsCounted(unit="a1", icons={"hit": 3, "surge": 1}),
    SurgesSpent(unit="a1", ability="add-hit", surges=1),
    HitsSpent(unit="a1", hits=3, threat=2, damage=6),
    TraysLost(unit="b1", trays=("1-2", "2-2")),
    MoraleTested(unit="b1", severity=2),
    MoraleDrawn(unit="b1", cards=("disarray", "betrayal")),
    MoraleResolved(unit="b1", card="disarray"),
    AttackEnded(attacker="a1", defender="b1", wounds=6, trays=2),
]


def shown(*told: Event) -> Panel:
    found = panel(midway(), list(enumerate(told)))
    assert found is not None
    return found


def test_without_an_attack_there_is_no_panel() -> None:
    assert panel(midway(), []) is None
    assert panel(midway(), [(0, REVEALED)]) is None


def test_an_attack_of_an_earlier_round_is_not_shown() -> None:
    assert panel(midway(), list(enumerate([*ATTACK, RoundBegan(round=2)]))) is None


def test_it_grows_line_by_line_and_keeps_its_id() -> None:
    sizes = []
    for end in range(1, len(ATTACK) + 1):
        found = shown(REVEALED, *ATTACK[:end])
        assert found.id == "attack-1"
        assert found.over == (end == len(ATTACK))
        sizes.append(len(found.lines))
    assert sizes == sorted(set(sizes))


def test_each_side_shows_the_card_of_its_unit() -> None:
    cards = {unit.id: unit.card for unit in midway().units}
    assert shown(*ATTACK).cards == (cards["a1"], cards["b1"])


def test_dice_icons_and_losses_stand_on_the_side_they_belong_to() -> None:
    found = shown(*ATTACK)
    assert found.sides == ("a", "b")
    nothing = Cell()
    lines = {line.label.id: line.cells for line in found.lines}
    assert lines["panel.rolled"] == (Cell(dice=("red-hit", "blue-blank")), nothing)
    assert lines["panel.rerolled"] == (Cell(dice=("red-hit", "blue-hit-surge")), nothing)
    assert lines["panel.icons"] == (Cell(dice=("hit", "hit", "hit", "surge")), nothing)
    assert lines["panel.damage"] == (Cell(number=6), nothing)
    assert lines["panel.trays-lost"] == (nothing, Cell(number=2))
    assert lines["panel.severity"] == (nothing, Cell(number=2))
    assert lines["panel.morale"] == (nothing, Cell(cards=("disarray",)))
    assert lines["panel.wounds"] == (nothing, Cell(number=6))
    assert lines["event.surges"] == ()
    assert lines["panel.flanking"] == ()


def test_no_card_can_be_resolved_and_no_die_may_be_left() -> None:
    lines = shown(BEGAN, MoraleResolved(unit="b1", card=None)).lines
    assert lines[-1].cells == (Cell(), Cell())
    assert shown(BEGAN, AttackCanceled(attacker="a1", defender="b1")).lines[-1].label.id == "panel.canceled"


def test_what_comes_after_is_no_part_of_it() -> None:
    found = shown(*ATTACK)
    later = shown(*ATTACK, InitiativeCalled(initiative=5), IconsAdded(unit="b1", icons=("hit",), rule="rw:80.0"))
    assert later == found
    moved = UnitMoved(unit="a1", x=1, y=1, heading=0, rule="rw:53.0")
    assert shown(*ATTACK[:3], moved).lines == shown(*ATTACK[:3]).lines


def test_every_line_has_its_words_and_its_rule() -> None:
    for language in LANGUAGES:
        texts = catalogue(language)
        for line in shown(*ATTACK).lines:
            assert line.label.id in texts
            assert line.rule.startswith("rw:")
            for cell in line.cells:
                assert {name for name in (*cell.dice, *cell.cards) if f"name.{name}" not in texts} == set()
