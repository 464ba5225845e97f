"""The drawing of Runewars: everything on the table is shown and told, and nothing that is hidden."""

import re
from collections import Counter
from functools import cache
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from banneret.bots import Bot, RandomBot, play_for
from banneret.games.runewars.actions import Activate, Deploy, Move, Place, PlaceTerrain, PlaceToken, Reform, SetDials
from banneret.games.runewars.attack_actions import Target
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import TRAY, tabletop
from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.show.draw import draw, ground, things
from banneret.games.runewars.show.drawing.layout import (
    AREAS,
    COLOURS,
    MARGIN,
    MARKS,
    PLAYERS,
    STANCES,
    TERRAIN,
    TOKENS,
    figure_of,
    sheet_of,
)
from banneret.games.runewars.show.drawing.preview import preview
from banneret.games.runewars.units.formation import shape_of
from banneret.games.runewars.units.movement import Way, inner_corner, motion_of
from banneret.games.runewars.view import DialsView, FigureView, PlaceView, RunewarsView, TerrainView, TokenView
from banneret.kernel.choosers import Action
from banneret.kernel.creation import new_match
from banneret.kernel.questions import Pass
from banneret.plane import Pose, Side, Turn, place
from banneret.show.tabletop.terrain import LIFT
from banneret.text.catalogue import LANGUAGES
from tests.games.runewars.test_runewars_texts import match_of

SVG = "{http://www.w3.org/2000/svg}"
BLUE = DialsView("march-2-blue-4", "charge-0-blue")


@cache
def midway(size: str = "standard", seats: frozenset[int] = frozenset({0})) -> RunewarsView:
    """Some way into a match of bots: units stand, dials are turned."""
    match = match_of(5, size=size)
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(2)}
    while not (match.state.round == 2 and match.state.step == "choose"):
        play_for(bots, match, min(match.asking), seed=1, once=True)
    found: RunewarsView = match.view(seats).game
    return found


def spearmen(**changes: Any) -> RunewarsView:  # fields of the unit
    """A match with a single unit on the table: six trays of Spearmen that look to the far edge."""
    seen = midway()
    figures = tuple(FigureView(column, row, 0, None) for row in range(2) for column in range(3) for _ in range(4))
    given = {
        "id": "a1", "player": "a", "card": "spearmen", "place": PlaceView(10_000, 4_000, 0), "figures": figures,
        "upgrades": (), "banes": (), "inspiration": 0, "vitality": 0, "engaged": (), "ordered": True,
        "revealed": True, "dials": BLUE, "exhausted": (), "conditions": (), "marks": {}, **changes,
    }  # fmt: skip  # several to a line
    unit = msgspec.structs.replace(seen.units[0], **given)
    return msgspec.structs.replace(seen, units=(unit,), active="a1")


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314  # our own drawing


def ids(svg: str) -> list[str]:
    return [str(found.get("id")) for found in parsed(svg).iter() if found.get("id")]


def parts(svg: str) -> set[str]:
    return {str(found.get("data-id")) for found in parsed(svg).iter() if found.get("data-id")}


def titles(svg: str) -> set[str]:
    return {found.text or "" for found in parsed(svg).iter(f"{SVG}title")}


def told_of(svg: str, unit: str) -> str:
    return next(told for told in titles(svg) if told.startswith(f"{unit}:"))


@pytest.mark.parametrize("size", ["standard", "skirmish"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_is_well_formed_and_every_id_is_there_once(language: str, size: str) -> None:
    svg = draw(midway(size), language)
    assert [id for id, count in Counter(ids(svg)).items() if count > 1] == []
    assert "drawing." not in svg


@pytest.mark.parametrize("size", ["standard", "skirmish"])
def test_everything_on_the_table_can_be_picked(size: str) -> None:
    seen = midway(size)
    wanted = {f"unit:{unit.id}" for unit in seen.units if unit.place is not None}
    wanted |= {f"piece:{piece.piece}" for piece in seen.terrain}
    assert wanted <= parts(draw(seen))


@pytest.mark.parametrize("size", ["standard", "skirmish"])
def test_the_table_is_alone_in_its_drawing(size: str) -> None:
    seen = midway(size)
    places = sheet_of(seen)
    assert parsed(draw(seen)).get("viewBox") == f"0 0 {places.width:g} {places.height:g}"
    assert (places.width - places.table.width, places.height - places.table.height) == (2 * MARGIN, 2 * MARGIN)
    kinds = {part.partition(":")[0] for part in parts(draw(seen))}
    assert kinds.isdisjoint({"player", "row", "card"})


def test_a_table_without_anything_on_it_is_a_layer_of_its_own() -> None:
    bare = msgspec.structs.replace(midway(), units=(), terrain=(), tokens=(), step="first")
    assert parsed(things(bare)).get("id") == "things"
    started = new_match("runewars", seats=2, seed=1)
    assert parsed(things(started.view(None).game)).get("id") == "things"


def test_trays_that_stay_empty_are_drawn_and_told() -> None:
    """Four trays with figures, and two behind them without."""
    figures = tuple(FigureView(column, row, 0, None) for row in range(2) for column in range(2) for _ in range(4))
    bare, kept = (draw(spearmen(figures=figures, empty_trays=empty)) for empty in ((), ((0, 2), (1, 2))))
    told = [told_of(svg, "a1") for svg in (bare, kept)]
    assert "4 trays, 16 figures" in told[0]
    assert "6 trays, 16 figures" in told[1]
    assert kept != bare.replace("4 trays", "6 trays")


def test_the_ground_has_nothing_that_changes() -> None:
    one = midway()
    other = msgspec.structs.replace(one, round=4, units=(), active=None, terrain=(), deployment=None)
    assert ground(sheet_of(one)) == ground(sheet_of(other))
    assert things(one) != things(other)
    assert draw(one).startswith(ground(sheet_of(one)).removesuffix("</svg>"))


def test_everything_that_differs_has_a_sign_of_its_own() -> None:
    """Nobody needs to see colours: patterns and outlines differ as well."""
    pieces = tabletop().pieces.values()
    assert set(TERRAIN) == {side.id for piece in pieces for side in (piece.defensive, piece.dangerous)}
    assert set(TOKENS) == set(components().tokens)
    sectors = [sector for unit in components().fielded() for sector in unit.actions]
    modifiers = [sector for unit in components().fielded() for sector in unit.modifiers]
    stances: set[str | None] = {sector.stance for sector in sectors}
    stances.update(sector.stance for sector in modifiers)
    assert stances - {None} == set(STANCES)
    actions: set[str | None] = {sector.action for sector in sectors}
    others: set[str | None] = {sector.modifier for sector in modifiers}
    icons: set[str | None] = {icon for sector in modifiers for icon in sector.icons}
    assert (actions | others | icons) - {None} <= set(MARKS)
    for marks in (
        [style.pattern for style in PLAYERS.values()],
        [style.pattern for style in AREAS.values()],
        [style.pattern for style in TERRAIN.values()],
        [style.outline for style in STANCES.values()],
        [mark.path for mark in TOKENS.values()],
        list(MARKS.values()),
    ):
        assert len(set(marks)) == len(marks)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("by", ["light", "dark"])
def test_words_stand_out_by_day_and_by_night(by: str) -> None:
    value = {colour.id: getattr(colour, by) for colour in COLOURS}
    for ink in ("ink", "soft"):
        for paper in ("page", "card", "field"):
            assert contrast(value[ink], value[paper]) >= 4.5, (ink, paper)
    for style in PLAYERS.values():
        assert contrast(style.fill, style.ink) >= 4.5


# Secrets -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_dials_lie_open_before_their_owner_and_face_down_before_others() -> None:
    hidden = catalogue("en").text("drawing.dials-hidden")
    for seats in (frozenset({0}), frozenset({1}), frozenset()):
        seen = midway("standard", seats)
        svg = draw(seen)
        covered = [unit for unit in seen.units if unit.ordered and unit.dials is None]
        assert {unit.player for unit in covered} == {"ab"[seat] for seat in {0, 1} - seats}
        for unit in covered:
            assert hidden in told_of(svg, unit.id)
        for unit in seen.units:
            if unit.dials is not None:
                assert catalogue("en").name(unit.dials.action) in told_of(svg, unit.id)
        rows = len([unit for unit in covered if unit.figures])
        assert svg.count(">?</text>") >= rows


def test_the_drawing_of_others_does_not_change_with_dials_that_are_face_down() -> None:
    one = draw(spearmen(revealed=False, dials=None))
    assert one == draw(spearmen(revealed=False, dials=None))
    assert "march 2" not in one
    assert "march 2" in draw(spearmen())


# Units ---------------------------------------------------------------------------------------------------------------


def shapes_of(svg: str, unit: str) -> list[str]:
    tree = parsed(svg)
    found = next(one for one in tree.iter(f"{SVG}g") if one.get("id") == f"unit:{unit}")
    return [str(one.get("class")) for one in found.iter(f"{SVG}circle")]


def figures_of(svg: str, unit: str) -> Counter[str]:
    """The figures of the ground that a unit uses, by kind."""
    tree = parsed(svg)
    found = next(one for one in tree.iter(f"{SVG}g") if one.get("id") == f"unit:{unit}")
    return Counter(str(one.get("href")).removeprefix("#figure:") for one in found.iter(f"{SVG}use"))


def test_every_unit_has_a_figure_and_every_piece_of_terrain_a_drawing() -> None:
    stock = {str(one.get("id")) for one in parsed(ground(sheet_of(midway()))).iter()}
    assert {f"figure:{figure_of(id, unit.type)}" for id, unit in components().units.items()} <= stock
    assert {f"terrain:{id}" for id in TERRAIN} <= stock


def test_trays_show_the_figures_left_by_rank() -> None:
    seen = spearmen()
    assert figures_of(draw(seen), "a1") == Counter(spear=24)
    left = seen.units[0].figures[:-5]
    worn = spearmen(figures=left)
    svg = draw(worn)
    assert figures_of(svg, "a1") == Counter(spear=19, gone=1)
    told = told_of(svg, "a1")
    assert "5 trays, 19 figures" in told


def test_wounds_upgrades_tokens_and_cards_are_told() -> None:
    figures = (FigureView(0, 0, 1, None), FigureView(0, 0, 0, "rank-discipline"))
    seen = spearmen(
        figures=figures, upgrades=("rank-discipline",), exhausted=("rank-discipline",),
        banes=("panic", "panic", "stun"), inspiration=1, conditions=("deaths-grasp",), engaged=("b1",),
    )  # fmt: skip  # several to a line
    svg = draw(seen)
    told = told_of(svg, "a1")
    for part in ("1 wound", "Rank Discipline (exhausted)", "panic: 2", "stun: 1", "inspiration: 1", "engaged with b1"):
        assert part in told
    assert catalogue("en").name("deaths-grasp") in told
    assert "wound token" in shapes_of(svg, "a1")


def test_a_unit_lies_where_it_is_and_faces_as_it_does() -> None:
    seen = spearmen(place=PlaceView(12_000, 6_000, 9_000))
    svg = draw(seen)
    x, y = sheet_of(seen).spot(12_000, 6_000)
    at = re.escape(f'transform="translate({x:g} {y:g})"')
    assert re.search(rf'id="unit:a1" data-id="unit:a1"[^>]* {at}', svg)
    assert 'transform="rotate(-90)"' in svg


def test_terrain_and_objective_tokens_lie_on_the_table_or_on_who_bears_them() -> None:
    seen = msgspec.structs.replace(
        spearmen(),
        terrain=(
            TerrainView("forest", PlaceView(9_000, 7_000, 4_500), "a1"),
            TerrainView("spikes", None, None),
        ),
        tokens=(TokenView(14_000, 7_000, None), TokenView(None, None, "a1")),
    )
    svg = draw(seen)
    assert {"piece:forest", "objective:1", "objective:2"} <= parts(svg)
    assert "piece:spikes" not in parts(svg)
    assert any(told.startswith("Forest") and "capacity 6" in told and "cover 1" in told for told in titles(svg))
    assert any("carried by a1" in told for told in titles(svg))


def test_an_objective_token_does_not_hide_the_name_of_terrain() -> None:
    def name_of(token: TokenView) -> str:
        forest = TerrainView("forest", PlaceView(9_000, 7_000, 4_500), None)
        svg = draw(msgspec.structs.replace(spearmen(), terrain=(forest,), tokens=(token,)))
        found = re.search(r"<g([^>]*)><text[^>]*>Forest<", svg)
        assert found is not None
        return found[1]

    beside, on = name_of(TokenView(14_000, 7_000, None)), name_of(TokenView(9_000, 7_000, None))
    assert beside != on
    assert f"translate(0 {LIFT:g})" in on


@pytest.mark.slow
def test_the_deployment_areas_are_those_of_the_card() -> None:
    seen = msgspec.structs.replace(midway(), deployment="unprepared")
    assert draw(seen) != draw(msgspec.structs.replace(seen, deployment="standoff"))
    open_ = {id: msgspec.structs.replace(player, colour=None) for id, player in seen.players.items()}
    before = msgspec.structs.replace(seen, players=open_)
    assert {"colour:red", "colour:blue"} <= parts(draw(before))
    assert not {"colour:red", "colour:blue"} & parts(draw(seen))  # taken; dice of these colours can be chosen later
    assert "colour:red" not in parts(draw(msgspec.structs.replace(before, deployment=None)))


# Previews ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        Deploy("a1", 6_000, 2_000, 0),
        Move("front", "ahead", "straight", "3"),
        Move("front", "left", "turn", "2"),
        Move("right", "right", "wheel", "3"),
        Reform(4_500),
        Reform(4_500, "1-2"),
        Place(10_000, 6_000, 0),
        Target("a1"),
        Activate("a1"),
        SetDials("a1", "march-2-blue-4", "charge-0-blue"),
        PlaceTerrain("forest", 9_000, 7_000, 4_500),
        PlaceToken(9_000, 7_000),
    ],
)
def test_answers_are_seen_before_they_are_given(action: Action) -> None:
    seen = spearmen()
    shown = preview(seen, [action])
    assert shown.startswith('<g id="preview"')
    assert "sight" in shown
    parsed(shown)
    assert preview(seen, [Pass()]) == ""


@pytest.mark.rule("rw:62.2")
def test_a_move_shows_its_template_at_the_corner_and_not_where_the_unit_would_end() -> None:
    """Without free templates the ghost of a move has no trays; a place that is chosen has."""
    seen = spearmen()
    for move in (Move("front", "ahead", "straight", "4"), Move("front", "left", "wheel", "2")):
        shown = preview(seen, [move])
        assert "floor" not in shown
        assert "unit" not in shown
    assert "floor" in preview(seen, [Place(10_000, 6_000, 0)])


@pytest.mark.rule("rw:62.2", "rw:ruling.13")
def test_with_free_templates_the_end_of_a_move_is_seen() -> None:
    free = msgspec.structs.replace(spearmen(), free_templates=True)
    x, y = sheet_of(free).spot(10_000, 4_000 + 3 * TRAY)
    shown = preview(free, [Move("front", "ahead", "straight", "3")])
    assert "floor" in shown
    assert f"translate({x:g} {y:g})" in shown


@pytest.mark.rule("rw:22.3a")
@pytest.mark.parametrize("hand", ["left", "right"])
def test_a_bent_template_begins_at_the_corner_that_is_chosen_and_follows_its_way(hand: str) -> None:
    """Its outer edge is the way of the corner: the first and the last point lie on it."""
    seen = spearmen()
    shape = shape_of(frozenset((column, row) for column in range(3) for row in range(2)))
    pose = Pose(10_000, 4_000, 0)
    corner = inner_corner(place(shape, pose), Side.FRONT, left=hand == "left")
    x, y = sheet_of(seen).spot(*corner)
    shown = preview(seen, [Move("front", hand, "turn", "2")])
    assert f'cx="{x:g}" cy="{y:g}"' in shown
    motion = motion_of(shape, pose, Way("turn", 2, Side.FRONT, hand == "left"))
    assert isinstance(motion, Turn)
    assert (motion.x < corner[0]) == (hand == "left")
    outline = re.search(r'd="M([\d.]+) ([\d.]+)L', shown)
    assert outline is not None
    assert (float(outline[1]), float(outline[2])) == pytest.approx((x, y), abs=0.01)


@pytest.mark.rule("rw:69.1", "rw:63.1")
def test_who_is_shot_at_lies_in_an_arc_of_five_bands() -> None:
    shown = preview(spearmen(), [Target("a1")])
    arcs = re.search(r'd="(M[^"]*A[^"]*)"', shown)
    assert arcs is not None
    assert arcs[1].count("A") == 2 * tabletop().ruler.bands


def test_nothing_is_styled_inline_for_the_page_forbids_it() -> None:
    assert 'style="' not in draw(midway())


def test_an_arrow_leads_to_the_defender_while_an_attack_is_carried_out() -> None:
    match = new_match("runewars", seats=2, seed=3)
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(2)}
    shown: set[int] = set()
    while match.asking and len(shown) < 2:
        seen = match.view(frozenset[int]()).game
        if fight := seen.fighting:
            places = {unit.id: unit.place for unit in seen.units}
            end = places[fight[1]]
            arrow = ElementTree.fromstring(things(seen)).find("./g[@id='fight']")  # noqa: S314  # our own drawing
            assert (arrow is None) == (places[fight[0]] is None or end is None)
            if arrow is not None and end is not None:
                x, y = (f"{number:.1f}".removesuffix(".0") for number in sheet_of(seen).spot(end.x, end.y))
                assert arrow.attrib["data-attention"] == ""
                assert f"L{x} {y}" in arrow[0].attrib["d"]
                shown.add(match.state.round)
        elif match.state.step == "choose":
            assert 'id="fight"' not in things(seen)
        play_for(bots, match, min(match.asking), seed=1, once=True)
    assert shown
