"""The drawing of Thrones: the ground agrees with the board, and everything on the table is shown."""

import math
import re
import zlib
from collections import Counter, defaultdict
from itertools import pairwise
from xml.etree import ElementTree

import msgspec
import pytest

from banneret.games.thrones.content import board
from banneret.games.thrones.content.components import (
    CARDS_OF,
    HOME,
    HOUSE_NAMES,
    HOUSES,
    ORDERS,
    POWER_TOKENS,
    SETUPS,
    START_POWER,
    START_THREAT,
    UNITS,
    WESTEROS_DECKS,
    WILDLING_CARDS,
)
from banneret.games.thrones.show.draw import draw, ground, things, whole_ground
from banneret.games.thrones.show.drawing.layout import (
    BEYOND,
    BORDERS,
    BRIDGES,
    COLOURS,
    EDGE,
    HOUSE_STYLES,
    MAP_COLOURS,
    MAP_HEIGHT,
    MAP_WIDTH,
    OUTLINES,
    PLACES,
    TINT,
    Point,
    is_river,
)
from banneret.games.thrones.show.drawing.shapes import AREAS_OF_LAND, outline_of, rings_of
from banneret.games.thrones.show.drawing.terrain import GLYPHS
from banneret.games.thrones.view import FACE_DOWN, AreaView, CombatView, HouseView, SideView, ThronesView

SVG = "{http://www.w3.org/2000/svg}"
TOUCH = 20
"""How long a border must be to be seen."""


def start(seats: int = 6) -> ThronesView:
    setup = SETUPS[seats]
    units: dict[int, dict[str, int]] = defaultdict(dict)
    owner = {HOME[house]: house for house in setup.houses}
    for placed in setup.units:
        owner[placed.area] = placed.house
        units[placed.area][UNITS[placed.unit]] = placed.count
    areas = {
        board.AREAS[a]: AreaView(
            house=owner.get(a),
            units=units[a],
            garrison=setup.garrisons.get(a, 0),
            neutral=-1 if a in setup.blocked else setup.neutral.get(a, 0),
            controller=owner.get(a),
        )
        for a in sorted({*owner, *setup.neutral, *setup.blocked})
    }
    houses = {
        house: HouseView(
            seat=seat,
            available=START_POWER,
            pool=POWER_TOKENS - START_POWER,
            supply=setup.supply[house],
            stars=setup.stars[setup.kings_court.index(house)],
            fortified=1,
            land_areas=2,
            hand=CARDS_OF[house],
            discards=(),
        )
        for seat, house in enumerate(setup.houses)
    }
    return ThronesView(
        round=1,
        step="planning",
        areas=areas,
        houses=houses,
        tracks={
            "iron-throne": setup.iron_throne,
            "fiefdoms": setup.fiefdoms,
            "kings-court": setup.kings_court,
        },
        blade_used=False,
        raven_used=False,
        threat=START_THREAT,
        westeros=(),
        used=((), (), ()),
        decks=tuple((None,) * len(deck) for deck in WESTEROS_DECKS),
        wildlings=(None,) * len(WILDLING_CARDS),
        banned=(),
        combat=None,
        tides_of_battle=True,
        forfeited=(),
    )


def with_areas(**areas: AreaView) -> ThronesView:
    """The start with some areas changed; `castle_black` is castle-black."""
    view = start()
    changed = {area.replace("_", "-"): found for area, found in areas.items()}
    return msgspec.structs.replace(view, areas={**view.areas, **changed})


def fight() -> CombatView:
    sides = [
        SideView(house="stark", strength=5, card="eddard-stark", blade=True, tides="sword", supports=("twins",)),
        SideView(house=None, strength=6, card=None, blade=False, tides=None, supports=()),
    ]
    return CombatView(
        origin="mountains-of-the-moon",
        target="eyrie",
        march="march-plus-one",
        units={"footman": 2, "siege-engine": 1},
        attacker=sides[0],
        defender=sides[1],
        winner="defender",
    )


def parsed(view: ThronesView) -> ElementTree.Element:
    return ElementTree.fromstring(draw(view))  # noqa: S314  # our own text


def parts(view: ThronesView) -> dict[str, ElementTree.Element]:
    return {found: element for element in parsed(view).iter() if (found := element.get("id")) is not None}


def told(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def figures(element: ElementTree.Element) -> list[ElementTree.Element]:
    """Return the figures of the ground that a part uses."""
    return [one for one in element.iter(f"{SVG}use") if (one.get("href") or "").startswith("#figure:")]


def lengths() -> dict[frozenset[str], float]:
    total: dict[frozenset[str], float] = defaultdict(float)
    for border in BORDERS:
        for one, other in pairwise(border.points):
            total[frozenset(border.between)] += math.dist(one, other)
    return total


def distance(point: Point, line: tuple[Point, ...]) -> float:
    return min(math.dist(point, other) for other in line)


def contains(area: str, point: Point) -> bool:
    return inside(OUTLINES[area], point)


def inside(rings: tuple[tuple[Point, ...], ...], point: Point) -> bool:
    found, (x, y) = False, point
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                found = not found
    return found


# ----------------------------------------------------------------------------------------------------------------
# The ground
# ----------------------------------------------------------------------------------------------------------------


def test_areas_that_are_adjacent_share_a_border_that_can_be_seen() -> None:
    drawn = lengths()
    for a, others in enumerate(board.ADJACENT):
        for b in others:
            if board.PORT not in (board.KIND[a], board.KIND[b]):
                pair = frozenset((board.AREAS[a], board.AREAS[b]))
                assert drawn[pair] >= TOUCH, sorted(pair)


def test_areas_that_share_a_border_without_being_adjacent_are_parted_by_a_river() -> None:
    for border in BORDERS:
        if EDGE in border.between or BEYOND in border.between:
            continue
        a, b = (board.AREA[area] for area in border.between)
        if b not in board.ADJACENT_SETS[a]:
            assert board.KIND[a] == board.KIND[b] == board.LAND, border.between
            assert is_river(border)


def test_a_river_between_adjacent_areas_has_a_bridge() -> None:
    for border in BORDERS:
        if is_river(border) and frozenset(border.between) not in BRIDGES:
            a, b = (board.AREA[area] for area in border.between)
            assert b not in board.ADJACENT_SETS[a]


def test_a_port_lies_on_the_coast_between_its_land_and_its_sea() -> None:
    for port in board.PORT_AREAS:
        pair = {board.AREAS[board.LAND_OF[port]], board.AREAS[board.SEA_OF[port]]}
        coast = [border.points for border in BORDERS if set(border.between) == pair]
        assert min(distance(PLACES[board.AREAS[port]].at, line) for line in coast) < 18, board.AREAS[port]


def test_the_outlines_are_closed_and_cover_the_sheet_once() -> None:
    def size(ring: tuple[Point, ...]) -> float:
        return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(ring)) / 2

    covered = 0.0
    for rings in OUTLINES.values():
        assert all(ring[0] == ring[-1] for ring in rings)
        outline, *holes = (abs(size(ring)) for ring in rings)
        covered += outline - sum(holes)
    assert covered == pytest.approx(MAP_WIDTH * MAP_HEIGHT)


def test_names_and_pieces_lie_in_their_area() -> None:
    for a, area in enumerate(board.AREAS):
        if board.KIND[a] == board.PORT:
            assert contains(board.AREAS[board.SEA_OF[a]], PLACES[area].pieces), area
        else:
            assert contains(area, PLACES[area].at), area
            assert contains(area, PLACES[area].pieces), area


def test_pieces_of_different_areas_keep_apart() -> None:
    places = [place.pieces for place in PLACES.values()]
    for k, one in enumerate(places):
        assert distance(one, tuple(places[:k])) > 40 if k else True


def test_the_ground_is_the_same_in_every_match_and_language() -> None:
    for seats in SETUPS:
        assert str(ground()) in draw(start(seats))
    assert len(zlib.compress(whole_ground().encode(), 9)) < 250 * 1024


def test_areas_that_nobody_may_enter_are_hatched() -> None:
    blocked = [area for area, found in start(3).areas.items() if found.neutral < 0]
    assert blocked
    found = parts(start(3))
    for area in blocked:
        assert any(element.get("fill") == "url(#hatch)" for element in found[f"area:{area}"].iter())


def test_neighbours_share_the_curves_of_their_border() -> None:
    """The outlines are closed, and every line belongs to two areas or to the edge of the sheet."""
    lines: Counter[frozenset[Point]] = Counter()
    for area in OUTLINES:
        for ring in rings_of(area):
            assert ring[0][0] == ring[-1][-1], area
            lines.update(frozenset(line) for line in ring)
        assert outline_of(area).endswith("Z")
    single = [line for line, times in lines.items() if times != 2]
    assert len(single) == sum(EDGE in border.between for border in BORDERS)


def test_mountains_and_woods_lie_on_land_and_leave_names_and_pieces_clear() -> None:
    shapes = [OUTLINES[area] for area in AREAS_OF_LAND]
    for x, y in (spot for spots in GLYPHS.values() for spot in spots):
        assert any(inside(rings, (x, y)) for rings in shapes)
        assert all(abs(x - place.pieces[0]) > 40 or abs(y - place.pieces[1]) > 14 for place in PLACES.values())


# ----------------------------------------------------------------------------------------------------------------
# The document
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", sorted(SETUPS))
def test_the_drawing_is_xml_that_refers_to_nothing_outside_and_runs_nothing(seats: int) -> None:
    root = parsed(start(seats))
    ids = [found for element in root.iter() if (found := element.get("id")) is not None]
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    for element in root.iter():
        assert element.tag.removeprefix(SVG) not in {"script", "foreignObject", "a"}
        for key, value in element.attrib.items():
            assert not key.startswith("on")
            if element.tag == f"{SVG}image" and key == "href":
                assert value.startswith("data:image/webp;base64,")
                continue
            for target in re.findall(r"url\((.*?)\)", value) + ([value] if key.endswith("href") else []):
                assert target.removeprefix("#") in ids
    assert "http" not in draw(start(seats)).replace("http://www.w3.org/2000/svg", "")


def test_every_area_has_a_stable_id_and_a_title() -> None:
    found = parts(start())
    for area, name in zip(board.AREAS, board.NAMES, strict=True):
        assert found[f"area:{area}"].get("data-id") == f"area:{area}"
        assert told(found[f"area:{area}"]).startswith(name)


def test_the_same_view_is_drawn_alike() -> None:
    assert draw(start()) == draw(start())


def test_a_drawing_is_the_ground_and_the_things_on_it() -> None:
    view = start()
    assert things(view) in draw(view)
    assert things(view) != things(with_areas(twins=AreaView(controller="stark", power="stark")))


# ----------------------------------------------------------------------------------------------------------------
# The pieces
# ----------------------------------------------------------------------------------------------------------------


def test_a_title_tells_name_holder_units_and_order() -> None:
    area = AreaView(
        house="stark",
        units={"knight": 2, "footman": 1},
        routed={"siege-engine": 1},
        order="defense-plus-two",
        power="stark",
        controller="stark",
    )
    assert told(parts(with_areas(castle_black=area))["area:castle-black"]) == (
        "Castle Black; Stark: Footman, Knight ×2, Siege Engine (routed); power token of Stark; Defense +2"
    )


def test_lists_tell_what_is_in_an_area() -> None:
    """Its line has neither its name, which is beside it, nor its neighbours."""
    area = AreaView(house="stark", units={"footman": 2}, controller="stark", order="raid")
    told_of = {
        "area:castle-black": "Stark: Footman ×2; Raid",
        "area:arbor": "no units",
    }
    drawn = parts(with_areas(castle_black=area))
    assert {thing: drawn[thing].get("data-line") for thing in told_of} == told_of


def test_an_area_without_units_is_held_by_its_controller() -> None:
    drawn = parts(with_areas(castle_black=AreaView(controller="stark", power="stark")))
    assert drawn["area:castle-black"].get("data-line") == "held by Stark; power token of Stark"


def test_units_have_ids_by_area_and_kind_and_say_whose_they_are() -> None:
    area = AreaView(house="tyrell", units={"footman": 3}, routed={"knight": 1}, controller="tyrell")
    found = parts(with_areas(twins=area))
    assert told(found["unit:twins:footman"]) == "Footman ×3, Tyrell"
    assert len(figures(found["unit:twins:footman"])) == 3
    assert {element.get("class") for element in figures(found["unit:twins:footman"])} == {"h-tyrell"}
    assert told(found["routed:twins:knight"]) == "Knight, Tyrell, routed"
    assert any(element.get("stroke-dasharray") for element in found["routed:twins:knight"].iter())


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.id)
def test_an_order_face_up_shows_its_kind(order: msgspec.Struct) -> None:
    kind = ORDERS[[*ORDERS].index(order)]  # type: ignore[arg-type]  # one of the names
    drawn = parts(with_areas(twins=AreaView(house="stark", units={"footman": 1}, order=kind.id)))["order:twins"]
    assert told(drawn) == kind.name
    (figure,) = figures(drawn)
    face = parts(start())[(figure.get("href") or "").removeprefix("#")]
    stars = [element for element in face.iter(f"{SVG}path") if "star" in (element.get("class") or "").split()]
    assert bool(stars) == kind.special
    assert any(element.get("class") == f"o-{kind.type}" for element in face.iter(f"{SVG}path"))


def test_an_order_face_down_shows_the_crest_alone() -> None:
    view = with_areas(twins=AreaView(house="martell", units={"footman": 1}, order=FACE_DOWN))
    drawn = parts(view)["order:twins"]
    assert told(drawn) == "an order face down"
    assert [figure.get("href") for figure in figures(drawn)] == ["#figure:back:martell"]
    crest = parts(view)["figure:crest:martell"]
    assert HOUSE_STYLES["martell"].crest in {element.get("d") for element in crest.iter()}


def test_tokens_neutral_forces_and_garrisons_are_drawn() -> None:
    found = parts(with_areas(twins=AreaView(power="greyjoy", controller="greyjoy")))
    assert told(found["power:twins"]) == "power token of Greyjoy"
    assert "6" in set(found["neutral:eyrie"].itertext())
    assert "2" in set(found["garrison:winterfell"].itertext())


def test_everything_in_a_crowded_area_is_drawn_without_overlap() -> None:
    area = AreaView(
        house="stark",
        units={"footman": 1, "knight": 1, "siege-engine": 1},
        routed={"footman": 1},
        order="raid",
        power="stark",
        controller="stark",
    )
    crowd = [child.find(f"{SVG}g/{SVG}g") for child in parts(with_areas(harrenhal=area))["pieces:harrenhal"]]
    places = [None if one is None else one.get("transform") for one in crowd]
    assert len(places) == len(set(places)) == 6


def test_units_that_do_not_fit_side_by_side_are_numbered() -> None:
    area = AreaView(house="stark", units={"footman": 4, "knight": 1}, order="raid", controller="stark")
    found = parts(with_areas(harrenhal=area))["unit:harrenhal:footman"]
    assert len(figures(found)) == 1
    assert "4" in set(found.itertext())


def test_a_combat_is_shown_on_the_map() -> None:
    assert "combat:eyrie" in parts(msgspec.structs.replace(start(), combat=fight()))


def test_the_board_is_the_map_alone() -> None:
    found = parsed(start())
    assert found.get("viewBox") == f"0 0 {MAP_WIDTH:g} {MAP_HEIGHT:g}"
    kinds = {id_.partition(":")[0] for id_ in parts(start())}
    assert kinds.isdisjoint({"track", "house", "house-card", "token", "place", "westeros", "side", "legend"})


# ----------------------------------------------------------------------------------------------------------------
# Colours
# ----------------------------------------------------------------------------------------------------------------


def channels(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    def light(colour: tuple[float, ...]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("house", HOUSES)
def test_texts_on_the_colour_of_a_house_can_be_read(house: str) -> None:
    style = HOUSE_STYLES[house]
    assert contrast(channels(style.fill), channels(style.ink)) >= 4.5


@pytest.mark.parametrize("night", [False, True])
def test_texts_can_be_read_by_day_and_by_night(night: bool) -> None:
    colour = {c.id: channels(c.dark if night else c.light) for c in COLOURS}
    grounds = {
        "ink": ("page", "card", "land", "snow"),
        "soft": ("page", "card", "snow"),
        "sea-ink": ("sea", "deep", "card", "sea-halo"),
        **{f"o-{type}": (f"o-{type}-pale",) for type in {order.type for order in ORDERS}},
        "wood": ("paper",),
        "crown": ("paper",),
        "blood": ("page",),
        "page": ("ink",),
        "token-ink": ("paper", "star"),
        "paper": ("neutral",),
    }
    for ink, under in grounds.items():
        for ground_ in under:
            assert contrast(colour[ink], colour[ground_]) >= 4.5, (ink, ground_)


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("house", HOUSES)
def test_names_can_be_read_on_land_a_house_holds(house: str, night: bool) -> None:
    share = TINT[night]
    colour = {c.id: channels(c.dark if night else c.light) for c in COLOURS}
    fill = next(channels(c.dark if night else c.light) for c in MAP_COLOURS if c.id == f"m-{house}")
    held = tuple(share * f + (1 - share) * g for f, g in zip(fill, colour["land"], strict=True))
    assert contrast(colour["ink"], held) >= 4.5


def test_houses_differ_in_more_than_colour() -> None:
    for field in ("letter", "pattern", "crest", "fill"):
        assert len({getattr(style, field) for style in HOUSE_STYLES.values()}) == len(HOUSE_NAMES)
