"""Answers as places on the sheet: every place leads back to its answer, and a move shows its template, not its end."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from msgspec.structs import replace

from banneret.bots import Bot, RandomBot, play_for
from banneret.games.runewars.actions import Deploy, Move, Place, PlaceTerrain, PlaceToken, Reform, Stop
from banneret.games.runewars.attack_actions import TakeTray, WoundFigure, WoundUpgrade
from banneret.games.runewars.content.tabletop import TRAY
from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.rules.damage.terrain import LeaveSpace
from banneret.games.runewars.rules.ground.squaring_up import PlaceChooser
from banneret.games.runewars.rules.movement.marches import WHOLE, MoveChooser, StopSpace, Terms
from banneret.games.runewars.show import placement as placing
from banneret.games.runewars.show.drawing.field import cells_of
from banneret.games.runewars.show.drawing.layout import sheet_of
from banneret.games.runewars.show.drawing.preview import preview
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.view import PlaceView, RunewarsView, view
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Chooser
from banneret.plane import Pose, distance, place
from banneret.show.placement import Placing
from banneret.show.showing import showing_of
from banneret.text.catalogue import LANGUAGES
from tests.games.runewars.field import field, occupy
from tests.games.runewars.test_runewars_draw import spearmen
from tests.games.runewars.test_runewars_texts import match_of

PUT: tuple[type[Action], ...] = (Deploy, PlaceTerrain, PlaceToken, Reform, Place, Stop)


def question(chooser: Chooser[Any]) -> Ask:
    """Return a question of this chooser."""
    return Ask(0, chooser)


def seen(game: Any) -> RunewarsView:
    """Return what the first seat sees of a field."""
    return view(game.state, frozenset({0}))


@pytest.mark.slow
def test_every_place_leads_back_to_its_answer() -> None:
    """In two matches of bots each option that puts something somewhere is the nearest to where it puts it."""
    kinds = set()
    for seed, size in ((1, "skirmish"), (4, "standard")):
        match = match_of(seed, size=size)
        bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(2)}
        while match.asking:
            seat = min(match.asking)
            ask, book = match.asking[seat], match.rulebook
            shown = match.view({seat}).game
            for option in ask.options.listed[:6]:
                at = showing_of(book).placing(shown, ask, option)
                if at is None or not isinstance(option, PUT) or ask.kind == "place":
                    continue
                kinds.add(ask.kind)
                found = showing_of(book).placed(shown, ask, at)
                if isinstance(option, Place) and isinstance(found, Place):  # along a slanting edge all is rounded
                    assert max(abs(found.x - option.x), abs(found.y - option.y)) <= 1
                    assert (found.heading, ask.chooser.refusal(found)) == (option.heading, None)
                elif isinstance(option, Reform) and isinstance(found, Reform):  # a tray may be where the centre is
                    chooser: Any = ask.chooser  # that of reforms
                    assert (found.heading, chooser.end(found)) == (option.heading, chooser.end(option))
                else:
                    assert found == option
            play_for(bots, match, seat, seed=1, once=True)
    assert kinds >= {"deploy", "terrain", "reform"}


def test_a_move_of_another_unit_than_the_active_one_is_drawn_where_that_stands() -> None:
    """Such as of a unit that fades away from an attack."""
    game = field("a spearmen 3x2 9000 3000 0", "a spearmen 2x1 15000 4000 0", "b reanimates 2x2 9000 12000 18000")
    game.state.active = 0
    shown, book, move = seen(game), RunewarsRulebook(), Move("rear", "ahead", "straight", "1")
    drawn = [
        showing_of(book).preview_of(shown, question(MoveChooser(game.state, unit, Terms("shift", ()))), move)
        for unit in (0, 1)
    ]
    assert drawn == [preview(replace(shown, active=unit), [move]) for unit in ("a1", "a2")]
    assert drawn[0] != drawn[1]


@pytest.mark.rule("rw:62.2")
def test_a_move_lies_on_its_template_whatever_is_in_the_way() -> None:
    """rw:62.2: a move is shown at the corner that is chosen, and nothing of where it would end."""
    free = field("a spearmen 3x2 9000 3000 0", "b reanimates 2x2 9000 12000 18000")
    barred = field("a spearmen 3x2 9000 3000 0", "b reanimates 2x2 9000 5600 18000")
    moves = [
        Move("front", "ahead", "straight", "3"),
        Move("front", "left", "turn", "2"),
        Move("front", "right", "wheel"),
    ]
    for move in moves:
        shown = []
        for game in (free, barred):
            chooser = MoveChooser(game.state, 0, Terms("march", ()))
            shown.append(
                (
                    placing.placing(seen(game), question(chooser), move),
                    placing.facts(seen(game), question(chooser), move),
                )
            )
        assert shown[0] == shown[1]
        assert shown[0][1] == ()


def test_a_straight_template_leads_from_the_middle_of_the_edge_and_a_turn_from_its_corner() -> None:
    shown = spearmen()
    (unit,) = [one for one in shown.units if one.id == "a1"]
    assert unit.place is not None
    ahead = placing.on_template(unit, unit.place, Move("front", "ahead", "straight", "4"), WHOLE)
    assert ahead == Pose(10_000, 4_000 + 1_000 + 4_000, 0)
    start = placing.on_template(unit, unit.place, Move("front", "left", "turn", "2"), 0)
    assert start == Pose(10_000 - 1_500, 4_000 + 1_000, 0)
    assert placing.on_template(unit, unit.place, Move("front", "left", "turn", "2"), WHOLE).heading == 4500
    assert placing.on_template(unit, unit.place, Move("front", "right", "wheel", "2"), WHOLE).heading == 27000


def test_the_part_of_a_template_that_is_pointed_at_is_where_the_unit_stops() -> None:
    game = field("a spearmen 3x2 9000 3000 0", "b reanimates 2x2 9000 12000 18000")
    move = Move("front", "left", "turn", "3")
    ask = question(StopSpace(MoveChooser(game.state, 0, Terms("march", ())), move))
    for part in (250, 500, 1000):
        at = placing.placing(seen(game), ask, Stop(part))
        assert at is not None
        assert placing.placed(seen(game), ask, at) == Stop(part)
    assert placing.moving(seen(game), ask) == "unit:a1"


def test_a_unit_that_leaves_terrain_lies_flush_with_it_wherever_it_is_wanted() -> None:
    game = field("a spearmen 2x1 9000 6000 0", "b reanimates 2x2 9000 12000 18000")
    occupy(game, 0, "forest")
    space = LeaveSpace(game.state, 0, "march")
    ask, sheet = question(space), sheet_of(seen(game))
    suggested = space.suggest()
    assert len(suggested) > 10
    for one in suggested:
        wanted = Placing(*sheet.spot(one.x + 90, one.y - 70), -one.heading / 100 + 8)
        nearest = placing.placed(seen(game), ask, wanted)
        assert isinstance(nearest, Place)
        assert space.refusal(nearest) is None
        assert math.dist((nearest.x, nearest.y), (one.x, one.y)) < 150


@pytest.mark.rule("rw:62.1", "rw:63.0")
def test_the_ruler_measures_between_trays_and_points() -> None:
    """rw:62.1: measured from edge to edge, in bands and in trays; beyond the ruler it says so."""
    game = field("a spearmen 2x1 3000 3000 0", "b reanimates 2x2 3000 6500 18000", "b reanimates 1x1 22000 3000 0")
    shown, sheet = seen(game), sheet_of(seen(game))
    gap = distance(
        place(shape_of(cells_of(shown.units[0])), Pose(3000, 3000, 0)),
        place(shape_of(cells_of(shown.units[1])), Pose(3000, 6500, 18000)),
    )
    assert gap == 2000
    one, other = Placing(0, 0, thing="unit:a1"), Placing(0, 0, thing="unit:b1")
    (told,) = placing.measured(shown, one, other)
    assert catalogue("en").render(told) == "a1 to b1: range 2 (2.0 trays)"
    (told,) = placing.measured(shown, one, Placing(0, 0, thing="unit:b2"))
    assert catalogue("en").render(told) == "a1 to b2: beyond range 5 (17.5 trays)"
    (told,) = placing.measured(shown, Placing(*sheet.spot(3000, 4500)), one)
    assert catalogue("en").render(told) == "Range 1 (1.0 trays)"
    (told,) = placing.measured(shown, Placing(*sheet.spot(0, 0)), Placing(*sheet.spot(3000, 4000)))
    assert catalogue("en").render(told) == "Range 4 (5.0 trays)"


@pytest.mark.slow
def test_what_is_said_of_answers_has_words_in_every_language() -> None:
    """Answers of numbers are described in words, and units by their kind."""
    told = set()
    match = match_of(1, size="skirmish")
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(2)}
    while match.asking:
        seat = min(match.asking)
        ask, book = match.asking[seat], match.rulebook
        shown = match.view({seat}).game
        for option in ask.options.listed[:8]:
            found = (showing_of(book).label(shown, ask, option), *showing_of(book).facts(shown, ask, option))
            for message in (one for one in found if one is not None):
                told.add(message.id)
                for language in LANGUAGES:
                    text = catalogue(language).render(message)
                    assert not re.search(r"(said|fact)\.|[{}]", text)
        play_for(bots, match, seat, seed=2, once=True)
    assert told >= {"said.place", "said.card", "said.speed", "fact.range-of"}


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place(10_000, 5_200, 0), "1.2 trays ↑, facing ↑"),
        (Place(9_000, 4_000, 4500), "1.0 trays ←, facing ↖"),
        (Place(11_000, 3_000, 27000), "1.4 trays ↘, facing →"),
        (Place(10_040, 4_000, 18000), "where it is, facing ↓"),
    ],
)
def test_places_of_units_on_the_table_are_described_from_where_they_are(place: Place, said: str) -> None:
    shown = spearmen(place=PlaceView(10_000, 4_000, 0))
    ask = question(PlaceChooser(shown.units[0].id, [place]))
    told = placing.label(shown, ask, place)
    assert told is not None
    assert catalogue("en").render(told) == said


def test_of_places_at_a_point_the_one_that_faces_as_wanted_is_chosen() -> None:
    shown = spearmen(place=PlaceView(10_000, 4_000, 0))
    places = [Place(12_000, 6_000, heading) for heading in (0, 18000, 9000, 27000)]
    ask = question(PlaceChooser(shown.units[0].id, places))
    for place_ in places:
        wanted = placing.placing(shown, ask, place_)
        assert wanted is not None
        assert placing.placed(shown, ask, wanted) == place_


@pytest.mark.parametrize(("heading", "left"), [(0, (-1, 0)), (9000, (0, 1)), (18000, (1, 0)), (27000, (0, -1))])
def test_wounds_are_assigned_on_the_trays(heading: int, left: tuple[int, int]) -> None:
    """Trays are numbered from the front left, wherever that is on the sheet; figures that differ are side by side."""
    shown = spearmen(place=PlaceView(10_000, 4_000, heading))
    sheet = sheet_of(shown)
    first, last = (placing.assigned(sheet, shown.units[0], TakeTray(tray)) for tray in ("1-1", "3-1"))
    wounded = placing.assigned(sheet, shown.units[0], WoundFigure("1-1", "1"))
    assert first is not None
    assert last is not None
    assert wounded is not None
    size = sheet.long(TRAY)
    assert (round((first.x - last.x) / size / 2), round((first.y - last.y) / size / 2)) == left
    assert math.hypot(first.x - wounded.x, first.y - wounded.y) == pytest.approx(size / 3, abs=1)
    assert placing.assigned(sheet, shown.units[0], WoundUpgrade("captain")) is None
