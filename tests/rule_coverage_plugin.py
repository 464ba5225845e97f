"""Pytest plugin: a test that names a rule must execute code that names it, and the pairs can be written down.

Only the call of the test counts, not its fixtures: one made once for a whole module would be credited to whichever
test came first.
"""

import json
import sys
from collections.abc import Generator, Mapping
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FrameType

import pytest

from banneret.testing.rule_coverage import cited_rules, load_rules
from banneret.text.rules_index import RuleIndex

WORKER_KEY = "rule_coverage"
COMMITTED = "games/{game}/data/rule-tests.json"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rules", "coverage of the rule index")
    group.addoption("--rule-coverage", metavar="PATH", help="write which tests cover which rule, as JSON")
    group.addoption("--write-rule-coverage", action="store_true", help=f"write it to {COMMITTED} of the package")
    group.addoption(
        "--check-rule-coverage",
        action="store_true",
        help="fail if a played rule is not covered, or if what is committed is not what was found",
    )
    group.addoption("--untraced-rules", action="store_true", help="do not check which code ran: it may be compiled")
    parser.addini("rule_coverage_package", "the folder of the package that cites rules", default="src/banneret")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(id, ...): the rules of the rule index that this test proves")
    config.pluginmanager.register(RuleCoverage(config), "rule-coverage-session")


@cache
def _resolved(file: str) -> str:
    return str(Path(file).resolve())


def _place(code: CodeType) -> tuple[str, int]:
    return _resolved(code.co_filename), code.co_firstlineno


class RuleCoverage:
    """What one session, or one worker of it, learns about the coverage of rules."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.covered: dict[str, set[str]] = {}
        self._package = config.rootpath / config.getini("rule_coverage_package")
        self._citing: dict[str, set[tuple[str, int]]] = {}
        self._citing_text: dict[str, str] = {}
        self._faults: list[str] = []
        self._seen: set[str] = set()
        self._names: dict[str | None, str] = {}
        """The module of each file, by name, among those seen: looking through thousands for each test takes long."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        named = [id for marker in item.iter_markers("rule") for id in marker.args]
        if not any(item.iter_markers("rule")):
            return (yield)
        self._read_citations()
        if unknown := [id for id in named if id not in self._rules]:
            pytest.fail(f"no rule index holds {', '.join(map(repr, unknown))}, named by this test", pytrace=False)
        if not named:
            pytest.fail("the marker `rule` of this test names no rule", pytrace=False)
        if self.config.getoption("untraced_rules"):
            return (yield)

        executed: dict[int, CodeType] = {}  # by id: the hash of a code object reads all its constants
        left = {id: self._citing.get(id, set()) for id in named}
        before = sys.getprofile()

        def note(frame: FrameType, event: str, _argument: object) -> None:
            if event != "call" or id(frame.f_code) in executed:
                return
            executed[id(frame.f_code)] = frame.f_code
            place = _place(frame.f_code)
            for rule in [rule for rule, places in left.items() if place in places]:
                del left[rule]
            if not left:  # all is known: the rest of the test runs at its own speed
                sys.setprofile(before)

        self._forget(named)
        sys.setprofile(note)
        try:
            result = yield
        finally:
            sys.setprofile(before)
        self._judge(item, named, {_place(code) for code in executed.values()})
        return result

    def _forget(self, named: list[str]) -> None:
        """Clear the caches of functions that cite a rule, which would otherwise not run again after an earlier test."""
        lines = {place for id in named for place in self._citing.get(id, ())}
        for name in sys.modules.keys() - self._seen:
            self._names[getattr(sys.modules[name], "__file__", None)] = name
            self._seen.add(name)
        for file in {file for file, _ in lines}:
            module = sys.modules.get(self._names.get(file, ""))
            for function in [] if module is None else vars(module).values():
                code = getattr(getattr(function, "__wrapped__", None), "__code__", None)
                if code is not None and (file, code.co_firstlineno) in lines and hasattr(function, "cache_clear"):
                    function.cache_clear()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        # A worker that crashed has no output.
        output: Mapping[str, Mapping[str, list[str]]] = getattr(node, "workeroutput", {})
        for id, tests in output.get(WORKER_KEY, {}).items():
            self.covered.setdefault(id, set()).update(tests)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        found = {id: sorted(self.covered[id]) for id in sorted(self.covered)}
        if hasattr(self.config, "workeroutput"):  # then this is a worker of xdist, and its controller writes
            self.config.workeroutput[WORKER_KEY] = found
            return
        if path := self.config.getoption("rule_coverage"):
            target = self.config.invocation_params.dir / path
            target.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        writes, checks = map(self.config.getoption, ("write_rule_coverage", "check_rule_coverage"))
        for prefix in sorted({rule.id.partition(":")[0] for rule in self._rules}) if writes or checks else ():
            game = self._folder(prefix)
            own = {id: tests for id, tests in found.items() if id.startswith(f"{prefix}:")}
            committed = self._package / COMMITTED.format(game=game)
            if writes:
                committed.write_text(json.dumps(own, indent=2) + "\n", encoding="utf-8")
            if checks and self._offered(game):
                self._check(prefix, own, committed)
        if self._faults and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._faults:
            terminalreporter.section("rule coverage")
            for fault in self._faults:
                terminalreporter.line(fault)

    def _folder(self, prefix: str) -> str:
        """The folder of the game whose rule ids begin so; long names of games have short prefixes."""
        for file in sorted(self._package.glob("games/*/data/rules.toml")):
            if f'\nid = "{prefix}:' in file.read_text("utf-8"):
                folder: str = file.parts[-3]
                return folder
        return prefix

    def _offered(self, game: str) -> bool:
        """Whether players can have the game: one that is still being built cannot have all its tests yet."""
        project = self.config.rootpath / "pyproject.toml"
        entries = project.read_text("utf-8") if project.is_file() else ""
        return 'entry-points."banneret.games"' not in entries or f".games.{game}." in entries

    def _check(self, prefix: str, found: Mapping[str, list[str]], committed: Path) -> None:
        played = [rule.id for rule in self._rules if rule.status == "played" and rule.id.startswith(f"{prefix}:")]
        self._faults += [f"{id}: played, but no test names it and runs its code" for id in played if id not in found]
        if not committed.is_file() or json.loads(committed.read_text("utf-8")) != found:
            self._faults.append(f"{committed.name} of {prefix} is not what the tests found: run `make rules`")

    @cached_property
    def _rules(self) -> RuleIndex:
        return load_rules(self._package)

    def _read_citations(self) -> None:
        """Find the code that cites each rule; the controller of xdist, which runs no test, needs only the rules."""
        if self._citing:
            return
        for id, places in cited_rules(self._package, self._rules).items():
            self._citing[id] = {(str((self._package / place.file).resolve()), place.first_line) for place in places}
            self._citing_text[id] = ", ".join(f"{place.function} ({place.file}:{place.first_line})" for place in places)

    def _judge(self, item: pytest.Item, named: list[str], ran: set[tuple[str, int]]) -> None:
        problems = []
        for id in named:
            if not self._citing.get(id):
                problems.append(f"{id}: no function of {self._package.name} cites this rule")
            elif not self._citing[id] & ran:
                problems.append(f"{id}: the test ran none of the functions that cite it: {self._citing_text[id]}")
        if problems:
            pytest.fail("rules named by this test but not covered by it:\n  " + "\n  ".join(problems), pytrace=False)
        # The cases of a parametrized test are one test here, or the committed file would list them by the dozen.
        test = item.nodeid.partition("[")[0]
        for id in named:
            self.covered.setdefault(id, set()).add(test)
