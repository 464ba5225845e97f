"""Matches at moments that are worth a picture: the first question, a fight, and the end."""

from __future__ import annotations

import sys
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from banneret.bots import make_bot, play_for
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.show.showing import showing_of

GAMES: Final = {"thrones": 6, "icefire-s6": 2, "icefire-2021": 2, "runewars": 2, "battles": 2}
SEED: Final = 3
EVENTS: Final = 160
"""The number of latest events in which a fight is looked for."""


class Shown(NamedTuple):
    """A match that is over, and the steps at which seat 0 is asked first, and first in a fight."""

    lines: bytes
    steps: dict[str, int]


def played(game: str) -> Shown:
    """Play a match of bots, and note the steps to show."""
    seats = GAMES[game]
    match = new_match(game, seats=seats, seed=SEED)
    bots = {seat: make_bot("greedy", seat) for seat in range(seats)}
    steps: dict[str, int] = {}
    while match.asking:
        seat = next(iter(match.asking))
        if seat == 0:
            step = len(Record.of(match).entries) if len(steps) < 2 else 0
            steps.setdefault("question", step)
            if "fight" not in steps and _fights(match):
                steps["fight"] = step
                break
        play_for(bots, match, seat, seed=1, once=True)
    for seat in range(1, seats):  # it is over soon, and its end can be shown
        if match.outcome is None:
            match.forfeit(seat)
    return Shown(b"".join(Record.of(match).lines()), steps)


def _fights(match: Match[Any]) -> bool:
    viewer = frozenset({0})
    events = match.events_for(viewer, max(0, len(match.events) - EVENTS))
    panel = showing_of(match.rulebook).panel(match.view(viewer).game, events)
    return panel is not None and not panel.over


def tables_of(page: Page, url: str, game: str, match: Shown) -> dict[str, str]:
    """Return the paths of tables that show the states of a match."""
    api, headers = f"{url}/api/v1", {"origin": url}
    load = page.request.post(
        f"{api}/records", data=match.lines, headers=headers | {"content-type": "application/jsonl"}
    )
    if not load.ok:
        print(f"{game}: {load.status} {load.text()}", file=sys.stderr)  # its rules have changed between the commits
        return {}
    found = {"end": f"/tables/{load.json()['id']}"}
    places = [{"me": True}, *[{"bot": "easy"}] * (GAMES[game] - 1)]
    for state, step in match.steps.items():
        branch = page.request.post(
            f"{api}/tables/{load.json()['id']}/branch",
            data={"at": step, "places": places},
            headers=headers | {"content-type": "application/json"},
        )
        found[state] = f"/tables/{branch.json()['id']}"
    return found
