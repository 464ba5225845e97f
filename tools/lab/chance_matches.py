"""Play matches of bots against themselves, and write positions with the side that won, for `fit_network.py`.

    python -m tools.lab.chance_matches battles --minutes 10 --out battles.jsonl
    python -m tools.lab.chance_matches battles --minutes 5 --how greedy --first 1000000 --out battles-greedy.jsonl

Matches are played in all sizes and modes of a game by quick estimates with random noise, which is the same for all
seats so that the better position wins, or by `greedy` bots. Every few turns, each side's features (`rows` of the game's
`bot/chances.py`) and its total evaluation are written, with its share of the win. A first line has the names of the
features.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from banneret.bots import GreedyBot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import pick
from banneret.bots.winning import certain
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match

NOISES: Final = (0.5, 1.0, 2.0, 3.0)
"""Noise of quick estimates in points; each match has one of them."""
TURNS: Final = 10
"""Number of turns between two samples of a match, on average."""
MODES: Final = (
    "game-of-thrones", "clash-of-kings", "storm-of-swords", "feast-for-crows", "dance-with-dragons", "winds-of-winter",
    "honed-and-ready", "fire-and-blood", "here-we-stand", "dark-wings",
)  # fmt: skip  # several to a line


def main() -> None:
    """Play matches for some minutes and write the samples."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=tuple(KINDS))
    parser.add_argument("--minutes", type=float, default=10, help="when to stop (10)")
    parser.add_argument("--how", choices=("sight", "greedy"), default="sight", help="how to play (sight)")
    parser.add_argument("--seats", type=int, default=2, help="play only matches with at least this many seats (2)")
    parser.add_argument("--first", type=int, default=1, help="number of the first match, and its seed (1)")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    given = parser.parse_args()
    part = importlib.import_module(f"banneret.games.{given.game}.bot.chances")
    judge_type = importlib.import_module(f"banneret.games.{given.game}.bot.evaluation").Judge
    end = time.monotonic() + 60 * given.minutes
    number, played = given.first, 0
    with given.out.open("w") as out:
        out.write(json.dumps({"inputs": part.INPUTS}) + "\n")
        while time.monotonic() < end:
            if KINDS[given.game](Random(number))[1] >= given.seats:
                played += 1
                for sample in samples(given.game, number, given.how, part, judge_type()):
                    out.write(json.dumps(sample) + "\n")
            number += 1
    print(f"{played} matches")


def samples(game: str, number: int, how: str, part: Any, judge: Any) -> list[dict[str, Any]]:
    """Return the samples of a match."""
    luck = Random(number)
    book, seats, options = KINDS[game](luck)
    match: Match[Any] = new_match(book, seats=seats, seed=number, options=options, events=False)
    found: list[dict[str, Any]] = []
    at = luck.random() * TURNS
    for state in states(match, how, luck):
        if match.mark < at:
            continue
        at = match.mark + TURNS * (0.5 + luck.random())
        sides = sides_of(state)
        totals = judging_of(match.rulebook).totals(state)
        one_each = [sides.index(side) for side in range(max(sides) + 1)]
        rows = [[round(one, 5) for one in row] for row in part.rows(judge, state)]
        found.append({"match": number, "rows": rows, "totals": [round(totals[seat], 4) for seat in one_each]})
    if match.outcome is None:
        return []
    seat_shares = certain(match.outcome, match.seats)
    won = [0.0] * (max(sides_of(match.state)) + 1)
    for side, share in zip(sides_of(match.state), seat_shares, strict=True):
        won[side] += share
    return [{**sample, "won": won, "kind": f"{book} {seats}"} for sample in found]


def sides_of(state: Any) -> list[int]:
    """Return the side of each seat, where a game has sides."""
    sides = getattr(state, "teams", None) or getattr(state, "sides", None)
    return list(range(state.seats)) if sides is None else list(sides)


def states(match: Match[Any], how: str, luck: Random) -> Iterator[Any]:
    """Play a match and yield its states at every question."""
    judge = judging_of(match.rulebook)
    noise = luck.choice(NOISES)
    bots = [GreedyBot(luck.getrandbits(40), worlds=1, most_options=6) for _ in range(match.seats)]
    while match.asking:
        yield match.state
        seat, ask = next(iter(match.asking.items()))
        if not ask.options.listed:  # a space without suggestions: the match is left out
            return
        if how == "greedy":
            match.play(seat, bots[seat].choose(Player(match, seat, luck.getrandbits(40))))
        else:
            match.play(seat, pick(match, ask, judge, luck.random, noise))


def _battles(luck: Random) -> tuple[str, int, dict[str, Any]]:
    from banneret.games.battles.content.scenario_file import SCENARIOS  # noqa: PLC0415 - of one game
    from banneret.games.battles.content.skirmish import SUMMARIES  # noqa: PLC0415 - of one game

    return "battles", 2, {"scenario": luck.choice([*SCENARIOS, *SUMMARIES])}


def _runewars(luck: Random) -> tuple[str, int, dict[str, Any]]:
    if luck.random() < 0.4:
        return "runewars", 2, {"size": "skirmish"}
    return "runewars", luck.choice((2, 2, 2, 3, 4)), {}


def _icefire(luck: Random) -> tuple[str, int, dict[str, Any]]:
    seats = luck.choice((2, 2, 2, 2, 2, 3, 4))
    options: dict[str, Any] = {"points": luck.choice((20, 20, 30, 40)), "mode": luck.choice(MODES)}
    if seats > 2:
        options["mode"] = "game-of-thrones"
        if seats == 4:
            options["teams"] = luck.random() < 0.5
    return luck.choice(("icefire-s6", "icefire-2021")), seats, options


KINDS: Final[dict[str, Callable[[Random], tuple[str, int, dict[str, Any]]]]] = {
    "battles": _battles,
    "runewars": _runewars,
    "icefire": _icefire,
}
"""For each game, draws the rulebook, the number of seats and the options of a match."""


if __name__ == "__main__":
    main()
