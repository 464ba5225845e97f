"""A combat as a panel that grows with its steps, and plans drawn before they are carried out."""

from __future__ import annotations

from typing import Any

from banneret.games.thrones.events.action import RoundBegan
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.games.thrones.show.drawing.preview import preview
from banneret.kernel.match import Match
from banneret.kernel.notation import write
from banneret.show.panels import Line, Panel
from banneret.show.showing import showing_of
from tests.games.thrones.fights import cards, fight, stack
from tests.games.thrones.scene import play, scene

FIVE = ("greyjoy", "stark", "lannister", "baratheon", "tyrell")


def panel_of(match: Match[Any]) -> Panel:
    found = showing_of(match.rulebook).panel(match.view(None).game, match.events_for(None))
    assert found is not None
    return found


def numbers(panel: Panel) -> dict[str, tuple[int | None, ...]]:
    return {line.label.id: tuple(cell.number for cell in line.cells) for line in panel.lines if line.cells}


def figures(line: Line) -> list[dict[str, int]]:
    return [{item.glyph: item.count for item in cell.items} for cell in line.cells]


def test_a_panel_grows_as_the_combat_goes_on_and_its_numbers_add_up() -> None:
    match = fight(
        "kings-landing",
        "kingswood",
        {
            "kings-landing": stack("tyrell", "march-plus-one", footman=1, knight=1),
            "kingswood": stack("lannister", "defense-plus-one", footman=2),
            "storms-end": stack("lannister", "support-zero", footman=1),
        },
        houses=FIVE,
    )
    began = panel_of(match)
    assert began.sides == ("tyrell", "lannister")
    assert [line.label.id for line in began.lines] == ["panel.units"]
    assert figures(began.lines[0]) == [{"tyrell:footman": 1, "tyrell:knight": 1}, {"lannister:footman": 2}]
    assert not began.over
    play(match, "lannister: support storms-end defender")
    before = panel_of(match)
    assert numbers(before) == {
        "panel.units": (3, 2),
        "panel.support": (None, 1),
        "panel.orders": (1, 1),
        "panel.initial": (4, 4),
    }
    lines = {line.label.id: line for line in before.lines}
    assert figures(lines["panel.units"]) == figures(began.lines[0])
    assert figures(lines["panel.support"]) == [{}, {"lannister": 1}]
    assert figures(lines["panel.orders"]) == [{"march-plus-one": 1}, {"defense-plus-one": 1}]
    assert {label for label, line in lines.items() if line.adds} == {"panel.support", "panel.orders"}
    cards(match, "lannister: ser-kevan-lannister", "tyrell: alester-florent")
    after = panel_of(match)
    assert after.id == began.id
    assert after.lines[: len(before.lines)] == before.lines
    assert numbers(after)["panel.cards"] == (1, 1)
    (shown,) = [line for line in after.lines if line.label.id == "panel.cards"]
    assert [cell.cards for cell in shown.cells] == [("alester-florent",), ("ser-kevan-lannister",)]
    assert numbers(after)["panel.result"] == (5, 5)
    assert "panel.texts" not in numbers(after)
    rules = ThronesRulebook().rules()
    assert all(line.rule in rules for line in after.lines)


def test_what_the_texts_of_cards_change_stands_in_a_line_of_its_own() -> None:
    match = fight(
        "kings-landing",
        "kingswood",
        {
            "kings-landing": stack("lannister", "march-zero", footman=2),
            "kingswood": stack("tyrell", "defense-plus-one", knight=1),
        },
        houses=FIVE,
    )
    cards(match, "lannister: ser-kevan-lannister", "tyrell: alester-florent")
    found = numbers(panel_of(match))
    assert found["panel.texts"] == (2, None)
    assert found["panel.result"] == (2 + 1 + 2, 2 + 1 + 1)


def test_a_combat_of_an_earlier_round_is_not_shown() -> None:
    areas = {
        "kings-landing": stack("tyrell", "march-plus-one", footman=1, knight=1),
        "kingswood": stack("lannister", "defense-plus-one", footman=2),
    }
    match = fight("kings-landing", "kingswood", areas, houses=FIVE)
    log = match.events_for(None)
    assert panel_of(match).lines
    later = [*log, (len(log), RoundBegan(round=2))]
    assert showing_of(match.rulebook).panel(match.view(None).game, later) is None


def test_without_a_combat_there_is_no_panel() -> None:
    match = fight("kings-landing", "kingswood", {"kings-landing": stack("tyrell", "march-zero", footman=1)})
    assert showing_of(ThronesRulebook()).panel(match.view(None).game, []) is None


def test_the_groups_of_a_march_are_staged_and_drawn_before_they_go() -> None:
    areas = {"winterfell": {"house": "stark", "units": {"footman": 1, "knight": 1}, "order": "march-zero"}}
    match = scene(areas=areas)
    seat = match.state.houses.index("stark")
    assert match.asking[seat].chooser.staged() == ()
    play(match, "stark: march winterfell: footman > karhold")
    (group,) = match.asking[seat].chooser.staged()
    assert write(group) == "march winterfell: footman > karhold"
    view = match.view({seat}).game
    assert view.areas["winterfell"].units == {"footman": 1, "knight": 1}
    assert preview(view, []) == ""
    one = preview(view, [group])
    assert showing_of(match.rulebook).preview(view, [group], "de") == one
    _, other = match.judge(seat, "march winterfell: knight > white-harbor")
    both = preview(view, [group, other])
    assert one.startswith('<g class="preview"')
    assert both.count("s-blood") == 2 * one.count("s-blood") > 0
