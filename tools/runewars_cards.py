"""Finds which tests try each card of Runewars, and disables every handler in turn to see whether one of them fails.

    python tools/runewars_cards.py collect            # writes data/card-tests.json anew
    python tools/runewars_cards.py disable            # every handler, one after the other
    python tools/runewars_cards.py disable surge      # one table: at, surge, skill, number, flag, keyword, initiative

`disable` ends with 1 if a handler can be taken away unnoticed; it runs the tests that `collect` has found for it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final

import pytest

from banneret.games.runewars.abilities import loading, registry

ROOT: Final = Path(__file__).parents[1]
FOUND: Final = ROOT / "src/banneret/games/runewars/data/card-tests.json"
FILES: Final = "tests/games/runewars/test_runewars_abilities_*.py"
TESTS: Final = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(FILES))
TABLES: Final = ("at", "surge", "skill", "number", "flag", "keyword", "initiative")
REGISTERED: Final = loading.LOADED


def handlers() -> list[tuple[str, str, str]]:
    """Every handler: its table, the name it is registered for, and its id."""
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
    """How a handler is called in the file."""
    return f"{table} {name} {id}" if name else f"{table} {id}"


# Which tests try what ------------------------------------------------------------------------------------------


class Collector:
    """Notes for each handler the tests that come to it."""

    def __init__(self) -> None:
        self.test = ""
        self.found: dict[str, set[str]] = {key_of(*one): set() for one in handlers()}

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Remember which test runs."""
        self.test = item.nodeid

    def note(self, key: str) -> None:
        """Note the test that runs."""
        if self.test:
            self.found[key].add(self.test)

    def wrap(self, key: str, act: Callable[..., Any]) -> Callable[..., Any]:
        """Return a handler that notes the test and then acts."""

        def noted(*told: Any) -> Any:  # whatever the handler is given
            self.note(key)
            return act(*told)

        return noted

    def watch(self) -> None:
        """Put a noting handler in the place of every one."""
        for name, table in registry.HANDLERS.items():
            for id, one in table.items():
                table[id] = one._replace(act=self.wrap(key_of("at", name, id), one.act))
        for id, ability in registry.SURGES.items():
            registry.SURGES[id] = ability._replace(act=self.wrap(key_of("surge", "", id), ability.act))
        for id, skill in registry.SKILLS.items():
            registry.SKILLS[id] = skill._replace(act=self.wrap(key_of("skill", "", id), skill.act))
        for name, adders in registry.ADDERS.items():
            for id, adder in adders.items():
                adders[id] = adder._replace(add=self.wrap(key_of("number", name, id), adder.add))
        for name, flagged in registry.FLAGGED.items():
            for id, can in flagged.items():
                flagged[id] = self.wrap(key_of("flag", name, id), can or (lambda *_: True))
        collector = self

        class Noting(set[str]):
            def __contains__(self, id: object) -> bool:
                if set.__contains__(self, id):
                    collector.note(key_of("keyword", "", str(id)))
                    return True
                return False

        registry.KEYWORDS = Noting(registry.KEYWORDS)  # type: ignore[misc]  # watched for this run alone
        initiatives = dict(registry.INITIATIVES)

        class Asked(dict[str, Any]):
            def get(self, id: str, default: Any = None) -> Any:
                if id in initiatives:
                    collector.note(key_of("initiative", "", id))
                return initiatives.get(id, default)

        registry.INITIATIVES = Asked(initiatives)  # type: ignore[misc]  # watched for this run alone


def collect() -> int:
    """Run the tests of cards and write which of them came to each handler."""
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
    """Put something in the place of a handler that does nothing."""
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


def failing_test(tests: list[str], one: tuple[str, str, str]) -> str:
    """Run tests without a handler, up to the first that fails; return that one, or "".

    In a forked process, which has the game and pytest in memory already.
    """
    with tempfile.TemporaryFile("w+") as written:
        child = os.fork()
        if not child:
            for stream in (1, 2):
                os.dup2(written.fileno(), stream)
            disable(*one)
            code = int(pytest.main(["-q", "-x", "-n0", "--no-cov", "-p", "no:cacheprovider", *tests]))
            sys.stdout.flush()
            os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        written.seek(0)
        failed = next((line for line in written if line.startswith("FAILED")), "")
        return failed.removeprefix("FAILED ").strip() if code == pytest.ExitCode.TESTS_FAILED else ""


def disable_all(wanted: list[str]) -> int:
    """Try every handler of some tables, or of all."""
    found: dict[str, list[str]] = json.loads(FOUND.read_text("utf-8"))
    unnoticed = 0
    tried = [one for one in handlers() if one[0] in (wanted or TABLES)]
    for one in tried:
        key = key_of(*one)
        tests = found.get(key, [])
        failed = failing_test(tests, one) if tests else ""
        unnoticed += not failed
        print(f"{key:60} {failed.rpartition('::')[2][:90] if failed else 'NOT NOTICED'}", flush=True)
    print(f"{len(tried)} handlers, {unnoticed} not noticed")
    return int(unnoticed > 0)


def main(told: list[str]) -> int:
    """Do what the command line says."""
    if told[:1] == ["collect"]:
        return collect()
    if told[:1] == ["disable"]:
        return disable_all(told[1:])
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
