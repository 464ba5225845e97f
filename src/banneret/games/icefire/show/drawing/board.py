"""The head of the sheet, the Tactics Board, and the current turn."""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.rules.table.units import CASTLE_WALL
from banneret.games.icefire.show.drawing import symbols
from banneret.games.icefire.show.drawing.layout import BELOW, HEIGHT, MARGIN, PANEL, left, panels_wide, wide, zone_wide
from banneret.games.icefire.show.drawing.words import Words
from banneret.games.icefire.view import FightView, IcefireView, NcuView
from banneret.show.drawn_once import drawn_from, drawn_once
from banneret.show.svg import box, circle, fitting, group, named, path, text, title

ZONE_TOP: Final = 92.0
ZONE_HEIGHT: Final = 94.0
MOST_DICE: Final = 14
"""Maximum number of dice drawn; for larger attacks their number is written."""


def head(view: IcefireView, words: Words) -> str:
    """Return the name of the mode, the round, its step and the First Player."""
    return _head(view, left(view), panels_wide(view), words)


@drawn_from("mode", "edition", "round", "rounds", "first", "step", "missions")
def _head(view: IcefireView, x: float, width: float, words: Words) -> str:
    y = MARGIN
    mode = words("mode", mode=view.mode, edition=view.edition)
    when = words("round-of", round=view.round, rounds=view.rounds) if view.round else words("before")
    first = words("first", player=view.first) if view.first is not None else ""
    step = words.step(view.step)
    parts = [mode, when, step, *_missions(view, words)]
    step += "".join(f" \u2013 {line}" for line in _numbers(view, words))
    return group(
        title("; ".join(parts)),
        box(x, y, width, 58, "card s-edge", r=7, stroke_width=1.2),
        text(x + 12, y + 19, mode, fitting(mode, 18, 360), "ink name", anchor="start"),
        text(x + 12, y + 42, step, fitting(step, 14, 330), "soft", anchor="start"),
        text(x + width - 12, y + 19, when, fitting(when, 16, 180), "ink strong", anchor="end"),
        text(x + width - 12, y + 42, first, fitting(first, 14, 200), "ink", anchor="end"),
        id="head",
    )


def _missions(view: IcefireView, words: Words) -> list[str]:
    """Return the names of the active missions."""
    if view.missions is None:
        return []
    return [
        f"{words.name(place)}: {', '.join(words.name(name) for name in names)}"
        for place, names in (("active", view.missions.active), ("reserve", view.missions.reserve))
        if names
    ]


def _numbers(view: IcefireView, words: Words) -> list[str]:
    """Return the numbers of the active missions."""
    if view.missions is None:
        return []
    active, reserve = (
        ", ".join(name.removeprefix("mission-") for name in names)
        for names in (view.missions.active, view.missions.reserve)
    )
    return [
        *([words("missions.active", numbers=active)] if active else []),
        *([words("missions.reserve", numbers=reserve)] if reserve else []),
    ]


def zones(view: IcefireView, words: Words) -> str:
    """Return the Tactics Board with the non-combat units on it."""
    ncus = {ncu.id: ncu for ncu in view.ncus}
    width = zone_wide(view)
    return group(
        *(
            _zone(zone, ncus.get(holder or ""), left(view) + place * width, width, words)
            for place, (zone, holder) in enumerate(view.zones.items())
        ),
        id="zones",
        aria_label=words("group.zones"),
    )


@drawn_once
def _zone(zone: str, ncu: NcuView | None, x: float, width: float, words: Words) -> str:
    name = words.name(zone)
    label = name if ncu is None else f"{name}: {words('ncu', ncu=ncu.id, card=ncu.card, player=ncu.player)}"
    style = f"card ps-{ncu.player}" if ncu is not None else "card s-edge"
    middle = (width - 6) / 2
    person = words.name(ncu.card).partition(",")[0] if ncu is not None else ""
    return group(
        title(label),
        box(0, 0, width - 6, ZONE_HEIGHT, style, r=7, stroke_width=3 if ncu is not None else 1.4),
        symbols.zone_sign(zone, (middle, 20), "s-ink", 1.15),
        text(middle, 44, name, fitting(name, 14, width - 16), "ink strong"),
        symbols.badge(ncu.player, (middle, 63), 10) if ncu is not None else "",
        text(middle, 82, person, fitting(person, 12, width - 14), "ink"),
        at=(x, ZONE_TOP),
        part=named("zone", zone),
    )


def turn(view: IcefireView, words: Words) -> str:
    """Return the current turn: its player, the active unit, and the attack with its dice; nothing between turns."""
    going = view.turn
    if going is None:
        return ""
    who = words("turn-of", player=going.player)
    if going.unit is not None:
        card = next((unit.card for unit in view.units if unit.id == going.unit), CASTLE_WALL)
        who += f" \u2013 {words('acting', unit=going.unit, card=card)}"
    if going.ncu is not None:
        card = next(ncu.card for ncu in view.ncus if ncu.id == going.ncu)
        who += f" \u2013 {words('acting', unit=going.ncu, card=card)}"
    who += f" \u2013 {words.name(going.action)}" if going.action is not None else ""
    return _turn(going.player, who, going.fights[-1] if going.fights else None, wide(view), words)


@drawn_once
def _turn(player: str, who: str, fight: FightView | None, width: float, words: Words) -> str:
    y = HEIGHT - BELOW
    return group(
        box(MARGIN, y, width, BELOW - 24, "card s-gold", r=7, stroke_width=2),
        symbols.badge(player, (MARGIN + 20, y + 20), 11),
        text(MARGIN + 40, y + 20, who, fitting(who, 16, width - 60), "ink strong", anchor="start"),
        _fight(fight, MARGIN + 12, y + 58, words) if fight is not None else "",
        id="turn",
        aria_label=words("group.turn"),
    )


def _fight(fight: FightView, x: float, y: float, words: Words) -> str:
    label = words("attack", attacker=fight.attacker, defender=fight.defender, kind=fight.kind)
    label += f": {words('hits', count=fight.hits)}" if fight.dice else ""
    label += f" ({', '.join(words.name(keyword) for keyword in fight.keywords)})" if fight.keywords else ""
    dice = [symbols.die(face, (x + 560 + place * 26, y)) for place, face in enumerate(fight.dice[:MOST_DICE])]
    return text(x, y, label, fitting(label, 14.5, 530), "ink", anchor="start") + "".join(dice)


def legend(view: IcefireView, words: Words) -> str:
    """Return the legend of the symbols."""
    x, y = left(view), HEIGHT - BELOW
    entries = [
        (symbols.condition("panicked", (0, 0)), words.name("panicked")),
        (symbols.condition("vulnerable", (0, 0)), words.name("vulnerable")),
        (symbols.condition("weakened", (0, 0)), words.name("weakened")),
        (symbols.wounds(4, (0, 0)), words("legend.wounds")),
        (path(symbols.DIAMOND, "paper token"), words("legend.attachment")),
        (path("M-9 5L0 -5L9 5Z", "paper token"), words("legend.front")),
        (path(symbols.SWORDS, "line s-ink", stroke_width=2), words("legend.engaged")),
        (circle(0, 0, 7, "line s-gold", stroke_width=3.5), words("legend.objective")),
        (box(-9, -6, 18, 12, "paper token", r=2) + box(-9, -6, 18, 12, "in-spent", r=2),
         words("activated")),
    ]  # fmt: skip  # several to a line
    cell = (PANEL - 16) / 3
    return group(
        box(x, y, PANEL, BELOW - 24, "card s-edge", r=7, stroke_width=1),
        *(
            group(
                picture,
                text(18, 0, label, fitting(label, 12.5, cell - 34), "ink", anchor="start"),
                at=(x + 22 + place % 3 * cell, y + 18 + place // 3 * 28),
            )
            for place, (picture, label) in enumerate(entries)
        ),
        id="legend",
    )
