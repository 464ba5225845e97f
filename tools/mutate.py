"""Mutation testing: plant small faults in the rules, one at a time, and list those that no quick test finds.

    python -m tools.mutate                                  # a sample of every target
    python -m tools.mutate --chapter thrones --sample 300
    python -m tools.mutate --chapter icefire/rules/combat   # a chapter, or a module

A target is a game, or a package below the games. The sample of a target is drawn with a fixed seed over all of
its chapters, in proportion to the number of faults that can be planted in each. Ice & Fire is one target: both of its
editions share their code, and the tests of both are run.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests are a package at the root

from tools.fault_trials import GRACE, ROOT, SOURCE, Found, Trials, say, session
from tools.faults import Fault, faults_in

PACKAGE: Final = SOURCE / "banneret"
RULES: Final = ("rules", "abilities", "effects", "modes", "army", "odds")
"""The parts of a game's folder that decide what happens."""
GAMES: Final = tuple(sorted(path.parent.name for path in (PACKAGE / "games").glob("*/rulebook.py")))
PACKAGES: Final = {"plane": "plane", "kernel": "kernel", "odds": "odds", "dice": "dice", "store": "server/store"}
"""Other targets -> their folders; the tests are in the same folders of `tests`."""
ALSO: Final[dict[str, tuple[str, ...]]] = {"kernel": ("testing", "games"), "store": ("server/matches",)}
"""Targets -> other folders of `tests`, without those within them, whose tests are about them as well."""
_OTHER_PARTS: Final = ("evaluation", "bots", "draw", "panel", "glance", "pictures", "terminal")
LEFT_OUT: Final = ("random", "soak", "perft", *_OTHER_PARTS)
"""Parts of the names of test files that concern other parts of a game, or run everything and say little."""
LEAST: Final = 4
"""Faults of a chapter, however small."""


class Target(NamedTuple):
    """What faults are planted in, and the tests that should find them."""

    name: str
    modules: list[Path]
    tests: list[str]

    def chapter(self, path: Path) -> str:
        """Return the chapter of a module: its folder, or the module itself where a target has no folders."""
        parts = path.relative_to(_folder(self.name)).with_suffix("").parts
        return "/".join(parts[:-1] or parts)


def _folder(name: str) -> Path:
    return PACKAGE / "games" / name if name in GAMES else PACKAGE / PACKAGES[name]


def target(name: str) -> Target:
    """Return a target by its name."""
    folder = _folder(name)
    within = [folder / part for part in RULES] if name in GAMES else [folder]
    modules = [path for part in within for path in part.rglob("*.py") if "migrations" not in path.parts]
    folders = [ROOT / "tests" / one for one in (str(folder.relative_to(PACKAGE)), *ALSO.get(name, ()))]
    tests = [file for one in folders for file in one.glob("test_*.py")]
    files = [file for file in tests if not any(part in file.stem for part in LEFT_OUT)]
    return Target(name, sorted(modules), sorted(str(file.relative_to(ROOT)) for file in files))


def sampled(faults: dict[str, list[Fault]], number: int, seed: int) -> list[tuple[str, Fault]]:
    """Draw faults from all chapters, in proportion to their number but a few of each."""
    total = sum(map(len, faults.values()))
    drawn = []
    for chapter, there in sorted(faults.items()):
        share = max(LEAST, round(number * len(there) / total)) if total else 0
        chosen = random.Random(f"{seed} {chapter}").sample(there, min(share, len(there)))
        drawn += [(chapter, fault) for fault in chosen]
    random.Random(seed).shuffle(drawn)  # a run that is stopped early has seen all chapters
    return drawn


class Results:
    """What became of the faults of a target."""

    def __init__(self, of: Target, chosen: list[tuple[str, Fault]], possible: int, seconds: float) -> None:
        self.of = of
        self.chosen = chosen
        self.possible = possible
        self.seconds = seconds
        self.found: list[tuple[str, Found]] = []

    def work(self, trials: Trials) -> None:
        """Try every chosen fault until the time is over."""
        begun = monotonic()
        recorded = trials.record()
        say(f"{self.of.name}: {len(recorded.took)} of {len(trials.items)} tests pass when recorded")
        for number, (chapter, fault) in enumerate(self.chosen, 1):
            if monotonic() - begun > self.seconds:
                break
            tests = trials.tests_of(fault, recorded)
            longest = GRACE + 3 * math.ceil(sum(recorded.took[test] for test in tests))
            found = Found(fault, len(tests), trials.try_fault(fault, tests, longest))
            self.found.append((chapter, found))
            if not found.caught:
                say(f"{number} of {len(self.chosen)} survived: {_line(found)}")
            elif number % 50 == 0:
                say(f"{number} of {len(self.chosen)}")

    def rows(self) -> list[tuple[str, str, int, int, int]]:
        """Return the table: target, chapter, faults, caught, survivors that no test runs."""
        total = Counter(chapter for chapter, _ in self.found)
        caught = Counter(chapter for chapter, one in self.found if one.caught)
        unrun = Counter(chapter for chapter, one in self.found if not one.tests)
        return [(self.of.name, one, total[one], caught[one], unrun[one]) for one in sorted(total)]


def _line(found: Found) -> str:
    fault = found.fault
    ran = f"{found.tests} tests run it" if found.tests else "no test runs it"
    return f"{fault.path.relative_to(PACKAGE)}:{fault.line} {fault.function}: {fault.what} ({ran})"


def quick(item: pytest.Item) -> bool:
    """Return whether a test is tried."""
    return not item.get_closest_marker("slow") and not item.get_closest_marker("soak")


def mutate(name: str, chapter: str, number: int, seed: int, seconds: float) -> Results:
    """Plant a sample of faults in a target, or in a chapter of it."""
    of = target(name)
    faults: dict[str, list[Fault]] = {}
    for path in of.modules:
        if f"{path.relative_to(_folder(name)).with_suffix('')}/".startswith(f"{chapter}/" if chapter else ""):
            faults.setdefault(of.chapter(path), []).extend(faults_in(path))
    if not faults:
        raise SystemExit(
            f"{name} has no chapter {chapter!r}: there are {', '.join(sorted({*map(of.chapter, of.modules)}))}"
        )
    results = Results(of, sampled(faults, number, seed), sum(map(len, faults.values())), seconds)
    session(of.modules, of.tests, results.work, quick)
    return results


def show(every: Sequence[Results]) -> None:
    """Print the table and the survivors."""
    print(f"{'target':<10} {'chapter':<30} {'faults':>6} {'caught':>6} {'share':>6} {'not run':>7}")
    for results in every:
        rows = results.rows()
        if not rows:
            print(f"{results.of.name:<10} no fault was tried within the time")
            continue
        possible = f"all ({results.possible} possible)"
        faults, caught, unrun = (sum(numbers) for numbers in zip(*(row[2:] for row in rows), strict=True))
        for row in [*rows, (results.of.name, possible, faults, caught, unrun)]:
            share = f"{row[3] / row[2]:.0%}" if row[2] else "-"
            print(f"{row[0]:<10} {row[1]:<30} {row[2]:>6} {row[3]:>6} {share:>6} {row[4]:>7}")
    for results in every:
        for _, found in sorted(results.found, key=lambda one: one[1].fault[:2]):
            if not found.caught:
                print(f"survived: {_line(found)}")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--chapter", default="", help="a target, a chapter of it or a module, such as thrones/rules/combat"
    )
    parser.add_argument("--sample", type=int, default=300, help="faults of each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="longest time for each target")
    parser.add_argument("--out", type=Path, help="also write every fault and its result to this JSON file")
    given = parser.parse_args()
    names = [*GAMES, *PACKAGES]
    name, _, chapter = given.chapter.removesuffix(".py").partition("/")
    if name and name not in names:
        parser.error(f"no target {name!r}; choose from {', '.join(names)}")
    every = [mutate(one, chapter, given.sample, given.seed, 60 * given.minutes) for one in ([name] if name else names)]
    show(every)
    if given.out:
        found = [
            {"chapter": f"{results.of.name}/{chapter}", "fault": _line(one), "caught": one.caught}
            for results in every
            for chapter, one in results.found
        ]
        given.out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
