"""The cost of sight on a hex board, from tables and computed each time. Run with `make bench`.

Measured on the board alone, and between the units of battles in progress, where terrain and units block sight.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

import banneret
from banneret.games.battles.content.scenario_file import SCENARIOS
from banneret.games.battles.rules.field.sight import is_in_sight, obstacles
from banneret.games.battles.state import State
from banneret.hexes import HexBoard, board_of
from banneret.hexes.coordinates import Hex
from banneret.hexes.lines import hexes_between

ROWS = tuple(13 - (row % 2) for row in range(9))


def per_second(queries: list[tuple[int, int]], ask: Callable[[int, int], object], seconds: float) -> float:
    """Return the number of queries per second."""
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for a, b in queries:
            ask(a, b)
        done += len(queries)
    return done / spent


def is_clear_anew(board: HexBoard, a: int, b: int, blocked: int) -> bool:
    """Return whether a sees b, computing the crossed hexes instead of using tables."""
    start, end = board.hexes[a], board.hexes[b]
    left, right = hexes_between(Hex(end.q - start.q, end.r - start.r))
    places = [
        [board.place_of[hex] for q, r in side if (hex := Hex(start.q + q, start.r + r)) in board.place_of]
        for side in (left, right)
    ]
    return any(not board.mask(side) & blocked for side in places)


def in_battles(seconds: float) -> dict[str, float]:
    """Return the number of sight queries between units per second, in the third round of each battle plan."""
    states: list[State] = []
    for seed, plan in enumerate(SCENARIOS):
        rng = random.Random(seed)
        match = banneret.new_match("battles", seats=2, seed=seed, options={"scenario": plan}, events=False)
        while match.asking and match.state.round < 3:
            seat, ask = next(iter(match.asking.items()))
            match.play(seat, rng.choice(ask.options.listed))
        states.append(match.state)
    pairs = [
        (state, a, b)
        for state in states
        for a, seat in enumerate(state.seat)
        for b, other in enumerate(state.seat)
        if seat != other and state.figures[a] and state.figures[b]
    ]

    def from_tables(state: State, a: int, b: int) -> bool:
        return state.field.is_clear(state.hex[a], state.hex[b], obstacles(state))

    def computed(state: State, a: int, b: int) -> bool:
        return is_clear_anew(state.field, state.hex[a], state.hex[b], obstacles(state))

    if any(from_tables(*pair) != computed(*pair) for pair in pairs):
        raise SystemExit("the tables and the lines differ in a battle")
    found = {"pairs of enemies in the third round of the plans": float(len(pairs))}
    ways: dict[str, Callable[[State, int, int], bool]] = {
        "complete rule: a unit sees another": is_in_sight,
        "the same from tables": from_tables,
        "the same computed each time": computed,
    }
    for name, sees in ways.items():
        done, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            for pair in pairs:
                sees(*pair)
            done += len(pairs)
        found[f"{name}: queries per second"] = done / spent
    return found


def main() -> None:
    """Print all figures, as JSON with `--json`."""
    board = board_of(ROWS)
    rng = random.Random(1)
    blocked = board.mask(rng.sample(range(len(board)), 20))
    queries = [(rng.randrange(len(board)), rng.randrange(len(board))) for _ in range(10_000)]

    def computed(a: int, b: int) -> bool:
        return is_clear_anew(board, a, b, blocked)

    if any(computed(a, b) != board.is_clear(a, b, blocked) for a, b in queries):
        raise SystemExit("the tables and the lines differ")
    start = time.perf_counter()
    fresh = HexBoard(ROWS)
    for a in range(len(fresh)):
        fresh.between(a, 0)
    made = time.perf_counter() - start
    figures = {
        "hexes of the board": float(len(board)),
        "building all tables (ms)": made * 1e3,
        "sight from tables: queries per second": per_second(queries, lambda a, b: board.is_clear(a, b, blocked), 2),
        "sight computed: queries per second": per_second(queries, computed, 2),
    }
    figures["speed-up by tables"] = (
        figures["sight from tables: queries per second"] / figures["sight computed: queries per second"]
    )
    figures |= in_battles(2)
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    for what, figure in figures.items():
        print(f"{what:<52}{figure:>12,.1f}")


if __name__ == "__main__":
    main()
