"""Speed of the tabletop: plain CPython, one core. Run with `make bench`; compare within one run only.

The positions are those of two armies advancing on each other within the rules: each unit turns towards an enemy, moves
straight up to its speed, stops an inch before obstacles, and aligns with whatever it reaches. Times are process times,
so that other load has little effect; timing costs about half a microsecond. Placing is measured separately, because
unmoved pieces are placed once and cached. The garbage collector is off.
"""

from __future__ import annotations

import gc
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator

from banneret.plane import (
    HALF,
    Placed,
    Pose,
    Shape,
    Side,
    Straight,
    Table,
    Turn,
    arcs_of,
    distance,
    find_heading,
    first_contact,
    flush,
    heading_out,
    heading_towards,
    meets,
    overlaps,
    place,
    point_distance,
    rectangle,
    shared_edges,
    shortest_sight,
    sight,
    stop,
    stop_before,
)
from banneret.plane.motion import way_of

KINDS = (rectangle(5500, 4800), rectangle(5500, 5000), rectangle(2760, 2760), rectangle(2760, 5550))
TERRAIN = (rectangle(10_800, 6100), rectangle(8700, 4900), rectangle(7500, 2200), rectangle(7500, 2200))
TABLE = Table(48_000, 48_000)
GIVE, GAP, MARGIN, TIE = 5.0, 1000.0, 10.0, 0.001
UNITS, ROUNDS, MATCHES = 6, 5, 12


class Position:
    """Two armies and terrain on a table."""

    def __init__(self, seed: int) -> None:
        """Deploy them in two lines."""
        rng = random.Random(seed)
        self.shapes: list[Shape] = [rng.choice(KINDS) for _ in range(2 * UNITS)]
        self.poses: list[Pose] = []
        for number in range(2 * UNITS):
            own, column = divmod(number, UNITS)
            x = 5_000 + column * 7_600 + rng.randrange(-900, 900)
            self.poses.append(Pose(x, 4_000 if own == 0 else 44_000, HALF * own))
        self.terrain = [
            place(shape, Pose(rng.randrange(8_000, 40_000), rng.randrange(12_000, 36_000), rng.randrange(36_000)))
            for shape in TERRAIN
        ]
        self.rng = rng

    @property
    def placed(self) -> list[Placed]:
        return [place(shape, pose) for shape, pose in zip(self.shapes, self.poses, strict=True)]

    def move(self, number: int) -> None:
        """Turn a unit towards one of the nearest enemies and move straight, or charge."""
        pose, shape = self.poses[number], self.shapes[number]
        placed = self.placed
        enemies = [n for n in range(2 * UNITS) if (n < UNITS) != (number < UNITS)]
        if any(distance(placed[number], placed[n]) <= GIVE for n in enemies):
            return
        enemies.sort(key=lambda n: distance(placed[number], placed[n]))
        aim = self.rng.choice(enemies[:2])
        pose = pose.facing(heading_towards(self.poses[aim].x - pose.x, self.poses[aim].y - pose.y))
        others = [one for n, one in enumerate(placed) if n != number]
        start = place(shape, pose)
        if any(overlaps(start, one, GIVE) for one in others):
            return
        motion = Straight(self.rng.randrange(4_000, 11_000))
        met = first_contact(start, motion, [placed[n] for n in enemies], GIVE)
        if met is not None and enemies[met.obstacle] == aim and self._charge(number, aim, others):
            return
        way = way_of(start, motion)
        at = min([stop_before(start, placed[n], *way, GAP) for n in enemies])
        self.poses[number] = stop(
            shape, pose, motion, at, lambda there: not any(overlaps(there, one, GIVE) for one in others), 8_000
        )

    def _charge(self, number: int, aim: int, others: list[Placed]) -> bool:
        target = place(self.shapes[aim], self.poses[aim])
        side = arcs_of(target, place(self.shapes[number], self.poses[number]), TIE)[0]
        (edge,) = target.edges_of(side)
        there = flush(self.shapes[number], Side.FRONT, edge, heading_out(edge, self.poses[aim]), 0)
        tray = place(self.shapes[number], there)
        if not TABLE.holds(tray) or any(overlaps(tray, one, GIVE) for one in others):
            return False
        self.poses[number] = there
        return True


def positions() -> Iterator[Position]:
    """Yield every position of some matches."""
    for seed in range(MATCHES):
        position = Position(seed)
        for _ in range(ROUNDS):
            for number in range(UNITS):
                position.move(number)
                position.move(UNITS + number)
            yield position


def timed(times: list[float], call: Callable[[], object]) -> object:
    """Call a function and record its time in microseconds."""
    start = time.process_time()
    found = call()
    times.append((time.process_time() - start) * 1e6)
    return found


def centre_sees(poses: list[Pose], a: int, b: int, others: list[Placed]) -> bool:
    """Return whether a line from centre to centre is clear, as a simpler engine would check."""
    (ax, ay, _), (bx, by, _) = poses[a], poses[b]
    steps = [(ax + (bx - ax) * s / 200, ay + (by - ay) * s / 200) for s in range(201)]
    return not any(point_distance(one, point) == 0 for one in others for point in steps)


def pairs(position: Position, times: dict[str, list[float]]) -> None:
    """Measure the queries between every two units."""
    placed = position.placed
    for a in placed:
        for b in placed:
            if a is not b:
                timed(times["distance"], lambda a=a, b=b: distance(a, b))  # type: ignore[misc]  # bound in the loop
                timed(times["overlap"], lambda a=a, b=b: overlaps(a, b, GIVE))  # type: ignore[misc]  # as above
                timed(times["contact"], lambda a=a, b=b: shared_edges(a, b, gap=5, parallel=2, least=50))  # type: ignore[misc]  # as above
                timed(times["arc"], lambda a=a, b=b: arcs_of(a, b, TIE))  # type: ignore[misc]  # as above


def ways(position: Position, times: dict[str, list[float]], wrong: list[bool]) -> None:
    """Measure sight and moves past everything on the table."""
    placed, poses, shapes = position.placed, position.poses, position.shapes
    rng = position.rng
    for a, one in enumerate(placed):
        everything = [*placed[:a], *placed[a + 1 :], *position.terrain[:2]]
        straight = Straight(rng.randrange(2_000, 11_000))
        corner = one.to_world((one.shape.width / 2 + 2_000, one.shape.depth / 2))
        turn = Turn(*corner, -rng.randrange(2_000, 9_000))
        timed(times["straight move"], lambda: first_contact(one, straight, everything, GIVE))  # noqa: B023  # called immediately
        timed(times["rotation"], lambda: first_contact(one, turn, everything, GIVE))  # noqa: B023  # as above
        timed(times["place"], lambda: place(shapes[a], poses[a].moved(rng.randrange(1, 5_000), 4321)))  # noqa: B023  # as above
        for b in range(2 * UNITS):
            if (a < UNITS) == (b < UNITS):
                continue
            others = [tray for n, tray in enumerate(placed) if n not in (a, b)] + position.terrain[:2]
            line = timed(times["sight"], lambda: sight(one, placed[b], others, MARGIN))  # noqa: B023  # as above
            timed(times["shortest sight"], lambda: shortest_sight(one, placed[b], others, MARGIN))  # noqa: B023  # as above
            if sight(one, placed[b], [], MARGIN) is not None:
                wrong.append((line is not None) != centre_sees(poses, a, b, others))
        aim = min((n for n in range(2 * UNITS) if (n < UNITS) != (a < UNITS)), key=lambda n: distance(one, placed[n]))

        def reaches(tray: Placed, aim: int = aim) -> bool:
            return meets(tray, Straight(11_000), placed[aim].pieces, GIVE) is not None

        timed(times["heading that reaches"], lambda: find_heading(shapes[a], poses[a], placed[aim], 11_000, reaches))  # noqa: B023  # as above


def main() -> None:
    """Run the measurements and print them."""
    names = ("distance", "overlap", "contact", "arc", "place", "sight", "shortest sight", "straight move", "rotation")
    times: dict[str, list[float]] = {name: [] for name in (*names, "heading that reaches")}
    wrong: list[bool] = []
    count = 0
    gc.disable()
    for position in positions():
        count += 1
        pairs(position, times)
        ways(position, times, wrong)
    print(
        f"The tabletop, on {count} positions of {2 * UNITS} units and {len(TERRAIN)} pieces of terrain (microseconds)"
    )
    report: dict[str, float] = {}
    for name, found in times.items():
        cuts = statistics.quantiles(found, n=100)
        report |= {
            f"{name}, median": round(statistics.median(found), 1),
            f"{name}, average": round(statistics.fmean(found), 1),
            f"{name}, 99th percentile": round(cuts[98], 1),
        }
    report["wrong answers from centre to centre, of targets in the arc (%)"] = round(100 * sum(wrong) / len(wrong), 1)
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
