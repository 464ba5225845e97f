"""The tracks beside the map: round, influence, supply, victory, wildlings and Westeros cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from banneret.games.thrones.content.components import (
    ORDER,
    ORDERS,
    ROUNDS,
    SUPPLY_LIMITS,
    VICTORY_AREAS,
    WILDLING_TRACK,
)
from banneret.games.thrones.show.drawing.layout import MAP_WIDTH, PANEL_WIDTH
from banneret.games.thrones.show.drawing.symbols import (
    BARREL,
    CASTLE,
    RAVEN,
    STAR,
    SWORD,
    THRONE,
    badge,
    chip,
    order_token,
)
from banneret.games.thrones.show.drawing.words import NO_CARD, TRACKS, WESTEROS, Words
from banneret.games.thrones.view import HouseView, ThronesView
from banneret.show.drawn_once import drawn_from
from banneret.show.svg import box, circle, fitting, group, named, path, text, title

LEFT = MAP_WIDTH + 16.0
WIDTH = PANEL_WIDTH - 30.0
LABEL = 104.0
INFLUENCE_TOP, SUPPLY_TOP, VICTORY_TOP, WESTEROS_TOP = 78.0, 246.0, 346.0, 422.0
DOMINANCE = {"iron-throne": THRONE, "fiefdoms": SWORD, "kings-court": RAVEN}


def tracks(view: ThronesView, words: Words) -> str:
    """Return all tracks."""
    parts = (_round, _influence, _supply, _victory, _westeros)
    return group(*(part(view, words) for part in parts), id="tracks", aria_label=words("group.tracks"))


@drawn_from("round", "step")
def _round(view: ThronesView, words: Words) -> str:
    spaces = []
    for k in range(1, ROUNDS + 1):
        x = LEFT + WIDTH - (ROUNDS - k) * 30 - 14
        now = k == view.round
        spaces.append(circle(x, 38, 12.5, "ink" if now else "card s-edge", stroke_width=None if now else 1.5))
        spaces.append(text(x, 38, str(k), 14, "page strong" if now else "soft"))
    return group(
        title(words("round-of", round=view.round, rounds=ROUNDS)),
        text(LEFT, 28, words("round", round=view.round), 24, "ink name", anchor="start"),
        text(LEFT, 53, words.step(view.step), 15, "soft", anchor="start"),
        *spaces,
        part=named("track", "round"),
    )


@drawn_from("tracks", "blade_used", "raven_used", "houses")
def _influence(view: ThronesView, words: Words) -> str:
    return group(
        *(_track(view, track, INFLUENCE_TOP + k * 54, words) for k, track in enumerate(TRACKS)), part="track:influence"
    )


def _track(view: ThronesView, track: str, y: float, words: Words) -> str:
    lines = words.lines(f"track.{track}")
    used = {"fiefdoms": view.blade_used, "kings-court": view.raven_used}.get(track, False)
    step = (WIDTH - LABEL - 4) / 6
    label = [*lines, words("used")] if used else lines
    houses = ", ".join(f"{place}. {words.name(house)}" for place, house in enumerate(view.tracks[track], 1))
    return group(
        title(f"{' '.join(lines)}: {houses}; {words('used' if used else 'ready')}"),
        box(LEFT, y, WIDTH, 47, "card s-edge", r=6, stroke_width=1),
        _dominance(track, used, (LEFT + 19, y + 23.5), words),
        *(
            text(
                LEFT + 39,
                y + 24 + (k - (len(label) - 1) / 2) * 14.5,
                line,
                _label(line, 13),
                "ink strong",
                anchor="start",
            )
            for k, line in enumerate(label)
        ),
        *(
            _position(view, track, place, (LEFT + LABEL + place * step, y), step, words)
            for place in range(len(view.tracks[track]))
        ),
        part=named("track", track),
    )


def _dominance(track: str, used: bool, at: tuple[float, float], words: Words) -> str:
    """The dominance token of a track: bright while usable, turned to its plain side afterwards."""
    edge = "card s-soft" if used else "star token"
    return group(
        title(f"{words(f'token.{track}')}, {words('used' if used else 'ready')}"),
        circle(0, 0, 15, edge, stroke_width=1.6, stroke_dasharray="3 3" if used else None),
        path(DOMINANCE[track], "soft" if used else "token-ink", transform="scale(1.15)"),
        at=at,
        part=named("token", track),
    )


def _position(view: ThronesView, track: str, place: int, at: tuple[float, float], step: float, words: Words) -> str:
    x, y = at
    house = view.tracks[track][place]
    stars = view.houses[house].stars if track == "kings-court" else 0
    row = "".join(
        group(
            path(STAR, "star token", transform="scale(0.95)"), at=(x + step / 2 + (k - (stars - 1) / 2) * 14, y + 37.5)
        )
        for k in range(stars)
    )
    number = "" if stars else text(x + step / 2, y + 38, str(place + 1), 13, "soft")
    return group(
        chip(house, words.name(house), (x + 1, y + 5), step - 3), row, number, part=named("place", track, house)
    )


def _columns(
    view: ThronesView,
    words: Words,
    top: float,
    height: float,
    value: Callable[[HouseView], int],
    names: Sequence[str],
) -> str:
    """A track of numbered spaces with the badges of the houses on each."""
    count = len(names)
    width = (WIDTH - LABEL) / count
    parts = [box(LEFT, top, WIDTH, height, "card s-edge", r=6, stroke_width=1)]
    for space, heading in enumerate(names):
        x = LEFT + LABEL + space * width
        here = [house for house, found in view.houses.items() if min(value(found), count - 1) == space]
        parts.append(path(f"M{x:g} {top:g}V{top + height:g}", "line s-edge", stroke_width=1))
        parts.append(text(x + width / 2, top + 12, heading, 12.5, "soft"))
        parts += _crowd(here, x + width / 2, top + 20, height - 20, words)
    return "".join(parts)


def _crowd(houses: list[str], x: float, top: float, height: float, words: Words) -> list[str]:
    """Badges close together, three per row."""
    rows = [houses[k : k + 3] for k in range(0, len(houses), 3)]
    r = 11.5 if len(rows) < 2 else 10.5
    return [
        group(
            title(words.name(house)),
            badge(house, (x + (k - (len(row) - 1) / 2) * (2 * r + 2), top + height * (j + 0.5) / len(rows)), r),
        )
        for j, row in enumerate(rows)
        for k, house in enumerate(row)
    ]


@drawn_from("houses")
def _supply(view: ThronesView, words: Words) -> str:
    names = [f"{level}: " + " ".join(map(str, armies)) for level, armies in enumerate(SUPPLY_LIMITS)]
    told = ", ".join(f"{words.name(house)} {found.supply}" for house, found in view.houses.items())
    return group(
        title(f"{' '.join(words.lines('supply'))}: {told}"),
        _columns(view, words, SUPPLY_TOP, 92, lambda house: house.supply, names),
        group(path(BARREL, "wood", transform="scale(1.3)"), at=(LEFT + 17, SUPPLY_TOP + 46)),
        *_heading(words.lines("supply"), SUPPLY_TOP + 46),
        part=named("track", "supply"),
    )


def _heading(lines: list[str], y: float) -> list[str]:
    return [
        text(LEFT + 38, y + (k - (len(lines) - 1) / 2) * 15, line, _label(line, 13.5), "ink strong", anchor="start")
        for k, line in enumerate(lines)
    ]


def _label(line: str, size: float) -> float:
    """Font size at which a label fits in front of its track."""
    return fitting(line, size, LABEL - 41)


@drawn_from("houses")
def _victory(view: ThronesView, words: Words) -> str:
    names = [str(count) for count in range(VICTORY_AREAS + 1)]
    told = ", ".join(f"{words.name(house)} {found.fortified}" for house, found in view.houses.items())
    return group(
        title(f"{' '.join(words.lines('victory'))}: {told}"),
        _columns(view, words, VICTORY_TOP, 68, lambda house: house.fortified, names),
        group(path(CASTLE, "stone", transform="scale(1.3)"), at=(LEFT + 17, VICTORY_TOP + 34)),
        *_heading(words.lines("victory"), VICTORY_TOP + 34),
        part=named("track", "victory"),
    )


@drawn_from("westeros", "decks", "used", "banned")
def _westeros(view: ThronesView, words: Words) -> str:
    width = (WIDTH - 16) / 3
    slots = [_slot(view, deck, LEFT + deck * (width + 8), width, words) for deck in range(3)]
    cards = ", ".join(words.name(card) for card in view.westeros) or NO_CARD
    return group(
        title(f"{words('group.westeros')}: {cards}"), *slots, _bans(view, words), part=named("track", "westeros")
    )


def _slot(view: ThronesView, deck: int, x: float, width: float, words: Words) -> str:
    """The current card of one deck, and what is known about the deck."""
    card = view.westeros[deck] if deck < len(view.westeros) else None
    name = words.name(card) if card else NO_CARD
    top = WESTEROS_TOP
    left = view.decks[deck]
    known = left[0] if left else None
    beneath = words("deck", left=len(left), used=len(view.used[deck]))
    if known is not None:
        beneath = words("deck-next", card=known)
    return group(
        title(f"{name}: {words.says(f'event.{card}')}" if card else NO_CARD),
        box(x, top, width, 54, "card s-edge", r=6, stroke_width=1),
        box(x, top, 30, 54, "sea s-edge", r=6, stroke_width=1),
        text(x + 15, top + 27, WESTEROS[deck], 15, "sea-ink name"),
        text(x + 38, top + 18, name, fitting(name, 14, width - 44), "ink strong", anchor="start"),
        text(x + 38, top + 39, beneath, fitting(beneath, 13, width - 44), "soft", anchor="start"),
        part=named("westeros", str(deck + 1)),
    )


def _bans(view: ThronesView, words: Words) -> str:
    if not view.banned:
        return ""
    y, told = WESTEROS_TOP + 74, words("not-allowed")
    parts = [text(LEFT, y, told, fitting(told, 14, 168), "blood strong", anchor="start")]
    for k, order in enumerate(view.banned):
        at = (LEFT + 190 + k * 44, y)
        parts.append(
            group(
                title(words("not-allowed-one", order=order)),
                order_token(ORDERS[ORDER[order]], None, at, 14),
                path(f"M{at[0] - 12:g} {at[1] + 12:g}L{at[0] + 12:g} {at[1] - 12:g}", "line s-blood", stroke_width=3.5),
                part=named("banned", order),
            )
        )
    return "".join(parts)


@drawn_from("threat", "wildlings")
def wildlings(view: ThronesView, words: Words) -> str:
    """Return the wildling track, beyond the Wall."""
    spaces = []
    for k, threat in enumerate(WILDLING_TRACK):
        x, here = 368 + k * 47, threat == view.threat
        spaces.append(circle(x, 62, 17, "ink" if here else "card s-edge", stroke_width=None if here else 1.5))
        spaces.append(text(x, 62, str(threat), 16, "page strong" if here else "soft"))
    known = view.wildlings[0] if view.wildlings else None
    note = words("wildlings-next", card=known) if known is not None else ""
    return group(
        title(f"{words('wildlings')}: {view.threat}"),
        text(509, 28, f"{words('wildlings')}: {view.threat}", 17, "ink name"),
        *spaces,
        text(509, 92, note, 12.5, "soft") if note else "",
        part=named("track", "wildlings"),
    )
