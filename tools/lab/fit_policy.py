"""Predict the answers of bots that look ahead from estimates at first sight: a policy, as playouts could follow it.

    python -m tools.lab.record_choices battles --games 160 --worlds 6 --out choices.jsonl
    python -m tools.lab.fit_policy choices.jsonl --cells 8

For each kind of question, a conditional logit model relates features of the options to the answer: how much lower the
estimate is than the highest one, the place in the order of the estimates, and the type of the action. A quarter of the
matches are held out. On them, the table compares, by the mean logarithm of the probability of the answer (log loss),
and by how often the likeliest option is the answer (top 1; with ties, the chance to hit it):

- the rule at first sight: the highest estimate with uniform noise of half a point, mixed with as much uniform choice as
  is best for it,
- temperatures: only differences in estimates count, differently for each kind of question,
- the policy: with the order of the options and the types of actions as well,
- with `--cells`, a network with that many hidden cells over the same features and the number of options.

With `--write`, the weights fitted to all matches are written as JSON. No bot uses them: see `docs/bots-measured.md`.
Requires `numpy` (installed with the extra `plots`).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

FEATURES: Final = ("gap", "place", "depth")
FARTHEST: Final = 15.0
"""Estimates that are lower than the highest one by more points count as if they were lower by this many."""
NOISE: Final = 0.5
"""Noise of the rule at first sight, in points."""
SPARE: Final = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
"""Shares of uniform choice that are tried with it."""
HOLD: Final = 0.01
"""Strength with which weights are kept close to zero, divided by the number of questions."""
HELD_OUT: Final = 4
"""One match out of this many is held out."""
FEWEST: Final = 40
"""Kinds of questions with fewer answers are left out."""

Floats = NDArray[np.float64]


class Choices(NamedTuple):
    """Questions in arrays: the options of all of them one after another."""

    features: Floats
    kind: NDArray[np.intp]
    """The kind of question of each option."""
    type: NDArray[np.intp]
    """The kind and type of action of each option."""
    first: NDArray[np.intp]
    """The first option of each question."""
    chosen: NDArray[np.intp]
    """The option chosen in each question."""
    question: NDArray[np.intp]
    """The number of the question of each option."""
    match: NDArray[np.intp]
    """The match of each question."""
    doubt: Floats
    """The least noise of each question."""


class Names(NamedTuple):
    """The kinds of questions, and the types of actions in each, by number."""

    kinds: list[str]
    types: list[tuple[str, str]]


def names_in(questions: Sequence[dict[str, Any]]) -> Names:
    """Return the kinds of questions that occur often enough, and their types of actions."""
    count = Counter(one["kind"] for one in questions)
    kinds = sorted(kind for kind, times in count.items() if times >= FEWEST)
    types = sorted({(one["kind"], name) for one in questions if one["kind"] in kinds for name in one["types"]})
    return Names(kinds, types)


def features_of(question: dict[str, Any]) -> list[list[float]]:
    """Return the features of each option: how much lower its estimate is, and its place in their order."""
    points = [-np.inf if one is None else one for one in question["points"]]
    order = sorted(range(len(points)), key=lambda i: (-points[i], i))
    rows = [[0.0, 0.0, 0.0] for _ in points]
    for place, at in enumerate(order, 1):
        rows[at] = [-min(FARTHEST, points[order[0]] - points[at]), 1 / place, float(np.log(place))]
    return rows


def read(questions: Sequence[dict[str, Any]], names: Names) -> Choices:
    """Return the questions of known kinds in arrays."""
    kinds = {name: number for number, name in enumerate(names.kinds)}
    types = {name: number for number, name in enumerate(names.types)}
    used = [one for one in questions if one["kind"] in kinds and all((one["kind"], t) in types for t in one["types"])]
    sizes = np.array([len(one["types"]) for one in used])
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    return Choices(
        np.array([row for one in used for row in features_of(one)]),
        np.repeat(np.array([kinds[one["kind"]] for one in used]), sizes),
        np.array([types[one["kind"], name] for one in used for name in one["types"]]),
        first,
        first + np.array([one["chosen"] for one in used]),
        np.repeat(np.arange(len(used)), sizes),
        np.array([one["match"] for one in used]),
        np.array([one["doubt"] for one in used]),
    )


def shares(choices: Choices, odds: Floats) -> Floats:
    """Return the probability of each option from logarithms of odds."""
    most = np.maximum.reduceat(odds, choices.first)
    weights = np.exp(odds - most[choices.question])
    return np.asarray(weights / np.add.reduceat(weights, choices.first)[choices.question])


def fitted(choices: Choices, names: Names, *, typed: bool = True) -> tuple[Floats, Floats]:
    """Return the weights of the features by kind, and of the types; without `typed`, only temperatures."""
    wide, count = len(FEATURES), len(choices.first)
    kinds = len(names.kinds) * wide
    won = np.zeros(len(choices.features))
    won[choices.chosen] = 1
    open_weights = np.ones(kinds + len(names.types))
    if not typed:
        open_weights[:] = 0
        open_weights[:kinds:wide] = 1

    def slope(weights: Floats) -> Floats:
        off = (shares(choices, _odds(choices, weights[:kinds].reshape(-1, wide), weights[kinds:])) - won) / count
        by_kind = [np.bincount(choices.kind, off * choices.features[:, at], len(names.kinds)) for at in range(wide)]
        by_type = np.bincount(choices.type, off, len(names.types))
        change = np.concatenate([np.stack(by_kind, axis=1).ravel(), by_type]) + HOLD * weights / count
        return np.asarray(change * open_weights)

    start = np.zeros(len(open_weights))
    start[:kinds:wide] = 1
    weights = _descend(slope, start)
    return weights[:kinds].reshape(-1, wide), weights[kinds:]


def _odds(choices: Choices, by_kind: Floats, by_type: Floats) -> Floats:
    return np.asarray((choices.features * by_kind[choices.kind]).sum(axis=1) + by_type[choices.type])


def _descend(slope: Callable[[Floats], Floats], weights: Floats, steps: int = 800, pace: float = 0.03) -> Floats:
    """Return the weights with the least loss (Adam)."""
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        change = slope(weights)
        mean = 0.9 * mean + 0.1 * change
        square = 0.99 * square + 0.01 * change * change
        stride = pace if step < 0.6 * steps else 0.2 * pace
        weights = weights - stride * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    return weights


def by_network(trained: Choices, seen: Choices, names: Names, cells: int) -> Floats:
    """Return the probabilities of the options of `seen` by a network fitted to `trained`."""
    count, wide, types = len(trained.first), len(FEATURES) + 1, len(names.types)
    won = np.zeros(len(trained.features))
    won[trained.chosen] = 1
    cuts = np.cumsum([wide * cells, types * cells, cells])

    def rows(choices: Choices) -> Floats:
        sizes = np.bincount(choices.question)[choices.question]
        return np.column_stack([choices.features * [0.3, 1, 0.5], 0.5 * np.log(sizes)])

    def out(choices: Choices, row: Floats, weights: Floats) -> tuple[Floats, Floats, Floats]:
        into, by_type, last, bias = np.split(weights, cuts)
        hidden = np.tanh(row @ into.reshape(wide, cells) + by_type.reshape(types, cells)[choices.type])
        return hidden, last, shares(choices, hidden @ last + bias[choices.type])

    row = rows(trained)

    def slope(weights: Floats) -> Floats:
        hidden, last, found = out(trained, row, weights)
        off = (found - won) / count
        back = off[:, None] * last * (1 - hidden * hidden)
        by_type = np.stack([np.bincount(trained.type, back[:, at], types) for at in range(cells)], axis=1)
        bias = np.bincount(trained.type, off, types)
        parts = [(row.T @ back).ravel(), by_type.ravel(), hidden.T @ off, bias]
        return np.asarray(np.concatenate(parts) + 2 * HOLD * weights / count)

    start = np.random.default_rng(1).normal(0, 0.2, cuts[-1] + types)
    return out(seen, rows(seen), _descend(slope, start))[2]


def at_first_sight(choices: Choices, noise: float = NOISE) -> Floats:
    """Return the probability of each option to have the highest estimate with uniform noise."""
    found = np.empty(len(choices.features))
    grid = (np.arange(64) + 0.5) / 64
    ends = [*choices.first[1:], len(found)]
    for begin, end, doubt in zip(choices.first, ends, choices.doubt, strict=True):
        wide = max(noise, doubt)
        points = choices.features[begin:end, 0]
        above = (points[:, None] + wide * grid)[:, :, None] - points
        below = np.clip(above / wide, 0, 1)
        below[np.arange(end - begin), :, np.arange(end - begin)] = 1
        share = below.prod(axis=2).mean(axis=1)
        found[begin:end] = share / share.sum()
    return found


def losses(choices: Choices, found: Floats) -> tuple[Floats, Floats]:
    """Return for each question the log loss, and the chance that the likeliest option, drawn if tied, was chosen."""
    most = np.maximum.reduceat(found, choices.first)
    likeliest = found >= most[choices.question] - 1e-9
    tied = np.add.reduceat(likeliest.astype(float), choices.first)
    return -np.log(np.maximum(found[choices.chosen], 1e-9)), likeliest[choices.chosen] / tied


def compare(questions: Sequence[dict[str, Any]], cells: Sequence[int]) -> list[str]:
    """Return the lines of the comparison on held-out matches."""
    matches = sorted({one["match"] for one in questions})
    out = set(matches[::HELD_OUT])
    known = [one for one in questions if one["match"] not in out]
    names = names_in(known)
    trained, seen = read(known, names), read([one for one in questions if one["match"] in out], names)
    even = [1 / np.bincount(choices.question)[choices.question] for choices in (trained, seen)]
    sight = [at_first_sight(choices) for choices in (trained, seen)]
    spare = min(SPARE, key=lambda u: float(losses(trained, (1 - u) * sight[0] + u * even[0])[0].mean()))
    rules = {f"first sight, {spare:.0%} uniform": (1 - spare) * sight[1] + spare * even[1]}
    rules["temperatures"] = shares(seen, _odds(seen, *fitted(trained, names, typed=False)))
    rules["policy"] = shares(seen, _odds(seen, *fitted(trained, names)))
    for count in cells:
        rules[f"network, {count} cells"] = by_network(trained, seen, names, count)
    lines = [f"{len(matches)} matches, {len(trained.first)} questions; held out: {len(out)}, {len(seen.first)}"]
    base = losses(seen, next(iter(rules.values())))[0]
    for name, found in rules.items():
        loss, top = losses(seen, found)
        gains = [float((base - loss)[seen.match == match].mean()) for match in sorted(set(seen.match))]
        error = np.std(gains) / np.sqrt(len(gains))
        better = f"(better by {np.mean(gains):.3f} ± {error:.3f})"
        lines.append(f"{name:<26}log loss {loss.mean():.3f} {better}   top 1 {top.mean():.1%}")
    return lines


def policy_of(names: Names, by_kind: Floats, by_type: Floats) -> dict[str, Any]:
    """Return the weights by kind of question, by name."""
    kinds = {}
    for number, kind in enumerate(names.kinds):
        gap, place, depth = (round(float(one), 3) for one in by_kind[number])
        types = {name: round(float(by_type[at]), 3) for at, (of, name) in enumerate(names.types) if of == kind}
        kinds[kind] = {"gap": max(0.0, gap), "place": place, "depth": depth, "types": types}
    return {"kinds": kinds}


def main() -> None:
    """Read, fit, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, help="files of `record_choices`, of one game")
    parser.add_argument("--cells", type=int, nargs="*", default=[], help="numbers of cells of networks to compare")
    parser.add_argument("--write", type=Path, help="write the weights to this file")
    given = parser.parse_args()
    questions = [json.loads(line) for path in given.files for line in path.read_text("utf-8").splitlines()]
    print("\n".join(compare(questions, given.cells)))
    if given.write is not None:
        names = names_in(questions)
        data = policy_of(names, *fitted(read(questions, names), names))
        given.write.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
