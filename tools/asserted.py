"""Find which rules are asserted: a fault planted in the code that names one makes a test that names it fail.

    python -m tools.asserted battles                # what is not known yet, for at most 25 minutes
    python -m tools.asserted icefire --again --minutes 60

The result, the test of each asserted rule, is written to `data/rule-asserted.json` of the game, which `banneret rules
GAME --coverage` shows. A rule that is not in it is only touched: no fault among the few that were tried made its tests
fail, or there was no time to try any. Results of earlier runs are kept if their test still names the rule.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from itertools import islice, takewhile
from pathlib import Path
from time import monotonic
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests are a package at the root

from banneret.testing.rule_coverage import CodePlace, cited_rules, load_rules
from tools.fault_trials import Recorded, Trials, in_child, passes, say, session
from tools.faults import Fault, faults_in
from tools.mutate import GAMES, PACKAGE, quick

TRIED: Final = 4
"""Faults tried for each rule, in lines that its tests run."""
LONGEST: Final = 6
"""Seconds of computing after which a fault proves nothing: which test never ends is not known."""
CASES: Final = 40
"""Cases of the tests of a rule that are run for each fault."""


class Rules:
    """The rules of a game, with the code and the tests that name them."""

    def __init__(self, game: str) -> None:
        data = PACKAGE / "games" / game / "data"
        index = load_rules(data)  # of all its editions
        self.file = data / "rule-asserted.json"
        self.tests: dict[str, list[str]] = json.loads((data / "rule-tests.json").read_text("utf-8"))
        self.played = [rule.id for rule in index if rule.status == "played" and rule.id in self.tests]
        self.code = cited_rules(PACKAGE, index)

    @property
    def modules(self) -> list[Path]:
        """The modules that name any of the rules."""
        return sorted({PACKAGE / place.file for id in self.played for place in self.code.get(id, ())})

    def known(self) -> dict[str, str]:
        """Return what earlier runs found, as far as it still holds."""
        found: dict[str, str] = json.loads(self.file.read_text("utf-8")) if self.file.exists() else {}
        return {id: test for id, test in found.items() if id in self.played and test in self.tests[id]}

    def faults(self, id: str, every: dict[str, list[Fault]], seed: int) -> list[Fault]:
        """Return the faults in the functions that name a rule, in a random order."""
        there = [fault for place in self.code.get(id, ()) for fault in _within(place, every)]
        return random.Random(f"{seed} {id}").sample(there, len(there))


def _within(place: CodePlace, every: dict[str, list[Fault]]) -> Iterator[Fault]:
    for fault in every[place.file]:
        if fault.function == place.function and place.first_line <= fault.line <= place.last_line:
            yield fault


def assert_rules(rules: Rules, seed: int, seconds: float, *, again: bool) -> dict[str, str]:
    """Return the test of each rule that a planted fault makes fail."""
    found = {} if again else rules.known()
    every = {path.relative_to(PACKAGE).as_posix(): faults_in(path) for path in rules.modules}
    drawn = list(rules.played)
    random.Random(seed).shuffle(drawn)  # a run that is stopped early has seen all chapters
    left = [id for id in drawn if id not in found]

    def work(trials: Trials) -> None:
        begun = monotonic()
        recorded = trials.record()
        cases: dict[str, list[str]] = {}
        for case in trials.items:
            cases.setdefault(case.partition("[")[0], []).append(case)
        tried: set[str] = set(found)
        for number, id in enumerate(left, 1):
            if monotonic() - begun > seconds:
                break
            tried.add(id)
            own = {case for test in rules.tests[id] for case in cases.get(test, ())}
            chosen = _tests_of_faults(trials, recorded, rules.faults(id, every, seed), own)
            if (test := _caught(trials, islice(chosen, TRIED))) is not None:
                found[id] = test.partition("[")[0]
            if number % 50 == 0:
                say(f"{number} of {len(left)}: {len(found)} asserted")
        sample = list(takewhile(tried.__contains__, drawn))
        say(f"of {len(sample)} rules drawn in turn, {sum(id in found for id in sample)} are asserted")

    session(rules.modules, sorted({test.partition("::")[0] for id in left for test in rules.tests[id]}), work, quick)
    return {id: found[id] for id in sorted(found)}


def _tests_of_faults(
    trials: Trials, recorded: Recorded, faults: list[Fault], own: set[str]
) -> Iterator[tuple[Fault, list[str]]]:
    """Yield each fault in a line that tests of the rule run, with some of these tests, quickest first."""
    for fault in faults:
        if tests := trials.tests_of(fault, recorded, own):
            yield fault, each_test_first(tests)[:CASES]


def each_test_first(cases: list[str]) -> list[str]:
    """Return the first case of each test before the other cases, so that a test with many cases displaces no other."""
    first: dict[str, str] = {}
    for case in cases:
        first.setdefault(case.partition("[")[0], case)
    return [*first.values(), *(case for case in cases if first[case.partition("[")[0]] != case)]


def _caught(trials: Trials, faults: Iterator[tuple[Fault, list[str]]]) -> str | None:
    """Return the first case that fails with one of the faults and passes without it."""
    for fault, tests in faults:
        caught = trials.try_fault(fault, tests, LONGEST)
        if caught in trials.items and in_child(lambda item=trials.items[caught]: passes(item)) is True:  # type: ignore[misc]  # no type for item=item
            return caught
    return None


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--again", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=25)
    given = parser.parse_args()
    rules = Rules(given.game)
    found = assert_rules(rules, given.seed, 60 * given.minutes, again=given.again)
    rules.file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    print(f"{given.game}: {len(found)} of {len(rules.played)} rules with tests are asserted")


if __name__ == "__main__":
    main()
