"""The things on the board: selectable hexes, tokens, units, engagements, zones of control."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from banneret.games.battles.content.components import BOX
from banneret.games.battles.show.drawing import symbols
from banneret.games.battles.show.drawing.layout import RANK_TINTS, Places, figure_of
from banneret.games.battles.show.drawing.words import Words
from banneret.games.battles.view import BattlesView, UnitView
from banneret.hexes import OUTSIDE
from banneret.hexes.layout import Point
from banneret.show.drawn_once import drawn_from, drawn_once
from banneret.show.svg import box, circle, group, named, path, text, title, use, width_of
from banneret.show.tabletop.figures import MOUNTED

FOOT_PLACES: Final = (
    ((0, 2),),
    ((-12, 2), (12, 2)),
    ((0, -10), (-12, 12), (12, 12)),
    ((-12, -10), (12, -10), (-12, 12), (12, 12)),
)
"""Places of figures on a plinth, by their number."""
MOUNTED_PLACES: Final = (
    ((0, 0),),
    ((-14, 3), (14, 3)),
    ((0, -3), (-18, 4), (18, 4)),
    ((-9, -6), (9, -6), (-20, 8), (20, 8)),
)
SCALES: Final = {"rider": 0.8, "lancer": 0.8, "beast": 0.5}
NAME_SIZE: Final = 12.5


def hexes(view: BattlesView, places: Places, words: Words) -> str:
    """Return every hex as a selectable part; its title describes everything there."""
    units = {unit.hex: unit for unit in view.units}
    held: dict[str, list[str | None]] = {}
    for objective in view.plan.objectives:
        held.setdefault(objective.hex, []).append(view.control.get(objective.id))
    special = {*units, *held, *view.devastated, *view.overlays, *view.fires}
    return group(
        *(
            _hex(
                place,
                label in view.devastated,
                view.overlays.get(label),
                view.fires.get(label),
                held.get(label),
                units.get(label),
                places,
                words,
            )
            if label in special
            else bare
            for place, (label, bare) in enumerate(zip(places.board.labels, _bare(places, words), strict=True))
        ),
        id="hexes",
        aria_label=words("group.hexes"),
    )


@lru_cache(maxsize=64)
def _bare(places: Places, words: Words) -> tuple[str, ...]:
    """Return every hex as it is with nothing but its terrain."""
    return tuple(_hex(place, False, None, None, None, None, places, words) for place in range(len(places.board.labels)))


@drawn_once
def _hex(
    place: int,
    devastated: bool,
    overlay: str | None,
    fire: int | None,
    held: list[str | None] | None,
    unit: UnitView | None,
    places: Places,
    words: Words,
) -> str:
    label = places.board.labels[place]
    parts = [label, words.name("plains" if devastated else places.plan.terrain[place])]
    parts += [words("devastated")] if devastated else []
    parts += [words.name(overlay)] if overlay is not None else []
    parts += [words("fire", level=fire)] if fire is not None else []
    parts += [_objective_text(house, words) for house in held or ()]
    parts += [unit_text(unit, words)] if unit is not None else []
    card = terrain_card(overlay, devastated=devastated, terrain=places.plan.terrain[place])
    shape = path(places.outline(place), "clear")
    return group(title("; ".join(parts)), shape, part=named("hex", label), data_card=card)


def terrain_card(overlay: str | None, *, devastated: bool, terrain: str) -> str:
    """Return the card that describes the terrain of a hex."""
    return overlay if overlay is not None else "devastated" if devastated else terrain


def _objective_text(house: str | None, words: Words) -> str:
    return words("objective-of", house=house) if house is not None else words("objective")


def unit_text(unit: UnitView, words: Words) -> str:
    """Return everything known about a unit as text."""
    parts = [
        words("unit", unit=unit.unit, rank=unit.rank, house=unit.house),
        words("figures", count=unit.figures),
        words("active" if unit.active else "inactive"),
    ]
    if unit.commander is not None:
        parts.append(words.name(unit.commander))
    if unit.engaged is not None:
        parts.append(words("engaged", hex=unit.engaged))
    if unit.stalwart:
        parts.append(words.name("stalwart"))
    if unit.scorch is not None:
        parts.append(words.name("scorch-the-earth"))
    return ", ".join(parts)


@drawn_from("devastated", "overlays", "palisades")
def tokens(view: BattlesView, places: Places, words: Words) -> str:
    """Return the tokens on the hexes, below the units."""
    return group(
        *_burnt(view, places, words),
        *_overlays(view, places, words),
        *_palisades(view, places, words),
        *_targets(places, words),
        id="tokens",
        aria_label=words("group.tokens"),
    )


def _burnt(view: BattlesView, places: Places, words: Words) -> Iterator[str]:
    for label in view.devastated:
        picture = path(symbols.DEVASTATED, "line s-rock", stroke_width=2.5) + path(symbols.DEVASTATED, "over rock")
        yield group(
            title(words("devastated")),
            picture,
            at=places.at(label),
            part=named("devastated", label),
            data_card="devastated",
        )


def _overlays(view: BattlesView, places: Places, words: Words) -> Iterator[str]:
    for label, kind in view.overlays.items():
        yield group(
            title(f"{words.name(kind)}, {label}"),
            symbols.overlay(kind, (0, -6)),
            at=places.at(label),
            part=named("overlay", label),
            data_card=kind,
        )


def _palisades(view: BattlesView, places: Places, words: Words) -> Iterator[str]:
    for palisade in view.palisades:
        a, b = palisade.between
        if (side := places.side(a, b)) is None:
            continue
        (ax, ay), (bx, by) = side
        held = Counter(palisade.tokens)
        laid = ", ".join(words("pool", token=rank, count=count) for rank, count in held.items())
        stakes = "".join(f"M{ax + (bx - ax) * k / 8:.1f} {ay + (by - ay) * k / 8 - 6:.1f}v12" for k in range(1, 8))
        yield group(
            title(f"{words.name('palisade')}, {a}-{b}" + (f"; {laid}" if laid else "")),
            path(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}", "line s-token-ink", stroke_width=7),
            path(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}", "line s-timber", stroke_width=4.5),
            path(stakes, "line s-token-ink", stroke_width=2.2),
            symbols.fire(palisade.fire, ((ax + bx) / 2, (ay + by) / 2)) if palisade.fire else "",
            *(
                group(
                    symbols.order_token(rank, (0, 0), count),
                    at=(ax + (bx - ax) * share, ay + (by - ay) * share),
                    scale=0.6,
                )
                for k, (rank, count) in enumerate(held.items())
                for share in ((k + 1) / (len(held) + 1),)
            ),
            part=named("palisade", a, b),
            data_card="palisade",
        )


def _targets(places: Places, words: Words) -> Iterator[str]:
    catapult = places.plan.catapult
    for target in catapult.targets if catapult is not None else ():
        bars = RANK_TINTS[target.rank].bars
        marks = "".join(f"M{(k - (bars - 1) / 2) * 5:g} -4V4" for k in range(bars))
        yield group(
            title(words("catapult-target", rank=target.rank)),
            path(symbols.CROSSHAIR, f"line rs-{target.rank}", stroke_width=3),
            circle(0, 0, 10, f"line rs-{target.rank}", stroke_width=3),
            path(marks, f"line rs-{target.rank}", stroke_width=2.6),
            at=_beside(places, target.hex, 0, 0),
            part=named("target", target.hex),
        )


@drawn_from("control", "fires", "strategy", "persons", "archers")
def markers(view: BattlesView, places: Places, words: Words) -> str:
    """Return the markers shown beside a unit: objectives, fires, strategy tokens, persons, archers."""
    return group(*_markers(view, places, words), id="markers", aria_label=words("group.markers"))


def _markers(view: BattlesView, places: Places, words: Words) -> Iterator[str]:
    for objective in places.plan.objectives:
        held = view.control.get(objective.id)
        caption = _objective_text(held, words)
        at = _beside(places, objective.hex, -26, -18)
        mark = symbols.objective(held, (0, 0), objective.occupied)
        yield group(
            title(f"{caption}, {objective.hex}"),
            mark,
            at=at,
            part=named("objective", objective.id),
            data_card="control",
        )
    for label, level in view.fires.items():
        mark = symbols.fire(level, (0, 0))
        caption = words("fire", level=level)
        yield group(
            title(f"{caption}, {label}"),
            mark,
            at=_beside(places, label, 28, 2),
            part=named("fire", label),
            data_card="fire",
        )
    for label, shown in view.strategy.items():
        mark = symbols.strategy(shown, (0, 0))
        caption = words(f"strategy.{shown}")
        yield group(
            title(f"{caption}, {label}"),
            mark,
            at=_beside(places, label, 26, -18),
            part=named("strategy", label),
            data_card="strategy",
        )
    for id, person in view.persons.items():
        if person.hex is None or person.status != "open":
            continue
        caption, at = words.name(id), _beside(places, person.hex, -28, 8)
        disc = circle(0, 0, 12, "lift") + circle(0, 0, 12, "star token")
        mark = disc + text(0, 0, caption[:1].upper(), 14, "token-ink name")
        yield group(title(f"{caption}, {person.hex}"), mark, at=at, part=named("person", id), data_card=id)
    for label, house in view.archers.items():
        mark = (
            circle(0, 0, 14, "lift")
            + circle(0, 0, 14, "paper token")
            + path(symbols.BOW, "line s-token-ink", stroke_width=2)
            + symbols.badge(house, (10, 10), 8)
        )
        caption = words("special-archers", house=house)
        yield group(
            title(f"{caption}, {label}"),
            mark,
            at=_beside(places, label, 0, 0),
            part=named("archers", label),
            data_card="special-archers",
        )


def _beside(places: Places, label: str, dx: float, dy: float) -> Point:
    x, y = places.at(label)
    return x + dx, y + dy


def zones(view: BattlesView, places: Places, words: Words) -> str:
    """Return the outline of every commander's zone of control."""
    return group(
        *(
            _zone(house, commander.id, commander.hex, places, words)
            for house, found in view.houses.items()
            for commander in found.commanders
            if commander.hex is not None
        ),
        id="zones",
        aria_label=words("group.zones"),
    )


@drawn_once
def _zone(house: str, commander: str, hex: str, places: Places, words: Words) -> str:
    zone = set(places.board.within(places.board.place(hex), BOX.commander[commander].zone))
    lines = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*a, *b)
        for place in sorted(zone)
        for direction, to in enumerate(places.board.steps[place])
        if to == OUTSIDE or to not in zone
        for a, b in (places.layout.side(places.board.hexes[place], direction, 3),)
    )
    dashes = "7 5" if house == "stark" else "2 5"
    return group(
        title(words("zone", commander=commander)),
        path(lines, "line s-zone-edge", stroke_width=4.6, opacity=0.6),
        path(lines, "line s-zone-line", stroke_width=2.2, stroke_dasharray=dashes),
        part=named("zone", commander),
        pointer_events="none",
    )


def units(view: BattlesView, places: Places, words: Words) -> str:
    """Return the units, and the engagement tokens on the sides between them."""
    ordered = view.turn.ordered if view.turn is not None else ()
    edges = view.plan.edges
    away = "stark" if edges.stark == "north" else "lannister"
    return group(
        *(_unit(unit, unit.hex in ordered, unit.house == away, places, words) for unit in view.units),
        *_engagements(view, places, words),
        id="units",
        aria_label=words("group.units"),
    )


@drawn_once
def _unit(unit: UnitView, ordered: bool, away: bool, places: Places, words: Words) -> str:
    return group(
        title(f"{unit.hex}: {unit_text(unit, words)}"),
        path(symbols.hexagon(40), "chosen-edge") if ordered else "",
        picture(unit, words, away=away),
        at=places.at(unit.hex),
        part=named("unit", unit.hex),
        data_card=unit.unit,
        data_cards=unit.unit if unit.commander is None else f"{unit.unit} {unit.commander}",
    )


def picture(unit: UnitView, words: Words, *, away: bool = False, ghost: bool = False) -> str:
    """Return a unit about its middle: plinth, a figure for each one left, the banner of its rank, its commander.

    A ghost has no ids, since the unit itself is in the same drawing.
    """
    kind = figure_of(unit.unit)
    places = MOUNTED_PLACES if kind in MOUNTED or kind == "beast" else FOOT_PLACES
    scale = SCALES.get(kind, 0.96)
    lead = unit.commander is not None
    base = "mounted-leader" if kind in MOUNTED else "leader"
    figures = []
    for k, (x, y) in enumerate(places[min(unit.figures, len(places)) - 1]):
        at = f"translate({x} {y}){'rotate(180)' if away else ''}scale({scale})"
        if lead and k == 0:
            figures.append(use(f"figure:{base}", "", transform=at))
        figures.append(use(f"figure:{kind}", "", transform=at))
    return group(
        use(f"plinth:{unit.house}", ""),
        group(*figures, class_=f"h-{unit.house}"),
        symbols.banner(unit.rank, unit.house, unit.active, (-27 if unit.active else 27, -13)),
        _commander(unit.commander, words, ghost=ghost) if unit.commander is not None else "",
        class_=None if unit.active else "resting",
    )


def _commander(commander: str, words: Words, *, ghost: bool) -> str:
    """Return the name of a commander on a dark label under the unit; it can be picked as the commander."""
    name = words.person(commander).split(" ")[0]
    wide = width_of(name, NAME_SIZE) + 34
    return group(
        title(words.person(commander)),
        group(
            box(-wide / 2, -9, wide, 18, "plate s-zone-line", r=9),
            group(path(symbols.CROWN, "star"), at=(-wide / 2 + 13, 0), scale=0.65),
            text(9, 0, name, NAME_SIZE, "plate-ink strong"),
            class_="keep",
        ),
        at=(0, 32),
        part=None if ghost else named("commander", commander),
        data_card=None if ghost else commander,
    )


def _engagements(view: BattlesView, places: Places, words: Words) -> Iterator[str]:
    for unit in view.units:
        if unit.engaged is not None and unit.engaged >= unit.hex:
            yield _engagement(unit.hex, unit.engaged, unit.token, places, words)


@drawn_once
def _engagement(hex: str, other: str, token: str | None, places: Places, words: Words) -> str:
    (ax, ay), (bx, by) = places.at(hex), places.at(other)
    return group(
        title(words("engagement", hex=hex, other=other)),
        symbols.engagement(token, (0, 0)),
        at=((ax + bx) / 2, (ay + by) / 2),
        part=named("engagement", hex, other),
        data_card="engagement",
    )
