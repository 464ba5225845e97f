"""Mutation testing of the combat and supply rules: plant small faults that the tests should find.

`make mutate` plants a seeded sample of faults, one at a time, in copies of the tree, and runs the tests of these
chapters. It prints the share of faults found by module, and the survivors. Texts, events and prompts are not changed.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).parents[1]
RULES = Path("src/banneret/games/thrones/rules")
MODULES = (
    "combat",
    "strength",
    "support",
    "house_cards",
    "hands",
    "immediate_texts",
    "later_texts",
    "texts",
    "casualties",
    "retreat",
    "battlefield",
    "tides",
    "supply",
)
TESTS = (
    "combat",
    "strength",
    "support",
    "casualties",
    "retreat",
    "battlefield",
    "tides",
    "house_cards",
    "combat_texts",
    "supply",
)
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
TEXT_CALLS = ("emit", "msg", "Refusal")
"""Calls whose arguments are only texts and events."""


def sites(tree: ast.Module) -> Iterator[tuple[ast.AST, int]]:
    """Yield every node that can be mutated, with the number of ways; skip texts, events and types."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if id(node) in skipped:
            skipped.update(id(child) for child in ast.iter_child_nodes(node))
            continue
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in TEXT_CALLS:
            skipped.update(id(child) for child in ast.iter_child_nodes(node))
        elif isinstance(node, ast.FunctionDef):
            skipped.update(id(hint) for hint in (node.returns, *(a.annotation for a in node.args.args)) if hint)
            if node.name == "prompt":
                skipped.update(id(child) for child in ast.iter_child_nodes(node))
        elif isinstance(node, ast.AnnAssign):
            skipped.add(id(node.annotation))
        elif (
            (isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS)
            or isinstance(node, ast.BoolOp)
            or (isinstance(node, ast.BinOp) and _turns(node.op))
            or (isinstance(node, ast.Constant) and type(node.value) in (int, bool))
        ):
            yield node, 1
        elif isinstance(node, ast.If):
            yield node, 2
        elif isinstance(node, ast.AugAssign):
            yield node, 1


def _turns(op: ast.operator) -> bool:
    return isinstance(op, ast.Add | ast.Sub)


def plant(node: ast.AST, way: int) -> str:
    """Mutate a node in place and return a description."""
    if isinstance(node, ast.Compare):
        node.ops[0] = COMPARISONS[type(node.ops[0])]()
        return f"comparison inverted: {ast.unparse(node)}"
    if isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return f"and/or swapped: {ast.unparse(node)}"
    if isinstance(node, ast.BinOp | ast.AugAssign):
        node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        return f"sign flipped: {ast.unparse(node)}"
    if isinstance(node, ast.If):
        node.test = ast.Constant(bool(way))
        return f"always {bool(way)}: {ast.unparse(node).splitlines()[0]}"
    if isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1
        return f"constant is {node.value}"
    raise TypeError(type(node))


def mutants(module: str) -> list[tuple[str, int, str, str]]:
    """Return all mutants of a module: module, line, description, source."""
    path = ROOT / RULES / f"{module}.py"
    count = [ways for _, ways in sites(ast.parse(path.read_text("utf-8")))]
    found = []
    for at, ways in enumerate(count):
        for way in range(ways):
            tree = ast.parse(path.read_text("utf-8"))
            node = [n for n, _ in sites(tree)][at]
            what = plant(node, way)
            found.append((module, getattr(node, "lineno", 0), what, ast.unparse(ast.fix_missing_locations(tree))))
    return found


def survives(tree: Path, module: str, source: str) -> bool:
    """Run the tests on a copy of the tree with one mutant; a run of more than a minute counts as found."""
    path = tree / RULES / f"{module}.py"
    whole = path.read_text("utf-8")
    path.write_text(source, "utf-8")
    tests = [f"tests/games/thrones/test_{name}.py" for name in TESTS]
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-n0", "--no-cov", "-p", "no:cacheprovider"]
    command += [
        "-p",
        "no:tests.rule_coverage_plugin",
        "-o",
        "addopts=--import-mode=importlib",
        "-o",
        "markers=rule: id",
    ]
    try:
        done = subprocess.run(  # our own tests
            [*command, *tests], cwd=tree, capture_output=True, timeout=60, check=False, env={"PYTHONPATH": "src:."}
        )
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        path.write_text(whole, "utf-8")


def main() -> None:
    """Plant a sample and report the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=320)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, help="write every mutant and its result to this JSON file")
    given = parser.parse_args()
    every = [mutant for module in MODULES for mutant in mutants(module)]
    sample = random.Random(given.seed).sample(every, min(given.sample, len(every)))
    results = []
    with tempfile.TemporaryDirectory() as folder:
        trees: Queue[Path] = Queue()
        for job in range(given.jobs):
            tree = Path(folder) / str(job)
            for part in ("src", "tests"):
                shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(ROOT / "pyproject.toml", tree)
            trees.put(tree)

        def run(mutant: tuple[str, int, str, str]) -> tuple[str, int, str, bool]:
            tree = trees.get()
            try:
                module, line, what, source = mutant
                return module, line, what, survives(tree, module, source)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(given.jobs) as pool:
            for number, result in enumerate(pool.map(run, sample), 1):
                results.append(result)
                print(f"\r{number} of {len(sample)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    total, alive = Counter(r[0] for r in results), Counter(r[0] for r in results if r[3])
    for module in MODULES:
        if total[module]:
            killed = total[module] - alive[module]
            print(f"{module:<18}{killed:>4} of {total[module]:>4} found  {killed / total[module]:6.1%}")
    found = len(results) - sum(alive.values())
    print(f"{'all':<18}{found:>4} of {len(results):>4} found  {found / len(results):6.1%}  ({len(every)} possible)")
    for module, line, what, alive_ in sorted(results):
        if alive_:
            print(f"survived: {module}.py:{line}: {what}")
    if given.out:
        given.out.write_text(json.dumps(results, indent=1), "utf-8")


if __name__ == "__main__":
    main()
