"""Find the tests of each Runewars card, and disable each handler in turn to check that a test fails.

    python tools/runewars_cards.py collect            # update data/card-tests.json
    python tools/runewars_cards.py disable            # every handler, one after the other
    python tools/runewars_cards.py disable surge      # one table: at, surge, skill, number, flag, keyword, initiative

`disable` runs the tests that `collect` found for a handler. Exits with status 1 if no test fails without some handler.
After every handler, `data/card-asserted.json` has a test that fails without each card or ability.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Generator
from pathlib import Path
from typing import Any, Final

import pytest

from banneret.games.runewars.abilities import registration as loading
from banneret.games.runewars.effects import registry

ROOT: Final = Path(__file__).parents[1]
FOUND: Final = ROOT / "src/banneret/games/runewars/data/card-tests.json"
ASSERTED: Final = FOUND.with_name("card-asserted.json")
FILES: Final = "tests/games/runewars/test_runewars_abilities_*.py"
TESTS: Final = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(FILES))
TABLES: Final = ("at", "surge", "skill", "number", "flag", "keyword", "initiative")
REGISTERED: Final = loading.LOADED


def handlers() -> list[tuple[str, str, str]]:
    """Return every handler: its table, the name it is registered for, and its id."""
    return [
        *(("at", name, id) for name, table in registry.HANDLERS.items() for id in table),
        *(("surge", "", id) for id in registry.SURGES),
        *(("skill", "", id) for id in registry.SKILLS),
        *(("number", name, id) for name, adders in registry.ADDERS.items() for id in adders),
        *(("flag", name, id) for name, flagged in registry.FLAGGED.items() for id in flagged),
        *(("keyword", "", id) for id in sorted(registry.KEYWORDS)),
        *(("initiative", "", id) for id in registry.INITIATIVES),
    ]


def key_of(table: str, name: str, id: str) -> str:
    """Return the key of a handler in the file."""
    return f"{table} {name} {id}" if name else f"{table} {id}"


# Which tests try what ------------------------------------------------------------------------------------------


class Collector:
    """Records the tests that reach each handler."""

    def __init__(self) -> None:
        self.test = ""
        self.found: dict[str, set[str]] = {key_of(*one): set() for one in handlers()}

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Remember the running test."""
        self.test = item.nodeid

    def note(self, key: str) -> None:
        """Record the running test."""
        if self.test:
            self.found[key].add(self.test)

    def wrap(self, key: str, act: Callable[..., Any]) -> Callable[..., Any]:
        """Return a handler that records the test before acting."""

        def recorded(*given: Any) -> Any:  # any arguments of a handler
            self.note(key)
            return act(*given)

        return recorded

    def watch(self) -> None:
        """Replace every handler with a recording one."""
        for name, table in registry.HANDLERS.items():
            for id, one in table.items():
                table[id] = one._replace(act=self.wrap(key_of("at", name, id), one.act))
        for id, ability in registry.SURGES.items():
            registry.SURGES[id] = ability._replace(act=self.wrap(key_of("surge", "", id), ability.act))
        for id, skill in registry.SKILLS.items():
            registry.SKILLS[id] = skill._replace(act=self.wrap(key_of("skill", "", id), skill.act))
        for number, adders in registry.ADDERS.items():
            for id, adder in adders.items():
                adders[id] = adder._replace(add=self.wrap(key_of("number", number, id), adder.add))
        for flag, flagged in registry.FLAGGED.items():
            for id, can in flagged.items():
                flagged[id] = self.wrap(key_of("flag", flag, id), can or (lambda *_: True))
        collector = self

        class Noting(set[str]):
            def __contains__(self, id: object) -> bool:
                if set.__contains__(self, id):
                    collector.note(key_of("keyword", "", str(id)))
                    return True
                return False

        registry.KEYWORDS = Noting(registry.KEYWORDS)  # type: ignore[misc]  # replaced for this run only
        initiatives = dict(registry.INITIATIVES)

        class Asked(dict[str, Any]):
            def get(self, id: str, default: Any = None) -> Any:
                if id in initiatives:
                    collector.note(key_of("initiative", "", id))
                return initiatives.get(id, default)

        registry.INITIATIVES = Asked(initiatives)  # type: ignore[misc]  # replaced for this run only


def collect() -> int:
    """Run the tests of cards and save which of them reach each handler."""
    collector = Collector()
    collector.watch()
    code = pytest.main(["-q", "-n0", "--no-cov", "-p", "no:cacheprovider", *TESTS], plugins=[collector])
    if code:
        return int(code)
    found = {key: sorted(tests) for key, tests in sorted(collector.found.items())}
    FOUND.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    bare = [key for key, tests in found.items() if not tests]
    print(f"{len(found)} handlers, {len(bare)} without a test", *bare, sep="\n")
    return int(bool(bare))


# Without a handler ---------------------------------------------------------------------------------------------


def _nothing(*_: object) -> Generator[Any, Any, None]:
    yield from ()


def disable(table: str, name: Any, id: str) -> None:
    """Replace a handler with one that does nothing."""
    if table == "at":
        moment = registry.HANDLERS[name]
        moment[id] = moment[id]._replace(act=_nothing)
    elif table == "surge":
        registry.SURGES[id] = registry.SURGES[id]._replace(act=_nothing)
    elif table == "skill":
        registry.SKILLS[id] = registry.SKILLS[id]._replace(act=_nothing)
    elif table == "number":
        adders = registry.ADDERS[name]
        adders[id] = adders[id]._replace(add=lambda *_: 0)
    elif table == "flag":
        del registry.FLAGGED[name][id]
    elif table == "keyword":
        registry.KEYWORDS.discard(id)
    else:
        del registry.INITIATIVES[id]


class Disabler:
    """Replaces the test loop: runs the tests of each handler without it, in forked processes."""

    def __init__(self, tables: Collection[str]) -> None:
        self.found: dict[str, list[str]] = json.loads(FOUND.read_text("utf-8"))
        self.tried = [one for one in handlers() if one[0] in tables]
        self.unnoticed: list[str] = []
        self.missed: dict[str, list[str]] = {}
        """Tests that fail without each handler of an id; "" for one that nothing misses."""
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record a failure."""
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every handler instead of running the collected tests."""
        items = {item.nodeid: item for item in session.items}
        for one in self.tried:
            key = key_of(*one)
            failed = self.first_failure([items[id] for id in self.found.get(key, ()) if id in items], one)
            if not failed:
                self.unnoticed.append(key)
            self.missed.setdefault(one[2], []).append(failed.partition("[")[0])
            print(f"{key:60} {failed.rpartition('::')[2][:90] if failed else 'NOT NOTICED'}", flush=True)
        return True

    def first_failure(self, tests: list[pytest.Item], one: tuple[str, str, str]) -> str:
        """Run tests without a handler; return the first failure, or ""."""
        with tempfile.TemporaryFile("w+") as report:
            child = os.fork()
            if not child:
                nowhere = os.open(os.devnull, os.O_WRONLY)
                for stream in (1, 2):
                    os.dup2(nowhere, stream)
                disable(*one)
                for item in tests:
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                    if self.failed:
                        report.write(item.nodeid)
                        report.flush()
                        break
                os._exit(0)
            os.waitpid(child, 0)
            report.seek(0)
            return report.read()


def disable_all(wanted: list[str]) -> int:
    """Try every handler of the given tables, or of all."""
    disabler = Disabler(wanted or TABLES)
    pytest.main(["-q", "-s", "-n0", "--no-cov", "-p", "no:cacheprovider", *TESTS], plugins=[disabler])
    if not wanted:
        asserted = {id: tests[0] for id, tests in sorted(disabler.missed.items()) if all(tests)}
        ASSERTED.write_text(json.dumps(asserted, indent=1) + "\n", "utf-8")
    print(
        f"{len(disabler.tried)} handlers, {len(disabler.unnoticed)} without a failing test",
        *disabler.unnoticed,
        sep="\n",
    )
    return int(bool(disabler.unnoticed))


def main(arguments: list[str]) -> int:
    """Run the command line."""
    if arguments[:1] == ["collect"]:
        return collect()
    if arguments[:1] == ["disable"]:
        return disable_all(arguments[1:])
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
