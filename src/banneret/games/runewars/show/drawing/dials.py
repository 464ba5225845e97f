"""Command tools: an action and a modifier, face up or face down."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.content.components import ActionSector, Amount, ModifierSector, components
from banneret.games.runewars.content.sectors import action_named, modifier_named
from banneret.games.runewars.show.drawing import symbols
from banneret.games.runewars.show.drawing.layout import Point
from banneret.games.runewars.show.drawing.words import Words
from banneret.games.runewars.view import DialsView, UnitView
from banneret.show.svg import box, circle, group, text

ACTION_WIDTH: Final = 66.0
MODIFIER_WIDTH: Final = 58.0
HEIGHT: Final = 24.0


def sectors(card: str, dials: DialsView) -> tuple[ActionSector, ModifierSector]:
    """Return the sectors that dials show."""
    unit = components().units[card]
    return unit.actions[action_named(unit, dials.action)], unit.modifiers[modifier_named(unit, dials.modifier)]


def tool(unit: UnitView, at: Point, scale: float = 1.0) -> str:
    """Return the command tool of a unit around its centre; nothing if its dials are not set."""
    if not unit.ordered:
        return ""
    width = ACTION_WIDTH + MODIFIER_WIDTH
    left, right = (-width / 2 + ACTION_WIDTH / 2, 0.0), (width / 2 - MODIFIER_WIDTH / 2, 0.0)
    if unit.dials is None:
        return group(
            symbols.back(unit.player, left, ACTION_WIDTH - 3, HEIGHT),
            symbols.back(unit.player, right, MODIFIER_WIDTH - 3, HEIGHT),
            at=at,
            scale=scale,
        )
    return faces(unit.card, unit.dials, at, scale)


def faces(card: str, dials: DialsView, at: Point, scale: float = 1.0) -> str:
    """Return the sectors that dials show, around the centre of the command tool."""
    action, modifier = sectors(card, dials)
    width = ACTION_WIDTH + MODIFIER_WIDTH
    left, right = (-width / 2 + ACTION_WIDTH / 2, 0.0), (width / 2 - MODIFIER_WIDTH / 2, 0.0)
    shown = f"{dials.action} {dials.modifier}"
    return group(action_face(action, left), modifier_face(modifier, right), at=at, scale=scale, data_cards=shown)


def action_face(sector: ActionSector, at: Point) -> str:
    """Return a sector of an action dial: initiative, stance, action, speed."""
    plate = box(-ACTION_WIDTH / 2 + 1.5, -HEIGHT / 2, ACTION_WIDTH - 3, HEIGHT, "paper token", r=4)
    if sector.action is None or sector.stance is None:
        return group(plate, at=at)
    return group(
        plate,
        circle(-21, 0, 9.5, "print"),
        text(-21, 0, str(sector.initiative), 12, "paper strong"),
        symbols.stance(sector.stance, (-5, 0), 0.85),
        symbols.mark(sector.action, (10, 0), scale=0.9),
        symbols.amount(sector.speed, (25, 0)) if sector.speed is not None else "",
        at=at,
    )


def modifier_face(sector: ModifierSector, at: Point) -> str:
    """Return a sector of a modifier dial: stance, modifier, and its value or icons."""
    plate = box(-MODIFIER_WIDTH / 2 + 1.5, -HEIGHT / 2, MODIFIER_WIDTH - 3, HEIGHT, "paper token", r=4)
    if sector.modifier is None or sector.stance is None:
        return group(plate, at=at)
    shown = sector.action or (sector.icons[0] if sector.icons else sector.modifier)
    if sector.modifier == "bonus-action":
        sign = circle(-2, 0, 9.5, "line s-print", stroke_width=1.2) + symbols.mark(shown, (-2, 0), scale=0.72)
    else:
        sign = symbols.mark(shown, (-3, 0), scale=0.9)
    more = ""
    if len(sector.icons) > 1:
        more = symbols.mark(sector.icons[1], (17, 0), scale=0.85)
    elif sector.defend is not None:
        more = _signed(sector.defend, sign=True)
    elif sector.speed is not None:
        more = _signed(sector.speed, sign=sector.action is None)
    return group(plate, symbols.stance(sector.stance, (-20, 0), 0.85), sign, more, at=at)


def _signed(value: Amount, *, sign: bool) -> str:
    if isinstance(value, int) and sign:
        return text(18, 0, f"{value:+d}".replace("-", "\u2212") if value else "\u00b10", 12, "print strong")
    return symbols.amount(value, (18, 0), 12)


def description(unit: UnitView, words: Words) -> str:
    """Describe what the command tool of a unit shows; empty if its dials are not set."""
    if not unit.ordered:
        return ""
    if unit.dials is None:
        return words("dials-hidden")
    shown = words("dials", action=unit.dials.action, modifier=unit.dials.modifier)
    return shown if unit.revealed else f"{shown} ({words('not-revealed')})"
