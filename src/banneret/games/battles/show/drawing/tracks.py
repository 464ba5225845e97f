"""The head of the panels, with the plan, the round and the morale track, and the list of how to win."""

from __future__ import annotations

from typing import Final

from banneret.games.battles.content.components import BOX, HOUSES
from banneret.games.battles.content.scenario import Immediate, Scenario, Scoring
from banneret.games.battles.show.drawing.layout import BELOW, PANEL, Places
from banneret.games.battles.show.drawing.symbols import badge
from banneret.games.battles.show.drawing.words import Words
from banneret.games.battles.view import BattlesView
from banneret.show.drawn_once import drawn_from, drawn_once
from banneret.show.svg import box, circle, fitting, group, path, text, title

WIDTH: Final = PANEL - 24
AIMS_LEFT: Final = 24.0
AIMS_WIDTH: Final = 560.0
_MORALE_Y: Final = 112.0


@drawn_from("round", "step", "first", "momentum")
def head(view: BattlesView, places: Places, words: Words) -> str:
    """Return the plan's name, the round and the step, and the Houses that are first and have the Momentum token."""
    left, plan = places.left, places.plan
    name = words.plan(plan)
    caption = words("round-of", round=view.round, rounds=plan.rounds)
    dots = [
        circle(left + 16 + k * 22, 62, 8, "ink" if k + 1 <= view.round else "line s-soft", stroke_width=1.5)
        + text(left + 16 + k * 22, 62, str(k + 1), 10.5, "page strong" if k + 1 <= view.round else "soft")
        for k in range(plan.rounds)
    ]
    at, first, momentum = left + 16 + plan.rounds * 22, left + 345, left + WIDTH - 132
    step = words.step(view.step)
    return group(
        title(f"{name}; {caption}; {step}"),
        text(left + 6, 28, name, fitting(name, 27, WIDTH), "ink name", anchor="start"),
        *dots,
        text(at, 62, step, fitting(step, 15, first - 18 - at), "soft", anchor="start"),
        _marked(words("first"), view.first, (first, 62), momentum - first - 36, words),
        _marked(words("momentum"), view.momentum, (momentum, 62), 116, words),
        part="track:round",
    )


def _marked(label: str, house: str, at: tuple[float, float], wide: float, words: Words) -> str:
    """Return the badge of a House with a label of limited width."""
    x, y = at
    size = fitting(label, 13.5, wide)
    caption = f"{label}: {words.name(house)}"
    return group(title(caption), badge(house, at, 11), text(x + 17, y, label, size, "soft", anchor="start"))


@drawn_from("morale")
def morale(view: BattlesView, places: Places, words: Words) -> str:
    """Return the morale track: Stark's segment on the left, Lannister's on the right, the marker above."""
    end = BOX.track.end
    step = WIDTH / (2 * end + 1)
    left, y = places.left + 4, _MORALE_Y
    sides = {"stark": places.plan.morale.stark, "lannister": places.plan.morale.lannister}
    breaks = {zone.break_point for zone in BOX.zones}
    parts = []
    for space in range(-end, end + 1):
        far = abs(space)
        house = "stark" if space < 0 else "lannister"
        zone = BOX.zones[BOX.zone_at[far]].id
        x = left + (space + end) * step
        rout = far == BOX.track.rout and sides[house] == "rout"
        label = words("rout")[:1] if rout else str(far)
        parts.append(box(x, y, step - 1.5, 34, f"z-{zone} token", r=3))
        parts.append(text(x + step / 2 - 0.75, y + 13, label, 12.5, f"zi-{zone} strong"))
        if far in breaks:
            parts.append(path(f"M{x + step / 2 - 5.5:.1f} {y + 31:.1f}h9.5l-4.75 -8Z", f"zi-{zone}"))
        elif far:
            parts.append(text(x + step / 2 - 0.75, y + 26, words.name(zone)[:1], 9, f"zi-{zone}"))
    # Positive morale is on Stark's side.
    at = left + (end - view.morale) * step + step / 2 - 0.75
    marker = path("M0 -4L-8 -18H8Z", "token-ink token") + circle(0, -20, 7, "star token")
    caption = _morale_text(view, words)
    return group(
        title(caption),
        badge("stark", (left + 12, y - 15), 11),
        text(left + 28, y - 15, words("morale"), 13.5, "soft", anchor="start"),
        badge("lannister", (left + WIDTH - 14, y - 15), 11),
        *parts,
        group(marker, at=(at, y + 2)),
        part="track:morale",
    )


def _morale_text(view: BattlesView, words: Words) -> str:
    if not view.morale:
        return words("morale-even")
    house = "stark" if view.morale > 0 else "lannister"
    zone = BOX.zones[BOX.zone_at[abs(view.morale)]].id
    return words("morale-at", house=house, space=abs(view.morale), zone=zone)


@drawn_once
def aims(places: Places, words: Words) -> str:
    """Return how to win the battle, below the map: a line per scoring and per immediate victory."""
    plan = places.plan
    lines = [_victory(plan, words)]
    lines += [_scored(scoring, words) for scoring in plan.scoring]
    lines += [_at_once(immediate, words) for immediate in plan.immediate]
    lines += [words("aim.rout", house=house) for house in _routs(plan)]
    x, y, width = AIMS_LEFT, places.below + 4, AIMS_WIDTH
    step = min(18.0, (BELOW - 50) / len(lines))
    size = min(13.5, step * 0.8)
    return group(
        box(x, y, width, BELOW - 16, "card s-edge", r=7, stroke_width=1),
        text(x + 12, y + 18, words("aims"), 15, "ink strong", anchor="start"),
        *(
            text(x + 12, y + 40 + k * step, line, fitting(line, size, width - 24), "ink", anchor="start")
            for k, line in enumerate(lines)
        ),
        id="aims",
        aria_label=words("aims"),
    )


def _routs(plan: Scenario) -> list[str]:
    """Return the Houses whose morale can rout."""
    sides = {"stark": plan.morale.stark, "lannister": plan.morale.lannister}
    return [house for house in HOUSES if sides[house] == "rout"]


def _victory(plan: Scenario, words: Words) -> str:
    victory = plan.victory
    if victory.kind == "points" or victory.house is None:
        return words("aim.most-points")
    return words("aim.control", house=victory.house, least=victory.least, count=len(victory.objectives))


def _scored(scoring: Scoring, words: Words) -> str:
    who = words.name(scoring.house) if scoring.house is not None else words("both")
    what = words(
        f"score.{scoring.kind}",
        token=scoring.token or "tent",
        person=scoring.person or "catelyn",
        least=scoring.least,
        per=scoring.per,
    )
    rows = ", ".join(f"{row}: {worth}" for row, worth in scoring.rows)
    points = rows or str(scoring.points)
    return f"{who}: {points} \u2013 {what} ({words(f'when.{scoring.when}')})"


def _at_once(immediate: Immediate, words: Words) -> str:
    return words(
        f"aim.at-once.{immediate.kind}",
        house=immediate.house,
        least=immediate.least,
        person=immediate.person or "catelyn",
    )
