"""What is compared with the oracle on a scene; used by the quick test and by the long one."""

from __future__ import annotations

import math
from collections import Counter

import shapely

from banneret.plane import ARCS, arc_shares, arcs_of, distance, overlaps, penetration, shortest_sight, sight
from tests.plane import oracle
from tests.plane.scenes import Scene, scene

MARGIN = 10.0
TIE = 0.001


def check_measures(one: Scene, tally: Counter[str]) -> None:
    """Distances, overlaps and arcs of every pair."""
    placed = one.placed
    outlines = [oracle.outline(s, p) for s, p in zip(one.shapes, one.poses, strict=True)]
    for i, a in enumerate(placed):
        for j, b in enumerate(placed):
            if i == j:
                continue
            said = distance(a, b)
            assert math.isclose(said, outlines[i].distance(outlines[j]), abs_tol=1e-6), (one, i, j)
            depth = penetration(a, b)
            assert math.isclose(depth, oracle.depth(outlines[i], outlines[j]), abs_tol=1e-6), (one, i, j)
            tally["overlaps"] += overlaps(a, b, 5.0)
            shares = arc_shares(a, b)
            regions = [oracle.arc_region(one.shapes[i], one.poses[i], side) for side in ARCS]
            truth = [region.intersection(outlines[j]).area for region in regions]
            for mine, other in zip(shares, truth, strict=True):
                assert math.isclose(mine, other, rel_tol=1e-8, abs_tol=0.05), (one, i, j, shares, truth)
            ordered = sorted(truth, reverse=True)
            gap = (ordered[0] - ordered[1]) / outlines[j].area
            if ordered[1] > 1 and abs(gap - TIE) > 1e-7:
                assert (len(arcs_of(a, b, TIE)) > 1) == (gap <= TIE), (one, i, j)
                tally["arc ties"] += gap <= TIE
            tally["pairs"] += 1


def check_sight(one: Scene, tally: Counter[str]) -> None:
    """Sight from the first to the second: shapely with half and with twice the slack has to agree with itself."""
    placed = one.placed
    line = sight(placed[0], placed[1], placed[2:], MARGIN)
    shortest = shortest_sight(placed[0], placed[1], placed[2:], MARGIN)
    assert (line is None) == (shortest is None), one
    strict, at_most = oracle.sees(one.shapes, one.poses, MARGIN, 0.0005)
    lax, less = oracle.sees(one.shapes, one.poses, MARGIN, 0.002)
    tally["sights"] += 1
    if strict != lax:
        tally["sights in doubt"] += 1
    else:
        assert (line is not None) == strict, one
        tally["seen"] += strict
    if line is not None and shortest is not None:
        assert shortest.length <= line.length + 1e-6
        # What blocks is taken back a little for the oracle, which shortens lines that graze it by a multiple of that.
        assert shortest.length <= at_most + abs(at_most - less) + 0.01, one
        for found in (line, shortest):
            drawn = shapely.LineString([found.start, found.end])
            for shape, pose in zip(one.shapes[2:], one.poses[2:], strict=True):
                inside = drawn.intersection(oracle.outline(shape, pose, MARGIN - 0.01))
                assert found.length == 0 or inside.length == 0, one
        centres = shapely.LineString([one.poses[0][:2], one.poses[1][:2]])
        tally["centre to centre would not see"] += any(
            centres.intersects(oracle.outline(s, p)) for s, p in zip(one.shapes[2:], one.poses[2:], strict=True)
        )


def check_scenes(seeds: range) -> Counter[str]:
    tally: Counter[str] = Counter()
    for seed in seeds:
        one = scene(seed)
        tally[one.kind] += 1
        check_measures(one, tally)
        check_sight(one, tally)
    return tally
