"""Tables that go on with a match at a question that surely comes, so that nothing hangs on what a bot happens to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from banneret.bots import make_bot, play_for
from banneret.kernel.asks import Ask
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from tests.page.conftest import Server

MATCHES: Final = 5
"""A match of bots may end without the question, so at most this many are played."""
COMBAT_PLACES: list[dict[str, Any]] = [{"me": True}, *[{"bot": "easy"}] * 5]


class Played(NamedTuple):
    """A match that is over, and the step at which seat 0 is asked what was looked for."""

    lines: bytes
    step: int


def play_to(
    game: str, seed: int, options: Mapping[str, Any], wanted: Callable[[Match[Any], Ask], bool], seats: int = 2
) -> Played:
    """Play matches of bots, from that of a seed on, until seat 0 is asked something wanted; the others forfeit then."""
    for one in range(seed, seed + MATCHES):
        match = new_match(game, seats=seats, seed=one, options=dict(options))
        bots = {seat: make_bot("greedy", seat) for seat in range(seats)}
        while match.asking:
            seat, ask = next(iter(match.asking.items()))
            if seat == 0 and wanted(match, ask):
                step = len(Record.of(match).entries)
                for other in range(1, seats):
                    if match.outcome is None:
                        match.forfeit(other)
                return Played(b"".join(Record.of(match).lines()), step)
            play_for(bots, match, seat, seed=1, once=True)
    raise AssertionError(f"seat 0 is never asked this in {MATCHES} matches")


@cache
def before_a_combat() -> Played:
    """Return a match of six in which Baratheon is about to choose a House card."""
    return play_to("thrones", 1, {}, lambda _match, ask: ask.kind == "house-card", seats=6)


def go_on(page: Page, server: Server, record: Played, places: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Branch the match at the step with new dice, and open the new table; return its info."""
    api, headers = f"{server.url}/api/v1", {"origin": server.url}
    load = page.request.post(
        f"{api}/records", data=record.lines, headers=headers | {"content-type": "application/jsonl"}
    )
    assert load.ok, load.text()
    branch = page.request.post(
        f"{api}/tables/{load.json()['id']}/branch",
        data={"at": record.step, "places": [dict(place) for place in places]},
        headers=headers | {"content-type": "application/json"},
    )
    assert branch.ok, branch.text()
    table: dict[str, Any] = branch.json()
    page.goto(f"{server.url}/tables/{table['id']}")
    return table


def join(page: Page, server: Server, table: Mapping[str, Any]) -> None:
    """Sit down in the first free seat of a table."""
    sat = page.request.post(
        f"{server.url}/api/v1/tables/{table['id']}/join",
        data={"invite": table["invite"]},
        headers={"origin": server.url, "content-type": "application/json"},
    )
    assert sat.ok, sat.text()
