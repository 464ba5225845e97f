"""What sight costs on a board of hexes: from its tables, and computed anew each time. Run `make bench`."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

from banneret.hexes import HexBoard, board_of
from banneret.hexes.coordinates import Hex
from banneret.hexes.lines import hexes_between

ROWS = tuple(13 - (row % 2) for row in range(9))


def a_second(queries: list[tuple[int, int]], ask: Callable[[int, int], object], seconds: float) -> float:
    """How many queries a second."""
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for a, b in queries:
            ask(a, b)
        done += len(queries)
    return done / spent


def main() -> None:
    """Print every figure, as JSON with `--json`."""
    board = board_of(ROWS)
    rng = random.Random(1)
    blocked = board.mask(rng.sample(range(len(board)), 20))
    queries = [(rng.randrange(len(board)), rng.randrange(len(board))) for _ in range(10_000)]

    def anew(a: int, b: int) -> bool:
        start, end = board.hexes[a], board.hexes[b]
        left, right = hexes_between(Hex(end.q - start.q, end.r - start.r))
        places = [
            [board.place_of[hex] for q, r in side if (hex := Hex(start.q + q, start.r + r)) in board.place_of]
            for side in (left, right)
        ]
        return any(not board.mask(side) & blocked for side in places)

    if any(anew(a, b) != board.is_clear(a, b, blocked) for a, b in queries):
        raise SystemExit("the tables and the lines do not agree")
    start = time.perf_counter()
    fresh = HexBoard(ROWS)
    for a in range(len(fresh)):
        fresh.between(a, 0)
    made = time.perf_counter() - start
    figures = {
        "hexes of the board": float(len(board)),
        "all tables made (ms)": made * 1e3,
        "sight from tables: queries a second": a_second(queries, lambda a, b: board.is_clear(a, b, blocked), 2),
        "sight computed anew: queries a second": a_second(queries, anew, 2),
    }
    figures["tables are faster by"] = (
        figures["sight from tables: queries a second"] / figures["sight computed anew: queries a second"]
    )
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    for what, figure in figures.items():
        print(f"{what:<52}{figure:>12,.1f}")


if __name__ == "__main__":
    main()
