"""The panels beside the board: morale, Houses, commanders, hands, decks, the turn, and how to win."""

from __future__ import annotations

from typing import TypeVar

import msgspec
import pytest

from banneret.games.battles.actions import Attack, MoveUnit
from banneret.games.battles.content.components import BOX, COMMANDERS
from banneret.games.battles.content.languages import catalogue
from banneret.games.battles.content.scenario_file import SCENARIOS, scenario
from banneret.games.battles.show.panels import panels
from banneret.games.battles.view import BattlesView, CommanderView, MusterView, UnitLeftView
from banneret.kernel.questions import Done
from banneret.show.panels import CountersPanel, DeckPanel, HandPanel, TablePanel, TrackPanel, items_of, things_of
from banneret.show.showing import showing_of
from banneret.show.things import Things
from banneret.text.message import Message, msg
from tests.games.battles.scene import BOOK, GUARD, HOST, RIDERS, play, scene
from tests.games.battles.test_battles_draw import fight, start, turn

NOBODY: frozenset[int] = frozenset()
P = TypeVar("P", bound=TablePanel)


def panel(view: BattlesView, id: str, kind: type[P], seats: frozenset[int] = NOBODY) -> P:
    """Return a panel of a view."""
    found = next(one for one in panels(view, seats) if one.id == id)
    assert isinstance(found, kind)
    return found


def told(*messages: Message) -> str:
    """Return messages in English."""
    return "; ".join(map(catalogue("en").render, messages))


@pytest.mark.parametrize(("morale", "house", "slot"), [(5, "Stark", 6), (-8, "Lannister", 19)])
def test_the_morale_track_marks_the_space_and_its_house(morale: int, house: str, slot: int) -> None:
    found = panel(msgspec.structs.replace(start(), morale=morale), "track:morale", TrackPanel)
    assert [number for number, one in enumerate(found.slots) if one.now] == [slot]
    assert house in told(*found.notes)
    assert str(abs(morale)) in told(*found.notes)
    assert len(found.slots) == 2 * BOX.track.end + 1
    assert [one.items[0].glyph for one in found.slots if one.items] == ["stark", "lannister"]
    assert {one.tone for one in found.slots} == {"plain", "green", "yellow", "red"}


def test_a_segment_ends_with_rout_or_with_eleven() -> None:
    assert "R" in {one.label for one in panel(start("waystone"), "track:morale", TrackPanel).slots}
    assert "11" in {one.label for one in panel(start("millers-fords"), "track:morale", TrackPanel).slots}


def test_cards_in_a_hand_are_shown_to_those_who_know_them_alone() -> None:
    own, enemy = (panel(start(), f"hand:{house}", HandPanel) for house in ("stark", "lannister"))
    assert [item.thing for item in own.cards] == ["card:sl01", "card:sl16"]
    assert [item.thing for item in enemy.cards] == ["back:lannister:0", "back:lannister:1", "back:lannister:2"]
    assert {item.card for item in enemy.cards} == {""}
    deck = panel(start(), "deck:stark", DeckPanel)
    assert (deck.count, [item.card for item in deck.discards]) == (17, ["sl02"])


def test_tokens_in_the_own_pool_can_be_picked() -> None:
    things = things_of(panels(start(), frozenset({0})))
    assert {"token:green", "token:valor"} <= things.keys()
    assert "token:morale" not in things
    assert {"token:green", "token:valor", "token:morale"} <= things_of(panels(start(), NOBODY)).keys()
    rows = panel(start(), "counters:houses", CountersPanel).rows
    assert [(item.glyph, item.count) for item in rows[0].items] == [("green", 2), ("valor", 1)]
    assert "1 counted" in told(*rows[0].items[0].notes)


def test_a_turn_and_its_attack_are_shown() -> None:
    found = panel(msgspec.structs.replace(start(), turn=turn(), fight=fight()), "counters:turn", CountersPanel)
    said = told(*(item.name for item in items_of(found)), *(note for row in found.rows for note in row.notes))
    for part in ("Stark", "Unanswered Blow", "Maege Mormont", "g2", "h3", "2 hits", "flanking"):
        assert part in said
    assert [item.glyph for item in found.rows[1].items] == ["green", "valor", "morale"]
    assert not [one for one in panels(start(), NOBODY) if one.id == "counters:turn"]


def test_a_forfeited_house_is_told() -> None:
    rows = panel(msgspec.structs.replace(start(), forfeited=("stark",)), "counters:houses", CountersPanel).rows
    assert "gave up" in told(*rows[0].notes)


def test_a_captured_commander_is_out_of_play() -> None:
    view = start()
    stark = view.houses["stark"]
    gone = msgspec.structs.replace(stark.commanders[0], hex=None)
    house = msgspec.structs.replace(stark, commanders=(gone, *stark.commanders[1:]))
    found = panel(
        msgspec.structs.replace(view, houses=view.houses | {"stark": house}), "counters:commanders", CountersPanel
    )
    owner = found.rows[0].owner
    assert owner is not None
    assert (owner.thing, owner.condition) == ("commander:maege-mormont", "gone")
    assert "captured" in told(*found.rows[0].notes)


def test_every_commander_has_tokens_and_a_limit() -> None:
    view = start()
    for id in COMMANDERS:
        shown = CommanderView(id=id, hex="a1", tokens=1, committed=True)
        house = msgspec.structs.replace(view.houses["stark"], commanders=(shown,))
        row = panel(
            msgspec.structs.replace(view, houses=view.houses | {"stark": house}), "counters:commanders", CountersPanel
        ).rows[0]
        assert (row.counters[0].value, row.counters[0].limit) == ("1", f"{BOX.commander[id].command_limit}")
        assert {"a1", "committed"} <= set(told(*row.notes).split("; "))


def test_each_kind_of_victory_and_points_is_told() -> None:
    for id in SCENARIOS:
        plan = scenario(id)
        rows = panel(start(id), "aims", CountersPanel).rows
        routs = [plan.morale.stark, plan.morale.lannister].count("rout")
        assert len(rows) == 1 + len(plan.scoring) + len(plan.immediate) + routs
        assert "drawing." not in told(*(note for row in rows for note in row.notes))


def test_what_is_still_to_be_placed_before_a_skirmish_is_shown() -> None:
    waiting = (
        UnitLeftView(unit="war-host-of-the-north", rank="green", commander=None),
        UnitLeftView(unit="northmen-archers", rank="blue", commander=None),
    )
    left = MusterView(commanders=("robb",), units=waiting, pieces=("any",))
    done = MusterView(commanders=("robb",), units=(), pieces=())
    view = msgspec.structs.replace(start(), muster={"stark": left, "lannister": done})
    found = panel(view, "muster:stark", HandPanel)
    assert [item.card for item in found.cards] == ["war-host-of-the-north", "northmen-archers", ""]
    assert "2 units" in told(found.title)
    assert not [one for one in panels(view, NOBODY) if one.id == "muster:lannister"]


def test_an_answer_that_names_a_hex_says_which_unit_is_there() -> None:
    tokens = {"stark": {"green": 1, "valor": 2}}
    match = scene(f"c3 {RIDERS} green", f"d3 {HOST} blue", f"c6 {GUARD} green", tokens=tokens)
    seat, ask = next(iter(match.asking.items()))
    view = BOOK.view(match.state, frozenset((seat,)))
    showing = showing_of(BOOK)
    hexes = {action.hex: showing.label(view, ask, action) for action in ask.options if getattr(action, "hex", None)}
    units = {unit.hex: unit.unit for unit in view.units}
    assert hexes
    assert all(label == Message("label.unit", {"unit": units[hex]}) for hex, label in hexes.items())
    assert all(showing.label(view, ask, action) is None for action in ask.options if not getattr(action, "hex", None))


def test_a_move_is_labelled_with_its_unit_from_where_to_where() -> None:
    match = scene(f"d4 {HOST} blue", f"c6 {GUARD} green", tokens={"stark": {"blue": 1}}, hands={"stark": ["sl01"]})
    play(match, "stark: order blue d4")
    (ask,) = match.asking.values()
    view, showing = BOOK.view(match.state, frozenset((0,))), showing_of(BOOK)
    moves = [action for action in ask.options if isinstance(action, MoveUnit)]
    assert moves
    for move in moves:
        assert showing.label(view, ask, move) == msg("label.move", unit=HOST, hex="d4", target=move.target)


def test_an_attack_is_labelled_with_both_units_and_what_ends_a_question_with_its_meaning() -> None:
    match = scene(f"d4 {HOST} blue", f"e4 {GUARD} green", tokens={"stark": {"blue": 1}}, hands={"stark": ["sl01"]})
    play(match, "stark: order blue d4", "stark: done")
    (ask,) = match.asking.values()
    view, showing = BOOK.view(match.state, frozenset((0,))), showing_of(BOOK)
    attack = next(action for action in ask.options if isinstance(action, Attack))
    said = msg("label.attack", unit=HOST, hex="d4", enemy=GUARD, target="e4")
    assert showing.label(view, ask, attack) == said
    assert showing.label(view, ask, Done()) == Message("label.end.attack", {})
    option = Things(BOOK, view).option(ask, Done())
    assert option.line(BOOK.catalogue()) == "No more attacks"


def test_a_command_of_a_card_is_labelled_with_what_it_orders() -> None:
    match = scene(f"d4 {RIDERS} blue robb-stark-young-wolf", hands={"stark": ["sl03"]})
    play(match, "stark: card sl03 robb-stark-young-wolf")
    (ask,) = match.asking.values()
    view, showing = BOOK.view(match.state, frozenset((0,))), showing_of(BOOK)
    first, *_, both = [showing.label(view, ask, action) for action in ask.options]
    assert first == msg("card.sworn-spears.command.1")
    assert both is None
